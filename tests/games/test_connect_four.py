"""Connect Four: against a naive second implementation, facts, notation, bad input."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import check_notation, check_symmetries, perft, reachable, value

from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.connect_four import ConnectFour

SIZES = [(7, 6, 4), (4, 4, 3), (5, 3, 4), (3, 5, 4), (12, 3, 3), (1, 62, 5), (31, 1, 4), (1, 1, 1)]


class Naive:
    """Connect Four on a dict of squares, written without a thought of the other."""

    def __init__(self, width: int, height: int, connect: int) -> None:
        self.width, self.height, self.connect = width, height, connect
        self.grid: dict[tuple[int, int], str] = {}
        self.won = ""

    def legal(self) -> list[int]:
        if self.won or len(self.grid) == self.width * self.height:
            return []
        return [x for x in range(self.width) if (x, self.height - 1) not in self.grid]

    def drop(self, x: int) -> None:
        sign = "XO"[len(self.grid) % 2]
        y = sum((x, level) in self.grid for level in range(self.height))
        self.grid[x, y] = sign
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for way in (1, -1):
                step = 1
                while self.grid.get((x + way * step * dx, y + way * step * dy)) == sign:
                    run, step = run + 1, step + 1
            if run >= self.connect:
                self.won = sign

    def text(self) -> str:
        return "/".join(
            "".join(self.grid.get((x, y), ".") for x in range(self.width))
            for y in reversed(range(self.height))
        )


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SIZES), st.integers(0, 10**9))
def test_play_like_the_naive_game(size: tuple[int, int, int], seed: int) -> None:
    game, naive, chosen = ConnectFour(*size), Naive(*size), random.Random(seed)
    s = game.initial()
    while True:
        assert game.format_state(s) == naive.text()
        assert game.to_move(s) == (MAX, MIN)[len(naive.grid) % 2]
        legal = naive.legal()
        assert game.legal(s) == legal
        if not legal:
            assert game.is_terminal(s)
            assert game.utility(s) == {"X": 1, "O": -1, "": 0}[naive.won]
            return
        column = chosen.choice(legal)
        naive.drop(column)
        s = game.result(s, column)


def test_perft() -> None:
    assert [perft(ConnectFour(), depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]


@pytest.mark.long
def test_perft_deeper() -> None:
    assert perft(ConnectFour(), 6) == 117_649
    assert perft(ConnectFour(), 7) == 823_536


def naive_value(columns: list[int], size: tuple[int, int, int]) -> int:
    naive = Naive(*size)
    for column in columns:
        naive.drop(column)
    if not naive.legal():
        return {"X": 1, "O": -1, "": 0}[naive.won]
    values = [naive_value([*columns, column], size) for column in naive.legal()]
    return min(values) if len(columns) % 2 else max(values)


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 4, 3), (4, 2, 2), (4, 2, 3)])
def test_values_of_small_boards(size: tuple[int, int, int]) -> None:
    game = ConnectFour(*size)
    assert value(game, game.initial()) == naive_value([], size)


@pytest.mark.parametrize("size", SIZES)
def test_notation_and_symmetries(size: tuple[int, int, int]) -> None:
    check_notation(ConnectFour(*size), walks=3)
    check_symmetries(ConnectFour(*size))


def test_a_position_is_also_the_columns_played() -> None:
    game = ConnectFour()
    s = game.parse_state("4453")
    assert game.format_state(s) == "......./......./......./......./...O.../..OXX.."
    assert game.parse_state("4,4,5,3") == game.parse_state(" 44 53 ") == s
    assert game.parse_state("") == game.initial()
    wide = ConnectFour(12, 3, 3)
    assert wide.parse_state("10,4,10") == wide.play(["10", "4", "10"])


def test_drawing() -> None:
    game = ConnectFour(4, 2, 3)
    assert game.show(game.parse_state("223")) == " . O . .\n . X X .\n 1 2 3 4"


def test_order_starts_in_the_centre() -> None:
    game = ConnectFour()
    s = game.initial()
    order = sorted(game.actions(s), key=lambda a: -game.priority(s, a))
    assert order == [3, 2, 4, 1, 5, 0, 6]


def test_features() -> None:
    game = ConnectFour()
    # Both have three beside each other, with a free square at both ends: two lines each.
    assert game.features(game.parse_state("334455")) == (0, 0)
    # Only X has three, and O stands at one end.
    assert game.features(game.parse_state("3344566")) == (1, 0)
    s = game.parse_state("......./......./......./......./......O/..XXX.O")
    assert game.features(s) == (2, 1)
    assert 0 < game.evaluate(s) < 1


@pytest.mark.parametrize("size", SIZES)
def test_estimates_stay_below_a_win(size: tuple[int, int, int]) -> None:
    game = ConnectFour(*size)
    for s, _ in reachable(game, seed=5, walks=10):
        assert -1 < game.evaluate(s) < 1
        other = s._replace(crosses=s.noughts, noughts=s.crosses)
        assert game.evaluate(other) == -game.evaluate(s)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8", "Move 1: There is no column '8'; legal columns: 1 2 3 4 5 6 7."),
        ("40", "Move 2: There is no column '0'"),
        ("4444444", "Move 7: Column 4 is full; legal columns: 1 2 3 5 6 7."),
        ("12121212", "Move 8, '2', comes after the end of the game."),
        ("...X.../......./......./......./......./.......", "column 4, row 6 from the bottom"),
        ("......./......./......./......./......./...Q...", "has 'Q' in it"),
        ("......./......./......./......./......./...O...", "The board has 0 X and 1 O"),
        ("...X...", "'...X...' has 1 row; the board has 6."),
        ("......./......./......./......./OOOO.../XXXX...", "Both X and O have a line"),
        ("......./......./......./......./OOO..../XXXXO..", "O cannot have moved after it"),
        ("hello", "has 'H' in it"),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        ConnectFour().parse_state(text)
    assert sentence in str(caught.value)


def test_illegal_moves() -> None:
    game = ConnectFour()
    full = game.parse_state("444444")
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(full, "4")
    assert str(caught.value) == "Column 4 is full; legal columns: 1 2 3 5 6 7."
    for text in ("0", "8", "x", "-1", "", "٣"):
        with pytest.raises(IllegalAction, match="There is no column"):
            game.parse_action(game.initial(), text)
    with pytest.raises(IllegalAction, match="over"):
        game.parse_action(game.parse_state("1212121"), "1")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"width": 0}, "width must be a whole number from 1 to 31, not 0."),
        (
            {"width": 8, "height": 7},
            "needs 64 bits, width times (height + 1); there is room for 63",
        ),
        ({"connect": 8}, "connect=8 fits neither the width (7) nor the height (6)"),
        ({"height": "6"}, "height must be a whole number from 1 to 62, not '6'."),
        ({"height": None}, "not None"),
    ],
)
def test_impossible_boards(parameters: dict[str, int], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        ConnectFour(**parameters)
    assert sentence in str(caught.value)
