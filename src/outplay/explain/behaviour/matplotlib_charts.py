"""The charts by matplotlib, which is optional: `pip install outplay[plots]`."""

from __future__ import annotations

from typing import Any

from outplay.errors import UsageError
from outplay.explain.behaviour.charts import LOOKS, QUIET, SOFT, BarChart, Chart, LineChart, wrapped
from outplay.result import Bound

MARKS = {
    "circle": "o", "square": "s", "triangle": "^", "diamond": "D", "cross": "X", "plus": "P",
    "none": "",
}  # fmt: skip


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
        _lines(chart, axes)
    else:
        _bars(chart, axes)
    notes = [line for note in chart.notes for line in wrapped(note, 620, 9)]
    room = 14 if isinstance(chart, BarChart) and chart.line else 0
    axes.annotate(
        "\n".join(notes), (0, 1), (0, 5 + room), "axes fraction", "offset points",
        va="bottom", size=8, color=SOFT,
    )  # fmt: skip
    axes.set_title(chart.title, loc="left", pad=10 + room + 11 * len(notes))
    return axes.get_figure(root=True)


def _lines(chart: LineChart, axes: Any) -> None:
    looks = iter(LOOKS * (1 + len(chart.series) // len(LOOKS)))
    for series in chart.series:
        colour, shape, dash = QUIET if series.quiet else next(looks)
        dashes = tuple(float(part) / 2.5 for part in dash.split())
        known = [p for p in series.points if not chart.log or p.bound is not Bound.LOWER]
        xs, ys = [point.x for point in known], [point.y for point in known]
        style = (0, dashes) if dashes else "-"
        axes.plot(
            xs,
            ys,
            color=colour,
            linestyle=style,
            linewidth=2,
            marker=MARKS[shape],
            label=series.name,
        )
        for point in series.points:
            fill = colour if point.bound is Bound.EXACT else "white"
            mark = {Bound.LOWER: "^", Bound.UPPER: "v"}.get(point.bound, MARKS[shape])
            axes.plot(
                [point.x], [point.y], color=colour, marker=mark, markerfacecolor=fill, markersize=7
            )
    if chart.log:
        axes.set_yscale("log")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(chart.across)
    axes.set_ylabel(chart.up)
    axes.grid(axis="y", alpha=0.3)
    if len(chart.series) > 1:
        axes.legend(frameon=False)


def _bars(chart: BarChart, axes: Any) -> None:
    names = [bar.name for bar in chart.bars]
    axes.barh(names, [bar.value for bar in chart.bars], color=LOOKS[0][0], height=0.55)
    for row, bar in enumerate(chart.bars):
        if bar.low is not None and bar.high is not None:
            axes.plot([bar.low, bar.high], [row, row], color="black", marker="|")
        end = bar.value if bar.high is None else max(bar.value, bar.high)
        axes.annotate(bar.told, (end, row), xytext=(6, 0), textcoords="offset points", va="center")
    if chart.line is not None:
        name, value = chart.line
        axes.axvline(value, color=SOFT, linestyle="--")
        axes.annotate(
            name, (value, 1), (0, 3), axes.get_xaxis_transform(), "offset points", ha="center"
        )
    most = max((max(bar.value, bar.high or 0) for bar in chart.bars), default=1)
    if chart.log:
        axes.set_xscale("log")
        axes.set_xlim(1, most**1.5)  # room for what is told at the ends
    else:
        axes.set_xlim(0, 1.5 * most)
    axes.invert_yaxis()
    axes.set_xlabel(chart.across)
