"""Pente on 15 x 15: five in a row, or five captures of two. The board is one long tuple."""

import itertools
from collections import namedtuple

from outplay import MAX, Game

SIZE = 15
AXES = [(0, 1), (1, 0), (1, 1), (1, -1)]
ALL_WAYS = [d for d in itertools.product((-1, 0, 1), repeat=2) if d != (0, 0)]
EMPTY, CENTRE = 0, SIZE * SIZE // 2

State = namedtuple("State", ["board", "player", "captures", "last"])


def cell(board, r, c):
    if 0 <= r < SIZE and 0 <= c < SIZE:
        return board[r * SIZE + c]
    return None


class Pente(Game):
    def initial(self):
        return State((EMPTY,) * (SIZE * SIZE), MAX, (0, 0), None)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        if s.last is None:
            return [CENTRE]
        near = []
        for i, stone in enumerate(s.board):
            if stone == EMPTY:
                r, c = divmod(i, SIZE)
                if any(cell(s.board, r + dr, c + dc) for dr, dc in ALL_WAYS):
                    near.append(i)
        return near

    def result(self, s, a):
        board = list(s.board)
        board[a] = s.player
        r, c = divmod(a, SIZE)
        caught = 0
        for dr, dc in ALL_WAYS:
            line = [cell(board, r + k * dr, c + k * dc) for k in (1, 2, 3)]
            if line == [-s.player, -s.player, s.player]:
                caught += 1
                for k in (1, 2):
                    board[(r + k * dr) * SIZE + c + k * dc] = EMPTY
        first, second = s.captures
        captures = (first + caught, second) if s.player == MAX else (first, second + caught)
        return State(tuple(board), -s.player, captures, a)

    def five(self, s):
        if s.last is None:
            return False
        r, c = divmod(s.last, SIZE)
        who = s.board[s.last]
        for dr, dc in AXES:
            length = 1
            for sign in (-1, 1):
                k = 1
                while cell(s.board, r + sign * k * dr, c + sign * k * dc) == who:
                    k += 1
                length += k - 1
            if length >= 5:
                return True
        return False

    def is_terminal(self, s):
        return self.five(s) or max(s.captures) >= 5 or EMPTY not in s.board

    def utility(self, s):
        if self.five(s):
            return -s.player
        mine, yours = s.captures
        return (mine >= 5) - (yours >= 5)

    def evaluate(self, s):
        return (s.captures[0] - s.captures[1]) / 10
