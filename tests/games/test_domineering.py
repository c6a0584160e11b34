"""Domineering: against a naive second implementation, outcome classes, notation, bad input."""

from __future__ import annotations

import random
from typing import Any

import pytest
from walks import check_notation, check_symmetries, ends, perft, reachable, value

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.domineering import Domineering

SIZES = [(8, 8), (4, 4), (1, 1), (2, 3), (3, 2), (1, 64), (64, 1), (5, 7)]


class Naive:
    """A set of free squares (row, column)."""

    def __init__(self, rows: int, columns: int) -> None:
        self.free = {(y, x) for y in range(rows) for x in range(columns)}
        self.step = (1, 0)

    def other(self, square: tuple[int, int]) -> tuple[int, int]:
        return square[0] + self.step[0], square[1] + self.step[1]

    def legal(self) -> list[tuple[int, int]]:
        return sorted(square for square in self.free if self.other(square) in self.free)

    def lay(self, square: tuple[int, int]) -> None:
        self.free -= {square, self.other(square)}
        self.step = self.step[1], self.step[0]


@pytest.mark.parametrize("size", SIZES)
def test_play_like_the_naive_game(size: tuple[int, int]) -> None:
    for seed in range(8):
        game, naive, chosen = Domineering(*size), Naive(*size), random.Random(seed)
        s = game.initial()
        while True:
            legal = naive.legal()
            assert [divmod(square, size[1]) for square in game.legal(s)] == legal
            assert game.to_move(s) == (MAX if naive.step == (1, 0) else MIN)
            if not legal:
                assert game.is_terminal(s)
                assert game.utility(s) == -game.to_move(s)
                break
            y, x = chosen.choice(legal)
            naive.lay((y, x))
            s = game.result(s, y * size[1] + x)


def test_perft() -> None:
    # Two upright dominoes fit a board of 2 by 2, and then no flat one.
    assert [perft(Domineering(2, 2), depth) for depth in (1, 2)] == [2, 0]
    game = Domineering(4, 4)
    assert perft(game, 1) == 12
    assert perft(game, 2) == sum(len(game.legal(game.result(s, a))) for s, a in first_plies(game))
    # An upright domino in an outer column spoils 2 flat ones, in another column 4.
    assert outplay.perft(Domineering(8, 8), 2, speed="python") == 56 * 56 - 14 * 2 - 42 * 4


def first_plies(game: Domineering) -> list[tuple[Any, int]]:
    s = game.initial()
    return [(s, a) for a in game.legal(s)]


# The outcome class by rows and columns: 1 and 2, the first and the second player wins; V and H,
# Vertical and Horizontal do, whoever begins. Recomputed for the reference data of this project; as
# published (Drummond-Cole, arXiv 1305.3257; 5 by 5 for the second player is in many places).
CLASSES = ("2HHHHH", "V11HV1", "V11HHH", "VVV1V1", "VHVH2H", "V1V1V1")
NAMES = {(1, 1): "V", (-1, -1): "H", (1, -1): "1", (-1, 1): "2"}


def outcome(rows: int, columns: int, speed: str) -> str:
    values = []
    for first in ("vertical", "horizontal"):
        game = Domineering(rows, columns, first)
        s = game.initial()
        if game.is_terminal(s):
            values.append(game.utility(s))
        else:
            r = outplay.analyse(game, exact=True, lines=1, speed=speed)
            values.append(int(r.value))
    return NAMES[values[0], values[1]]


def test_outcome_classes() -> None:
    for rows in range(1, 7):
        for columns in range(1, 7):
            if rows * columns <= 15:
                assert outcome(rows, columns, "python") == CLASSES[rows - 1][columns - 1]


@pytest.mark.long
@pytest.mark.parametrize("rows", range(3, 7))
@pytest.mark.parametrize("columns", range(3, 7))
def test_more_outcome_classes(rows: int, columns: int) -> None:
    assert outcome(rows, columns, "auto") == CLASSES[rows - 1][columns - 1]


@pytest.mark.long
def test_seven_by_seven_is_won_by_whoever_begins() -> None:
    engine = outplay.Engine(Domineering(7, 7), memory=1024)
    assert engine.analyse(exact=True, lines=1).value == 1


def test_native_speed_gives_the_same() -> None:
    game = Domineering(5, 5)
    native = outplay.alphabeta(game, depth=2, speed="native")
    python = outplay.alphabeta(game, depth=2, speed="python")
    assert (native.value, native.action, native.nodes) == (
        python.value,
        python.action,
        python.nodes,
    )


@pytest.mark.long
def test_five_by_five_is_won_by_whoever_comes_second() -> None:
    r = outplay.analyse(Domineering(5, 5), exact=True, lines=1, speed="native")
    assert (r.value, r.distance) == (-1, 12)


@pytest.mark.long
def test_both_speeds_agree() -> None:
    game = Domineering(8, 8)
    for depth in (1, 3):
        native = outplay.alphabeta(game, depth=depth, speed="native")
        python = outplay.alphabeta(game, depth=depth, speed="python")
        assert (native.value, native.action, native.nodes) == (
            python.value,
            python.action,
            python.nodes,
        )
    native, python = (outplay.perft(game, 3, speed=speed) for speed in ("native", "python"))
    assert native == python


@pytest.mark.parametrize("size", [(4, 4), (3, 5), (5, 3), (2, 7)])
def test_outlook_holds(size: tuple[int, int]) -> None:
    game = Domineering(*size)
    known: dict[Any, int] = {}
    settled = 0
    for s, a in reachable(game, seed=9, walks=60):
        if a is None or s.free.bit_count() > 12:
            continue
        worst, best = (1000 - n if n > 0 else -1000 - n for n in game.outcome_bounds(s))
        assert worst <= ends(game, s, known) <= best, game.format_state(s)
        settled += worst > 0 or best < 0
    assert settled > 40


@pytest.mark.parametrize("size", SIZES)
def test_notation_and_symmetries(size: tuple[int, int]) -> None:
    check_notation(Domineering(*size), walks=2)
    check_symmetries(Domineering(*size, "horizontal"))


def test_symmetries_and_keys_keep_the_value() -> None:
    game = Domineering(3, 4)
    by_key: dict[Any, float] = {}
    for s, _ in reachable(game, seed=5, walks=12):
        if s.free.bit_count() <= 10:
            assert {value(game, t) for t in game.symmetries(s)} == {value(game, s)}
            assert by_key.setdefault(game.key(s), value(game, s)) == value(game, s)


def test_features_stay_below_a_win_and_change_sides() -> None:
    for rows, columns in [(4, 4), (3, 5), (8, 8)]:
        game, turned = Domineering(rows, columns), Domineering(columns, rows, "horizontal")
        for s, _ in reachable(game, seed=6, walks=5):
            assert -1 < game.evaluate(s) < 1
            text, turn = game.format_state(s).split()
            board = "/".join("".join(column) for column in zip(*text.split("/"), strict=True))
            t = turned.parse_state(f"{board} {'horizontal' if turn == 'vertical' else 'vertical'}")
            assert turned.features(t) == tuple(-feature for feature in game.features(s))


def test_features() -> None:
    game = Domineering(3, 3)
    # Three squares in the last column: one upright domino fits there, and it is safe.
    assert game.features(game.parse_state("##./##./##. vertical")) == (1, 1, 1)
    assert game.outcome_bounds(game.parse_state("##./##./##. vertical")) == (1, 1)


def test_pictures() -> None:
    game = Domineering(2, 3)
    s = game.play(["b1"])
    assert game.show(s) == "  a b c\n1 . # .\n2 . # ."  # and Horizontal has lost
    assert game.show(game.initial()).endswith("Vertical to move")
    assert game.draw(game.initial()).startswith("<svg")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("..../....", "'..../....' has 2 rows; the board has 4."),
        ("..../..../..../...", "Row 4 of '..../..../..../...' has 3 squares; the board is 4 wide."),
        ("..../..../..../...x", "has 'x' in it; a board is written with # and . only"),
        ("..../..../..../.... east", "ends in 'east'; who is to move is vertical or horizontal."),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Domineering(4, 4).parse_state(text)
    assert sentence in str(caught.value)


def test_illegal_moves() -> None:
    game = Domineering(4, 4)
    s = game.initial()
    assert game.parse_action(s, " B 2 ") == 5
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(s, "a4")
    assert str(caught.value).startswith("A domino laid upright does not fit at a4: that square or")
    for text in ("e1", "a5", "", "1a", "a0"):
        with pytest.raises(IllegalAction, match=r"There is no square .*; the squares are a1 to d4"):
            game.parse_action(s, text)
    with pytest.raises(IllegalAction, match="over"):
        game.parse_action(game.parse_state("####/####/####/###."), "a1")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"rows": 0}, "rows must be a whole number from 1 to 64, not 0."),
        ({"rows": 9}, "A board of 9 by 8 has 72 squares; there is room for 64."),
        ({"first": "white"}, "first must be 'vertical' or 'horizontal', not 'white'."),
    ],
)
def test_impossible_boards(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Domineering(**parameters)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("size", [(5, 5), (3, 4)])
def test_the_checker_finds_no_fault(size: tuple[int, int]) -> None:
    report = outplay.check(Domineering(*size), lines=5, native=False)
    assert report.ok, report
