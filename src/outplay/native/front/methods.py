"""Methods of built-in types that are more than a call of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay.native.front.builtin_copies import _replace
from outplay.native.front.builtin_folds import _sort
from outplay.native.front.known_methods import METHODS, Method, method
from outplay.native.front.lazy import Lazy, Pack
from outplay.native.front.types import (
    NONE,
    ConstT,
    Container,
    FrozenT,
    ObjT,
    StrT,
    TupleT,
    UnionT,
    is_dict,
    is_set,
)
from outplay.native.front.values import FALSE, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@method("list deque", "append")
def _append(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    f.append(f.materialise(v), f.value_of(arguments[0]))


@method("list", "sort")
def _list_sort(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    f.may_change(v, 1)
    _sort(f, v, keywords.get("key"), keywords.get("reverse", FALSE))


@method("list deque", "extend")
def _extend(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    other = arguments[0]
    if isinstance(other.t, Container) and other.t.kind in ("list", "deque"):
        v.container.vars[0].unify(other.container.vars[0])
        f.call_library("list_extend", v, other)
        return
    f.each(other, lambda item: f.append(v, f.value_of(item)))


@method("deque", "copy")
def _deque_copy(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.list_from(v, "deque", v.container.extra)


@method("str", "join")
def _join(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    parts = f.indexable(arguments[0])
    if isinstance(parts.t, StrT | TupleT):
        parts = f.list_from(parts)
    return f.call_library("str_join", v, parts)


@method("str", "encode")
def _no_text(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.unsupported("this method of a string")


@method("dict Counter defaultdict OrderedDict", "pop")
def _dict_pop(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    name = "dict_remove" if len(arguments) == 1 else "dict_remove_or"
    return f.call_library(name, f.materialise(v), *[f.value_of(a) for a in arguments])


@method("dict defaultdict OrderedDict", "update")
def _dict_update(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    for a in arguments:
        if isinstance(a.t, ConstT) and not isinstance(a.k, Lazy):
            a = f.materialise(a)
        if isinstance(a.t, UnionT):
            f.dispatch(a, lambda arm: (_dict_update(f, v, [arm], {}), f.const(None))[1])
        elif is_dict(a.t):
            f.call_library("dict_merge", v, a)
        elif isinstance(a.t, ObjT) and isinstance(a.t.cls, tuple):
            for name, field in zip(a.t.names, f.fields_of(a), strict=True):
                f.set_item(v, f.const(name), field)
        else:
            f.each(a, lambda pair: f.set_item(v, *f.spread(pair, 2)))
    for name, value in keywords.items():
        f.set_item(v, f.const(name), value)


@method("record_dict record_list", "copy")
def _record_copy(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    assert isinstance(v.t, ObjT)
    return f.new_object(v.t, f.fields_of(v))


@method("record_dict", "get")
def _record_get(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    assert isinstance(v.t, ObjT)
    if not arguments[0].known:
        f.module.no_record(v.t.cls)
        return f.unsupported("this key")
    if arguments[0].k in v.t.names:
        return f.load_field(v, v.t.names.index(arguments[0].k))
    return arguments[1] if len(arguments) > 1 else f.const(None)


@method("set", "add")
def _add(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    f.add(f.materialise(v), f.value_of(arguments[0]))


def _other(f: FunctionCompiler, v: V) -> V:
    """What an operation of sets is done with: a set or dict, or else a list."""
    if isinstance(v.t, ConstT) and not isinstance(v.k, Lazy | Pack):
        v = f.materialise(v)
    if is_set(v.t) or is_dict(v.t):
        return v
    return f.list_from(v)


def _sets(name: str) -> Method:
    def write(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
        v = f.materialise(v)
        if name == "union" and len(arguments) == 1 and not isinstance(arguments[0].k, Lazy | Pack):
            other = f.materialise(arguments[0])
            if is_set(other.t):
                return f.call_library("set_union", v, other)
        if name == "union" or not arguments:
            frozen = isinstance(v.t, FrozenT)
            made = f.call_library("set_copied", v)
            _set_update(f, made, arguments, {})
            return f.frozen(made) if frozen else made
        for number, a in enumerate(arguments):
            other = _other(f, a)
            if f.dead:
                return V(NONE)
            kind = "" if is_set(other.t) else "_items"
            if name == "difference":
                if number:  # as CPython does: in place from the second on
                    _less(f, f.thawed(v), other)
                    continue
                kind = "_keys" if is_dict(other.t) else kind
            elif name == "symmetric_difference" and kind:
                other, kind = f.set_from(other), ""
            v = f.call_library(f"set_{name}{kind}", v, other)
        return v

    return write


def _less(f: FunctionCompiler, v: V, other: V) -> None:
    f.call_library("set_take_away" if is_set(other.t) else "set_take_items", v, other)


for _name in ("union", "intersection", "difference", "symmetric_difference"):
    method("set frozenset", _name)(_sets(_name))


@method("set", "update")
def _set_update(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    f.may_change(v, 1)
    for a in arguments:
        if isinstance(a.t, ConstT) and not isinstance(a.k, Lazy | Pack):
            a = f.materialise(a)
        if isinstance(a.t, UnionT):
            f.dispatch(a, lambda arm: (_set_update(f, v, [arm], {}), f.const(None))[1])
        elif is_set(a.t):
            f.call_library("set_merge", v, a)
        else:
            if is_dict(a.t):
                f.call_library("set_expect", v, f.length(a))
            f.each(a, lambda item: f.add(v, f.value_of(item)))


@method("set", "difference_update")
def _difference_update(
    f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]
) -> None:
    v = f.materialise(v)
    for a in arguments:
        other = _other(f, a)
        if f.dead:
            return
        f.may_change(v, 1)
        name = "set_difference_update" if is_set(other.t) else "set_take_items"
        f.call_library(name, v, other)


@method("set", "intersection_update")
def _intersection_update(
    f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]
) -> None:
    v = f.materialise(v)
    f.may_change(v, 1)
    made = METHODS["set", "intersection"](f, v, arguments, keywords)
    if not f.dead:
        f.call_library("set_become", v, made)


@method("set", "symmetric_difference_update")
def _exchange(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    other = _other(f, arguments[0])
    if f.dead:
        return
    other = other if is_set(other.t) else f.set_from(other)
    v = f.materialise(v)
    f.call_library("set_symmetric_difference_update", v, other)


def _set_tests(name: str) -> Method:
    def write(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
        other = arguments[0]
        if isinstance(other.t, ConstT) and not isinstance(other.k, Lazy):
            other = f.materialise(other)
        if not is_set(other.t):
            other = f.set_from(other)
        before, f.any_order = f.any_order, True
        found = f.call_library(f"set_{name}", f.materialise(v), other)
        f.any_order = before
        return found

    return write


for _name in ("isdisjoint", "issubset", "issuperset"):
    method("set frozenset", _name)(_set_tests(_name))


@method("record object", "_replace")
def _named_replace(f: FunctionCompiler, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    return _replace(f, [v], keywords)
