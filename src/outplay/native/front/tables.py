"""Where CPython has the elements of a set: a set is gone through in the order of its table.

A table has slots, each free, used, or left behind by an element that was removed. Where an element
stands depends on all that happened to the set, so it is read and not computed.
"""

from __future__ import annotations

import ctypes
import functools
import struct
import sys
from dataclasses import dataclass
from typing import Any

from outplay.native.front.types import (
    BIG,
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    UnionT,
)

_SIZE = 200
"""Bytes of a set object as it is read here: CPython's own, and no debugging build."""

REMOVED = object()
"""In place of an element that was removed."""


@dataclass
class Table:
    """The slots of a set that are, or were, in use."""

    mask: int
    finger: int
    """Where `pop` looks next."""
    slots: list[tuple[int, Any]]
    """Number and element; `REMOVED` where there is none any more."""


def has_own_hash(t: Type) -> bool:
    """Does the user say how instances are hashed, or when they are equal?"""
    if not isinstance(t, TupleT | ObjT) or not isinstance(t.cls, type):
        return False
    for name in ("__eq__", "__hash__"):
        found = getattr(t.cls, name, None)
        code = getattr(found, "__code__", None)
        if code is not None and not code.co_filename.startswith("<"):
            return True
    return False


def has_python_order(t: Type, texts: bool = False) -> bool:
    """Is the order of a set of these the same in every process? `texts`: in this one, at least."""
    if isinstance(t, UnionT):
        return all(has_python_order(m, texts) for m in t.members)
    if isinstance(t, EnumT):
        return texts or issubclass(t.cls, int)
    if isinstance(t, TupleT):
        return not has_own_hash(t) and all(has_python_order(m, texts) for m in t.items)
    if isinstance(t, SeqT | FrozenT):
        return has_python_order(t.elem, texts)
    return t in (INT, BIG, BOOL, FLOAT, NEVER) or (texts and (isinstance(t, StrT) or t is NONE))


def readable() -> bool:
    return sys.implementation.name == "cpython" and set.__basicsize__ == _SIZE


def table_of(value: Any) -> Table | None:
    """The table of a set or frozenset; None if it cannot be read here."""
    if not readable():
        return None
    _, _, _, _, mask, table, _, finger = struct.unpack("8q", ctypes.string_at(id(value), 64))
    entries = struct.iter_unpack("2q", ctypes.string_at(table, 16 * (mask + 1)))
    items = iter(value)
    slots: list[tuple[int, Any]] = []
    for number, (key, hashed) in enumerate(entries):
        if key != 0:
            slots.append((number, REMOVED if hashed == -1 else next(items)))
    return Table(mask, finger, slots)


@functools.cache
def fills_removed() -> bool:
    """Does this Python put new elements where others were removed? Some do, some do not."""
    probe = {9}
    probe.discard(9)
    probe.add(1)
    found = table_of(probe)
    return found is None or [number for number, _ in found.slots] == [1]


REUSES = fills_removed()


@functools.cache
def hash_keys() -> tuple[int, int] | None:
    """The secret of this process that hashes of strings depend on; None if it is not to be read.

    A program that has it in it is of no use to another process.
    """
    if not readable() or sys.hash_info.algorithm != "siphash13":
        return None
    try:
        secret = (ctypes.c_uint64 * 2).in_dll(ctypes.pythonapi, "_Py_HashSecret")
    except ValueError:
        return None
    keys = int(secret[0]), int(secret[1])
    samples = ("a", "outplay", "eight ch", "more than eight characters", "\xe9\u20ac")
    return keys if all(_siphash(text, keys) == hash(text) for text in samples) else None


def _siphash(text: str, keys: tuple[int, int]) -> int:
    """hash(text), as CPython computes it from 3.11 on."""
    size = 1 if max(text) < "\u0100" else 2 if max(text) < "\U00010000" else 4
    raw = text.encode(("latin-1", "utf-16-le", "utf-32-le")[size // 2])
    mask = (1 << 64) - 1
    v = [
        keys[0] ^ 0x736F6D6570736575,
        keys[1] ^ 0x646F72616E646F6D,
        keys[0] ^ 0x6C7967656E657261,
        keys[1] ^ 0x7465646279746573,
    ]

    def half(a: int, b: int, c: int, d: int, s: int, t: int) -> None:
        v[a], v[c] = (v[a] + v[b]) & mask, (v[c] + v[d]) & mask
        v[b] = ((v[b] << s | v[b] >> 64 - s) & mask) ^ v[a]
        v[d] = ((v[d] << t | v[d] >> 64 - t) & mask) ^ v[c]
        v[a] = (v[a] << 32 | v[a] >> 32) & mask

    def mix(word: int, rounds: int = 1) -> None:
        v[3] ^= word
        for _ in range(rounds):
            half(0, 1, 2, 3, 13, 16)
            half(2, 1, 0, 3, 17, 21)
        v[0] ^= word

    whole = len(raw) // 8 * 8
    for (word,) in struct.iter_unpack("<Q", raw[:whole]):
        mix(word)
    mix(int.from_bytes(raw[whole:], "little") | (len(raw) & 255) << 56)
    v[2] ^= 255
    mix(0, 3)
    found = v[0] ^ v[1] ^ v[2] ^ v[3]
    found -= (found >> 63) << 64
    return -2 if found == -1 else found
