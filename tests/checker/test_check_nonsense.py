"""Whatever the rules do, the checker answers with a report: never a traceback, never for ever."""

from __future__ import annotations

from typing import Any

import broken_games
import numpy as np
import pytest
from broken_games import State

import outplay
from outplay import MAX, Game
from outplay.game import OPTIONAL, QUESTIONS


class TakeAway(broken_games.TakeAway):
    weights = (1.0,)

    def initial(self) -> Any:
        return State(4, MAX)


class Evil:
    """Raises at whatever one does with it."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    def __bool__(self) -> bool:
        raise RuntimeError("no")

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __len__(self) -> int:
        raise RuntimeError("no")

    def __iter__(self) -> Any:
        raise RuntimeError("no")


NONSENSE: dict[str, Any] = {
    "None": None,
    "nan": float("nan"),
    "inf": float("inf"),
    "huge": 10**400,
    "text": "abc",
    "empty": "",
    "list": [1],
    "nested": [[], {}],
    "dict": {1: 2},
    "array": np.array([1, 2]),
    "object": object(),
    "function": len,
    "class": int,
    "evil": Evil(),
    "complex": 1j,
    "pair": (1, 2),
    "pairs": [(1, 0.5), (2, 0.5)],
    "bytes": b"x",
    "set": {1, "a"},
}

HUMAN = ("format_action", "parse_action", "format_state", "parse_state", "show", "ending")


@pytest.mark.parametrize("rule", [*QUESTIONS, *OPTIONAL, *HUMAN])
def test_any_answer_gives_a_report(rule: str) -> None:
    for name, answer in NONSENSE.items():
        for late in (False, True):
            game = _game(rule, answer, late)
            report = outplay.check(game, lines=10, max_plies=30, native=False)
            assert report.failure is None or report.failure.what, name
            assert str(report)


def _game(rule: str, answer: Any, late: bool) -> Game[Any, Any]:
    """Take-away where one rule answers nonsense, always or only near the end."""
    right = getattr(TakeAway(), rule)

    def wrong(self: Any, *arguments: Any) -> Any:
        s = arguments[0] if arguments else None
        if late and isinstance(s, State) and s.left > 1:
            return right(*arguments) if rule not in OPTIONAL else 0
        return answer

    return type("Wrong", (TakeAway,), {rule: wrong})()


@pytest.mark.parametrize("error", [Exception, SystemExit, MemoryError, StopIteration])
@pytest.mark.parametrize("rule", [*QUESTIONS, *OPTIONAL, *HUMAN])
def test_any_error_gives_a_report(rule: str, error: type[BaseException]) -> None:
    def wrong(self: Any, *arguments: Any) -> Any:
        raise error

    game = type("Raising", (TakeAway,), {rule: wrong})()
    report = outplay.check(game, lines=10, native=False)
    if rule == "outcomes":  # nobody asks: there is no chance in it
        assert report
    else:
        assert report.failure is not None
        assert report.failure.rule == rule
