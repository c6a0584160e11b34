"""Slices: their bounds, and the parts they name."""

from __future__ import annotations

import ast

from outplay.native.front import types as T
from outplay.native.front.expressions import Expressions
from outplay.native.front.lazy import Pack, Slice
from outplay.native.front.values import V


class Slices(Expressions):
    """`xs[a:b:c]`"""

    def on_Slice(self, node: ast.Slice) -> V:
        parts = [
            self.expr(p) if p is not None else None for p in (node.lower, node.upper, node.step)
        ]
        parts = [None if p is not None and p.t is T.NONE else p for p in parts]
        return self.const(Slice(*parts))

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
        if isinstance(v.t, T.Union):
            return self.dispatch(
                v, lambda arm: length if arm.t is T.NONE else self._clip(arm, length)
            )
        v = self.to_int(self.number(v))
        if v.t is not T.INT:
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
        return V(T.INT, (self.op(f"select i1 {beyond}, i64 {n}, i64 {at}"),))

    def slice_of(self, v: V, lower: V | None, upper: V | None, step: V | None) -> V:
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.slice_of(arm, lower, upper, step))
        if step is not None and step.known and step.k == 0:
            return self.fail(ValueError)
        ends = [None if p is None else p.k for p in (lower, upper, step)]
        if all(end is None or isinstance(end, int) for end in ends):
            where = slice(*ends)
            if (isinstance(v.t, T.Const) and isinstance(v.k, tuple | range)) or (
                v.known and isinstance(v.k, str)
            ):
                return self.const(v.k[where])
            if isinstance(v.k, Pack):
                return self.pack(v.k.items[where])
            if isinstance(v.t, T.Tuple):
                return self.tuple_of(self.items_of(v)[where])
        v = self.materialise(v)
        if isinstance(v.t, T.Tuple):
            v = self.convert(v, T.Seq(self.types.element(v.t)))
        length = self.length(v)
        a, b, c = self.bounds(lower, upper, step, length)
        plain = c.known and c.k == 1
        parts = (a, b) if plain else (a, b, c)
        if isinstance(v.t, T.Str):
            return self.call_library("str_slice" if plain else "str_steps", v, *parts)
        if isinstance(v.t, T.Seq):
            if plain:
                return self._part(v, a, b)
            return self.seq_from(self.call_library("seq_steps", v, *parts))
        if isinstance(v.t, T.Container) and v.t.kind == "list":
            return self.call_library("list_slice" if plain else "seq_steps", v, *parts)
        if v.t is T.RANGE:
            return self.unsupported("a slice of a range")
        return self.fail(TypeError)

    def _part(self, v: V, a: V, b: V) -> V:
        """Elements a to b of a tuple in the arena."""
        t = v.t
        assert isinstance(t, T.Seq)
        n = self.not_negative(self.op(f"sub i64 {b.p[0]}, {a.p[0]}"))
        address, words = self.new_seq(n, t.elem)
        source = self.element(v.p[0], a.p[0], t.elem, 1)
        self.copy_words(self.op(f"add i64 {address}, 8"), source, words)
        return V(t, (address,))
