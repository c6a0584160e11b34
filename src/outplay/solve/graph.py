"""Any other game: all states with a number each, and all edges between them.

States are found from the roots on. Workers expand chunks of them side by side; the keys that come
of that are numbered in the order of the chunks, so that every state has the same number however
many workers there are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outplay.game import MAX
from outplay.solve.packing import Layout, Words
from outplay.solve.progress import Progress
from outplay.solve.state import EXPAND, NUMBER
from outplay.solve.team import Team
from outplay.solve.workers import Array, Worker

CHUNK = 1 << 14
"""States that a worker expands at a time."""

ROOM = 1 << 18
"""Keys that it writes before they are numbered."""

START = 1 << 12
"""Keys that there is room for at first."""

MOST = (1 << 32) - 2
"""States that have numbers of 32 bits."""


class TooManyStates(Exception):
    """There are more states than numbers of 32 bits."""


class Growing:
    """An array that grows at its end."""

    def __init__(self, kind: type[np.generic]) -> None:
        self._array = np.empty(1024, kind)
        self.used = 0

    def add(self, items: Array) -> None:
        end = self.used + len(items)
        if end > len(self._array):
            self._array.resize(max(end, len(self._array) * 3 // 2), refcheck=False)
        self._array[self.used : end] = items
        self.used = end

    def done(self) -> Array:
        """All of it; it does not grow any more."""
        self._array.resize(self.used, refcheck=False)
        return self._array


@dataclass
class Expanded:
    """What comes after the states of a chunk."""

    keys: Words
    ends: Array
    players: Array
    values: Array
    chances: Array
    misfits: tuple[list[int], list[int]] | None


@dataclass
class Graph:
    """States by number, and what comes after each."""

    layout: Layout
    keys: Words
    """`[states, size]`"""
    players: Array
    """MAX, MIN or CHANCE; OVER, and who would be to move, where the game is over."""
    values: Array
    """Of states where the game is over."""
    starts: Array
    """By state, where its edges start; one more than there are states."""
    edges: Array
    """The number of the state that each leads to."""
    chances: Array | None

    @property
    def is_over(self) -> Array:
        """By state: is the game over?"""
        return self.players > MAX


class Explorer:
    """Finds the states of a game."""

    def __init__(
        self, team: Team, numberer: Worker, layout: Layout, progress: Progress, *, chance: bool
    ) -> None:
        """`numberer` is a worker beside those of the team."""
        self.team, self.numberer, self.layout = team, numberer, layout
        self.progress, self.chance = progress, chance
        self.known = 0
        self._capacity = 0
        self._keys: Words = np.zeros((0, layout.size), np.int64)
        self._starts, self._edges = Growing(np.int64), Growing(np.uint32)
        self._players, self._values = Growing(np.int8), Growing(team.lead.number_type)
        self._chances = Growing(np.float64)

    def explore(self, roots: Words) -> Graph:
        """All states from the keys of the roots on."""
        self._set_up()
        self._number(roots)
        self._starts.add(np.zeros(1, np.int64))
        first, wave = 0, 0
        while first < self.known:
            last = self.known
            self.progress.report("finding", wave, last - first)
            first, wave = self._wave(first, last), wave + 1
        keys = self.numberer.read("all_keys", 0, self.known * self.layout.size)
        return Graph(
            self.layout,
            keys.reshape(-1, self.layout.size).copy(),
            self._players.done(),
            self._values.done(),
            self._starts.done(),
            self._edges.done(),
            self._chances.done() if self.chance else None,
        )

    def leave(self) -> None:
        """Gives back the memory that only finding states needs."""
        for name in ("all_keys", "slots", "found", "numbers"):
            self.numberer.room(name, 1)
        for worker in self.team.workers:
            for name in ("found", "chances"):
                worker.room(name, 1)

    def _wave(self, first: int, last: int) -> int:
        """Expands the states with these numbers; says how far it came."""
        size = self.layout.size
        keys = self.numberer.read("all_keys", first * size, last * size).reshape(-1, size).copy()
        slices = [slice(at, min(len(keys), at + CHUNK)) for at in range(0, len(keys), CHUNK)]

        def expand(worker: Worker, part: slice) -> list[Expanded]:
            return _expanded(worker, keys[part])

        ahead = 2 * len(self.team.workers)
        found = self.team.imap(expand, slices, ahead)
        for part, some in zip(slices, found, strict=True):
            misfits = [one.misfits for one in some if one.misfits is not None]
            if misfits:
                found.close()
                self._widen(misfits)
                return first + part.start
            for one in some:
                self._add(one)
        return last

    def _add(self, one: Expanded) -> None:
        offset = self._edges.used
        self._edges.add(self._number(one.keys))
        self._starts.add(one.ends + offset)
        self._players.add(one.players)
        self._values.add(one.values)
        if self.chance:
            self._chances.add(one.chances)

    # --- the table of keys ------------------------------------------------------------------------

    def _number(self, keys: Words) -> Array:
        """The number of each key."""
        if self.known + len(keys) > self._capacity:
            self._grow(self.known + len(keys))
        worker, size = self.numberer, self.layout.size
        worker.put("found", keys)
        worker.room("numbers", len(keys))
        worker.set("known", self.known)
        worker.do(NUMBER, 0, len(keys))
        self.known = worker.get("known")
        if self.known > MOST:
            raise TooManyStates
        assert size
        return worker.read("numbers", 0, len(keys))

    def _grow(self, least: int) -> None:
        """Makes room for so many keys."""
        size = self.layout.size
        old = self.numberer.read("all_keys", 0, self.known * size).copy() if self.known else None
        self._capacity = max(START, least, 2 * self._capacity)
        self.numberer.room("all_keys", self._capacity * size)
        self._fill(np.zeros((0, size), np.int64) if old is None else old.reshape(-1, size))

    def _fill(self, keys: Words) -> None:
        """A new table, with these keys in their order."""
        slots = 1 << (2 * self._capacity - 1).bit_length()
        self.numberer.room("slots", slots)
        self.numberer.set("slots_mask", slots - 1)
        self.numberer.set("known", 0)
        self.numberer.room("numbers", min(len(keys), ROOM))
        for start in range(0, len(keys), ROOM):
            part = keys[start : start + ROOM]
            self.numberer.put("found", part)
            self.numberer.do(NUMBER, 0, len(part))

    def _widen(self, misfits: list[tuple[list[int], list[int]]]) -> None:
        """States have come for which keys have no room: all keys are packed anew."""
        before = self.layout
        keys = self.numberer.read("all_keys", 0, self.known * before.size)
        for kept, least in misfits:
            self.layout = self.layout.widened(kept, least)
        moved = before.moved(keys.reshape(-1, before.size).copy(), self.layout)
        self._set_up()
        self.numberer.room("all_keys", self._capacity * self.layout.size)
        self._fill(moved)

    def _set_up(self) -> None:
        size = self.layout.size
        self.numberer.use(self.layout)
        for worker in self.team.workers:
            worker.misfits()
            worker.use(self.layout)
            worker.room("found", ROOM * size)
            worker.room("chances", ROOM, worker.number_type)
            worker.room("ends", CHUNK)
            worker.room("players", CHUNK)
            worker.room("values", CHUNK, worker.number_type)
            worker.set("room", ROOM)


def _expanded(worker: Worker, keys: Words) -> list[Expanded]:
    """What comes after these states, in as many pieces as there is need for."""
    size = keys.shape[1]
    worker.put("sources", keys)
    done, found = 0, []
    while done < len(keys):
        worker.set("written", 0)
        worker.do(EXPAND, done, len(keys))
        start, done = done, worker.get("done")
        written = worker.get("written")
        kind = worker.number_type
        found.append(
            Expanded(
                worker.read("found", 0, written * size).reshape(-1, size).copy(),
                worker.read("ends", start, done).copy(),
                worker.read("players", start, done).copy(),
                worker.read("values", start, done, kind).copy(),
                worker.read("chances", 0, written, kind).copy(),
                worker.misfits(),
            )
        )
    return found
