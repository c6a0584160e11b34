"""A trace says what the search did: every step in its place, every number true."""

from __future__ import annotations

import csv
import io
import json
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from small_trees import Plain, Twins, random_tree
from trace_checks import check

import outplay
from outplay import MAX, Bound, Game, Memory
from outplay.errors import OutplayError, UnfitGame, UsageError
from outplay.explain.trace import CUT, ENTER, LEAF, MOST_STEPS, RETURN, UPDATE, trace
from outplay.explain.tracer import Tracer
from outplay.explain.tree import SKIPPED, VISITED, tree_of_trace
from outplay.games.nim import Nim
from outplay.games.pig import Pig
from outplay.games.tic_tac_toe import TicTacToe
from outplay.native.kernels import Choices
from outplay.search.textbook_search import answer
from outplay.search.view import ordered

INFINITY = math.inf
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


ALPHABETA: list[dict[str, Any]] = [
    {"strict": strict, "fail_soft": fail_soft, "order": order, "memory": memory}
    for strict in (False, True)
    for fail_soft in (False, True)
    for order in ("given", "random")
    for memory in (False, True)
]


@pytest.mark.parametrize("options", ALPHABETA, ids=str)
def test_alphabeta_on_random_trees(options: dict[str, Any]) -> None:
    for seed in range(15):
        game = random_tree(seed)
        for depth in (None, 2, 3):
            found = trace(game, depth=depth, **options)
            check(found, Plain(game, depth), recalls=options["memory"])


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "expectiminimax"])
def test_minimax_on_random_trees(algorithm: str) -> None:
    for seed in range(25):
        game = random_tree(seed)
        for depth in (None, 1, 3):
            found = trace(game, algorithm=algorithm, depth=depth, order="random", seed=seed)
            check(found, Plain(game, depth))
            assert all(step.alpha is None and step.beta is None for step in found.steps)
            assert not found.cuts()


@pytest.mark.parametrize("order", ["given", "random"])
@pytest.mark.parametrize("pruning", ["none", "star1", "star2"])
def test_chance_on_random_trees(pruning: str, order: str) -> None:
    cuts = probe_cuts = 0
    for seed in range(60):
        game = random_tree(seed, 4, chance=True)
        for depth in (None, 3):
            found = trace(
                game, algorithm="expectiminimax", pruning=pruning, depth=depth, order=order
            )
            check(found, Plain(game, depth), probes=pruning == "star2")
            assert found.result is not None
            cuts += len(found.cuts())
            probe_cuts += found.result.counts.get("probe_cuts", 0)
    assert (cuts > 20) == (pruning != "none")
    assert (probe_cuts > 5) == (pruning == "star2")


def test_star_with_a_memory() -> None:
    for seed in range(20):
        game = random_tree(seed, 4, chance=True)
        for pruning in ("none", "star1", "star2"):
            found = trace(game, algorithm="expectiminimax", pruning=pruning, memory=True, depth=3)
            check(found, Plain(game, 3), recalls=True, probes=pruning == "star2")


def test_star2_where_the_cutoff_is_a_function() -> None:
    """It probes only where it goes on; which outcomes these are, the tracer has to know."""

    def cutoff(s: Any, ply: int) -> bool:
        return ply >= 2 and (len(s.path) + sum(s.path)) % 2 == 0

    class Cut(Plain):
        def _of(self, s: Any, ply: int) -> tuple[float, bool]:
            if not self.game.is_terminal(s) and cutoff(s, ply):
                return self.game.evaluate(s), True
            return super()._of(s, ply)

    for seed in range(40):
        game = random_tree(seed, 5, chance=True)
        found = trace(game, algorithm="expectiminimax", pruning="star2", cutoff=cutoff)
        check(found, Cut(game), probes=True)


@pytest.mark.parametrize("order", ["given", "random", "priority"])
@pytest.mark.parametrize("memory", [False, True])
def test_tic_tac_toe(order: str, memory: bool) -> None:
    game = TicTacToe()
    state = game.play(["b2", "a1", "c3"])
    for depth in (None, 3):
        plain = Plain(game, depth)
        for strict in (False, True):
            found = trace(
                game, state, order=order, depth=depth, memory=memory, strict=strict, limit=6_000
            )
            check(found, plain, recalls=memory)


def test_nim_and_pig() -> None:
    nim = Nim((2, 2, 1))
    for algorithm in ("minimax", "negamax", "alphabeta"):
        check(trace(nim, algorithm=algorithm, memory=True), Plain(nim), recalls=True)
        check(trace(nim, algorithm=algorithm), Plain(nim))
    pig = Pig(target=20)
    for pruning in ("none", "star1", "star2"):
        for memory in (False, True):
            found = trace(pig, algorithm="expectiminimax", pruning=pruning, depth=4, memory=memory)
            check(found, Plain(pig, 4), recalls=memory, probes=pruning == "star2")


@pytest.mark.parametrize("order", ["given", "random", "priority"])
def test_two_actions_to_the_same_state(order: str) -> None:
    game = Twins()
    for seed in range(6):
        found = trace(game, order=order, seed=seed)
        check(found, Plain(game))
        check(trace(game, order=order, seed=seed, memory=True), Plain(game), recalls=True)
        for step in found.steps:
            if step.kind == CUT:
                tried = [u.action for u in found.steps if u.kind == UPDATE and u.path == step.path]
                assert sorted([*tried, *step.skipped]) == ["one", "two", "uno"]


def test_skipped_actions_stand_in_the_order_of_the_search() -> None:
    found = trace(Twins(), order="priority")
    assert next(step.skipped for step in found.cuts()) == ("one", "two")


# --- against alpha-beta written once more -----------------------------------------------------


def visits(
    game: Game[Any, Any], order: Callable[[Any], Iterable[Any]], *, strict: bool, fail_soft: bool
) -> tuple[float, list[tuple[Any, ...]]]:
    """The value, and the nodes that alpha-beta visits, in order; from one side, as negamax does."""
    seen: list[tuple[Any, ...]] = []

    def search(s: Any, path: tuple[Any, ...], low: float, high: float) -> float:
        """For MAX; the sign turns everything around for MIN."""
        seen.append(path)
        if game.is_terminal(s):
            return game.utility(s)
        sign = game.to_move(s)
        floor, ceiling = (low, high) if sign == MAX else (-high, -low)
        first = floor
        best = -INFINITY
        for a in order(s):
            window = (floor, ceiling) if sign == MAX else (-ceiling, -floor)
            best = max(best, sign * search(game.result(s, a), (*path, a), *window))
            if best > ceiling or (best == ceiling and not strict):
                break
            floor = max(floor, best)
        if not fail_soft:
            best = min(max(best, first), ceiling)
        return sign * best

    return search(game.initial(), (), -INFINITY, INFINITY), seen


@pytest.mark.parametrize("order", ["given", "random"])
@pytest.mark.parametrize("fail_soft", [False, True])
@pytest.mark.parametrize("strict", [False, True])
def test_the_visited_set_is_that_of_alphabeta(strict: bool, fail_soft: bool, order: str) -> None:
    for seed in range(60):
        game = random_tree(seed, 5)
        found = trace(game, strict=strict, fail_soft=fail_soft, order=order, seed=3)
        value, seen = visits(
            game, ordered(game, Choices(order), 3), strict=strict, fail_soft=fail_soft
        )
        assert [step.path for step in found.steps if step.kind == ENTER] == seen
        assert found.result is not None and found.result.value == value
        tree = tree_of_trace(found)  # with all that was not visited
        assert {node.path for node in tree if node.status == VISITED} == set(seen)
        assert len(tree) == sum(1 for _ in every_path(game, game.initial()))


def every_path(game: Game[Any, Any], s: Any) -> Iterable[Any]:
    yield s
    for a in game.legal(s):
        yield from every_path(game, game.result(s, a))


def test_the_window_of_a_return_is_the_one_at_the_end() -> None:
    found = trace(Game.from_tree(AIMA))
    ends = {s.name: (s.alpha, s.beta) for s in found.steps if s.kind == RETURN}
    assert ends == {"1": (-INFINITY, 3), "2": (3, INFINITY), "3": (3, 5), "root": (3, INFINITY)}


# --- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pruning", ["", "none", "star1", "star2"])
def test_a_trace_can_be_cut_off_anywhere(pruning: str) -> None:
    for seed in (1, 4):
        game = random_tree(seed, 3, chance=bool(pruning))
        options: dict[str, Any] = {}
        if pruning:
            options = {"algorithm": "expectiminimax", "pruning": pruning}
        whole = trace(game, **options)
        for limit in range(1, len(whole) + 2):
            found = trace(game, limit=limit, **options)
            assert found.steps == whole.steps[:limit]
            assert found.truncated == (limit < len(whole))
            check(found, Plain(game), probes=pruning == "star2")
            last = str(found).splitlines()[-1]
            assert last.startswith("… stopped here") == found.truncated
            assert (
                list(csv.DictReader(io.StringIO(found.to_csv())))[-1]["kind"] == "truncated"
            ) == found.truncated
            assert json.loads(found.to_json())["truncated"] == found.truncated
            tree = tree_of_trace(found)
            assert ("the search is longer" in tree.title()) == found.truncated


def test_limits_of_the_search_itself_are_marked_too() -> None:
    found = trace(Game.from_tree(AIMA), nodes=4)
    assert found.truncated
    assert sum(step.kind == ENTER for step in found.steps) == 4
    check(found, Plain(found.game))


def test_a_huge_search_is_cut_off_in_time() -> None:
    began = time.perf_counter()
    found = trace(TicTacToe())
    assert len(found) == MOST_STEPS and found.truncated
    text, data, table = str(found), found.to_json(), found.to_csv()
    assert len(text.splitlines()) == MOST_STEPS + 2
    assert data.count("\n") > MOST_STEPS and table.count("\n") == MOST_STEPS + 2
    assert time.perf_counter() - began < 60  # alone it takes less than one


def test_a_long_line() -> None:
    literal: Any = 7
    for _ in range(1_500):
        literal = [literal]
    found = trace(Game.from_tree(literal))
    assert not found.truncated and found.result is not None
    assert found.result.nodes == 1_501 and found.steps[-1].value == 7
    assert len(tree_of_trace(found)) == 1_501


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectiminimax"])
def test_only_a_root(algorithm: str) -> None:
    leaf = Game.from_tree(5)
    found = trace(leaf, algorithm=algorithm)
    assert [(s.kind, s.value, s.bound) for s in found.steps[1:]] == [(LEAF, 5, Bound.EXACT)]
    assert tree_of_trace(found).root.over
    shallow = trace(Game.from_tree(AIMA), algorithm=algorithm, depth=0)
    assert [s.kind for s in shallow.steps] == [ENTER, LEAF]
    assert shallow.steps[1].bound is Bound.ESTIMATE and not shallow.steps[1].terminal
    cut_off = trace(leaf, algorithm=algorithm, limit=1)
    assert len(cut_off) == 1 and cut_off.truncated
    tree_of_trace(cut_off)


# --- memory -----------------------------------------------------------------------------------


def test_what_is_remembered_says_so() -> None:
    found = trace(Twins(), memory=True)
    recalled = [step for step in found.steps if step.recalled]
    assert found.result is not None
    assert len(recalled) == found.result.counts["hits"] > 0
    assert "(remembered)" in str(found)
    notes = [node.note for node in tree_of_trace(found) if node.note]
    assert notes == ["remembered"] * len(recalled)


def test_an_estimate_out_of_the_memory_stays_one() -> None:
    game = Twins()
    found = trace(game, algorithm="minimax", depth=2, memory=True)
    kinds = {step.bound for step in found.steps if step.recalled}
    assert kinds == {Bound.ESTIMATE}
    # What an earlier search left there may be one: nobody knows.
    memory = Memory()
    trace(game, algorithm="minimax", depth=2, memory=memory)
    again = trace(game, algorithm="minimax", depth=2, memory=memory)
    assert {step.bound for step in again.steps if step.recalled} == {Bound.ESTIMATE}


# --- what is odd, and what is wrong ---------------------------------------------------------


def test_candidates_are_all_that_a_cut_can_skip() -> None:
    class Fewer(Twins):
        def candidates(self, s: tuple[int, int]) -> Iterable[str]:
            return ("one", "two")

    found = trace(Fewer(), candidates=True)
    assert {step.skipped for step in found.cuts()} <= {("two",), ()}
    tree = tree_of_trace(found)
    assert all(node.path[-1] == "two" for node in tree if node.status == SKIPPED)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"algorithm": "magic"}, "algorithm must be one of minimax"),
        ({"limit": 0}, "limit must be a whole number from 1 up, not 0"),
        ({"limit": True}, "limit must be"),
        ({"deep": 3}, "A trace of alphabeta has no option 'deep'"),
        ({"algorithm": "minimax", "strict": True}, "A trace of minimax has no option 'strict'"),
        ({"speed": "native"}, "has no option 'speed'"),
        ({"observer": None}, "has no option 'observer'"),
        ({"order": "best"}, "order must be one of"),
        ({"order": "priority"}, "does not answer priority"),
        ({"depth": -1}, "depth must be"),
        ({"memory": 3}, "memory must be"),
        ({"algorithm": "expectiminimax", "pruning": "star3"}, "pruning must be"),
        ({"algorithm": "expectiminimax", "pruning": "star1", "bounds": 3}, "bounds must be"),
        ({"algorithm": "expectiminimax", "pruning": "star1", "bounds": (0, 1)}, "bounds"),
    ],
)
def test_wrong_options_are_sentences(options: dict[str, Any], part: str) -> None:
    with pytest.raises(OutplayError, match=part):
        trace(Game.from_tree(AIMA), **options)


def test_wrong_games_are_sentences() -> None:
    with pytest.raises(UnfitGame, match="use expectiminimax"):
        trace(random_tree(3, chance=True))
    with pytest.raises(UnfitGame, match="give expectiminimax a depth"):
        trace(Pig(), algorithm="expectiminimax")
    with pytest.raises(UsageError, match="trace needs a Game"):
        trace(5)  # type: ignore[arg-type]
    assert outplay.load("tree").name == "tree"


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("alphabeta", {"order": "priority"}),
        ("alphabeta", {"order": "random", "seed": 5, "depth": 3, "memory": True}),
        ("negamax", {"cutoff": lambda s, ply: ply >= 3, "memory": True}),
        ("expectiminimax", {"pruning": "star2", "bounds": (-1, 1), "order": "random"}),
    ],
    ids=["priority", "random", "cutoff", "star2"],
)
def test_a_search_that_was_done_is_traced_in_the_same_way(
    algorithm: str, options: dict[str, Any]
) -> None:
    """A question that is asked again has the same steps."""
    game = Twins()
    found = trace(game, algorithm=algorithm, **options)
    assert found.result is not None
    question = found.result.question
    memory = question.plan.memory
    plan = replace(question.plan, memory=None if memory is None else memory.another())
    tracer = Tracer(question, MOST_STEPS)
    answer(replace(question, plan=replace(plan, watch=tracer)))
    assert tuple(tracer.steps) == found.steps
