"""Boards of dobutsu shogi in one number: four layers of 12 bits, one bit a square.

The board is as the side to move sees it, its own first row at the bottom, so that its pieces always
move up. A row is an octal digit, a layer four of them:

    row 3    9 10 11      the far row
    row 2    6  7  8
    row 1    3  4  5
    row 0    0  1  2      where the lion of the side to move began

From the lowest, the layers hold

- mine: the pieces of the side to move,
- straight: what steps straight in all four directions (lions, giraffes, hens),
- diagonal: what steps diagonally forward (lions, elephants, hens), and back unless it is a hen,
- chicks: chicks, and hens, which were chicks.

So a piece is four bits, which say how it moves.
"""

from __future__ import annotations

from typing import NamedTuple

LAYER = 0o7777
FIRST_ROW, FAR_ROW = 0o0007, 0o7000
LEFT, RIGHT = 0o1111, 0o4444
STRAIGHT_AT, DIAGONAL_AT, CHICKS_AT = 12, 24, 36
EVERY = 1 | 1 << STRAIGHT_AT | 1 << DIAGONAL_AT | 1 << CHICKS_AT
"""The first square in each layer: what one piece may set."""

# The same rows and columns in all four layers.
LEFTS, MIDDLES, RIGHTS = 0o1111_1111_1111_1111, 0o2222_2222_2222_2222, 0o4444_4444_4444_4444
ROWS_0, ROWS_1 = 0o0007_0007_0007_0007, 0o0070_0070_0070_0070

CHICK = 1 | 1 << CHICKS_AT
ELEPHANT = 1 | 1 << DIAGONAL_AT
GIRAFFE = 1 | 1 << STRAIGHT_AT
LION = ELEPHANT | GIRAFFE
HEN = LION | CHICK
"""Pieces of the side to move on square 0; less 1, they are the other side's."""

IN_HAND = (CHICK, ELEPHANT, GIRAFFE)
"""What can be dropped; a hand has two bits for the number of each, in this order."""
HAND = 0o77
HAND_BITS = 6


START = 0o0220_6003_3006_0027
"""Elephant, lion and giraffe in the first row, the chick before the lion; the other side alike."""


class Layers(NamedTuple):
    """A board, a number for each layer."""

    mine: int
    straight: int
    diagonal: int
    chicks: int


def layers(board: int) -> Layers:
    """The layers of a board."""
    return Layers(
        board & LAYER,
        board >> STRAIGHT_AT & LAYER,
        board >> DIAGONAL_AT & LAYER,
        board >> CHICKS_AT,
    )


def reached(pieces: int, straight: int, diagonal: int, chicks: int) -> int:
    """The squares, free or not, that one of these pieces can step to, moving up the board."""
    straight &= pieces
    diagonal &= pieces
    chicks &= pieces
    both_ways = diagonal & ~chicks
    found = (straight | chicks) << 3 | straight >> 3
    found |= (straight & ~RIGHT) << 1 | (straight & ~LEFT) >> 1
    found |= (diagonal & ~RIGHT) << 4 | (diagonal & ~LEFT) << 2
    found |= (both_ways & ~LEFT) >> 4 | (both_ways & ~RIGHT) >> 2
    return found & LAYER


def mirrored(board: int) -> int:
    """The board with left and right exchanged, in all layers."""
    return (board & LEFTS) << 2 | board & MIDDLES | board >> 2 & LEFTS


def turned(board: int) -> int:
    """The board as the other side sees it: upside down, and with the pieces it owns."""
    side = mirrored(board)
    after = (side & ROWS_0) << 9 | (side & ROWS_1) << 3 | side >> 3 & ROWS_1 | side >> 9 & ROWS_0
    held = after >> STRAIGHT_AT | after >> DIAGONAL_AT | after >> CHICKS_AT
    return after ^ held & LAYER


# How a piece moves, as three bits: straight 1, diagonally 2, as a chick or a hen does 4.
STEPS = tuple(
    reached(1 << square, -(kind & 1), -(kind >> 1 & 1), -(kind >> 2))
    for kind in range(8)
    for square in range(12)
)
"""Where a piece steps to, for each kind and square: `STEPS[12 * kind + square]`."""
