"""Solution files: written, and read a block at a time. `docs/solution-format.md` describes them.

All bytes are covered by a checksum: those of a block by one in the index, the index by one in the
header, the header by one at the end of the file.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from outplay.errors import OutplayError
from outplay.solve.packing import Words
from outplay.solve.parts import Part
from outplay.solve.store import errors_of_files
from outplay.solve.table import BLOCK, Block, place_of
from outplay.solve.workers import Array

MAGIC = b"outplay solution"
VERSION = 1
END = struct.Struct("<QIIQ")
"""Where the header is, its length, its checksum, and the last 8 bytes of the magic."""

MOST_NUMBERED = 1 << 16
"""Different values that are written as numbers into a list of them."""

LEVEL = 3
"""Of compression."""

KEPT = 256
"""Blocks that are kept when they have been read."""


class DamagedFile(OutplayError):
    """A file is not a solution, or not what it was when it was written."""


# --- writing ------------------------------------------------------------------------------------


def write(path: Path, parts: Sequence[Part], header: Mapping[str, Any], *, compress: bool) -> None:
    """Writes a solution. The file is there as a whole, or not at all."""
    unfinished = path.with_name(path.name + ".part")
    try:
        with errors_of_files(path):
            with unfinished.open("wb") as file:
                _write(file, parts, dict(header), compress)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _write(file: BinaryIO, parts: Sequence[Part], header: dict[str, Any], compress: bool) -> None:
    file.write(MAGIC)
    values, kind = _numbered(parts)
    sections = []
    for part in parts:
        sections.append(_write_part(file, part, values, kind, compress))
    found = {
        **header,
        "format": VERSION,
        "compressed": compress,
        "block": BLOCK,
        "values": None if values is None else [value.item() for value in values],
        "value_type": np.dtype(kind).str,
        "parts": sections,
    }
    start, text = file.tell(), json.dumps(found, ensure_ascii=False).encode()
    file.write(text)
    file.write(END.pack(start, len(text), zlib.crc32(text), int.from_bytes(MAGIC[-8:], "little")))


def _numbered(parts: Sequence[Part]) -> tuple[Array | None, str]:
    """All values that there are, in order, if they are few; and the type of what is written."""
    some = [np.unique(part.values) for part in parts]
    values = np.unique(np.concatenate(some))
    if len(values) > MOST_NUMBERED:
        return None, "<f8" if values.dtype.kind == "f" else "<i8"
    return values, "|u1" if len(values) <= 1 << 8 else "<u2"


def _write_part(
    file: BinaryIO, part: Part, values: Array | None, kind: str, compress: bool
) -> dict[str, Any]:
    offsets, sums = [file.tell()], []
    for start in range(0, len(part.keys), BLOCK):
        here = slice(start, start + BLOCK)
        distances = None if part.distances is None else part.distances[here]
        numbers = part.values[here]
        if values is not None:
            numbers = np.searchsorted(values, numbers)
        data = _encoded(part.keys[here], numbers.astype(kind), distances, compress)
        file.write(data)
        offsets.append(file.tell())
        sums.append(zlib.crc32(data))
    first = np.ascontiguousarray(part.keys[::BLOCK]).astype("<i8").tobytes()
    index = first + np.array(offsets, "<u8").tobytes() + np.array(sums, "<u4").tobytes()
    at = file.tell()
    file.write(index)
    distance = None if part.distances is None else part.distances.dtype.newbyteorder("<").str
    return {
        "states": len(part.keys),
        "key_words": part.keys.shape[1],
        "distance_type": distance,
        "index": at,
        "index_sum": zlib.crc32(index),
    }


def _encoded(keys: Words, numbers: Array, distances: Array | None, compress: bool) -> bytes:
    """Keys, values and distances of a block, one column after the other."""
    if compress:  # neighbours differ little, and most of their bytes are 0
        keys = np.diff(keys, axis=0, prepend=np.zeros((1, keys.shape[1]), np.int64))
        planes = np.ascontiguousarray(keys.T).astype("<i8").view(np.uint8)
        columns = [np.ascontiguousarray(planes.reshape(-1, 8).T).tobytes()]
    else:
        columns = [np.ascontiguousarray(keys).astype("<i8").tobytes()]
    columns.append(numbers.tobytes())
    if distances is not None:
        columns.append(distances.astype(distances.dtype.newbyteorder("<")).tobytes())
    data = b"".join(columns)
    return zlib.compress(data, LEVEL) if compress else data


# --- reading ------------------------------------------------------------------------------------


class FileTable:
    """A solution file, mapped into memory."""

    def __init__(self, path: Path) -> None:
        """Raises DamagedFile, or an OutplayError if there is no such file."""
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:
            raise DamagedFile(f"{path} is empty.") from None
        except OSError as error:
            raise OutplayError(f"{path} cannot be read: {error.strerror}.") from None
        self.header = self._read_header()
        self._parts = self.header["parts"]
        self._compressed = bool(self.header["compressed"])
        values = self.header["values"]
        self._values = None if values is None else np.array(values)
        self._indices: dict[int, tuple[Words, Array, Array]] = {}
        self._kept: OrderedDict[tuple[int, int], Block] = OrderedDict()

    @property
    def sizes(self) -> Sequence[int]:
        return [part["states"] for part in self._parts]

    def _read_header(self) -> dict[str, Any]:
        data = self._map
        if data[: len(MAGIC)] != MAGIC:
            raise DamagedFile(f"{self.path} is not a solution of Outplay.")
        if len(data) < len(MAGIC) + END.size:
            raise DamagedFile(f"{self.path} ends in the middle.")
        start, length, checksum, last = END.unpack(data[-END.size :])
        whole = start + length + END.size == len(data)
        if not whole or last != int.from_bytes(MAGIC[-8:], "little"):
            raise DamagedFile(f"{self.path} is damaged, or ends in the middle.")
        text = data[start : start + length]
        if zlib.crc32(text) != checksum:
            raise DamagedFile(f"{self.path} is damaged: the checksum of its header is wrong.")
        header: dict[str, Any] = json.loads(text)
        if header["format"] != VERSION:
            raise DamagedFile(
                f"{self.path} has format {header['format']}; this version reads {VERSION}."
            )
        return header

    def _index(self, part: int) -> tuple[Words, Array, Array]:
        """The first keys of the blocks, where they start, and their checksums."""
        if part not in self._indices:
            about = self._parts[part]
            blocks = -(-about["states"] // BLOCK)
            words = about["key_words"]
            at, size = about["index"], blocks * (8 * words + 12) + 8
            data = self._map[at : at + size]
            if zlib.crc32(data) != about["index_sum"]:
                raise DamagedFile(f"{self.path} is damaged: the index of part {part} is wrong.")
            first = np.frombuffer(data, "<i8", blocks * words).reshape(-1, words)
            offsets = np.frombuffer(data, "<u8", blocks + 1, 8 * blocks * words)
            sums = np.frombuffer(data, "<u4", blocks, 8 * blocks * words + 8 * (blocks + 1))
            self._indices[part] = first, offsets, sums
        return self._indices[part]

    def find(self, part: int, key: tuple[int, ...]) -> tuple[float, int | None] | None:
        if not 0 <= part < len(self._parts) or len(key) != self._parts[part]["key_words"]:
            return None
        first = self._index(part)[0]
        number = place_of(first, key)
        if number == len(first) or tuple(first[number].tolist()) != key:
            number -= 1
        return None if number < 0 else self.block(part, number).find(key)

    def block(self, part: int, number: int) -> Block:
        """A block, which is kept for a while; raises DamagedFile."""
        kept = self._kept
        if (part, number) in kept:
            kept.move_to_end((part, number))
            return kept[part, number]
        kept[part, number] = found = self._read(part, number)
        if len(kept) > KEPT:
            kept.popitem(last=False)
        return found

    def blocks(self, part: int, first: int = 0) -> Iterator[Block]:
        for number in range(first, -(-self._parts[part]["states"] // BLOCK)):
            yield self._read(part, number)

    def _read(self, part: int, number: int) -> Block:
        _, offsets, sums = self._index(part)
        data = self._map[int(offsets[number]) : int(offsets[number + 1])]
        if zlib.crc32(data) != int(sums[number]):
            raise DamagedFile(f"{self.path} is damaged: block {number} of part {part} is wrong.")
        about = self._parts[part]
        n = min(BLOCK, about["states"] - number * BLOCK)
        words = about["key_words"]
        if self._compressed:
            data = zlib.decompress(data)
            planes = np.frombuffer(data, np.uint8, 8 * n * words).reshape(8, -1)
            keys = np.ascontiguousarray(planes.T).view("<i8").reshape(words, n).T.cumsum(axis=0)
        else:
            keys = np.frombuffer(data, "<i8", n * words).reshape(n, words)
        at = 8 * n * words
        kind = np.dtype(self.header["value_type"])
        values: Array = np.frombuffer(data, kind, n, at)
        if self._values is not None:
            values = self._values[values]
        distances = None
        if about["distance_type"] is not None:
            distances = np.frombuffer(data, about["distance_type"], n, at + n * kind.itemsize)
        return Block(keys, values, distances)

    def close(self) -> None:
        """Lets go of the file."""
        self._kept.clear()
        self._indices.clear()
        self._map.close()
