"""Built-in functions that go through things and give one: `any`, `sum`, `max`, `sorted`."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from outplay.native.front import types as T
from outplay.native.front.emit import Join
from outplay.native.front.lazy import Function
from outplay.native.front.special import Write, simple
from outplay.native.front.values import FALSE, TRUE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


def _search(f: FunctionCompiler, v: V, wanted: bool) -> V:
    found = Join(f)

    def one(item: V) -> None:
        yes, no = Join(f), Join(f)
        f.fork(item, yes, no) if wanted else f.fork(item, no, yes)
        f.land(yes)
        f.jump(found, TRUE if wanted else FALSE)
        f.land(no)

    f.each_in_any_order(v, one)
    f.jump(found, FALSE if wanted else TRUE)
    return f.landed(found, FALSE)


simple(builtins.any)(lambda f, v: _search(f, v, True))
simple(builtins.all)(lambda f, v: _search(f, v, False))


@simple(builtins.sum, keywords=True)
def _sum(f: FunctionCompiler, v: V, start: V = ZERO) -> V:
    if isinstance(v.t, T.Array):
        return f.method(v, "sum", [], {})

    def one(total: V, item: V) -> V:
        total = f.binary("Add", total, item)
        if f.loose and total.t not in (T.INT, T.BOOL, T.BIG) and not f.dead:
            # Floats are rounded at each step, in an order.
            f.module.needs_python_hashes(T.STR)
            f.unsupported("a sum over a set of these, whose order differs from run to run")
        return total

    return f.folded(v, start, one, f.each_in_any_order)


def _extreme(which: str) -> Write:
    sign = "Lt" if which == "min" else "Gt"

    def write(
        f: FunctionCompiler, iterable: V, *more: V, key: V | None = None, default: V | None = None
    ) -> V:
        if more:
            t = iterable.t
            if key is None and len(more) == 1 and t in (T.INT, T.FLOAT, T.BOOL) and more[0].t is t:
                return f.extreme(sign, iterable, *more)
            iterable = f.pack([iterable, *more])
        elif isinstance(iterable.t, T.Array):
            return f.method(iterable, which, [], {})
        best, rank, seen = f.hidden("best"), f.hidden("rank"), f.hidden("seen")
        f.env[seen] = FALSE

        def one(item: V) -> None:
            item = f.value_of(item)
            value = item if key is None or key.t is T.NONE else f.call(key, [item], {})
            if f.dead:
                return
            known = f.env[seen]
            if known.known and not known.k:
                f.env[seen], f.env[best], f.env[rank] = TRUE, item, value
                return
            take, leave = Join(f), Join(f)
            if not known.known:
                f.fork_on(known, take)
            old = f.held(rank)
            f.fork(f.order(sign, value, old), take, leave)
            f.land(take)
            f.env[seen], f.env[best], f.env[rank] = TRUE, item, value
            f.jump(leave)
            f.land(leave)

        f.kept |= {best, rank}
        free = f.has_bits(iterable) and (key is None or key.t is T.NONE)
        (f.each_in_any_order if free else f.each)(iterable, one)
        found = f.either(
            f.env.pop(seen, FALSE),
            lambda: f.held(best),
            lambda: f.fail(ValueError) if default is None else default,
        )
        f.kept -= {best, rank}
        f.env.pop(best, None), f.env.pop(rank, None)
        return found

    return write


simple(builtins.min, keywords=True)(_extreme("min"))
simple(builtins.max, keywords=True)(_extreme("max"))


@simple(builtins.sorted, keywords=True)
def _sorted(f: FunctionCompiler, v: V, *, key: V | None = None, reverse: V = FALSE) -> V:
    if f.has_bits(v) and (key is None or key.t is T.NONE):
        return _sorted_bits(f, v, reverse)
    before, f.any_order = f.any_order, key is None
    xs = f.list_from(v)
    f.any_order = before
    return _sort(f, xs, key, reverse)


def _sorted_bits(f: FunctionCompiler, s: V, reverse: V) -> V:
    """`sorted(s)` of a set of small ints: bits are in that order."""
    listed = f.call_library("set_gathered", s)
    if f.dead:
        return V(T.NEVER)
    xs = f.list_at(s, listed)
    f.call_library("set_in_order", s, xs, reverse)
    return xs


def _sort(f: FunctionCompiler, xs: V, key: V | None = None, reverse: V = FALSE) -> V:
    if f.dead:
        return V(T.NEVER)
    if key is not None and key.t is not T.NONE:
        ranks = f.list_from(
            f.const(Function(lambda f, body: f.each(xs, lambda x: body(f.call(key, [x], {})))))
        )
        f.call_library("sort_by", xs, ranks, reverse)
    else:
        f.call_library("sort", xs, reverse)
    return xs
