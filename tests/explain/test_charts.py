"""Charts: well-formed, nothing overlaps, ticks that people like."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outplay.explain.behaviour.charts import (
    MOST_TICKS,
    STYLES,
    Bar,
    BarChart,
    LineChart,
    Point,
    Series,
    nice_ticks,
    span,
    tick_text,
)
from outplay.explain.behaviour.svg_charts import WIDTH, apart
from outplay.explain.draw.svg_text import wide as wide_of
from outplay.explain.draw.svg_text import wrapped
from outplay.result import Bound

SVG = "{http://www.w3.org/2000/svg}"
numbers = st.floats(-1e9, 1e9, allow_nan=False)


def boxes(svg: str) -> list[tuple[str, float, float, float, float]]:
    """Each text: what it says, and (left, top, right, bottom) as wide as it may be."""
    found = []
    for text in ET.fromstring(svg).iter(f"{SVG}text"):
        size, x, y = (float(text.get(name, "0")) for name in ("font-size", "x", "y"))
        wide = wide_of(text.text or "", size)
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[text.get("text-anchor", "")]
        if text.get("transform"):
            found.append((text.text or "", x - size, y - wide / 2, x, y + wide / 2))
        else:
            found.append((text.text or "", left, y - 0.75 * size, left + wide, y + 0.2 * size))
    return found


def assert_apart(svg: str) -> None:
    height = float(ET.fromstring(svg).get("height", "0"))
    all_boxes = boxes(svg)
    for number, (one, left, top, right, bottom) in enumerate(all_boxes):
        assert left >= 0 and right <= WIDTH and top >= 0 and bottom <= height, one
        for other, left2, top2, right2, bottom2 in all_boxes[:number]:
            beside = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert beside, f"{one!r} touches {other!r}"


@pytest.mark.parametrize("seed", range(25))
def test_no_words_of_a_line_chart_touch(seed: int) -> None:
    random = Random(seed)
    log = bool(seed % 2)
    scale = 10 ** random.randint(0, 8)
    series = tuple(
        Series(
            f"series {number}" * random.randint(1, 3),
            tuple(
                Point(x, scale * random.random() + 0.01, random.choice(list(Bound)))
                for x in range(1, random.randint(2, 40))
            ),
            quiet=number == 3,
        )
        for number in range(random.randint(1, 8))
    )
    labels = tuple("abcdefg"[: random.randint(0, 5)] for _ in range(30)) if seed % 3 == 0 else ()
    notes = ("every run visits at most so many nodes " * 4, "second")
    chart = LineChart("a title " * 12, "x", "y", series, log, notes, not log, labels)
    assert_apart(chart.svg())


@pytest.mark.parametrize("seed", range(15))
def test_no_words_of_a_bar_chart_touch(seed: int) -> None:
    random = Random(seed)
    bars = tuple(
        Bar(f"order {n}", v := 10 ** random.uniform(0, 6), v / 2 + 0.5, 2 * v, f"= {v:,.0f} leaves")
        for n in range(1, 7)
    )
    line = ("least possible: 12", 10 ** random.uniform(0, 3))
    assert_apart(BarChart("bars", "leaves", bars, bool(seed % 2), line, ("note",)).svg())


@given(st.lists(st.floats(0, 300), max_size=20), st.floats(5, 20))
def test_names_are_moved_apart_and_kept_in_order(wanted: list[float], gap: float) -> None:
    places = apart(wanted, gap, 0, 300)
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    for one, other in pairwise(order):
        assert places[other] - places[one] >= gap - 1e-9
    if gap * len(wanted) <= 300:
        assert all(-1e-9 <= place <= 300 + 1e-9 for place in places)


@given(st.lists(numbers, min_size=1, max_size=20))
def test_linear_ticks_are_few_even_and_span_the_data(values: list[float]) -> None:
    low, high = span(values, log=False)
    slack = 1e-6 * max(1, *map(abs, values))
    assert low <= min(values) + slack and high >= max(values) - slack
    ticks = nice_ticks(low, high, log=False)
    assert 2 <= len(ticks) <= MOST_TICKS + 3
    step = ticks[1] - ticks[0]
    mantissa = step / 10 ** math.floor(math.log10(step) + 1e-9)
    assert any(mantissa == pytest.approx(nice) for nice in (1, 2, 5, 10))


@given(st.lists(st.floats(1e-3, 1e15), min_size=1, max_size=20))
def test_logarithmic_ticks_begin_and_end_at_powers_of_ten(values: list[float]) -> None:
    low, high = span(values, log=True)
    assert low <= min(values) * (1 + 1e-9) and high >= max(values) * (1 - 1e-9)
    ticks = nice_ticks(low, high, log=True)
    assert ticks == sorted(ticks) and low in ticks and 2 <= len(ticks) <= MOST_TICKS + 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-2, "−2"),
        (0.25, "0.25"),
        (1000, "1,000"),
        (2e6, "2 million"),
        (1e9, "1 billion"),
        (137257, "137,257"),
    ],
)
def test_numbers_on_an_axis(value: float, text: str) -> None:
    assert tick_text(value) == text


def test_long_words_are_kept_whole() -> None:
    assert wrapped("a bb " + "c" * 99, 12, 50) == ["a bb", "c" * 99]


def test_series_differ_by_more_than_colour() -> None:
    assert len({(style.mark, style.dash) for style in STYLES}) == len(STYLES)
    assert len({style.mark for style in STYLES}) == len({style.letter for style in STYLES})
    assert len({style.mark for style in STYLES}) == len(STYLES)


def test_screen_readers_hear_every_point_once() -> None:
    points = (Point(1, 10, note="one: = 10"), Point(2, 100, Bound.LOWER, "two: ≥ 100 <&>"))
    chart = LineChart("t", "x", "y", (Series("s", points),), log=True)
    root = ET.fromstring(chart.svg())
    assert [t.text for t in root.iter(f"{SVG}title")] == ["t", "one: = 10", "two: ≥ 100 <&>"]
    assert "two: ≥ 100 <&>" in (root.findtext(f"{SVG}desc") or "")


def test_an_empty_chart_is_a_chart() -> None:
    ET.fromstring(LineChart("t", "x", "y", ()).svg())
    ET.fromstring(BarChart("t", "x", ()).svg())
