"""Sets with other sets: unions, differences, comparisons."""

import operator

from outplay.native.front.bitmaps import both_bits, hashes, number_in, set_at
from outplay.native.front.intrinsics import address, peek, refuse_change
from outplay.native.front.table_intrinsics import as_frozen_like, new_set_like, slot_item
from outplay.native.library.bitsets import (
    changed_by_one,
    combined,
    kept,
    set_open,
    set_opened,
    slots_of,
    words_without,
)
from outplay.native.library.packed_sets import COMMON, EITHER, LESS, MINUS, UNION, WITH
from outplay.native.library.sets import (
    set_add,
    set_clear,
    set_contains,
    set_copied,
    set_drop,
    set_find,
    set_insert,
    set_merge,
    set_shrink,
)


def set_union(s, other):
    if both_bits(s, other) and peek(address(s), 10) & peek(address(other), 10) != 0:
        return combined(UNION, operator.or_, s, other)
    made = new_set_like(s)
    set_merge(made, s)
    set_merge(made, other)
    return as_frozen_like(made, s)


def set_with_one(s, x):
    """`s | {x}`"""
    return set_by_one(WITH, set_union, s, x)


def set_without_one(s, x):
    """`s - {x}`"""
    return set_by_one(MINUS, set_difference, s, x)


def set_by_one(operation, otherwise, s, x):
    if peek(address(s), 10) != 0:
        i = number_in(s, x)
        if i >= 0:
            return set_at(s, changed_by_one(operation, kept(s), i, hashes(s)))
    return otherwise(s, set_of_one(s, x))


def set_of_one(s, x):
    made = new_set_like(s)
    set_add(made, x)
    return made


def set_intersection(s, other):
    if address(s) == address(other):
        return as_frozen_like(set_copied(s), s)
    if both_bits(s, other) and peek(address(s), 10) & peek(address(other), 10) != 0:
        return combined(COMMON, operator.and_, s, other)
    s = set_opened(s)
    other = set_opened(other)
    made = new_set_like(s)
    set_open(made)
    if len(other) > len(s):
        set_add_filtered(made, s, other, True)
    else:
        set_add_filtered(made, other, s, True)
    return as_frozen_like(made, s)


def set_intersection_items(s, items):
    """`s.intersection(items)` of what is no set: in the order of the items."""
    made = new_set_like(s)
    for x in items:
        if set_contains(s, x):
            set_add(made, x)
    return as_frozen_like(made, s)


def set_add_filtered(made, s, other, wanted):
    """Adds those of a set that another set has (or has not)."""
    for at in slots_of(s):
        x = slot_item(s, at)
        if (set_find(other, x) != 0) == wanted:
            set_insert(made, x, peek(at, 1))


def set_difference_items(s, items):
    """`s.difference(items)` of what is neither a set nor a dict."""
    made = set_copied(s)
    set_take_items(made, items)
    return as_frozen_like(made, s)


def set_difference_keys(s, d):
    """`s.difference(d)` of a dict."""
    if (len(s) >> 2) > len(d):
        return set_difference_items(s, list(d))
    made = new_set_like(s)
    for x in s:
        if x not in d:
            set_add(made, x)
    return as_frozen_like(made, s)


def set_take_items(s, items):
    set_open(s)
    for x in items:
        set_drop(s, x)
    set_shrink(s)


def set_difference(s, other):
    if both_bits(s, other) and peek(address(s), 10) & peek(address(other), 10) != 0:
        return combined(LESS, words_without, s, other)
    s = set_opened(s)
    other = set_opened(other)
    if (len(s) >> 2) > len(other):
        made = set_copied(s)
        set_take_away(made, other)
        return as_frozen_like(made, s)
    made = new_set_like(s)
    set_open(made)
    set_add_filtered(made, s, other, False)
    return as_frozen_like(made, s)


def set_take_away(s, other):
    set_open(s)
    other = set_opened(other)
    for at in slots_of(other):
        set_drop(s, slot_item(other, at))
    set_shrink(s)


def set_symmetric_difference(s, other):
    if both_bits(s, other) and peek(address(s), 10) & peek(address(other), 10) != 0:
        return combined(EITHER, operator.xor, s, other)
    made = new_set_like(s)
    set_merge(made, other)
    set_exchange(made, s)
    return as_frozen_like(made, s)


def set_exchange(made, s):
    set_open(made)
    s = set_opened(s)
    for at in slots_of(s):
        x = slot_item(s, at)
        if not set_drop(made, x):
            set_insert(made, x, peek(at, 1))


def set_difference_update(s, other):
    refuse_change(s)
    if address(s) == address(other):
        set_clear(s)
    elif (len(other) >> 3) > len(s):
        set_take_away(s, set_intersection(s, other))
    else:
        set_take_away(s, other)


def set_symmetric_difference_update(s, other):
    refuse_change(s)
    if address(s) == address(other):
        set_clear(s)
    else:
        set_exchange(s, other)


def set_isdisjoint(s, other):
    if both_bits(s, other) and peek(address(s), 10) & peek(address(other), 10) != 0:
        return not any_bits(operator.and_, address(s), address(other))
    for x in other:
        if x in s:
            return False
    return True


def any_bits(bits, a, b):
    found = 0
    for word in range(6, 10):
        found |= bits(peek(a, word), peek(b, word))
    return found != 0


def set_within(s, other):
    """s <= other"""
    if len(s) > len(other):
        return False
    if both_bits(s, other) and peek(address(s), 10) & peek(address(other), 10) != 0:
        return not any_bits(words_without, address(s), address(other))
    s = set_opened(s)
    other = set_opened(other)
    for at in slots_of(s):
        if set_find(other, slot_item(s, at)) == 0:
            return False
    return True


set_issubset = set_within


def set_issuperset(s, other):
    return set_within(other, s)


def set_less(s, other):
    return len(s) < len(other) and set_within(s, other)


def set_equal(s, other):
    return len(s) == len(other) and set_within(s, other)
