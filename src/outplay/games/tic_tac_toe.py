"""Tic-tac-toe and its relatives, the m,n,k-games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import popcount
from outplay.drawing import BLUE, FAINT, RED, Sheet
from outplay.errors import IllegalAction, UsageError
from outplay.game import MAX, MIN, Game
from outplay.games import grid_notation as grid
from outplay.lines import legal_moves
from outplay.parameters import whole_number


class State(NamedTuple):
    """A board: one bit a square, square 0 at the top left, then row by row."""

    crosses: int
    """The squares that X (MAX) holds."""
    noughts: int
    """The squares that O (MIN) holds."""
    player: int
    """Whose turn it is."""


class TicTacToe(Game[State, int]):
    """X and O take turns to claim a free square of a `width` by `height` board; X begins.

    Whoever first has `connect` squares in a row, a column or a diagonal wins (+1 if it is X,
    -1 if it is O). A full board without a line is a draw (0).

    An action is the number of a square, from 0. People write `b3`: columns are letters from
    the left, rows are numbers from the top; `8`, the square's number counted from 1, is
    understood too. A position is its rows from the top: `X.O/.X./...`
    """

    title = "Tic-tac-toe"
    fits_64_bits = True
    win = 1
    player_names = ("X", "O")

    def __init__(self, width: int = 3, height: int = 3, connect: int = 3) -> None:
        self.width = whole_number("width", width, 1, 26)
        self.height = whole_number("height", height, 1, 63)
        self.connect = whole_number("connect", connect, 1, 63)
        self.squares = self.width * self.height
        if self.squares > 63:
            raise UsageError(
                f"A board of {self.width} by {self.height} has {self.squares} squares;"
                " there is room for 63."
            )
        grid.refuse_long_lines(self.connect, self.width, self.height)
        self.full = (1 << self.squares) - 1
        self.lines = _all_lines(self.width, self.height, self.connect)
        self.maps = _all_maps(self.width, self.height)
        self.lines_through = tuple(
            sum(line >> square & 1 for line in self.lines) for square in range(self.squares)
        )

    def initial(self) -> State:
        return State(0, 0, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        taken = s.crosses | s.noughts
        for square in range(self.squares):
            if not taken >> square & 1:
                yield square

    def result(self, s: State, square: int) -> State:
        if s.player == MAX:
            return State(s.crosses | 1 << square, s.noughts, MIN)
        return State(s.crosses, s.noughts | 1 << square, MAX)

    def is_terminal(self, s: State) -> bool:
        return has_line(last_moved(s), self.lines) or s.crosses | s.noughts == self.full

    def utility(self, s: State) -> int:
        return -s.player if has_line(last_moved(s), self.lines) else 0

    # --- stronger ---------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board turned and mirrored: eight ways, four if it is not square."""
        for places in self.maps:
            yield State(moved(s.crosses, places), moved(s.noughts, places), s.player)

    def priority(self, s: State, square: int) -> int:
        """Squares on many lines first: on the 3 by 3 board the centre, then the corners."""
        return self.lines_through[square]

    def evaluate(self, s: State) -> float:
        """Each line that one side alone has begun counts the square of its stones there."""
        score = 0
        for line in self.lines:
            if not s.noughts & line:
                score += popcount(s.crosses & line) ** 2
            elif not s.crosses & line:
                score -= popcount(s.noughts & line) ** 2
        return score / (len(self.lines) * self.connect**2)

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, square: int) -> str:
        return grid.square_name(square % self.width, square // self.width)

    def parse_action(self, s: State, text: str) -> int:
        wanted = text.strip().lower()
        names = [self.format_action(s, square) for square in range(self.squares)]
        numbers = [str(square + 1) for square in range(self.squares)]
        legal = legal_moves(self, s)
        free = f"legal squares: {' '.join(legal)}."
        for known in (names, numbers):
            if wanted in known:
                square = known.index(wanted)
                if names[square] in legal:
                    return square
                raise IllegalAction(f"Square {wanted} is taken; {free}")
        raise IllegalAction(f"There is no square {text.strip()!r}; {free}")

    def format_state(self, s: State) -> str:
        return "/".join(self._rows(s))

    def parse_state(self, text: str) -> State:
        rows = grid.read_rows(text, text.strip().upper(), self.width, self.height)
        player = grid.side_to_move(rows)
        stones = list(enumerate("".join(rows)))
        crosses = sum(1 << square for square, stone in stones if stone == "X")
        noughts = sum(1 << square for square, stone in stones if stone == "O")
        grid.refuse_impossible_lines(
            player, has_line(crosses, self.lines), has_line(noughts, self.lines)
        )
        return State(crosses, noughts, player)

    def ending(self, s: State) -> str:
        return f"{self.connect} in a row" if self.utility(s) else "the board is full"

    def show(self, s: State) -> str:
        return "\n".join(grid.with_names(self._rows(s)))

    def draw(self, s: State) -> str:
        sheet = Sheet(self.width + 0.8, self.height + 0.8, f"{self.name}: {self.format_state(s)}")
        for column in range(self.width):
            sheet.text(column + 1.1, 0.35, grid.column_name(column), size=0.3, fill=FAINT)
        for row, stones in enumerate(self._rows(s)):
            sheet.text(0.35, row + 1.1, str(row + 1), size=0.3, fill=FAINT)
            for column, sign in enumerate(stones):
                x, y = column + 1.1, row + 1.1
                name = self.format_action(s, row * self.width + column)
                sheet.place(name, x - 0.5, y - 0.5, what=sign.strip("."))
                if sign == "X":
                    sheet.line(x - 0.26, y - 0.26, x + 0.26, y + 0.26, line=RED, thick=0.12)
                    sheet.line(x - 0.26, y + 0.26, x + 0.26, y - 0.26, line=RED, thick=0.12)
                elif sign == "O":
                    sheet.circle(x, y, 0.29, line=BLUE, thick=0.12)
        for column in range(1, self.width):
            sheet.line(column + 0.6, 0.65, column + 0.6, self.height + 0.55)
        for row in range(1, self.height):
            sheet.line(0.65, row + 0.6, self.width + 0.55, row + 0.6)
        return str(sheet)

    def _rows(self, s: State) -> list[str]:
        board = grid.signs(range(self.squares), {"X": s.crosses, "O": s.noughts})
        return grid.cut_into(board, self.width)


def last_moved(s: State) -> int:
    """The squares of whoever moved last: only they can have completed a line."""
    return s.noughts if s.player == MAX else s.crosses


def has_line(squares: int, lines: tuple[int, ...]) -> bool:
    """Do these squares hold a whole line?"""
    for line in lines:  # noqa: SIM110 - twice as fast as any() where rules are interpreted
        if squares & line == line:
            return True
    return False


def moved(squares: int, places: tuple[int, ...]) -> int:
    """The squares after each one, `square`, went to `places[square]`."""
    after = 0
    for square in range(len(places)):
        if squares >> square & 1:
            after |= 1 << places[square]
    return after


def _all_lines(width: int, height: int, connect: int) -> tuple[int, ...]:
    """Every row, column and diagonal of `connect` squares, each as a board."""
    lines = set()
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (connect - 1), column + right * (connect - 1)
                if last_row < height and 0 <= last_column < width:
                    squares = [
                        (row + down * n) * width + column + right * n for n in range(connect)
                    ]
                    lines.add(sum(1 << square for square in squares))
    return tuple(sorted(lines))


def _all_maps(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Each symmetry of the board but standing still: where it puts each square."""
    still = [(row, column) for row in range(height) for column in range(width)]
    ways = [
        [(height - 1 - row, column) for row, column in still],
        [(row, width - 1 - column) for row, column in still],
        [(height - 1 - row, width - 1 - column) for row, column in still],
    ]
    if width == height:
        ways += [[(column, row) for row, column in way] for way in [still, *ways]]
    return tuple(tuple(row * width + column for row, column in way) for way in ways)
