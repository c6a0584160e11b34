"""What the library needs for the tables of sets and dicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay import bits
from outplay.native.front import types as T
from outplay.native.front.intrinsics import _native, _one
from outplay.native.front.signatures import sign
from outplay.native.front.tables import hash_keys
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


slot_words = _native(lambda f, s: f.const(2 + s.elem.words))
slot_item = _native(lambda f, s, at: f.load(s.elem, at.p[0], 2))


@_native
def put_slot(f: FunctionCompiler, s: V, at: V, hashed: V, x: V) -> None:
    if isinstance(s.t, T.Container):
        s.t.vars[0].widen(f.value_of(x).t)
    f.poke(at.p[0], 0, "1")
    f.poke(at.p[0], 1, hashed.p[0])
    x = f.convert(x, s.elem)
    f.store(x, at.p[0], 2)
    sign(f, s, x)


@_native
def new_set_like(f: FunctionCompiler, s: V) -> V:
    """An empty set for elements of the same kind."""
    if isinstance(s.t, T.Container):
        return f.empty_set(s.t.vars[0])
    var = f.types.var(("set like", f.place_of_node(), str(s.elem)), s.elem)
    return f.empty_set(var)


@_native
def as_frozen_like(f: FunctionCompiler, s: V, like: V) -> V:
    """A new set as the type that `like` has."""
    if isinstance(like.t, T.FrozenSet):
        return V(T.FrozenSet(s.elem), s.p)
    return s


@_native
def hash_key(f: FunctionCompiler, number: V) -> V:
    """A word of the secret that hashes of strings depend on."""
    keys = hash_keys()
    assert keys is not None
    return f.const(bits.wrap(keys[number.k]))


entry_words = _native(lambda f, d: f.const(1 + d.elem.words + d.container.value.words))
entry_key = _native(lambda f, d, at: f.load(d.elem, at.p[0], 1))
entry_value = _native(lambda f, d, at: f.load(d.container.value, at.p[0], 1 + d.elem.words))


def _put(f: FunctionCompiler, var: T.Var, at: V, offset: int, x: V) -> None:
    x = f.value_of(x)
    var.widen(x.t)
    f.store(f.convert(x, var.t), at.p[0], offset)


put_key = _native(lambda f, d, at, key: _put(f, d.container.vars[0], at, 1, key))
put_value = _native(lambda f, d, at, x: _put(f, d.container.vars[1], at, 1 + d.elem.words, x))
widen_value = _native(lambda f, d, value: d.container.vars[1].widen(f.value_of(value).t))
has_places = _native(lambda f, d: f.const(T.is_small(d.elem)))
"""Does a dict know the places of its entries by small keys?"""


@_native
def place_of(f: FunctionCompiler, key: V) -> V:
    """A number from 0 to 255 for a small key, -1 for others; -2 if its type has none."""
    if not T.is_small(key.t):
        return f.const(-2)
    if key.t is T.INT:
        inside = f.op(f"icmp ult i64 {key.p[0]}, 256")
        return V(T.INT, (f.op(f"select i1 {inside}, i64 {key.p[0]}, i64 -1"),))
    a, b = key.p
    inside = f.op(f"icmp ult i64 {f.op(f'or i64 {a}, {b}')}, 16")
    word = f.op(f"or i64 {f.op(f'shl i64 {a}, 4')}, {b}")
    return V(T.INT, (f.op(f"select i1 {inside}, i64 {word}, i64 -1"),))


@_native
def has_places_for(f: FunctionCompiler, d: V, key: V) -> V:
    """Has a key that is looked for in a dict the type of those that have places?"""
    return f.const(T.is_small(d.elem) and (key.t is d.elem or key.t == d.elem))


def small_number(f: FunctionCompiler, key: V) -> tuple[str, str]:
    """Is a key small, and which number has it then? Without a branch."""
    if key.t is T.INT:
        inside = f.op(f"icmp ult i64 {key.p[0]}, 256")
        return inside, f.op(f"and i64 {key.p[0]}, 255")
    a, b = key.p
    inside = f.op(f"icmp ult i64 {f.op(f'or i64 {a}, {b}')}, 16")
    high = f.op(f"shl i64 {f.op(f'and i64 {a}, 15')}, 4")
    return inside, f.op(f"or i64 {high}, {f.op(f'and i64 {b}, 15')}")


@_native
def number_at(f: FunctionCompiler, places: V, key: V) -> V:
    """The number at the place of a key, or 0. No branch: many keys are off the board."""
    inside, place = small_number(f, key)
    pointer = f.op(f"getelementptr i8, ptr {f.at(places.p[0])}, i64 {place}")
    number = f.op(f"zext i8 {f.op(f'load i8, ptr {pointer}')} to i64")
    return V(T.INT, (f.op(f"select i1 {inside}, i64 {number}, i64 0"),))


dict_like = _native(lambda f, d: f.empty_dict(d.container))
"""An empty dict for entries of the same kind."""

default_of = _native(lambda f, d: f.call_constant(d.container.extra, [], {}))
"""What a defaultdict puts in for a missing key."""

mixed = _native(lambda f, x, h: V(T.INT, (f.mixed(x, h.p[0]),)))
"""A hash of our own."""

hash_parts = _native(lambda f, x, h: f.hash_parts(x, h))
"""The hash of a value that is not a few words: see `mixed_hash` in the library."""

exact_parts = _native(lambda f, x, h: f.hash_parts(x, h, exact=True))
python_hash = _native(lambda f, x: f.py_hash(x))
lane = _one(T.INT, "call i64 @lane(i64 {}, i64 {})")
