"""Signatures of sets: a word that most often tells at once that something is not in a set.

A set whose elements are strings, or tuples of ints and strings, has 64 bits in its header. Each
element sets one of them, chosen by a hash that costs a few instructions. What chooses another bit
is not in the set: its hash as CPython has it, and a look at the table, are not needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay import bits
from outplay.native.front.intrinsics import _native
from outplay.native.front.types import BOOL, INT, EnumT, StrT, TupleT, Type, is_small
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler

SIGNATURE = 6
"""The word of the header."""

UNKNOWN = -1
"""The signature of a set that may hold anything."""

FACTOR, STEP = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


def is_signed(elem: Type) -> bool:
    """Have sets of such elements signatures? Equal elements must consist of equal words."""
    return not is_small(elem) and _has_words(elem)


def _has_words(t: Type) -> bool:
    if isinstance(t, TupleT):
        return t.cls is None and bool(t.items) and all(_has_words(item) for item in t.items)
    return t is INT or isinstance(t, StrT | EnumT)


def sign(f: FunctionCompiler, s: V, x: V) -> None:
    """Notes that x, which is of the type of the elements, is in a set."""
    if is_signed(s.elem):
        word = f.op(f"or i64 {f.peek(s.p[0], SIGNATURE)}, {_bit(f, x)}")
        f.poke(s.p[0], SIGNATURE, word)


def _bit(f: FunctionCompiler, x: V) -> str:
    total = "0"
    for number, word in enumerate(_words(f, x)):
        factor = bits.wrap(FACTOR + number * STEP)
        total = f.op(f"add i64 {total}, {f.op(f'mul i64 {word}, {factor}')}")
    return f.op(f"shl i64 1, {f.op(f'lshr i64 {total}, 58')}")


def _words(f: FunctionCompiler, x: V) -> list[str]:
    if isinstance(x.t, TupleT):
        return [word for item in f.fields_of(x) for word in _words(f, item)]
    word = x.p[0]
    if not isinstance(x.t, StrT):
        return [word]
    # A long string is an address, and equal ones may lie at different places.
    short = f.op(f"trunc i64 {word} to i1")
    return [f.op(f"select i1 {short}, i64 {word}, i64 0")]


@_native
def has_signature(f: FunctionCompiler, s: V) -> V:
    return f.const(is_signed(s.elem))


@_native
def is_signed_alike(f: FunctionCompiler, s: V, x: V) -> V:
    """Has a set a signature that says something of x?"""
    return f.const(is_signed(s.elem) and str(x.t) == str(s.elem))


@_native
def may_hold(f: FunctionCompiler, s: V, x: V) -> V:
    """Could x be in the set, by its signature?"""
    both = f.op(f"and i64 {f.peek(s.p[0], SIGNATURE)}, {_bit(f, f.value_of(x))}")
    return V(BOOL, (f.op(f"icmp ne i64 {both}, 0"),))


@_native
def sign_for(f: FunctionCompiler, s: V, x: V) -> None:
    """Notes an element that was put in by its words."""
    sign(f, s, x)
