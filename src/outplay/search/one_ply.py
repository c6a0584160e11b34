"""One ply: where the moves of the root lead to, and the utility or estimate there; nothing else.

A search with a time limit knows at least this of every move when it answers. Where rules are so
slow, or moves so many, that one ply takes a good part of the time, it is looked at before anything
else is prepared. Elsewhere the search comes further than that by itself, and only moves that it has
not come to are looked at, when its time is over.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass

from outplay.copies import checked_result, with_copies
from outplay.game import AnyGame
from outplay.native.layout import Stop
from outplay.native.state import Value
from outplay.search import supervise

LARGE = 0.1
"""The part of the time from which on a ply is looked at before anything else."""

_answered: ContextVar[bool] = ContextVar("answered", default=False)


@contextlib.contextmanager
def answered(has_answer: bool) -> Iterator[None]:
    """Within it, no search looks at moves that it has not come to, if its caller has an answer."""
    token = _answered.set(has_answer)
    try:
        yield
    finally:
        _answered.reset(token)


def is_answered() -> bool:
    """Has the caller of this search an answer already?"""
    return _answered.get()


@dataclass(frozen=True)
class Seen:
    """Where a move leads to."""

    state: object
    over: bool
    """Is the game over there?"""
    value: Value
    """The utility if it is, else an estimate; from MAX's side."""


class OnePlySearch:
    """What one ply shows, as far as it was looked at."""

    def __init__(
        self,
        game: AnyGame,
        state: object,
        actions: Sequence[object],
        evaluate: Callable[..., Value] | None = None,
    ) -> None:
        self.game, self.state, self.actions = game, state, actions
        self.result = checked_result(game, self)
        self._evaluate = with_copies(game, evaluate) or game.evaluate
        self._seen: dict[int, Seen] = {}
        self.interrupted = False
        """Did Ctrl-C end it?"""

    def at(self, number: int) -> Seen | None:
        """Where that action leads to, if it was looked at."""
        return self._seen.get(number)

    def hurry(self, seconds: float, halted: Callable[[], bool] = lambda: False) -> None:
        """Looks at all actions now, if that takes a good part of these `seconds`."""
        start = time.perf_counter()
        if not halted():
            self._look(0)
        if (time.perf_counter() - start) * len(self.actions) > LARGE * seconds:
            self.look(range(len(self.actions)), halted)

    def look(self, numbers: Iterable[int], halted: Callable[[], bool] = lambda: False) -> None:
        """Looks at these actions, unless it is `halted` or Ctrl-C comes in between."""
        stopped: list[bool] = []

        def work() -> None:
            for number in numbers:
                if stopped or halted():
                    raise Stop
                self._look(number)

        if supervise.python(work, lambda: stopped.append(True), None) == "interrupt":
            self.interrupted = True

    def _look(self, number: int) -> None:
        if number in self._seen:
            return
        game = self.game
        t = self.result(self.state, self.actions[number])
        over = bool(game.is_terminal(t))
        self._seen[number] = Seen(t, over, game.utility(t) if over else self._evaluate(t))
