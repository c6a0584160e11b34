"""How many positions there are in layers that were not found: an interval, from those that were.

A layer has as many positions as the one before it, times the positions that come after each,
divided by how often each of them is reached. The first factor is known from a sample, down to the
end of the game. The second one is known exactly for the layers that were found, and changes
slowly: it is drawn on in several ways. If it soon stays as it is, there are more positions; if it
goes on growing as it did, there are fewer; what is likely lies between. Both ends are moved apart
by as much as the layers that were found differ from such lines.
"""

from __future__ import annotations

import itertools
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

FALLING, FALLEN = 5, 0.8
"""Waves that get smaller: so many, each so much smaller than the one before."""


class Range(NamedTuple):
    """Between what a number lies, and what is likely."""

    low: float
    likely: float
    high: float

    def times(self, least: float, most: float | None = None) -> Range:
        """Multiplied by a factor, or by one between two."""
        most = least if most is None else most
        return Range(self.low * least, self.likely * math.sqrt(least * most), self.high * most)

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
    to. Nothing says when it ends: how many are the most is known only where waves have been getting
    smaller for a while."""
    known = float(sum(waves))
    some = [b / a for a, b in itertools.pairwise(waves)][-FALLING:]
    if len(some) < FALLING or max(some) > FALLEN:
        return Range(known, math.inf, math.inf)
    ratio = max(some)
    rest = waves[-1] * ratio / (1 - ratio)
    return Range(known, known + rest / 2, known + 4 * rest)


def by_collisions(samples: int, pairs: int) -> float:
    """So many states there are at least, if that many samples hold so many pairs of equal ones.

    Were all states as likely, `pairs` would be `samples`² / 2 divided by their number; where they
    are not, there are more pairs. The true mean of the pairs is below twice their number and a few
    more, unless the sample is one of very few.
    """
    return samples * (samples - 1) / 2 / (pairs + 2 * math.sqrt(pairs) + 4)
