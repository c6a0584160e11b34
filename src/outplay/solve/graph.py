"""Any other game: all states that are not over with a number each, and the edges between them.

States are found from the roots on, in waves. Workers expand chunks of a wave side by side; the keys
that come of that are numbered in the order of the chunks, so that every state has the same number
however many workers there are. States in which the game is over have no number: they are sorted,
and what a state gets where a move ends the game is kept with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from outplay.errors import OutplayError
from outplay.native.layout import INFINITY_INT, MAX_PLY, TooDeep
from outplay.solve.growing import Growing
from outplay.solve.journal import Journal
from outplay.solve.packing import Layout, Words
from outplay.solve.progress import Progress
from outplay.solve.sorting import merged, unique
from outplay.solve.state import END, EXPLORE, HIGH, NUMBER
from outplay.solve.store import Store
from outplay.solve.team import Team, slices
from outplay.solve.workers import Array, Worker

CHUNK = 1 << 14
"""States that a worker expands at a time."""

ROOM = 1 << 18
"""Keys that it writes before they are numbered."""

UNMERGED = 1 << 24
"""Keys of states that are over which may be there twice."""

START = 1 << 12
"""Keys that there is room for at first."""

NONE = 2
"""In place of who wins, where no move ends the game."""

MOST = HIGH - 2
"""States that have numbers of 31 bits."""


@dataclass
class Ends:
    """States in which the game is over."""

    keys: Words
    """In order, each once."""
    values: Array
    """What they count; only who wins where games are won, drawn and lost."""
    players: Array


@dataclass
class Expanded:
    """What comes after the states of a chunk."""

    keys: Words
    flipped: Array
    chances: Array
    ends: Array
    """By state, where its keys end."""
    players: Array
    values: Array
    over: Words
    """Keys of states in which the game is over then, in order."""
    misfits: tuple[list[int], list[int]] | None


@dataclass
class Graph:
    """States by number, and what comes after each."""

    layout: Layout
    keys: Words
    """`[states, size]`"""
    players: Array
    """MAX, MIN or CHANCE."""
    values: Array
    """The best of what a move counts that ends the game; infinite where there is none. Where games
    are won, drawn and lost, only who wins, or NONE. Where chance moves, the part of the mean that
    comes of such moves."""
    starts: Array
    """By state, where its edges start; one more than there are states."""
    edges: Array
    """The number of the state that each leads to; HIGH is set where the sides are exchanged. There
    may be one more, so that they fill words."""
    chances: Array | None
    over: Ends

    @property
    def working_memory(self) -> int:
        """Bytes that working backward takes, together with the graph itself."""
        rows = self.starts.nbytes + self.edges.nbytes
        rows += 0 if self.chances is None else self.chances.nbytes
        return 2 * rows + 20 * len(self.keys) + self.keys.nbytes + self.over.keys.nbytes


class Explorer:
    """Finds the states of a game."""

    def __init__(
        self,
        team: Team,
        numberer: Worker,
        layout: Layout,
        store: Store,
        progress: Progress,
        *,
        chance: bool,
        decisive: bool,
    ) -> None:
        """`numberer` is a worker beside those of the team."""
        self.decisive = decisive
        self.team, self.numberer, self.layout = team, numberer, layout
        self.store, self.progress, self.chance = store, progress, chance
        self.known = 0
        self._capacity = 0
        self._merged = ""
        self._keys = Growing(np.int64)
        self._starts, self._edges = Growing(np.int64), Growing(np.uint32)
        self._players = Growing(np.int8)
        self._values = Growing(np.int8 if decisive else team.lead.number_type)
        self._chances = Growing(np.float64)
        self.journal = Journal(store)
        self._saved: dict[str, int] = {}
        """By file, how many items of an array are written down."""
        self._over: list[Words] = []
        """Keys of states that are over, in sorted runs; the first one is the largest."""

    def explore(self, roots: Words, over: Words) -> Graph:
        """All states from the keys of the roots on; `over` are those where the game is over."""
        self._over.append(unique(over))
        first, wave = self._take_up()
        last = first
        if not wave:
            self._set_up()
            self._starts.add(np.zeros(1, np.int64))
            if len(roots):
                self._number(roots)
        while first < self.known:
            if wave > MAX_PLY:
                raise TooDeep
            if last < self.known:
                self.progress.report("finding", wave, self.known - last)
                last, wave = self.known, wave + 1
            first = self._wave(first, last)
            if first == last:
                self._write_down(first, wave)
        size = self.layout.size
        self._leave()
        keys = self._keys.done().reshape(-1, size)
        self._merge("over")
        ends = self._ends(self._over.pop())
        self.progress.report("finding", wave, len(ends.keys))
        return Graph(
            self.layout,
            keys,
            self._players.done(),
            self._values.done(),
            self._starts.done(),
            self._edges.even(),
            self._chances.done() if self.chance else None,
            ends,
        )

    # --- so that work goes on ---------------------------------------------------------------------

    def _growing(self) -> dict[str, Growing]:
        """All that grows with the states, by the names of its files."""
        self._keys.used = self.known * self.layout.size
        found = {"keys": self._keys, "starts": self._starts, "edges": self._edges}
        found |= {"players": self._players, "values": self._values, "chances": self._chances}
        return {f"graph-{name}": array for name, array in found.items()}

    def _write_down(self, first: int, wave: int) -> None:
        """A wave is done: what it found is kept."""
        if not self.journal.is_kept or not self.numberer.is_native:
            return
        if not self._saved:  # also when the layout has changed
            self.journal.clear()
            for run in self._over:
                self.journal.append("graph-over", run)
        for name, array in self._growing().items():
            self.journal.append(name, array.array[self._saved.get(name, 0) :])
            self._saved[name] = array.used
        self.journal.commit(first=first, wave=wave, layout=self.layout.as_fields())

    def _take_up(self) -> tuple[int, int]:
        """Goes on where the work was ended: from which state, and in which wave."""
        notes = self.journal.take_up() if self.numberer.is_native else None
        if notes is None:
            return 0, 0
        self.layout = Layout.from_fields(notes["layout"])
        self._set_up()
        for name, array in self._growing().items():
            array.add(self.journal.read(name, array.whole.dtype))
            self._saved[name] = array.used
        self.known = self._keys.used // self.layout.size
        self._grow(self.known)
        over = self.journal.read("graph-over", np.int64).reshape(-1, self.layout.size)
        for start in range(0, len(over), UNMERGED):
            self._over.append(unique(over[start : start + UNMERGED]))
        self._merge("over-taken-up")
        self.progress.report("finding", notes["wave"], self.known)
        return int(notes["first"]), int(notes["wave"])

    # --- finding ----------------------------------------------------------------------------------

    def _wave(self, first: int, last: int) -> int:
        """Expands the states with these numbers; says how far it came."""
        keys = self._known_keys[first:last].copy()  # the table may grow meanwhile
        parts = slices(len(keys), CHUNK)

        def expand(worker: Worker, part: slice) -> list[Expanded]:
            return list(_expanded(worker, keys[part]))

        found = self.team.imap(expand, parts, 2 * len(self.team.workers))
        for part, some in zip(parts, found, strict=True):
            misfits = [one.misfits for one in some if one.misfits is not None]
            if misfits:
                found.close()
                self._widen(misfits)
                return int(first + part.start)
            for one in some:
                self._add(one)
        return last

    def _add(self, one: Expanded) -> None:
        offset = self._edges.used
        numbers = self._number(one.keys).astype(np.uint32)
        self._edges.add(numbers | one.flipped.astype(np.uint32) * np.uint32(HIGH))
        self._starts.add(one.ends + offset)
        self._players.add(one.players)
        self._values.add(_signs(one.values) if self.decisive else one.values)
        if self.chance:
            self._chances.add(one.chances)
        if len(one.over):
            self._over.append(one.over)
            if self._saved:
                self.journal.append("graph-over", one.over)
            if sum(map(len, self._over[1:])) > max(UNMERGED, len(self._over[0]) // 2):
                self._merge(f"over-{self.known}")

    # --- states that are over ---------------------------------------------------------------------

    def _merge(self, name: str) -> None:
        """Makes one run of all."""
        self._over[:] = [merged(self.team, self.store, name, self._over, self.layout.size)]
        self.store.drop(self._merged)
        self._merged = name

    def _ends(self, keys: Words) -> Ends:
        """What these states count, and who would be to move."""
        kind = self.team.lead.number_type
        values = np.empty(len(keys), np.int8 if self.decisive else kind)
        players = np.empty(len(keys), np.int8)
        for worker in self.team.workers:
            worker.room("players", CHUNK)
            worker.room("values", CHUNK, kind)

        def value(worker: Worker, part: slice) -> None:
            worker.put("sources", keys[part])
            count = part.stop - part.start
            worker.do(END, 0, count)
            found = worker.read("values", 0, count, kind)
            values[part] = np.sign(found) if self.decisive else found
            players[part] = worker.read("players", 0, count)

        self.team.map(value, slices(len(keys), CHUNK))
        return Ends(keys, values, players)

    # --- the table of keys ------------------------------------------------------------------------

    def _number(self, keys: Words) -> Array:
        """The number of each key."""
        if self.known + len(keys) > self._capacity:
            self._grow(self.known + len(keys))
        worker = self.numberer
        worker.put("found", keys)
        worker.room("numbers", len(keys))
        worker.set("known", self.known)
        worker.do(NUMBER, 0, len(keys))
        self.known = worker.get("known")
        if self.known > MOST:
            raise OutplayError(
                f"There are more than {MOST:,} states, which is the most that can be solved where a"
                " state does not say how many plies have been played."
            )
        return worker.read("numbers", 0, len(keys))

    def _grow(self, least: int) -> None:
        """Makes room for so many keys."""
        size = self.layout.size
        known = self._known_keys
        self._capacity = max(START, least, 5 * self._capacity // 4)
        self.store.need(8 * (self._capacity * size + self._slots))
        self._keys.reserve(self._capacity * size)
        self._fill(known if not self.numberer.is_native else self._known_keys)

    @property
    def _known_keys(self) -> Words:
        """The keys of all states that have a number."""
        size = self.layout.size
        if not self.numberer.is_native and self.known:
            return self.numberer.read("all_keys", 0, self.known * size).reshape(-1, size)
        self._keys.used = self.known * size
        return self._keys.array.reshape(-1, size)

    @property
    def _slots(self) -> int:
        return 1 << (3 * self._capacity // 2).bit_length()

    def _fill(self, keys: Words) -> None:
        """A new table, with these keys in their order."""
        numberer, slots = self.numberer, self._slots
        numberer.room("slots", 1)  # first the memory of the old one is given back
        numberer.room("slots", slots)
        numberer.set("slots_mask", slots - 1)
        numberer.put("all_keys", self._keys.whole)
        numberer.set("known", 0)
        numberer.room("numbers", min(len(keys), ROOM))
        for start in range(0, len(keys), ROOM):
            part = keys[start : start + ROOM]
            numberer.put("found", part)
            numberer.do(NUMBER, 0, len(part))

    def _widen(self, misfits: list[tuple[list[int], list[int]]]) -> None:
        """States have come for which keys have no room: all keys are packed anew."""
        before, keys = self.layout, self._known_keys
        for kept, least in misfits:
            self.layout = self.layout.widened(kept, least)
        moved = before.moved(keys, self.layout)
        # The order of keys is another one, too.
        self._over[:] = [unique(before.moved(run, self.layout).copy()) for run in self._over]
        self._saved.clear()
        self._set_up()
        self._keys = Growing(np.int64)
        self._keys.reserve(self._capacity * self.layout.size)
        self._fill(moved)

    def _set_up(self) -> None:
        size = self.layout.size
        self.numberer.use(self.layout)
        for worker in self.team.workers:
            worker.misfits()
            worker.use(self.layout)
            for name in ("found", "over"):
                worker.room(name, ROOM * size)
            worker.room("chances", ROOM, worker.number_type)
            worker.room("flipped", ROOM)
            for name in ("ends", "players"):
                worker.room(name, CHUNK)
            worker.room("values", CHUNK, worker.number_type)
            worker.set("room", ROOM)

    def _leave(self) -> None:
        """Gives back the memory that only finding states needs."""
        if not self.numberer.is_native:
            self._keys.whole[: self.known * self.layout.size] = self._known_keys.reshape(-1)
        self._keys.used = self.known * self.layout.size
        for name in ("all_keys", "slots", "found", "numbers"):
            self.numberer.room(name, 1)
        for worker in self.team.workers:
            for name in ("found", "over", "chances", "flipped"):
                worker.room(name, 1)


def _signs(scores: Array) -> Array:
    """Who wins, or NONE."""
    none = np.abs(scores) == INFINITY_INT if scores.dtype.kind == "i" else np.isinf(scores)
    return np.where(none, NONE, np.sign(scores)).astype(np.int8)


def _expanded(worker: Worker, keys: Words) -> Iterator[Expanded]:
    """What comes after these states, in as many pieces as there is need for."""
    size = keys.shape[1]
    worker.put("sources", keys)
    done = 0
    while done < len(keys):
        worker.set("written", 0)
        worker.set("over_written", 0)
        worker.do(EXPLORE, done, len(keys))
        start, done = done, worker.get("done")
        written, over = worker.get("written"), worker.get("over_written")
        kind = worker.number_type
        yield Expanded(
            worker.read("found", 0, written * size).reshape(-1, size).copy(),
            worker.read("flipped", 0, written).astype(np.uint8),
            worker.read("chances", 0, written, kind).copy(),
            worker.read("ends", start, done).copy(),
            worker.read("players", start, done).astype(np.int8),
            worker.read("values", start, done, kind).copy(),
            unique(worker.read("over", 0, over * size).reshape(-1, size)),
            worker.misfits(),
        )
