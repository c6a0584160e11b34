"""Assignments of all kinds."""

from __future__ import annotations

import ast
from typing import Any

from outplay.native.front.emit import Join
from outplay.native.front.handling import Handling
from outplay.native.front.lazy import Lazy, Pack, Slice
from outplay.native.front.operators import SPECIAL
from outplay.native.front.types import (
    INT,
    NUMBERS,
    ArrayT,
    ConstT,
    Container,
    EnumT,
    ObjT,
    StrT,
    TupleT,
    UnionT,
    is_set,
)
from outplay.native.front.values import V


class Assignments(Handling):
    """Names, items and attributes that are given values."""

    def do_Assign(self, node: ast.Assign) -> None:
        value = self.expr(node.value)
        for target in node.targets:
            self.assign(target, value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.expr(node.value))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        name = type(node.op).__name__
        target = node.target
        if isinstance(target, ast.Name):
            old = self.lookup(target.id)
            self.assign(target, self.in_place(name, old, self.expr(node.value)))
        elif isinstance(target, ast.Subscript):
            base, index = self.expr(target.value), self.expr(target.slice)
            old = self.subscript(base, index)
            value = self.expr(node.value)
            if isinstance(old.t, ArrayT):
                value = self.binary(name, old, value)  # what is set may be no view
            else:
                value = self.in_place(name, old, value)
            self.set_item(base, index, value)
        else:
            assert isinstance(target, ast.Attribute)
            base = self.expr(target.value)
            old = self.attribute(base, target.attr)
            self.set_attribute(base, target.attr, self.in_place(name, old, self.expr(node.value)))

    def in_place(self, name: str, old: V, value: V) -> V:
        """`old op= value`: lists, sets and dicts are changed, all else is replaced."""
        if isinstance(old.t, UnionT):
            return self.dispatch(old, lambda arm: self.in_place(name, arm, value))
        if isinstance(old.t, ConstT):
            old = self.materialise(old)
        if isinstance(old.t, ArrayT):
            return self.array_in_place(name, old, value)
        if isinstance(old.t, Container):
            methods = {
                ("list", "Add"): "extend",
                ("deque", "Add"): "extend",
                ("set", "BitOr"): "update",
                ("dict", "BitOr"): "update",
                ("set", "Sub"): "difference_update",
                ("defaultdict", "BitOr"): "update",
                ("set", "BitAnd"): "intersection_update",
                ("set", "BitXor"): "symmetric_difference_update",
            }
            method = methods.get((old.t.kind, name))
            if method is not None:
                unknown = isinstance(value.t, UnionT | ConstT)
                if old.t.kind == "set" and not unknown and not is_set(value.t):
                    self.fail(TypeError)
                self.method(old, method, [value], {})
                return old
            if old.t.kind == "Counter":
                made = self.binary(name, old, value)
                if not self.dead:
                    self.call_library("counter_become", old, made)
                return old
            if old.t.kind == "list" and name == "Mult":
                self.set_item(
                    old, self.const(Slice(None, None, None)), self.binary(name, old, value)
                )
                return old
            return self.unsupported(f"this operator of a {old.t}")
        if isinstance(old.t, TupleT | ObjT) and isinstance(old.t.cls, type):
            own = self.own_method(old.t.cls, f"__i{SPECIAL.get(name, name)}__")
            if own is not None:
                return self.call_function(own, [old, value], {})
        return self.binary(name, old, value)

    def assign(self, target: ast.expr, value: V) -> None:
        if self.dead:
            return
        if isinstance(target, ast.Name):
            if isinstance(value.t, ConstT) and isinstance(value.k, Pack):
                value = self.tuple_of(value.k.items)
            self.bind(target.id, self.kept_iterator(value, target.id, target))
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target.elts, value)
        elif isinstance(target, ast.Subscript):
            base = self.expr(target.value)
            self.set_item(base, self.expr(target.slice), value)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.expr(target.value), target.attr, value)
        else:
            self.unsupported("this target")

    def _unpack(self, targets: list[ast.expr], value: V) -> None:
        starred = [i for i, t in enumerate(targets) if isinstance(t, ast.Starred)]
        if isinstance(value.t, UnionT):
            # Whichever of its shapes fits: the others raise, as they do in Python.
            fitting = [
                i
                for i, m in enumerate(value.t.members)
                if self._may_unpack(m, len(targets), starred)
            ]
            others = {_is_iterable(m) for i, m in enumerate(value.t.members) if i not in fitting}
            if len(fitting) == 1 and len(others) == 1:
                tag = self.op(f"icmp ne i64 {value.p[0]}, {fitting[0]}")
                self.fail_if(tag, ValueError if others == {True} else TypeError)
                value = self.arm(value, fitting[0])
            else:
                join = Join(self)

                def use(arm: V) -> V | None:
                    self._unpack(targets, arm)
                    self.jump(join)
                    return None

                self.dispatch(value, use)
                self.land(join)
                return
        if starred:
            self._unpack_starred(targets, starred[0], value)
            return
        items = self.spread(value, len(targets))
        for target, item in zip(targets, items, strict=False):
            self.assign(target, item)

    def _may_unpack(self, t: Any, number: int, starred: list[int]) -> bool:
        if isinstance(t, TupleT):
            if starred:
                return len(t.items) >= number - 1
            return t.is_tuple and len(t.items) == number
        if isinstance(t, StrT) and t.literals is not None:
            return any(len(text) == number for text in t.literals)
        return bool(t.kinds) and t is not INT and str(t) != "float" and str(t) != "bool"

    def spread(self, value: V, number: int) -> list[V]:
        """The items of a value that must have just so many."""
        if isinstance(value.t, ConstT):
            if isinstance(value.k, Pack):
                items = value.k.items
            elif isinstance(value.k, tuple | list | str | range):
                items = [self.const(item) for item in value.k]
            else:
                value = self.list_from(value)
                return self.spread(value, number)
            if len(items) != number:
                self.fail(ValueError)
            return items
        t = value.t
        if isinstance(t, TupleT) and t.is_tuple:
            if len(t.items) != number:
                self.fail(ValueError)
            return self.items_of(value)
        if isinstance(t, ObjT) and isinstance(t.cls, tuple) and t.cls[0] == "list":
            if len(t.names) != number:
                self.fail(ValueError)
            return self.fields_of(value)
        value = self.indexable(value)
        length = self.length(value)
        self.fail_if(self.op(f"icmp ne i64 {length.p[0]}, {number}"), ValueError)
        return [self.item_at(value, self.const(i)) for i in range(number)]

    def _unpack_starred(self, targets: list[ast.expr], star: int, value: V) -> None:
        after = len(targets) - star - 1
        value = self.materialise(value) if not isinstance(value.k, Lazy) else self.list_from(value)
        starred = targets[star]
        assert isinstance(starred, ast.Starred)
        if isinstance(value.t, TupleT):
            items = self.items_of(value)
            if len(items) < star + after:
                self.fail(ValueError)
                return
            middle = self.list_from(self.pack(items[star : len(items) - after]))
        else:
            value = self.indexable(value)
            length = self.length(value)
            self.fail_if(self.op(f"icmp slt i64 {length.p[0]}, {star + after}"), ValueError)
            end = self.op(f"sub i64 {length.p[0]}, {after}")
            middle = self.list_from(self.slice_of(value, self.const(star), V(INT, (end,)), None))
            items = [self.item_at(value, self.const(i)) for i in range(star)] + [
                self.item_at(value, V(INT, (self.op(f"add i64 {end}, {i}"),))) for i in range(after)
            ]
            items[star:star] = [middle]
            for target, item in zip(targets, items, strict=True):
                self.assign(target.value if isinstance(target, ast.Starred) else target, item)
            return
        for target, item in zip(targets[:star], items, strict=False):
            self.assign(target, item)
        self.assign(starred.value, middle)
        for number, target in enumerate(targets[star + 1 :]):
            self.assign(target, items[len(items) - after + number])

    def do_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                self.delete_item(self.expr(target.value), self.expr(target.slice))
            elif isinstance(target, ast.Name):
                self.env.pop(self.scope.prefix + target.id, None)
            else:
                self.unsupported("`del` of this")


def _is_iterable(t: Any) -> bool:
    return (bool(t.kinds) and not isinstance(t, EnumT) and t not in NUMBERS) or isinstance(
        t, TupleT
    )
