"""Sets of small ints, or of pairs of them: bits at once, and a table only when the order matters.

After the six words that every set has, the header of such a set goes on: four words of bits;
whether these say all (an element without a number ends that for good); how many were added, the
numbers of the first eight of them, and where the numbers of those added are.

A set without a table is a recipe: what it was made of, and what was added afterwards, in order. Its
words 2, 3 and 5 are then: an operation (and 16 times how many of them it rests on), and the
headers of two sets that do not change. `packed_table` follows the recipe exactly as CPython would.
"""

import operator

from outplay.native.front.bitmaps import (
    element_of,
    first_bit,
    has_bits,
    hashes,
    is_frozenset,
    is_recent,
    number_in,
    peek_half,
    set_at,
)
from outplay.native.front.intrinsics import (
    address,
    allocate,
    copy_words,
    peek,
    poke,
    poke_byte,
    zeroed,
)
from outplay.native.front.number_intrinsics import bits_set, shift_right
from outplay.native.front.table_intrinsics import put_slot, slot_words
from outplay.native.library.packed_sets import (
    COPY,
    MERGED,
    MINUS,
    NOTHING,
    TABLE,
    WITH,
    bits_have,
    packed_as_copied,
    packed_numbers,
    packed_table,
)

MOST = 16
"""Operations that a recipe may rest on, one in the other."""


# --- recipes -----------------------------------------------------------------------------------


def recipe(operation, a, b, table):
    """A set made of two others; its bits are still to be put."""
    depth = max(depth_of(a), depth_of(b))
    if depth >= MOST:
        a = settled_copy(a, table)
        b = settled_copy(b, table)
        depth = 0
    return header(operation + depth * 16 + 16, a, b)


def depth_of(at):
    """Operations that a set rests on, one in the other."""
    return peek(at, 2) >> 4 if peek(at, 4) == 0 else 0


def header(operation, a, b):
    at = allocate(14)
    poke(at, 1, 0)
    poke(at, 2, operation)
    poke(at, 3, a)
    poke(at, 4, 0)
    poke(at, 5, b)
    poke(at, 10, 1)
    poke(at, 11, 0)
    poke(at, 13, at + 96)
    return at


def settled_copy(at, table):
    """A set with the same elements, and a packed table."""
    made = header(TABLE, packed_table(at, table), 0)
    copy_bits(made, at)
    return made


def copy_bits(to, at):
    poke(to, 0, peek(at, 0))
    for word in range(6, 10):
        poke(to, word, peek(at, word))


def combine_bits(to, a, b, bits):
    w = bits(peek(a, 6), peek(b, 6))
    x = bits(peek(a, 7), peek(b, 7))
    y = bits(peek(a, 8), peek(b, 8))
    z = bits(peek(a, 9), peek(b, 9))
    poke(to, 6, w)
    poke(to, 7, x)
    poke(to, 8, y)
    poke(to, 9, z)
    poke(to, 0, bits_set(w) + bits_set(x) + bits_set(y) + bits_set(z))


def kept(s):
    """The header of a set that does not change and has all that the given one has now."""
    at = address(s)
    if is_frozenset(s) or peek(at, 1) == -1:
        return at
    if peek(at, 4) != 0:
        return settled_copy(at, hashes(s))
    return header_copy(at)


def header_copy(at):
    made = allocate(14)
    copy_words(made, at, 14)
    poke(made, 1, 0)
    if peek(made, 13) == at + 96:
        poke(made, 13, made + 96)
    return made


def combined(operation, bits, s, other):
    """A set made of two others, of whose words of bits `bits` makes its own."""
    a = kept(s)
    b = kept(other)
    at = recipe(operation, a, b, hashes(s))
    combine_bits(at, a, b, bits)
    return set_at(s, at)


def words_without(one, two):
    return one & ~two


def changed_by_one(operation, a, i, table):
    """A set with one element more, or one less."""
    if operation == MINUS and peek(a, 0) >= 8 and not bits_have(a, i) and is_as_copied(a):
        return a
    depth = depth_of(a)
    if depth >= MOST:
        a = settled_copy(a, table)
        depth = 0
    at = header(operation + depth * 16 + 16, a, i)
    copy_bits(at, a)
    if operation == WITH:
        poke(at, 0, peek(a, 0) + (not bits_have(a, i)))
        mark(at, i)
    else:
        poke(at, 0, peek(a, 0) - bits_have(a, i))
        unmark(at, i)
    return at


def mark(at, i):
    word = at + shift_right(i, 6) * 8
    poke(word, 6, peek(word, 6) | (1 << (i & 63)))


def unmark(at, i):
    word = at + shift_right(i, 6) * 8
    poke(word, 6, peek(word, 6) & ~(1 << (i & 63)))


def is_as_copied(a):
    """Would a copy of the set have just the table that it has?"""
    if peek(a, 4) != 0 or peek(a, 2) != TABLE or peek(a, 11) != 0:
        return False
    return packed_as_copied(peek(a, 3))


def merged(at, b, table):
    """Adds all of a set that does not change to one without a table."""
    if peek(at, 2) == NOTHING and peek(at, 11) == 0:
        made = recipe(COPY, b, b, table)
    else:
        made = recipe(MERGED, header_copy(at), b, table)
    for word in (2, 3, 5):
        poke(at, word, peek(made, word))
    poke(at, 11, 0)
    poke(at, 13, at + 96)
    combine_bits(at, at, b, operator.or_)


def add_number(at, i):
    """Adds an element to a set without a table."""
    if bits_have(at, i):
        return
    mark(at, i)
    poke(at, 0, peek(at, 0) + 1)
    n = peek(at, 11)
    if n == 8:
        longer_log(at)
    poke_byte(peek(at, 13), n, i)
    poke(at, 11, n + 1)


def longer_log(at):
    log = allocate(32)
    poke(log, 0, peek(at, 12))
    poke(at, 13, log)


def bits_mark(s, x):
    """Notes that x is in a set that has a table."""
    if has_bits(s):
        i = number_in(s, x)
        if i < 0:
            poke(address(s), 10, 0)
        else:
            mark(address(s), i)


def bits_unmark(s, x):
    if has_bits(s):
        i = number_in(s, x)
        if i >= 0:
            unmark(address(s), i)


# --- with the other sets -----------------------------------------------------------------------


def set_open(s):
    """Gives a set its own table, with hashes and elements, to be changed."""
    if has_bits(s):
        at = address(s)
        if peek(at, 4) == 0:
            table = hashes(s)
            t = packed_table(at, table)
            mask = peek(t, 2)
            size = slot_words(s) * 8
            made = zeroed((mask + 1) * slot_words(s))
            to = made
            for k in range(mask + 1):
                slot = peek_half(t + 32, k)
                if slot == 1:
                    poke(to, 0, 2)
                    poke(to, 1, -1)
                elif slot != 0:
                    put_slot(s, to, peek(table, slot - 1), element_of(s, slot - 2))
                to += size
            poke(at, 2, peek(t, 1))
            poke(at, 3, mask)
            poke(at, 4, made)
            poke(at, 5, 0)


def set_opened(s):
    """The set, or one with the same elements, with its own table; not to be changed."""
    if has_bits(s):
        at = address(s)
        if peek(at, 4) == 0:
            if not is_recent(at):
                other = set_at(s, header_copy(at))
                set_open(other)
                return other
            set_open(s)
    return s


def put_element(out, n, i, words):
    if words == 1:
        poke(out, n, i)
    else:
        poke(out + n * 16, 0, shift_right(i, 4))
        poke(out + n * 16, 1, i & 15)
    return n + 1


def slots_of(s):
    """The addresses of the slots in use of a set that has a table."""
    size = slot_words(s) * 8
    at = peek(address(s), 4)
    end = at + (peek(address(s), 3) + 1) * size
    while at < end:
        if peek(at, 0) == 1:
            yield at
        at += size


def set_listed(s):
    """The address of all elements in the order of the table."""
    at = address(s)
    words = slot_words(s) - 2
    out = allocate(peek(at, 0) * words)
    n = 0
    if peek(at, 4) == 0:
        for i in packed_numbers(packed_table(at, hashes(s))):
            n = put_element(out, n, i, words)
        return out
    for source in slots_of(s):
        copy_words(out + n * words * 8, source + 16, words)
        n += 1
    return out


def set_gathered(s):
    """The address of all elements, in any order; with bits, the least is the first."""
    at = address(s)
    if peek(at, 10) == 0:
        return set_listed(s)
    words = slot_words(s) - 2
    out = allocate(peek(at, 0) * words)
    n = 0
    for word in range(4):
        rest = peek(at + word * 8, 6)
        while rest != 0:
            n = put_element(out, n, word * 64 + first_bit(rest), words)
            rest &= rest - 1
    return out


def bits_first(s):
    """The first element of a set that has no table and is not empty."""
    t = packed_table(address(s), hashes(s))
    k = first_bit(peek(t, 3)) if peek(t, 2) <= 63 else 0
    while peek_half(t + 32, k) < 2:
        k += 1
    return element_of(s, peek_half(t + 32, k) - 2)


def set_prepared(s):
    """Makes the table of a new state's set, for all that will go through it."""
    if has_bits(s) and peek(address(s), 4) == 0:
        packed_table(address(s), hashes(s))
