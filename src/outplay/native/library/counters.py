"""Counters and ordered dicts."""

from outplay.native.front.intrinsics import address, peek, poke, refuse_change, unify
from outplay.native.front.table_intrinsics import dict_like, entry_value
from outplay.native.library.dicts import dict_drop, dict_find, dict_pop, dict_popitem, dict_setitem


def counter_changed(change, d, other):
    """`d.update(other)` and `d.subtract(other)` of a dict of counts."""
    for key, value in other.items():
        d[key] = change(d[key], value)


def counter_combined(combine, d, other):
    """Only what is more than 0 is kept; what is missing counts as 0."""
    made = dict_like(d)
    unify(made, other)
    for key, value in d.items():
        total = combine(value, other[key])
        if total > 0:
            made[key] = total
    for key, value in other.items():
        total = combine(0, value)
        if total > 0 and key not in d:
            made[key] = total
    return made


def counter_become(d, made):
    refuse_change(d)
    for word in range(7):
        poke(address(d), word, peek(address(made), word))


def Counter_equal(d, other):
    """What is missing counts as 0."""
    for key, value in d.items():
        if value != other[key]:
            return False
    for key, value in other.items():
        if value != d[key]:
            return False
    return True


def OrderedDict_equal(d, other):
    return list(d.items()) == list(other.items())


def OrderedDict_move_to_end(d, key, last=True):
    refuse_change(d)
    at = dict_find(d, key)
    if at == 0:
        raise KeyError
    value = entry_value(d, at)
    if last:
        dict_drop(d, at)
        dict_setitem(d, key, value)
        return
    made = dict_like(d)
    dict_setitem(made, key, value)
    for other, its in d.items():
        dict_setitem(made, other, its)
    counter_become(d, made)


def OrderedDict_popitem(d, last=True):
    if last:
        return dict_popitem(d)
    for key in d:
        return key, dict_pop(d, key)
    raise KeyError


def Counter_most_common(d, n=None):
    pairs = sorted(d.items(), key=lambda pair: pair[1], reverse=True)
    if n is None:
        return pairs
    return pairs[:n]


def Counter_total(d):
    return sum(d.values())


def Counter_elements(d):
    return [key for key, value in d.items() for _ in range(value)]
