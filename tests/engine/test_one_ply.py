"""A search that the clock ends knows every move at least one ply deep, however short its time."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import outplay
from outplay import CHANCE, MAX, MIN, Bound, Engine, Game
from outplay.games.connect_four import ConnectFour
from outplay.search.one_ply import OnePlySearch

State = tuple[int, int, int]


class Plain(Game[State, int]):
    """Seven actions, many plies; it counts what it is asked, and where."""

    WIDTH = 7

    def __init__(self, mover: int = MAX) -> None:
        self.mover = mover
        self.asked: Counter[str] = Counter()
        self.order: list[tuple[str, int]] = []

    def note(self, rule: str, s: State) -> None:
        self.asked[rule] += 1
        self.order.append((rule, s[2]))

    def initial(self) -> State:
        return (0, self.mover, 0)

    def to_move(self, s: State) -> int:
        return s[1]

    def actions(self, s: State) -> list[int]:
        return list(range(self.WIDTH))

    def result(self, s: State, a: int) -> State:
        self.note("result", s)
        return (s[0] * self.WIDTH + a, -s[1], s[2] + 1)

    def is_terminal(self, s: State) -> bool:
        self.note("is_terminal", s)
        return s[2] >= 60

    def utility(self, s: State) -> int:
        return s[0] % 3 - 1

    def evaluate(self, s: State) -> float:
        self.note("evaluate", s)
        return [0.3, -0.2, 0.6, 0.1, -0.7, 0.5, 0.0][s[0] % 7]


class Ordered(Plain):
    """The same, with much that a search could ask before."""

    def priority(self, s: State, a: int) -> int:
        self.note("priority", s)
        return -a

    def symmetries(self, s: State) -> Iterator[State]:
        self.note("symmetries", s)
        yield s

    def key(self, s: State) -> State:
        self.note("key", s)
        return s


ENGINE: dict[str, dict[str, Any]] = {
    "plain": {},
    "lines": {"lines": 3},
    "exact": {"exact": True},
    "best": {"exact": True, "lines": 1},
}


@pytest.mark.parametrize("speed", ["python", "auto", "native"])
@pytest.mark.parametrize("mover", [MAX, MIN])
@pytest.mark.parametrize("asked", ENGINE.values(), ids=ENGINE)
def test_engine(asked: dict[str, Any], mover: int, speed: str) -> None:
    game = Plain(mover)
    result = Engine(game, speed=speed).analyse(time=0, **asked)
    estimates = [game.evaluate(game.result(game.initial(), a)) for a in range(7)]
    assert {move.action: move.value for move in result.moves} == dict(enumerate(estimates))
    best = 2 if mover == MAX else 4
    assert (result.action, result.value, result.line) == (best, estimates[best], (best,))
    assert (result.depth, result.stopped_by, result.nodes) == (1, "time", 8)
    assert {move.bound for move in result.moves} == {result.bound} == {Bound.ESTIMATE}
    assert not result.proven


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "deepening"])
@pytest.mark.parametrize("mover", [MAX, MIN])
def test_textbook(algorithm: str, mover: int) -> None:
    game = Plain(mover)
    result = outplay.analyse(game, algorithm=algorithm, time=0)
    assert sorted(move.action for move in result.moves) == list(range(7))
    assert {move.bound for move in result.moves} == {result.bound} == {Bound.ESTIMATE}
    assert (result.action, result.value) == ((2, 0.6) if mover == MAX else (4, -0.7))
    assert (result.depth, result.stopped_by, result.nodes) == (1, "time", 8)
    # Two looks at most: that of the ply, and one where the search was when its time was over.
    assert game.asked["result"] <= 7 + 2


def test_the_ply_comes_first() -> None:
    """Nothing is ordered, hashed, sampled or played out before; the state of a move is kept."""
    game = Ordered()
    Engine(game).analyse(time=0)
    begun = game.order[game.order.index(("result", 0)) :]
    assert begun[:21] == [("result", 0), ("is_terminal", 1), ("evaluate", 1)] * 7
    assert game.asked["priority"] == 0
    assert game.asked["result"] == 7
    assert max(ply for _, ply in game.order) == 1


def test_slow_rules_are_asked_the_ply_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one ply takes a good part of the time; elsewhere one look is all that is spent."""
    for share, looks in ((0.0, 7), (1e9, 1)):
        monkeypatch.setattr("outplay.search.one_ply.LARGE", share)
        game = Plain()
        seen: list[int] = []
        hurry = OnePlySearch.hurry

        def hurried(
            self: OnePlySearch, *args: Any, seen: list[int] = seen, hurry: Any = hurry
        ) -> None:
            hurry(self, *args)
            seen.append(sum(self.at(number) is not None for number in range(7)))

        with monkeypatch.context() as patch:
            patch.setattr(OnePlySearch, "hurry", hurried)
            Engine(game, speed="python").analyse(time=60, depth=2)
        assert seen == [looks]


def test_nodes_keep_their_meaning() -> None:
    """What a limit of nodes leaves out is not looked at, and not counted."""
    for limits in ({"nodes": 4}, {"nodes": 4, "time": 60}):
        for result in (
            Engine(Plain(), speed="python").analyse(**limits),
            outplay.alphabeta(Plain(), depth=1, speed="python", **limits),
        ):
            assert (result.nodes, result.stopped_by, len(result.moves)) == (4, "nodes", 3)


def test_results_do_not_depend_on_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.search.one_ply.LARGE", 0.0)
    for limits in ({"depth": 3}, {"depth": 3, "time": 60}):
        result = Engine(Plain(), speed="python").analyse(**limits)
        if limits == {"depth": 3}:
            before = result
    assert (before.nodes, before.line, before.counts) == (result.nodes, result.line, result.counts)


class Soon(Plain):
    """Action 5 ends the game."""

    def is_terminal(self, s: State) -> bool:
        return s[2] > 0 and s[0] % 7 == 5

    def utility(self, s: State) -> int:
        return s[1] * self.sign

    sign = -1


@pytest.mark.parametrize("exact", [False, True])
def test_an_end_is_no_estimate(exact: bool) -> None:
    game = Soon()
    result = Engine(game, speed="python").analyse(time=0, exact=exact)
    assert (result.action, result.value, result.distance, result.proven) == (5, 1, 1, True)
    game.sign = 1
    result = Engine(game, speed="python").analyse(time=0, exact=exact)
    assert (result.action, result.value, result.distance, result.proven) == (2, 0.6, None, False)
    (lost,) = [move for move in result.moves if move.action == 5]
    assert (lost.value, lost.bound, lost.distance) == (-1, Bound.EXACT, 1)
    textbook = outplay.alphabeta(game, time=0)
    (lost,) = [move for move in textbook.moves if move.action == 5]
    assert (textbook.action, lost.value, lost.bound) == (2, -1, Bound.EXACT)


class Dice(Plain):
    """Chance moves first: 2 and 4 are likely."""

    def to_move(self, s: State) -> int:
        return CHANCE if s[2] == 0 else s[1]

    def outcomes(self, s: State) -> list[tuple[int, float]]:
        return [(2, 0.5), (4, 0.25), (5, 0.25)]


def test_where_chance_moves_it_is_the_mean_of_all_outcomes() -> None:
    mean = 0.5 * 0.6 - 0.25 * 0.7 + 0.25 * 0.5
    for algorithm in ("engine", "expectiminimax", "deepening"):
        result = outplay.analyse(Dice(), algorithm=algorithm, time=0)
        assert result.value == pytest.approx(mean)
        assert [move.action for move in result.moves] == [2, 4, 5]
        assert (result.action, result.bound) == (None, Bound.ESTIMATE)


def test_only_the_moves_that_were_asked_for() -> None:
    result = Engine(Plain(), speed="python").analyse(time=0, moves=[1, 3])
    assert sorted(move.action for move in result.moves) == [1, 3]
    assert result.action == 3


class Candid(Plain):
    def candidates(self, s: State) -> list[int]:
        return [1, 6]


def test_candidates_of_the_textbook() -> None:
    result = outplay.minimax(Candid(), time=0, candidates=True)
    assert sorted(move.action for move in result.moves) == [1, 6]
    assert result.action == 6


def test_all_of_very_many_moves() -> None:
    wide = type("Wide", (Plain,), {"WIDTH": 65_536})
    for algorithm in ("engine", "deepening"):
        result = outplay.analyse(wide(), algorithm=algorithm, time=0.01)
        assert (result.depth, len(result.moves)) == (1, 65_536)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("algorithm", ["engine", "alphabeta"])
@pytest.mark.parametrize("seconds", [0, 60])
def test_ctrl_c_ends_the_ply_at_once(
    algorithm: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outplay.search.one_ply.LARGE", 0.0)

    class Interrupted(Plain):
        def evaluate(self, s: State) -> float:
            if self.asked["evaluate"] == 3:
                os.kill(os.getpid(), signal.SIGINT)
            return super().evaluate(s)

    game = Interrupted()
    result = outplay.analyse(game, algorithm=algorithm, time=seconds)
    assert result.stopped_by == "interrupt"
    assert sorted(move.action for move in result.moves) == [0, 1, 2, 3]
    assert result.action == 2
    assert game.asked["evaluate"] == 4


def test_a_rule_that_raises_in_the_ply_is_named() -> None:
    class Faulty(Plain):
        def evaluate(self, s: State) -> float:
            if s[0] == 5:
                raise ValueError("five")
            return super().evaluate(s)

    for algorithm in ("engine", "alphabeta"):
        with pytest.raises(outplay.RulesError, match=r"evaluate.*five"):
            outplay.analyse(Faulty(), algorithm=algorithm, time=0)


@pytest.mark.parametrize("exact", [False, True])
def test_native_searches_fill_in_what_they_have_not_come_to(exact: bool) -> None:
    engine = Engine(ConnectFour(), speed="native", memory=1)
    engine.analyse(nodes=10, exact=exact)  # compiled from here on
    result = engine.analyse(time=0, exact=exact)
    assert (result.speed, result.stopped_by) == ("native", "time")
    assert sorted(move.action for move in result.moves) == list(range(7))
    assert result.depth >= 1
    assert all(move.distance is None for move in result.moves)
    textbook = outplay.minimax(ConnectFour(), depth=30, time=0.1, speed="native")
    assert len(textbook.moves) == 7
    assert textbook.stopped_by == "time"
