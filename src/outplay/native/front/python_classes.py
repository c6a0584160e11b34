"""What Python says of its classes."""

from __future__ import annotations


def field_names(cls: type) -> tuple[str, ...]:
    """The fields of a NamedTuple or dataclass."""
    if hasattr(cls, "_fields"):
        return tuple(cls._fields)
    return tuple(getattr(cls, "__dataclass_fields__", {}))


def is_frozen_dataclass(cls: type) -> bool:
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and parameters.frozen
