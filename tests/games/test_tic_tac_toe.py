"""Tic-tac-toe: facts, notation both ways, symmetries, and sentences for bad input."""

from __future__ import annotations

import pytest
from walks import check_notation, check_symmetries, nodes, perft, reachable, value

from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.tic_tac_toe import State, TicTacToe


def distinct(game: TicTacToe) -> set[State]:
    found, waiting = set(), [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in found:
            found.add(s)
            waiting += [game.result(s, a) for a in game.legal(s)]
    return found


def test_counts_of_the_whole_game() -> None:
    game = TicTacToe()
    states = distinct(game)
    assert len(states) == 5478
    assert len({min([s, *game.symmetries(s)]) for s in states}) == 765


def test_nodes_of_the_whole_tree() -> None:
    game = TicTacToe()
    assert nodes(game, game.initial()) == 549_946


def test_first_plies() -> None:
    assert [perft(TicTacToe(), depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]


def test_squares_come_in_order() -> None:
    game = TicTacToe()
    assert list(game.actions(game.initial())) == list(range(9))


def test_values() -> None:
    game = TicTacToe()
    assert value(game, game.parse_state("XO./.../...")) == 1
    assert value(game, game.parse_state("X../.O./...")) == 0
    assert value(TicTacToe(2, 2, 2), State(0, 0, MAX)) == 1
    assert value(TicTacToe(3, 2, 3), State(0, 0, MAX)) == 0


@pytest.mark.parametrize(
    "size", [(3, 3, 3), (4, 3, 3), (3, 5, 4), (1, 1, 1), (9, 7, 5), (26, 2, 3)]
)
def test_notation_and_symmetries(size: tuple[int, int, int]) -> None:
    check_notation(TicTacToe(*size), walks=5)
    check_symmetries(TicTacToe(*size))


def test_symmetries_are_eight_on_a_square_and_four_on_a_rectangle() -> None:
    corner_and_edge = TicTacToe().parse_state("XO./.../...")
    assert len({corner_and_edge, *TicTacToe().symmetries(corner_and_edge)}) == 8
    wide = TicTacToe(4, 3, 3)
    s = wide.parse_state("XO../..../....")
    assert len({s, *wide.symmetries(s)}) == 4


def test_symmetries_keep_the_value() -> None:
    game = TicTacToe()
    for s, _ in reachable(game, seed=3, walks=3):
        if (s.crosses | s.noughts).bit_count() >= 4:
            assert {value(game, t) for t in game.symmetries(s)} == {value(game, s)}


def test_squares_have_two_names() -> None:
    game = TicTacToe()
    s = game.initial()
    assert game.format_action(s, 7) == "b3"
    assert game.parse_action(s, "b3") == game.parse_action(s, " B3 ") == 7
    assert game.parse_action(s, "8") == 7


def test_drawing() -> None:
    game = TicTacToe()
    assert game.show(game.parse_state("X.O/.X./...")) == "  a b c\n1 X . O\n2 . X .\n3 . . ."


def test_the_centre_comes_first() -> None:
    game = TicTacToe()
    s = game.initial()
    assert [game.priority(s, square) for square in range(9)] == [3, 2, 3, 2, 4, 2, 3, 2, 3]


def test_estimates_stay_within_the_utilities() -> None:
    game = TicTacToe(5, 4, 4)
    for s, _ in reachable(game, seed=4):
        assert -1 <= game.evaluate(s) <= 1
        mirrored = State(s.noughts, s.crosses, -s.player)
        assert game.evaluate(mirrored) == -game.evaluate(s)


def test_both_sides_can_win() -> None:
    game = TicTacToe()
    assert game.utility(game.parse_state("XXX/OO./...")) == MAX
    assert game.utility(game.parse_state("OOO/XX./X..")) == MIN


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X.O/.X./..", "Row 3 of 'X.O/.X./..' has 2 squares; the board is 3 wide."),
        ("X.O/.X.", "'X.O/.X.' has 2 rows; the board has 3."),
        ("X.O/.Z./...", "has 'Z' in it"),
        ("", "'' has 1 row; the board has 3."),
        ("XX./.../...", "The board has 2 X and 0 O"),
        ("O../.../...", "The board has 0 X and 1 O"),
        ("XXX/OOO/...", "Both X and O have a line"),
        ("XXX/OO./O..", "X has a line on this board, so O cannot have moved after it"),
        ("OOO/XX./XX.", "O has a line on this board, so X cannot have moved after it"),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        TicTacToe().parse_state(text)
    assert sentence in str(caught.value)


def test_illegal_moves() -> None:
    game = TicTacToe()
    s = game.play(["b2"])
    with pytest.raises(IllegalAction, match=r"^Square b2 is taken; legal squares: a1 b1 c1 a2 c2"):
        game.parse_action(s, "b2")
    with pytest.raises(IllegalAction, match=r"^There is no square 'd1'; legal squares: a1 "):
        game.parse_action(s, "d1")
    with pytest.raises(IllegalAction, match="over"):
        game.parse_action(game.parse_state("XXX/OO./..."), "c3")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"width": 0}, "width must be a whole number from 1 to 26, not 0."),
        ({"width": "3"}, "width must be a whole number from 1 to 26, not '3'."),
        ({"width": True}, "not True"),
        ({"width": 3.0}, "not 3.0"),
        ({"width": 8, "height": 8}, "has 64 squares; there is room for 63."),
        ({"connect": 4}, "connect=4 fits neither the width (3) nor the height (3)"),
        ({"connect": 0}, "connect must be a whole number from 1"),
    ],
)
def test_impossible_boards(parameters: dict[str, int], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        TicTacToe(**parameters)
    assert sentence in str(caught.value)
