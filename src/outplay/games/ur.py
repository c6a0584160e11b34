"""The Royal Game of Ur, by Irving Finkel's rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import indices, indices_down, lowest_index, popcount
from outplay.drawing import BLACK, DARK_WOOD, FAINT, INK, RED, WHITE, WOOD, Sheet
from outplay.errors import IllegalAction, InvalidPosition
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.lines import legal_moves
from outplay.parameters import whole_number
from outplay.wording import counted

NOT_ROLLED = -1
"""The roll of a state where the dice are in the air."""

PASS = 16
"""The only action of a player who cannot move; any other is the square a piece comes from."""

HOME = 15
"""Where a piece leaves the board, one step behind its last square."""

ON_BOARD, SHARED = 0x7FFE, 0x1FE0
CENTRE = 1 << 8
ROSETTES = 1 << 4 | CENTRE | 1 << 14
"""Sets of squares: 1 to 14; 5 to 12, which both sides use; 8, 4 and 14."""

CHANCES = (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)
"""Of a roll of 0 to 4: four dice that show 0 or 1."""

HITS = (0, 1, 4, 5, 6, 7, 10, 11, 4, 5, 8, 9, 10, 11, 14, 15)
"""How many of 16 rolls hit a square, by who is on the four squares before it: 1 (bit 0) hits from
four steps away, 4 (bit 1) from three, 6 (bit 2) from two, 4 (bit 3) from one."""


class State(NamedTuple):
    """The pieces on the way, those at home, and the dice.

    Each side goes its own way of 14 squares, and bit n of a side is its square n:

        light   4  3  2  1       14 13
        both    5  6  7  8  9 10 11 12
        dark    4  3  2  1       14 13
    """

    light: int
    """The pieces of the first player (MAX) on the board."""
    dark: int
    """The pieces of the second player (MIN) on the board."""
    light_home: int
    """Pieces of the first player that have left the board."""
    dark_home: int
    """Pieces of the second player that have left the board."""
    player: int
    """Whose turn it is."""
    roll: int
    """What that player rolled; NOT_ROLLED while the dice are in the air."""


class Ur(Game[State, int]):
    """Two players race their `pieces` over a board whose middle row both use; light begins.

    A turn begins with a roll of four dice that show 0 or 1 each. The player moves one piece as
    far as the roll says: onto the board (a piece that waits stands before square 1), along it,
    or off it, which takes an exact roll to one behind square 14. No square takes two pieces of
    one side. A piece of the other side that is met on 5 to 12 goes back to those that wait;
    but on the rosette in the centre, square 8, it is safe, and the move is not allowed.

    A piece that stops on a rosette (4, 8 and 14) gives another turn. Whoever cannot move, or
    rolled 0, passes; whoever can move must. The first to bring all pieces home wins: +1 if it is
    light, -1 if it is dark. So light wins a state of value v with probability (v + 1) / 2.

    Two passes bring a position back, and so may pieces sent back: lines need not end.

    An action is the square that a piece comes from, 0 for one that waits, or PASS; chance's are
    the rolls, 0 to 4. People write `0`, `6`, `pass`. A position is the squares of light and of
    dark with the number at home behind a +, whose turn it is, and the roll if there is one:
    `4,8+2 12+0 light 3`, and at the start `-+0 -+0 light`.
    """

    title = "The Royal Game of Ur"
    may_cycle = True
    fits_64_bits = True
    player_names = ("light", "dark")
    feature_names = ("the way gone", "pieces at home", "the central rosette", "danger", "the turn")
    weights = (4.0, 0.65, 0.1, 2.0, 0.07)
    """Fitted to the ends of 2,500 games of the program against itself, a ply deep."""

    def __init__(self, pieces: int = 7) -> None:
        self.pieces = whole_number("pieces", pieces, 1, 7)

    def initial(self) -> State:
        return State(0, 0, 0, 0, MAX, NOT_ROLLED)

    def to_move(self, s: State) -> int:
        return CHANCE if s.roll == NOT_ROLLED else s.player

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for roll in range(5):
            yield roll, CHANCES[roll]

    def actions(self, s: State) -> Iterator[int]:
        ends = self._ends(s)
        if not ends:
            yield PASS
        for end in indices_down(ends):
            yield end - s.roll

    def result(self, s: State, a: int) -> State:
        if s.roll == NOT_ROLLED:
            return s._replace(roll=a)
        if a == PASS:
            return s._replace(player=-s.player, roll=NOT_ROLLED)
        end = 1 << a + s.roll
        player = s.player if end & ROSETTES else -s.player
        home = 1 if end == 1 << HOME else 0
        # A piece that comes from 0 was not on the board, and one that goes home is not any more.
        moved = (1 << a | end) & ON_BOARD
        hit = end & SHARED
        if s.player == MAX:
            light, dark = s.light ^ moved, s.dark & ~hit
            return State(light, dark, s.light_home + home, s.dark_home, player, NOT_ROLLED)
        light, dark = s.light & ~hit, s.dark ^ moved
        return State(light, dark, s.light_home, s.dark_home + home, player, NOT_ROLLED)

    def is_terminal(self, s: State) -> bool:
        return s.light_home == self.pieces or s.dark_home == self.pieces

    def utility(self, s: State) -> int:
        return MAX if s.light_home == self.pieces else MIN

    def _ends(self, s: State) -> int:
        """The squares, HOME included, that the roll takes a piece to."""
        if s.roll <= 0:
            return 0
        mine, theirs = (s.light, s.dark) if s.player == MAX else (s.dark, s.light)
        home = s.light_home if s.player == MAX else s.dark_home
        starts = mine
        if popcount(mine) + home < self.pieces:
            starts |= 1
        return starts << s.roll & (ON_BOARD | 1 << HOME) & ~mine & ~(theirs & CENTRE)

    # --- stronger ---------------------------------------------------------------------

    def key(self, s: State) -> int:
        homes = s.light_home << 3 | s.dark_home
        return s.light | s.dark << 15 | homes << 30 | (s.player == MAX) << 36 | s.roll + 1 << 37

    def bounds(self, s: State) -> tuple[int, int]:
        return -1, 1

    def priority(self, s: State, a: int) -> int:
        """Another turn and sending a piece back first, then the piece that is furthest."""
        if a == PASS:
            return 0
        end = 1 << a + s.roll
        theirs = s.dark if s.player == MAX else s.light
        return (100 if end & ROSETTES else 0) + (50 if end & SHARED & theirs else 0) + a

    def evaluate(self, s: State) -> float:
        """The weighted sum x of the features as x / (1 + |x|), which lies between -1 and 1."""
        w = self.weights
        gone, home, centre, danger, turn = self.features(s)
        x = w[0] * gone + w[1] * home + w[2] * centre + w[3] * danger + w[4] * turn
        return x / (1 + abs(x))

    def features(self, s: State) -> tuple[float, float, float, float, float]:
        """Light's lead in …

        - the way gone, as a share of all that its pieces have to go
        - pieces at home, as a share of all
        - standing on the rosette in the centre
        - danger that dark's pieces are in: each one's chance to be hit by one roll times the
          way it has gone, as a share of all
        - the turn: to roll, or to move after a roll
        """
        way = HOME * self.pieces
        gone = walked(s.light) + HOME * s.light_home - walked(s.dark) - HOME * s.dark_home
        light_waits = popcount(s.light) + s.light_home < self.pieces
        dark_waits = popcount(s.dark) + s.dark_home < self.pieces
        danger = in_danger(s.dark, s.light, light_waits) - in_danger(s.light, s.dark, dark_waits)
        return (
            gone / way,
            (s.light_home - s.dark_home) / self.pieces,
            (s.light >> 8 & 1) - (s.dark >> 8 & 1),
            danger / way,
            s.player,
        )

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: int) -> str:
        return "pass" if a == PASS else str(a)

    def parse_action(self, s: State, text: str) -> int:
        legal = legal_moves(self, s)
        wanted = text.strip().lower()
        if wanted in legal:
            return legal[wanted]
        if s.roll == NOT_ROLLED:
            what = "a roll of the dice"
        elif PASS in legal.values():
            what = f"possible: nothing can move by {s.roll}"
        else:
            what = f"a square from which a piece of {self.player_name(s.player)} moves by {s.roll}"
        raise IllegalAction(f"{text.strip()!r} is not {what}; choose from: {' '.join(legal)}.")

    def format_state(self, s: State) -> str:
        sides = [
            (",".join(map(str, indices(pieces))) or "-") + f"+{home}"
            for pieces, home in ((s.light, s.light_home), (s.dark, s.dark_home))
        ]
        roll = [] if s.roll == NOT_ROLLED else [str(s.roll)]
        return " ".join([*sides, self.player_name(s.player), *roll])

    def parse_state(self, text: str) -> State:
        side = r"(-|[0-9]{1,2}(?:,[0-9]{1,2})*)\+([0-9])"
        found = re.fullmatch(
            rf"{side} {side} (light|dark)(?: ([0-4]))?", " ".join(text.lower().split())
        )
        if found is None:
            raise InvalidPosition(
                f"{text!r} is not a position of ur: write the squares of light and of dark with"
                " the number at home behind a +, whose turn it is, and the roll if there is one,"
                " such as '4,8+2 -+0 light' or '4,8+2 -+0 light 3'."
            )
        light, dark = (
            self._read(found[n], found[n + 1], name) for n, name in ((1, "light"), (3, "dark"))
        )
        homes = int(found[2]), int(found[4])
        if light & dark & SHARED:
            raise InvalidPosition(
                f"Light and dark are both on square {lowest_index(light & dark & SHARED)}, which"
                " both sides use."
            )
        if homes == (self.pieces, self.pieces):
            raise InvalidPosition("Both sides have all pieces at home; the first to do so wins.")
        player = MAX if found[5] == "light" else MIN
        s = State(light, dark, *homes, player, int(found[6]) if found[6] else NOT_ROLLED)
        if self.is_terminal(s) and (s.roll != NOT_ROLLED or self.utility(s) == player):
            raise InvalidPosition(f"{text!r} is won already: there is no turn after the last move.")
        return s

    def _read(self, text: str, home: str, name: str) -> int:
        """The squares of one side; raises InvalidPosition."""
        pieces = 0
        for square in [] if text == "-" else map(int, text.split(",")):
            if not 1 <= square <= 14:
                raise InvalidPosition(f"There is no square {square}; they are numbered 1 to 14.")
            if pieces >> square & 1:
                raise InvalidPosition(f"Two pieces of {name} are on square {square}.")
            pieces |= 1 << square
        if popcount(pieces) + int(home) > self.pieces:
            raise InvalidPosition(
                f"{name.capitalize()} has {popcount(pieces)} pieces on the board and {home} at"
                f" home, of {self.pieces} in all."
            )
        return pieces

    def show(self, s: State) -> str:
        rows = [["  "] * 8 for _ in range(3)]
        for x, y, square, sides in board():
            free = "*" if ROSETTES >> square & 1 else "."
            rows[y][x] = f" {holder(s, square, sides) or free}"
        numbers = " 4  3  2  1       14 13"
        lines = [" ".join(row) for row in rows]
        return "\n".join(
            [
                f"       {numbers}",
                f"light  {lines[0]}   {self._rest(s, MAX)}",
                f"       {lines[1]}   5 to 12",
                f"dark   {lines[2]}   {self._rest(s, MIN)}",
                f"       {numbers}",
                self._turn(s),
            ]
        )

    def draw(self, s: State) -> str:
        sheet = Sheet(9, 5.3, f"{self.name}: {self.format_state(s)}")
        for x, y, square, sides in board():
            left, top = x + 0.5, y + 0.8
            sheet.rectangle(left, top, 1, 1, fill=WOOD, line=DARK_WOOD, thick=0.06)
            if ROSETTES >> square & 1:
                for dx, dy in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7)):
                    x1, y1 = left + 0.5 - 0.38 * dx, top + 0.5 - 0.38 * dy
                    sheet.line(x1, y1, x1 + 0.76 * dx, y1 + 0.76 * dy, line=RED, thick=0.12)
            sheet.text(left + 0.16, top + 0.16, str(square), size=0.2)
            held = holder(s, square, sides)
            if held:
                fill = WHITE if held == "L" else BLACK
                sheet.circle(left + 0.5, top + 0.5, 0.34, fill=fill, line=INK)
                sheet.circle(left + 0.5, top + 0.5, 0.2, line=FAINT, thick=0.03)
            what = [{"L": "light", "D": "dark"}[held]] if held else []
            what += ["rosette"] if ROSETTES >> square & 1 else []
            name = self._place(MIN if sides == "D" else MAX, square)
            sheet.place(name, left, top, what=", ".join(what))
        sheet.text(4.5, 0.45, f"light: {self._rest(s, MAX)}", size=0.3)
        sheet.text(4.5, 4.15, f"dark: {self._rest(s, MIN)}", size=0.3)
        sheet.text(4.5, 4.85, self._turn(s), size=0.34, bold=True)
        for player, top in ((MAX, 0.8), (MIN, 2.8)):
            pieces, home = (s.light, s.light_home) if player == MAX else (s.dark, s.dark_home)
            waiting = self.pieces - popcount(pieces) - home
            sheet.place(self._place(player, 0), 4.5, top, what=counted(waiting, "piece"))
            sheet.place(self._place(player, HOME), 5.5, top, what=counted(home, "piece"))
        return str(sheet)

    def _place(self, player: int, square: int) -> str:
        """What a square of a player's way is called; both sides share 5 to 12."""
        if SHARED >> square & 1:
            return str(square)
        where = {0: "waiting", HOME: "home"}.get(square, str(square))
        return f"{self.player_name(player)} {where}"

    def gestures(self, s: State, a: int) -> Iterator[tuple[str, str]]:
        """From the piece's square to where the roll takes it; rolls and passes by name."""
        if s.roll != NOT_ROLLED and a != PASS:
            yield self._place(s.player, a), self._place(s.player, a + s.roll)

    def _rest(self, s: State, player: int) -> str:
        """The pieces that are not on the board."""
        on_board, home = (s.light, s.light_home) if player == MAX else (s.dark, s.dark_home)
        return f"{self.pieces - popcount(on_board) - home} waiting, {home} home"

    def _turn(self, s: State) -> str:
        if self.is_terminal(s):
            return f"{self.player_name(self.utility(s))} has won"
        rolled = "to roll" if s.roll == NOT_ROLLED else f"rolled {s.roll}"
        return f"{self.player_name(s.player)} {rolled}"


def walked(pieces: int) -> int:
    """The squares that these pieces have gone, all together."""
    total = 0
    for square in indices(pieces):
        total += square
    return total


def in_danger(pieces: int, others: int, waits: bool) -> float:
    """The way these pieces have gone, each times the chance that the others' next roll hits it."""
    others |= 1 if waits else 0
    total = 0
    for square in indices(pieces & SHARED & ~CENTRE):
        total += square * HITS[others >> square - 4 & 15]
    return total / 16


def holder(s: State, square: int, sides: str) -> str:
    """L or D: which of the sides that use this square stands there; empty if none does."""
    held = {"L": s.light >> square & 1, "D": s.dark >> square & 1}
    return next((side for side in sides if held[side]), "")


def board() -> Iterator[tuple[int, int, int, str]]:
    """(column, row, square, whose it is) of the twenty squares, as State draws them."""
    for row, side in ((0, "L"), (2, "D")):
        for square in (1, 2, 3, 4, 13, 14):
            yield 4 - square if square < 5 else 20 - square, row, square, side
    for square in range(5, 13):
        yield square - 5, 1, square, "LD"
