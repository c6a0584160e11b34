"""Lists, tuples, strings, sets, dicts and objects: their primitives.

What is more than a few instructions is written in Python, in `outplay.native.library`.
"""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from outplay.bits import wrap
from outplay.native.front import types as T
from outplay.native.front.constant_types import NoType, holds
from outplay.native.front.lazy import Lazy, Pack, View
from outplay.native.front.lists import Lists, holds_reference
from outplay.native.front.scopes import Bound, Closure, Partial
from outplay.native.front.search_memory import Memory
from outplay.native.front.types import WIDE_BITS
from outplay.native.front.values import UNKNOWN, V, constant, wide_int


class Containers(Lists):
    """Constants with an address, lengths, items, lists and objects."""

    def const(self, value: Any) -> V:
        """A constant of Python's as a value."""
        if isinstance(value, np.generic | np.ndarray):
            self.module.note("uses_numpy")
            if isinstance(value, np.bool_ | np.integer | np.floating):
                # Nothing is computed with it beforehand: NumPy may do that differently.
                plain = constant(value.item())
                return V(T.SMALL_INTS.get(str(value.dtype), plain.t), plain.p)
        if isinstance(value, enum.Enum):
            t = T.Enum(type(value))
            if value in t.members:
                return V(t, (str(t.members.index(value)),), value)
        if type(value) is str:
            try:
                return V(T.Str(frozenset([value])), (self.module.data.text(value),), value)
            except NoType:
                self.module.widen_characters()
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            self.module.note("big")
            return V(T.BIG, (str(value),), value)
        if isinstance(value, int) and type(value) is not bool:
            return V(T.INT, (str(int(value)),), int(value))
        return constant(value)

    def materialise(self, v: V) -> V:
        """A value with scalars: constants get an address."""
        if not isinstance(v.t, T.Const):
            return v
        value = v.k
        if isinstance(value, Pack):
            return self.tuple_of(value.items)
        if isinstance(value, Lazy):
            return self.list_from(v)
        if isinstance(value, Closure) and not self.may_be_kept(value):
            return self.unsupported("keeping a function that has variables of its own")
        if isinstance(value, Bound | Partial):
            return self.unsupported("keeping a function that belongs to a value")
        try:
            t = self.module.type_of(value)
        except NoType:
            return v
        return self._data(value, t)

    def materialise_as(self, v: V, t: T.Type) -> V:
        """A constant as a value of type `t`, if it can be one."""
        value = v.k
        if isinstance(value, Pack | Lazy):
            return self.materialise(v)
        if not t.reference and not holds_reference(t):
            try:
                if holds(t, value):
                    return self._data(value, t)
            except (NoType, StopIteration, ValueError):
                pass
        return self.materialise(v)

    def _data(self, value: Any, t: T.Type) -> V:
        if t.reference:
            self.module.read_objects.append(value)
        words = self.module.data.encode(value, t)
        parts: list[str] = []
        for kind in t.kinds:
            if kind == "i64":
                parts.append(words.pop(0))
            elif kind == "i1":
                parts.append("true" if words.pop(0) == "1" else "false")
            elif kind == "double":
                parts.append(f"0x{int(words.pop(0)) & (2**64 - 1):016X}")
            else:
                parts.append(str(wide_int([words.pop(0) for _ in range(WIDE_BITS // 64)])))
        known = type(value) is tuple and isinstance(t, T.Tuple)
        return V(t, tuple(parts), value if known else UNKNOWN)

    def enum_value(self, v: V) -> V:
        """`member.value`."""
        if v.known:
            return self.const(v.k.value)
        t = v.t
        assert isinstance(t, T.Enum)
        values = [m.value for m in t.members]
        if values == list(range(len(values))) and all(type(x) is int for x in values):
            return V(T.INT, v.p)
        if len(values) > T.INLINE:
            return self.item_at(self.materialise(self.const(tuple(values))), V(T.INT, v.p))
        return self.choose(v, values)

    def choose(self, v: V, values: list[Any]) -> V:
        """The constant that belongs to a number."""
        table = self.types.all_of(self.module.type_of(value) for value in values)
        words = [w for value in values for w in self.module.data.encode(value, table)]
        address = self.module.data.array(words)
        return self.load(table, self.element(address, v.p[0], table))

    # --- lengths and items --------------------------------------------------------------------

    def length(self, v: V) -> V:
        """`len(v)`."""
        t = v.t
        if isinstance(t, Memory):
            return t.length(self.whole(), v)
        if isinstance(t, T.Const):
            if isinstance(v.k, Pack):
                return self.const(len(v.k.items))
            if isinstance(v.k, View):
                return self.length(v.k.of)
            try:
                return self.const(len(v.k))
            except TypeError:  # of lazy ones, for example
                self.fail(TypeError)
                return self.const(0)
        if isinstance(t, T.Union):
            return self.dispatch(v, self.length)
        if v.known and isinstance(v.k, str):
            return self.const(len(v.k))
        own = self.call_own(v, "__len__") if not (isinstance(t, T.Tuple) and t.is_tuple) else None
        if own is not None:
            return own
        if isinstance(t, T.Tuple):
            return self.const(len(t.items))
        if isinstance(t, T.Str):
            return V(T.INT, (self.op(f"call i64 @str_length(i64 {v.p[0]})"),))
        if t is T.RANGE:
            return self.call_library("range_length", *[V(T.INT, (p,)) for p in v.p])
        if isinstance(t, T.Seq | T.FrozenSet | T.Container):
            return V(T.INT, (self.peek(v.p[0]),))
        if isinstance(t, T.Array):
            return V(T.INT, (self.peek(v.p[0], 3),))
        if T.is_record(t):
            return self.const(len(t.names))
        self.fail(TypeError)
        return V(T.INT, ("0",))

    def item_at(self, v: V, i: V) -> V:
        """`v[i]` of an index that is known to be inside."""
        t = v.t
        if isinstance(t, T.Const):
            return self.item_at(self.materialise(v), i)
        if isinstance(t, T.Tuple):
            items = self.items_of(v)
            return items[i.k] if i.known else self.pick(items, i)
        if isinstance(t, T.Seq | T.Container):
            return self.load(t.elem, self.element_at(v, i.p[0]))
        if isinstance(t, T.Str):
            code = self.op(f"call i64 @str_code(i64 {v.p[0]}, i64 {i.p[0]})")
            return V(T.letters(t), (self.op(f"call i64 @str_of_code(i64 {code})"),))
        if t is T.RANGE:
            distance = self.op(f"mul i64 {i.p[0]}, {v.p[2]}")
            return V(T.INT, (self.op(f"add i64 {v.p[0]}, {distance}"),))
        if isinstance(t, T.Array):
            return self.array_row(v, i)
        return self.fail(TypeError)

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
        return V(T.INT, (at,))

    def pick(self, items: list[V], i: V) -> V:
        """One of several values, by a number that only the search knows."""
        if not items:
            return self.fail(IndexError)
        t = self.types.all_of(self.value_of(item).t for item in items)
        size = t.words
        if size == 0:
            return V(t, ())
        items = [self.convert(item, t) for item in items]
        words = _words(items)
        if words is not None:
            table = self.module.data.array(words)
            return self.load(t, self.element(table, i.p[0], t))
        address = self.op(f"ptrtoint ptr {self.alloca(len(items) * size)} to i64")
        for number, item in enumerate(items):
            self.store(item, address, number * size)
        return self.load(t, self.element(address, i.p[0], t))

    # --- lists --------------------------------------------------------------------------------

    def seq_from(self, v: V) -> V:
        """`tuple(v)`."""
        if isinstance(v.t, T.Const) and isinstance(v.k, Pack):
            return self.tuple_of(v.k.items)
        if isinstance(v.t, T.Const) and not isinstance(v.k, Lazy | set | frozenset):
            return self.const(tuple(v.k))
        if isinstance(v.t, T.Union):
            return self.dispatch(v, self.seq_from)
        if isinstance(v.t, T.Tuple):
            return V(T.Tuple(v.t.items), v.p)
        if isinstance(v.t, T.Seq):
            return v
        if not T.is_list(v.t):
            v = self.list_from(v)
        if self.dead:
            return V(T.NEVER)
        t = v.t
        assert isinstance(t, T.Container)
        address, words = self.new_seq(self.length(v).p[0], t.elem)
        self.copy_words(self.op(f"add i64 {address}, 8"), self.peek(v.p[0], 2), words)
        return V(T.Seq(t.elem), (address,))

    def new_seq(self, length: str, elem: T.Type) -> tuple[str, str]:
        """A tuple of some length in the arena: its address, and the words of its elements."""
        words = self.op(f"mul i64 {length}, {elem.words}")
        address = self.allocate(self.op(f"add i64 {words}, 1"))
        self.poke(address, 0, length)
        return address, words

    def convert_seq(self, v: V, t: T.Seq) -> V:
        """A tuple with each element as another type."""
        source = v.t
        assert isinstance(source, T.Seq)
        if isinstance(source.elem, T.Str) and isinstance(t.elem, T.Str):
            return V(t, v.p)
        length = self.length(v)
        address, _ = self.new_seq(length.p[0], t.elem)

        def one(i: V) -> None:
            item = self.convert(self.item_at(v, i), t.elem)
            self.store(item, self.element(address, i.p[0], t.elem, 1))

        self.count_to(length.p[0], one)
        return V(t, (address,))


def _words(items: list[V]) -> list[str] | None:
    """The words of values in memory, if all are known while compiling."""
    words = []
    for v in items:
        for kind, part in zip(v.t.kinds, v.p, strict=True):
            if kind == "i64" and not part.startswith("%") and part != "poison":
                words.append(part)
            elif kind == "i1" and part in ("true", "false"):
                words.append("1" if part == "true" else "0")
            elif kind == "double" and part.startswith("0x"):
                words.append(str(wrap(int(part, 16))))
            else:
                return None
    return words
