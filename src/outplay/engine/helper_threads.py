"""Other threads that search the same root, so that the first one finds their work in the table.

Every thread deepens, or solves, by itself, on a root of its own. They meet in the table, and
keep out of each other's way: a move that another thread is at is left for later, at the root
and, natively, near it (the simplified ABDADA of Kerrigan). What counts is the first thread's
answer, which comes sooner.

Where it deepens, they join it when it has done some work: it is alone at the shallow depths,
of which threads would make more work than they save.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from outplay.engine.searcher import EngineSearcher
from outplay.search.state import COUNTERS
from outplay.search.supervise import start_deep_thread

if TYPE_CHECKING:
    from outplay.engine.root import RootMove

START_NODES = 10_000
"""Nodes that the first thread visits alone."""


class RootSplitting:
    """The moves of the root that are being searched, at which depth, and by whom.

    Whoever is done with a move first calls the others away from it: they find the answer in
    the table.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy: dict[tuple[int, int], list[EngineSearcher]] = {}
        self.lines: dict[int, list[object]] = {}
        """The line of a move, by the thread that was done with it first: tables keep none."""

    def claim(
        self,
        waiting: deque[tuple[int, RootMove]],
        depth: int,
        searcher: EngineSearcher,
        *,
        first: bool,
    ) -> tuple[int, RootMove]:
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

    def release(self, move: RootMove, depth: int, searcher: EngineSearcher, *, done: bool) -> None:
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
                    other.abandon()


class HelperThreads:
    """The other threads of one search."""

    def __init__(
        self,
        lead: EngineSearcher,
        others: Sequence[EngineSearcher],
        think: Callable[[EngineSearcher, Callable[[], bool]], None],
        nodes: float,
    ) -> None:
        """Each runs `think` with its own searcher; all together visit so many nodes at most.

        `think` gets a function too, which it calls when it was stopped: may it go on?
        """
        self._lead, self._searchers, self._think, self._nodes = lead, others, think, nodes
        self._threads: list[threading.Thread] = []
        self._over = False

    def start(self) -> None:
        """Starts them; the first thread is not searching just now."""
        if not self._searchers:
            return
        done = self._lead.get("nodes")
        nodes = max(1, (self._nodes - done) / (1 + len(self._searchers)))
        self._lead.limit(done + nodes)

        def may_resume(searcher: EngineSearcher) -> bool:
            if self._over or searcher.get("nodes") >= nodes:
                return False
            searcher.resume()
            return not self._over

        def work(searcher: EngineSearcher) -> None:
            # If a rule raises here, it raises in the first thread too, which can say where.
            with contextlib.suppress(Exception):
                self._think(searcher, partial(may_resume, searcher))

        for searcher in self._searchers:
            searcher.begin(nodes)
        for searcher in self._searchers:
            self._threads.append(start_deep_thread(partial(work, searcher)))

    def go_on(self) -> None:
        """The first thread has finished an iteration: they are to join it in the next one."""
        if not self._threads and self._lead.get("nodes") >= START_NODES:
            self.start()
            return
        for searcher in self._searchers:
            searcher.stop()

    def stop(self) -> None:
        """Ends them all, and waits until they have ended."""
        self._over = True
        for searcher in self._searchers:
            searcher.stop()
        for thread in self._threads:
            while thread.is_alive():
                thread.join(0.01)
                for searcher in self._searchers:
                    searcher.stop()  # a search that had only been about to begin
        self._think = _nothing  # what it belongs to holds this, and the table

    def counted(self, counters: dict[str, int]) -> dict[str, int]:
        """What the first thread counted, with what the others did."""
        if not self._threads:
            return counters
        for name in COUNTERS:
            others = [searcher.get(name) for searcher in self._searchers]
            if name == "deepest":
                counters[name] = max([counters[name], *others])
            else:
                counters[name] += sum(others)
        return counters


def _nothing(searcher: EngineSearcher, may_resume: Callable[[], bool]) -> None:
    """All is done."""
