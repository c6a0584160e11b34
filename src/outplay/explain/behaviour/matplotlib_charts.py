"""The charts by matplotlib, which is optional: `pip install outplay[plots]`."""

from __future__ import annotations

from typing import Any

from outplay.errors import UsageError
from outplay.explain.behaviour.charts import SOFT, STYLES, BarChart, Chart, LineChart
from outplay.explain.draw.svg_text import wrapped
from outplay.result import Bound


def plot(chart: Chart, axes: Any = None) -> Any:
    """Draws the chart on these axes, or on a new figure; gives the figure. Raises UsageError."""
    try:
        from matplotlib.figure import Figure  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise UsageError(
            "plot() needs matplotlib, which is not installed: pip install 'outplay[plots]'."
            " svg() draws the same chart without it."
        ) from None
    if axes is None:
        axes = Figure(figsize=(8, 4.8), layout="constrained").add_subplot()
    if isinstance(chart, LineChart):
        _plot_lines(chart, axes)
    else:
        _plot_bars(chart, axes)
    notes = [line for note in chart.notes for line in wrapped(note, 9, 620)]
    room = 14 if isinstance(chart, BarChart) and chart.line else 0
    offset = {"xytext": (0, 5 + room), "textcoords": "offset points"}
    look = {"va": "bottom", "size": 8, "color": SOFT}
    axes.annotate("\n".join(notes), (0, 1), xycoords="axes fraction", **offset, **look)
    axes.set_title(chart.title, loc="left", pad=10 + room + 11 * len(notes))
    return axes.get_figure(root=True)


def _plot_lines(chart: LineChart, axes: Any) -> None:
    for series, style in chart.styled():
        dashes = tuple(float(part) / 2.5 for part in style.dash.split())
        look = {"color": style.colour, "linestyle": (0, dashes) if dashes else "-", "linewidth": 2}
        joined, shape = chart.joined(series), style.letter
        xs, ys = [point.x for point in joined], [point.y for point in joined]
        axes.plot(xs, ys, marker=shape, label=series.name, **look)
        for point in series.points:
            fill = style.colour if point.bound is Bound.EXACT else "white"
            mark = {Bound.LOWER: "^", Bound.UPPER: "v"}.get(point.bound, shape)
            look = {"color": style.colour, "markerfacecolor": fill, "markersize": 7}
            axes.plot([point.x], [point.y], marker=mark, **look)
    if chart.log:
        axes.set_yscale("log")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(chart.across)
    axes.set_ylabel(chart.up)
    axes.grid(axis="y", alpha=0.3)
    if len(chart.series) > 1:
        axes.legend(frameon=False)


def _plot_bars(chart: BarChart, axes: Any) -> None:
    names = [bar.name for bar in chart.bars]
    axes.barh(names, [bar.value for bar in chart.bars], color=STYLES[0].colour, height=0.55)
    offset = {"textcoords": "offset points"}
    for row, bar in enumerate(chart.bars):
        if bar.low is not None and bar.high is not None:
            axes.plot([bar.low, bar.high], [row, row], color="black", marker="|")
        end = bar.value if bar.high is None else max(bar.value, bar.high)
        axes.annotate(bar.label, (end, row), xytext=(6, 0), va="center", **offset)
    if chart.line is not None:
        name, value = chart.line
        axes.axvline(value, color=SOFT, linestyle="--")
        above = {"xycoords": axes.get_xaxis_transform(), "xytext": (0, 3)}
        axes.annotate(name, (value, 1), ha="center", **above, **offset)
    most = max((max(bar.value, bar.high or 0) for bar in chart.bars), default=1)
    if chart.log:
        axes.set_xscale("log")
        axes.set_xlim(1, most**1.5)  # room for the labels at the ends
    else:
        axes.set_xlim(0, 1.5 * most)
    axes.invert_yaxis()
    axes.set_xlabel(chart.across)
