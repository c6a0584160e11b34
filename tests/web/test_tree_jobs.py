"""The jobs `tree` and `open`: what the page draws and replays is what the search did."""

from __future__ import annotations

import math
import random
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from outplay import Game, load
from outplay.errors import OutplayError, UsageError
from outplay.explain.draw.svg_text import wide
from outplay.explain.trace import CUT, UPDATE, trace
from outplay.explain.tree import FOLDED, SKIPPED, VISITED, tree_of_trace
from outplay.games.tree import Chance, Tree
from outplay.web.jobs.tree_data import short
from outplay.web.jobs.tree_request import CONVENTIONS, MOST_LEAVES, written
from outplay.web.jobs.trees import MOST_DRAWN, open_part, tree
from outplay.web.worker import JobContext

AIMA = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
LATE = {"game": "tic-tac-toe", "moves": ["b2", "a1", "c1", "a3", "a2", "c2"]}


def asked(**fields: Any) -> dict[str, Any]:
    context = JobContext()
    context.begin(1, 20)
    return tree(context, fields, lambda _: None)


def opened(**fields: Any) -> dict[str, Any]:
    context = JobContext()
    context.begin(1, 20)
    return open_part(context, fields, lambda _: None)


def replayed(data: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What js/tree/replay.js works out: the state of each node after `count` steps."""
    states: list[dict[str, Any]] = [
        {"status": "unseen", "value": "", "sign": "", "alpha": "", "beta": ""}
        for _ in data["nodes"]
    ]
    for step in data["steps"][:count]:
        state = states[step["node"]]
        if "alpha" in step:
            state |= {"alpha": step["alpha"], "beta": step["beta"]}
        if step["kind"] == "enter":
            state |= {"status": "open", "value": "", "sign": ""}
        elif step["kind"] == "update":
            state["value"] = step["best"]
        elif step["kind"] == "cut":
            for child in step["skipped"]:
                states[child]["status"] = "skipped"
        else:
            state |= {"status": "done", "value": step["value"], "sign": step["sign"]}
    return states


def random_tree(dice: random.Random, depth: int, chance: bool) -> Any:
    if depth == 0 or dice.random() < 0.15:
        return dice.choice([dice.randint(-9, 9), dice.randint(0, 40) / 4])
    children = [random_tree(dice, depth - 1, chance) for _ in range(dice.randint(1, 3))]
    if chance and dice.random() < 0.35:
        shares = [dice.randint(1, 4) for _ in children]
        return Chance(*[(n / sum(shares), c) for n, c in zip(shares, children, strict=True)])
    return children


# --- the textbook's tree --------------------------------------------------------------------------


def test_the_cut_of_4_and_6() -> None:
    data = asked(tree=AIMA)
    (cut,) = [step for step in data["steps"] if step["kind"] == "cut" and step["left"]]
    assert data["nodes"][cut["node"]]["name"] == "2"
    assert [data["nodes"][n]["value"] for n in cut["skipped"]] == ["4", "6"]
    assert "MIN already holds 2 here, MAX has 3 elsewhere; skipped: 2, 3" in cut["text"]
    assert [data["code"][line].strip() for line in cut["lines"]] == ["if v ≤ α: skip the rest"]
    assert data["value"] == "= 3"


def test_an_edited_leaf_makes_the_cut_go() -> None:
    data = asked(tree=AIMA)
    (leaf,) = [node for node in data["nodes"] if node["name"] == "2.1"]
    start, end = leaf["span"]
    text = data["literal"]
    assert text[start:end] == "2"
    again = asked(tree=f"{text[:start]}7{text[end:]}")
    assert again["literal"] == "[[3, 12, 8], [7, 4, 6], [14, 5, 2]]"
    assert again["value"] == "= 4"
    assert again["counts"]["skipped"] == 0


@pytest.mark.parametrize("text", [AIMA, "[Chance((1/3, [2, 4]), (2/3, 7)), -5]", "7", "[0.5, 1e3]"])
def test_spans_are_where_leaves_stand(text: str) -> None:
    game = Tree(text)
    literal, spans = written(game.root.node)
    assert written(Tree(literal).root.node)[0] == literal
    for name, (start, end) in spans.items():
        state = game.parse_state(name)
        assert float(literal[start:end]) == game.utility(state)


def test_conventions_differ_on_equal_values() -> None:
    found = {name: asked(tree="[[3, 5], [3, 9]]", convention=name) for name in CONVENTIONS}
    assert found["aima"]["counts"]["skipped"] == 1
    assert found["cs188"]["counts"]["skipped"] == 0
    assert any("v > β" in line for line in found["cs188"]["code"])
    assert any("v ≥ β" in line for line in found["aima"]["code"])
    assert found["hard"]["code"][-1] != found["aima"]["code"][-1]
    assert "fail-hard" in found["hard-strict"]["convention"]


def test_the_window_narrows_unless_a_cut_follows() -> None:
    data = asked(tree=AIMA)
    code = data["code"]
    for step, after in pairwise(data["steps"]):
        if step["kind"] != "update":
            continue
        narrows = any("α ← max" in code[at] or "β ← min" in code[at] for at in step["lines"])
        cuts = after["kind"] == "cut" and after["node"] == step["node"]
        assert narrows != cuts


# --- against the trace ----------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax", "negamax"])
@pytest.mark.parametrize("seed", range(12))
def test_replay_is_the_trace(algorithm: str, seed: int) -> None:
    dice = random.Random(seed)
    convention = dice.choice(list(CONVENTIONS))
    order = dice.choice(["given", "random"])
    plain = [random_tree(dice, 4, False), random_tree(dice, 3, False)]
    _compare(plain, algorithm, convention, order, seed)


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2"])
@pytest.mark.parametrize("seed", range(8))
def test_replay_is_the_trace_with_chance(algorithm: str, seed: int) -> None:
    dice = random.Random(100 + seed)
    _compare([random_tree(dice, 4, True), Chance((1, [1, 2]))], algorithm, "aima", "given", seed)


def _compare(literal: Any, algorithm: str, convention: str, order: str, seed: int) -> None:
    game = Game.from_tree(literal)
    text = written(game.initial().node)[0]
    data = asked(tree=text, algorithm=algorithm, convention=convention, order=order, seed=seed)
    options: dict[str, Any] = {"order": order}
    if order == "random":
        options["seed"] = seed
    if algorithm == "alphabeta":
        course = CONVENTIONS[convention]
        options |= {"strict": course.strict, "fail_soft": course.fail_soft}
    function = algorithm
    if algorithm.startswith("star"):
        function, options["pruning"] = "expectiminimax", algorithm
    found = trace(Game.from_tree(literal), algorithm=function, **options)
    names = [node["name"] for node in data["nodes"]]
    assert len(data["steps"]) == len(found.steps)
    for step, told in zip(found.steps, data["steps"], strict=True):
        assert (told["kind"], names[told["node"]]) == (step.kind, step.name)
        if step.value is not None and step.bound is not None:
            assert (told["value"], told["sign"]) == (short(step.value), step.bound.sign)
        if step.kind == UPDATE:
            assert step.best is not None
            assert told["best"] == short(step.best)
        if step.kind == CUT:
            assert told["left"] == len(step.skipped) == len(told["skipped"])
        assert told["lines"]
        assert all(line < len(data["code"]) for line in told["lines"])
    # At the end every node is as the tree has it; on the way each step shows what it says.
    drawn = {tree_of.name(node): node for tree_of in [tree_of_trace(found)] for node in tree_of}
    for name, state in zip(names, replayed(data, len(data["steps"])), strict=True):
        node = drawn[name]
        assert (state["status"] == "done") == (node.status == VISITED)
        assert (state["status"] == "skipped") == (node.status == SKIPPED)
        if node.status == VISITED:
            assert node.value is not None and node.bound is not None
            assert (state["value"], state["sign"]) == (short(node.value), node.bound.sign)
    for count, step in enumerate(data["steps"], start=1):
        state = replayed(data, count)[step["node"]]
        assert state["value"] == step.get("best", step.get("value", "")) or step["kind"] == "cut"


# --- places ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields", [{"tree": AIMA}, {"spot": LATE}, {"spot": {"game": "tic-tac-toe"}, "depth": "all"}]
)
def test_nodes_do_not_overlap_and_what_is_written_at_any_step_fits(fields: dict[str, Any]) -> None:
    data = asked(**fields)
    root = ElementTree.fromstring(data["svg"])
    groups = [group for group in root if (group.get("class") or "").startswith("node ")]
    assert len(groups) == len(data["nodes"])
    sides = [sides_of(group) for group in groups]
    plies: dict[int, list[int]] = {}
    for number, (node, (left, right)) in enumerate(zip(data["nodes"], sides, strict=True)):
        assert node["parent"] is None if number == 0 else node["parent"] < number
        assert 0 <= left < right <= float(root.get("width") or 0)
        plies.setdefault(node["ply"], []).append(number)
    for ply in plies.values():
        for one, other in pairwise(ply):
            assert sides[one][1] <= sides[other][0] + 0.2
    for count in range(1, len(data["steps"]) + 1):
        states = replayed(data, count)
        for state, (left, right) in zip(states, sides, strict=True):
            assert wide(f"= {state['value']}", 14) <= right - left
        for ply in plies.values():
            ends = -math.inf
            for number in ply:
                window = f"({states[number]['alpha']}, {states[number]['beta']})"
                half, middle = wide(window, 11) / 2, sum(sides[number]) / 2
                if states[number]["alpha"] and data["nodes"][number]["shape"] != "end":
                    assert ends <= middle - half + 0.2
                    ends = middle + half


def sides_of(group: ElementTree.Element) -> tuple[float, float]:
    """From where to where an outline goes."""
    shape = next(part for part in group if part.get("class") == "shape")
    if shape.tag.endswith("rect"):
        left = float(shape.get("x") or 0)
        return left, left + float(shape.get("width") or 0)
    x, xs = 0.0, []
    for letter, numbers in re.findall(r"([Mlhqta])([-\d. ]*)", shape.get("d") or ""):
        values = [float(number) for number in numbers.split()]
        x += values[0] if letter in "Mlht" else values[-2]
        xs.append(x)
    return min(xs), max(xs)


def test_numbers_fit() -> None:
    assert [short(v) for v in (3, -2.0, 1 / 24, math.inf, -math.inf)] == [
        "3",
        "−2",
        "0.0417",
        "∞",
        "−∞",
    ]


# --- games ----------------------------------------------------------------------------------------


def test_a_late_position_is_searched_to_its_end() -> None:
    data = asked(spot=LATE)
    assert data["depth"] is None
    assert data["literal"] is None
    assert data["steps"] and not data["notices"]
    assert data["algorithms"] == ["minimax", "negamax", "alphabeta", "expectiminimax", "engine"]


def test_an_early_one_is_searched_two_plies_deep() -> None:
    data = asked(spot={"game": "tic-tac-toe"})
    assert data["depth"] == 2
    assert max(node["ply"] for node in data["nodes"]) == 2
    assert "2 plies deep" in data["notices"][0]


def test_what_is_crowded_is_counted() -> None:
    data = asked(spot={"game": "connect-four", "with": {"width": 7, "height": 6}}, depth=3)
    assert data["counts"]["skipped"] == 0
    cuts = [step for step in data["steps"] if step["kind"] == "cut" and step["left"]]
    assert cuts and all(step["skipped"] == [] for step in cuts)


def test_a_large_search_is_a_skeleton_whose_folds_open() -> None:
    whole = asked(spot={"game": "tic-tac-toe"}, depth="all")
    assert whole["skeleton"] and not whole["steps"]
    assert "18,297 nodes" in whole["notices"][0]
    assert len(whole["nodes"]) < MOST_DRAWN
    fold = next(node for node in whole["nodes"] if node["status"] == FOLDED)
    above = whole["nodes"][fold["parent"]]
    path: list[str] = []
    while above["parent"] is not None:
        path.insert(0, above["edge"])
        above = whole["nodes"][above["parent"]]
    more = opened(spot={"game": "tic-tac-toe"}, depth="all", open=[path])
    assert len(more["nodes"]) > len(whole["nodes"])
    assert any(node.get("replayed") for node in more["nodes"])


def test_python_lines_make_the_same_tree(capsys: pytest.CaptureFixture[str]) -> None:
    for fields in (
        {"tree": AIMA},
        {"tree": "[Chance((1/3, [2, 4]), (2/3, 7)), -5]", "root": "min", "algorithm": "star2"},
        {"spot": LATE, "convention": "cs188", "order": "random", "seed": 4},
        {"spot": {"game": "tic-tac-toe"}, "depth": "all", "open": [["a1"]]},
    ):
        data = asked(**fields)
        space: dict[str, Any] = {}
        exec(data["python"], space)
        assert space["tree"].title() == data["title"]
        assert len(space["tree"]) == len(data["nodes"])
        assert str(space["tree"]) in capsys.readouterr().out
        assert asked(**fields, want="drawings")["text"] == space["tree"].text()


def test_drawings() -> None:
    found = asked(tree=AIMA, want="drawings")
    assert found["svg"].startswith("<svg")
    assert "skipped" in found["text"]


def test_the_game_called_tree_is_a_literal_one() -> None:
    data = asked(spot={"game": "tree", "with": {"tree": [[1, 2], [3, 4]]}, "moves": ["2"]})
    assert data["literal"] == "[3, 4]"
    assert data["root"] == "min"
    assert data["value"] == "= 3"


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"tree": 7}, "must be a text"),
        ({"tree": "[[3, 'x']]"}, "not part of a tree"),
        ({"tree": "__import__('os')"}, "not part of a tree"),
        ({"tree": "[" * 5000}, "tree"),
        ({"tree": "[" * 60 + "1" + "]" * 60}, "levels"),
        ({"tree": str([1] * (MOST_LEAVES + 1))}, "leaves"),
        ({"tree": "x" * 50_000}, "characters"),
        ({"tree": AIMA, "root": "both"}, "root must be one of max, min"),
        ({"tree": AIMA, "algorithm": "magic"}, "algorithm must be one of"),
        ({"tree": AIMA, "algorithm": "engine"}, "literal trees"),
        ({"tree": AIMA, "convention": []}, "convention must be one of"),
        ({"tree": AIMA, "order": "priority"}, "priority"),
        ({"tree": AIMA, "seed": -1}, "seed must be"),
        ({"tree": AIMA, "depth": 4000}, "depth must be"),
        ({"tree": AIMA, "depth": True}, "depth must be"),
        ({"tree": AIMA, "open": [["1"]]}, "Nothing is folded"),
        ({"tree": AIMA, "open": "1"}, "open must be"),
        ({"tree": AIMA, "want": "exe"}, "want must be"),
        ({"tree": "[Chance((0.5, 1), (0.5, 2)), 3]", "algorithm": "alphabeta"}, "chance"),
        ({"spot": {"game": "chess"}, "depth": "all"}, "depth"),
        ({"spot": {"game": "no-such-game"}}, "no game called"),
        ({"spot": {"game": "tic-tac-toe", "moves": ["z9"]}}, "z9"),
        ({"spot": {"game": "tic-tac-toe"}, "depth": "all", "open": [["z9"]]}, "z9"),
        ({"spot": {"game": "tic-tac-toe"}, "depth": "all", "open": [[]] * 13}, "At most"),
        ({}, "game"),
    ],
)
def test_refused_in_a_sentence(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(OutplayError) as caught:
        asked(**fields)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 700


def test_open_needs_a_node() -> None:
    with pytest.raises(UsageError, match="at least one folded node"):
        opened(tree=AIMA)


def test_rules_that_raise_become_a_sentence() -> None:
    class Rude(type(load("tic-tac-toe"))):  # type: ignore[misc]
        def result(self, s: Any, a: Any) -> Any:
            raise KeyError("oops")

    context = JobContext()
    context.begin(1, 20)
    context.game = lambda key, parameters=None: Rude()  # type: ignore[method-assign]
    with pytest.raises(OutplayError, match="oops"):
        tree(context, {"spot": {"game": "rude"}}, lambda _: None)
