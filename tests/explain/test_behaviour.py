"""Recorded runs: the numbers are those of the searches, and the least is the least."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

import outplay
from outplay import MAX, Game, IllegalAction, UnfitGame, UsageError
from outplay.explain.behaviour import nodes_by_depth, order_effect, value_by_move
from outplay.explain.behaviour.charts import LineChart
from outplay.explain.behaviour.minimal_tree import OrderedTree, full_tree, least_leaves, least_nodes
from outplay.search.estimates import minimal_leaves, minimal_tree_nodes

TIC = outplay.load("tic-tac-toe")


def random_tree(random: Random, depth: int, uneven: bool = True) -> Any:
    """A literal tree, with leaves above the last ply too."""
    if depth == 0 or (uneven and random.random() < 0.2):
        return random.randint(-4, 4)
    return [random_tree(random, depth - 1) for _ in range(random.randint(1, 3))]


def smallest_proof(game: Game[Any, Any]) -> tuple[int, int]:
    """Nodes and leaves of the smallest proof, by trying every pair of plans."""

    def plans(s: Any, side: int) -> list[tuple[frozenset[Any], float]]:
        """Each plan of `side`: the states it can come to, and what it is sure of."""
        if game.is_terminal(s):
            return [(frozenset([s]), game.utility(s))]
        below = [plans(game.result(s, a), side) for a in game.actions(s)]
        if game.to_move(s) == side:
            return [(seen | {s}, value) for options in below for seen, value in options]
        worst = min if side == MAX else max
        return [
            (frozenset([s]).union(*(seen for seen, _ in chosen)), worst(v for _, v in chosen))
            for chosen in product(*below)
        ]

    value = outplay.minimax(game, speed="python").value
    lower = [seen for seen, sure in plans(game.initial(), 1) if sure == value]
    upper = [seen for seen, sure in plans(game.initial(), -1) if sure == value]
    together = [one | other for one in lower for other in upper]
    leaves = min(sum(game.is_terminal(s) for s in seen) for seen in together)
    return min(map(len, together)), leaves


@pytest.mark.parametrize("seed", range(60))
def test_the_smallest_proof_is_the_smallest(seed: int) -> None:
    random = Random(seed)
    game = Game.from_tree(random_tree(random, random.randint(0, 3), uneven=seed % 2 == 0))
    root = full_tree(game, game.initial(), None)
    assert root is not None
    assert (least_nodes(root), least_leaves(root)) == smallest_proof(game)


@pytest.mark.parametrize("seed", range(40))
def test_no_order_beats_the_smallest_proof(seed: int) -> None:
    random = Random(seed)
    game = outplay.load(
        "random-tree",
        branch=random.randint(1, 4),
        depth=random.randint(1, 5),
        seed=seed,
        vary=bool(seed % 2),
        early=0.2 * (seed % 3),
        values=(-3, 3),
        root=random.choice((1, -1)),
    )
    root = full_tree(game, game.initial(), None)
    assert root is not None
    assert root.value == outplay.minimax(game, speed="python").value
    for order in (0, 1, 2):
        r = outplay.alphabeta(game, order="random", seed=order, speed="python")
        assert r.nodes >= least_nodes(root)
        assert r.counts["leaves"] >= least_leaves(root)
    best = outplay.alphabeta(OrderedTree(root), speed="python")
    assert best.value == root.value
    assert best.nodes >= least_nodes(root)
    worst = outplay.alphabeta(OrderedTree(root, best_first=False), speed="python")
    assert worst.value == root.value


@pytest.mark.parametrize(("branch", "depth"), [(1, 4), (2, 6), (3, 5), (4, 4), (5, 3), (7, 1)])
@pytest.mark.parametrize("values", [(-100, 100), (0, 1)])
def test_in_uniform_trees_it_is_knuth_and_moores(
    branch: int, depth: int, values: tuple[int, int]
) -> None:
    game = outplay.load("random-tree", branch=branch, depth=depth, values=values)
    root = full_tree(game, game.initial(), None)
    assert root is not None
    assert (root.branching, root.height) == (branch, depth)
    assert least_leaves(root) == minimal_leaves(branch, depth)
    assert least_nodes(root) == minimal_tree_nodes(branch, depth)
    best = outplay.alphabeta(OrderedTree(root), speed="python")
    assert (best.counts["leaves"], best.nodes) == (least_leaves(root), least_nodes(root))


@pytest.mark.parametrize(
    "tree", [[1, [2, 3]], [[1, 2], [3, 4, 5]], [[[1, 2], [3, 4]], [[1, 2], [3, 4, 5]]]]
)
def test_what_is_not_uniform_is_not_called_so(tree: Any) -> None:
    game = Game.from_tree(tree)
    root = full_tree(game, game.initial(), None)
    assert root is not None and root.branching is None


def test_turns_that_do_not_alternate_are_not_uniform() -> None:
    game = Game.from_functions(
        initial=lambda: (0, 0),
        to_move=lambda s: MAX,
        actions=lambda s: (0, 1),
        result=lambda s, a: (s[0] + 1, 2 * s[1] + a),
        is_terminal=lambda s: s[0] == 3,
        utility=lambda s: s[1],
    )
    root = full_tree(game, game.initial(), None)
    assert root is not None and root.branching is None
    assert least_leaves(root) == 8  # MAX alone: nothing can be left out


def test_a_large_tree_is_not_kept() -> None:
    assert full_tree(TIC, TIC.initial(), None, most=1000) is None


# --- nodes by depth ---------------------------------------------------------------------------


def test_rows_are_what_the_searches_say() -> None:
    b = nodes_by_depth(TIC, depths=[4, 1, 3], algorithms=["minimax", "alphabeta+strict"])
    assert [(row["depth"], row["algorithm"]) for row in b.rows if row["cuts"] is not None] == [
        (d, name) for d in (1, 3, 4) for name in ("minimax", "alphabeta+strict")
    ]
    for row in b.rows:
        if row["algorithm"] == "alphabeta+strict":
            r = outplay.alphabeta(TIC, depth=row["depth"], strict=True)
            cuts = r.counts.get("cuts", 0)
            assert (row["nodes"], row["cuts"], row["value"]) == (r.nodes, cuts, r.value)
            assert row["value_bound"] == "~"
    assert "cut on >, fail-soft" in str(b)


def test_effective_branching_of_a_uniform_tree_is_its_branching() -> None:
    game = outplay.load("random-tree", branch=3, depth=5)
    for row in nodes_by_depth(game, depths=range(1, 6), algorithms=["minimax"]).rows:
        if row["algorithm"] == "minimax":
            assert row["effective_branching"] == pytest.approx(3, abs=1e-3)
            assert row["root_of_nodes"] == pytest.approx(row["nodes"] ** (1 / row["depth"]), 1e-3)


def test_a_formula_stands_in_where_the_tree_is_too_large() -> None:
    game = outplay.load("random-tree", branch=3, depth=4)
    counted = nodes_by_depth(game, depths=range(1, 5))
    stated = nodes_by_depth(game, depths=range(1, 5), branching=3)
    assert counted.rows == stated.rows
    with pytest.raises(UsageError, match="not 4"):
        nodes_by_depth(game, branching=4)
    with pytest.raises(UsageError, match="91 nodes, and there are 82"):
        nodes_by_depth(TIC, depths=[2], branching=9)


def test_a_run_that_is_stopped_says_at_least() -> None:
    b = nodes_by_depth(TIC, depths=range(1, 5), algorithms=["minimax", "alphabeta"], nodes=300)
    own = [row for row in b.rows if row["algorithm"] == "minimax"]
    assert [(row["depth"], row["bound"], row["nodes"]) for row in own] == [
        (1, "=", 10),
        (2, "=", 82),
        (3, ">=", 300),
    ]
    assert own[-1]["value"] is None
    assert "minimax was stopped at depth 3 by its limit of nodes" in b.notes
    assert "≥ 300" in str(b)


def test_games_of_chance_have_their_own_searches() -> None:
    b = nodes_by_depth(outplay.load("pig"), depths=range(1, 5))
    names = {row["algorithm"] for row in b.rows}
    assert names == {"expectiminimax", "star1", "star2"}
    by = {(row["algorithm"], row["depth"]): row for row in b.rows}
    assert by["star1", 4]["value"] == pytest.approx(by["expectiminimax", 4]["value"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"depths": []}, "No depths"),
        ({"depths": [0]}, "not 0"),
        ({"depths": [True]}, "not True"),
        ({"algorithms": []}, "No algorithms were given"),
        ({"algorithms": "minimax"}, "a list of names"),
        ({"algorithms": ["engine"]}, "no algorithm called 'engine'"),
        ({"algorithms": ["minimax+speed"]}, "after \\+ comes one of"),
        ({"algorithms": ["minimax+strict"]}, "minimax has no option 'strict'"),
        ({"state": TIC.play(["a1", "a2", "b1", "b2", "c1"])}, "The game is over"),
    ],
)
def test_nonsense_is_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        nodes_by_depth(TIC, **asked)


# --- order ------------------------------------------------------------------------------------


def test_orders_against_the_least() -> None:
    game = outplay.load("random-tree", branch=3, depth=5)
    b = order_effect(game, depth=5, seeds=range(5))
    rows = {row["order"]: row for row in b.rows}
    assert set(rows) == {"given", "random", "best first", "worst first"}
    assert rows["best first"]["leaves"] == minimal_leaves(3, 5)
    assert rows["best first"]["times_least"] == 1
    assert rows["best first"]["first_cut_share"] == 1
    seeds = [
        outplay.order_report(outplay.alphabeta(game, depth=5, order="random", seed=s)).leaves
        for s in range(5)
    ]
    random = rows["random"]
    assert (random["leaves_min"], random["leaves_max"]) == (min(seeds), max(seeds))
    assert random["leaves"] == pytest.approx(sum(seeds) / 5)
    assert "Knuth and Moore" in str(b)


def test_priority_is_tried_where_there_is_one() -> None:
    rows = {row["order"]: row for row in order_effect(TIC, depth=4, seeds=[1]).rows}
    assert rows["best first"]["leaves"] <= rows["priority"]["leaves"] < rows["given"]["leaves"]


def test_runs_that_saw_no_leaf_are_drawn_too() -> None:
    b = order_effect(TIC, depth=6, seeds=[0], nodes=1)
    assert {row["bound"] for row in b.rows} == {">="}
    assert b.svg().startswith("<svg")


def test_ctrl_c_ends_all_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []

    def interrupted(*args: Any, **options: Any) -> outplay.Result:
        runs.append(options)
        return replace(outplay.alphabeta(TIC, depth=1), stopped_by="interrupt")

    for module in ("orders", "runs"):
        monkeypatch.setattr(f"outplay.explain.behaviour.{module}.analyse", interrupted)
    with pytest.raises(KeyboardInterrupt):
        order_effect(TIC, depth=3)
    with pytest.raises(KeyboardInterrupt):
        value_by_move(TIC, "b2 b1")
    assert len(runs) == 2
    b = nodes_by_depth(TIC, depths=[1, 2])  # keeps what it has
    assert len(runs) == 3 and len(b.rows) == 1
    assert "stopped at depth 1 by Ctrl-C" in str(b)


def test_orders_that_cannot_be() -> None:
    with pytest.raises(UnfitGame):
        order_effect(outplay.load("pig"), depth=2)
    with pytest.raises(UsageError, match="seed"):
        order_effect(TIC, depth=2, seeds=[])
    with pytest.raises(UsageError, match="depth"):
        order_effect(TIC, depth=0)


# --- values by move ---------------------------------------------------------------------------


def test_values_of_a_game() -> None:
    b = value_by_move(TIC, "b2 b1 a1 c3 a3", speed="python")
    assert [row["value"] for row in b.rows] == [0, 0, 1, 1, 1, 1]  # 2: an edge loses
    assert {row["bound"] for row in b.rows} == {"="}
    assert [row["move"] for row in b.rows] == ["", "b2", "b1", "a1", "c3", "a3"]
    actions, s = [], TIC.initial()
    for move in ("b2", "b1", "a1", "c3", "a3"):
        actions.append(TIC.parse_action(s, move))
        s = TIC.result(s, actions[-1])
    assert value_by_move(TIC, actions, speed="python") == b


@pytest.mark.parametrize("record", ["b2 b2", ["b2", 99], "a1 a2 b1 b2 c1 c2"])
def test_a_record_with_a_wrong_move(record: Any) -> None:
    with pytest.raises(IllegalAction, match=r"Move [26]"):
        value_by_move(TIC, record, depth=1, speed="python")


# --- every one of them --------------------------------------------------------------------------


def test_results_as_data() -> None:
    for b in (
        nodes_by_depth(TIC, depths=[1, 2]),
        order_effect(TIC, depth=2, seeds=[0, 1]),
        value_by_move(TIC, "b2", speed="python"),
    ):
        rows = list(csv.DictReader(io.StringIO(b.to_csv())))
        assert len(rows) == len(b.rows) == len(b.as_dict()["rows"])
        assert list(rows[0]) == list(b.rows[0])
        assert json.loads(b.to_json()) == b.as_dict()
        assert b.svg() == b._repr_svg_() and b.svg().startswith("<svg")
        assert str(b).startswith(b.title)


def test_without_matplotlib_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(UsageError, match=r"outplay\[plots\]"):
        nodes_by_depth(TIC, depths=[1]).plot()


def test_matplotlib_draws_the_same_points() -> None:
    pytest.importorskip("matplotlib")
    b = nodes_by_depth(TIC, depths=[1, 2, 3])
    assert isinstance(b.chart, LineChart)
    (axes,) = b.plot().axes
    drawn = {tuple(map(float, line.get_ydata())) for line in axes.lines}
    for series in b.chart.series:
        assert tuple(float(point.y) for point in series.points) in drawn
    (bars,) = order_effect(TIC, depth=3, seeds=[0, 1]).plot().axes
    assert len(bars.patches) == 5
