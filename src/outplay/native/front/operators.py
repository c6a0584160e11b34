"""Operators of all types."""

from __future__ import annotations

import ast
import operator
import types
from collections.abc import Callable
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.array_operators import ArrayOperators
from outplay.native.front.numbers import FOLD
from outplay.native.front.scopes import is_part
from outplay.native.front.texts import percent
from outplay.native.front.types import WIDE_BITS
from outplay.native.front.values import V

Put = Callable[[V, V], Any]
Span = tuple[V, V | None, V | None]
"""A tuple or string, and where the part of it begins and ends that is meant."""

UNARY: dict[str, Any] = {"USub": operator.neg, "UAdd": operator.pos, "Invert": operator.invert}
OF_SETS = {"BitOr": "union", "BitAnd": "intersection", "Sub": "difference"}
OF_SETS |= {"BitXor": "symmetric_difference"}
OF_COUNTERS = {"Add": operator.add, "Sub": operator.sub, "BitOr": max, "BitAnd": min}

RING = ast.BitAnd | ast.BitOr | ast.BitXor | ast.Add | ast.Sub | ast.Mult | ast.LShift
"""Operators of which the low bits of the result depend on those of the operands only."""


def method_of(name: str) -> str:
    """What the methods of the user's classes for an operator are called."""
    return str(FOLD[name].__name__).rstrip("_")


class Operators(ArrayOperators):
    """`a + b` and its kind."""

    def on_BinOp(self, node: ast.BinOp) -> V:
        if isinstance(node.op, ast.Add) and (is_part(node.left) or is_part(node.right)):
            return self.concatenation(node)
        if isinstance(node.op, ast.BitAnd) and isinstance(node.left, ast.BinOp):
            if isinstance(node.left.op, ast.RShift):
                return self._bits_of(node, node.left)
            self._low_bits(node)
        a = self.expr(node.left)
        if T.is_set(a.t) and not self.dead:
            return self._of_sets(node, a)
        b = self.expr(node.right)
        self.node = node
        return self.binary(type(node.op).__name__, a, b)

    def _low_bits(self, node: ast.BinOp) -> None:
        """`(x << n | …) & MASK`: what is above the mask does not matter, so it may get lost."""
        parts: set[int] = set()
        waiting: list[ast.expr] = [node.left]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ast.BinOp) and isinstance(part.op, RING):
                parts.add(id(part))
                waiting += (
                    [part.left] if isinstance(part.op, ast.LShift) else [part.left, part.right]
                )
        self.wrapping -= parts
        if isinstance(node.right, ast.Name | ast.Constant):
            mask = self.expr(node.right).k
            if type(mask) is int and 0 <= mask < 1 << WIDE_BITS - 1:
                self.wrapping |= parts

    def _bits_of(self, node: ast.BinOp, shift: ast.BinOp) -> V:
        """`x >> n & 1`"""
        x, n = self.expr(shift.left), self.expr(shift.right)
        mask = getattr(node.right, "value", None)
        self.node = shift
        if (
            x.t is T.BIG
            and n.t is T.INT
            and not n.known
            and type(mask) is int
            and 0 <= mask < 1 << 63
        ):
            return V(T.INT, (self.bits_from(x, n, mask),))
        x = self.binary("RShift", x, n)
        y = self.expr(node.right)
        self.node = node
        return self.binary("BitAnd", x, y)

    def _of_sets(self, node: ast.BinOp, a: V) -> V:
        """An operation of a set: one that nobody else has cannot be changed."""
        elem = a.elem
        name = {"BitOr": "set_with_one", "Sub": "set_without_one"}.get(type(node.op).__name__)
        given, right = self._nobody_elses(node.left, a), node.right
        elts = right.elts if isinstance(right, ast.Set) else []
        if len(elts) == 1 and not isinstance(elts[0], ast.Starred) and name and T.is_small(elem):
            x = self.value_of(self.expr(elts[0]))
            self.node = node
            if self.dead:
                return V(T.NEVER)
            if str(x.t) == str(elem):
                return V(a.t, self.call_library(name, given, x).p)
            b = self.set_from(self.const(()))
            self.add(b, x)
            return self.binary(type(node.op).__name__, a, b)
        b = self.expr(right)
        self.node = node
        if self.dead or not T.is_set(b.t):
            return self.binary(type(node.op).__name__, a, b)
        found = self.binary(type(node.op).__name__, given, self._nobody_elses(right, b))
        if given is a or not isinstance(found.t, T.FrozenSet):
            return found
        return V(a.t, found.p) if str(found.t.elem) == str(elem) else self.thawed(found)

    def _nobody_elses(self, node: ast.expr, v: V) -> V:
        """A set of small ints that was only just made, as a frozenset."""
        made = isinstance(node, ast.BinOp | ast.Set | ast.SetComp) or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and self.expr(node.func).k is set
        )
        if made and isinstance(v.t, T.Container) and T.is_small(v.t.elem):
            return V(T.FrozenSet(v.t.elem), v.p)
        return v

    def binary(self, name: str, a: V, b: V) -> V:
        if self.dead:
            return V(T.NEVER)
        constants = isinstance(a.k, tuple) and isinstance(b.k, tuple | list | int)
        if constants and isinstance(a.t, T.Const) and name in ("Add", "Mult") and len(a.k) < 10**5:
            folded = self.fold(name, a.k, b.k)
            if folded is not None:
                return folded
        classes = all(v.k is None or isinstance(v.k, type | types.UnionType) for v in (a, b))
        if name == "BitOr" and classes and not (a.k is b.k is None):
            return self.const(a.k | b.k)  # `int | float`, for isinstance
        found = self.arithmetic(name, a, b)
        if found is not None:
            return found
        if isinstance(a.t, T.Union):
            return self.dispatch(a, lambda arm: self.binary(name, arm, b))
        if isinstance(b.t, T.Union):
            return self.dispatch(b, lambda arm: self.binary(name, a, arm))
        if isinstance(a.t, T.Str) and name == "Mod":
            return percent(self.whole(), a, b)
        a, b = self.materialise(a), self.materialise(b)
        return self.operator_of_containers(name, a, b) or self.fail(TypeError)

    def operator_of_containers(self, name: str, a: V, b: V) -> V | None:
        s, t = a.t, b.t
        if isinstance(s, T.Array) or isinstance(t, T.Array):
            return self.array_operator(name, a, b)
        if isinstance(s, T.Str) and isinstance(t, T.Str) and name == "Add":
            if a.known and b.known:
                return self.const(a.k + b.k)
            return self.call_library("str_add", a, b)
        if name == "Mult":
            if t in (T.INT, T.BOOL, T.BIG) and _is_sequence(s):
                return self.repeated(a, self.to_int(b))
            if s in (T.INT, T.BOOL, T.BIG) and _is_sequence(t):
                return self.repeated(b, self.to_int(a))
        if name == "Add" and isinstance(s, T.Tuple | T.Seq) and isinstance(t, T.Tuple | T.Seq):
            if (
                isinstance(s, T.Tuple)
                and isinstance(t, T.Tuple)
                and len(s.items) + len(t.items) <= 8
            ):
                return self.tuple_of([*self.items_of(a), *self.items_of(b)])
            return self._joined_tuples([(a, None, None), (b, None, None)])
        both = isinstance(s, T.Container) and isinstance(t, T.Container) and s.kind == t.kind
        kind = a.container.kind if both else ""
        if name == "Add" and kind in ("list", "deque"):
            xs = self.list_from(a, kind, a.container.extra)
            self.method(xs, "extend", [b], {})
            return xs
        if kind == "Counter" and name in OF_COUNTERS:
            return self.call_library("counter_combined", self.const(OF_COUNTERS[name]), a, b)
        if T.is_set(s) and T.is_set(t) and name in OF_SETS:
            return self.method(a, OF_SETS[name], [b], {})
        if isinstance(s, T.Container) and s.kind == "Counter" and T.is_dict(t):
            return self.unsupported("a Counter and a dict so")
        for used in (s, t):
            if T.is_record(used):
                self.module.no_record(used.cls)  # records know no operators
        if T.is_dict(s) and T.is_dict(t) and name == "BitOr":
            d = self.method(a, "copy", [], {})
            self.method(d, "update", [b], {})
            return d
        if isinstance(s, T.Str) and name == "Mod":
            return percent(self.whole(), a, b)
        own = method_of(name)
        return self.call_own(a, f"__{own}__", b) or self.call_own(b, f"__r{own}__", a)

    def repeated(self, v: V, n: V) -> V:
        """`v * n` of a string, tuple or list."""
        if isinstance(v.t, T.Str):
            return self.call_library("str_repeat", v, n)
        if isinstance(v.t, T.Tuple) and n.known and len(v.t.items) * max(0, n.k) <= 8:
            return self.tuple_of(self.items_of(v) * max(0, n.k))
        xs = self.indexable(v)
        site = ("repeat", self.place_of_node(), str(v.t))
        var = self.types.var(site, self.types.element(v.t))
        length = self.length(xs)
        times = self.not_negative(n.p[0])
        total = self.new_list(var, self.op(f"mul i64 {times}, {length.p[0]}"))
        self.count_to(times, lambda _: self.each(xs, lambda item: self.append(total, item)))
        return total if isinstance(v.t, T.Container) else self.seq_from(total)

    def not_negative(self, n: str) -> str:
        positive = self.op(f"icmp sgt i64 {n}, 0")
        return self.op(f"select i1 {positive}, i64 {n}, i64 0")

    def concatenation(self, node: ast.BinOp) -> V:
        """`a[:i] + (x,) + a[i + 1:]`: slices are copied once, to where they belong."""
        nodes: list[ast.expr] = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
            nodes.insert(0, left.right)
            left = left.left
        nodes.insert(0, left)
        parts: list[Span] = []
        for part in nodes:
            if is_part(part):
                assert isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice)
                base = self.expr(part.value)
                lower = self.expr(part.slice.lower) if part.slice.lower else None
                upper = self.expr(part.slice.upper) if part.slice.upper else None
                parts.append((base, lower or self.const(0), upper))
            else:
                parts.append((self.expr(part), None, None))
            if self.dead:
                return V(T.NEVER)
        self.node = node
        made = [(self.materialise(v), lower, upper) for v, lower, upper in parts]
        if all(isinstance(v.t, T.Str) for v, _, _ in made):
            return self._joined(made, T.STR)
        if all(
            isinstance(v.t, T.Seq) or (isinstance(v.t, T.Tuple) and v.t.cls is None)
            for v, _, _ in made
        ):
            return self._joined_tuples(made)
        total: V | None = None
        for v, lower, upper in parts:
            one = v if lower is None else self.slice_of(v, lower, upper, None)
            total = one if total is None else self.binary("Add", total, one)
        assert total is not None
        return total

    def _joined_tuples(self, parts: list[Span]) -> V:
        elem = self.types.all_of(self.types.element(v.t) for v, _, _ in parts)
        return self._joined(parts, T.Seq(elem))

    def _joined(self, parts: list[Span], t: Any) -> V:
        """Parts of tuples or strings, one behind the other."""
        spans: list[tuple[V, str, str]] = []
        total = "0"
        for v, lower, upper in parts:
            if isinstance(t, T.Seq):
                v = self.convert(v, t)
            start = "0"
            length = self.length(v)
            if lower is not None:
                a, b, _ = self.bounds(lower, upper, None, length)
                start = a.p[0]
                n = self.op(f"sub i64 {b.p[0]}, {start}")
                length = V(T.INT, (self.not_negative(n),))
            spans.append((v, start, length.p[0]))
            total = self.op(f"add i64 {total}, {length.p[0]}")
        if self.dead:
            return V(T.NEVER)
        if isinstance(t, T.Str):
            text = self.new_text(total)
            at = "0"
            for v, start, n in spans:
                given = f"i64 {text}, i64 {at}, i64 {v.p[0]}, i64 {start}, i64 {n}"
                self.do(f"call void @str_copy({given})")
                at = self.op(f"add i64 {at}, {n}")
            return V(T.STR, (self.op(f"call i64 @str_done(i64 {text}, i64 {total})"),))
        words = t.elem.words
        address, _ = self.new_seq(total, t.elem)
        at = self.op(f"add i64 {address}, 8")
        for v, start, n in spans:
            source = self.element(v.p[0], start, t.elem, 1)
            size = self.op(f"mul i64 {n}, {words}")
            self.copy_words(at, source, size)
            at = self.op(f"add i64 {at}, {self.op(f'shl i64 {size}, 3')}")
        return V(t, (address,))

    def on_UnaryOp(self, node: ast.UnaryOp) -> V:
        if isinstance(node.op, ast.Not):
            return self.negation(self.truth(self.expr(node.operand)))
        v = self.expr(node.operand)
        return self.unary(type(node.op).__name__, v)

    def unary(self, name: str, v: V) -> V:
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.unary(name, arm))
        if v.known and isinstance(v.k, int | float) and not (name == "Invert" and v.t is T.FLOAT):
            return self.const(UNARY[name](v.k))
        if isinstance(v.t, T.Array):
            return self.array_unary(name, v)
        if isinstance(v.t, T.Enum) and v.t.is_flags and name == "Invert":
            members = v.t.members
            turned = [~m for m in members]
            if all(m in members for m in turned):
                at = self.choose(v, [members.index(m) for m in turned])
                return V(v.t, at.p)
            return self.unsupported("`~` of these flags")
        v = self.number(v)
        if name == "UAdd":
            found = self.to_int(v) if v.t is T.BOOL else v if v.t in T.NUMBERS else None
        else:
            found = self.negate(v) if name == "USub" else self.invert(v)
        return found or self.call_own(v, f"__{UNARY[name].__name__}__") or self.fail(TypeError)


def _is_sequence(t: Any) -> bool:
    return isinstance(t, T.Str | T.Tuple | T.Seq) or (
        isinstance(t, T.Container) and t.kind == "list"
    )
