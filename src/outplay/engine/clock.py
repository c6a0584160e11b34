"""How long to think about a move: a fixed time, or a share of what the clock shows."""

from __future__ import annotations

from dataclasses import dataclass

from outplay.errors import UsageError
from outplay.parameters import is_finite, whole_number
from outplay.search.supervise import MARGIN, Deadline

MOVES_TO_GO = 18
"""Into how many parts the time that is left is cut, where no more comes sooner.

A part is seldom used up, since no iteration is begun that would not be finished.
"""

STEADY = (0.8, 0.6, 0.5, 0.45, 0.4)
"""The share of the part after which nothing is begun any more, by how many iterations in a row
had the same best move."""


@dataclass(frozen=True)
class Clock:
    """A player's clock: what is left, what is added after each move, moves until more comes."""

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("remaining", self.remaining), ("increment", self.increment)):
            if not is_finite(value) or value < 0:
                raise UsageError(f"{name} must be a number of seconds from 0 up, not {value!r}.")
        if self.moves_to_go is not None:
            whole_number("moves_to_go", self.moves_to_go, 1)

    @property
    def aim(self) -> float:
        """Seconds that this move should take."""
        moves = min(self.moves_to_go or MOVES_TO_GO, MOVES_TO_GO)
        return min(self.remaining / moves + 0.9 * self.increment, self.most)

    @property
    def most(self) -> float:
        """Seconds that it must not pass, whatever happens."""
        left = max(0.0, self.remaining - MARGIN)
        share = 1.0 if self.moves_to_go == 1 else 0.25
        return min(left, share * self.remaining + self.increment)


class Stopwatch(Deadline):
    """Says when to stop, and whether another iteration is worth starting."""

    def __init__(
        self, seconds: float | None, clock: Clock | None, start: float | None = None
    ) -> None:
        super().__init__(seconds, start)
        self._aim: float | None = None
        if clock is not None:
            self.seconds = clock.most if seconds is None else min(seconds, clock.most)
            self._aim = clock.aim

    def go_on(self, steady: int) -> bool:
        """On a clock, an iteration that would not be finished is not begun.

        `steady`: how many iterations in a row had the same best move.
        """
        share = STEADY[min(steady, len(STEADY) - 1)]
        return self._aim is None or self.elapsed() < share * self._aim
