"""Charts as SVG that needs nothing else. Each series has its name beside its last point."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from outplay.drawing import BLUE, FAINT, INK, PAPER, Diagram, Picture
from outplay.explain.behaviour.charts import (
    SOFT,
    Bar,
    BarChart,
    Chart,
    LineChart,
    Point,
    Series,
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


class _Canvas:
    """Words and shapes in pixels, with the title and the notes at the top."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.shapes: list[str] = []
        y = 30.0
        for line in wrapped(chart.title, 18 * 1.13, WIDTH - 2 * EDGE):
            self.words(EDGE, y, line, size=18, more=' font-weight="bold"')
            y += 23
        for note in chart.notes:
            for line in wrapped(note, 12, WIDTH - 2 * EDGE):
                self.words(EDGE, y, line, size=12, fill=SOFT)
                y += 16
        self.top = y + 6

    def words(
        self,
        x: float,
        y: float,
        text: str,
        anchor: str = "start",
        *,
        size: float = SIZE,
        fill: str = INK,
        more: str = "",
    ) -> None:
        self.shapes.append(
            f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{fill}"'
            f' text-anchor="{anchor}"{more}>{words(text)}</text>'
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


def _scale(
    ends: tuple[float, float], pixels: tuple[float, float], log: bool
) -> Callable[[float], float]:
    """From a number on an axis to its place."""
    (low, high), (first, last) = ends, pixels

    def place(value: float) -> float:
        if log:
            share = math.log(max(value, low) / low) / math.log(high / low)
        else:
            share = (value - low) / (high - low)
        return first + (last - first) * share

    return place


def _label(axis: str, log: bool) -> str:
    return f"{axis} (powers of ten)" if log else axis


def _widest(texts: Sequence[str], size: float = SIZE) -> float:
    return max((wide(text, size) for text in texts), default=0.0)


# --- lines ------------------------------------------------------------------------------------


def draw_lines(chart: LineChart) -> Picture:
    """Series over the same axes."""
    canvas, drawn = _Canvas(chart), chart.styled()
    points = [point for series in chart.series for point in series.points]
    ys, xs = [p.y for p in points], [p.x for p in points] or [0.0]
    ends = span([*ys, *(-y for y in ys if chart.balanced)], chart.log)
    first, last = min(xs), max(xs)
    if first == last:
        first, last = first - 0.5, last + 0.5
    ticks = nice_ticks(*ends, chart.log)
    left = EDGE + SIZE + 14 + _widest([tick_text(tick) for tick in ticks])
    names = _widest([s.name for s in chart.series]) if len(chart.series) > 1 else 0
    right, top, bottom = WIDTH - EDGE - 26 - names, canvas.top, canvas.top + PLOT_HEIGHT
    at_x = _scale((first, last), (left + 16, right - 16), False)
    at_y = _scale(ends, (bottom, top), chart.log)
    for tick in ticks:
        y, zero = at_y(tick), tick == 0 and ends[0] < 0
        canvas.line([(left, y), (right, y)], FAINT if zero else GRID)
        canvas.words(left - 8, y + 5, tick_text(tick), "end")
    canvas.line([(left, bottom), (right, bottom)], INK)
    _draw_x_axis(canvas, chart, at_x, (first, last), bottom)
    x, y = EDGE + SIZE - 4, (top + bottom) / 2
    turn = f' transform="rotate(-90 {n(x)} {n(y)})"'
    canvas.words(x, y, _label(chart.up, chart.log), "middle", more=turn)
    low = bottom + (64 if chart.labels else 46)
    canvas.words((left + right) / 2, low, chart.across, "middle")
    for series, style in drawn:
        places = [(at_x(p.x), at_y(p.y)) for p in chart.joined(series)]
        canvas.line(places, style.colour, 1.5 if series.quiet else 2.5, style.dash)
    for series, style in drawn:
        for p in series.points:
            canvas.shapes.append(mark(p._replace(x=at_x(p.x), y=at_y(p.y)), style))
    if len(drawn) > 1:  # else the title says what it is
        marks = [(at_x(s.points[-1].x), at_y(s.points[-1].y)) for s, _ in drawn]
        _draw_names(canvas, drawn, marks, right + 8, (top, bottom))
    return canvas.picture(low + 16)


def _draw_x_axis(
    canvas: _Canvas,
    chart: LineChart,
    at_x: Callable[[float], float],
    ends: tuple[float, float],
    bottom: float,
) -> None:
    for tick in nice_ticks(*ends, False, integers=True):
        if ends[0] <= tick <= ends[1]:
            canvas.line([(at_x(tick), bottom), (at_x(tick), bottom + 5)], INK)
            canvas.words(at_x(tick), bottom + 22, tick_text(tick), "middle")
    free = 0.0
    for number, label in enumerate(chart.labels):
        x, reach = at_x(number), wide(label, 12) / 2
        if label and ends[0] <= number <= ends[1] and x - reach >= free:
            canvas.words(x, bottom + 39, label, "middle", size=12, fill=SOFT)
            free = x + reach + 6


def _draw_names(
    canvas: _Canvas,
    drawn: Sequence[tuple[Series, Style]],
    marks: Sequence[tuple[float, float]],
    at: float,
    room: tuple[float, float],
) -> None:
    """Each name beside the end of its line, moved up or down where two would touch."""
    places = apart([y for _, y in marks], SIZE + 5, *room)
    for (series, style), (x, y), place in zip(drawn, marks, places, strict=True):
        if at - x > 32 or abs(place - y) > 3:
            canvas.line([(x + 8, y), (at - 4, place)], style.colour, 0.8, "1 3")
        if not style.mark:
            canvas.line([(at - 2, place), (at + 12, place)], style.colour, 1.5, style.dash)
        else:
            canvas.shapes.append(mark(Point(at + 5, place), style))
        canvas.words(at + 18, place + 5, series.name)


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
    left = 36 + _widest([bar.name for bar in bars])
    right = WIDTH - 34 - _widest([bar.label for bar in bars])
    top = canvas.top + (24 if chart.line else 4)
    bottom = top + ROW * len(bars) + 6
    at_x = _scale(ends, (left, right), chart.log)
    for tick in nice_ticks(*ends, chart.log):
        canvas.line([(at_x(tick), top), (at_x(tick), bottom)], GRID)
        canvas.words(at_x(tick), bottom + 18, tick_text(tick), "middle")
    for number, bar in enumerate(bars):
        _draw_bar(canvas, bar, top + 2 + ROW * (number + 0.5), left, at_x)
    canvas.line([(left, top), (left, bottom)], INK)
    if chart.line:
        name, value = chart.line
        canvas.line([(at_x(value), top - 4), (at_x(value), bottom)], INK, 1.5, "4 4")
        reach = EDGE + wide(name, 13) / 2
        canvas.words(min(max(at_x(value), reach), WIDTH - reach), top - 10, name, "middle", size=13)
    canvas.words((left + right) / 2, bottom + 42, _label(chart.across, chart.log), "middle")
    return canvas.picture(bottom + 58)


def _draw_bar(
    canvas: _Canvas, bar: Bar, middle: float, left: float, at_x: Callable[[float], float]
) -> None:
    end = at_x(bar.value)
    canvas.shapes.append(
        f'<g><title>{words(bar.text)}</title><rect x="{n(left)}" y="{n(middle - THICK / 2)}"'
        f' width="{n(max(1.0, end - left))}" height="{THICK}" fill="{BLUE}"/></g>'
    )
    if bar.low is not None and bar.high is not None:
        low, high = at_x(bar.low), at_x(bar.high)
        canvas.line([(low, middle), (high, middle)], INK, 1.5)
        for x in (low, high):
            canvas.line([(x, middle - 6), (x, middle + 6)], INK, 1.5)
        end = max(end, high)
    canvas.words(left - 8, middle + 5, bar.name, "end")
    canvas.words(end + 8, middle + 5, bar.label)
