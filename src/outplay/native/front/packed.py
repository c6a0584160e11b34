"""Values of Python as words, and back: states and actions of sizes that vary."""

from __future__ import annotations

import collections
import struct
from typing import Any

import numpy as np

from outplay import bits
from outplay.native.front.constant_hashes import set_table
from outplay.native.front.constant_types import holds
from outplay.native.front.tables import REMOVED
from outplay.native.front.types import (
    BIG,
    BOOL,
    FLOAT,
    INT,
    NONE,
    RANGE,
    WIDE_BITS,
    ArrayT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    UnionT,
)


class DoesNotFit(Exception):
    """A value is not of the type that was expected."""


def is_fixed(t: Type) -> bool:
    """Do all values of a type take the same number of packed words, without an address?"""
    if isinstance(t, TupleT):
        return all(is_fixed(item) for item in t.items)
    if isinstance(t, UnionT):
        return all(is_fixed(item) and item.words == t.members[0].words for item in t.members)
    return t in (INT, BOOL, FLOAT, NONE, BIG, RANGE) or isinstance(t, EnumT)


def pack(value: Any, t: Type, char: int = 1) -> list[int]:
    """The words of a value; raises DoesNotFit."""
    words: list[int] = []
    _pack(value, t, char, words)
    return words


def _pack(value: Any, t: Type, char: int, out: list[int]) -> None:
    if t is INT and type(value) is int and -(2**63) <= value < 2**63:
        out.append(value)
        return
    if isinstance(t, UnionT):
        for number, member in enumerate(t.members):
            if holds(member, value):
                out.append(number)
                _pack(value, member, char, out)
                return
        raise DoesNotFit(f"{value!r} is not {t}")
    if isinstance(t, TupleT):
        items = value if t.is_tuple else [getattr(value, name, None) for name in t.names]
        if type(value) is not (t.cls or tuple) or len(items) != len(t.items):
            raise DoesNotFit(f"{value!r} is not {t}")
        for item, kind in zip(items, t.items, strict=True):
            _pack(item, kind, char, out)
        return
    if not isinstance(t, ObjT | Container | SeqT | FrozenT) and not holds(t, value):
        raise DoesNotFit(f"{value!r} is not {t}")
    if t is NONE:
        return
    if t is BOOL:
        out.append(int(value))
    elif t is INT:
        if not -(2**63) <= value < 2**63:
            raise DoesNotFit(f"{value} does not fit 64 bits")
        out.append(int(value))
    elif t is BIG:
        value = int(value)
        if abs(value).bit_length() >= WIDE_BITS:
            raise DoesNotFit(f"{value} does not fit {WIDE_BITS} bits")
        out += [bits.wrap(value >> 64 * n) for n in range(WIDE_BITS // 64)]
    elif t is FLOAT:
        out.append(struct.unpack("<q", struct.pack("<d", value))[0])
    elif isinstance(t, StrT):
        out.append(len(value))
        try:
            raw = b"".join(ord(c).to_bytes(char, "little") for c in value)
        except OverflowError:
            raise DoesNotFit(f"{value!r} has other characters") from None
        raw += bytes(-len(raw) % 8)
        out += [w for (w,) in struct.iter_unpack("<q", raw)]
    elif isinstance(t, EnumT):
        out.append(t.members.index(value))
    elif t is RANGE:
        out += [value.start, value.stop, value.step]
    elif isinstance(t, ObjT):
        if not holds(t, value):
            raise DoesNotFit(f"{value!r} is not a {t}")
        for name, var in zip(t.names, t.vars, strict=True):
            item = value[name] if isinstance(t.cls, tuple) else getattr(value, name)
            _pack(item, var.t, char, out)
    elif isinstance(t, FrozenT) or (isinstance(t, Container) and t.kind == "set"):
        if not isinstance(value, set | frozenset):
            raise DoesNotFit(f"{value!r} is not a {t}")
        table = set_table(value, t.elem, True)
        out += [len(table.slots), table.mask, table.finger]
        for number, item in table.slots:
            out.append(2 * number + (item is REMOVED))
            if item is not REMOVED:
                _pack(item, t.elem, char, out)
    elif isinstance(t, Container) and t.kind not in ("list", "deque"):
        if not isinstance(value, dict):
            raise DoesNotFit(f"{value!r} is not a {t}")
        out.append(len(value))
        for key, item in value.items():
            _pack(key, t.elem, char, out)
            _pack(item, t.value, char, out)
    elif isinstance(t, SeqT | Container):
        kind = tuple if isinstance(t, SeqT) else list if t.kind == "list" else collections.deque
        if type(value) is not kind or (kind is collections.deque and not holds(t, value)):
            raise DoesNotFit(f"{value!r} is not a {t}")
        out.append(len(value))
        if t.elem is INT and all(type(item) is int for item in value):
            if value and not (min(value) >= -(2**63) and max(value) < 2**63):
                raise DoesNotFit("an int does not fit 64 bits")
            out += value
            return
        for item in value:
            _pack(item, t.elem, char, out)
    elif isinstance(t, ArrayT):
        if not holds(t, value):
            raise DoesNotFit(f"{value!r} is not an {t}")
        shape = [*value.shape, 1][:2]
        out += shape
        if value.dtype.kind == "f":
            out += (
                np.ascontiguousarray(value).astype(np.float64).view(np.int64).reshape(-1).tolist()
            )
        else:
            out += [int(x) for x in value.reshape(-1).tolist()]
    else:
        raise DoesNotFit(f"{value!r} is not {t}")


def unpack(words: Any, start: int, t: Type, char: int = 1) -> tuple[Any, int]:
    """The value whose words begin at `words[start]`, and where they end."""
    if isinstance(t, UnionT):
        return unpack(words, start + 1, t.members[int(words[start])], char)
    if t is NONE:
        return None, start
    if t is BOOL:
        return bool(words[start]), start + 1
    if t is INT:
        return int(words[start]), start + 1
    if t is BIG:
        number = sum(
            (int(words[start + n]) & (2**64 - 1)) << 64 * n for n in range(WIDE_BITS // 64)
        )
        if number >> WIDE_BITS - 1:
            number -= 1 << WIDE_BITS
        return number, start + WIDE_BITS // 64
    if t is FLOAT:
        return struct.unpack("<d", struct.pack("<q", int(words[start])))[0], start + 1
    if isinstance(t, StrT):
        n = int(words[start])
        size = (n * char + 7) // 8
        raw = b"".join(struct.pack("<q", int(w)) for w in words[start + 1 : start + 1 + size])
        text = "".join(
            chr(int.from_bytes(raw[char * i : char * (i + 1)], "little")) for i in range(n)
        )
        return text, start + 1 + size
    if isinstance(t, EnumT):
        return t.members[int(words[start])], start + 1
    if isinstance(t, TupleT | ObjT):
        kinds = t.items if isinstance(t, TupleT) else [var.t for var in t.vars]
        items = []
        for kind in kinds:
            item, start = unpack(words, start, kind, char)
            items.append(item)
        if isinstance(t.cls, tuple):
            return (dict(zip(t.names, items, strict=True)) if t.cls[0] == "dict" else items), start
        if t.cls is None:
            return tuple(items), start
        return t.cls(*items), start
    if t is RANGE:
        return range(*(int(w) for w in words[start : start + 3])), start + 3
    n = int(words[start])
    if isinstance(t, ArrayT):
        shape = (n, int(words[start + 1])) if t.ndim == 2 else (n,)
        size = n * int(words[start + 1])
        flat = np.array(words[start + 2 : start + 2 + size], np.int64)
        if t.dtype.startswith("float"):
            flat = flat.view(np.float64)  # type: ignore[assignment]
        return flat.astype(t.dtype).reshape(shape), start + 2 + size
    if isinstance(t, FrozenT) or (isinstance(t, Container) and t.kind == "set"):
        start += 3
        items = []
        for _ in range(n):
            start += 1
            if int(words[start - 1]) & 1 == 0:
                item, start = unpack(words, start, t.elem, char)
                items.append(item)
        return (frozenset(items) if isinstance(t, FrozenT) else set(items)), start
    if isinstance(t, Container) and t.kind not in ("list", "deque"):
        start += 1
        made: Any = {
            "dict": dict, "Counter": collections.Counter,
            "defaultdict": lambda: collections.defaultdict(t.extra),
            "OrderedDict": collections.OrderedDict,
        }[t.kind]()  # fmt: skip
        for _ in range(n):
            key, start = unpack(words, start, t.elem, char)
            made[key], start = unpack(words, start, t.value, char)
        return made, start
    assert isinstance(t, SeqT | Container)
    start += 1
    items = []
    for _ in range(n):
        item, start = unpack(words, start, t.elem, char)
        items.append(item)
    if isinstance(t, SeqT):
        return tuple(items), start
    return (collections.deque(items, t.extra) if t.kind == "deque" else items), start
