"""All positions of some pieces, by the usual names of endgames: KQK, KRK, KQKR.

The positions have numbers, of base 64: each digit is the square of a piece. The digit of White's
king comes first, and its squares are counted so that those that are enough if the board may be
turned and mirrored come before the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from outplay.bits import flip_diagonal, flip_horizontal, flip_vertical, popcount
from outplay.errors import UsageError
from outplay.game import MAX, MIN
from outplay.games.chess.attacks import LAST_RANKS
from outplay.games.chess.board import BISHOP, BIT, KING, KNIGHT, PAWN, QUEEN, ROOK, State
from outplay.games.chess.moves import in_check

LETTERS = "PNBRQK"

MOST = 6
"""Pieces, kings included."""

LEFT, CORNER = 32, 10
"""Squares of White's king that are enough: files a to d; without pawns, a1, b1, b2 and so on to
d4."""


def _corner_first(square: int) -> tuple[bool, bool, int]:
    file, rank = square & 7, square >> 3
    return file > 3, rank > file, square


KING_SQUARES = tuple(sorted(range(64), key=_corner_first))
"""The corner comes first, then the rest of the left half."""

NO_POSITION = State(0, 0, 0, 0, 0, 0, 0, 0, 0, MAX, 0, 1)


# --- names and numbers ----------------------------------------------------------------------------


def material(text: str) -> State:
    """The pieces of an endgame, White's being named first, on whatever squares.

    Raises UsageError if the name makes no sense.
    """
    first, separator, second = text.upper().removeprefix("K").partition("K")
    if text[:1].upper() != "K" or not separator or set(first + second) - set(LETTERS[:-1]):
        raise UsageError(
            f"An endgame is White's pieces and then Black's, each from the king on: KQKR, not"
            f" {text!r}."
        )
    letters = f"K{first}K{second}"
    if len(letters) > MOST:
        raise UsageError(f"{text} has {len(letters)} pieces; {MOST} at most are listed.")
    white = (1 << 1 + len(first)) - 1
    boards = [
        sum(1 << square for square, letter in enumerate(letters) if letter in kind)
        for kind in ("P", "N", "BQ", "RQ", "K")
    ]
    black = (1 << len(letters)) - 1 - white
    return NO_POSITION._replace(
        white=white,
        black=black,
        pawns=boards[0],
        knights=boards[1],
        diagonals=boards[2],
        straights=boards[3],
        kings=boards[4],
    )


def placements(pieces: State) -> tuple[int, int]:
    """How many numbers there are for so many pieces, and how many are enough up to symmetry."""
    others = 64 ** (popcount(pieces.white | pieces.black) - 1)
    return 64 * others, (LEFT if pieces.pawns else CORNER) * others


def placed(pieces: State, number: int) -> Iterator[State]:
    """The legal positions of that number, whoever is to move; nobody may castle, and no pawn has
    just moved."""
    s = placement(pieces, number)
    if s.kings:
        t = s._replace(player=MIN)
        if not in_check(t):
            yield s
        if not in_check(s):
            yield t


def placement(pieces: State, number: int) -> State:
    """The board of that number; NO_POSITION if two pieces stand on one square, pawns on a last
    rank, or pieces that are alike not in the order of their squares."""
    white = black = pawns = knights = diagonals = straights = 0
    for piece in range(PAWN, KING):
        kind = of_kind(pieces, piece)
        for is_white in (True, False):
            count = popcount(kind & (pieces.white if is_white else pieces.black))
            board = squares(number, count)
            if popcount(board) != count or board & (white | black):
                return NO_POSITION
            number >>= 6 * count
            white |= board if is_white else 0
            black |= 0 if is_white else board
            pawns |= board if piece == PAWN else 0
            knights |= board if piece == KNIGHT else 0
            diagonals |= board if piece in (BISHOP, QUEEN) else 0
            straights |= board if piece in (ROOK, QUEEN) else 0
    king, their_king = BIT[KING_SQUARES[number >> 6 & 63]], BIT[number & 63]
    kings = king | their_king
    if king == their_king or kings & (white | black) or pawns & LAST_RANKS:
        return NO_POSITION
    white |= king
    black |= their_king
    return State(white, black, pawns, knights, diagonals, straights, kings, 0, 0, MAX, 0, 1)


def of_kind(s: State, piece: int) -> int:
    """The squares with pawns, knights, bishops, rooks or queens."""
    if piece <= KNIGHT:
        return s.pawns if piece == PAWN else s.knights
    if piece == QUEEN:
        return s.diagonals & s.straights
    return s.diagonals & ~s.straights if piece == BISHOP else s.straights & ~s.diagonals


def squares(number: int, count: int) -> int:
    """The board of the last `count` digits; an empty one if they do not fall."""
    board, least = 0, 64
    for _ in range(count):
        square = number & 63
        if square >= least:
            return 0
        board |= BIT[square]
        least = square
        number >>= 6
    return board


# --- symmetry -------------------------------------------------------------------------------------


def images(s: State) -> Iterator[State]:
    """The mirrored position; without pawns, also those that are turned. None while somebody may
    still castle."""
    if s.castling:
        return
    yield left_to_right(s)
    if s.pawns == 0:
        turned = upside_down(s)
        yield turned
        yield left_to_right(turned)
        across = corner_to_corner(s)
        yield across
        yield left_to_right(across)
        turned = upside_down(across)
        yield turned
        yield left_to_right(turned)


def left_to_right(s: State) -> State:
    """Files a and h, and so on, change places."""
    return s._replace(
        white=flip_horizontal(s.white),
        black=flip_horizontal(s.black),
        pawns=flip_horizontal(s.pawns),
        knights=flip_horizontal(s.knights),
        diagonals=flip_horizontal(s.diagonals),
        straights=flip_horizontal(s.straights),
        kings=flip_horizontal(s.kings),
        passant=flip_horizontal(s.passant),
    )


def upside_down(s: State) -> State:
    """Ranks 1 and 8, and so on, change places; for boards without pawns."""
    return s._replace(
        white=flip_vertical(s.white),
        black=flip_vertical(s.black),
        knights=flip_vertical(s.knights),
        diagonals=flip_vertical(s.diagonals),
        straights=flip_vertical(s.straights),
        kings=flip_vertical(s.kings),
    )


def corner_to_corner(s: State) -> State:
    """Files and ranks change places; for boards without pawns."""
    return s._replace(
        white=flip_diagonal(s.white),
        black=flip_diagonal(s.black),
        knights=flip_diagonal(s.knights),
        diagonals=flip_diagonal(s.diagonals),
        straights=flip_diagonal(s.straights),
        kings=flip_diagonal(s.kings),
    )
