"""The score of a match, and its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

Z = 1.96
"""Standard errors on each side of a 95 % confidence interval."""


@dataclass(frozen=True)
class Score:
    """The games of a match, from the first player's side.

    Games come in pairs from one opening with sides reversed. The two games of a pair are not
    independent, so errors are computed from pairs.
    """

    first: str
    second: str
    pairs: tuple[tuple[float, float], ...] = ()
    """What the first player got in both games of each opening: the utility, from its side."""
    reasons: dict[str, int] = field(default_factory=dict)
    """How many games ended by the `rules`, by `repetition` and by `length`."""
    stopped: bool = False
    """Did the match end before its last game?"""

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def wins(self) -> int:
        return sum(value > 0 for value in self._values())

    @property
    def draws(self) -> int:
        return sum(value == 0 for value in self._values())

    @property
    def losses(self) -> int:
        return sum(value < 0 for value in self._values())

    @property
    def mean(self) -> float:
        """Wins and half the draws, as a part of all games; 0.5 where there is none."""
        return (self.wins + self.draws / 2) / self.games if self.pairs else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where `mean` would lie in the long run, with 95 % confidence (Wilson's interval).

        As many games count as would give the spread that the pairs show.
        """
        n = len(self.pairs)
        if n == 0:
            return 0.0, 1.0
        p = self.mean
        spread = sum(((_won(a) + _won(b)) / 2 - p) ** 2 for a, b in self.pairs)
        count = float(n)
        if n > 1 and spread > 0 and 0 < p < 1:
            count = p * (1 - p) / (spread / (n - 1) / n)
        middle = (p + Z * Z / (2 * count)) / (1 + Z * Z / count)
        wide = Z / (1 + Z * Z / count) * math.sqrt(p * (1 - p) / count + Z * Z / (4 * count**2))
        return max(0.0, middle - wide), min(1.0, middle + wide)

    @property
    def elo(self) -> float:
        """The difference in Elo points; infinite where all games were won or lost."""
        return elo_of(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        low, high = self.interval
        return elo_of(low), elo_of(high)

    @property
    def points(self) -> tuple[float, float]:
        """The mean utility of a game, and its 95 % error on each side."""
        n = len(self.pairs)
        means = [(a + b) / 2 for a, b in self.pairs]
        middle = sum(means) / max(1, n)
        if n < 2:
            return middle, math.inf
        spread = sum((x - middle) ** 2 for x in means) / (n - 1)
        return middle, Z * math.sqrt(spread / n)

    @property
    def is_won(self) -> bool:
        """Is the first player better, with 95 % confidence?"""
        return self.interval[0] > 0.5

    @property
    def counts_points(self) -> bool:
        """Are there more ends than won, drawn and lost?"""
        return len({abs(value) for value in self._values()} - {0}) > 1

    def _values(self) -> Iterator[float]:
        return chain.from_iterable(self.pairs)

    def __str__(self) -> str:
        low, high = self.interval
        text = (
            f"{self.first} against {self.second}: +{self.wins} ={self.draws} -{self.losses},"
            f" {self.mean:.1%} ({low:.1%} to {high:.1%}), Elo {_elo_text(self.elo)}"
            f" ({_elo_text(elo_of(low))} to {_elo_text(elo_of(high))})"
        )
        if self.counts_points:
            middle, wide = self.points
            text += f", {middle:+.3f} ± {wide:.3f} points a game"
        return text


def elo_of(mean: float) -> float:
    """The difference in Elo points of two players of whom the first gets `mean` of the points."""
    if mean <= 0:
        return -math.inf
    if mean >= 1:
        return math.inf
    return -400 * math.log10(1 / mean - 1)


def _won(value: float) -> float:
    return 1.0 if value > 0 else 0.5 if value == 0 else 0.0


def _elo_text(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "-∞"
