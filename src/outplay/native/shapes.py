"""The shape of a state or an action: numbers in (nested) tuples, and the way to flat words.

Native searches see a state as a typed tuple; between native code and Python, in tables and
on the stack of moves, it is a row of 64-bit words. A float is stored as its bits.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outplay.native.layout import Overflow
from outplay.native.source import Unsupported

NEGATIVE_ZERO = -(1 << 63)
"""The bits of -0.0."""


@dataclass(frozen=True)
class Shape:
    """A number (`kind` int, float or bool) or a tuple of shapes (`kind` tuple)."""

    kind: str
    items: tuple[Shape, ...] = ()
    cls: type | None = None
    """The NamedTuple class, if it is one."""

    @cached_property
    def words(self) -> int:
        """How many 64-bit words it takes."""
        return sum(item.words for item in self.items) if self.kind == "tuple" else 1

    def __str__(self) -> str:
        if self.kind != "tuple":
            return self.kind
        inner = ", ".join(str(item) for item in self.items)
        if self.cls is not None:
            return f"{self.cls.__name__}({inner})"
        return f"({inner},)" if len(self.items) == 1 else f"({inner})"

    def flatten(self, value: Any) -> list[int]:
        """The words of `value`; raises Overflow if it has none."""
        if self.kind == "tuple":
            return [w for item, v in zip(self.items, value, strict=True) for w in item.flatten(v)]
        if self.kind == "float":
            if isinstance(value, int) and int(float(value)) != value:
                raise Overflow
            return [int.from_bytes(struct.pack("<d", value), "little", signed=True)]
        if not isinstance(value, int | np.int64) or not -(2**63) <= value < 2**63:
            raise Overflow
        return [int(value)]

    def key_words(self, value: Any) -> list[int]:
        """The words that a table knows `value` by: -0.0 is 0.0, as it is to Python."""
        words = zip(self.kinds(), self.flatten(value), strict=True)
        return [0 if kind == "float" and word == NEGATIVE_ZERO else word for kind, word in words]

    def build(self, words: Any, start: int = 0) -> Any:
        """The value whose words begin at `words[start]`."""
        if self.kind == "tuple":
            fields = []
            for item in self.items:
                fields.append(item.build(words, start))
                start += item.words
            return tuple(fields) if self.cls is None else self.cls(*fields)
        word = int(words[start])
        if self.kind == "float":
            return struct.unpack("<d", struct.pack("<q", word))[0]
        return bool(word) if self.kind == "bool" else word

    # --- the same two ways as source text, for the code generator -------------------------

    def build_text(self, address: str, start: int = 0) -> str:
        """Source of an expression that builds the value from words at `address`."""
        if self.kind == "tuple":
            fields = []
            for item in self.items:
                fields.append(item.build_text(address, start))
                start += item.words
            inner = "".join(f"{field}, " for field in fields)
            return f"({inner})" if self.cls is None else f"{class_name(self.cls)}({inner})"
        if self.kind == "float":
            return f"peek_float({address}, {start})"
        word = f"peek({address}, {start})"
        return f"({word} != 0)" if self.kind == "bool" else word

    def unpack_text(self, value: str, prefix: str = "_v") -> tuple[list[str], list[str]]:
        """Statements that take a like-shaped value apart, and the names of its numbers.

        Tuples are unpacked, not indexed, so that one of another length does not compile.
        """
        if self.kind != "tuple":
            return [], [f"keep_{self.kind}({value})"]
        if not self.items:
            return [], []
        names = [f"{prefix}_{number}" for number in range(len(self.items))]
        lines, leaves = [f"({', '.join(names)},) = {value}"], []
        for item, name in zip(self.items, names, strict=True):
            inner, numbers = item.unpack_text(name, name)
            lines += inner
            leaves += numbers
        return lines, leaves

    def kinds(self) -> list[str]:
        """The kinds of its numbers, in the order of its words."""
        if self.kind != "tuple":
            return [self.kind]
        return [kind for item in self.items for kind in item.kinds()]

    def flatten_text(self, value: str, address: str, *, key: bool = False) -> list[str]:
        """Statements that write the words of `value` (or its `key_words`) to `address`."""
        lines, leaves = self.unpack_text(value)
        for number, (kind, leaf) in enumerate(zip(self.kinds(), leaves, strict=True)):
            if kind == "float":
                zero = " + 0.0" if key else ""
                lines.append(f"poke_float({address}, {number}, {leaf}{zero})")
            else:
                lines.append(f"poke({address}, {number}, as_int({leaf}))")
        return lines

    def convert_text(self, value: str) -> list[str]:
        """Statements that return a like-shaped value as exactly this type."""
        lines, leaves = self.unpack_text(value)
        return [*lines, f"return {self._gather(iter(leaves))}"]

    def _gather(self, leaves: Iterator[str]) -> str:
        if self.kind != "tuple":
            return next(leaves)
        inner = "".join(f"{item._gather(leaves)}, " for item in self.items)
        return f"({inner})" if self.cls is None else f"{class_name(self.cls)}({inner})"

    def classes(self) -> dict[str, type]:
        """The NamedTuple classes in it, by the names that generated source uses.

        Raises Unsupported if two of them share a name.
        """
        found = {} if self.cls is None else {class_name(self.cls): self.cls}
        for item in self.items:
            found = with_classes(found, item)
        return found


def with_classes(known: dict[str, type], shape: Shape) -> dict[str, type]:
    """The known classes and those of another shape."""
    more = shape.classes()
    for name, cls in more.items():
        if known.get(name, cls) is not cls:
            raise Unsupported(f"two NamedTuples are both called `{cls.__name__}`; rename one.")
    return {**known, **more}


def class_name(cls: type) -> str:
    """The name of a NamedTuple class in generated source."""
    return f"class_{cls.__name__}"


def shape_of(value: Any) -> Shape | str:
    """The shape of a value, or what kind of thing it is that has none."""
    if isinstance(value, bool):
        return Shape("bool")
    if isinstance(value, int | np.int64):
        return Shape("int") if -(2**63) <= value < 2**63 else "an int beyond 64 bits"
    if isinstance(value, float):
        return Shape("float")
    if isinstance(value, tuple):
        items = [shape_of(item) for item in value]
        for item in items:
            if isinstance(item, str):
                return item
        cls = type(value) if hasattr(value, "_fields") else None
        if cls is None and type(value) is not tuple:
            return f"a {type(value).__name__}"
        return Shape("tuple", tuple(s for s in items if isinstance(s, Shape)), cls)
    kind = (
        f"NumPy {type(value).__name__}" if isinstance(value, np.generic) else type(value).__name__
    )
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def holds_numpy(value: Any) -> bool:
    """Is it a number of NumPy's, or a tuple with one in it?"""
    return isinstance(value, np.generic) or (
        isinstance(value, tuple) and any(holds_numpy(item) for item in value)
    )


def is_own(value: Any) -> bool:
    """Would it come back from its words as it is, types and all?"""
    if isinstance(value, tuple):
        return all(is_own(item) for item in value)
    return type(value) in (int, float, bool)


def join(one: Shape, other: Shape) -> Shape | None:
    """The shape that holds both: int holds bool, float holds int; None if nothing does."""
    if one.kind == "tuple" and other.kind == "tuple":
        if len(one.items) != len(other.items) or one.cls is not other.cls:
            return None
        items = [join(a, b) for a, b in zip(one.items, other.items, strict=True)]
        if any(item is None for item in items):
            return None
        return Shape("tuple", tuple(item for item in items if item is not None), one.cls)
    if "tuple" in (one.kind, other.kind):
        return None
    order = ("bool", "int", "float")
    return Shape(order[max(order.index(one.kind), order.index(other.kind))])
