"""Objects and lists: made, added to, copied."""

from __future__ import annotations

from typing import Any

from outplay.native.front import types as T
from outplay.native.front.iterate import Iteration
from outplay.native.front.lazy import Lazy, Pack
from outplay.native.front.values import V

FEW, MOST_WORDS = 4, 4
"""Elements that a new list has room for beside its header, if they take no more words than that."""


class Lists(Iteration):
    """What lies in the arena and may be changed."""

    def fields_of(self, v: V) -> list[V]:
        t = v.t
        if isinstance(t, T.Tuple):
            return self.items_of(v)
        assert isinstance(t, T.Obj)
        return [self.load_field(v, number) for number in range(len(t.names))]

    def load_field(self, v: V, number: int) -> V:
        t = v.t
        assert isinstance(t, T.Obj)
        return self.load(t.vars[number].t, v.p[0], 1 + sum(w.t.words for w in t.vars[:number]))

    def store_field(self, v: V, number: int, value: V) -> None:
        t = v.t
        assert isinstance(t, T.Obj)
        value = self.value_of(value)
        t.vars[number].widen(value.t)
        self.may_change(v, 0)
        value = self.convert(value, t.vars[number].t)
        self.store(value, v.p[0], 1 + sum(w.t.words for w in t.vars[:number]))

    def new_object(self, t: T.Obj, fields: list[V]) -> V:
        fields = [self.value_of(field) for field in fields]
        for var, field in zip(t.vars, fields, strict=True):
            var.widen(field.t)
        address = self.allocate(1 + sum(var.t.words for var in t.vars))
        self.poke(address, 0, "0")
        offset = 1
        for var, field in zip(t.vars, fields, strict=True):
            self.store(self.convert(field, var.t), address, offset)
            offset += var.t.words
        return V(t, (address,))

    def may_change(self, v: V, word: int) -> None:
        """Refuses to change what a rule was given, or what is a constant."""
        flag = self.op(f"icmp eq i64 {self.peek(v.p[0], word)}, -1")
        self.fail_if(flag, "changed")

    def new_list(
        self, var: T.Var, capacity: int | str = 0, kind: str = "list", extra: Any = None
    ) -> V:
        """An empty list with room for some."""
        words = var.t.words
        if capacity == 0 and 0 < words <= MOST_WORDS:
            header = self.allocate(3 + FEW * words)
            few = self.op(f"add i64 {header}, 24")
            self.poke_all(header, ("0", str(FEW), few))
            return V(T.Container(kind, (var,), extra), (header,))
        header = self.allocate(3)
        if isinstance(capacity, int):
            size: int | str = capacity * words
        else:
            size = self.op(f"mul i64 {capacity}, {words}")
        data = self.allocate(size) if size != 0 else "0"
        self.poke_all(header, ("0", str(capacity), data))
        return V(T.Container(kind, (var,), extra), (header,))

    def element_at(self, xs: V, index: str) -> str:
        """The address of an element of a list, or of a tuple in memory."""
        if isinstance(xs.t, T.Seq):
            return self.element(xs.p[0], index, xs.elem, 1)
        return self.element(self.peek(xs.p[0], 2), index, xs.elem)

    def append(self, xs: V, x: V) -> None:
        """`xs.append(x)`."""
        if self.dead:
            return
        t = xs.t
        assert isinstance(t, T.Container)
        x = self.value_of(x)
        t.vars[0].widen(x.t)
        x = self.convert(x, t.elem)
        if self.dead:
            return
        header = xs.p[0]
        length, capacity = self.peek(header), self.peek(header, 1)
        full, room = self.fresh("full"), self.fresh("room")
        self.cbr_unlikely(self.op(f"icmp sge i64 {length}, {capacity}"), full, room)
        self.start(full)
        self.call_library("list_grow", V(T.INT, xs.p), self.const(t.elem.words))
        self.br(room)
        self.start(room)
        data = self.peek(header, 2)
        self.store(x, self.element(data, length, t.elem))
        self.poke(header, 0, self.op(f"add i64 {length}, 1"))
        if t.extra is not None:
            self.call_library("deque_forget", xs, self.const(t.extra))

    def list_from(self, v: V, kind: str = "list", extra: Any = None) -> V:
        """`list(v)`."""
        if self.dead:
            return V(T.NEVER)
        if not isinstance(v.k, Lazy | Pack | type):
            v = self.materialise(v)
        site = (kind, self.place_of_node())
        t = v.t
        if isinstance(t, T.Str) and kind == "list":
            var = self.types.var((*site, str(t)), T.letters(t))
            if isinstance(var.t, T.Str):
                xs = self.new_list(var, self.length(v).p[0])
                self.call_library("str_letters", v, xs)
                return xs
        if isinstance(t, T.Seq) or T.is_list(t):
            var = self.types.var((*site, str(t.elem)), t.elem)
            if T.same(var.t, t.elem) and extra is None:
                return self.copy_of(v, var, kind, extra)
        var = self.types.var((*site, str(t)))
        xs = self.new_list(var, self._guess(v), kind, extra)
        self.each(v, lambda item: self.append(xs, self.value_of(item)))
        return xs if not self.dead else V(T.NEVER)

    def _guess(self, v: V) -> int | str:
        """Room for a list of what a value gives."""
        if isinstance(v.t, T.Const):
            return len(v.k.items) if isinstance(v.k, Pack) else 0
        if isinstance(v.t, T.Tuple | T.Seq | T.Str):
            return self.length(v).p[0]
        return 0

    def list_at(self, s: V, listed: V) -> V:
        """A list of the elements of a set that were written one behind the other."""
        elem = s.elem
        xs = self.new_list(self.types.var(("listed", self.place_of_node(), str(elem)), elem))
        number = self.peek(s.p[0])
        self.poke_all(xs.p[0], (number, number, listed.p[0]))
        return xs

    def copy_of(self, v: V, var: T.Var, kind: str, extra: Any = None) -> V:
        """A new list with the same elements."""
        length = self.length(v)
        xs = self.new_list(var, length.p[0], kind, extra)
        source = self.element_at(v, "0")
        words = self.op(f"mul i64 {length.p[0]}, {var.t.words}")
        self.copy_words(self.element_at(xs, "0"), source, words)
        self.poke(xs.p[0], 0, length.p[0])
        return xs


def holds_reference(t: T.Type) -> bool:
    """Can a value of the type hold something that can be changed?"""
    return t.reference or any(map(holds_reference, t.inner))
