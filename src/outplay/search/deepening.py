"""Iterative deepening as textbooks have it, for a clock.

It searches to depth 1, 2, 3 … until the clock, the nodes or the game run out, and answers
with the last depth it finished. It costs little, since each depth is many times the work of
the one before, and it always has a move to play. The engine (`outplay.engine`) does the same
with a table of fixed size and much else; this one is for reading.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outplay.game import AnyGame
from outplay.native.layout import MAX_PLY
from outplay.result import COMPILING, AnyResult, Limit
from outplay.search.memory import Memory
from outplay.search.one_ply import answered
from outplay.search.supervise import note_interrupt
from outplay.search.textbook import alphabeta, expectiminimax


def deepening(
    game: AnyGame,
    state: object = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    progress: Callable[[AnyResult], None] | None = None,
    **options: Any,
) -> AnyResult:
    """Alpha-beta, or expectiminimax where there is chance, to growing depths.

    `progress` is called with the result of each finished depth.
    """
    return _deepen(game, state, Limit(depth, time, nodes), progress, options)


def _deepen(
    game: AnyGame,
    state: object,
    limit: Limit,
    progress: Callable[[AnyResult], None] | None,
    options: dict[str, Any],
) -> AnyResult:
    if limit.depth is None and limit.time is None and limit.nodes is None:
        limit = Limit(time=1.0)
    search = alphabeta if game.properties.deterministic else expectiminimax
    if search is alphabeta and game.answers("priority"):
        options.setdefault("order", "priority")
    if options.get("memory", True) is True:
        options["memory"] = Memory()
    best: AnyResult | None = None
    so_far = _SoFar()
    ended = ""
    for depth in range(0 if limit.depth == 0 else 1, _deepest(limit) + 1):
        left = None
        if limit.time is not None:
            left = max(0.0, limit.time - so_far.elapsed())
        nodes = None if limit.nodes is None else limit.nodes - so_far.nodes
        if best is not None and (left == 0 or nodes == 0):
            ended = "time" if left == 0 else "nodes"
            break
        begun = clock.perf_counter()
        try:
            with answered(best is not None):
                found = search(game, state, depth=depth, time=left, nodes=nodes, **options)
        except KeyboardInterrupt:
            if best is None:
                raise
            note_interrupt()
            ended = "interrupt"
            break
        so_far.add(found, clock.perf_counter() - begun)
        if found.stopped_by not in ("end", "depth"):
            # The unfinished depth says less than the finished one before it.
            best, ended = best or found, found.stopped_by
            break
        best, ended = found, found.stopped_by
        if progress is not None:
            progress(so_far.annotated(best, ended))
        if ended == "end":
            break
    assert best is not None
    return so_far.annotated(best, ended)


def _deepest(limit: Limit) -> int:
    return MAX_PLY if limit.depth is None else limit.depth


class _SoFar:
    """The nodes and the times of all depths together."""

    def __init__(self) -> None:
        self._start = clock.perf_counter()
        self.nodes = 0
        self._waited = self._compile_time = self._python_time = 0.0

    def elapsed(self) -> float:
        """Seconds, without those in which it waited for the compiler."""
        return clock.perf_counter() - self._start - self._waited

    def add(self, found: AnyResult, seconds: float) -> None:
        """One depth, which took so long."""
        self.nodes += found.nodes
        self._waited += max(0.0, seconds - found.elapsed)
        self._compile_time += found.compile_time
        meanwhile = found.speed_reason == COMPILING
        self._python_time += found.elapsed if meanwhile else found.python_time

    def annotated(self, result: AnyResult, stopped_by: str) -> AnyResult:
        return replace(
            result,
            algorithm="deepening",
            stopped_by=stopped_by,
            nodes=self.nodes,
            elapsed=self.elapsed(),
            compile_time=self._compile_time,
            python_time=self._python_time if result.speed == "native" else 0.0,
        )
