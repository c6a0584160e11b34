"""A frozen copy of any object: two copies are equal if the object held the same both times."""

from __future__ import annotations

from typing import Any


def freeze(value: Any, _open: tuple[int, ...] = ()) -> Any:
    """Lists, dicts, sets and objects as hashable tuples of what they hold; the rest as it is."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return value
    if id(value) in _open:  # it contains itself: say how far up
        return ("again", len(_open) - _open.index(id(value)))
    inside = (*_open, id(value))
    kind = type(value).__name__
    if isinstance(value, list | tuple):
        return (kind, *(freeze(item, inside) for item in value))
    if isinstance(value, set | frozenset):
        return (kind, frozenset(freeze(item, inside) for item in value))
    if isinstance(value, dict):
        pairs = ((freeze(key, inside), freeze(item, inside)) for key, item in value.items())
        return (kind, frozenset(pairs))
    if hasattr(value, "tobytes") and hasattr(value, "shape"):  # a NumPy array
        return (kind, str(value.dtype), tuple(value.shape), value.tobytes())
    if isinstance(value, bytearray):
        return (kind, bytes(value))
    parts = _parts(value)
    if not parts or callable(value):
        return (kind, id(value)) if type(value).__hash__ is None else (kind, value)
    items = ((name, freeze(part, inside)) for name, part in sorted(parts.items()))
    return (kind, *items)


def _parts(value: Any) -> dict[str, Any]:
    """What an object holds: its `__dict__` and its slots."""
    parts = dict(getattr(value, "__dict__", {}))
    for cls in type(value).__mro__:
        slots = vars(cls).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                parts[name] = getattr(value, name)
    return parts
