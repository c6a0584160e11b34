"""Hex, on boards from 2 by 2 to 11 by 11.

Two players take turns to put a stone of their colour on a free cell of a rhombus of hexagons. Red
(MAX, begins) wins by a chain of stones from the top edge to the bottom edge, Blue (MIN) by one
from the left edge to the right edge. Exactly one of them can be there, so there is no draw: the
value is +1 or -1.

The first move is an advantage. With `swap=True` (the pie rule) Blue may answer the first move with
`swap`: the red stone is taken off and a blue one put on its mirror image, row and column exchanged.
For Blue it is now as it was for Red.

Columns are letters from the left, rows numbers from the top: `c4`. A position is its rows from
the top, `R`, `B` and `.`, and who is to move: `.../.R./... blue`. The moves so far, `b2 a1`, name a
position too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import lowest_index, popcount
from outplay.errors import IllegalAction, InvalidPosition
from outplay.game import MAX, MIN, Game
from outplay.games.grid_notation import cut_into, signs, square_name
from outplay.games.hex import notation
from outplay.games.hex.cells import (
    HALF,
    Cells,
    around,
    as_one,
    cells,
    connecting,
    first_of,
    joined,
    lacking,
    numbers,
    one,
    size_of,
    turned,
    without,
)
from outplay.lines import legal_moves, state_after
from outplay.parameters import flag, whole_number


class State(NamedTuple):
    """The stones of both sides, each a set of cells in two ints, and whose turn it is.

    Cells are numbered row by row. On a board of size 3, cell 4 has six neighbours: 1 and 2 above
    it, 3 and 5 beside it, 6 and 7 below it. (A cell is next to those 1, `size` and `size` - 1
    away, unless that leads around the edge.)

        0   1   2
          3   4   5
            6   7   8
    """

    red: Cells
    blue: Cells
    player: int


class Hex(Game[State, int]):
    """Connect your two edges of the board; the other side then cannot connect theirs."""

    fits_64_bits = True
    win = 1
    player_names = ("Red", "Blue")
    feature_names = ("stones to connect", "stones to connect, bridges counted", "the turn")

    def __init__(self, size: int = 11, swap: bool = False) -> None:
        self.size = whole_number("size", size, 2, 11)
        self.swap = flag("swap", swap)
        self.count = self.size * self.size
        everywhere, first = range(self.count), range(0, self.count, self.size)
        self.board = cells(everywhere)
        self.top, self.bottom = cells(everywhere[: self.size]), cells(everywhere[-self.size :])
        self.left, self.right = cells(first), cells(n + self.size - 1 for n in first)
        # Stones lacking count most: a path that is one shorter is worth about a move.
        self.weights = (0.2 / self.size, 0.6 / self.size, 0.1 / self.size)

    def initial(self) -> State:
        return State((0, 0), (0, 0), MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        """The free cells; the number after the last cell is the swap."""
        yield from numbers(without(without(self.board, s.red), s.blue))
        if self.swap and s.player == MIN and may_swap(s):
            yield self.count

    def result(self, s: State, cell: int) -> State:
        if cell == self.count:
            stone = lowest_index(s.red[0]) if s.red[0] else HALF + lowest_index(s.red[1])
            return State((0, 0), one(stone % self.size * self.size + stone // self.size), MAX)
        low, high = one(cell)
        if s.player == MAX:
            return State((s.red[0] | low, s.red[1] | high), s.blue, MIN)
        return State(s.red, (s.blue[0] | low, s.blue[1] | high), MAX)

    def is_terminal(self, s: State) -> bool:
        """Only the side that moved last can have connected."""
        start, goal = (self.left, self.right) if s.player == MAX else (self.top, self.bottom)
        stones = s.blue if s.player == MAX else s.red
        return joined(stones, start, goal, self.size, self.left, self.right)

    def utility(self, s: State) -> int:
        return -s.player

    # --- stronger ---------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board turned by half a turn."""
        yield State(turned(s.red, self.count), turned(s.blue, self.count), s.player)

    def outcome_bounds(self, s: State) -> tuple[int, int]:
        """A win now; a loss in 2 plies, where the other side has two ways to win; else neither."""
        if self.swap and s.player == MIN and may_swap(s):
            return -3, 2  # Red may win at once if Blue does not swap, and Blue soon if it does
        mine, theirs = self.winning(s)
        if mine[0] | mine[1]:
            return s.player, s.player
        if size_of(theirs) > 1:
            return -2 * s.player, -2 * s.player
        return (-4, 3) if s.player == MAX else (-3, 4)

    def candidates(self, s: State) -> Iterator[int]:
        """A cell that wins; else one where the other side would; else all actions."""
        chosen = without(without(self.board, s.red), s.blue)
        may = self.swap and s.player == MIN and may_swap(s)
        if not may:
            mine, theirs = self.winning(s)
            if mine[0] | mine[1]:
                chosen = first_of(mine)
            elif theirs[0] | theirs[1]:
                chosen = first_of(theirs)
        yield from numbers(chosen)
        if may:
            yield self.count

    def priority(self, s: State, cell: int) -> int:
        """Cells beside stones first, then the middle of the board."""
        y, x = cell // self.size, cell % self.size
        middle = self.size - 1
        near = around(one(cell % self.count), self.size, self.left, self.right)
        stones = popcount(near[0] & (s.red[0] | s.blue[0]))
        stones += popcount(near[1] & (s.red[1] | s.blue[1]))
        away = max(abs(2 * y - middle), abs(2 * x - middle), 2 * abs(x + y - middle))
        return 6 * min(stones, 3) - away

    def features(self, s: State) -> tuple[int, int, int]:
        """Red's lead in two shortest ways, and whose turn it is.

        The first way is the number of stones that a side lacks to connect its edges if the
        other side never moves; the second counts bridges (two stones with two free cells between
        them, either of which connects them) as connected.
        """
        free = without(without(self.board, s.red), s.blue)
        plain = bridges = 0
        for number in range(4):
            mine = s.blue if number % 2 else s.red
            start, goal = (self.left, self.right) if number % 2 else (self.top, self.bottom)
            lacks = lacking(mine, free, start, goal, self.size, self.left, self.right, number > 1)
            lead = lacks if number % 2 else -lacks
            plain += lead if number < 2 else 0
            bridges += lead if number > 1 else 0
        return plain, bridges, s.player

    def winning(self, s: State) -> tuple[Cells, Cells]:
        """The free cells where the side to move would connect, and where the other side would."""
        free = without(without(self.board, s.red), s.blue)
        red = blue = (0, 0)
        for number in range(2):
            mine = s.blue if number else s.red
            start, goal = (self.left, self.right) if number else (self.top, self.bottom)
            found = connecting(mine, free, start, goal, self.size, self.left, self.right)
            red, blue = (red, found) if number else (found, blue)
        return (red, blue) if s.player == MAX else (blue, red)

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, cell: int) -> str:
        return "swap" if cell == self.count else self._name(cell)

    def parse_action(self, s: State, text: str) -> int:
        wanted = text.strip().lower()
        legal = legal_moves(self, s)
        if wanted == "swap" and wanted not in legal:
            why = "only Blue's first move can be one" if self.swap else "this game has swap=False"
            raise IllegalAction(f"There is no swap here: {why}.")
        name = wanted if wanted == "swap" else self._name(notation.read_cell(wanted, self.size))
        if name not in legal:
            raise IllegalAction(f"There is a stone on {name}.")
        return legal[name]

    def format_state(self, s: State) -> str:
        return f"{'/'.join(self._rows(s))} {self.player_name(s.player).lower()}"

    def parse_state(self, text: str) -> State:
        if not re.search(r"[/.]", text):
            return state_after(self, re.findall(r"[^\s,]+", text))
        rows, turn = notation.read_board(text, self.size)
        red, blue = (
            cells(n for n, sign in enumerate("".join(rows)) if sign == side) for side in "RB"
        )
        lead = size_of(red) - size_of(blue)
        player = {"red": MAX, "blue": MIN, "": MIN if lead == 1 else MAX}[turn]
        # Red begins; a swap takes Red's first stone off and gives Blue one.
        due = 0 if player == MAX else 1
        swapped = self.swap and lead == due - 1 and size_of(blue) > 0
        if lead != due and not swapped:
            raise InvalidPosition(
                f"With {size_of(red)} red and {size_of(blue)} blue stones it cannot be"
                f" {self.player_name(player)}'s turn: Red begins, and they take turns."
            )
        s = State(red, blue, player)
        if self.is_terminal(State(red, blue, -player)):
            raise InvalidPosition(
                f"{self.player_name(player)} has connected on this board, so"
                f" {self.player_name(-player)} cannot have moved after it."
            )
        return s

    def ending(self, s: State) -> str:
        return "left and right are joined" if s.player == MAX else "top and bottom are joined"

    def show(self, s: State) -> str:
        turn = "" if self.is_terminal(s) else f"\n{self.player_name(s.player)} to move"
        return notation.picture(self._rows(s)) + turn

    def draw(self, s: State) -> str:
        over = self.is_terminal(s)
        name = self.player_name(-s.player if over else s.player)
        caption = f"{name} has connected" if over else f"{name} to move"
        return notation.drawn(self._rows(s), caption, f"Hex: {self.format_state(s)}")

    def _name(self, cell: int) -> str:
        return square_name(cell % self.size, cell // self.size)

    def _rows(self, s: State) -> list[str]:
        boards = {"R": as_one(s.red), "B": as_one(s.blue)}
        return cut_into(signs(range(self.count), boards), self.size)


def may_swap(s: State) -> bool:
    """Is one red stone all that there is?"""
    return size_of(s.blue) == 0 and size_of(s.red) == 1
