"""More functions of NumPy's: arrays put together, sorted, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.arrays import element_type
from outplay.native.front.lazy import Slice
from outplay.native.front.numpy_shapes import _flat
from outplay.native.front.special import method, of_array, simple
from outplay.native.front.values import ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


def _parts(f: FunctionCompiler, v: V) -> list[V] | None:
    """The arrays of a tuple or list of them, if it is known how many there are."""
    items = f.known_items(v)
    return None if items is None else [f.as_array(item) for item in items]


def _of_list(v: V) -> T.Type | None:
    """The type of the arrays of a list of them."""
    return v.elem if T.is_list(v.t) or isinstance(v.t, T.Seq) else None


def _as_row(f: FunctionCompiler, v: V) -> V:
    """An array of one dimension as a table of one row."""
    data, n, _, step, _ = f.dims(v)
    return f.view(v, 2, data, ("1", n), (n, step))


def _joined(f: FunctionCompiler, v: V, axis: int, stacked: bool) -> V:
    """`np.concatenate` along an axis; `np.stack` of rows."""
    parts = _parts(f, v)
    if f.dead:
        return V(T.NEVER)
    if parts is None:
        elem = _of_list(v)
        if not isinstance(elem, T.Array):
            return f.unsupported("putting these arrays together")
        return _joined_list(f, v, elem, axis, stacked)
    dtypes = {p.array.dtype for p in parts}
    ndims = {p.array.ndim for p in parts}
    if len(dtypes) != 1 or len(ndims) != 1 or (stacked and ndims != {1}):
        return f.unsupported("putting these arrays together")
    if stacked:
        parts = [_as_row(f, part) for part in parts]
    first = parts[0]
    down = axis == 0
    total = "0"
    for part in parts:
        _, rows, columns, _, _ = f.dims(part)
        total = f.op(f"add i64 {total}, {rows if down else columns}")
    _, rows, columns, _, _ = f.dims(first)
    shape = (total, columns) if down else (rows, total)
    made = f.new_array(first.array, *shape)
    at = "0"
    for part in parts:
        _, r, c, _, _ = f.dims(part)
        other = f.op(f"icmp ne i64 {c if down else r}, {columns if down else rows}")
        f.fail_if(other, ValueError)
        start = at

        def put(i: str, j: str, part: V = part, start: str = start) -> None:
            to = (f.op(f"add i64 {start}, {i}"), j) if down else (i, f.op(f"add i64 {start}, {j}"))
            f.put_element(made, *to, f.get_element(part, i, j))

        f.each_place(part, put)
        at = f.op(f"add i64 {at}, {r if down else c}")
    return made


def _joined_list(f: FunctionCompiler, v: V, elem: T.Array, axis: int, stacked: bool) -> V:
    """The same of a list of arrays, as long as the search makes it."""
    if axis != 0 or elem.ndim != 1:
        return f.unsupported("putting these arrays together")
    if stacked:
        n = f.length(v)
        f.fail_if(f.op(f"icmp eq i64 {n.p[0]}, 0"), ValueError)
        first = f.item_at(v, f.const(0))
        made = f.new_array(T.Array(elem.dtype, 2), n.p[0], f.length(first).p[0])

        def row(k: V) -> None:
            part = f.item_at(v, k)
            f._same_shape(first, part)
            f.each_place(
                part, lambda i, j: f.put_element(made, k.p[0], i, f.get_element(part, i, j))
            )

        f.count_to(n.p[0], row)
        return made
    xs = f.new_list(f.types.var(("concatenated", elem.dtype), element_type(elem)))
    f.each(v, lambda part: f.each_element(part, lambda x: f.append(xs, x)))
    return f.array_of_list(xs, elem.dtype)


@simple(np.concatenate, keywords=True)
def _concatenate(f: FunctionCompiler, arrays: V, axis: V = ZERO) -> V:
    if not axis.known or axis.k not in (0, 1):
        return f.unsupported("this axis")
    return _joined(f, arrays, axis.k, False)


simple(np.stack)(lambda f, arrays: _joined(f, arrays, 0, True))


def _ndim(f: FunctionCompiler, v: V) -> int:
    parts = _parts(f, v)
    elem = _of_list(v) if parts is None else parts[0].t
    return elem.ndim if isinstance(elem, T.Array) else 0


simple(np.vstack)(lambda f, v: _joined(f, v, 0, _ndim(f, v) == 1))
simple(np.hstack)(lambda f, v: _joined(f, v, 0 if _ndim(f, v) == 1 else 1, False))


@of_array(np.sort)
def _sorted(f: FunctionCompiler, a: V) -> V:
    """A sorted copy of an array of one dimension; of a table, each row is sorted."""
    v = f.method(a, "copy", [], {})
    if element_type(v.array) is T.FLOAT:
        f.each_element(
            v, lambda x: f.fail_if(f.op(f"fcmp uno double {x.p[0]}, {x.p[0]}"), "overflow")
        )
    if v.array.ndim == 1:
        f.call_library("array_sort", v)
    else:
        f.each(v, lambda row: f.call_library("array_sort", row))
    return v


@method("array", "sort")
def _sort_in_place(f: FunctionCompiler, v: V) -> None:
    f.may_change_array(v)
    made = _sorted(f, v)
    if not f.dead:
        f.copy_elements(v, made)


@of_array(np.unique)
def _unique(f: FunctionCompiler, ar: V, *, return_counts: V | None = None) -> V:
    v = ar
    ordered = _sorted(f, _flat(f, v) if v.array.ndim == 2 else v)
    kept = f.new_list(f.types.var(("unique", v.array.dtype), element_type(v.array)))
    times = f.new_list(f.types.var(("unique counts",), T.INT))

    f.call_library("runs", ordered, kept, times)
    values = f.array_of_list(kept, v.array.dtype)
    if return_counts is not None and return_counts.k:
        return f.tuple_of([values, f.array_of_list(times, "int64")])
    return values


@of_array(np.dot, np.matmul, name="dot")
def _dot(f: FunctionCompiler, a: V, b: V) -> V:
    return f.binary("MatMult", a, f.as_array(b))


@of_array(np.cumsum, name="cumsum")
def _cumsum(f: FunctionCompiler, v: V) -> V:
    kind = element_type(v.array)
    if v.array.ndim == 2:
        v = _flat(f, v)
    total = f.hidden("total")
    f.env[total] = f.const(0.0 if kind is T.FLOAT else 0)

    def one(x: V) -> V:
        x = f.number(x)
        f.env[total] = f.calculated("Add", f.env[total], f.to_int(x) if x.t is T.BOOL else x)
        return f.env[total]

    made = f.mapped(v, "float64" if kind is T.FLOAT else "int64", one)
    f.env.pop(total, None)
    return made


@of_array(np.diff)
def _diff(f: FunctionCompiler, v: V) -> V:
    if v.array.ndim != 1 or element_type(v.array) is T.BOOL:
        return f.unsupported("`np.diff` of this")
    later = f.array_subscript(v, f.const(Slice(f.const(1), None, None)))
    return f.binary("Sub", later, f.array_subscript(v, f.const(Slice(None, f.const(-1), None))))


@simple(np.clip)
def _clip(f: FunctionCompiler, v: V, low: V, high: V) -> V:
    v = f.call_constant(np.maximum, [v, low], {}) if low.t is not T.NONE else v
    return f.call_constant(np.minimum, [v, high], {}) if high.t is not T.NONE else v


method("array", "clip")(_clip)


@of_array(np.isin)
def _isin(f: FunctionCompiler, v: V, among: V) -> V:
    xs = f.list_from(_flat(f, among) if isinstance(among.t, T.Array) else among)
    return f.mapped(v, "bool", lambda x: f.contains(xs, f.number(x))) if not f.dead else V(T.NEVER)
