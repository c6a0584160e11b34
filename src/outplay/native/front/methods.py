"""Methods of built-in types that are more than a call of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay.native.front import types as T
from outplay.native.front.builtin_copies import _replace
from outplay.native.front.builtin_folds import _sort
from outplay.native.front.lazy import Lazy, Pack
from outplay.native.front.special import Write, method
from outplay.native.front.values import FALSE, NOTHING_GIVEN, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


method("list deque", "append")(lambda f, v, x: f.append(v, f.value_of(x)))
method("set", "add")(lambda f, v, x: f.add(v, f.value_of(x)))
method("deque", "copy")(lambda f, v: f.list_from(v, "deque", v.container.extra))
method("record_dict record_list", "copy")(lambda f, v: f.new_object(v.t, f.fields_of(v)))
method("str", "encode")(lambda f, v, *given, **named: f.unsupported("`encode`"))
method("record object", "_replace")(_replace)


@method("list", "sort")
def _list_sort(f: FunctionCompiler, v: V, *, key: V | None = None, reverse: V = FALSE) -> None:
    f.may_change(v, 1)
    _sort(f, v, key, reverse)


@method("list deque", "extend")
def _extend(f: FunctionCompiler, v: V, other: V) -> None:
    if T.is_list(other.t):
        v.container.vars[0].unify(other.t.vars[0])
        f.call_library("list_extend", v, other)
        return
    f.each(other, lambda item: f.append(v, f.value_of(item)))


@method("str", "join")
def _join(f: FunctionCompiler, v: V, iterable: V) -> V:
    parts = f.indexable(iterable)
    if isinstance(parts.t, T.Str | T.Tuple):
        parts = f.list_from(parts)
    return f.call_library("str_join", v, parts)


@method("dict defaultdict OrderedDict", "update")
def _dict_update(f: FunctionCompiler, v: V, /, *others: V, **named: V) -> None:
    for other in others:
        a = f.unless_lazy(other)
        if isinstance(a.t, T.Union):
            f.each_arm(a, lambda arm: _dict_update(f, v, arm))
        elif T.is_dict(a.t):
            f.call_library("dict_merge", v, a)
        elif T.is_record(a.t):
            for name, field in zip(a.t.names, f.fields_of(a), strict=True):
                f.set_item(v, f.const(name), field)
        else:
            f.each(a, lambda pair: f.set_item(v, *f.spread(pair, 2)))
    for name, value in named.items():
        f.set_item(v, f.const(name), value)


@method("record_dict", "get")
def _record_get(f: FunctionCompiler, v: V, key: V, default: V = NOTHING_GIVEN) -> V:
    assert isinstance(v.t, T.Obj)
    if not key.known:
        f.module.no_record(v.t.cls)
        return f.unsupported("this key")
    return f.load_field(v, v.t.names.index(key.k)) if key.k in v.t.names else default


def _other(f: FunctionCompiler, v: V) -> V:
    """What an operation of sets is done with: a set or dict, or else a list."""
    v = f.unless_lazy(v)
    return v if T.is_set(v.t) or T.is_dict(v.t) else f.list_from(v)


@method("set frozenset", "union")
def _union(f: FunctionCompiler, v: V, *others: V) -> V:
    if len(others) == 1 and not isinstance(others[0].k, Lazy | Pack):
        other = f.materialise(others[0])
        if T.is_set(other.t):
            return f.call_library("set_union", v, other)
    made = f.call_library("set_copied", v)
    _set_update(f, made, *others)
    return f.frozen(made) if isinstance(v.t, T.FrozenSet) else made


def _sets(name: str) -> Write:
    def write(f: FunctionCompiler, v: V, *others: V) -> V:
        if not others:
            return _union(f, v)
        for number, a in enumerate(others):
            other = _other(f, a)
            kind = "" if T.is_set(other.t) else "_items"
            if name == "difference":
                if number:  # as CPython does: in place from the second on
                    less = "set_take_away" if T.is_set(other.t) else "set_take_items"
                    f.call_library(less, f.thawed(v), other)
                    continue
                kind = "_keys" if T.is_dict(other.t) else kind
            elif name == "symmetric_difference" and kind:
                other, kind = f.set_from(other), ""
            v = f.call_library(f"set_{name}{kind}", v, other)
        return v

    return write


_intersection = _sets("intersection")
for _name in ("intersection", "difference", "symmetric_difference"):
    method("set frozenset", _name)(_sets(_name))


@method("set", "update")
def _set_update(f: FunctionCompiler, v: V, *others: V) -> None:
    f.may_change(v, 1)
    for other in others:
        a = f.unless_lazy(other)
        if isinstance(a.t, T.Union):
            f.each_arm(a, lambda arm: _set_update(f, v, arm))
        elif T.is_set(a.t):
            f.call_library("set_merge", v, a)
        else:
            if T.is_dict(a.t):
                f.call_library("set_expect", v, f.length(a))
            f.each(a, lambda item: f.add(v, f.value_of(item)))


@method("set", "difference_update")
def _difference_update(f: FunctionCompiler, v: V, *others: V) -> None:
    for a in others:
        other = _other(f, a)
        f.may_change(v, 1)
        name = "set_difference_update" if T.is_set(other.t) else "set_take_items"
        f.call_library(name, v, other)


@method("set", "intersection_update")
def _intersection_update(f: FunctionCompiler, v: V, *others: V) -> None:
    f.may_change(v, 1)
    f.call_library("set_become", v, _intersection(f, v, *others))


@method("set", "symmetric_difference_update")
def _exchange(f: FunctionCompiler, v: V, a: V) -> None:
    other = _other(f, a)
    other = other if T.is_set(other.t) else f.set_from(other)
    f.call_library("set_symmetric_difference_update", v, other)


def _set_tests(name: str) -> Write:
    def write(f: FunctionCompiler, v: V, a: V) -> V:
        other = f.unless_lazy(a)
        if not T.is_set(other.t):
            other = f.set_from(other)
        before, f.any_order = f.any_order, True
        found = f.call_library(f"set_{name}", v, other)
        f.any_order = before
        return found

    return write


for _name in ("isdisjoint", "issubset", "issuperset"):
    method("set frozenset", _name)(_set_tests(_name))
