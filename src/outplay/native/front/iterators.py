"""Iterators that are kept: `it = iter(xs)`, and those of `itertools`.

An iterator that is gone through where it is made needs no memory. One that a name holds, and that
is used more than once, is what it gives and a word in the arena: where it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.emit import Join
from outplay.native.front.lazy import Body, Call, Function, Generator, Lazy, Pack, Part, View, Zip
from outplay.native.front.lists import holds_reference
from outplay.native.front.scopes import Closure, captured_names
from outplay.native.front.special import simple, special
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@dataclass(eq=False)
class Endless(Lazy):
    """`count`, `cycle` and `repeat`: element `i` for every i."""

    at: Callable[[Any, V], V]
    empty: Callable[[Any], V] | None = None
    """Whether there is no element at all."""

    def bound(self, f: FunctionCompiler) -> V:
        """How many it has, as far as anybody can count."""
        assert self.empty is not None
        none = self.empty(f)
        if none.known:
            return f.const(0 if none.k else 2**63 - 1)
        return V(T.INT, (f.op(f"select i1 {none.p[0]}, i64 0, i64 {2**63 - 1}"),))

    def each(self, f: FunctionCompiler, body: Body) -> None:
        out = Join(f)
        if self.empty is not None:
            f.fork_on(f.negation(self.empty(f)), out)

        def one(i: V) -> None:
            f.hear()
            body(self.at(f, i))

        f.counted("0", None, one)
        f.land(out)


@dataclass(eq=False)
class Cursor(Lazy):
    """An iterator with a place of its own: what it goes through, and the address of where it is."""

    of: V | Endless
    cell: str
    once = False

    def pull(self, f: FunctionCompiler, none: Join) -> V:
        """The next value; goes to `none` where there is none."""
        i, of = V(T.INT, (f.peek(self.cell),)), self.of
        if not isinstance(of, Endless):
            f.fork_on(f.order("Lt", i, f.length(of)), none)
        elif of.empty is not None:
            f.fork_on(f.negation(of.empty(f)), none)
        f.poke(self.cell, 0, f.op(f"add i64 {i.p[0]}, 1"))
        return of.at(f, i) if isinstance(of, Endless) else f.item_at(of, i)

    def each(self, f: FunctionCompiler, body: Body) -> None:
        pulled(f, lambda none: self.pull(f, none), body)


def pulled(f: FunctionCompiler, pull: Callable[[Join], V], body: Body) -> None:
    """`body` of what `pull` gives, until it goes to the join that it is given."""
    out = Join(f)

    def once(again: Join) -> None:
        body(pull(out))
        f.jump(again)

    f.repeat(f.loop_site(), set(), once)
    f.land(out)


def cursor_of(f: FunctionCompiler, v: V) -> Cursor | None:
    """An iterator that can be used more than once; None (and unsupported) if there is no way."""
    lazy = v.k
    if isinstance(lazy, Cursor):
        return lazy
    if isinstance(lazy, Endless):
        source: V | Endless = lazy
    elif isinstance(lazy, Iter) and not isinstance(lazy.of.k, Lazy):
        source = f.indexable(lazy.of)
    elif _is_steady(f, v):
        source = _listed(f, v)
    else:
        f.unsupported("an iterator that is used in several places, of what may change meanwhile")
        return None
    if f.dead:
        return None
    cell = f.allocate(1)
    f.poke(cell, 0, "0")
    return Cursor(source, cell)


def _listed(f: FunctionCompiler, v: V) -> V:
    """All that an iterator gives; where that raises, Python may not come so far."""
    caught = Join(f)
    f.handlers.append(((BaseException,), caught))
    xs = f.list_from(v)
    f.handlers.pop()
    after = Join(f)
    f.jump(after, xs)
    if f.land(caught):
        f.unsupported("an iterator that raises before it is used up")
    return f.landed(after)


def _is_steady(f: FunctionCompiler, v: V) -> bool:
    """Does an iterator give the same whenever it is gone through?"""
    if not isinstance(v.t, T.Const):
        return not holds_reference(v.t)
    if isinstance(v.k, Lazy | Pack):
        reads = _read_by(f, v.k)
        return reads is not None and all(_is_steady(f, one) for one in reads)
    return not isinstance(v.k, Closure) or not captured_names(v.k.source.node)


def _read_by(f: FunctionCompiler, lazy: Lazy | Pack) -> Iterable[V] | None:
    """All that an iterator depends on; None if that is not known."""
    if isinstance(lazy, Pack):
        return lazy.items
    if isinstance(lazy, Iter | View | Part):
        return [lazy.of]
    if isinstance(lazy, Zip):
        return lazy.parts
    if isinstance(lazy, Call) and not isinstance(lazy.source, Closure):
        return [*lazy.arguments, *lazy.keywords.values()]
    if isinstance(lazy, Generator):
        return [lazy.first, *_names_in(f, lazy)]
    return lazy.reads if isinstance(lazy, Function) else None


def _names_in(f: FunctionCompiler, lazy: Generator) -> list[V]:
    """The variables that a generator expression reads, as they are now."""
    found: list[V] = []
    for node in ast.walk(lazy.node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            held = (f.env.get(at.prefix + node.id) for at in lazy.scope.chain())
            found += [v for v in held if v is not None][:1]
        elif isinstance(node, ast.Lambda | ast.NamedExpr):
            found.append(V(T.Const(node), (), Endless(lambda f, i: i)))
    return found


@dataclass(eq=False)
class Iter(Lazy):
    """`iter(v)`"""

    of: V

    def each(self, f: FunctionCompiler, body: Body) -> None:
        f.each(self.of, body)


def is_iterator(v: V) -> bool:
    """Can it be gone through only once?"""
    return isinstance(v.t, T.Const) and isinstance(v.k, Lazy) and not isinstance(v.k, View)


@special(iter)
def _iter(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
    if len(arguments) != 1:
        return f.unsupported("`iter` of a function")
    (v,) = arguments
    if is_iterator(v):
        return v
    return f.const(Iter(f.materialise(v) if not isinstance(v.k, Lazy | Pack) else v))


@simple(next)
def _next(f: FunctionCompiler, v: V, default: V | None = None) -> V:
    if not is_iterator(v):
        # A function that returned an iterator gave a list.
        return f.unsupported("`next` of this")
    found = Join(f)
    if isinstance(v.k, Cursor):
        none = Join(f)
        item = v.k.pull(f, none)
        f.jump(found, f.value_of(item))
        f.land(none)
    elif isinstance(v.k, Iter) and f.has_bits(v.k.of):
        f.module.note("ordered")
        of = v.k.of
        f.when(f.truth(of), lambda: f.jump(found, f.call_library("set_first", of)))
    else:
        f.each(v, lambda item: f.jump(found, f.value_of(item)))
    if default is None:
        f.fail(StopIteration)
    else:
        f.jump(found, default)
    return f.landed(found)
