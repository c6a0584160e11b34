"""Iterators that only exist while compiling."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler

Body = Callable[[V], object]


class Lazy:
    """An iterator that only exists while compiling."""

    once = True
    """Is it used up when it has been gone through?"""

    def each(self, f: FunctionCompiler, body: Body) -> None:
        raise NotImplementedError


@dataclass(eq=False)
class Generator(Lazy):
    """A generator expression, not started."""

    node: ast.GeneratorExp | ast.ListComp | ast.SetComp
    scope: Any
    first: V
    """What it goes through, which is looked up where the expression stands."""

    def each(self, f: FunctionCompiler, body: Body) -> None:
        outer = f.scope, f.weight, f.node, f.plain

        def one() -> None:
            v = f.expr(self.node.elt)
            if f.dead:
                return
            inside = f.scope, f.weight, f.node, f.plain
            f.scope, f.weight, f.node, f.plain = outer
            body(v)
            f.scope, f.weight, f.node, f.plain = inside

        f.comprehension(self.node.generators, self.scope, one, self.first)


@dataclass(eq=False)
class Call(Lazy):
    """A call of a generator function."""

    source: Any
    arguments: list[V]
    keywords: dict[str, V]

    def each(self, f: FunctionCompiler, body: Body) -> None:
        f.run_generator(self.source, self.arguments, self.keywords, body)


@dataclass(eq=False)
class Function(Lazy):
    """Anything that calls its body for each of its values."""

    run: Callable[[FunctionCompiler, Body], object]
    reads: tuple[V, ...] | None = None
    """All that it depends on, where that is known."""

    def each(self, f: FunctionCompiler, body: Body) -> None:
        self.run(f, body)


SPENT = Function(lambda f, _: f.unsupported("an iterator that is gone through a second time"))
"""An iterator that was gone through before, or may have been."""


@dataclass(eq=False)
class Part(Lazy):
    """`s[a:b]` of a string or tuple that is gone through or looked into: it need not be copied."""

    of: V
    start: V
    stop: V
    once = False

    def each(self, f: FunctionCompiler, body: Body) -> None:
        numbers = V(T.RANGE, (self.start.p[0], self.stop.p[0], "1"))
        f.each(numbers, lambda i: body(f.item_at(self.of, i)))


@dataclass(eq=False)
class View(Lazy):
    """`d.items()`, `d.values()` or `d.keys()`."""

    what: str
    of: V
    once = False

    def each(self, f: FunctionCompiler, body: Body) -> None:
        def one(key: Callable[[], V], value: Callable[[], V]) -> None:
            if self.what == "items":
                body(f.tuple_of([key(), value()]))
            else:
                body(key() if self.what == "keys" else value())

        f.each_entry(self.of, one)


@dataclass(eq=False)
class Zip(Lazy):
    parts: list[V]
    strict: bool = False

    def each(self, f: FunctionCompiler, body: Body) -> None:
        if any(hasattr(part.k, "pull") for part in self.parts):
            if self.strict:
                f.unsupported("`zip` with `strict` of an iterator")
                return
            self._pull(f, body)
            return
        endless = [part.k if hasattr(part.k, "empty") else None for part in self.parts]
        parts = [p if e else f.indexable(p) for p, e in zip(self.parts, endless, strict=True)]
        limits = [f.length(p) for p, e in zip(parts, endless, strict=True) if e is None]
        limits += [e.bound(f) for e in endless if e is not None and e.empty is not None]
        length = functools.reduce(
            functools.partial(f.extreme, "Lt"), limits or [f.const(2**63 - 1)]
        )
        if self.strict and any(endless):
            f.unsupported("`zip` with `strict` of what never ends")
            return

        def one(i: V) -> None:
            pairs = zip(parts, endless, strict=True)
            body(f.pack([e.at(f, i) if e else f.item_at(p, i) for p, e in pairs]))

        f.count_to(length.p[0], one)
        if self.strict and not f.dead:
            for limit in limits:  # noticed at the end, as Python does
                other = f.op(f"icmp ne i64 {limit.p[0]}, {length.p[0]}")
                f.fail_if(other, ValueError)

    def _pull(self, f: Any, body: Body) -> None:
        """One after the other: some of them are iterators that others go on with."""
        from outplay.native.front.iterators import Iter, cursor_of, pulled

        found = []
        for part in self.parts:
            if not isinstance(part.k, Lazy) or isinstance(part.k, View):
                part = f.const(Iter(f.indexable(part)))
            cursor = cursor_of(f, part)
            if cursor is None:
                return
            found.append(cursor)
        pulled(f, lambda none: f.pack([cursor.pull(f, none) for cursor in found]), body)


class Pack:
    """A tuple while compiling, whose items may be constants."""

    def __init__(self, items: list[V]) -> None:
        self.items = items


class Slice:
    """`a:b:c` while compiling."""

    def __init__(self, lower: V | None, upper: V | None, step: V | None) -> None:
        self.lower, self.upper, self.step = lower, upper, step


def is_constant(v: V) -> bool:
    """Is it known as a value of Python's, not only as something to go through?"""
    kinds = (bool, int, float, str, type(None), tuple, type)
    return isinstance(v.k, kinds) or (hasattr(v.k, "_value_") and not isinstance(v.k, Lazy | Pack))


def is_slice(v: V) -> bool:
    return isinstance(v.k, Slice)
