"""States and keys as texts that are the same for equal ones, and the order of keys."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from outplay.freeze import parts_of


def order_of(key: Any) -> Callable[[Any], Any] | None:
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


def text_of(value: Any) -> str:
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
    if hasattr(value, "tolist") and getattr(value, "shape", None):
        return f"array({text_of(value.tolist())}, {value.dtype})"
    if is_dataclass(value) and not isinstance(value, type):
        return _call_text(value, [part.name for part in fields(value) if part.repr])
    bare: Any = object.__repr__
    if type(value).__repr__ is bare and (parts := parts_of(value)):
        return _call_text(value, sorted(parts))
    return repr(value)


def _call_text(value: object, names: Iterable[str]) -> str:
    held = ", ".join(f"{name}={text_of(getattr(value, name))}" for name in names)
    return f"{type(value).__qualname__}({held})"
