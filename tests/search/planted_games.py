"""Small games with one wrong answer somewhere in the tree.

The state says which and where (`kind`, `at`), so that one compiled program serves for all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from outplay import MAX, Game

NAN, INF = float("nan"), float("inf")


class State(NamedTuple):
    number: int
    """The way from the start: each action is a digit to the base of three, after a one."""
    depth: int
    player: int
    kind: int
    at: int


def start(kind: int = 0, at: int = 0) -> State:
    return State(1, 0, MAX, kind, at)


class Planted(Game[State, int]):
    """Two actions, four plies."""

    def initial(self) -> State:
        return start()

    def to_move(self, s: Any) -> int:
        if s.number == s.at:
            if s.kind == 3:
                return 2
            if s.kind == 4:
                return 0
        return s.player

    def actions(self, s: Any) -> Any:
        if s.number == s.at and s.kind == 1:
            return
        yield 0
        yield 1

    def result(self, s: Any, a: int) -> State:
        if s.number == s.at and s.kind == 9:
            raise ValueError("planted")
        return State(s.number * 3 + a, s.depth + 1, -s.player, s.kind, s.at)

    def is_terminal(self, s: Any) -> bool:
        return s.depth >= 4

    def utility(self, s: Any) -> float:
        if s.number == s.at and s.kind == 2:
            return NAN
        return s.number * 7 % 5 / 2

    def evaluate(self, s: Any) -> float:
        if s.number == s.at and s.kind == 8:
            return NAN
        return s.number % 3 / 2


class Ordered(Planted):
    """It answers more questions; so more can be wrong."""

    def priority(self, s: Any, a: int) -> float:
        if s.number == s.at and s.kind == 13:
            return NAN
        return -a / 2

    def candidates(self, s: Any) -> Any:
        if s.number == s.at and s.kind == 12:
            return
        yield 0
        yield 1

    def symmetries(self, s: Any) -> Any:
        yield s
        if s.number == s.at and s.kind == 14:
            while True:
                yield s


class Dice(Planted):
    """At every other ply, chance moves."""

    def to_move(self, s: Any) -> int:
        if s.number == s.at and s.kind == 3:
            return 2
        return 0 if s.depth % 2 == 1 else s.player

    def outcomes(self, s: Any) -> Any:
        wrong = s.number == s.at
        if wrong and s.kind == 20:
            return
        chance, rest = 0.25, 0.75
        if wrong and s.kind == 21:
            chance = NAN
        if wrong and s.kind == 22:
            chance, rest = -0.25, 1.25
        if wrong and s.kind == 23:
            chance = 0.5
        if wrong and s.kind == 25:
            chance = INF
        yield 0, chance
        yield 1, rest

    def bounds(self, s: Any) -> tuple[float, float]:
        return (0.0, 2.0)


SENTENCES = {
    1: "`actions` gives none, but `is_terminal` says that the game is not over",
    2: "`utility` gives nan, which is not a finite number",
    3: "`to_move` gives 2, not MAX (1), MIN (-1) or CHANCE (0)",
    4: "`to_move` says CHANCE (0), but the game does not answer `outcomes(s)`",
    8: "`evaluate` gives nan, which is not a finite number",
    9: "`result` raised ValueError: planted (planted_games.py, line 50)",
    12: "`candidates` gives none, although there are actions",
    13: "`priority` gives nan, which is not a finite number",
    14: "`symmetries` goes on beyond 65,536 items: does it end?",
    20: "`outcomes` gives none, but `is_terminal` says that the game is not over",
    21: "`outcomes` gives nan, which is not a finite number",
    22: "`outcomes` gives 0 the probability -0.25: leave out what cannot happen",
    23: "`outcomes` gives probabilities that sum to 1.25, not 1",
    25: "`outcomes` gives inf, which is not a finite number",
}
"""What is said of each kind."""
