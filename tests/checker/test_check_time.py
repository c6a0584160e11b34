"""The rule checker when time is short, and when rules do not answer."""

from __future__ import annotations

import itertools
import signal
import sys
import threading
import time
from typing import Any

import pytest
from broken_games import TakeAway, broken
from everyday_games import Columns

import outplay
from outplay.checker import driver, watchdog


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are left after less than a second."""
    for module in (watchdog, driver):
        monkeypatch.setattr(module, "GRACE", 0.2)


def forever(self: Any, s: Any) -> Any:
    while True:
        pass


def stubborn(self: Any, s: Any) -> Any:
    """Goes on whatever is raised in it, a while."""
    for _ in itertools.count():
        try:
            while True:
                pass
        except:  # noqa: E722 - the fault
            stubborn.caught += 1  # type: ignore[attr-defined]
            if stubborn.caught >= 2:  # type: ignore[attr-defined]
                raise


@pytest.mark.parametrize("rule", ["to_move", "actions", "is_terminal", "evaluate", "symmetries"])
def test_a_rule_that_never_answers_is_named(rule: str) -> None:
    report = outplay.check(broken(**{rule: forever}), time=0.2, native=False)
    assert report.failure is not None, str(report)
    assert (report.failure.rule, report.failure.kind) == (rule, "endless")
    assert "had not answered" in report.failure.what
    assert report.failure.position == "(6, 1)"
    assert report.stopped_by == "time"


@pytest.mark.parametrize(
    "rule", ["format_state", "parse_state", "format_action", "parse_action", "show", "gestures"]
)
def test_notation_that_never_answers_is_named(rule: str) -> None:
    def hangs(self: Any, *arguments: Any) -> Any:
        if rule == "gestures":
            return iter(lambda: forever(self, None), 1)
        return forever(self, None)

    report = outplay.check(broken(**{rule: hangs}), time=0.2, native=False)
    assert report.failure is not None, str(report)
    assert (report.failure.rule, report.failure.kind) == (rule, "endless")


def test_notation_that_does_not_answer_far_from_the_start() -> None:
    def format_state(self: Any, s: Any) -> str:
        return forever(self, s) if s.left == 2 else str(tuple(s))

    report = outplay.check(broken(format_state=format_state), time=0.2, native=False)
    assert report.failure is not None
    assert report.failure.rule == "format_state"
    assert report.failure.position == "State(left=2, player=1)"


def test_a_rule_that_catches_everything_is_left_too() -> None:
    stubborn.caught = 0  # type: ignore[attr-defined]
    report = outplay.check(broken(actions=stubborn), time=0.1, native=False)
    assert report.failure is not None
    assert report.failure.rule == "actions"


def test_a_rule_that_never_answers_far_from_the_start() -> None:
    def actions(self: Any, s: Any) -> Any:
        return forever(self, s) if s.left == 2 else TakeAway().actions(s)

    report = outplay.check(broken(actions=actions), time=0.2, native=False)
    assert report.failure is not None
    assert report.failure.moves == ("2", "2")


def test_an_endless_generator_that_is_slow() -> None:
    def actions(self: Any, s: Any) -> Any:
        for n in itertools.count():
            time.sleep(0.001)
            yield n

    report = outplay.check(broken(actions=actions), time=0.1, native=False)
    assert report.failure is not None
    assert (report.failure.rule, report.failure.kind) == ("actions", "endless")


def test_nothing_is_raised_afterwards() -> None:
    before = threading.active_count()
    for _ in range(3):
        outplay.check(broken(to_move=forever), time=0.05, native=False)
    deadline = time.perf_counter() + 0.3
    while time.perf_counter() < deadline:
        pass
    assert threading.active_count() <= before


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_an_interrupt_names_the_rule_that_did_not_answer() -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals come to the main thread")
    threading.Timer(0.6, lambda: signal.raise_signal(signal.SIGINT)).start()
    report = outplay.check(broken(is_terminal=forever), native=False)
    assert report.stopped_by == "interrupt"
    assert report.failure is None
    assert any("`is_terminal` had not answered" in note for note in report.notes)


def test_speeds_are_compared_when_time_is_short() -> None:
    """A game whose lines would use all the time: the comparison comes before the last of them."""
    game = Columns()
    report = outplay.check(game, lines=1_000_000, time=1)
    assert report.stopped_by == "time"
    assert "of the lines" in str(report)
    assert "before" not in report.speed_reason
    simple = outplay.check(TakeAway(), lines=10_000_000, time=1)
    assert simple.speed == "both"
    assert simple.lines < 10_000_000


def test_what_was_not_done_is_said() -> None:
    def slow(self: Any, s: Any) -> Any:
        time.sleep(0.05)
        return s.left == 0

    report = outplay.check(broken(is_terminal=slow), time=0.3)
    assert report.stopped_by == "time"
    text = str(report)
    assert "nearest to the start" in text
    assert "Not at native speed: time ran out" in text
    assert [warning.rule for warning in report.warnings] in ([], ["is_terminal"])


def test_the_same_lines_with_and_without_a_limit() -> None:
    one = outplay.check(TakeAway(), lines=150, native=False)
    two = outplay.check(TakeAway(), lines=150, native=False, time=60)
    assert (one.lines, one.states, one.depth) == (two.lines, two.states, two.depth)
    assert two.stopped_by == "end"
