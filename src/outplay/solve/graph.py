"""Any other game: all states that are not over with a number each, and the edges between them.

States are found by `waves.py`; their numbers are their places in the order of their keys. Then all
are expanded once more, piece by piece, and each edge is the number that it leads to. Pieces are in
memory, or on disk; where there is no room for them there either, they are made anew each time that
they are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from outplay.errors import OutplayError
from outplay.solve.expansion import MOST, Expansion, Rows
from outplay.solve.packing import Words
from outplay.solve.progress import Progress
from outplay.solve.state import END, HIGH, PLAIN
from outplay.solve.store import Store
from outplay.solve.team import slices
from outplay.solve.waves import CHUNK, States
from outplay.solve.workers import Array, Worker

PIECE = 1 << 20
"""States of a piece; a multiple of CHUNK."""

SPARE_DISK = 0.9
"""Of what is free on the disk, how much may be used."""

PIECES, TURNED = "pieces", "turned"
"""Written down: how many pieces are done; that all edges have been turned round."""

Method = Literal["edges", "retraction", "sweeps"]
"""How one comes from a state to those before it: by edges turned round, by what the rules say of
moves taken back, or not at all: then all states are gone through again and again."""


@dataclass
class Ends:
    """States in which the game is over."""

    keys: Words
    """In order, each once."""
    values: Array
    """What they count; only who wins where games are won, drawn and lost."""
    players: Array


@dataclass
class Piece:
    """What comes after states that stand next to one another."""

    first: int
    """The number of the first one."""
    starts: Array
    """By state, where its edges start; one more than there are states."""
    edges: Array
    """See `Rows`. There may be one more, so that they fill words."""
    chances: Array | None

    @classmethod
    def of(cls, first: int, rows: Rows) -> Piece:
        starts = np.zeros(len(rows.counts) + 1, np.uint32)
        np.cumsum(rows.counts, out=starts[1:])
        edges = np.append(rows.edges, np.zeros(len(rows.edges) % 2, np.uint32))
        return cls(first, starts, edges, rows.chances)


class Graph:
    """States by number, and what comes after each."""

    def __init__(
        self,
        expansion: Expansion,
        store: Store,
        progress: Progress,
        states: States,
        *,
        decisive: bool,
    ) -> None:
        self.team, self.expansion, self.store = expansion.team, expansion, store
        self.keys, self.edges = states.keys, states.edges
        self.progress = progress
        n = len(self.keys)
        if n > MOST:
            raise OutplayError(
                f"There are more than {MOST:,} states, which is the most that can be solved where a"
                " state does not say how many plies have been played."
            )
        self._ends_type = np.int8 if decisive else self.team.lead.number_type
        self.over = self._ends(states.over)
        self.players = store.empty("players", n, np.int8)
        """MAX, MIN or CHANCE."""
        self.values = store.empty("ends", n, self._ends_type)
        """See `Rows`."""
        self.counts: Array = store.empty("counts", n, np.uint32)
        """How many edges each state has."""
        self.method: Method = "edges"
        self._pieces: list[Piece] = []

    def __len__(self) -> int:
        return len(self.keys)

    def build(self, *, retracts: bool) -> None:
        """Finds what comes after each state, and chooses how to come back from there.

        `retracts`: do the rules say what comes before a state?
        """
        edges = self.edges * (12 if self.expansion.chance else 4) + 4 * len(self)
        turned = 4 * (self.edges + len(self))
        if self.store.has_room(edges + turned):
            self.method = "edges"
        elif retracts:
            self.method = "retraction"
        elif edges + turned <= SPARE_DISK * self.store.disk_room():
            self.method = "edges"
        else:
            self.method = "sweeps"
        keeps = self.method == "edges"
        self.expansion.set_up(len(self), distinct=self.method == "retraction")

        def rows(worker: Worker, part: slice) -> Rows:
            return self.expansion.rows(worker, self.keys[part], with_edges=keeps)

        begun = 0
        if keeps:
            begun = self._take_up()
        parts = slices(len(self), CHUNK)[begun * (PIECE // CHUNK) :]
        some: list[Rows] = []
        ahead = 2 * len(self.team.workers)
        for part, found in zip(parts, self.team.imap(rows, parts, ahead), strict=True):
            self.players[part] = found.players
            self.values[part] = found.values
            self.counts[part] = found.counts
            some.append(found)
            if part.stop % PIECE == 0 or part.stop == len(self):
                if keeps:
                    self._keep(Piece.of((part.stop - 1) // PIECE * PIECE, Rows.together(some)))
                some = []
                self.progress.report("linking", 0, part.stop)

    # --- pieces -----------------------------------------------------------------------------------

    def _keep(self, piece: Piece) -> None:
        """A piece is done. Now and then, all that are done are written down."""
        self._pieces.append(piece)
        first, finished = len(self._pieces) - 1, self.store.is_due()
        if finished:
            first = self.store.noted(PIECES) or 0
        for number in range(first, len(self._pieces)):
            piece, here = self._pieces[number], self.part(self._pieces[number].first)
            piece.starts = self.store.keep(f"starts-{number}", piece.starts, finished=finished)
            piece.edges = self.store.keep(f"edges-{number}", piece.edges, finished=finished)
            if piece.chances is not None:
                name = f"chances-{number}"
                piece.chances = self.store.keep(name, piece.chances, finished=finished)
            if finished:
                self.store.keep(f"players-{number}", self.players[here], finished=True)
                self.store.keep(f"ends-{number}", self.values[here], finished=True)
        if finished:
            self.store.note(PIECES, len(self._pieces))

    def _take_up(self) -> int:
        """How many pieces were found when the work was ended before."""
        for number in range(self.store.noted(PIECES) or 0):
            names = ("starts", "edges", "players", "ends")
            rows = [self.store.finished(f"{name}-{number}") for name in names]
            starts, edges, players, values = rows
            if edges is None and self.store.noted(TURNED):
                edges = np.zeros(0, np.uint32)
            if starts is None or edges is None or players is None or values is None:
                break
            here = self.part(number * PIECE)
            self.players[here], self.values[here] = players, values
            self.counts[here] = np.diff(starts)
            chances = self.store.finished(f"chances-{number}")
            self._pieces.append(Piece(number * PIECE, starts, edges, chances))
        return len(self._pieces)

    def part(self, first: int) -> slice:
        """The states of the piece that begins there."""
        return slice(first, min(len(self), first + PIECE))

    def pieces(self) -> Iterator[Piece]:
        """All of them, the last one first."""
        if self._pieces:
            yield from reversed(self._pieces)
            return
        for first in reversed(range(0, len(self), PIECE)):
            self.expansion.set_up(PIECE)  # the kernel may have worked elsewhere meanwhile
            here = self.part(first)
            parts = [
                slice(here.start + part.start, here.start + part.stop)
                for part in slices(here.stop - here.start, CHUNK)
            ]
            rows = self.team.map(lambda worker, part: self._rows_anew(worker, part), parts)
            yield Piece.of(first, Rows.together(rows))

    def drop_edges(self) -> None:
        """They are needed no more, only how many each state has."""
        if self.store.folder is None or self.store.noted(TURNED):
            for number in range(len(self._pieces)):
                for name in ("edges", "chances"):
                    self.store.drop(f"{name}-{number}")
        self._pieces = []

    def rows(self, worker: Worker, numbers: Array) -> Rows:
        """What comes after these states, whose numbers are in order."""
        if not self._pieces:
            return self._rows_anew(worker, numbers)
        found = []
        firsts = np.array([piece.first for piece in self._pieces], numbers.dtype)
        cuts = np.searchsorted(numbers, firsts).tolist()
        for piece, start, end in zip(self._pieces, cuts, [*cuts[1:], len(numbers)], strict=True):
            if start == end:
                continue
            here = numbers[start:end]
            counts, places = places_in_rows(piece.starts, here - piece.first)
            chances = None if piece.chances is None else piece.chances[places]
            edges = piece.edges[places]
            found.append(Rows(counts, edges, chances, self.players[here], self.values[here]))
        return Rows.together(found)

    def _rows_anew(self, worker: Worker, numbers: Array | slice) -> Rows:
        return self.expansion.rows(worker, self.keys[numbers])

    # --- states that are over ---------------------------------------------------------------------

    def _ends(self, keys: Words) -> Ends:
        """What these states count, and who would be to move."""
        kind = self.team.lead.number_type
        values = self.store.empty("over-values", len(keys), self._ends_type)
        players = self.store.empty("over-players", len(keys), np.int8)
        for worker in self.team.workers:
            worker.use(self.expansion.layout)
            worker.reserve("players", min(len(keys), CHUNK))
            worker.reserve("values", min(len(keys), CHUNK), kind)

        def value(worker: Worker, part: slice) -> None:
            worker.put("sources", keys[part])
            count = part.stop - part.start
            worker.do(END, 0, count)
            found = worker.read("values", 0, count, kind)
            values[part] = np.sign(found) if self._ends_type is np.int8 else found
            players[part] = worker.read("players", 0, count)

        self.team.map(value, slices(len(keys), CHUNK))
        return Ends(keys, values, players)


def places_in_rows(starts: Array, chosen: Array) -> tuple[Array, Array]:
    """Of chosen rows that lie one after the other: how long each is, and where its items are."""
    firsts = starts[chosen].astype(np.int64)
    counts = starts[chosen + 1] - firsts
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    return counts, np.repeat(firsts - ends + counts, counts) + np.arange(total)


def plain(edges: Array) -> Array:
    """The numbers that edges lead to."""
    return edges & np.uint32(PLAIN)


def is_flipped(edges: Array) -> Array:
    """Are the sides exchanged along them?"""
    flipped: Array = (edges & np.uint32(HIGH)) != 0
    return flipped
