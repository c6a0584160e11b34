"""Moves of chess as text: SAN and UCI, both ways, and what is said of bad ones."""

import random
import re

import pytest
from outside import action_of, chess, legal_of, random_games, state_of

from outplay.errors import IllegalAction
from outplay.games.chess import san

SEVERAL = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


def agree(games: int, plies: int, share: float) -> dict[str, int]:
    """Compare with python-chess along random games; how often each special thing was seen."""
    dice = random.Random(games)
    seen = dict.fromkeys(("=", "O-O", "+", "#", "ep", "Qa1b2"), 0)
    for board in random_games(games, plies, seed=5):
        s, legal = state_of(board), legal_of(board)
        for move, a in zip(board.legal_moves, legal, strict=True):
            if dice.random() > share:
                continue
            theirs = board.san(move)
            ours = san.write(s, a, legal, theirs[-1] in "+#", theirs[-1] == "#")
            assert ours == theirs, board.fen()
            assert san.uci(s, a, board.chess960) == board.uci(move)
            for text in (theirs, theirs.strip("+#").replace("=", ""), board.uci(move)):
                assert san.find(text, s, legal) == a, (board.fen(), text)
            for sign in ("=", "O-O", "+", "#"):
                seen[sign] += sign in theirs
            seen["ep"] += board.is_en_passant(move)
            seen["Qa1b2"] += re.match("[NBRQ][a-h][1-8]x?[a-h][1-8]", theirs) is not None
    return seen


def test_agrees_with_python_chess_on_random_games() -> None:
    seen = agree(games=26, plies=60, share=0.15)
    assert min(seen.values()) > 0, seen


@pytest.mark.long
def test_agrees_with_python_chess_on_all_moves_of_many_games() -> None:
    seen = agree(games=60, plies=150, share=1)
    assert min(seen.values()) > 20, seen


def position(text: str, chess960: bool = False) -> tuple[chess.Board, list[int]]:
    board = chess.Board(text, chess960=chess960)
    return board, legal_of(board)


def found(text: str, fen: str, chess960: bool = False) -> str:
    """What a text names, in UCI."""
    board, legal = position(fen, chess960)
    return san.uci(state_of(board), san.find(text, state_of(board), legal), chess960)


@pytest.mark.parametrize(
    "text", ["e4", "e4!", "e4!?", " e4 ", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4+", "e4 ??"]
)
def test_a_pawns_move_is_read_in_many_forms(text: str) -> None:
    assert found(text, chess.STARTING_FEN) == "e2e4"


@pytest.mark.parametrize("text", ["Nf3", "nf3", "Ng1f3", "Ngf3", "N1f3", "Ng1-f3", "g1f3"])
def test_a_knights_move_is_read_in_many_forms(text: str) -> None:
    assert found(text, chess.STARTING_FEN) == "g1f3"


@pytest.mark.parametrize(
    "text", ["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8=Q+", "e7e8q", "e7e8Q"]
)
def test_promotions_are_read_in_many_forms(text: str) -> None:
    assert found(text, "8/4P3/8/8/8/8/k7/4K3 w - - 0 1") == "e7e8q"


@pytest.mark.parametrize(
    "text",
    ["exd6", "exd6 e.p.", "exd6ep", "exd6 e.p.+", "ed6", "ed", "e5d6", "e5xd6", "e:d6", "d6"],
)
def test_en_passant_is_read_in_many_forms(text: str) -> None:
    start = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1"
    if text in ("ed", "d6"):  # too short: the file that it comes from is part of a capture
        with pytest.raises(IllegalAction):
            found(text, start)
    else:
        assert found(text, start) == "e5d6"


@pytest.mark.parametrize("text", ["O-O", "0-0", "o-o", "OO", "O-O+", "e1g1", "e1h1"])
def test_castling_is_read_in_many_forms(text: str) -> None:
    assert found(text, SEVERAL) == "e1g1"
    assert found(text, SEVERAL, chess960=True) == "e1h1"


@pytest.mark.parametrize("text", ["O-O-O", "0-0-0", "ooo", "e1c1", "e1a1"])
def test_castling_on_the_queens_side(text: str) -> None:
    assert found(text, SEVERAL) == "e1c1"


def test_a_kings_step_goes_before_castling_to_the_same_square() -> None:
    start = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
    assert found("f1g1", start, chess960=True) == "f1g1"
    assert found("f1h1", start, chess960=True) == "f1h1"
    assert found("Kg1", start, chess960=True) == "f1g1"
    assert found("O-O", start, chess960=True) == "f1h1"
    start = "4k3/8/8/8/8/8/8/5KR1 w K - 0 1"  # the king takes the place of its rook
    assert found("f1g1", start, chess960=True) == found("O-O", start, chess960=True) == "f1g1"


def test_a_small_b_is_a_pawn_before_a_bishop() -> None:
    both = "4k3/8/8/8/3B4/2p5/1P6/4K3 w - - 0 1"
    assert found("bxc3", both) == "b2c3"
    assert found("Bxc3", both) == "d4c3"
    assert found("bxc3", "4k3/8/8/8/3B4/2p5/8/4K3 w - - 0 1") == "d4c3"
    assert found("bb4", "4k3/8/8/8/8/B7/1P6/4K3 w - - 0 1") == "a3b4"
    assert found("b4", "4k3/8/8/8/8/B7/1P6/4K3 w - - 0 1") == "b2b4"


@pytest.mark.parametrize(
    ("text", "fen", "said"),
    [
        (
            "Nd2",
            "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
            "Nd2 can be done in several ways: write Nfd2 or Nbd2.",
        ),
        (
            "e8",
            "8/4P3/8/8/8/8/k7/4K3 w - - 0 1",
            "e8 can be done in several ways: write e8=Q or e8=R or e8=B or e8=N.",
        ),
        (
            "Nf5",
            chess.STARTING_FEN,
            "Nf5 is not legal: no knight of White can go to f5; legal: Nh3 Nf3 Nc3 Na3.",
        ),
        (
            "Nbf3",
            chess.STARTING_FEN,
            "Nbf3 is not legal: no knight of White can go from b to f3; legal: Nh3 Nf3 Nc3 Na3.",
        ),
        (
            "Nxf3",
            chess.STARTING_FEN,
            "Nxf3 is not legal: there is nothing to capture on f3; legal: Nh3 Nf3 Nc3 Na3.",
        ),
        (
            "e3e4",
            "4k3/8/8/8/8/8/7P/7K w - - 0 1",
            "e3e4 is not legal: e3 is empty; legal: Kg2 Kg1 h3 h4.",
        ),
        (
            "e8e7",
            "4k3/8/8/8/8/8/7P/7K w - - 0 1",
            "e8e7 is not legal: it is White's turn; legal: Kg2 Kg1 h3 h4.",
        ),
        (
            "h3=Q",
            "4k3/8/8/8/8/8/7P/7K w - - 0 1",
            "h3=Q is not legal: only a pawn that reaches the last rank promotes; legal: h3 h4.",
        ),
        (
            "O-O",
            "4k3/8/8/8/8/8/7P/7K w - - 0 1",
            "O-O is not legal: White cannot castle there now; legal: Kg2 Kg1.",
        ),
        (
            "h4",
            "4k3/8/8/8/8/8/7P/r6K w - - 0 1",
            "h4 is not legal: White is in check, and no pawn of White can go to h4; legal: Kg2.",
        ),
        (
            "Kh1",
            SEVERAL,
            "Kh1 is not legal: no king of White can go to h1; legal: Kf2 Ke2 Kd2 Kf1 Kd1.",
        ),
        (
            "hello",
            "4k3/8/8/8/8/8/7P/7K w - - 0 1",
            "'hello' is not a move; write it as in e4, Nf3, exd5, O-O, e8=Q or e2e4;"
            " legal: Kg2 Kg1 h3 h4.",
        ),
        (
            "",
            "4k3/8/8/8/8/8/7P/7K w - - 0 1",
            "'' is not a move; write it as in e4, Nf3, exd5, O-O, e8=Q or e2e4;"
            " legal: Kg2 Kg1 h3 h4.",
        ),
        ("Ra1", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "The game is over; there is nothing to play."),
    ],
)
def test_what_is_wrong_is_said(text: str, fen: str, said: str) -> None:
    board, legal = position(fen)
    with pytest.raises(IllegalAction) as error:
        san.find(text, state_of(board), legal)
    assert str(error.value) == said


def test_a_pinned_piece_need_not_be_told_apart() -> None:
    board, legal = position("4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1")
    a = action_of(board, chess.Move.from_uci("a1c2"))
    assert san.write(state_of(board), a, legal) == "Nc2"


def test_a_long_list_of_moves_is_cut() -> None:
    board, legal = position("6k1/8/8/2Q1Q3/8/2Q1Q3/8/K7 w - - 0 1")
    with pytest.raises(IllegalAction, match=r"and \d+ more\.$"):
        san.find("Qh8h7", state_of(board), legal)
