"""Minimax of small positions, by the book, to hold promises against."""

from __future__ import annotations

from typing import Any

from outplay.checker.ask import Asker, Fault
from outplay.checker.questions import answers, identity, next_state
from outplay.game import MAX

NODES, TINY = 200, 40
"""States below a position that counts as small, or as tiny."""

ALL = 40_000
"""States that one solver looks at in all: large games have their share, and no more."""


class Solver:
    """The exact values of small positions; None for those that are not small."""

    def __init__(self, ask: Asker) -> None:
        self._ask = ask
        self._values: dict[Any, Any] = {}
        self._open: set[Any] = set()
        self._left, self._spent = 0, 0
        self.by_key: dict[Any, tuple[Any, Any]] = {}
        """For each key the first (value, state) that had it."""

    def value(self, s: Any, nodes: int = NODES) -> Any:
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

    def _solve(self, s: Any) -> Any:
        me = identity(self._ask, s, "result")
        if me in self._values:
            return self._values[me]
        self._left -= 1
        if self._left < 0 or me in self._open:
            return None
        found = answers(self._ask, s)
        if found.over:
            value = found.utility
        elif len(found.actions) > self._left:
            return None
        else:
            self._open.add(me)
            after = []
            for a in found.actions:
                after.append(self._solve(next_state(self._ask, s, a)))
                if after[-1] is None:
                    return None
            self._open.discard(me)
            if found.chances is not None:
                value = sum(p * v for p, v in zip(found.chances, after, strict=True))
            else:
                value = max(after) if found.mover == MAX else min(after)
        self._values[me] = value
        return value
