"""A frozen copy of any object: two copies are equal if the object held the same both times."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from functools import lru_cache, partial
from hashlib import sha256
from types import BuiltinMethodType, CodeType, FunctionType, MethodType, ModuleType


def freeze(value: object, _open: tuple[int, ...] = ()) -> Hashable:
    """Lists, dicts, sets and objects as hashable tuples of what they hold; the rest as it is.

    Functions are what they do: their code, and what they hold of the place they were made in.
    """
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return value
    if id(value) in _open:  # it contains itself: say how far up
        return ("again", len(_open) - _open.index(id(value)))
    inside = (*_open, id(value))
    kind = type(value).__name__
    if isinstance(value, type | ModuleType):
        return (kind, value)
    if isinstance(value, list | tuple | deque):
        return (kind, *(freeze(item, inside) for item in value))
    if isinstance(value, set | frozenset):
        return (kind, frozenset(freeze(item, inside) for item in value))
    if isinstance(value, dict):
        pairs = ((freeze(key, inside), freeze(item, inside)) for key, item in value.items())
        return (kind, frozenset(pairs))
    if hasattr(value, "tobytes") and hasattr(value, "shape") and hasattr(value, "dtype"):
        return (kind, str(value.dtype), tuple(value.shape), value.tobytes())
    if isinstance(value, bytearray):
        return (kind, bytes(value))
    parts = _of_function(value) or parts_of(value)
    if not parts:
        return (kind, id(value)) if type(value).__hash__ is None else (kind, value)
    items = ((name, freeze(part, inside)) for name, part in sorted(parts.items()))
    return (kind, *items)


def _of_function(value: object) -> dict[str, object]:
    """What a function, a method or a partial is made of; nothing if it is none of them."""
    if isinstance(value, MethodType | BuiltinMethodType):
        return {"function": value.__name__, "object": value.__self__}
    if isinstance(value, partial):
        return {"function": value.func, "args": value.args, "keywords": value.keywords}
    if not isinstance(value, FunctionType):
        return {}
    return {
        "code": _does(value.__code__),
        "cells": _cells(value),
        "defaults": value.__defaults__,
        "keywords": value.__kwdefaults__,
        **vars(value),
    }


def _cells(function: FunctionType) -> list[object]:
    """What a function holds of the place it was made in; None for what is not given yet."""
    cells: list[object] = []
    for cell in function.__closure__ or ():
        try:
            cells.append(cell.cell_contents)
        except ValueError:
            cells.append(None)
    return cells


@lru_cache(1_000)
def _does(code: CodeType) -> bytes:
    """What the code does, wherever it stands in its file."""
    held = [_does(c) if isinstance(c, CodeType) else c for c in code.co_consts]
    parts = (code.co_code, code.co_names, code.co_varnames, code.co_freevars, held)
    return sha256(repr(parts).encode()).digest()


def parts_of(value: object) -> dict[str, object]:
    """What an object holds: its `__dict__` and its slots."""
    parts = dict(getattr(value, "__dict__", {}))
    for cls in type(value).__mro__:
        slots = vars(cls).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                parts[name] = getattr(value, name)
    return parts


def holds_closures(value: object) -> bool:
    """Does it hold a function that holds objects, which `deepcopy` would share and not copy?"""
    waiting, seen = [value], set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, str | bytes | int | float | type | ModuleType) or id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, list | tuple | set | frozenset | deque):
            waiting += part
        else:
            if isinstance(part, FunctionType) and any(map(parts_of, _cells(part))):
                return True
            waiting += (_of_function(part) or parts_of(part)).values()
    return False
