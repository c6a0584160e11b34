"""Values of Python as words, and back: states and actions of sizes that vary."""

from __future__ import annotations

import collections
import struct
from array import array
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from outplay import bits
from outplay.native.front import types as T
from outplay.native.front.constant_types import KINDS, fields_of, holds
from outplay.native.front.tables import REMOVED, set_table
from outplay.native.front.types import WIDE_BITS
from outplay.native.front.values import wide_int


class DoesNotFit(Exception):
    """A value is not of the type that was expected."""


def is_fixed(t: T.Type) -> bool:
    """Do all values of a type take the same number of packed words, without an address?"""
    if isinstance(t, T.Tuple):
        return all(is_fixed(item) for item in t.items)
    if isinstance(t, T.Union):
        return all(is_fixed(item) and item.words == t.members[0].words for item in t.members)
    return t in (T.INT, T.BOOL, T.FLOAT, T.NONE, T.BIG, T.RANGE) or isinstance(t, T.Enum)


def has_history(t: T.Type, seen: tuple[T.Type, ...] = ()) -> bool:
    """Do the words of equal values depend on what happened to them? Those of sets and dicts do."""
    if t in seen:
        return False
    if T.is_set(t) or (T.is_dict(t) and t.kind != "OrderedDict"):
        return True
    inner = (*t.inner, *(var.t for var in getattr(t, "vars", ())))
    return any(has_history(part, (*seen, t)) for part in inner)


def pack(value: Any, t: T.Type, char: int = 1) -> list[int]:
    """The words of a value; raises DoesNotFit."""
    words: list[int] = []
    packer(t, char)(value, words)
    return words


def most_words(values: Iterable[Any], t: T.Type, char: int) -> int:
    """The most words that one of them takes; raises DoesNotFit."""
    put = packer(t, char)
    return max(len(_words_by(put, value)) for value in values)


Packer = Callable[[Any, list[int]], None]


def packer(t: T.Type, char: int, ordered: bool = False) -> Packer:
    """What adds the words of a value of that type to a list; it raises DoesNotFit.

    With `ordered`, equal sets and equal dicts have equal words, whatever happened to them before.
    """
    if isinstance(t, T.Union):
        return _pack_union(t, char, ordered)
    if isinstance(t, T.Tuple):
        return _pack_tuple(t, char, ordered)
    if isinstance(t, T.Obj):
        return _pack_object(t, char, ordered)
    if T.is_set(t):
        return _pack_set(t, char, ordered)
    if T.is_dict(t):
        return _pack_dict(t, char, ordered)
    if isinstance(t, T.Seq | T.Container):
        return _pack_items(t, char, ordered)
    words = _words_of(t, char)

    def put(value: Any, out: list[int]) -> None:
        if not holds(t, value):
            raise _misfit(value, t)
        out += words(value)

    if t is not T.INT:
        return put

    def put_int(value: Any, out: list[int]) -> None:
        if type(value) is int and LEAST <= value <= MOST:
            out.append(value)
        else:
            put(value, out)

    return put_int


LEAST, MOST = -(2**63), 2**63 - 1


def _misfit(value: Any, t: T.Type) -> DoesNotFit:
    return DoesNotFit(f"{value!r} is not {t}")


SCALARS: dict[T.Type, Callable[[Any], list[int]]] = {
    T.NONE: lambda value: [],
    T.BOOL: lambda value: [int(value)],
    T.INT: lambda value: [_within(int(value), 64)],
    T.FLOAT: lambda value: [struct.unpack("<q", struct.pack("<d", value))[0]],
    T.RANGE: lambda value: [value.start, value.stop, value.step],
    T.BIG: lambda value: [
        bits.wrap(_within(int(value), WIDE_BITS) >> 64 * n) for n in range(WIDE_BITS // 64)
    ],
}
"""The words of values of types that have neither parts nor addresses."""


def _words_of(t: T.Type, char: int) -> Callable[[Any], list[int]]:
    """The words of a value that is known to be of a type without parts."""
    if t in SCALARS:
        return SCALARS[t]
    if isinstance(t, T.Enum):
        return lambda value: [t.members.index(value)]
    if isinstance(t, T.Str):
        return lambda value: text_words(value, char)
    if isinstance(t, T.Array):
        return elements

    def refuse(value: Any) -> list[int]:
        raise _misfit(value, t)

    return refuse


def _within(value: int, wide: int) -> int:
    if not -(1 << wide - 1) <= value < 1 << wide - 1:
        raise DoesNotFit(f"{value} does not fit {wide} bits")
    return value


def text_words(value: str, char: int) -> list[int]:
    """The length of a string, and its characters."""
    try:
        raw = value.encode("latin-1" if char == 1 else "utf-32-le", "surrogatepass")
    except UnicodeEncodeError:
        raise DoesNotFit(f"{value!r} has other characters") from None
    raw += bytes(-len(raw) % 8)
    return [len(value), *struct.unpack(f"<{len(raw) // 8}q", raw)]


def elements(value: Any) -> list[int]:
    """The numbers of rows and columns of an array, and all that is in them."""
    flat = np.ascontiguousarray(value).reshape(-1)
    if value.dtype.kind == "f":
        flat = flat.astype(np.float64).view(np.int64)
    return [*value.shape, 1][:2] + flat.astype(np.int64).tolist()


def _pack_union(t: T.Union, char: int, ordered: bool) -> Packer:
    members = [(m, packer(m, char, ordered)) for m in t.members]

    def put(value: Any, out: list[int]) -> None:
        for number, (member, put_member) in enumerate(members):
            if holds(member, value):
                out.append(number)
                put_member(value, out)
                return
        raise _misfit(value, t)

    return put


def _pack_tuple(t: T.Tuple, char: int, ordered: bool) -> Packer:
    kind: Any = t.cls or tuple
    parts = [packer(item, char, ordered) for item in t.items]
    ints = all(item is T.INT for item in t.items)

    def put(value: Any, out: list[int]) -> None:
        if type(value) is not kind:
            raise _misfit(value, t)
        items: Any = value if t.is_tuple else [getattr(value, name, None) for name in t.names]
        if len(items) != len(parts):
            raise _misfit(value, t)
        if ints and _are_ints(items):
            out += items
            return
        for part, item in zip(parts, items, strict=True):
            part(item, out)

    return put


def _are_ints(items: Any) -> bool:
    """Are they ints of 64 bits, and nothing else?"""
    if set(map(type, items)) != {int}:
        return False
    try:
        array("q", items)
    except OverflowError:
        return False
    return True


def _pack_object(t: T.Obj, char: int, ordered: bool) -> Packer:
    parts = [packer(var.t, char, ordered) for var in t.vars]

    def put(value: Any, out: list[int]) -> None:
        if not holds(t, value):
            raise _misfit(value, t)
        for item, part in zip(fields_of(value, t), parts, strict=True):
            part(item, out)

    return put


def _pack_set(t: T.FrozenSet | T.Container, char: int, ordered: bool) -> Packer:
    elem, put_element = t.elem, packer(t.elem, char, ordered)

    def put(value: Any, out: list[int]) -> None:
        if not isinstance(value, set | frozenset):
            raise _misfit(value, t)
        if ordered:
            items = sorted(_words_by(put_element, item) for item in value)
            out += [len(items), 0, 0]
            for number, words in enumerate(items):
                out += [2 * number, *words]
            return
        table = set_table(value, elem, True)
        out += [len(table.slots), table.mask, table.finger]
        for number, item in table.slots:
            if item is REMOVED:
                out.append(2 * number + 1)
            else:
                out.append(2 * number)
                put_element(item, out)

    return put


def _pack_dict(t: T.Container, char: int, ordered: bool) -> Packer:
    put_key, put_item = packer(t.elem, char, ordered), packer(t.value, char, ordered)

    def put(value: Any, out: list[int]) -> None:
        if not isinstance(value, dict):
            raise _misfit(value, t)
        out.append(len(value))
        if ordered and t.kind != "OrderedDict":
            pairs = ((_words_by(put_key, k), _words_by(put_item, x)) for k, x in value.items())
            for pair in sorted(pairs):
                out += [*pair[0], *pair[1]]
            return
        for key, item in value.items():
            put_key(key, out)
            put_item(item, out)

    return put


def _pack_items(t: T.Seq | T.Container, char: int, ordered: bool) -> Packer:
    kind: Any = tuple
    if isinstance(t, T.Container):
        kind = list if t.kind == "list" else collections.deque
    ints, put_item = t.elem is T.INT, packer(t.elem, char, ordered)

    def put(value: Any, out: list[int]) -> None:
        if type(value) is not kind or (kind is collections.deque and not holds(t, value)):
            raise _misfit(value, t)
        out.append(len(value))
        if ints and _are_ints(value):
            out += value
            return
        for item in value:
            put_item(item, out)

    return put


def _words_by(put: Packer, value: Any) -> list[int]:
    words: list[int] = []
    put(value, words)
    return words


def unpack(words: Any, start: int, t: T.Type, char: int = 1) -> tuple[Any, int]:
    """The value whose words begin at `words[start]`, and where they end."""
    if isinstance(t, T.Union):
        return unpack(words, start + 1, t.members[int(words[start])], char)
    if t is T.NONE:
        return None, start
    if t is T.BOOL or t is T.INT:
        return (bool if t is T.BOOL else int)(words[start]), start + 1
    if t is T.BIG:
        end = start + WIDE_BITS // 64
        return wide_int(words[start:end]), end
    if t is T.FLOAT:
        return struct.unpack("<d", struct.pack("<q", int(words[start])))[0], start + 1
    if isinstance(t, T.Str):
        n = int(words[start])
        size = (n * char + 7) // 8
        raw = struct.pack(f"<{size}q", *map(int, words[start + 1 : start + 1 + size]))
        coding = "latin-1" if char == 1 else "utf-32-le"
        text = raw[: n * char].decode(coding, "surrogatepass")
        return text, start + 1 + size
    if isinstance(t, T.Enum):
        return t.members[int(words[start])], start + 1
    if isinstance(t, T.Tuple | T.Obj):
        kinds = t.items if isinstance(t, T.Tuple) else [var.t for var in t.vars]
        items = []
        for kind in kinds:
            item, start = unpack(words, start, kind, char)
            items.append(item)
        if isinstance(t.cls, tuple):
            return (dict(zip(t.names, items, strict=True)) if t.cls[0] == "dict" else items), start
        if t.cls is None:
            return tuple(items), start
        return t.cls(*items), start
    if t is T.RANGE:
        return range(*(int(w) for w in words[start : start + 3])), start + 3
    n = int(words[start])
    if isinstance(t, T.Array):
        shape = (n, int(words[start + 1])) if t.ndim == 2 else (n,)
        size = n * int(words[start + 1])
        flat = np.array(words[start + 2 : start + 2 + size], np.int64)
        if t.dtype.startswith("float"):
            flat = flat.view(np.float64)
        return flat.astype(t.dtype).reshape(shape), start + 2 + size
    if T.is_set(t):
        start += 3
        items = []
        for _ in range(n):
            start += 1
            if int(words[start - 1]) & 1 == 0:
                item, start = unpack(words, start, t.elem, char)
                items.append(item)
        return (frozenset(items) if isinstance(t, T.FrozenSet) else set(items)), start
    if T.is_dict(t):
        start += 1
        cls = next(c for c, kind in KINDS.items() if kind == t.kind)
        made = cls(t.extra) if t.kind == "defaultdict" else cls()
        for _ in range(n):
            key, start = unpack(words, start, t.elem, char)
            made[key], start = unpack(words, start, t.value, char)
        return made, start
    assert isinstance(t, T.Seq | T.Container)
    start += 1
    items = []
    for _ in range(n):
        item, start = unpack(words, start, t.elem, char)
        items.append(item)
    if isinstance(t, T.Seq):
        return tuple(items), start
    return (collections.deque(items, t.extra) if t.kind == "deque" else items), start
