"""Keys of states: the words of a state, packed to the bits in which states differ.

A state travels as a row of 64-bit words (`native/forms.py`). Of each word the least value that was
seen, its bias, is taken off, and the bits that are set in no row are left out; what is left stands
side by side in one or a few words of 63 bits. So equal states have equal keys, a key can be undone,
and keys are ordered as the numbers that they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BITS = 63
"""Of a word of a key; its sign is never set, so that it is ordered as a signed number."""

WRAP = (1 << 64) - 1

Words = NDArray[np.int64]


class Segment(NamedTuple):
    """Neighbouring bits of a row that stand side by side in the key, too."""

    word: int
    shift: int
    mask: int
    """Of the bits, once they are shifted down."""
    part: int
    """The word of the key."""
    left: int
    """How far up they stand there."""


SEGMENT_FIELDS = Segment._fields


@dataclass(frozen=True)
class Layout:
    """How the rows of a game's states are packed."""

    bias: tuple[int, ...]
    """Taken off each word."""
    mask: tuple[int, ...]
    """The bits of each word that are kept then; all others are 0."""

    @classmethod
    def of(cls, rows: Words) -> Layout:
        """The least layout for these rows, `[states, words]`."""
        bias = np.minimum(rows.min(axis=0), 0)
        kept = np.bitwise_or.reduce(rows - bias, axis=0)
        return cls(tuple(bias.tolist()), tuple(int(word) & WRAP for word in kept.tolist()))

    def as_fields(self) -> dict[str, list[int]]:
        """As JSON has it."""
        return {"bias": list(self.bias), "mask": list(self.mask)}

    @classmethod
    def from_fields(cls, fields: Mapping[str, Sequence[int]]) -> Layout:
        """The other way round."""
        return cls(tuple(fields["bias"]), tuple(fields["mask"]))

    def widened(self, kept: Sequence[int], least: Sequence[int]) -> Layout:
        """A layout for more rows: the bits that they have beyond `bias`, and their least values."""
        bias, mask = [], []
        for old, bits, new, low in zip(self.bias, self.mask, kept, least, strict=True):
            together = bits | (new & WRAP)
            if low < old:  # all numbers up to the largest one may come
                together = (1 << min(64, (together + old - low).bit_length())) - 1
            bias.append(min(old, low))
            mask.append(together)
        return Layout(tuple(bias), tuple(mask))

    @property
    def words(self) -> int:
        """Words of a row."""
        return len(self.bias)

    @cached_property
    def bits(self) -> int:
        """Bits of a key."""
        return sum(word.bit_count() for word in self.mask)

    @cached_property
    def size(self) -> int:
        """Words of a key."""
        return max(1, -(-self.bits // BITS))

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The most significant bits of the key come first."""
        found = []
        part, room = 0, min(BITS, self.bits)
        for word, mask in enumerate(self.mask):
            for top, width in _runs(mask):
                while width:
                    if room == 0:
                        part, room = part + 1, BITS
                    taken = min(width, room)
                    room -= taken
                    shift = top - taken
                    found.append(Segment(word, shift, (1 << taken) - 1, part, room))
                    top, width = shift, width - taken
        return tuple(found)

    # --- rows and keys ------------------------------------------------------------------------

    def key(self, row: Sequence[int]) -> tuple[int, ...] | None:
        """The key of one row; None if the layout has no room for it."""
        words = [(value - bias) & WRAP for value, bias in zip(row, self.bias, strict=True)]
        if any(word & ~mask for word, mask in zip(words, self.mask, strict=True)):
            return None
        parts = [0] * self.size
        for word, shift, mask, part, left in self.segments:
            parts[part] |= (words[word] >> shift & mask) << left
        return tuple(parts)

    def keys(self, rows: Words) -> Words:
        """The keys `[states, size]` of rows that fit."""
        found = np.zeros((len(rows), self.size), np.int64)
        words = (rows - np.array(self.bias, np.int64)).view(np.uint64)
        parts = found.view(np.uint64)
        for word, shift, mask, part, left in self.segments:
            bits = words[:, word] >> np.uint64(shift) & np.uint64(mask)
            parts[:, part] |= bits << np.uint64(left)
        return found

    def rows(self, keys: Words) -> Words:
        """The rows `[states, words]` of keys."""
        found = np.zeros((len(keys), self.words), np.uint64)
        parts = keys.view(np.uint64)
        for word, shift, mask, part, left in self.segments:
            bits = parts[:, part] >> np.uint64(left) & np.uint64(mask)
            found[:, word] |= bits << np.uint64(shift)
        return found.view(np.int64) + np.array(self.bias, np.int64)

    def moved(self, keys: Words, other: Layout) -> Words:
        """Keys of this layout as those of a wider one, a part at a time."""
        if other == self or not len(keys):
            return keys
        found = np.empty((len(keys), other.size), np.int64)
        for start in range(0, len(keys), 1 << 20):
            part = slice(start, start + (1 << 20))
            found[part] = other.keys(self.rows(keys[part]))
        return found


def _runs(mask: int) -> list[tuple[int, int]]:
    """Where runs of set bits end (one above their top), and their lengths; the top one first."""
    found = []
    top = mask.bit_length()
    while mask:
        below = ~mask & ((1 << top) - 1)  # the zeros under the top of the run
        bottom = below.bit_length()
        found.append((top, top - bottom))
        mask &= (1 << bottom) - 1
        top = mask.bit_length()
    return found
