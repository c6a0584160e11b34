"""From where can a side force a win, whatever the other does, and in how many plies?

The states that are won in so many plies come from those that are won in one ply less: who moves
there decides, or all that can be done there leads to what the other side has won. In each step,
what comes before these states is listed, sorted, and applied in order, so that memory, or files,
are gone through from one end to the other. Where nothing tells what comes before a state, all that
are not decided are looked at again in each step.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from outplay.game import MAX
from outplay.solve.backward import Backward
from outplay.solve.checkpoint import Checkpoint
from outplay.solve.graph import Graph, is_flipped, plain
from outplay.solve.progress import Progress
from outplay.solve.team import slices
from outplay.solve.waves import CHUNK
from outplay.solve.workers import Array, Worker

TOGETHER = 1 << 20
"""States that are looked at together at first."""

MOST_PLIES = 32_000
"""That numbers of 16 bits hold."""


Claims = Callable[[slice], tuple[Array, Array, Array]]
"""Of some states, by state: is the best move that ends the game there a win for MAX, is it one for
MIN, and is there such a move? Where there is none, the first two do not matter."""


class Attraction:
    """Works on one graph."""

    def __init__(self, graph: Graph, progress: Progress, backward: Backward | None) -> None:
        self.graph, self.progress, self.backward = graph, progress, backward
        store, n = graph.store, len(graph)
        self._plies = store.empty("plies", n, np.int16)
        most = int(graph.counts.max(initial=0)) + 1
        self._left = store.empty("left", n, np.min_scalar_type(most).type)
        """By state, how many moves are not known to lose; one that saves is never used up."""
        self._saved = np.zeros(n if backward is None else 0, bool)
        """By state, is there a move that ends the game and does not lose?"""

    def plies(self, claims: Claims, name: str) -> Array:
        """In how many plies MAX wins, plus 1, or MIN with a minus; 0 where nobody can force it.

        `name` tells this work from other work of the same graph.
        """
        checkpoint = Checkpoint(self.graph.store, name)
        done = checkpoint.take_up("plies", "left", "decided", "saved")
        if done is None:
            decided, plies = self._first(claims), 2
            self.progress.report("solving", 1, len(decided))
        else:
            plies, (known, left, decided, saved) = done[0]["plies"], done[1]
            self._plies, decided = self._plies.astype(known.dtype, copy=False), decided[:]
            self._plies[:], self._left[:], self._saved[:] = known, left, saved
            self.progress.report("solving", plies - 1, int(np.count_nonzero(known)))
        while len(decided):
            plies += 1
            if plies > MOST_PLIES and self._plies.dtype == np.int16:
                self._plies = self._plies.astype(np.int32)
            if self.backward is None:
                decided = self._swept(plies)
            else:
                decided = self._step(self.backward, decided, plies)
            arrays = {"plies": self._plies, "left": self._left, "decided": decided}
            checkpoint.write_down({**arrays, "saved": self._saved}, plies=plies)
            if len(decided):
                self.progress.report("solving", plies - 1, len(decided))
        return self._plies

    def _first(self, claims: Claims) -> Array:
        """The states that are decided by a move that ends the game."""
        found = [np.zeros(0, np.uint32)]
        for part in slices(len(self.graph), TOGETHER):
            for_max, for_min, has_ends = claims(part)
            counts, is_max = self.graph.counts[part], self.graph.players[part] == MAX
            won = np.where(is_max, for_max, for_min) & has_ends
            lost = np.where(is_max, for_min, for_max) & has_ends
            saved = has_ends & ~lost
            self._left[part] = counts + saved
            if self.backward is None:
                self._saved[part] = saved
            lost &= counts == 0
            by_max = np.where(is_max, won, lost)
            self._plies[part] = np.where(won | lost, np.where(by_max, 2, -2), 0)
            found.append((np.flatnonzero(won | lost) + part.start).astype(np.uint32))
        return np.concatenate(found)

    def _step(self, backward: Backward, decided: Array, plies: int) -> Array:
        """The states that are decided because those were."""

        def messages(worker: Worker, part: slice) -> Array:
            """To whom, times 2; and 1 more where MAX has won."""
            numbers = decided[part]
            counts, before = backward.of(worker, numbers)
            by_max = (self._plies[numbers] > 0).astype(np.uint32)
            return np.sort(before ^ np.repeat(by_max, counts))

        found = []
        ahead = 2 * len(self.graph.team.workers)
        for some in self.graph.team.imap(messages, backward.tasks(decided), ahead):
            self.graph.team.check()
            found.append(self._apply(some, plies))
        return np.sort(np.concatenate([np.zeros(0, np.uint32), *found]))

    def _apply(self, messages: Array, plies: int) -> Array:
        """What is decided now, in view of what is told to states, in their order."""
        messages = messages[self._plies[messages >> 1] == 0]
        if not len(messages):
            return messages
        is_new = np.append(True, messages[1:] != messages[:-1])
        firsts = np.flatnonzero(is_new)
        counts = np.diff(np.append(firsts, len(messages))).astype(self._left.dtype)
        messages = messages[firsts]
        owners, by_max = messages >> 1, (messages & 1).astype(bool)
        decides = (self.graph.players[owners] == MAX) == by_max
        others = ~decides
        losing = owners[others]
        rest = self._left[losing] - counts[others]
        self._left[losing] = rest
        decides[others] = rest == 0
        numbers: Array = owners[decides]
        self._plies[numbers] = np.where(by_max[decides], plies, -plies)
        return numbers

    def _swept(self, plies: int) -> Array:
        """What is decided in so many plies: by looking at all that is not decided yet."""
        numbers = np.flatnonzero(self._plies == 0).astype(np.uint32)
        self.graph.expansion.set_up(len(numbers))

        def sweep(worker: Worker, part: slice) -> Array:
            some = numbers[part]
            rows = self.graph.rows(worker, some)
            after = self._plies[plain(rows.edges)].astype(np.int32)
            after[np.abs(after) >= plies] = 0  # which others find now
            after = np.sign(np.where(is_flipped(rows.edges), -after, after))
            mover = np.where(self.graph.players[some] == MAX, 1, -1)
            counts = rows.counts.astype(np.int64)
            owners = np.repeat(np.arange(len(some)), counts)
            towards = after * mover[owners]
            wins = np.bincount(owners[towards > 0], minlength=len(some)) > 0
            lost = np.bincount(owners[towards < 0], minlength=len(some)) == counts
            loses = lost & ~self._saved[some] & ~wins
            decided = wins | loses
            winner = np.where(wins, mover, -mover)[decided]
            self._plies[some[decided]] = winner * plies
            found: Array = some[decided]
            return found

        parts = self.graph.team.map(sweep, slices(len(numbers), CHUNK))
        return np.concatenate([np.zeros(0, np.uint32), *parts])
