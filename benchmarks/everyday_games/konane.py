"""Konane, Hawaiian checkers: jump over pieces of the other colour, several in a line if you like.

Two sets of squares; the pieces of both sides start on all squares but two.
"""

from typing import FrozenSet, NamedTuple, Tuple

from outplay import MAX, MIN, Game

Square = Tuple[int, int]


class State(NamedTuple):
    dark: FrozenSet[Square]
    light: FrozenSet[Square]
    player: int

    @property
    def mine(self):
        return self.dark if self.player == MAX else self.light

    @property
    def theirs(self):
        return self.light if self.player == MAX else self.dark


class Konane(Game):
    def __init__(self, size=6):
        self.size = size
        self.squares = {(r, c) for r in range(size) for c in range(size)}

    def initial(self):
        half = self.size // 2
        gone = {(half, half), (half, half - 1)}
        dark = frozenset((r, c) for r, c in self.squares - gone if (r + c) % 2 == 0)
        return State(dark, frozenset(self.squares - gone - dark), MAX)

    def to_move(self, s):
        return s.player

    def jumps(self, s, square, direction):
        """All landing squares of one piece in one direction, one jump further each time."""
        over = (square[0] + direction[0], square[1] + direction[1])
        land = (over[0] + direction[0], over[1] + direction[1])
        if over in s.theirs and land in self.squares and land not in s.mine | s.theirs:
            yield land
            yield from self.jumps(s, land, direction)

    def actions(self, s):
        return [
            (square, land)
            for square in sorted(s.mine)
            for direction in ((0, 1), (1, 0), (0, -1), (-1, 0))
            for land in self.jumps(s, square, direction)
        ]

    def result(self, s, a):
        (r, c), (r2, c2) = start, end = a
        dr = (r2 > r) - (r2 < r)
        dc = (c2 > c) - (c2 < c)
        steps = max(abs(r2 - r), abs(c2 - c))
        taken = {(r + k * dr, c + k * dc) for k in range(1, steps, 2)}
        mine = (s.mine - {start}) | {end}
        theirs = s.theirs - taken
        if s.player == MAX:
            return State(mine, theirs, MIN)
        return State(theirs, mine, MAX)

    def is_terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        return -s.player

    def evaluate(self, s):
        return (len(s.dark) - len(s.light)) / 20
