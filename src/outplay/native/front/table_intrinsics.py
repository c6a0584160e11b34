"""What the library needs for the tables of sets and dicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay.native.front.intrinsics import _native
from outplay.native.front.signatures import sign
from outplay.native.front.types import INT, Container, FrozenT, is_small
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@_native
def slot_words(f: FunctionCompiler, s: V) -> V:
    return f.const(2 + s.elem.words)


@_native
def slot_item(f: FunctionCompiler, s: V, at: V) -> V:
    return f.load(s.elem, at.p[0], 2)


@_native
def put_slot(f: FunctionCompiler, s: V, at: V, hashed: V, x: V) -> None:
    if isinstance(s.t, Container):
        s.t.vars[0].widen(f.value_of(x).t)
    f.poke(at.p[0], 0, "1")
    f.poke(at.p[0], 1, hashed.p[0])
    x = f.convert(x, s.elem)
    f.store(x, at.p[0], 2)
    sign(f, s, x)


@_native
def new_set(f: FunctionCompiler) -> V:
    return f.empty_set()


@_native
def new_set_like(f: FunctionCompiler, s: V) -> V:
    """An empty set for elements of the same kind."""
    if isinstance(s.t, Container):
        return f.empty_set(s.t.vars[0])
    var = f.types.var(("set like", f.place_of_node(), str(s.elem)), s.elem)
    return f.empty_set(var)


@_native
def as_frozen_like(f: FunctionCompiler, s: V, like: V) -> V:
    """A new set as the type that `like` has."""
    if isinstance(like.t, FrozenT):
        return V(FrozenT(s.elem), s.p)
    return s


@_native
def hash_key(f: FunctionCompiler, number: V) -> V:
    """A word of the secret that hashes of strings depend on."""
    from outplay import bits
    from outplay.native.front.tables import hash_keys

    keys = hash_keys()
    assert keys is not None
    return f.const(bits.wrap(keys[number.k]))


@_native
def entry_words(f: FunctionCompiler, d: V) -> V:
    return f.const(1 + d.elem.words + d.container.value.words)


@_native
def entry_key(f: FunctionCompiler, d: V, at: V) -> V:
    return f.load(d.elem, at.p[0], 1)


@_native
def entry_value(f: FunctionCompiler, d: V, at: V) -> V:
    return f.load(d.container.value, at.p[0], 1 + d.elem.words)


@_native
def put_key(f: FunctionCompiler, d: V, at: V, key: V) -> None:
    key = f.value_of(key)
    d.container.vars[0].widen(key.t)
    f.store(f.convert(key, d.elem), at.p[0], 1)


@_native
def put_value(f: FunctionCompiler, d: V, at: V, value: V) -> None:
    value = f.value_of(value)
    d.container.vars[1].widen(value.t)
    f.store(f.convert(value, d.container.value), at.p[0], 1 + d.elem.words)


@_native
def widen_value(f: FunctionCompiler, d: V, value: V) -> None:
    d.container.vars[1].widen(f.value_of(value).t)


@_native
def has_places(f: FunctionCompiler, d: V) -> V:
    """Does a dict know the places of its entries by small keys?"""
    return f.const(is_small(d.elem))


def place_of_key(f: FunctionCompiler, key: V) -> V:
    """A number from 0 to 255 for a small key, -1 for others; -2 if its type has none."""
    if not is_small(key.t):
        return f.const(-2)
    if key.t is INT:
        inside = f.op(f"icmp ult i64 {key.p[0]}, 256")
        return V(INT, (f.op(f"select i1 {inside}, i64 {key.p[0]}, i64 -1"),))
    a, b = key.p
    inside = f.op(f"icmp ult i64 {f.op(f'or i64 {a}, {b}')}, 16")
    word = f.op(f"or i64 {f.op(f'shl i64 {a}, 4')}, {b}")
    return V(INT, (f.op(f"select i1 {inside}, i64 {word}, i64 -1"),))


@_native
def place_of(f: FunctionCompiler, key: V) -> V:
    return place_of_key(f, key)


@_native
def has_places_for(f: FunctionCompiler, d: V, key: V) -> V:
    """Has a key that is looked for in a dict the type of those that have places?"""
    return f.const(is_small(d.elem) and (key.t is d.elem or key.t == d.elem))


@_native
def number_at(f: FunctionCompiler, places: V, key: V) -> V:
    """The number at the place of a key, or 0. No branch: many keys are off the board."""
    if key.t is INT:
        inside = f.op(f"icmp ult i64 {key.p[0]}, 256")
        place = f.op(f"and i64 {key.p[0]}, 255")
    else:
        a, b = key.p
        inside = f.op(f"icmp ult i64 {f.op(f'or i64 {a}, {b}')}, 16")
        high = f.op(f"shl i64 {f.op(f'and i64 {a}, 15')}, 4")
        place = f.op(f"or i64 {high}, {f.op(f'and i64 {b}, 15')}")
    pointer = f.op(f"getelementptr i8, ptr {f.at(places.p[0])}, i64 {place}")
    number = f.op(f"zext i8 {f.op(f'load i8, ptr {pointer}')} to i64")
    return V(INT, (f.op(f"select i1 {inside}, i64 {number}, i64 0"),))


@_native
def dict_like(f: FunctionCompiler, d: V) -> V:
    """An empty dict for entries of the same kind."""
    return f.empty_dict(d.container)


@_native
def default_of(f: FunctionCompiler, d: V) -> V:
    """What a defaultdict puts in for a missing key."""
    return f.call_constant(d.container.extra, [], {})


@_native
def mixed(f: FunctionCompiler, x: V, h: V) -> V:
    """A hash of our own."""
    return V(INT, (f.mixed(x, h.p[0]),))


@_native
def hash_parts(f: FunctionCompiler, x: V, h: V) -> V:
    """The hash of a value that is not a few words: see `mixed_hash` in the library."""
    return f.hash_parts(x, h)


@_native
def exact_parts(f: FunctionCompiler, x: V, h: V) -> V:
    return f.hash_parts(x, h, exact=True)


@_native
def python_hash(f: FunctionCompiler, x: V) -> V:
    return f.py_hash(x)


@_native
def lane(f: FunctionCompiler, total: V, x: V) -> V:
    return V(INT, (f.op(f"call i64 @lane(i64 {total.p[0]}, i64 {x.p[0]})"),))
