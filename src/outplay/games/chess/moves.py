"""Legal moves of chess, found without trying them out.

What may move where is decided from the king's side: who gives check (then only squares that end
it are left), and which of the own pieces are pinned (they stay on their line with the king). Only
the king's own steps, castling and captures en passant look at the board as it will be.
"""

from __future__ import annotations

from collections.abc import Iterator

from outplay.bits import indices, lowest_bit, shift_left, shift_right, single_bits
from outplay.game import MAX
from outplay.games.chess.attacks import (
    BETWEEN,
    BLACK_PAWN_CAPTURES,
    KING_MOVES,
    KNIGHT_MOVES,
    LAST_RANKS,
    LINE,
    LINES,
    NOT_A,
    NOT_H,
    RANK_3,
    RANK_6,
    WHITE_PAWN_CAPTURES,
    attackers_to,
    bishop_attacks,
    first,
    forward,
    pawn_attacks,
    rook_attacks,
)
from outplay.games.chess.board import (
    BECOMES_AT,
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

PAWN_STEPS = (8, 16, 7, 9)
"""One ahead, two ahead, and a capture on either side, as White goes."""


def sides(s: State) -> tuple[int, int]:
    """The pieces of the side to move, and those of the other."""
    return (s.white, s.black) if s.player == MAX else (s.black, s.white)


# --- the king's side of things ------------------------------------------------------------------


def is_attacked(s: State, square: int, occupied: int, theirs: int) -> bool:
    """Does one of `theirs` attack the square, lines being blocked by `occupied`?"""
    return attackers_to(s, square, occupied) & theirs != 0


def in_check(s: State) -> bool:
    """Is the king of the side to move attacked?"""
    mine, theirs = sides(s)
    return is_attacked(s, first(s.kings & mine), mine | theirs, theirs)


def pawns_before(s: State, square: int) -> int:
    """Where a pawn of the other side stands that attacks this square."""
    return WHITE_PAWN_CAPTURES[square] if s.player == MAX else BLACK_PAWN_CAPTURES[square]


def checkers_and_pinned(s: State, king: int) -> tuple[int, int]:
    """Who gives check to the king of the side to move, and which of its pieces are pinned."""
    mine, theirs = sides(s)
    checkers = KNIGHT_MOVES[king] & s.knights | pawns_before(s, king) & s.pawns
    pinned = 0
    # Pieces that would give check if the side to move had nothing but its king.
    watchers = theirs & (
        bishop_attacks(king, theirs) & s.diagonals | rook_attacks(king, theirs) & s.straights
    )
    for watcher in single_bits(watchers):
        shield = BETWEEN[king << 6 | first(watcher)] & mine
        if not shield:
            checkers |= watcher
        elif shield == lowest_bit(shield):
            pinned |= shield
    return checkers & theirs, pinned


def allowed_squares(mine: int, king: int, checkers: int) -> int:
    """Where pieces other than the king may go: on or before the one who gives check, if any."""
    if not checkers:
        return ~mine
    if checkers != lowest_bit(checkers):
        return 0
    return checkers | BETWEEN[king << 6 | first(checkers)]


def king_steps(s: State, king: int) -> int:
    """The squares on which the king is not attacked, its own square being empty then."""
    mine, theirs = sides(s)
    occupied = (mine | theirs) ^ BIT[king]
    safe = 0
    for step in single_bits(KING_MOVES[king] & ~mine):
        if not is_attacked(s, first(step), occupied, theirs):
            safe |= step
    return safe


def piece_targets(square: int, piece: int, occupied: int) -> int:
    """What a knight, bishop, rook or queen on this square attacks."""
    if piece == KNIGHT:
        return KNIGHT_MOVES[square]
    targets = 0
    if piece != ROOK:
        targets = bishop_attacks(square, occupied)
    if piece >= ROOK:
        targets |= rook_attacks(square, occupied)
    return targets


def pawn_targets(s: State, pawns: int, way: int) -> int:
    """Where pawns of the side to move go: one ahead, two ahead, or captures on either side."""
    if way < 2:
        free = ~(s.white | s.black)
        ahead = forward(pawns, s.player) & free
        if way == 0:
            return ahead
        return forward(ahead & (RANK_3 if s.player == MAX else RANK_6), s.player) & free
    # Towards file a for White is towards file h for Black: a turned board.
    ahead = forward(pawns, s.player)
    left = way == 2 if s.player == MAX else way == 3
    theirs = s.black if s.player == MAX else s.white
    aside = shift_right(ahead & NOT_A, 1) if left else shift_left(ahead & NOT_H, 1)
    return aside & theirs


# --- special moves ------------------------------------------------------------------------------


def may_take_passing(s: State, start: int, passant: int) -> bool:
    """May the pawn capture en passant: is its king safe when both pawns have gone?"""
    mine, theirs = sides(s)
    caught = forward(passant, -s.player)
    occupied = (mine | theirs) ^ BIT[start] ^ caught | passant
    return not is_attacked(s, first(s.kings & mine), occupied, theirs ^ caught)


def can_take_passing(s: State, passant: int) -> bool:
    """May any pawn of the side to move capture on the square that a pawn has passed?"""
    mine, _ = sides(s)
    takers = pawn_attacks(passant, -s.player) & s.pawns & mine
    return any(may_take_passing(s, taker, passant) for taker in indices(takers))


def castled(king: int, rook: int) -> tuple[int, int]:
    """Where the king and the rook stand after castling: files g and f, or c and d."""
    rank = king & 56
    return (rank | 6, rank | 5) if rook > king else (rank | 2, rank | 3)


def may_castle(s: State, king: int, rook: int) -> bool:
    """May they castle, if the king is not in check and neither has moved?

    Nothing else stands on their ways, and the king meets no attack on its own. Its last square
    is looked at with the rook in its new place: in Chess960 the rook may uncover the king.
    """
    mine, theirs = sides(s)
    king_end, rook_end = castled(king, rook)
    others = (mine | theirs) ^ BIT[king] ^ BIT[rook]
    path = BETWEEN[king << 6 | king_end] | BIT[king_end]
    if (path | BETWEEN[rook << 6 | rook_end] | BIT[rook_end]) & others:
        return False
    if is_attacked(s, king_end, others | BIT[rook_end], theirs):
        return False
    path &= ~(BIT[king_end] | BIT[king])
    return all(not is_attacked(s, step, others | BIT[rook], theirs) for step in indices(path))


# --- all moves ----------------------------------------------------------------------------------


def legal_moves(s: State) -> Iterator[int]:
    """Every legal move of a position: pieces, pawns, and the special moves of both."""
    mine, theirs = sides(s)
    occupied = mine | theirs
    king = first(s.kings & mine)
    checkers, pinned = checkers_and_pinned(s, king)
    allowed = allowed_squares(mine, king, checkers)
    movers = mine & ~s.pawns if allowed else BIT[king]
    for start in indices(movers):
        piece = piece_at(s, start)
        if piece == KING:
            targets = king_steps(s, king)
        else:
            targets = piece_targets(start, piece, occupied) & allowed
            if pinned >> start & 1:
                targets &= LINE[king << 6 | start]
        move = start | piece << PIECE_AT
        for to in indices(targets):
            takes = piece_at(s, to) if theirs >> to & 1 else 0
            yield move | to << TO_AT | takes << TAKES_AT
    if not allowed:
        return
    pawns = s.pawns & mine
    for way in range(4):
        for to in indices(pawn_targets(s, pawns, way) & allowed):
            start = to - PAWN_STEPS[way] * s.player & 63
            if pinned >> start & 1 and not LINE[king << 6 | start] >> to & 1:
                continue
            takes = piece_at(s, to) if way >= 2 else 0
            move = start | to << TO_AT | PAWN << PIECE_AT | takes << TAKES_AT
            if LAST_RANKS >> to & 1:
                for becomes in range(QUEEN, PAWN, -1):
                    yield move | becomes << BECOMES_AT
            else:
                yield move
    if s.passant:
        for start in indices(pawn_attacks(s.passant, -s.player) & pawns):
            if may_take_passing(s, start, s.passant):
                move = start | first(s.passant) << TO_AT
                yield move | PAWN << PIECE_AT | PAWN << TAKES_AT
    if not checkers:
        for rook in indices(s.castling & mine):
            if may_castle(s, king, rook):
                yield king | rook << TO_AT | KING << PIECE_AT


def has_move(s: State) -> bool:
    """Is there a legal move?"""
    mine, theirs = sides(s)
    # Nearly always: no check, and a pawn with a free square before it that no line pins.
    loose = s.pawns & mine & ~LINES[first(s.kings & mine)]
    if forward(loose, s.player) & ~(mine | theirs) and not in_check(s):
        return True
    for _ in legal_moves(s):
        return True
    return False
