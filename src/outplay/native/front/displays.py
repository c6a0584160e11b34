"""Tuples, lists, sets, dicts and f-strings that are written out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from outplay.native.front.conditions import Conditions
from outplay.native.front.lazy import Lazy, Pack, is_constant, is_slice
from outplay.native.front.operators import Put
from outplay.native.front.scopes import Bound, Closure, Partial, is_literal
from outplay.native.front.types import NEVER, ConstT, ObjT, TupleT, UnionT, is_dict
from outplay.native.front.values import V


class Displays(Conditions):
    """`(a, *b)`, `[…]`, `{…}`, `f"…"`"""

    def display(self, elts: list[ast.expr], start: Callable[[], V], put: Put) -> list[V] | V:
        """The items of a display; what `start` and `put` make if a star has no known length."""
        items: list[V] = []
        whole: V | None = None
        for elt in elts:
            if not isinstance(elt, ast.Starred):
                more: list[V] | None = [self.expr(elt)]
            else:
                v = self.expr(elt.value)
                more = self._star(v)
            if more is None and whole is None:
                whole = start()
                for item in items:
                    put(whole, self.value_of(item))
            if whole is None:
                items += more or []
            elif more is None:
                self._put_each(v, whole, put)
            else:
                for item in more:
                    put(whole, self.value_of(item))
        return items if whole is None else whole

    def _put_each(self, v: V, whole: V, put: Put) -> None:
        self.each(v, lambda item: put(whole, self.value_of(item)))

    def _star(self, v: V) -> list[V] | None:
        """What `*v` stands for, if its length is known."""
        if isinstance(v.t, TupleT) and v.t.is_tuple:
            return self.items_of(v)
        if isinstance(v.k, Pack):
            return list(v.k.items)
        if isinstance(v.t, ConstT) and isinstance(v.k, tuple | list | range) and len(v.k) < 100:
            return [self.const(item) for item in v.k]
        return None

    def on_Tuple(self, node: ast.Tuple) -> V:
        items = self.display(node.elts, self._new_display, self.append)
        if isinstance(items, V):
            return self.seq_from(items)
        if self.dead:
            return V(NEVER)
        if all(item.known and is_constant(item) for item in items):
            return self.const(tuple(item.k for item in items))
        if any(is_slice(item) or getattr(item.k, "once", False) for item in items):
            return self.pack(items)
        if any(isinstance(item.k, Closure | Bound | Partial) for item in items):
            return self.pack(items)
        values = [self.value_of(item) for item in items]
        if any(isinstance(v.t, ConstT) for v in values) and not self.dead:
            # Functions, classes and the like, which only exist while compiling.
            if all(item.known and not isinstance(item.k, Lazy | Pack) for item in items):
                return self.const(tuple(item.k for item in items))
            return self.pack(items)
        return self.tuple_of(values)

    def _new_display(self) -> V:
        return self.new_list(self.types.var(("display", self.place_of_node())))

    def on_List(self, node: ast.List) -> V:
        items = self.display(node.elts, self._new_display, self.append)
        if isinstance(items, V):
            return items
        if self.dead:
            return V(NEVER)
        if any(getattr(item.k, "once", False) for item in items):
            return self.unsupported("an iterator in a list")
        items = [self.value_of(item) for item in items]
        record = self.record("list", tuple(range(len(items))), items)
        if record is not None:
            return record
        t = NEVER
        for item in items:
            t = self.types.join(t, item.t)  # type: ignore[assignment]
        var = self.types.var(("list", self.place_of_node(), str(t)), t)
        xs = self.new_list(var, len(items))
        for number, item in enumerate(items):
            self.store(self.convert(item, var.t), self.peek(xs.p[0], 2), number * var.t.words)
        self.poke(xs.p[0], 0, str(len(items)))
        return xs

    def record(self, kind: str, names: tuple[Any, ...], items: list[V]) -> V | None:
        """A list or dict that has the shape of a record that is known."""
        if (kind, names) not in self.module.records:
            return None
        return self.new_object(self.types.obj((kind, names), names), items)

    def on_Set(self, node: ast.Set) -> V:
        before, self.peeking = self.peeking, False
        items = self.display(node.elts, lambda: self.set_from(self.const(())), self.add)
        self.peeking = before
        if isinstance(items, V):
            return items
        if self.peeking and all(i.known and is_constant(i) for i in items):
            return self.const(frozenset(i.k for i in items))
        if items is not None and len(items) > 2 and all(i.known and is_constant(i) for i in items):
            # Python keeps such a display as a frozenset, and copies that.
            for constant in self.scope.source.frozen_sets:
                if constant == frozenset(i.k for i in items):
                    return self.set_from(self.const(constant))
            if all(is_literal(elt) for elt in node.elts):
                return self.set_from(self.const(frozenset(tuple(i.k for i in items))))
        xs = self.set_from(self.const(()))
        if items is not None:
            for item in items:
                self.add(xs, self.value_of(item))
            return xs
        for elt in node.elts:
            if isinstance(elt, ast.Starred):
                self.method(xs, "update", [self.expr(elt.value)], {})
            else:
                self.add(xs, self.value_of(self.expr(elt)))
        return xs

    def on_Dict(self, node: ast.Dict) -> V:
        if all(isinstance(k, ast.Constant) and isinstance(k.value, str) for k in node.keys):
            names = tuple(k.value for k in node.keys)  # type: ignore[union-attr]
            if ("dict", names) in self.module.records:
                items = [self.value_of(self.expr(v)) for v in node.values]
                return self.record("dict", names, items)  # type: ignore[return-value]
        elif node.keys and node.keys[0] is None:
            first = self.expr(node.values[0])
            if isinstance(first.t, ObjT) and isinstance(first.t.cls, tuple):
                return self._record_with(first, node)
        d = self.new_dict(("dict", self.place_of_node()))
        for number, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if key is None:
                more = first if number == 0 else self.expr(value)
                if not (is_dict(more.t) or isinstance(more.t, ObjT | ConstT | UnionT)):
                    self.fail(TypeError)  # `update` takes pairs too
                    return d
                self.method(d, "update", [more], {})
            else:
                k = self.value_of(self.expr(key))
                self.set_item(d, k, self.expr(value))
        return d

    def _record_with(self, first: V, node: ast.Dict) -> V:
        """`{**record, "field": …}`."""
        t = first.t
        assert isinstance(t, ObjT)
        fields = dict(zip(t.names, self.fields_of(first), strict=True))
        for key, value in zip(node.keys[1:], node.values[1:], strict=True):
            if not (isinstance(key, ast.Constant) and key.value in fields):
                return self.unsupported("a dict with other keys")
            fields[key.value] = self.expr(value)
        return self.new_object(t, [self.value_of(v) for v in fields.values()])

    def on_JoinedStr(self, node: ast.JoinedStr) -> V:
        parts: list[V] = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(self.const(value.value))
                continue
            assert isinstance(value, ast.FormattedValue)
            spec = value.format_spec
            if spec is not None and not (
                isinstance(spec, ast.JoinedStr)
                and all(isinstance(part, ast.Constant) for part in spec.values)
            ):
                return self.unsupported("a format in an f-string that is computed")
            said = self.caught_text(value.value) if value.conversion in (-1, 115) else None
            v = self.expr(value.value) if said is None else said
            if value.conversion == 115:
                v = self.text_of(v)
            elif value.conversion != -1:
                v = self.call_constant(repr, [v], {})
            text = "".join(part.value for part in spec.values) if spec is not None else ""  # type: ignore[attr-defined]
            parts.append(self.formatted(v, text))
        total = self.const("")
        for part in parts:
            total = self.binary("Add", total, part)
        return total
