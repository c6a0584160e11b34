"""Charts as data: lines and bars, on an axis of powers of ten where it helps.

    >>> chart = LineChart("squares", "n", "n²", (Series("n²", (Point(1, 1), Point(2, 4))),))
    >>> str(chart.svg()).startswith("<svg")
    True

Series differ by the shape of their marks and by their dashes, not by colour alone. A hollow mark is
an estimate or a bound; an arrow on it says which way. `svg_charts.py` draws them as SVG,
`matplotlib_charts.py` with matplotlib.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from outplay.drawing import BLUE, BOARD, DARK_WOOD, INK, RED
from outplay.result import Bound
from outplay.wording import number

if TYPE_CHECKING:
    from outplay.drawing import Picture

SOFT = "#5d5f63"
"""Words that matter less."""


class Style(NamedTuple):
    """How a series looks."""

    colour: str
    mark: str
    """Its outline around a point, as a path of SVG; empty for no mark."""
    letter: str
    """What matplotlib calls that mark."""
    dash: str = ""


STYLES = (
    Style(BLUE, "m-5 0a5 5 0 1 1 10 0a5 5 0 1 1 -10 0z", "o"),
    Style(RED, "m-4.5 -4.5h9v9h-9z", "s", "8 4"),
    Style(BOARD, "m0 -6l5.5 10.5h-11z", "^", "2 4"),
    Style(DARK_WOOD, "m0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z", "D", "10 3 2 3"),
    Style(INK, "m-5 -3l2 -2l3 3l3 -3l2 2l-3 3l3 3l-2 2l-3 -3l-3 3l-2 -2l3 -3z", "X", "5 2"),
    Style(BLUE, "m-1.6 -6h3.2v4.4h4.4v3.2h-4.4v4.4h-3.2v-4.4h-4.4v-3.2h4.4z", "P", "1 3"),
)
"""Of one series after the other."""
REFERENCE = Style(SOFT, "", "", "4 4")
"""Of a series that the others are measured by."""


class Point(NamedTuple):
    """One mark: where, what its number is, and what a screen reader says of it."""

    x: float
    y: float
    bound: Bound = Bound.EXACT
    note: str = ""


@dataclass(frozen=True)
class Series:
    """Points of one kind, from left to right."""

    name: str
    points: tuple[Point, ...]
    quiet: bool = False
    """Is it what the others are measured by? Then it is grey, without marks."""


@dataclass(frozen=True)
class LineChart:
    """Series over the same axes."""

    title: str
    across: str
    """What the x axis is."""
    up: str
    """What the y axis is."""
    series: tuple[Series, ...]
    log: bool = False
    """Powers of ten upwards."""
    notes: tuple[str, ...] = ()
    """Said below the title: conventions, limits."""
    balanced: bool = False
    """As much room below 0 as above it."""
    labels: tuple[str, ...] = ()
    """What stands below 0, 1, 2 … on the x axis; no two touch, so some may be left out."""

    def styled(self) -> list[tuple[Series, Style]]:
        """Each series that has points, with its style."""
        drawn = [series for series in self.series if series.points]
        loud = [series for series in drawn if not series.quiet]
        styles = {id(each): STYLES[at % len(STYLES)] for at, each in enumerate(loud)}
        return [(series, styles.get(id(series), REFERENCE)) for series in drawn]

    def joined(self, series: Series) -> list[Point]:
        """The points that a line joins: without a count that a search did not reach."""
        return [p for p in series.points if not self.log or p.bound is not Bound.LOWER]

    def description(self) -> str:
        """For a screen reader."""
        parts = []
        for series in self.series:
            points = [p.note or f"{tick_text(p.x)}, {tick_text(p.y)}" for p in series.points]
            parts.append(f"{series.name}: {'; '.join(points)}")
        return f"{self.up} by {self.across}. {'. '.join(parts)}."

    def svg(self) -> Picture:
        from outplay.explain.behaviour.svg_charts import draw_lines

        return draw_lines(self)


@dataclass(frozen=True)
class Bar:
    """One row: a name, a number, and between which it lay where there were several."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    label: str = ""
    """What stands at its end."""

    @property
    def text(self) -> str:
        return f"{self.name}: {self.label or tick_text(self.value)}"


@dataclass(frozen=True)
class BarChart:
    """A bar for each name, from the left; on an axis of powers of ten they begin at 1."""

    title: str
    across: str
    bars: tuple[Bar, ...]
    log: bool = False
    line: tuple[str, float] | None = None
    """A name and a number that all bars are measured by."""
    notes: tuple[str, ...] = ()

    def description(self) -> str:
        """For a screen reader."""
        texts = [bar.text for bar in self.bars]
        if self.line:
            texts.append(f"{self.line[0]}: {tick_text(self.line[1])}")
        return f"{self.across}. {'; '.join(texts)}."

    def svg(self) -> Picture:
        from outplay.explain.behaviour.svg_charts import draw_bars

        return draw_bars(self)


Chart = LineChart | BarChart


# --- axes ---------------------------------------------------------------------------------------

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
    return next(step * power for step in (1, 2, 5, 10) if width / (step * power) <= MOST_TICKS)


def tick_text(value: float) -> str:
    """1,000, 2 million, 0.25, -3: short enough for an axis."""
    for size, name in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if abs(value) >= size:
            return f"{value / size:,.6g} {name}".replace("-", "−")
    if abs(value) >= 1000:
        return f"{value:,.0f}".replace("-", "−")
    return number(value).replace("-", "−")
