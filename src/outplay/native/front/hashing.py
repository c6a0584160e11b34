"""Truth, and the hashes that tables and Python's sets need."""

from __future__ import annotations

import enum

from outplay.native.front import types as T
from outplay.native.front.numbers import Numbers
from outplay.native.front.tables import has_own_hash
from outplay.native.front.types import WIDE, WIDE_BITS
from outplay.native.front.values import FALSE, TRUE, V

MODULUS = (1 << 61) - 1
"""Python's hashes of ints are their remainders by it."""


KEYED = (
    *("set_add", "dict_getitem", "dict_setitem", "dict_contains", "dict_pop"),
    *("dict_setdefault", "dict_get"),
)
"""Functions of the library whose second argument must have a hash."""

SOUGHT = ("set_contains", "set_discard", "set_remove")
"""The same, but for sets, which are sought as the frozensets that they would be."""


def has_no_hash(t: T.Type) -> bool:
    """Would Python refuse it as a key, since it can be changed?"""
    if isinstance(t, T.Tuple):
        return any(has_no_hash(item) for item in t.items)
    if isinstance(t, T.Seq):
        return has_no_hash(t.elem)
    if isinstance(t, T.Obj):
        return isinstance(t.cls, tuple) or t.cls.__hash__ is None
    return isinstance(t, T.Container | T.Array)


class Hashing(Numbers):
    """What is true, and what a value hashes to."""

    def refuses_key(self, name: str, values: list[V]) -> bool:
        """Fails where a function of the library is given a key that has no hash."""
        if len(values) < 2 or not has_no_hash(values[1].t):
            return False
        if name in KEYED or (name in SOUGHT and not T.is_set(values[1].t)):
            self.fail(TypeError)
        return self.dead

    def negation(self, v: V) -> V:
        if v.known:
            return FALSE if v.k else TRUE
        return V(T.BOOL, (self.op(f"xor i1 {v.p[0]}, true"),))

    def truth(self, v: V) -> V:
        """`bool(v)`."""
        if self.dead:
            return FALSE
        if v.known and not isinstance(v.t, T.Const):
            return TRUE if v.k else FALSE
        t = v.t
        if isinstance(t, T.Const):
            if isinstance(v.k, tuple | list | dict | set | frozenset | str | int | float | range):
                return TRUE if v.k else FALSE
            if hasattr(v.k, "items") or hasattr(v.k, "what"):  # a pack, or a view of a dict
                return self.truth(self.length(v))
            return TRUE
        if isinstance(t, T.Union):
            return self.dispatch(v, self.truth)
        if t is T.BOOL:
            return v
        if t is T.NONE:
            return FALSE
        if t is T.UNBOUND:
            self.fail(UnboundLocalError)
            return FALSE
        if t in (T.INT, T.BIG) or t in T.SMALL_INTS.values():
            return V(T.BOOL, (self.op(f"icmp ne {t.kinds[0]} {v.p[0]}, 0"),))
        if t is T.FLOAT:
            return V(T.BOOL, (self.op(f"fcmp une double {v.p[0]}, 0.0"),))
        if isinstance(t, T.Enum):
            if issubclass(t.cls, int | enum.Flag):
                return self.truth(self.enum_value(v))
            return TRUE
        own = self.call_own(v, "__bool__")
        if own is None and isinstance(t, T.Obj):
            own = self.call_own(v, "__len__")
        if own is not None:
            return self.truth(own)
        if isinstance(t, T.Tuple):
            return TRUE if t.items or not t.is_tuple else FALSE
        if isinstance(t, T.Obj) and not T.is_record(t):
            return TRUE
        if isinstance(t, T.Array):
            return self.call_library("array_truth", v)
        return self.truth(self.length(v))

    def mixed(self, v: V, h: str, exact: bool = False) -> str:
        """A hash of our own: that of dicts and tables; equal values have equal ones.

        `exact`: it tells apart what only differs in how it is nested.
        """
        t = v.t
        if self.dead:
            return "0"
        if t in (T.INT, T.BOOL, T.NONE) or isinstance(t, T.Enum) or t in T.SMALL_INTS.values():
            word = self.to_int(v) if t is T.BOOL else self.number(v)
            return self._mix(self.op(f"xor i64 {h}, {'6719' if t is T.NONE else word.p[0]}"))
        if has_own_hash(t) and self.own_method(t.cls, "__eq__") is not None:  # type: ignore[attr-defined]
            self.unsupported(f"a {t}, which has its own `==`, in sets, dicts and keys")
            return "0"
        if isinstance(t, T.Tuple):
            for item in self.compared(v):
                h = self.mixed(item, h, exact)
            return h
        found = self.call_library("exact_hash" if exact else "mixed_hash", v, V(T.INT, (h,)))
        return found.p[0] if found.p else "0"

    def _mix(self, x: str) -> str:
        return self.op(f"call i64 @mix(i64 {x})")

    def py_hash(self, v: V) -> V:
        """`hash(v)` as CPython has it: sets are in the order of it."""
        t = v.t
        if isinstance(t, T.Union):
            return self.dispatch(v, self.py_hash)
        v = self.number(v)
        t = v.t
        if t is T.BOOL:
            return self.to_int(v)
        if t is T.INT:
            # The usual case is a small number.
            moved = self.op(f"add i64 {v.p[0]}, {MODULUS - 1}")
            small = self.op(f"icmp ule i64 {moved}, {2 * (MODULUS - 1)}")
            rest = self.op(f"srem i64 {v.p[0]}, {MODULUS}")
            h = self.op(f"select i1 {small}, i64 {v.p[0]}, i64 {rest}")
            return V(T.INT, (self._not_minus_one(h, -2),))
        if t is T.BIG:
            return self._wide_hash(v.p[0])
        if has_own_hash(t):
            return V(T.INT, (self.mixed(v, "0"),))
        if isinstance(t, T.Tuple):
            lanes = [self.py_hash(item).p[0] for item in self.compared(v)]
            return V(T.INT, (self._tuple_hash(lanes),))
        if t is T.FLOAT or isinstance(t, T.Seq | T.FrozenSet):
            kind = "float" if t is T.FLOAT else "seq" if isinstance(t, T.Seq) else "frozenset"
            return self.call_library(f"{kind}_hash", v)
        if self.module.python_hashes:
            if isinstance(t, T.Str):
                return self.call_library("str_hash", v)
            if t is T.NONE:
                return self.const(hash(None))
            if isinstance(t, T.Enum):
                return V(T.INT, self.choose(v, [hash(m) for m in t.members]).p)
        if isinstance(t, T.Str) or t is T.NONE or isinstance(t, T.Enum):
            return V(T.INT, (self.mixed(v, "0"),))
        self.fail("hash")
        return V(T.INT, ("0",))

    def _wide_hash(self, x: str) -> V:
        """The remainder is the sum of its digits of 61 bits each."""
        negative = self.op(f"icmp slt {WIDE} {x}, 0")
        size = self.op(f"select i1 {negative}, {WIDE} {self.op(f'sub {WIDE} 0, {x}')}, {WIDE} {x}")
        total = "0"
        for shift in range(0, WIDE_BITS, 61):
            digit = self.op(f"trunc {WIDE} {self.op(f'lshr {WIDE} {size}, {shift}')} to i64")
            total = self.op(f"add i64 {total}, {self.op(f'and i64 {digit}, {MODULUS}')}")
            less = self.op(f"sub i64 {total}, {MODULUS}")
            total = self.op(
                f"select i1 {self.op(f'icmp slt i64 {less}, 0')}, i64 {total}, i64 {less}"
            )
        h = self.op(f"select i1 {negative}, i64 {self.op(f'sub i64 0, {total}')}, i64 {total}")
        return V(T.INT, (self._not_minus_one(h, -2),))

    def _not_minus_one(self, h: str, other: int) -> str:
        """A hash as Python has it: -1 is none."""
        return self.op(f"select i1 {self.op(f'icmp eq i64 {h}, -1')}, i64 {other}, i64 {h}")

    def _tuple_hash(self, lanes: list[str]) -> str:
        acc = str(2870177450012600261)
        for lane in lanes:
            acc = self.op(f"call i64 @lane(i64 {acc}, i64 {lane})")
        acc = self.op(f"add i64 {acc}, {len(lanes) ^ 2870177450012600261 ^ 3527539}")
        return self._not_minus_one(acc, 1546275796)
