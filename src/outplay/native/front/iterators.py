"""Iterators that are kept: `it = iter(xs)`, and those of `itertools`.

An iterator that is gone through where it is made needs no memory. One that a name holds, and that is
used more than once, is what it gives and a word in the arena: where it is.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outplay.native.front.builtin import Special, simple, special
from outplay.native.front.calls import Spread
from outplay.native.front.containers import holds_reference
from outplay.native.front.emit import Join
from outplay.native.front.iterate import (
    Body,
    Call,
    Enumerate,
    Function,
    Generator,
    Lazy,
    Pack,
    View,
    Zip,
)
from outplay.native.front.scopes import Closure
from outplay.native.front.types import BOOL, INT, NEVER, NONE, RANGE, ConstT, TupleT
from outplay.native.front.values import FALSE, TRUE, V


@dataclass(eq=False)
class Endless(Lazy):
    """`count`, `cycle` and `repeat`: element `i` for every i."""

    at: Callable[[Any, V], V]
    empty: Callable[[Any], V] | None = None
    """Whether there is no element at all."""
    reads: tuple[V, ...] = ()

    def bound(self, f: Any) -> V:
        """How many it has, as far as anybody can count."""
        assert self.empty is not None
        none = self.empty(f)
        if none.known:
            return f.const(0 if none.k else 2**63 - 1)  # type: ignore[no-any-return]
        return V(INT, (f.op(f"select i1 {none.p[0]}, i64 0, i64 {2**63 - 1}"),))

    def each(self, f: Any, body: Body) -> None:
        name = f.hidden("i")
        f.env[name] = V(INT, ("0",))
        out = Join(f)
        if self.empty is not None:
            on = Join(f)
            f.fork(self.empty(f), out, on)
            f.land(on)

        def once(again: Join) -> None:
            i = f.env[name]
            f.env[name] = V(INT, (f.op(f"add nsw i64 {i.p[0]}, 1"),))
            body(self.at(f, i))
            f.jump(again)

        f.repeat(f.loop_site(name), {name}, once)
        f.land(out)
        f.env.pop(name, None)


@dataclass(eq=False)
class Cursor(Lazy):
    """An iterator with a place of its own: what it goes through, and the address of where it is."""

    of: V | Endless
    cell: str

    def pull(self, f: Any, none: Join) -> V:
        """The next value; goes to `none` where there is none."""
        i = V(INT, (f.peek(self.cell),))
        some = Join(f)
        if isinstance(self.of, Endless):
            if self.of.empty is not None:
                f.fork(self.of.empty(f), none, some)
                f.land(some)
        else:
            f.fork(f.order("Lt", i, f.length(self.of)), some, none)
            f.land(some)
        f.poke(self.cell, 0, f.op(f"add i64 {i.p[0]}, 1"))
        if isinstance(self.of, Endless):
            return self.of.at(f, i)
        return f.item_at(self.of, i)  # type: ignore[no-any-return]

    def each(self, f: Any, body: Body) -> None:
        pulled(f, lambda none: self.pull(f, none), body)


def pulled(f: Any, pull: Callable[[Join], V], body: Body) -> None:
    """`body` of what `pull` gives, until it goes to the join that it is given."""
    out = Join(f)

    def once(again: Join) -> None:
        body(pull(out))
        f.jump(again)

    f.repeat(f.loop_site(""), set(), once)
    f.land(out)


def cursor_of(f: Any, v: V) -> Cursor | None:
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


def _listed(f: Any, v: V) -> V:
    """All that an iterator gives; where that raises, Python may not come so far."""
    caught = Join(f)
    f.handlers.append(((BaseException,), caught, f.depth))
    xs = f.list_from(v)
    f.handlers.pop()
    after = Join(f)
    f.jump(after, xs)
    if f.land(caught):
        f.unsupported("an iterator that raises before it is used up")
    found = f.land(after)
    return found[0] if found else V(NEVER)


def _is_steady(f: Any, v: V) -> bool:
    """Does an iterator give the same whenever it is gone through?"""
    if not isinstance(v.t, ConstT):
        return not holds_reference(v.t)
    lazy = v.k
    if isinstance(lazy, Pack):
        return all(_is_steady(f, item) for item in lazy.items)
    if not isinstance(lazy, Lazy):
        return not isinstance(lazy, Closure) or not captured_names(lazy.source.node)
    if isinstance(lazy, Iter | View):
        return _is_steady(f, lazy.of)
    if isinstance(lazy, Zip):
        return all(_is_steady(f, part) for part in lazy.parts)
    if isinstance(lazy, Enumerate):
        return _is_steady(f, lazy.of)
    if isinstance(lazy, Call):
        values = [*lazy.arguments, *lazy.keywords.values()]
        return not isinstance(lazy.source, Closure) and all(_is_steady(f, a) for a in values)
    if isinstance(lazy, Generator):
        return _is_steady(f, lazy.first) and all(_is_steady(f, v) for v in _names_in(f, lazy))
    if isinstance(lazy, Function):
        return lazy.reads is not None and all(_is_steady(f, a) for a in lazy.reads)
    return False


def _names_in(f: Any, lazy: Generator) -> list[V]:
    """The variables that a generator expression reads, as they are now."""
    scope, found = lazy.scope, []
    for node in ast.walk(lazy.node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            at = scope
            while at is not None:
                v = f.env.get(at.prefix + node.id)
                if v is not None:
                    found.append(v)
                    break
                at = at.parent
        elif isinstance(node, ast.Lambda | ast.NamedExpr):
            found.append(V(ConstT(node), (), Endless(lambda f, i: i)))
    return found


def captured_names(node: ast.AST) -> set[str]:
    """Names that a function reads and does not bind itself, as far as they are no built-ins."""
    from outplay.native.front.scopes import local_names

    bound = local_names(node)
    for child in ast.walk(node):
        if isinstance(child, ast.comprehension):
            bound |= {n.id for n in ast.walk(child.target) if isinstance(n, ast.Name)}
    return {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
    } - bound


@dataclass(eq=False)
class Iter(Lazy):
    """`iter(v)`"""

    of: V

    def each(self, f: Any, body: Body) -> None:
        f.each(self.of, body)


def is_iterator(v: V) -> bool:
    """Can it be gone through only once?"""
    return isinstance(v.t, ConstT) and isinstance(v.k, Lazy) and not isinstance(v.k, View)


@special(iter)
def _iter(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    if len(arguments) != 1:
        return f.unsupported("`iter` of a function")  # type: ignore[no-any-return]
    (v,) = arguments
    if is_iterator(v):
        return v
    return f.const(Iter(f.materialise(v) if not isinstance(v.k, Lazy | Pack) else v))  # type: ignore[no-any-return]


@simple(next)
def _next(f: Any, v: V, default: V | None = None) -> V:
    if not is_iterator(v):
        # A function that returned an iterator gave a list.
        return f.unsupported("`next` of this")  # type: ignore[no-any-return]
    found = Join(f)
    if isinstance(v.k, Cursor):
        none = Join(f)
        item = v.k.pull(f, none)
        f.jump(found, f.value_of(item))
        f.land(none)
    else:
        f.each(v, lambda item: f.jump(found, f.value_of(item)))
    if default is None:
        f.fail(StopIteration)
    else:
        f.jump(found, default)
    values = f.land(found)
    return values[0] if values else V(NEVER)


# --- itertools ---------------------------------------------------------------------------------


@special(itertools.count)
def _count(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    start = keywords.get("start") or (arguments[0] if arguments else f.const(0))
    step = keywords.get("step") or (arguments[1] if len(arguments) > 1 else f.const(1))
    if any(f.number(v).t not in (INT, BOOL) for v in (start, step)):
        return f.unsupported("`count` of this")  # type: ignore[no-any-return]

    def at(f: Any, i: V) -> V:
        more = i if step.known and step.k == 1 else f.binary("Mult", i, step)
        return f.binary("Add", start, more)  # type: ignore[no-any-return]

    return f.const(Endless(at, None, (start, step)))  # type: ignore[no-any-return]


@simple(itertools.cycle)
def _cycle(f: Any, v: V) -> V:
    xs = f.seq_from(v) if isinstance(v.k, Lazy) else f.indexable(v)
    if f.dead:
        return V(NEVER)
    n = f.length(xs)
    return f.const(Endless(  # type: ignore[no-any-return]
        lambda f, i: f.item_at(xs, V(INT, (f.op(f"urem i64 {i.p[0]}, {n.p[0]}"),))),
        lambda f: f.equal(n, f.const(0)), (xs,),
    ))  # fmt: skip


@special(itertools.repeat)
def _repeat(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = arguments[0]
    times = keywords.get("times") or (arguments[1] if len(arguments) > 1 else None)
    if times is None:
        return f.const(Endless(lambda f, i: v, None, (v,)))  # type: ignore[no-any-return]
    n = f.to_int(f.number(times))
    return f.const(Function(  # type: ignore[no-any-return]
        lambda f, body: f.each(V(RANGE, ("0", n.p[0], "1")), lambda _: body(v)), (v,)))  # fmt: skip


def _fork(f: Any, test: V) -> tuple[Join, Join]:
    yes, no = Join(f), Join(f)
    f.fork(test, yes, no)
    return yes, no


@simple(itertools.islice)
def _islice(f: Any, v: V, *limits: V) -> V:
    values = [None if x.t is NONE else f.to_int(f.number(x)) for x in limits]
    if len(values) == 1:
        values.insert(0, None)
    start = values[0] if values[0] is not None else f.const(0)
    stop = values[1]
    step = values[2] if len(values) > 2 and values[2] is not None else f.const(1)
    for x, least in ((start, 0), (stop, 0), (step, 1)):
        if x is not None and not (x.known and x.k >= least):
            f.fail_if(f.op(f"icmp slt i64 {x.p[0]}, {least}"), ValueError)

    def run(f: Any, body: Any) -> None:
        name = f.hidden("n")
        f.env[name] = V(INT, ("0",))
        out = Join(f)
        if stop is not None:
            on = Join(f)
            f.fork(f.order("Lt", f.const(0), stop), on, out)
            f.land(on)

        def one(item: V) -> None:
            n = f.env[name]
            f.env[name] = V(INT, (f.op(f"add i64 {n.p[0]}, 1"),))
            inside, after = Join(f), Join(f)
            if start.known and start.k == 0 and step.known and step.k == 1:
                f.jump(inside)
            else:
                beyond = Join(f)
                f.fork(f.order("GtE", n, start), beyond, after)
                f.land(beyond)
                distance = f.op(f"sub i64 {n.p[0]}, {start.p[0]}")
                rest = V(INT, (f.op(f"srem i64 {distance}, {step.p[0]}"),))
                f.fork(f.equal(rest, f.const(0)), inside, after)
            f.land(inside)
            body(item)
            f.jump(after)
            f.land(after)
            if stop is not None:
                on = Join(f)
                f.fork(f.order("Lt", f.env[name], stop), on, out)
                f.land(on)

        f.each(v, one)
        f.jump(out)
        f.land(out)
        f.env.pop(name, None)

    return f.const(Function(run, (v,)))  # type: ignore[no-any-return]


@simple(itertools.takewhile)
def _takewhile(f: Any, test: V, v: V) -> V:
    def run(f: Any, body: Any) -> None:
        out = Join(f)

        def one(item: V) -> None:
            on = Join(f)
            f.fork(f.call(test, [item], {}), on, out)
            f.land(on)
            body(item)

        f.each(v, one)
        f.jump(out)
        f.land(out)

    return f.const(Function(run, (test, v)))  # type: ignore[no-any-return]


@simple(itertools.dropwhile)
def _dropwhile(f: Any, test: V, v: V) -> V:
    def run(f: Any, body: Any) -> None:
        name = f.hidden("begun")
        f.env[name] = FALSE

        def one(item: V) -> None:
            take, skip = Join(f), Join(f)
            begun, not_yet = _fork(f, f.env[name])
            f.land(not_yet)
            f.fork(f.call(test, [item], {}), skip, take)
            f.land(begun)
            f.jump(take)
            f.land(take)
            f.env[name] = TRUE
            body(item)
            f.jump(skip)
            f.land(skip)

        f.each(v, one)
        f.env.pop(name, None)

    return f.const(Function(run, (test, v)))  # type: ignore[no-any-return]


@simple(itertools.filterfalse)
def _filterfalse(f: Any, test: V, v: V) -> V:
    def run(f: Any, body: Any) -> None:
        def one(item: V) -> None:
            yes, no = _fork(f, item if test.t is NONE else f.call(test, [item], {}))
            f.land(no)
            body(item)
            f.jump(yes)
            f.land(yes)

        f.each(v, one)

    return f.const(Function(run, (test, v)))  # type: ignore[no-any-return]


@simple(itertools.compress)
def _compress(f: Any, v: V, tests: V) -> V:
    def run(f: Any, body: Any) -> None:
        def one(pair: V) -> None:
            item, test = pair.k.items
            yes, no = _fork(f, test)
            f.land(yes)
            body(item)
            f.jump(no)
            f.land(no)

        f.each(f.const(Zip([v, tests])), one)

    return f.const(Function(run, (v, tests)))  # type: ignore[no-any-return]


@simple(itertools.starmap)
def _starmap(f: Any, function: V, v: V) -> V:
    def run(f: Any, body: Any) -> None:
        f.each(v, lambda item: body(f.call(function, spread(f, item), {})))

    return f.const(Function(run, (function, v)))  # type: ignore[no-any-return]


def spread(f: Any, v: V) -> list[V]:
    """`*v` as arguments."""
    if isinstance(v.k, Pack):
        return list(v.k.items)
    if isinstance(v.t, ConstT) and isinstance(v.k, tuple | list | range):
        return [f.const(item) for item in v.k]
    if isinstance(v.t, TupleT) and v.t.is_tuple:
        return f.items_of(v)  # type: ignore[no-any-return]
    return [V(ConstT(Spread(v)), (), Spread(v))]


@special(itertools.zip_longest)
def _zip_longest(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    filler = keywords.get("fillvalue", f.const(None))

    def run(f: Any, body: Any) -> None:
        parts = [f.indexable(a) for a in arguments]
        lengths = [f.length(part) for part in parts]
        most = lengths[0]
        for n in lengths[1:]:
            more = f.op(f"icmp sgt i64 {n.p[0]}, {most.p[0]}")
            most = V(INT, (f.op(f"select i1 {more}, i64 {n.p[0]}, i64 {most.p[0]}"),))

        def one(i: V) -> None:
            items = []
            for part, n in zip(parts, lengths, strict=True):
                after = Join(f)
                some, none = _fork(f, f.order("Lt", i, n))
                f.land(some)
                f.jump(after, f.value_of(f.item_at(part, i)))
                f.land(none)
                f.jump(after, f.value_of(filler))
                (item,) = f.land(after)
                items.append(item)
            body(f.pack(items))

        f.each(V(RANGE, ("0", most.p[0], "1")), one)

    return f.const(Function(run, (*arguments, filler)))  # type: ignore[no-any-return]


@special(itertools.groupby)
def _groupby(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    key = keywords.get("key") or (arguments[1] if len(arguments) > 1 else None)
    v = arguments[0]

    def run(f: Any, body: Any) -> None:
        xs = f.indexable(v)
        keys = xs
        if key is not None and key.t is not NONE:
            keys = f.list_from(f.const(Function(
                lambda f, body: f.each(xs, lambda x: body(f.call(key, [x], {}))))))  # fmt: skip
        if f.dead:
            return
        if isinstance(keys.t, TupleT):
            keys = f.list_from(keys)
        name = f.hidden("i")
        f.env[name] = V(INT, ("0",))
        out = Join(f)

        def once(again: Join) -> None:
            on = Join(f)
            i = f.env[name]
            f.fork(f.order("Lt", i, f.length(keys)), on, out)
            f.land(on)
            end = f.call_library("run_end", keys, i)
            f.env[name] = end
            numbers = V(RANGE, (i.p[0], end.p[0], "1"))
            group = Group(lambda f, body: f.each(numbers, lambda j: body(f.item_at(xs, j))))
            body(f.pack([f.item_at(keys, i), f.const(group)]))
            f.jump(again)

        f.repeat(f.loop_site(name), {name}, once)
        f.land(out)
        f.env.pop(name, None)

    return f.const(Function(run, (v,) if key is None else (key, v)))  # type: ignore[no-any-return]


class Group(Function):
    """One group of `groupby`: gone once the next one begins."""


@special(itertools.accumulate)
def _accumulate(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = arguments[0]
    function = keywords.get("func") or (arguments[1] if len(arguments) > 1 else None)
    start = keywords.get("initial")
    if start is not None and start.t is NONE:
        start = None

    def both(f: Any, a: V, b: V) -> V:
        if function is None or function.t is NONE:
            return f.binary("Add", a, b)  # type: ignore[no-any-return]
        return f.call(function, [a, b], {})  # type: ignore[no-any-return]

    def run(f: Any, body: Any) -> None:
        xs = f.indexable(v)
        found = f.new_list(f.types.var(("accumulate", f.place_of_node())))
        some, none = _fork(f, TRUE if start is not None else f.truth(f.length(xs)))
        f.land(some)
        name, total = f.hidden("found"), f.hidden("total")
        if not f.dead:
            f.env[total] = f.value_of(start if start is not None else f.item_at(xs, f.const(0)))
            f.append(found, f.env[total])
            first = "0" if start is not None else "1"

            def one(i: V) -> None:
                f.env[total] = f.value_of(both(f, f.env[total], f.item_at(xs, i)))
                if not f.dead:
                    f.append(found, f.env[total])

            f.each(V(RANGE, (first, f.length(xs).p[0], "1")), one)
            f.env.pop(total, None)
        f.jump(none)
        f.land(none)
        f.each(found, body)
        del name

    reads = tuple(x for x in (v, function, start) if x is not None)
    return f.const(Function(run, reads))  # type: ignore[no-any-return]


def _choices(kind: str) -> Special:
    def write(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        number = keywords.get("r") or (arguments[1] if len(arguments) > 1 else None)
        pool = arguments[0]
        if isinstance(pool.k, Lazy):
            pool = f.list_from(pool)
        xs = f.indexable(pool)
        if f.dead:
            return V(NEVER)
        if number is None or number.t is NONE:
            number = f.length(xs)
        number = f.to_int(f.number(number))
        if not number.known or number.k > MOST_LEVELS:
            f.fail_if(f.op(f"icmp slt i64 {number.p[0]}, 0"), ValueError)
            if isinstance(xs.t, TupleT):
                xs = f.list_from(xs)
            return f.call_library(f"all_{kind}", xs, number)  # type: ignore[no-any-return]
        if number.k < 0:
            f.fail(ValueError)
            return V(NEVER)
        return f.const(Function(lambda f, body: _levels(f, kind, xs, number.k, body), (xs,)))  # type: ignore[no-any-return]

    return write


MOST_LEVELS = 6
"""Loops inside of each other for `combinations` and its like; beyond, a list is made."""


def _levels(f: Any, kind: str, xs: V, number: int, body: Any) -> None:
    n = f.length(xs)

    def level(indices: list[V]) -> None:
        if len(indices) == number:
            body(f.pack([f.item_at(xs, i) for i in indices]))
            return
        first = "0"
        if indices and kind != "permutations":
            last = indices[-1].p[0]
            first = last if kind.endswith("replacement") else f.op(f"add i64 {last}, 1")

        def one(i: V) -> None:
            if kind != "permutations" or not indices:
                level([*indices, i])
                return
            on, taken = Join(f), Join(f)
            test = "false"
            for j in indices:
                test = f.op(f"or i1 {test}, {f.op(f'icmp eq i64 {i.p[0]}, {j.p[0]}')}")
            f.fork(V(BOOL, (test,)), taken, on)
            f.land(on)
            level([*indices, i])
            f.jump(taken)
            f.land(taken)

        f.each(V(RANGE, (first, n.p[0], "1")), one)

    level([])


for _kind in ("combinations", "permutations", "combinations_with_replacement"):
    special(getattr(itertools, _kind))(_choices(_kind))
