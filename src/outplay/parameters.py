"""Checks of parameters; each failure is a sentence to a person. A bool is never a number."""

from __future__ import annotations

import math
import operator
from collections.abc import Collection
from typing import Any, TypeGuard

from outplay.errors import UsageError
from outplay.wording import brief


def is_int(value: object) -> bool:
    """Is it an int, and not True or False?"""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[float]:
    """Is it an int or a float, and not True or False?"""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_finite(value: object) -> bool:
    """Is it an int or a float, neither infinite nor nan, and within the range of floats?"""
    try:
        return is_number(value) and math.isfinite(value)
    except OverflowError:
        return False


def whole_number(name: str, value: Any, low: int | None = None, high: int | None = None) -> int:
    """`value` as an int from `low` to `high`, where given; raises UsageError otherwise."""
    try:
        number = operator.index(value)
        good = not isinstance(value, bool) and (low is None or number >= low)
        if good and (high is None or number <= high):
            return number
    except TypeError:
        pass
    start = "" if low is None else f" from {low} up" if high is None else f" from {low} to {high}"
    raise UsageError(f"{name} must be a whole number{start}, not {value!r}.")


def one_of(name: str, value: object, allowed: Collection[str]) -> str:
    """`value` if it is one of these texts; raises UsageError otherwise."""
    if not isinstance(value, str) or value not in allowed:
        raise UsageError(f"{name} must be one of {', '.join(allowed)}, not {brief(value)}.")
    return value


def flag(name: str, value: object) -> bool:
    """`value` if it is True or False; raises UsageError otherwise."""
    if not isinstance(value, bool):
        raise UsageError(f"{name} must be True or False, not {value!r}.")
    return value


def player(name: str, value: object) -> int:
    """`value` if it is MAX or MIN; raises UsageError otherwise."""
    if isinstance(value, bool) or value not in (1, -1):
        raise UsageError(f"{name} must be MAX (1) or MIN (-1), not {value!r}.")
    return 1 if value == 1 else -1
