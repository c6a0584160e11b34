"""Dicts: entries in the order in which they came, and an index once there are more than a few.

The header: length, whether it may be changed (or the room for entries), entries, entries ever
used, index, mask, places. Where all keys are small ints or pairs of them, `places` has the number
of each entry in a byte, and there is no index. An entry: 1 or 0 (deleted), the key, the value.
"""

from outplay.native.front.intrinsics import (
    address,
    allocate,
    copy_words,
    deep,
    peek,
    poke,
    poke_byte,
    refuse_change,
    unify,
    zeroed,
)
from outplay.native.front.table_intrinsics import (
    default_of,
    dict_like,
    entry_key,
    entry_value,
    entry_words,
    has_places,
    has_places_for,
    mixed,
    number_at,
    place_of,
    put_key,
    put_value,
    widen_value,
)

NO_PLACES = 1
"""In the header, in place of the address of places: some key is not small."""


def dict_number(d, key):
    """The number of the entry of a key, from 1 on; 0 if there is none."""
    if has_places_for(d, key):
        places = peek(address(d), 6)
        if places > NO_PLACES:
            return number_at(places, key)
    return dict_sought(d, key)


def dict_sought(d, key):
    """The same, without places."""
    if is_placed(d) or peek(address(d), 3) <= 8:
        return dict_scan(d, key)
    mask = peek(address(d), 5)
    index = peek(address(d), 4)
    slot = mixed(key, 0) & mask
    while True:
        number = peek(index, slot)
        if number == 0:
            return 0
        at = entry_at(d, number)
        if peek(at, 0) == 1 and entry_key(d, at) == key:
            return number
        slot = (slot + 1) & mask


def dict_scan(d, key):
    """The same, entry by entry: of a few, or for keys of another type."""
    for number in range(1, peek(address(d), 3) + 1):
        at = entry_at(d, number)
        if peek(at, 0) == 1 and entry_key(d, at) == key:
            return number
    return 0


def is_placed(d):
    """Are the places of all keys known?"""
    return has_places(d) and peek(address(d), 6) > NO_PLACES


def entry_at(d, number):
    """The address of entry `number`, from 1 on."""
    return peek(address(d), 2) + (number - 1) * (entry_words(d) * 8)


def dict_find(d, key):
    """The address of the entry of a key; 0 if there is none."""
    number = dict_number(d, key)
    return entry_at(d, number) if number != 0 else 0


def dict_contains(d, key):
    return dict_number(d, key) != 0


def dict_getitem(d, key):
    number = dict_number(d, key)
    if number == 0:
        raise KeyError
    return entry_value(d, entry_at(d, number))


OrderedDict_getitem = dict_getitem


def Counter_getitem(d, key):
    return dict_get(d, key, 0)


def defaultdict_getitem(d, key):
    at = dict_find(d, key)
    if at == 0:
        value = default_of(d)
        dict_setitem(d, key, value)
        return value
    return entry_value(d, at)


def dict_setitem(d, key, value):
    refuse_change(d)
    widen_value(d, value)
    at = dict_find(d, key)
    if at == 0:
        at = dict_new_entry(d, key)
    put_value(d, at, value)


def dict_new_entry(d, key):
    """An entry for a key that is not there."""
    used = peek(address(d), 3)
    room = peek(address(d), 1)
    if used >= room:
        dict_grow(d)
        used = peek(address(d), 3)
    at = peek(address(d), 2) + used * entry_words(d) * 8
    poke(at, 0, 1)
    put_key(d, at, key)
    poke(address(d), 3, used + 1)
    poke(address(d), 0, peek(address(d), 0) + 1)
    if has_places(d) and dict_placed(d, used + 1):
        return at
    if used + 1 > 8:
        if peek(address(d), 4) == 0:
            dict_index(d)
        else:
            dict_note(d, key, used + 1)
    return at


def dict_placed(d, number):
    """Notes the place of an entry, if all keys are small."""
    places = peek(address(d), 6)
    if places == 0 and number == 1:
        places = zeroed(32)
        poke(address(d), 6, places)
    if places <= NO_PLACES:
        return False
    i = place_of(entry_key(d, entry_at(d, number)))
    if i < 0 or number > 255:
        poke(address(d), 6, NO_PLACES)
        if number > 8:
            dict_index(d)
        return True
    poke_byte(places, i, number)
    return True


def dict_note(d, key, number):
    mask = peek(address(d), 5)
    index = peek(address(d), 4)
    slot = mixed(key, 0) & mask
    while peek(index, slot) != 0:
        slot = (slot + 1) & mask
    poke(index, slot, number)


def dict_index(d):
    """Makes the index anew."""
    room = peek(address(d), 1)
    mask = 15
    while mask < 2 * room:
        mask = 2 * mask + 1
    poke(address(d), 4, zeroed(mask + 1))
    poke(address(d), 5, mask)
    at = peek(address(d), 2)
    size = entry_words(d) * 8
    for number in range(peek(address(d), 3)):
        if peek(at, 0) == 1:
            dict_note(d, entry_key(d, at), number + 1)
        at += size


def dict_grow(d):
    """Room for more, without those that were deleted."""
    length = peek(address(d), 0)
    room = 8
    while room < 2 * length + 1:
        room *= 2
    words = entry_words(d)
    entries = zeroed(room * words)
    to = entries
    at = peek(address(d), 2)
    for _ in range(peek(address(d), 3)):
        if peek(at, 0) == 1:
            copy_words(to, at, words)
            to += words * 8
        at += words * 8
    poke(address(d), 1, room)
    poke(address(d), 2, entries)
    poke(address(d), 3, length)
    poke(address(d), 4, 0)
    if is_placed(d):
        poke(address(d), 6, zeroed(32))
        for number in range(length):
            at = entries + number * words * 8
            poke_byte(peek(address(d), 6), place_of(entry_key(d, at)), number + 1)
    elif length > 8:
        dict_index(d)


def dict_drop(d, at):
    """Deletes an entry."""
    poke(at, 0, 0)
    poke(address(d), 0, peek(address(d), 0) - 1)
    if is_placed(d):
        poke_byte(peek(address(d), 6), place_of(entry_key(d, at)), 0)


def dict_get(d, key, default=None):
    at = dict_find(d, key)
    if at == 0:
        return default
    return entry_value(d, at)


def dict_setdefault(d, key, default=None):
    at = dict_find(d, key)
    if at == 0:
        dict_setitem(d, key, default)
        return default
    return entry_value(d, at)


def dict_pop(d, key, default=KeyError):
    refuse_change(d)
    at = dict_find(d, key)
    if at == 0:
        if default is KeyError:
            raise KeyError
        return default
    dict_drop(d, at)
    return entry_value(d, at)


def dict_popitem(d):
    refuse_change(d)
    used = peek(address(d), 3)
    size = entry_words(d) * 8
    while used > 0:
        used -= 1
        at = peek(address(d), 2) + used * size
        if peek(at, 0) == 1:
            dict_drop(d, at)
            return entry_key(d, at), entry_value(d, at)
    raise KeyError


def dict_clear(d):
    refuse_change(d)
    for word in range(7):
        poke(address(d), word, 0)


def dict_copy(d):
    made = dict_like(d)
    used = peek(address(d), 3)
    if peek(address(d), 0) != used:  # some were deleted
        for key, value in d.items():
            dict_setitem(made, key, value)
        return made
    words = entry_words(d)
    entries = allocate((used + 1) * words)
    copy_words(entries, peek(address(d), 2), used * words)
    poke(address(made), 0, used)
    poke(address(made), 1, used + 1)
    poke(address(made), 2, entries)
    poke(address(made), 3, used)
    if is_placed(d):
        places = allocate(32)
        copy_words(places, peek(address(d), 6), 32)
        poke(address(made), 6, places)
        return made
    if used > 0:
        poke(address(made), 6, NO_PLACES)
    if used > 8:
        mask = peek(address(d), 5)
        index = allocate(mask + 1)
        copy_words(index, peek(address(d), 4), mask + 1)
        poke(address(made), 4, index)
        poke(address(made), 5, mask)
    return made


def dict_merge(d, other):
    """`d.update(other)` of a dict."""
    unify(d, other)
    for key, value in other.items():
        dict_setitem(d, key, value)


def deep_dict(d):
    made = dict_like(d)
    for key, value in d.items():
        dict_setitem(made, key, deep(value))
    return made


def dict_equal(d, other):
    if len(d) != len(other):
        return False
    for key, value in d.items():
        at = dict_find(other, key)
        if at == 0 or not (entry_value(other, at) == value):
            return False
    return True
