"""All positions of so many pieces, by numbers, and boards that are turned round."""

from __future__ import annotations

from math import comb

from outplay.bits import indices
from outplay.errors import UsageError

MOST_PIECES = 6
"""All positions of so many pieces are listed."""

SQUARES = tuple(square for square in range(35) if square not in (8, 17, 26))
"""The bits that stand for squares."""

BLACK_CROWNS, WHITE_CROWNS = 0b1111 << 31, 0b1111
"""Where men of either side become kings."""

WAYS = tuple(comb(below, pieces) for pieces in range(MOST_PIECES + 1) for below in range(32))
"""In how many ways so many pieces stand on the squares below one: at 32 * pieces + that one."""


def turned(squares: int) -> int:
    """The board turned round: square 1 is square 32."""
    found = 0
    for square in indices(squares):
        found |= 1 << 34 - square
    return found


def number_of_pieces(text: str) -> int:
    """How many pieces an endgame has; raises UsageError if `text` is no such number."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_PIECES:
        raise UsageError(
            f"An endgame of checkers is a number of pieces from 1 to {MOST_PIECES}, not {text!r}."
        )
    return int(text)


def placements(pieces: int) -> int:
    """How many numbers there are: each piece may be a man or a king, of either side."""
    return comb(32, pieces) << 2 * pieces


def placed(pieces: int, number: int) -> tuple[int, int, int]:
    """Black's pieces, White's, and which are kings; no pieces where a man stands on the far row.

    The last bits of the number say what the pieces are, two bits each. The others say where they
    stand: the number of the sets of so many squares that come before, by their highest squares.
    """
    before = number >> 2 * pieces
    square = 32
    black = white = kings = 0
    for piece in range(pieces, 0, -1):
        square -= 1
        while WAYS[32 * piece + square] > before:
            square -= 1
        before -= WAYS[32 * piece + square]
        board = 1 << SQUARES[square]
        if number & 1:
            black |= board
        else:
            white |= board
        if number & 2:
            kings |= board
        number >>= 2
    if (black & BLACK_CROWNS | white & WHITE_CROWNS) & ~kings:
        return 0, 0, 0
    return black, white, kings
