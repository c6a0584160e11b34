"""Functions of Python's own, as code; deques, Counters, dicts with defaults and an order."""

from __future__ import annotations

import builtins
import collections
import functools
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.builtin_copies import _copy
from outplay.native.front.classes import Spread
from outplay.native.front.itertools_calls import from_library
from outplay.native.front.lazy import Lazy, Pack, Zip
from outplay.native.front.numbers import FOLD
from outplay.native.front.scopes import Bound, Closure, OneOf, Partial
from outplay.native.front.special import method, over_union, simple, special
from outplay.native.front.tables import has_python_order
from outplay.native.front.values import FALSE, NOTHING_GIVEN, ONE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


simple(builtins.len)(lambda f, v: f.length(v))
simple(builtins.isinstance)(lambda f, v, cls: f.is_instance(v, cls.k))
special(builtins.print)(lambda f, arguments, keywords: f.unsupported("`print`"))


@simple(builtins.str)
@over_union
def _str(f: FunctionCompiler, v: V | None = None) -> V:
    return f.const("") if v is None else f.text_of(v)


@simple(builtins.hash)
def _hash(f: FunctionCompiler, v: V) -> V:
    v = f.value_of(v)
    if not has_python_order(v.t, f.module.python_hashes):
        f.module.needs_python_hashes(v.t)
        return f.unsupported("a `hash` of this")
    return f.py_hash(v)


simple(builtins.callable)(lambda f, v: f.const(callable(v.k)))


@simple(builtins.type)
def _type(f: FunctionCompiler, v: V) -> V:
    if isinstance(v.t, T.Const):
        if isinstance(v.k, Lazy | Closure | Bound | Partial):
            return f.unsupported("`type` of this")
        return f.const(tuple if isinstance(v.k, Pack) else type(v.k))
    if isinstance(v.t, T.Union):
        return f.const(OneOf(v))
    return f.const(f.class_of(v.t))


@simple(builtins.getattr)
def _getattr(f: FunctionCompiler, v: V, name: V, default: V | None = None) -> V:
    if not name.known:
        return f.unsupported("`getattr` of a name that is computed")
    return f.attribute(v, name.k)


# --- going through things ----------------------------------------------------------------------


@simple(builtins.range)
def _range(f: FunctionCompiler, *arguments: V) -> V:
    values = [f.to_int(f.number(a)) for a in arguments]
    if f.dead:
        return V(T.NEVER)
    if len(values) == 1:
        values.insert(0, f.const(0))
    if len(values) == 2:
        values.append(f.const(1))
    if all(v.known for v in values):
        return f.const(range(*(v.k for v in values)))
    if not values[2].known:
        f.fail_if(f.op(f"icmp eq i64 {values[2].p[0]}, 0"), ValueError)
    return V(T.RANGE, tuple(v.p[0] for v in values))


@simple(builtins.enumerate, keywords=True)
def _enumerate(f: FunctionCompiler, iterable: V, start: V = ZERO) -> V:
    return from_library(f, "enumerated", iterable, f.to_int(f.number(start)))


@simple(builtins.zip, keywords=True)
def _zip(f: FunctionCompiler, *iterables: V, strict: V = FALSE) -> V:
    if len(iterables) == 1 and isinstance(iterables[0].k, Spread):
        return from_library(f, "transposed", iterables[0].k.of)
    if not strict.known:
        return f.unsupported("a `strict` that is computed")
    return f.const(Zip(list(iterables), bool(strict.k)))


@simple(builtins.reversed)
@over_union
def _reversed(f: FunctionCompiler, v: V) -> V:
    if isinstance(v.k, range):
        return f.const(v.k[::-1])
    if isinstance(v.k, tuple | list | str):
        return f.const(tuple(reversed(v.k)))
    if T.is_set(v.t) or (isinstance(v.t, T.Const) and isinstance(v.k, set | frozenset)):
        return f.fail(TypeError)
    if isinstance(v.t, T.Tuple):
        return from_library(f, "chained", f.pack([f.pack(f.items_of(v)[::-1])]))
    return from_library(f, "backwards", v)


@simple(builtins.list)
@over_union
def _list(f: FunctionCompiler, v: V | None = None) -> V:
    return f.list_from(f.pack([]) if v is None else v)


@simple(builtins.tuple)
@over_union
def _tuple(f: FunctionCompiler, v: V | None = None) -> V:
    return f.const(()) if v is None else f.seq_from(v)


@simple(builtins.set)
def _set(f: FunctionCompiler, v: V | None = None) -> V:
    return f.set_from(f.const(()) if v is None else v)


@simple(builtins.frozenset)
def _frozenset(f: FunctionCompiler, v: V | None = None) -> V:
    if v is not None and isinstance(v.t, T.FrozenSet):
        return v
    return f.frozen(f.set_from(f.const(()) if v is None else v))


@special(builtins.dict)
def _dict(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
    if not arguments and keywords and ("dict", tuple(keywords)) in f.module.records:
        found = f.record("dict", tuple(keywords), [f.value_of(v) for v in keywords.values()])
        assert found is not None
        return found
    if arguments and isinstance(arguments[0].t, T.Obj) and not keywords:
        return _copy(f, arguments[0])
    if arguments and not keywords:
        given = f.materialise(arguments[0]) if isinstance(arguments[0].k, dict) else arguments[0]
        if isinstance(given.t, T.Container) and given.t.kind == "dict":
            return f.call_library("dict_copy", given)
    d = f.new_dict(("dict()", f.place_of_node()))
    if arguments:
        f.method(d, "update", [arguments[0]], {})
    for name, v in keywords.items():
        f.set_item(d, f.const(name), v)
    return d


@simple(collections.deque, keywords=True)
def _deque(f: FunctionCompiler, iterable: V | None = None, maxlen: V = NOTHING_GIVEN) -> V:
    if not maxlen.known:
        return f.unsupported("a `maxlen` that is computed")
    if maxlen.k is not None and maxlen.k < 0:
        return f.fail(ValueError)
    return f.list_from(f.pack([]) if iterable is None else iterable, "deque", maxlen.k)


def _dict_of(
    kind: str, f: FunctionCompiler, arguments: list[V], keywords: dict[str, V], extra: Any = None
) -> V:
    d = f.new_dict((kind, f.place_of_node()), kind, extra)
    if arguments or keywords:
        f.method(d, "update", arguments, keywords)
    return d


for _cls in (collections.Counter, collections.OrderedDict):
    special(_cls)(functools.partial(_dict_of, _cls.__name__))


def _counted(name: str, f: FunctionCompiler, v: V, /, *others: V, **named: V) -> None:
    def count(item: V, number: V) -> None:
        item = f.value_of(item)
        f.set_item(v, item, f.binary(name, f.subscript(v, item), number))

    for a in others:
        other = f.materialise(a) if isinstance(a.k, dict) else a
        if T.is_dict(other.t):
            f.call_library("counter_changed", f.const(FOLD[name]), v, other)
        elif other.t is not T.NONE:
            f.each(other, lambda item: count(item, ONE))
    for key, number in named.items():
        count(f.const(key), number)


for _name, _operator in (("update", "Add"), ("subtract", "Sub")):
    method("Counter", _name)(functools.partial(_counted, _operator))


@special(collections.defaultdict)
def _defaultdict(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
    if not arguments or arguments[0].t is T.NONE or keywords:
        return f.unsupported("a `defaultdict` of other things")
    return _dict_of("defaultdict", f, arguments[1:], {}, arguments[0].k)


@simple(dict.fromkeys)
def _fromkeys(f: FunctionCompiler, keys: V, value: V = NOTHING_GIVEN) -> V:
    d = f.new_dict(("dict.fromkeys", f.place_of_node()))
    value = f.value_of(value)
    f.each(keys, lambda item: f.set_item(d, f.value_of(item), value))
    return d if not f.dead else V(T.NEVER)
