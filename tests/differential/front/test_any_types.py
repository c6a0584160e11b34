"""Each operation with values of every type: the same value, or the same exception, or left to Python.

Rules mean such mistakes seldom; but what raises TypeError in Python must be no answer at native
speed, and no program that LLVM refuses.
"""
# mypy: disable-error-code="no-untyped-def,no-untyped-call,no-any-return,misc"
# ruff: noqa

from __future__ import annotations

import copy
import linecache
from collections import Counter, deque
from typing import Any

import numpy as np
import pytest
from native_functions import Native, answer

from outplay.native.front.packed import DoesNotFit
from outplay.native.layout import Overflow
from outplay.native.source import Unsupported

VALUES: list[Any] = [
    3,
    4,
    19,
    -1,
    True,
    2**70,
    1.5,
    None,
    "a",
    "abcdefghij",
    (1, 2),
    (1, 2, "h"),
    [1, 2],
    {1, 2},
    frozenset([1]),
    {1: 2},
    ("a", "b"),
]

OPERATIONS: list[Any] = [
    lambda n: {1, 2} | n,
    lambda n: {1, 2}.union(n),
    lambda n: {1, 2}.issubset(n),
    lambda n: {1, 2} - n,
    lambda n: frozenset([1]).isdisjoint(n),
    lambda n: {1, 2}.update(n),
    lambda n: n in {1, 2},
    lambda n: n in {(1, 2, "h")},
    lambda n: n in {"a", "b"},
    lambda n: n in {"a": 1},
    lambda n: {"a": 1}.get(n),
    lambda n: {"a": 1}[n],
    lambda n: {(1, 2): 3}.get(n),
    lambda n: {1: 2}.update(n),
    lambda n: {1: 2}.pop(n),
    lambda n: {1: 2}.setdefault(n, 4),
    lambda n: [1].extend(n),
    lambda n: [1, 2].remove(n),
    lambda n: [1, 2].index(n),
    lambda n: [1, 2].count(n),
    lambda n: ["a"].count(n),
    lambda n: n in [1, 2],
    lambda n: n in ["a", "b"],
    lambda n: n in (1, "a", None),
    lambda n: n in range(5),
    lambda n: [1, 2] + n,
    lambda n: (1, 2) + n,
    lambda n: [1, 2] * n,
    lambda n: "ab" * n,
    lambda n: (1, 2) * n,
    lambda n: sum(n),
    lambda n: sum([1, n]),
    lambda n: sorted(n),
    lambda n: len(n),
    lambda n: max(n),
    lambda n: max(1, n),
    lambda n: max([1, n]),
    lambda n: list(n),
    lambda n: tuple(n),
    lambda n: set(n),
    lambda n: dict(n),
    lambda n: list(enumerate(n)),
    lambda n: any(n),
    lambda n: abs(n),
    lambda n: int(n),
    lambda n: float(n),
    lambda n: str(n),
    lambda n: bool(n),
    lambda n: range(n),
    lambda n: list(range(n)),
    lambda n: list(zip(n, [1])),
    lambda n: list(reversed(n)),
    lambda n: divmod(n, 2),
    lambda n: n**2,
    lambda n: n // 2,
    lambda n: n % 2,
    lambda n: -n,
    lambda n: ~n,
    lambda n: n < 2,
    lambda n: n == "a",
    lambda n: n == (1, 2),
    lambda n: [1, 2, 3][n],
    lambda n: "abc"[n],
    lambda n: (1, 2, 3)[n],
    lambda n: [1, 2, 3][:n],
    lambda n: "abc"[n:],
    lambda n: chr(n),
    lambda n: ord(n),
    lambda n: bin(n),
    lambda n: round(n),
    lambda n: round(n, 1),
    lambda n: deque([1, 2]).append(n),
    lambda n: deque([1]).extend(n),
    lambda n: deque([1, 2]).rotate(n),
    lambda n: Counter(n),
    lambda n: isinstance(n, int),
    lambda n: "%s" % n,
    lambda n: f"{n}",
    lambda n: f"{n:>5}",
    lambda n: n[0],
    lambda n: n[0:1],
    lambda n: n.x,
    lambda n: [x for x in n],
    lambda n: {**n},
    lambda n: [*n],
    lambda n: min(n, key=lambda x: x),
    lambda n: sorted([n, n]),
    lambda n: sorted([n, "a"]),
    lambda n: "-".join(n),
    lambda n: n and 1,
    lambda n: not n,
    lambda n: n if n else 0,
    lambda n: n is None,
    lambda n: np.array([1, 2]) + n,
    lambda n: np.zeros(n),
    lambda n: np.array(n),
    lambda n: int("12", n),
    lambda n: [1, 2].insert(n, 3),
    lambda n: [1, 2, 3].pop(n),
    lambda n: (lambda x: x + 1)(n),
    lambda n: n >> 1,
    lambda n: 1 << n,
    lambda n: n & 1,
    lambda n: n | {1},
    lambda n: pow(n, 2),
    lambda n: "abc".replace(n, "x"),
    lambda n: "abc".startswith(n),
]


def text(operation: Any) -> str:
    return linecache.getline(__file__, operation.__code__.co_firstlineno).strip()[10:-1]


@pytest.mark.long
@pytest.mark.parametrize("operation", OPERATIONS, ids=text)
@pytest.mark.filterwarnings("ignore")
def test_both_speeds_agree_on_values_of_any_type(operation: Any) -> None:
    for value in VALUES:
        wanted = answer(operation, copy.deepcopy(value))
        try:
            found = answer(Native(operation, value), copy.deepcopy(value))
        except (Unsupported, DoesNotFit):
            continue
        if found is Overflow:  # it is Python's
            continue
        assert typed(found) == typed(wanted), f"n = {value!r}"


def typed(value: Any) -> Any:
    return type(value), value.tolist() if isinstance(value, np.ndarray) else value
