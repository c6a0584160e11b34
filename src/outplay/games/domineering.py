"""Domineering, on boards of up to 64 squares.

Two players take turns to lay dominoes on free squares of a board: Vertical (MAX) lays them
upright, Horizontal (MIN) lays them flat. Whoever cannot lay one loses: the value is +1 if Vertical
wins and -1 if Horizontal does. Vertical begins, unless `first="horizontal"`.

Columns are letters from the left, rows numbers from the top. A domino is named by the upper, or
left, one of its two squares: `b1`. A position is its rows from the top, `#` for squares that are
taken and `.` for free ones, and who is to move: `##../..../..../.... vertical`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay import drawing
from outplay.bits import indices, popcount, shift_left, shift_right, wrap
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN, Game
from outplay.games import grid_notation as grid
from outplay.lines import legal_moves
from outplay.parameters import whole_number


class State(NamedTuple):
    """The free squares, one bit each, row by row from the top; and whose turn it is.

    On a board of 4 columns, one step right is 1 bit and one step down 4:

         0  1  2  3
         4  5  6  7
         8  9 10 11
    """

    free: int
    player: int


class Domineering(Game[State, int]):
    """Lay dominoes, upright or flat; whoever cannot loses."""

    fits_64_bits = True
    win = 1
    player_names = ("Vertical", "Horizontal")
    feature_names = ("dominoes that fit", "safe dominoes", "the turn")

    def __init__(self, rows: int = 8, columns: int = 8, first: str = "vertical") -> None:
        self.rows = whole_number("rows", rows, 1, 64)
        self.columns = whole_number("columns", columns, 1, 64)
        if self.rows * self.columns > 64:
            raise UsageError(
                f"A board of {self.rows} by {self.columns} has {self.rows * self.columns} squares;"
                " there is room for 64."
            )
        if first not in ("vertical", "horizontal"):
            raise UsageError(f"first must be 'vertical' or 'horizontal', not {first!r}.")
        self.first = first
        self.begins = MAX if first == "vertical" else MIN
        self.board = wrap((1 << self.rows * self.columns) - 1)
        left = sum(1 << self.columns * y for y in range(self.rows))
        self.not_left = self.board & ~wrap(left)
        # One more place for a domino counts 1, one that is safe 1 more; together less than a win.
        self.weights = (0.5 / self.rows / self.columns, 0.5 / self.rows / self.columns, 0.01)

    def initial(self) -> State:
        return State(self.board, self.begins)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        """The upper, or left, squares of all dominoes that can be laid."""
        if s.player == MAX:
            yield from indices(upright(s.free, self.columns))
        else:
            yield from indices(flat(s.free, self.not_left))

    def result(self, s: State, square: int) -> State:
        other = square + (self.columns if s.player == MAX else 1)
        return State(s.free & ~(shift_left(1, square) | shift_left(1, other)), -s.player)

    def is_terminal(self, s: State) -> bool:
        if s.player == MAX:
            return upright(s.free, self.columns) == 0
        return flat(s.free, self.not_left) == 0

    def utility(self, s: State) -> int:
        return -s.player

    # --- stronger ---------------------------------------------------------------------

    def key(self, s: State) -> tuple[int, int]:
        """The squares on which somebody can still lay a domino, and whose turn it is."""
        flat_ones, upright_ones = self.useful(s.free)
        return flat_ones | upright_ones, s.player

    def symmetries(self, s: State) -> Iterator[State]:
        """The board mirrored left to right, top to bottom, and both."""
        side = mirrored(s.free, self.rows, self.columns)
        yield State(side, s.player)
        yield State(upturned(s.free, self.rows, self.columns), s.player)
        yield State(upturned(side, self.rows, self.columns), s.player)

    def outcome_bounds(self, s: State) -> tuple[int, int]:
        """A win that can be counted, and how soon the game can end.

        A player who can surely lay as many dominoes as the other can at most, and one more if
        it is the player's turn, has won.

        At most: as many as fit on the board side by side, if the other side never moves.
        Surely: of those, all that lie on squares of no use to the other side (safe ones). Of
        the others, each domino of the other side can spoil two while the player lays one.
        """
        flat_ones, upright_ones = self.useful(s.free)
        step, joined = self.columns, self.not_left
        most = popcount(laid(s.free, step, -1)) // 2
        most_flat = popcount(laid(s.free, 1, joined)) // 2
        # Whoever is to move may spoil or save first: that is what the 2 of 3 is for.
        spare = 2 if s.player == MAX else 0
        sure = surely(s.free, flat_ones, step, -1, spare)
        sure_flat = surely(s.free, upright_ones, 1, joined, 2 - spare)
        if s.player == MAX:
            # Wins come after an odd number of plies, losses after an even one.
            if sure > most_flat:
                return 2 * most_flat + 1, 1
            return (-2, -2 * most) if sure_flat >= most else (-2, 1)
        if sure_flat > most:
            return -1, -2 * most - 1
        return (2 * most_flat, 2) if sure >= most_flat else (-1, 2)

    def priority(self, s: State, square: int) -> int:
        """What the features say of the move, and whose squares of use it leaves."""
        free = self.result(s, square).free
        most, safe, _ = self.features(State(free, -s.player))
        flat_ones, upright_ones = self.useful(free)
        lead = popcount(upright_ones) - popcount(flat_ones)
        return s.player * (8 * most + 8 * safe + lead)

    def features(self, s: State) -> tuple[int, int, int]:
        """Vertical's lead in dominoes that fit side by side, in safe ones, and the turn."""
        flat_ones, upright_ones = self.useful(s.free)
        step, joined = self.columns, self.not_left
        most = popcount(laid(s.free, step, -1)) - popcount(laid(s.free, 1, joined))
        safe = popcount(laid(s.free & ~flat_ones, step, -1))
        safe -= popcount(laid(s.free & ~upright_ones, 1, joined))
        return most // 2, safe // 2, s.player

    def useful(self, free: int) -> tuple[int, int]:
        """The squares on which Horizontal, and those on which Vertical can lay a domino."""
        lying, standing = flat(free, self.not_left), upright(free, self.columns)
        return lying | shift_left(lying, 1), standing | shift_left(standing, self.columns)

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, square: int) -> str:
        return self._name(square)

    def parse_action(self, s: State, text: str) -> int:
        wanted = text.strip().lower()
        legal = legal_moves(self, s)
        kind, way = ("upright", "below") if s.player == MAX else ("flat", "to the right")
        found = re.fullmatch(r"([a-z]{1,2})\s*([0-9]{1,2})", wanted)
        names = [self._name(square) for square in range(self.rows * self.columns)]
        name = f"{found[1]}{int(found[2])}" if found else wanted
        if name not in names:
            raise IllegalAction(
                f"There is no square {wanted!r}; the squares are a1 to {names[-1]}."
            )
        if name not in legal:
            raise IllegalAction(
                f"A domino laid {kind} does not fit at {name}: that square or the one {way} of"
                " it is taken or off the board."
            )
        return legal[name]

    def format_state(self, s: State) -> str:
        return f"{'/'.join(self._rows(s))} {self.player_name(s.player).lower()}"

    def parse_state(self, text: str) -> State:
        board, _, turn = text.strip().lower().partition(" ")
        turn = turn.strip() or self.first
        players = {"vertical": MAX, "v": MAX, "horizontal": MIN, "h": MIN}
        if turn not in players:
            raise InvalidPosition(
                f"{text!r} ends in {turn!r}; who is to move is vertical or horizontal."
            )
        rows = grid.read_rows(text, board, self.columns, self.rows, "#.")
        free = sum((sign == ".") << place for place, sign in enumerate("".join(rows)))
        return State(wrap(free), players[turn])

    def ending(self, s: State) -> str:
        return f"{self.player_name(s.player)} cannot move"

    def show(self, s: State) -> str:
        lines = grid.with_names(self._rows(s))
        if not self.is_terminal(s):
            lines.append(f"{self.player_name(s.player)} to move")
        return "\n".join(lines)

    def draw(self, s: State) -> str:
        wide, high = self.columns, self.rows
        sheet = drawing.Sheet(max(wide, 4) + 1, high + 1.5, f"Domineering: {self.format_state(s)}")
        for y, row in enumerate(self._rows(s)):
            sheet.text(0.35, y + 1.1, str(y + 1), size=0.28, fill=drawing.FAINT)
            for x, sign in enumerate(row):
                fill = drawing.WOOD if sign == "." else drawing.DARK_WOOD
                sheet.rectangle(x + 0.7, y + 0.6, 1, 1, fill=fill, line=drawing.PAPER)
                taken = "" if sign == "." else "taken"
                sheet.place(grid.square_name(x, y), x + 0.7, y + 0.6, what=taken)
        for x in range(wide):
            sheet.text(x + 1.2, 0.35, grid.column_name(x), size=0.28, fill=drawing.FAINT)
        name, over = self.player_name(s.player), self.is_terminal(s)
        caption = f"{name} cannot move" if over else f"{name} to move"
        sheet.text(max(wide, 4) / 2 + 0.5, high + 1.1, caption, size=0.3)
        return str(sheet)

    def gestures(self, s: State, square: int) -> Iterator[tuple[str, str]]:
        """The two squares of the domino, in either order."""
        other = square + (self.columns if s.player == MAX else 1)
        one, two = self._name(square), self._name(other)
        yield one, two
        yield two, one

    def _name(self, square: int) -> str:
        return grid.square_name(square % self.columns, square // self.columns)

    def _rows(self, s: State) -> list[str]:
        squares = range(self.rows * self.columns)
        return grid.cut_into(grid.signs(squares, {".": s.free}, "#"), self.columns)


def upright(free: int, columns: int) -> int:
    """The upper squares of all places for a domino of Vertical."""
    return free & shift_right(free, columns)


def flat(free: int, not_left: int) -> int:
    """The left squares of all places for a domino of Horizontal."""
    return free & shift_right(free & not_left, 1)


def laid(free: int, step: int, joined: int) -> int:
    """The squares covered by as many dominoes as fit on the free ones side by side.

    From the start of each run of free squares dominoes are laid end to end: no other way has
    room for more. `step` leads to the next square of a run, which is one of `joined`.
    """
    left = free
    places = left & shift_right(left & joined, step)
    while places:
        firsts = places & ~(shift_left(left, step) & joined)
        left &= ~(firsts | shift_left(firsts, step))
        places = left & shift_right(left & joined, step)
    return free & ~left


def surely(free: int, others: int, step: int, joined: int, spare: int) -> int:
    """How many dominoes a player can lay whatever the other side, who can use `others`, does."""
    safe = laid(free & ~others, step, joined)
    open_ones = laid(free & ~safe, step, joined)
    return popcount(safe) // 2 + (popcount(open_ones) // 2 + spare) // 3


def mirrored(squares: int, rows: int, columns: int) -> int:
    """The squares with the first column last."""
    after = 0
    for y in range(rows):
        for x in range(columns):
            if shift_right(squares, y * columns + x) & 1:
                after |= shift_left(1, y * columns + columns - 1 - x)
    return after


def upturned(squares: int, rows: int, columns: int) -> int:
    """The squares with the first row last."""
    after = 0
    row = shift_left(1, columns) - 1
    for y in range(rows):
        after |= shift_left(shift_right(squares, y * columns) & row, (rows - 1 - y) * columns)
    return after
