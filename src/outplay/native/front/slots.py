"""Where the elements of a set lie in its table, which decides the order that it is gone through."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, NamedTuple

_EMPTY_SIZE = sys.getsizeof(set())
_HEADER = 6
"""Words of a set of CPython's: two of any object, then fill, used, mask, table."""


class Slots(NamedTuple):
    """The table of a set."""

    mask: int
    removed: list[int]
    """Slots of elements that were taken out: they are passed over when one is looked for."""
    items: list[Any]
    """The elements; put in one after the other, each comes to lie where it lies in the set."""


def slots_of(value: Any) -> Slots:
    """How a set is laid out; as if it were made in its own order where that cannot be seen."""
    more = sys.getsizeof(value) - _EMPTY_SIZE
    mask = more // 16 - 1 if more > 0 else 7
    if type(value) not in (set, frozenset) or sys.implementation.name != "cpython":
        return Slots(mask, [], list(value))
    _, _, _, used, real_mask, table = (ctypes.c_ssize_t * _HEADER).from_address(id(value))
    if used != len(value) or real_mask != mask:
        return Slots(mask, [], list(value))
    entries = (ctypes.c_ssize_t * (2 * (mask + 1))).from_address(table)
    keys, hashes = entries[::2], entries[1::2]
    taken = [slot for slot, key in enumerate(keys) if key and hashes[slot] != -1]
    removed = [slot for slot, key in enumerate(keys) if key and hashes[slot] == -1]
    if len(taken) != used:
        return Slots(mask, [], list(value))
    return Slots(mask, removed, _in_turn(list(value), taken, hashes, mask, set(removed)))


def _in_turn(
    items: list[Any], taken: list[int], hashes: list[int], mask: int, full: set[int]
) -> list[Any]:
    """First those that lie where they are looked for first, then those that found that full."""
    found, others = [], []
    for item, slot in zip(items, taken, strict=True):
        if hashes[slot] & mask == slot:
            found.append(item)
            full.add(slot)
        else:
            others.append((item, slot))
    while others:
        later = []
        for item, slot in others:
            if _free(hashes[slot], mask, full) == slot:
                found.append(item)
                full.add(slot)
            else:
                later.append((item, slot))
        if len(later) == len(others):  # it cannot be: a table that is not CPython's
            return items
        others = later
    return found


def _free(h: int, mask: int, full: set[int]) -> int:
    """The slot that an element of that hash would get."""
    perturb = h & ((1 << 64) - 1)
    i = perturb & mask
    while True:
        for slot in range(i, i + (10 if i + 9 <= mask else 1)):
            if slot not in full:
                return slot
        perturb >>= 5
        i = (i * 5 + 1 + perturb) & mask
