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


def _joined(f: FunctionCompiler, v: V, axis: int, stacked: bool) -> V:
    """`np.concatenate` along an axis; `np.stack` of rows."""
    parts = _parts(f, v)
    if f.dead:
        return V(T.NEVER)
    kinds = [_of_list(v)] if parts is None else [part.t for part in parts]
    first = kinds[0] if kinds else None
    if not isinstance(first, T.Array) or any(str(kind) != str(first) for kind in kinds):
        return f.unsupported("putting these arrays together")
    if stacked and first.ndim != 1:
        return f.unsupported("putting these arrays together")
    given = v if parts is None else f.tuple_of(parts)
    f.fail_if(f.op(f"icmp eq i64 {f.length(given).p[0]}, 0"), ValueError)

    def sizes(part: V) -> tuple[str, str]:
        """How long a part is along the axis, and across it."""
        _, rows, columns, _, _ = f.dims(part)
        if stacked:
            return "1", rows
        return (rows, columns) if axis == 0 else (columns, rows)

    across = sizes(f.item_at(given, ZERO))[1]

    def longer(total: V, part: V) -> V:
        along, other = sizes(part)
        f.fail_if(f.op(f"icmp ne i64 {other}, {across}"), ValueError)
        return V(T.INT, (f.op(f"add i64 {total.p[0]}, {along}"),))

    total = f.folded(given, ZERO, longer).p[0]
    made = f.new_array(
        T.Array(first.dtype, 2 if stacked else first.ndim),
        *((total, across) if axis == 0 else (across, total)),
    )

    def put(start: V, part: V) -> V:
        def one(i: str, j: str) -> None:
            row, column = (j, i) if stacked else (i, j)
            moved = f.op(f"add i64 {start.p[0]}, {row if axis == 0 else column}")
            place = (moved, column) if axis == 0 else (row, moved)
            f.put_element(made, *place, f.get_element(part, i, j))

        f.each_place(part, one)
        return V(T.INT, (f.op(f"add i64 {start.p[0]}, {sizes(part)[0]}"),))

    f.folded(given, ZERO, put)
    return made


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


of_array(np.dot, np.matmul, name="dot")(lambda f, a, b: f.binary("MatMult", a, f.as_array(b)))


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
