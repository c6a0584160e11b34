"""Positions of chess as FENs: read and written as python-chess does, and judged."""

import re

import pytest
from outside import CROWDED, chess, random_games

from outplay.errors import InvalidPosition
from outplay.game import MAX, MIN
from outplay.games.chess import fen
from outplay.games.chess.board import BIT, KING, QUEEN, piece_at

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_usual_start() -> None:
    s = fen.read("startpos")
    assert s == fen.read(START) == fen.read(f' [FEN "{START}"] ')
    assert fen.write(s) == fen.write(s, chess960=True) == START
    assert s.white == 0xFFFF and s.black == -1 << 48 and s.player == MAX
    assert s.castling == BIT[0] | BIT[7] | BIT[56] | BIT[63]
    assert (piece_at(s, 3), piece_at(s, 60)) == (QUEEN, KING)
    assert [fen.letter_at(s, square) for square in (0, 12, 20, 62)] == ["R", "P", "", "n"]
    assert fen.board_text(s) == START.split()[0]


def test_counters_may_be_missing_and_the_number_may_be_0() -> None:
    short = " ".join(START.split()[:4])
    assert fen.read(short) == fen.read(START) == fen.read(short + " 0 0")
    assert fen.read(short + " 7") == fen.read(short + " 7 1")
    s = fen.read("8/8/8/8/8/4pk2/8/5K2 b - - 15 139")
    assert (s.player, s.quiet, s.number) == (MIN, 15, 139)


def agree(games: int, plies: int) -> set[str]:
    """Read and write all positions as python-chess does; which castling fields were seen."""
    seen = set()
    for board in random_games(games, plies, seed=2):
        text = board.fen()
        assert fen.write(fen.read(text, board.chess960), board.chess960) == text
        shredder = fen.read(board.fen(shredder=True), board.chess960)
        assert fen.write(shredder, board.chess960) == text
        marked = board.fen(en_passant="fen")  # en passant after every double step
        assert fen.write(fen.read(marked, board.chess960), board.chess960) == text
        seen.add(text.split()[2])
    return seen


def test_agrees_with_python_chess_on_random_games() -> None:
    assert {"KQkq", "-", "KQ", "GBgb"} <= agree(games=16, plies=50)


@pytest.mark.long
def test_agrees_with_python_chess_on_many_games() -> None:
    assert len(agree(games=250, plies=150)) > 20


@pytest.mark.parametrize(
    ("castling", "written"),
    [("HAha", "KQkq"), ("HBhb", "KBkb"), ("KQkq", "KQkq"), ("kbK", "Kkb"), ("B", "B")],
)
def test_castling_of_chess960_by_files(castling: str, written: str) -> None:
    text = f"rr2k2r/8/8/8/8/8/8/RR2K2R w {castling} - 0 1"
    s = fen.read(text, chess960=True)
    assert fen.write(s, chess960=True).split()[2] == written
    theirs = chess.Board(text.replace("kbK", "Kkb"), chess960=True)
    assert s.castling & ~(-1 << 63) == theirs.castling_rights & ~(1 << 63)
    assert fen.write(s, chess960=True) == theirs.fen()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "d6"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "d3"),
        ("4k3/8/8/3p1P2/8/8/8/4K3 w - d6 0 1", "-"),  # no pawn beside it
        ("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "-"),  # the board does not go round
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"),  # pinned on its file
        ("6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "-"),  # both pawns leave the king's rank
        ("6k1/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "d6"),  # ends the check that the pawn gives
        ("3r2k1/8/8/3pPK1r/8/8/8/8 w - d6 0 1", "-"),  # does not end the check of the rook
        # From the collection mate1.fen of python-chess: no capture can use the square.
        ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", "e6"),
        ("rb6/k1p4R/P1P5/PpK5/8/8/8/5B2 w - b6 0 1", "b6"),
    ],
)
def test_en_passant_is_kept_if_a_capture_is_legal(text: str, kept: str) -> None:
    assert fen.write(fen.read(text)).split()[3] == kept == chess.Board(text).fen().split()[3]


@pytest.mark.parametrize(
    "text",
    [
        *CROWDED,
        # Three queens and eight pawns, from stalemate2.fen of python-chess, where it is valid.
        "KRRBBQQQ/PPPPPPPP/8/6p1/3b4/7k/8/8 w - - 0 1",
        # What python-chess calls an impossible check, from tricky.perft: three pieces give it.
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        "k7/8/8/3q4/8/1n6/8/KR1q4 w - - 0 1",
    ],
)
def test_positions_that_are_odd_but_playable_are_read(text: str) -> None:
    assert fen.write(fen.read(text)) == chess.Board(text).fen()


CAME_OVER = "which Black's pawn came over, is not empty."
K = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is not a FEN: it has 0 of the six fields"),
        ("hello", "'hello' is not a FEN: it has 1 of the six fields"),
        (f"{K} w - - 0 1 7", "it has 7 of the six fields"),
        ("8/8/8/8/8/8/4K3 w - - 0 1", "'8/8/8/8/8/8/4K3' has 7 ranks, not 8"),
        ("4K3 w - - 0 1", "has 1 rank, not 8"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' on rank 7 is neither a piece"),
        ("4k3/8/8/8/8/4x3/8/4K3 w - - 0 1", "'x' on rank 3 is neither a piece"),
        ("4k3/8/8/8/8/44P/8/4K3 w - - 0 1", "Rank 3, '44P', is 9 squares wide, not 8."),
        ("4k3/8/7/8/8/8/8/4K3 w - - 0 1", "Rank 6, '7', is 7 squares wide, not 8."),
        ("4k3/8//8/8/8/8/4K3 w - - 0 1", "Rank 6, '', is 0 squares wide, not 8."),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king, not one."),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king, not one."),
        ("4k3/8/8/8/8/8/8/K1K1K3 w - - 0 1", "White has 3 kings, not one."),
        ("k3k3/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings, not one."),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "White has a pawn on h8: no pawn can stand"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "Black has a pawn on a1: no pawn can stand"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns; there are 8 at most."),
        (
            "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1",
            "White has 17 pieces; there are 16 at most.",
        ),
        (f"{K} x - - 0 1", "'x' does not say whose turn it is: write w or b."),
        (
            "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "Black is in check, from e1, though it is White's turn.",
        ),
        (
            "4k3/8/8/8/8/8/3p4/4K3 b - - 0 1",
            "White is in check, from d2, though it is Black's turn.",
        ),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "Black is in check, from e5, though it is White's turn."),
        (f"{K} w KQxq - 0 1", "'x' in 'KQxq' is not a right to castle: write some of KQkq, or -."),
        (f"{K} w K- - 0 1", "'-' in 'K-' is not a right to castle"),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "Black cannot have the right to castle 'k' in 'KQk': there is no rook on h8.",
        ),
        (
            "4k3/8/8/8/8/8/8/R2K3R w Q - 0 1",
            "White cannot have the right to castle 'Q' in 'Q': the king is on d1, not on e1",
        ),
        (
            "4k3/8/8/8/8/8/8/RR2K2R w B - 0 1",
            "White cannot have the right to castle 'B' in 'B': only rooks of the files a and h",
        ),
        ("4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", "'KK' gives White two rights to castle on the same"),
        ("4k3/8/8/8/8/8/8/R3K2R w HK - 0 1", "'HK' gives White two rights to castle on the same"),
        (f"{K} w - e9 0 1", "'e9' is not a square for en passant: write one, or -."),
        (f"{K} w - e3 0 1", "White cannot capture en passant on e3: that is on rank 6 when it is"),
        (f"{K} b - e6 0 1", "Black cannot capture en passant on e6: that is on rank 3 when it is"),
        (f"{K} w - c6 0 1", "White cannot capture en passant on c6: Black has no pawn on c5."),
        (
            "4k3/8/2n5/2pP4/8/8/8/4K3 w - c6 0 1",
            f"White cannot capture en passant on c6: c6, {CAME_OVER}",
        ),
        (
            "4k3/2n5/8/2pP4/8/8/8/4K3 w - c6 0 1",
            f"White cannot capture en passant on c6: c7, {CAME_OVER}",
        ),
        (f"{K} w - - x 1", "The count of quiet plies is 'x'; write a number from 0 to 9999."),
        (f"{K} w - - -1 1", "The count of quiet plies is '-1'; write"),
        (f"{K} w - - 0 1.5", "The number of the move is '1.5'; write a number from 0 to 9999."),
        (f"{K} w - - 0 10000", "The number of the move is '10000'; write"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition) as error:
        fen.read(text)
    message = str(error.value)
    assert said in message and message.endswith(".") and "\n" not in message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4k3/8/8/8/4K3/8/8/R6R w K - 0 1", "the king is on e4, not on its first rank."),
        ("4k3/8/8/8/8/8/8/R3K2N w K - 0 1", "there is no rook on that side of the king."),
        ("4k3/8/8/8/8/8/8/R3K2R w C - 0 1", "there is no rook on c1."),
        ("4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "'AB' gives White two rights to castle on the same"),
    ],
)
def test_what_is_wrong_with_castling_of_chess960_is_said(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition) as error:
        fen.read(text, chess960=True)
    assert said in str(error.value)


def test_any_text_is_read_or_answered_by_a_sentence() -> None:
    """Each sign of a FEN replaced by each of some others: judged as python-chess does."""
    text = "r3k2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    lenient = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
    read = 0
    for at in range(len(text)):
        for sign in "KpP18/-qax ":
            changed = text[:at] + sign + text[at + 1 :]
            try:
                s = fen.read(changed)
            except InvalidPosition:
                continue
            if re.search(r"\d\d|[kq][KQ]", changed.removesuffix("0 1")):
                continue  # 11 for 2 and kK for Kk are only read here
            theirs = chess.Board(changed)
            assert theirs.status() & ~lenient == 0, changed
            assert fen.write(s) == theirs.fen()
            read += 1
    assert read > 50
