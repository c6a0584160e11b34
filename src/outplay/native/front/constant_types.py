"""The types of values that are there while compiling."""

from __future__ import annotations

import collections
import dataclasses
import enum
from typing import Any

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.joining import Types, _family
from outplay.native.front.python_classes import field_names, is_frozen_dataclass
from outplay.native.front.types import WIDE_BITS

KINDS: dict[type, str] = {
    list: "list",
    dict: "dict",
    set: "set",
    collections.deque: "deque",
    collections.Counter: "Counter",
    collections.defaultdict: "defaultdict",
    collections.OrderedDict: "OrderedDict",
}


SCALARS: dict[T.Type, Any] = {
    T.NONE: type(None),
    T.BOOL: bool | np.bool_,
    T.FLOAT: float | np.floating,
}


PLAIN: dict[type, T.Type] = {type(None): T.NONE, bool: T.BOOL, int: T.INT, float: T.FLOAT}
"""Types of most values."""


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

    def type_of(self, value: Any, site: Any) -> T.Type:
        """The type of a value found at `site`; raises NoType."""
        plain = PLAIN.get(type(value))
        if plain is not None and (plain is not T.INT or -(2**63) <= value < 2**63):
            return plain
        if isinstance(value, np.bool_):
            return T.BOOL
        if isinstance(value, enum.Enum):
            return T.Enum(type(value))
        if isinstance(value, int | np.integer):
            if -(2**63) <= value < 2**63:
                return T.INT
            if abs(int(value)).bit_length() < WIDE_BITS - 1:
                return T.BIG
            raise NoType(f"an int of more than {WIDE_BITS} bits")
        if isinstance(value, float | np.floating):
            return T.FLOAT
        if isinstance(value, str):
            return T.Str(frozenset([value])) if len(value) <= 16 else T.Str()
        if isinstance(value, tuple):
            return self._tuple(value, site)
        if isinstance(value, range):
            return T.RANGE
        if isinstance(value, np.ndarray):
            if value.ndim not in (1, 2) or value.dtype.kind not in "bif":
                raise NoType(f"an array of {value.dtype} with {value.ndim} dimensions")
            return T.Array(str(value.dtype), value.ndim)
        if isinstance(value, frozenset):
            return T.FrozenSet(self._joined(value, (site, "elem")))
        if type(value) in KINDS:
            return self._container(value, site)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return self._dataclass(value, site)
        raise NoType(f"a {type(value).__name__}")

    def _joined(self, values: Any, site: Any) -> T.Type:
        return self.types.all_of(self.type_of(value, site) for value in values)

    def _tuple(self, value: tuple[Any, ...], site: Any) -> T.Type:
        cls = type(value) if hasattr(value, "_fields") else None
        if cls is None and type(value) is not tuple:
            raise NoType(f"a {type(value).__name__}")
        if cls is None and len(value) > T.INLINE:
            if all(type(item) is int for item in value) and _fit(value):
                return T.Seq(T.INT)
            return T.Seq(self._joined(value, (site, "elem")))
        items = [self.type_of(item, (site, number)) for number, item in enumerate(value)]
        return T.Tuple(tuple(items), cls)

    def _container(self, value: Any, site: Any) -> T.Type:
        kind = KINDS[type(value)]
        names = record_names(value) if self.records and kind in ("list", "dict") else ()
        if names and (kind, names) not in self.refused:
            self.seen.add((kind, names))
            t = self.types.obj((kind, names), names)
            for name, var in zip(names, t.vars, strict=True):
                var.widen(self.type_of(value[name], (site, name)))
            return t
        held = {"elem": value}
        if kind in T.DICTS:
            held = {"key": value.keys(), "value": value.values()}
        variables = tuple(self.types.var((site, name)) for name in held)
        for (name, values), var in zip(held.items(), variables, strict=True):
            var.widen(self._joined(values, (site, name)))
        return T.Container(kind, variables, extra_of(value))

    def _dataclass(self, value: Any, site: Any) -> T.Type:
        cls = type(value)
        names = field_names(cls)
        if is_frozen_dataclass(cls):
            items = [self.type_of(getattr(value, name), (site, name)) for name in names]
            return T.Tuple(tuple(items), cls)
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


def _record_family(t: T.Type) -> Any:
    family = _family(t)
    if family in ("int", "float", "bool"):
        return "number"
    return "None" if t is T.NONE else family if isinstance(family, str) else str(family)


def extra_of(value: Any) -> Any:
    """What a deque or defaultdict is made with besides."""
    return getattr(value, "maxlen", getattr(value, "default_factory", None))


def fields_of(value: Any, t: T.Tuple | T.Obj) -> Any:
    """The items of a tuple, or the fields of an object or a record."""
    if isinstance(t, T.Tuple) and t.is_tuple:
        return value
    return [value[n] if isinstance(t.cls, tuple) else getattr(value, n) for n in t.names]


def holds(t: T.Type, value: Any) -> bool:
    """Is a value one of that type?"""
    if isinstance(t, T.Union):
        return any(holds(m, value) for m in t.members)
    if t is T.NONE or t is T.BOOL or t is T.FLOAT:
        return isinstance(value, SCALARS[t])
    if t is T.INT or t is T.BIG:
        return isinstance(value, int | np.integer) and not isinstance(value, bool | enum.Enum)
    if isinstance(t, T.Enum | T.Str):
        return isinstance(value, str if isinstance(t, T.Str) else t.cls)
    if isinstance(t, T.Tuple):
        if type(value) is not (t.cls or tuple):
            return False
        items = fields_of(value, t)
        return len(items) == len(t.items) and all(map(holds, t.items, items))
    if isinstance(t, T.Seq | T.FrozenSet):
        is_kind = type(value) is tuple if isinstance(t, T.Seq) else isinstance(value, frozenset)
        return is_kind and all(holds(t.elem, item) for item in value)
    if isinstance(t, T.Obj):
        if isinstance(t.cls, type):
            return type(value) is t.cls
        if t.cls[0] == "dict":
            return type(value) is dict and tuple(value) == t.names
        return type(value) is list and len(value) == len(t.names)
    if isinstance(t, T.Container):
        return KINDS.get(type(value)) == t.kind and t.extra == extra_of(value)
    if isinstance(t, T.Array):
        is_array = isinstance(value, np.ndarray)
        return is_array and str(value.dtype) == t.dtype and value.ndim == t.ndim
    return isinstance(t, T.Const)
