"""Functions of NumPy's, and methods of its arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outplay.native.front.arrays import dtype_of, element_type
from outplay.native.front.builtin import simple, special
from outplay.native.front.emit import Join
from outplay.native.front.methods import METHODS
from outplay.native.front.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    ArrayT,
    ConstT,
    Container,
    SeqT,
    TupleT,
    UnionT,
)
from outplay.native.front.values import FALSE, TRUE, V


def _dtype(f: Any, v: V | None, default: str) -> str | None:
    if v is None or v.t is NONE:
        return default
    return dtype_of(v.k)


def _shape(f: Any, v: V) -> list[str] | None:
    if isinstance(v.t, ConstT) and isinstance(v.k, tuple):
        return [str(n) for n in v.k]
    if isinstance(v.t, TupleT):
        return [f.to_int(item).p[0] for item in f.items_of(v)]
    if v.t in (INT, BOOL):
        return [f.to_int(v).p[0]]
    return None


def _filled(value: Any) -> Any:
    def write(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        given = list(arguments)
        shape = _shape(f, given.pop(0) if given else keywords["shape"])
        what = value
        if value is None:
            filler = given.pop(0) if given else keywords["fill_value"]
        dtype_given = given.pop(0) if given else keywords.get("dtype")
        default = "float64"
        if value is None:
            default = {INT: "int64", BOOL: "bool", FLOAT: "float64"}.get(f.number(filler).t, "")  # type: ignore[call-overload]
        dtype = _dtype(f, dtype_given, default)
        if shape is None or not dtype or len(shape) > 2:
            return f.unsupported("an array like this")  # type: ignore[no-any-return]
        for size in shape:
            f.fail_if(f.op(f"icmp slt i64 {size}, 0"), ValueError)
        made = f.new_array(ArrayT(dtype, len(shape)), shape[0], shape[1] if len(shape) > 1 else "1")
        item = f.const(what) if value is not None else filler
        f.fill_array(made, lambda: item)
        return made  # type: ignore[no-any-return]

    return write


special(np.zeros, np.empty)(_filled(0))
special(np.ones)(_filled(1))
special(np.full)(_filled(None))


def _like(value: Any) -> Any:
    def write(f: Any, v: V, filler: V | None = None) -> V:
        v = f.array_from(v, None) if not isinstance(v.t, ArrayT) else v
        item = f.const(value) if value is not None else filler
        return f.mapped(v, v.t.dtype, lambda _: item)  # type: ignore[no-any-return]

    return write


simple(np.zeros_like, np.empty_like)(_like(0))
simple(np.ones_like)(_like(1))
simple(np.full_like)(_like(None))


@special(np.array, np.asarray, np.copy)
def _array(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = arguments[0]
    given = arguments[1] if len(arguments) > 1 else keywords.get("dtype")
    dtype = None if given is None or given.t is NONE else dtype_of(given.k)
    if given is not None and dtype is None:
        return f.unsupported("an array of this type")  # type: ignore[no-any-return]
    return f.array_from(v, dtype)  # type: ignore[no-any-return]


@simple(np.arange)
def _arange(f: Any, *arguments: V) -> V:
    numbers = f.call_constant(range, list(arguments), {})
    return f.array_from(f.list_from(numbers), "int64") if not f.dead else V(NEVER)


@simple(np.eye)
def _eye(f: Any, n: V) -> V:
    made = f.new_array(ArrayT("float64", 2), f.to_int(n).p[0], f.to_int(n).p[0])
    f.each_place(made, lambda i, j: f.put_element(
        made, i, j, V(BOOL, (f.op(f"icmp eq i64 {i}, {j}"),))))  # fmt: skip
    return made  # type: ignore[no-any-return]


# --- folds -------------------------------------------------------------------------------------

Fold = Callable[[Any, V, V], V]


def _add(f: Any, a: V, b: V) -> V:
    return f.arithmetic("Add", a, b)  # type: ignore[no-any-return]


def _and(f: Any, a: V, b: V) -> V:
    return V(BOOL, (f.op(f"and i1 {a.p[0]}, {f.truth(b).p[0]}"),))


def _or(f: Any, a: V, b: V) -> V:
    return V(BOOL, (f.op(f"or i1 {a.p[0]}, {f.truth(b).p[0]}"),))


def _pick(sign: str) -> Fold:
    def fold(f: Any, a: V, b: V) -> V:
        if a.t is FLOAT:
            f.fail_if(f.op(f"fcmp uno double {a.p[0]}, {b.p[0]}"), "overflow")
        test = f.compare_numbers(sign, b, a)
        kind = a.t.kinds[0]
        return V(a.t, (f.op(f"select i1 {test.p[0]}, {kind} {b.p[0]}, {kind} {a.p[0]}"),))

    return fold


def _reduce(name: str, fold: Fold, start: Any) -> Callable[..., V]:
    """sum, any, all, min, max, prod: of all elements, or along an axis."""

    def write(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        v = arguments[0]
        if isinstance(v.t, UnionT):
            return f.dispatch(v, lambda arm: write(f, [arm, *arguments[1:]], keywords))  # type: ignore[no-any-return]
        if not isinstance(v.t, ArrayT):
            v = f.array_from(v, None)
        if f.dead:
            return V(NEVER)
        axis = arguments[1] if len(arguments) > 1 else keywords.get("axis")
        if axis is not None and axis.t is not NONE and v.t.ndim == 2:
            return _along(f, v, axis, name, fold, start)
        total = f.hidden("total")
        f.env[total] = _start(f, v, name, start)

        def one(x: V) -> None:
            f.env[total] = fold(f, f.env[total], _widened(f, x, name))

        f.each_element(v, one)
        return f.env.pop(total) if not f.dead else V(NEVER)

    return write


def _widened(f: Any, x: V, name: str) -> V:
    return f.to_int(x) if name in ("sum", "prod") and x.t is not FLOAT else x


def _start(f: Any, v: V, name: str, start: Any) -> V:
    kind = element_type(v.t)  # type: ignore[arg-type]
    if name in ("any", "all"):
        return TRUE if name == "all" else FALSE
    if name in ("sum", "prod"):
        return f.const(float(start) if kind is FLOAT else int(start))  # type: ignore[no-any-return]
    size = f.array_attribute(v, "size")
    f.fail_if(f.op(f"icmp eq i64 {size.p[0]}, 0"), ValueError)
    return f.get_element(v, "0", "0")  # type: ignore[no-any-return]


def _along(f: Any, v: V, axis: V, name: str, fold: Fold, start: Any) -> V:
    if not axis.known:
        return f.unsupported("an axis that is computed")  # type: ignore[no-any-return]
    down = axis.k in (0, -2)
    _, rows, columns, _, _ = f.dims(v)
    n, m = (columns, rows) if down else (rows, columns)
    kind = element_type(v.t)  # type: ignore[arg-type]
    dtype = "bool" if name in ("any", "all") else "float64" if kind is FLOAT else "int64"
    if name in ("min", "max"):
        dtype = v.t.dtype  # type: ignore[attr-defined]
    made = f.new_array(ArrayT(dtype, 1), n, "1")

    def line(i: V) -> None:
        total = f.hidden("total")
        if name in ("min", "max"):
            f.fail_if(f.op(f"icmp eq i64 {m}, 0"), ValueError)
            f.env[total] = f.get_element(v, *(("0", i.p[0]) if down else (i.p[0], "0")))
        else:
            f.env[total] = _start(f, v, name, start)

        def one(j: V) -> None:
            x = f.get_element(v, *((j.p[0], i.p[0]) if down else (i.p[0], j.p[0])))
            f.env[total] = fold(f, f.env[total], _widened(f, x, name))

        f.each(V(RANGE, ("0", m, "1")), one)
        f.put_element(made, i.p[0], "0", f.env.pop(total))

    f.each(V(RANGE, ("0", n, "1")), line)
    return made  # type: ignore[no-any-return]


def _mul(f: Any, a: V, b: V) -> V:
    return f.arithmetic("Mult", a, b)  # type: ignore[no-any-return]


for _name, _fold, _first, _functions in (
    ("sum", _add, 0, (np.sum,)), ("any", _or, False, (np.any,)), ("all", _and, True, (np.all,)),
    ("min", _pick("Lt"), None, (np.min, np.amin)), ("max", _pick("Gt"), None, (np.max, np.amax)),
    ("prod", _mul, 1, (np.prod,)),
):  # fmt: skip
    _write = _reduce(_name, _fold, _first)
    special(*_functions)(_write)
    METHODS["array", _name] = lambda f, v, a, k, write=_write: write(f, [v, *a], k)


@simple(np.count_nonzero)
def _count_nonzero(f: Any, v: V) -> V:
    v = v if isinstance(v.t, ArrayT) else f.array_from(v, None)
    if f.dead:
        return V(NEVER)
    total = f.hidden("count")
    f.env[total] = f.const(0)

    def one(x: V) -> None:
        more = f.op(f"zext i1 {f.truth(x).p[0]} to i64")
        f.env[total] = V(INT, (f.op(f"add i64 {f.env[total].p[0]}, {more}"),))

    f.each_element(v, one)
    return f.env.pop(total)  # type: ignore[no-any-return]


def _best(sign: str) -> Callable[..., V]:
    def write(f: Any, v: V) -> V:
        v = v if isinstance(v.t, ArrayT) else f.array_from(v, None)
        size = f.array_attribute(v, "size")
        f.fail_if(f.op(f"icmp eq i64 {size.p[0]}, 0"), ValueError)
        best, where, at = f.hidden("best"), f.hidden("where"), f.hidden("at")
        f.env[best], f.env[where], f.env[at] = f.get_element(v, "0", "0"), f.const(0), f.const(0)

        def one(x: V) -> None:
            number = f.env[at]
            f.env[at] = V(INT, (f.op(f"add i64 {number.p[0]}, 1"),))
            take, leave = Join(f), Join(f)
            f.fork(f.compare_numbers(sign, x, f.env[best]), take, leave)
            f.land(take)
            f.env[best], f.env[where] = x, number
            f.jump(leave)
            f.land(leave)

        f.each_element(v, one)
        f.env.pop(best), f.env.pop(at)
        return f.env.pop(where)  # type: ignore[no-any-return]

    return write


for _name, _sign in (("argmax", "Gt"), ("argmin", "Lt")):
    _found = simple(getattr(np, _name))(_best(_sign))
    METHODS["array", _name] = lambda f, v, a, k, write=_found: write(f, v)


# --- places ------------------------------------------------------------------------------------


def _places(f: Any, v: V, put: Callable[[str, str, str], None]) -> V:
    """Calls `put` with the number and place of each element that is true; gives how many."""
    total = f.hidden("n")
    f.env[total] = f.const(0)

    def one(i: str, j: str) -> None:
        yes, no = Join(f), Join(f)
        f.fork(f.get_element(v, i, j), yes, no)
        f.land(yes)
        n = f.env[total].p[0]
        put(n, i, j)
        f.env[total] = V(INT, (f.op(f"add i64 {n}, 1"),))
        f.jump(no)
        f.land(no)

    f.each_place(v, one)
    return f.env.pop(total)  # type: ignore[no-any-return]


def _as_array(f: Any, v: V) -> V:
    return v if isinstance(v.t, ArrayT) else f.array_from(v, None)


@simple(np.argwhere)
def _argwhere(f: Any, v: V) -> V:
    v = _as_array(f, v)
    if f.dead:
        return V(NEVER)
    ndim = v.t.ndim  # type: ignore[attr-defined]
    size = f.array_attribute(v, "size").p[0]
    made = f.new_array(ArrayT("int64", 2), size, str(ndim))

    def put(n: str, i: str, j: str) -> None:
        f.put_element(made, n, "0", V(INT, (i,)))
        if ndim == 2:
            f.put_element(made, n, "1", V(INT, (j,)))

    n = _places(f, v, put)
    f.poke(made.p[0], 3, n.p[0])
    return made  # type: ignore[no-any-return]


@simple(np.flatnonzero)
def _flatnonzero(f: Any, v: V) -> V:
    v = _as_array(f, v)
    if f.dead:
        return V(NEVER)
    size = f.array_attribute(v, "size").p[0]
    made = f.new_array(ArrayT("int64", 1), size, "1")
    _, _, columns, _, _ = f.dims(v)

    def put(n: str, i: str, j: str) -> None:
        at = f.op(f"add i64 {f.op(f'mul i64 {i}, {columns}')}, {j}")
        f.put_element(made, n, "0", V(INT, (at,)))

    n = _places(f, v, put)
    f.poke(made.p[0], 3, n.p[0])
    return made  # type: ignore[no-any-return]


@special(np.where, np.nonzero)
def _where(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = _as_array(f, arguments[0])
    if f.dead:
        return V(NEVER)
    if len(arguments) == 3:
        one, two = arguments[1:]
        kinds = {x.t.dtype if isinstance(x.t, ArrayT) else "int64" if f.number(x).t is INT else
                 "bool" if x.t is BOOL else "float64" for x in (one, two)}  # fmt: skip
        if len(kinds) != 1:
            return f.unsupported("`np.where` of different types")  # type: ignore[no-any-return]
        (dtype,) = kinds
        _, rows, columns, _, _ = f.dims(v)
        made = f.new_array(ArrayT(dtype, v.t.ndim), rows, columns)  # type: ignore[attr-defined]

        def put(i: str, j: str) -> None:
            def of(x: V) -> V:
                return f.get_element(x, i, j) if isinstance(x.t, ArrayT) else x

            yes, no, after = Join(f), Join(f), Join(f)
            f.fork(f.get_element(v, i, j), yes, no)
            f.land(yes)
            f.jump(after, of(one))
            f.land(no)
            f.jump(after, of(two))
            (x,) = f.land(after)
            f.put_element(made, i, j, x)

        f.each_place(v, put)
        return made  # type: ignore[no-any-return]
    size = f.array_attribute(v, "size").p[0]
    ndim = v.t.ndim  # type: ignore[attr-defined]
    parts = [f.new_array(ArrayT("int64", 1), size, "1") for _ in range(ndim)]

    def note(n: str, i: str, j: str) -> None:
        for part, index in zip(parts, (i, j), strict=False):
            f.put_element(part, n, "0", V(INT, (index,)))

    n = _places(f, v, note)
    for part in parts:
        f.poke(part.p[0], 3, n.p[0])
    return f.tuple_of(parts)  # type: ignore[no-any-return]


METHODS["array", "nonzero"] = lambda f, v, a, k: _where(f, [v], {})


# --- shapes ------------------------------------------------------------------------------------


def _copy(f: Any, v: V) -> V:
    return f.mapped(v, v.t.dtype, lambda x: x)  # type: ignore[no-any-return,attr-defined]


METHODS["array", "copy"] = lambda f, v, a, k: _copy(f, v)


def _reshaped(f: Any, v: V, shape: list[V]) -> V:
    """A copy of another shape: a view, where it is one, is not told apart unless it is changed."""
    v = _copy(f, _as_array(f, v))
    size = f.array_attribute(v, "size").p[0]
    sizes = [f.to_int(n).p[0] for n in shape]
    if len(sizes) > 2:
        return f.unsupported("an array of three dimensions")  # type: ignore[no-any-return]
    for number, n in enumerate(sizes):
        others = [m for k, m in enumerate(sizes) if k != number]
        rest = others[0] if others else "1"
        zero = f.op(f"icmp eq i64 {rest}, 0")
        safe = f.op(f"select i1 {zero}, i64 1, i64 {rest}")
        open_ = f.op(f"icmp eq i64 {n}, -1")
        sizes[number] = f.op(f"select i1 {open_}, i64 {f.op(f'sdiv i64 {size}, {safe}')}, i64 {n}")
    rows, columns = sizes[0], sizes[1] if len(sizes) > 1 else "1"
    wrong = f.op(f"icmp ne i64 {size}, {f.op(f'mul i64 {rows}, {columns}')}")
    f.fail_if(wrong, ValueError)
    for word, value in ((3, rows), (4, columns), (5, columns), (6, "1")):
        f.poke(v.p[0], word, value)
    return V(ArrayT(v.t.dtype, len(sizes)), v.p)  # type: ignore[attr-defined]


def _reshape(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    shape = arguments
    if len(arguments) == 1 and (
        isinstance(arguments[0].t, TupleT) or isinstance(arguments[0].k, tuple)
    ):
        one = f.materialise(arguments[0])
        shape = f.items_of(one)
    return _reshaped(f, v, shape)


METHODS["array", "reshape"] = _reshape
special(np.reshape)(lambda f, a, k: _reshape(f, a[0], a[1:], k))


def _flat(f: Any, v: V) -> V:
    return _reshaped(f, v, [f.const(-1)])


METHODS["array", "ravel"] = METHODS["array", "flatten"] = lambda f, v, a, k: _flat(f, v)
special(np.ravel)(lambda f, a, k: _flat(f, a[0]))


def _tolist(f: Any, v: V) -> V:
    return f.list_from(v) if v.t.ndim == 1 else f.call_library("array_rows", v)  # type: ignore[no-any-return,attr-defined]


METHODS["array", "tolist"] = lambda f, v, a, k: _tolist(f, v)


def _astype(f: Any, v: V, a: list[V], k: dict[str, V]) -> V:
    dtype = dtype_of(a[0].k)
    if dtype is None or (element_type(v.t) is FLOAT and not dtype.startswith("float")):  # type: ignore[arg-type]
        return f.unsupported("`astype` to this")  # type: ignore[no-any-return]
    return f.mapped(v, dtype, lambda x: x)  # type: ignore[no-any-return]


METHODS["array", "astype"] = _astype


def _item(f: Any, v: V, a: list[V], k: dict[str, V]) -> V:
    if a:
        return f.array_subscript(v, a[0] if len(a) == 1 else f.tuple_of(a))  # type: ignore[no-any-return]
    size = f.array_attribute(v, "size")
    f.fail_if(f.op(f"icmp ne i64 {size.p[0]}, 1"), ValueError)
    return f.get_element(v, "0", "0")  # type: ignore[no-any-return]


METHODS["array", "item"] = _item


def _fill(f: Any, v: V, a: list[V], k: dict[str, V]) -> None:
    f.may_change_array(v)
    f.fill_array(v, lambda: a[0])


METHODS["array", "fill"] = _fill


def _flipped(f: Any, v: V, rows: bool, columns: bool) -> V:
    data, n, m, s, t = f.dims(v)
    words = "0"
    if rows:
        words = f.op(f"mul i64 {f.op(f'sub i64 {n}, 1')}, {s}")
        s = f.op(f"sub i64 0, {s}")
    if columns:
        more = f.op(f"mul i64 {f.op(f'sub i64 {m}, 1')}, {t}")
        words = f.op(f"add i64 {words}, {more}")
        t = f.op(f"sub i64 0, {t}")
    at = f.op(f"add i64 {data}, {f.op(f'shl i64 {words}, 3')}")
    return f.view(v, v.t.ndim, at, (n, m), (s, t))  # type: ignore[no-any-return,attr-defined]


@special(np.flip)
def _flip(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = _as_array(f, arguments[0])
    axis = arguments[1] if len(arguments) > 1 else keywords.get("axis")
    if axis is None or axis.t is NONE:
        return _flipped(f, v, True, v.t.ndim == 2)  # type: ignore[attr-defined]
    if not axis.known:
        return f.unsupported("an axis that is computed")  # type: ignore[no-any-return]
    first = axis.k in (0, -v.t.ndim)  # type: ignore[attr-defined]
    return _flipped(f, v, first, not first)


simple(np.flipud)(lambda f, v: _flipped(f, _as_array(f, v), True, False))
simple(np.fliplr)(lambda f, v: _flipped(f, _as_array(f, v), False, True))


@simple(np.transpose)
def _transpose(f: Any, v: V) -> V:
    return f.array_attribute(_as_array(f, v), "T")  # type: ignore[no-any-return]


METHODS["array", "transpose"] = lambda f, v, a, k: f.array_attribute(v, "T")


@special(np.rot90)
def _rot90(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = _as_array(f, arguments[0])
    k = arguments[1] if len(arguments) > 1 else keywords.get("k", f.const(1))
    if v.t.ndim != 2:  # type: ignore[attr-defined]
        return f.unsupported("`rot90` of one dimension")  # type: ignore[no-any-return]
    if not k.known:
        after = Join(f)
        rest = f.op(f"and i64 {f.to_int(k).p[0]}, 3")
        for number in range(4):
            yes, no = Join(f), Join(f)
            f.fork(V(BOOL, (f.op(f"icmp eq i64 {rest}, {number}"),)), yes, no)
            f.land(yes)
            f.jump(after, _rot90(f, [v, f.const(number)], {}))
            f.land(no)
        f.fail("overflow")
        return f.land(after)[0]  # type: ignore[no-any-return]
    turns = k.k % 4
    if turns == 0:
        return _flipped(f, v, False, False)
    if turns == 2:
        return _flipped(f, v, True, True)
    turned = f.array_attribute(v, "T")
    return _flipped(f, turned, turns == 1, turns == 3)


@special(np.roll)
def _roll(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = _as_array(f, arguments[0])
    shift = f.to_int(arguments[1] if len(arguments) > 1 else keywords["shift"])
    axis = arguments[2] if len(arguments) > 2 else keywords.get("axis")
    ndim = v.t.ndim  # type: ignore[attr-defined]
    if ndim == 2 and (axis is None or not axis.known or axis.t is NONE):
        return f.unsupported("`roll` without an axis")  # type: ignore[no-any-return]
    down = ndim == 1 or axis.k in (0, -2)  # type: ignore[union-attr]
    _, rows, columns, _, _ = f.dims(v)
    made = f.new_array(v.t, rows, columns)
    size = V(INT, (rows if down else columns,))

    def put(i: str, j: str) -> None:
        at = V(INT, (i if down else j,))
        to = f.call_library("wrapped", at, shift, size)
        f.put_element(made, *((to.p[0], j) if down else (i, to.p[0])), f.get_element(v, i, j))

    f.each_place(v, put)
    return made  # type: ignore[no-any-return]


@special(np.diagonal, np.diag)
def _diagonal(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = _as_array(f, arguments[0])
    offset = keywords.get("offset") or keywords.get("k") or (
        arguments[1] if len(arguments) > 1 else f.const(0))  # fmt: skip
    if v.t.ndim != 2:  # type: ignore[attr-defined]
        return f.unsupported("`diag` of one dimension")  # type: ignore[no-any-return]
    data, n, m, s, t = f.dims(v)
    found = f.call_library("diagonal", V(INT, (n,)), V(INT, (m,)), f.to_int(offset))
    row, column, length = (x.p[0] for x in f.items_of(found))
    words = f.op(f"add i64 {f.op(f'mul i64 {row}, {s}')}, {f.op(f'mul i64 {column}, {t}')}")
    at = f.op(f"add i64 {data}, {f.op(f'shl i64 {words}, 3')}")
    return f.view(v, 1, at, (length, "1"), (f.op(f"add i64 {s}, {t}"), "1"))  # type: ignore[no-any-return]


METHODS["array", "diagonal"] = lambda f, v, a, k: _diagonal(f, [v, *a], k)


@simple(np.trace)
def _trace(f: Any, v: V) -> V:
    return f.method(_diagonal(f, [v], {}), "sum", [], {})  # type: ignore[no-any-return]


METHODS["array", "trace"] = lambda f, v, a, k: _trace(f, v)


@special(np.mean)
def _mean(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    v = _as_array(f, arguments[0])
    if len(arguments) > 1 or keywords or element_type(v.t) is FLOAT:  # type: ignore[arg-type]
        return f.unsupported("`mean` of this")  # type: ignore[no-any-return]
    return f.divide(f.method(v, "sum", [], {}), f.array_attribute(v, "size"))  # type: ignore[no-any-return]


METHODS["array", "mean"] = lambda f, v, a, k: _mean(f, [v, *a], k)


# --- element by element ------------------------------------------------------------------------


@simple(np.abs)
def _abs(f: Any, v: V) -> V:
    if not isinstance(v.t, ArrayT):
        return f.call_constant(abs, [v], {})  # type: ignore[no-any-return]
    return f.mapped(v, v.t.dtype, lambda x: f.call_constant(abs, [x], {}))  # type: ignore[no-any-return]


@simple(np.sign)
def _sign(f: Any, v: V) -> V:
    if isinstance(v.t, ArrayT):
        return f.mapped(v, v.t.dtype, lambda x: f.call_library("sign", x))  # type: ignore[no-any-return]
    return f.call_library("sign", v)  # type: ignore[no-any-return]


def _elementwise(name: str) -> Callable[..., V]:
    def write(f: Any, a: V, b: V) -> V:
        if not isinstance(a.t, ArrayT) and not isinstance(b.t, ArrayT):
            return f.call_constant(max if name == "maximum" else min, [a, b], {})  # type: ignore[no-any-return]
        dtype = f._result_type("Add", a, b)
        if dtype is None:
            return f.unsupported(f"`np.{name}` of this")  # type: ignore[no-any-return]
        return f.combined(
            a, b, dtype, lambda x, y: f.call_constant(max if name == "maximum" else min, [x, y], {})
        )  # type: ignore[no-any-return]

    return write


simple(np.maximum)(_elementwise("maximum"))
simple(np.minimum)(_elementwise("minimum"))
for _np, _op in ((np.logical_and, "BitAnd"), (np.logical_or, "BitOr"), (np.logical_xor, "BitXor")):
    simple(_np)(lambda f, a, b, op=_op: f.combined(
        _as_array(f, a), _as_array(f, b), "bool",
        lambda x, y: f.arithmetic(op, f.truth(x), f.truth(y))))  # fmt: skip
simple(np.logical_not)(
    lambda f, a: f.mapped(_as_array(f, a), "bool", lambda x: f.negation(f.truth(x)))
)
for _np, _op in ((np.equal, "Eq"), (np.not_equal, "NotEq"), (np.greater, "Gt"), (np.less, "Lt")):
    simple(_np)(lambda f, a, b, op=_op: f.array_compare(op, a, b))


@simple(np.array_equal)
def _array_equal(f: Any, a: V, b: V) -> V:
    a, b = _as_array(f, a), _as_array(f, b)
    if f.dead:
        return V(NEVER)
    if a.t.ndim != b.t.ndim:  # type: ignore[attr-defined]
        return FALSE
    return f.call_library("arrays_equal", a, b)  # type: ignore[no-any-return]


for _np, _kind in ((np.int64, int), (np.int32, int), (np.float64, float), (np.bool_, bool)):
    if _np is np.int32:
        continue
    special(_np)(lambda f, a, k, kind=_kind: f.call_constant(kind, a, k))


__all__ = ["Container", "SeqT"]
