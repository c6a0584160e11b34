"""Rows of keys in order, without duplicates: sorted, merged, looked up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from outplay.solve.packing import Words
from outplay.solve.store import Store
from outplay.solve.team import Team
from outplay.solve.workers import Worker

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


def cuts(runs: Sequence[Words]) -> list[list[int]]:
    """Where to cut sorted runs so that parts are small: row `p` are the starts of part `p`.

    The last row are the ends. Keys whose first words are the same stay together.
    """
    total = sum(map(len, runs))
    parts = max(1, total // PART)
    samples = [run[:: max(1, len(run) // (8 * parts)), 0] for run in runs]
    marks = np.sort(np.concatenate(samples))
    marks = np.unique(marks[len(marks) // parts :: max(1, len(marks) // parts)])
    rows = [[0] * len(runs)]
    columns = [np.searchsorted(run[:, 0], marks) for run in runs]
    rows += np.stack(columns, axis=1).tolist() if len(marks) else []
    rows.append([len(run) for run in runs])
    return rows


def merged(team: Team, store: Store, name: str, runs: Sequence[Words], size: int) -> Words:
    """The keys of sorted runs as one array in the store, each once."""
    empty = np.zeros((0, size), np.int64)
    if not runs:
        return empty
    rows = cuts(runs)

    def merge(_: Worker, number: int) -> Words:
        parts = zip(runs, rows[number], rows[number + 1], strict=True)
        return unique(np.concatenate([run[start:end] for run, start, end in parts]))

    ahead = 4 * len(team.workers)
    most = sum(map(len, runs))
    return store.joined(name, team.imap(merge, range(len(rows) - 1), ahead), most, empty)


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
