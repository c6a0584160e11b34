"""Shapes of states and actions, constants, and habits of plain Python, at both speeds."""

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from take_away import State, Take

import outplay
from outplay import MAX, MIN, Game
from outplay.tuples import replace_at

NEIGHBOURS = ((1, 3), (0, 2, 4), (1,), (0, 4), (1, 3), (0, 1, 2, 3, 4))
JUMPS = (((0, 1), (1, 2)), ((3, 4),), (), ((5, 6), (6, 7), (7, 8)))
GRID = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
CUBE = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
MIXED = (1, 2.5, True)
LONG = tuple(n * n % 17 for n in range(40))
ARRAY = np.array([[3, 1, 4], [1, 5, 9]])
FLOATS = np.linspace(0.0, 1.0, 5)


class Inner(NamedTuple):
    a: int
    b: float


class Nested(NamedTuple):
    left: int
    cells: tuple[int, int, int]
    inner: Inner
    flag: bool
    player: int


class RaggedConstants(Take):
    def evaluate(self, s: Any) -> float:
        total = 0
        for n in NEIGHBOURS[s.left % 6]:
            total += n
        for over, to in JUMPS[s.left % 4]:
            total += 10 * over + to
        for row in NEIGHBOURS:
            total += len(row)
        for a, b, c in GRID:
            total += a * b - c
        x, y, z = GRID[s.left % 3]
        return total + x + y - z + NEIGHBOURS[-1][2] + len(NEIGHBOURS[s.left % 6])


class DeepConstants(Take):
    TABLE = CUBE

    def evaluate(self, s: Any) -> float:
        (a, b), (c, d) = self.TABLE[s.left % 2]
        total = a * d - b * c
        for pair in self.TABLE[s.left % 2]:
            total += pair[0] + 2 * pair[1]
        return total + MIXED[s.left % 3] + LONG[s.left] + sum(LONG) + max(LONG)


class ArrayConstants(Take):
    def __init__(self) -> None:
        self.weights_ = np.array([0.5, 0.25, 0.125])

    def evaluate(self, s: Any) -> float:
        return ARRAY[s.left % 2, 1] + FLOATS[s.left % 5] + self.weights_[s.left % 3]


class ClassConstants(Take):
    STEP = 2
    SCALE = 0.5
    LINES = (0b111, 0b111000, 0b1001001)

    def evaluate(self, s: Any) -> float:
        return self.SCALE * self.STEP * s.left + ClassConstants.LINES[s.left % 3]


def helper(n: int, *, offset: int = 0) -> int:
    return n


def twice(n: int, factor: int = 2) -> int:
    return factor * n


@functools.lru_cache
def cached(n: int) -> int:
    return twice(n) + 1


class Helpers(Take):
    @staticmethod
    def square(n: int) -> int:
        return n * n

    @property
    def offset(self) -> int:
        return 7

    def third(self, n: int) -> int:
        return self.square(n) // 3

    def evaluate(self, s: Any) -> float:
        return twice(s.left) + cached(s.left) + self.third(s.left) + self.offset + twice(1, 5)


class Expressions(Take):
    LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100)

    def evaluate(self, s: Any) -> float:
        board = s.left * 37 % 512
        some = any(board & line == line for line in self.LINES)
        every = all(board & line for line in self.LINES if line > 100)
        total = sum(n for n in range(s.left) if n % 2)
        pairs = sum(a * b for a in range(3) for b in range(a) if a != b)
        best = max(n * n % 7 for n in range(s.left + 1))
        worst = min((n - 3) ** 2 for n in (1, 2, s.left))
        several = [n + 1 for n in range(4)]
        return (
            some
            + 2 * every
            + total
            + pairs
            + best
            + worst
            + sum(several)
            + board.bit_count()
            + board.bit_length()
            + (-board).bit_count()
        )


class Parent(Take):
    def evaluate(self, s: Any) -> float:
        return s.left


class Child(Parent):
    def evaluate(self, s: Any) -> float:
        return super().evaluate(s) * 3 + 1


class Replaces(Take):
    def result(self, s: Any, a: Any) -> Any:
        return s._replace(left=s.left - a, player=-s.player)

    def evaluate(self, s: Any) -> float:
        return s.left / 3


class ReturnsList(Take):
    def actions(self, s: Any) -> Any:
        return [n for n in (3, 2, 1) if n <= s.left]


class ReturnsRange(Take):
    def actions(self, s: Any) -> Any:
        return range(1, min(3, s.left) + 1)


class YieldsFrom(Take):
    def actions(self, s: Any) -> Iterator[int]:
        if s.left == 4:
            yield 2
            return
        yield from range(1, min(3, s.left) + 1)


def up_to(most: int, least: int = 1) -> Iterator[int]:
    for n in range(least, most + 1):
        if n == 7:
            return
        yield n


def small_and_large(s: Any) -> Iterator[int]:
    yield from up_to(min(2, s.left))
    if s.left >= 3:
        yield from up_to(3, 3)


class YieldsFromHelpers(Take):
    """Helpers that yield, one in another, with a default, twice; and a method."""

    def actions(self, s: Any) -> Iterator[int]:
        if s.left == 4:
            yield 3
            yield from self.small(s)
        else:
            yield from small_and_large(s)

    def small(self, s: Any) -> Iterator[int]:
        yield from up_to(min(2, s.left))


def evaluate(s: Any) -> int:
    return s.left % 3


class HelperNamedLikeItsRule(Take):
    def evaluate(self, s: Any) -> int:
        return evaluate(s) - 1


class PairActions(Take):
    def actions(self, s: Any) -> Any:
        for n in range(1, 4):
            if n <= s.left:
                yield n, n % 2 == 0

    def result(self, s: Any, a: Any) -> Any:
        n, again = a
        return State(s.left - n, s.player if again else -s.player)


class NestedState(Take):
    def initial(self) -> Any:
        return Nested(9, (0, 1, 2), Inner(1, 0.5), False, MAX)

    def result(self, s: Any, a: Any) -> Any:
        cells = replace_at(s.cells, a - 1, s.cells[a - 1] + s.left)
        return Nested(s.left - a, cells, Inner(s.inner.a + a, s.inner.b / 2), a == 2, -s.player)

    def evaluate(self, s: Any) -> float:
        return s.cells[s.left % 3] + s.inner.b + s.flag


class PlainTuple(Take):
    def initial(self) -> Any:
        return (9, MAX)

    def to_move(self, s: Any) -> int:
        return s[1]

    def actions(self, s: Any) -> Any:
        for n in range(1, 4):
            if n <= s[0]:
                yield n

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] - a, -s[1])

    def is_terminal(self, s: Any) -> bool:
        return s[0] == 0

    def utility(self, s: Any) -> float:
        return -s[1]


class BareInt(PlainTuple):
    """Ten times the matches, plus one if MIN is to move."""

    def initial(self) -> Any:
        return 90

    def to_move(self, s: Any) -> int:
        return MIN if s % 10 else MAX

    def actions(self, s: Any) -> Any:
        return range(1, min(3, s // 10) + 1)

    def result(self, s: Any, a: Any) -> Any:
        return (s // 10 - a) * 10 + (1 - s % 10)

    def is_terminal(self, s: Any) -> bool:
        return s < 10

    def utility(self, s: Any) -> float:
        return 1 if s % 10 else -1


class FloatUtility(Take):
    def utility(self, s: Any) -> float:
        return -s.player * 0.5


class SometimesFloat(Take):
    def utility(self, s: Any) -> float:
        if s.player == MAX:
            return 0
        return 0.25


class BoolUtility(Take):
    def utility(self, s: Any) -> float:
        return s.player == MIN


class Features(Take):
    weights = (2, 0.5, -1)

    def features(self, s: Any) -> Any:
        return s.left, s.left % 3, s.player


GAMES = [
    cls
    for cls in list(globals().values())
    if isinstance(cls, type) and issubclass(cls, Take) and cls is not Parent
]


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
@pytest.mark.parametrize("memory", [False, pytest.param(True, marks=pytest.mark.long)])
def test_same_at_both_speeds(cls: type[Take], memory: bool) -> None:
    game = cls()
    for options in [{"depth": 9, "memory": True}] if memory else [{"depth": 4}]:
        native = outplay.alphabeta(game, speed="native", **options)
        python = outplay.alphabeta(game, speed="python", **options)
        assert native.speed == "native"
        assert (native.value, native.action, native.nodes, native.line, native.moves) == (
            python.value,
            python.action,
            python.nodes,
            python.line,
            python.moves,
        )
        assert type(native.action) is type(python.action)


def test_weights_may_change_between_searches() -> None:
    game = Features()
    before = outplay.minimax(game, depth=2, speed="native").value
    game.weights = (-2, 0.5, -1)
    after = outplay.minimax(game, depth=2, speed="native").value
    assert before != after
    assert after == outplay.minimax(game, depth=2, speed="python").value


def test_functions_run_natively_too() -> None:
    game = Game.from_functions(
        initial=State(9, MAX),
        to_move=lambda s: s.player,
        actions=lambda s: range(1, min(3, s.left) + 1),
        result=lambda s, a: State(s.left - a, -s.player),
        is_terminal=lambda s: s.left == 0,
        utility=lambda s: -s.player,
    )
    native = outplay.minimax(game, speed="native")
    assert native.speed == "native"
    assert native.value == outplay.minimax(Take()).value
    assert native.nodes == outplay.minimax(ReturnsRange()).nodes
