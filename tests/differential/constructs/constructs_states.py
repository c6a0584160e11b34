"""What a state may be: tuples, NamedTuples, dataclasses, texts, lists, dicts, sets, arrays."""

from __future__ import annotations

import copy
from collections import namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import Any, NamedTuple

from construct_base import Board

from outplay import MAX, MIN


class Rich(NamedTuple):
    board: tuple[int, ...]
    turn: int

    @property
    def first(self) -> int:
        return self.board[0]

    @property
    def other(self) -> int:
        return -self.turn

    def count_of(self, number: int) -> int:
        found = 0
        for x in self.board:
            if x == number:
                found += 1
        return found

    def played(self, cell: int) -> Rich:
        return Rich(self.board[:cell] + (self.turn,) + self.board[cell + 1 :], self.other)

    @classmethod
    def empty(cls) -> Rich:
        return cls((0,) * 8, MAX)

    @staticmethod
    def weight(cell: int) -> int:
        return 1 + cell % 4


class MethodsOfTheState(Board):
    """a NamedTuple with properties, methods, a class method and a static one"""

    def initial(self) -> Any:
        return Rich.empty()

    def result(self, s: Any, a: Any) -> Any:
        return s.played(a)

    def evaluate(self, s: Any) -> Any:
        weighed = sum(Rich.weight(n) * x for n, x in enumerate(s.board))
        return s.first + 10 * s.count_of(1) + weighed * s.other


Old = namedtuple("Old", "board turn")


class OldNamedTuple(Board):
    """collections.namedtuple"""

    def initial(self) -> Any:
        return Old((0,) * 8, MAX)

    def result(self, s: Any, a: Any) -> Any:
        return Old(s.board[:a] + (s.turn,) + s.board[a + 1 :], -s.turn)


@dataclass(frozen=True)
class Frozen:
    board: tuple[int, ...]
    turn: int = MAX
    quiet: int = 0


class FrozenDataclass(Board):
    """a frozen dataclass with defaults, made anew by position and keyword"""

    def initial(self) -> Any:
        return Frozen((0,) * 8)

    def result(self, s: Any, a: Any) -> Any:
        board = s.board[:a] + (s.turn,) + s.board[a + 1 :]
        return Frozen(board, turn=-s.turn, quiet=s.quiet + (a % 2))

    def evaluate(self, s: Any) -> Any:
        return s.quiet * 10 + s.board[2]


class ReplacedDataclass(FrozenDataclass):
    """dataclasses.replace(s, …)"""

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.board)
        cells[a] = s.turn
        return replace(s, board=tuple(cells), turn=-s.turn)


@dataclass
class Plain:
    cells: list[int] = field(default_factory=lambda: [0] * 8)
    turn: int = MAX
    moves: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.cells) != 8:
            raise ValueError("eight cells")

    @property
    def last(self) -> int | None:
        return self.moves[-1] if self.moves else None

    def put(self, cell: int) -> None:
        self.cells[cell] = self.turn
        self.moves.append(cell)
        self.turn = -self.turn

    def total(self) -> int:
        return sum(self.cells) + sum(self.moves)


class PlainDataclass(Board):
    """a mutable dataclass with default factories, copied deeply, then changed by its method"""

    def initial(self) -> Any:
        return Plain()

    def actions(self, s: Any) -> Any:
        return [cell for cell in range(8) if s.cells[cell] == 0]

    def result(self, s: Any, a: Any) -> Any:
        t = copy.deepcopy(s)
        t.put(a)
        return t

    def is_terminal(self, s: Any) -> Any:
        return 0 not in s.cells

    def evaluate(self, s: Any) -> Any:
        return s.total() if s.last is None else s.total() - 3 * s.last


class NestedDataclass(Board):
    """a dataclass that holds a NamedTuple and an Optional"""

    def initial(self) -> Any:
        return Outer(Rich.empty(), None)

    def to_move(self, s: Any) -> Any:
        return s.inner.turn

    def actions(self, s: Any) -> Any:
        return [cell for cell, x in enumerate(s.inner.board) if x == 0]

    def result(self, s: Any, a: Any) -> Any:
        return Outer(s.inner.played(a), (a, s.last[0] if s.last else -1))

    def is_terminal(self, s: Any) -> Any:
        return 0 not in s.inner.board

    def evaluate(self, s: Any) -> Any:
        if s.last is None:
            return 0
        now, before = s.last
        return 10 * now - before


@dataclass(frozen=True)
class Outer:
    inner: Rich
    last: tuple[int, int] | None


class BoolTurn(Board):
    """whose turn it is is a bool: not s.turn"""

    def initial(self) -> Any:
        return Rich((0,) * 8, True)

    def to_move(self, s: Any) -> Any:
        return MAX if s.turn else MIN

    def result(self, s: Any, a: Any) -> Any:
        mark = 1 if s.turn else 2
        return Rich(s.board[:a] + (mark,) + s.board[a + 1 :], not s.turn)


class Cell(IntEnum):
    EMPTY = 0
    CROSS = 1
    RING = 2


class IntEnumCells(Board):
    """cells are members of an IntEnum"""

    def initial(self) -> Any:
        return Rich((Cell.EMPTY,) * 8, MAX)

    def actions(self, s: Any) -> Any:
        return [n for n in range(8) if s.board[n] == Cell.EMPTY]

    def result(self, s: Any, a: Any) -> Any:
        mark = Cell.CROSS if s.turn == MAX else Cell.RING
        return Rich(s.board[:a] + (mark,) + s.board[a + 1 :], -s.turn)

    def is_terminal(self, s: Any) -> Any:
        return Cell.EMPTY not in s.board

    def evaluate(self, s: Any) -> Any:
        return int(s.board[0]) * 3 - s.board[1]


class Side(Enum):
    NORTH = "n"
    SOUTH = "s"

    @property
    def opposite(self) -> Side:
        return Side.SOUTH if self is Side.NORTH else Side.NORTH


class EnumCells(Board):
    """cells are None or a member of an Enum that has a property"""

    def initial(self) -> Any:
        return ((None,) * 8, Side.NORTH)

    def to_move(self, s: Any) -> Any:
        return MAX if s[1] is Side.NORTH else MIN

    def actions(self, s: Any) -> Any:
        return [n for n, owner in enumerate(s[0]) if owner is None]

    def result(self, s: Any, a: Any) -> Any:
        board, side = s
        return (board[:a] + (side,) + board[a + 1 :], side.opposite)

    def is_terminal(self, s: Any) -> Any:
        return all(owner is not None for owner in s[0])

    def evaluate(self, s: Any) -> Any:
        total = 0
        for n, owner in enumerate(s[0]):
            if owner == Side.NORTH:
                total += n
            elif owner is not None and owner.value == "s":
                total -= 2 * n
        return total


class LastMoveOrNone(Board):
    """a field that is None at first and a number later"""

    def initial(self) -> Any:
        return ((0,) * 8, MAX, None)

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return [n for n in range(8) if s[0][n] == 0 and (s[2] is None or n != s[2] + 1)]

    def result(self, s: Any, a: Any) -> Any:
        board, turn, _ = s
        return (board[:a] + (turn,) + board[a + 1 :], -turn, a)

    def is_terminal(self, s: Any) -> Any:
        return not self.actions(s)

    def evaluate(self, s: Any) -> Any:
        return s[2] if s[2] is not None else -1


class MovesSoFar(Board):
    """the state is the tuple of the moves so far: s + (a,)"""

    def initial(self) -> Any:
        return ()

    def to_move(self, s: Any) -> Any:
        return MAX if len(s) % 2 == 0 else MIN

    def actions(self, s: Any) -> Any:
        return [n for n in range(8) if n not in s]

    def result(self, s: Any, a: Any) -> Any:
        return s + (a,)

    def is_terminal(self, s: Any) -> Any:
        return len(s) == 8

    def evaluate(self, s: Any) -> Any:
        total = 0
        for n in s:
            total = 3 * total + n
        return total % 101


class TextBoard(Board):
    """the board is a text"""

    def initial(self) -> Any:
        return ("." * 8, "x")

    def to_move(self, s: Any) -> Any:
        return MAX if s[1] == "x" else MIN

    def actions(self, s: Any) -> Any:
        return [n for n, letter in enumerate(s[0]) if letter == "."]

    def result(self, s: Any, a: Any) -> Any:
        text, who = s
        return (text[:a] + who + text[a + 1 :], "o" if who == "x" else "x")

    def is_terminal(self, s: Any) -> Any:
        return "." not in s[0]

    def evaluate(self, s: Any) -> Any:
        return s[0].count("x") * 2 + s[0].find("o") - s[0].rfind("x")
