"""A small Can't Stop: throw three dice, add two of them, climb that column, or stop and keep it."""

import enum
import itertools
from collections import Counter
from typing import NamedTuple, Tuple, Union

from outplay import CHANCE, MAX, Game

HEIGHTS = {2: 2, 3: 3, 4: 4, 5: 3, 6: 2}
SIDES = (1, 2, 3)


class Phase(enum.Enum):
    THROW = enum.auto()
    CLIMB = enum.auto()
    DECIDE = enum.auto()


class Choice(str, enum.Enum):
    STOP = "stop"
    GO = "go on"


Throw = Tuple[int, int, int]
Action = Union[Throw, int, Choice]


class State(NamedTuple):
    kept: Tuple[Tuple[int, ...], Tuple[int, ...]]
    climbing: Tuple[Tuple[int, int], ...]  # (column, height) pairs of this turn
    player: int
    phase: Phase
    throw: Union[Throw, None] = None
    turns: int = 0


class CantStop(Game):
    def initial(self):
        nothing = tuple(0 for _ in HEIGHTS)
        return State((nothing, nothing), (), MAX, Phase.THROW)

    def to_move(self, s):
        return CHANCE if s.phase is Phase.THROW else s.player

    def outcomes(self, s):
        throws = Counter(tuple(sorted(t)) for t in itertools.product(SIDES, repeat=3))
        return [(throw, times / len(SIDES) ** 3) for throw, times in throws.items()]

    def height(self, s, column):
        return dict(s.climbing).get(column, s.kept[0 if s.player == MAX else 1][column - 2])

    def actions(self, s):
        if s.phase is Phase.DECIDE:
            return [Choice.STOP, Choice.GO]
        sums = {a + b for a, b in itertools.combinations(s.throw, 2)}
        able = [n for n in sorted(sums) if self.height(s, n) < HEIGHTS[n]]
        return able or [0]  # 0: nothing to climb, and the turn is lost

    def next_turn(self, s):
        return State(s.kept, (), -s.player, Phase.THROW, None, s.turns + 1)

    def result(self, s, a):
        if s.phase is Phase.THROW:
            return s._replace(throw=a, phase=Phase.CLIMB)
        if s.phase is Phase.CLIMB:
            if a == 0:
                return self.next_turn(s)
            climbing = {**dict(s.climbing), a: self.height(s, a) + 1}
            return s._replace(
                climbing=tuple(sorted(climbing.items())), phase=Phase.DECIDE, throw=None
            )
        if a is Choice.GO:
            return s._replace(phase=Phase.THROW)
        mine = list(s.kept[0 if s.player == MAX else 1])
        for column, height in s.climbing:
            mine[column - 2] = height
        kept = (tuple(mine), s.kept[1]) if s.player == MAX else (s.kept[0], tuple(mine))
        return self.next_turn(s._replace(kept=kept))

    def tops(self, heights):
        return sum(h == HEIGHTS[c] for c, h in zip(HEIGHTS, heights))

    def is_terminal(self, s):
        return s.turns >= 60 or any(self.tops(heights) >= 2 for heights in s.kept)

    def utility(self, s):
        mine, yours = map(self.tops, s.kept)
        return (mine >= 2) - (yours >= 2)

    def evaluate(self, s):
        mine, yours = (sum(h / HEIGHTS[c] for c, h in zip(HEIGHTS, hs)) for hs in s.kept)
        return (mine - yours) / 10
