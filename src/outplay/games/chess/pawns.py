"""What the evaluation sees in pawns: weak and strong ones, and those that run."""

from __future__ import annotations

from outplay.bits import indices, lowest_index, popcount, shift_left, shift_right
from outplay.game import MAX, MIN
from outplay.games.chess import weights as w
from outplay.games.chess.attacks import NOT_A, NOT_H, pawn_attacks
from outplay.games.chess.board import BIT
from outplay.games.chess.sides import Reach, Side, filled_down, filled_up

AHEAD = tuple(filled_up(BIT[square]) ^ BIT[square] for square in range(64))
BEHIND = tuple(filled_down(BIT[square]) ^ BIT[square] for square in range(64))
"""The squares of the file above and below a square."""


def distance(one: int, other: int) -> int:
    """How many moves a king needs."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def structure(us: Side, them: Side) -> int:
    """Pawns that hold each other, and pawns that nothing holds."""
    own = us.pawns
    guarded = pawn_attacks(own, MAX)
    beside = shift_left(own & NOT_H, 1) | shift_right(own & NOT_A, 1)
    neighbours = filled_up(beside) | filled_down(beside)
    opposed = filled_down(shift_right(them.pawns, 8))
    isolated = own & ~neighbours
    halted = shift_left(own, 8) & pawn_attacks(them.pawns, MIN) & ~filled_up(guarded)
    backward = shift_right(halted, 8) & ~isolated
    doubled = own & filled_down(shift_right(own, 8))
    total = (
        w.DOUBLED * popcount(doubled)
        + w.ISOLATED * popcount(isolated)
        + w.ISOLATED_OPEN * popcount(isolated & ~opposed)
        + w.BACKWARD * popcount(backward)
        + w.BACKWARD_OPEN * popcount(backward & ~opposed)
    )
    for square in indices(own & (guarded | beside)):
        total += w.CONNECTED[square >> 3]
    return total


def passed_pawns(us: Side, them: Side) -> int:
    """Pawns with no other pawn before them on their file, and none beside that could take them."""
    stopped = shift_right(them.pawns, 8) | pawn_attacks(them.pawns, MIN)
    return us.pawns & ~filled_down(stopped | shift_right(us.pawns, 8))


def passed(us: Side, them: Side, ours: Reach, theirs: Reach, waits: int) -> int:
    """What passed pawns are worth. waits: 1 if the other side has the move, else 0."""
    total = 0
    king, other_king = lowest_index(us.king), lowest_index(them.king)
    bare = them.all == them.king | them.pawns
    for square in indices(passed_pawns(us, them)):
        rank = square >> 3
        total += w.PASSED[rank]
        ahead = AHEAD[square]
        if bare and not ahead & (us.all | them.all):
            steps = min(7 - rank, 5)
            if distance(other_king, square & 7 | 56) - waits > steps:
                total += w.UNSTOPPABLE
        if rank < 3:
            continue
        stop = square + 8
        more = (
            w.PASSED_OWN_KING[distance(king, stop)]
            + w.PASSED_OTHER_KING[distance(other_king, stop)]
        )
        if BIT[square] & ours.pawns:
            more += w.PASSED_GUARDED
        if not BIT[stop] & (us.all | them.all):
            more += w.PASSED_FREE
        if not BIT[stop] & theirs.any:
            more += w.PASSED_SAFE
        if not ahead & (theirs.any | them.all):
            more += w.PASSED_CLEAR
        if BEHIND[square] & us.rooks:
            more += w.PASSED_OWN_ROOK
        elif BEHIND[square] & them.rooks:
            more += w.PASSED_OTHER_ROOK
        total += more * (rank - 2)
    return total
