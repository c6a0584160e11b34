"""Comparisons, and what depends on them."""

from __future__ import annotations

import ast

from outplay.native.front.emit import Join
from outplay.native.front.operators import Operators
from outplay.native.front.scopes import OneOf
from outplay.native.front.types import (
    BIG,
    BOOL,
    INT,
    NEVER,
    NONE,
    ArrayT,
    ConstT,
    ObjT,
    StrT,
    TupleT,
    UnionT,
)
from outplay.native.front.values import FALSE, TRUE, V

_ORDERS = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge"}


class Conditions(Operators):
    """`a < b`, `a and b`, `a if b else c`"""

    def on_BoolOp(self, node: ast.BoolOp) -> V:
        """`a or b`: one of the values themselves."""
        join = Join(self)
        stop = isinstance(node.op, ast.Or)
        for value in node.values[:-1]:
            v = self.expr(value)
            if self.dead:
                break
            test = self.truth(v)
            if test.known:
                if test.k == stop:
                    self.jump(join, v)
                    break
                continue
            out, on = self.fresh("out"), self.fresh("on")
            self.cbr(test.p[0], *((out, on) if stop else (on, out)))
            env = dict(self.env)
            self.start(out)
            kept = V(BOOL, ("true" if stop else "false",), stop) if v.t is BOOL else v
            if isinstance(v.t, UnionT) and stop:
                kept = self.without_none(v)
            self.jump(join, kept)
            self.start(on)
            self.env = env
            self.narrow(value, not stop)
        else:
            last = self.expr(node.values[-1])
            self.jump(join, last)
        found = self.land(join)
        return found[0] if found else V(NEVER)

    def without_none(self, v: V) -> V:
        """A value that is known not to be None."""
        t = v.t
        if isinstance(t, UnionT) and len(t.members) == 2 and NONE in t.members:
            return self.arm(v, 1 - t.members.index(NONE))
        return v

    def on_IfExp(self, node: ast.IfExp) -> V:
        yes, no, after = Join(self), Join(self), Join(self)
        self.condition(node.test, yes, no)
        self.land(yes)
        if not self.dead:
            self.jump(after, self.expr(node.body))
        self.land(no)
        if not self.dead:
            self.jump(after, self.expr(node.orelse))
        found = self.land(after)
        return found[0] if found else V(NEVER)

    def masked(self, node: ast.expr) -> tuple[V, bool] | None:
        """`x & 1 << n`; of an int of many words, where only its truth matters, just whether it is
        there, and True. None for anything else.
        """
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitAnd):
            return None
        first = _is_bit(node.left) and not _is_bit(node.right)
        shift = node.left if first else node.right
        if not isinstance(shift, ast.BinOp) or not _is_bit(shift):
            return None
        parts = (shift.right, node.right) if first else (node.left, shift.right)
        values = [self.expr(part) for part in parts]
        n, x = values if first else reversed(values)
        self.node = shift
        if x.t is BIG and n.t is INT and not n.known:
            bit = self.bits_from(x, n, 1)
            return V(BOOL, (self.op(f"trunc i64 {bit} to i1"),)), True
        one = self.binary("LShift", self.const(1), n)
        self.node = node
        return self.binary("BitAnd", *((one, x) if first else (x, one))), False

    def on_Compare(self, node: ast.Compare) -> V:
        found = self.masked(node.left) if _is_with_zero(node) else None
        if found is not None and found[1]:
            return found[0] if isinstance(node.ops[0], ast.NotEq) else self.negation(found[0])
        left = self.expr(node.left) if found is None else found[0]
        if len(node.ops) == 1:
            return self.compare(type(node.ops[0]).__name__, left, self.operand(node, 0))
        join = Join(self)
        for number, op in enumerate(node.ops):
            right = self.operand(node, number)
            test = self.compare(type(op).__name__, left, right)
            if self.dead:
                break
            if number == len(node.ops) - 1:
                self.jump(join, test)
                break
            test = self.truth(test)
            if test.known and not test.k:
                self.jump(join, FALSE)
                break
            if not test.known:
                on, off = self.fresh("on"), self.fresh("off")
                self.cbr(test.p[0], on, off)
                env = dict(self.env)
                self.start(off)
                self.jump(join, FALSE)
                self.start(on)
                self.env = env
            left = right
        values = self.land(join)
        return values[0] if values else V(NEVER)

    def operand(self, node: ast.Compare, number: int) -> V:
        op, right = node.ops[number], node.comparators[number]
        if isinstance(op, ast.In | ast.NotIn):
            return self.iterable(right)
        return self.expr(right)

    def compare(self, name: str, a: V, b: V) -> V:
        if self.dead:
            return FALSE
        if name in ("In", "NotIn"):
            found = self.contains(b, a)
            return self.negation(found) if name == "NotIn" else found
        if name in ("Is", "IsNot"):
            found = self.identical(a, b)
            return self.negation(found) if name == "IsNot" else found
        if isinstance(a.t, ArrayT) or isinstance(b.t, ArrayT):
            return self.array_compare(name, a, b)
        if name in ("Eq", "NotEq"):
            own = self._own_comparison("__eq__", a, b) or self.same_class(a, b)
            found = own if own is not None else self.equal(a, b)
            return self.negation(self.truth(found)) if name == "NotEq" else found
        own = self._own_comparison(f"__{_ORDERS[name]}__", a, b)
        return own if own is not None else self.order(name, a, b)

    def _own_comparison(self, name: str, a: V, b: V) -> V | None:
        if isinstance(a.t, TupleT | ObjT) and isinstance(a.t.cls, type):
            own = self.own_method(a.t.cls, name)
            if own is not None:
                return self.call_function(own, [a, b], {})
        return None

    def same_class(self, a: V, b: V) -> V | None:
        """`type(x) is cls`, where x is of several types."""
        for one, two in ((a, b), (b, a)):
            if isinstance(one.k, OneOf):
                if not isinstance(two.k, type):
                    return self.unsupported("comparing classes so")
                return self._is_of_class(one.k.of, two.k)
        return None

    def _is_of_class(self, v: V, cls: type) -> V:
        return self.dispatch(v, lambda arm: TRUE if self.class_of(arm.t) is cls else FALSE)

    def identical(self, a: V, b: V) -> V:
        """`a is b`: of None, truth values, members of an Enum and classes."""
        classes = self.same_class(a, b)
        if classes is not None:
            return classes
        if isinstance(a.t, ConstT) and isinstance(b.t, ConstT):
            return TRUE if a.k is b.k else FALSE
        if isinstance(a.t, UnionT):
            return self.dispatch(a, lambda arm: self.identical(arm, b))
        if isinstance(b.t, UnionT):
            return self.dispatch(b, lambda arm: self.identical(a, arm))
        if a.t is NONE or b.t is NONE:
            return TRUE if a.t is b.t else FALSE
        if a.t != b.t and not (isinstance(a.t, StrT) and isinstance(b.t, StrT)):
            return FALSE
        if a.t.reference:
            return V(BOOL, (self.op(f"icmp eq i64 {a.p[0]}, {b.p[0]}"),))
        return self.equal(a, b)

    def condition(self, node: ast.expr, yes: Join, no: Join) -> None:
        """Goes to `yes` or `no`; what the test says of variables is known there."""
        if self.dead:
            return
        if isinstance(node, ast.BoolOp):
            for value in node.values[:-1]:
                on = Join(self)
                if isinstance(node.op, ast.And):
                    self.condition(value, on, no)
                else:
                    self.condition(value, yes, on)
                self.land(on)
            self.condition(node.values[-1], yes, no)
            return
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.condition(node.operand, no, yes)
            return
        found = self.masked(node)
        test = self.truth(self.expr(node) if found is None else found[0])
        if self.dead:
            return
        if test.known:
            self.narrow(node, bool(test.k))
            self.jump(yes if test.k else no)
            return
        a, b = self.fresh("yes"), self.fresh("no")
        self.cbr(test.p[0], a, b)
        env = dict(self.env)
        self.start(a)
        self.narrow(node, True)
        self.jump(yes)
        self.start(b)
        self.env = env
        self.narrow(node, False)
        self.jump(no)

    def fork(self, test: V, yes: Join, no: Join) -> None:
        test = self.truth(test)
        if self.dead:
            return
        if test.known:
            self.jump(yes if test.k else no)
            return
        a, b = self.fresh("yes"), self.fresh("no")
        self.cbr(test.p[0], a, b)
        env = dict(self.env)
        self.start(a)
        self.jump(yes)
        self.start(b)
        self.env = env
        self.jump(no)


def _is_bit(node: ast.expr) -> bool:
    """Is it `1 << n`?"""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift)
        and isinstance(node.left, ast.Constant)
        and node.left.value == 1
        and type(node.left.value) is int
    )


def _is_with_zero(node: ast.Compare) -> bool:
    """Is it `… == 0` or `… != 0`?"""
    other = node.comparators[0]
    return (
        len(node.ops) == 1
        and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        and isinstance(other, ast.Constant)
        and type(other.value) is int
        and other.value == 0
    )
