"""Comparisons, conditions, and what they say about the types of variables."""

from __future__ import annotations

import ast
import types
from functools import partial
from typing import Any

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.compare import COMPARED
from outplay.native.front.constant_types import KINDS
from outplay.native.front.emit import Join
from outplay.native.front.lazy import Lazy, Pack
from outplay.native.front.operators import Operators
from outplay.native.front.scopes import Bound, Closure, OneOf, Partial
from outplay.native.front.values import FALSE, TRUE, V

_NEGATED = {"NotIn": "In", "IsNot": "Is"}

PLAIN: dict[T.Type, type] = {
    T.INT: int,
    T.BIG: int,
    T.BOOL: bool,
    T.FLOAT: float,
    T.NONE: type(None),
}
CLASSES = {T.Str: str, T.Seq: tuple, T.FrozenSet: frozenset, T.Array: np.ndarray}
"""Classes of Python's for values of types that have no class of their own."""


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
        if t is T.BOOL:
            v = TRUE if truth else FALSE
        elif truth and isinstance(t, T.Union) and len(t.members) == 2 and T.NONE in t.members:
            v = self.arm(v, 1 - t.members.index(T.NONE))
        self.jump(join, v)

    def on_IfExp(self, node: ast.IfExp) -> V:
        test = partial(self.condition, node.test)
        values = (partial(self.expr, part) for part in (node.body, node.orelse))
        return self.one_of_ways(test, *values)

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
        if x.t is T.BIG and n.t is T.INT and not n.known:
            bit = self.bits_from(x, n, 1)
            return V(T.BOOL, (self.op(f"trunc i64 {bit} to i1"),)), True
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
        if isinstance(a.t, T.Array) or isinstance(b.t, T.Array):
            return self.array_compare(name, a, b)
        if name == "NotEq":
            return self.negation(self.truth(self.compare("Eq", a, b)))
        if name == "Eq":
            return self.call_own(a, "__eq__", b) or self.same_class(a, b) or self.equal(a, b)
        return self.call_own(a, f"__{COMPARED[name].__name__}__", b) or self.order(name, a, b)

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
        if isinstance(a.t, T.Const) and isinstance(b.t, T.Const):
            return TRUE if a.k is b.k else FALSE
        if isinstance(a.t, T.Union):
            return self.dispatch(a, lambda arm: self.identical(arm, b))
        if isinstance(b.t, T.Union):
            return self.dispatch(b, lambda arm: self.identical(a, arm))
        if a.t is T.NONE or b.t is T.NONE:
            return TRUE if a.t is b.t else FALSE
        if a.t != b.t and not (isinstance(a.t, T.Str) and isinstance(b.t, T.Str)):
            return FALSE
        if a.t.reference:
            return V(T.BOOL, (self.op(f"icmp eq i64 {a.p[0]}, {b.p[0]}"),))
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

    # --- types of variables that a test leaves fewer of --------------------------------------

    def narrow(self, node: ast.expr, truth: bool) -> None:
        """Called where `node` is known to be true (or false)."""
        if isinstance(node, ast.NamedExpr):
            node = node.target
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            op, left, right = node.ops[0], node.left, node.comparators[0]
            if isinstance(left, ast.NamedExpr):
                left = left.target
            positive = isinstance(op, ast.Is | ast.Eq)
            tests = positive or isinstance(op, ast.IsNot | ast.NotEq)
            if tests and isinstance(right, ast.Constant):
                self._narrow_to(left, right.value, positive == truth)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "isinstance" and len(node.args) == 2:
                try:
                    cls = self.expr(node.args[1]).k
                except Exception:
                    return
                if _is_class(cls):
                    self._keep(node.args[0], lambda t: self.type_is(t, cls) is truth)
        elif isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and truth:
            self._keep(node, lambda t: t is not T.NONE)

    def _narrow_to(self, node: ast.expr, value: Any, equal: bool) -> None:
        if value is None:
            self._keep(node, lambda t: (t is T.NONE) == equal)
        elif equal and isinstance(value, str | int | float):
            self._keep(node, lambda t: self._may_be(t, value))
        elif not equal and isinstance(value, str):
            self._keep(node, lambda t: t != T.Str(frozenset((value,))))

    def _may_be(self, t: T.Type, value: Any) -> bool:
        if isinstance(value, str):
            if isinstance(t, T.Str):
                return t.literals is None or value in t.literals
            return not self._plain(t)
        return t in (T.INT, T.BOOL, T.FLOAT, T.BIG) or not self._plain(t)

    def _plain(self, t: T.Type) -> bool:
        """Is a value of it never equal to one of another type?"""
        if isinstance(t, T.Tuple | T.Obj):
            return self.own_method(t.cls, "__eq__") is None
        return not (isinstance(t, T.Enum | T.Array) or t in T.SMALL_INTS.values())

    def _keep(self, node: ast.expr, fits: Any) -> None:
        """Leaves only those members of a variable's type that fit."""
        path = self._path(node)
        if path is not None:
            name, steps = path
            self.env[name] = self._kept(self.env[name], steps, fits) or self.env[name]

    def _kept(self, v: V, steps: list[int], fits: Any) -> V | None:
        if steps:
            if not isinstance(v.t, T.Tuple):
                return None
            items = self.items_of(v)
            inner = self._kept(items[steps[0]], steps[1:], fits)
            if inner is None:
                return None
            items[steps[0]] = inner
            return self.tuple_of(items, T.Tuple(tuple(item.t for item in items), v.t.cls))
        members = v.t.members if isinstance(v.t, T.Union) else ()
        kept = [n for n, m in enumerate(members) if fits(m)]
        if len(kept) == 1:
            return self.arm(v, kept[0])
        return self._fewer(v, kept) if 0 < len(kept) < len(members) else None

    def _fewer(self, v: V, kept: list[int]) -> V:
        """The value as a union of those members alone, one of which it is known to be."""
        union = v.t
        assert isinstance(union, T.Union)
        smaller = T.Union(tuple(union.members[n] for n in kept))
        tag = "0"
        for number, n in enumerate(kept[1:], 1):
            one = self.op(f"icmp eq i64 {v.p[0]}, {n}")
            tag = self.op(f"select i1 {one}, i64 {number}, i64 {tag}")
        if smaller.plain is None:
            return V(smaller, (tag, *v.p[1 : len(smaller.kinds)]))
        if union.plain is not None:
            return V(smaller, (tag, *v.p[1:]))
        return V(smaller, (tag, *self.from_words(smaller.plain, list(v.p[1:])).p))

    def _path(self, node: ast.expr) -> tuple[str, list[int]] | None:
        """A variable, or a field of a tuple in one."""
        if isinstance(node, ast.Name):
            names = (scope.prefix + node.id for scope in self.scope.chain())
            return next(((name, []) for name in names if name in self.env), None)
        if isinstance(node, ast.Attribute | ast.Subscript):
            path = self._path(node.value)
            if path is None:
                return None
            t = self.env[path[0]].t
            for step in path[1]:
                t = t.items[step]  # type: ignore[attr-defined]
            if not isinstance(t, T.Tuple):
                return None
            if isinstance(node, ast.Attribute):
                if node.attr not in t.names:
                    return None
                return path[0], [*path[1], t.names.index(node.attr)]
            if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
                number = node.slice.value
                if -len(t.items) <= number < len(t.items):
                    return path[0], [*path[1], number % len(t.items)]
        return None

    # --- isinstance ---------------------------------------------------------------------------

    def is_instance(self, v: V, cls: Any) -> V:
        if not _is_class(cls):
            return self.unsupported("`isinstance` of a class that is computed")
        if isinstance(v.t, T.Const):
            if isinstance(v.k, Pack):
                return TRUE if issubclass(tuple, cls) else FALSE
            if isinstance(v.k, Lazy | Closure | Bound | Partial):
                return self.unsupported("`isinstance` of this")
            return TRUE if isinstance(v.k, cls) else FALSE
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.is_instance(arm, cls))
        return TRUE if self.type_is(v.t, cls) else FALSE

    def type_is(self, t: T.Type, cls: Any) -> bool:
        """Is every value of type `t` an instance of `cls`?"""
        own = self.class_of(t)
        return own is not None and issubclass(own, cls)

    def class_of(self, t: T.Type) -> type | None:
        if t in PLAIN:
            return PLAIN[t]
        if isinstance(t, T.Enum):
            return t.cls
        if isinstance(t, T.Tuple):
            return t.cls or tuple
        if isinstance(t, T.Container):
            return next(c for c, kind in KINDS.items() if kind == t.kind)
        if isinstance(t, T.Obj):
            return t.cls if isinstance(t.cls, type) else {"dict": dict, "list": list}[t.cls[0]]
        return CLASSES.get(type(t))


def _is_bit(node: ast.expr) -> bool:
    """Is it `1 << n`?"""
    match node:
        case ast.BinOp(left=ast.Constant(value=1 as one), op=ast.LShift()):
            return type(one) is int
    return False


def _is_with_zero(node: ast.Compare) -> bool:
    """Is it `… == 0` or `… != 0`?"""
    match node:
        case ast.Compare(ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant(value=0 as zero)]):
            return type(zero) is int
    return False


def _is_class(cls: Any) -> bool:
    """Can it be the second argument of `isinstance`?"""
    if isinstance(cls, tuple):
        return all(_is_class(c) for c in cls)
    return isinstance(cls, type | types.UnionType)
