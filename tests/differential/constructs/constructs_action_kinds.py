"""What an action may be."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

import numpy as np
from construct_base import Board, Rows, State

from outplay.tuples import replace_at


class TextActions(Board):
    """actions are strings such as b2"""

    def actions(self, s: Any) -> Any:
        for cell in range(8):
            if s.board[cell] == 0:
                yield f"{'abcd'[cell % 4]}{cell // 4 + 1}"

    def result(self, s: Any, a: Any) -> Any:
        cell = "abcd".index(a[0]) + 4 * (int(a[1]) - 1)
        return State(replace_at(s.board, cell, s.turn), -s.turn)


class NoneIsAPass(Board):
    """None among the actions"""

    def actions(self, s: Any) -> Any:
        for cell in range(8):
            if s.board[cell] == 0:
                yield cell
        yield None

    def result(self, s: Any, a: Any) -> Any:
        if a is None:
            return s._replace(turn=-s.turn)
        return State(replace_at(s.board, a, s.turn), -s.turn)


class TwoShapes(Board):
    """actions are ("put", cell) or ("swap", cell, cell)"""

    def actions(self, s: Any) -> Any:
        for cell in range(8):
            if s.board[cell] == 0:
                yield ("put", cell)
            elif cell < 7:
                yield ("swap", cell, cell + 1)

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.board)
        if a[0] == "put":
            cells[a[1]] = s.turn
        else:
            _, one, two = a
            cells[one], cells[two] = cells[two], cells[one]
        return State(tuple(cells), -s.turn)


class ManyShapes(Board):
    """actions are an int, a pair, a text or None; isinstance tells them apart"""

    def actions(self, s: Any) -> Any:
        moves: list[int | tuple[int, int] | str | None] = [None]
        for cell in range(0, 8, 2):
            if s.board[cell] == 0:
                moves.append(cell)
            if s.board[cell + 1] == 0:
                moves.append((cell + 1, 3))
        if 0 in s.board:
            moves.append("first")
        return moves

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.board)
        if isinstance(a, int):
            cells[a] = s.turn
        elif isinstance(a, tuple):
            cells[a[0]] = s.turn * a[1]
        elif isinstance(a, str):
            cells[cells.index(0)] = 5
        return State(tuple(cells), -s.turn)


class Turn(IntEnum):
    LEFT = 0
    RIGHT = 1


class Colour(Enum):
    RED = 1
    BLUE = 4


class WholeIntEnum(Board):
    """for way in Turn: yield way"""

    def actions(self, s: Any) -> Any:
        for way in Turn:
            yield way

    def result(self, s: Any, a: Any) -> Any:
        cell = s.board.index(0)
        return State(replace_at(s.board, cell, s.turn * (1 + 2 * a)), -s.turn)


class IntEnumNamed(WholeIntEnum):
    """yield Turn.RIGHT; its name in format_action"""

    def actions(self, s: Any) -> Any:
        yield Turn.RIGHT
        yield Turn.LEFT

    def format_action(self, s: Any, a: Any) -> Any:
        return a.name.lower()


class EnumActions(WholeIntEnum):
    """actions are members of an Enum; a.value, a is Colour.RED"""

    def actions(self, s: Any) -> Any:
        return list(Colour) if s.board[0] else [Colour.BLUE]

    def result(self, s: Any, a: Any) -> Any:
        cell = s.board.index(0)
        extra = 2 if a is Colour.RED else 0
        return State(replace_at(s.board, cell, s.turn * (a.value + extra)), -s.turn)

    def evaluate(self, s: Any) -> Any:
        return sum((cell + 1) * x for cell, x in enumerate(s.board))


class NumpyActions(Board):
    """return np.flatnonzero(…)"""

    def actions(self, s: Any) -> Any:
        return np.flatnonzero(np.array(s.board) == 0)


class NumpyPairs(Rows):
    """return [(int(r), int(c)) for r, c in np.argwhere(…)]"""

    def actions(self, s: Any) -> Any:
        return [(int(r), int(c)) for r, c in np.argwhere(np.array(s.board) == 0)]
