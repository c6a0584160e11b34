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
from functools import cached_property

import numpy as np

from outplay.game import MAX
from outplay.native.layout import INFINITY_INT
from outplay.solve.graph import NONE, Graph
from outplay.solve.progress import Progress
from outplay.solve.state import ATTRACT, COUNT, HIGH, NARROW, PLAIN, RESOLVE, REVERSE, WIN
from outplay.solve.workers import Array, Worker

NEAR = 1e-12
"""Bounds that are so near to one another, as a part of the largest value, have met."""

STALLED = 1e-15
"""Bounds that move less than that, as a part of the largest value, do not come nearer."""

MOST_SWEEPS = 1_000_000

SLACK = 2 * float(np.finfo(np.float64).eps)
"""What rounding may do to a mean, for each number in it, as a part of the largest."""


ROWS = (
    *("starts", "edges", "edge_chances", "new_starts", "new_edges", "new_chances", "movers"),
    *("left", "queue", "reached", "values", "lows", "highs"),
)
"""What the kernel works in."""


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
        self,
        worker: Worker,
        graph: Graph,
        progress: Progress,
        *,
        decisive: bool,
        repetition: float | None,
    ) -> None:
        """`repetition` is what endless play counts; None where no position is to come back."""
        self.worker, self.graph, self.progress = worker, graph, progress
        self.decisive, self.repetition = decisive, repetition
        self.states = len(graph.keys)
        self._degrees = np.diff(graph.starts).astype(np.uint32)
        self._edges = int(graph.starts[-1])
        movers = np.zeros((self.states + 7) // 8 * 8, np.uint8)
        movers[: self.states] = graph.players + 1
        worker.put("movers", movers.view(np.int64))

    def solve(self) -> Valued:
        """The values of all states."""
        if not self.states:
            return Valued(np.zeros(0, self.worker.number_type))
        before = self._turned_round()
        if self.decisive and self.repetition == 0:
            self._use(before)
            return Valued(self._forced(), is_endless=True)
        self._use(before)
        values = self._resolved()
        if values is not None:
            return values
        repetition = self.repetition or 0
        if self.graph.chances is not None:
            return self._narrowed(repetition)
        return Valued(self._by_thresholds(repetition), is_endless=True)

    def leave(self) -> None:
        """Gives back the memory that the kernel worked in."""
        for name in ROWS:
            self.worker.room(name, 1)

    def _turned_round(self) -> dict[str, Array]:
        """What comes before each state, as the kernel has it."""
        worker, graph = self.worker, self.graph
        worker.put("starts", graph.starts)
        worker.put("edges", in_words(graph.edges))
        worker.room("new_starts", self.states + 2)
        worker.do(COUNT, 0, self._edges)
        starts = worker.read("new_starts", 0, self.states + 2)
        worker.put("new_starts", np.cumsum(starts, out=starts))
        worker.room("new_edges", len(graph.edges) // 2 + 1)
        if graph.chances is not None:
            worker.put("edge_chances", graph.chances)
            worker.room("new_chances", self._edges, np.float64)
        worker.do(REVERSE, 0, self.states)
        found = {
            "starts": worker.read("new_starts", 0, self.states + 1),
            "edges": worker.read("new_edges", 0, len(graph.edges) // 2 + 1),
        }
        if graph.chances is not None:
            found["edge_chances"] = worker.read("new_chances", 0, self._edges, np.float64)
        else:  # they are needed one way round only
            graph.edges, graph.starts = np.zeros(0, np.uint32), np.zeros(1, np.int64)
        return found

    def _use(self, rows: dict[str, Array]) -> None:
        for name, row in rows.items():
            self.worker.put(name, row)

    def _begin(self, first: Array, left: Array) -> None:
        """A queue that begins with these states; `left` edges of each lead elsewhere."""
        worker = self.worker
        worker.put("left", in_words(left).copy())  # where the kernel writes
        queue = np.zeros(self.states + self.states % 2, np.uint32)
        queue[: len(first)] = first
        worker.put("queue", in_words(queue))
        worker.set("head", 0)
        worker.set("tail", len(first))

    # --- where no position comes back -------------------------------------------------------------

    def _resolved(self) -> Valued | None:
        """The values if no position comes back; else None."""
        worker, kind = self.worker, self.worker.number_type
        worker.put("values", self._best_ends().copy())
        worker.room("reached", self.states // 2 + 1)
        self._begin(np.flatnonzero(self._degrees == 0), self._degrees)
        worker.do(RESOLVE, 0, 0)
        if worker.get("tail") < self.states:
            return None
        found = worker.read("values", 0, self.states, kind).copy()
        return Valued(found, self._rounding(found))

    def _best_ends(self) -> Array:
        """By state, the best of what a move counts that ends the game; infinite without any."""
        values = self.graph.values
        if not self.decisive:
            return values
        none = self.graph.players * -np.int64(INFINITY_INT)
        return np.where(values == NONE, none, values * np.int64(WIN - 1))

    def _rounding(self, values: Array) -> float:
        """By how much rounding may have moved values that are means of means."""
        if self.graph.chances is None:
            return 0.0
        plies = 1 + self.worker.read("reached", 0, self.states // 2 + 1).view(np.uint32).max()
        items = 1 + int(self._degrees.max(initial=0))
        return float(plies) * items * SLACK * float(np.abs(values).max(initial=0))

    # --- where positions come back ----------------------------------------------------------------

    def _reached(self, for_max: Array, for_min: Array) -> tuple[Array, Array]:
        """Does MAX win, and in how many plies plus 1; that is 0 where neither side can force it.

        Given is by state whether the best move that ends the game there is a win for MAX, or one
        for MIN. Where there is no such move, what is given does not matter.
        """
        worker, is_max = self.worker, self.graph.players == MAX
        lost = np.where(is_max, for_min, for_max) & self._has_ends
        won = np.where(is_max, for_max, for_min) & self._has_ends
        left = self._degrees + (self._has_ends & ~lost)  # a move that saves is never used up
        lost &= self._degrees == 0
        reached = np.zeros(self.states + self.states % 2, np.uint32)
        reached[: self.states][won | lost] = 2
        reached[: self.states][np.where(is_max, won, lost)] = 2 | HIGH
        worker.put("reached", in_words(reached))
        self._begin(np.flatnonzero(won | lost), left)
        worker.do(ATTRACT, 0, 0)
        found = worker.read("reached", 0, len(reached) // 2).view(np.uint32)[: self.states]
        return (found & np.uint32(HIGH)) != 0, found & np.uint32(PLAIN)

    @cached_property
    def _has_ends(self) -> Array:
        """By state, is there a move that ends the game?"""
        values = self.graph.values
        none = NONE if self.decisive else np.inf if values.dtype.kind == "f" else INFINITY_INT
        has: Array = np.abs(values) != none
        return has

    def _forced(self) -> Array:
        """Scores where endless play is a draw."""
        values = self.graph.values
        by_max, plies = self._reached(values > 0, values < 0)
        scores = np.subtract(WIN + 1, plies, dtype=np.int64)
        scores[plies == 0] = 0
        return np.negative(scores, out=scores, where=~by_max)

    def _by_thresholds(self, repetition: float) -> Array:
        """Values where ends are worth anything: for each, from where MAX can force that much."""
        best = self._best_ends()
        ends = self.graph.over.values
        levels = np.unique(np.append(ends, repetition))
        values = np.full(self.states, levels[0], self.worker.number_type)
        nobody = np.zeros(self.states, bool)
        for level in levels[1:].tolist():
            if repetition >= level:  # MIN has to force less
                by_max, plies = self._reached(nobody, best < level)
                values[(plies == 0) | by_max] = level
            else:
                by_max, plies = self._reached(best >= level, nobody)
                values[(plies > 0) & by_max] = level
        return values

    def _narrowed(self, repetition: float) -> Valued:
        """Bounds that meet, or come as near as they can."""
        worker, graph = self.worker, self.graph
        assert graph.chances is not None
        self._use({"starts": graph.starts, "edges": in_words(graph.edges)})
        self._use({"edge_chances": graph.chances, "values": graph.values.astype(np.float64)})
        ends = np.append(graph.over.values, repetition).astype(np.float64)
        worker.put("lows", np.full(self.states, ends.min()))
        worker.put("highs", np.full(self.states, ends.max()))
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
