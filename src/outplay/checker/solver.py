"""Minimax of small positions, to compare promises with."""

from __future__ import annotations

from collections.abc import Hashable

from outplay.asking import Answers, Asker, Fault, answers, next_state
from outplay.checker.questions import identity
from outplay.game import MAX

NODES, TINY = 200, 40
"""States below a position that counts as small, or as tiny."""

ALL = 40_000
"""States that one solver looks at in all: large games have their share, and no more."""


class Solver:
    """The exact values of small positions; None for those that are not small."""

    def __init__(self, ask: Asker) -> None:
        self._ask = ask
        self._values: dict[Hashable, float | None] = {}
        self._open: set[Hashable] = set()
        self._left, self._spent = 0, 0
        self.by_key: dict[object, tuple[float, object]] = {}
        """For each key the first (value, state) that had it."""

    def value(self, s: object, nodes: int = NODES) -> float | None:
        """The minimax value for MAX, chance weighed in; None if unknown or the rules fail."""
        nodes = min(nodes, ALL - self._spent)
        self._left = nodes
        self._open.clear()
        try:
            return self._solve(s)
        except Fault:  # it will be found, and reported, where it is
            return None
        finally:
            self._spent += nodes - max(0, self._left)

    def _solve(self, s: object) -> float | None:
        me = identity(self._ask, s, "result")
        if me in self._values:
            return self._values[me]
        self._left -= 1
        if self._left < 0 or me in self._open:
            return None
        found = answers(self._ask, s)
        if found.over:
            value: float | None = self._end(found)
        elif len(found.actions) > self._left:
            return None
        else:
            self._open.add(me)
            after = []
            for a in found.actions:
                then = self._solve(next_state(self._ask, s, a))
                if then is None:
                    return None
                after.append(then)
            self._open.discard(me)
            value = self._best(found, after)
        self._values[me] = value
        return value

    def _end(self, found: Answers) -> float:
        return found.utility

    def _best(self, found: Answers, after: list[float]) -> float | None:
        return backed_up(found, after)


def backed_up(found: Answers, after: list[float]) -> float:
    """The value of a state, by those of the states that its actions lead to."""
    if found.chances is not None:
        return sum(p * v for p, v in zip(found.chances, after, strict=True))
    return max(after) if found.mover == MAX else min(after)


FAR = 1_000_000


class Ends(Solver):
    """How small positions end under best play, sooner wins and later losses being better.

    A win for MAX in n plies is FAR - n, one for MIN n - FAR, a draw 0.
    """

    def _end(self, found: Answers) -> float:
        return 0 if found.utility == 0 else FAR if found.utility > 0 else -FAR

    def _best(self, found: Answers, after: list[float]) -> float | None:
        if found.chances is not None:
            return None
        ends = [end - 1 if end > 0 else end + 1 if end < 0 else 0 for end in after]
        return backed_up(found, ends)


def end_of(outlook: int) -> int:
    """An end as `outcome_bounds` counts it (n, -n, 0), as `Ends` counts it."""
    return 0 if outlook == 0 else FAR - outlook if outlook > 0 else -FAR - outlook


def end_text(end: float) -> str:
    if end == 0:
        return "a draw"
    return f"a win for {'MAX' if end > 0 else 'MIN'} in {FAR - abs(end)} plies"
