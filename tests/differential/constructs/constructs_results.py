"""Ways to make the board after a move."""

from __future__ import annotations

import copy
from typing import Any

from construct_base import Board, Rows, State

from outplay import MAX


class ListThereAndBack(Board):
    """cells = list(board); cells[a] = x; tuple(cells)"""

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.board)
        cells[a] = s.turn * 2
        return State(tuple(cells), -s.turn)


class TwoSlices(Board):
    """board[:a] + (x,) + board[a + 1:]"""

    def result(self, s: Any, a: Any) -> Any:
        return State(s.board[:a] + (s.turn,) + s.board[a + 1 :], -s.turn)


class StarredSlices(Board):
    """(*board[:a], x, *board[a + 1:])"""

    def result(self, s: Any, a: Any) -> Any:
        return State((*s.board[:a], s.turn * 3, *s.board[a + 1 :]), -s.turn)


class TupleOfGenerator(Board):
    """tuple(x if cell == a else old for cell, old in enumerate(board))"""

    def result(self, s: Any, a: Any) -> Any:
        board = tuple(s.turn if cell == a else old for cell, old in enumerate(s.board))
        return State(board, -s.turn)


class TupleOfComprehension(Board):
    """tuple([… for …])"""

    def result(self, s: Any, a: Any) -> Any:
        return State(tuple([s.turn if n == a else s.board[n] for n in range(8)]), -s.turn)


class Keywords(Board):
    """State(turn=…, board=…)"""

    def result(self, s: Any, a: Any) -> Any:
        return State(turn=-s.turn, board=s.board[:a] + (s.turn,) + s.board[a + 1 :])


class NamedReplace(Board):
    """s._replace(board=…, turn=…)"""

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.board)
        cells[a] += 2 * s.turn
        return s._replace(board=tuple(cells), turn=-s.turn)


class StateOfStar(Board):
    """State(*parts)"""

    def result(self, s: Any, a: Any) -> Any:
        parts = (s.board[:a] + (s.turn,) + s.board[a + 1 :], -s.turn)
        return State(*parts)


class CopiedList(Board):
    """copy.copy of a list of the cells"""

    def result(self, s: Any, a: Any) -> Any:
        before = [*s.board]
        after = copy.copy(before)
        after[a] = s.turn
        return State(tuple(after), -s.turn if before[a] == 0 else s.turn)


class SortedBoard(Board):
    """tuple(sorted(board)) in the state"""

    def initial(self) -> Any:
        return State((0, 0, 0, 0, 0), MAX)

    def actions(self, s: Any) -> Any:
        return [cell for cell in range(5) if s.board[cell] == 0]

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.board)
        cells[a] = s.turn * (a + 1)
        return State(tuple(sorted(cells)), -s.turn)

    def is_terminal(self, s: Any) -> Any:
        return 0 not in s.board

    def evaluate(self, s: Any) -> Any:
        return s.board[0] * 3 + s.board[-1]


class Swapped(Board):
    """cells[a], cells[b] = cells[b], cells[a]"""

    def result(self, s: Any, a: Any) -> Any:
        cells = list(s.board)
        cells[a] = s.turn * (a + 1)
        cells[a], cells[7 - a] = cells[7 - a], cells[a]
        return State(tuple(cells), -s.turn)


class RowsOfLists(Rows):
    """rows = [list(row) for row in board]; rows[r][c] = x; tuple(tuple(row) for row in rows)"""

    def result(self, s: Any, a: Any) -> Any:
        row, column = a
        rows = [list(old) for old in s.board]
        rows[row][column] = s.turn
        return State(tuple(tuple(new) for new in rows), -s.turn)


class RowsByMap(Rows):
    """tuple(map(tuple, rows)) of list(map(list, board))"""

    def result(self, s: Any, a: Any) -> Any:
        rows = list(map(list, s.board))
        rows[a[0]][a[1]] = 2 * s.turn
        return State(tuple(map(tuple, rows)), -s.turn)


class RowsNested(Rows):
    """a comprehension inside of another one, in one expression"""

    def result(self, s: Any, a: Any) -> Any:
        board = tuple(
            tuple(s.turn if (r, c) == a else cell for c, cell in enumerate(row))
            for r, row in enumerate(s.board)
        )
        return State(board, -s.turn)


class RowsDeepCopied(Rows):
    """copy.deepcopy of a list of lists"""

    def result(self, s: Any, a: Any) -> Any:
        old = [list(row) for row in s.board]
        new = copy.deepcopy(old)
        new[a[0]][a[1]] = s.turn
        old[0][0] = 77
        return State(tuple(tuple(row) for row in new), -s.turn)


class RowsShallowCopied(Rows):
    """rows[:] shares its rows with the copy"""

    def result(self, s: Any, a: Any) -> Any:
        rows = [list(row) for row in s.board]
        same = rows[:]
        same[a[0]][a[1]] = s.turn
        return State(tuple(tuple(row) for row in rows), -s.turn)


class RowsEveryCell(Rows):
    """all(cell for row in board for cell in row)"""

    def is_terminal(self, s: Any) -> Any:
        return all(cell for row in s.board for cell in row)


class RowsAnyEmpty(Rows):
    """not any(0 in row for row in board)"""

    def is_terminal(self, s: Any) -> Any:
        return not any(0 in row for row in s.board)


class RowsColumns(Rows):
    """for column in zip(*board)"""

    def evaluate(self, s: Any) -> Any:
        total = 0
        for number, column in enumerate(zip(*s.board)):
            if column[0] == -column[1]:
                total += number + 1
            total += sum(column)
        return total


class RowsTransposed(Rows):
    """[list(column) for column in zip(*board)] and its rows reversed"""

    def evaluate(self, s: Any) -> Any:
        turned = [list(column)[::-1] for column in zip(*s.board)]
        return sum(
            (r + 1) * (2 * c + 1) * x for r, row in enumerate(turned) for c, x in enumerate(row)
        )


class RowsEnumerated(Rows):
    """for r, row in enumerate(board): for c, cell in enumerate(row)"""

    def actions(self, s: Any) -> Any:
        for r, row in enumerate(s.board):
            for c, cell in enumerate(row):
                if not cell:
                    yield r, c


class RowsCompared(Rows):
    """row == (0, 0, 0, 0), and row < other row"""

    def evaluate(self, s: Any) -> Any:
        empty = sum(row == (0, 0, 0, 0) for row in s.board)
        return 4 * empty + (s.board[0] < s.board[1]) - (s.board[0] >= (1, 0, 0, 0))


class RowsOfRows(Rows):
    """state without a name: (rows, turn), unpacked in the parameter list's place"""

    def initial(self) -> Any:
        return (((0, 0, 0, 0), (0, 0, 0, 0)), MAX)

    def to_move(self, s: Any) -> Any:
        _, turn = s
        return turn

    def actions(self, s: Any) -> Any:
        (top, bottom), _turn = s
        return [(0, c) for c in range(4) if top[c] == 0] + [
            (1, c) for c in range(4) if not bottom[c]
        ]

    def result(self, s: Any, a: Any) -> Any:
        rows, turn = s
        r, c = a
        row = rows[r][:c] + (turn,) + rows[r][c + 1 :]
        return (rows[:r] + (row,) + rows[r + 1 :], -turn)

    def is_terminal(self, s: Any) -> Any:
        return not self.actions(s)

    def evaluate(self, s: Any) -> Any:
        (top, bottom), _ = s
        return sum(top) * 2 - bottom[0]
