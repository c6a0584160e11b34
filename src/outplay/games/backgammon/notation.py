"""How people write backgammon: plays, rolls, and GNU Backgammon's position IDs."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from outplay.errors import IllegalAction, InvalidPosition
from outplay.game import CHANCE, MAX, MIN
from outplay.games.backgammon.board import BAR, OFF, Side, checkers_on, made, mirrored, side_of

Play = tuple[int, int, int, int]
"""The points moved from, 0 for a move that is not made; for chance, the two dice.

If the dice differ, the first number is moved by the higher die and the second by the lower
one. After a double all four are moved by it, the farthest first. In which order the moves of
a play are made never matters to the position that they lead to.
"""

NO_MOVE = "no move"
NO_MOVES = ("no move", "nomove", "no play", "pass", "-", "none", "cannot move")
"""What people write who cannot move."""

PATH = re.compile(r"(bar|b|[0-9]{1,2})((?:/(?:bar|b|off|o|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")
NAMES = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF}


# --- plays ------------------------------------------------------------------------------


def steps(play: Play, high: int, low: int) -> list[tuple[int, int]]:
    """The moves of a play as (from, to)."""
    dice = (high, low, high, high)
    return [(p, max(p - die, OFF)) for p, die in zip(play, dice, strict=True) if p]


def hits(play: Play, high: int, low: int, theirs: Side) -> set[int]:
    """The points, as the mover counts, on which a play hits."""
    blots = mirrored(theirs.ones & ~made(theirs))
    return {to for _, to in steps(play, high, low) if to != OFF and blots >> to & 1}


def format_play(play: Play, high: int, low: int, theirs: Side) -> str:
    """A play as people write it: `24/18 13/11`, `bar/22*`, `8/5(2)`, `13/10*/9`."""
    hit = hits(play, high, low, theirs)
    paths: list[list[int]] = []
    for start, to in sorted(steps(play, high, low), reverse=True):
        for path in paths:
            if path[-1] == start:
                path.append(to)
                break
        else:
            paths.append([start, to])
    # A point in between is named where something is hit, and only there.
    shown = [(p[0], *(q for q in p[1:-1] if q in hit), p[-1]) for p in paths]
    words = []
    starred: set[int] = set()
    for points, times in sorted(Counter(shown).items(), reverse=True):
        word = "bar" if points[0] == BAR else str(points[0])
        for point in points[1:]:
            star = "*" if point in hit - starred else ""
            starred.add(point)
            word += f"/{point or 'off'}{star}"
        words.append(word + (f"({times})" if times > 1 else ""))
    return " ".join(words) or NO_MOVE


def parse_play(
    text: str, legal: Sequence[Play], high: int, low: int, mine: Side, theirs: Side
) -> Play:
    """The legal play that `text` describes, in any order and with any points in between."""
    wanted = re.sub(r"\s*([/(])\s*", r"\1", text.lower())
    wanted = re.sub(r"\s+([*)])", r"\1", wanted).strip()
    if not any(legal[0]):
        if wanted in NO_MOVES:
            return legal[0]
        raise IllegalAction(f"There is no legal move with {high}-{low}; write {NO_MOVE!r}.")
    if wanted in NO_MOVES:
        example = format_play(legal[0], high, low, theirs)
        raise IllegalAction(f"There is a legal move with {high}-{low}, such as {example!r}.")
    change, stars = read_paths(wanted, mine)
    fitting = [
        play
        for play in legal
        if net(steps(play, high, low)) == change and stars <= hits(play, high, low, theirs)
    ]
    if len(fitting) > 1:
        exact = [play for play in fitting if hits(play, high, low, theirs) == stars]
        fitting = exact or fitting
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        choices = " or ".join(repr(format_play(play, high, low, theirs)) for play in fitting)
        raise IllegalAction(f"{text.strip()!r} can mean several plays; write {choices}.")
    some = ", ".join(format_play(play, high, low, theirs) for play in legal[:8])
    some += f" and {len(legal) - 8} more" if len(legal) > 8 else ""
    raise IllegalAction(f"{text.strip()!r} is not a legal play of {high}-{low}; legal: {some}.")


def read_paths(wanted: str, mine: Side) -> tuple[Counter[int], set[int]]:
    """What a written play changes on the board, and the points it says to hit on."""
    moves: list[tuple[int, int]] = []
    stars: set[int] = set()
    for word in re.split(r"[\s,;]+", wanted):
        found = PATH.fullmatch(word)
        if found is None:
            raise IllegalAction(
                f"{word!r} is not a move; write from/to, such as '24/18 13/11', 'bar/22*', '6/off'"
                f" or '8/5(2)', or {NO_MOVE!r}."
            )
        path = [found[1], *found[2][1:].split("/")]
        points = [NAMES[p] if p in NAMES else int(p) for p in (q.rstrip("*") for q in path)]
        if any(one <= other for one, other in pairwise(points)):
            raise IllegalAction(f"{word!r} does not go down the points, from 24 to 1 and off.")
        if points[0] > BAR or BAR in points[1:]:
            raise IllegalAction(f"{word!r} names no point; points are 24 to 1, 'bar' and 'off'.")
        if not checkers_on(mine, points[0]) and all(points[0] != to for _, to in moves):
            where = "the bar" if points[0] == BAR else f"point {points[0]}"
            raise IllegalAction(f"There is no checker on {where} to move.")
        stars |= {point for point, name in zip(points, path, strict=True) if name.endswith("*")}
        moves += [(points[0], points[-1])] * int(found[3] or 1)
    return net(moves), stars


def net(moves: list[tuple[int, int]]) -> Counter[int]:
    """How many checkers more (or less) stand on each point after these moves."""
    change: Counter[int] = Counter()
    for start, to in moves:
        change[start] -= 1
        change[to] += 1
    return Counter({point: number for point, number in change.items() if number})


def parse_roll(text: str, *, opening: bool) -> Play:
    """The roll that `text` describes: `3-1`, `31` or `3 1`; X's die comes first in an opening."""
    found = re.fullmatch(r"([1-6])[\s,:-]*([1-6])", text.strip())
    if found is None:
        raise IllegalAction(f"{text.strip()!r} is not a roll of two dice, such as '3-1' or '6-6'.")
    one, other = int(found[1]), int(found[2])
    if not opening:
        return max(one, other), min(one, other), 0, 0
    if one == other:
        raise IllegalAction("In the opening roll, equal dice are rolled again.")
    return one, other, 0, 0


# --- positions --------------------------------------------------------------------------


def position_id(mine: Side, theirs: Side) -> str:
    """GNU Backgammon's ID of a position, as seen by the side whose turn it is.

    Of each point from 1 to 24 and of the bar: as many ones as there are checkers, and a zero;
    first those of the other side. The 80 bits are ten bytes, written in base 64.
    """
    number = at = 0
    for side in (theirs, mine):
        for point in range(1, BAR + 1):
            checkers = checkers_on(side, point)
            number |= ((1 << checkers) - 1) << at
            at += checkers + 1
    return base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")


def parse_position(text: str, checkers: int) -> tuple[Side, Side, int, int, int]:
    """(the side to move, the other, high die, low die, whose turn); raises InvalidPosition."""
    words = text.split()
    if len(words) not in (2, 3):
        raise InvalidPosition(
            f"{text.strip()!r} is not a position: write a position ID, the dice if they are"
            " rolled, and whose turn it is, such as '4HPwATDgc/ABMA 3-1 X'."
        )
    mine, theirs = parse_id(words[0], checkers)
    turn = words[-1].upper()
    if turn == "OPENING" and len(words) == 2:
        return mine, theirs, 0, 0, CHANCE
    if turn not in ("X", "O"):
        raise InvalidPosition(f"Whose turn is it? {words[-1]!r} is neither X nor O.")
    player = MAX if turn == "X" else MIN
    high = low = 0
    if len(words) == 3:
        try:
            high, low, _, _ = parse_roll(words[1], opening=False)
        except IllegalAction as error:
            raise InvalidPosition(str(error)) from None
    return mine, theirs, high, low, player


def parse_id(word: str, checkers: int) -> tuple[Side, Side]:
    """The side to move and the other side; raises InvalidPosition."""
    if not re.fullmatch(r"[A-Za-z0-9+/]{14}", word):
        raise InvalidPosition(
            f"{word!r} is not a position ID, which has 14 characters of A-Z, a-z, 0-9, + and /."
        )
    number = int.from_bytes(base64.b64decode(word + "=="), "little")
    sides: list[Side] = []
    for _ in range(2):
        counts = {}
        for point in range(1, BAR + 1):
            counts[point] = 0
            while number & 1:
                counts[point] += 1
                number >>= 1
            number >>= 1
        total = sum(counts.values())
        if total > checkers:
            raise InvalidPosition(
                f"In {word!r} a side has {total} checkers; there are {checkers} of each."
            )
        counts[OFF] = checkers - total
        sides.append(side_of(counts))
    theirs, mine = sides
    if number:
        raise InvalidPosition(f"{word!r} goes on after the last point: it is not a position ID.")
    taken = mirrored(theirs.ones | made(theirs)) & (mine.ones | made(mine))
    if taken >> 1:
        point = taken.bit_length() - 1
        raise InvalidPosition(
            f"In {word!r} both sides stand on point {point} of the side whose turn it is."
        )
    if checkers_on(mine, OFF) == checkers:
        raise InvalidPosition(
            f"In {word!r} the side whose turn it is has borne off all its checkers already."
        )
    return mine, theirs
