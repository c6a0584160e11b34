"""Where an axis has its numbers, and how they are written."""

from __future__ import annotations

import math
from collections.abc import Sequence

from outplay.wording import number

MOST_TICKS = 8


def span(values: Sequence[float], log: bool) -> tuple[float, float]:
    """Where an axis begins and ends that has room for these: at ticks.

    Powers of ten have no room for 0 and less: such a number stands at the beginning.
    """
    if log:
        values = [value for value in values if value > 0]
    low, high = min(values, default=1.0), max(values, default=1.0)
    if log:
        bottom, top = math.floor(math.log10(low)), math.ceil(math.log10(high))
        return 10.0**bottom, 10.0 ** max(top, bottom + 1)
    if low == high:
        low, high = low - 1, high + 1
    step = _step(high - low)
    return step * math.floor(low / step + 1e-9), step * math.ceil(high / step - 1e-9)


def nice_ticks(low: float, high: float, log: bool, *, integers: bool = False) -> list[float]:
    """Numbers between the two that people like: powers of ten, or steps of 1, 2 or 5."""
    if log:
        first, last = round(math.log10(low)), round(math.log10(high))
        every = 1 + (last - first) // MOST_TICKS
        powers = [10.0**power for power in range(first, last + 1, every)]
        if last - first > 2:
            return powers
        return sorted({*powers, *(p * n for p in powers for n in (2, 5) if p * n < high)})
    step = max(_step(high - low), 1.0 if integers else 0.0)
    first = math.ceil(low / step - 1e-9)
    return [step * number for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _step(width: float) -> float:
    """1, 2 or 5 times a power of ten, which fits into the width not too often."""
    power = 10.0 ** math.floor(math.log10(width / MOST_TICKS))
    for times in (1, 2, 5, 10):
        if width / (times * power) <= MOST_TICKS:
            return times * power
    return 10 * power


def tick_text(value: float) -> str:
    """1,000, 2 million, 0.25, -3: short enough for an axis."""
    for size, name in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if abs(value) >= size:
            return f"{value / size:,.6g} {name}".replace("-", "−")
    if abs(value) >= 1000:
        return f"{value:,.0f}".replace("-", "−")
    return number(value).replace("-", "−")
