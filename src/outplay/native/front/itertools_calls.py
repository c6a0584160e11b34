"""The functions of `itertools`."""

from __future__ import annotations

import builtins
import functools
import itertools
import operator
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.iterators import Endless
from outplay.native.front.lazy import Function, Lazy, Zip
from outplay.native.front.special import Write, simple
from outplay.native.front.values import NOTHING_GIVEN, ONE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


def from_library(f: FunctionCompiler, name: str, *given: V) -> V:
    """An iterator that the library has a generator for."""
    return f.call_function(f.module.library(name), list(given), {})


@simple(itertools.count, keywords=True)
def _count(f: FunctionCompiler, start: V = ZERO, step: V = ONE) -> V:
    if any(f.number(v).t not in (T.INT, T.BOOL) for v in (start, step)):
        return f.unsupported("`count` of this")

    def at(f: FunctionCompiler, i: V) -> V:
        more = i if step.known and step.k == 1 else f.binary("Mult", i, step)
        return f.binary("Add", start, more)

    return f.const(Endless(at))


@simple(itertools.cycle)
def _cycle(f: FunctionCompiler, v: V) -> V:
    xs = f.seq_from(v) if isinstance(v.k, Lazy) else f.indexable(v)
    if f.dead:
        return V(T.NEVER)
    n = f.length(xs)
    return f.const(
        Endless(
            lambda f, i: f.item_at(xs, V(T.INT, (f.op(f"urem i64 {i.p[0]}, {n.p[0]}"),))),
            lambda f: f.equal(n, f.const(0)),
        )
    )


@simple(itertools.repeat, keywords=True)
def _repeat(f: FunctionCompiler, v: V, times: V | None = None) -> V:
    if times is None:
        return f.const(Endless(lambda f, i: v))
    return from_library(f, "repeated", v, f.to_int(f.number(times)))


@simple(itertools.islice)
def _islice(f: FunctionCompiler, v: V, *limits: V) -> V:
    values = [x if x.t is T.NONE else f.to_int(f.number(x)) for x in limits]
    if len(values) == 1:
        values.insert(0, NOTHING_GIVEN)
    start, stop, step = [*values, NOTHING_GIVEN][:3]
    start, step = ZERO if start.t is T.NONE else start, ONE if step.t is T.NONE else step
    for x, least in ((start, 0), (stop, 0), (step, 1)):
        if x.t is not T.NONE and not (x.known and x.k >= least):
            f.fail_if(f.op(f"icmp slt i64 {x.p[0]}, {least}"), ValueError)
    return from_library(f, "sliced", v, start, stop, step)


simple(itertools.chain)(lambda f, *rows: from_library(f, "chained", f.pack(list(rows))))
simple(itertools.groupby, keywords=True)(
    lambda f, v, key=NOTHING_GIVEN: from_library(f, "grouped_by", v, key)
)

_function: Any
for _function, _name in (
    (itertools.chain.from_iterable, "chained"),
    (itertools.compress, "compressed"),
    (itertools.dropwhile, "dropped_while"),
    (itertools.filterfalse, "filtered_false"),
    (itertools.pairwise, "pairs"),
    (itertools.starmap, "starmapped"),
    (itertools.takewhile, "taken_while"),
    (builtins.filter, "filtered"),
):
    simple(_function)(lambda f, *given, name=_name: from_library(f, name, *given))


@simple(builtins.map)
def _map(f: FunctionCompiler, function: V, *iterables: V) -> V:
    if len(iterables) == 1:
        return from_library(f, "mapped", function, iterables[0])
    return from_library(f, "starmapped", function, f.const(Zip(list(iterables))))


@simple(itertools.zip_longest, keywords=True)
def _zip_longest(f: FunctionCompiler, *arguments: V, fillvalue: V = NOTHING_GIVEN) -> V:
    def run(f: FunctionCompiler, body: Any) -> None:
        parts = [f.indexable(a) for a in arguments]
        lengths = [f.length(part) for part in parts]
        most = functools.reduce(functools.partial(f.extreme, "Gt"), lengths)

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


@simple(itertools.accumulate, keywords=True)
def _accumulate(
    f: FunctionCompiler, v: V, func: V = NOTHING_GIVEN, *, initial: V = NOTHING_GIVEN
) -> V:
    function = f.const(operator.add) if func.t is T.NONE else func
    return from_library(f, "accumulated", function, v, initial, f.const(initial.t is not T.NONE))


def _choices(kind: str) -> Write:
    def write(f: FunctionCompiler, iterable: V, r: V = NOTHING_GIVEN) -> V:
        xs = f.indexable(f.list_from(iterable) if isinstance(iterable.k, Lazy) else iterable)
        if f.dead:
            return V(T.NEVER)
        number = f.to_int(f.number(f.length(xs) if r.t is T.NONE else r))
        if not number.known or number.k > MOST_LEVELS:
            f.fail_if(f.op(f"icmp slt i64 {number.p[0]}, 0"), ValueError)
            if isinstance(xs.t, T.Tuple):
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
            f.when(f.negation(V(T.BOOL, (test,))), lambda: level([*indices, i]))

        f.each(V(T.RANGE, (first, n.p[0], "1")), one)

    level([])


for _kind in ("combinations", "permutations", "combinations_with_replacement"):
    simple(getattr(itertools, _kind), keywords=True)(_choices(_kind))
