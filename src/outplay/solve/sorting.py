"""Rows of keys in order, without duplicates: sorted, merged, looked up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from outplay.solve.packing import Words
from outplay.solve.store import Store
from outplay.solve.team import Team
from outplay.solve.workers import Worker

Flags = NDArray[np.bool_]

MANY = 16
"""So many known keys for each new one are sorted with these faster than they are searched."""

PART = 1 << 19
"""Keys that are merged at a time: they fit the processor's cache."""


def order_of(keys: Words) -> Words:
    """In which order the keys `[n, size]` are sorted, the first words first."""
    if keys.shape[1] == 1:
        return np.argsort(keys[:, 0], kind="stable")
    return np.lexsort(keys.T[::-1])


def unique(keys: Words) -> Words:
    """The keys `[n, size]` in order, each once; `keys` may be changed."""
    if keys.shape[1] == 1:
        keys.reshape(-1).sort()
    else:
        keys = keys[order_of(keys)]
    if len(keys) < 2:
        return keys.copy()
    differs = np.empty(len(keys), bool)
    differs[0] = True
    np.any(keys[1:] != keys[:-1], axis=1, out=differs[1:]) if keys.shape[1] > 1 else np.not_equal(
        keys[1:, 0], keys[:-1, 0], out=differs[1:]
    )
    return keys[differs]


def cuts(runs: Sequence[Words], without: Sequence[Words] = ()) -> list[list[int]]:
    """Where to cut sorted runs so that parts are small: row `p` are the starts of part `p`.

    The last row are the ends. Keys whose first words are the same stay together. How many parts
    there are does not depend on `without`, which is cut at the same places.
    """
    total = sum(map(len, runs))
    parts = max(1, total // PART)
    samples = [run[:: max(1, len(run) // (8 * parts)), 0] for run in runs]
    marks = np.sort(np.concatenate(samples))
    marks = np.unique(marks[len(marks) // parts :: max(1, len(marks) // parts)])
    every = [*runs, *without]
    rows = [[0] * len(every)]
    size = every[0].shape[1]
    wanted = np.zeros((len(marks), size), np.int64)
    wanted[:, 0] = marks
    columns = [lower_bounds(run, wanted) for run in every if len(marks)]
    rows += np.stack(columns, axis=1).tolist() if len(marks) else []
    rows.append([len(run) for run in every])
    return rows


def merged(
    team: Team,
    store: Store,
    name: str,
    runs: Sequence[Words],
    size: int,
    *,
    without: Sequence[Words] = (),
    finished: bool = True,
) -> Words:
    """The keys of sorted runs as one array in the store, each once; not those of `without`."""
    empty = np.zeros((0, size), np.int64)
    if not runs:
        return empty
    every = [*runs, *without]
    rows = cuts(runs, without)

    def merge(_: Worker, number: int) -> Words:
        parts = zip(every, rows[number], rows[number + 1], strict=True)
        slices = [run[start:end] for run, start, end in parts]
        return but(unique(np.concatenate(slices[: len(runs)])), slices[len(runs) :])

    ahead = 4 * len(team.workers)
    most = sum(map(len, runs))
    parts = team.imap(merge, range(len(rows) - 1), ahead)
    return store.joined(name, parts, most, empty, finished=finished)


def but(keys: Words, known: Sequence[Words]) -> Words:
    """The keys that are in none of the others; all are in order."""
    if keys.shape[1] == 1 and MANY * len(keys) > sum(map(len, known)) > 0:
        # All are sorted together, those that are known behind the others that are equal.
        both = np.concatenate([keys, *known]).reshape(-1).view(np.uint64) << np.uint64(1)
        both[len(keys) :] |= np.uint64(1)
        both.sort()
        is_new = both & np.uint64(1) == 0
        is_new[:-1] &= both[1:] != both[:-1] + np.uint64(1)
        new: Words = (both[is_new] >> np.uint64(1)).view(np.int64).reshape(-1, 1)
        return new
    for some in known:
        keys = keys[places_of(some, keys) < 0]
    return keys


def places_of(keys: Words, wanted: Words, first: Words | None = None) -> Words:
    """Where in `keys`, which are in order, each of those wanted stands; -1 if it does not."""
    if not len(keys):
        return np.full(len(wanted), -1)
    low = lower_bounds(keys, wanted, first)
    same = np.all(keys[np.minimum(low, len(keys) - 1)] == wanted, axis=1)
    return np.where(same & (low < len(keys)), low, -1)


def lower_bounds(keys: Words, wanted: Words, first: Words | None = None) -> Words:
    """How many of `keys`, which are in order, are less than each of those wanted.

    `first` are the first words of the keys, if these have more than one, side by side. What is
    wanted needs to be in order only to be found fast.
    """
    if keys.shape[1] == 1:
        return np.searchsorted(keys[:, 0], wanted[:, 0])
    if first is None:
        low, high = np.zeros(len(wanted), np.int64), np.full(len(wanted), len(keys))
    else:
        low = np.searchsorted(first, wanted[:, 0])
        high = np.searchsorted(first, wanted[:, 0], side="right")
    while len(rest := np.flatnonzero(low < high)):
        middle = low[rest] + high[rest] >> 1
        less = _precede(keys[middle], wanted[rest])
        low[rest[less]] = middle[less] + 1
        high[rest[~less]] = middle[~less]
    return low


def _precede(one: Words, two: Words) -> Flags:
    """Which rows of the one are less than those of the other?"""
    less = np.zeros(len(one), bool)
    same = np.ones(len(one), bool)
    for a, b in zip(one.T, two.T, strict=True):
        less |= same & (a < b)
        same &= a == b
    return less


def directory(keys: Words) -> tuple[Words, int, int]:
    """Where in sorted keys those begin whose first words are alike from a bit on up.

    Gives the row, the bit and the least first word; there is an entry for every few keys.
    """
    if not len(keys):
        return np.zeros(1, np.int64), 0, 0
    first = keys[:, 0]
    low, high = int(first[0]), int(first[-1])
    most = max(1, len(keys) // 2)
    shift = max(0, (high - low).bit_length() - most.bit_length())
    entries = (high - low >> shift) + 1
    marks = low + (np.arange(1, entries, dtype=np.int64) << shift)
    row = np.zeros(entries + 1, np.int64)
    row[1:-1] = np.searchsorted(first, marks)
    row[-1] = len(keys)
    return row, shift, low
