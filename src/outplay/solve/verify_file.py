"""A solution file as `verify` reads it, from the description in `docs/solution-format.md` alone.

Nothing here is shared with what writes such files, or looks states up in them.
"""

from __future__ import annotations

import json
import mmap
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.errors import OutplayError

Array = NDArray[Any]

FIRST = b"outplay solution"
FORMAT = 1
FIELDS = (
    *("game", "parameters", "root_words", "number_of_roots", "symmetric", "exchanged", "win"),
    *("means", "error", "endless", "counts", "state_form", "state_words", "character_bytes"),
)
"""Of the header, that are read elsewhere."""

TAIL = 24
"""Bytes after the header."""

KEPT = 1 << 25
"""Positions that are kept once they are decoded."""


class Damaged(Exception):
    """The file is not as the description says."""


class Chunk(NamedTuple):
    """A few neighbouring blocks of a part."""

    first: int
    """The number, in the part, of the first position."""
    keys: Array
    """`[positions, words]`"""
    order: Array
    """The keys as numbers or bytes that are ordered as they are."""
    values: Array
    distances: Array


class Found(NamedTuple):
    """What was looked up, by key."""

    numbers: Array
    """In the part; -1: it is not there."""
    values: Array
    distances: Array


class File:
    """All that stands in a solution file."""

    def __init__(self, path: Path, blocks_at_once: int) -> None:
        """Raises Damaged if its bytes are not what they were when it was written."""
        try:
            with path.open("rb") as file:
                self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise Damaged("The file is empty.") from None
        except OSError as error:
            raise OutplayError(f"{path} cannot be read: {error.strerror}.") from None
        self.header, end = self._header()
        try:
            self.packing = Packing(self.header["bias"], self.header["mask"])
            self.layers = None if self.header["grade"] is None else Layering(self.header["grade"])
            numbered = self.header["values"]
            self.values = None if numbered is None else np.array(numbered)
            kind: Any = np.dtype(self.header["value_type"]) if numbered is None else self.values
            self.value_kind = kind if numbered is None else kind.dtype
            self.parts, at = [], len(FIRST)
            for number, fields in enumerate(self.header["parts"]):
                part = Part(self, number, fields, at, blocks_at_once)
                self.parts.append(part)
                at = part.end
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise Damaged(f"The header does not say what it should: {error!r}.") from None
        if at != end:
            raise Damaged(f"The header begins at byte {end}, and the last part ends at {at}.")
        self._kept: OrderedDict[tuple[int, int], Chunk] = OrderedDict()
        self._positions_kept = 0

    @property
    def positions(self) -> int:
        return sum(part.positions for part in self.parts)

    def _header(self) -> tuple[dict[str, Any], int]:
        data = self.data
        if data[: len(FIRST)] != FIRST:
            raise Damaged("The file does not begin as solutions of Outplay do.")
        if len(data) < len(FIRST) + TAIL or data[-8:] != FIRST[-8:]:
            raise Damaged("The file ends in the middle.")
        start, length, checksum = struct.unpack("<QII", data[-TAIL:-8])
        if start + length + TAIL != len(data):
            raise Damaged("The header is not where the end of the file says.")
        text = data[start : start + length]
        if zlib.crc32(text) != checksum:
            raise Damaged("The checksum of the header is wrong.")
        header = json.loads(text)
        if header.get("format") != FORMAT:
            raise Damaged(f"The format is {header.get('format')}, not {FORMAT}.")
        for name in FIELDS:
            if name not in header:
                raise Damaged(f"The header has no field {name}.")
        return header, start

    def chunk(self, part: Part, number: int) -> Chunk:
        """Decoded blocks, which are kept for a while; raises Damaged."""
        name = part.number, number
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        found = self._kept[name] = part.decoded(number)
        self._positions_kept += len(found.keys)
        while self._positions_kept > KEPT and len(self._kept) > 1:
            self._positions_kept -= len(self._kept.popitem(last=False)[1].keys)
        return found


class Part:
    """One part: the positions of a layer, or all."""

    def __init__(
        self, file: File, number: int, fields: dict[str, Any], start: int, blocks_at_once: int
    ) -> None:
        """Raises Damaged if a checksum is wrong, or blocks are not where they should be."""
        self.file, self.number, self.together = file, number, blocks_at_once
        self.positions: int = fields["states"]
        self.words: int = fields["key_words"]
        self.block: int = file.header["block"]
        self.kind = np.dtype(file.header["value_type"])
        distance = fields["distance_type"]
        self.distance_kind = None if distance is None else np.dtype(distance)
        blocks = -(-self.positions // self.block)
        at, size = fields["index"], blocks * (8 * self.words + 12) + 8
        index = file.data[at : at + size]
        if self.words != file.packing.size or len(index) != size:
            raise Damaged(f"The index of part {number} is not where it should be.")
        if zlib.crc32(index) != fields["index_sum"]:
            raise Damaged(f"The checksum of the index of part {number} is wrong.")
        first = np.frombuffer(index, "<i8", blocks * self.words)
        self.first = first.reshape(blocks, self.words)
        self.offsets = np.frombuffer(index, "<u8", blocks + 1, first.nbytes).tolist()
        sums = np.frombuffer(index, "<u4", blocks, first.nbytes + 8 * (blocks + 1)).tolist()
        self.end = at + size
        if self.offsets[0] != start or self.offsets[-1] != at:
            raise Damaged(f"The blocks of part {number} are not where they should be.")
        for i, checksum in enumerate(sums):
            if zlib.crc32(file.data[self.offsets[i] : self.offsets[i + 1]]) != checksum:
                raise Damaged(f"The checksum of block {i} of part {number} is wrong.")
        self.starts = ordered(self.first[:: self.together])

    @property
    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(len(self.starts))

    def decoded(self, number: int) -> Chunk:
        """A chunk, read now."""
        blocks = range(number * self.together, min(len(self.first), (number + 1) * self.together))
        some = [self._block(i) for i in blocks]
        keys, values, distances = (np.concatenate(columns) for columns in zip(*some, strict=True))
        order = ordered(keys)
        if keys.min(initial=0) < 0 or np.any(order[1:] <= order[:-1]):
            raise Damaged(f"The keys of part {self.number} are not in order.")
        following = number + 1
        if following < len(self.starts) and self.starts[following] <= order[-1]:
            raise Damaged(f"The keys of part {self.number} are not in order.")
        return Chunk(blocks.start * self.block, keys, order, values, distances)

    def _block(self, i: int) -> tuple[Array, Array, Array]:
        """Its keys, values and distances."""
        n = min(self.block, self.positions - i * self.block)
        data = self.file.data[self.offsets[i] : self.offsets[i + 1]]
        if self.file.header["compressed"]:
            data = zlib.decompress(data)
        most = 8 * n * self.words
        wide = self.distance_kind.itemsize if self.distance_kind is not None else 0
        if len(data) != most + n * (self.kind.itemsize + wide):
            raise Damaged(f"Block {i} of part {self.number} has the wrong size.")
        if self.file.header["compressed"]:
            planes = np.frombuffer(data, np.uint8, most).reshape(8, self.words, n)
            keys = np.zeros((n, self.words), np.int64)
            for place in range(8):
                keys |= planes[place].T.astype(np.int64) << 8 * place
            keys = np.cumsum(keys, axis=0)
        else:
            keys = np.frombuffer(data, "<i8", n * self.words).reshape(n, self.words)
        if not np.array_equal(keys[0], self.first[i]):
            raise Damaged(f"The index has another key for block {i} of part {self.number}.")
        values: Array = np.frombuffer(data, self.kind, n, most)
        if self.file.values is not None:
            if values.max() >= len(self.file.values):
                raise Damaged(f"Block {i} of part {self.number} has values that are not listed.")
            values = self.file.values[values]
        distances = np.zeros(n, np.int64)
        if self.distance_kind is not None:
            at = most + n * self.kind.itemsize
            distances = np.frombuffer(data, self.distance_kind, n, at).astype(np.int64)
        return keys, values, distances

    def find(self, keys: Array) -> Found:
        """Looks up keys, `[n, words]`."""
        wanted = ordered(keys)
        numbers = np.full(len(keys), -1, np.int64)
        values = np.zeros(len(keys), self.file.value_kind)
        distances = np.zeros(len(keys), np.int64)
        where = np.searchsorted(self.starts, wanted, side="right") - 1
        for rows in groups(where):
            if where[rows[0]] < 0:
                continue
            chunk = self.file.chunk(self, int(where[rows[0]]))
            at = np.searchsorted(chunk.order, wanted[rows])
            at = np.minimum(at, len(chunk.order) - 1)
            there = chunk.order[at] == wanted[rows]
            rows, at = rows[there], at[there]
            numbers[rows] = chunk.first + at
            values[rows], distances[rows] = chunk.values[at], chunk.distances[at]
        return Found(numbers, values, distances)


def ordered(keys: Array) -> Array:
    """Keys `[n, words]` as numbers, or as bytes, that are ordered as they are."""
    if keys.shape[1] == 1:
        return keys[:, 0]
    return np.ascontiguousarray(keys.astype(">i8")).view(f"S{8 * keys.shape[1]}")[:, 0]


def groups(numbers: Array) -> Iterator[Array]:
    """Where each number stands."""
    order = np.argsort(numbers, kind="stable")
    if len(order):
        yield from np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1)


@dataclass
class Bits:
    """Neighbouring bits of a word of a state that are neighbours in a word of its key, too."""

    word: int
    low: int
    count: int
    part: int
    key_low: int

    @property
    def mask(self) -> np.uint64:
        return np.uint64((1 << self.count) - 1)


class Packing:
    """Words of states as keys, and back."""

    def __init__(self, bias: list[int], mask: list[int]) -> None:
        self.bias = np.array(bias, np.int64)
        self.mask = np.array(mask, np.uint64)
        bits = [(w, b) for w, m in enumerate(mask) for b in range(63, -1, -1) if m >> b & 1]
        self.size = max(1, -(-len(bits) // 63))
        top = min(63, len(bits))
        self.runs: list[Bits] = []
        for i, (word, bit) in enumerate(bits):
            part, place = i // 63, top - 1 - i % 63
            run = self.runs[-1] if self.runs else None
            if run is not None and (run.word, run.part) == (word, part) and run.low == bit + 1:
                run.low, run.key_low, run.count = bit, place, run.count + 1
            else:
                self.runs.append(Bits(word, bit, 1, part, place))

    def words(self, keys: Array) -> Array:
        """The words of the states with these keys."""
        found = np.zeros((len(keys), len(self.bias)), np.uint64)
        source = np.ascontiguousarray(keys).view(np.uint64)
        for run in self.runs:
            bits = source[:, run.part] >> np.uint64(run.key_low) & run.mask
            found[:, run.word] |= bits << np.uint64(run.low)
        return found.view(np.int64) + self.bias

    def keys(self, words: Array) -> tuple[Array, Array]:
        """The keys of the states with these words, and which of them have one."""
        source = (words - self.bias).view(np.uint64)
        found = np.zeros((len(words), self.size), np.uint64)
        for run in self.runs:
            bits = source[:, run.word] >> np.uint64(run.low) & run.mask
            found[:, run.part] |= bits << np.uint64(run.key_low)
        return found.view(np.int64), np.all(source & ~self.mask == 0, axis=1)


class Layering:
    """In which part a state is, by its words."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.kind, self.cell = fields["grading"], fields["cell"]
        self.weights = np.array(fields["weights"], np.int64)
        self.first, self.step = fields["first"], fields["step"]

    def parts(self, words: Array) -> Array:
        """The part of each state; -1 where it can be in none."""
        if self.kind == 1:
            grades = np.bitwise_count(words.view(np.uint64)).astype(np.int64) @ self.weights
        elif self.kind == 2:
            grades = words @ self.weights
        elif self.kind == 3:
            grades = np.sum(words == self.cell, axis=1)
        elif self.kind == 4:
            grades = np.sum(np.ascontiguousarray(words).view(np.uint8) == self.cell, axis=1)
        else:
            raise Damaged(f"There is no grade of kind {self.kind}.")
        layers = grades.astype(np.int64) - self.first
        return np.where(layers % self.step == 0, layers // self.step, -1)
