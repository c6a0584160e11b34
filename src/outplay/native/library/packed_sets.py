"""Tables of sets of small ints, made exactly as CPython would make them: see `bitsets.py`.

A packed table is: used, slots ever used, mask, bits for the first 64 slots that are not free, and
16 bits for each slot (0 free, 1 removed, else 2 more than the number of the element). A set without
a table is a recipe, which `packed_table` follows.
"""

from outplay.native.front.bitmaps import first_bit, is_recent, peek_half, poke_half
from outplay.native.front.intrinsics import allocate, copy_words, peek, peek_byte, poke, zeroed
from outplay.native.front.number_intrinsics import shift_right
from outplay.native.front.tables import REUSES

NOTHING, TABLE, UNION, COMMON, LESS, EITHER, COPY, MERGED, WITH, MINUS = range(10)
"""Operations that a set without a table was made by."""


# --- elements put in, taken out, moved ----------------------------------------------------------


def bits_have(at, i):
    if i < 0:
        return False
    return shift_right(peek(at + shift_right(i, 6) * 8, 6), i & 63) & 1 != 0


def packed_numbers(t):
    """The numbers of all elements, in the order of the table."""
    for k in range(peek(t, 2) + 1):
        slot = peek_half(t + 32, k)
        if slot >= 2:
            yield slot - 2


def packed_new(number):
    t = zeroed(4 + shift_right(number, 2))
    poke(t, 2, number - 1)
    return t


def packed_clone(t):
    words = 4 + shift_right(peek(t, 2) + 1, 2)
    made = allocate(words)
    copy_words(made, t, words)
    return made


def probes(mask, h):
    """The slots that CPython looks at for a hash, one after the other, without end."""
    perturb = h
    j = h & mask
    while True:
        last = j + (9 if j + 9 <= mask else 0)
        k = j
        while k <= last:
            yield k
            k += 1
        perturb = shift_right(perturb, 5)
        j = (j * 5 + 1 + perturb) & mask


def packed_place(t, mask, i, table):
    """The slot of an element, or the free one where it would be put."""
    for k in probes(mask, peek(table, 1 + i)):
        slot = peek_half(t + 32, k)
        if slot == 0 or slot == i + 2:
            return k


def packed_removed(t, mask, i, table):
    """The last slot before the free one of a new element that one was removed from; -1: none."""
    found = -1
    for k in probes(mask, peek(table, 1 + i)):
        slot = peek_half(t + 32, k)
        if slot == 0:
            return found
        if slot == 1:
            found = k


def packed_resize(t, least, table):
    number = 8
    while number <= least:
        number *= 2
    used = peek(t, 0)
    if number == 8 and peek(t, 2) == 7 and peek(t, 1) == used:
        return t
    return packed_moved(t, number, table)


def packed_moved(t, number, table):
    """A new table of that many slots with all elements."""
    if number <= 64 and peek(t, 2) <= 63:
        return packed_moved_few(t, number, 0, table)
    made = packed_new(number)
    for i in packed_numbers(t):
        at = packed_place(made, number - 1, i, table)
        poke_half(made + 32, at, i + 2)
        poke(made, 3, peek(made, 3) | (1 << (at & 63)))
    poke(made, 0, peek(t, 0))
    poke(made, 1, peek(t, 0))
    return made


def packed_moved_few(t, number, without, table):
    """The same where both have at most 64 slots: the bits say which are free.

    The element whose slot says `without` is left out.
    """
    made = packed_new(number)
    taken = 0
    used = 0
    rest = peek(t, 3)
    while rest != 0:
        slot = peek_half(t + 32, first_bit(rest))
        rest &= rest - 1
        # No branch: which one is left out cannot be foretold. Its slot stays free.
        kept = (slot >= 2) & (slot != without)
        k = packed_free(taken, number - 1, peek(table, slot - 1))
        poke_half(made + 32, k, slot if kept else 0)
        taken |= int(kept) << k
        used += kept
    poke(made, 0, used)
    poke(made, 1, used)
    poke(made, 3, taken)
    return made


def packed_free(taken, mask, h):
    """The free slot for a new element, of 64 at most."""
    perturb = h
    j = h & mask
    free = shift_right(~taken, j) & (1023 if j + 9 <= mask else 1)
    while free == 0:
        perturb = shift_right(perturb, 5)
        j = (j * 5 + 1 + perturb) & mask
        free = shift_right(~taken, j) & (1023 if j + 9 <= mask else 1)
    return j + first_bit(free)


def packed_number(used):
    """Slots of a new set that so many elements are added to at once."""
    number = 8
    if used * 5 >= 21:
        while number <= used * 2:
            number *= 2
    return number


def packed_copy(t, table):
    """What a new set becomes that all elements are added to at once."""
    if packed_as_copied(t):
        return packed_clone(t)
    return packed_moved(t, packed_number(peek(t, 0)), table)


def packed_insert(t, i, table):
    """Adds an element, if it is not there."""
    k = packed_place(t, peek(t, 2), i, table)
    if peek_half(t + 32, k) != 0:
        return t
    return packed_insert_at(t, i, k, table)


def packed_insert_new(t, i, table):
    """Adds an element that is not there."""
    mask = peek(t, 2)
    if mask <= 63:
        k = packed_free(peek(t, 3), mask, peek(table, 1 + i))
    else:
        k = packed_place(t, mask, i, table)
    return packed_insert_at(t, i, k, table)


def packed_insert_at(t, i, k, table):
    """Adds an element that is not there; `k` is its free slot."""
    mask = peek(t, 2)
    used = peek(t, 0) + 1
    if REUSES and peek(t, 1) >= used:
        free = packed_removed(t, mask, i, table)
        if free >= 0:
            poke_half(t + 32, free, i + 2)
            poke(t, 0, used)
            return t
    poke_half(t + 32, k, i + 2)
    poke(t, 3, peek(t, 3) | (1 << (k & 63)))
    fill = peek(t, 1) + 1
    poke(t, 1, fill)
    poke(t, 0, used)
    if fill * 5 >= mask * 3:
        return packed_resize(t, used * 4, table)
    return t


def packed_merge(t, other, table):
    theirs = peek(other, 0)
    if theirs == 0:
        return t
    if (peek(t, 1) + theirs) * 5 >= peek(t, 2) * 3:
        t = packed_resize(t, (peek(t, 0) + theirs) * 2, table)
    if peek(t, 1) == 0 and peek(t, 2) == peek(other, 2) and peek(other, 1) == theirs:
        copy_words(t, other, 4 + shift_right(peek(other, 2) + 1, 2))
        return t
    for i in packed_numbers(other):
        t = packed_insert(t, i, table)
    return t


def packed_remove(t, i, table):
    k = packed_place(t, peek(t, 2), i, table)
    if peek_half(t + 32, k) != 0:
        poke_half(t + 32, k, 1)
        poke(t, 0, peek(t, 0) - 1)


def packed_filtered(of, bits, wanted, table):
    """The elements of a table that a set has (or has not), in the order of the table."""
    t = packed_new(8)
    for i in packed_numbers(of):
        if bits_have(bits, i) == wanted:
            t = packed_insert_new(t, i, table)
    return t


def packed_as_copied(t):
    """Would a copy of the set have the same table?"""
    return peek(t, 1) == peek(t, 0) and peek(t, 2) == packed_number(peek(t, 0)) - 1


def packed_few(t, without, table):
    """At most seven elements one after the other, as `packed_insert_new` would: the fifth makes
    a table of 8 slots one of 32."""
    made = packed_new(8)
    mask = 7
    taken = 0
    used = 0
    rest = peek(t, 3)
    while rest != 0:
        slot = peek_half(t + 32, first_bit(rest))
        rest &= rest - 1
        if slot >= 2 and slot != without:
            k = packed_free(taken, mask, peek(table, slot - 1))
            poke_half(made + 32, k, slot)
            taken |= 1 << k
            used += 1
            if used == 5:
                poke(made, 3, taken)
                made = packed_moved_few(made, 32, 0, table)
                mask = 31
                taken = peek(made, 3)
    poke(made, 0, used)
    poke(made, 1, used)
    poke(made, 3, taken)
    return made


def packed_shrunk(t, table):
    used = peek(t, 0)
    if peek(t, 1) - used > peek(t, 2) // 4:
        return packed_resize(t, used * 4, table)
    return t


# --- recipes ------------------------------------------------------------------------------------


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
