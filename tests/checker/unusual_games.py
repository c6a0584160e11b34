"""Games that are right, and look as if they were not: nobody may accuse them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from everyday_games import Bones, Columns, Nim, Race, Robot, Sowing, Tuples, on_board, successors
from planted_chance import Card, Cards

from outplay import CHANCE, MAX, MIN, Game


class Peg(Game[Any, Any]):
    """Pegs on a line of seven: jump over one and take it; one left wins, else it is lost."""

    def initial(self) -> Any:
        return (1, 1, 0, 1, 1, 1, 1)

    def to_move(self, s: Any) -> Any:
        return MAX

    def actions(self, s: Any) -> Any:
        return [
            (at, at + 2 * step)
            for at in range(7)
            for step in (-1, 1)
            if 0 <= at + 2 * step < 7 and (s[at], s[at + step], s[at + 2 * step]) == (1, 1, 0)
        ]

    def result(self, s: Any, a: Any) -> Any:
        board = list(s)
        board[a[0]] = board[(a[0] + a[1]) // 2] = 0
        board[a[1]] = 1
        return tuple(board)

    def is_terminal(self, s: Any) -> Any:
        return not self.actions(s)

    def utility(self, s: Any) -> Any:
        return 1 if sum(s) == 1 else -1


class Climb(Game[Any, int]):
    """A game for one with dice: stop, or throw and lose all by a 1. Points only."""

    def initial(self) -> Any:
        return 0, 0, 0

    def to_move(self, s: Any) -> Any:
        return CHANCE if s[2] == 1 else MAX

    def outcomes(self, s: Any) -> Any:
        return [(1, 0.25), (2, 0.25), (3, 0.5)]

    def actions(self, s: Any) -> Any:
        return ["throw", "stop"]

    def result(self, s: Any, a: Any) -> Any:
        points, throws, phase = s
        if phase == 1:
            return (0, throws, 2) if a == 1 else (points + a, throws + 1, 0)
        return (points, throws, 1) if a == "throw" else (points, throws, 2)

    def is_terminal(self, s: Any) -> Any:
        return s[2] == 2 or s[1] == 9

    def utility(self, s: Any) -> Any:
        return s[0]


class OnlyDice(Game[Any, int]):
    """Nobody decides anything: three coins."""

    def initial(self) -> Any:
        return ()

    def to_move(self, s: Any) -> Any:
        return CHANCE

    def outcomes(self, s: Any) -> Any:
        return [(0, 0.5), (1, 0.5)]

    def actions(self, s: Any) -> Any:
        return []

    def result(self, s: Any, a: int) -> Any:
        return (*s, a)

    def is_terminal(self, s: Any) -> Any:
        return len(s) == 3

    def utility(self, s: Any) -> Any:
        return sum(s) - 1.5


class ThreeEach(Nim):
    """Nim in which each side moves three times in a row."""

    def initial(self) -> Any:
        return (3, 4, 5), 0

    def to_move(self, s: Any) -> Any:
        return MAX if s[1] < 3 else MIN

    def result(self, s: Any, a: Any) -> Any:
        heaps = list(s[0])
        heaps[a[0]] -= a[1]
        return tuple(heaps), (s[1] + 1) % 6

    def utility(self, s: Any) -> Any:
        return MAX if 0 < s[1] <= 3 else MIN


class Passing(Tuples):
    """Tic-tac-toe in which each side may pass, but not both in a row."""

    def initial(self) -> Any:
        return (0,) * 9, MAX, 0

    def actions(self, s: Any) -> Any:
        places = [cell for cell in range(9) if s[0][cell] == 0]
        return places if s[2] else [*places, -1]

    def result(self, s: Any, a: int) -> Any:
        board, player, _ = s
        if a < 0:
            return board, -player, 1
        return (*board[:a], player, *board[a + 1 :]), -player, 0


class HugeUtilities(Columns):
    win = 10**9

    def utility(self, s: Any) -> Any:
        return 10**9 * super().utility(s)

    def evaluate(self, s: Any) -> Any:
        return 10**7 * (len(s[0][1]) - len(s[0][2]))


class SmallFloats(Sowing):
    def utility(self, s: Any) -> Any:
        return super().utility(s) / 3e6

    def evaluate(self, s: Any) -> Any:
        return super().evaluate(s) / 3e6


class OneWay(Game[int, str]):
    """There is never more than one thing to do."""

    def initial(self) -> Any:
        return 0

    def to_move(self, s: int) -> Any:
        return MAX if s % 2 == 0 else MIN

    def actions(self, s: int) -> Any:
        return ["on"]

    def result(self, s: int, a: str) -> Any:
        return s + 1

    def is_terminal(self, s: int) -> Any:
        return s == 12

    def utility(self, s: int) -> Any:
        return 1


class AlwaysDrawn(Tuples):
    """Fill the board: nobody can win."""

    def winner(self, s: Any) -> int:
        return 0


class MisereNim(Nim):
    def utility(self, s: Any) -> Any:
        return s[1]


class NimOfFour(Nim):
    """Take one to three of four: MIN wins by best play."""

    def initial(self) -> Any:
        return (4, 0, 0), MAX

    def actions(self, s: Any) -> Any:
        return [(0, n) for n in range(1, min(3, s[0][0]) + 1)]


class Chocolate(Game[Any, Any]):
    """Break a bar of 2 x 4 along its lines: whatever is done, MAX breaks last and wins."""

    def initial(self) -> Any:
        return ((2, 4),), MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        found = []
        for number, (high, wide) in enumerate(s[0]):
            found += [(number, "high", at) for at in range(1, high)]
            found += [(number, "wide", at) for at in range(1, wide)]
        return found

    def result(self, s: Any, a: Any) -> Any:
        number, way, at = a
        high, wide = s[0][number]
        two = ((at, wide), (high - at, wide)) if way == "high" else ((high, at), (high, wide - at))
        return tuple(sorted((*s[0][:number], *s[0][number + 1 :], *two))), -s[1]

    def is_terminal(self, s: Any) -> Any:
        return len(s[0]) == 8

    def utility(self, s: Any) -> Any:
        return -s[1]


class Fox(Game[Any, Any]):
    """A fox (MAX) against two hounds on 4 x 4: hounds never turn back, and there are more moves."""

    def initial(self) -> Any:
        return (0, 1), ((3, 0), (3, 2)), MAX

    def to_move(self, s: Any) -> Any:
        return s[2]

    def steps(self, s: Any, piece: Any, ways: Any) -> Any:
        for high, wide in ways:
            to = piece[0] + high, piece[1] + wide
            if 0 <= to[0] < 4 and 0 <= to[1] < 4 and to != s[0] and to not in s[1]:
                yield to

    def actions(self, s: Any) -> Any:
        if s[2] == MAX:
            ways = ((1, -1), (1, 1), (-1, -1), (-1, 1))
            return [(s[0], to) for to in self.steps(s, s[0], ways)]
        return [(h, to) for h in s[1] for to in self.steps(s, h, ((-1, -1), (-1, 1)))]

    may_cycle = True

    def result(self, s: Any, a: Any) -> Any:
        if s[2] == MAX:
            return a[1], s[1], MIN
        return s[0], tuple(sorted(a[1] if h == a[0] else h for h in s[1])), MAX

    def is_terminal(self, s: Any) -> Any:
        return s[0][0] == 3 or not self.actions(s)

    def utility(self, s: Any) -> Any:
        return 100 if s[0][0] == 3 or s[2] == MIN else -100

    def evaluate(self, s: Any) -> Any:
        return 30 * s[0][0] - 5 * sum(3 - h[0] for h in s[1])


class Maker(Tuples):
    """Maker wins by three in a row; Breaker only prevents it: worth 1 or 0."""

    player_names = ("Maker", "Breaker")

    def is_terminal(self, s: Any) -> Any:
        return self.winner(s) == MAX or 0 not in s[0]

    def utility(self, s: Any) -> Any:
        return 1 if self.winner(s) == MAX else 0


class Pursuit(Race):
    """A race whose value is how far MAX came: never less than 0."""

    def utility(self, s: Any) -> Any:
        return min(s[0], 10)

    def evaluate(self, s: Any) -> Any:
        return s[0]


class LargeEstimates(Sowing):
    """Won or lost, with an estimate in seeds that goes beyond a win, as programs of old had it."""

    def utility(self, s: Any) -> Any:
        ahead = super().utility(s)
        return (ahead > 0) - (ahead < 0)


@dataclass(frozen=True)
class Frosty:
    cells: tuple[int, ...]
    player: int


class Frozen(Nim):
    """States are frozen dataclasses."""

    def initial(self) -> Any:
        return Frosty((1, 2, 3), MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        return [(heap, n) for heap in range(3) for n in range(1, s.cells[heap] + 1)]

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.cells)
        cells[a[0]] -= a[1]
        return Frosty(tuple(cells), -s.player)

    def is_terminal(self, s: Any) -> Any:
        return sum(s.cells) == 0

    def utility(self, s: Any) -> Any:
        return -s.player


class Remembering(Tuples):
    """Keeps what it has worked out: a memory in the game that no answer depends on."""

    def __init__(self) -> None:
        self.memory: dict[Any, int] = {}

    def winner(self, s: Any) -> int:
        if s not in self.memory:
            self.memory[s] = super().winner(s)
        return self.memory[s]


class BoardWithPlayers(Bones):
    """Holds players that can be called, a generator of numbers, and functions made anew."""

    def __init__(self) -> None:
        super().__init__()
        self.players.append(Robot("three"))
        self.dice = random.Random(1)

    def make_move(self, n: int) -> None:
        super().make_move(n)
        self.rule = lambda n: n <= self.left


class Arrays(Cards):
    """States hold an array of NumPy."""

    def initial(self) -> Any:
        return Card(np.array([1, 2, 3]), MAX)  # type: ignore[arg-type]


UNUSUAL: dict[str, Any] = {
    "cards": Cards,
    "arrays": Arrays,
    "solitaire": Peg,
    "points by dice": Climb,
    "dice alone": OnlyDice,
    "three each": ThreeEach,
    "passes": Passing,
    "huge utilities": HugeUtilities,
    "small floats": SmallFloats,
    "one way": OneWay,
    "always drawn": AlwaysDrawn,
    "misère": MisereNim,
    "nim of four": NimOfFour,
    "chocolate": Chocolate,
    "fox and hounds": Fox,
    "maker and breaker": Maker,
    "pursuit": Pursuit,
    "large estimates": LargeEstimates,
    "frozen": Frozen,
    "remembering": Remembering,
    "board with players": lambda: on_board(BoardWithPlayers()),
    "a known board": lambda: on_board(Bones(), key=lambda b: (b.left, b.current_player)),
    "one move": lambda: successors(initial=(2, MAX)),
}
