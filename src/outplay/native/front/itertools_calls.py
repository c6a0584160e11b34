"""The functions of `itertools`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from outplay.native.front.emit import Join
from outplay.native.front.iterators import Endless
from outplay.native.front.lazy import Function, Lazy, Zip
from outplay.native.front.special import Write, simple
from outplay.native.front.types import BOOL, INT, NEVER, NONE, RANGE, TupleT
from outplay.native.front.values import FALSE, NOTHING_GIVEN, ONE, TRUE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@simple(itertools.count, keywords=True)
def _count(f: FunctionCompiler, start: V = ZERO, step: V = ONE) -> V:
    if any(f.number(v).t not in (INT, BOOL) for v in (start, step)):
        return f.unsupported("`count` of this")

    def at(f: FunctionCompiler, i: V) -> V:
        more = i if step.known and step.k == 1 else f.binary("Mult", i, step)
        return f.binary("Add", start, more)

    return f.const(Endless(at, None, (start, step)))


@simple(itertools.cycle)
def _cycle(f: FunctionCompiler, v: V) -> V:
    xs = f.seq_from(v) if isinstance(v.k, Lazy) else f.indexable(v)
    if f.dead:
        return V(NEVER)
    n = f.length(xs)
    return f.const(
        Endless(
            lambda f, i: f.item_at(xs, V(INT, (f.op(f"urem i64 {i.p[0]}, {n.p[0]}"),))),
            lambda f: f.equal(n, f.const(0)),
            (xs,),
        )
    )


@simple(itertools.repeat, keywords=True)
def _repeat(f: FunctionCompiler, v: V, times: V | None = None) -> V:
    if times is None:
        return f.const(Endless(lambda f, i: v, None, (v,)))
    n = f.to_int(f.number(times))
    return f.const(Function(lambda f, body: f.count_to(n.p[0], lambda _: body(v)), (v,)))


def _fork(f: FunctionCompiler, test: V) -> tuple[Join, Join]:
    yes, no = Join(f), Join(f)
    f.fork(test, yes, no)
    return yes, no


@simple(itertools.islice)
def _islice(f: FunctionCompiler, v: V, *limits: V) -> V:
    values = [None if x.t is NONE else f.to_int(f.number(x)) for x in limits]
    if len(values) == 1:
        values.insert(0, None)
    start = values[0] if values[0] is not None else f.const(0)
    stop = values[1]
    step = values[2] if len(values) > 2 and values[2] is not None else f.const(1)
    for x, least in ((start, 0), (stop, 0), (step, 1)):
        if x is not None and not (x.known and x.k >= least):
            f.fail_if(f.op(f"icmp slt i64 {x.p[0]}, {least}"), ValueError)

    def run(f: FunctionCompiler, body: Any) -> None:
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

    return f.const(Function(run, (v,)))


@simple(itertools.takewhile)
def _takewhile(f: FunctionCompiler, test: V, v: V) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
        out = Join(f)

        def one(item: V) -> None:
            on = Join(f)
            f.fork(f.call(test, [item], {}), on, out)
            f.land(on)
            body(item)

        f.each(v, one)
        f.jump(out)
        f.land(out)

    return f.const(Function(run, (test, v)))


@simple(itertools.dropwhile)
def _dropwhile(f: FunctionCompiler, test: V, v: V) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
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

    return f.const(Function(run, (test, v)))


@simple(itertools.filterfalse)
def _filterfalse(f: FunctionCompiler, test: V, v: V) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
        def one(item: V) -> None:
            found = item if test.t is NONE else f.call(test, [item], {})
            f.when(f.negation(f.truth(found)), lambda: body(item))

        f.each(v, one)

    return f.const(Function(run, (test, v)))


@simple(itertools.compress)
def _compress(f: FunctionCompiler, v: V, tests: V) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
        def one(pair: V) -> None:
            item, test = pair.k.items
            f.when(test, lambda: body(item))

        f.each(f.const(Zip([v, tests])), one)

    return f.const(Function(run, (v, tests)))


@simple(itertools.starmap)
def _starmap(f: FunctionCompiler, function: V, v: V) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
        f.each(v, lambda item: body(f.call(function, f.starred(item), {})))

    return f.const(Function(run, (function, v)))


@simple(itertools.zip_longest, keywords=True)
def _zip_longest(f: FunctionCompiler, *arguments: V, fillvalue: V = NOTHING_GIVEN) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
        parts = [f.indexable(a) for a in arguments]
        lengths = [f.length(part) for part in parts]
        most = lengths[0]
        for n in lengths[1:]:
            more = f.op(f"icmp sgt i64 {n.p[0]}, {most.p[0]}")
            most = V(INT, (f.op(f"select i1 {more}, i64 {n.p[0]}, i64 {most.p[0]}"),))

        def item(part: V, n: V, i: V) -> V:
            return f.either(
                f.order("Lt", i, n),
                lambda: f.value_of(f.item_at(part, i)),
                lambda: f.value_of(fillvalue),
            )

        def one(i: V) -> None:
            body(f.pack([item(part, n, i) for part, n in zip(parts, lengths, strict=True)]))

        f.count_to(most.p[0], one)

    return f.const(Function(run, (*arguments, fillvalue)))


@simple(itertools.groupby, keywords=True)
def _groupby(f: FunctionCompiler, v: V, key: V | None = None) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
        xs = f.indexable(v)
        keys = xs
        if key is not None and key.t is not NONE:
            keys = f.list_from(
                f.const(Function(lambda f, body: f.each(xs, lambda x: body(f.call(key, [x], {})))))
            )
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

    return f.const(Function(run, (v,) if key is None else (key, v)))


class Group(Function):
    """One group of `groupby`: gone once the next one begins."""


@simple(itertools.accumulate, keywords=True)
def _accumulate(
    f: FunctionCompiler, v: V, func: V = NOTHING_GIVEN, *, initial: V = NOTHING_GIVEN
) -> V:
    start = None if initial.t is NONE else initial

    def both(f: FunctionCompiler, a: V, b: V) -> V:
        return f.binary("Add", a, b) if func.t is NONE else f.call(func, [a, b], {})

    def run(f: FunctionCompiler, body: Any) -> None:
        xs = f.indexable(v)
        found = f.new_list(f.types.var(("accumulate", f.place_of_node())))
        some, none = _fork(f, TRUE if start is not None else f.truth(f.length(xs)))
        f.land(some)
        total = f.hidden("total")
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

    return f.const(Function(run, (v, func, initial)))


def _choices(kind: str) -> Write:
    def write(f: FunctionCompiler, iterable: V, r: V = NOTHING_GIVEN) -> V:
        xs = f.indexable(f.list_from(iterable) if isinstance(iterable.k, Lazy) else iterable)
        if f.dead:
            return V(NEVER)
        number = f.to_int(f.number(f.length(xs) if r.t is NONE else r))
        if not number.known or number.k > MOST_LEVELS:
            f.fail_if(f.op(f"icmp slt i64 {number.p[0]}, 0"), ValueError)
            if isinstance(xs.t, TupleT):
                xs = f.list_from(xs)
            return f.call_library(f"all_{kind}", xs, number)
        if number.k < 0:
            return f.fail(ValueError)
        return f.const(Function(lambda f, body: _levels(f, kind, xs, number.k, body), (xs,)))

    return write


MOST_LEVELS = 6
"""Loops inside of each other for `combinations` and its like; beyond, a list is made."""


def _levels(f: FunctionCompiler, kind: str, xs: V, number: int, body: Any) -> None:
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
            test = "false"
            for j in indices:
                test = f.op(f"or i1 {test}, {f.op(f'icmp eq i64 {i.p[0]}, {j.p[0]}')}")
            f.when(f.negation(V(BOOL, (test,))), lambda: level([*indices, i]))

        f.each(V(RANGE, (first, n.p[0], "1")), one)

    level([])


for _kind in ("combinations", "permutations", "combinations_with_replacement"):
    simple(getattr(itertools, _kind), keywords=True)(_choices(_kind))
