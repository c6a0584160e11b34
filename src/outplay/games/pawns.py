"""Games of pawns that step up a board of squares: what Hexapawn and Breakthrough share.

Boards are as the side to move sees them, its own first row at the bottom, so that its pawns always
step up. One bit a square, row by row from the bottom; on a board of 3 by 3:

    6 7 8
    3 4 5
    0 1 2
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from outplay import drawing
from outplay.bits import indices, popcount, shift_left, shift_right, wrap
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN, Game
from outplay.games import grid_notation as grid
from outplay.lines import legal_moves
from outplay.parameters import whole_number

MOST_SQUARES = 64


class State(NamedTuple):
    """The pawns as the side to move sees them; and whose turn it is."""

    mine: int
    """The pawns of the side to move."""
    theirs: int
    """The pawns of the other side."""
    player: int
    """Whose turn it is: MAX moved first."""


class PawnGame(Game[State, int]):
    """White (MAX) and Black (MIN) take turns to step with a pawn, straight or diagonally ahead.

    Whoever brings a pawn to the far row wins, and so does whoever leaves the other side without
    a move. A game says which steps there are (`movers`) and how many rows of pawns (`rows`).

    An action is three times the square of a pawn and 0, 1 or 2: a step to the left, straight or to
    the right. Columns are letters, rows numbers, White's first row is 1; people write
    `a2-a3`, `a2xb3` with a capture, or `axb3`. A position is its rows from the top and who is to
    move: `BBB/.../WWW white`.
    """

    fits_64_bits = True
    win = 1
    player_names = ("White", "Black")
    feature_names = ("pawns", "rows of the foremost pawn", "rows of all pawns")
    rows: ClassVar[int] = 1
    """Rows of pawns that each side begins with."""
    least_width: ClassVar[int] = 1
    least_height: ClassVar[int] = 3

    def __init__(self, width: int, height: int) -> None:
        self.width = whole_number("width", width, self.least_width, 26)
        self.height = whole_number("height", height, self.least_height, 26)
        self.squares = self.width * self.height
        if self.squares > MOST_SQUARES:
            raise UsageError(
                f"A board of {self.width} by {self.height} has {self.squares} squares;"
                f" there is room for {MOST_SQUARES}."
            )
        self.row = (1 << self.width) - 1
        self.pawns = (1 << self.width * self.rows) - 1
        self.left = wrap(sum(1 << self.width * y for y in range(self.height)))
        self.right = shift_left(self.left, self.width - 1)
        self.board = wrap((1 << self.squares) - 1)
        many = self.width * self.rows
        # All together less than a win.
        self.weights = (0.5 / many, 0.1 / self.height, 0.2 / (many * self.height))

    def initial(self) -> State:
        return State(self.pawns, shift_left(self.pawns, self.squares - self.rows * self.width), MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def movers(self, s: State) -> tuple[int, int, int]:
        """The pawns that can step ahead to the left, straight, and to the right."""
        raise NotImplementedError

    def actions(self, s: State) -> Iterator[int]:
        leftward, straight, rightward = self.movers(s)
        for square in indices(leftward):
            yield 3 * square
        for square in indices(straight):
            yield 3 * square + 1
        for square in indices(rightward):
            yield 3 * square + 2

    def result(self, s: State, a: int) -> State:
        start, end = shift_left(1, a // 3), shift_left(1, self.end_of(a))
        mine, theirs = s.mine & ~start | end, s.theirs & ~end
        return State(self.upturned(theirs), self.upturned(mine), -s.player)

    def is_terminal(self, s: State) -> bool:
        if s.theirs & self.row:
            return True
        leftward, straight, rightward = self.movers(s)
        return not leftward | straight | rightward

    def utility(self, s: State) -> int:
        """However it ended, the side to move has lost."""
        return -s.player

    def end_of(self, a: int) -> int:
        """The square that the pawn steps to."""
        return a // 3 + self.width + a % 3 - 1

    def ahead(self, targets: int) -> tuple[int, int, int]:
        """The squares from which a step to the left, straight, or to the right leads to them."""
        return (
            shift_right(targets & ~self.right, self.width - 1),
            shift_right(targets, self.width),
            shift_right(targets & ~self.left, self.width + 1),
        )

    def upturned(self, pawns: int) -> int:
        """The pawns with the first row last: what the other side sees."""
        after = 0
        for y in range(self.height):
            row = shift_right(pawns, y * self.width) & self.row
            after |= shift_left(row, (self.height - 1 - y) * self.width)
        return after

    # --- stronger ---------------------------------------------------------------------

    def exchanged(self, s: State) -> State:
        """The pawns are as the side to move sees them."""
        return State(s.mine, s.theirs, -s.player)

    def symmetries(self, s: State) -> Iterator[State]:
        """Left and right exchanged."""
        yield State(self.mirrored(s.mine), self.mirrored(s.theirs), s.player)

    def mirrored(self, pawns: int) -> int:
        """The pawns with the first column last."""
        after = 0
        for x in range(self.width):
            column = shift_right(pawns, x) & self.left
            after |= shift_left(column, self.width - 1 - x)
        return after

    def outcome_bounds(self, s: State) -> tuple[int, int]:
        """A win now: by a step to the far row."""
        leftward, straight, rightward = self.movers(s)
        last = shift_left(self.row, (self.height - 2) * self.width)
        if (leftward | straight | rightward) & last:
            return s.player, s.player
        return (-2, 1) if s.player == MAX else (-1, 2)

    def priority(self, s: State, a: int) -> int:
        """Captures first; then the steps that lead furthest."""
        end = self.end_of(a)
        return 32 * (shift_right(s.theirs, end) & 1) + end // self.width

    def features(self, s: State) -> tuple[int, int, int]:
        """White's lead in pawns, in rows that its foremost pawn has come, and that all have."""
        foremost, total = self.advance(s.mine)
        their_foremost, their_total = self.advance(self.upturned(s.theirs))
        player = s.player
        return (
            player * (popcount(s.mine) - popcount(s.theirs)),
            player * (foremost - their_foremost),
            player * (total - their_total),
        )

    def advance(self, pawns: int) -> tuple[int, int]:
        """The row of the foremost of these pawns, and the rows of all of them together."""
        foremost = total = 0
        for y in range(1, self.height):
            many = popcount(shift_right(pawns, y * self.width) & self.row)
            total += y * many
            if many:
                foremost = y
        return foremost, total

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: int) -> str:
        end = self.end_of(a)
        capture = "x" if shift_right(s.theirs, end) & 1 else "-"
        return f"{self.name_of(s, a // 3)}{capture}{self.name_of(s, end)}"

    def parse_action(self, s: State, text: str) -> int:
        legal = legal_moves(self, s)
        plain = re.sub(r"\s|-|x", "", text.lower())
        # A pawn is named by its square or its column; a step straight ahead by its end alone.
        named = [
            a
            for move, a in legal.items()
            for start, end in [re.split("[-x]", move)]
            if plain in (start + end, start[0] + end, end if start[0] == end[0] else None)
        ]
        if named:
            return named[0]
        raise IllegalAction(f"{text.strip()!r} is not a legal move; legal: {' '.join(legal)}.")

    def format_state(self, s: State) -> str:
        return f"{'/'.join(self._rows(s))} {self.player_name(s.player).lower()}"

    def parse_state(self, text: str) -> State:
        board, _, turn = text.strip().partition(" ")
        players = {"white": MAX, "w": MAX, "": MAX, "black": MIN, "b": MIN}
        if turn.strip().lower() not in players:
            raise InvalidPosition(f"{text!r} ends in {turn!r}; who is to move is white or black.")
        rows = grid.read_rows(text, board.upper(), self.width, self.height, "WB.")
        signs = "".join(reversed(rows))
        white, black = (
            wrap(sum(1 << square for square, sign in enumerate(signs) if sign == side))
            for side in "WB"
        )
        player = players[turn.strip().lower()]
        if player == MAX:
            s = State(white, black, MAX)
        else:
            s = State(self.upturned(black), self.upturned(white), MIN)
        if s.mine & self.upturned(self.row):
            mover, other = self.player_name(player), self.player_name(-player)
            raise InvalidPosition(
                f"{mover} has a pawn on the far row and has won, so {other} cannot have moved"
                " after it."
            )
        for name, pawns in (
            (self.player_name(player), s.mine),
            (self.player_name(-player), s.theirs),
        ):
            if popcount(pawns) > popcount(self.pawns):
                raise InvalidPosition(
                    f"{name} has {popcount(pawns)} pawns; there are {popcount(self.pawns)} at most."
                )
        return s

    def ending(self, s: State) -> str:
        mover, other = self.player_name(s.player), self.player_name(-s.player)
        if s.theirs & self.row:
            return f"{other} has reached the far row"
        return f"{mover} cannot move" if s.mine else f"{mover} has no pawns left"

    def show(self, s: State) -> str:
        edge = len(str(self.height))
        rows = [f"{self.height - y:>{edge}} {' '.join(row)}" for y, row in enumerate(self._rows(s))]
        names = " ".join(grid.column_name(x) for x in range(self.width))
        return "\n".join([*rows, f"{'':{edge}} {names}", self._turn(s)])

    def draw(self, s: State) -> str:
        wide, high = self.width, self.height
        sheet = drawing.Sheet(
            max(wide, 4) + 1, high + 1.5, f"{self.name}: {self.format_state(s)}", turns=True
        )
        for y, row in enumerate(self._rows(s)):
            sheet.text(0.35, y + 0.8, str(high - y), size=0.28)
            for x, sign in enumerate(row):
                dark = (x + high - y) % 2
                fill = drawing.DARK_WOOD if dark else drawing.WOOD
                sheet.rectangle(x + 0.7, y + 0.3, 1, 1, fill=fill)
                _draw_pawn(sheet, x + 0.7, y + 0.3, sign)
                what = {"W": "white pawn", "B": "black pawn", ".": ""}[sign]
                sheet.place(grid.square_name(x, high - 1 - y), x + 0.7, y + 0.3, what=what)
        for x in range(wide):
            sheet.text(x + 1.2, high + 0.55, grid.column_name(x), size=0.28)
        sheet.text(sheet.width / 2, high + 1.1, self._turn(s), size=0.3)
        return str(sheet)

    def gestures(self, s: State, a: int) -> list[tuple[str, str]]:
        return [(self.name_of(s, a // 3), self.name_of(s, self.end_of(a)))]

    def name_of(self, s: State, square: int) -> str:
        """The name of a square that the side to move sees there."""
        y, x = divmod(square, self.width)
        return grid.square_name(x, y if s.player == MAX else self.height - 1 - y)

    def _turn(self, s: State) -> str:
        """Whose turn it is, or why the game is over."""
        return self.ending(s) if self.is_terminal(s) else f"{self.player_name(s.player)} to move"

    def _rows(self, s: State) -> list[str]:
        """The signs of the board, row by row from the top, as White sees it."""
        white, black = s.mine, s.theirs
        if s.player == MIN:
            white, black = self.upturned(black), self.upturned(white)
        signs = grid.signs(range(self.squares), {"W": white, "B": black})
        return grid.cut_into(signs, self.width)[::-1]


def _draw_pawn(sheet: drawing.Sheet, x: float, y: float, sign: str) -> None:
    """A pawn on the square with that corner."""
    if sign == ".":
        return
    fill = drawing.WHITE if sign == "W" else drawing.BLACK
    body = "M34 84q0-22 10-34h12q10 12 10 34z"
    sheet.path(x, y, body, scale=0.01, fill=fill, line=drawing.INK, thick=3)
    sheet.circle(x + 0.5, y + 0.36, 0.17, fill=fill, line=drawing.INK, thick=0.03)
