"""Sets, laid out as CPython lays them out, so that they are gone through in the same order.

A table of slots (0 free, 1 used, 2 was used; the hash; the element). The header: how many are used,
whether it may be changed, slots ever used, mask, table, where `pop` looks next; then bits
(`bitsets.py`) or a signature (`front/signatures.py`). Growth, probing and the order of insertions
in each operation follow CPython's `setobject.c`.
"""

from outplay.native.front.bitmaps import (
    both_bits,
    has_bit,
    has_bits,
    has_number,
    hashes,
    is_frozenset,
    number_in,
)
from outplay.native.front.intrinsics import (
    address,
    copy_words,
    peek,
    poke,
    refuse_change,
    unify,
    zeroed,
)
from outplay.native.front.signatures import is_signed_alike, may_hold, sign_for
from outplay.native.front.table_intrinsics import (
    as_frozen_like,
    new_set_like,
    put_slot,
    python_hash,
    slot_item,
    slot_words,
)
from outplay.native.front.tables import REUSES
from outplay.native.library.bitsets import (
    add_number,
    bits_first,
    bits_mark,
    bits_unmark,
    kept,
    merged,
    set_open,
    set_opened,
    slots_of,
)
from outplay.native.library.packed_sets import probes


def set_erase(s, at):
    """Takes the element of a slot out."""
    bits_unmark(s, slot_item(s, at))
    poke(at, 0, 2)
    poke(at, 1, -1)
    poke(address(s), 0, peek(address(s), 0) - 1)


def set_find(s, x):
    """The address of the slot that holds x; 0 if there is none."""
    if peek(address(s), 0) == 0:
        return 0
    h = python_hash(x)
    table = peek(address(s), 4)
    size = slot_words(s) * 8
    for k in probes(peek(address(s), 3), h):
        at = table + k * size
        state = peek(at, 0)
        if state == 0:
            return 0
        if state == 1 and peek(at, 1) == h and slot_item(s, at) == x:
            return at


def set_contains(s, x):
    if has_number(s, x) and peek(address(s), 10) != 0:
        return has_bit(s, x)
    if is_signed_alike(s, x) and not may_hold(s, x):
        return False
    return set_searched(s, x)


def set_searched(s, x):
    return set_find(set_opened(s), x) != 0


def set_add(s, x):
    refuse_change(s)
    if has_bits(s):
        i = number_in(s, x)
        if i >= 0 and peek(address(s), 4) == 0:
            add_number(address(s), i)
            return
    set_put(s, x)


def set_put(s, x):
    set_open(s)
    set_insert(s, x, python_hash(x))


def set_insert(s, x, h):
    """Adds x, whose hash is known, if it is not there."""
    mask = peek(address(s), 3)
    table = peek(address(s), 4)
    size = slot_words(s) * 8
    free = 0
    for k in probes(mask, h):
        at = table + k * size
        state = peek(at, 0)
        if REUSES and state == 2:
            free = at
        if state == 0:
            used = peek(address(s), 0) + 1
            poke(address(s), 0, used)
            put_slot(s, free if free != 0 else at, h, x)
            bits_mark(s, x)
            if free == 0:
                fill = peek(address(s), 2) + 1
                poke(address(s), 2, fill)
                if fill * 5 >= mask * 3:
                    set_resize(s, used * 2 if used > 50000 else used * 4)
            return
        if state == 1 and peek(at, 1) == h and slot_item(s, at) == x:
            return


def set_insert_clean(s, source, table, mask):
    """Puts the slot at `source` into a table in which nothing was ever removed."""
    words = slot_words(s)
    for k in probes(mask, peek(source, 1)):
        at = table + k * (words * 8)
        if peek(at, 0) == 0:
            copy_words(at, source, words)
            return


def set_resize(s, least):
    """A new table of more than `least` slots."""
    number = 8
    while number <= least:
        number *= 2
    if number == 8 and peek(address(s), 3) == 7 and peek(address(s), 2) == peek(address(s), 0):
        return
    table = zeroed(number * slot_words(s))
    for old in slots_of(s):
        set_insert_clean(s, old, table, number - 1)
    poke(address(s), 2, peek(address(s), 0))
    poke(address(s), 3, number - 1)
    poke(address(s), 4, table)


def set_drop(s, x):
    """Takes x out of a set that has a table; was it there?"""
    at = set_find(s, x)
    if at != 0:
        set_erase(s, at)
    return at != 0


def set_discard(s, x):
    refuse_change(s)
    set_open(s)
    set_drop(s, x)


def set_remove(s, x):
    refuse_change(s)
    set_open(s)
    if not set_drop(s, x):
        raise KeyError


def set_pop(s):
    refuse_change(s)
    if peek(address(s), 0) == 0:
        raise KeyError
    set_open(s)
    mask = peek(address(s), 3)
    size = slot_words(s) * 8
    i = peek(address(s), 5) & mask
    at = peek(address(s), 4) + i * size
    while peek(at, 0) != 1:
        i += 1
        at += size
        if i > mask:
            i = 0
            at = peek(address(s), 4)
    x = slot_item(s, at)
    set_erase(s, at)
    poke(address(s), 5, i + 1)
    return x


def set_clear(s):
    refuse_change(s)
    set_become(s, new_set_like(s))


def set_become(s, made):
    """Takes all of a new set; where `pop` looks next is kept."""
    set_open(made)
    last = 6
    if has_bits(s):
        last = 10
        if peek(address(s), 4) == 0:  # the word is one of a recipe's
            poke(address(s), 5, 0)
    for word in (0, 2, 3, 4, *range(6, last + 1)):
        poke(address(s), word, peek(address(made), word))


def set_merge(s, other):
    """Adds all of another set: what `update`, `|` and copies do."""
    unify(s, other)
    theirs = peek(address(other), 0)
    if theirs == 0 or address(s) == address(other):
        return
    if both_bits(s, other) and peek(address(s), 4) == 0 and peek(address(other), 10) != 0:
        merged(address(s), kept(other), hashes(s))
        return
    set_expect(s, theirs)
    other = set_opened(other)
    alike = peek(address(s), 3) == peek(address(other), 3)
    if alike and peek(address(s), 2) == 0 and peek(address(other), 2) == theirs:
        set_copy_table(s, other)
        return
    for at in slots_of(other):
        set_insert(s, slot_item(other, at), peek(at, 1))


def set_copy_table(s, other):
    """All slots as they stand, into a table of the same size."""
    size = slot_words(other) * 8
    at = peek(address(other), 4)
    to = peek(address(s), 4)
    step = slot_words(s) * 8
    for _ in range(peek(address(other), 3) + 1):
        state = peek(at, 0)
        if state == 1:
            put_slot(s, to, peek(at, 1), slot_item(other, at))
            bits_mark(s, slot_item(other, at))
        elif state == 2:
            poke(to, 0, 2)
            poke(to, 1, -1)
        at += size
        to += step
    poke(address(s), 0, peek(address(other), 0))
    poke(address(s), 2, peek(address(other), 2))


def set_laid_out(s, other):
    """Gives an empty set the elements of another, each where it stands there."""
    other = set_opened(other)
    set_make_table(s, peek(address(other), 3))
    set_copy_table(s, other)


def set_copied(s):
    made = new_set_like(s)
    set_merge(made, s)
    return made


def set_copy(s):
    return s if is_frozenset(s) else set_copied(s)


def set_expect(s, more):
    """Room for all of a set, or of the keys of a dict, before they are added."""
    set_open(s)
    if (peek(address(s), 2) + more) * 5 >= peek(address(s), 3) * 3:
        set_resize(s, (peek(address(s), 0) + more) * 2)


def set_shrink(s):
    """Forgets what was removed, if it is much."""
    used = peek(address(s), 0)
    if peek(address(s), 2) - used > peek(address(s), 3) // 4:
        set_resize(s, used * 2 if used > 50000 else used * 4)


def set_make_table(s, mask):
    """A table of that size for an empty set."""
    set_open(s)
    if mask != 7:
        poke(address(s), 3, mask)
        poke(address(s), 4, zeroed((mask + 1) * slot_words(s)))


def deep_set(s):
    """`copy.deepcopy`: made anew of a list of its elements."""
    made = new_set_like(s)
    for x in s:
        set_add(made, x)
    return as_frozen_like(made, s)


def set_first(s):
    """The first element of a set that is not empty."""
    if has_bits(s) and peek(address(s), 4) == 0:
        return bits_first(s)
    for at in slots_of(s):
        return slot_item(s, at)
    raise KeyError


def set_noted(s):
    """Fills in the bits, or the signature, of a set that was given its table."""
    for at in slots_of(s):
        x = slot_item(s, at)
        bits_mark(s, x)
        sign_for(s, x)
