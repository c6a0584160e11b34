"""All positions of so many pieces, by numbers; and boards that are turned round."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from outplay.bits import indices, popcount
from outplay.errors import UsageError
from outplay.game import MAX, MIN
from outplay.games.checkers.board import BOTTOM, TOP, State

MOST_PIECES = 6
"""All positions of so many pieces are listed."""

SQUARES = tuple(square for square in range(35) if square not in (8, 17, 26))
"""The bits that stand for squares."""

WAYS = tuple(comb(below, pieces) for pieces in range(MOST_PIECES + 1) for below in range(32))
"""In how many ways so many pieces stand on the squares below one: at 32 * pieces + that one."""


def exchanged(s: State) -> State:
    """White's pieces are Black's, and the board is turned round: square 1 is square 32."""
    return State(turned(s.white), turned(s.black), turned(s.kings), -s.player, s.quiet)


def turned(squares: int) -> int:
    """The board turned round."""
    found = 0
    for square in indices(squares):
        found |= 1 << 34 - square
    return found


# --- all positions --------------------------------------------------------------------------------


def material(text: str) -> State:
    """So many pieces, wherever they stand; raises UsageError if `text` is no such number."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_PIECES:
        raise UsageError(
            f"An endgame of checkers is a number of pieces from 1 to {MOST_PIECES}, not {text!r}."
        )
    return State((1 << int(text)) - 1, 0, 0, MAX, 0)


def placements(pieces: State) -> int:
    """How many numbers there are: each piece may be a man or a king, of either side."""
    count = popcount(pieces.black)
    return comb(32, count) << 2 * count


def placed(pieces: State, number: int) -> Iterator[State]:
    """The positions of that number, whoever is to move; none where a man stands on the far row.

    The last bits of the number say what the pieces are, two bits each. The others say where they
    stand: how many sets of as many squares come before, by their highest squares.
    """
    count = popcount(pieces.black)
    before = number >> 2 * count
    square = 32
    black = white = kings = 0
    for piece in range(count, 0, -1):
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
    if (black & BOTTOM | white & TOP) & ~kings == 0:
        yield State(black, white, kings, MAX, 0)
        yield State(black, white, kings, MIN, 0)
