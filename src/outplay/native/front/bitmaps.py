"""Sets of small ints, or of pairs of them, as bits: what the library needs for them.

An element has a number from 0 to 255: an int is its own, the pair (a, b) has 16 * a + b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.intrinsics import _native, _one, peek_small, poke_small
from outplay.native.front.table_intrinsics import place_of, small_number
from outplay.native.front.values import V
from outplay.native.layout import OFFSET

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


HEADER = 14
"""Words of the header of such a set: see `library/bitsets.py`."""


def numbers_of(values: Any, t: T.Type) -> list[int] | None:
    """The numbers of elements; None if one has none."""
    found = []
    for value in values:
        number = int(value) if t is T.INT else 16 * int(value[0]) + int(value[1])
        if not (0 <= value < 256 if t is T.INT else 0 <= value[0] < 16 and 0 <= value[1] < 16):
            return None
        found.append(number)
    return found


def bits_of(values: Any, t: T.Type) -> list[int]:
    """The words of a header that say which elements there are, and that they all have numbers."""
    numbers = numbers_of(values, t)
    if numbers is None:
        return [0, 0, 0, 0, 0]
    whole = sum(1 << number for number in numbers)
    words = [whole >> 64 * n & (1 << 64) - 1 for n in range(4)]
    return [*(w - (1 << 64) if w >> 63 else w for w in words), 1]


has_bits = _native(lambda f, s: f.const(T.is_small(s.elem)))


@_native
def both_bits(f: FunctionCompiler, s: V, other: V) -> V:
    """Have both sets bits that mean the same?"""
    one, two = s.elem, other.elem
    return f.const(T.is_small(one) and str(one) == str(two))


@_native
def has_number(f: FunctionCompiler, s: V, x: V) -> V:
    """Is x of the type of the elements of a set with bits?"""
    elem = s.elem
    same = str(x.t) == str(elem) or (elem is T.INT and x.t is T.BOOL)
    return f.const(T.is_small(elem) and same)


@_native
def number_in(f: FunctionCompiler, s: V, x: V) -> V:
    """The number of an element as it is in the set; -1 if it has none."""
    if isinstance(s.t, T.Container):
        s.t.vars[0].widen(f.value_of(x).t)
    elem = s.elem
    if not T.is_small(elem):
        return f.const(-1)
    return f.call_constant(place_of, [f.convert(f.value_of(x), elem)], {})


@_native
def has_bit(f: FunctionCompiler, s: V, x: V) -> V:
    """Is x an element, by the bits? Without a branch: squares off the board come often."""
    if x.t is T.BOOL:
        x = f.to_int(x)
    inside, number = small_number(f, x)
    distance = f.op(f"and i64 {f.op(f'lshr i64 {number}, 3')}, 24")
    place = f.op(f"add i64 {s.p[0]}, {distance}")
    word = f.op(f"lshr i64 {f.peek(place, 6)}, {f.op(f'and i64 {number}, 63')}")
    return V(T.BOOL, (f.op(f"and i1 {inside}, {f.op(f'trunc i64 {word} to i1')}"),))


@_native
def element_of(f: FunctionCompiler, s: V, number: V) -> V:
    """The element that has a number."""
    elem = s.elem
    if elem is T.INT:
        return V(T.INT, number.p)
    high = f.op(f"ashr i64 {number.p[0]}, 4")
    return V(elem, (high, f.op(f"and i64 {number.p[0]}, 15")))


@_native
def hashes(f: FunctionCompiler, s: V) -> V:
    """The address of: words of an element, and the hashes of all elements by number."""
    elem = s.elem
    if elem is T.INT:
        words = [1, *range(256)]
    else:
        words = [2, *(hash((a, b)) for a in range(16) for b in range(16))]
    return V(T.INT, (f.module.data.array([str(w) for w in words]),))


@_native
def set_at(f: FunctionCompiler, like: V, at: V) -> V:
    """The set whose header is at an address, of the type that another one has."""
    if isinstance(like.t, T.FrozenSet):
        return V(T.FrozenSet(like.t.elem), at.p)
    return V(like.t, at.p)


is_frozenset = _native(lambda f, s: f.const(isinstance(s.t, T.FrozenSet)))


@_native
def is_recent(f: FunctionCompiler, at: V) -> V:
    """Was it made after the arena was last marked? What is made now lives as long."""
    floor = f.peek("%run", OFFSET["arena_floor"])
    top = f.peek("%run", OFFSET["arena_top"])
    low = f.op(f"icmp uge i64 {at.p[0]}, {floor}")
    high = f.op(f"icmp ult i64 {at.p[0]}, {top}")
    return V(T.BOOL, (f.op(f"and i1 {low}, {high}"),))


peek_half = _native(lambda f, address, i: peek_small(f, address, i, 2))
"""The 16-bit word number `i` from an address on."""
poke_half = _native(lambda f, address, i, value: poke_small(f, address, i, value, 2))
first_bit = _one(T.INT, "call i64 @llvm.cttz.i64(i64 {}, i1 true)")
