"""`copy`, `dataclasses.replace`, `functools`, `itertools`."""

from __future__ import annotations

import copy
import dataclasses
import functools
import itertools
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.lazy import Function
from outplay.native.front.lists import holds_reference
from outplay.native.front.scopes import Partial
from outplay.native.front.special import over_union, simple
from outplay.native.front.values import ONE, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@simple(copy.copy)
@over_union
def _copy(f: FunctionCompiler, v: V) -> V:
    v = f.materialise(v)
    if isinstance(v.t, T.Obj):
        return f.new_object(v.t, f.fields_of(v))
    if isinstance(v.t, T.Container | T.Array):
        return f.method(v, "copy", [], {})
    return v


simple(copy.deepcopy)(lambda f, v: deep_copy(f, f.materialise(v)))


def deep_copy(f: FunctionCompiler, v: V) -> V:
    """A copy that shares nothing that can be changed."""
    t = v.t
    if not holds_reference(t) and not holds_set(t):
        return v
    if T.is_set(t):
        return f.call_library("deep_set", v)
    if isinstance(t, T.Union):
        return f.convert(f.dispatch(v, lambda arm: deep_copy(f, arm)), t)
    if isinstance(t, T.Tuple):
        return f.tuple_of([deep_copy(f, item) for item in f.items_of(v)], t)
    if isinstance(t, T.Obj):
        return f.new_object(t, [deep_copy(f, field) for field in f.fields_of(v)])
    if isinstance(t, T.Array):
        return f.method(v, "copy", [], {})
    if isinstance(t, T.Container):
        if not any(holds_reference(var.t) or holds_set(var.t) for var in t.vars):
            return f.method(v, "copy", [], {})
        return f.call_library("deep_list" if len(t.vars) == 1 else "deep_dict", v)
    if isinstance(t, T.Seq):
        return f.seq_from(f.call_library("deep_list", f.list_from(v)))
    return v


def holds_set(t: T.Type) -> bool:
    """Is there a set in it, which a deep copy makes anew in another order?"""
    return T.is_set(t) or any(map(holds_set, t.inner))


@simple(dataclasses.astuple)
@over_union
def _astuple(f: FunctionCompiler, v: V) -> V:
    v = f.materialise(v)
    if not isinstance(v.t, T.Tuple | T.Obj) or not dataclasses.is_dataclass(v.t.cls):
        return f.fail(TypeError)
    fields = f.fields_of(v)
    if any(isinstance(x.t, T.Tuple | T.Obj | T.Union) or holds_reference(x.t) for x in fields):
        return f.unsupported("`astuple` of more than numbers and strings")
    return f.tuple_of(fields)


@simple(dataclasses.replace, keywords=True)
@over_union
def _replace(f: FunctionCompiler, v: V, /, **changes: V) -> V:
    v = f.materialise(v)
    assert isinstance(v.t, T.Tuple | T.Obj) and v.t.cls is not None
    fields = dict(zip(v.t.names, f.fields_of(v), strict=True))
    if set(changes) - set(fields):
        return f.fail(TypeError)
    return f.instantiate(v.t.cls, [], {**fields, **changes})


simple(functools.partial, keywords=True)(
    lambda f, function, /, *given, **named: f.const(Partial(function, list(given), named))
)


@simple(functools.reduce)
def _reduce(f: FunctionCompiler, function: V, iterable: V, start: V | None = None) -> V:
    if start is None:
        iterable = f.indexable(iterable)
        f.fail_if(f.op(f"icmp eq i64 {f.length(iterable).p[0]}, 0"), TypeError)
        start = f.item_at(iterable, f.const(0))
        iterable = f.slice_of(iterable, f.const(1), None, None)
    return f.folded(iterable, start, lambda total, item: f.call(function, [total, item], {}))


@simple(itertools.product, keywords=True)
def _product(f: FunctionCompiler, *iterables: V, repeat: V = ONE) -> V:
    if not repeat.known:
        if len(iterables) != 1:
            return f.unsupported("`product` with a `repeat` that is computed")
        repeat = f.to_int(f.number(repeat))
        f.fail_if(f.op(f"icmp slt i64 {repeat.p[0]}, 0"), ValueError)
        return f.call_library("all_products", f.list_from(iterables[0]), repeat)
    pools = [
        p if isinstance(p.t, T.Const) and isinstance(p.k, range | tuple | str) else f.indexable(p)
        for p in iterables * repeat.k
    ]

    def run(f: FunctionCompiler, body: Any) -> None:
        def level(number: int, items: list[V]) -> None:
            if number == len(pools):
                body(f.pack(items))
                return
            f.each(pools[number], lambda item: level(number + 1, [*items, item]))

        level(0, [])

    return f.const(Function(run, tuple(pools)))
