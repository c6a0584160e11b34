"""One side's pieces, where they stand and what they reach: the ground of the evaluation.

Everything is seen by the side it is about, which goes up the board: Black's boards are turned
upside down. So what is written for one side holds for both.
"""

from __future__ import annotations

from typing import NamedTuple

from outplay.bits import (
    flip_vertical,
    indices,
    lowest_index,
    popcount,
    shift_left,
    shift_right,
    wrap,
)
from outplay.game import MAX, MIN
from outplay.games.chess import weights as w
from outplay.games.chess.attacks import (
    FILE_A,
    KING_MOVES,
    KNIGHT_MOVES,
    NOT_A,
    NOT_H,
    RANK_2,
    RANK_3,
    RANK_4,
    RANK_5,
    RANK_6,
    RANK_7,
    RANK_8,
    bishop_attacks,
    pawn_attacks,
    rook_attacks,
)
from outplay.games.chess.board import BIT, State

LIGHT = wrap(0x55AA55AA55AA55AA)
"""The light squares: h1 is one."""
STRONGHOLDS = RANK_4 | RANK_5 | RANK_6
ROOM = (RANK_2 | RANK_3 | RANK_4) & (0b00111100 * FILE_A)

ZONE = tuple(
    KING_MOVES[square] | BIT[square] | shift_right(KING_MOVES[square] | BIT[square], 8)
    for square in range(64)
)
"""The squares around the other king, and those that they step down to."""

KNIGHT_UNITS, BISHOP_UNITS, ROOK_UNITS, QUEEN_UNITS = 2, 2, 2, 3
"""What an attack on the zone counts, besides one for each square of it."""


class Side(NamedTuple):
    """The pieces of one side."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    king: int
    all: int


class Reach(NamedTuple):
    """What the pieces of one side attack, by kind."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    king: int
    any: int
    twice: int
    """What two pieces or more attack."""
    attackers: int
    """Pieces that attack the zone of the other king."""
    units: int
    """How much they do, see `safety.py`."""


def side_of(s: State, own: int) -> Side:
    """The side that has the pieces `own`."""
    queens = own & s.diagonals & s.straights
    return Side(
        own & s.pawns,
        own & s.knights,
        own & s.diagonals & ~queens,
        own & s.straights & ~queens,
        queens,
        own & s.kings,
        own,
    )


def turned(side: Side) -> Side:
    """The same from the other end of the board."""
    return Side(
        flip_vertical(side.pawns),
        flip_vertical(side.knights),
        flip_vertical(side.bishops),
        flip_vertical(side.rooks),
        flip_vertical(side.queens),
        flip_vertical(side.king),
        flip_vertical(side.all),
    )


def turned_reach(reach: Reach) -> Reach:
    return Reach(
        flip_vertical(reach.pawns),
        flip_vertical(reach.knights),
        flip_vertical(reach.bishops),
        flip_vertical(reach.rooks),
        flip_vertical(reach.queens),
        flip_vertical(reach.king),
        flip_vertical(reach.any),
        flip_vertical(reach.twice),
        reach.attackers,
        reach.units,
    )


def filled_up(board: int) -> int:
    """These squares and all above them."""
    board |= shift_left(board, 8)
    board |= shift_left(board, 16)
    return board | shift_left(board, 32)


def filled_down(board: int) -> int:
    """These squares and all below them."""
    board |= shift_right(board, 8)
    board |= shift_right(board, 16)
    return board | shift_right(board, 32)


def survey(us: Side, them: Side) -> tuple[Reach, int, int]:
    """Looks at every piece once: what it attacks, where it stands, how mobile it is."""
    occupied = us.all | them.all
    zone = ZONE[lowest_index(them.king)]
    safe = ~(pawn_attacks(them.pawns, MIN) | us.pawns | us.king)
    ahead = shift_left(us.pawns, 8)
    left, right = shift_right(ahead & NOT_A, 1), shift_left(ahead & NOT_H, 1)
    king = lowest_index(us.king)
    near = KING_MOVES[king]
    reached = left | right | near
    twice = left & right | (left | right) & near
    placement = w.KING_SQUARES[king]
    mobility = 0
    attackers = units = 0
    for square in indices(us.pawns):
        placement += w.PAWN_SQUARES[square]
    by_knights = by_bishops = by_rooks = by_queens = 0
    for square in indices(us.knights):
        seen = KNIGHT_MOVES[square]
        placement += w.KNIGHT_SQUARES[square]
        mobility += w.KNIGHT_MOBILITY[popcount(seen & safe)]
        twice |= reached & seen
        reached |= seen
        by_knights |= seen
        if seen & zone:
            attackers += 1
            units += KNIGHT_UNITS + popcount(seen & zone)
    for square in indices(us.bishops):
        seen = bishop_attacks(square, occupied ^ us.queens)
        placement += w.BISHOP_SQUARES[square]
        mobility += w.BISHOP_MOBILITY[popcount(seen & safe)]
        twice |= reached & seen
        reached |= seen
        by_bishops |= seen
        if seen & zone:
            attackers += 1
            units += BISHOP_UNITS + popcount(seen & zone)
    for square in indices(us.rooks):
        seen = rook_attacks(square, occupied ^ us.queens ^ us.rooks)
        placement += w.ROOK_SQUARES[square]
        mobility += w.ROOK_MOBILITY[popcount(seen & safe)]
        twice |= reached & seen
        reached |= seen
        by_rooks |= seen
        if seen & zone:
            attackers += 1
            units += ROOK_UNITS + popcount(seen & zone)
    for square in indices(us.queens):
        seen = bishop_attacks(square, occupied) | rook_attacks(square, occupied)
        placement += w.QUEEN_SQUARES[square]
        mobility += w.QUEEN_MOBILITY[popcount(seen & safe)]
        twice |= reached & seen
        reached |= seen
        by_queens |= seen
        if seen & zone:
            attackers += 1
            units += QUEEN_UNITS + popcount(seen & zone)
    reach = Reach(
        left | right,
        by_knights,
        by_bishops,
        by_rooks,
        by_queens,
        near,
        reached,
        twice,
        attackers,
        units,
    )
    return reach, placement, mobility


def material(us: Side) -> int:
    """What the pieces are worth, wherever they stand."""
    pawns, knights, rooks = popcount(us.pawns), popcount(us.knights), popcount(us.rooks)
    bishops = popcount(us.bishops)
    total = w.PAWN * pawns + w.KNIGHT * knights + w.BISHOP * bishops + w.ROOK * rooks
    total += w.QUEEN * popcount(us.queens)
    total += (w.KNIGHT_PAWNS * knights + w.ROOK_PAWNS * rooks) * (pawns - 5)
    if bishops > 1:
        total += w.BISHOP_PAIR
    return total


def pieces(us: Side, them: Side) -> int:
    """Good and bad places that depend on pawns: outposts, open files, room to live in."""
    guarded = pawn_attacks(us.pawns, MAX)
    threatened = pawn_attacks(them.pawns, MIN)
    outposts = guarded & STRONGHOLDS & ~filled_down(threatened)
    light = popcount(us.bishops & LIGHT)
    pawns_on_light = popcount(us.pawns & LIGHT)
    blocked = light * pawns_on_light
    blocked += (popcount(us.bishops) - light) * (popcount(us.pawns) - pawns_on_light)
    half_open = us.rooks & ~filled_down(us.pawns) & ~filled_up(us.pawns)
    open_files = half_open & ~filled_down(them.pawns) & ~filled_up(them.pawns)
    room = ROOM & ~us.pawns & ~threatened
    total = (
        w.KNIGHT_OUTPOST * popcount(us.knights & outposts)
        + w.BISHOP_OUTPOST * popcount(us.bishops & outposts)
        + w.MINOR_BEHIND_PAWN
        * popcount((us.knights | us.bishops) & shift_right(us.pawns | them.pawns, 8))
        + w.BISHOP_BLOCKED * blocked
        + w.ROOK_HALF_OPEN * popcount(half_open ^ open_files)
        + w.ROOK_OPEN * popcount(open_files)
        + w.SPACE * popcount(room)
    )
    if them.king & RANK_8 or them.pawns & RANK_7:
        total += w.ROOK_SEVENTH * popcount(us.rooks & RANK_7)
    return total
