"""Values while compiling: a type, the scalars that it is, and what is known of it."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any, cast

from outplay.native.front import types as T


class _Unknown:
    def __repr__(self) -> str:
        return "?"


UNKNOWN: Any = _Unknown()


class V:
    """A value: its type, LLVM's scalars, and its constant where it is one."""

    __slots__ = ("k", "p", "t")

    def __init__(self, t: T.Type, p: tuple[str, ...] = (), k: Any = UNKNOWN) -> None:
        self.t, self.p = t, p
        self.k = t.value if k is UNKNOWN and isinstance(t, T.Const) else k

    @property
    def known(self) -> bool:
        return self.k is not UNKNOWN

    @property
    def elem(self) -> T.Type:
        """The type of its elements, where it is known to have some, all of one type."""
        return cast("T.Container | T.FrozenSet | T.Seq", self.t).elem

    @property
    def container(self) -> T.Container:
        """Its type, where that is known to be a container's."""
        return cast("T.Container", self.t)

    @property
    def array(self) -> T.Array:
        """Its type, where that is known to be an array's."""
        return cast("T.Array", self.t)

    def __repr__(self) -> str:
        return f"V({self.t}, {self.p}, {self.k!r})"

    def equals(self, other: V) -> bool:
        """Surely the same value, of the same type?"""
        return self is other or (
            self.t == other.t
            and self.p == other.p
            and (self.k is other.k or _same_constant(self.k, other.k))
        )


def _same_constant(one: Any, two: Any) -> bool:
    if type(one) is not type(two):
        return False
    if isinstance(one, int | str | float):
        return repr(one) == repr(two)
    return False


def wide_int(words: Iterable[Any]) -> int:
    """The int of more than 64 bits that has these words in memory."""
    raw = b"".join((int(word) & (1 << 64) - 1).to_bytes(8, "little") for word in words)
    return int.from_bytes(raw, "little", signed=True)


def float_text(x: float) -> str:
    """A float as LLVM writes it: its bits."""
    return "0x" + struct.pack(">d", x).hex().upper()


FITS = range(-(2**63), 2**63)
NOTHING = V(T.NEVER)
NOTHING_GIVEN = V(T.NONE, (), None)
TRUE, FALSE = V(T.BOOL, ("true",), True), V(T.BOOL, ("false",), False)


def int_value(x: int) -> V:
    return V(T.INT, (str(x),), x)


ZERO, ONE = int_value(0), int_value(1)


def constant(value: Any) -> V:
    """The value of a constant that is no string; what has no scalars stays a `T.Const`."""
    if value is None:
        return NOTHING_GIVEN
    if type(value) is bool:
        return TRUE if value else FALSE
    if type(value) is int and value in FITS:
        return int_value(value)
    if type(value) is float:
        return V(T.FLOAT, (float_text(value),), value)
    return V(T.Const(value), (), value)
