"""The backgammon board: checkers as numbers in binary, one bit a point in each digit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

OFF, BAR = 0, 25
"""Where checkers are besides the points 1 to 24."""

POINTS = (1 << 25) - 2
"""The bits of the points 1 to 24."""


class Side(NamedTuple):
    """The checkers of one player: how many on each point.

    Bit p of `ones`, `twos`, `fours` and `eights` are the binary digits of the number of
    checkers on point p, as that player counts: from 24 down to 1, then off (0); the bar is 25.
    Two checkers on 24 and five on 6, for one:

        point    25 24 23 … 6 5 4 3 2 1 0
        ones      .  .  .   1 . . . . . .
        twos      .  1  .   . . . . . . .
        fours     .  .  .   1 . . . . . .
        eights    .  .  .   . . . . . . .

    So the points with a checker are `ones | twos | fours | eights`, at one stroke, and those
    that the other side cannot enter are `twos | fours | eights`.
    """

    ones: int
    twos: int
    fours: int
    eights: int


def side_of(checkers: Mapping[int, int]) -> Side:
    """The side with that many checkers on those points."""
    digits = [sum((n >> d & 1) << point for point, n in checkers.items()) for d in range(4)]
    return Side(*digits)


def checkers_on(side: Side, point: int) -> int:
    """How many checkers stand there."""
    return (
        (side.ones >> point & 1)
        + 2 * (side.twos >> point & 1)
        + 4 * (side.fours >> point & 1)
        + 8 * (side.eights >> point & 1)
    )


def made(side: Side) -> int:
    """The points with two checkers or more, those off and on the bar included."""
    return side.twos | side.fours | side.eights


def mirrored(points: int) -> int:
    """The same points as the other player counts them: 25 - p for p; 0 and 25 drop off."""
    u = (points & POINTS) << 6  # bit p of 32 bits, read backwards, is bit 25 - p
    u = u >> 1 & 0x55555555 | (u & 0x55555555) << 1
    u = u >> 2 & 0x33333333 | (u & 0x33333333) << 2
    u = u >> 4 & 0x0F0F0F0F | (u & 0x0F0F0F0F) << 4
    u = u >> 8 & 0x00FF00FF | (u & 0x00FF00FF) << 8
    return u >> 16 | (u & 0xFFFF) << 16


def lifted(side: Side, points: int) -> Side:
    """One checker less on each of these points: binary subtraction, digit by digit."""
    twos = points & ~side.ones
    fours = twos & ~side.twos
    eights = fours & ~side.fours
    return Side(side.ones ^ points, side.twos ^ twos, side.fours ^ fours, side.eights ^ eights)


def dropped(side: Side, points: int) -> Side:
    """One checker more on each of these points: binary addition, digit by digit."""
    twos = points & side.ones
    fours = twos & side.twos
    eights = fours & side.fours
    return Side(side.ones ^ points, side.twos ^ twos, side.fours ^ fours, side.eights ^ eights)


def moved(side: Side, point: int, die: int) -> Side:
    """One checker of `point` moved on by `die`, or off."""
    return dropped(lifted(side, 1 << point), 1 << max(point - die, OFF))


def sources(side: Side, free: int, die: int) -> int:
    """The points from which a checker may be moved by `die`; `free`: those it may move to."""
    taken = (side.ones | side.twos | side.fours | side.eights) & ~(1 << OFF)
    if taken >> BAR:
        return 1 << BAR & free << die
    found = taken & free << die
    if taken < 1 << 7:
        # All are home. Off goes a checker on the die's point, or the farthest if none is beyond.
        farthest = taken.bit_length() - 1
        found |= 1 << farthest if 0 < farthest <= die else taken & 1 << die
    return found
