"""Charts as SVG that needs nothing else. Each series has its name beside its last point."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from outplay.drawing import BLUE, FAINT, INK, PAPER, Diagram, Picture
from outplay.explain.behaviour.charts import (
    SOFT,
    Bar,
    BarChart,
    Chart,
    LineChart,
    Point,
    Style,
    nice_ticks,
    span,
    tick_text,
)
from outplay.explain.draw.svg_text import FONT, n, wide, words, wrapped
from outplay.result import Bound

GRID = "#e4ded1"
"""Lines behind the data."""
WIDTH, EDGE, SIZE = 800, 24, 14
PLOT_HEIGHT, ROW, THICK = 320, 38, 20
PLAIN, NOTE = f'font-size="{SIZE}" fill="{INK}"', f'font-size="12" fill="{SOFT}"'
"""How words look."""


class _Canvas:
    """Words and shapes in pixels, with the title and the notes at the top."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.shapes: list[str] = []
        y = 30.0
        for line in wrapped(chart.title, 18 * 1.13, WIDTH - 2 * EDGE):
            look = f'font-size="18" fill="{INK}"'
            self.words(EDGE, y, line, "start", look, ' font-weight="bold"')
            y += 23
        for note in chart.notes:
            for line in wrapped(note, 12, WIDTH - 2 * EDGE):
                self.words(EDGE, y, line, "start", NOTE)
                y += 16
        self.top = y + 6

    def words(
        self, x: float, y: float, text: str, anchor: str, look: str = PLAIN, more: str = ""
    ) -> None:
        place = f'x="{n(x)}" y="{n(y)}"'
        self.shapes.append(
            f'<text {place} {look} text-anchor="{anchor}"{more}>{words(text)}</text>'
        )

    def line(
        self, points: Sequence[tuple[float, float]], colour: str, thick: float = 1, dash: str = ""
    ) -> None:
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        path = " ".join(f"{n(x)},{n(y)}" for x, y in points)
        self.shapes.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{n(thick)}"'
            f'{dashes} stroke-linejoin="round"/>'
        )

    def picture(self, height: float) -> Picture:
        title, description = words(self.chart.title), words(self.chart.description())
        shapes = "\n".join(self.shapes)
        return Diagram(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {n(height)}"'
            f' width="{WIDTH}" height="{n(height)}" role="img" font-family="{FONT}">\n'
            f"<title>{title}</title>\n<desc>{description}</desc>\n"
            f'<rect width="{WIDTH}" height="{n(height)}" fill="{PAPER}"/>\n{shapes}\n</svg>\n'
        )


class _Axis(NamedTuple):
    """An axis: the numbers at its ends, and the pixels where they stand."""

    low: float
    high: float
    first: float
    last: float
    log: bool = False

    def at(self, value: float) -> float:
        if self.log:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.first + (self.last - self.first) * share


def _label(axis: str, log: bool) -> str:
    return f"{axis} (powers of ten)" if log else axis


def _widest(texts: Iterable[str]) -> float:
    return max((wide(text, SIZE) for text in texts), default=0.0)


# --- lines ------------------------------------------------------------------------------------


def draw_lines(chart: LineChart) -> Picture:
    """Series over the same axes."""
    canvas, drawn = _Canvas(chart), chart.styled()
    points = [point for series in chart.series for point in series.points]
    ys, xs = [p.y for p in points], [p.x for p in points] or [0.0]
    ends = span([*ys, *(-y for y in ys if chart.balanced)], chart.log)
    spare = 0.5 if min(xs) == max(xs) else 0.0
    ticks = nice_ticks(*ends, chart.log)
    left = EDGE + SIZE + 14 + _widest(map(tick_text, ticks))
    names = _widest(s.name for s in chart.series) if len(chart.series) > 1 else 0
    right, top, bottom = WIDTH - EDGE - 26 - names, canvas.top, canvas.top + PLOT_HEIGHT
    across = _Axis(min(xs) - spare, max(xs) + spare, left + 16, right - 16)
    up = _Axis(*ends, bottom, top, chart.log)
    for tick in ticks:
        y, zero = up.at(tick), tick == 0 and up.low < 0
        canvas.line([(left, y), (right, y)], FAINT if zero else GRID)
        canvas.words(left - 8, y + 5, tick_text(tick), "end")
    canvas.line([(left, bottom), (right, bottom)], INK)
    _draw_x_axis(canvas, across, chart.labels, bottom)
    x, y = EDGE + SIZE - 4, (top + bottom) / 2
    turn = f' transform="rotate(-90 {n(x)} {n(y)})"'
    canvas.words(x, y, _label(chart.up, chart.log), "middle", more=turn)
    low = bottom + (64 if chart.labels else 46)
    canvas.words((left + right) / 2, low, chart.across, "middle")
    for series, style in drawn:
        places = [(across.at(p.x), up.at(p.y)) for p in chart.joined(series)]
        canvas.line(places, style.colour, 1.5 if series.quiet else 2.5, style.dash)
    for series, style in drawn:
        for p in series.points:
            canvas.shapes.append(mark(p._replace(x=across.at(p.x), y=up.at(p.y)), style))
    if len(drawn) > 1:  # else the title says what it is
        ends_of_lines = [s.points[-1] for s, _ in drawn]
        heights = apart([up.at(p.y) for p in ends_of_lines], SIZE + 5, top, bottom)
        for (series, style), p, y in zip(drawn, ends_of_lines, heights, strict=True):
            _draw_name(canvas, series.name, style, (across.at(p.x), up.at(p.y)), (right + 8, y))
    return canvas.picture(low + 16)


def _draw_x_axis(canvas: _Canvas, axis: _Axis, labels: Sequence[str], y: float) -> None:
    for tick in nice_ticks(axis.low, axis.high, False, integers=True):
        if axis.low <= tick <= axis.high:
            canvas.line([(axis.at(tick), y), (axis.at(tick), y + 5)], INK)
            canvas.words(axis.at(tick), y + 22, tick_text(tick), "middle")
    free = 0.0
    for number, label in enumerate(labels):
        x, reach = axis.at(number), wide(label, 12) / 2
        if label and axis.low <= number <= axis.high and x - reach >= free:
            canvas.words(x, y + 39, label, "middle", NOTE)
            free = x + reach + 6


def _draw_name(
    canvas: _Canvas, name: str, style: Style, end: tuple[float, float], at: tuple[float, float]
) -> None:
    """The name of a series beside the end of its line, and what leads there where it was moved."""
    (x, y), (left, place) = end, at
    if left - x > 32 or abs(place - y) > 3:
        canvas.line([(x + 8, y), (left - 4, place)], style.colour, 0.8, "1 3")
    if not style.mark:
        canvas.line([(left - 2, place), (left + 12, place)], style.colour, 1.5, style.dash)
    else:
        canvas.shapes.append(mark(Point(left + 5, place), style))
    canvas.words(left + 18, place + 5, name, "start")


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


def mark(at: Point, style: Style) -> str:
    """A mark: filled where its number is exact; an arrow where it is a bound."""
    x, y, colour = at.x, at.y, style.colour
    fill = colour if at.bound is Bound.EXACT else PAPER
    paint = f'fill="{fill}" stroke="{colour}" stroke-width="1.5"'
    drawn = f'<path d="M{n(x)} {n(y)}{style.mark}" {paint}/>' if style.mark else ""
    if at.bound in (Bound.LOWER, Bound.UPPER):
        way = -1 if at.bound is Bound.LOWER else 1
        head = f"m-4 {-5 * way}l4 {5 * way}l4 {-5 * way}"
        drawn += (
            f'<path d="M{n(x)} {n(y + way * 8)}v{11 * way}{head}"'
            f' fill="none" stroke="{colour}" stroke-width="1.5"/>'
        )
    return f"<g><title>{words(at.note)}</title>{drawn}</g>" if at.note else drawn


# --- bars -------------------------------------------------------------------------------------


def draw_bars(chart: BarChart) -> Picture:
    """A bar for each name, from the left."""
    canvas, bars = _Canvas(chart), chart.bars
    numbers = [x for b in bars for x in (b.value, b.low, b.high) if x is not None]
    numbers += [chart.line[1]] if chart.line else []
    ends = span([*numbers, 1 if chart.log else 0], chart.log)
    left = 36 + _widest(bar.name for bar in bars)
    right = WIDTH - 34 - _widest(bar.label for bar in bars)
    top = canvas.top + (24 if chart.line else 4)
    bottom = top + ROW * len(bars) + 6
    axis = _Axis(*ends, left, right, chart.log)
    for tick in nice_ticks(*ends, chart.log):
        canvas.line([(axis.at(tick), top), (axis.at(tick), bottom)], GRID)
        canvas.words(axis.at(tick), bottom + 18, tick_text(tick), "middle")
    for number, bar in enumerate(bars):
        _draw_bar(canvas, bar, top + 2 + ROW * (number + 0.5), axis)
    canvas.line([(left, top), (left, bottom)], INK)
    if chart.line:
        name, x = chart.line[0], axis.at(chart.line[1])
        canvas.line([(x, top - 4), (x, bottom)], INK, 1.5, "4 4")
        reach = EDGE + wide(name, 13) / 2
        look = f'font-size="13" fill="{INK}"'
        canvas.words(min(max(x, reach), WIDTH - reach), top - 10, name, "middle", look)
    canvas.words((left + right) / 2, bottom + 42, _label(chart.across, chart.log), "middle")
    return canvas.picture(bottom + 58)


def _draw_bar(canvas: _Canvas, bar: Bar, middle: float, axis: _Axis) -> None:
    left, end = axis.first, axis.at(bar.value)
    canvas.shapes.append(
        f'<g><title>{words(bar.text)}</title><rect x="{n(left)}" y="{n(middle - THICK / 2)}"'
        f' width="{n(max(1.0, end - left))}" height="{THICK}" fill="{BLUE}"/></g>'
    )
    if bar.low is not None and bar.high is not None:
        low, high = axis.at(bar.low), axis.at(bar.high)
        canvas.line([(low, middle), (high, middle)], INK, 1.5)
        for x in (low, high):
            canvas.line([(x, middle - 6), (x, middle + 6)], INK, 1.5)
        end = max(end, high)
    canvas.words(left - 8, middle + 5, bar.name, "end")
    canvas.words(end + 8, middle + 5, bar.label, "start")
