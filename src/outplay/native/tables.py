"""Constant tuples as lookup tables: `NEIGHBOURS[square]` where the rows differ in length.

Numba indexes a tuple at run time only if all its items have one type, and slowly if it is
long. Rules are full of such constants, so a constant tuple that rules index or loop over
becomes an array of its numbers, an array of row starts where rows differ in length, and
small functions that read them. Indices mean what they mean in Python, errors too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outplay.native.program import Program
from outplay.native.shapes import Shape, join, shape_of

LARGEST_RECORD = 32
"""Rows of up to this many numbers are given as tuples; longer ones as arrays."""


@dataclass(frozen=True)
class Table:
    """A constant tuple whose items are alike: numbers, rows, or rows of records."""

    value: tuple[Any, ...]
    item: Shape | None
    """The shape of every item; None if the items are rows of different lengths."""
    cell: Shape | None
    """The shape of every item's items; None where items are numbers or rows are mixed."""

    @property
    def is_nested(self) -> bool:
        """Can one loop over a row of it?"""
        return self.cell is not None

    def accessor(self, program: Program, base: str) -> str:
        """The name of a function `(index) -> item`."""
        name = f"get_{base}"
        if name in program.functions:
            return name
        check = _index_check("i", len(self.value))
        if self.item is None:
            assert self.cell is not None
            rows, starts = self._rows(program, base)
            program.add_source(
                f"def {name}(i):\n{check}    return {rows}[{starts}[i]:{starts}[i + 1]]\n"
            )
            return name
        data = program.constant(f"k_{base}_data", _numbers(self.value, self.item))
        read = _read_text(self.item, data, "i")
        program.add_source(f"def {name}(i):\n{check}    return {read}\n")
        return name

    def loop(self, program: Program, base: str, of_row: bool) -> tuple[str, str, str]:
        """How to loop over it, or over its row `_row`: start, stop, name of `(index) -> item`."""
        if not of_row:
            return "0", str(len(self.value)), self.accessor(program, base)
        assert self.cell is not None
        rows, starts = self._rows(program, base)
        name = f"cell_{base}"
        if name not in program.functions:
            check = _index_check("i", len(self.value))
            read = _read_text(self.cell, rows, "i")
            program.add_source(
                f"def {name}(i):\n    return {read}\n"
                f"def start_{base}(i):\n{check}    return {starts}[i]\n"
                f"def stop_{base}(i):\n{check}    return {starts}[i + 1]\n"
            )
        return f"start_{base}(_row)", f"stop_{base}(_row)", name

    def _rows(self, program: Program, base: str) -> tuple[str, str]:
        """Names of the constants that hold all cells, row after row, and where rows start."""
        assert self.cell is not None
        cells = tuple(cell for row in self.value for cell in row)
        starts = np.cumsum([0, *(len(row) for row in self.value)]).astype(np.int64)
        return (
            program.constant(f"k_{base}_cells", _numbers(cells, self.cell)),
            program.constant(f"k_{base}_starts", starts),
        )


def table_of(value: tuple[Any, ...]) -> Table | None:
    """The table that a constant tuple makes, or None if its items are not alike."""
    if not value or type(value) is not tuple:
        return None
    shapes = [shape_of(item) for item in value]
    item = _joined(shapes)
    if not all(type(row) is tuple for row in value):
        return None if item is None or item.kind == "tuple" else Table(value, item, None)
    cell = _joined([shape_of(cell) for row in value for cell in row])
    if item is not None and item.words > LARGEST_RECORD:
        item = None
    if item is None and (cell is None or cell.words > LARGEST_RECORD):
        return None
    return Table(value, item, cell)


def _joined(shapes: list[Shape | str]) -> Shape | None:
    joined: Shape | None = None
    for shape in shapes:
        if isinstance(shape, str):
            return None
        joined = shape if joined is None else join(joined, shape)
        if joined is None:
            return None
    return joined


def _numbers(items: tuple[Any, ...], shape: Shape) -> Any:
    """The numbers of all items, one row an item; 1-D where items are single numbers."""
    dtype = np.float64 if "float" in shape.kinds() else np.int64
    rows = [list(_leaves(item)) for item in items]
    array = np.array(rows, dtype=dtype)
    return array[:, 0].copy() if shape.kind != "tuple" else array


def _leaves(item: Any) -> list[Any]:
    if isinstance(item, tuple):
        return [leaf for part in item for leaf in _leaves(part)]
    return [item]


def _read_text(shape: Shape, data: str, index: str) -> str:
    """Source of an expression that reads item `index` of an array of such items."""
    if shape.kind != "tuple":
        return f"as_{shape.kind}({data}[{index}])"
    counter = iter(range(shape.words))

    def text(part: Shape) -> str:
        if part.kind != "tuple":
            return f"as_{part.kind}({data}[{index}, {next(counter)}])"
        return "(" + "".join(f"{text(item)}, " for item in part.items) + ")"

    return text(shape)


def _index_check(index: str, length: int) -> str:
    return (
        f"    if {index} < 0:\n        {index} += {length}\n"
        f"    if {index} < 0 or {index} >= {length}:\n"
        f"        raise IndexError('tuple index out of range')\n"
    )
