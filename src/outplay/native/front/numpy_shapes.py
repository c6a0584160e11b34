"""NumPy: what keeps the elements and changes the shape."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.arrays import dtype_of, element_type
from outplay.native.front.emit import Join
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


@method("array", "flatten")
def _flatten(f: FunctionCompiler, v: V) -> V:
    return _flat(f, _copy(f, v))


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


def _flipped(f: FunctionCompiler, v: V, rows: bool, columns: bool) -> V:
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
    return f.view(v, v.array.ndim, at, (n, m), (s, t))


@of_array(np.flip)
def _flip(f: FunctionCompiler, m: V, axis: V | None = None) -> V:
    if axis is None or axis.t is T.NONE:
        return _flipped(f, m, True, m.array.ndim == 2)
    if not axis.known:
        return f.unsupported("an axis that is computed")
    first = axis.k in (0, -m.array.ndim)
    return _flipped(f, m, first, not first)


of_array(np.flipud)(lambda f, m: _flipped(f, m, True, False))
of_array(np.fliplr)(lambda f, m: _flipped(f, m, False, True))
of_array(np.transpose, name="transpose")(lambda f, v: f.array_attribute(v, "T"))


@of_array(np.rot90)
def _rot90(f: FunctionCompiler, m: V, k: V = ONE) -> V:
    if m.array.ndim != 2:
        return f.unsupported("`rot90` of one dimension")
    if not k.known:
        after = Join(f)
        rest = f.op(f"and i64 {f.to_int(k).p[0]}, 3")
        for number in range(4):
            same = V(T.BOOL, (f.op(f"icmp eq i64 {rest}, {number}"),))
            turn = functools.partial(_rot90, f, m, f.const(number))
            f.when(same, lambda turn=turn: f.jump(after, turn()))  # type: ignore[misc]
        f.fail("overflow")
        return f.land(after)[0]
    turns = k.k % 4
    if turns == 0:
        return _flipped(f, m, False, False)
    if turns == 2:
        return _flipped(f, m, True, True)
    turned = f.array_attribute(m, "T")
    return _flipped(f, turned, turns == 1, turns == 3)


@of_array(np.roll)
def _roll(f: FunctionCompiler, a: V, shift: V, axis: V | None = None) -> V:
    v, shift = a, f.to_int(shift)
    ndim = v.array.ndim
    if ndim == 2 and axis is not None and not axis.known and axis.t in (T.INT, T.BOOL):
        at = f.to_int(axis)
        least = f.op(f"icmp slt i64 {at.p[0]}, -2")
        f.fail_if(f.op(f"or i1 {least}, {f.op(f'icmp sgt i64 {at.p[0]}, 1')}"), "overflow")
        even = f.op(f"icmp eq i64 {f.op(f'and i64 {at.p[0]}, 1')}, 0")
        return f.either(
            V(T.BOOL, (even,)),
            lambda: _roll(f, v, shift, f.const(0)),
            lambda: _roll(f, v, shift, f.const(1)),
        )
    if ndim == 2 and (axis is None or axis.t is T.NONE):
        flat = _roll(f, _flat(f, v), shift)
        _, rows, columns, _, _ = f.dims(v)
        return _reshaped(f, flat, [V(T.INT, (rows,)), V(T.INT, (columns,))])
    down = ndim == 1 or axis.k in (0, -2)  # type: ignore[union-attr]
    _, rows, columns, _, _ = f.dims(v)
    made = f.new_array(v.array, rows, columns)
    size = V(T.INT, (rows if down else columns,))

    def put(i: str, j: str) -> None:
        at = V(T.INT, (i if down else j,))
        to = f.call_library("wrapped", at, shift, size)
        f.put_element(made, *((to.p[0], j) if down else (i, to.p[0])), f.get_element(v, i, j))

    f.each_place(v, put)
    return made


@of_array(np.diagonal, name="diagonal")
def _diagonal(f: FunctionCompiler, a: V, offset: V = ZERO) -> V:
    if a.array.ndim != 2:
        return f.unsupported("`diag` of one dimension")
    data, n, m, s, t = f.dims(a)
    found = f.call_library("diagonal", V(T.INT, (n,)), V(T.INT, (m,)), f.to_int(offset))
    row, column, length = (x.p[0] for x in f.items_of(found))
    words = f.op(f"add i64 {f.op(f'mul i64 {row}, {s}')}, {f.op(f'mul i64 {column}, {t}')}")
    at = f.op(f"add i64 {data}, {f.op(f'shl i64 {words}, 3')}")
    return f.view(a, 1, at, (length, "1"), (f.op(f"add i64 {s}, {t}"), "1"))


of_array(np.diag)(lambda f, v, k=ZERO: _diagonal(f, v, k))
of_array(np.trace, name="trace")(lambda f, v: f.method(_diagonal(f, v), "sum", [], {}))
of_array(np.logical_not)(lambda f, v: f.mapped(v, "bool", lambda x: f.negation(f.truth(x))))
