"""What the evaluation sees around kings, and which pieces it sees in danger.

The attack on a king is counted in units: for each piece that attacks squares around it, for
each such square, for weak ones among them, and for squares from which a check would be safe.
`DANGER` says what so many units are worth, so every weight is still only added.
"""

from __future__ import annotations

from outplay.bits import lowest_index, popcount, shift_left, wrap
from outplay.game import MAX
from outplay.games.chess import weights as w
from outplay.games.chess.attacks import (
    FILE_A,
    KING_MOVES,
    KNIGHT_MOVES,
    RANK_3,
    bishop_attacks,
    pawn_attacks,
    rook_attacks,
)
from outplay.games.chess.sides import Reach, Side

FROM_RANK = tuple(wrap(-1 << 8 * rank) for rank in range(8))
"""A rank and all above it."""

KNIGHT_CHECK, BISHOP_CHECK, ROOK_CHECK, QUEEN_CHECK = 4, 2, 5, 4
WEAK_SQUARE = 2
NO_QUEEN = 8
MOST_UNITS = len(w.DANGER) - 1


def attack(us: Side, them: Side, ours: Reach, theirs: Reach) -> int:
    """Our attack on their king."""
    if ours.attackers < 2 and (not us.queens or not ours.attackers):
        return w.DANGER[0]
    king = lowest_index(them.king)
    occupied = us.all | them.all
    # Their king, or their queen alone, does not hold a square that two of ours attack.
    firm = theirs.pawns | theirs.knights | theirs.bishops | theirs.rooks | theirs.twice
    weak = ours.any & ~firm
    units = ours.units + WEAK_SQUARE * popcount(KING_MOVES[king] & weak)
    free = ~us.all & (~theirs.any | weak & ours.twice)
    straight = rook_attacks(king, occupied) & free
    diagonal = bishop_attacks(king, occupied) & free
    if KNIGHT_MOVES[king] & free & ours.knights:
        units += KNIGHT_CHECK
    if diagonal & ours.bishops:
        units += BISHOP_CHECK
    if straight & ours.rooks:
        units += ROOK_CHECK
    if (straight | diagonal) & ours.queens:
        units += QUEEN_CHECK
    if not us.queens:
        units -= NO_QUEEN
    return w.DANGER[max(0, min(units, MOST_UNITS))]


def shelter(us: Side, them: Side) -> int:
    """The pawns before our king: ours as a shield, theirs as a storm."""
    king = lowest_index(us.king)
    ahead = FROM_RANK[king >> 3]
    middle = min(max(king & 7, 1), 6)
    total = 0
    for step in range(3):
        file = middle + step - 1
        line = shift_left(FILE_A, file) & ahead
        own, other = us.pawns & line, them.pawns & line
        own_rank = lowest_index(own) >> 3 & 7
        other_rank = lowest_index(other) >> 3 & 7
        beside = 0 if file == king & 7 else 8
        total += w.SHELTER[beside + own_rank]
        blocked = 8 if own and own_rank + 1 == other_rank else 0
        total += w.STORM[blocked + other_rank]
    return total


def threats(us: Side, them: Side, ours: Reach, theirs: Reach) -> int:
    """Their pieces that we attack and that are not well guarded, or worth more."""
    minors = them.knights | them.bishops
    majors = them.rooks | them.queens
    guarded = theirs.pawns | theirs.twice & ~ours.twice
    weak = them.all & ours.any & ~guarded
    by_minors = ours.knights | ours.bishops
    free = ~(us.all | them.all)
    steps = shift_left(us.pawns, 8) & free
    steps |= shift_left(steps & RANK_3, 8) & free
    steps &= ~theirs.pawns & (ours.any | ~theirs.any)
    pushes = pawn_attacks(steps, MAX) & ~ours.pawns & (minors | majors)
    return (
        w.PAWN_ATTACKS_MINOR * popcount(ours.pawns & minors)
        + w.PAWN_ATTACKS_MAJOR * popcount(ours.pawns & majors)
        + w.PUSH_THREAT * popcount(pushes)
        + w.MINOR_THREAT[0] * popcount(by_minors & weak & them.pawns)
        + w.MINOR_THREAT[1] * popcount(by_minors & weak & them.knights)
        + w.MINOR_THREAT[2] * popcount(by_minors & weak & them.bishops)
        + w.MINOR_THREAT[3] * popcount(by_minors & them.rooks)
        + w.MINOR_THREAT[4] * popcount(by_minors & them.queens)
        + w.ROOK_THREAT[0] * popcount(ours.rooks & weak & them.pawns)
        + w.ROOK_THREAT[1] * popcount(ours.rooks & weak & them.knights)
        + w.ROOK_THREAT[2] * popcount(ours.rooks & weak & them.bishops)
        + w.ROOK_THREAT[3] * popcount(ours.rooks & weak & them.rooks)
        + w.ROOK_THREAT[4] * popcount(ours.rooks & them.queens)
        + w.KING_THREAT * popcount(ours.king & weak & ~theirs.any)
        + w.HANGING * popcount(weak & ~theirs.any)
    )
