"""Pentago: five in a row, and every move turns a quarter of the board. The board is an array."""

from typing import NamedTuple

import numpy as np

from outplay import MAX, Game


class Move(NamedTuple):
    row: int
    col: int
    quarter: int
    clockwise: bool


class Position(NamedTuple):
    board: np.ndarray
    player: int


class Pentago(Game):
    def initial(self):
        return Position(np.zeros((6, 6), dtype=np.int8), MAX)

    def to_move(self, pos):
        return pos.player

    def actions(self, pos):
        for row, col in np.argwhere(pos.board == 0):
            for quarter in range(4):
                for clockwise in (True, False):
                    yield Move(int(row), int(col), quarter, clockwise)

    def result(self, pos, move):
        board = pos.board.copy()
        board[move.row, move.col] = pos.player
        top = 3 * (move.quarter // 2)
        left = 3 * (move.quarter % 2)
        part = board[top : top + 3, left : left + 3]
        board[top : top + 3, left : left + 3] = np.rot90(part, -1 if move.clockwise else 1)
        return Position(board, -pos.player)

    def has_five(self, board, player):
        mine = board == player
        if mine.sum() < 5:
            return False
        for row in range(6):
            for start in (0, 1):
                if mine[row, start : start + 5].all() or mine[start : start + 5, row].all():
                    return True
        for offset in (-1, 0, 1):
            for grid in (mine, np.fliplr(mine)):
                line = grid.diagonal(offset)
                for start in range(len(line) - 4):
                    if line[start : start + 5].all():
                        return True
        return False

    def is_terminal(self, pos):
        if not (pos.board == 0).any():
            return True
        return self.has_five(pos.board, 1) or self.has_five(pos.board, -1)

    def utility(self, pos):
        return int(self.has_five(pos.board, 1)) - int(self.has_five(pos.board, -1))

    def evaluate(self, pos):
        middles = pos.board[1::3, 1::3]
        return float(middles.sum()) / 10
