"""Comparisons, and what depends on them."""

from __future__ import annotations

import ast
from functools import partial

from outplay.native.front.emit import Join
from outplay.native.front.operators import Operators
from outplay.native.front.scopes import OneOf
from outplay.native.front.types import BIG, BOOL, INT, NONE, ArrayT, ConstT, StrT, UnionT
from outplay.native.front.values import FALSE, TRUE, V

_ORDERS = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge"}
_NEGATED = {"NotIn": "In", "IsNot": "Is"}


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
            self.leave_if(test.p[0], partial(self._jump_with, join, v, stop), when=stop)
            self.narrow(value, not stop)
        else:
            self.jump(join, self.expr(node.values[-1]))
        return self.landed(join)

    def _jump_with(self, join: Join, v: V, truth: bool) -> None:
        """Brings a value that is known to be true (or false)."""
        t = v.t
        if t is BOOL:
            v = TRUE if truth else FALSE
        elif truth and isinstance(t, UnionT) and len(t.members) == 2 and NONE in t.members:
            v = self.arm(v, 1 - t.members.index(NONE))
        self.jump(join, v)

    def on_IfExp(self, node: ast.IfExp) -> V:
        yes, no, after = Join(self), Join(self), Join(self)
        self.condition(node.test, yes, no)
        self.land(yes)
        if not self.dead:
            self.jump(after, self.expr(node.body))
        self.land(no)
        if not self.dead:
            self.jump(after, self.expr(node.orelse))
        return self.landed(after)

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
                self.leave_if(test.p[0], partial(self.jump, join, FALSE), when=False)
            left = right
        return self.landed(join)

    def operand(self, node: ast.Compare, number: int) -> V:
        op, right = node.ops[number], node.comparators[number]
        if isinstance(op, ast.In | ast.NotIn):
            return self.iterable(right)
        return self.expr(right)

    def compare(self, name: str, a: V, b: V) -> V:
        if self.dead:
            return FALSE
        if name in _NEGATED:
            return self.negation(self.compare(_NEGATED[name], a, b))
        if name == "In":
            return self.contains(b, a)
        if name == "Is":
            return self.identical(a, b)
        if isinstance(a.t, ArrayT) or isinstance(b.t, ArrayT):
            return self.array_compare(name, a, b)
        if name == "NotEq":
            return self.negation(self.truth(self.compare("Eq", a, b)))
        if name == "Eq":
            return self.call_own(a, "__eq__", b) or self.same_class(a, b) or self.equal(a, b)
        return self.call_own(a, f"__{_ORDERS[name]}__", b) or self.order(name, a, b)

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
        self.fork(self.expr(node) if found is None else found[0], yes, no, node)

    def fork(self, test: V, yes: Join, no: Join, node: ast.expr | None = None) -> None:
        """Goes to `yes` or `no`; there it is known what `node` says of variables."""
        test = self.truth(test)
        if self.dead:
            return

        def go(truth: bool) -> None:
            if node is not None:
                self.narrow(node, truth)
            self.jump(yes if truth else no)

        if test.known:
            go(bool(test.k))
        else:
            self.leave_if(test.p[0], lambda: go(True))
            go(False)


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
