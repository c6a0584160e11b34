"""From states to those before them: by the edges of a graph turned round, or by rules.

What comes before a state is given as twice its number, and one more where the sides are exchanged
along the edge: so numbers of 32 bits can be sorted by where they lead.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from outplay.solve import store as stores
from outplay.solve.graph import TURNED, Graph, is_flipped, places_in_rows, plain
from outplay.solve.store import Store
from outplay.solve.team import slices
from outplay.solve.waves import CHUNK
from outplay.solve.workers import Array, Worker

TOGETHER = 1 << 22
"""Edges that are followed together."""

SHARE = 4
"""The edges of one range, while they are sorted, take one part in so many of the memory."""

BUCKET = 1 << 16
"""States whose edges are counted together."""


class Backward(Protocol):
    """What comes before states."""

    def tasks(self, numbers: Array) -> list[slice]:
        """Parts of the numbers, which are in order, that can be asked about at a time."""
        ...

    def of(self, worker: Worker, numbers: Array) -> tuple[Array, Array]:
        """How many states come before each of these, and which."""
        ...


class Retraction:
    """What the rules say of moves taken back."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        graph.expansion.set_up(len(graph), distinct=True)

    def tasks(self, numbers: Array) -> list[slice]:
        return slices(len(numbers), CHUNK)

    def of(self, worker: Worker, numbers: Array) -> tuple[Array, Array]:
        return self._graph.expansion.before(worker, self._graph.keys[numbers])


@dataclass
class Range:
    """The edges that lead to states that stand next to one another."""

    first: int
    end: int
    starts: Array
    """By state, where its edges start; one more than there are states."""
    edges: Array

    def keep(self, store: Store, *, finished: bool) -> None:
        """Where there is room; so that it outlives the process, if it is `finished`."""
        starts, edges = _names(self.first, self.end)
        self.starts = store.keep(starts, self.starts, finished=finished)
        self.edges = store.keep(edges, self.edges, finished=finished)


def _names(first: int, end: int) -> tuple[str, str]:
    return f"before-starts-{first}-{end}", f"before-{first}-{end}"


class Before:
    """The edges of a graph turned round, in ranges of the states that they lead to."""

    def __init__(self, graph: Graph) -> None:
        self._graph, store = graph, graph.store
        began = time.perf_counter()
        bounds = store.noted(TURNED) or self._cuts()
        self._ranges = graph.team.map(self._range, bounds)
        self._ends = [one.end for one in self._ranges]
        if store.folder is not None and time.perf_counter() - began >= stores.OFTEN:
            for one in self._ranges:
                one.keep(store, finished=True)
            store.note(TURNED, bounds)

    def _cuts(self) -> list[tuple[int, int]]:
        """Ranges with about as many edges each, which are sorted in the memory that there is."""
        graph = self._graph
        n = len(graph)
        buckets = np.zeros(-(-n // BUCKET), np.int64)
        for piece in graph.pieces():
            edges = plain(piece.edges[: int(piece.starts[-1])])
            buckets += np.bincount(edges // BUCKET, minlength=len(buckets))
        most = graph.store.memory / (SHARE * 16 * len(graph.team.workers))
        parts = max(len(graph.team.workers), -(-graph.edges // int(max(most, 1 << 20))))
        ends = np.cumsum(buckets)
        marks = np.searchsorted(ends, [graph.edges * (i + 1) // parts for i in range(parts - 1)])
        bounds = np.unique(np.append((marks + 1) * BUCKET, [0, n]).clip(0, n)).tolist()
        return list(pairwise(bounds))

    def _range(self, _: Worker, bounds: tuple[int, int]) -> Range:
        (first, end), store = bounds, self._graph.store
        kept = [store.finished(name) for name in _names(first, end)]
        if kept[0] is not None and kept[1] is not None:
            return Range(first, end, kept[0], kept[1])
        found = []
        for piece in self._graph.pieces():
            self._graph.team.check()
            every = piece.edges[: int(piece.starts[-1])]
            edges = plain(every)
            edges -= np.uint32(first)  # what is below wraps round
            places = np.flatnonzero(edges < np.uint32(end - first))
            flipped = is_flipped(every[places])
            owners = np.searchsorted(piece.starts, places, side="right") - 1 + piece.first
            found.append(edges[places].astype(np.int64) << 32 | owners << 1 | flipped)
        both = np.concatenate(found) if found else np.zeros(0, np.int64)
        del found
        both.sort()
        starts = np.zeros(end - first + 1, np.int64)
        starts[1:] = np.cumsum(np.bincount(both >> 32, minlength=end - first))
        if len(both) < 1 << 32:
            starts = starts.astype(np.uint32)
        found_range = Range(first, end, starts, both.astype(np.uint32))
        found_range.keep(store, finished=store.is_due())
        return found_range

    def tasks(self, numbers: Array) -> list[slice]:
        cuts = np.searchsorted(numbers, np.array(self._ends, numbers.dtype)).tolist()
        found = []
        for one, start, end in zip(self._ranges, [0, *cuts], cuts, strict=False):
            if start == end:
                continue
            here = numbers[start:end] - one.first
            counts = one.starts[here + 1].astype(np.int64) - one.starts[here]
            marks = np.cumsum(counts) // TOGETHER
            bounds = [start, *(start + np.flatnonzero(np.diff(marks)) + 1).tolist(), end]
            found += [slice(i, j) for i, j in pairwise(bounds)]
        return found

    def of(self, worker: Worker, numbers: Array) -> tuple[Array, Array]:
        one = self._ranges[int(np.searchsorted(self._ends, numbers[0], side="right"))]
        counts, places = places_in_rows(one.starts, numbers - one.first)
        return counts, one.edges[places]
