"""The functions of `outplay.tuples` as native code: `NATIVE` says which is whose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import overload

from outplay import tuples

_set_item: Any = tuple_setitem  # its types are those of a compiler hook, not of a call


def replace_at(items: Any, index: int, value: Any) -> Any:
    """Only ever called from native code, where Numba puts the overload in its place."""
    raise NotImplementedError


@overload(replace_at)
def _replace_at(items: Any, index: Any, value: Any) -> Any:
    if not isinstance(items, types.UniTuple) or not isinstance(index, types.Integer):
        raise TypingError("replace_at needs a plain tuple of equal types, and an int index.")
    if not _fits(value, items.dtype):
        raise TypingError(f"replace_at cannot put {value} into a tuple of {items.dtype}.")
    size = items.count

    def native(items: Any, index: Any, value: Any) -> Any:
        if index < 0 or index >= size:
            raise IndexError("replace_at: there is no such index in the tuple.")
        return _set_item(items, index, value)

    return native


def _fits(value: Any, dtype: Any) -> bool:
    """May a value of that type stand in the tuple unchanged? A float may not among ints."""
    value = types.unliteral(value)
    if value == dtype:
        return True
    number = isinstance(value, types.Boolean | types.Integer)
    return number and isinstance(dtype, types.Integer | types.Float)


NATIVE: dict[Callable[..., Any], Any] = {tuples.replace_at: replace_at}
"""What to call in native code in place of each function of `outplay.tuples`."""
