"""Attributes, subscripts and slices, `in`, and the methods of values."""

from __future__ import annotations

import ast
import enum

from outplay.native.front import types as T
from outplay.native.front.attributes import Attributes
from outplay.native.front.emit import Join
from outplay.native.front.hashing import has_no_hash
from outplay.native.front.lazy import Lazy, Pack, Part, Slice, View
from outplay.native.front.search_memory import Memory
from outplay.native.front.values import FALSE, TRUE, V


class Items(Attributes):
    """What is in a value."""

    # --- subscripts ---------------------------------------------------------------------------

    def on_Subscript(self, node: ast.Subscript) -> V:
        base = self.expr(node.value)
        index = self.expr(node.slice)
        self.node = node
        return self.subscript(base, index)

    def subscript(self, v: V, i: V) -> V:
        if self.dead:
            return V(T.NEVER)
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.subscript(arm, i))
        if isinstance(v.t, Memory):
            return v.t.item(self.whole(), v, i)
        if isinstance(i.k, Slice):
            if isinstance(v.t, T.Array):
                return self.array_subscript(v, i)
            return self.slice_of(v, i.k.lower, i.k.upper, i.k.step)
        if isinstance(v.t, T.Const):
            if isinstance(v.k, Pack) and i.known and isinstance(i.k, int):
                return self._known_item(v.k.items, i.k)
            if i.known and not isinstance(v.k, Pack | Lazy):
                try:
                    return self.const(v.k[i.k])
                except (KeyError, IndexError) as error:
                    return self.fail(type(error))
                except TypeError:
                    pass
            if isinstance(v.k, type) and issubclass(v.k, enum.Enum):
                return self.unsupported("a member of an Enum by name")
            v = self.materialise(v)
            if isinstance(v.t, T.Const):
                return self.unsupported("an index of this")
        if isinstance(v.t, T.Array):
            return self.array_subscript(v, i)
        if T.is_dict(v.t):
            return self.call_library(f"{v.container.kind}_getitem", v, self.value_of(i))
        if T.is_record(v.t):
            return self._record_item(v, i)
        own = self.call_own(v, "__getitem__", i)
        if own is not None:
            return own
        if isinstance(i.t, T.Union):
            return self.dispatch(i, lambda arm: self.subscript(v, arm))
        i = self.number(i)
        if i.t is T.BIG:
            i = self.convert(i, T.INT)
        if i.t not in (T.INT, T.BOOL):
            return self.fail(TypeError)
        i = self.to_int(i)
        if isinstance(v.t, T.Tuple):
            if i.known:
                return self._known_item(self.items_of(v), i.k)
        elif (not isinstance(v.t, T.Seq | T.Str | T.Container) and v.t is not T.RANGE) or T.is_set(
            v.t
        ):
            return self.fail(TypeError)
        if v.known and isinstance(v.k, str) and i.known:
            return self._known_item(v.k, i.k)
        return self.item_at(v, self.inside(i, self.length(v)))

    def _known_item(self, items: list[V] | str, number: int) -> V:
        if not -len(items) <= number < len(items):
            return self.fail(IndexError)
        return self.const(items[number]) if isinstance(items, str) else items[number]

    def _record_item(self, v: V, i: V) -> V:
        t, key = v.t, i.k
        assert isinstance(t, T.Obj)
        if not i.known:
            self.module.no_record(t.cls)
        if t.cls[0] == "list" and isinstance(key, int) and key < 0:
            key += len(t.names)
        if key in t.names:
            return self.load_field(v, t.names.index(key))
        return self.fail(KeyError if t.cls[0] == "dict" else IndexError)

    def set_item(self, v: V, i: V, value: V) -> None:
        if self.dead:
            return
        if isinstance(v.t, T.Union):
            self.each_arm(v, lambda arm: self.set_item(arm, i, value))
            return
        v = self.materialise(v)
        t = v.t
        if isinstance(t, Memory):
            t.set_item(self.whole(), v, i, value)
        elif isinstance(t, T.Array):
            self.array_set(v, i, value)
        elif T.is_record(t):
            if not (i.known and i.k in t.names):
                self.module.no_record(t.cls)
            self.store_field(v, t.names.index(i.k), value)
        elif T.is_dict(t):
            self.call_library("dict_setitem", v, self.value_of(i), self.value_of(value))
        elif not T.is_list(t):
            if self.call_own(v, "__setitem__", i, value) is None:
                self.fail(TypeError)
        elif isinstance(i.k, Slice):
            self._set_slice(v, i.k, value)
        elif isinstance(i.t, T.Union):
            self.each_arm(i, lambda arm: self.set_item(v, arm, value))
        else:
            self._set_element(v, t, self.number(i), value)

    def _set_element(self, v: V, t: T.Container, i: V, value: V) -> None:
        """`xs[i] = value` of a list."""
        if i.t not in (T.INT, T.BOOL):
            self.fail(TypeError)
            return
        value = self.value_of(value)
        t.vars[0].widen(value.t)
        at = self.inside(self.to_int(i), self.length(v))
        self.may_change(v, 1)
        value = self.convert(value, t.elem)
        self.store(value, self.element_at(v, at.p[0]))

    def _set_slice(self, v: V, s: Slice, value: V) -> None:
        """`xs[a:b] = …`"""
        length = self.length(v)
        lower, upper, step = self.bounds(s.lower, s.upper, s.step, length)
        values = self.list_from(value)
        assert isinstance(v.t, T.Container) and isinstance(values.t, T.Container)
        v.t.vars[0].unify(values.t.vars[0])
        if step.known and step.k == 1:
            self.call_library("list_set_slice", v, lower, upper, values)
        else:
            self.call_library("list_set_steps", v, lower, upper, step, values)

    def delete_item(self, v: V, i: V) -> None:
        if isinstance(v.t, T.Union):
            self.each_arm(v, lambda arm: self.delete_item(arm, i))
            return
        v = self.materialise(v)
        if T.is_record(v.t):
            self.module.no_record(v.t.cls)
        if T.is_dict(v.t):
            self.call_library("dict_pop", v, self.value_of(i))
        elif not T.is_list(v.t):
            self.fail(TypeError)
        elif isinstance(i.k, Slice):
            s = i.k
            lower, upper, step = self.bounds(s.lower, s.upper, s.step, self.length(v))
            if step.known and step.k == 1:
                self._set_slice(v, s, self.const(()))
            else:
                self.call_library("list_delete_steps", v, lower, upper, step)
        else:
            self.call_library("list_pop", v, i)

    # --- in -----------------------------------------------------------------------------------

    def contains(self, v: V, x: V) -> V:
        """`x in v`."""
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.contains(arm, x))
        t = v.t
        if isinstance(t, T.Const):
            value = v.k
            if isinstance(value, Lazy):
                if isinstance(value, View) and value.what == "keys":
                    return self.contains(value.of, x)
                if isinstance(value, Part) and isinstance(value.of.t, T.Str):
                    given = self.value_of(x)
                    return self.call_library("str_within", value.of, given, value.start, value.stop)
            if isinstance(value, Lazy | Pack):
                return self._found_in(v, x)
            if (x.known and not isinstance(x.t, T.Const)) or isinstance(x.k, tuple):
                try:
                    return self.const(x.k in value)
                except TypeError:
                    self.fail(TypeError)
                    return FALSE
            if isinstance(value, type) and issubclass(value, enum.Enum):
                return self.is_instance(x, value)
            hashed = isinstance(value, set | frozenset | dict)
            if not (hashed and has_no_hash(self.value_of(x).t)):
                if (hashed or isinstance(value, tuple | list)) and len(value) <= 8:
                    return self._found_in(self.const(tuple(value)), x)
                value = tuple(value) if isinstance(value, list) else value
            return self.contains(self.materialise(self.const(value)), x)
        x = self.value_of(x)
        if isinstance(t, T.Enum) and t.is_flags:
            if x.t != t:
                self.fail(TypeError)
                return FALSE
            both = self.op(f"and i64 {v.p[0]}, {x.p[0]}")
            return V(T.BOOL, (self.op(f"icmp eq i64 {both}, {x.p[0]}"),))
        for prefix, fits in (
            ("str", isinstance(t, T.Str)),
            ("set", T.is_set(t)),
            ("dict", T.is_dict(t)),
            ("seq", isinstance(t, T.Seq) or T.is_list(t)),
        ):
            if fits:
                return self.call_library(f"{prefix}_contains", v, x)
        if t is T.RANGE and x.t in (T.INT, T.BOOL):
            ends = [V(T.INT, (p,)) for p in v.p]
            return self.call_library("range_contains", *ends, self.to_int(x))
        if T.is_record(t) and t.cls[0] == "dict":
            return self._found_in(self.const(t.names), x)
        own = self.call_own(v, "__contains__", x)
        return self._found_in(v, x) if own is None else self.truth(own)

    def _found_in(self, v: V, x: V) -> V:
        found = Join(self)
        before, self.weight = self.weight, 1

        self.each(v, lambda item: self.when(self.equal(item, x), lambda: self.jump(found, TRUE)))
        self.weight = before
        self.jump(found, FALSE)
        return self.landed(found, FALSE)
