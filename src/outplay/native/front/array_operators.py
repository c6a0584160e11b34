"""Operators of NumPy's arrays, and arrays as indices of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.arrays import KNOWN, Arrays, element_type
from outplay.native.front.values import V
from outplay.native.front.wide_numbers import BITWISE

SCALARS: dict[T.Type, Any] = {T.INT: 0, T.FLOAT: 0.0, T.BOOL: np.dtype(bool)}
"""What NumPy is told of a scalar: an int or a float takes the width of an array's elements."""


class ArrayOperators(Arrays):
    """Arithmetic and comparisons, element by element; `a[[0, 2]]`, `a[rows, columns]`, `a += b`."""

    def combined(self, a: V, b: V, dtype: str, function: Callable[[V, V], V]) -> V:
        """Element by element, of two arrays of one shape or an array and a number."""
        if not isinstance(a.t, T.Array):
            return self.mapped(b, dtype, lambda y: function(a, y))
        if not isinstance(b.t, T.Array):
            return self.mapped(a, dtype, lambda x: function(x, b))
        if a.t.ndim != b.t.ndim:
            return self._broadcast(a, b, dtype, function)
        self._same_shape(a, b)
        made = self.array_like(a, dtype)

        def one(i: str, j: str) -> None:
            x, y = self.get_element(a, i, j), self.get_element(b, i, j)
            self.put_element(made, i, j, function(x, y))

        self.each_place(a, one)
        return made

    def _broadcast(self, a: V, b: V, dtype: str, function: Callable[[V, V], V]) -> V:
        """A table and a row, which stands for each of its rows."""
        table, row = (a, b) if a.array.ndim == 2 else (b, a)
        _, rows, columns, _, _ = self.dims(table)
        self.fail_if(self.op(f"icmp ne i64 {self.length(row).p[0]}, {columns}"), "shapes")
        made = self.new_array(T.Array(dtype, 2), rows, columns)

        def one(i: str, j: str) -> None:
            x, y = self.get_element(table, i, j), self.get_element(row, j, "0")
            self.put_element(made, i, j, function(x, y) if table is a else function(y, x))

        self.each_place(table, one)
        return made

    def _result_type(self, name: str, a: V, b: V) -> str | None:
        """The type of elements that NumPy gives; None where only Python goes on."""
        kinds: list[Any] = []
        for v in (a, b):
            t = self.number(v).t
            if isinstance(t, T.Array):
                kinds.append(np.dtype(t.dtype))
            elif v.t in T.SMALL_INTS.values():
                kinds.append(np.dtype(str(v.t)))
            elif t in SCALARS:
                kinds.append(SCALARS[t])
            else:
                return None
        if name == "Div":
            return "float64"
        found = str(np.result_type(*kinds))
        if found == "bool" and name not in BITWISE:
            return None  # NumPy adds truth values as it ors them
        return found if found in KNOWN else None

    def array_operator(self, name: str, a: V, b: V) -> V | None:
        one, two = self._operand(a), self._operand(b)
        if self.dead or one is None or two is None:
            return self.unsupported("this operator of arrays")
        a, b = one, two
        if name == "MatMult":
            if not (isinstance(a.t, T.Array) and isinstance(b.t, T.Array)):
                return self.unsupported("`@` of this")
            return self.matrix_product(a, b)
        dtype = self._result_type(name, a, b)
        if dtype is None or (dtype.startswith("float") and name == "Pow") or dtype == "float32":
            return self.unsupported("this operator of arrays")
        if name == "Div":
            return self.combined(a, b, dtype, self._quotient)
        if dtype in T.SMALL:
            for v in (a, b):
                if not isinstance(v.t, T.Array) and v.t is T.INT:
                    self.small_int(v, dtype)  # NumPy raises where it does not fit
            return self.combined(a, b, dtype, lambda x, y: self.small_result(name, x, y, dtype))
        return self.combined(a, b, dtype, lambda x, y: self._element_result(name, x, y))

    def _element_result(self, name: str, x: V, y: V) -> V:
        """One element: where NumPy only warns, the search goes on in Python."""
        x, y = self.number(x), self.number(y)
        if name in ("Mod", "FloorDiv"):
            self.fail_if(self.negation(self.truth(y)).p[0], "overflow")
        if name in ("LShift", "RShift", "Pow"):
            self.fail_if(self.op(f"icmp ugt i64 {self.to_int(y).p[0]}, 62"), "overflow")
        return self.calculated(name, x, y)

    def small_result(self, name: str, x: V, y: V, dtype: str) -> V:
        """One element of a small type: beyond its limits it wraps."""
        found = self.to_int(self._element_result(name, self.number(x), self.number(y)))
        bits = int(dtype.lstrip("uint"))
        cut = self.op(f"trunc i64 {found.p[0]} to i{bits}")
        word = "zext" if dtype.startswith("u") else "sext"
        return V(T.SMALL_INTS[dtype], (self.op(f"{word} i{bits} {cut} to i64"),))

    def _quotient(self, x: V, y: V) -> V:
        x, y = self.to_float(x), self.to_float(y)
        self.fail_if(self.op(f"fcmp oeq double {y.p[0]}, 0.0"), "overflow")
        return V(T.FLOAT, (self.op(f"fdiv double {x.p[0]}, {y.p[0]}"),))

    def _operand(self, v: V) -> V | None:
        v = self.materialise(v)
        if isinstance(v.t, T.Array) or self.number(v).t in (T.INT, T.BOOL, T.FLOAT):
            return v
        if isinstance(v.t, T.Seq | T.Tuple) or T.is_list(v.t):
            return self.array_from(v, None)
        return None

    def array_compare(self, name: str, a: V, b: V) -> V:
        if isinstance(a.t, T.Union):
            return self.dispatch(a, lambda arm: self.array_compare(name, arm, b))
        if isinstance(b.t, T.Union):
            return self.dispatch(b, lambda arm: self.array_compare(name, a, arm))
        first, second = self._operand(a), self._operand(b)
        if self.dead or first is None or second is None:
            return self.unsupported("comparing an array with this")
        return self.combined(first, second, "bool", lambda x, y: self.compare_numbers(name, x, y))

    def array_unary(self, name: str, v: V) -> V:
        if name == "Invert" and v.array.dtype == "bool":
            return self.mapped(v, "bool", self.negation)
        if name == "USub" and v.array.dtype != "bool":
            return self.mapped(v, v.array.dtype, lambda x: cast("V", self.negate(x)))
        return self.unsupported("this operator of arrays")

    # --- products ---------------------------------------------------------------------------------

    def matrix_product(self, a: V, b: V) -> V:
        """`a @ b` of ints."""
        kinds = {element_type(v.array) for v in (a, b)}
        if kinds != {T.INT}:
            return self.unsupported("`@` of other than ints")
        _, rows, inner, _, _ = self.dims(a)
        _, more, columns, _, _ = self.dims(b)
        inner = inner if a.array.ndim == 2 else rows
        self.fail_if(self.op(f"icmp ne i64 {inner}, {more}"), ValueError)

        def entry(i: str, j: str) -> V:
            def one(total: V, k: V) -> V:
                x = self.get_element(a, *((i, k.p[0]) if a.array.ndim == 2 else (k.p[0], "0")))
                y = self.get_element(b, k.p[0], j)
                return self.calculated("Add", total, self.calculated("Mult", x, y))

            return self.folded(V(T.RANGE, ("0", inner, "1")), self.const(0), one)

        if a.array.ndim == 1 and b.array.ndim == 1:
            return entry("0", "0")
        table = a.array.ndim == 2
        shape = (rows, columns) if table else (columns, "1")
        made = self.new_array(T.Array("int64", a.array.ndim + b.array.ndim - 2), *shape)
        self.each_place(
            made, lambda i, j: self.put_element(made, i, j, entry(i, j) if table else entry("0", i))
        )
        return made

    # --- arrays as indices ------------------------------------------------------------------------

    def as_index(self, i: V) -> V | None:
        """A list of ints or of truth values as an array; None if it is none."""
        if isinstance(i.t, T.Array):
            return i
        if isinstance(i.t, T.Const) and isinstance(i.k, list):
            i = self.materialise(i)
        if isinstance(i.t, T.Container) and i.t.kind == "list" and i.t.elem in (T.INT, T.BOOL):
            return self.array_from(i, None)
        return None

    def index_parts(self, i: V) -> list[V] | None:
        """The array of `a[indices]`, or what is in `a[rows, columns]`; None if it is neither."""
        index = self.as_index(i)
        if index is not None:
            return [index]
        parts = self.known_items(i, tuple)
        if parts is None or len(parts) != 2:
            return None
        found = [self.as_index(part) or self.number(part) for part in parts]
        numbers = [part for part in found if not isinstance(part.t, T.Array)]
        if len(numbers) == 2 or any(n.t not in (T.INT, T.BOOL) for n in numbers):
            return None
        return [self.to_int(part) if part in numbers else part for part in found]

    def each_picked(self, v: V, parts: list[V], body: Callable[[str, str, str, str], None]) -> bool:
        """`body` with the place in the result and the place in `v` of what an index picks.

        The result has the shape of an array of the index. False if there is no way.
        """
        arrays = [part for part in parts if isinstance(part.t, T.Array)]
        flat = len(parts) == 1 or all(part.array.ndim == 1 for part in arrays)
        if len(parts) != v.array.ndim or not flat or any(a.array.dtype == "bool" for a in arrays):
            return False
        if len(arrays) == 2:
            self._same_shape(*arrays)
        _, rows, columns, _, _ = self.dims(v)

        def one(k: str, m: str) -> None:
            at = ["0", "0"]
            for number, (part, length) in enumerate(zip(parts, (rows, columns), strict=False)):
                n = self.get_element(part, k, m) if isinstance(part.t, T.Array) else part
                at[number] = self.inside(self.to_int(n), V(T.INT, (length,))).p[0]
            body(k, m, *at)

        self.each_place(arrays[0], one)
        return True

    def picked(self, v: V, i: V) -> V | None:
        """`v[indices]`: a new array of the shape of the index."""
        parts = self.index_parts(i)
        if parts is None or self.dead:
            return None
        like = next(part for part in parts if isinstance(part.t, T.Array))
        if len(parts) == 1 and like.array.dtype == "bool" and like.array.ndim == v.array.ndim:
            return self._selected(v, like)
        if len(parts) == 1 and like.array.ndim == 1 and v.array.ndim == 2:
            return self._rows(v, like)
        made = self.array_like(like, v.array.dtype)
        done = self.each_picked(
            v, parts, lambda k, m, r, c: self.put_element(made, k, m, self.get_element(v, r, c))
        )
        return made if done else None

    def _rows(self, v: V, index: V) -> V:
        """Some rows of a table."""
        _, rows, columns, _, _ = self.dims(v)
        if index.array.dtype == "bool":
            self.fail_if(self.op(f"icmp ne i64 {self.length(index).p[0]}, {rows}"), "shapes")
            index = self.call_constant(np.flatnonzero, [index], {})
        made = self.new_array(T.Array(v.array.dtype, 2), self.length(index).p[0], columns)

        def row(k: V) -> None:
            at = self.inside(self.to_int(self.get_element(index, k.p[0], "0")), V(T.INT, (rows,)))
            self.count_to(
                columns,
                lambda j: self.put_element(
                    made, k.p[0], j.p[0], self.get_element(v, at.p[0], j.p[0])
                ),
            )

        self.count_to(self.length(index).p[0], row)
        return made

    def set_picked(self, v: V, i: V, value: V) -> bool:
        """`v[indices] = value`; False if there is no way."""
        if isinstance(value.t, T.Seq | T.Tuple | T.Container):
            value = self.array_from(value, v.array.dtype)
        parts = self.index_parts(i)
        if parts is None:
            return False
        if not isinstance(value.t, T.Array):
            return self.each_picked(v, parts, lambda k, m, r, c: self.put_element(v, r, c, value))
        like = next(part for part in parts if isinstance(part.t, T.Array))
        if like.array.ndim != 1 or value.t.ndim != 1:
            return False
        self._same_shape(like, value)
        copied = self.method(value, "copy", [], {})  # it may be a view of the same
        return self.each_picked(
            v, parts, lambda k, m, r, c: self.put_element(v, r, c, self.get_element(copied, k, m))
        )

    # --- in place ---------------------------------------------------------------------------------

    def array_in_place(self, name: str, old: V, value: V) -> V:
        """`old op= value`: the array itself is changed, for all who hold it."""
        made = self.binary(name, old, value)
        if self.dead:
            return V(T.NEVER)
        same = isinstance(made.t, T.Array) and made.t.ndim == old.array.ndim
        if not same or not np.can_cast(made.array.dtype, old.array.dtype, "same_kind"):
            return self.unsupported("this operator in place")
        self._same_shape(old, made)
        self.may_change_array(old)
        self.copy_elements(old, made)
        return old
