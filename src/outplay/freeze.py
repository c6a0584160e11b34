"""What any object holds: frozen, so that two copies are equal if it held the same both times;
and as text, the same for equal states."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache, partial
from hashlib import sha256
from types import BuiltinMethodType, CodeType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
    if is_array(value):
        return (kind, str(value.dtype), tuple(value.shape), value.tobytes())
    if isinstance(value, bytearray):
        return (kind, bytes(value))
    parts = _function_parts(value) or parts_of(value)
    if not parts:
        return (kind, id(value)) if type(value).__hash__ is None else (kind, value)
    items = ((name, freeze(part, inside)) for name, part in sorted(parts.items()))
    return (kind, *items)


def _function_parts(value: object) -> dict[str, object]:
    """What a function, a method or a partial is made of; nothing if it is none of them."""
    if isinstance(value, MethodType | BuiltinMethodType):
        return {"function": value.__name__, "object": value.__self__}
    if isinstance(value, partial):
        return {"function": value.func, "args": value.args, "keywords": value.keywords}
    if not isinstance(value, FunctionType):
        return {}
    return {
        "code": _code_digest(value.__code__),
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
def _code_digest(code: CodeType) -> bytes:
    """What the code does, wherever it stands in its file."""
    held = [_code_digest(c) if isinstance(c, CodeType) else c for c in code.co_consts]
    parts = (code.co_code, code.co_names, code.co_varnames, code.co_freevars, held)
    return sha256(repr(parts).encode()).digest()


def is_array(value: object) -> TypeGuard[NDArray[np.generic]]:
    """Is it an array of NumPy, or one of its numbers, which answer as arrays do?"""
    return hasattr(value, "dtype") and hasattr(value, "tolist")


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
            waiting += (_function_parts(part) or parts_of(part)).values()
    return False


# --- as text --------------------------------------------------------------------------------


def order_of(key: Any) -> Callable[[object], str] | None:
    """By what keys like this one are ordered, if not by <: sets and most objects have no order."""
    try:
        ordered = not _holds_sets(key) and (key < key) is False
    except Exception:
        ordered = False
    return None if ordered else text_of


def _holds_sets(key: object) -> bool:
    if isinstance(key, tuple):
        return any(map(_holds_sets, key))
    return isinstance(key, frozenset)


def text_of(value: object) -> str:
    """As `repr` gives it, but the same for equal states: what has no order is sorted."""
    if isinstance(value, Enum | str):
        return repr(value)
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        if names is not None:
            return _call_text(value, names)
        items = [text_of(item) for item in value]
        return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
    if isinstance(value, list | deque):
        return f"[{', '.join(map(text_of, value))}]"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(text_of, value)))}}}"
    if isinstance(value, dict):
        pairs = [f"{text_of(name)}: {text_of(item)}" for name, item in value.items()]
        return f"{{{', '.join(pairs if isinstance(value, OrderedDict) else sorted(pairs))}}}"
    if is_array(value) and value.shape:
        return f"array({text_of(value.tolist())}, {value.dtype})"
    if is_dataclass(value) and not isinstance(value, type):
        return _call_text(value, [part.name for part in fields(value) if part.repr])
    bare: object = object.__repr__
    if type(value).__repr__ is bare and (parts := parts_of(value)):
        return _call_text(value, sorted(parts))
    return repr(value)


def _call_text(value: object, names: Iterable[str]) -> str:
    held = ", ".join(f"{name}={text_of(getattr(value, name))}" for name in names)
    return f"{type(value).__qualname__}({held})"
