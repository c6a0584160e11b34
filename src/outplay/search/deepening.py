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

from outplay.game import Game
from outplay.native.layout import MAX_PLY
from outplay.result import Limit, Result
from outplay.search.memory import Memory
from outplay.search.supervise import note_interrupt
from outplay.search.textbook import alphabeta, expectiminimax


def deepening(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    progress: Callable[[Result], None] | None = None,
    **options: Any,
) -> Result:
    """Alpha-beta, or expectiminimax where there is chance, to growing depths.

    `progress` is called with the result of each finished depth.
    """
    return _deepen(game, state, Limit(depth, time, nodes), progress, options)


def _deepen(
    game: Game[Any, Any],
    state: Any,
    limit: Limit,
    progress: Callable[[Result], None] | None,
    options: dict[str, Any],
) -> Result:
    if limit.depth is None and limit.time is None and limit.nodes is None:
        limit = Limit(time=1.0)
    start = clock.perf_counter()
    search = alphabeta if game.properties.deterministic else expectiminimax
    if search is alphabeta and game.answers("priority"):
        options.setdefault("order", "priority")
    if options.get("memory", True) is True:
        options["memory"] = Memory()
    best: Result | None = None
    spent, compiling = 0, 0.0
    ended = ""
    for depth in range(0 if limit.depth == 0 else 1, _deepest(limit) + 1):
        left = None
        if limit.time is not None:
            left = max(0.0, limit.time - (clock.perf_counter() - start - compiling))
        nodes = None if limit.nodes is None else limit.nodes - spent
        if best is not None and (left == 0 or nodes == 0):
            ended = "time" if left == 0 else "nodes"
            break
        try:
            found = search(game, state, depth=depth, time=left, nodes=nodes, **options)
        except KeyboardInterrupt:
            if best is None:
                raise
            note_interrupt()
            ended = "interrupt"
            break
        spent += found.nodes
        compiling += found.compile_time
        if found.stopped_by not in ("end", "depth"):
            # The unfinished depth says less than the finished one before it.
            best, ended = best or found, found.stopped_by
            break
        best, ended = found, found.stopped_by
        if progress is not None:
            progress(_told(best, ended, start, spent, compiling))
        if ended == "end":
            break
    assert best is not None
    return _told(best, ended, start, spent, compiling)


def _deepest(limit: Limit) -> int:
    return MAX_PLY if limit.depth is None else limit.depth


def _told(result: Result, stopped_by: str, start: float, nodes: int, compiling: float) -> Result:
    """The result with the nodes and the times of all depths."""
    return replace(
        result,
        algorithm="deepening",
        stopped_by=stopped_by,
        nodes=nodes,
        elapsed=clock.perf_counter() - start - compiling,
        compile_time=compiling,
    )
