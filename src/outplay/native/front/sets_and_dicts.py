"""Sets, dicts and their texts: made, converted, hashed."""

from __future__ import annotations

import enum
import functools
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.bitmaps import HEADER
from outplay.native.front.containers import Containers
from outplay.native.front.lazy import Lazy, View
from outplay.native.front.signatures import SIGNATURE
from outplay.native.front.types import WIDE_BITS
from outplay.native.front.values import ZERO, V

SALT = 1 << 45
"""Added to the number of a union's member, so that it looks like no other word."""


class SetsAndDicts(Containers):
    """New sets and dicts, and the hash of everything."""

    def empty_set(self, var: T.Var | None = None) -> V:
        if var is None:
            var = self.types.var(("set", self.place_of_node()))
        if T.is_small(var.t):
            return V(T.Container("set", (var,)), (self._empty_bits(),))
        header = self.allocate(SIGNATURE + 1)
        table = self.zeroed(8 * (2 + var.t.words))
        self.poke_all(header, ("0", "0", "0", "7", table, "0", "0"))
        return V(T.Container("set", (var,)), (header,))

    def _empty_bits(self) -> str:
        """An empty set of small ints: it has no table."""
        header = self.allocate(HEADER)
        log = self.op(f"add i64 {header}, 96")
        self.poke_all(header, ("1" if word == 10 else "0" for word in range(12)))
        self.poke(header, 13, log)
        return header

    def set_from(self, v: V) -> V:
        """`set(v)`"""
        if isinstance(v.t, T.Const) and not isinstance(v.k, Lazy) and not hasattr(v.k, "items"):
            v = self.materialise(v)
        if isinstance(v.t, T.Union):
            return self.dispatch(v, self.set_from)
        elem = v.t.elem if T.is_set(v.t) else T.NEVER
        made = self.empty_set(self.types.var(("set", self.place_of_node(), str(elem)), elem))
        if T.is_set(v.t):
            self.call_library("set_merge", made, v)
            return made
        if T.is_dict(v.t):
            self.call_library("set_expect", made, self.length(v))
        before, self.any_order = self.any_order, False
        self.each(v, lambda item: self.add(made, self.value_of(item)))
        self.any_order = before
        return made if not self.dead else V(T.NONE)

    def add(self, s: V, x: V) -> None:
        if self.dead:
            return
        assert isinstance(s.t, T.Container)
        s.t.vars[0].widen(x.t)
        self.call_library("set_add", s, x)

    def frozen(self, s: V) -> V:
        if self.dead:
            return s
        assert isinstance(s.t, T.Container)
        return V(T.FrozenSet(s.t.elem), s.p)

    def thawed(self, s: V) -> V:
        if self.dead or isinstance(s.t, T.Container):
            return s
        assert isinstance(s.t, T.FrozenSet)
        var = self.types.var(("thawed", self.place_of_node(), str(s.t.elem)), s.t.elem)
        return V(T.Container("set", (var,)), s.p)

    def convert_set(self, v: V, t: T.FrozenSet) -> V:
        """A frozenset with each element as another type: laid out the same."""
        source = v.t
        assert isinstance(source, T.FrozenSet)
        if isinstance(source.elem, T.Str) and isinstance(t.elem, T.Str):
            return V(t, v.p)
        var = T.Var(self.types, t.elem)
        made = V(t, self.empty_set(var).p)
        if str(source.elem) != "nothing":
            self.call_library("set_laid_out", made, v)
        return made

    def new_dict(self, site: Any, kind: str = "dict", extra: Any = None) -> V:
        keys, values = self.types.var((*site, "key")), self.types.var((*site, "value"))
        if kind == "Counter":
            values.widen(T.INT)
        return self.empty_dict(T.Container(kind, (keys, values), extra))

    def empty_dict(self, t: T.Container) -> V:
        header = self.allocate(7)
        self.poke_all(header, ["0"] * 7)
        return V(t, (header,))

    def hash_parts(self, v: V, h: V, exact: bool = False) -> V:
        """The hash of our own, of what is not just a few words."""
        t: T.Type = v.t
        if isinstance(t, T.Union):

            def one_of(arm: V) -> V:
                start = h.p[0]
                if exact and arm.t not in (T.INT, T.BOOL, T.FLOAT, T.BIG):
                    start = self._mix(self.op(f"xor i64 {start}, {SALT + t.tag(arm.t)}"))
                return V(T.INT, (self.mixed(arm, start, exact),))

            return self.dispatch(v, one_of)
        if t is T.FLOAT:
            return self.call_library("float_mixed", v, h)
        if t is T.BIG:
            return self._big_hash(v, h)
        if isinstance(t, T.Str):
            return self.call_library("text_hash", v, h)
        if exact and not isinstance(t, T.Obj):
            h = V(T.INT, (self.mixed(self.length(v), h.p[0]),))

        def mixed(h: V, item: V) -> V:
            return V(T.INT, (self.mixed(item, h.p[0], exact),))

        def added(total: V, item: V) -> V:
            return V(T.INT, (self.op(f"add i64 {total.p[0]}, {mixed(ZERO, item).p[0]}"),))

        def entry(total: V, pair: V) -> V:
            key, value = self.items_of(pair)
            one = mixed(mixed(ZERO, key), value)
            return V(T.INT, (self.op(f"add i64 {total.p[0]}, {one.p[0]}"),))

        if isinstance(t, T.Array):
            return self.folded(v, h, mixed, self.each_element)
        if isinstance(t, T.Seq) or T.is_list(t):
            return self.folded(v, h, mixed)
        if isinstance(t, T.Obj) and (isinstance(t.cls, type) or t.cls[0] == "list"):
            return functools.reduce(mixed, self.fields_of(v), h)
        if T.is_set(t):
            total = self.folded(v, ZERO, added, self.each_in_any_order)
        elif T.is_dict(t) or isinstance(t, T.Obj):
            total = self.folded(self.const(View("items", v)), ZERO, entry)
        else:
            total = self.unsupported("a hash of this")
        return V(T.INT, (self.mixed(total, h.p[0]),))

    def _big_hash(self, v: V, h: V) -> V:
        words = self.to_words(v)
        small = self.op(f"trunc i{WIDE_BITS} {v.p[0]} to i64")
        again = self.op(f"sext i64 {small} to i{WIDE_BITS}")
        fits = self.op(f"icmp eq i{WIDE_BITS} {again}, {v.p[0]}")
        one = self._mix(self.op(f"xor i64 {h.p[0]}, {small}"))
        many = h.p[0]
        for word in words:
            many = self._mix(self.op(f"xor i64 {many}, {word}"))
        return V(T.INT, (self.op(f"select i1 {fits}, i64 {one}, i64 {many}"),))

    def text_of_member(self, v: V, text: Any) -> V:
        """What `str`, `repr` or `format` make of the member of an Enum."""
        assert isinstance(v.t, T.Enum)
        if issubclass(v.t.cls, enum.Flag):
            return self.unsupported("the text of a flag")
        return self.choose(v, [text(member) for member in v.t.members])

    def text_of(self, v: V) -> V:
        """`str(v)` of strings, ints and what is made of them."""
        if isinstance(v.t, T.Union):
            return self.dispatch(v, self.text_of)
        if v.known and isinstance(v.k, str | int | float | bool | type(None)):
            return self.const(str(v.k))
        if isinstance(v.t, T.Str):
            return v
        if v.t is T.INT:
            return self.call_library("int_text", v)
        if v.t is T.BIG:
            return self.call_library("big_text", v)
        if v.t is T.NONE:
            return self.const("None")
        if isinstance(v.t, T.Enum):
            return self.text_of_member(v, str)
        if v.t is T.BOOL:
            yes, no = self.const("True"), self.const("False")
            return V(
                T.Str(frozenset(["True", "False"])),
                (self.op(f"select i1 {v.p[0]}, i64 {yes.p[0]}, i64 {no.p[0]}"),),
            )
        return self.unsupported(f"the text of a {v.t}")
