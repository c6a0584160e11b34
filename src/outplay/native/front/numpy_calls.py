"""Functions of NumPy's, and methods of its arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.arrays import DTYPES, dtype_of
from outplay.native.front.numpy_shapes import _flat
from outplay.native.front.special import of_array, simple
from outplay.native.front.values import FALSE, ONE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


def _dtype(f: FunctionCompiler, v: V | None, default: str) -> str | None:
    if v is None or v.t is T.NONE:
        return default
    return dtype_of(v.k)


def _shape(f: FunctionCompiler, v: V) -> list[str] | None:
    if isinstance(v.t, T.Const) and isinstance(v.k, tuple):
        return [str(n) for n in v.k]
    if isinstance(v.t, T.Tuple):
        return [f.to_int(item).p[0] for item in f.items_of(v)]
    return [v.p[0]] if v.t is T.INT else None


def _filled(f: FunctionCompiler, shape: V, item: V, dtype: V | None, default: str) -> V:
    sizes, kind = _shape(f, shape), _dtype(f, dtype, default)
    if sizes is None or not kind or len(sizes) > 2:
        return f.unsupported("an array like this")
    for size in sizes:
        f.fail_if(f.op(f"icmp slt i64 {size}, 0"), ValueError)
    rows, columns = [*sizes, "1"][:2]
    made = f.new_array(T.Array(kind, len(sizes)), rows, columns)
    f.fill_array(made, lambda: item)
    return made


_np: Any
for _np, _item in ((np.zeros, ZERO), (np.empty, ZERO), (np.ones, ONE)):
    simple(_np, keywords=True)(
        lambda f, shape, dtype=None, item=_item: _filled(f, shape, item, dtype, "float64")
    )


@simple(np.full, keywords=True)
def _full(f: FunctionCompiler, shape: V, fill_value: V, dtype: V | None = None) -> V:
    return _filled(f, shape, fill_value, dtype, DTYPES.get(f.number(fill_value).t, ""))


@of_array(np.full_like)
def _full_like(f: FunctionCompiler, a: V, fill_value: V) -> V:
    return f.mapped(a, a.array.dtype, lambda _: fill_value)


for _np, _item in ((np.zeros_like, ZERO), (np.empty_like, ZERO), (np.ones_like, ONE)):
    of_array(_np)(lambda f, a, item=_item: _full_like(f, a, item))


@simple(np.asarray, keywords=True)
def _asarray(f: FunctionCompiler, a: V, dtype: V | None = None) -> V:
    if isinstance(a.t, T.Array) and dtype is None:
        return a  # no copy
    return _array(f, a, dtype)


@simple(np.array, np.copy, keywords=True)
def _array(f: FunctionCompiler, a: V, dtype: V | None = None, copy: V | None = None) -> V:
    kind = None if dtype is None or dtype.t is T.NONE else dtype_of(dtype.k)
    if dtype is not None and kind is None:
        return f.unsupported("an array of this type")
    return f.array_from(a, kind)


@simple(np.arange)
def _arange(f: FunctionCompiler, *arguments: V) -> V:
    numbers = f.call_constant(range, list(arguments), {})
    return f.array_from(f.list_from(numbers), "int64") if not f.dead else V(T.NEVER)


@simple(np.eye)
def _eye(f: FunctionCompiler, n: V) -> V:
    made = f.new_array(T.Array("float64", 2), f.to_int(n).p[0], f.to_int(n).p[0])
    f.each_place(
        made, lambda i, j: f.put_element(made, i, j, V(T.BOOL, (f.op(f"icmp eq i64 {i}, {j}"),)))
    )
    return made


# --- places ------------------------------------------------------------------------------------


def _places(f: FunctionCompiler, v: V, made: list[V], put: Callable[[str, str, str], None]) -> None:
    """Calls `put` with the number and place of each element that is true, to fill what is made."""
    total = f.hidden("n")
    f.env[total] = f.const(0)

    def one(i: str, j: str) -> None:
        n = f.env[total].p[0]
        put(n, i, j)
        f.env[total] = V(T.INT, (f.op(f"add i64 {n}, 1"),))

    f.each_true(v, one)
    n = f.env.pop(total).p[0]
    for array in made:
        f.poke(array.p[0], 3, n)


@of_array(np.argwhere)
def _argwhere(f: FunctionCompiler, v: V) -> V:
    ndim = v.array.ndim
    size = f.array_attribute(v, "size").p[0]
    made = f.new_array(T.Array("int64", 2), size, str(ndim))

    def put(n: str, i: str, j: str) -> None:
        f.put_element(made, n, "0", V(T.INT, (i,)))
        if ndim == 2:
            f.put_element(made, n, "1", V(T.INT, (j,)))

    _places(f, v, [made], put)
    return made


@of_array(np.flatnonzero)
def _flatnonzero(f: FunctionCompiler, v: V) -> V:
    return f.items_of(_nonzero(f, _flat(f, v) if v.array.ndim == 2 else v))[0]


@of_array(np.where)
def _where(f: FunctionCompiler, v: V, *choices: V) -> V:
    if choices:
        one, two = choices
        kinds = {
            x.t.dtype if isinstance(x.t, T.Array) else DTYPES.get(f.number(x).t, "float64")
            for x in (one, two)
        }
        if len(kinds) != 1:
            return f.unsupported("`np.where` of different types")
        (dtype,) = kinds
        made = f.array_like(v, dtype)

        def put(i: str, j: str) -> None:
            def of(x: V) -> V:
                return f.get_element(x, i, j) if isinstance(x.t, T.Array) else x

            x = f.either(f.get_element(v, i, j), lambda: of(one), lambda: of(two))
            f.put_element(made, i, j, x)

        f.each_place(v, put)
        return made
    return _nonzero(f, v)


@of_array(np.nonzero, name="nonzero")
def _nonzero(f: FunctionCompiler, v: V) -> V:
    size = f.array_attribute(v, "size").p[0]
    ndim = v.array.ndim
    parts = [f.new_array(T.Array("int64", 1), size, "1") for _ in range(ndim)]

    def note(n: str, i: str, j: str) -> None:
        for part, index in zip(parts, (i, j), strict=False):
            f.put_element(part, n, "0", V(T.INT, (index,)))

    _places(f, v, parts, note)
    return f.tuple_of(parts)


# --- element by element ------------------------------------------------------------------------


simple(np.abs)(lambda f, v: f.call_constant(abs, [v], {}))


@simple(np.sign)
def _sign(f: FunctionCompiler, v: V) -> V:
    if isinstance(v.t, T.Array):
        return f.mapped(v, v.t.dtype, lambda x: f.call_library("sign", x))
    return f.call_library("sign", v)


def _elementwise(function: Any, name: str) -> Callable[..., V]:
    def write(f: FunctionCompiler, a: V, b: V) -> V:
        if not isinstance(a.t, T.Array) and not isinstance(b.t, T.Array):
            return f.call_constant(function, [a, b], {})
        dtype = f._result_type("Add", a, b)
        if dtype is None:
            return f.unsupported(f"`np.{name}` of this")
        return f.combined(a, b, dtype, lambda x, y: f.call_constant(function, [x, y], {}))

    return write


simple(np.maximum)(_elementwise(max, "maximum"))
simple(np.minimum)(_elementwise(min, "minimum"))
for _np, _op in ((np.logical_and, "BitAnd"), (np.logical_or, "BitOr"), (np.logical_xor, "BitXor")):
    simple(_np)(
        lambda f, a, b, op=_op: f.combined(
            f.as_array(a),
            f.as_array(b),
            "bool",
            lambda x, y: f.calculated(op, f.truth(x), f.truth(y)),
        )
    )
for _np, _op in ((np.equal, "Eq"), (np.not_equal, "NotEq"), (np.greater, "Gt"), (np.less, "Lt")):
    simple(_np)(lambda f, a, b, op=_op: f.array_compare(op, a, b))


@simple(np.array_equal)
def _array_equal(f: FunctionCompiler, a: V, b: V) -> V:
    a, b = f.as_array(a), f.as_array(b)
    if f.dead:
        return V(T.NEVER)
    if a.array.ndim != b.array.ndim:
        return FALSE
    return f.call_library("arrays_equal", a, b)


for _np, _kind in ((np.int64, int), (np.float64, float), (np.bool_, bool)):
    simple(_np)(lambda f, *given, kind=_kind: f.call_constant(kind, list(given), {}))


def _small(cls: Any, name: str) -> None:
    @simple(cls)
    def write(f: FunctionCompiler, v: V) -> V:
        v = f.to_int(f.number(v))
        f.module.note("uses_numpy")
        return f.small_int(v, name) if not f.dead else V(T.NEVER)


for _name in T.SMALL:
    _small(getattr(np, _name), _name)
