"""`collections`: deques, Counters, dicts with defaults and with an order; `dict.fromkeys`."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

from outplay.native.front.known_methods import method
from outplay.native.front.special import Special, simple, special
from outplay.native.front.types import NEVER, NONE, is_dict
from outplay.native.front.values import NOTHING_GIVEN, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@simple(collections.deque, keywords=True)
def _deque(f: FunctionCompiler, iterable: V | None = None, maxlen: V = NOTHING_GIVEN) -> V:
    if not maxlen.known:
        return f.unsupported("a `maxlen` that is computed")
    if maxlen.k is not None and maxlen.k < 0:
        return f.fail(ValueError)
    return f.list_from(f.pack([]) if iterable is None else iterable, "deque", maxlen.k)


def _dict_of(kind: str) -> Special:
    def write(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
        d = f.new_dict((kind, f.place_of_node()), kind)
        if arguments or keywords:
            f.method(d, "update", arguments, keywords)
        return d

    return write


special(collections.Counter)(_dict_of("Counter"))
special(collections.OrderedDict)(_dict_of("OrderedDict"))


@method("Counter", "update")
def _counter_update(f: FunctionCompiler, v: V, /, *others: V, **named: V) -> None:
    def one(item: V) -> None:
        item = f.value_of(item)
        f.set_item(v, item, f.binary("Add", f.subscript(v, item), f.const(1)))

    for a in others:
        other = f.materialise(a) if isinstance(a.k, dict) else a
        if is_dict(other.t):
            f.call_library("counter_merge", v, other)
        elif other.t is not NONE:
            f.each(other, one)
    for name, value in named.items():
        f.set_item(v, f.const(name), f.binary("Add", f.subscript(v, f.const(name)), value))


@method("Counter", "subtract")
def _counter_subtract(f: FunctionCompiler, v: V, /, *others: V, **named: V) -> None:
    for a in others:
        other = f.materialise(a) if isinstance(a.k, dict) else a
        if is_dict(other.t):
            f.call_library("counter_take", v, other)
        else:
            f.call_library("counter_take_items", v, f.list_from(other))
    if named:
        f.unsupported("`subtract` of keywords")


@special(collections.defaultdict)
def _defaultdict(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
    if not arguments or arguments[0].t is NONE or keywords:
        return f.unsupported("a `defaultdict` of other things")
    d = f.new_dict(("defaultdict", f.place_of_node()), "defaultdict", arguments[0].k)
    if len(arguments) > 1:
        f.method(d, "update", [arguments[1]], {})
    return d


@simple(dict.fromkeys)
def _fromkeys(f: FunctionCompiler, keys: V, value: V = NOTHING_GIVEN) -> V:
    d = f.new_dict(("dict.fromkeys", f.place_of_node()))
    value = f.value_of(value)
    f.each(keys, lambda item: f.set_item(d, f.value_of(item), value))
    return d if not f.dead else V(NEVER)
