"""Single functions at both speeds: the same answer, or the same kind of exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import array_cases  # noqa: F401  # they put themselves into CASES
import iterator_cases  # noqa: F401
import mended_cases  # noqa: F401
import pytest
import text_order_cases  # noqa: F401
import value_cases  # noqa: F401
from front_end_cases import CASES
from native_function import Refused, both, native


@pytest.mark.parametrize(("f", "arguments"), CASES, ids=[f"{f.__name__}{a}" for f, a in CASES])
def test_both_speeds_agree(f: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    slow, fast = both(f, *arguments)
    assert fast == slow


def used_twice(n: int) -> Any:
    numbers = (x for x in range(n))
    return sum(numbers), sum(numbers)


def went_on(n: int) -> Any:
    pairs = enumerate(range(n))
    total = 0
    for i, _ in pairs:
        if i == 2:
            break
    for _ in pairs:
        total += 1
    return total


def in_turns(n: int) -> Any:
    numbers, total = iter(range(n)), 0
    for _ in range(3):
        for x in numbers:
            total += x
            if x == 1:
                break
    return total


def nested(n: int) -> Any:
    x: Any = None
    for i in range(n):
        x = (i, x)
    return x


def outlived(n: int) -> Any:
    def made(k: int) -> Any:
        return lambda x: x * k

    one, two = made(n), made(n + 1)
    return one(2), two(2)


@pytest.mark.parametrize(
    ("f", "argument", "why"), [(nested, 3, "other type")], ids=lambda x: getattr(x, "__name__", "")
)
def test_left_to_python(f: Callable[..., Any], argument: Any, why: str) -> None:
    """What native code cannot do as Python does, it does not do at all."""
    with pytest.raises(Refused, match=why):
        native(f, argument)


@pytest.mark.parametrize("f", [used_twice, went_on, in_turns, outlived])
def test_iterators_and_functions_are_kept(f: Callable[..., Any]) -> None:
    slow, fast = both(f, 5)
    assert fast == slow
