"""Which features make a difference: the parts add up, and a rest is named."""

from __future__ import annotations

import random
from typing import Any

import pytest

import outplay
from outplay import CHANCE, Game
from outplay.errors import UsageError
from outplay.explain.reasons.explanation import explain
from outplay.explain.reasons.features import (
    difference,
    difference_text,
    feature_names,
    has_features,
)
from outplay.game import MAX
from outplay.games import BUILT_IN

WITH_FEATURES = [name for name in BUILT_IN if has_features(outplay.load(name))]
SUMS = [name for name in WITH_FEATURES if name not in ("othello", "2048", "ur")]
"""The evaluation of these is the weighted sum itself."""


def some_states(game: Game[Any, Any], count: int, seed: int) -> list[Any]:
    """Of random games, not over; decisions only."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        s = game.initial()
        for _ in range(chance.randrange(1, 40)):
            if game.is_terminal(s):
                break
            if game.to_move(s) != CHANCE and chance.random() < 0.1:
                found.append(s)
            s = game.result(s, chance.choice(game.legal(s)))
    return found[:count]


@pytest.mark.parametrize("name", WITH_FEATURES)
def test_parts_and_rest_add_up_to_the_difference(name: str) -> None:
    game = outplay.load(name)
    states = some_states(game, 10, seed=1)
    for first, second in zip(states, reversed(states), strict=True):
        found = difference(game, first, second)
        assert found.total == game.evaluate(first) - game.evaluate(second)
        parts = sum(part.value for part in found.parts)
        assert parts + found.rest == pytest.approx(found.total, abs=1e-9)
        if name in SUMS:
            assert found.rest == 0
        if name == "chess":
            assert parts == found.total  # whole numbers: to the point
            assert all(isinstance(part.value, int) for part in found.parts)


@pytest.mark.parametrize("name", WITH_FEATURES)
def test_features_of_built_in_games_have_names(name: str) -> None:
    game = outplay.load(name)
    names = feature_names(game)
    assert len(set(names)) == len(names) == len(game.weights)
    assert not any(name.startswith("feature ") for name in names)


class Weighed(Game[int, int]):
    """Count up to nine; the evaluation is a sum, or (`crooked`) a sum and something else."""

    weights = (2, -1, 0.5)

    def __init__(self, crooked: float = 0) -> None:
        self.crooked = crooked

    def initial(self) -> int:
        return 0

    def to_move(self, s: int) -> int:
        return MAX

    def actions(self, s: int) -> Any:
        return (1, 2, 3)

    def result(self, s: int, a: int) -> int:
        return s + a

    def is_terminal(self, s: int) -> bool:
        return s >= 9

    def utility(self, s: int) -> float:
        return s

    def features(self, s: int) -> tuple[float, ...]:
        return s, s * s, s % 3

    def evaluate(self, s: int) -> float:
        return super().evaluate(s) + self.crooked * s


def test_a_rest_is_named_and_names_are_the_games_own() -> None:
    found = difference(Weighed(), 4, 2)
    assert [part.value for part in found.parts] == [4, -12, -0.5]
    assert (found.total, found.rest) == (-8.5, 0)
    assert str(found) == (
        "The first rather than the second: the evaluation is ~ 8.5 lower for MAX: feature 2 -12,"
        " feature 1 +4, feature 3 -0.5."
    )
    crooked = Weighed(1)
    crooked.feature_names = ("way", "square", "remainder")
    found = difference(crooked, 4, 2)
    assert (found.total, found.rest) == (-6.5, 2)
    assert "square -12, way +4" in str(found)
    assert "and +2 that no feature accounts for" in str(found)


def test_no_difference_and_many_features() -> None:
    game = Weighed()
    assert difference_text(difference(game, 4, 4), "a", "b") == (
        "a rather than b: the evaluation sees no difference."
    )
    othello = outplay.load("othello")
    first, second = some_states(othello, 2, seed=3)
    assert " more " in difference_text(difference(othello, first, second), "a", "b")


def test_games_without_features_and_ends_are_refused() -> None:
    tic_tac_toe = outplay.load("tic-tac-toe")
    s = tic_tac_toe.initial()
    with pytest.raises(UsageError, match="no named features"):
        difference(tic_tac_toe, s, s)
    with pytest.raises(UsageError, match="over"):
        difference(Weighed(), 9, 2)


def test_explain_tells_the_features_that_the_search_saw() -> None:
    game = outplay.load("connect-four")
    e = explain(game, None, 3, than=0, depth=3, speed="python")
    reason = e.reasons[-1]
    assert reason.kind == "features"
    ends = []
    for line in reason.lines:
        s = game.initial()
        for a in line:
            s = game.result(s, a)
        ends.append(game.evaluate(s))
    assert reason.value == ends[0] - ends[1]
    assert sum(reason.data["features"]["parts"].values()) == pytest.approx(reason.value)
    assert "4 rather than 1: the evaluation, where the lines end, is ~" in reason.text
