"""The rule checker: cycles, the shortest way to a fault, limits and the call itself."""

from __future__ import annotations

from typing import Any

import pytest
from broken_games import State, TakeAway, broken, failure

import outplay
from outplay import MAX, MIN, Report

# --- cycles ---------------------------------------------------------------------------------


class Ring(TakeAway):
    """Walk around a ring of twelve places, or step out of it at place 3 by 0."""

    def initial(self) -> Any:
        return State(0, MAX)

    def actions(self, s: Any) -> Any:
        return [1, -1, 0] if s.left == 3 else [1, -1]

    def result(self, s: Any, step: int) -> Any:
        return State((s.left + step) % 12 if step else -1, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return s.left == -1


def test_a_position_that_comes_back() -> None:
    found = failure(Ring())
    assert (found.rule, found.kind) == ("may_cycle", "cycle")
    assert found.line == (1, -1)
    assert found.position == "(0, 1)"
    assert "2 plies (1 -1)" in found.what


def test_declared_cycles_are_fine() -> None:
    game = type("DeclaredRing", (Ring,), {"may_cycle": True})()
    report = outplay.check(game, lines=20, max_plies=50, native=False)
    assert report
    assert report.depth == 50
    assert "were cut off at 50 plies" in str(report)


def test_a_cycle_far_from_the_start() -> None:
    def result(self: Any, s: Any, a: int) -> Any:
        if s.left < 2:
            return State(8 if s.left == 0 else 0, s.player)  # nobody notices the end
        return State(s.left - a, s.player)

    game = broken(
        initial=lambda self: State(30, MAX),
        actions=lambda self, s: range(1, min(2, max(1, s.left)) + 1),
        result=result,
        is_terminal=lambda self, s: False,
    )
    found = failure(game)
    assert (found.rule, found.kind) == ("may_cycle", "cycle")
    assert len(found.line) == 16  # eleven by twos to 8, four more to 0, and back to 8


def test_a_line_without_end() -> None:
    game = broken(result=lambda self, s, a: State(s.left + a, -s.player))
    found = failure(game, max_plies=100)
    assert (found.rule, found.kind) == ("is_terminal", "endless")
    assert len(found.line) == 100
    assert "100 plies" in str(found)
    assert len(str(found)) < 500


# --- the shortest way -----------------------------------------------------------------------


class Deep(TakeAway):
    """Wrong only where few matches are left, far from the start."""

    def initial(self) -> Any:
        return State(40, MAX)

    def utility(self, s: Any) -> Any:
        return None


def test_shortest_of_many_lines() -> None:
    found = failure(Deep())
    assert (found.rule, found.line) == ("utility", (2,) * 20)


def test_shortened_where_the_states_are_too_many() -> None:
    class Wide(TakeAway):
        """Colour one of twelve places in one of four colours; red at place 0 breaks it."""

        def initial(self) -> Any:
            return (0,) * 12

        def to_move(self, s: Any) -> int:
            return MAX if s.count(0) % 2 == 0 else MIN

        def actions(self, s: Any) -> Any:
            return [(p, c) for p in range(12) if s[p] == 0 for c in (1, 2, 3, 4)]

        def result(self, s: Any, a: Any) -> Any:
            place, colour = a
            return (*s[:place], colour, *s[place + 1 :])

        def is_terminal(self, s: Any) -> Any:
            if s[0] == 4 and s[1] == 3 and s[2] == 2:
                raise ValueError("a strange flag")
            return 0 not in s

        def utility(self, s: Any) -> Any:
            return 0

    found = failure(Wide())
    assert (found.rule, found.kind) == ("is_terminal", "raises ValueError")
    assert sorted(found.line) == [(0, 4), (1, 3), (2, 2)]


# --- the call -------------------------------------------------------------------------------


def test_misuse() -> None:
    with pytest.raises(outplay.UsageError, match=r"write TakeAway\(\)"):
        outplay.check(TakeAway)  # type: ignore[arg-type]
    with pytest.raises(outplay.UsageError, match="needs a Game, not str"):
        outplay.check("nim")  # type: ignore[arg-type]
    for wrong in ({"lines": -1}, {"max_plies": 0}, {"time": -1}, {"seed": 1.5}, {"lines": True}):
        with pytest.raises(outplay.UsageError):
            outplay.check(TakeAway(), **wrong)


def test_raise_if_failed() -> None:
    report = outplay.check(broken(utility=lambda self, s: None), native=False)
    with pytest.raises(outplay.RulesError, match="`utility` gives None"):
        report.raise_if_failed()


def test_time_limit() -> None:
    report = outplay.check(outplay.load("connect-four"), time=0.2, native=False)
    assert report
    assert report.stopped_by == "time"
    assert report.elapsed < 30
    assert "Time ran out" in str(report)


def test_interrupt_gives_the_report_so_far() -> None:
    def progress(done: int, lines: int) -> None:
        assert lines == 500
        if done == 10:
            raise KeyboardInterrupt

    report = outplay.check(TakeAway(), lines=500, progress=progress)
    assert (report.stopped_by, report.lines, report.speed) == ("interrupt", 10, "python")
    assert "interrupted" in str(report)
    assert "before it got that far" in report.speed_reason


def test_the_function_stays_a_function() -> None:
    assert isinstance(outplay.check(TakeAway(), lines=1, native=False), Report)
    assert callable(outplay.check)
