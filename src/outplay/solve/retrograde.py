"""The values of all states of a graph, from the ends of the game backward.

Where no position comes back, a state has its value as soon as all that come after it have theirs.
Where positions do come back, nothing but the ends is known at first:

- Whoever can force an end of some value does so in a number of plies: these are counted from the
  ends backward (ATTRACT). A state from which neither side can force anything better has the value
  of endless play.
- Where chance averages values, a lower and an upper bound of each are brought nearer to one another
  until they meet (NARROW). Both are true at any time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outplay.game import MAX, MIN
from outplay.solve.graph import Graph
from outplay.solve.progress import Progress
from outplay.solve.state import ATTRACT, NARROW, RESOLVE, REVERSE, WIN
from outplay.solve.workers import Array, Worker

NEAR = 1e-12
"""Bounds that are so near to one another, as a part of the largest value, have met."""

MOST_SWEEPS = 1_000_000

SLACK = 2 * float(np.finfo(np.float64).eps)
"""What rounding may do to a mean, for each number in it, as a part of the largest."""

STALLED = 1e-15
"""Bounds that move less than that, as a part of the largest value, do not come nearer."""


@dataclass
class Valued:
    """The values of all states of a graph."""

    scores: Array
    """As `SolveState.score` counts, or the values themselves."""
    error: float = 0.0
    """By how much they may be off at most, where they are means."""
    is_endless: bool = False
    """Do positions come back?"""


class Retrograde:
    """Works backward through one graph."""

    def __init__(
        self, worker: Worker, graph: Graph, progress: Progress, *, decisive: bool, repetition: float
    ) -> None:
        """`repetition` is what endless play counts; in a `decisive` game, 0."""
        self.worker, self.graph, self.progress = worker, graph, progress
        self.decisive, self.repetition = decisive, repetition
        self.over = graph.is_over
        self.states = len(graph.keys)
        self._degrees = np.diff(graph.starts)
        movers = np.zeros((self.states + 7) // 8 * 8, np.uint8)
        movers[: self.states] = graph.players.astype(np.int64) + 1
        worker.put("movers", movers.view(np.int64))
        self._turn_round()

    def _turn_round(self) -> None:
        """Has the kernel know what comes before each state."""
        worker, graph = self.worker, self.graph
        worker.put("starts", graph.starts)
        worker.put("edges", in_words(graph.edges))
        new = np.zeros(self.states + 2, np.int64)
        np.cumsum(np.bincount(graph.edges, minlength=self.states), out=new[2:])
        worker.put("new_starts", new)
        worker.room("new_edges", len(graph.edges) // 2 + 1)
        if graph.chances is not None:
            worker.put("edge_chances", graph.chances)
            worker.room("new_chances", len(graph.edges), np.float64)
        worker.do(REVERSE, 0, self.states)
        self._before = {
            "starts": worker.read("new_starts", 0, self.states + 1),
            "edges": worker.read("new_edges", 0, len(graph.edges) // 2 + 1),
        }
        if graph.chances is not None:
            chances = worker.read("new_chances", 0, len(graph.edges), np.float64)
            self._before["edge_chances"] = chances

    def _use_before(self) -> None:
        for name, row in self._before.items():
            self.worker.put(name, row)

    def solve(self) -> Valued:
        """The values of all states."""
        values = self._resolved()
        if values is not None:
            return values
        if self.graph.chances is not None:
            return self._narrowed()
        if self.decisive:
            return Valued(self._forced(), is_endless=True)
        return Valued(self._by_thresholds(), is_endless=True)

    # --- where no position comes back -------------------------------------------------------------

    def _resolved(self) -> Valued | None:
        """The values if no position comes back; else None."""
        worker, graph = self.worker, self.graph
        kind = worker.number_type
        largest = np.inf if kind is np.float64 else np.iinfo(np.int64).max
        values = np.zeros(self.states, kind)
        values[graph.players == MAX] = -largest
        values[graph.players == MIN] = largest
        values[self.over] = graph.values[self.over]
        worker.put("values", values)
        worker.room("reached", self.states // 2 + 1)
        self._use_before()
        self._begin(np.flatnonzero(self.over))
        worker.do(RESOLVE, 0, 0)
        if worker.get("tail") < self.states:
            return None
        found = worker.read("values", 0, self.states, kind).copy()
        return Valued(found, self._rounding(found))

    def _rounding(self, values: Array) -> float:
        """By how much rounding may have moved values that are means of means."""
        if self.graph.chances is None:
            return 0.0
        plies = self.worker.read("reached", 0, self.states // 2 + 1).view(np.uint32).max()
        items = 1 + int(self._degrees.max(initial=0))
        return float(plies) * items * SLACK * float(np.abs(values).max(initial=0))

    def _begin(self, first: Array) -> None:
        """A queue that begins with these states."""
        worker = self.worker
        left = np.zeros(self.states + 1, np.uint32)
        left[: self.states] = self._degrees
        worker.put("left", in_words(left))
        queue = np.zeros(self.states + 1, np.uint32)
        queue[: len(first)] = first
        worker.put("queue", in_words(queue))
        worker.set("head", 0)
        worker.set("tail", len(first))

    # --- where positions come back ----------------------------------------------------------------

    def _reached(self, side: int, ends: Array) -> Array:
        """Plies in which a side can force one of these ends, plus 1; 0 where it cannot."""
        worker = self.worker
        reached = np.zeros(self.states + 1, np.uint32)
        reached[ends] = 1
        worker.put("reached", in_words(reached))
        self._begin(ends)
        worker.set("side", side)
        worker.do(ATTRACT, 0, 0)
        words = worker.read("reached", 0, self.states // 2 + 1)
        return words.view(np.uint32)[: self.states].copy()

    def _forced(self) -> Array:
        """Scores where endless play is a draw."""
        self._use_before()
        scores = np.zeros(self.states, np.int64)
        values = self.graph.values
        for side in (MAX, MIN):
            ends = np.flatnonzero(self.over & (np.sign(values) == side))
            reached = self._reached(side, ends)
            won = reached > 0
            scores[won] = side * (WIN + 1 - reached[won].astype(np.int64))
        return scores

    def _by_thresholds(self) -> Array:
        """Values where ends are worth anything: for each, from where MAX can force that much."""
        self._use_before()
        ends = self.graph.values[self.over]
        levels = np.unique(np.append(ends, self.repetition))
        values = np.full(self.states, levels[0], self.worker.number_type)
        for level in levels[1:].tolist():
            enough = self.over & (self.graph.values >= level)
            if self.repetition >= level:  # MIN has to force less
                less = self._reached(MIN, np.flatnonzero(self.over & ~enough)) > 0
                values[~less] = level
            else:
                values[self._reached(MAX, np.flatnonzero(enough)) > 0] = level
        return values

    def _narrowed(self) -> Valued:
        """Bounds that meet, or come as near as they can."""
        worker, graph = self.worker, self.graph
        assert graph.chances is not None
        worker.put("starts", graph.starts)
        worker.put("edges", in_words(graph.edges))
        worker.put("edge_chances", graph.chances)
        ends = np.append(graph.values[self.over], self.repetition)
        lows = np.where(self.over, graph.values, ends.min()).astype(np.float64)
        highs = np.where(self.over, graph.values, ends.max()).astype(np.float64)
        worker.put("lows", lows)
        worker.put("highs", highs)
        worker.set("slack", SLACK)
        largest = max(float(np.abs(ends).max()), 1e-300)
        for sweep in range(MOST_SWEEPS):
            worker.set("gap", 0.0)
            worker.set("change", 0.0)
            worker.do(NARROW, 0, self.states)
            gap, change = worker.get_number("gap"), worker.get_number("change")
            self.progress.report("narrowing", sweep, 0)
            if gap <= NEAR * largest or change <= STALLED * largest:
                break
        lows = worker.read("lows", 0, self.states, np.float64)
        highs = worker.read("highs", 0, self.states, np.float64)
        middle = lows + (highs - lows) / 2
        error = float(np.max(np.maximum(highs - middle, middle - lows), initial=0))
        return Valued(middle, error, is_endless=True)


def in_words(numbers: Array) -> Array:
    """Numbers of 32 bits, two in a word."""
    if len(numbers) % 2 or numbers.dtype != np.uint32:
        numbers = np.append(numbers.astype(np.uint32), np.zeros(len(numbers) % 2, np.uint32))
    return numbers.view(np.int64)
