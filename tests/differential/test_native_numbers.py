"""Numbers at native speed are Python's, or native code says that it cannot hold them."""

from __future__ import annotations

import linecache
import math
import random
from typing import Any

import pytest
from native_functions import Native

from outplay.native.layout import Overflow

WORD = 2**63
_random = random.Random(15)
INTS = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    10,
    63,
    64,
    65,
    -63,
    -64,
    100,
    1000,
    2**31,
    -(2**31),
    2**32,
    2**53,
    2**53 + 1,
    -(2**53) - 1,
    2**62,
    -(2**62),
    WORD - 1,
    -WORD,
    WORD - 2,
    1 - WORD,
    *(_random.randint(-WORD, WORD - 1) for _ in range(8)),
    *(_random.randint(-70, 70) for _ in range(8)),
]
FLOATS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    3.5,
    0.1,
    1 / 3,
    -7.25,
    1e300,
    -1e300,
    1e-300,
    1e18,
    9.3e18,
    -9.3e18,
    2.0**63,
    -(2.0**63),
    2.0**53,
    math.inf,
    -math.inf,
    math.nan,
    *(_random.uniform(-100, 100) for _ in range(12)),
]

COMMON = [
    "x + y",
    "x - y",
    "x * y",
    "x << y",
    "x >> y",
    "x // y",
    "x / y",
    "x ** y",
    "-x",
    "abs(x)",
    "sum((x, y, x))",
    "x ** 2",
    "int(x)",
    "round(x)",
    "x < y",
    "math.log(x)",
]
RARER = [
    "x % y",
    "~x",
    "x & y",
    "x | y",
    "x ^ y",
    "divmod(x, y)",
    "x == y",
    "x >= y",
    "pow(x, y)",
    "sum((x, y), x)",
    "x ** 3",
    "x ** -1",
    "2 ** y",
    "x << 3",
    "x >> 70",
    "float(x)",
    "math.floor(x)",
    "math.ceil(x)",
    "math.trunc(x)",
    "math.sqrt(x)",
    "math.exp(x)",
    "not x",
    "math.pow(x, y)",
    "math.sin(x)",
    "math.cos(x)",
    "math.tan(x)",
    "x * 1000000007 + y",
    "bool(x) + bool(y)",
    "-bool(x)",
    "bool(x) << y",
    "x + 0.5 < y",
    "abs(x - y)",
    "math.acos(x)",
    "math.atan2(x, y)",
    "math.log2(x)",
    "math.log10(x)",
    "math.log1p(x)",
    "math.fabs(x)",
    "math.copysign(x, y)",
    "math.tanh(x)",
    "math.erf(x)",
    "math.sinh(x)",
    "math.cosh(x)",
    "math.asin(x)",
    "math.atan(x)",
    "math.asinh(x)",
    "math.acosh(x)",
    "math.atanh(x)",
    "math.expm1(x)",
    "math.erfc(x)",
    "math.degrees(x)",
    "math.radians(x)",
    "math.gcd(x, y)",
    "math.isnan(x)",
    "math.isinf(x)",
    "math.isfinite(x)",
    "x // 3",
    "x % 7",
    "x % y == 0",
    "-7 // x",
    "(x * 3 + 1) % 10",
    "int(x / y)",
    "x // 0.7",
    "x % 0.3",
    "x * 0.1",
]


def sensible(expression: str, x: Any, y: Any) -> bool:
    """Would Python be done with it soon?"""
    if "**" in expression or "pow" in expression or "<<" in expression:
        return not isinstance(y, int) or abs(y) <= 2_000
    return True


def answer(function: Any, x: Any, y: Any) -> Any:
    try:
        return function(x, y)
    except Exception as error:
        return type(error)


def same(one: Any, other: Any) -> bool:
    """The same value, of the same type, signs of zeros included."""
    if isinstance(one, float) and isinstance(other, float):
        return repr(one) == repr(other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return all(map(same, one, other))
    return one == other and type(one) is type(other)


def compare(expression: str) -> tuple[int, int]:
    """Answers that were alike, and those that only Python gives; fails where they differ."""
    kinds = {int: INTS, float: FLOATS}
    alike = beyond = 0
    for first, xs in kinds.items():
        for second, ys in kinds.items():
            scope: dict[str, Any] = {"math": math}
            source = f"def function(x, y):\n    return {expression}\n"
            filename = f"<{expression}>"
            linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
            exec(compile(source, filename, "exec", dont_inherit=True), scope)
            plain = scope["function"]
            native = Native(plain, first(1), second(1))
            for x, y in ((x, y) for x in xs for y in ys if sensible(expression, x, y)):
                found = answer(native, x, y)
                if found is Overflow:
                    beyond += 1
                    continue
                expected = answer(plain, x, y)
                assert same(found, expected), f"{expression} of {x!r} and {y!r}"
                alike += 1
    return alike, beyond


@pytest.mark.parametrize("expression", COMMON)
def test_as_python_has_them(expression):
    alike, _ = compare(expression)
    assert alike > 100


def test_what_does_not_fit_is_noticed():
    assert compare("x << 64")[1] > 100
    assert compare("x * y")[1] > 100


@pytest.mark.long
@pytest.mark.parametrize("expression", RARER)
def test_rarer_operations_too(expression):
    alike, _ = compare(expression)
    assert alike > 100
