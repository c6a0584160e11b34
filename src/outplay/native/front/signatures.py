"""Signatures of sets: a word that most often tells at once that something is not in a set.

A set of strings, or of tuples of ints and strings, has 64 bits in its header. Each element sets one
of them, chosen by a hash that costs a few instructions. What chooses another bit is not in the set:
its hash as CPython has it, and a look at the table, are not needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay import bits
from outplay.native.front import types as T
from outplay.native.front.intrinsics import _native
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler

SIGNATURE = 6
"""The word of the header."""

UNKNOWN = -1
"""The signature of a set that may hold anything."""

FACTOR, STEP = bits.wrap(0x9E3779B97F4A7C15), bits.wrap(0xC2B2AE3D27D4EB4F)
"""What the first word of an element is multiplied by, and how much more the next one is."""


def is_signed(elem: T.Type) -> bool:
    """Have sets of such elements signatures? Equal ones must choose the same bit."""
    return not T.is_small(elem) and all(_chooses(m) for m in T.members_of(elem))


def _chooses(t: T.Type) -> bool:
    if isinstance(t, T.Tuple):
        return t.cls is None and bool(t.items) and all(_is_plain(item) for item in t.items)
    return _is_plain(t.elem if isinstance(t, T.Seq) else t)


def _is_plain(t: T.Type) -> bool:
    """Equals it nothing of another kind of type, as 1 does 1.0? The parts of some do not count."""
    if isinstance(t, T.Enum):
        return not issubclass(t.cls, int | float | str)
    parts = T.Tuple | T.Seq | T.FrozenSet
    return all(
        m in (T.INT, T.BOOL, T.NONE)
        or isinstance(m, T.Str | parts)
        or (m is not t and _is_plain(m))
        for m in T.members_of(t)
    )


def sign(f: FunctionCompiler, s: V, x: V) -> None:
    """Notes that x, which is of the type of the elements, is in a set."""
    if is_signed(s.elem) and not f.dead:
        bit = _bit(f, x)
        f.poke(s.p[0], SIGNATURE, f.op(f"or i64 {f.peek(s.p[0], SIGNATURE)}, {bit}"))


def _bit(f: FunctionCompiler, x: V) -> str:
    total = f.dispatch(x, lambda arm: V(T.INT, (_total(f, arm),)))
    return f.op(f"shl i64 1, {f.op(f'lshr i64 {total.p[0]}, 58')}")


def _total(f: FunctionCompiler, x: V) -> str:
    if isinstance(x.t, T.Seq):
        return f.call_library("seq_signature", x).p[0]
    total = "0"
    for number, item in enumerate(f.items_of(x) if isinstance(x.t, T.Tuple) else [x]):
        factor = bits.wrap(FACTOR + number * STEP)
        total = f.op(f"add i64 {total}, {f.op(f'mul i64 {_word(f, item)}, {factor}')}")
    return total


def _word(f: FunctionCompiler, x: V) -> str:
    if isinstance(x.t, T.Union):
        return f.dispatch(x, lambda arm: V(T.INT, (_word(f, arm),))).p[0]
    if x.t is T.INT or isinstance(x.t, T.Enum):
        return x.p[0]
    if x.t is T.BOOL:
        return f.to_int(x).p[0]
    if not isinstance(x.t, T.Str):
        return "0"
    # A long string is an address, and equal ones may lie at different places.
    short = f.op(f"trunc i64 {x.p[0]} to i1")
    return f.op(f"select i1 {short}, i64 {x.p[0]}, i64 0")


signature_word = _native(lambda f, x: V(T.INT, (_word(f, x),)))


@_native
def is_signed_alike(f: FunctionCompiler, s: V, x: V) -> V:
    """Has a set a signature that says something of x?"""
    return f.const(is_signed(s.elem) and all(_chooses(m) for m in T.members_of(f.value_of(x).t)))


@_native
def may_hold(f: FunctionCompiler, s: V, x: V) -> V:
    """Could x be in the set, by its signature?"""
    both = f.op(f"and i64 {f.peek(s.p[0], SIGNATURE)}, {_bit(f, f.value_of(x))}")
    return V(T.BOOL, (f.op(f"icmp ne i64 {both}, 0"),))


sign_for = _native(sign)
"""Notes an element that was put in by its words."""
