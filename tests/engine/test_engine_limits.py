"""Limits hold from the call on, whatever is being prepared, however many moves there are."""

from __future__ import annotations

import time
from typing import Any

import pytest

import outplay
from outplay import MAX, Engine, Game, UsageError
from outplay.engine.clock import Stopwatch
from outplay.engine.setup import size_of_wins
from outplay.native.front.constant_types import Typing
from outplay.native.front.joining import Types
from outplay.native.layout import Stop
from outplay.native.sample import Sample

SLACK = 15.0
"""Seconds beyond a limit of a tenth of one: without limits these searches took minutes."""


class Wide(Game[tuple[int, int, int], int]):
    """Thirty thousand actions, three times; it counts how often it is asked what they do."""

    WIDTH = 30_000

    def __init__(self) -> None:
        self.asked = self.listed = 0

    def initial(self) -> tuple[int, int, int]:
        return (0, MAX, 0)

    def to_move(self, s: Any) -> int:
        return s[1]

    def actions(self, s: Any) -> range:
        self.listed += 1
        return range(self.WIDTH)

    def result(self, s: Any, a: int) -> tuple[int, int, int]:
        self.asked += 1
        return ((s[0] * 31 + a) % 1_000_003, -s[1], s[2] + 1)

    def is_terminal(self, s: Any) -> bool:
        return s[2] >= 3

    def utility(self, s: Any) -> int:
        return s[0] % 3 - 1


class Ranked(Wide):
    def priority(self, s: Any, a: int) -> int:
        self.asked += 1
        return a % 7

    def candidates(self, s: Any) -> range:
        return range(self.WIDTH)


@pytest.mark.parametrize("game", [Wide, Ranked])
@pytest.mark.parametrize(
    "asked",
    [{}, {"lines": 3}, {"exact": True}, {"exact": True, "lines": 1}, {"moves": range(25_000)}],
    ids=str,
)
def test_wide_roots_keep_the_time(game: type[Wide], asked: dict[str, Any]) -> None:
    start = time.perf_counter()
    result = Engine(game(), speed="python").analyse(time=0.1, **asked)
    assert time.perf_counter() - start < SLACK
    assert result.stopped_by == "time"
    assert result.action is not None


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "deepening"])
def test_wide_roots_keep_the_time_of_textbook_searches(algorithm: str) -> None:
    start = time.perf_counter()
    result = outplay.analyse(Ranked(), algorithm=algorithm, time=0.1, speed="python")
    assert time.perf_counter() - start < SLACK
    assert result.stopped_by == "time"


def test_a_few_nodes_of_a_wide_root_ask_a_few_times() -> None:
    """Random games, and the moves of the root that are not searched, are not played out."""
    game = Wide()
    Engine(game, speed="python").analyse(nodes=100)
    assert game.asked < 1_000


def test_all_moves_of_a_wide_root_are_solved() -> None:
    """More of them than `lines` may be, where one asks for some."""
    flat = {"is_terminal": lambda self, s: s[2] >= 1, "WIDTH": 12_000}
    game = type("Flat", (Wide,), flat)()
    result = Engine(game, speed="python").analyse(exact=True)
    assert len(result.moves) == game.WIDTH
    assert (result.value, result.proven, result.distance) == (1, True, 1)
    with pytest.raises(UsageError, match="lines must be a whole number from 1 to 10000"):
        Engine(game, speed="python").analyse(exact=True, lines=20_000)


def test_looking_at_how_games_end_obeys_the_time() -> None:
    game = Wide()
    assert size_of_wins(game, game.initial(), lambda: True) == 1
    assert game.asked == 0
    assert size_of_wins(game, game.initial()) == 1
    assert 0 < game.asked < 10  # thirty thousand actions each: that is enough


def test_looking_at_states_obeys_the_time() -> None:
    game = Wide()
    with pytest.raises(Stop):
        Sample(game, game.initial(), lambda: True)
    assert game.asked == 0
    assert str(Sample(game, game.initial()).forms(Typing(Types())).action.t) == "int"
    assert game.listed < 30  # thirty thousand actions each: that is enough


class Slow(Wide):
    """Every question takes a while."""

    WIDTH = 3

    def is_terminal(self, s: Any) -> bool:
        time.sleep(0.002)
        return s[2] >= 60


@pytest.mark.parametrize("speed", ["auto", "native"])
def test_slow_rules_leave_no_time_to_look_at_states(speed: str) -> None:
    """The answer is what was found till then, and nothing is compiled."""
    for result in (
        Engine(Slow(), speed=speed).analyse(time=0.1),
        outplay.alphabeta(Slow(), depth=50, time=0.1, speed=speed),
    ):
        assert (result.stopped_by, result.speed) == ("time", "python")
        over = "the time was over before the rules were looked at"
        assert result.speed_reason in ((over,) if speed == "native" else (over, "a small search"))
        assert result.compile_time == 0
        assert result.action is not None


class Text(Wide):
    """Not native, which is found out by looking at it."""

    WIDTH = 3

    def initial(self) -> Any:
        return ("", MAX, 0)

    def result(self, s: Any, a: int) -> Any:
        return (s[0] + str(a), -s[1], s[2] + 1)

    def is_terminal(self, s: Any) -> bool:
        return s[2] >= 9

    def utility(self, s: Any) -> int:
        return len(set(s[0])) % 3 - 1


def test_the_time_of_compiling_is_never_negative() -> None:
    for limits in ({"time": 0.2}, {"nodes": 3_000}):
        for result in (
            Engine(Text()).analyse(**limits),
            outplay.analyse(Text(), algorithm="minimax", **limits),
        ):
            assert result.speed == "python"
            assert result.compile_time >= 0
            assert result.elapsed >= 0


def test_the_clock_runs_from_the_call_on() -> None:
    watch = Stopwatch(1.0, None, time.perf_counter() - 0.6)
    assert watch.expired(0.5) and not watch.expired()
    assert 0.0 < (watch.left() or 0.0) <= 0.4
    late = Stopwatch(1.0, None, time.perf_counter() - 2)
    assert late.expired() and late.is_late() and late.left() == 0
    assert not Stopwatch(None, None).expired()


@pytest.mark.parametrize("search", ["engine", "alphabeta"])
def test_many_moves_are_put_in_the_same_order_at_both_speeds(search: str) -> None:
    class Sorted(Wide):
        def __init__(self) -> None:
            pass

        def actions(self, s: Any) -> range:
            return range(300)

        def result(self, s: Any, a: int) -> tuple[int, int, int]:
            return ((s[0] * 31 + a) % 1_000_003, -s[1], s[2] + 1)

        def is_terminal(self, s: Any) -> bool:
            return s[2] >= 2

        def utility(self, s: Any) -> int:
            return s[0] % 101

        def priority(self, s: Any, a: int) -> int:
            return (s[0] + a * 37) % 11

    found = []
    for speed in ("python", "native"):
        if search == "engine":
            found.append(Engine(Sorted(), speed=speed).analyse(depth=2))
        else:
            found.append(outplay.alphabeta(Sorted(), order="priority", speed=speed))
    one, two = found
    assert two.speed == "native"
    assert (one.nodes, one.value, one.line) == (two.nodes, two.value, two.line)
    for count in ("leaves", "cuts", "first_cuts"):
        assert one.counts[count] == two.counts[count]
