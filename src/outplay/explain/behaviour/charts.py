"""Charts as data: lines and bars, on an axis of powers of ten where it helps.

    >>> chart = LineChart("squares", "n", "n²", (Series("n²", (Point(1, 1), Point(2, 4))),))
    >>> str(chart.svg()).startswith("<svg")
    True

Series differ by the shape of their marks and by their dashes, not by colour alone. A hollow mark is
an estimate or a bound; an arrow on it says which way. `svg_charts.py` draws them as SVG,
`matplotlib_charts.py` with matplotlib.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from outplay.drawing import BLUE, BOARD, DARK_WOOD, INK, RED
from outplay.explain.behaviour.axis_ticks import tick_text
from outplay.result import Bound

if TYPE_CHECKING:
    from outplay.drawing import Picture

SOFT = "#5d5f63"
"""Words that matter less."""


class Style(NamedTuple):
    """How a series looks."""

    colour: str
    mark: str
    dash: str = ""


STYLES = (
    Style(BLUE, "circle"),
    Style(RED, "square", "8 4"),
    Style(BOARD, "triangle", "2 4"),
    Style(DARK_WOOD, "diamond", "10 3 2 3"),
    Style(INK, "cross", "5 2"),
    Style(BLUE, "plus", "1 3"),
)
"""Of one series after the other."""
REFERENCE = Style(SOFT, "none", "4 4")
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
