"""Equality, order, truth and hashes of values of all types."""

from __future__ import annotations

import operator
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.emit import Join
from outplay.native.front.hashing import Hashing
from outplay.native.front.types import WIDE
from outplay.native.front.values import FALSE, TRUE, V

PREDICATES = {
    "Lt": ("slt", "olt"),
    "LtE": ("sle", "ole"),
    "Gt": ("sgt", "ogt"),
    "GtE": ("sge", "oge"),
    "Eq": ("eq", "oeq"),
    "NotEq": ("ne", "une"),
}


class Comparisons(Hashing):
    """`==`, `<`, truth, hash."""

    def both_constant(self, a: V, b: V) -> bool:
        return a.known and b.known and not isinstance(a.k, type(self)) and _plain(a.k, b.k)

    def equal(self, a: V, b: V) -> V:
        """`a == b`."""
        if self.dead:
            return FALSE
        if self.both_constant(a, b):
            return TRUE if a.k == b.k else FALSE
        if isinstance(a.t, T.Const) and isinstance(b.t, T.Const):
            if "OneOf" in (type(a.k).__name__, type(b.k).__name__):
                return self.same_class(a, b) or FALSE
            return TRUE if _const_equal(a.k, b.k) else FALSE
        a, b = self.beside(a, b), self.beside(b, a)
        if isinstance(a.t, T.Union):
            return self.dispatch(a, lambda arm: self.equal(arm, b))
        if isinstance(b.t, T.Union):
            return self.dispatch(b, lambda arm: self.equal(a, arm))
        if a.t is T.UNBOUND or b.t is T.UNBOUND:
            self.fail(UnboundLocalError)
            return FALSE
        own = self.call_own(a, "__eq__", b) or self.call_own(b, "__eq__", a)
        return self._equal(a, b) if own is None else self.truth(own)

    def beside(self, v: V, other: V) -> V:
        """A constant as the other one's type has it."""
        if not isinstance(v.t, T.Const):
            return v
        return self.materialise_as(v, other.t) if not isinstance(other.t, T.Const) else v

    def _equal(self, a: V, b: V) -> V:
        s, t = a.t, b.t
        if isinstance(s, T.Enum) and isinstance(t, T.Enum) and s.cls is t.cls:
            return self._test("icmp eq i64", a, b)
        a, b = (
            self.enum_value(v) if isinstance(v.t, T.Enum) and issubclass(v.t.cls, str) else v
            for v in (a, b)
        )
        a, b = self.number(a), self.number(b)
        s, t = a.t, b.t
        if s in T.NUMBERS and t in T.NUMBERS:
            return self.compare_numbers("Eq", a, b)
        if s is T.NONE and t is T.NONE:
            return TRUE
        if isinstance(s, T.Str) and isinstance(t, T.Str):
            return self._equal_strings(a, b)
        if isinstance(s, T.Tuple) and isinstance(t, T.Tuple):
            if s.is_tuple != t.is_tuple or len(s.items) != len(t.items):
                return FALSE
            if not s.is_tuple and s.cls is not t.cls:
                return FALSE
            if not s.is_tuple and not has_equality(s.cls):
                return self.unsupported(f"`==` of a {s}, which is only equal to itself")
            return self._all_equal(self.compared(a), self.compared(b))
        if isinstance(s, T.Seq | T.Tuple) and isinstance(t, T.Seq | T.Tuple):
            if not all(isinstance(x, T.Seq) or x.is_tuple for x in (s, t)):
                return FALSE
            return self.call_library("seq_equal", a, b)
        if isinstance(s, T.Container) and isinstance(t, T.Container):
            if T.is_list(s) and s.kind == t.kind:
                return self.call_library("seq_equal", a, b)
            if s.kind == t.kind and s.kind in ("Counter", "OrderedDict"):
                return self.call_library(f"{s.kind}_equal", a, b)
            if T.is_dict(s) and T.is_dict(t):
                return self.call_library("dict_equal", a, b)
        if T.is_set(s) and T.is_set(t):
            return self.call_library("set_equal", a, b)
        if isinstance(s, T.Obj) and isinstance(t, T.Obj):
            if s.cls != t.cls:
                return FALSE
            if isinstance(s.cls, type) and not has_equality(s.cls):
                return self._test("icmp eq i64", a, b)
            return self._all_equal(self.compared(a), self.compared(b))
        if s is T.RANGE and t is T.RANGE:
            return self._equal_ranges(a, b)
        if isinstance(s, T.Array) or isinstance(t, T.Array):
            return self.unsupported("comparing a whole array with `==` here")
        return FALSE

    def compared(self, v: V) -> list[V]:
        """The fields of a value that `==`, `<` and `hash` look at."""
        fields = self.fields_of(v)
        details = getattr(v.t.cls, "__dataclass_fields__", None)  # type: ignore[attr-defined]
        if details is None or len(details) != len(fields):
            return fields
        return [f for f, detail in zip(fields, details.values(), strict=True) if detail.compare]

    def _equal_ranges(self, a: V, b: V) -> V:
        """Do they give the same numbers?"""
        m, n = self.length(a).p[0], self.length(b).p[0]
        total = self.op(f"icmp eq i64 {a.p[2]}, {b.p[2]}")
        total = self.op(f"or i1 {total}, {self.op(f'icmp slt i64 {m}, 2')}")
        total = self.op(f"and i1 {total}, {self.op(f'icmp eq i64 {a.p[0]}, {b.p[0]}')}")
        total = self.op(f"or i1 {total}, {self.op(f'icmp slt i64 {m}, 1')}")
        return V(T.BOOL, (self.op(f"and i1 {total}, {self.op(f'icmp eq i64 {m}, {n}')}"),))

    def _test(self, text: str, a: V, b: V) -> V:
        return V(T.BOOL, (self.op(f"{text} {a.p[0]}, {b.p[0]}"),))

    def _all_equal(self, ones: list[V], twos: list[V]) -> V:
        """Short-circuited only where a comparison costs something."""
        total: V = TRUE
        cheap = (T.BOOL, T.INT, T.FLOAT, T.NONE)
        for a, b in zip(ones, twos, strict=True):
            if total.known and not total.k:
                return FALSE
            if a.t in cheap and b.t in cheap:
                total = self.both(total, self.equal(a, b))
            else:
                total = self._and_then(total, a, b)
        return total

    def _and_then(self, total: V, a: V, b: V) -> V:
        if total.known:
            return self.equal(a, b)
        join = Join(self)
        self.leave_if(total.p[0], lambda: self.jump(join, FALSE), when=False)
        self.jump(join, self.equal(a, b))
        return self.land(join)[0]

    def both(self, a: V, b: V) -> V:
        if a.known:
            return b if a.k else FALSE
        if b.known:
            return a if b.k else FALSE
        return V(T.BOOL, (self.op(f"and i1 {a.p[0]}, {b.p[0]}"),))

    def _equal_strings(self, a: V, b: V) -> V:
        short = [v.known and len(v.k) <= self.module.short for v in (a, b)]
        literals = [v.t.literals for v in (a, b)]  # type: ignore[attr-defined]
        if all(x is not None for x in literals) and not literals[0] & literals[1]:
            return FALSE
        for x, flag in zip(literals, short, strict=True):
            if flag or (x is not None and all(len(text) <= self.module.short for text in x)):
                return self._test("icmp eq i64", a, b)
        return self.call_library("str_equal", a, b)

    def compare_numbers(self, name: str, a: V, b: V) -> V:
        signed, ordered = PREDICATES[name]
        a, b = self.number(a), self.number(b)
        if T.FLOAT in (a.t, b.t):
            a, b = (self.to_int(v) if v.t is T.BIG else v for v in (a, b))
            for v in (a, b):
                if v.t is T.INT:
                    self.exact_float(v)
            x, y = self.to_float(a), self.to_float(b)
            return self._test(f"fcmp {ordered} double", x, y)
        if T.BIG in (a.t, b.t):
            return self._test(f"icmp {signed} {WIDE}", self.to_big(a), self.to_big(b))
        if a.t is T.BOOL and b.t is T.BOOL and name in ("Eq", "NotEq"):
            return self._test(f"icmp {signed} i1", a, b)
        return self._test(f"icmp {signed} i64", self.to_int(a), self.to_int(b))

    def order(self, name: str, a: V, b: V) -> V:
        """`a < b` and its like."""
        if self.dead:
            return FALSE
        if self.both_constant(a, b):
            try:
                return TRUE if COMPARED[name](a.k, b.k) else FALSE
            except TypeError:
                pass
        a, b = self.beside(a, b), self.beside(b, a)
        if isinstance(a.t, T.Union):
            return self.dispatch(a, lambda arm: self.order(name, arm, b))
        if isinstance(b.t, T.Union):
            return self.dispatch(b, lambda arm: self.order(name, a, arm))
        a, b = self.number(a), self.number(b)
        if a.t in T.NUMBERS and b.t in T.NUMBERS:
            return self.compare_numbers(name, a, b)
        if T.is_set(a.t) and T.is_set(b.t):
            given = (b, a) if name in ("Gt", "GtE") else (a, b)
            return self.call_library("set_less" if name in ("Lt", "Gt") else "set_within", *given)
        parameters = getattr(getattr(a.t, "cls", None), "__dataclass_params__", None)
        if parameters is not None and parameters.order and a.t.cls is getattr(b.t, "cls", None):  # type: ignore[attr-defined]
            a, b = self.tuple_of(self.compared(a)), self.tuple_of(self.compared(b))
        if name in ("Gt", "LtE"):  # one function does for all
            a, b = b, a
        if isinstance(a.t, T.Str) and isinstance(b.t, T.Str):
            found = self.call_library("str_less", a, b)
        elif _ordered(a.t) is not None and _ordered(a.t) == _ordered(b.t):
            found = self._less(a, b)
        else:
            self.fail(TypeError)
            return FALSE
        return self.negation(found) if name in ("LtE", "GtE") else found

    def _less(self, a: V, b: V) -> V:
        if not (isinstance(a.t, T.Tuple) and isinstance(b.t, T.Tuple)):
            return self.call_library("seq_less", a, b)
        join = Join(self)
        for one, two in zip(self.items_of(a), self.items_of(b), strict=False):
            same_one = self.equal(one, two)
            if same_one.known:
                if same_one.k:
                    continue
                self.jump(join, self.order("Lt", one, two))
                break

            def leave(one: V = one, two: V = two) -> None:
                self.jump(join, self.order("Lt", one, two))

            self.leave_if(same_one.p[0], leave, when=False)
        shorter = len(a.t.items) < len(b.t.items)
        self.jump(join, TRUE if shorter else FALSE)
        return self.landed(join, FALSE)


COMPARED: dict[str, Any] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}


def has_equality(cls: Any) -> bool:
    """Are instances of a class of the user's equal if their fields are?"""
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and parameters.eq


def _ordered(t: T.Type) -> str | None:
    """What a sequence is ordered with: sequences of the same kind; None if it is none."""
    if T.is_list(t):
        return t.kind
    return "tuple" if isinstance(t, T.Seq) or (isinstance(t, T.Tuple) and t.is_tuple) else None


def _plain(a: Any, b: Any) -> bool:
    kinds = (bool, int, float, str, tuple, type(None))
    return isinstance(a, kinds) and isinstance(b, kinds)


def _const_equal(a: Any, b: Any) -> bool:
    try:
        return bool(a == b)
    except Exception:
        return a is b
