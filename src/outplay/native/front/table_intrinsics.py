"""What the library needs for the tables of sets and dicts."""

from __future__ import annotations

from typing import Any

from outplay.native.front.intrinsics import _native
from outplay.native.front.types import INT, Container, FrozenT, is_small
from outplay.native.front.values import V


@_native
def slot_words(f: Any, s: V) -> V:
    return f.const(2 + s.t.elem.words)  # type: ignore[no-any-return,attr-defined]


@_native
def slot_item(f: Any, s: V, at: V) -> V:
    return f.load(s.t.elem, at.p[0], 2)  # type: ignore[no-any-return,attr-defined]


@_native
def put_slot(f: Any, s: V, at: V, hashed: V, x: V) -> None:
    if isinstance(s.t, Container):
        s.t.vars[0].widen(f.value_of(x).t)
    f.poke(at.p[0], 0, "1")
    f.poke(at.p[0], 1, hashed.p[0])
    f.store(f.convert(x, s.t.elem), at.p[0], 2)  # type: ignore[attr-defined]


@_native
def new_set(f: Any) -> V:
    return f.empty_set()  # type: ignore[no-any-return]


@_native
def new_set_like(f: Any, s: V) -> V:
    """An empty set for elements of the same kind."""
    if isinstance(s.t, Container):
        return f.empty_set(s.t.vars[0])  # type: ignore[no-any-return]
    var = f.types.var(("set like", f.place_of_node(), str(s.t.elem)), s.t.elem)  # type: ignore[attr-defined]
    return f.empty_set(var)  # type: ignore[no-any-return]


@_native
def as_frozen_like(f: Any, s: V, like: V) -> V:
    """A new set as the type that `like` has."""
    if isinstance(like.t, FrozenT):
        return V(FrozenT(s.t.elem), s.p)  # type: ignore[attr-defined]
    return s


@_native
def hash_key(f: Any, number: V) -> V:
    """A word of the secret that hashes of strings depend on."""
    from outplay import bits
    from outplay.native.front.tables import hash_keys

    keys = hash_keys()
    assert keys is not None
    return f.const(bits.wrap(keys[number.k]))  # type: ignore[no-any-return]


@_native
def entry_words(f: Any, d: V) -> V:
    return f.const(1 + d.t.elem.words + d.t.value.words)  # type: ignore[no-any-return,attr-defined]


@_native
def entry_key(f: Any, d: V, at: V) -> V:
    return f.load(d.t.elem, at.p[0], 1)  # type: ignore[no-any-return,attr-defined]


@_native
def entry_value(f: Any, d: V, at: V) -> V:
    return f.load(d.t.value, at.p[0], 1 + d.t.elem.words)  # type: ignore[no-any-return,attr-defined]


@_native
def put_key(f: Any, d: V, at: V, key: V) -> None:
    key = f.value_of(key)
    d.t.vars[0].widen(key.t)  # type: ignore[attr-defined]
    f.store(f.convert(key, d.t.elem), at.p[0], 1)  # type: ignore[attr-defined]


@_native
def put_value(f: Any, d: V, at: V, value: V) -> None:
    value = f.value_of(value)
    d.t.vars[1].widen(value.t)  # type: ignore[attr-defined]
    f.store(f.convert(value, d.t.value), at.p[0], 1 + d.t.elem.words)  # type: ignore[attr-defined]


@_native
def widen_value(f: Any, d: V, value: V) -> None:
    d.t.vars[1].widen(f.value_of(value).t)  # type: ignore[attr-defined]


@_native
def has_places(f: Any, d: V) -> V:
    """Does a dict know the places of its entries by small keys?"""
    return f.const(is_small(d.t.elem))  # type: ignore[no-any-return,attr-defined]


def place_of_key(f: Any, key: V) -> V:
    """A number from 0 to 255 for a small key, -1 for others; -2 if its type has none."""
    if not is_small(key.t):
        return f.const(-2)  # type: ignore[no-any-return]
    if key.t is INT:
        inside = f.op(f"icmp ult i64 {key.p[0]}, 256")
        return V(INT, (f.op(f"select i1 {inside}, i64 {key.p[0]}, i64 -1"),))
    a, b = key.p
    inside = f.op(f"icmp ult i64 {f.op(f'or i64 {a}, {b}')}, 16")
    word = f.op(f"or i64 {f.op(f'shl i64 {a}, 4')}, {b}")
    return V(INT, (f.op(f"select i1 {inside}, i64 {word}, i64 -1"),))


@_native
def place_of(f: Any, key: V) -> V:
    return place_of_key(f, key)


@_native
def place_in(f: Any, d: V, key: V) -> V:
    """The same, of a key that is looked for in a dict: it may be of another type than those there."""
    if key.t is not d.t.elem and key.t != d.t.elem:  # type: ignore[attr-defined]
        return f.const(-2)  # type: ignore[no-any-return]
    return place_of_key(f, key)


@_native
def dict_like(f: Any, d: V) -> V:
    """An empty dict for entries of the same kind."""
    return f.empty_dict(d.t)  # type: ignore[no-any-return]


@_native
def default_of(f: Any, d: V) -> V:
    """What a defaultdict puts in for a missing key."""
    return f.call_constant(d.t.extra, [], {})  # type: ignore[no-any-return,attr-defined]


@_native
def mixed(f: Any, x: V, h: V) -> V:
    """A hash of our own."""
    return V(INT, (f.mixed(x, h.p[0]),))


@_native
def hash_parts(f: Any, x: V, h: V) -> V:
    """The hash of a value that is not a few words: see `mixed_hash` in the library."""
    return f.hash_parts(x, h)  # type: ignore[no-any-return]


@_native
def exact_parts(f: Any, x: V, h: V) -> V:
    return f.hash_parts(x, h, exact=True)  # type: ignore[no-any-return]


@_native
def python_hash(f: Any, x: V) -> V:
    return f.py_hash(x)  # type: ignore[no-any-return]


@_native
def lane(f: Any, total: V, x: V) -> V:
    return V(INT, (f.op(f"call i64 @lane(i64 {total.p[0]}, i64 {x.p[0]})"),))
