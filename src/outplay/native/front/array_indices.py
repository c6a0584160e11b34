"""Arrays as indices of arrays, and operators that change an array in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.native.front.array_operators import ArrayOperators
from outplay.native.front.types import BOOL, INT, NEVER, ArrayT, ConstT, Container, SeqT, TupleT
from outplay.native.front.values import V


def kind_of(dtype: str) -> str:
    return "f" if dtype.startswith("float") else "b" if dtype == "bool" else "i"


class ArrayIndices(ArrayOperators):
    """Part of the compiler: `a[[0, 2]]`, `a[rows, columns]`, `a += b`, `a @ b`."""

    def as_index(self, i: V) -> V | None:
        """A list of ints or of truth values as an array; None if it is none."""
        if isinstance(i.t, ArrayT):
            return i
        if isinstance(i.t, ConstT) and isinstance(i.k, list):
            i = self.materialise(i)
        if isinstance(i.t, Container) and i.t.kind == "list" and i.t.elem in (INT, BOOL):
            return self.array_from(i, None)
        return None

    def index_arrays(self, i: V) -> list[V] | None:
        """The arrays of `a[rows, columns]`; None if the index is something else."""
        parts = self.known_items(i, tuple)
        if parts is None or len(parts) != 2 or not any(self.as_index(p) is not None for p in parts):
            return None
        found = []
        for part in parts:
            one = self.as_index(part)
            if one is None:
                if self.number(part).t not in (INT, BOOL):
                    return None
                one = self.to_int(self.number(part))
            found.append(one)
        return found

    def each_picked(self, v: V, i: V, body: Callable[[str, str, str, str], None]) -> V | None:
        """`body` with the place in the result and the place in `v` of what an index picks.

        Gives an array of the shape of the result, which is the index's own; None if unsupported.
        """
        pair = self.index_arrays(i)
        if pair is not None:
            if v.array.ndim != 2 or any(isinstance(p.t, ArrayT) and p.t.ndim != 1 for p in pair):
                return None
            if any(isinstance(p.t, ArrayT) and p.t.dtype == "bool" for p in pair):
                return None
            _, rows, columns, _, _ = self.dims(v)
            lengths = [self.length(p) for p in pair if isinstance(p.t, ArrayT)]
            if len(lengths) == 2:
                differ = self.op(f"icmp ne i64 {lengths[0].p[0]}, {lengths[1].p[0]}")
                self.fail_if(differ, "shapes")
            shape = next(p for p in pair if isinstance(p.t, ArrayT))

            def of(p: V, k: V, length: str) -> str:
                at = self.get_element(p, k.p[0], "0") if isinstance(p.t, ArrayT) else p
                return self.inside(self.to_int(at), V(INT, (length,))).p[0]

            self.count_to(
                lengths[0].p[0],
                lambda k: body(k.p[0], "0", of(pair[0], k, rows), of(pair[1], k, columns)),
            )
            return shape
        index = self.as_index(i)
        if index is None or v.array.ndim != 1 or index.array.dtype == "bool":
            return None
        length = self.length(v)
        self.each_place(
            index,
            lambda k, m: body(
                k, m, self.inside(self.to_int(self.get_element(index, k, m)), length).p[0], "0"
            ),
        )
        return index

    def picked(self, v: V, i: V) -> V | None:
        """`v[indices]`: a new array of the shape of the index."""
        index = self.as_index(i)
        if index is not None and index.array.dtype == "bool" and index.array.ndim == v.array.ndim:
            return self._selected(v, index)
        if index is not None and v.array.ndim == 2 and index.array.ndim == 1:
            return self._rows(v, index)
        pair = self.index_arrays(i)
        like = index if pair is None else next((p for p in pair if isinstance(p.t, ArrayT)), None)
        if like is None or self.dead:
            return None
        made = self.array_like(like, v.array.dtype)
        done = self.each_picked(
            v, i, lambda k, m, r, c: self.put_element(made, k, m, self.get_element(v, r, c))
        )
        return made if done is not None else None

    def _rows(self, v: V, index: V) -> V:
        """Some rows of a table."""
        _, rows, columns, _, _ = self.dims(v)
        if index.array.dtype == "bool":
            self.fail_if(self.op(f"icmp ne i64 {self.length(index).p[0]}, {rows}"), "shapes")
            index = self.call_constant(_flatnonzero(), [index], {})
        made = self.new_array(ArrayT(v.array.dtype, 2), self.length(index).p[0], columns)

        def row(k: V) -> None:
            at = self.inside(self.to_int(self.get_element(index, k.p[0], "0")), V(INT, (rows,)))
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
        if isinstance(value.t, SeqT | TupleT | Container):
            value = self.array_from(value, v.array.dtype)
        if isinstance(value.t, ArrayT) and value.t.ndim != 1:
            return False
        if isinstance(value.t, ArrayT):
            value = self.method(value, "copy", [], {})
            at = self.length(value)

            def put(k: str, m: str, r: str, c: str) -> None:
                self.fail_if(self.op(f"icmp uge i64 {k}, {at.p[0]}"), "shapes")
                self.put_element(v, r, c, self.get_element(value, k, "0"))

            like = self.each_picked(v, i, put)
            if like is not None and like.array.ndim == 1 and not self.dead:
                differ = self.op(f"icmp ne i64 {self.length(like).p[0]}, {at.p[0]}")
                self.fail_if(differ, "shapes")
            return like is not None and like.array.ndim == 1
        return (
            self.each_picked(v, i, lambda k, m, r, c: self.put_element(v, r, c, value)) is not None
        )

    # --- in place ---------------------------------------------------------------------------------

    def array_in_place(self, name: str, old: V, value: V) -> V:
        """`old op= value`: the array itself is changed, for all who hold it."""
        made = self.binary(name, old, value)
        if self.dead:
            return V(NEVER)
        same = isinstance(made.t, ArrayT) and made.t.ndim == old.array.ndim
        if not same or kind_of(made.array.dtype) != kind_of(old.array.dtype):
            order = "bif"
            if not same or order.index(kind_of(made.array.dtype)) > order.index(
                kind_of(old.array.dtype)
            ):
                return self.unsupported("this operator in place")
        self._same_shape(old, made)
        self.may_change_array(old)
        self.copy_elements(old, made)
        return old


def _flatnonzero() -> Any:
    import numpy as np

    return np.flatnonzero
