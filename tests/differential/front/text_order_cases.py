"""Sets of strings, in the order of this process."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# ruff: noqa

from __future__ import annotations

from enum import Enum

from front_end_cases import tried


WORDS = frozenset(["alpha", "beta", "gamma", "delta", "a", "much longer than sixteen", ""])
PAIRS = {("move", 1), ("pass", 2), ("move", 3)}
W = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 1e16}


class Col(Enum):
    A = "a"
    B = "b"
    C = "c"


@tried(((1, 2, -3, 1, 3, 2),))
def order_of_strings(b):
    return (
        list(WORDS),
        list({"abcdefg"[x + 3] for x in b}),
        list(PAIRS),
        list(PAIRS | {("x", b[0])}),
        list(WORDS - {"a"}),
        hash("abc"),
        list({None, 1, b[0]}),
        [c.name for c in {Col.A, Col.B, Col.C}],
    )


@tried(((1, 2, 9, 20),))
def order_of_wide_strings(b):
    return list({chr(0x20AC) + "x" * x for x in b if x >= 0}), list({chr(0x1F600), "ab", chr(0xE9)})


@tried(((0, 1, 2, 3),))
def sum_over_strings(b):
    return sum(W[x] for x in {"abcd"[k] for k in b}), sum(len(x) for x in {"abcd"[k] for k in b})
