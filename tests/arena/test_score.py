"""Scores: Elo by its definition, intervals that hold what they promise, points."""

from __future__ import annotations

import math
from random import Random

import pytest

from outplay.arena.score import Score, elo_of


def score(*pairs: tuple[float, float]) -> Score:
    return Score("a", "b", tuple(pairs))


def test_elo_is_the_logistic_curve() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)  # ten to one, by definition
    assert elo_of(1 / 101) == pytest.approx(-800)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_counts_and_mean() -> None:
    s = score((1, 0), (-1, 1), (1, 1))
    assert (s.wins, s.draws, s.losses, s.games) == (4, 1, 1, 6)
    assert s.mean == 0.75
    assert not s.counts_points
    assert str(s).startswith("a against b: +4 =1 -1, 75.0% (")


def test_points() -> None:
    s = score((2, -1), (1, 3))
    assert s.counts_points
    assert s.points[0] == 1.25
    # means 0.5 and 2: standard deviation 1.0607, of their mean 0.75
    assert s.points[1] == pytest.approx(1.96 * 0.75)
    assert str(s).endswith("+1.250 ± 1.470 points a game")


def test_no_game_says_nothing() -> None:
    assert score().interval == (0, 1)
    assert score().mean == 0.5
    assert math.isinf(score((1, 1)).points[1])


def test_all_won_is_not_certain() -> None:
    low, high = score(*[(1, 1)] * 25).interval
    assert low == pytest.approx(25 / (25 + 1.96**2))  # Wilson's interval at p = 1
    assert high == 1
    assert score(*[(1, 1)] * 25).elo == math.inf


def test_pairs_that_agree_by_their_opening_are_less_sure() -> None:
    """The same 20 wins and 20 losses, decided by the opening or not."""
    same = score(*[(1, -1)] * 20)
    apart = score(*[(1, 1)] * 10, *[(-1, -1)] * 10)
    assert same.mean == apart.mean == 0.5
    assert apart.interval[1] - apart.interval[0] > 0.4
    assert same.interval[1] - same.interval[0] <= apart.interval[1] - apart.interval[0]


def test_the_interval_holds_the_truth_95_times_in_100() -> None:
    random, hits = Random(0), 0
    for _ in range(1_000):
        pairs = [(_game(random), _game(random)) for _ in range(40)]
        low, high = score(*pairs).interval
        hits += low <= 0.6 <= high
    assert 930 <= hits <= 970


def _game(random: Random) -> int:
    """Won half the time, drawn a fifth: 0.6 on average."""
    x = random.random()
    return 1 if x < 0.5 else 0 if x < 0.7 else -1
