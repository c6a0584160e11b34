"""Which thread searches which move of the root next."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any


class RootSplitting:
    """The moves of the root that are being searched, at which depth, and by whom.

    Whoever is done with a move first calls the others away from it: they find the answer in
    the table.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: dict[tuple[int, int], list[Any]] = {}
        self.lines: dict[int, list[Any]] = {}
        """The line of a move, by the thread that was done with it first: tables keep none."""

    def take(
        self, waiting: deque[tuple[int, Any]], depth: int, searcher: Any, *, first: bool
    ) -> tuple[int, Any]:
        """Takes the first move that nobody is at in this iteration; the first of all, if it must
        be or if somebody is at each."""
        at = 0
        with self._lock:
            if not first and self._busy:
                keys = ((m.number, depth) for _, m in waiting)
                at = next((k for k, key in enumerate(keys) if key not in self._busy), 0)
            number, move = waiting[at]
            del waiting[at]
            key = move.number, depth
            self._busy.setdefault(key, []).append(searcher)
        return number, move

    def leave(self, move: Any, depth: int, searcher: Any, *, done: bool) -> None:
        """Leaves a move that was taken; `done`, or not."""
        key = move.number, depth
        with self._lock:
            others = self._busy[key]
            others.remove(searcher)
            if not others:
                del self._busy[key]
            if done:
                if move.line:
                    self.lines[move.number] = move.line
                for other in others:
                    other.call_away()
