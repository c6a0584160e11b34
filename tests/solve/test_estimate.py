"""How many positions a game has, from some of them: what is known has to lie in the interval."""

from __future__ import annotations

import math

import pytest

import outplay
from outplay.solve.estimate import Estimate, estimate, in_bytes, in_words
from outplay.solve.growth import by_collisions, by_layers, by_waves

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


def test_equal_states_say_how_many_there_are_at_least() -> None:
    assert by_collisions(1_000_000, 500) < 1e9
    assert by_collisions(1_000_000, 500) > 0.8e9
    assert by_collisions(1_000_000, 0) > 1e11


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
