"""Solved states as they are looked up: in memory here, in a file in `solution_file.py`.

States are in parts, by the number of their layer (there is one part where a game has no layers),
and in each part in the order of their keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from outplay.solve.packing import Words
from outplay.solve.parts import Part
from outplay.solve.workers import Array

BLOCK = 1024
"""States that are read together."""


class Block(NamedTuple):
    """States that stand next to one another."""

    keys: Words
    values: Array
    distances: Array | None

    def find(self, key: tuple[int, ...]) -> tuple[float, int | None] | None:
        """The value and distance of a key."""
        at = place_of(self.keys, key)
        if at >= len(self.keys) or tuple(self.keys[at].tolist()) != key:
            return None
        distance = None if self.distances is None else int(self.distances[at])
        return self.values[at].item(), distance


class Table(Protocol):
    """What a solution reads its states from."""

    @property
    def sizes(self) -> Sequence[int]:
        """By part, how many states it has."""
        ...

    def find(self, part: int, key: tuple[int, ...]) -> tuple[float, int | None] | None:
        """The value and distance of a key; None if it is not there."""
        ...

    def blocks(self, part: int, first: int = 0) -> Iterator[Block]:
        """The states of a part from that block on."""
        ...


class MemoryTable:
    """Parts in memory."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts

    @property
    def sizes(self) -> Sequence[int]:
        return [len(part.keys) for part in self.parts]

    def find(self, part: int, key: tuple[int, ...]) -> tuple[float, int | None] | None:
        if not 0 <= part < len(self.parts):
            return None
        found = self.parts[part]
        return Block(found.keys, found.values, found.distances).find(key)

    def blocks(self, part: int, first: int = 0) -> Iterator[Block]:
        found = self.parts[part]
        for start in range(first * BLOCK, len(found.keys), BLOCK):
            here = slice(start, start + BLOCK)
            distances = None if found.distances is None else found.distances[here]
            yield Block(found.keys[here], found.values[here], distances)


def place_of(keys: Words, key: tuple[int, ...]) -> int:
    """Where a key stands in sorted ones, or would stand."""
    low, high = 0, len(keys)
    for number, word in enumerate(key):
        column = keys[low:high, number]
        first = low + int(np.searchsorted(column, word))
        if number + 1 == len(key):
            return first
        high = low + int(np.searchsorted(column, word, side="right"))
        low = first
    return low
