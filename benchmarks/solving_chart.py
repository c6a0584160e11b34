"""Draws solving-time.svg, time by the number of states: `python -m benchmarks.solving_chart`.

It shows the last run of `make bench-solve LONG=1` in RESULTS.md; the same run gives the same file.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import RESULTS
from outplay.drawing import BLUE, FAINT, INK, RED, Sheet

FILE = Path(__file__).parent / "solving-time.svg"

ROW = re.compile(
    r"^\| ([\w-]+)((?: \d+)*) \| ([\d.]+) ([kM]?)/s \| ([\d,]+) states, [\d.,]+ s, [\d,]+ MB \|"
)
SCALE = {"": 1.0, "k": 1e3, "M": 1e6}

LAYERED = {"connect-four"}
"""Games that are solved layer by layer; all others as a graph."""

LEFT, TOP, WIDE, HIGH = 1.5, 1.0, 10.0, 7.0
STATES, SECONDS = (5, 9), (-1, 3)
"""The axes, as powers of ten."""

RATES = {1e6: (1.1e7, 32.0), 1e7: (1.6e8, 5.0)}
"""States a second: lines of time in proportion to states; and where that is written."""

TO_THE_LEFT = {
    "connect-four 5 4": -0.18,
    "connect-four 6 4": -0.16,
    "hexapawn 5 5": 0.06,
    "dobutsu": -0.16,
    "pig 50": -0.16,
}
"""Games whose names stand there, so that they do not meet others; and how far below."""


LETTER = 0.118
"""How wide one is."""


class Point(NamedTuple):
    """A game that was solved."""

    name: str
    states: int
    seconds: float


def points() -> list[Point]:
    """Those of the last run that has a large game in it."""
    for section in reversed(RESULTS.read_text("utf-8").split("\n## ")):
        found = []
        for line in section.splitlines():
            if match := ROW.match(line):
                game, parameters, rate, unit, states = match.groups()
                number = int(states.replace(",", ""))
                found.append(Point(game + parameters, number, number / float(rate) / SCALE[unit]))
        if any(point.states > 1e8 for point in found):
            return found
    raise SystemExit(f"{RESULTS} has no run of make bench-solve LONG=1.")


def across(states: float) -> float:
    low, high = STATES
    return LEFT + WIDE * (math.log10(states) - low) / (high - low)


def down(seconds: float) -> float:
    low, high = SECONDS
    return TOP + HIGH * (high - math.log10(seconds)) / (high - low)


def power(number: int) -> str:
    """10⁵; small ones in full."""
    if -2 < number < 4:
        return f"{10.0**number:,g}"
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))


def drawn(games: list[Point]) -> str:
    """The chart."""
    sheet = Sheet(LEFT + WIDE + 0.7, TOP + HIGH + 1.5, "Time to solve a game by its states")
    middle = LEFT + WIDE / 2
    sheet.text(middle, 0.45, "Time to solve a whole game, 2 cores", size=0.42, bold=True)
    for number in range(STATES[0], STATES[1] + 1):
        x = across(10.0**number)
        sheet.line(x, TOP, x, TOP + HIGH, line=FAINT, thick=0.015)
        sheet.text(x, TOP + HIGH + 0.35, power(number), size=0.32)
    for number in range(SECONDS[0], SECONDS[1] + 1):
        y = down(10.0**number)
        sheet.line(LEFT, y, LEFT + WIDE, y, line=FAINT, thick=0.015)
        sheet.text(LEFT - 0.5, y, f"{power(number)} s", size=0.32)
    for rate, place in RATES.items():
        first = max(10.0 ** STATES[0], rate * 10.0 ** SECONDS[0])
        last = 10.0 ** STATES[1]
        sheet.line(
            *(across(first), down(first / rate)),
            *(across(last), down(last / rate)),
            line=FAINT,
            thick=0.05,
        )
        words = f"{rate / 1e6:.0f} million states/s"
        sheet.text(across(place[0]), down(place[1]), words, size=0.25, fill="#6f6a5c")
    for name, states, seconds in games:
        x, y = across(states), down(seconds)
        colour = RED if name.split()[0] in LAYERED else BLUE
        sheet.circle(x, y, 0.1, fill=colour)
        if name in TO_THE_LEFT:
            sheet.text(
                x - 0.2 - LETTER * len(name), y + TO_THE_LEFT[name], name, size=0.25, anchor="start"
            )
        else:
            sheet.text(x + 0.18, y + 0.14, name, size=0.25, anchor="start")
    sheet.text(middle, TOP + HIGH + 0.85, "states that can be reached", size=0.34, fill=INK)
    for x, colour, words in ((LEFT + 2.2, RED, "layer by layer"), (LEFT + 5.4, BLUE, "as a graph")):
        sheet.circle(x, TOP + HIGH + 1.25, 0.1, fill=colour)
        sheet.text(x + 0.2, TOP + HIGH + 1.25, words, size=0.28, anchor="start")
    return str(sheet)


if __name__ == "__main__":
    FILE.write_text(drawn(points()), "utf-8")
    print(FILE)
