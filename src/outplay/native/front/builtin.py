"""Functions of Python's own, as code."""

from __future__ import annotations

import builtins
import copy
import dataclasses
import enum
import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

from outplay import bits, tuples
from outplay.native.front.compare import is_set
from outplay.native.front.containers import holds_reference
from outplay.native.front.emit import Join
from outplay.native.front.iterate import Enumerate, Function, Lazy, Pack, View, Zip
from outplay.native.front.scopes import Bound, Closure, OneOf, Partial
from outplay.native.front.tables import has_python_order
from outplay.native.front.types import (
    BIG,
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    STR,
    WIDE,
    ArrayT,
    ConstT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    UnionT,
)
from outplay.native.front.values import FALSE, TRUE, V

Special = Callable[[Any, list[V], dict[str, V]], V]

SPECIAL: dict[Any, Special] = {}
"""What to write for a call of a function of Python's."""


def special(*functions: Any) -> Callable[[Special], Special]:
    def register(write: Special) -> Special:
        for function in functions:
            SPECIAL[function] = write
        return write

    return register


def simple(*functions: Any) -> Callable[[Callable[..., V]], Callable[..., V]]:
    """For functions without keywords, whose arguments are values."""

    def register(write: Callable[..., V]) -> Callable[..., V]:
        def call(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
            if keywords:
                return f.unsupported("a keyword here")  # type: ignore[no-any-return]
            try:
                return write(f, *arguments)
            except TypeError as error:
                if "positional argument" not in str(error):
                    raise
                return f.unsupported("this call")  # type: ignore[no-any-return]

        for function in functions:
            SPECIAL[function] = call
        return write

    return register


def over_union(write: Callable[..., V]) -> Callable[..., V]:
    """Writes the code for each member of a union."""

    @functools.wraps(write)
    def call(f: Any, v: V | None = None, *more: V) -> V:
        if v is None:
            return write(f)
        if isinstance(v.t, UnionT):
            return f.dispatch(v, lambda arm: call(f, arm, *more))  # type: ignore[no-any-return]
        return write(f, v, *more)

    return call


@simple(builtins.len)
def _len(f: Any, v: V) -> V:
    return f.length(v)  # type: ignore[no-any-return]


@simple(builtins.bool)
def _bool(f: Any, v: V | None = None) -> V:
    return FALSE if v is None else f.truth(v)


@special(builtins.int)
def _int_call(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    base = keywords.get("base") or (arguments[1] if len(arguments) > 1 else None)
    if not arguments:
        return f.const(0)  # type: ignore[no-any-return]
    return _int(f, arguments[0]) if base is None else _int(f, arguments[0], base)


@over_union
def _int(f: Any, v: V, base: V | None = None) -> V:
    v = f.number(v)
    if v.known and isinstance(v.k, int | float | str) and (base is None or base.known):
        try:
            return f.const(int(v.k) if base is None else int(v.k, base.k))  # type: ignore[no-any-return]
        except ValueError:
            f.fail(ValueError)
            return V(NEVER)
    if v.t in (INT, BIG):
        return v
    if v.t is BOOL:
        return f.to_int(v)  # type: ignore[no-any-return]
    if v.t is FLOAT:
        inside = f.op(
            f"fcmp olt double {f.op(f'call double @llvm.fabs.f64(double {v.p[0]})')}, 0x43E0000000000000"
        )
        f.fail_if(f.op(f"xor i1 {inside}, true"), "overflow")
        return V(INT, (f.op(f"fptosi double {v.p[0]} to i64"),))
    if isinstance(v.t, StrT):
        base = f.const(10) if base is None else f.to_int(f.number(base))
        return f.call_library("str_to_int", v, base)  # type: ignore[no-any-return]
    return f.unsupported("`int` of this")  # type: ignore[no-any-return]


@special(builtins.float)
def _float_call(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    return _float(f, arguments[0]) if arguments else f.const(0.0)


@over_union
def _float(f: Any, v: V) -> V:
    v = f.number(v)
    if v.known and isinstance(v.k, int | float | str):
        try:
            return f.const(float(v.k))  # type: ignore[no-any-return]
        except ValueError:
            f.fail(ValueError)
            return V(NEVER)
    if v.t in (INT, BOOL, FLOAT, BIG):
        return f.to_float(v)  # type: ignore[no-any-return]
    return f.unsupported("`float` of this")  # type: ignore[no-any-return]


@simple(builtins.str)
@over_union
def _str(f: Any, v: V | None = None) -> V:
    return f.const("") if v is None else f.text_of(v)  # type: ignore[no-any-return]


@simple(builtins.abs, operator.abs)
@over_union
def _abs(f: Any, v: V) -> V:
    if v.known and isinstance(v.k, int | float):
        return f.const(abs(v.k))  # type: ignore[no-any-return]
    v = f.number(v)
    if v.t is FLOAT:
        return V(FLOAT, (f.op(f"call double @llvm.fabs.f64(double {v.p[0]})"),))
    if isinstance(v.t, ArrayT):
        return f.mapped(v, v.t.dtype, lambda x: _abs(f, x))  # type: ignore[no-any-return]
    if v.t is BOOL:
        v = f.to_int(v)
    if v.t not in (INT, BIG):
        f.fail(TypeError)
        return V(NEVER)
    kind = v.t.kinds[0]
    minus = f.negate(v)
    if minus.t is not v.t:
        v = f.convert(v, minus.t)
        kind = minus.t.kinds[0]
    negative = f.op(f"icmp slt {kind} {v.p[0]}, 0")
    return V(v.t, (f.op(f"select i1 {negative}, {kind} {minus.p[0]}, {kind} {v.p[0]}"),))


@simple(builtins.divmod)
def _divmod(f: Any, a: V, b: V) -> V:
    q, r = f.binary("FloorDiv", a, b), f.binary("Mod", a, b)
    return f.tuple_of([q, r]) if not f.dead else V(NEVER)


@special(builtins.pow)
def _pow(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    if keywords:
        return f.unsupported("a keyword here")  # type: ignore[no-any-return]
    if len(arguments) == 3:
        if all(v.known for v in arguments):
            return f.const(pow(*(v.k for v in arguments)))  # type: ignore[no-any-return]
        values = [f.to_int(f.number(v)) for v in arguments]
        return f.call_library("int_power_modulo", *values)  # type: ignore[no-any-return]
    return f.binary("Pow", *arguments)  # type: ignore[no-any-return]


@simple(builtins.round)
@over_union
def _round(f: Any, v: V, digits: V | None = None) -> V:
    if v.known and isinstance(v.k, int | float) and (digits is None or digits.known):
        return f.const(round(v.k) if digits is None else round(v.k, digits.k))  # type: ignore[no-any-return]
    v = f.number(v)
    if digits is None and v.t in (INT, BOOL):
        return f.to_int(v)  # type: ignore[no-any-return]
    if digits is None and v.t is FLOAT:
        even = f.op(f"call double @llvm.roundeven.f64(double {v.p[0]})")
        return _int(f, V(FLOAT, (even,)))
    if digits is not None and digits.t is NONE:
        return _round(f, v)
    if digits is not None and v.t is FLOAT:
        return f.call_library("float_rounded", v, f.to_int(f.number(digits)))  # type: ignore[no-any-return]
    if digits is not None and v.t in (INT, BOOL) and digits.known and digits.k >= 0:
        return f.to_int(v)  # type: ignore[no-any-return]
    return f.unsupported("`round` to digits")  # type: ignore[no-any-return]


@simple(builtins.ord)
def _ord(f: Any, v: V) -> V:
    if v.known and len(v.k) == 1:
        return f.const(ord(v.k))  # type: ignore[no-any-return]
    length = f.length(v)
    f.fail_if(f.op(f"icmp ne i64 {length.p[0]}, 1"), TypeError)
    return V(INT, (f.op(f"call i64 @str_code(i64 {v.p[0]}, i64 0)"),))


@simple(builtins.chr)
def _chr(f: Any, v: V) -> V:
    v = f.to_int(v)
    if v.known:
        return f.const(chr(v.k))  # type: ignore[no-any-return]
    most = (1 << 8) - 1 if f.module.data.char == 1 else 0x10FFFF
    f.fail_if(f.op(f"icmp ugt i64 {v.p[0]}, {most}"), "character")
    return V(STR, (f.op(f"call i64 @str_of_code(i64 {v.p[0]})"),))


@simple(builtins.hash)
def _hash(f: Any, v: V) -> V:
    v = f.value_of(v)
    if not has_python_order(v.t, f.module.python_hashes):
        f.module.needs_python_hashes(v.t)
        return f.unsupported("a `hash` of this")  # type: ignore[no-any-return]
    return f.py_hash(v)  # type: ignore[no-any-return]


@simple(builtins.bin)
def _bin(f: Any, v: V) -> V:
    return f.call_library("int_bin", v)  # type: ignore[no-any-return]


@simple(builtins.isinstance)
def _isinstance(f: Any, v: V, cls: V) -> V:
    return f.is_instance(v, cls.k)  # type: ignore[no-any-return]


@special(builtins.callable)
def _callable(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    return TRUE if callable(arguments[0].k) else FALSE


@simple(builtins.type)
def _type(f: Any, v: V) -> V:
    if isinstance(v.t, ConstT):
        if isinstance(v.k, Lazy | Closure | Bound | Partial):
            return f.unsupported("`type` of this")  # type: ignore[no-any-return]
        return f.const(tuple if isinstance(v.k, Pack) else type(v.k))  # type: ignore[no-any-return]
    if isinstance(v.t, UnionT):
        classes = [f.class_of(m) for m in v.t.members]
        return f.const(OneOf(v, classes))  # type: ignore[no-any-return]
    return f.const(f.class_of(v.t))  # type: ignore[no-any-return]


@simple(builtins.getattr)
def _getattr(f: Any, v: V, name: V, default: V | None = None) -> V:
    if not name.known:
        return f.unsupported("`getattr` of a name that is computed")  # type: ignore[no-any-return]
    return f.attribute(v, name.k)  # type: ignore[no-any-return]


# --- going through things ----------------------------------------------------------------------


@simple(builtins.range)
def _range(f: Any, *arguments: V) -> V:
    values = [f.to_int(f.number(a)) for a in arguments]
    values = [f.convert(v, INT) if v.t is not INT else v for v in values]
    if f.dead:
        return V(NEVER)
    if len(values) == 1:
        values.insert(0, f.const(0))
    if len(values) == 2:
        values.append(f.const(1))
    if all(v.known for v in values):
        return f.const(range(*(v.k for v in values)))  # type: ignore[no-any-return]
    if not values[2].known:
        f.fail_if(f.op(f"icmp eq i64 {values[2].p[0]}, 0"), ValueError)
    return V(RANGE, tuple(v.p[0] for v in values))


@special(builtins.enumerate)
def _enumerate(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    start = keywords.get("start") or (arguments[1] if len(arguments) > 1 else f.const(0))
    return f.const(Enumerate(arguments[0], start))  # type: ignore[no-any-return]


@special(builtins.zip)
def _zip(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    if (
        len(arguments) == 1
        and hasattr(arguments[0].k, "of")
        and not isinstance(arguments[0].k, Lazy)
    ):
        return f.const(Function(_transposed(arguments[0].k.of), (arguments[0].k.of,)))  # type: ignore[no-any-return]
    strict = keywords.get("strict")
    if strict is not None and not strict.known:
        return f.unsupported("a `strict` that is computed")  # type: ignore[no-any-return]
    return f.const(Zip(arguments, strict is not None and bool(strict.k)))  # type: ignore[no-any-return]


def _transposed(rows: V) -> Any:
    def run(f: Any, body: Any) -> None:
        table = f.indexable(rows)
        least = f.call_library("shortest", table)
        f.each(V(RANGE, ("0", least.p[0], "1")), lambda i: body(f.call_library("column", table, i)))

    return run


@simple(builtins.reversed)
@over_union
def _reversed(f: Any, v: V) -> V:
    if isinstance(v.t, ConstT) and isinstance(v.k, tuple | list | range | str):
        return f.const(tuple(reversed(v.k)) if not isinstance(v.k, range) else v.k[::-1])  # type: ignore[no-any-return]
    if v.known and isinstance(v.k, str):
        return f.const(tuple(reversed(v.k)))  # type: ignore[no-any-return]

    def run(f: Any, body: Any) -> None:
        xs = f.indexable(v)
        last = f.op(f"sub i64 {f.length(xs).p[0]}, 1")
        f.each(V(RANGE, (last, "-1", "-1")), lambda i: body(f.item_at(xs, i)))

    if isinstance(v.t, TupleT):
        return f.const(Function(lambda f, body: f.each(f.pack(f.items_of(v)[::-1]), body), (v,)))  # type: ignore[no-any-return]
    return f.const(Function(run, (v,)))  # type: ignore[no-any-return]


@special(builtins.map)
def _map(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    function, *iterables = arguments

    def run(f: Any, body: Any) -> None:
        if len(iterables) == 1:
            f.each(iterables[0], lambda item: body(f.call(function, [item], {})))
        else:
            f.each(f.const(Zip(iterables)), lambda item: body(f.call(function, item.k.items, {})))

    return f.const(Function(run, tuple(arguments)))  # type: ignore[no-any-return]


@special(builtins.filter)
def _filter(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    function, iterable = arguments

    def run(f: Any, body: Any) -> None:
        def one(item: V) -> None:
            test = item if function.t is NONE else f.call(function, [item], {})
            yes, no = Join(f), Join(f)
            f.fork(test, yes, no)
            f.land(yes)
            if not f.dead:
                body(item)
            f.jump(no)
            f.land(no)

        f.each(iterable, one)

    return f.const(Function(run, tuple(arguments)))  # type: ignore[no-any-return]


def _search(f: Any, v: V, wanted: bool) -> V:
    found = Join(f)
    before, f.any_order = f.any_order, True
    each = f.each_in_any_order if f.has_bits(v) else f.each

    def one(item: V) -> None:
        yes, no = Join(f), Join(f)
        f.fork(item, yes, no) if wanted else f.fork(item, no, yes)
        f.land(yes)
        f.jump(found, TRUE if wanted else FALSE)
        f.land(no)

    each(v, one)
    f.any_order = before
    f.jump(found, FALSE if wanted else TRUE)
    values = f.land(found)
    return values[0] if values else FALSE


@simple(builtins.any)
def _any(f: Any, v: V) -> V:
    return _search(f, v, True)


@simple(builtins.all)
def _all(f: Any, v: V) -> V:
    return _search(f, v, False)


@special(builtins.sum)
def _sum(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = arguments[0]
    start = keywords.get("start") or (arguments[1] if len(arguments) > 1 else f.const(0))
    if isinstance(v.t, ArrayT):
        return f.method(v, "sum", [], {})  # type: ignore[no-any-return]
    name = f.hidden("sum")
    f.env[name] = start

    def one(item: V) -> None:
        f.env[name] = f.binary("Add", f.env[name], item)
        if f.loose and f.env[name].t not in (INT, BOOL, BIG) and not f.dead:
            # Floats are rounded at each step, in an order.
            f.module.needs_python_hashes(STR)
            f.unsupported("a sum over a set of these, whose order differs from run to run")

    before, f.any_order = f.any_order, True
    (f.each_in_any_order if f.has_bits(v) else f.each)(v, one)
    f.any_order = before
    return f.env.pop(name) if not f.dead else V(NEVER)


def _extreme(which: str) -> Special:
    sign = "Lt" if which == "min" else "Gt"

    def write(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        key = keywords.get("key")
        if len(arguments) > 1:
            values = arguments
            if (
                key is None
                and len(values) == 2
                and all(x.t in (INT, FLOAT, BOOL) and x.t is values[0].t for x in values)
            ):
                return _two(f, sign, *values)
            iterable = f.pack(values)
        else:
            iterable = arguments[0]
            if isinstance(iterable.t, ArrayT):
                return f.method(iterable, which, [], {})  # type: ignore[no-any-return]
        best, rank = f.hidden("best"), f.hidden("rank")
        unset = V(NONE, (), None)
        seen = f.hidden("seen")
        f.env[seen], first = FALSE, True
        del unset

        def one(item: V) -> None:
            nonlocal first
            item = f.value_of(item)
            value = item if key is None or key.t is NONE else f.call(key, [item], {})
            if f.dead:
                return
            known = f.env[seen]
            if known.known and not known.k:
                f.env[seen], f.env[best], f.env[rank] = TRUE, item, value
                return
            take, leave, after = Join(f), Join(f), Join(f)
            if not known.known:
                some, none = Join(f), Join(f)
                f.fork(known, some, none)
                f.land(none)
                f.jump(take)
                f.land(some)
            old = f.lookup_hidden(rank)
            f.fork(f.order(sign, value, old), take, leave)
            f.land(take)
            f.env[seen], f.env[best], f.env[rank] = TRUE, item, value
            f.jump(after)
            f.land(leave)
            f.jump(after)
            f.land(after)

        f.kept |= {best, rank}
        free = f.has_bits(iterable) and (key is None or key.t is NONE)
        (f.each_in_any_order if free else f.each)(iterable, one)
        if f.dead:
            return V(NEVER)
        default = keywords.get("default")
        known = f.env.pop(seen)
        if known.known:
            if known.k:
                f.env.pop(rank)
                return f.env.pop(best)  # type: ignore[no-any-return]
            if default is not None:
                return default
            f.fail(ValueError)
            return V(NEVER)
        some, none, after = Join(f), Join(f), Join(f)
        f.fork(known, some, none)
        f.land(some)
        f.jump(after, f.lookup_hidden(best))
        f.land(none)
        if default is not None:
            f.jump(after, default)
        else:
            f.fail(ValueError)
        values = f.land(after)
        f.env.pop(best, None), f.env.pop(rank, None)
        return values[0] if values else V(NEVER)

    return write


def _two(f: Any, sign: str, a: V, b: V) -> V:
    """min or max of two numbers: the first of equal ones."""
    if a.known and b.known:
        return b if (b.k < a.k if sign == "Lt" else b.k > a.k) else a
    test = f.order(sign, b, a)
    kind = a.t.kinds[0]
    return V(a.t, (f.op(f"select i1 {test.p[0]}, {kind} {b.p[0]}, {kind} {a.p[0]}"),))


SPECIAL[builtins.min] = _extreme("min")
SPECIAL[builtins.max] = _extreme("max")


@special(builtins.sorted)
def _sorted(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    key = keywords.get("key")
    if f.has_bits(arguments[0]) and (key is None or key.t is NONE):
        return _sorted_bits(f, arguments[0], keywords.get("reverse", FALSE))
    before, f.any_order = f.any_order, keywords.get("key") is None
    xs = f.list_from(arguments[0])
    f.any_order = before
    return _sort(f, xs, keywords)


def _sorted_bits(f: Any, s: V, reverse: V) -> V:
    """`sorted(s)` of a set of small ints: bits are in that order."""
    listed = f.call_library("set_gathered", s)
    if f.dead:
        return V(NEVER)
    xs = f.list_at(s, listed)
    f.call_library("set_in_order", s, xs, reverse)
    return xs  # type: ignore[no-any-return]


def _sort(f: Any, xs: V, keywords: dict[str, V]) -> V:
    if f.dead:
        return V(NEVER)
    key = keywords.get("key")
    reverse = keywords.get("reverse", FALSE)
    if key is not None and key.t is not NONE:
        ranks = f.list_from(
            f.const(Function(lambda f, body: f.each(xs, lambda x: body(f.call(key, [x], {})))))
        )
        f.call_library("sort_by", xs, ranks, reverse)
    else:
        f.call_library("sort", xs, reverse)
    return xs


@simple(builtins.list)
@over_union
def _list(f: Any, v: V | None = None) -> V:
    return f.list_from(f.pack([]) if v is None else v)  # type: ignore[no-any-return]


@simple(builtins.tuple)
@over_union
def _tuple(f: Any, v: V | None = None) -> V:
    return f.const(()) if v is None else f.seq_from(v)  # type: ignore[no-any-return]


@simple(builtins.set)
def _set(f: Any, v: V | None = None) -> V:
    return f.set_from(f.const(()) if v is None else v)  # type: ignore[no-any-return]


@simple(builtins.frozenset)
def _frozenset(f: Any, v: V | None = None) -> V:
    if v is not None and isinstance(v.t, FrozenT):
        return v
    return f.frozen(f.set_from(f.const(()) if v is None else v))  # type: ignore[no-any-return]


@special(builtins.dict)
def _dict(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    if not arguments and keywords and ("dict", tuple(keywords)) in f.module.records:
        return f.record("dict", tuple(keywords), [f.value_of(v) for v in keywords.values()])  # type: ignore[no-any-return]
    if arguments and isinstance(arguments[0].t, ObjT) and not keywords:
        return _copy(f, arguments[0])
    if arguments and not keywords:
        given = f.materialise(arguments[0]) if isinstance(arguments[0].k, dict) else arguments[0]
        if isinstance(given.t, Container) and given.t.kind == "dict":
            return f.call_library("dict_copy", given)  # type: ignore[no-any-return]
    d = f.new_dict(("dict()", f.place_of_node()))
    if arguments:
        f.method(d, "update", [arguments[0]], {})
    for name, v in keywords.items():
        f.set_item(d, f.const(name), v)
    return d  # type: ignore[no-any-return]


@special(builtins.print)
def _print(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.unsupported("`print`")  # type: ignore[no-any-return]


# --- copy, dataclasses, functools, itertools, collections ---------------------------------------


@simple(copy.copy)
@over_union
def _copy(f: Any, v: V) -> V:
    if isinstance(v.t, ConstT):
        v = f.materialise(v)
    if isinstance(v.t, ObjT):
        return f.new_object(v.t, f.fields_of(v))  # type: ignore[no-any-return]
    if isinstance(v.t, Container):
        return f.method(v, "copy", [], {})  # type: ignore[no-any-return]
    if isinstance(v.t, ArrayT):
        return f.method(v, "copy", [], {})  # type: ignore[no-any-return]
    return v


@special(copy.deepcopy)
def _deepcopy(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = f.materialise(arguments[0])
    return deep_copy(f, v)


def deep_copy(f: Any, v: V) -> V:
    """A copy that shares nothing that can be changed."""
    t = v.t
    if not holds_reference(t) and not holds_set(t):
        return v
    if is_set(t):
        return f.call_library("deep_set", v)  # type: ignore[no-any-return]
    if isinstance(t, UnionT):
        return f.convert(f.dispatch(v, lambda arm: deep_copy(f, arm)), t)  # type: ignore[no-any-return]
    if isinstance(t, TupleT):
        return f.tuple_of([deep_copy(f, item) for item in f.items_of(v)], t)  # type: ignore[no-any-return]
    if isinstance(t, ObjT):
        return f.new_object(t, [deep_copy(f, field) for field in f.fields_of(v)])  # type: ignore[no-any-return]
    if isinstance(t, ArrayT):
        return f.method(v, "copy", [], {})  # type: ignore[no-any-return]
    if isinstance(t, Container):
        if not any(holds_reference(var.t) or holds_set(var.t) for var in t.vars):
            return f.method(v, "copy", [], {})  # type: ignore[no-any-return]
        return f.call_library("deep_list" if len(t.vars) == 1 else "deep_dict", v)  # type: ignore[no-any-return]
    if isinstance(t, SeqT):
        return f.seq_from(f.call_library("deep_list", f.list_from(v)))  # type: ignore[no-any-return]
    return v


def holds_set(t: Type) -> bool:
    """Is there a set in it, which a deep copy makes anew in another order?"""
    if isinstance(t, TupleT):
        return any(holds_set(item) for item in t.items)
    if isinstance(t, UnionT):
        return any(holds_set(item) for item in t.members)
    return is_set(t) or (isinstance(t, SeqT) and holds_set(t.elem))


@special(dataclasses.replace)
def _replace(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = arguments[0]
    if isinstance(v.t, UnionT):
        return f.dispatch(v, lambda arm: _replace(f, [arm], keywords))  # type: ignore[no-any-return]
    if isinstance(v.t, ConstT):
        v = f.materialise(v)
    assert isinstance(v.t, TupleT | ObjT)
    fields = dict(zip(v.t.names, f.fields_of(v), strict=True))
    if set(keywords) - set(fields):
        f.fail(TypeError)
        return V(NEVER)
    return f.instantiate(v.t.cls, [], {**fields, **keywords})  # type: ignore[no-any-return]


@special(functools.partial)
def _partial(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.const(Partial(arguments[0], arguments[1:], keywords))  # type: ignore[no-any-return]


@simple(functools.reduce)
def _reduce(f: Any, function: V, iterable: V, start: V | None = None) -> V:
    if start is None:
        iterable = f.indexable(iterable)
        f.fail_if(f.op(f"icmp eq i64 {f.length(iterable).p[0]}, 0"), TypeError)
        start = f.item_at(iterable, f.const(0))
        iterable = f.slice_of(iterable, f.const(1), None, None)
    name = f.hidden("reduce")
    f.env[name] = start

    def one(item: V) -> None:
        f.env[name] = f.call(function, [f.env[name], item], {})

    f.each(iterable, one)
    return f.env.pop(name) if not f.dead else V(NEVER)


@special(itertools.product)
def _product(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    pools = list(arguments)
    if "repeat" in keywords:
        if not keywords["repeat"].known:
            if len(pools) != 1:
                return f.unsupported("`product` with a `repeat` that is computed")  # type: ignore[no-any-return]
            repeat = f.to_int(f.number(keywords["repeat"]))
            f.fail_if(f.op(f"icmp slt i64 {repeat.p[0]}, 0"), ValueError)
            return f.call_library("all_products", f.list_from(pools[0]), repeat)  # type: ignore[no-any-return]
        pools = pools * keywords["repeat"].k
    pools = [
        p if isinstance(p.t, ConstT) and isinstance(p.k, range | tuple | str) else f.indexable(p)
        for p in pools
    ]

    def run(f: Any, body: Any) -> None:
        def level(number: int, items: list[V]) -> None:
            if number == len(pools):
                body(f.pack(items))
                return
            f.each(pools[number], lambda item: level(number + 1, [*items, item]))

        level(0, [])

    return f.const(Function(run, tuple(pools)))  # type: ignore[no-any-return]


@special(itertools.chain)
def _chain(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    def run(f: Any, body: Any) -> None:
        for iterable in arguments:
            f.each(iterable, body)

    return f.const(Function(run, tuple(arguments)))  # type: ignore[no-any-return]


@simple(itertools.chain.from_iterable)
def _chained(f: Any, v: V) -> V:
    return f.const(Function(lambda f, body: f.each(v, lambda inner: f.each(inner, body)), (v,)))  # type: ignore[no-any-return]


@simple(itertools.pairwise)
def _pairwise(f: Any, v: V) -> V:
    def run(f: Any, body: Any) -> None:
        xs = f.indexable(v)
        last = f.op(f"sub i64 {f.length(xs).p[0]}, 1")

        def one(i: V) -> None:
            after = V(INT, (f.op(f"add i64 {i.p[0]}, 1"),))
            body(f.pack([f.item_at(xs, i), f.item_at(xs, after)]))

        f.each(V(RANGE, ("0", last, "1")), one)

    return f.const(Function(run, (v,)))  # type: ignore[no-any-return]


# --- math and operator -------------------------------------------------------------------------


def _math(function: Any, name: str) -> None:
    @simple(function)
    @over_union
    def write(f: Any, v: V) -> V:
        if v.known and isinstance(v.k, int | float):
            try:
                return f.const(function(v.k))  # type: ignore[no-any-return]
            except (ValueError, OverflowError) as error:
                f.fail(type(error))
                return V(NEVER)
        v = f.to_float(f.number(v))
        if name in ("floor", "ceil", "trunc"):
            return _int(f, V(FLOAT, (f.op(f"call double @llvm.{name}.f64(double {v.p[0]})"),)))
        if name == "sqrt":
            f.fail_if(f.op(f"fcmp olt double {v.p[0]}, 0.0"), ValueError)
        found = f.op(f"call double @llvm.{name}.f64(double {v.p[0]})")
        if name != "fabs":
            # What is not finite, or wrong by a bit elsewhere, is Python's business.
            size = f.op(f"call double @llvm.fabs.f64(double {found})")
            f.fail_if(f.op(f"fcmp uge double {size}, 0x7FF0000000000000"), "overflow")
        return V(FLOAT, (found,))


for _function, _name in (
    (math.floor, "floor"), (math.ceil, "ceil"), (math.trunc, "trunc"), (math.sqrt, "sqrt"),
    (math.fabs, "fabs"),
):  # fmt: skip
    _math(_function, _name)


def _from_libm(function: Any, name: str, arity: int) -> None:
    @simple(function)
    def write(f: Any, *arguments: V) -> V:
        if len(arguments) != arity:
            return f.unsupported(f"`math.{name}` so")  # type: ignore[no-any-return]
        if all(v.known for v in arguments):
            try:
                return f.const(function(*(v.k for v in arguments)))  # type: ignore[no-any-return]
            except (ValueError, OverflowError) as error:
                f.fail(type(error))
                return V(NEVER)
        values = [f.to_float(f.number(v)) for v in arguments]
        f.module.calls_math(name, arity)
        given = ", ".join(f"double {v.p[0]}" for v in values)
        found = f.op(f"call double @{name}({given}) nobuiltin")
        size = f.op(f"call double @llvm.fabs.f64(double {found})")
        f.fail_if(f.op(f"fcmp uge double {size}, 0x7FF0000000000000"), "overflow")
        return V(FLOAT, (found,))


for _name, _arity in (
    ("exp", 1), ("log", 1), ("log2", 1), ("log10", 1), ("sin", 1), ("cos", 1), ("tan", 1),
    ("tanh", 1), ("atan", 1), ("atan2", 2), ("pow", 2), ("asin", 1), ("acos", 1), ("sinh", 1),
    ("cosh", 1), ("log1p", 1), ("expm1", 1),
):  # fmt: skip
    _from_libm(getattr(math, _name), _name, _arity)


@simple(math.gcd)
def _gcd(f: Any, a: V, b: V) -> V:
    return f.call_library("int_gcd", a, b)  # type: ignore[no-any-return]


def _whole(function: Any, name: str) -> None:
    """A function of ints, in the library."""

    @simple(function)
    def write(f: Any, *arguments: V) -> V:
        if all(v.known and isinstance(v.k, int) for v in arguments):
            try:
                return f.const(function(*(v.k for v in arguments)))  # type: ignore[no-any-return]
            except ValueError:
                f.fail(ValueError)
                return V(NEVER)
        values = [f.to_int(f.number(v)) for v in arguments]
        return f.call_library(name, *values)  # type: ignore[no-any-return]


for _function, _name in (
    (math.isqrt, "int_isqrt"), (math.comb, "int_comb"), (math.factorial, "int_factorial"),
    (math.lcm, "int_lcm"), (math.perm, "int_perm"),
):  # fmt: skip
    _whole(_function, _name)


@simple(math.prod)
def _prod(f: Any, v: V, start: V | None = None) -> V:
    name = f.hidden("product")
    f.env[name] = f.const(1) if start is None else start

    def one(item: V) -> None:
        f.env[name] = f.binary("Mult", f.env[name], item)

    f.each(v, one)
    return f.env.pop(name) if not f.dead else V(NEVER)


@simple(math.copysign)
def _copysign(f: Any, a: V, b: V) -> V:
    x, y = f.to_float(f.number(a)), f.to_float(f.number(b))
    return V(FLOAT, (f.op(f"call double @llvm.copysign.f64(double {x.p[0]}, double {y.p[0]})"),))


@simple(math.fmod)
def _fmod(f: Any, a: V, b: V) -> V:
    x, y = f.to_float(f.number(a)), f.to_float(f.number(b))
    f.fail_if(f.op(f"fcmp oeq double {y.p[0]}, 0.0"), ValueError)
    return V(FLOAT, (f.op(f"frem double {x.p[0]}, {y.p[0]}"),))


@simple(math.isfinite)
def _isfinite(f: Any, v: V) -> V:
    size = f.op(f"call double @llvm.fabs.f64(double {f.to_float(v).p[0]})")
    return V(BOOL, (f.op(f"fcmp olt double {size}, 0x7FF0000000000000"),))


@simple(math.isnan)
def _isnan(f: Any, v: V) -> V:
    v = f.to_float(v)
    return V(BOOL, (f.op(f"fcmp uno double {v.p[0]}, {v.p[0]}"),))


@simple(math.isinf)
def _isinf(f: Any, v: V) -> V:
    size = f.op(f"call double @llvm.fabs.f64(double {f.to_float(v).p[0]})")
    return V(BOOL, (f.op(f"fcmp oeq double {size}, 0x7FF0000000000000"),))


@simple(math.hypot)
def _hypot(f: Any, a: V, b: V) -> V:
    return f.unsupported("`math.hypot`")  # type: ignore[no-any-return]


for _function, _op in (
    (operator.add, "Add"), (operator.sub, "Sub"), (operator.mul, "Mult"), (operator.and_, "BitAnd"),
    (operator.or_, "BitOr"), (operator.xor, "BitXor"), (operator.floordiv, "FloorDiv"),
    (operator.mod, "Mod"), (operator.truediv, "Div"),
):  # fmt: skip
    SPECIAL[_function] = lambda f, a, k, op=_op: f.binary(op, *a)
for _function, _op in (
    (operator.eq, "Eq"), (operator.ne, "NotEq"), (operator.lt, "Lt"), (operator.le, "LtE"),
    (operator.gt, "Gt"), (operator.ge, "GtE"),
):  # fmt: skip
    SPECIAL[_function] = lambda f, a, k, op=_op: f.compare(op, *a)
SPECIAL[operator.neg] = lambda f, a, k: f.unary("USub", *a)
SPECIAL[operator.not_] = lambda f, a, k: f.negation(f.truth(a[0]))


@special(operator.itemgetter, operator.attrgetter)
def _getter(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.unsupported("this")  # type: ignore[no-any-return]


# --- outplay.bits and outplay.tuples -----------------------------------------------------------


def _bit(function: Any, text: str) -> None:
    """A function of `outplay.bits`: instructions on %0 and %1."""

    def call(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        if keywords:
            return f.unsupported("a keyword here")  # type: ignore[no-any-return]
        if all(v.known and isinstance(v.k, int) for v in arguments):
            return f.const(function(*(v.k for v in arguments)))  # type: ignore[no-any-return]
        values = [f.to_int(f.number(v)) for v in arguments]
        values = [v if v.t is INT else f.convert(v, INT) for v in values]
        for v in values[1:]:
            if "shift" in text and not (v.known and v.k >= 0):
                f.fail_if(f.op(f"icmp slt i64 {v.p[0]}, 0"), ValueError)
        given = ", ".join(f"i64 {v.p[0]}" for v in values)
        return V(INT, (f.op(f"call i64 @{text}({given})"),))

    SPECIAL[function] = call


for _name in (
    "add", "subtract", "multiply", "shift_left", "shift_right", "mix", "popcount", "lowest_bit",
    "lowest_index", "highest_index", "flip_vertical", "flip_horizontal", "flip_diagonal",
    "flip_antidiagonal", "rotate_90", "rotate_180", "rotate_270",
):  # fmt: skip
    _bit(getattr(bits, _name), "mix" if _name == "mix" else f"bits_{_name}")


@simple(bits.wrap)
def _wrap(f: Any, v: V) -> V:
    if v.known:
        return f.const(bits.wrap(v.k))  # type: ignore[no-any-return]
    if v.t is BIG:
        return V(INT, (f.op(f"trunc {WIDE} {v.p[0]} to i64"),))
    return f.to_int(v)  # type: ignore[no-any-return]


@simple(tuples.replace_at)
def _replace_at(f: Any, items: V, index: V, value: V) -> V:
    items = f.materialise(items)
    value = f.value_of(value)
    if isinstance(items.t, UnionT):
        return f.dispatch(items, lambda arm: _replace_at(f, arm, index, value))  # type: ignore[no-any-return]
    index = f.to_int(f.number(index))
    if isinstance(items.t, TupleT):
        if index.known and 0 <= index.k < len(items.t.items):
            parts = f.items_of(items)
            parts[index.k] = value
            return f.tuple_of(parts)  # type: ignore[no-any-return]
        t = f.types.element(items.t)
        items = f.convert(items, SeqT(t))
    if not isinstance(items.t, SeqT):
        f.fail(TypeError)
        return V(NEVER)
    elem = f.types.join(items.t.elem, value.t)
    items = f.convert(items, SeqT(elem))
    length = f.length(items)
    f.fail_if(f.op(f"icmp uge i64 {index.p[0]}, {length.p[0]}"), IndexError)
    words = f.op(f"add i64 1, {f.op(f'mul i64 {length.p[0]}, {elem.words}')}")
    address = f.allocate(words)
    f.copy_words(address, items.p[0], words)
    f.store(f.convert(value, elem), f.element(address, index.p[0], elem, 1))
    return V(SeqT(elem), (address,))


__all__ = ["SPECIAL", "EnumT", "Pack", "View", "deep_copy", "enum"]
