"""How good a position is for White, in centipawns, judged as it stands.

`themes(s)` gives one number for each of `THEMES`, White's lead in it; `evaluate(s)` is their sum.
The weights are in `weights.py`. Each comes as a pair, for the middlegame and for the endgame;
what counts is between the two, by how many pieces are left. All but the last theme add up
weights, so that regression can tune them. The last one, "drawish", takes back what a lead is not
worth in endings that are hard to win.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

from outplay.bits import lowest_index, popcount
from outplay.game import MAX
from outplay.games.chess import weights as w
from outplay.games.chess.attacks import FILE_A, FILE_H
from outplay.games.chess.board import State
from outplay.games.chess.packed import split
from outplay.games.chess.pawns import distance, passed, structure
from outplay.games.chess.safety import attack, shelter, threats
from outplay.games.chess.sides import (
    LIGHT,
    Reach,
    Side,
    material,
    pieces,
    side_of,
    survey,
    turned,
    turned_reach,
)

THEMES = (
    *("material", "placement", "mobility", "pieces", "pawns", "passed"),
    *("king", "threats", "tempo", "ending", "drawish"),
)

MOST = 9_900
"""No position is judged to be worth more: a won game is 10,000."""

ALL_PIECES = 24
"""Phase of the start: a knight or bishop counts 1, a rook 2, a queen 4."""

ENDGAME = 12
"""The highest phase in which a lead may be worth less than it seems."""

WHOLE = 64
"""Leads are scaled in 64ths."""

Ten = tuple[int, int, int, int, int, int, int, int, int, int]


def evaluate(s: State) -> int:
    """White's lead; at most `MOST` either way."""
    stuff, placement, mobility, well, pawns, runners, king, danger, tempo, ending = leads(s)
    total = stuff + placement + mobility + well + pawns + runners + king + danger + tempo + ending
    return scaled(s, taper(total, phase(s)))


def themes(s: State) -> tuple[int, ...]:
    """White's lead in each of `THEMES`."""
    of = phase(s)
    sums = [taper(total, of) for total in accumulate(leads(s))]
    # Each theme is what it adds to the sum before it, so that roundings add up as well.
    added = [after - before for before, after in pairwise([0, *sums])]
    return (*added, scaled(s, sums[-1]) - sums[-1])


def leads(s: State) -> Ten:
    """White's lead in all themes but the last, as sums of packed weights."""
    white, black = side_of(s, s.white), side_of(s, s.black)
    turned_white, turned_black = turned(white), turned(black)
    ours, placement, mobility, well, pawns = first_look(white, black)
    theirs, placement_2, mobility_2, well_2, pawns_2 = first_look(turned_black, turned_white)
    moves = 1 if s.player == MAX else 0
    runners, king, danger = second_look(white, black, ours, turned_reach(theirs), 1 - moves)
    runners_2, king_2, danger_2 = second_look(
        turned_black, turned_white, theirs, turned_reach(ours), moves
    )
    ending = 0
    if black.all == black.king:
        ending = mating(white, black)
    elif white.all == white.king:
        ending = -mating(black, white)
    return (
        material(white) - material(black),
        placement - placement_2,
        mobility - mobility_2,
        well - well_2,
        pawns - pawns_2,
        runners - runners_2,
        king - king_2,
        danger - danger_2,
        w.TEMPO * s.player,
        ending,
    )


def first_look(us: Side, them: Side) -> tuple[Reach, int, int, int, int]:
    """What one side's pieces reach, and its placement, mobility, pieces and pawns."""
    ours, placement, mobility = survey(us, them)
    return ours, placement, mobility, pieces(us, them), structure(us, them)


def second_look(
    us: Side, them: Side, ours: Reach, theirs: Reach, waits: int
) -> tuple[int, int, int]:
    """One side's passed pawns, king and threats, now that it is known what both sides reach."""
    king = attack(us, them, ours, theirs) + shelter(us, them)
    return passed(us, them, ours, theirs, waits), king, threats(us, them, ours, theirs)


def phase(s: State) -> int:
    """24 at the start, 0 when only kings and pawns are left."""
    left = popcount(s.knights) + popcount(s.diagonals) + 2 * popcount(s.straights)
    left += popcount(s.diagonals & s.straights)
    return min(left, ALL_PIECES)


def taper(total: int, of: int) -> int:
    """What a sum of packed weights is worth in this phase, rounded towards 0."""
    middlegame, endgame = split(total)
    mixed = middlegame * of + endgame * (ALL_PIECES - of)
    return mixed // ALL_PIECES if mixed >= 0 else -(-mixed // ALL_PIECES)


def scaled(s: State, lead: int) -> int:
    """A lead as far as it can be turned into a win."""
    if phase(s) <= ENDGAME:
        white = lead > 0
        strong, weak = (s.white, s.black) if white else (s.black, s.white)
        part = winnable(side_of(s, strong), side_of(s, weak), 56 if white else 0)
        lead = lead * part // WHOLE if white else -(-lead * part // WHOLE)
    return max(-MOST, min(lead, MOST))


# --- endings --------------------------------------------------------------------------------


def mating(us: Side, them: Side) -> int:
    """The way to mate a lone king: to the edge, our king near it, and to the right corner."""
    minors = popcount(us.bishops | us.knights)
    if not us.rooks | us.queens and (minors < 2 or not us.bishops):
        return 0
    king = lowest_index(them.king)
    file, rank = king & 7, king >> 3
    total = w.CLOSE * (7 - distance(king, lowest_index(us.king)))
    if minors == 2 and us.knights and us.all == us.king | us.bishops | us.knights:
        if us.bishops & LIGHT:
            file = 7 - file  # the light corners, a8 and h1, come to where the dark ones are
        return total + w.CORNER * abs(7 - file - rank)
    return total + w.EDGE * (6 - min(file, 7 - file) - min(rank, 7 - rank))


def winnable(strong: Side, weak: Side, last_rank: int) -> int:
    """How much of a lead counts, in 64ths. last_rank: the first square of the strong side's."""
    force = strength(strong)
    lead = force - strength(weak)
    pawns = popcount(strong.pawns)
    if not pawns:
        if force <= 3 or (not weak.pawns and force == 6 and not strong.bishops):
            return 0  # one minor piece, or two knights, do not mate
        return 8 if lead <= 3 else WHOLE
    opposite = (
        popcount(strong.bishops) == 1
        and popcount(weak.bishops) == 1
        and popcount((strong.bishops | weak.bishops) & LIGHT) == 1
    )
    if opposite:
        return min(18 + 5 * pawns, 40) if force == 3 and lead == 0 else 50
    if force == 3 and strong.bishops and not strength(weak):
        corner = last_rank | (7 if strong.pawns & FILE_H else 0)
        edge = FILE_H if strong.pawns & FILE_H else FILE_A
        light = strong.bishops & LIGHT != 0
        light_corner = corner == 56 or corner == 7
        if not strong.pawns & ~edge and light != light_corner:
            return 2 if distance(lowest_index(weak.king), corner) < 2 else WHOLE
    return 44 if pawns == 1 and lead <= 0 and force else WHOLE


def strength(side: Side) -> int:
    """Pieces by the old rule: 3 for a minor piece, 5 for a rook, 9 for a queen."""
    minors = popcount(side.knights | side.bishops)
    return 3 * minors + 5 * popcount(side.rooks) + 9 * popcount(side.queens)
