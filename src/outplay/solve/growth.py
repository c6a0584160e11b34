"""How many positions there are in layers that were not found: an interval, from those that were.

A layer has as many positions as the one before it, times the positions that come after each,
divided by how often each of them is reached. The first factor is known from a sample, down to the
end of the game. The second one is known exactly for the layers that were found, and changes
slowly: it is drawn on in several ways. If it soon stays as it is, there are more positions; if it
goes on growing as it did, there are fewer; what is likely lies between. Both ends are moved apart
by as much as the layers that were found differ from such lines.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

WINDOW = 8
"""Layers from which the change is read."""

FADING = 0.8
"""By how much the change of one layer is that of the layer before, if all goes as is likely."""

DRIFT = 0.005
"""A slope that nobody can see in the layers that were found, but cannot be ruled out."""

LEAST_FADING, MOST_FADING = 0.5, 0.96
"""The same, at least and at most."""

REST, FARTHER = 1.6, 0.15
"""See `_doubt`: chosen so that the true numbers of games that are known lie within."""

ENDLESS = 10_000
"""Layers; beyond them nothing is added up."""

PARABOLA = 6
"""Waves that are looked at."""

FLATTEST = -0.01
"""By so much the growth of waves gets less, at least."""

FARTHEST, WAVES_DOUBT = 1.0, 5.0
"""Of what was found, so much more can be foreseen at most; and by how much that may be off."""

FEW_PAIRS = 100
"""Pairs of equal states; where there are fewer, nobody knows the most."""

UNEQUAL = 3.5, 30.0
"""How many times as many states there are as if all were met as often: what is likely, and at
most. Measured for thirty games: `benchmarks/RESULTS.md`."""

TRUSTED, FAR_OFF = 50_000, 100.0
"""Layers say enough where so many states were found, or so large a part of what is likely."""


class Range(NamedTuple):
    """Between what a number lies, and what is likely."""

    low: float
    likely: float
    high: float

    def times(self, least: float, most: float | None = None) -> Range:
        """Multiplied by a factor, or by one between two."""
        most = least if most is None else most
        return Range(self.low * least, self.likely * math.sqrt(least * most), self.high * most)

    def plus(self, least: float, most: float) -> Range:
        """With a number between two added to it."""
        return Range(self.low + least, self.likely + math.sqrt(least * most), self.high + most)

    def at_most(self, most: float) -> Range:
        return Range(*(min(number, most) for number in self))

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


def exactly(number: float) -> Range:
    return Range(number, number, number)


def by_layers(layers: Sequence[int], branching: Mapping[int, float]) -> Range:
    """All positions of a game with layers, of which the first ones are known.

    `branching`: by layer, how many positions come after one; known to the end of the game.
    """
    known, last = sum(layers), len(layers) - 1
    reached = {
        d: math.log(branching[d] * layers[d] / layers[d + 1])
        for d in range(last)
        if d in branching and branching[d] > 0
    }
    some = list(reached.items())[-WINDOW:]
    if len(some) < 2:
        level, slope, noise = _guessed(layers, branching), 0.05, 0.1
    else:
        level, slope, noise = _line(some, last - 1)
    points = max(2, len(some))
    drift = DRIFT + noise * math.sqrt(12 / points**3)
    shift = noise / math.sqrt(points)

    def rest(fading: float, side: float) -> float:
        """The positions of all layers that were not found."""
        size, sum_, step = float(layers[last]), 0.0, slope + side * drift
        now = level + side * shift
        for d in range(last, last + ENDLESS):
            if branching.get(d, 0) <= 0:
                break
            now += step
            step *= fading
            size *= branching[d] * math.exp(-max(0.0, now))
            sum_ += size
        return sum_

    rests = [rest(f, side) for f in (LEAST_FADING, MOST_FADING) for side in (-1.0, 1.0)]
    likely = rest(FADING, 0.0)
    low, high = min(*rests, likely), max(*rests, likely)
    return Range(
        known + low / _doubt(low / known), known + likely, known + high * _doubt(high / known)
    )


def _doubt(farther: float) -> float:
    """By how much what was not found may be off whatever its layers look like, where it is so many
    times what was found."""
    return REST * math.pow(max(1.0, farther), FARTHER)


def _line(points: Sequence[tuple[int, float]], at: int) -> tuple[float, float, float]:
    """A straight line through points: its height there, its slope, and how far they are off."""
    x = np.array([d for d, _ in points], float) - at
    y = np.array([value for _, value in points])
    slope, level = np.polyfit(x, y, 1)
    off = y - (level + slope * x)
    return float(level), float(slope), float(np.sqrt((off**2).sum() / max(1, len(points) - 2)))


def _guessed(layers: Sequence[int], branching: Mapping[int, float]) -> float:
    """How often positions are reached, as a logarithm, where no layer says so."""
    last = len(layers) - 1
    if last < 1 or last not in branching:
        return 0.5
    return max(0.0, math.log(max(1e-9, branching[last] * layers[last - 1] / layers[last])))


def by_waves(waves: Sequence[int]) -> Range:
    """All positions of a game without layers, of which those were found that the first plies lead
    to. How many are the most is known only where waves have stopped growing, or nearly: a
    parabola through the logarithms of the last ones then says how they go on."""
    known = float(sum(waves))
    if len(waves) < PARABOLA:
        return Range(known, math.inf, math.inf)
    sizes = np.log(np.array(waves, float))
    growth = (sizes[2:] - sizes[:-2])[-PARABOLA:] / 2  # over two waves: players take turns
    slope, level = np.polyfit(np.arange(len(growth)) - len(growth) - 0.5, growth, 1)
    slope, rest, now = min(float(slope), FLATTEST), 0.0, float(sizes[-1])
    for step in range(1, ENDLESS):
        now += float(level) + slope * (step - 0.5)
        rest += math.exp(min(now, 100.0))
        if now < 0 or now > 100:
            break
    if rest > FARTHEST * known:
        return Range(known, math.inf, math.inf)
    return Range(known + rest / 5, known + rest, known + WAVES_DOUBT * max(rest, waves[-1]))


def by_capture(found: float, alike: float, pairs: int) -> Range:
    """All positions, of which so many were found, if random games say that there would be `alike`
    were all of them met as often (`walks.py`), from so many pairs of equal states.

    They never are: there are more. How many times as many was counted for games that are known.
    """
    low = max(found, alike)
    if pairs < FEW_PAIRS:
        return Range(low, math.inf, math.inf)
    return Range(low, max(low, UNEQUAL[0] * alike), max(low, UNEQUAL[1] * alike))


def of_layers(found: Range, known: float, capture: Range) -> Range:
    """What layers and random games say together; the latter alone if too few layers were found to
    say anything, or if the two do not agree."""
    low = max(known, capture.low)
    if not math.isfinite(capture.high):
        return found if known >= TRUSTED else Range(low, max(low, found.likely), found.high)
    if capture.is_exact or (known < TRUSTED and found.likely > FAR_OFF * known):
        return capture
    if not capture.low <= found.likely <= capture.high:
        return capture
    return Range(max(found.low, capture.low), found.likely, min(found.high, capture.high))


def both(one: Range, other: Range) -> Range:
    """Where both intervals meet; all from one to the other if they do not."""
    low, high = max(one.low, other.low), min(one.high, other.high)
    if low > high:
        low, high = min(one.low, other.low), max(one.high, other.high)
    if not math.isfinite(one.likely) or not math.isfinite(other.likely):
        likely = min(one.likely, other.likely)
    else:
        likely = math.sqrt(one.likely * other.likely)
    return Range(low, min(max(likely, low), high), high)
