"""Which features of an evaluation make the difference between two positions, and by how much.

    >>> from outplay.explain.reasons.features import difference
    >>> print(difference(chess, after_nf3, after_h4))

Each feature counts its weight times the difference of its numbers. Where the evaluation is the
weighted sum of the features, these add up to the difference of the evaluations. An evaluation that
does more (Othello keeps to what is still possible) leaves a rest, which is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from outplay.copies import protected
from outplay.errors import UsageError
from outplay.explain.words import amount, value_text
from outplay.game import AnyGame

ROUNDING = 1e-9
"""A rest that is smaller, beside the numbers it is left from, is one of rounding."""

MOST_FEATURES = 5
"""That a sentence tells; the others are added up."""


@dataclass(frozen=True)
class Part:
    """One feature, and what it makes of the difference."""

    name: str
    first: float
    """What the feature counts in the first position: its weight times its number."""
    second: float

    @property
    def value(self) -> float:
        return self.first - self.second


@dataclass(frozen=True)
class Difference:
    """How the evaluations of two positions differ. Numbers are from MAX's side."""

    game: AnyGame = field(repr=False)
    first: float
    """The evaluation of the first position."""
    second: float
    parts: tuple[Part, ...]
    """One for each feature, in the game's order."""

    @property
    def total(self) -> float:
        return self.first - self.second

    @property
    def rest(self) -> float:
        """What the features do not account for: 0 if the evaluation is their weighted sum."""
        left = self.total
        for part in self.parts:
            left -= part.value
        size = sum(abs(part.first) + abs(part.second) for part in self.parts)
        return 0 if abs(left) <= ROUNDING * (size + abs(self.total)) else left

    def ordered(self) -> list[Part]:
        """The parts that differ, the largest first."""
        differing = [part for part in self.parts if part.value]
        return sorted(differing, key=lambda part: -abs(part.value))

    def as_dict(self) -> dict[str, object]:
        return {
            "first": self.first,
            "second": self.second,
            "total": self.total,
            "parts": {part.name: part.value for part in self.parts},
            "rest": self.rest,
        }

    def __str__(self) -> str:
        return difference_text(self, "The first", "the second")


def has_features(game: AnyGame) -> bool:
    return game.answers("features") and len(game.weights) > 0


def difference(game: AnyGame, first: object, second: object) -> Difference:
    """What each feature adds to `evaluate(first) - evaluate(second)`.

    Raises UsageError if the game has no features, or is over in one of the positions: what it
    ended in is no estimate.
    """
    if not has_features(game):
        raise UsageError(f"{game.name} has no named features: it does not answer features(s).")
    game = protected(game, first, always=True)
    for s in (first, second):
        if game.is_terminal(s):
            raise UsageError(
                f"The game is over in the position {game.format_state(s)}; only estimates have"
                " features."
            )
    names = feature_names(game)
    pairs = zip(names, game.weights, game.features(first), game.features(second), strict=True)
    parts = [Part(name, weight * a, weight * b) for name, weight, a, b in pairs]
    return Difference(game, game.evaluate(first), game.evaluate(second), tuple(parts))


def feature_names(game: AnyGame) -> Sequence[str]:
    """One name for each feature: the game's own, or `feature 1` …"""
    count = len(game.weights)
    if len(game.feature_names) == count:
        return game.feature_names
    return [f"feature {number}" for number in range(1, count + 1)]


def difference_text(found: Difference, first: str, second: str, where: str = "") -> str:
    """Nf3 rather than h4: the evaluation is ~ 33 higher for White: mobility +23, king +10."""
    side = found.game.player_names[0]
    head = f"{first} rather than {second}: the evaluation{where}"
    parts = found.ordered()
    if not parts and not found.rest:
        return f"{head} sees no difference."
    texts = [f"{part.name} {value_text(part.value)}" for part in parts[:MOST_FEATURES]]
    others = parts[MOST_FEATURES:]
    if others:
        sum_ = sum(part.value for part in others)
        texts.append(f"{len(others)} more {value_text(sum_)}")
    if found.rest:
        texts.append(f"and {value_text(found.rest)} that no feature accounts for")
    head += "," if where else ""
    if not found.total:
        return f"{head} is the same, but from other features: {', '.join(texts)}."
    way = "higher" if found.total > 0 else "lower"
    return f"{head} is ~ {amount(found.total)} {way} for {side}: {', '.join(texts)}."
