"""Pig: its chances, a small target solved by iteration, notation, bad input."""

from __future__ import annotations

import pytest
from walks import check_notation, reachable, value

from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN
from outplay.games.pig import HOLD, ROLL, Pig, State


def test_the_die_is_fair() -> None:
    game = Pig()
    s = game.result(game.initial(), ROLL)
    assert game.to_move(s) == CHANCE
    assert [face for face, _ in game.outcomes(s)] == [1, 2, 3, 4, 5, 6]
    assert sum(p for _, p in game.outcomes(s)) == pytest.approx(1)
    assert {p for _, p in game.outcomes(s)} == {1 / 6}


def test_a_turn() -> None:
    game = Pig()
    s = game.play(["roll", "6", "roll", "5"])
    assert s == State(0, 0, 11, MAX, 0)
    assert game.play(["hold"], s) == State(11, 0, 0, MIN, 0)
    assert game.play(["roll", "1"], s) == State(0, 0, 0, MIN, 0)
    assert game.play(["hold", "roll", "2", "hold"], s) == State(11, 2, 0, MAX, 0)


def test_a_turn_begins_with_a_roll() -> None:
    game = Pig()
    assert list(game.actions(game.initial())) == [ROLL]
    assert list(game.actions(State(0, 0, 2, MAX, 0))) == [ROLL, HOLD]


def test_reaching_the_target_wins() -> None:
    game = Pig(10)
    won = game.play(["roll", "6", "roll", "4"])
    assert game.is_terminal(won)
    assert game.utility(won) == MAX
    lost = State(9, 5, 6, MIN, 0)
    assert game.is_terminal(lost)
    assert game.utility(lost) == MIN
    assert not game.is_terminal(State(9, 5, 4, MIN, 0))


def win_probability(target: int) -> float:
    """By iterating Neller and Presser's equations (2004): the player to move's chance to win."""
    p = {(i, j, k): 0.5 for i in range(target) for j in range(target) for k in range(target - i)}

    def at(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else p[i, j, k]

    change = 1.0
    while change > 1e-12:
        change = 0.0
        for i, j, k in p:
            roll = (1 - at(j, i, 0) + sum(at(i, j, k + face) for face in range(2, 7))) / 6
            hold = 1 - at(j, i + k, 0)
            new = max(roll, hold) if k else roll
            change = max(change, abs(new - p[i, j, k]))
            p[i, j, k] = new
    return p[0, 0, 0]


def iterated_value(game: Pig) -> float:
    """The value of the start by iterating over all of the game's own states."""
    order, seen = [game.initial()], {game.initial()}
    for s in order:
        for a in game.legal(s):
            t = game.result(s, a)
            if t not in seen:
                seen.add(t)
                order.append(t)
    values = {s: float(game.utility(s)) if game.is_terminal(s) else 0.0 for s in order}
    inner = [s for s in order if not game.is_terminal(s)]
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for s in reversed(inner):
            if game.to_move(s) == CHANCE:
                new = sum(p * values[game.result(s, a)] for a, p in game.outcomes(s))
            else:
                best = max if s.player == MAX else min
                new = best(values[game.result(s, a)] for a in game.actions(s))
            change = max(change, abs(new - values[s]))
            values[s] = new
    return values[game.initial()]


@pytest.mark.parametrize("target", [1, 2, 7, 12])
def test_value_of_a_small_target(target: int) -> None:
    assert (iterated_value(Pig(target)) + 1) / 2 == pytest.approx(win_probability(target))


def test_a_target_of_2_by_hand() -> None:
    # Any roll but 1 wins: p = 5/6 + 1/6 (1 - p), so p = 6/7.
    assert win_probability(2) == pytest.approx(6 / 7)


def test_searched_estimates_stay_within_the_bounds() -> None:
    game = Pig(20)
    for s, _ in reachable(game, seed=6, walks=5, plies=30):
        low, high = game.bounds(s)
        assert low <= value(game, s, depth=2) <= high
        assert low <= game.evaluate(s) <= high or game.is_terminal(s)


def test_it_says_what_it_is() -> None:
    assert not Pig().properties.deterministic
    assert Pig().properties.may_cycle


def test_notation() -> None:
    check_notation(Pig(), walks=5)
    check_notation(Pig(1), walks=5)
    assert Pig().parse_state("20 35 8 first rolling") == State(20, 35, 8, MAX, 1)


def test_drawing() -> None:
    picture = Pig().show(State(20, 5, 8, MIN, 0))
    assert picture == "  first   20 of 100\n> second   5 of 100   turn total 8"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("20 35", "is not a position of pig"),
        ("100 3 0 first", "A score of 100 has won already."),
        ("3 3 1 first", "A turn total of 1 is not possible here."),
        ("96 3 10 first", "A turn total of 10 is not possible here."),
        ("96 3 4 first rolling", "nobody rolls again"),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Pig().parse_state(text)
    assert sentence in str(caught.value)


def test_illegal_moves() -> None:
    game = Pig()
    with pytest.raises(IllegalAction, match=r"'hold' is not a decision here; choose from: roll\."):
        game.parse_action(game.initial(), "hold")
    with pytest.raises(IllegalAction, match="'7' is not a face of the die; choose from: 1 2 3 4"):
        game.parse_action(game.play(["roll"]), "7")


@pytest.mark.parametrize("target", [0, -5, "100", 1.5, None])
def test_impossible_targets(target: object) -> None:
    with pytest.raises(UsageError, match="target must be a whole number from 1"):
        Pig(target)  # type: ignore[arg-type]
