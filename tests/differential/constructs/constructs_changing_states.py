"""States that are lists, dicts, sets or arrays, and ints that are boards."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

import numpy as np
from construct_base import Board

from outplay import MAX, MIN


class ListOfLists(Board):
    """the state is a list of lists and the turn"""

    def initial(self) -> Any:
        return [[0, 0, 0, 0], [0, 0, 0, 0], [MAX]]

    def to_move(self, s: Any) -> Any:
        return s[2][0]

    def actions(self, s: Any) -> Any:
        return [(r, c) for r in range(2) for c in range(4) if s[r][c] == 0]

    def result(self, s: Any, a: Any) -> Any:
        new = [row[:] for row in s]
        new[a[0]][a[1]] = s[2][0]
        new[2][0] = -s[2][0]
        return new

    def is_terminal(self, s: Any) -> Any:
        return all(cell != 0 for row in s for cell in row)

    def evaluate(self, s: Any) -> Any:
        return sum(s[0]) * 3 - sum(s[1]) + s[1][2]


class ListOfNoneAndTexts(Board):
    """a list of lists of None, "X" and "O", copied deeply; whose turn it is is counted"""

    def initial(self) -> Any:
        return [[None] * 4, [None] * 4]

    def to_move(self, s: Any) -> Any:
        crosses = sum(row.count("X") for row in s)
        rings = sum(row.count("O") for row in s)
        return MAX if crosses == rings else MIN

    def actions(self, s: Any) -> Any:
        return {(r, c) for r in range(2) for c in range(4) if s[r][c] is None}

    def result(self, s: Any, a: Any) -> Any:
        r, c = a
        new = copy.deepcopy(s)
        new[r][c] = "X" if self.to_move(s) == MAX else "O"
        return new

    def is_terminal(self, s: Any) -> Any:
        return not any(cell is None for row in s for cell in row)

    def evaluate(self, s: Any) -> Any:
        points = {"X": 3, "O": -2, None: 0}
        return sum(points[cell] * (c + 1) for row in s for c, cell in enumerate(row))


class DictOfCells(Board):
    """the state is a dict of strings with a dict in it"""

    def initial(self) -> Any:
        return {"cells": {(r, c): 0 for r in range(2) for c in range(4)}, "turn": MAX}

    def to_move(self, s: Any) -> Any:
        return s["turn"]

    def actions(self, s: Any) -> Any:
        return [place for place, x in s["cells"].items() if x == 0]

    def result(self, s: Any, a: Any) -> Any:
        cells = dict(s["cells"])
        cells[a] = s["turn"]
        return {"cells": cells, "turn": -s["turn"]}

    def is_terminal(self, s: Any) -> Any:
        return 0 not in s["cells"].values()

    def evaluate(self, s: Any) -> Any:
        return sum((r + 2 * c) * x for (r, c), x in s["cells"].items())


class GrowingDict(Board):
    """only what is there is in the dict: {**pieces, a: turn}"""

    def initial(self) -> Any:
        return ({}, MAX)

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return [(r, c) for c in range(4) for r in range(2) if (r, c) not in s[0]]

    def result(self, s: Any, a: Any) -> Any:
        pieces, turn = s
        return ({**pieces, a: turn}, -turn)

    def is_terminal(self, s: Any) -> Any:
        return len(s[0]) == 8

    def evaluate(self, s: Any) -> Any:
        total = 0
        for (_r, c), owner in s[0].items():
            total = 2 * total + owner * c
        return total + s[0].get((0, 0), 5)


class Sets(NamedTuple):
    black: frozenset[int]
    white: frozenset[int]
    turn: int


class FrozenSets(Board):
    """a frozenset of cells for each side"""

    def initial(self) -> Any:
        return Sets(frozenset(), frozenset(), MAX)

    def actions(self, s: Any) -> Any:
        return sorted(set(range(8)) - s.black - s.white)

    def result(self, s: Any, a: Any) -> Any:
        if s.turn == MAX:
            return Sets(s.black | {a}, s.white - {7 - a}, MIN)
        return Sets(s.black - {a // 2}, s.white | {a}, MAX)

    def is_terminal(self, s: Any) -> Any:
        return len(s.black | s.white) == 8

    def evaluate(self, s: Any) -> Any:
        return sum(s.black) - sum(s.white) + 10 * len(s.black & {1, 2, 3})


class FrozenSetOfPairs(Board):
    """a frozenset of pairs, walked through in its own order"""

    def initial(self) -> Any:
        return (frozenset((r, c) for r in range(2) for c in range(4)), MAX)

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        yield from s[0]

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] - {a}, -s[1])

    def is_terminal(self, s: Any) -> Any:
        return not s[0]

    def evaluate(self, s: Any) -> Any:
        total = 0
        for r, c in s[0]:
            total = (3 * total + 4 * r + c) % 1009
        return total


class MutableSets(Board):
    """a state that holds a set; result copies it and changes the copy"""

    def initial(self) -> Any:
        return [set(range(8)), MAX]

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return list(s[0])

    def result(self, s: Any, a: Any) -> Any:
        left = s[0].copy()
        left.remove(a)
        left.discard(a + 3)
        return [left, -s[1]]

    def is_terminal(self, s: Any) -> Any:
        return len(s[0]) == 0

    def utility(self, s: Any) -> Any:
        return -s[1]

    def evaluate(self, s: Any) -> Any:
        return max(s[0]) - min(s[0])


class ArrayState(NamedTuple):
    grid: Any
    turn: int


class NumpyState(Board):
    """a NumPy array of two dimensions in a NamedTuple; grid.copy()"""

    def initial(self) -> Any:
        return ArrayState(np.zeros((2, 4), dtype=np.int8), MAX)

    def actions(self, s: Any) -> Any:
        return [(r, c) for r in range(2) for c in range(4) if s.grid[r, c] == 0]

    def result(self, s: Any, a: Any) -> Any:
        grid = s.grid.copy()
        grid[a] = s.turn
        grid[1 - a[0], :2] *= -1
        return ArrayState(grid, -s.turn)

    def is_terminal(self, s: Any) -> Any:
        return bool((s.grid != 0).all())

    def evaluate(self, s: Any) -> Any:
        return int(s.grid[0].sum()) * 3 - int(s.grid[:, 1].sum())


class BareArray(Board):
    """the state is an array; whose turn it is follows from it"""

    def initial(self) -> Any:
        return np.zeros(8, dtype=int)

    def to_move(self, s: Any) -> Any:
        return MAX if np.count_nonzero(s) % 2 == 0 else MIN

    def actions(self, s: Any) -> Any:
        return [int(n) for n in np.flatnonzero(s == 0)]

    def result(self, s: Any, a: Any) -> Any:
        new = s.copy()
        new[a] = self.to_move(s) * (a + 1)
        return new

    def is_terminal(self, s: Any) -> Any:
        return not (s == 0).any()

    def evaluate(self, s: Any) -> Any:
        return float(s.sum()) / 2


class Wide(NamedTuple):
    mine: int
    yours: int
    turn: int


class WideBoard(Board):
    """a board of 15 × 15 is one int of 225 bits; some cells of it are played on"""

    SIZE = 15
    CELLS = (0, 63, 64, 65, 112, 127, 128, 192, 224)

    def initial(self) -> Any:
        return Wide(0, 0, MAX)

    def actions(self, s: Any) -> Any:
        taken = s.mine | s.yours
        return [n for n in self.CELLS if not taken >> n & 1]

    def result(self, s: Any, a: Any) -> Any:
        return Wide(s.yours, s.mine | 1 << a, -s.turn)

    def is_terminal(self, s: Any) -> Any:
        return (s.mine | s.yours).bit_count() == 9

    def evaluate(self, s: Any) -> Any:
        full = (1 << self.SIZE * self.SIZE) - 1
        around = (s.mine << 1 | s.mine >> 1 | s.mine << 15 | s.mine >> 15) & full & ~s.yours
        return around.bit_count() * 100 + s.yours.bit_length() - bin(s.mine).count("1")


class WiderBoard(WideBoard):
    """a board of 19 × 19, 361 bits, with actions that are such ints"""

    SIZE = 19

    def actions(self, s: Any) -> Any:
        bits = [1 << n for n in (0, 62, 63, 180, 319, 320, 360)]
        return [bit for bit in bits if not (s.mine | s.yours) & bit]

    def result(self, s: Any, a: Any) -> Any:
        return Wide(s.yours, s.mine ^ a, -s.turn)

    def is_terminal(self, s: Any) -> Any:
        return bin(s.mine | s.yours).count("1") == 7
