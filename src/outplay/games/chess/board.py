"""The board of chess: what a position is, and what a move is."""

from __future__ import annotations

from typing import NamedTuple

from outplay.bits import wrap


class State(NamedTuple):
    """A position. Boards are 64-bit ints, one bit a square: a1 is 0, h1 is 7, a8 is 56.

    Square 63 is the sign: see `outplay.bits`.
    """

    white: int
    """Squares with a white piece; White is MAX."""
    black: int
    pawns: int
    """Squares with a pawn of either side; so for the other pieces."""
    knights: int
    diagonals: int
    """Bishops and queens: what moves along diagonals."""
    straights: int
    """Rooks and queens: what moves along ranks and files."""
    kings: int
    castling: int
    """The rooks that may still castle."""
    passant: int
    """The square that a pawn has just passed, if it can legally be captured there; else 0."""
    player: int
    """Whose turn it is."""
    quiet: int
    """Plies since a pawn moved or a piece was captured."""
    number: int
    """The number of the move, counted up after Black's."""


PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)

# An action is one number. Its bits, from the lowest: where the piece stands (6), where it goes
# (6), what a pawn becomes there (3), the piece (3), and what is captured (3); 0 is nothing.
# A king that castles goes to the square of its rook, as in Chess960.
TO_AT, BECOMES_AT, PIECE_AT, TAKES_AT = 6, 12, 15, 18


class Move(NamedTuple):
    """An action taken apart, for people; rules take out the bits that they need."""

    start: int
    to: int
    piece: int
    becomes: int
    takes: int


BIT = tuple(wrap(1 << square) for square in range(64))
"""The board of one square alone."""


def move_of(a: int) -> Move:
    piece, becomes, takes = a >> PIECE_AT & 7, a >> BECOMES_AT & 7, a >> TAKES_AT & 7
    return Move(a & 63, a >> TO_AT & 63, piece, becomes, takes)


def square_name(square: int) -> str:
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def piece_at(s: State, square: int) -> int:
    """What stands there, PAWN to KING, 0 if nothing does: found without asking one by one."""
    diagonal, straight = s.diagonals >> square & 1, s.straights >> square & 1
    return (
        (s.pawns >> square & 1)
        + 2 * (s.knights >> square & 1)
        + 3 * diagonal
        + 4 * straight
        - 2 * (diagonal & straight)
        + 6 * (s.kings >> square & 1)
    )
