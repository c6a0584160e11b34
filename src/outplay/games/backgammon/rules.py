"""The rules of backgammon, a money game without the doubling cube."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import indices, indices_down
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.games.backgammon import notation, pictures
from outplay.games.backgammon.board import (
    BAR,
    OFF,
    POINTS,
    Side,
    checkers_on,
    dropped,
    lifted,
    made,
    mirrored,
    moved,
    side_of,
    sources,
)
from outplay.games.backgammon.estimate import estimate
from outplay.games.backgammon.gestures import gestures
from outplay.games.backgammon.notation import Play

NO_MOVE = (0, 0, 0, 0)
"""The only play of a player who cannot move."""

STARTS = {
    "standard": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
}
"""The checkers that each side has on the points at the start, by variant."""


class State(NamedTuple):
    """Both sides, the dice and whose turn it is."""

    x: Side
    """The checkers of X (MAX), by X's count of the points."""
    o: Side
    """The checkers of O (MIN), by O's count: O's point p is X's point 25 - p."""
    high: int
    """The higher die, 0 before the roll."""
    low: int
    """The lower die, or the same if it is a double; 0 before the roll."""
    player: int
    """Whose turn it is; 0 before the opening roll decides it."""


class Backgammon(Game[State, Play]):
    """X (MAX) and O (MIN) race 15 checkers each around the board, by the throw of two dice.

    A die moves one checker that many points on, not onto a point that holds two or more of the
    other side's. A single checker there is hit: it goes to the bar, and must enter again, on the
    point that a die says, before its side may make any other move. With all checkers on the last
    six points, they are borne off: a die takes one off its point; a die higher than all of them
    takes one off the farthest point. A double is played four times. As many of the numbers must
    be played as can be, and the higher one if either but not both can be.

    Whoever first bears off all checkers wins 1 point; 2 (a gammon) if the other side has borne
    off none; 3 (a backgammon) if it also has a checker in the winner's home or on the bar.

    First, each player rolls one die, again if they are equal: the higher one begins, and plays both
    numbers. `variant` is "standard", "nackgammon" (two more checkers far back) or "hypergammon"
    (three checkers a side).

    One action is all that a player does in a turn. `actions` yields one for each position that
    can be reached. People write `24/18 13/11`, `bar/22*` (a hit), `6/off`, `8/5(2)` or `no move`;
    chance's are dice, `3-1`. A position is GNU Backgammon's position ID, seen by the side whose
    turn it is, with the dice and that side: `4HPwATDgc/ABMA 3-1 X`.
    """

    may_cycle = True
    fits_64_bits = True
    player_names = ("X", "O")

    def __init__(self, variant: str = "standard") -> None:
        if variant not in STARTS:
            raise UsageError(f"variant must be one of {', '.join(STARTS)}, not {variant!r}.")
        self.variant = variant
        self.start = side_of(STARTS[variant])
        self.checkers = sum(STARTS[variant].values())

    def initial(self) -> State:
        return State(self.start, self.start, 0, 0, CHANCE)

    def to_move(self, s: State) -> int:
        return s.player if s.high else CHANCE

    def outcomes(self, s: State) -> Iterator[tuple[Play, float]]:
        """X's die and O's at the opening roll; later the higher and the lower die."""
        for one in range(1, 7):
            for other in range(1, 7):
                if s.player == CHANCE and one != other:
                    yield (one, other, 0, 0), 1 / 30
                elif s.player != CHANCE and one >= other:
                    yield (one, other, 0, 0), 1 / 36 if one == other else 1 / 18

    def actions(self, s: State) -> Iterator[Play]:
        mine, theirs = (s.x, s.o) if s.player == MAX else (s.o, s.x)
        free = POINTS & ~mirrored(made(theirs))
        if s.high == s.low:
            # Each play once: its moves from the farthest point on.
            length = longest(mine, free, s.high)
            for a in indices_down(sources(mine, free, s.high)):
                if length == 1:
                    yield a, 0, 0, 0
                    continue
                after_a = moved(mine, a, s.high)
                for b in indices_down(sources(after_a, free, s.high) & (2 << a) - 1):
                    if length == 2:
                        yield a, b, 0, 0
                        continue
                    after_b = moved(after_a, b, s.high)
                    for c in indices_down(sources(after_b, free, s.high) & (2 << b) - 1):
                        if length == 3:
                            yield a, b, c, 0
                            continue
                        after_c = moved(after_b, c, s.high)
                        for d in indices_down(sources(after_c, free, s.high) & (2 << c) - 1):
                            yield a, b, c, d
            if length == 0:
                yield NO_MOVE
            return
        # Both dice, the higher one first and then the lower one first.
        blots = mirrored(theirs.ones & ~made(theirs))
        found = False
        for turned in range(2):
            die, next_die = (s.low, s.high) if turned else (s.high, s.low)
            for first in indices_down(sources(mine, free, die)):
                for second in indices_down(sources(moved(mine, first, die), free, next_die)):
                    found = True
                    a, b = (second, first) if turned else (first, second)
                    if turned and in_order(mine, free, a, s.high, b, s.low):
                        continue
                    if not is_repeated(mine, free, blots, a, b, s.high, s.low):
                        yield a, b, 0, 0
        if found:
            return
        # One of them: the higher if it can be.
        higher, lower = sources(mine, free, s.high), sources(mine, free, s.low)
        if not higher | lower:
            yield NO_MOVE
        for point in indices_down(higher if higher else lower):
            a, b = (point, 0) if higher else (0, point)
            yield a, b, 0, 0

    def result(self, s: State, a: Play) -> State:
        if s.player == CHANCE:
            return State(s.x, s.o, max(a[0], a[1]), min(a[0], a[1]), MAX if a[0] > a[1] else MIN)
        if s.high == 0:
            return State(s.x, s.o, a[0], a[1], s.player)
        mine, theirs = (s.x, s.o) if s.player == MAX else (s.o, s.x)
        reached = 0
        for number in range(4):
            if a[number]:
                die = s.low if number == 1 else s.high
                mine = moved(mine, a[number], die)
                reached |= 1 << max(a[number] - die, OFF)
        hit = mirrored(reached) & theirs.ones & ~made(theirs)
        theirs = lifted(theirs, hit)
        for _ in indices(hit):
            theirs = dropped(theirs, 1 << BAR)
        if s.player == MAX:
            return State(mine, theirs, 0, 0, MIN)
        return State(theirs, mine, 0, 0, MAX)

    def is_terminal(self, s: State) -> bool:
        return is_off(s.x) or is_off(s.o)

    def utility(self, s: State) -> int:
        return points_won(s.o) if is_off(s.x) else -points_won(s.x)

    # --- stronger ---------------------------------------------------------------------

    def bounds(self, s: State) -> tuple[int, int]:
        """Nobody who has borne off a checker loses a gammon."""
        return -1 if checkers_on(s.x, OFF) else -3, 1 if checkers_on(s.o, OFF) else 3

    def key(self, s: State) -> tuple[int, int, int, int]:
        """All in four numbers: two digits of a side each, and what is to be played."""
        turn = (s.player + 1) * 64 + s.high * 8 + s.low
        return (
            s.x.ones | s.x.twos << 26,
            s.x.fours | s.x.eights << 26,
            s.o.ones | s.o.twos << 26,
            s.o.fours | s.o.eights << 26 | turn << 52,
        )

    def evaluate(self, s: State) -> float:
        """The weighted sum of the features that `estimate.py` names; X begins half the games."""
        low, high = self.bounds(s)
        value = 0.0
        if s.player == MAX:
            value = estimate(s.x, s.o)
        elif s.player == MIN:
            value = -estimate(s.o, s.x)
        return min(max(value, float(low)), float(high))

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: Play) -> str:
        if self.to_move(s) == CHANCE:
            return f"{a[0]}-{a[1]}"
        theirs = s.o if s.player == MAX else s.x
        return notation.format_play(a, s.high, s.low, theirs)

    def parse_action(self, s: State, text: str) -> Play:
        legal = self.legal(s)
        if not legal:
            raise IllegalAction("The game is over; there is nothing to play.")
        if self.to_move(s) == CHANCE:
            return notation.parse_roll(text, opening=s.player == CHANCE)
        mine, theirs = (s.x, s.o) if s.player == MAX else (s.o, s.x)
        return notation.parse_play(text, legal, s.high, s.low, mine, theirs)

    def format_state(self, s: State) -> str:
        if s.player == CHANCE:
            return f"{notation.position_id(s.x, s.o)} opening"
        mine, theirs = (s.x, s.o) if s.player == MAX else (s.o, s.x)
        dice = f"{s.high}-{s.low} " if s.high else ""
        return f"{notation.position_id(mine, theirs)} {dice}{self.player_name(s.player)}"

    def parse_state(self, text: str) -> State:
        mine, theirs, high, low, player = notation.parse_position(text, self.checkers)
        s = (
            State(theirs, mine, high, low, player)
            if player == MIN
            else State(mine, theirs, high, low, player)
        )
        if player == CHANCE and s != self.initial():
            raise InvalidPosition("An opening roll is possible in the first position only.")
        if self.is_terminal(s) and high:
            raise InvalidPosition(f"The game of {text.strip()!r} is over: nobody rolls again.")
        return s

    def ending(self, s: State) -> str:
        """How many points are won, where that is more than one."""
        return ("", "", "gammon", "backgammon")[abs(self.utility(s))]

    def show(self, s: State) -> str:
        return pictures.text(s.x, s.o, self._status(s))

    def draw(self, s: State) -> str:
        return pictures.drawing(s.x, s.o, s.player, s.high, s.low, self._status(s))

    def gestures(self, s: State, a: Play) -> list[tuple[str, ...]]:
        if self.to_move(s) == CHANCE:
            return []
        mine, theirs = (s.x, s.o) if s.player == MAX else (s.o, s.x)
        return gestures(a, mine, theirs, s.high, s.low, s.player)

    def _status(self, s: State) -> str:
        """What happens next, as a line of words."""
        if self.is_terminal(s):
            points = self.utility(s)
            kind = ("", "", " a gammon", " a backgammon")[abs(points)]
            return f"{self.player_name(1 if points > 0 else -1)} has won{kind}"
        if s.player == CHANCE:
            return "each player rolls a die to begin"
        name = self.player_name(s.player)
        return f"{name} to play {s.high}-{s.low}" if s.high else f"{name} to roll"


def longest(side: Side, free: int, die: int) -> int:
    """How many times `die` can be played, 4 at most.

    No move of a side stands in the way of another one, so any way of moving on will do.
    """
    length = 0
    movable = sources(side, free, die)
    while movable and length < 4:
        side = moved(side, movable.bit_length() - 1, die)
        movable = sources(side, free, die)
        length += 1
    return length


def in_order(side: Side, free: int, a: int, die: int, b: int, next_die: int) -> bool:
    """May a checker move from `a` by `die`, and then one from `b` by `next_die`?"""
    if not sources(side, free, die) >> a & 1:
        return False
    return sources(moved(side, a, die), free, next_die) >> b & 1 == 1


def is_repeated(side: Side, free: int, blots: int, a: int, b: int, high: int, low: int) -> bool:
    """Does another play, to be kept, lead where `high` from a and `low` from b lead?

    Either the dice of two checkers that are borne off change places, or a checker that goes from
    b by way of a goes the same way with the higher die first, hitting nothing in between.
    """
    c, d = b, a
    if a > high or b > low:
        d = b - high
        if a + low != b or d <= OFF or (1 << a | 1 << d) & blots:
            return False
    elif a >= b:
        return False
    return in_order(side, free, c, high, d, low) or in_order(side, free, d, low, c, high)


def points_won(loser: Side) -> int:
    """1, or 2 for a gammon, or 3 for a backgammon."""
    if checkers_on(loser, OFF):
        return 1
    return 3 if (loser.ones | made(loser)) >> 19 else 2


def is_off(side: Side) -> bool:
    """Are all checkers off, and none on the bar or on a point?"""
    return side.ones | made(side) <= 1 << OFF
