"""Where CPython has the elements of a set: a set is gone through in the order of its table.

A table has slots, each free, used, or left behind by an element that was removed. Where an element
stands depends on all that happened to the set, so it is read and not computed.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from dataclasses import dataclass
from typing import Any

from outplay.native.front.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    EnumT,
    FrozenT,
    SeqT,
    TupleT,
    Type,
    UnionT,
)

_SIZE = 200
"""Bytes of a set object as it is read here: CPython's own, and no debugging build."""

REMOVED = object()
"""In place of an element that was removed."""


def _reuses() -> bool:
    """Does this Python put new elements where one was removed? Later ones than 3.11 may not."""
    trial = {6}
    trial.discard(6)
    trial.update((7, 79))
    return list(trial) == [79, 7]


REUSES = _reuses()


@dataclass
class Table:
    """The slots of a set that are, or were, in use."""

    mask: int
    finger: int
    """Where `pop` looks next."""
    slots: list[tuple[int, Any]]
    """Number and element; `REMOVED` where there is none any more."""


def has_python_order(t: Type) -> bool:
    """Is the order of a set of these the same in every process?"""
    if isinstance(t, UnionT):
        return all(has_python_order(m) for m in t.members)
    if isinstance(t, EnumT):
        return issubclass(t.cls, int)
    if isinstance(t, TupleT):
        return all(has_python_order(m) for m in t.items)
    if isinstance(t, SeqT | FrozenT):
        return has_python_order(t.elem)
    return t in (INT, BOOL, FLOAT, NEVER)


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
