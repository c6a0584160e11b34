"""What a test says about the types of variables."""

from __future__ import annotations

import ast
import types
from typing import Any

import numpy as np

from outplay.native.front.constant_types import KINDS
from outplay.native.front.expressions import Expressions
from outplay.native.front.lazy import Lazy, Pack
from outplay.native.front.scopes import Bound, Closure, Partial
from outplay.native.front.types import (
    BIG,
    BOOL,
    FLOAT,
    INT,
    NONE,
    SMALL_INTS,
    ArrayT,
    ConstT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    UnionT,
)
from outplay.native.front.values import FALSE, TRUE, V

PLAIN: dict[Type, type] = {INT: int, BIG: int, BOOL: bool, FLOAT: float, NONE: type(None)}
CLASSES = {StrT: str, SeqT: tuple, FrozenT: frozenset, ArrayT: np.ndarray}
"""Classes of Python's for values of types that have no class of their own."""


class Narrowing(Expressions):
    """Variables of several types become one where a test leaves only that."""

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
            self._keep(node, lambda t: t is not NONE)

    def _narrow_to(self, node: ast.expr, value: Any, equal: bool) -> None:
        if value is None:
            self._keep(node, lambda t: (t is NONE) == equal)
        elif equal and isinstance(value, str | int | float):
            self._keep(node, lambda t: self._may_be(t, value))
        elif not equal and isinstance(value, str):
            self._keep(node, lambda t: t != StrT(frozenset((value,))))

    def _may_be(self, t: Type, value: Any) -> bool:
        if isinstance(value, str):
            if isinstance(t, StrT):
                return t.literals is None or value in t.literals
            return not self._plain(t)
        return t in (INT, BOOL, FLOAT, BIG) or not self._plain(t)

    def _plain(self, t: Type) -> bool:
        """Is a value of it never equal to one of another type?"""
        if isinstance(t, TupleT | ObjT):
            return self.own_method(t.cls, "__eq__") is None
        return not (isinstance(t, EnumT | ArrayT) or t in SMALL_INTS.values())

    def _keep(self, node: ast.expr, fits: Any) -> None:
        """Leaves only those members of a variable's type that fit."""
        path = self._path(node)
        if path is not None:
            name, steps = path
            self.env[name] = self._kept(self.env[name], steps, fits) or self.env[name]

    def _kept(self, v: V, steps: list[int], fits: Any) -> V | None:
        if steps:
            if not isinstance(v.t, TupleT):
                return None
            items = self.items_of(v)
            inner = self._kept(items[steps[0]], steps[1:], fits)
            if inner is None:
                return None
            items[steps[0]] = inner
            return self.tuple_of(items, TupleT(tuple(item.t for item in items), v.t.cls))
        members = v.t.members if isinstance(v.t, UnionT) else ()
        kept = [n for n, m in enumerate(members) if fits(m)]
        if len(kept) == 1:
            return self.arm(v, kept[0])
        return self._fewer(v, kept) if 0 < len(kept) < len(members) else None

    def _fewer(self, v: V, kept: list[int]) -> V:
        """The value as a union of those members alone, one of which it is known to be."""
        union = v.t
        assert isinstance(union, UnionT)
        smaller = UnionT(tuple(union.members[n] for n in kept))
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
            scope: Any = self.scope
            while scope is not None:
                if scope.prefix + node.id in self.env:
                    return scope.prefix + node.id, []
                scope = scope.parent
            return None
        if isinstance(node, ast.Attribute | ast.Subscript):
            path = self._path(node.value)
            if path is None:
                return None
            t = self.env[path[0]].t
            for step in path[1]:
                t = t.items[step]  # type: ignore[attr-defined]
            if not isinstance(t, TupleT):
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
        if isinstance(v.t, ConstT):
            if isinstance(v.k, Pack):
                return TRUE if issubclass(tuple, cls) else FALSE
            if isinstance(v.k, Lazy | Closure | Bound | Partial):
                return self.unsupported("`isinstance` of this")
            return TRUE if isinstance(v.k, cls) else FALSE
        if isinstance(v.t, UnionT):
            return self.dispatch(v, lambda arm: self.is_instance(arm, cls))
        return TRUE if self.type_is(v.t, cls) else FALSE

    def type_is(self, t: Type, cls: Any) -> bool:
        """Is every value of type `t` an instance of `cls`?"""
        own = self.class_of(t)
        return own is not None and issubclass(own, cls)

    def class_of(self, t: Type) -> type | None:
        if t in PLAIN:
            return PLAIN[t]
        if isinstance(t, EnumT):
            return t.cls
        if isinstance(t, TupleT):
            return t.cls or tuple
        if isinstance(t, Container):
            return next(c for c, kind in KINDS.items() if kind == t.kind)
        if isinstance(t, ObjT):
            return t.cls if isinstance(t.cls, type) else {"dict": dict, "list": list}[t.cls[0]]
        return CLASSES.get(type(t))


def _is_class(cls: Any) -> bool:
    """Can it be the second argument of `isinstance`?"""
    if isinstance(cls, tuple):
        return all(_is_class(c) for c in cls)
    return isinstance(cls, type | types.UnionType)
