"""NumPy: what keeps the elements and changes the shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.arrays import dtype_of, element_type
from outplay.native.front.special import method, of_array
from outplay.native.front.values import ONE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@method("array", "copy")
def _copy(f: FunctionCompiler, v: V) -> V:
    return f.mapped(v, v.array.dtype, lambda x: x)


def _steady(f: FunctionCompiler, v: V) -> V:
    """An array whose elements lie one behind the other: itself, or a copy that nobody may change.

    NumPy gives a view of some other arrays as well; that is told apart only where one is changed.
    """
    _, _, columns, s, t = f.dims(v)
    rest = f.op(f"icmp eq i64 {t}, 1")
    if v.array.ndim == 2:
        fits = f.op(f"and i1 {rest}, {f.op(f'icmp eq i64 {s}, {columns}')}")
    else:
        fits = f.op(f"icmp eq i64 {s}, 1")

    def fixed() -> V:
        copied = _copy(f, v)
        f.poke(copied.p[0], 0, "-1")
        return copied

    return f.either(V(T.BOOL, (fits,)), lambda: v, fixed)


def _reshaped(f: FunctionCompiler, v: V, shape: list[V]) -> V:
    """A view of another shape."""
    v = _steady(f, v)
    size = f.array_attribute(v, "size").p[0]
    sizes = [f.to_int(n).p[0] for n in shape]
    if len(sizes) > 2:
        return f.unsupported("an array of three dimensions")
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
    data = f.peek(v.p[0], 2)
    return f.view(v, len(sizes), data, (rows, columns), (columns, "1"))


@of_array(np.reshape, name="reshape")
def _reshape(f: FunctionCompiler, v: V, *shape: V) -> V:
    if len(shape) == 1 and (isinstance(shape[0].t, T.Tuple) or isinstance(shape[0].k, tuple)):
        return _reshaped(f, v, f.items_of(f.materialise(shape[0])))
    return _reshaped(f, v, list(shape))


@of_array(np.ravel, name="ravel")
def _flat(f: FunctionCompiler, v: V) -> V:
    return _reshaped(f, v, [f.const(-1)])


method("array", "flatten")(lambda f, v: _flat(f, _copy(f, v)))


@method("array", "tolist")
def _tolist(f: FunctionCompiler, v: V) -> V:
    if v.array.dtype in T.SMALL:
        v = f.mapped(v, "int64", f.number)
    return f.list_from(v) if v.array.ndim == 1 else f.call_library("array_rows", v)


@method("array", "astype")
def _astype(f: FunctionCompiler, v: V, to: V) -> V:
    dtype = dtype_of(to.k)
    if dtype is None or (element_type(v.array) is T.FLOAT and not dtype.startswith("float")):
        return f.unsupported("`astype` to this")
    return f.mapped(v, dtype, lambda x: x)


@method("array", "item")
def _item(f: FunctionCompiler, v: V, *at: V) -> V:
    if at:
        return f.array_subscript(v, at[0] if len(at) == 1 else f.tuple_of(list(at)))
    size = f.array_attribute(v, "size")
    f.fail_if(f.op(f"icmp ne i64 {size.p[0]}, 1"), ValueError)
    return f.get_element(v, "0", "0")


@method("array", "fill")
def _fill(f: FunctionCompiler, v: V, value: V) -> None:
    f.may_change_array(v)
    f.fill_array(v, lambda: value)


def _flipped(f: FunctionCompiler, v: V, rows: str, columns: str) -> V:
    """A view with the rows, or the columns, the other way round: both are truth values."""
    data, n, m, s, t = f.dims(v)
    steps = []
    for turned, number, step in ((rows, n, s), (columns, m, t)):
        last = f.op(f"mul i64 {f.op(f'sub i64 {number}, 1')}, {step}")
        data = f.element(data, f.op(f"select i1 {turned}, i64 {last}, i64 0"), T.INT)
        back = f.op(f"sub i64 0, {step}")
        steps.append(f.op(f"select i1 {turned}, i64 {back}, i64 {step}"))
    return f.view(v, v.array.ndim, data, (n, m), (steps[0], steps[1]))


@of_array(np.flip)
def _flip(f: FunctionCompiler, m: V, axis: V | None = None) -> V:
    if axis is None or axis.t is T.NONE:
        return _flipped(f, m, "true", "true" if m.array.ndim == 2 else "false")
    if not axis.known:
        return f.unsupported("an axis that is computed")
    return _flipped(f, m, *TURNED[0 if axis.k in (0, -m.array.ndim) else 1])


TURNED = ("true", "false"), ("false", "true")
"""Whether rows and columns are turned by a flip along the first axis, and along the second."""

of_array(np.flipud)(lambda f, m: _flipped(f, m, *TURNED[0]))
of_array(np.fliplr)(lambda f, m: _flipped(f, m, *TURNED[1]))
of_array(np.transpose, name="transpose")(lambda f, v: f.array_attribute(v, "T"))


@of_array(np.rot90)
def _rot90(f: FunctionCompiler, m: V, k: V = ONE) -> V:
    if m.array.ndim != 2:
        return f.unsupported("`rot90` of one dimension")
    turns = f.to_int(k).p[0]
    odd = V(T.BOOL, (f.op(f"trunc i64 {turns} to i1"),))
    turned = f.either(odd, lambda: f.array_attribute(m, "T"), lambda: m)
    # Rows change places at one turn and at two, columns at two and at three.
    rows, columns = (
        f.op(f"trunc i64 {f.op(f'lshr i64 {n}, 1')} to i1")
        for n in (f.op(f"add i64 {turns}, 1"), turns)
    )
    return _flipped(f, turned, rows, columns)


@of_array(np.roll)
def _roll(f: FunctionCompiler, a: V, shift: V, axis: V | None = None) -> V:
    v, shift = a, f.to_int(shift)
    _, rows, columns, _, _ = f.dims(v)
    if v.array.ndim == 2 and (axis is None or axis.t is T.NONE):
        flat = _roll(f, _flat(f, v), shift)
        return _reshaped(f, flat, [V(T.INT, (rows,)), V(T.INT, (columns,))])
    down = "true"
    if v.array.ndim == 2 and axis is not None:
        at = f.to_int(axis).p[0]
        wrong = f.op(f"icmp ugt i64 {f.op(f'add i64 {at}, 2')}, 3")
        f.fail_if(wrong, "overflow")
        down = f.op(f"icmp eq i64 {f.op(f'and i64 {at}, 1')}, 0")
    made = f.new_array(v.array, rows, columns)

    def chosen(one: str, two: str) -> str:
        return f.op(f"select i1 {down}, i64 {one}, i64 {two}")

    def put(i: str, j: str) -> None:
        at, size = V(T.INT, (chosen(i, j),)), V(T.INT, (chosen(rows, columns),))
        to = f.call_library("wrapped", at, shift, size).p[0]
        f.put_element(made, chosen(to, i), chosen(j, to), f.get_element(v, i, j))

    f.each_place(v, put)
    return made


@of_array(np.diagonal, name="diagonal")
def _diagonal(f: FunctionCompiler, a: V, offset: V = ZERO) -> V:
    if a.array.ndim != 2:
        return f.unsupported("`diag` of one dimension")
    _, n, m, s, t = f.dims(a)
    found = f.call_library("diagonal", V(T.INT, (n,)), V(T.INT, (m,)), f.to_int(offset))
    row, column, length = (x.p[0] for x in f.items_of(found))
    at = f.spot(a, row, column)
    return f.view(a, 1, at, (length, "1"), (f.op(f"add i64 {s}, {t}"), "1"))


of_array(np.diag)(lambda f, v, k=ZERO: _diagonal(f, v, k))
of_array(np.trace, name="trace")(lambda f, v: f.method(_diagonal(f, v), "sum", [], {}))
of_array(np.logical_not)(lambda f, v: f.mapped(v, "bool", lambda x: f.negation(f.truth(x))))
