"""What states that hold tuples need beyond Python's own operators; same at both speeds."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")


def replace_at(items: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    """`items` with `value` at `index`; IndexError unless 0 <= index < len(items).

    >>> replace_at((3, 4, 5), 1, 0)
    (3, 0, 5)
    """
    if not 0 <= index < len(items):
        raise IndexError(f"replace_at: there is no index {index} in a tuple of {len(items)}.")
    return (*items[:index], value, *items[index + 1 :])
