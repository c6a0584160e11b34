"""NumPy: sums and the like, of all or along an axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.arrays import dtype_of, element_type
from outplay.native.front.numpy_shapes import _flat
from outplay.native.front.special import of_array
from outplay.native.front.values import FALSE, TRUE, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


Fold = Callable[[Any, V, V], V]


def _add(f: FunctionCompiler, a: V, b: V) -> V:
    return f.calculated("Add", a, b)


def _and(f: FunctionCompiler, a: V, b: V) -> V:
    return V(T.BOOL, (f.op(f"and i1 {a.p[0]}, {f.truth(b).p[0]}"),))


def _or(f: FunctionCompiler, a: V, b: V) -> V:
    return V(T.BOOL, (f.op(f"or i1 {a.p[0]}, {f.truth(b).p[0]}"),))


def _pick(sign: str) -> Fold:
    def fold(f: FunctionCompiler, a: V, b: V) -> V:
        if a.t is T.FLOAT:
            f.fail_if(f.op(f"fcmp uno double {a.p[0]}, {b.p[0]}"), "overflow")
        test = f.compare_numbers(sign, b, a)
        kind = a.t.kinds[0]
        return V(a.t, (f.op(f"select i1 {test.p[0]}, {kind} {b.p[0]}, {kind} {a.p[0]}"),))

    return fold


def _reduce(name: str, fold: Fold, start: Any) -> Callable[..., V]:
    """sum, any, all, min, max, prod: of all elements, or along an axis."""

    def write(f: FunctionCompiler, a: V, axis: V | None = None, dtype: V | None = None) -> V:
        v = a
        if dtype is not None and (dtype_of(dtype.k) != "int64" or element_type(v.array) is T.FLOAT):
            return f.unsupported(f"`{name}` as this type")
        if axis is not None and axis.t is not T.NONE and v.array.ndim == 2:
            return _along(f, v, axis, name, fold, start)
        if name in ("sum", "prod") and element_type(v.array) is T.FLOAT:
            return float_total(f, v, name)
        first = _start(f, v, name, start)
        return f.folded(v, first, lambda a, x: fold(f, a, _widened(f, x, name)), f.each_element)

    return write


def float_total(f: FunctionCompiler, v: V, name: str) -> V:
    """The sum of floats, added up in the order in which NumPy adds them."""
    if name == "prod":
        return f.unsupported("`prod` of floats")
    if v.array.ndim == 2:
        v = _flat(f, v)
    return f.call_library("pairwise", v)


def _widened(f: FunctionCompiler, x: V, name: str) -> V:
    return f.to_int(x) if name in ("sum", "prod") and x.t is not T.FLOAT else x


def _start(f: FunctionCompiler, v: V, name: str, start: Any) -> V:
    kind = element_type(v.array)
    if name in ("any", "all"):
        return TRUE if name == "all" else FALSE
    if name in ("sum", "prod"):
        return f.const(float(start) if kind is T.FLOAT else int(start))
    size = f.array_attribute(v, "size")
    f.fail_if(f.op(f"icmp eq i64 {size.p[0]}, 0"), ValueError)
    return f.get_element(v, "0", "0")


def _along(f: FunctionCompiler, v: V, axis: V, name: str, fold: Fold, start: Any) -> V:
    if not axis.known:
        return f.unsupported("an axis that is computed")
    down = axis.k in (0, -2)
    _, rows, columns, _, _ = f.dims(v)
    n, m = (columns, rows) if down else (rows, columns)
    kind = element_type(v.array)
    dtype = "bool" if name in ("any", "all") else "float64" if kind is T.FLOAT else "int64"
    if name in ("min", "max"):
        dtype = v.array.dtype
    if kind is T.FLOAT and name in ("sum", "prod") and (not down or name == "prod"):
        f.fail_if(f.op(f"icmp sgt i64 {m}, 7"), "overflow")  # NumPy adds in another order
    made = f.new_array(T.Array(dtype, 1), n, "1")

    def line(i: V) -> None:
        def element(j: str) -> V:
            return f.get_element(v, *((j, i.p[0]) if down else (i.p[0], j)))

        if name in ("min", "max"):
            f.fail_if(f.op(f"icmp eq i64 {m}, 0"), ValueError)
            first = element("0")
        else:
            first = _start(f, v, name, start)

        def one(total: V, j: V) -> V:
            return fold(f, total, _widened(f, element(j.p[0]), name))

        f.put_element(made, i.p[0], "0", f.folded(V(T.RANGE, ("0", m, "1")), first, one))

    f.count_to(n, line)
    return made


def _mul(f: FunctionCompiler, a: V, b: V) -> V:
    return f.calculated("Mult", a, b)


for _name, _fold, _first, _functions in (
    ("sum", _add, 0, (np.sum,)),
    ("any", _or, False, (np.any,)),
    ("all", _and, True, (np.all,)),
    ("min", _pick("Lt"), None, (np.min, np.amin)),
    ("max", _pick("Gt"), None, (np.max, np.amax)),
    ("prod", _mul, 1, (np.prod,)),
):
    of_array(*_functions, name=_name)(_reduce(_name, _fold, _first))


@of_array(np.count_nonzero)
def _count_nonzero(f: FunctionCompiler, v: V) -> V:
    def one(total: V, x: V) -> V:
        more = f.op(f"zext i1 {f.truth(x).p[0]} to i64")
        return V(T.INT, (f.op(f"add i64 {total.p[0]}, {more}"),))

    return f.folded(v, f.const(0), one, f.each_element)


def _best(sign: str) -> Callable[..., V]:
    def write(f: FunctionCompiler, v: V) -> V:
        size = f.array_attribute(v, "size")
        f.fail_if(f.op(f"icmp eq i64 {size.p[0]}, 0"), ValueError)
        best, where, at = f.hidden("best"), f.hidden("where"), f.hidden("at")
        f.env[best], f.env[where], f.env[at] = f.get_element(v, "0", "0"), f.const(0), f.const(0)

        def one(x: V) -> None:
            number = f.env[at]
            f.env[at] = V(T.INT, (f.op(f"add i64 {number.p[0]}, 1"),))
            better = f.compare_numbers(sign, x, f.env[best])
            f.when(better, lambda: f.env.update({best: x, where: number}))

        f.each_element(v, one)
        f.env.pop(best), f.env.pop(at)
        return f.env.pop(where)

    return write


for _name, _sign in (("argmax", "Gt"), ("argmin", "Lt")):
    of_array(getattr(np, _name), name=_name)(_best(_sign))


@of_array(np.mean, name="mean")
def _mean(f: FunctionCompiler, v: V) -> V:
    total, size = f.method(v, "sum", [], {}), f.array_attribute(v, "size")
    if f.dead:
        return V(T.NEVER)
    if element_type(v.array) is not T.FLOAT:
        f.exact_float(total)
    f.fail_if(f.op(f"icmp eq i64 {size.p[0]}, 0"), "overflow")
    return f.binary("Div", f.to_float(total), f.to_float(size))
