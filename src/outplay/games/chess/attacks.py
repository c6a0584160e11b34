"""What each piece attacks: tables built at import, and the lines that sliding pieces look along.

A sliding piece on a line of the board sees as far as the first piece each way. What stands on
the line is gathered into one row by a multiplication, and its six inner squares are the index
of a small table ("kindergarten bitboards"). Products are not wrapped: only six of their low 64
bits are used, and those are the same at both speeds.
"""

from __future__ import annotations

from outplay.bits import lowest_index, shift_left, shift_right, wrap
from outplay.game import MAX
from outplay.games.chess.board import BIT, State

FILE_A = wrap(0x0101010101010101)
FILE_B = FILE_A << 1
FILE_H = wrap(FILE_A << 7)
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = (
    wrap(0xFF << 8 * rank) for rank in range(8)
)
LAST_RANKS = RANK_1 | RANK_8
"""Where pawns become something else."""
NOT_A, NOT_H = ~FILE_A, ~FILE_H

C2_TO_H7 = sum(1 << 10 + 9 * step for step in range(6))
"""A diagonal: times it, the six inner squares of file a are the six highest bits."""


# --- tables -------------------------------------------------------------------------------------


def _reached(square: int, steps: tuple[tuple[int, int], ...], far: int) -> int:
    """The squares at 1 to `far` times a step."""
    board = 0
    for files, ranks in steps:
        for times in range(1, far + 1):
            file, rank = (square & 7) + times * files, (square >> 3) + times * ranks
            if 0 <= file < 8 and 0 <= rank < 8:
                board |= 1 << 8 * rank + file
    return wrap(board)


def _table(*steps: tuple[int, int], far: int = 1) -> tuple[int, ...]:
    return tuple(_reached(square, steps, far) for square in range(64))


def _line(files: int, ranks: int) -> tuple[int, ...]:
    return _table((files, ranks), (-files, -ranks), far=7)


def _sight(place: int, inner: int) -> int:
    """In a row of 8: what is seen from a place, if pieces stand on these of the inner six."""
    seen = 0
    for step in (1, -1):
        at = place + step
        while 0 <= at < 8:
            seen |= 1 << at
            if inner << 1 & 1 << at:
                break
            at += step
    return seen


def _turned(inner: int) -> int:
    """The inner six squares in the other order."""
    return int(f"{inner:06b}"[::-1], 2)


def _as_rank(row: int) -> int:
    """Each of the eight ranks like this row."""
    return sum(row << 8 * rank for rank in range(8))


def _as_file(row: int) -> int:
    """Each of the eight files like this row, file a's bottom being the row's first place."""
    return sum(0xFF << 8 * rank for rank in range(8) if row >> rank & 1)


KNIGHT_MOVES = _table((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING_MOVES = _table((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
WHITE_PAWN_CAPTURES = _table((-1, 1), (1, 1))
"""What a white pawn on each square attacks."""
BLACK_PAWN_CAPTURES = _table((-1, -1), (1, -1))

RANKS, FILES, UP, DOWN = (_line(*step) for step in ((1, 0), (0, 1), (1, 1), (1, -1)))
"""The lines through each square, without it; UP and DOWN are the diagonals from the left."""
LINES = tuple(r | f | u | d for r, f, u, d in zip(RANKS, FILES, UP, DOWN, strict=True))
"""All four of them."""

ALONG = tuple(wrap(_as_rank(_sight(i >> 6, i & 63))) for i in range(512))
"""By file and what stands on the inner files of a line: what is seen, on all ranks."""
ACROSS = tuple(wrap(_as_file(_sight(i >> 6, _turned(i & 63)))) for i in range(512))
"""By rank and what stands on the inner ranks of a file, from the top: what is seen, likewise."""


def _line_through(one: int, other: int) -> int:
    for lines in (RANKS, FILES, UP, DOWN):
        if lines[one] & BIT[other]:
            return lines[one] | BIT[one]
    return 0


def _between(one: int, other: int) -> int:
    low, high = sorted((one, other))
    return _line_through(one, other) & wrap((1 << high) - (2 << low))


BETWEEN = tuple(_between(i >> 6, i & 63) for i in range(4096))
"""At 64 * one + other: the squares between two on one line, without them; else 0."""
LINE = tuple(_line_through(i >> 6, i & 63) for i in range(4096))
"""At 64 * one + other: the whole line through both; 0 if there is none, or they are one."""


def first(board: int) -> int:
    """The lowest square of a board that is not empty.

    `& 63` changes nothing; it tells native code that tables need not be asked with care.
    """
    return lowest_index(board) & 63


# --- sliding pieces -----------------------------------------------------------------------------


def bishop_attacks(square: int, occupied: int) -> int:
    """What a bishop attacks; a piece in its way is attacked, and nothing behind it."""
    up, down = UP[square], DOWN[square]
    place = (square & 7) << 6
    return (
        ALONG[place | (occupied & up) * FILE_B >> 58 & 63] & up
        | ALONG[place | (occupied & down) * FILE_B >> 58 & 63] & down
    )


def rook_attacks(square: int, occupied: int) -> int:
    """What a rook attacks."""
    rank = RANKS[square]
    return (
        ALONG[(square & 7) << 6 | (occupied & rank) * FILE_B >> 58 & 63] & rank
        | ACROSS[(square & 56) << 3 | (occupied >> (square & 7) & FILE_A) * C2_TO_H7 >> 58 & 63]
        & FILES[square]
    )


# --- pawns, all at once -------------------------------------------------------------------------


def forward(board: int, player: int) -> int:
    """All squares one rank ahead, as this side goes."""
    return shift_left(board, 8) if player == MAX else shift_right(board, 8)


def pawn_attacks(pawns: int, player: int) -> int:
    """What pawns of this side attack."""
    ahead = forward(pawns, player)
    return shift_left(ahead & NOT_H, 1) | shift_right(ahead & NOT_A, 1)


# --- who attacks a square -----------------------------------------------------------------------


def attackers_to(s: State, square: int, occupied: int) -> int:
    """The pieces of both sides that attack a square, lines being blocked by `occupied`."""
    return (
        KNIGHT_MOVES[square] & s.knights
        | KING_MOVES[square] & s.kings
        | BLACK_PAWN_CAPTURES[square] & s.pawns & s.white
        | WHITE_PAWN_CAPTURES[square] & s.pawns & s.black
        | bishop_attacks(square, occupied) & s.diagonals
        | rook_attacks(square, occupied) & s.straights
    )
