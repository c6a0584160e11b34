"""NumPy arrays of one and two dimensions."""

from __future__ import annotations

from typing import Any

from outplay.native.front.values import V

ARRAY_SPECIAL: dict[Any, Any] = {}


class Arrays:
    """Arrays: not yet."""

    def array_row(self: Any, v: V, i: V) -> V:
        return self.unsupported("an array")  # type: ignore[no-any-return]

    array_subscript = array_attribute = array_compare = array_operator = array_unary = array_set = array_row
