"""A mancala of two rows of five pits, with stores, captures and a free move.

A class of one's own with lists in it, copied before it is changed.
"""

import copy
from dataclasses import dataclass, field
from typing import List

from outplay import MAX, MIN, Game

PITS = 5


@dataclass
class Board:
    pits: List[List[int]] = field(default_factory=lambda: [[3] * PITS, [3] * PITS])
    stores: List[int] = field(default_factory=lambda: [0, 0])
    player: int = 0

    def sow(self, pit):
        side, seeds = self.player, self.pits[self.player][pit]
        self.pits[side][pit] = 0
        again = False
        while seeds:
            pit += 1
            again = False
            if pit == PITS:
                if side == self.player:
                    self.stores[side] += 1
                    seeds -= 1
                    again = True
                side, pit = 1 - side, -1
                continue
            self.pits[side][pit] += 1
            seeds -= 1
            if seeds == 0 and side == self.player and self.pits[side][pit] == 1:
                self.capture(pit)
        if not again:
            self.player = 1 - self.player

    def capture(self, pit):
        across = PITS - 1 - pit
        if self.pits[1 - self.player][across]:
            self.stores[self.player] += self.pits[1 - self.player][across] + 1
            self.pits[1 - self.player][across] = 0
            self.pits[self.player][pit] = 0

    @property
    def score(self):
        return self.stores[0] - self.stores[1]


class Mancala(Game):
    def initial(self):
        return Board()

    def to_move(self, board):
        return [MAX, MIN][board.player]

    def actions(self, board):
        return [i for i, seeds in enumerate(board.pits[board.player]) if seeds > 0]

    def result(self, board, pit):
        after = copy.deepcopy(board)
        after.sow(pit)
        return after

    def is_terminal(self, board):
        return not any(board.pits[board.player])

    def utility(self, board):
        first, second = (sum(row) for row in board.pits)
        final = board.score + first - second
        return 1 if final > 0 else -1 if final < 0 else 0

    def evaluate(self, board):
        return board.score / (6 * PITS)
