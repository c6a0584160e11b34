"""Values of Python's as data of the program, and the types that they have."""

from __future__ import annotations

from typing import Any

from outplay import bits
from outplay.native.front import types as T
from outplay.native.front.constant_types import NoType, fields_of, holds
from outplay.native.front.packed import SCALARS, elements, text_words
from outplay.native.front.tables import EMPTY, REMOVED, mixed_hash, native_hash, set_table

FROZEN = -1
"""In place of a container's capacity: it belongs to somebody else, and must not be changed."""


class Data:
    """Constants of a program, as global arrays of words."""

    def __init__(self, short: int, char: int, python_hashes: bool = False) -> None:
        self.short, self.char, self.python_hashes = short, char, python_hashes
        self.lines: list[str] = []
        self._known: dict[Any, str] = {}

    def array(self, words: list[str]) -> str:
        """The address of words, as a constant expression."""
        key = tuple(words)
        if key not in self._known:
            name = f"@data{len(self.lines)}"
            content = ", ".join(f"i64 {word}" for word in words)
            self.lines.append(
                f"{name} = internal unnamed_addr constant [{len(words)} x i64] [{content}], align 8"
            )
            self._known[key] = f"ptrtoint (ptr {name} to i64)"
        return self._known[key]

    def text(self, value: str) -> str:
        """The word of a string."""
        codes = [ord(c) for c in value]
        if any(code >= 1 << 8 * self.char for code in codes):
            raise NoType("a string of other characters")
        if len(codes) <= self.short:
            word = 1 | len(codes) << 1
            for number, code in enumerate(codes):
                word |= code << 8 + 8 * self.char * number if self.char == 1 else code << 32
            return str(bits.wrap(word))
        return self.array([str(word) for word in text_words(value, self.char)])

    def encode(self, value: Any, t: T.Type) -> list[str]:
        """The words of a value of type `t`."""
        if isinstance(t, T.Union):
            number = next(i for i, m in enumerate(t.members) if holds(m, value))
            words = self.encode(value, t.members[number])
            return [str(number), *words, *["0"] * (t.words - 1 - len(words))]
        if t in SCALARS:
            return [str(word) for word in SCALARS[t](value)]
        if isinstance(t, T.Str):
            return [self.text(value)]
        if isinstance(t, T.Enum):
            return [str(t.members.index(value))]
        if isinstance(t, T.Tuple):
            pairs = zip(fields_of(value, t), t.items, strict=True)
            return [w for item, kind in pairs for w in self.encode(item, kind)]
        if isinstance(t, T.Seq):
            if t.elem is T.INT:
                words = [str(int(item)) for item in value]
            else:
                words = [w for item in value for w in self.encode(item, t.elem)]
            return [self.array([str(len(value)), *words])]
        if isinstance(t, T.Obj):
            fields = zip(fields_of(value, t), t.vars, strict=True)
            words = [w for item, var in fields for w in self.encode(item, var.t)]
            return [self.array([str(FROZEN), *words])]
        if T.is_list(t):
            words = [w for item in value for w in self.encode(item, t.elem)]
            data = self.array(words or ["0"])
            return [self.array([str(len(value)), str(FROZEN), data])]
        if T.is_dict(t):
            return [self._dict(value, t)]
        if isinstance(t, T.FrozenSet | T.Container):
            return [self._set(value, t.elem)]
        if isinstance(t, T.Array):
            return [self._array(value)]
        raise NoType(f"a {type(value).__name__}")

    def _dict(self, value: dict[Any, Any], t: T.Container) -> str:
        """Entries in their order; no index: it is made where it is needed."""
        entries: list[str] = []
        for key, item in value.items():
            entries += ["1", *self.encode(key, t.elem), *self.encode(item, t.value)]
        mask = 7
        while mask < 2 * len(value):
            mask = 2 * mask + 1
        index = [0] * (mask + 1)
        for number, key in enumerate(value):
            slot = mixed_hash(key) & mask
            while index[slot]:
                slot = (slot + 1) & mask
            index[slot] = number + 1
        length = str(len(value))
        data, places = self.array(entries or ["0"]), self.array([str(n) for n in index])
        return self.array([length, str(FROZEN), data, length, places, str(mask), "1"])

    def _set(self, value: Any, elem: T.Type) -> str:
        """A table in which each element stands where CPython has it."""
        table = set_table(value, elem, self.python_hashes)
        slots = dict(table.slots)
        words: list[str] = []
        for number in range(table.mask + 1):
            item = slots.get(number, EMPTY)
            if item is EMPTY:
                words += ["0", "0", *["0"] * elem.words]
            elif item is REMOVED:
                words += ["2", "-1", *["0"] * elem.words]
            else:
                words += ["1", str(native_hash(item, self.python_hashes)), *self.encode(item, elem)]
        sizes = [str(n) for n in (len(value), FROZEN, len(slots), table.mask)]
        rest = [self.array(words), str(table.finger), *self._bits(value, elem)]
        return self.array([*sizes, *rest])

    def _bits(self, value: Any, elem: T.Type) -> list[str]:
        """What the header of a set has besides: bits, or a signature."""
        from outplay.native.front.bitmaps import HEADER, bits_of
        from outplay.native.front.signatures import UNKNOWN

        if not T.is_small(elem):
            return [str(UNKNOWN)]
        words = [str(word) for word in bits_of(value, elem)]
        return words + ["0"] * (HEADER - 6 - len(words))

    def _array(self, value: Any) -> str:
        rows, columns, *words = (str(word) for word in elements(value))
        data = self.array(words or ["0"])
        strides = [columns, "1"] if value.ndim == 2 else ["1", "1"]
        return self.array([str(FROZEN), "0", data, rows, columns, *strides])
