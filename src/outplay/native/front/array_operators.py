"""Operators of NumPy's arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from outplay.native.front.arrays import Arrays, element_type
from outplay.native.front.types import (
    BOOL,
    FLOAT,
    INT,
    RANGE,
    SMALL,
    SMALL_INTS,
    ArrayT,
    Container,
    SeqT,
    TupleT,
    UnionT,
)
from outplay.native.front.values import V


class ArrayOperators(Arrays):
    """Arithmetic and comparisons, element by element."""

    def combined(self, a: V, b: V, dtype: str, function: Callable[[V, V], V]) -> V:
        """Element by element, of two arrays of one shape or an array and a number."""
        if not isinstance(a.t, ArrayT):
            return self.mapped(b, dtype, lambda y: function(a, y))
        if not isinstance(b.t, ArrayT):
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
        made = self.new_array(ArrayT(dtype, 2), rows, columns)

        def one(i: str, j: str) -> None:
            x, y = self.get_element(table, i, j), self.get_element(row, j, "0")
            self.put_element(made, i, j, function(x, y) if table is a else function(y, x))

        self.each_place(table, one)
        return made

    def _result_type(self, name: str, a: V, b: V) -> str | None:
        kinds = []
        for v in (a, b):
            if isinstance(v.t, ArrayT):
                kinds.append(v.t.dtype)
            elif v.t in SMALL_INTS.values():
                kinds.append(str(v.t))
            elif self.number(v).t is FLOAT:
                kinds.append("float64")
            elif v.t is BOOL:
                kinds.append("bool")
            elif self.number(v).t is INT:
                kinds.append("int")
            else:
                return None
        if name == "Div":
            return "float64"
        if name in ("BitAnd", "BitOr", "BitXor") and set(kinds) == {"bool"}:
            return "bool"
        if set(kinds) == {"bool"}:
            return None  # NumPy adds truth values as it ors them
        if "float64" in kinds:
            return "float64"
        small = [k for k in kinds if k in SMALL]
        if small:
            if len(set(small)) == 1 and set(kinds) <= {small[0], "int", "bool"}:
                return small[0]
            return "int64" if "int64" in kinds else None
        return "int64"

    def array_operator(self, name: str, a: V, b: V) -> V | None:
        one, two = self._operand(a), self._operand(b)
        if self.dead or one is None or two is None:
            return self.unsupported("this operator of arrays")
        a, b = one, two
        if name == "MatMult":
            if not (isinstance(a.t, ArrayT) and isinstance(b.t, ArrayT)):
                return self.unsupported("`@` of this")
            return self.matrix_product(a, b)
        dtype = self._result_type(name, a, b)
        if dtype is None or (dtype.startswith("float") and name == "Pow") or dtype == "float32":
            return self.unsupported("this operator of arrays")
        if name == "Div":
            return self.combined(a, b, dtype, self._quotient)
        if dtype in SMALL:
            for v in (a, b):
                if not isinstance(v.t, ArrayT) and v.t is INT:
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
        return V(SMALL_INTS[dtype], (self.op(f"{word} i{bits} {cut} to i64"),))

    def _quotient(self, x: V, y: V) -> V:
        x, y = self.to_float(x), self.to_float(y)
        self.fail_if(self.op(f"fcmp oeq double {y.p[0]}, 0.0"), "overflow")
        return V(FLOAT, (self.op(f"fdiv double {x.p[0]}, {y.p[0]}"),))

    def _operand(self, v: V) -> V | None:
        v = self.materialise(v)
        if isinstance(v.t, ArrayT) or self.number(v).t in (INT, BOOL, FLOAT):
            return v
        if isinstance(v.t, SeqT | TupleT) or (isinstance(v.t, Container) and v.t.kind == "list"):
            return self.array_from(v, None)
        return None

    def array_compare(self, name: str, a: V, b: V) -> V:
        if isinstance(a.t, UnionT) or isinstance(b.t, UnionT):
            one = a if isinstance(a.t, UnionT) else b
            return self.dispatch(
                one,
                lambda arm: self.array_compare(
                    name, arm if one is a else a, arm if one is b else b
                ),
            )
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
        if kinds != {INT}:
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

            return self.folded(V(RANGE, ("0", inner, "1")), self.const(0), one)

        if a.array.ndim == 1 and b.array.ndim == 1:
            return entry("0", "0")
        table = a.array.ndim == 2
        shape = (rows, columns) if table else (columns, "1")
        made = self.new_array(ArrayT("int64", a.array.ndim + b.array.ndim - 2), *shape)
        self.each_place(
            made, lambda i, j: self.put_element(made, i, j, entry(i, j) if table else entry("0", i))
        )
        return made
