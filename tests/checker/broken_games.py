"""A small game to break, and the failure that the checker then finds."""

from __future__ import annotations

from typing import Any, NamedTuple

import outplay
from outplay import MAX, Failure, Game


class State(NamedTuple):
    left: int
    player: int


class TakeAway(Game[State, int]):
    """Take one or two of six matches; whoever takes the last one wins."""

    def initial(self) -> Any:
        return State(6, MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        return range(1, min(2, s.left) + 1)

    def result(self, s: Any, taken: int) -> Any:
        return State(s.left - taken, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return s.left == 0

    def utility(self, s: Any) -> Any:
        return -s.player


def broken(**rules: Any) -> Game[Any, Any]:
    """Take-away with other rules in place of some."""
    return type("Broken", (TakeAway,), rules)()


def failure(game: Game[Any, Any], **options: Any) -> Failure:
    report = outplay.check(game, native=False, **options)
    assert report.failure is not None, str(report)
    assert report.ok is False
    assert not report
    text = str(report)
    assert report.failure.what in text
    assert "Traceback" not in text
    return report.failure
