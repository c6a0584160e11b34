"""Charts as SVG, drawn by ourselves: lines and bars, an axis of powers of ten where it helps.

    >>> chart = LineChart("squares", "n", "n²", (Series("n²", (Point(1, 1), Point(2, 4))),))
    >>> str(chart.svg()).startswith("<svg")
    True

Series differ by the shape of their marks and by their dashes, not by colour alone. Each has its
name beside its last point. A hollow mark is an estimate or a bound; an arrow on it says which way.
`plots.py` draws the same charts with matplotlib.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from outplay.drawing import BLUE, BOARD, DARK_WOOD, FAINT, INK, PAPER, RED, Diagram, Picture
from outplay.explain.behaviour.ticks import nice_ticks, span, tick_text
from outplay.result import Bound

GRID, SOFT = "#e4ded1", "#5d5f63"
"""Lines behind the data; words that matter less."""

LOOKS = (
    (BLUE, "circle", ""), (RED, "square", "8 4"), (BOARD, "triangle", "2 4"),
    (DARK_WOOD, "diamond", "10 3 2 3"), (INK, "cross", "5 2"), (BLUE, "plus", "1 3"),
)  # fmt: skip
"""Colour, mark and dashes of one series after the other."""
QUIET = (SOFT, "none", "4 4")
"""Of a series that the others are measured by."""

WIDTH, FONT = 800, 14
PLOT_HEIGHT = 320
LETTER = 0.58
"""The width of a letter, in its size; rather too much than too little."""


@dataclass(frozen=True)
class Point:
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

    def svg(self) -> Picture:
        return _Lines(self).picture()


@dataclass(frozen=True)
class Bar:
    """One row: a name, a number, and between which it lay where there were several."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    told: str = ""
    """What stands at its end."""


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

    def svg(self) -> Picture:
        return _Bars(self).picture()


Chart = LineChart | BarChart


# --- what both have -------------------------------------------------------------------------


class _Paper:
    """Words and shapes in pixels, with the title and the notes at the top."""

    def __init__(self, title: str, notes: Sequence[str]) -> None:
        self.title = title
        self.shapes: list[str] = []
        y = 30.0
        for line in wrapped(title, WIDTH - 48, 18):
            self.words(24, y, line, size=18, bold=True)
            y += 23
        for note in notes:
            for line in wrapped(note, WIDTH - 48, 12):
                self.words(24, y, line, size=12, fill=SOFT)
                y += 16
        self.top = y + 6

    def words(
        self, x: float, y: float, text: str, *, size: float = FONT, fill: str = INK,
        anchor: str = "start", bold: bool = False, turned: bool = False,
    ) -> None:  # fmt: skip
        weight = ' font-weight="bold"' if bold else ""
        turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if turned else ""
        self.shapes.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}"'
            f' text-anchor="{anchor}"{weight}{turn}>{escape(text)}</text>'
        )

    def line(
        self, points: Sequence[tuple[float, float]], colour: str, thick: float = 1, dash: str = ""
    ) -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self.shapes.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{_n(thick)}"'
            f'{dashes} stroke-linejoin="round"/>'
        )

    def picture(self, height: float, spoken: str) -> Picture:
        shapes = "\n".join(self.shapes)
        return Diagram(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_n(height)}"'
            f' width="{WIDTH}" height="{_n(height)}" role="img"'
            ' font-family="Helvetica, Arial, sans-serif">\n'
            f"<title>{escape(self.title)}</title>\n<desc>{escape(spoken)}</desc>\n"
            f'<rect width="{WIDTH}" height="{_n(height)}" fill="{PAPER}"/>\n{shapes}\n</svg>\n'
        )


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The words in lines that are no wider than that."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(longer) * LETTER * size > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as can be to the wanted ones, in their order, no two nearer than `gap`."""
    places: list[float] = [0.0] * len(wanted)
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    last = low - gap
    for number in order:
        last = places[number] = max(wanted[number], last + gap)
    last = max(high, low + gap * (len(wanted) - 1)) + gap
    for number in reversed(order):
        last = places[number] = min(places[number], last - gap)
    return places


def mark(x: float, y: float, shape: str, colour: str, bound: Bound, note: str = "") -> str:
    """A mark: filled where its number is exact; an arrow where it is a bound."""
    r = 5
    fill = colour if bound is Bound.EXACT else PAPER
    corners = {
        "square": ((-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)),
        "triangle": ((0, -6), (5.5, 4.5), (-5.5, 4.5)),
        "diamond": ((0, -6.5), (6.5, 0), (0, 6.5), (-6.5, 0)),
        "cross": ((-5, -3), (-3, -5), (0, -2), (3, -5), (5, -3), (2, 0), (5, 3), (3, 5), (0, 2),
                  (-3, 5), (-5, 3), (-2, 0)),
        "plus": ((-1.6, -6), (1.6, -6), (1.6, -1.6), (6, -1.6), (6, 1.6), (1.6, 1.6), (1.6, 6),
                 (-1.6, 6), (-1.6, 1.6), (-6, 1.6), (-6, -1.6), (-1.6, -1.6)),
    }  # fmt: skip
    paint = f'fill="{fill}" stroke="{colour}" stroke-width="1.5"'
    if shape in corners:
        points = " ".join(f"{_n(x + dx)},{_n(y + dy)}" for dx, dy in corners[shape])
        drawn = f'<polygon points="{points}" {paint}/>'
    elif shape == "none":
        drawn = ""
    else:
        drawn = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{r}" {paint}/>'
    if bound in (Bound.LOWER, Bound.UPPER):
        way = -1 if bound is Bound.LOWER else 1
        tip = y + way * 19
        drawn += (
            f'<path d="M{_n(x)} {_n(y + way * 8)}V{_n(tip)}M{_n(x - 4)} {_n(tip - way * 5)}L{_n(x)}'
            f' {_n(tip)}L{_n(x + 4)} {_n(tip - way * 5)}" fill="none" stroke="{colour}"'
            ' stroke-width="1.5"/>'
        )
    return f"<g><title>{escape(note)}</title>{drawn}</g>" if note else drawn


# --- lines ------------------------------------------------------------------------------------


class _Lines:
    def __init__(self, chart: LineChart) -> None:
        self.chart = chart
        self.paper = _Paper(chart.title, chart.notes)
        points = [point for series in chart.series for point in series.points]
        ys = [p.y for p in points]
        self.low, self.high = span([*ys, *(-y for y in ys if chart.balanced)], chart.log)
        xs = [p.x for p in points] or [0.0]
        self.first, self.last = min(xs), max(xs)
        if self.first == self.last:
            self.first, self.last = self.first - 0.5, self.last + 0.5
        self.ticks = nice_ticks(self.low, self.high, chart.log)
        widest = max((len(tick_text(y)) for y in self.ticks), default=1)
        names = max((len(s.name) for s in chart.series), default=0) if chart.series[1:] else 0
        self.left = 24 + FONT + 14 + widest * LETTER * FONT
        self.right = WIDTH - 24 - 26 - names * LETTER * FONT
        self.top = self.paper.top
        self.bottom = self.top + PLOT_HEIGHT

    def x(self, value: float) -> float:
        inside = self.right - self.left - 32
        return self.left + 16 + inside * (value - self.first) / (self.last - self.first)

    def y(self, value: float) -> float:
        low, high = self.low, self.high
        if self.chart.log:
            value = math.log10(max(value, low))
            low, high = math.log10(low), math.log10(high)
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)

    def picture(self) -> Picture:
        paper, chart = self.paper, self.chart
        for tick in self.ticks:
            y = self.y(tick)
            zero = tick == 0 and self.low < 0
            paper.line([(self.left, y), (self.right, y)], FAINT if zero else GRID)
            paper.words(self.left - 8, y + 5, tick_text(tick), anchor="end")
        paper.line([(self.left, self.bottom), (self.right, self.bottom)], INK)
        self._across()
        scale = " (powers of ten)" if chart.log else ""
        middle = (self.top + self.bottom) / 2
        paper.words(24 + FONT - 4, middle, chart.up + scale, anchor="middle", turned=True)
        looks = iter(LOOKS * (1 + len(chart.series) // len(LOOKS)))
        drawn = [(s, QUIET if s.quiet else next(looks)) for s in chart.series if s.points]
        for series, (colour, _, dash) in drawn:
            known = [p for p in series.points if not chart.log or p.bound is not Bound.LOWER]
            places = [(self.x(p.x), self.y(p.y)) for p in known]  # a count that was not reached
            paper.line(places, colour, 1.5 if series.quiet else 2.5, dash)
        for series, (colour, shape, _) in drawn:
            for p in series.points:
                bound = p.bound
                paper.shapes.append(mark(self.x(p.x), self.y(p.y), shape, colour, bound, p.note))
        self._names(drawn)
        return paper.picture(self.bottom + (80 if chart.labels else 62), self._spoken())

    def _across(self) -> None:
        for tick in nice_ticks(self.first, self.last, False, whole=True):
            if self.first <= tick <= self.last:
                x = self.x(tick)
                self.paper.line([(x, self.bottom), (x, self.bottom + 5)], INK)
                self.paper.words(x, self.bottom + 22, tick_text(tick), anchor="middle")
        free = 0.0
        for number, label in enumerate(self.chart.labels):
            x, reach = self.x(number), len(label) * LETTER * 12 / 2
            if label and self.first <= number <= self.last and x - reach >= free:
                self.paper.words(x, self.bottom + 39, label, size=12, fill=SOFT, anchor="middle")
                free = x + reach + 6
        low = self.bottom + (64 if self.chart.labels else 46)
        middle = (self.left + self.right) / 2
        self.paper.words(middle, low, self.chart.across, anchor="middle")

    def _names(self, drawn: Sequence[tuple[Series, Any]]) -> None:
        """Each name beside the end of its line, moved up or down where two would touch."""
        if len(drawn) == 1:
            return  # the title says what it is
        ends = [(self.x(s.points[-1].x), self.y(s.points[-1].y)) for s, _ in drawn]
        places = apart([y for _, y in ends], FONT + 5, self.top, self.bottom)
        at = self.right + 8
        for (series, (colour, shape, dash)), (x, y), place in zip(drawn, ends, places, strict=True):
            if at - x > 32 or abs(place - y) > 3:
                self.paper.line([(x + 8, y), (at - 4, place)], colour, 0.8, "1 3")
            if shape == "none":
                self.paper.line([(at - 2, place), (at + 12, place)], colour, 1.5, dash)
            else:
                self.paper.shapes.append(mark(at + 5, place, shape, colour, Bound.EXACT))
            self.paper.words(at + 18, place + 5, series.name)

    def _spoken(self) -> str:
        said = [
            f"{series.name}: "
            + "; ".join(p.note or f"{tick_text(p.x)}, {tick_text(p.y)}" for p in series.points)
            for series in self.chart.series
        ]
        return f"{self.chart.up} by {self.chart.across}. " + ". ".join(said) + "."


# --- bars -------------------------------------------------------------------------------------


class _Bars:
    ROW, THICK = 38, 20

    def __init__(self, chart: BarChart) -> None:
        self.chart = chart
        self.paper = _Paper(chart.title, chart.notes)
        numbers = [n for b in chart.bars for n in (b.value, b.low, b.high) if n is not None]
        numbers += [chart.line[1]] if chart.line else []
        self.low, self.high = span([*numbers, 1 if chart.log else 0], chart.log)
        self.ticks = nice_ticks(self.low, self.high, chart.log)
        named = max((len(bar.name) for bar in chart.bars), default=0)
        told = max((len(bar.told) for bar in chart.bars), default=0)
        self.left = 36 + named * LETTER * FONT
        self.right = WIDTH - 34 - told * LETTER * FONT
        self.top = self.paper.top + (24 if chart.line else 4)
        self.bottom = self.top + self.ROW * len(chart.bars) + 6

    def x(self, value: float) -> float:
        low, high = self.low, self.high
        if self.chart.log:
            value = math.log10(max(value, low))
            low, high = math.log10(low), math.log10(high)
        return self.left + (self.right - self.left) * (value - low) / (high - low)

    def picture(self) -> Picture:
        paper, chart = self.paper, self.chart
        for tick in self.ticks:
            x = self.x(tick)
            paper.line([(x, self.top), (x, self.bottom)], GRID)
            paper.words(x, self.bottom + 18, tick_text(tick), anchor="middle")
        for number, bar in enumerate(chart.bars):
            self._bar(bar, self.top + 6 + self.ROW * number)
        paper.line([(self.left, self.top), (self.left, self.bottom)], INK)
        if chart.line:
            name, value = chart.line
            x = self.x(value)
            paper.line([(x, self.top - 4), (x, self.bottom)], INK, 1.5, "4 4")
            reach = len(name) * LETTER * 13 / 2
            middle = min(max(x, 24 + reach), WIDTH - 24 - reach)
            paper.words(middle, self.top - 10, name, size=13, anchor="middle")
        scale = " (powers of ten)" if chart.log else ""
        middle = (self.left + self.right) / 2
        paper.words(middle, self.bottom + 42, chart.across + scale, anchor="middle")
        told = "; ".join(f"{bar.name}: {bar.told or tick_text(bar.value)}" for bar in chart.bars)
        line = f"; {chart.line[0]}: {tick_text(chart.line[1])}" if chart.line else ""
        return paper.picture(self.bottom + 58, f"{chart.across}. {told}{line}.")

    def _bar(self, bar: Bar, y: float) -> None:
        paper, middle = self.paper, y + self.ROW / 2 - 4
        end = self.x(bar.value)
        top = middle - self.THICK / 2
        note = escape(f"{bar.name}: {bar.told or tick_text(bar.value)}")
        paper.shapes.append(
            f'<g><title>{note}</title><rect x="{_n(self.left)}" y="{_n(top)}"'
            f' width="{_n(max(1.0, end - self.left))}" height="{self.THICK}" fill="{BLUE}"/></g>'
        )
        if bar.low is not None and bar.high is not None:
            low, high = self.x(bar.low), self.x(bar.high)
            paper.line([(low, middle), (high, middle)], INK, 1.5)
            for x in (low, high):
                paper.line([(x, middle - 6), (x, middle + 6)], INK, 1.5)
            end = max(end, high)
        paper.words(self.left - 8, middle + 5, bar.name, anchor="end")
        paper.words(end + 8, middle + 5, bar.told)


def _n(x: float) -> str:
    return f"{x:.2f}".rstrip("0").rstrip(".")
