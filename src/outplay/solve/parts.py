"""Values and distances as they are kept: small numbers beside the keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from outplay.game import MAX
from outplay.solve.packing import Words
from outplay.solve.sorting import order_of
from outplay.solve.state import OVER, WIN
from outplay.solve.store import Store
from outplay.solve.workers import Array

MOST_WHOLE = 1 << 53
"""Up to there floats hold all whole numbers."""


CHUNK = 1 << 20
"""States that are looked at together."""


@dataclass(frozen=True)
class Part:
    """The states of one layer, or all of a game that has none."""

    keys: Words
    """`[states, size]`, in order."""
    values: Array
    """By state: 1, 0 or -1 where it is won by MAX, drawn, or won by MIN; else its value."""
    distances: Array | None
    """Plies to the end of the game with best play, where it is won or lost; else 0."""
    players: Array
    """Who is to move: MAX, MIN or CHANCE; OVER is added where the game is over."""
    images: Array | None = None
    """How many different images each state has, itself included."""

    def slices(self) -> Iterator[Part]:
        """The same in pieces, which need less memory to work on."""
        for start in range(0, len(self.keys), CHUNK):
            here = slice(start, start + CHUNK)
            distances = None if self.distances is None else self.distances[here]
            images = None if self.images is None else self.images[here]
            yield Part(self.keys[here], self.values[here], distances, self.players[here], images)

    def kept(self, store: Store, name: str) -> Part:
        """The same, with its arrays where there is room for them."""
        distances = self.distances
        if distances is not None:
            distances = store.keep(f"distances-{name}", distances, finished=True)
        players = store.keep(f"players-{name}", self.players, finished=True)
        values = store.keep(f"values-{name}", self.values, finished=True)
        return Part(self.keys, values, distances, players, self.images)

    @classmethod
    def taken_up(cls, store: Store, name: str, keys: Words, win: float | None) -> Part | None:
        """A part that was finished before the work was ended."""
        values = store.finished(f"values-{name}")  # which are kept last
        if values is None:
            return None
        distances = None if win is None else store.finished(f"distances-{name}")
        players = store.finished(f"players-{name}")
        assert players is not None
        return cls(keys, values, distances, players)

    def scores(self, win: float | None) -> Array:
        """The kernel's scores, from which the part was made."""
        if win is None or self.distances is None:
            return self.values
        return self.values * np.where(self.values == 0, 0, WIN - self.distances.astype(np.int64))


def parts_of(keys: Words, scores: Array, players: Array, win: float | None) -> Part:
    """A part of what the kernel found; the keys need not be in order."""
    if len(keys) > 1 and not _is_sorted(keys):
        order = order_of(keys)
        keys, scores, players = keys[order], scores[order], players[order]
    players = players.astype(np.int8, copy=False)
    if win is None:
        return Part(keys, scores, None, players)
    if scores.dtype == np.int8:  # the game is over there
        return Part(keys, scores, np.zeros(len(keys), np.uint8), players)
    nearest = np.abs(scores[scores != 0]).min(initial=WIN)
    signs = np.empty(len(keys), np.int8)
    distances = np.empty(len(keys), np.uint8 if WIN - nearest < 1 << 8 else np.uint32)
    for start in range(0, len(keys), CHUNK):
        here = slice(start, start + CHUNK)
        signs[here] = np.sign(scores[here])
        distances[here] = np.where(signs[here] == 0, 0, WIN - np.abs(scores[here]))
    return Part(keys, signs, distances, players)


def part_of_plies(keys: Words, plies: Array, players: Array, store: Store) -> Part:
    """The same from numbers of plies, plus 1; with a minus where MIN wins, 0 of a draw."""
    most = int(max(plies.max(initial=0), -int(plies.min(initial=0)))) - 1
    signs = store.empty("values", len(keys), np.int8)
    distances = store.empty("distances", len(keys), np.uint8 if most < 1 << 8 else np.uint32)
    for start in range(0, len(keys), CHUNK):
        here = slice(start, start + CHUNK)
        signs[here] = np.sign(plies[here])
        distances[here] = np.maximum(np.abs(plies[here].astype(np.int32)) - 1, 0)
    return Part(keys, signs, distances, players)


def with_whole_values(parts: list[Part]) -> list[Part]:
    """The parts with ints as values if all of them are whole, at whatever speed they were found."""
    if not all(np.all(np.abs(p.values) < MOST_WHOLE) for p in parts):
        return parts
    if not all(np.array_equal(p.values, np.rint(p.values)) for p in parts):
        return parts
    return [
        replace(p, values=p.values.astype(np.int64)) if p.distances is None else p for p in parts
    ]


def _is_sorted(keys: Words) -> bool:
    return keys.shape[1] == 1 and bool(np.all(keys[1:, 0] > keys[:-1, 0]))


def mover_of(players: Array) -> Array:
    """Who is, or would be, to move; 0 where nobody knows, and where chance is."""
    over = players > MAX
    return np.where(over, players - OVER, players)
