"""States of any kind: hashable keys for tables, copies, and comparison.

A hashable state is its own key. Lists, dicts, sets, NumPy arrays, dataclasses, and whatever holds
them, get a key that is equal for equal states. How to treat a value is decided once per class.
"""

from __future__ import annotations

import copy
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from marshal import dumps, loads
from operator import is_
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from outplay.freeze import freeze, parts_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Value = TypeVar("Value")

Memo = dict[int, Any]
"""Copies made so far, by what they are copies of: what a state holds twice stays one thing."""


BYTES, SHARED_BYTES = ord("s"), ord("s") | 0x80
"""How `marshal` marks bytes, and whatever else looks like bytes to it: an array, a bytearray."""


class Unkeyable(TypeError):
    """A value that cannot be hashed, and whose parts are unknown."""


class Kind(NamedTuple, Generic[Value]):
    """How values of one class are treated."""

    key: Callable[[Value], Hashable]
    copy: Callable[[Value, Memo], Value]


def key_of(value: object) -> Hashable:
    """A hashable value that is equal for equal states: the state itself wherever that will do.

    Numbers compare as in Python, 1 == 1.0 == True. Lists and tuples differ, dicts and sets have
    no order, and arrays differ by type and shape. Raises Unkeyable.
    """
    try:
        return _key(value)
    except RecursionError:  # it contains itself
        return freeze(value)


def copied(value: Value) -> Value:
    """A deep copy of all in it that can be changed; the value itself if nothing can.

    Objects that equal nothing but themselves are not copied: their copies would be others.
    """
    if type(value) is list and isinstance(value, list):
        try:
            data = dumps(value)
            if not (BYTES in data or SHARED_BYTES in data):
                items: Value = loads(data)
                return items
        except ValueError:  # there is more in it than Python's own values
            pass
    kind: Kind[Value] = _kinds[type(value)]
    return kind.copy(value, {})


def same(one: object, two: object) -> bool:
    """Equal; or, where == has no answer, as of arrays, holding the same."""
    try:
        equal = one == two
        if equal is True:
            return True
        key = key_of(one)
        return bool(equal) if key is one else bool(key == key_of(two))
    except Exception:
        return bool(freeze(one) == freeze(two))


def is_plain(value: object) -> bool:
    """Nothing in it can change: numbers, texts and tuples of them."""
    if isinstance(value, tuple | frozenset):
        return all(is_plain(item) for item in value)
    return isinstance(value, int | float | complex | str | bytes | None)


def holds_objects(value: object) -> bool:
    """Is there an object in it that holds something, and equals nothing but itself?"""
    try:
        return _holds_objects(value)
    except RecursionError:  # it contains itself, or nearly so
        return True


def _holds_objects(value: object) -> bool:
    cls = type(value)
    if _FIRST.get(cls) is PLAIN and cls is not frozenset:
        return False
    if isinstance(value, dict):
        return any(map(_holds_objects, value.values())) or any(map(_holds_objects, value))
    if isinstance(value, tuple | list | deque | set | frozenset):
        return any(map(_holds_objects, value))
    if isinstance(value, type | Enum | ModuleType | FunctionType) or not _has_parts(cls):
        return False
    return _equals_itself_only(cls) or any(map(_holds_objects, parts_of(value).values()))


def _key(value: object) -> Hashable:
    return _kinds[type(value)].key(value)


def _copy(value: Value, memo: Memo) -> Value:
    kind: Kind[Value] = _kinds[type(value)]
    if kind is PLAIN:
        return value
    new: Value | None = memo.get(id(value))
    return kind.copy(value, memo) if new is None else new


# --- what never changes -----------------------------------------------------------------------


def itself(value: Value, memo: Memo | None = None) -> Value:
    return value


PLAIN: Kind[Hashable] = Kind(itself, itself)

_plain: set[type] = set()
"""Classes whose objects are their own key and never change, as far as they were met."""


# --- what Python's own containers do ----------------------------------------------------------


def _tuple_key(value: tuple[object, ...]) -> Hashable:
    if _plain.issuperset(map(type, value)):
        return value
    items = [_key(item) for item in value]
    return value if all(map(is_, items, value)) else tuple(items)


def _tuple_copy(value: tuple[object, ...], memo: Memo) -> tuple[object, ...]:
    if _plain.issuperset(map(type, value)):
        return value
    items = [_copy(item, memo) for item in value]
    return value if all(map(is_, items, value)) else tuple.__new__(type(value), items)


def _list_key(value: list[object]) -> Hashable:
    if _plain.issuperset(map(type, value)):
        return (list, *value)
    return (list, *[_key(item) for item in value])


def _list_copy(value: list[object], memo: Memo) -> list[object]:
    new = memo[id(value)] = value[:]
    if not _plain.issuperset(map(type, value)):
        new[:] = [_copy(item, memo) for item in value]
    return new


def _deque_copy(value: deque[object], memo: Memo) -> deque[object]:
    new = memo[id(value)] = deque[object](maxlen=value.maxlen)
    new.extend([_copy(item, memo) for item in value])
    return new


def _dict_key(value: Mapping[Hashable, object]) -> Hashable:
    if _plain.issuperset(map(type, value.values())):
        return (dict, frozenset(value.items()))
    return (dict, frozenset([(name, _key(item)) for name, item in value.items()]))


def _counter_key(value: Counter[object]) -> Hashable:
    """A count of 0 is as good as none."""
    return _dict_key({name: count for name, count in value.items() if count})


def _dict_copy(value: dict[object, object], memo: Memo) -> dict[object, object]:
    new = memo[id(value)] = value.copy()
    if not _plain.issuperset(map(type, value.values())):
        for name, item in value.items():
            new[name] = _copy(item, memo)
    return new


def _flat_copy(value: Any, memo: Memo) -> Any:
    """Of what holds nothing that can be changed."""
    new = memo[id(value)] = value.copy()
    return new


def _deep_copy(value: Value, memo: Memo) -> Value:
    """Of objects with a way of their own to be copied; themselves where that is no copy."""
    try:
        new = copy.deepcopy(value, memo)
        alike = parts_of(new).keys() == parts_of(value).keys() and same(new, value)
    except Exception:
        alike = False
    return new if alike else value


def _kind_of_subclass(cls: type[Value], base: Any) -> Kind[Value]:
    """A list, dict, set or deque of somebody's own, which may hold more than its items."""

    def key(value: Value) -> Hashable:
        items, parts = _FIRST[base].key(value), parts_of(value)
        return (items, _parts_key(sorted(parts.items()))) if parts else items

    def copies(value: Any, memo: Memo) -> Value:
        new = memo[id(value)] = base.__new__(cls)
        if base is deque:
            deque.__init__(new, (), value.maxlen)
        elif base is defaultdict:
            new.default_factory = value.default_factory
        if isinstance(value, dict):
            for name, item in value.items():
                base.__setitem__(new, name, _copy(item, memo))
        else:
            items = [_copy(item, memo) for item in value]
            base.update(new, items) if base is set else base.extend(new, items)
        _copy_parts(value, new, memo)
        found: Value = new
        return found

    return Kind(itself if cls.__hash__ is not None else key, copies)


# --- arrays and objects -----------------------------------------------------------------------


def _array_key(value: NDArray[np.generic]) -> Hashable:
    """Of NumPy's arrays."""
    kind = value.dtype
    if kind.hasobject:
        return (type(value), value.shape, _key(value.tolist()))
    if kind.kind in "fc":
        value = value + 0  # so that -0.0 is 0.0
    return (type(value), kind.str, value.shape, value.tobytes())


def _array_copy(value: NDArray[np.generic], memo: Memo) -> NDArray[np.generic]:
    copies = copy.deepcopy if value.dtype.hasobject else _flat_copy
    new: NDArray[np.generic] = copies(value, memo)
    return new


def _dataclass_key(cls: type) -> Callable[[object], Hashable]:
    """The fields that count when two are compared; the object itself if it can be hashed."""
    names = [part.name for part in fields(cls) if part.compare]
    hashed = cls.__hash__ is not None

    def key(value: object) -> Hashable:
        held = [getattr(value, name) for name in names]
        items = [_key(item) for item in held]
        return value if hashed and all(map(is_, items, held)) else (cls, *items)

    return key


def _object_key(value: object) -> Hashable:
    """Of a class with `__eq__` and without `__hash__`: all that the object holds."""
    parts = parts_of(value)
    if not parts:
        raise Unkeyable(type(value).__name__)
    return (type(value), _parts_key(sorted(parts.items())))


def _parts_key(parts: Iterable[tuple[object, object]]) -> Hashable:
    return tuple([(name, _key(part)) for name, part in parts])


def _object_copy(value: Value, memo: Memo) -> Value:
    new = memo[id(value)] = type(value).__new__(type(value))
    _copy_parts(value, new, memo)
    return new


def _copy_parts(value: object, new: object, memo: Memo) -> None:
    for name, part in parts_of(value).items():
        object.__setattr__(new, name, _copy(part, memo))


def _frozen_copy(value: Value, memo: Memo) -> Value:
    """Of a frozen dataclass: itself, unless something in it can be changed."""
    if all(_copy(part, memo) is part for part in parts_of(value).values()):
        return value
    return _object_copy(value, memo)


def _is_simple(cls: type) -> bool:
    """Are objects of the class made, and copied, as Python does it for any object?"""
    new: object = cls.__new__
    return new is object.__new__ and not any(
        name in vars(base)
        for base in cls.__mro__[:-1]
        for name in ("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__")
        if not is_dataclass(cls) or name != "__getstate__"
    )


# --- by class ---------------------------------------------------------------------------------

_FIRST: dict[type, Kind[Any]] = {
    **dict.fromkeys((int, bool, float, complex, str, bytes, type(None), range, frozenset), PLAIN),
    tuple: Kind(_tuple_key, _tuple_copy),
    list: Kind(_list_key, _list_copy),
    dict: Kind(_dict_key, _dict_copy),
    defaultdict: Kind(_dict_key, _dict_copy),
    Counter: Kind(_counter_key, _dict_copy),
    OrderedDict: Kind(lambda value: (OrderedDict, _parts_key(value.items())), _dict_copy),
    set: Kind(lambda value: (set, frozenset(value)), _flat_copy),
    deque: Kind(lambda value: (deque, *map(_key, value)), _deque_copy),
    bytearray: Kind(lambda value: (bytearray, bytes(value)), _flat_copy),
    array: Kind(
        lambda value: (array, *value), lambda value, memo: memo.setdefault(id(value), value[:])
    ),
}

MOST_KINDS = 256
"""Classes that are remembered, and so kept: rules files that are read anew bring new ones."""


class _Kinds(dict[type, Kind[Any]]):
    """How values of each class are treated; found out when a class is met for the first time."""

    def __missing__(self, cls: type) -> Kind[Any]:
        if len(self) > MOST_KINDS:
            self.clear()
            _plain.clear()
        found = self[cls] = _kind_of(cls)
        if found is PLAIN:
            _plain.add(cls)
        return found


_kinds = _Kinds()


def _kind_of(cls: type) -> Kind[Any]:
    if cls in _FIRST:
        return _FIRST[cls]
    if issubclass(cls, Enum):
        return PLAIN
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return _FIRST[tuple]
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(cls, numpy.ndarray):
        return Kind(_array_key, _array_copy)
    copies = _object_copy if _is_simple(cls) else _deep_copy
    if is_dataclass(cls) and cls.__eq__ is not object.__eq__:
        frozen = cls.__dataclass_params__.frozen  # type: ignore[attr-defined]
        return Kind(_dataclass_key(cls), _frozen_copy if frozen else copies)
    for base in (list, OrderedDict, defaultdict, Counter, dict, set, deque):
        if issubclass(cls, base):
            return _kind_of_subclass(cls, base)
    if cls.__hash__ is None:
        if issubclass(cls, bytearray):
            return Kind(_FIRST[bytearray].key, _deep_copy)
        return Kind(_object_key, copies)
    if issubclass(cls, tuple):
        return Kind(_tuple_key, _deep_copy)
    home = cls.__module__.partition(".")[0]
    if _equals_itself_only(cls) or home in sys.stdlib_module_names or not _has_parts(cls):
        return PLAIN
    return Kind(itself, copies)


def _equals_itself_only(cls: type) -> bool:
    equal: object = cls.__eq__
    return equal is object.__eq__


def _has_parts(cls: type) -> bool:
    """Do its objects hold what Python can see?"""
    return cls.__dictoffset__ != 0 or any(vars(base).get("__slots__") for base in cls.__mro__)
