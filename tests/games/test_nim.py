"""Nim: Bouton's theorem on all small positions, notation, symmetries, bad input."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from walks import check_notation, check_symmetries, perft

from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.nim import Nim, State, nim_sum
from outplay.tuples import replace_at

LARGE = 5


def values(game: Nim) -> object:
    @cache
    def value(s: State) -> float:
        if game.is_terminal(s):
            return game.utility(s)
        best = max if s.player == MAX else min
        return best(value(game.result(s, a)) for a in game.actions(s))

    return value


@pytest.mark.parametrize("player", [MAX, MIN])
def test_the_player_to_move_wins_exactly_if_the_xor_is_not_0(player: int) -> None:
    value = values(Nim((0, 0, 0)))
    for heaps in product(range(LARGE + 1), repeat=3):
        assert value(State(heaps, player)) == (player if nim_sum(heaps) else -player)


def test_misere_differs_only_when_all_heaps_are_small() -> None:
    value = values(Nim((0, 0, 0), misere=True))
    for heaps in product(range(LARGE + 1), repeat=3):
        wins = nim_sum(heaps) != 0 if max(heaps) > 1 else nim_sum(heaps) == 0
        assert value(State(heaps, MAX)) == (1 if wins else -1)


@pytest.mark.parametrize("misere", [False, True])
def test_candidates_hold_a_best_action(misere: bool) -> None:
    game = Nim((0, 0, 0), misere)
    value = values(game)
    for heaps in product(range(LARGE + 1), repeat=3):
        s = State(heaps, MAX)
        if any(heaps):
            found = list(game.candidates(s))
            assert set(found) <= set(game.actions(s))
            assert max(value(game.result(s, a)) for a in found) == value(s)


def test_symmetries() -> None:
    for heaps in [(3, 4, 5), (1, 1), (7,), (1, 2, 3, 4), (1, 2, 1, 2, 1)]:
        check_symmetries(Nim(heaps))
    orders = {s.heaps for s in Nim().symmetries(State((3, 4, 5), MIN))}
    assert len(orders) == 6


def test_notation() -> None:
    check_notation(Nim())
    check_notation(Nim([20] * 26, misere=True), walks=2)
    game = Nim()
    assert game.parse_state("3 4 5") == game.initial()
    assert game.parse_state("1, 0, 5, second") == State((1, 0, 5), MIN)
    assert game.format_action(game.initial(), (1, 3)) == "b3"


def test_first_plies() -> None:
    assert [perft(Nim((1, 2)), depth) for depth in range(5)] == [1, 3, 5, 3, 0]


def test_drawing() -> None:
    assert Nim((3, 0)).show(State((3, 0), MAX)) == "a  3 |||\nb  0"


@pytest.mark.parametrize(
    "text", ["3 4", "3 4 5 6", "3 4 x", "3 4 -5", "", "3 4 5 third", "3 4 99999999"]
)
def test_impossible_positions(text: str) -> None:
    with pytest.raises(InvalidPosition, match="is not a position of this game: write 3 heaps"):
        Nim().parse_state(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b5", "Heap b holds 4, not 5; you can take 1 to 4."),
        ("b0", "Heap b holds 4, not 0"),
        ("d1", "There is no heap d; the heaps are a to c."),
        ("4", "'4' is not a move; write a heap and how many to take, such as a1."),
    ],
)
def test_illegal_moves(text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        Nim().parse_action(Nim().initial(), text)
    assert sentence in str(caught.value)


def test_nothing_to_take() -> None:
    with pytest.raises(IllegalAction, match="over"):
        Nim().parse_action(State((0, 0, 0), MAX), "a1")
    with pytest.raises(IllegalAction, match="Heap a holds 0, not 1; choose another"):
        Nim().parse_action(State((0, 1, 0), MAX), "a1")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"heaps": "345"}, "heaps must be 1 to 26 whole numbers, not '345'."),
        ({"heaps": ()}, "heaps must be 1 to 26 whole numbers"),
        ({"heaps": 3}, "heaps must be 1 to 26 whole numbers, not 3."),
        ({"heaps": (3, -1)}, "A heap must be a whole number from 0 to 1000000, not -1."),
        ({"heaps": (3, "4")}, "not '4'"),
        ({"misere": "yes"}, "misere must be True or False, not 'yes'."),
    ],
)
def test_impossible_games(parameters: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Nim(**parameters)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_replace_at() -> None:
    assert replace_at((1, 2, 3), 0, 9) == (9, 2, 3)
    assert replace_at((1, 2, 3), 2, 9) == (1, 2, 9)
    for index in (-1, 3):
        with pytest.raises(IndexError, match="replace_at"):
            replace_at((1, 2, 3), index, 9)
