"""NumPy: sums and the like, of all or along an axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.arrays import dtype_of, element_type
from outplay.native.front.numpy_shapes import _flat
from outplay.native.front.special import of_array
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


OPERATORS = {"sum": "Add", "prod": "Mult", "any": "BitOr", "all": "BitAnd"}
STARTS: dict[str, Any] = {"sum": 0, "prod": 1, "any": False, "all": True}
SIGNS = {"min": "Lt", "max": "Gt"}


def _step(f: FunctionCompiler, name: str, total: V, x: V) -> V:
    """What it is with one element more."""
    if name in OPERATORS:
        logical = name in ("any", "all")
        x = f.truth(x) if logical else x if x.t is T.FLOAT else f.to_int(x)
        return f.calculated(OPERATORS[name], total, x)
    if total.t is T.FLOAT:
        f.fail_if(f.op(f"fcmp uno double {total.p[0]}, {x.p[0]}"), "overflow")
    return f.extreme(SIGNS[name], total, x)


def _start(f: FunctionCompiler, v: V, name: str, n: str, first: tuple[str, str]) -> V:
    """What it begins with: of `n` elements, the least and the greatest with the first."""
    if name in SIGNS:
        f.fail_if(f.op(f"icmp eq i64 {n}, 0"), ValueError)
        return f.get_element(v, *first)
    counts = name in ("sum", "prod") and element_type(v.array) is T.FLOAT
    return f.const(float(STARTS[name]) if counts else STARTS[name])


def _reduce(name: str) -> Callable[..., V]:
    """sum, any, all, min, max, prod: of all elements, or along an axis."""

    def write(f: FunctionCompiler, a: V, axis: V | None = None, dtype: V | None = None) -> V:
        v = a
        if dtype is not None and (dtype_of(dtype.k) != "int64" or element_type(v.array) is T.FLOAT):
            return f.unsupported(f"`{name}` as this type")
        if axis is not None and axis.t is not T.NONE and v.array.ndim == 2:
            return _along(f, v, axis, name)
        if name in ("sum", "prod") and element_type(v.array) is T.FLOAT:
            return float_total(f, v, name)
        first = _start(f, v, name, f.array_attribute(v, "size").p[0], ("0", "0"))
        return f.folded(v, first, lambda total, x: _step(f, name, total, x), f.each_element)

    return write


def float_total(f: FunctionCompiler, v: V, name: str) -> V:
    """The sum of floats, added up in the order in which NumPy adds them."""
    if name == "prod":
        return f.unsupported("`prod` of floats")
    if v.array.ndim == 2:
        v = _flat(f, v)
    return f.call_library("pairwise", v)


def _along(f: FunctionCompiler, v: V, axis: V, name: str) -> V:
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
        def place(j: str) -> tuple[str, str]:
            return (j, i.p[0]) if down else (i.p[0], j)

        def one(total: V, j: V) -> V:
            return _step(f, name, total, f.get_element(v, *place(j.p[0])))

        first = _start(f, v, name, m, place("0"))
        f.put_element(made, i.p[0], "0", f.folded(V(T.RANGE, ("0", m, "1")), first, one))

    f.count_to(n, line)
    return made


for _name, _functions in (
    ("sum", (np.sum,)),
    ("any", (np.any,)),
    ("all", (np.all,)),
    ("min", (np.min, np.amin)),
    ("max", (np.max, np.amax)),
    ("prod", (np.prod,)),
):
    of_array(*_functions, name=_name)(_reduce(_name))


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
