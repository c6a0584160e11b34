"""Attributes, subscripts and slices, `in`, and the methods of values."""

from __future__ import annotations

import ast
import enum
import functools
import types
from typing import Any

from outplay.native.front.compare import is_dict, is_set
from outplay.native.front.emit import Join
from outplay.native.front.iterate import Lazy, Pack, View
from outplay.native.front.narrowing import Narrowing
from outplay.native.front.scopes import Bound
from outplay.native.front.types import (
    BIG,
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    STR,
    ArrayT,
    ConstT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    UnionT,
)
from outplay.native.front.values import FALSE, V
from outplay.native.source import unwrap


class Slice:
    """`a:b:c` while compiling."""

    def __init__(self, lower: V | None, upper: V | None, step: V | None) -> None:
        self.lower, self.upper, self.step = lower, upper, step


class Items(Narrowing):
    """What is in a value."""

    # --- attributes ---------------------------------------------------------------------------

    def on_Attribute(self, node: ast.Attribute) -> V:
        base = self.expr(node.value)
        if self.dead:
            return V(NEVER)
        return self.attribute(base, node.attr)

    def attribute(self, v: V, name: str) -> V:
        t = v.t
        if isinstance(t, UnionT):
            return self.dispatch(v, lambda arm: self.attribute(arm, name))
        if isinstance(t, ConstT):
            return self._attribute_of_constant(v.k, name)
        if isinstance(t, TupleT) and name in t.names:
            return self.items_of(v)[t.names.index(name)]
        if isinstance(t, ObjT) and name in t.names and isinstance(t.cls, type):
            return self.load_field(v, t.names.index(name))
        if isinstance(t, EnumT):
            if name in ("value", "_value_"):
                return self.enum_value(v)
            if name in ("name", "_name_"):
                if v.known:
                    return self.const(v.k.name)
                return self.choose(v, [m.name for m in t.members])
        if isinstance(t, ArrayT):
            return self.array_attribute(v, name)
        if t is RANGE and name in ("start", "stop", "step"):
            return V(INT, (v.p[("start", "stop", "step").index(name)],))
        if t in (INT, BOOL) and name in ("real", "numerator"):
            return self.to_int(v)
        cls = self.class_of(t)
        if cls is not None and isinstance(t, TupleT | ObjT | EnumT):
            return self._class_attribute(v, cls, name)
        return self.const(Bound(_Method(name), v))

    def _class_attribute(self, v: V, cls: type, name: str) -> V:
        """A property, a method or a constant of the class of a value."""
        for c in cls.__mro__:
            if name in vars(c):
                found = vars(c)[name]
                break
        else:
            self.fail(AttributeError)
            return V(NEVER)
        if isinstance(found, property):
            return self.call_function(found.fget, [v], {})
        if isinstance(found, functools.cached_property):
            return self.call_function(found.func, [v], {})
        if isinstance(found, staticmethod):
            return self.const(found.__func__)
        if isinstance(found, classmethod):
            return self.const(Bound(found.__func__, self.const(cls)))
        plain = unwrap(found)
        if isinstance(plain, types.FunctionType) and not plain.__code__.co_filename.startswith("<"):
            return self.const(Bound(plain, v))
        if callable(found):
            return self.const(Bound(_Method(name), v))
        return self.const(found)

    def _attribute_of_constant(self, value: Any, name: str) -> V:
        if isinstance(value, Pack | Lazy):
            return self.const(Bound(_Method(name), V(ConstT(value), (), value)))
        if isinstance(value, tuple | list | dict | set | frozenset | str) and not hasattr(
            value, "_fields"
        ):
            return self.const(Bound(_Method(name), self.const(value)))
        found, attribute = self.module.attribute_value(value, name)
        if not found:
            self.fail(AttributeError)
            return V(NEVER)
        return self.const(attribute)

    def set_attribute(self, v: V, name: str, value: V) -> None:
        if isinstance(v.t, UnionT):
            self.dispatch(
                v, lambda arm: (self.set_attribute(arm, name, value), self.const(None))[1]
            )
            return
        t = v.t
        if isinstance(t, ObjT) and isinstance(t.cls, type) and name in t.names:
            self.store_field(v, t.names.index(name), value)
        elif isinstance(t, ConstT):
            self.unsupported(f"setting `{name}`, which others see")
        else:
            self.fail(AttributeError)

    # --- subscripts ---------------------------------------------------------------------------

    def on_Subscript(self, node: ast.Subscript) -> V:
        base = self.expr(node.value)
        index = self.expr(node.slice)
        self.node = node
        return self.subscript(base, index)

    def on_Slice(self, node: ast.Slice) -> V:
        parts = [
            self.expr(p) if p is not None else None for p in (node.lower, node.upper, node.step)
        ]
        parts = [None if p is not None and p.t is NONE else p for p in parts]
        return self.const(Slice(*parts))

    def subscript(self, v: V, i: V) -> V:
        if self.dead:
            return V(NEVER)
        if isinstance(v.t, UnionT):
            return self.dispatch(v, lambda arm: self.subscript(arm, i))
        if isinstance(i.k, Slice):
            if isinstance(v.t, ArrayT):
                return self.array_subscript(v, i)
            return self.slice_of(v, i.k.lower, i.k.upper, i.k.step)
        if isinstance(v.t, ConstT):
            if isinstance(v.k, Pack) and i.known and isinstance(i.k, int):
                return v.k.items[i.k]
            if i.known and not isinstance(v.k, Pack | Lazy):
                try:
                    return self.const(v.k[i.k])
                except (KeyError, IndexError) as error:
                    self.fail(type(error))
                    return V(NEVER)
                except TypeError:
                    pass
            if isinstance(v.k, type) and issubclass(v.k, enum.Enum):
                return self.unsupported("a member of an Enum by name")
            v = self.materialise(v)
            if isinstance(v.t, ConstT):
                return self.unsupported("an index of this")
        if isinstance(v.t, ArrayT):
            return self.array_subscript(v, i)
        if is_dict(v.t):
            return self.call_library(f"{v.t.kind}_getitem", v, self.value_of(i))  # type: ignore[attr-defined]
        if isinstance(v.t, ObjT) and isinstance(v.t.cls, tuple):
            return self._record_item(v, i)
        if isinstance(v.t, TupleT | ObjT) and v.t.cls is not None:
            own = self.own_method(v.t.cls, "__getitem__")
            if own is not None:
                return self.call_function(own, [v, i], {})
        if isinstance(i.t, UnionT):
            return self.dispatch(i, lambda arm: self.subscript(v, arm))
        i = self.number(i)
        if i.t is BIG:
            i = self.convert(i, INT)
        if i.t not in (INT, BOOL):
            self.fail(TypeError)
            return V(NEVER)
        i = self.to_int(i)
        if isinstance(v.t, TupleT):
            if i.known:
                if not -len(v.t.items) <= i.k < len(v.t.items):
                    self.fail(IndexError)
                    return V(NEVER)
                return self.items_of(v)[i.k]
        elif not isinstance(v.t, SeqT | StrT | Container) and v.t is not RANGE:
            self.fail(TypeError)
            return V(NEVER)
        if v.known and isinstance(v.k, str) and i.known:
            try:
                return self.const(v.k[i.k])
            except IndexError:
                self.fail(IndexError)
                return V(NEVER)
        return self.item_at(v, self.inside(i, self.length(v)))

    def inside(self, i: V, length: V) -> V:
        """An index from 0 on; raises IndexError beyond the ends."""
        if i.known and i.k >= 0:
            at = i.p[0]
        elif i.known:
            at = self.op(f"add i64 {length.p[0]}, {i.k}")
        else:
            negative = self.op(f"icmp slt i64 {i.p[0]}, 0")
            moved = self.op(f"add i64 {i.p[0]}, {length.p[0]}")
            at = self.op(f"select i1 {negative}, i64 {moved}, i64 {i.p[0]}")
        self.fail_if(self.op(f"icmp uge i64 {at}, {length.p[0]}"), IndexError)
        return V(INT, (at,))

    def _record_item(self, v: V, i: V) -> V:
        t = v.t
        assert isinstance(t, ObjT)
        if i.known:
            key = i.k
            if t.cls[0] == "list" and isinstance(key, int) and key < 0:
                key += len(t.names)
            if key in t.names:
                return self.load_field(v, t.names.index(key))
            self.fail(KeyError if t.cls[0] == "dict" else IndexError)
            return V(NEVER)
        self.module.no_record(t.cls)
        return self.unsupported("this index")

    def set_item(self, v: V, i: V, value: V) -> None:
        if self.dead:
            return
        if isinstance(v.t, UnionT):
            self.dispatch(v, lambda arm: (self.set_item(arm, i, value), self.const(None))[1])
            return
        v = self.materialise(v)
        t = v.t
        if isinstance(t, ArrayT):
            self.array_set(v, i, value)
            return
        if isinstance(t, ObjT) and isinstance(t.cls, tuple):
            if i.known and i.k in t.names:
                self.store_field(v, t.names.index(i.k), value)
            else:
                self.module.no_record(t.cls)
                self.unsupported("this key")
            return
        if is_dict(t):
            self.call_library("dict_setitem", v, self.value_of(i), self.value_of(value))
            return
        if not (isinstance(t, Container) and t.kind in ("list", "deque")):
            if isinstance(t, TupleT | ObjT) and isinstance(t.cls, type):
                own = self.own_method(t.cls, "__setitem__")
                if own is not None:
                    self.call_function(own, [v, i, value], {})
                    return
            self.fail(TypeError)
            return
        if isinstance(i.k, Slice):
            self._set_slice(v, i.k, value)
            return
        if isinstance(i.t, UnionT):
            self.dispatch(i, lambda arm: (self.set_item(v, arm, value), self.const(None))[1])
            return
        i = self.number(i)
        if i.t not in (INT, BOOL):
            self.fail(TypeError)
            return
        value = self.value_of(value)
        t.vars[0].widen(value.t)
        at = self.inside(self.to_int(i), self.length(v))
        self.may_change(v, 1)
        value = self.convert(value, t.elem)
        self.store(value, self.element(self.peek(v.p[0], 2), at.p[0], t.elem))

    def _set_slice(self, v: V, s: Slice, value: V) -> None:
        """`xs[a:b] = …`"""
        length = self.length(v)
        lower, upper, step = self.bounds(s.lower, s.upper, s.step, length)
        values = self.list_from(value)
        assert isinstance(v.t, Container) and isinstance(values.t, Container)
        v.t.vars[0].unify(values.t.vars[0])
        if step.known and step.k == 1:
            self.call_library("list_set_slice", v, lower, upper, values)
        else:
            self.call_library("list_set_steps", v, lower, upper, step, values)

    def delete_item(self, v: V, i: V) -> None:
        v = self.materialise(v)
        if is_dict(v.t):
            self.call_library("dict_delete", v, self.value_of(i))
        elif isinstance(v.t, Container) and v.t.kind in ("list", "deque"):
            if isinstance(i.k, Slice):
                self._set_slice(v, i.k, self.const(()))
            else:
                self.call_library("list_pop", v, i)
        else:
            self.fail(TypeError)

    # --- slices -------------------------------------------------------------------------------

    def bounds(self, lower: V | None, upper: V | None, step: V | None, length: V) -> tuple[V, V, V]:
        """The bounds of a slice, as Python clips them."""
        step = self.const(1) if step is None else self.to_int(self.number(step))
        if step.known and step.k == 1:
            a = self.const(0) if lower is None else self._clip(lower, length)
            b = length if upper is None else self._clip(upper, length)
            return a, b, step
        none = self.const(None)
        a = self.call_library("slice_start", none if lower is None else lower, step, length)
        b = self.call_library("slice_stop", none if upper is None else upper, step, length)
        return a, b, step

    def _clip(self, v: V, length: V) -> V:
        if isinstance(v.t, UnionT):
            return self.dispatch(
                v, lambda arm: length if arm.t is NONE else self._clip(arm, length)
            )
        v = self.to_int(self.number(v))
        if v.t is not INT:
            self.fail(TypeError)
            return self.const(0)
        n = length.p[0]
        if v.known and v.k == 0:
            return v
        at = v.p[0]
        if not (v.known and v.k >= 0):
            negative = self.op(f"icmp slt i64 {at}, 0")
            moved = self.op(f"add i64 {at}, {n}")
            at = self.op(f"select i1 {negative}, i64 {moved}, i64 {at}")
            below = self.op(f"icmp slt i64 {at}, 0")
            at = self.op(f"select i1 {below}, i64 0, i64 {at}")
        beyond = self.op(f"icmp sgt i64 {at}, {n}")
        return V(INT, (self.op(f"select i1 {beyond}, i64 {n}, i64 {at}"),))

    def slice_of(self, v: V, lower: V | None, upper: V | None, step: V | None) -> V:
        if isinstance(v.t, UnionT):
            return self.dispatch(v, lambda arm: self.slice_of(arm, lower, upper, step))
        known = [p is None or p.known for p in (lower, upper, step)]
        where = slice(*(None if p is None else p.k for p in (lower, upper, step)))
        if all(known):
            if (isinstance(v.t, ConstT) and isinstance(v.k, tuple | range)) or (
                v.known and isinstance(v.k, str)
            ):
                return self.const(v.k[where])
            if isinstance(v.k, Pack):
                return self.pack(v.k.items[where])
            if isinstance(v.t, TupleT):
                return self.tuple_of(self.items_of(v)[where])
        v = self.materialise(v)
        if isinstance(v.t, TupleT):
            v = self.convert(v, SeqT(self.types.element(v.t)))
        length = self.length(v)
        a, b, c = self.bounds(lower, upper, step, length)
        plain = c.known and c.k == 1
        if isinstance(v.t, StrT):
            name = "str_slice" if plain else "str_steps"
            return self.call_library(name, v, a, b, *([] if plain else [c]))
        if isinstance(v.t, SeqT):
            if plain:
                return self._part(v, a, b)
            return self.seq_from(self.call_library("seq_steps", v, a, b, c))
        if isinstance(v.t, Container) and v.t.kind == "list":
            name = "list_slice" if plain else "seq_steps"
            return self.call_library(name, v, a, b, *([] if plain else [c]))
        if v.t is RANGE:
            return self.unsupported("a slice of a range")
        self.fail(TypeError)
        return V(NEVER)

    def _part(self, v: V, a: V, b: V) -> V:
        """Elements a to b of a tuple in the arena."""
        t = v.t
        assert isinstance(t, SeqT)
        n = self.op(f"sub i64 {b.p[0]}, {a.p[0]}")
        some = self.op(f"icmp sgt i64 {n}, 0")
        n = self.op(f"select i1 {some}, i64 {n}, i64 0")
        words = self.op(f"mul i64 {n}, {t.elem.words}")
        address = self.allocate(self.op(f"add i64 {words}, 1"))
        self.poke(address, 0, n)
        source = self.element(v.p[0], a.p[0], t.elem, 1)
        self.copy_words(self.op(f"add i64 {address}, 8"), source, words)
        return V(t, (address,))

    # --- in -----------------------------------------------------------------------------------

    def contains(self, v: V, x: V) -> V:
        """`x in v`."""
        if isinstance(v.t, UnionT):
            return self.dispatch(v, lambda arm: self.contains(arm, x))
        t = v.t
        if isinstance(t, ConstT):
            value = v.k
            if isinstance(value, Lazy):
                if isinstance(value, View) and value.what == "keys":
                    return self.contains(value.of, x)
                return self._found_in(v, x)
            if isinstance(value, Pack):
                return self._found_in(v, x)
            if (x.known and not isinstance(x.t, ConstT)) or isinstance(x.k, tuple):
                try:
                    return self.const(x.k in value)
                except TypeError:
                    self.fail(TypeError)
                    return FALSE
            if isinstance(value, range):
                return self.contains(self.materialise(v), x)
            if isinstance(value, type) and issubclass(value, enum.Enum):
                return self.is_instance(x, value)
            if isinstance(value, tuple | list | set | frozenset | dict) and len(value) <= 8:
                return self._found_in(self.const(tuple(value)), x)
            if isinstance(value, tuple | list):
                value = tuple(value)
            return self.contains(self.materialise(self.const(value)), x)
        x = self.value_of(x)
        if isinstance(t, StrT):
            return self.call_library("str_contains", v, x)
        if is_set(t):
            return self.call_library("set_contains", v, x)
        if is_dict(t):
            return self.call_library("dict_contains", v, x)
        if t is RANGE:
            if x.t in (INT, BOOL):
                return self.call_library(
                    "range_contains", *[V(INT, (p,)) for p in v.p], self.to_int(x)
                )
            return self._found_in(v, x)
        if isinstance(t, ObjT) and isinstance(t.cls, tuple) and t.cls[0] == "dict":
            return self._found_in(self.const(t.names), x)
        if isinstance(t, TupleT | ObjT) and isinstance(t.cls, type):
            own = self.own_method(t.cls, "__contains__")
            if own is not None:
                return self.truth(self.call_function(own, [v, x], {}))
        if isinstance(t, SeqT) or (isinstance(t, Container) and t.kind in ("list", "deque")):
            return self.call_library("seq_contains", v, x)
        return self._found_in(v, x)

    def _found_in(self, v: V, x: V) -> V:
        found = Join(self)
        before, self.weight = self.weight, 1

        def one(item: V) -> None:
            on = Join(self)
            yes = Join(self)
            self.fork(self.equal(item, x), yes, on)
            self.land(yes)
            self.jump(found, self.const(True))
            self.land(on)

        self.each(v, one)
        self.weight = before
        self.jump(found, FALSE)
        result = self.land(found)
        return result[0] if result else FALSE

    # --- methods ------------------------------------------------------------------------------

    def call_method(
        self, v: V, name: str, arguments: list[V], keywords: dict[str, V], node: Any = None
    ) -> V:
        """`v.name(…)`."""
        if isinstance(v.t, UnionT):
            return self.dispatch(v, lambda arm: self.call_method(arm, name, arguments, keywords))
        if isinstance(v.t, ConstT) and not isinstance(v.k, Pack | Lazy):
            kinds = (tuple, list, dict, set, frozenset, str, range)
            if not isinstance(v.k, kinds) or hasattr(type(v.k), "_fields"):
                return self.call(self.attribute(v, name), arguments, keywords)
            if self.is_fixed(name) and all(_plain(a) for a in arguments) and not keywords:
                try:
                    return self.const(getattr(v.k, name)(*(a.k for a in arguments)))
                except (ValueError, KeyError, IndexError) as error:
                    self.fail(type(error))
                    return V(NEVER)
                except TypeError:
                    pass
        own_class = isinstance(v.t, TupleT | ObjT | EnumT) and isinstance(v.t.cls, type)
        if own_class and not (name == "_replace"):
            found = self.attribute(v, name)
            if not (isinstance(found.k, Bound) and isinstance(found.k.function, _Method)):
                return self.call(found, arguments, keywords)
        return self.method(v, name, arguments, keywords)

    def is_fixed(self, name: str) -> bool:
        """Does a method of a constant give a constant?"""
        return name in (
            "index", "count", "get", "find", "upper", "lower", "strip", "split", "startswith",
            "endswith", "replace", "isdigit", "isalpha", "isupper", "islower", "join", "union",
            "intersection", "difference", "bit_length", "bit_count",
        )  # fmt: skip

    def method(self, v: V, name: str, arguments: list[V], keywords: dict[str, V]) -> V:
        """A method of a type that is built in."""
        if self.dead:
            return V(NEVER)
        special = self.module.method(v, name)
        if special is not None:
            found = special(self, v, arguments, keywords)
            return found if isinstance(found, V) else self.const(None)
        v = self.materialise(v)
        for prefix in self.families(v):
            library = self.module.library(f"{prefix}_{name}")
            if library is not None:
                values = [
                    a if isinstance(a.t, ConstT) and callable(a.k) else self.value_of(a)
                    for a in arguments
                ]
                return self.call_function(library, [v, *values], keywords)
        return self.unsupported(f"`.{name}` of a {v.t}")

    def families(self, v: V) -> tuple[str, ...]:
        """Where the library has the methods of a type."""
        t = v.t
        if isinstance(t, StrT):
            return ("str",)
        if isinstance(t, Container):
            more = {"deque": ("list",), "Counter": ("dict",), "defaultdict": ("dict",)}
            return (t.kind, *more.get(t.kind, ()), "seq" if t.kind in ("list", "deque") else "")
        if isinstance(t, FrozenT):
            return ("frozenset", "set")
        if isinstance(t, TupleT | SeqT):
            return ("tuple", "seq")
        if t in (INT, BOOL, BIG):
            return ("int",)
        if t is FLOAT:
            return ("float",)
        if isinstance(t, ArrayT):
            return ("array",)
        if isinstance(t, ObjT) and isinstance(t.cls, tuple):
            return (f"record_{t.cls[0]}",)
        return (str(t),)


class _Method:
    """A method of a type that is built in, taken as a value."""

    def __init__(self, name: str) -> None:
        self.name = name


def _plain(v: V) -> bool:
    return v.known and isinstance(v.k, int | str | float | tuple | type(None))


Method = _Method

__all__ = ["STR", "Items", "Method", "Slice"]
