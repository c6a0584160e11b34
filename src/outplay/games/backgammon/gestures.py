"""Pointing at plays of backgammon: where each checker stands, and where it goes.

Places are named as the picture shows them, by X's count of the points, whoever plays: `13`; and
`X bar`, `O bar`, `X off`, `O off`.

A play is pointed at step by step, `24 18 13 11`, in any order, and by any way that leads to the
same position. Steps of one checker, one after the other, may be taken at once, `24 13`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from outplay.bits import indices_down
from outplay.game import MAX, MIN
from outplay.games.backgammon.board import BAR, OFF, POINTS, Side, made, mirrored, moved, sources
from outplay.games.backgammon.notation import Play, hits

Way = tuple[int, ...]
"""The points pointed at, as the mover counts: a source, a target, a source, a target …"""

End = tuple[Side, int]
"""Where a play leads: the mover's checkers, and the points on which it hits."""

MOST = 6000
"""Ways to point at the plays of a double. If there were more, steps must be taken in one order."""


def place_name(point: int, player: int) -> str:
    """What the picture calls that point of a player's count."""
    side = "X" if player == MAX else "O"
    if point in (BAR, OFF):
        return f"{side} {'bar' if point == BAR else 'off'}"
    return str(point if player == MAX else 25 - point)


NAMES = {player: [place_name(point, player) for point in range(BAR + 1)] for player in (MAX, MIN)}


def gestures(
    play: Play, mine: Side, theirs: Side, high: int, low: int, player: int
) -> list[tuple[str, ...]]:
    """The ways to point at a play, those with the fewest places first; none of no move."""
    if not any(play):
        return []
    end = mine
    for number, point in enumerate(play):
        if point:
            end = moved(end, point, low if number == 1 else high)
    hit = sum(1 << point for point in hits(play, high, low, theirs))
    names = NAMES[player]
    found = _ways(mine, theirs, high, low)[end, hit]
    return [tuple([names[point] for point in way]) for way in found]


@lru_cache(maxsize=8)
def _ways(mine: Side, theirs: Side, high: int, low: int) -> dict[End, list[Way]]:
    """All ways to point at plays, by where they lead; kept, as it is asked play after play."""
    free = POINTS & ~mirrored(made(theirs))
    blots = mirrored(theirs.ones & ~made(theirs))
    led = dict(_lines(mine, free, blots, high, low))
    joined: dict[Way, set[End]] = {}
    for way, end in led.items():
        for short in _joined(way):
            joined.setdefault(short, set()).add(end)
    # What says too little is left out: it may or may not hit in between, or be one step, off the
    # board by the higher die alone. (All steps of a double are equally long.)
    firsts = {way[:2] for way in led} if high != low else set()
    for way, ends in joined.items():
        if len(ends) == 1 and way not in firsts:
            led[way] = ends.pop()
    found: dict[End, list[Way]] = {}
    for way in sorted(led, key=lambda way: (-len(way), way), reverse=True):
        found.setdefault(led[way], []).append(way)
    return found


def _lines(mine: Side, free: int, blots: int, high: int, low: int) -> list[tuple[Way, End]]:
    """Every legal way of moving step by step, and where it leads."""
    if high == low:
        dice = (high,) * 4
        lines = _walked(mine, free, blots, dice)
        return lines if len(lines) <= MOST else _walked(mine, free, blots, dice, ordered=True)
    lines = _walked(mine, free, blots, (high, low))
    others = _walked(mine, free, blots, (low, high))
    played, by_others = len(lines[0][0]), len(others[0][0])
    if played == by_others == 4:
        return lines + others
    return others if by_others > played else lines  # of one die alone, it is the higher one


def _walked(
    mine: Side, free: int, blots: int, dice: tuple[int, ...], ordered: bool = False
) -> list[tuple[Way, End]]:
    """As far as it goes by these dice; stops beyond MOST ways, unless `ordered`.

    `ordered`: no step begins farther back than the one before.
    """
    lines: list[tuple[Way, End]] = [((), (mine, 0))]
    for die in dice:
        known: dict[End, list[tuple[int, int, End]]] = {}
        further: list[tuple[Way, End]] = []
        for way, at in lines:
            if at not in known:
                known[at] = list(_steps(at, free, blots, die))
            for point, to, end in known[at]:
                if not ordered or not way or point <= way[-2]:
                    further.append(((*way, point, to), end))
            if len(further) > MOST and not ordered:
                return further
        if not further:
            break
        lines = further
    return lines


def _steps(at: End, free: int, blots: int, die: int) -> Iterator[tuple[int, int, End]]:
    """(from, to, where that leads) of every step by one die, the farthest first."""
    side, hit = at
    for point in indices_down(sources(side, free, die)):
        to = max(point - die, OFF)
        yield point, to, (moved(side, point, die), hit | 1 << to & blots)


def _joined(way: Way) -> Iterator[Way]:
    """The same with steps of one checker, one after the other, taken at once."""
    for at in range(1, len(way) - 2, 2):
        if way[at] == way[at + 1]:
            short = way[:at] + way[at + 2 :]
            yield short
            yield from _joined(short)
