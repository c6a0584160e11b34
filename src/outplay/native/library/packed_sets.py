"""Tables of sets of small ints, made exactly as CPython would make them: see `bitsets.py`.

A set without a table is a recipe, followed here; `packed_slots.py` says what a packed table is.
"""

from outplay.native.front.bitmaps import first_bit, is_recent, poke_half
from outplay.native.front.intrinsics import peek, peek_byte, poke
from outplay.native.library.packed_slots import (
    bits_have,
    packed_as_copied,
    packed_clone,
    packed_copy,
    packed_few,
    packed_filtered,
    packed_insert_new,
    packed_merge,
    packed_moved_few,
    packed_new,
    packed_number,
    packed_numbers,
    packed_remove,
    packed_resize,
    packed_shrunk,
)

NOTHING, TABLE, UNION, COMMON, LESS, EITHER, COPY, MERGED, WITH, MINUS = range(10)
"""Operations that a set without a table was made by."""


def packed_less(a, b, table):
    t = packed_table(a, table)
    if (peek(a, 0) >> 2) <= peek(b, 0):
        return packed_filtered(t, b, False, table)
    t = packed_copy(t, table)
    for word in range(4):
        rest = peek(a + word * 8, 6) & peek(b + word * 8, 6)
        while rest != 0:
            packed_remove(t, word * 64 + first_bit(rest), table)
            rest &= rest - 1
    return packed_shrunk(t, table)


def packed_with(a, i, table):
    t = packed_exchanged(a, table)
    if t == 0:
        t = packed_copy(packed_table(a, table), table)
    if (peek(t, 1) + 1) * 5 >= peek(t, 2) * 3:
        t = packed_resize(t, (peek(t, 0) + 1) * 2, table)
    if bits_have(a, i):
        return t
    return packed_insert_new(t, i, table)


def packed_exchanged(a, table):
    """What a copy of `s - {x}` becomes, without the table of the difference; 0: made otherwise."""
    if peek(a, 4) != 0 or peek(a, 2) & 15 != MINUS or peek(a, 11) != 0:
        return 0
    base = peek(a, 3)
    i = peek(a, 5)
    if peek(base, 0) < 8 or not bits_have(base, i):
        return 0
    t = packed_table(base, table)
    if not packed_as_copied(t) or peek(t, 2) > 63:
        return 0
    return packed_moved_few(t, packed_number(peek(t, 0) - 1), i + 2, table)


def packed_minus(a, i, table):
    t = packed_table(a, table)
    if peek(a, 0) >> 2 <= 1:
        if peek(t, 2) <= 63:
            return packed_few(t, i + 2, table)
        t = packed_clone(t)
        packed_remove(t, i, table)
        return packed_filtered(t, a, True, table)
    t = packed_copy(t, table)
    packed_remove(t, i, table)
    return packed_shrunk(t, table)


def packed_either(a, b, table):
    t = packed_copy(packed_table(b, table), table)
    for i in packed_numbers(packed_table(a, table)):
        if bits_have(b, i):
            packed_remove(t, i, table)
        else:
            t = packed_insert_new(t, i, table)
    return t


def packed_from_slots(at, table):
    """The table of a set that has one, packed."""
    words = peek(table, 0)
    size = 16 + 8 * words
    mask = peek(at, 3)
    source = peek(at, 4)
    t = packed_new(mask + 1)
    for k in range(mask + 1):
        state = peek(source, 0)
        if state != 0:
            poke(t, 3, peek(t, 3) | (1 << (k & 63)))
        if state == 2:
            poke_half(t + 32, k, 1)
        elif state == 1:
            i = peek(source, 2)
            if words == 2:
                i = i * 16 + peek(source, 3)
            poke_half(t + 32, k, i + 2)
        source += size
    poke(t, 0, peek(at, 0))
    poke(t, 1, peek(at, 2))
    return t


def packed_base(at, table):
    """The table of a recipe, without what was added afterwards; not to be changed."""
    operation = peek(at, 2) & 15
    a = peek(at, 3)
    b = peek(at, 5)
    if operation == TABLE:
        return a
    if operation == WITH:
        return packed_with(a, b, table)
    if operation == MINUS:
        return packed_minus(a, b, table)
    if operation == UNION:
        t = packed_copy(packed_table(a, table), table)
        return packed_merge(t, packed_table(b, table), table)
    if operation == COMMON:
        if peek(b, 0) > peek(a, 0):
            return packed_filtered(packed_table(a, table), b, True, table)
        return packed_filtered(packed_table(b, table), a, True, table)
    if operation == LESS:
        return packed_less(a, b, table)
    if operation == EITHER:
        return packed_either(a, b, table)
    if operation == COPY:
        return packed_copy(packed_table(a, table), table)
    if operation == MERGED:
        return packed_merge(packed_clone(packed_table(a, table)), packed_table(b, table), table)
    return packed_new(8)


def packed_table(at, table):
    """The table that CPython would have for a set whose bits say all; not to be changed."""
    if peek(at, 4) != 0:
        return packed_from_slots(at, table)
    t = packed_base(at, table)
    n = peek(at, 11)
    if n > 0:
        if peek(at, 2) & 15 == TABLE:
            t = packed_clone(t)
        log = peek(at, 13)
        for k in range(n):
            t = packed_insert_new(t, peek_byte(log, k), table)
    elif peek(at, 2) == TABLE:
        return t
    if is_recent(at):
        poke(at, 2, TABLE)
        poke(at, 3, t)
        poke(at, 11, 0)
        poke(at, 13, at + 96)
    return t
