"""The values of all states of a graph, from the ends of the game backward.

Where no position comes back, a state has its value as soon as all that come after it have theirs.
Where positions do come back, nothing but the ends is known at first:

- Whoever can force an end of some value does so in a number of plies: these are counted from the
  ends backward (`attraction.py`). A state from which neither side can force anything better has the
  value of endless play.
- Where chance averages values, a lower and an upper bound of each are brought nearer to one another
  until they meet (NARROW). Both are true at any time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outplay.game import CHANCE, MAX
from outplay.native.layout import INFINITY_INT
from outplay.solve.attraction import Attraction
from outplay.solve.backward import Backward, Before, Retraction
from outplay.solve.checkpoint import Checkpoint
from outplay.solve.expansion import NONE, Rows
from outplay.solve.graph import Graph, Piece, is_flipped, plain
from outplay.solve.progress import Progress
from outplay.solve.state import NARROW, WIN
from outplay.solve.team import slices
from outplay.solve.waves import CHUNK
from outplay.solve.workers import Array, Worker

NEAR = 1e-12
"""Bounds that are so near to one another, as a part of the largest value, have met."""

STALLED = 1e-15
"""Bounds that move less than that, as a part of the largest value, do not come nearer."""

MOST_SWEEPS = 1_000_000

SLACK = 2 * float(np.finfo(np.float64).eps)
"""What rounding may do to a mean, for each number in it, as a part of the largest."""

ROWS = ("starts", "edges", "edge_chances", "movers", "values", "lows", "highs")
"""What the kernel works in."""


@dataclass
class Valued:
    """The values of all states of a graph."""

    scores: Array
    """As `SolveState.score` counts, or the values themselves; see also `plies`."""
    plies: Array | None = None
    """In place of scores, where games are won, drawn and lost and positions come back: in how many
    plies MAX wins, plus 1, or MIN with a minus; 0 is a draw."""
    error: float = 0.0
    """By how much they may be off at most, where they are means."""
    is_endless: bool = False
    """Do positions come back?"""


class Retrograde:
    """Works backward through one graph."""

    def __init__(
        self, graph: Graph, progress: Progress, *, decisive: bool, repetition: float | None
    ) -> None:
        """`repetition` is what endless play counts; None where no position is to come back."""
        self.team, self.graph, self.progress = graph.team, graph, progress
        self.decisive, self.repetition = decisive, repetition

    def solve(self) -> Valued:
        """The values of all states."""
        graph = self.graph
        if not len(graph):
            return Valued(np.zeros(0, self.team.lead.number_type))
        backward: Backward | None = None
        if graph.method == "edges":
            backward = Before(graph)
        elif graph.method == "retraction":
            backward = Retraction(graph)
        if self.decisive and self.repetition == 0:
            if graph.method == "edges":
                graph.drop_edges()
            attraction = Attraction(graph, self.progress, backward)
            return Valued(
                np.zeros(0), attraction.plies(self._won_or_lost, "forced"), is_endless=True
            )
        found = self._resolved(backward)
        if found is not None:
            return found
        repetition = self.repetition or 0
        if self.graph.expansion.chance:
            return self._narrowed(repetition)
        attraction = Attraction(graph, self.progress, backward)
        return Valued(self._by_thresholds(repetition, attraction), is_endless=True)

    # --- where no position comes back -------------------------------------------------------------

    def _resolved(self, backward: Backward | None) -> Valued | None:
        """The values if no position comes back; else None."""
        graph = self.graph
        checkpoint = Checkpoint(graph.store, "resolved")
        done = checkpoint.take_up("values", "is_known", "left", "wave")
        if done is not None:
            level = done[0]["level"]
            values, is_known, left = (np.array(row) for row in done[1][:3])
            wave = done[1][3]
        else:
            values = self._best_ends().copy()
            is_known, left, level = np.zeros(len(graph), bool), np.array(graph.counts), 0
            wave = np.flatnonzero(left == 0).astype(np.uint32)
        known = int(np.count_nonzero(is_known))
        while len(wave):
            self.team.check()
            if level:
                self._value(wave, values)
            is_known[wave] = True
            known += len(wave)
            level += 1
            wave = self._ready(is_known) if backward is None else self._next(backward, wave, left)
            arrays = {"values": values, "is_known": is_known, "left": left, "wave": wave}
            checkpoint.write_down(arrays, level=level)
            self.progress.report("solving", level, len(wave))
        if known < len(graph):
            return None
        return Valued(values, error=self._rounding(values, level))

    def _next(self, backward: Backward, wave: Array, left: Array) -> Array:
        """The states all of whose edges lead to what is known, now that the wave is."""

        def before(worker: Worker, part: slice) -> Array:
            return np.sort(backward.of(worker, wave[part])[1] >> 1)

        ready = []
        ahead = 2 * len(self.team.workers)
        for found in self.team.imap(before, backward.tasks(wave), ahead):
            numbers, counts = np.unique(found, return_counts=True)
            rest = left[numbers] - counts.astype(left.dtype)
            left[numbers] = rest
            ready.append(numbers[rest == 0])
        return np.sort(np.concatenate([np.zeros(0, np.uint32), *ready]))

    def _ready(self, is_known: Array) -> Array:
        """The same, without looking back: by looking at all that are not known yet."""
        numbers = np.flatnonzero(~is_known).astype(np.uint32)
        self.graph.expansion.set_up(len(numbers))

        def ready(worker: Worker, part: slice) -> Array:
            some = numbers[part]
            rows = self.graph.rows(worker, some)
            waits = np.zeros(len(some), bool)
            owners = np.repeat(np.arange(len(some)), rows.counts)
            waits[owners[~is_known[plain(rows.edges)]]] = True
            return some[~waits]

        parts = self.team.map(ready, slices(len(numbers), CHUNK))
        return np.concatenate([np.zeros(0, np.uint32), *parts])

    def _value(self, numbers: Array, values: Array) -> None:
        """Values of states all of whose edges lead to what has a value."""
        self.graph.expansion.set_up(len(numbers))

        def value(worker: Worker, part: slice) -> None:
            some = numbers[part]
            values[some] = self._best(self.graph.rows(worker, some), values, values[some])

        self.team.map(value, slices(len(numbers), CHUNK))

    def _best(self, rows: Rows, values: Array, ends: Array) -> Array:
        """The values of states with these rows, and with what they get by ending the game."""
        after = values[plain(rows.edges)]
        if self.decisive:
            after -= np.sign(after)
        after = np.where(is_flipped(rows.edges), -after, after)
        if rows.chances is not None:
            by_chance = np.repeat(rows.players == CHANCE, rows.counts)
            after = np.where(by_chance, rows.chances * after, after)
        counts = rows.counts.astype(np.int64)
        has = counts > 0
        starts = (np.cumsum(counts) - counts)[has]
        found = ends.copy()
        if not len(starts):
            return found
        player, end = rows.players[has], ends[has]
        best = np.where(
            player == MAX,
            np.maximum(end, np.maximum.reduceat(after, starts)),
            np.minimum(end, np.minimum.reduceat(after, starts)),
        )
        if rows.chances is not None:
            best = np.where(player == CHANCE, end + np.add.reduceat(after, starts), best)
        found[has] = best
        return found

    def _best_ends(self) -> Array:
        """By state, the best of what a move counts that ends the game; infinite without any."""
        graph = self.graph
        if not self.decisive:
            return graph.values
        none = graph.players * -np.int64(INFINITY_INT)
        return np.where(graph.values == NONE, none, graph.values * np.int64(WIN - 1))

    def _rounding(self, values: Array, levels: int) -> float:
        """By how much rounding may have moved values that are means of means."""
        if not self.graph.expansion.chance:
            return 0.0
        items = 1 + int(self.graph.counts.max(initial=0))
        return float(levels) * items * SLACK * float(np.abs(values).max(initial=0))

    # --- where positions come back ----------------------------------------------------------------

    def _won_or_lost(self, part: slice) -> tuple[Array, Array, Array]:
        values = self.graph.values[part]
        return values > 0, values < 0, values != NONE

    def _by_thresholds(self, repetition: float, attraction: Attraction) -> Array:
        """Values where ends are worth anything: for each, from where MAX can force that much."""
        best = self._best_ends()
        infinite = np.inf if best.dtype.kind == "f" else INFINITY_INT
        levels = np.unique(np.append(self.graph.over.values, repetition))
        values = np.full(len(best), levels[0], self.team.lead.number_type)
        for level in levels[1:].tolist():

            def claims(part: slice, level: float = level) -> tuple[Array, Array, Array]:
                here = best[part]
                nobody, has_ends = np.zeros(len(here), bool), np.abs(here) < infinite
                if repetition >= level:  # MIN has to force less
                    return nobody, here < level, has_ends
                return here >= level, nobody, has_ends

            plies = attraction.plies(claims, f"forced-{level}")
            values[plies >= 0 if repetition >= level else plies > 0] = level
        return values

    def _narrowed(self, repetition: float) -> Valued:
        """Bounds that meet, or come as near as they can."""
        worker, graph = self.team.lead, self.graph
        n = len(graph)
        movers = np.zeros((n + 7) // 8 * 8, np.uint8)
        movers[:n] = graph.players + 1
        worker.put("movers", movers.view(np.int64))
        ends = np.append(graph.over.values, repetition).astype(np.float64)
        checkpoint = Checkpoint(graph.store, "bounds")
        done = checkpoint.take_up("lows", "highs")
        first, bounds = 0, (np.full(n, ends.min()), np.full(n, ends.max()))
        if done is not None:
            first, bounds = done[0]["sweeps"], (np.array(done[1][0]), np.array(done[1][1]))
        worker.put("lows", bounds[0])
        worker.put("highs", bounds[1])
        worker.set("slack", SLACK)
        largest = max(float(np.abs(ends).max()), 1e-300)
        at: Piece | None = None
        for sweep in range(first, MOST_SWEEPS):
            worker.set("gap", 0.0)
            worker.set("change", 0.0)
            for piece in graph.pieces():
                if piece is not at:
                    self._put(piece)
                    at = piece
                worker.do(NARROW, 0, len(piece.starts) - 1)
            gap, change = worker.get_number("gap"), worker.get_number("change")
            rows = {name: worker.read(name, 0, n, np.float64) for name in ("lows", "highs")}
            checkpoint.write_down(rows, sweeps=sweep + 1)
            self.progress.report("narrowing", sweep, 0)
            if gap <= NEAR * largest or change <= STALLED * largest:
                break
        lows, highs = rows["lows"].copy(), rows["highs"].copy()
        for name in ROWS:
            worker.room(name, 1)
        middle = lows + (highs - lows) / 2
        error = float(np.max(np.maximum(highs - middle, middle - lows), initial=0))
        return Valued(middle, error=error, is_endless=True)

    def _put(self, piece: Piece) -> None:
        worker = self.team.lead
        worker.set("first", piece.first)
        worker.put("values", self.graph.values[self.graph.part(piece.first)])
        worker.put("starts", piece.starts.astype(np.int64))
        worker.put("edges", piece.edges.view(np.int64))
        assert piece.chances is not None
        worker.put("edge_chances", piece.chances)
