"""The board of checkers: what a position is, and what may move on it."""

from __future__ import annotations

from typing import NamedTuple

from outplay.game import MAX


class State(NamedTuple):
    """A board: one bit a dark square, row by row, with a spare bit after every second row.

    The numbers of the bits, and of the squares as people count them:

           0   1   2   3                1   2   3   4     Black's side
         4   5   6   7                5   6   7   8
           9  10  11  12                9  10  11  12
        13  14  15  16               13  14  15  16
          18  19  20  21               17  18  19  20
        22  23  24  25               21  22  23  24
          27  28  29  30               25  26  27  28
        31  32  33  34               29  30  31  32       White's side

    Thanks to the spare bits 8, 17 and 26, a step down the board is 4 or 5 bits up everywhere,
    and one that would leave the board at its side ends on a spare bit.
    """

    black: int
    """Black's men and kings; Black is MAX and moves down the board."""
    white: int
    """White's men and kings."""
    kings: int
    """Which of all these are kings."""
    player: int
    """Whose turn it is."""
    quiet: int
    """Plies since a man moved or a piece was captured; always 0 if nothing depends on it."""


BOARD = 0b11111111_0_11111111_0_11111111_0_11111111
TOP, BOTTOM = 0b1111, 0b1111 << 31
ODD_ROWS = 0b1111_0000_0_1111_0000_0_1111_0000_0_1111_0000
TWO_ROWS = 0b1111_1111_0_0000_0000_0_1111_1111_0_0000_0000
LOWER = 0b1111_1111_0_1111_1111 << 18
CENTRE = 0b0110_0110_0_0110_0110 << 9
DOUBLE_CORNERS = 1 << 0 | 1 << 4 | 1 << 30 | 1 << 34
BRIDGE, THEIR_BRIDGE = 1 << 0 | 1 << 2, 1 << 32 | 1 << 34
"""Squares 1 and 3, and 30 and 32: two men there keep the other side from becoming kings."""


# --- who may move ---------------------------------------------------------------------------------


def sides(s: State) -> tuple[int, int, int, int]:
    """Of the side to move, what may go down and what may go up; the other side; free squares."""
    free = BOARD & ~(s.black | s.white)
    if s.player == MAX:
        return s.black, s.black & s.kings, s.white, free
    return s.white & s.kings, s.white, s.black, free


def beside(squares: int, way: int) -> int:
    """The squares one step on: down by 4 or 5 bits, up by 5 or 4."""
    return squares << 4 + way if way < 2 else squares >> 7 - way


def jumpers(down: int, up: int, theirs: int, free: int) -> int:
    """The pieces, of those that may go down or up, that can capture one of `theirs`."""
    below = (free >> 4 & theirs) >> 4 | (free >> 5 & theirs) >> 5
    above = (free << 4 & theirs) << 4 | (free << 5 & theirs) << 5
    return down & below | up & above


def walkers(down: int, up: int, free: int) -> int:
    """The pieces, of those that may go down or up, with a free square to step on."""
    return down & (free >> 4 | free >> 5) | up & (free << 4 | free << 5)


def can_move(s: State) -> bool:
    """Can the side to move move?"""
    down, up, theirs, free = sides(s)
    return walkers(down, up, free) != 0 or jumpers(down, up, theirs, free) != 0
