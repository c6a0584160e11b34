"""The optional questions of a game, answered as people would: dice, order, symmetry, keys."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from enum import Enum, IntFlag, auto
from typing import Any

from construct_base import Board, Rows, State

from outplay import CHANCE, MAX, MIN

LINES = ((0, 1, 2), (1, 2, 3), (4, 5, 6), (5, 6, 7))
FACES = {"low": (1, 2, 3), "high": (4, 5, 6)}


class Dice(Board):
    """outcomes: a list of pairs made of a dict; the die is None until it is thrown"""

    def initial(self) -> Any:
        return {"total": {MAX: 0, MIN: 0}, "turn": MAX, "die": None}

    def to_move(self, s: Any) -> Any:
        return CHANCE if s["die"] is None else s["turn"]

    def outcomes(self, s: Any) -> Any:
        return [(name, len(faces) / 6) for name, faces in FACES.items()]

    def actions(self, s: Any) -> Any:
        return ["take", "leave"] if s["die"] == "high" else ["take"]

    def result(self, s: Any, a: Any) -> Any:
        if s["die"] is None:
            return {**s, "die": a}
        total = dict(s["total"])
        if a == "take":
            total[s["turn"]] += sum(FACES[s["die"]])
        return {"total": total, "turn": -s["turn"], "die": None}

    def is_terminal(self, s: Any) -> Any:
        return max(s["total"].values()) > 40

    def evaluate(self, s: Any) -> Any:
        return s["total"][MAX] - 2 * s["total"][MIN]


class TwoDice(Dice):
    """outcomes: a Counter of sums of two dice, divided by how many there are"""

    def initial(self) -> Any:
        return (0, 0, MAX, None)

    def to_move(self, s: Any) -> Any:
        return CHANCE if s[3] is None else s[2]

    def outcomes(self, s: Any) -> Any:
        counts = Counter(a + b for a, b in itertools.product(range(1, 4), repeat=2))
        for total, times in sorted(counts.items()):
            yield total, times / 9

    def actions(self, s: Any) -> Any:
        return [s[3], -1]

    def result(self, s: Any, a: Any) -> Any:
        one, two, turn, thrown = s
        if thrown is None:
            return (one, two, turn, a)
        return (one + a, two, -turn, None) if turn == MAX else (one, two + a, -turn, None)

    def is_terminal(self, s: Any) -> Any:
        return s[0] > 20

    def evaluate(self, s: Any) -> Any:
        return s[0] - s[1]


class OrderedByPriority(Board):
    """priority: a dict of the cells that are tried first, with a default"""

    def priority(self, s: Any, a: Any) -> Any:
        return {5: 3, 2: 2.5}.get(a, -a)


class Weighed(Board):
    """features: a list; weights: a list"""

    weights = [2, 0.5, -1]

    def features(self, s: Any) -> Any:
        return [s.board[0], sum(s.board), max(s.board)]

    def evaluate(self, s: Any) -> Any:
        return sum(w * x for w, x in zip(self.weights, self.features(s)))


class Mirrored(Rows):
    """symmetries: rows turned and reversed, as a list of states; a table uses them"""

    def symmetries(self, s: Any) -> Any:
        flipped = tuple(row[::-1] for row in s.board)
        return [State(flipped, s.turn), s._replace(board=s.board[::-1])]

    def result(self, s: Any, a: Any) -> Any:
        rows = [list(row) for row in s.board]
        rows[a[0]][a[1]] = s.turn
        return State(tuple(tuple(row) for row in rows), -s.turn)

    def evaluate(self, s: Any) -> Any:
        middle = [row[1] + row[2] for row in s.board]
        return sum(middle) * 3 + abs(sum(s.board[0]) - sum(s.board[1]))


class Keyed(Board):
    """key: a frozenset of what lies where, and whose turn it is; a table uses it"""

    def key(self, s: Any) -> Any:
        return frozenset((n, x) for n, x in enumerate(s.board) if x), s.turn


class KeyedByText(Board):
    """key: a text; the state is a list"""

    def initial(self) -> Any:
        return [0] * 6 + [MAX]

    def key(self, s: Any) -> Any:
        return ",".join(map(str, s))

    def to_move(self, s: Any) -> Any:
        return s[-1]

    def actions(self, s: Any) -> Any:
        return [n for n in range(6) if s[n] == 0]

    def result(self, s: Any, a: Any) -> Any:
        new = s.copy()
        new[a] = s[-1]
        new[-1] *= -1
        return new

    def is_terminal(self, s: Any) -> Any:
        return 0 not in s

    def evaluate(self, s: Any) -> Any:
        return sum(n * x for n, x in enumerate(s[:-1]))


class HelperInAny(Board):
    """any(self.has(s, line) for line in LINES)"""

    def has(self, s: Any, line: Any) -> Any:
        return all(s.board[n] > 0 for n in line[:2])

    def evaluate(self, s: Any) -> Any:
        return any(self.has(s, line) for line in LINES) + s.board[0]


class Way(IntFlag):
    UP = auto()
    DOWN = auto()
    LEFT = auto()
    BOTH = UP | DOWN


class Suit(Enum):
    CLUBS = "c"
    HEARTS = "h"
    SPADES = "s"


def flags(s: Any) -> Any:
    """IntFlag: |, &, in, .value"""
    ways = Way.UP | Way.LEFT if s.board[0] else Way.BOTH
    return (
        10 * ways.value + bool(ways & Way.UP) + 2 * (Way.DOWN in ways) + 4 * (ways == Way.BOTH)
    ) + s.board[1]


def enum_walked(s: Any) -> Any:
    """for suit in Suit: suit.name, suit.value; Suit("h"), Suit["CLUBS"]; len(Suit)"""
    total = 0
    for n, suit in enumerate(Suit):
        total += s.board[n] * len(suit.name) + (suit.value == "s")
    chosen = Suit("h") if s.board[0] > 0 else Suit["CLUBS"]
    return 10 * total + len(Suit) + (chosen is Suit.HEARTS)


def enum_as_key(s: Any) -> Any:
    """{Suit.CLUBS: 3}[suit], a set of members"""
    worth = {Suit.CLUBS: 3, Suit.HEARTS: 5, Suit.SPADES: 7}
    suits = [list(Suit)[x % 3] for x in s.board]
    return sum(worth[suit] for suit in suits) + 100 * len(set(suits))


def nested_generator_with_condition(s: Any) -> Any:
    """sum(board[4 * r + c] for r in … for c in … if …)"""
    return sum(s.board[4 * r + c] * (c + 1) for r in range(2) for c in range(4) if (r + c) % 2)


def enum_constant(s: Any) -> Any:
    """Way.LEFT.value as a constant, min of members"""
    return Way.LEFT.value * s.board[0] + min(Way.DOWN, Way.LEFT) * s.board[1]


def reduce_over_lines(s: Any) -> Any:
    """functools.reduce over lists of lines, with a function of the file"""
    return functools.reduce(lambda best, line: max(best, sum(s.board[n] for n in line)), LINES, -99)
