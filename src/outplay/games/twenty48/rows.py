"""The rows of 2048: what a slide makes of each, and what each is worth."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from outplay.bits import shift_left

LARGEST = 15
"""Tiles are 2 to this power at most; two of these do not merge."""


def slid(board: int, slides: npt.NDArray[np.int32], right: int) -> int:
    """All rows slid left, or right."""
    return (
        int(slides[right, board & 0xFFFF])
        | int(slides[right, board >> 16 & 0xFFFF]) << 16
        | int(slides[right, board >> 32 & 0xFFFF]) << 32
        | shift_left(int(slides[right, board >> 48 & 0xFFFF]), 48)
    )


class Rows(NamedTuple):
    """For every row, as a number: what a slide makes of it, and its features."""

    slides: npt.NDArray[np.int32]
    """The row slid left, and right."""
    gained: npt.NDArray[np.int32]
    """The points of that."""
    empty: npt.NDArray[np.int32]
    alike: npt.NDArray[np.int32]
    crooked: npt.NDArray[np.int32]
    load: npt.NDArray[np.float64]
    """Features; see `Twenty48.features`."""


@cache
def tables(size: int) -> Rows:
    """The tables for rows of `size` squares."""
    rows = np.arange(16**size)
    cells = [rows >> 4 * at & 15 for at in range(size)]
    load = np.sum([cell**3.5 for cell in cells], axis=0)
    empty, alike, rising, falling = (np.zeros(len(rows), np.int32) for _ in range(4))
    for cell in cells:
        empty += cell == 0
    for one, other in pairwise(cells):
        alike += (one == other) & (one != 0)
        step = (other**4 - one**4).astype(np.int32)
        rising += np.maximum(step, 0)
        falling += np.maximum(-step, 0)
    gained = np.zeros(len(rows), np.int32)
    moved = [cell.copy() for cell in cells]
    for _ in range(size - 1):  # empty squares to the end
        for at in range(size - 1):
            gap = moved[at] == 0
            moved[at] = np.where(gap, moved[at + 1], moved[at])
            moved[at + 1] = np.where(gap, 0, moved[at + 1])
    for at in range(size - 1):  # those that meet, from the edge on
        meet = (moved[at] == moved[at + 1]) & (moved[at] != 0) & (moved[at] != LARGEST)
        moved[at] = moved[at] + meet
        gained += np.where(meet, 1 << moved[at], 0).astype(np.int32)
        for after in range(at + 1, size):
            follower = moved[after + 1] if after + 1 < size else np.zeros_like(rows)
            moved[after] = np.where(meet, follower, moved[after])
    slides = np.zeros((2, len(rows)), np.int32)
    backwards = sum(cell << 4 * (size - 1 - at) for at, cell in enumerate(cells))
    slides[0] = sum(cell << 4 * at for at, cell in enumerate(moved))
    slides[1, backwards] = sum(cell << 4 * (size - 1 - at) for at, cell in enumerate(moved))
    return Rows(slides, gained, empty, alike, np.minimum(rising, falling), load)
