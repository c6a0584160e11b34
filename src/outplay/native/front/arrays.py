"""NumPy arrays of one and two dimensions.

The header: whether it may be changed, the header of the array that it is a view of (or 0), the
address of the elements, rows and columns, and the words from one row, and one column, to the next.
An array of one dimension has one column. Every element takes a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.lazy import Lazy, is_slice
from outplay.native.front.sets_and_dicts import SetsAndDicts
from outplay.native.front.values import V

HEADER = 7

KNOWN = ("bool", "int64", "float64", *T.SMALL)


DTYPES: dict[T.Type, str] = {T.INT: "int64", T.BOOL: "bool", T.FLOAT: "float64"}
"""What an array has elements of that is made of numbers of Python's."""


def element_type(t: T.Array) -> T.Type:
    if t.dtype == "bool":
        return T.BOOL
    if t.dtype in T.SMALL_INTS:
        return T.SMALL_INTS[t.dtype]
    return T.FLOAT if t.dtype.startswith("float") else T.INT


def dtype_of(value: Any) -> str | None:
    """The name of a type of elements, as programs give it."""
    if value is int:
        return "int64"
    if value is float:
        return "float64"
    if value is bool:
        return "bool"
    try:
        name = str(np.dtype(value))
    except TypeError:
        return None
    return name if name in KNOWN else None


class Arrays(SetsAndDicts):
    """Elements, views, and operations on whole arrays."""

    def new_array(self, t: T.Array, rows: str, columns: str) -> V:
        """An array whose elements are not set yet."""
        self.module.note("uses_numpy")
        header = self.allocate(HEADER)
        data = self.allocate(self.op(f"mul i64 {rows}, {columns}"))
        self.poke_all(header, ("0", "0", data, rows, columns, columns, "1"))
        return V(t, (header,))

    def array_like(self, v: V, dtype: str) -> V:
        """An array of the same shape, whose elements are not set yet."""
        _, rows, columns, _, _ = self.dims(v)
        return self.new_array(T.Array(dtype, v.array.ndim), rows, columns)

    def view(self, v: V, ndim: int, data: str, shape: tuple[str, str], steps: tuple[str, str]) -> V:
        """A part of an array, in the same memory."""
        header = self.allocate(HEADER)
        self.poke_all(header, ("0", self._owner(v), data, *shape, *steps))
        return V(T.Array(v.array.dtype, ndim), (header,))

    def _owner(self, v: V) -> str:
        """The header of the array that has the elements: its own, if it is no view."""
        base = self.peek(v.p[0], 1)
        own = self.op(f"icmp eq i64 {base}, 0")
        return self.op(f"select i1 {own}, i64 {v.p[0]}, i64 {base}")

    def dims(self, v: V) -> tuple[str, str, str, str, str]:
        """data, rows, columns, and the two steps."""
        data, rows, columns, down, right = (self.peek(v.p[0], word) for word in (2, 3, 4, 5, 6))
        return data, rows, columns, down, right

    def spot(self, v: V, i: str, j: str) -> str:
        data, _, _, s, t = self.dims(v)
        words = self.op(f"add i64 {self.op(f'mul i64 {i}, {s}')}, {self.op(f'mul i64 {j}, {t}')}")
        return self.op(f"add i64 {data}, {self.op(f'shl i64 {words}, 3')}")

    def get_element(self, v: V, i: str, j: str) -> V:
        return self.load(element_type(v.array), self.spot(v, i, j))

    def put_element(self, v: V, i: str, j: str, x: V) -> None:
        self.store(self.as_element(x, v.array), self.spot(v, i, j))

    def as_element(self, x: V, t: T.Array) -> V:
        """A value as NumPy stores it in an array of that type."""
        if isinstance(x.t, T.Union):
            return self.dispatch(x, lambda arm: self.as_element(arm, t))
        x = self.number(x)
        kind = element_type(t)
        if kind is T.FLOAT:
            return self.to_float(x)
        if kind is T.BOOL:
            return self.truth(x)
        if x.t is T.FLOAT:
            self.fail("overflow")
            return V(T.INT, ("0",))
        x = self.to_int(x)
        if t.dtype in T.SMALL:
            return self.small_int(x, t.dtype)
        return x

    def each_place(self, v: V, body: Callable[[str, str], object]) -> None:
        _, rows, columns, _, _ = self.dims(v)
        if v.array.ndim == 1:
            self.count_to(rows, lambda i: body(i.p[0], "0"))
            return
        self.count_to(rows, lambda i: self.count_to(columns, lambda j: body(i.p[0], j.p[0])))

    def each_element(self, v: V, body: Callable[[V], object]) -> None:
        self.each_place(v, lambda i, j: body(self.get_element(v, i, j)))

    def each_true(self, mask: V, body: Callable[[str, str], object]) -> None:
        """The places where an array is true."""
        self.each_place(
            mask, lambda i, j: self.when(self.get_element(mask, i, j), lambda: body(i, j))
        )

    def fill_array(self, v: V, value: Callable[[], V]) -> None:
        self.each_place(v, lambda i, j: self.put_element(v, i, j, value()))

    def copy_elements(self, made: V, source: V) -> None:
        """Each element of an array of the same shape."""
        self.each_place(
            made, lambda i, j: self.put_element(made, i, j, self.get_element(source, i, j))
        )

    def _same_shape(self, v: V, other: V) -> None:
        _, rows, columns, _, _ = self.dims(v)
        _, more, others, _, _ = self.dims(other)
        self.fail_if(self.op(f"icmp ne i64 {rows}, {more}"), "shapes")
        if v.array.ndim == 2:
            self.fail_if(self.op(f"icmp ne i64 {columns}, {others}"), "shapes")

    def mapped(self, v: V, dtype: str, function: Callable[[V], V]) -> V:
        """A new array of what a function gives for each element."""
        made = self.array_like(v, dtype)
        self.each_place(
            v, lambda i, j: self.put_element(made, i, j, function(self.get_element(v, i, j)))
        )
        return made

    def may_change_array(self, v: V) -> None:
        self.may_change(v, 0)
        self.may_change(V(v.t, (self._owner(v),)), 0)

    # --- indices ------------------------------------------------------------------------------

    def array_row(self, v: V, i: V) -> V:
        """`v[i]` of an index that is inside."""
        if v.array.ndim == 1:
            return self.get_element(v, i.p[0], "0")
        _, _, columns, _, t = self.dims(v)
        return self.view(v, 1, self.spot(v, i.p[0], "0"), (columns, "1"), (t, "1"))

    def array_subscript(self, v: V, i: V) -> V:
        if isinstance(i.t, T.Union):
            return self.dispatch(i, lambda arm: self.array_subscript(v, arm))
        if isinstance(i.k, np.ndarray):
            i = self.materialise(i)
        parts = self._indices(i) if not isinstance(i.t, T.Array) else None
        if parts is None:
            found = self.picked(v, i)
            return found if found is not None else self.unsupported("this index of an array")
        if len(parts) > v.array.ndim:
            return self.fail(IndexError)
        return self._part_of(v, parts)

    def _indices(self, i: V) -> list[Any] | None:
        """Ints and slices; None if it is something else."""
        found = self.known_items(i, tuple)
        if found is None:
            found = [i]
        for part in found:
            if not (is_slice(part) or self.number(part).t is T.INT):
                return None
        return found

    def _part_of(self, v: V, parts: list[V]) -> V:
        t = v.t
        assert isinstance(t, T.Array)
        data, rows, columns, s, u = self.dims(v)
        shape, steps = [], []
        words = "0"
        for part, length, step in zip(parts, (rows, columns), (s, u), strict=False):
            if is_slice(part):
                a, b, c = self.bounds(part.k.lower, part.k.upper, part.k.step, V(T.INT, (length,)))
                n = self.call_library("range_length", a, b, c)
                shape.append(n.p[0])
                steps.append(self.op(f"mul i64 {step}, {c.p[0]}"))
                start = a.p[0]
            else:
                start = self.inside(self.to_int(self.number(part)), V(T.INT, (length,))).p[0]
            words = self.op(f"add i64 {words}, {self.op(f'mul i64 {start}, {step}')}")
        at = self.op(f"add i64 {data}, {self.op(f'shl i64 {words}, 3')}")
        if t.ndim == 2 and len(parts) == 1:
            shape.append(columns)
            steps.append(u)
        if not shape:
            return self.load(element_type(t), at)
        ndim = len(shape)
        if ndim == 1:
            shape.append("1")
            steps.append("1")
        return self.view(v, ndim, at, (shape[0], shape[1]), (steps[0], steps[1]))

    def _selected(self, v: V, mask: V) -> V:
        """`v[mask]`, as an array of one dimension."""
        t = v.t
        assert isinstance(t, T.Array) and isinstance(mask.t, T.Array)
        var = self.types.var(("selected", t.dtype), element_type(t))
        xs = self.new_list(var)
        self._same_shape(v, mask)

        self.each_true(mask, lambda i, j: self.append(xs, self.get_element(v, i, j)))
        return self.array_of_list(xs, t.dtype)

    def array_set(self, v: V, i: V, value: V) -> None:
        if isinstance(value.t, T.Union):
            self.each_arm(value, lambda arm: self.array_set(v, i, arm))
            return
        self.may_change_array(v)
        value = self.value_of(value)
        if isinstance(i.k, np.ndarray):
            i = self.materialise(i)
        if isinstance(i.t, T.Array) and i.t.dtype == "bool":
            self._set_selected(v, i, value)
            return
        parts = self._indices(i) if not isinstance(i.t, T.Array) else None
        if parts is None and self.set_picked(v, i, value):
            return
        if parts is None or len(parts) > v.array.ndim:
            self.unsupported("this index of an array")
            return
        if len(parts) == v.array.ndim and not any(is_slice(part) for part in parts):
            _, rows, columns, _, _ = self.dims(v)
            at = [
                self.inside(self.to_int(self.number(part)), V(T.INT, (length,))).p[0]
                for part, length in zip(parts, (rows, columns), strict=False)
            ]
            self.put_element(v, at[0], at[1] if len(at) > 1 else "0", value)
            return
        part = self._part_of(v, parts)
        if self.number(value).t in (T.INT, T.BOOL, T.FLOAT):
            self.fill_array(part, lambda: value)
            return
        made = self.array_from(value, part.array.dtype)  # a copy: it may be a view of the same
        if self.dead:
            return
        if made.array.ndim != part.array.ndim:
            self.unsupported("an array of other dimensions here")
            return
        self._same_shape(part, made)
        self.copy_elements(part, made)

    def _set_selected(self, v: V, mask: V, value: V) -> None:
        assert isinstance(v.t, T.Array) and isinstance(mask.t, T.Array)
        if mask.t.dtype != "bool" or mask.t.ndim != v.t.ndim or isinstance(value.t, T.Array):
            self.unsupported("this index of an array")
            return
        self._same_shape(v, mask)
        self.each_true(mask, lambda i, j: self.put_element(v, i, j, value))

    # --- whole arrays -------------------------------------------------------------------------

    def array_attribute(self, v: V, name: str) -> V:
        t = v.t
        assert isinstance(t, T.Array)
        data, rows, columns, s, u = self.dims(v)
        if name == "shape":
            sizes = [V(T.INT, (rows,)), V(T.INT, (columns,))][: t.ndim]
            return self.tuple_of(sizes)
        if name == "size":
            return V(T.INT, (self.op(f"mul i64 {rows}, {columns}"),))
        if name == "ndim":
            return self.const(t.ndim)
        if name == "T":
            if t.ndim == 1:
                return v
            return self.view(v, 2, data, (columns, rows), (u, s))
        if name == "flat":
            return self.method(v, "ravel", [], {})
        if name == "dtype":
            return self.const(np.dtype(t.dtype))
        from outplay.native.front.attributes import Method
        from outplay.native.front.scopes import Bound

        return self.const(Bound(Method(name), v))

    def array_of_list(self, xs: V, dtype: str) -> V:
        """An array of one dimension of the elements of a list, or of a tuple."""
        made = self.new_array(T.Array(dtype, 1), self.length(xs).p[0], "1")
        self._put_all(made, xs, lambda n: (n, "0"))
        return made

    def _put_all(self, made: V, xs: V, place: Callable[[str], tuple[str, str]]) -> None:
        if isinstance(xs.t, T.Tuple):
            for number, item in enumerate(self.items_of(xs)):
                self.put_element(made, *place(str(number)), item)
            return
        self.count_to(
            self.length(xs).p[0],
            lambda n: self.put_element(made, *place(n.p[0]), self.item_at(xs, n)),
        )

    def as_array(self, v: V) -> V:
        return v if isinstance(v.t, T.Array) else self.array_from(v, None)

    def array_from(self, v: V, dtype: str | None) -> V:
        """`np.array(v)`."""
        v = v if isinstance(v.k, Lazy) else self.materialise(v)
        if isinstance(v.t, T.Array):
            return self.mapped(v, dtype or v.t.dtype, lambda x: x)
        sequence = isinstance(v.t, T.Tuple | T.Seq) or T.is_list(v.t) or v.t is T.RANGE
        if not sequence:
            return self.unsupported("an array of this")
        rows = self.indexable(v)
        if self.dead:
            return V(T.NEVER)
        elem = self.types.element(rows.t)
        if elem in DTYPES:
            kind = dtype or DTYPES[elem]
            return self.array_of_list(rows, kind)
        return self._table_from(rows, dtype)

    def _table_from(self, rows: V, dtype: str | None) -> V:
        """A table of a sequence of rows, which must be of one length."""
        if isinstance(rows.t, T.Tuple):
            rows = self.list_from(rows)
        elem = rows.elem
        inner: T.Type = T.NEVER
        if isinstance(elem, T.Array) and elem.ndim == 1 and elem.dtype in DTYPES.values():
            inner = element_type(elem)
        elif isinstance(elem, T.Tuple | T.Seq) or T.is_list(elem):
            inner = self.types.element(elem)
        if inner not in DTYPES:
            return self.unsupported("an array of this")
        kind = dtype or DTYPES[inner]
        n = self.length(rows)
        self.fail_if(self.op(f"icmp eq i64 {n.p[0]}, 0"), "shapes")
        columns = self.length(self.item_at(rows, self.const(0)))
        made = self.new_array(T.Array(kind, 2), n.p[0], columns.p[0])

        def row(i: V) -> None:
            one = self.item_at(rows, i)
            self.fail_if(self.op(f"icmp ne i64 {self.length(one).p[0]}, {columns.p[0]}"), "shapes")
            self._put_all(made, one, lambda n: (i.p[0], n))

        self.count_to(n.p[0], row)
        return made
