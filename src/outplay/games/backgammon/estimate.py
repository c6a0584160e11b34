"""The estimate of a backgammon position: named features, weighted, for the side on roll.

While the sides can still meet, it is what made points, blots and spare checkers are worth on
each point, the same for both sides, and fifteen features of each side:

    stacked        checkers beyond three on a point, squared
    off            checkers borne off
    home           made points at home, squared
    shut out       checkers of the other side on the bar, by how many points at home are made
    two shut out   the same, once, if there are two or more
    shots          the share of rolls by which the other side hits
    loss           the pips lost by it on average, in tens
    heavy shots    shots, by how many points the other side has made at home, squared
    trapped        the share of rolls that do not move the last checker on, squared
    held           the same for all checkers in the far half, added up; not squared
    held by many   held, squared
    held, shut in  held, by how many points the other side has made at home
    anchor         a made point from 23 to 18, by how many the other side has made at home
    far behind     pips beyond 40 to bring all checkers home, where none is off: a gammon looms
    gammon         all pips to bring them home, by how many the other side has borne off

Each has a weight for a long way to go (300 pips of both sides together) and one for a short way
(100), and in between a share of both. The side on roll and the other one have weights of their
own: it is the one on roll that hits next. Once the sides have passed each other, only the race
counts.

The weights are a linear regression on GNU Backgammon's estimates, at 0 ply and without the cube,
of some 200,000 positions: docs/games/backgammon.md says how.
"""

from __future__ import annotations

import math

from outplay.bits import indices, indices_down, popcount
from outplay.games.backgammon import weights as w
from outplay.games.backgammon.board import BAR, OFF, POINTS, Side, checkers_on, made, mirrored

HOME = 0b1111110
"""The points 1 to 6."""

NEAR, FAR = 100, 300
"""Pips of both sides together: a short way to go, and a long one."""

ROLL = 4.3
"""What it is worth in a race to be on roll, in pips: half a roll and a bit."""


def _escapes() -> tuple[int, ...]:
    """Of 36 rolls, how many move a checker on by both dice; index: blocked points ahead, 12."""
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    return tuple(
        sum(
            not blocked >> a + b - 1 & 1 and not blocked >> a - 1 & blocked >> b - 1 & 1
            for a, b in rolls
        )
        for blocked in range(1 << 12)
    )


ESCAPES = _escapes()


def estimate(mine: Side, theirs: Side) -> float:
    """The weighted sum of all features for `mine`, who is on roll."""
    my_taken, their_taken = taken(mine), taken(theirs)
    if my_taken.bit_length() + their_taken.bit_length() <= BAR + 2:
        return race(mine, theirs)
    my_worth, my_pips = placed(mine)
    their_worth, their_pips = placed(theirs)
    long = min(max((my_pips + their_pips - NEAR) / (FAR - NEAR), 0.0), 1.0)
    total = my_worth - their_worth
    ours, others = side_features(mine, theirs), side_features(theirs, mine)
    for number in range(len(ours)):
        weight = long * w.ON_ROLL_LONG[number] + (1 - long) * w.ON_ROLL_SHORT[number]
        total += weight * ours[number]
        weight = long * w.OTHER_LONG[number] + (1 - long) * w.OTHER_SHORT[number]
        total += weight * others[number]
    both = both_features(my_pips, their_pips)
    for number in range(len(both)):
        total += (long * w.BOTH_LONG[number] + (1 - long) * w.BOTH_SHORT[number]) * both[number]
    return total


def both_features(my_pips: int, their_pips: int) -> tuple[float, float, float, float]:
    """The lead in the race, the same squared, who is likely to win it, and who is on roll."""
    lead = (their_pips - my_pips) / 100
    luck = math.sqrt(max(0.3, (my_pips + their_pips) / 100))
    return lead, lead * abs(lead), math.tanh(2.5 * (lead + 0.04) / luck), 1.0


def side_features(side: Side, other: Side) -> tuple[float, ...]:
    """What the head of this file names."""
    points, their_points = made(side) & POINTS, made(other) & POINTS
    home, their_home = popcount(points & HOME), popcount(their_points & HOME)
    stacked = to_home = 0
    held = trapped = 0.0
    last = taken(side).bit_length() - 1
    for point in indices_down(taken(side)):
        checkers = checkers_on(side, point)
        if checkers > 3:
            stacked += (checkers - 3) ** 2
        if point > 6:
            to_home += (point - 6) * checkers
        if point > 12:
            # The points ahead of it, as the other side counts them, follow 25 - point.
            stuck = 1 - ESCAPES[their_points >> BAR + 1 - point & 0xFFF] / 36
            if point == last:
                trapped = stuck
            held += checkers * stuck
    shots, loss = exposure(side, other)
    barred = checkers_on(other, BAR)
    off = checkers_on(side, OFF)
    closed = (home / 6) * (home / 6)
    return (
        float(stacked),
        float(off),
        home * home / 10,
        barred * closed,
        closed if barred > 1 else 0.0,
        shots,
        loss / 10,
        shots * their_home * their_home / 5,
        trapped * trapped,
        held,
        held * held / 10,
        held * their_home / 5,
        their_home / 5 if points >> 18 & 0b111111 else 0.0,
        max(0, to_home - 40) / 50 if off == 0 else 0.0,
        checkers_on(other, OFF) * to_home / 100 if off == 0 else 0.0,
    )


def taken(side: Side) -> int:
    """The points with a checker, the bar included."""
    return (side.ones | made(side)) & ~(1 << OFF)


def pips(side: Side) -> int:
    """How far all checkers have to go."""
    total = 0
    for point in indices(taken(side)):
        total += point * checkers_on(side, point)
    return total


def placed(side: Side) -> tuple[float, int]:
    """What the points, the blots and the spare checkers of a side are worth where they are, and
    how far they all have to go."""
    worth, way = 0.0, BAR * checkers_on(side, BAR)
    for point in indices_down(taken(side) & POINTS):
        checkers = checkers_on(side, point)
        way += point * checkers
        if checkers == 1:
            worth += w.BLOT[point - 1]
        else:
            worth += w.MADE[point - 1] + (checkers - 2) * w.SPARE[(point - 1) // 3]
    return worth, way


def exposure(side: Side, other: Side) -> tuple[float, float]:
    """The share of rolls by which `other` hits a blot of `side`, and the pips lost on average.

    One checker hits, by either die or by both, over points that it may enter. What is on the bar
    enters first.
    """
    blots = mirrored(side.ones & ~made(side))
    free = POINTS & ~mirrored(made(side))
    hitters = taken(other)
    barred = checkers_on(other, BAR)
    if blots == 0:
        return 0.0, 0.0
    rolls = lost = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            by_high, by_low = hitters >> high & free, hitters >> low & free
            if barred:
                by_high, by_low = 1 << BAR >> high & free, 1 << BAR >> low & free
            reached = by_high | by_low
            if barred < 2 and high == low:
                # With nobody on the bar each checker moves up to four times.
                step = by_high | hitters if barred and by_high else by_high
                for _ in range(3):
                    step = step >> high & free
                    reached |= step
            elif barred == 1:
                if by_high:
                    reached |= (by_high | hitters) >> low & free
                if by_low:
                    reached |= (by_low | hitters) >> high & free
            elif barred == 0:
                reached |= (by_high >> low | by_low >> high) & free
            hit = reached & blots
            if hit:
                ways = 1 if high == low else 2
                rolls += ways
                lost += ways * (hit.bit_length() - 1)
    return rolls / 36, lost / 36


# --- the race -----------------------------------------------------------------------------


def race(mine: Side, theirs: Side) -> float:
    """The value for `mine`, who is on roll, when the sides have passed each other."""
    my_way, their_way = race_pips(mine), race_pips(theirs)
    luck = math.sqrt(max(w.LUCK[0] * (my_way + their_way) + w.LUCK[1], 1.0))
    value = math.tanh((their_way - my_way + ROLL) / luck)
    return value + gammon(theirs, my_way - ROLL / 2) - gammon(mine, their_way + ROLL / 2)


def race_pips(side: Side) -> float:
    """Pips to go, and what bearing off will waste: low points, gaps and stacks cost."""
    total = float(pips(side))
    for point in range(1, 7):
        checkers = checkers_on(side, point)
        total += w.WASTE[point - 1] * checkers
        if point > 3 and checkers == 0:
            total += w.WASTE[point + 2]
        if point <= 3 and checkers > 2:
            total += w.WASTE[point + 8] * (checkers - 2)
    if checkers_on(side, OFF) == 0:
        total += w.WASTE[12]
    return total


def gammon(side: Side, their_way: float) -> float:
    """How likely this side bears off nothing while the other goes `their_way`."""
    if checkers_on(side, OFF):
        return 0.0
    to_home = 0
    for point in range(7, BAR):
        to_home += (point - 6) * checkers_on(side, point)
    late = (to_home + w.GAMMON[0] - w.GAMMON[1] * their_way) * w.GAMMON[2]
    return 1 / (1 + math.exp(-min(max(late, -30.0), 30.0)))
