"""Checks on the parameters of the built-in games; each failure is a sentence to a person."""

from __future__ import annotations

import operator
from typing import Any

from outplay.errors import UsageError


def whole(name: str, value: Any, low: int, high: int) -> int:
    """`value` as an int from `low` to `high`; raises UsageError otherwise."""
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise UsageError(f"{name} must be a whole number from {low} to {high}, not {value!r}.")
    return number


def flag(name: str, value: Any) -> bool:
    """`value` if it is True or False; raises UsageError otherwise."""
    if not isinstance(value, bool):
        raise UsageError(f"{name} must be True or False, not {value!r}.")
    return value
