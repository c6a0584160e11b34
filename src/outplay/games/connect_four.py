"""Connect Four, on boards of any size that fit into 63 bits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import popcount
from outplay.drawing import BLUE, PAPER, RED, YELLOW, Sheet
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN, Game
from outplay.games import grid_notation as grid
from outplay.lines import legal_moves, state_after
from outplay.parameters import whole_number


class State(NamedTuple):
    """A board: one bit a square, column by column, with a spare bit on top of each column.

    The numbers of the bits on the board of 7 columns and 6 rows:

         6 13 20 27 34 41 48    spare: always 0
        ---------------------
         5 12 19 26 33 40 47    top row
         4 11 18 25 32 39 46
         3 10 17 24 31 38 45
         2  9 16 23 30 37 44
         1  8 15 22 29 36 43
         0  7 14 21 28 35 42    bottom row

    One step up is 1 bit, one step right 7 bits, right and up 8, right and down 6. Thanks to
    the spare bits no line can run over the top of a column into the next one.
    """

    crosses: int
    """The discs of X (MAX)."""
    noughts: int
    """The discs of O (MIN)."""
    player: int
    """Whose turn it is."""


class ConnectFour(Game[State, int]):
    """X and O take turns to drop a disc into a column of the board; X begins.

    The disc falls to the lowest free square. Whoever first has `connect` discs in a row, a
    column or a diagonal wins (+1 if it is X, -1 if it is O). A full board without such a
    line is a draw (0).

    An action is a column, from 0 at the left; people write it from 1. A position is its rows
    from the top (`......./......./......./......./...O.../...X...`), or the columns played
    so far (`44`; with commas, `4,10,4`, where there are more than nine).
    """

    fits_64_bits = True
    win = 1
    player_names = ("X", "O")
    feature_names = ("lines that lack one disc", "discs in the middle")

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4) -> None:
        self.width = whole_number("width", width, 1, 31)
        self.height = whole_number("height", height, 1, 62)
        self.connect = whole_number("connect", connect, 1, 62)
        self.tall = self.height + 1  # bits of a column, the spare one included
        if self.width * self.tall > 63:
            raise UsageError(
                f"A board of {self.width} by {self.height} needs {self.width * self.tall} bits,"
                " width times (height + 1); there is room for 63."
            )
        grid.refuse_long_lines(self.connect, self.width, self.height)
        self.column = column = (1 << self.height) - 1
        self.bottom = sum(1 << self.tall * c for c in range(self.width))
        middle = range((self.width - 1) // 2, self.width // 2 + 1)
        self.full = sum(column << self.tall * c for c in range(self.width))
        self.middle = sum(column << self.tall * c for c in middle)
        self.directions = _directions(self.width, self.height, self.connect)
        self.runs = tuple(_run_shifts(step, self.connect) for step in self.directions)
        sideways = [step for step in self.directions if step > 1]
        self.gaps = tuple(_gap_shifts(step, self.connect) for step in sideways)
        ends = zip(range(self.width), reversed(range(self.width)), strict=True)
        self.swaps = tuple((self.tall * one, self.tall * other) for one, other in ends)
        # In a column with an even number of free squares, the lowest and every second above.
        led = sum(1 << level for level in range(self.height % 2, self.height, 2))
        self.led = led * self.bottom
        # All lines together count 0.9 and all the middle 0.09: |evaluate| < 1, a win.
        lines = sum(popcount(starts) for starts in self._starts())
        self.weights = (0.9 / lines, 0.09 / popcount(self.middle))

    def initial(self) -> State:
        return State(0, 0, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        filled = s.crosses | s.noughts
        for column in range(self.width):
            if not filled >> column * self.tall + self.height - 1 & 1:
                yield column

    def result(self, s: State, column: int) -> State:
        filled = s.crosses | s.noughts
        # Adding 1 at the foot of a column carries past its discs to the lowest free square.
        disc = filled + (1 << column * self.tall) & ~filled
        if s.player == MAX:
            return State(s.crosses | disc, s.noughts, MIN)
        return State(s.crosses, s.noughts | disc, MAX)

    def is_terminal(self, s: State) -> bool:
        if has_line(last_moved(s), self.runs):
            return True
        return s.crosses | s.noughts == self.full

    def utility(self, s: State) -> int:
        return -s.player if has_line(last_moved(s), self.runs) else 0

    # --- stronger ---------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board in the mirror."""
        yield State(
            mirrored(s.crosses, self.swaps, self.column),
            mirrored(s.noughts, self.swaps, self.column),
            s.player,
        )

    def key(self, s: State) -> int:
        """One number that says it all: who is to move follows from how many discs there are.

        A column is its discs of X and, one bit above the topmost disc, the carry of adding
        all its discs to them.
        """
        return s.crosses + (s.crosses | s.noughts)

    def outcome_bounds(self, s: State) -> tuple[int, int]:
        """What can be seen without searching: a win now, a loss in 2 plies, who cannot win.

        Whoever answers each disc with one on top of it leaves the other side only the lowest
        free square of each column and every second above. That can be done if all columns
        have an even number of free squares, and made possible if one column has not.
        """
        mine, theirs, filled = sides(s)
        landing = filled + self.bottom & self.full
        if landing & wins(mine, self.gaps, self.connect):
            return s.player, s.player
        free = self.full & ~filled
        safe = safe_landing(landing, wins(theirs, self.gaps, self.connect) & free)
        if not safe:
            return -2 * s.player, -2 * s.player
        squares = popcount(free)
        if squares < 3:
            return 0, 0
        mine |= free
        theirs |= free
        odd = landing & ~self.led
        if not odd:
            mine &= ~free | self.led
        elif odd & odd - 1 == 0 and odd & safe:
            theirs &= ~free | self.led
        soon = 3 if has_line(mine, self.runs) else 0
        later = 4 if squares > 3 and has_line(theirs, self.runs) else 0
        return (-later, soon) if s.player == MAX else (-soon, later)

    def candidates(self, s: State) -> Iterator[int]:
        """A column that wins; else those that do not lose at once; else any one."""
        mine, theirs, filled = sides(s)
        landing = filled + self.bottom & self.full
        winning = landing & wins(mine, self.gaps, self.connect)
        danger = wins(theirs, self.gaps, self.connect)
        chosen = safe_landing(landing, danger & self.full & ~filled)
        if winning:
            chosen = winning & -winning
        elif not chosen:
            chosen = landing & -landing
        for column in range(self.width):
            if chosen >> column * self.tall & self.column:
                yield column

    def priority(self, s: State, column: int) -> int:
        """The squares that would win later first, then the centre: most lines run through it.

        A square above one where the other side wins does not count: nobody gets that high.
        """
        mine, theirs, filled = sides(s)
        disc = filled + (1 << column * self.tall) & ~filled
        closed = wins(theirs, self.gaps, self.connect) & self.full & ~filled
        for _ in range(self.height - 1):
            closed |= closed << 1 & self.full
        threats = wins(mine | disc, self.gaps, self.connect) & self.full & ~(filled | disc)
        return 64 * popcount(threats & ~(closed << 1)) - abs(2 * column - (self.width - 1))

    def features(self, s: State) -> tuple[int, int]:
        """X's lead in lines that lack one disc, and in discs in the middle column(s)."""
        free = self.full & ~(s.crosses | s.noughts)
        lead = almost_lines(s.crosses, free, self.directions, self.connect)
        lead -= almost_lines(s.noughts, free, self.directions, self.connect)
        return lead, popcount(s.crosses & self.middle) - popcount(s.noughts & self.middle)

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, column: int) -> str:
        return str(column + 1)

    def parse_action(self, s: State, text: str) -> int:
        wanted = text.strip()
        legal = legal_moves(self, s)
        open_columns = f"legal columns: {' '.join(legal)}."
        if not re.fullmatch(r"[0-9]{1,3}", wanted) or not 1 <= int(wanted) <= self.width:
            raise IllegalAction(f"There is no column {wanted!r}; {open_columns}")
        if str(int(wanted)) not in legal:
            raise IllegalAction(f"Column {int(wanted)} is full; {open_columns}")
        return int(wanted) - 1

    def format_state(self, s: State) -> str:
        return "/".join(self._rows(s))

    def parse_state(self, text: str) -> State:
        if not re.fullmatch(r"[0-9,\s]*", text):
            return self._parse_board(text)
        # Columns played: each digit is one, unless there are commas or more than nine columns.
        apart = "," in text or self.width > 9
        moves = re.findall(r"[0-9]+" if apart else r"[0-9]", text)
        return state_after(self, moves)

    def ending(self, s: State) -> str:
        return f"{self.connect} in a row" if self.utility(s) else "the board is full"

    def show(self, s: State) -> str:
        size = len(str(self.width)) + 1
        rows = ["".join(f"{sign:>{size}}" for sign in row) for row in self._rows(s)]
        numbers = "".join(f"{column:>{size}}" for column in range(1, self.width + 1))
        return "\n".join([*rows, numbers])

    def draw(self, s: State) -> str:
        sheet = Sheet(self.width + 0.4, self.height + 0.9, f"{self.name}: {self.format_state(s)}")
        sheet.rectangle(0.2, 0.2, self.width, self.height, fill=BLUE, round=0.15)
        discs = {"X": RED, "O": YELLOW, ".": PAPER}
        for row, stones in enumerate(self._rows(s)):
            for column, sign in enumerate(stones):
                sheet.circle(column + 0.7, row + 0.7, 0.38, fill=discs[sign])
                name = grid.square_name(column, self.height - row - 1)
                sheet.place(name, column + 0.2, row + 0.2, what=sign.strip("."))
        for column in range(self.width):
            sheet.text(column + 0.7, self.height + 0.52, str(column + 1), size=0.32)
        return str(sheet)

    def gestures(self, s: State, column: int) -> Iterator[tuple[str]]:
        """The square where the disc lands; any other one of the column will do."""
        filled = s.crosses | s.noughts
        lands = popcount(filled >> column * self.tall & self.column) + 1
        for level in sorted(range(1, self.height + 1), key=lambda level: level != lands):
            yield (grid.square_name(column, level - 1),)

    def _parse_board(self, text: str) -> State:
        rows = grid.read_rows(text, text.strip().upper(), self.width, self.height)
        player = grid.side_to_move(rows)
        sides = {"X": 0, "O": 0, ".": 0}
        for column in range(self.width):
            for level, row in enumerate(reversed(rows)):
                if row[column] != "." and level and rows[-level][column] == ".":
                    raise InvalidPosition(
                        f"The disc in column {column + 1}, row {level + 1} from the bottom,"
                        " has nothing under it."
                    )
                sides[row[column]] |= 1 << column * self.tall + level
        grid.refuse_impossible_lines(
            player, has_line(sides["X"], self.runs), has_line(sides["O"], self.runs)
        )
        return State(sides["X"], sides["O"], player)

    def _rows(self, s: State) -> list[str]:
        end, boards = self.width * self.tall, {"X": s.crosses, "O": s.noughts}
        levels = reversed(range(self.height))
        return [grid.signs(range(level, end, self.tall), boards) for level in levels]

    def _starts(self) -> Iterator[int]:
        """For each direction, the squares at which a line of it can begin."""
        for step in self.directions:
            starts = self.full
            for number in range(1, self.connect):
                starts &= self.full >> step * number
            yield starts


def last_moved(s: State) -> int:
    """The discs of whoever moved last: only they can have completed a line."""
    return s.noughts if s.player == MAX else s.crosses


def has_line(discs: int, runs: tuple[tuple[int, ...], ...]) -> bool:
    """Are there enough of these discs in a line? `runs`: see `_run_shifts`."""
    lines = 0
    for shifts in runs:
        run = discs
        for shift in shifts:
            run &= run >> shift
        lines |= run
    return lines != 0


def sides(s: State) -> tuple[int, int, int]:
    """The discs of the side to move, those of the other side, and all of them."""
    filled = s.crosses | s.noughts
    mine = s.crosses if s.player == MAX else s.noughts
    return mine, mine ^ filled, filled


def wins(discs: int, gaps: tuple[tuple[tuple[int, int], ...], ...], connect: int) -> int:
    """The squares, free or not, at which one more disc makes a line with these.

    `gaps`: of all directions but upwards, where only discs below the square can count; see
    `_gap_shifts`.
    """
    found = -1
    for below in range(1, connect):
        found &= discs << below
    for shifts in gaps:
        # Of a line, some discs lie behind the square and the others ahead of it. For lines of four:
        # 3 ahead, or 1 behind and (2 ahead, or the 2nd behind and (1 ahead, or the 3rd behind)).
        ahead = gap = -1
        for near, far in shifts:
            ahead &= discs >> near
            gap = ahead | gap & discs << far
        found |= gap
    return found


def safe_landing(landing: int, danger: int) -> int:
    """Where a disc can land so that the other side, which wins at `danger`, does not at once."""
    forced = landing & danger
    if forced:
        landing = forced if forced & forced - 1 == 0 else 0
    return landing & ~(danger >> 1)


def almost_lines(discs: int, free: int, directions: tuple[int, ...], connect: int) -> int:
    """How many lines hold all but one of their discs, and a free square in that place."""
    count = 0
    for step in directions:
        for gap in range(connect):
            run = free >> step * gap
            for number in range(connect):
                if number != gap:
                    run &= discs >> step * number
            count += popcount(run)
    return count


def mirrored(discs: int, swaps: tuple[tuple[int, int], ...], column: int) -> int:
    """The discs with the first column last. `swaps`: the bits at which each column begins, before
    and after; `column`: the bits of the first one."""
    after = 0
    for before, behind in swaps:
        after |= (discs >> before & column) << behind
    return after


def _directions(width: int, height: int, connect: int) -> tuple[int, ...]:
    """The steps, in bits, along which a line fits the board: up, right, and both diagonals."""
    steps = []
    if connect <= height:
        steps.append(1)
    if connect <= width:
        steps.append(height + 1)
    if connect <= min(width, height):
        steps += [height + 2, height]
    return tuple(steps)


def _run_shifts(step: int, connect: int) -> tuple[int, ...]:
    """By how many bits discs are shifted, each time with what the last shift left, until those are
    left that have `connect - 1` more in a line. For lines of four: by 1 step, then by 2."""
    shifts, length = [], 1
    while length < connect:
        further = min(length, connect - length)
        shifts.append(step * further)
        length += further
    return tuple(shifts)


def _gap_shifts(step: int, connect: int) -> tuple[tuple[int, int], ...]:
    """By how many bits discs are shifted onto a square that 1, 2 … steps lead to them, and that
    `connect - 1`, `connect - 2` … steps lead from them to."""
    return tuple((step * n, step * (connect - n)) for n in range(1, connect))
