"""What is left when all captures on one square have been made, and which captures are worth it."""

from __future__ import annotations

from collections.abc import Iterator

from outplay.bits import indices, lowest_bit
from outplay.game import MAX
from outplay.games.chess.attacks import (
    KING_MOVES,
    KNIGHT_MOVES,
    LAST_RANKS,
    LINE,
    attackers_to,
    bishop_attacks,
    first,
    forward,
    pawn_attacks,
    rook_attacks,
)
from outplay.games.chess.board import (
    BECOMES_AT,
    BISHOP,
    BIT,
    KING,
    KNIGHT,
    PAWN,
    PIECE_AT,
    QUEEN,
    ROOK,
    TAKES_AT,
    TO_AT,
    State,
    piece_at,
)
from outplay.games.chess.moves import (
    allowed_squares,
    checkers_and_pinned,
    is_attacked,
    may_take_passing,
    sides,
)

VALUES = (0, 100, 320, 330, 500, 900, 20_000, 0)
"""What a piece counts in exchanges, from nothing and PAWN to KING (three bits say which)."""


def material_of(a: int) -> int:
    """What a move wins by itself: the captured piece, and what a pawn becomes."""
    becomes, takes = a >> BECOMES_AT & 7, a >> TAKES_AT & 7
    return VALUES[takes] + (VALUES[becomes] - VALUES[PAWN] if becomes else 0)


def exchange_at_least(s: State, a: int, least: int) -> bool:
    """Does a move win `least` centipawns or more, if both sides then capture on its square?

    Each captures with its least piece first, and may stop. Pins are not looked at. `ahead` is by
    how much the side that has just captured has reached what it wants, its piece being lost; the
    other side wants to make that impossible.
    """
    start, to = a & 63, a >> TO_AT & 63
    piece, becomes = a >> PIECE_AT & 7, a >> BECOMES_AT & 7
    ahead = material_of(a) - least
    if ahead < 0:
        return False
    ahead -= VALUES[becomes if becomes else piece]
    if ahead >= 0 or piece == KING:  # no legal step of a king is onto an attacked square
        return True
    occupied = (s.white | s.black) & ~BIT[start] | BIT[to]
    if BIT[to] == s.passant and piece == PAWN:
        occupied ^= forward(s.passant, -s.player)
    attackers = attackers_to(s, to, occupied)
    player = s.player
    while True:
        player = -player
        attackers &= occupied
        takers = attackers & (s.white if player == MAX else s.black)
        if not takers:
            break
        taker, kind = least_of(s, takers)
        if kind == KING and attackers & ~takers:
            break  # the king may not capture what is defended
        ahead = -ahead - 1 - VALUES[kind]
        if ahead >= 0:
            player = -player
            break
        occupied ^= taker
        if kind != KNIGHT and kind != ROOK:
            attackers |= bishop_attacks(to, occupied) & s.diagonals
        if kind >= ROOK:
            attackers |= rook_attacks(to, occupied) & s.straights
    return player != s.player


def least_of(s: State, pieces: int) -> tuple[int, int]:
    """The least valuable of some pieces, as a board, and what it is."""
    if pieces & s.pawns:
        return lowest_bit(pieces & s.pawns), PAWN
    if pieces & s.knights:
        return lowest_bit(pieces & s.knights), KNIGHT
    if pieces & s.diagonals & ~s.straights:
        return lowest_bit(pieces & s.diagonals & ~s.straights), BISHOP
    if pieces & s.straights & ~s.diagonals:
        return lowest_bit(pieces & s.straights & ~s.diagonals), ROOK
    if pieces & s.diagonals:
        return lowest_bit(pieces & s.diagonals), QUEEN
    return lowest_bit(pieces), KING


# --- for the search -----------------------------------------------------------------------------


def good_captures(s: State) -> Iterator[int]:
    """Legal captures and promotions to a queen that lose nothing, the most valuable first."""
    mine, theirs = sides(s)
    occupied = mine | theirs
    king = first(s.kings & mine)
    checkers, pinned = checkers_and_pinned(s, king)
    allowed = allowed_squares(mine, king, checkers)
    pawns = s.pawns & mine
    # Promotions without a capture.
    ends = forward(pawns, s.player) & LAST_RANKS & ~occupied & allowed
    for to in indices(ends):
        start = to - 8 * s.player & 63
        move = start | to << TO_AT | QUEEN << BECOMES_AT | PAWN << PIECE_AT
        stays = not pinned >> start & 1 or LINE[king << 6 | start] >> to & 1
        if stays and exchange_at_least(s, move, 0):
            yield move
    victims = theirs & attacked_by_mover(s, mine, occupied)
    while victims:
        victim, takes = greatest_of(s, victims)
        victims ^= victim
        to = first(victim)
        takers = attackers_to(s, to, occupied) & mine
        if not victim & allowed:
            takers &= s.kings
        while takers:
            taker, piece = least_of(s, takers)
            takers ^= taker
            start = first(taker)
            move = start | to << TO_AT | piece << PIECE_AT | takes << TAKES_AT
            if piece == KING:
                if not is_attacked(s, to, occupied ^ taker, theirs):
                    yield move
                continue
            if pinned & taker and not LINE[king << 6 | start] & victim:
                continue
            if piece == PAWN and victim & LAST_RANKS:
                move |= QUEEN << BECOMES_AT
            if VALUES[takes] >= VALUES[piece] or exchange_at_least(s, move, 0):
                yield move
    if s.passant:
        for start in indices(pawn_attacks(s.passant, -s.player) & pawns):
            move = start | first(s.passant) << TO_AT | PAWN << PIECE_AT | PAWN << TAKES_AT
            if may_take_passing(s, start, s.passant):
                yield move


def attacked_by_mover(s: State, mine: int, occupied: int) -> int:
    """All squares that the side to move attacks."""
    attacked = pawn_attacks(s.pawns & mine, s.player) | KING_MOVES[first(s.kings & mine)]
    for square in indices(s.knights & mine):
        attacked |= KNIGHT_MOVES[square]
    for square in indices(s.diagonals & mine):
        attacked |= bishop_attacks(square, occupied)
    for square in indices(s.straights & mine):
        attacked |= rook_attacks(square, occupied)
    return attacked


def greatest_of(s: State, pieces: int) -> tuple[int, int]:
    """The most valuable of some pieces without a king, as a board, and what it is."""
    best = pieces & s.diagonals & s.straights
    if not best:
        best = pieces & s.straights
    if not best:
        best = pieces & s.diagonals
    if not best:
        best = pieces & s.knights
    if not best:
        best = pieces
    best = lowest_bit(best)
    return best, piece_at(s, first(best))


def order(s: State, a: int) -> int:
    """How early to try a move: good captures and queens, then quiet moves (0), then the rest."""
    piece, becomes, takes = a >> PIECE_AT & 7, a >> BECOMES_AT & 7, a >> TAKES_AT & 7
    if becomes and becomes != QUEEN:
        return becomes - 200
    if not takes:
        return 100 if becomes else 0
    score = 16 * takes - piece + 4 * becomes
    if VALUES[takes] >= VALUES[piece] or exchange_at_least(s, a, 0):
        return score
    return score - 100
