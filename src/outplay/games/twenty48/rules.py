"""2048: you slide the tiles, and chance or an opponent places new ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import indices, popcount, shift_left, wrap
from outplay.drawing import INK, Sheet
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.games.twenty48.rows import LARGEST, slid, tables
from outplay.lines import legal_moves
from outplay.parameters import whole_number

LEFT, RIGHT, UP, DOWN = range(4)
MOVES = ("left", "right", "up", "down")

SQUARES = 0x1111111111111111
"""The lowest bit of each of 16 squares."""

POWERS = {str(2**power): power for power in range(1, LARGEST + 1)} | {".": 0, "0": 0}
KEPT, BLOCKS = wrap(0xF0F00F0FF0F00F0F), wrap(0xFF00FF0000FF00FF)
"""The squares that a block of four, and the blocks that the board, has on its diagonal."""

MOST_POINTS = 4_000_000
"""More than can be made with sixteen squares."""

COLOURS = (
    *("#cdc1b4", "#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b"),
    *("#d8b04a", "#cfa53a", "#c79a2a", "#bf8f1a", "#a87b10", "#3c3a32"),
)

ALIVE, WEIGHTS = 1_600_000, (270, 700, -47, -11)
"""What the features of rows and columns weigh, and to be alive at all; times one of these two:"""

TO_WIN, TO_SCORE = 6e-7, 0.1
"""Where a win is worth 1; where points are counted."""


class State(NamedTuple):
    """The board, the points so far and whose turn it is.

    A square is four bits: 0 if it is empty, else the power of two of its tile. Square (row,
    column) from the top left is at bit 16 row + 4 column, whatever the size of the board:

         0  4  8 12
        16 20 24 28
        32 36 40 44
        48 52 56 60
    """

    board: int
    points: int
    """The sum of all tiles made so far, where the game is for points; else 0."""
    player: int
    """MAX slides the tiles; MIN, or CHANCE, places one."""


class Twenty48(Game[State, int]):
    """The player (MAX) slides all tiles left, right, up or down; then a new tile appears.

    Tiles slide as far as they can, and two alike that meet become one of twice the value, once
    a move, those nearest the edge first. A slide has to change something. Two tiles lie on the
    board at the start. The new tile is a 2 (nine times in ten) or a 4, on any empty square.

    With a `target` of 8 or more the player wins by making that tile (+1), and loses when no
    slide is left (-1); so a state of value v is won with probability (v + 1) / 2. With
    `target=0` the game ends when no slide is left, and is worth the sum of all tiles made.

    `placer` is "chance", or "adversary": then MIN chooses the tile and the square. `size` is 2, 3
    or 4 squares a side.

    People write `left`, `right`, `up`, `down` (or their first letters), and a new tile as `b3=2`
    (columns are letters, rows are numbers from the top). A position is its rows from the top and
    what comes next, `2,.,.,./.,.,.,./.,.,4,./.,.,.,. slide` or `… place`, and before it the
    points where they count: `… 128 slide`.
    """

    fits_64_bits = True
    player_names = ("player", "placer")
    feature_names = (
        *("points", "being alive", "empty squares", "tiles beside one alike"),
        *("disorder", "load"),
    )

    def __init__(self, size: int = 4, target: int = 2048, placer: str = "chance") -> None:
        self.size = whole_number("size", size, 2, 4)
        if target != 0 and (not isinstance(target, int) or target < 8 or str(target) not in POWERS):
            raise UsageError(
                f"target must be a power of two from 8 to {2**LARGEST}, or 0 to play for points,"
                f" not {target!r}."
            )
        if placer not in ("chance", "adversary"):
            raise UsageError(f"placer must be 'chance' or 'adversary', not {placer!r}.")
        self.target = target
        self.placer = placer
        self.placing = CHANCE if placer == "chance" else MIN
        squares = [16 * row + 4 * column for row in range(size) for column in range(size)]
        self.squares = tuple(squares)
        self.used = sum(1 << square for square in squares)
        beside = [square for square in squares if square % 16 // 4 < size - 1]
        above = [square for square in squares if square // 16 < size - 1]
        self.beside = sum(1 << square for square in beside)
        self.above = sum(1 << square for square in above)
        self.goal = wrap(POWERS[str(target)] * SQUARES) if target else 0
        rows = tables(self.size)
        self.slides, self.gained = rows.slides, rows.gained
        self.empty, self.alike, self.crooked, self.load = rows[2:]
        share = TO_WIN if target else TO_SCORE
        alive = 0.0 if target else share * ALIVE
        self.weights = (0.0 if target else 1.0, alive, *(share * weight for weight in WEIGHTS))

    @property
    def name(self) -> str:
        return "2048"

    def answers(self, optional: str) -> bool:
        """Chance has a turn only where it places the tiles."""
        if optional == "outcomes":
            return self.placer == "chance"
        return super().answers(optional)

    def initial(self) -> State:
        return State(0, 0, self.placing)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        if s.player == MAX:
            turned = transposed(s.board)
            for move in range(4):
                board = s.board if move < UP else turned
                if slid(board, self.slides, move & 1) != board:
                    yield move
        else:
            for square in indices(self.used & ~filled(s.board)):
                yield square << 2 | 1
                yield square << 2 | 2

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        free = self.used & ~filled(s.board)
        share = 1 / popcount(free)
        for square in indices(free):
            yield square << 2 | 1, 0.9 * share
            yield square << 2 | 2, 0.1 * share

    def result(self, s: State, a: int) -> State:
        if s.player != MAX:
            board = s.board | shift_left(a & 3, a >> 2)
            return State(board, s.points, MAX if s.board else self.placing)
        board = s.board if a < UP else transposed(s.board)
        points = s.points
        if self.target == 0:
            for row in range(4):
                points += int(self.gained[board >> 16 * row & 0xFFFF])
        board = slid(board, self.slides, a & 1)
        return State(board if a < UP else transposed(board), points, self.placing)

    def is_terminal(self, s: State) -> bool:
        if s.player != MAX:
            return self.target != 0 and filled(s.board ^ self.goal) != SQUARES
        if self.used & ~filled(s.board):
            return False
        alike = self.beside & ~filled(s.board ^ s.board >> 4)
        return alike | self.above & ~filled(s.board ^ s.board >> 16) == 0

    def utility(self, s: State) -> int:
        if self.target == 0:
            return s.points
        return -1 if s.player == MAX else 1

    # --- stronger ---------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board turned and mirrored, in all eight ways."""
        board = s.board
        for _ in range(4):
            board = transposed(board)
            yield State(board, s.points, s.player)
            board = upturned(board, self.size)
            yield State(board, s.points, s.player)

    def bounds(self, s: State) -> tuple[int, int]:
        return (s.points, MOST_POINTS) if self.target == 0 else (-1, 1)

    def evaluate(self, s: State) -> float:
        """The weighted features, within what can still happen."""
        found = self.features(s)
        total = 0.0
        for number in range(6):
            total += self.weights[number] * found[number]
        if self.target == 0:
            return min(max(total, float(s.points)), float(MOST_POINTS))
        return min(max(total, -0.99), 0.99)

    def features(self, s: State) -> tuple[float, float, float, float, float, float]:
        """The points so far, 1 for being alive, and four sums over all rows and columns.

        They are the empty squares; the tiles beside one alike; how far tiles are from rising or
        falling steadily, as steps of the fourth power of their power of two; and how much lies
        there, as the 3.5th power of it: few large tiles are better than many.
        """
        empty = alike = crooked = load = 0.0
        turned = transposed(s.board)
        for row in range(4):
            if row < self.size:
                across, down = s.board >> 16 * row & 0xFFFF, turned >> 16 * row & 0xFFFF
                empty += self.empty[across] + self.empty[down]
                alike += self.alike[across] + self.alike[down]
                crooked += self.crooked[across] + self.crooked[down]
                load += self.load[across] + self.load[down]
        return float(s.points), 1.0, float(empty), float(alike), float(crooked), float(load)

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: int) -> str:
        if s.player == MAX:
            return MOVES[a]
        return f"{self._square_name(a >> 2)}={1 << (a & 3)}"

    def parse_action(self, s: State, text: str) -> int:
        legal = legal_moves(self, s)
        wanted = "".join(text.lower().split())
        if s.player == MAX:
            fitting = [move for move in MOVES if wanted and move.startswith(wanted)]
            if not fitting:
                raise IllegalAction(f"{text.strip()!r} is not a slide; legal: {' '.join(legal)}.")
            if fitting[0] not in legal:
                raise IllegalAction(f"{fitting[0]} changes nothing; legal: {' '.join(legal)}.")
            return legal[fitting[0]]
        found = re.fullmatch(r"([a-d])([1-4])[=:]?([24])", wanted)
        if found is None or f"{found[1]}{found[2]}" not in map(self._square_name, self.squares):
            raise IllegalAction(
                f"{text.strip()!r} is not a new tile; write a square and a 2 or a 4, such as"
                f" {next(iter(legal))!r}."
            )
        written = f"{found[1]}{found[2]}={found[3]}"
        if written not in legal:
            raise IllegalAction(f"Square {found[1]}{found[2]} has a tile already.")
        return legal[written]

    def format_state(self, s: State) -> str:
        rows = "/".join(
            ",".join(str(tile) if tile else "." for tile in row) for row in self._tiles(s)
        )
        points = f" {s.points}" if self.target == 0 else ""
        return f"{rows}{points} {'slide' if s.player == MAX else 'place'}"

    def parse_state(self, text: str) -> State:
        words = text.lower().split()
        parts = 3 if self.target == 0 else 2
        if len(words) != parts or words[-1] not in ("slide", "place"):
            raise InvalidPosition(
                f"{text.strip()!r} is not a position of 2048; positions look like"
                f" {self.format_state(self.initial())!r}, with 'slide' or 'place' at the end."
            )
        if parts == 3 and not re.fullmatch(r"[0-9]{1,7}", words[1]):
            raise InvalidPosition(f"{words[1]!r} is not a number of points.")
        rows = [row.split(",") for row in words[0].split("/")]
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise InvalidPosition(
                f"{words[0]!r} is not a board of {self.size} by {self.size} squares: divide rows"
                " by / and squares by commas."
            )
        board = 0
        for square, tile in zip(self.squares, (tile for row in rows for tile in row), strict=True):
            if tile not in POWERS:
                raise InvalidPosition(
                    f"There is no tile {tile!r}; tiles are powers of two from 2 to {2**LARGEST}."
                )
            if self.target and POWERS[tile] > POWERS[str(self.target)]:
                raise InvalidPosition(f"The game was won before a tile of {tile} was made.")
            board |= shift_left(POWERS[tile], square)
        s = State(
            board, int(words[1]) if parts == 3 else 0, MAX if words[-1] == "slide" else self.placing
        )
        tiles = popcount(filled(board))
        if s.player == MAX and tiles < 2:
            raise InvalidPosition("There must be two tiles on the board before the first slide.")
        if s.player != MAX and tiles == self.size**2:
            raise InvalidPosition("There is no empty square to place a tile on.")
        if s.player == MAX and self.target and filled(board ^ self.goal) != SQUARES:
            raise InvalidPosition(f"There is a tile of {self.target} already: the game is won.")
        return s

    def ending(self, s: State) -> str:
        return "no move is left" if s.player == MAX else f"{self.target} is reached"

    def show(self, s: State) -> str:
        wide = max(4, *(len(str(tile)) for row in self._tiles(s) for tile in row)) + 1
        rows = [
            f"{number} " + "".join(f"{tile or '.':>{wide}}" for tile in row)
            for number, row in enumerate(self._tiles(s), start=1)
        ]
        letters = "  " + "".join(f"{letter:>{wide}}" for letter in "abcd"[: self.size])
        return "\n".join([letters, *rows, self._status(s)])

    def draw(self, s: State) -> str:
        sheet = Sheet(self.size + 0.8, self.size + 1.4, f"2048: {self._status(s)}")
        sheet.rectangle(0.5, 0.5, self.size + 0.1, self.size + 0.1, fill="#b8aa9a", round=0.08)
        for row, tiles in enumerate(self._tiles(s)):
            sheet.text(0.25, row + 1.05, str(row + 1), size=0.3)
            sheet.text(row + 1.05, 0.25, "abcd"[row], size=0.3)
            for column, tile in enumerate(tiles):
                fill = COLOURS[min(tile.bit_length() - 1, len(COLOURS) - 1)] if tile else "#cdc1b4"
                sheet.rectangle(column + 0.6, row + 0.6, 0.9, 0.9, fill=fill, round=0.06)
                name = f"{'abcd'[column]}{row + 1}"
                sheet.place(name, column + 0.55, row + 0.55, what=str(tile or ""))
                if tile:
                    size = (0.44, 0.44, 0.36, 0.3, 0.25)[len(str(tile)) - 1]
                    ink = INK if tile < 8 else "#fdfcf8"
                    sheet.text(column + 1.05, row + 1.05, str(tile), size=size, fill=ink, bold=True)
        sheet.text(0.5, self.size + 1.0, self._status(s), size=0.32, anchor="start")
        return str(sheet)

    def _status(self, s: State) -> str:
        """What happens next, as a line of words."""
        points = f"{s.points} points, " if self.target == 0 else ""
        if self.is_terminal(s):
            if self.target == 0:
                return f"{points}no slide is left"
            return "lost: no slide is left" if s.player == MAX else f"won: there is a {self.target}"
        return points + ("to slide" if s.player == MAX else "a new tile is to come")

    def _tiles(self, s: State) -> list[list[int]]:
        """The tiles by rows from the top, 0 where there is none."""
        powers = [s.board >> square & 15 for square in self.squares]
        tiles = [1 << power if power else 0 for power in powers]
        return [tiles[at : at + self.size] for at in range(0, len(tiles), self.size)]

    def _square_name(self, square: int) -> str:
        return f"{'abcd'[square % 16 // 4]}{square // 16 + 1}"


def filled(board: int) -> int:
    """The lowest bit of each square that is not empty."""
    return (board | board >> 1 | board >> 2 | board >> 3) & SQUARES


def transposed(board: int) -> int:
    """Rows become columns: first within blocks of two by two squares, then the blocks."""
    board = board & KEPT | (board & 0x0000F0F00000F0F0) << 12 | (board & 0x0F0F00000F0F0000) >> 12
    return board & BLOCKS | (board & 0x00FF00FF00000000) >> 24 | (board & 0xFF00FF00) << 24


def upturned(board: int, size: int) -> int:
    """The last of `size` rows becomes the first."""
    turned = 0
    for row in range(size):
        turned |= shift_left(board >> 16 * row & 0xFFFF, 16 * (size - 1 - row))
    return turned
