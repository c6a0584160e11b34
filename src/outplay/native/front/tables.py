"""Tables of sets as CPython has them, and the hashes of values that are there while compiling.

A set is gone through in the order of its table. That has slots, each free, used, or left behind by
an element that was removed. Where an element stands depends on all that happened to the set, so it
is read and not computed.
"""

from __future__ import annotations

import collections
import ctypes
import dataclasses
import enum
import functools
import hashlib
import struct
import sys
from typing import Any

import numpy as np

from outplay import bits
from outplay.freeze import text_of
from outplay.native.front import types as T
from outplay.native.front.constant_types import fields_of, holds
from outplay.native.front.python_classes import field_names, is_frozen_dataclass
from outplay.native.front.types import WIDE_BITS

_SIZE = 200
"""Bytes of a set object as it is read here: CPython's own, and no debugging build."""

REMOVED = object()
"""In place of an element that was removed."""


@dataclasses.dataclass
class Table:
    """The slots of a set that are, or were, in use."""

    mask: int
    finger: int
    """Where `pop` looks next."""
    slots: list[tuple[int, Any]]
    """Number and element; `REMOVED` where there is none any more."""


def has_own_hash(t: T.Type) -> bool:
    """Does the user say how instances are hashed, or when they are equal?"""
    if not isinstance(t, T.Tuple | T.Obj) or not isinstance(t.cls, type):
        return False
    methods = (getattr(t.cls, name, None) for name in ("__eq__", "__hash__"))
    codes = (getattr(method, "__code__", None) for method in methods)
    return any(code is not None and not code.co_filename.startswith("<") for code in codes)


def has_python_order(t: T.Type, texts: bool = False) -> bool:
    """Is the order of a set of these the same in every process? `texts`: in this one, at least."""
    if isinstance(t, T.Enum):
        return texts or issubclass(t.cls, int)
    if isinstance(t, T.Union | T.Tuple | T.Seq | T.FrozenSet):
        return not has_own_hash(t) and all(has_python_order(m, texts) for m in t.inner)
    return t in (T.INT, T.BIG, T.BOOL, T.FLOAT, T.NEVER) or (
        texts and (isinstance(t, T.Str) or t is T.NONE)
    )


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


# --- hashes ------------------------------------------------------------------------------------

EMPTY = object()
SALT = 1 << 45


def native_hash(value: Any, texts: bool = False) -> int:
    """The hash that native code computes for an element of a set."""
    if texts:
        return hash(value)
    named = isinstance(value, enum.Enum) and not isinstance(value, int)
    if isinstance(value, str) or value is None or named:
        return mixed_hash(value)
    if isinstance(value, tuple) or is_frozen_dataclass(type(value)):
        items = value if isinstance(value, tuple) else dataclasses.astuple(value)
        return bits.wrap(_tuple_hash([native_hash(item, texts) for item in items]))
    return hash(value)


def _tuple_hash(lanes: list[int]) -> int:
    mask = (1 << 64) - 1
    acc = 2870177450012600261
    for lane in lanes:
        acc = (acc + (lane & mask) * 14029467366897019727) & mask
        acc = ((acc << 31) | (acc >> 33)) & mask
        acc = acc * 11400714785074694791 & mask
    acc = (acc + (len(lanes) ^ 2870177450012600261 ^ 3527539)) & mask
    return 1546275796 if acc == mask else acc


def set_table(value: Any, elem: T.Type, texts: bool) -> Table:
    """The slots of a set; by hashes of our own, if those of Python differ from run to run."""
    found = table_of(value) if has_python_order(elem, texts) else None
    if found is None:
        mask, slots = table_in_order(value)
        found = Table(mask, 0, [(i, item) for i, item in enumerate(slots) if item is not EMPTY])
    return found


def table_in_order(values: Any) -> tuple[int, list[Any]]:
    """(mask, slots): a set as CPython lays it out, when made of its own elements in its order."""
    mask, slots = 7, [EMPTY] * 8
    for fill, item in enumerate(values, 1):
        _place(slots, mask, item)
        if fill * 5 >= mask * 3:
            size = 8
            while size <= (fill * 4 if fill <= 50000 else fill * 2):
                size *= 2
            old, mask, slots = slots, size - 1, [EMPTY] * size
            for other in old:
                if other is not EMPTY:
                    _place(slots, mask, other)
    return mask, slots


def _place(slots: list[Any], mask: int, item: Any) -> None:
    h = native_hash(item) & ((1 << 64) - 1)
    perturb, i = h, h & mask
    while True:
        probes = 9 if i + 9 <= mask else 0
        for j in range(i, i + probes + 1):
            if slots[j] is EMPTY:
                slots[j] = item
                return
        perturb >>= 5
        i = (i * 5 + 1 + perturb) & mask


def mixed_hash(value: Any, h: int = 0) -> int:
    """The hash of our own: of values, whatever their types are in native code."""
    if value is None:
        return bits.mix(h ^ 6719)
    if isinstance(value, str):
        return _text_hash(value, h)
    if isinstance(value, enum.Enum) and not isinstance(value, int):
        return bits.mix(h ^ T.Enum(type(value)).members.index(value))
    if isinstance(value, int | np.integer | np.bool_):
        return _int_hash(int(value), h)
    if isinstance(value, float | np.floating):
        return _float_hash(float(value), h)
    items: Any = None
    if isinstance(value, tuple | list | collections.deque):
        items = value
    elif isinstance(value, np.ndarray):
        items = value.reshape(-1).tolist()
    elif dataclasses.is_dataclass(value):
        items = [getattr(value, name) for name in field_names(type(value))]
    if items is not None:
        for item in items:
            h = mixed_hash(item, h)
        return h
    if isinstance(value, set | frozenset):
        return bits.mix(h ^ bits.wrap(sum(mixed_hash(item) for item in value)))
    if isinstance(value, dict):
        pairs = (mixed_hash(item, mixed_hash(key)) for key, item in value.items())
        return bits.mix(h ^ bits.wrap(sum(pairs)))
    digest = hashlib.blake2b(text_of(value).encode(), digest_size=8).digest()
    return bits.mix(h ^ int.from_bytes(digest, "little", signed=True))


def _text_hash(text: str, h: int) -> int:
    """Eight letters at a time, if all are of a byte each."""
    h = bits.mix(h ^ len(text))
    if all(ord(c) < 256 for c in text):
        raw = text.encode("latin-1")
        blocks = [int.from_bytes(raw[i : i + 8], "little") for i in range(0, len(raw), 8)]
    else:
        blocks = [ord(c) for c in text]
    for block in blocks:
        h = bits.mix(h ^ bits.wrap(block))
    return h


def _int_hash(value: int, h: int) -> int:
    if -(2**63) <= value < 2**63:
        return bits.mix(h ^ value)
    for number in range(WIDE_BITS // 64):
        h = bits.mix(h ^ bits.wrap(value >> 64 * number))
    return h


def _float_hash(value: float, h: int) -> int:
    if abs(value) < 1 << 53 and value.is_integer():
        return bits.mix(h ^ int(value))
    return bits.mix(h ^ struct.unpack("<q", struct.pack("<d", value))[0])


def exact_hash(value: Any, t: T.Type, h: int = 0) -> int:
    """The hash of a value of type `t` that tells apart what only differs in its nesting."""
    if isinstance(t, T.Union):
        number = next(i for i, m in enumerate(t.members) if holds(m, value))
        member = t.members[number]
        if member not in (T.INT, T.BOOL, T.FLOAT, T.BIG):
            h = bits.mix(h ^ (SALT + number))
        return exact_hash(value, member, h)
    if isinstance(t, T.Tuple | T.Obj):
        kinds = t.items if isinstance(t, T.Tuple) else [var.t for var in t.vars]
        fields = zip(fields_of(value, t), kinds, strict=True)
        if T.is_record(t) and t.cls[0] == "dict":
            hashes = (
                exact_hash(x, kind, mixed_hash(n))
                for n, (x, kind) in zip(t.names, fields, strict=True)
            )
            return bits.mix(h ^ bits.wrap(sum(hashes)))
        for item, kind in fields:
            h = exact_hash(item, kind, h)
        return h
    if not isinstance(t, T.Seq | T.FrozenSet | T.Container | T.Array):
        return mixed_hash(value, h)
    h = bits.mix(h ^ len(value))
    if T.is_set(t):
        return bits.mix(h ^ bits.wrap(sum(exact_hash(item, t.elem) for item in value)))
    if T.is_dict(t):
        total = sum(exact_hash(x, t.value, exact_hash(k, t.elem)) for k, x in value.items())
        return bits.mix(h ^ bits.wrap(total))
    if isinstance(t, T.Array):
        return mixed_hash(value, h)
    for item in value:
        h = exact_hash(item, t.elem, h)
    return h
