"""Hashes of values that are there while compiling, and the tables they are in."""

from __future__ import annotations

import collections
import dataclasses
import enum
import hashlib
import struct
from typing import Any

import numpy as np

from outplay import bits
from outplay.native.front.constant_types import fields_of, holds
from outplay.native.front.tables import Table, has_python_order, table_of
from outplay.native.front.types import (
    BIG,
    BOOL,
    FLOAT,
    INT,
    WIDE_BITS,
    ArrayT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    TupleT,
    Type,
    UnionT,
    field_names,
    is_dict,
    is_frozen_dataclass,
    is_set,
)
from outplay.texts import text_of

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


def set_table(value: Any, elem: Type, texts: bool) -> Table:
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
        return bits.mix(h ^ EnumT(type(value)).members.index(value))
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


def exact_hash(value: Any, t: Type, h: int = 0) -> int:
    """The hash of a value of type `t` that tells apart what only differs in its nesting."""
    if isinstance(t, UnionT):
        number = next(i for i, m in enumerate(t.members) if holds(m, value))
        member = t.members[number]
        if member not in (INT, BOOL, FLOAT, BIG):
            h = bits.mix(h ^ (SALT + number))
        return exact_hash(value, member, h)
    if isinstance(t, TupleT):
        for item, kind in zip(fields_of(value, t), t.items, strict=True):
            h = exact_hash(item, kind, h)
        return h
    if isinstance(t, ObjT):
        pairs = [(x, var.t) for x, var in zip(fields_of(value, t), t.vars, strict=True)]
        if isinstance(t.cls, type) or t.cls[0] == "list":
            for item, kind in pairs:
                h = exact_hash(item, kind, h)
            return h
        named = zip(t.names, pairs, strict=True)
        total = sum(exact_hash(item, kind, mixed_hash(name)) for name, (item, kind) in named)
        return bits.mix(h ^ bits.wrap(total))
    if not isinstance(t, SeqT | FrozenT | Container | ArrayT):
        return mixed_hash(value, h)
    h = bits.mix(h ^ len(value))
    if is_set(t):
        return bits.mix(h ^ bits.wrap(sum(exact_hash(item, t.elem) for item in value)))
    if is_dict(t):
        total = sum(exact_hash(x, t.value, exact_hash(k, t.elem)) for k, x in value.items())
        return bits.mix(h ^ bits.wrap(total))
    if isinstance(t, ArrayT):
        return mixed_hash(value, h)
    for item in value:
        h = exact_hash(item, t.elem, h)
    return h
