"""The weights of `weights.py`, each pair as one number, and boards as rows of 64 squares.

A pair is middlegame * 2**32 + endgame: both parts are added up at once. `split` takes a sum of
pairs apart again.
"""

from __future__ import annotations

from outplay.games.chess import weights

SHIFT = 32
HALF, LOW = 1 << SHIFT - 1, (1 << SHIFT) - 1

Pair = tuple[int, int]
Rank = tuple[tuple[int, ...], tuple[int, ...]]


def pair(weight: Pair) -> int:
    middlegame, endgame = weight
    return middlegame * (1 << SHIFT) + endgame


def pairs(row: tuple[Pair, ...]) -> tuple[int, ...]:
    return tuple(pair(weight) for weight in row)


def board(ranks: tuple[Rank, ...]) -> tuple[int, ...]:
    """By square, a1 first: rank 8 stands on top, and ranks of four are mirrored."""
    packed: list[int] = []
    for middlegame, endgame in reversed(ranks):
        row = pairs(tuple(zip(middlegame, endgame, strict=True)))
        packed += row if len(row) == 8 else row + row[::-1]
    return tuple(packed)


def split(total: int) -> Pair:
    """(middlegame, endgame) of a sum of pairs."""
    endgame = (total + HALF & LOW) - HALF
    return total - endgame >> SHIFT, endgame


PAWN, KNIGHT, BISHOP, ROOK, QUEEN = pairs(weights.MATERIAL)
KNIGHT_PAWNS = pair(weights.KNIGHT_PAWNS)
ROOK_PAWNS = pair(weights.ROOK_PAWNS)
BISHOP_PAIR = pair(weights.BISHOP_PAIR)

PAWN_SQUARES = board(weights.PAWN_SQUARES)
KNIGHT_SQUARES = board(weights.KNIGHT_SQUARES)
BISHOP_SQUARES = board(weights.BISHOP_SQUARES)
ROOK_SQUARES = board(weights.ROOK_SQUARES)
QUEEN_SQUARES = board(weights.QUEEN_SQUARES)
KING_SQUARES = board(weights.KING_SQUARES)

KNIGHT_MOBILITY = pairs(weights.KNIGHT_MOBILITY)
BISHOP_MOBILITY = pairs(weights.BISHOP_MOBILITY)
ROOK_MOBILITY = pairs(weights.ROOK_MOBILITY)
QUEEN_MOBILITY = pairs(weights.QUEEN_MOBILITY)

KNIGHT_OUTPOST, BISHOP_OUTPOST = pairs(weights.OUTPOST)
MINOR_BEHIND_PAWN = pair(weights.MINOR_BEHIND_PAWN)
BISHOP_BLOCKED = pair(weights.BISHOP_BLOCKED)
ROOK_HALF_OPEN, ROOK_OPEN = pairs(weights.ROOK_FILE)
ROOK_SEVENTH = pair(weights.ROOK_SEVENTH)
SPACE = pair(weights.SPACE)

DOUBLED = pair(weights.DOUBLED)
ISOLATED = pair(weights.ISOLATED)
ISOLATED_OPEN = pair(weights.ISOLATED_OPEN)
BACKWARD = pair(weights.BACKWARD)
BACKWARD_OPEN = pair(weights.BACKWARD_OPEN)
CONNECTED = pairs(weights.CONNECTED)

PASSED = pairs(weights.PASSED)
PASSED_GUARDED = pair(weights.PASSED_GUARDED)
PASSED_FREE = pair(weights.PASSED_FREE)
PASSED_SAFE = pair(weights.PASSED_SAFE)
PASSED_CLEAR = pair(weights.PASSED_CLEAR)
PASSED_OWN_KING = pairs(weights.PASSED_OWN_KING)
PASSED_OTHER_KING = pairs(weights.PASSED_OTHER_KING)
PASSED_OWN_ROOK, PASSED_OTHER_ROOK = pairs(weights.PASSED_ROOK)
UNSTOPPABLE = pair(weights.UNSTOPPABLE)

SHELTER = pairs(weights.SHELTER[0]) + pairs(weights.SHELTER[1])
STORM = pairs(weights.STORM[0]) + pairs(weights.STORM[1])
"""Both in one row, the second part at 8."""
DANGER = pairs(weights.DANGER)

PAWN_ATTACKS_MINOR, PAWN_ATTACKS_MAJOR = pairs(weights.PAWN_THREAT)
PUSH_THREAT = pair(weights.PUSH_THREAT)
MINOR_THREAT = pairs(weights.MINOR_THREAT)
ROOK_THREAT = pairs(weights.ROOK_THREAT)
KING_THREAT = pair(weights.KING_THREAT)
HANGING = pair(weights.HANGING)

TEMPO = pair(weights.TEMPO)
EDGE = pair(weights.EDGE)
CLOSE = pair(weights.CLOSE)
CORNER = pair(weights.CORNER)
