"""How many positions a game has, from some of them: what is known has to lie in the interval."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

import outplay
from outplay.game import Game
from outplay.solve import walks
from outplay.solve.estimate import Estimate, estimate, in_bytes, in_words
from outplay.solve.growth import Range, by_capture, by_layers, by_waves, of_layers
from outplay.solve.walks import most_alike

# fmt: off
LAYERS = [
    1, 3, 13, 49, 177, 545, 1686, 4699, 12562, 30477, 69873, 150005, 298208, 564459, 974705,
    1616135, 2385289, 3395606, 4198598, 4978556, 4906950, 4511068, 3316658, 2173593, 1006013,
    292439,
]
"""Connect Four on 5 × 5, up to mirror images: counted in full."""

BRANCHING = {
    9: 4.4, 10: 4.43, 11: 4.27, 12: 4.22, 13: 3.97, 14: 3.95, 15: 3.66, 16: 3.48, 17: 3.13,
    18: 2.99, 19: 2.54, 20: 2.32, 21: 1.89, 22: 1.61, 23: 1.12, 24: 0.68, 25: 0.0,
}
"""Of a sample of each layer: rounded."""
# fmt: on


def holds(found: tuple[float, float, float], number: float) -> bool:
    low, likely, high = found
    return low <= likely <= high and low <= number <= high


@pytest.mark.parametrize("known", range(11, len(LAYERS)))
def test_true_numbers_lie_between(known: int) -> None:
    found = by_layers(LAYERS[:known], BRANCHING)
    assert holds(found, sum(LAYERS)), found
    if known >= 16:  # a tenth of all: then the interval is of use
        assert found.high / found.low < 6


def test_waves_have_an_end_only_where_they_get_smaller() -> None:
    assert by_waves([1, 10, 100, 500]) == (611, math.inf, math.inf)
    falling = [1, 10, 100, 1000, 700, 400, 200, 100, 40]
    assert holds(by_waves(falling), sum(falling) + 20)


def test_draws_that_are_equal_say_how_many_states_there_are() -> None:
    dice = np.random.default_rng(3)
    found = most_alike(dice.integers(5_000, size=20_000), np.zeros(20_000, np.int64))
    assert 4_500 < found.states < 5_000  # never more, even if few pairs are equal by chance
    assert most_alike(np.arange(1_000), np.zeros(1_000, np.int64)).pairs == 0


def test_a_group_that_is_often_met_is_weighed_down() -> None:
    """A few states in which every game ends do not hide that there are many before."""
    dice = np.random.default_rng(3)
    many, few = dice.integers(100_000, size=50_000), 100_000 + dice.integers(10, size=50_000)
    groups = np.repeat([0, 1], 50_000)
    assert 60_000 < most_alike(np.concatenate([many, few]), groups).states < 110_000


def test_without_equal_draws_nobody_knows_the_most() -> None:
    assert by_capture(1_000, 5_000.0, 3) == (5_000, math.inf, math.inf)
    assert holds(by_capture(1_000, 5_000.0, 1_000), 20_000)


def test_layers_that_say_too_little_are_left_aside() -> None:
    found, capture = Range(1e9, 1e12, 1e14), Range(1e5, 4e5, 3e6)
    assert of_layers(found, 2_000, capture) == capture
    assert of_layers(Range(2e5, 3e5, 9e5), 1e5, capture) == (2e5, 3e5, 9e5)
    unknown = Range(1e5, math.inf, math.inf)
    assert of_layers(found, 1e6, unknown) == found


@pytest.mark.parametrize(
    ("name", "parameters", "states"),
    [
        # Counts of Connect Four: John Tromp, https://tromp.github.io/c4/c4.html
        ("tic-tac-toe", {}, 5_478),
        ("connect-four", {"width": 4, "height": 4}, 161_029),
        ("connect-four", {"width": 4, "height": 5}, 1_706_255),
        ("connect-four", {"width": 5, "height": 4}, 3_945_711),
        ("connect-four", {"width": 5, "height": 5}, 69_763_700),
    ],
)
def test_games_that_are_known(name: str, parameters: dict[str, int], states: int) -> None:
    found = estimate(outplay.load(name, **parameters), seconds=1)
    assert holds(found.states, states), found
    assert found.fits in ("yes", "likely")


COUNTED = (
    ("kalah", {"pits": 3, "seeds": 5}, 829_400),
    ("kalah", {"pits": 4, "seeds": 2}, 315_147),
    ("kalah", {"pits": 4, "seeds": 3}, 5_255_649),
    ("kalah", {"pits": 6, "seeds": 1}, 1_218_928),
    ("morris", {"men": 5, "quiet_limit": 0}, 1_120_745),
    ("hexapawn", {"width": 5, "height": 5}, 1_606_169),
    ("breakthrough", {"width": 4, "height": 4}, 1_606_370),
    ("breakthrough", {"width": 3, "height": 5}, 1_213_637),
    ("ur", {"pieces": 3}, 3_158_634),
    ("pig", {"target": 100}, 2_039_004),
    ("connect-four", {"width": 5, "height": 5}, 34_888_367),
    ("connect-four", {"width": 7, "height": 3}, 13_723_856),
    ("hex", {"size": 4}, 4_693_575),
    ("domineering", {"rows": 5, "columns": 6}, 2_127_972),
    ("domineering", {"rows": 6, "columns": 5}, 2_166_543),
    ("dots-and-boxes", {"width": 7, "height": 1}, 1_797_172),
    ("dots-and-boxes", {"width": 4, "height": 2}, 2_003_982),
    ("dots-and-boxes", {"width": 3, "height": 3}, 4_384_180),
)
"""Positions, counted in full: with a grade and without one, with chance and without."""


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.1, 0.5])
def test_nearly_all_counts_lie_in_their_intervals(seconds: float) -> None:
    """The intervals are honest: nine of ten, and the likely number is of the right size."""
    missed, tried = [], 0
    for name, parameters, positions in COUNTED:
        found = estimate(outplay.load(name, **parameters), seconds=seconds)
        if found.exact:
            assert found.positions.low == positions
            continue
        tried += 1
        if not holds(found.positions, positions):
            missed.append((name, parameters, positions, found.positions))
        assert positions / 12 < found.positions.likely < positions * 12, (name, found.positions)
        assert found.positions.high < 250 * found.positions.low, (name, found.positions)
    assert len(missed) <= max(1, tried // 10), missed


class Sowing(Game[list[list[int]], int]):
    """Sow from one of the own pits; what is in them afterwards may need more bits than were ever
    seen in the first games: a state of lists, without a grade."""

    name = "sowing"
    may_cycle = True

    def initial(self) -> list[list[int]]:
        return [[3] * 8, [1]]

    def to_move(self, s: list[list[int]]) -> int:
        return s[1][0]

    def actions(self, s: list[list[int]]) -> Iterator[int]:
        for pit in range(8):
            if s[0][pit] and (pit < 4) == (s[1][0] > 0):
                yield pit

    def result(self, s: list[list[int]], a: int) -> list[list[int]]:
        pits, player = list(s[0]), s[1][0]
        seeds, pits[a] = pits[a], 0
        for step in range(1, seeds + 1):
            pits[(a + step) % 8] += 1
        return [pits, [-player]]

    def is_terminal(self, s: list[list[int]]) -> bool:
        pits = s[0][:4] if s[1][0] > 0 else s[0][4:]
        return sum(pits) == 0

    def utility(self, s: list[list[int]]) -> int:
        return -s[1][0]


@pytest.mark.parametrize("speed", ["auto", "python"])
def test_keys_that_grow_while_waves_are_found(monkeypatch: pytest.MonkeyPatch, speed: str) -> None:
    """Random games begin with keys as they were packed last, not as they were at first."""
    monkeypatch.setattr(walks, "LATEST", 0.5)
    found = estimate(Sowing(), seconds=0.2, speed=speed)
    assert not found.exact and found.positions.low >= found.found


def test_small_numbers_have_their_start_in_them() -> None:
    found = estimate(outplay.load("pig", target=20))
    assert found.exact
    assert found.seconds.low > 0 and found.seconds.high > 1  # rules are compiled
    assert found.file.low > 500  # a header


def refused(name: str, seconds: float) -> Estimate:
    found = estimate(outplay.load(name), seconds=seconds)
    assert found.fits in ("no", "unlikely"), found
    return found


@pytest.mark.long
def test_what_is_too_large_is_refused() -> None:
    assert refused("connect-four", 4).states.high > 4_531_985_219_092


def test_chess_is_refused() -> None:
    assert refused("chess", 1).positions.low > 1e7


@pytest.mark.parametrize("options", [{"seconds": 0}, {"memory": 0}, {"threads": 0}, {"roots": []}])
def test_wrong_options(options: dict[str, object]) -> None:
    with pytest.raises(outplay.UsageError):
        estimate(outplay.load("nim"), **options)  # type: ignore[arg-type]


def test_numbers_in_words() -> None:
    assert [in_bytes(n) for n in (812, 1.234e6, 5e30)] == ["812 B", "1.23 MB", "more than 1,000 EB"]
    assert [in_words(n) for n in (161_029, 4.5e6, 2.3e12)] == [
        "161,029",
        "4.5 million",
        "2.3 × 10^12",
    ]
    assert in_words(math.inf) == "an unknown number"
