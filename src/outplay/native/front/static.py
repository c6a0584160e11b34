"""Values of Python's as data of the program, and the types that they have."""

from __future__ import annotations

import collections
import dataclasses
import enum
import hashlib
import struct
from typing import Any

import numpy as np

from outplay import bits
from outplay.native.front.tables import REMOVED, Table, has_python_order, table_of
from outplay.native.front.types import (
    BIG,
    BOOL,
    DICTS,
    FLOAT,
    INLINE,
    INT,
    NEVER,
    NONE,
    RANGE,
    WIDE_BITS,
    ArrayT,
    ConstT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    Types,
    UnionT,
    _family,
    field_names,
    is_frozen_dataclass,
)
from outplay.texts import text_of

FROZEN = -1
"""In place of a container's capacity: it belongs to somebody else, and must not be changed."""

LIST_HEADER = ("length", "capacity", "data")
DICT_HEADER = ("length", "capacity", "entries", "used", "index", "mask", "default")
SET_HEADER = ("used", "capacity", "fill", "mask", "table", "finger")
"""Words at the address of a container; the second tells whether it may be changed."""

KINDS = {list: "list", dict: "dict", set: "set", collections.deque: "deque",
         collections.Counter: "Counter", collections.defaultdict: "defaultdict",
         collections.OrderedDict: "OrderedDict"}  # fmt: skip


class NoType(Exception):
    """A value that native code cannot hold."""


class Typing:
    """Finds the types of values."""

    def __init__(self, types: Types, *, records: bool = True) -> None:
        self.types = types
        self.records = records
        self.seen: set[Any] = set()
        """Dicts and lists that are used as records, by their fields."""
        self.refused: set[Any] = set()
        """What only looked like a record."""

    def type_of(self, value: Any, site: Any) -> Type:
        """The type of a value found at `site`; raises NoType."""
        if value is None:
            return NONE
        if isinstance(value, bool | np.bool_):
            return BOOL
        if isinstance(value, enum.Enum):
            return EnumT(type(value))
        if isinstance(value, int | np.integer):
            if -(2**63) <= value < 2**63:
                return INT
            if abs(int(value)).bit_length() < WIDE_BITS - 1:
                return BIG
            raise NoType(f"an int of more than {WIDE_BITS} bits")
        if isinstance(value, float | np.floating):
            return FLOAT
        if isinstance(value, str):
            return StrT(frozenset([value])) if len(value) <= 16 else StrT()
        if isinstance(value, tuple):
            return self._tuple(value, site)
        if isinstance(value, range):
            return RANGE
        if isinstance(value, np.ndarray):
            if value.ndim not in (1, 2) or value.dtype.kind not in "bif":
                raise NoType(f"an array of {value.dtype} with {value.ndim} dimensions")
            return ArrayT(str(value.dtype), value.ndim)
        if isinstance(value, frozenset):
            return FrozenT(self._joined(value, (site, "elem")))
        if type(value) in KINDS:
            return self._container(value, site)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return self._dataclass(value, site)
        raise NoType(f"a {type(value).__name__}")

    def _joined(self, values: Any, site: Any) -> Type:
        t: Type = NEVER
        for value in values:
            t = self.types.join(t, self.type_of(value, site))
        return t

    def _tuple(self, value: tuple[Any, ...], site: Any) -> Type:
        cls = type(value) if hasattr(value, "_fields") else None
        if cls is None and type(value) is not tuple:
            raise NoType(f"a {type(value).__name__}")
        if cls is None and len(value) > INLINE:
            if all(type(item) is int for item in value) and _fit(value):
                return SeqT(INT)
            return SeqT(self._joined(value, (site, "elem")))
        items = [self.type_of(item, (site, number)) for number, item in enumerate(value)]
        return TupleT(tuple(items), cls)

    def _container(self, value: Any, site: Any) -> Type:
        kind = KINDS[type(value)]
        names = record_names(value) if self.records and kind in ("list", "dict") else ()
        if names and (kind, names) not in self.refused:
            self.seen.add((kind, names))
            t = self.types.obj((kind, names), names)
            for name, var in zip(names, t.vars, strict=True):
                var.widen(self.type_of(value[name], (site, name)))
            return t
        if kind in DICTS:
            keys = self.types.var((site, "key"))
            values = self.types.var((site, "value"))
            keys.widen(self._joined(value.keys(), (site, "key")))
            values.widen(self._joined(value.values(), (site, "value")))
            extra = value.default_factory if kind == "defaultdict" else None
            return Container(kind, (keys, values), extra)
        var = self.types.var((site, "elem"))
        var.widen(self._joined(value, (site, "elem")))
        extra = value.maxlen if kind == "deque" else None
        return Container(kind, (var,), extra)

    def _dataclass(self, value: Any, site: Any) -> Type:
        cls = type(value)
        names = field_names(cls)
        if is_frozen_dataclass(cls):
            items = [self.type_of(getattr(value, name), (site, name)) for name in names]
            return TupleT(tuple(items), cls)
        t = self.types.obj(cls, names)
        for name, var in zip(names, t.vars, strict=True):
            var.widen(self.type_of(getattr(value, name), ("field", cls, name)))
        return t


def _fit(values: tuple[int, ...]) -> bool:
    """Do all of these ints fit 64 bits?"""
    return min(values) >= -(2**63) and max(values) < 2**63


def record_names(value: Any) -> tuple[Any, ...]:
    """The fields of a dict or list that is used as a record; empty if it is not."""
    if not 2 <= len(value) <= 12:
        return ()
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            return ()
        names: tuple[Any, ...] = tuple(value)
        items = list(value.values())
    else:
        names, items = tuple(range(len(value))), list(value)
    scratch = Typing(Types(), records=False)
    try:
        families = {_record_family(scratch.type_of(item, i)) for i, item in enumerate(items)}
    except NoType:
        return ()
    return names if len(families - {"None"}) > 1 else ()


def _record_family(t: Type) -> Any:
    family = _family(t)
    if family in ("int", "float", "bool"):
        return "number"
    return "None" if t is NONE else family if isinstance(family, str) else str(family)


class Data:
    """Constants of a program, as global arrays of words."""

    def __init__(self, short: int, char: int, python_hashes: bool = False) -> None:
        self.short, self.char, self.python_hashes = short, char, python_hashes
        self.lines: list[str] = []
        self._known: dict[Any, str] = {}
        self._keep: list[Any] = []

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
        raw = b"".join(code.to_bytes(self.char, "little") for code in codes)
        raw += bytes(-len(raw) % 8)
        words = [str(w) for (w,) in struct.iter_unpack("<q", raw)]
        return self.array([str(len(codes)), *words])

    def encode(self, value: Any, t: Type) -> list[str]:
        """The words of a value of type `t`."""
        if isinstance(t, UnionT):
            number = next(i for i, m in enumerate(t.members) if holds(m, value))
            words = self.encode(value, t.members[number])
            return [str(number), *words, *["0"] * (t.words - 1 - len(words))]
        if t is NONE:
            return []
        if t is INT or t is BOOL:
            return [str(int(value))]
        if t is BIG:
            unsigned = int(value) & ((1 << WIDE_BITS) - 1)
            words = [(unsigned >> 64 * n) & ((1 << 64) - 1) for n in range(WIDE_BITS // 64)]
            return [str(bits.wrap(word)) for word in words]
        if t is FLOAT:
            return [str(struct.unpack("<q", struct.pack("<d", float(value)))[0])]
        if isinstance(t, StrT):
            return [self.text(value)]
        if isinstance(t, EnumT):
            return [str(t.members.index(value))]
        if isinstance(t, TupleT):
            items = value if t.is_tuple else [getattr(value, name) for name in t.names]
            pairs = zip(items, t.items, strict=True)
            return [w for item, kind in pairs for w in self.encode(item, kind)]
        if t is RANGE:
            return [str(value.start), str(value.stop), str(value.step)]
        if isinstance(t, SeqT):
            if t.elem is INT:
                words = [str(int(item)) for item in value]
            else:
                words = [w for item in value for w in self.encode(item, t.elem)]
            return [self.array([str(len(value)), *words])]
        if isinstance(t, ObjT):
            words = [str(FROZEN)]
            for name, var in zip(t.names, t.vars, strict=True):
                item = value[name] if isinstance(t.cls, tuple) else getattr(value, name)
                words += self.encode(item, var.t)
            return [self.array(words)]
        if isinstance(t, Container) and t.kind in ("list", "deque"):
            words = [w for item in value for w in self.encode(item, t.elem)]
            data = self.array(words or ["0"])
            return [self.array([str(len(value)), str(FROZEN), data])]
        if isinstance(t, Container) and t.kind != "set":
            return [self._dict(value, t)]
        if isinstance(t, FrozenT | Container):
            return [self._set(value, t.elem)]
        if isinstance(t, ArrayT):
            return [self._array(value)]
        raise NoType(f"a {type(value).__name__}")

    def _dict(self, value: dict[Any, Any], t: Container) -> str:
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
        return self.array([
            str(len(value)), str(FROZEN), self.array(entries or ["0"]), str(len(value)),
            self.array([str(n) for n in index]), str(mask), "1",
        ])  # fmt: skip

    def _set(self, value: Any, elem: Type) -> str:
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
        return self.array([
            str(len(value)), str(FROZEN), str(len(slots)), str(table.mask), self.array(words),
            str(table.finger), *self._bits(value, elem),
        ])  # fmt: skip

    def _bits(self, value: Any, elem: Type) -> list[str]:
        """What the header of a set of small ints has besides."""
        from outplay.native.front.bitmaps import HEADER, bits_of, has_bits_type

        if not has_bits_type(elem):
            return []
        words = [str(word) for word in bits_of(value, elem)]
        return words + ["0"] * (HEADER - 6 - len(words))

    def _array(self, value: Any) -> str:
        shape = [*value.shape, 1][:2]
        flat = np.ascontiguousarray(value).reshape(-1)
        if value.dtype.kind == "f":
            words = [str(w) for w in flat.astype(np.float64).view(np.int64).tolist()]
        else:
            words = [str(int(w)) for w in flat.tolist()]
        strides = [shape[1], 1] if value.ndim == 2 else [1, 1]
        data = self.array(words or ["0"])
        return self.array([
            str(FROZEN), "0", data, str(shape[0]), str(shape[1]), str(strides[0]), str(strides[1]),
        ])  # fmt: skip


EMPTY = object()


def native_hash(value: Any, texts: bool = False) -> int:
    """The hash that native code computes for an element of a set."""
    if texts:
        return hash(value)
    if isinstance(value, str) or value is None:
        return mixed_hash(value)
    if isinstance(value, enum.Enum) and not isinstance(value, int):
        return mixed_hash(value)
    if isinstance(value, tuple) or is_frozen_dataclass(type(value)):
        items = value if isinstance(value, tuple) else dataclasses.astuple(value)
        return bits.wrap(_tuple_hash([native_hash(item, texts) for item in items]))
    return hash(value)


def _tuple_hash(lanes: list[int]) -> int:
    mask = (1 << 64) - 1
    acc = 2870177450012600261
    for lane in lanes:
        acc = (acc + (lane & mask) * 14029467366897019727) & mask
        acc = ((acc << 31) | (acc >> 33)) & mask
        acc = acc * 11400714785074694791 & mask
    acc = (acc + (len(lanes) ^ 2870177450012600261 ^ 3527539)) & mask
    return 1546275796 if acc == mask else acc


def set_table(value: Any, elem: Type, texts: bool) -> Table:
    """The slots of a set; by hashes of our own, if those of Python differ from run to run."""
    found = table_of(value) if has_python_order(elem, texts) else None
    if found is None:
        mask, slots = table_in_order(value)
        found = Table(mask, 0, [(i, item) for i, item in enumerate(slots) if item is not EMPTY])
    return found


def table_in_order(values: Any) -> tuple[int, list[Any]]:
    """(mask, slots): a set as CPython lays it out, when made of its own elements in its order."""
    mask, slots, fill = 7, [EMPTY] * 8, 0
    for item in values:
        _place(slots, mask, item)
        fill += 1
        if fill * 5 >= mask * 3:
            size = 8
            while size <= (fill * 4 if fill <= 50000 else fill * 2):
                size *= 2
            old, mask, slots = slots, size - 1, [EMPTY] * size
            for other in old:
                if other is not EMPTY:
                    _place(slots, mask, other)
    return mask, slots


def _place(slots: list[Any], mask: int, item: Any) -> None:
    h = native_hash(item) & ((1 << 64) - 1)
    perturb, i = h, h & mask
    while True:
        probes = 9 if i + 9 <= mask else 0
        for j in range(i, i + probes + 1):
            if slots[j] is EMPTY:
                slots[j] = item
                return
        perturb >>= 5
        i = (i * 5 + 1 + perturb) & mask


def mixed_hash(value: Any, h: int = 0) -> int:
    """The hash of our own: of values, whatever their types are in native code."""
    if value is None:
        return bits.mix(h ^ 6719)
    if isinstance(value, str):
        h = bits.mix(h ^ len(value))
        for c in value:
            h = bits.mix(h ^ ord(c))
        return h
    if isinstance(value, enum.Enum) and not isinstance(value, int):
        return bits.mix(h ^ EnumT(type(value)).members.index(value))
    if isinstance(value, int | np.integer | np.bool_):
        return _int_hash(int(value), h)
    if isinstance(value, float | np.floating):
        return _float_hash(float(value), h)
    if isinstance(value, tuple | list | collections.deque):
        for item in value:
            h = mixed_hash(item, h)
        return h
    if isinstance(value, set | frozenset):
        return bits.mix(h ^ bits.wrap(sum(mixed_hash(item) for item in value)))
    if isinstance(value, dict):
        pairs = (mixed_hash(item, mixed_hash(key)) for key, item in value.items())
        return bits.mix(h ^ bits.wrap(sum(pairs)))
    if isinstance(value, np.ndarray):
        for item in value.reshape(-1).tolist():
            h = mixed_hash(item, h)
        return h
    if dataclasses.is_dataclass(value):
        for name in field_names(type(value)):  # type: ignore[arg-type]
            h = mixed_hash(getattr(value, name), h)
        return h
    digest = hashlib.blake2b(text_of(value).encode(), digest_size=8).digest()
    return bits.mix(h ^ int.from_bytes(digest, "little", signed=True))


def _int_hash(value: int, h: int) -> int:
    if -(2**63) <= value < 2**63:
        return bits.mix(h ^ value)
    for number in range(WIDE_BITS // 64):
        h = bits.mix(h ^ bits.wrap(value >> 64 * number))
    return h


def _float_hash(value: float, h: int) -> int:
    if abs(value) < 1 << 53 and value.is_integer():
        return bits.mix(h ^ int(value))
    return bits.mix(h ^ struct.unpack("<q", struct.pack("<d", value))[0])


SALT = 1 << 45


def exact_hash(value: Any, t: Type, h: int = 0) -> int:
    """The hash of a value of type `t` that tells apart what only differs in its nesting."""
    if isinstance(t, UnionT):
        number = next(i for i, m in enumerate(t.members) if holds(m, value))
        member = t.members[number]
        if member not in (INT, BOOL, FLOAT, BIG):
            h = bits.mix(h ^ (SALT + number))
        return exact_hash(value, member, h)
    if isinstance(t, TupleT):
        items = value if t.is_tuple else [getattr(value, name) for name in t.names]
        for item, kind in zip(items, t.items, strict=True):
            h = exact_hash(item, kind, h)
        return h
    if isinstance(t, ObjT):
        fields = [
            value[name] if isinstance(t.cls, tuple) else getattr(value, name) for name in t.names
        ]
        pairs = list(zip(fields, t.vars, strict=True))
        if isinstance(t.cls, type) or t.cls[0] == "list":
            for item, var in pairs:
                h = exact_hash(item, var.t, h)
            return h
        total = 0
        for name, (item, var) in zip(t.names, pairs, strict=True):
            total += exact_hash(item, var.t, mixed_hash(name))
        return bits.mix(h ^ bits.wrap(total))
    if isinstance(t, SeqT) or (isinstance(t, Container) and t.kind in ("list", "deque")):
        h = bits.mix(h ^ len(value))
        for item in value:
            h = exact_hash(item, t.elem, h)
        return h
    if isinstance(t, FrozenT) or (isinstance(t, Container) and t.kind == "set"):
        h = bits.mix(h ^ len(value))
        return bits.mix(h ^ bits.wrap(sum(exact_hash(item, t.elem) for item in value)))
    if isinstance(t, Container):
        h = bits.mix(h ^ len(value))
        total = sum(exact_hash(x, t.value, exact_hash(k, t.elem)) for k, x in value.items())
        return bits.mix(h ^ bits.wrap(total))
    if isinstance(t, ArrayT):
        h = bits.mix(h ^ len(value))
        for item in value.reshape(-1).tolist():
            h = mixed_hash(item, h)
        return h
    return mixed_hash(value, h)


def holds(t: Type, value: Any) -> bool:
    """Is a value one of that type?"""
    if isinstance(t, UnionT):
        return any(holds(m, value) for m in t.members)
    if t is NONE:
        return value is None
    if t is BOOL:
        return isinstance(value, bool | np.bool_)
    if isinstance(t, EnumT):
        return isinstance(value, t.cls)
    if t is INT or t is BIG:
        return isinstance(value, int | np.integer) and not isinstance(value, bool | enum.Enum)
    if t is FLOAT:
        return isinstance(value, float | np.floating)
    if isinstance(t, StrT):
        return isinstance(value, str)
    if isinstance(t, TupleT):
        if t.cls is not None:
            if type(value) is not t.cls:
                return False
            items = value if t.is_tuple else [getattr(value, name) for name in t.names]
        else:
            if type(value) is not tuple:
                return False
            items = value
        return len(items) == len(t.items) and all(map(holds, t.items, items))
    if isinstance(t, SeqT):
        return type(value) is tuple and all(holds(t.elem, item) for item in value)
    if isinstance(t, FrozenT):
        return isinstance(value, frozenset) and all(holds(t.elem, item) for item in value)
    if isinstance(t, ObjT):
        if isinstance(t.cls, tuple):
            kind, names = t.cls
            if kind == "dict":
                return type(value) is dict and tuple(value) == names
            return type(value) is list and len(value) == len(names)
        return type(value) is t.cls
    if isinstance(t, Container):
        return KINDS.get(type(value)) == t.kind
    if isinstance(t, ArrayT):
        return (
            isinstance(value, np.ndarray) and str(value.dtype) == t.dtype and value.ndim == t.ndim
        )
    return isinstance(t, ConstT)
