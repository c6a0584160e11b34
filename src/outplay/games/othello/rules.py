"""Othello (Reversi by its modern rules), on even boards from 4 by 4 to 8 by 8."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from outplay.bits import (
    flip_diagonal,
    flip_horizontal,
    flip_vertical,
    indices,
    lowest_bit,
    lowest_index,
    popcount,
    shift_left,
    shift_right,
    wrap,
)
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN, Game
from outplay.games.othello import notation
from outplay.games.othello.squares import (
    along,
    around,
    beside,
    lead,
    moves,
    score,
    stable,
    turned_by,
)
from outplay.lines import legal_moves
from outplay.parameters import whole_number

PASS = -1
"""The action of a side that has no move; numbers from 0 on are squares."""

FEATURES = 8
"""Leads of Black that `features` gives, each as it counts late and as it counts early:

1. moves: ten times the lead in them, over all moves of both sides and 2;
2. corners that can be taken at once;
3. discs that touch a free square, and so can be enclosed from there: few are good;
4. corners;
5. discs on the rim next to a free corner (C squares);
6. discs diagonally next to a free corner (X squares);
7. stable discs;
8. the turn to move.

Late is the share of the free squares that are filled by now, early the rest of it. The weights
are in discs: a least-squares fit to how 5,000 games of our own between equal players ended.
"""


class State(NamedTuple):
    """A board: one bit a square, row by row from the top, eight bits a row on every board.

    The numbers of the bits on the board of 4 by 4, where the others are always 0:

         0  1  2  3      a1 b1 c1 d1
         8  9 10 11      a2 b2 c2 d2
        16 17 18 19      a3 b3 c3 d3
        24 25 26 27      a4 b4 c4 d4
    """

    black: int
    """The discs of Black (MAX)."""
    white: int
    """The discs of White (MIN)."""
    player: int
    """Whose turn it is."""


FEATURE_NAMES = tuple(
    f"{name} ({when})"
    for when in ("late", "early")
    for name in (
        *("moves", "corners within reach", "exposed discs", "corners"),
        *("discs next to a free corner", "discs diagonal to a free corner"),
        *("stable discs", "the turn"),
    )
)


class Othello(Game[State, int]):
    """Black and White put discs on the board, and turn those that they enclose; Black begins.

    A disc goes to a free square from which, in at least one of the eight directions, a row of
    discs of the other colour ends at one of the mover's own; all such rows are turned over.
    A player with no such square passes, which is an action of its own; a player with one may
    not. When neither side has one, the game is over. The value is Black's discs less White's, where
    `empties` says who is given the squares that are still free: `"winner"`, as in tournaments,
    or `"nobody"`.

    An action is the number of a bit (see `State`) or PASS; people write `f5` and `pass`. A
    position is its squares row by row and the side to move, X (Black) or O, as OBF has it
    (`---------...--- X`), or the moves played so far (`f5d6c3`).
    """

    fits_64_bits = True
    player_names = ("Black", "White")
    feature_names = FEATURE_NAMES

    weights = (
        *(1.75, 5.75, -0.95, -3.5, 1.9, 5, 0.5, -1.85),  # late
        *(1.1, 6, -0.8, 28.25, -5.8, -19.5, 2.7, -1.35),  # early
    )

    def __init__(self, size: int = 8, empties: str = "winner") -> None:
        self.size = whole_number("size", size, 4, 8)
        if self.size % 2:
            raise UsageError(f"size must be even (4, 6 or 8), not {size!r}.")
        if empties not in ("winner", "nobody"):
            raise UsageError(f"empties must be 'winner' or 'nobody', not {empties!r}.")
        self.empties = empties
        self.to_winner = empties == "winner"
        last = self.size - 1
        self.full = self._where(lambda row, column: True)
        # No row of discs that runs sideways can be turned at its end on the rim.
        self.inner = self._where(lambda row, column: 0 < column < last)
        self.not_left = self._where(lambda row, column: column > 0)
        self.not_right = self._where(lambda row, column: column < last)
        self.sides = self._where(lambda row, column: column in (0, last))
        self.ends = self._where(lambda row, column: row in (0, last))
        self.corners = self.sides & self.ends
        half = self.size // 2
        quarter = self._where(lambda row, column: row < half and column < half)
        self.quarters = tuple(wrap(quarter << half * by) for by in (0, 1, 8, 9))

    def _where(self, holds: Callable[[int, int], bool]) -> int:
        """The board of the squares, by row and column, for which that holds."""
        squares = range(self.size)
        return wrap(sum(1 << 8 * r + c for r in squares for c in squares if holds(r, c)))

    def initial(self) -> State:
        half = self.size // 2
        lower, upper = half - 1, half
        black = 1 << 8 * lower + upper | 1 << 8 * upper + lower
        white = 1 << 8 * lower + lower | 1 << 8 * upper + upper
        return State(black, white, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        mine, theirs = sides(s)
        free = moves(mine, theirs, self.full, self.inner)
        if not free:
            yield PASS
        yield from indices(free)

    def result(self, s: State, square: int) -> State:
        if square == PASS:
            return State(s.black, s.white, -s.player)
        mine, theirs = sides(s)
        turned = turned_by(square, mine, theirs, self.inner)
        disc = shift_left(1, square)
        if s.player == MAX:
            return State(s.black | turned | disc, s.white ^ turned, MIN)
        return State(s.black ^ turned, s.white | turned | disc, MAX)

    def is_terminal(self, s: State) -> bool:
        mine, theirs = sides(s)
        if moves(mine, theirs, self.full, self.inner):
            return False
        return moves(theirs, mine, self.full, self.inner) == 0

    def utility(self, s: State) -> int:
        return score(s.black, s.white, self.full, self.to_winner)

    # --- stronger ---------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The board in its mirrors, and turned."""
        shift = 8 - self.size
        black, white = s.black, s.white
        for number in range(8):
            if number == 4:
                black, white = flip_diagonal(s.black), flip_diagonal(s.white)
            elif number % 2:
                black = shift_right(flip_horizontal(black), shift)
                white = shift_right(flip_horizontal(white), shift)
            elif number:
                black = shift_right(flip_vertical(black), 8 * shift)
                white = shift_right(flip_vertical(white), 8 * shift)
            yield State(black, white, s.player)

    def key(self, s: State) -> tuple[int, int]:
        """Where White is to move, free squares are in both numbers, and in none otherwise.

        On a full board, where it is over, it makes no difference who is to move.
        """
        if s.player == MAX:
            return s.black, s.white
        return self.full ^ s.white, self.full ^ s.black

    def priority(self, s: State, square: int) -> int:
        """Moves that leave the other side few replies first, above all no corner.

        Then those that hold corners and what leans on them, and those next to few free squares.
        Of quarters of the board with an odd number of free squares one may get the last.
        """
        if square == PASS:
            return 0
        mine, theirs = sides(s)
        disc = shift_left(1, square)
        turned = turned_by(square, mine, theirs, self.inner)
        mine |= turned | disc
        theirs ^= turned
        free = self.full & ~(mine | theirs)
        replies = moves(theirs, mine, self.full, self.inner)
        held = mine & self.corners
        held |= mine & beside(held, self.not_left, self.not_right)
        rank = 8 * (popcount(held) - popcount(replies) - popcount(replies & self.corners))
        rank -= 2 * popcount(free & around(mine, self.not_left, self.not_right))
        for quarter in self.quarters:
            if disc & quarter and popcount(free & quarter) % 2 == 0:
                rank += 4
        return rank

    def bounds(self, s: State) -> tuple[int, int]:
        """Stable discs are the least that a side will have; one free square decides itself."""
        free = self.full & ~(s.black | s.white)
        if free ^ lowest_bit(free) == 0:
            end = self._filled(s, free)
            return end, end
        all_squares = self.size * self.size
        black, white = self._stable(s)
        return 2 * popcount(black) - all_squares, all_squares - 2 * popcount(white)

    def _filled(self, s: State, free: int) -> int:
        """What a board ends in that has no free square, or one alone."""
        mine, theirs = sides(s)
        if free:
            square = lowest_index(free)
            turned = turned_by(square, mine, theirs, self.inner)
            if turned:
                mine, theirs = mine | turned | free, theirs ^ turned
            else:
                turned = turned_by(square, theirs, mine, self.inner)
                if turned:
                    mine, theirs = mine ^ turned, theirs | turned | free
        return s.player * score(mine, theirs, self.full, self.to_winner)

    def _stable(self, s: State) -> tuple[int, int]:
        """Discs of Black and of White that can never be turned; not all, but many of them.

        A disc is safe along a line if the line is full, or ends with it, or goes on with a
        disc of the same colour that is stable; and stable if it is safe along all four.
        """
        if not (s.black | s.white) & self.corners:
            return 0, 0
        free = self.full & ~(s.black | s.white)
        left, right, rim = self.not_left, self.not_right, self.sides | self.ends
        rows = ~along(free, 1, left, right) | self.sides
        columns = ~along(free, 8, self.full, self.full) | self.ends
        falling = ~along(free, 9, left, right) | rim
        rising = ~along(free, 7, right, left) | rim
        black = stable(s.black, rows, columns, falling, rising, left, right)
        white = stable(s.white, rows, columns, falling, rising, left, right)
        return black, white

    def features(self, s: State) -> tuple[float, ...]:
        """Black's leads (see FEATURES), late ones first."""
        black, white, full, corners = s.black, s.white, self.full, self.corners
        left, right = self.not_left, self.not_right
        free = full & ~(black | white)
        to_black = moves(black, white, full, self.inner)
        to_white = moves(white, black, full, self.inner)
        stable_black, stable_white = self._stable(s)
        open_ = around(free, left, right)
        c_squares = beside(free & corners, left, right)
        x_squares = around(free & corners, left, right) & ~(c_squares | corners)
        a = 10.0 * lead(to_black, to_white) / (popcount(to_black) + popcount(to_white) + 2)
        b = lead(to_black & corners, to_white & corners)
        c = lead(black & open_, white & open_)
        d = lead(black & corners, white & corners)
        e = lead(black & c_squares, white & c_squares)
        f = lead(black & x_squares, white & x_squares)
        g = lead(stable_black, stable_white)
        h = s.player
        early = popcount(free) / (self.size * self.size - 4)
        late = 1.0 - early
        return (
            late * a,
            late * b,
            late * c,
            late * d,
            late * e,
            late * f,
            late * g,
            late * h,
            early * a,
            early * b,
            early * c,
            early * d,
            early * e,
            early * f,
            early * g,
            early * h,
        )

    def evaluate(self, s: State) -> float:
        """The weighted sum of the features, within the bounds."""
        low, high = self.bounds(s)
        total = 0.0
        leads = self.features(s)
        for number in range(2 * FEATURES):
            total += self.weights[number] * leads[number]
        return min(max(total, float(low)), float(high))

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, square: int) -> str:
        return "pass" if square == PASS else notation.square_name(square)

    def parse_action(self, s: State, text: str) -> int:
        wanted = text.strip().lower()
        legal = legal_moves(self, s)
        named = f"legal: {' '.join(legal)}."
        if wanted in ("pass", "ps", "--"):
            if "pass" not in legal:
                raise IllegalAction(f"You cannot pass while you have a move; {named}")
            return PASS
        names = {notation.square_name(square): square for square in notation.squares(self.size)}
        if wanted not in names:
            raise IllegalAction(f"There is no square {text.strip()!r}; {named}")
        square = names[wanted]
        if wanted not in legal:
            taken = (s.black | s.white) >> square & 1
            why = "is taken" if taken else "turns no disc over"
            raise IllegalAction(f"{wanted} {why}; {named}")
        return square

    def format_state(self, s: State) -> str:
        return notation.board_text(s.black, s.white, s.player, self.size)

    def parse_state(self, text: str) -> State:
        if not notation.is_moves(text):
            return State(*notation.read_board(text, self.size))
        s = self.initial()
        for number, word in enumerate(notation.split_moves(text), start=1):
            # Most lists of moves leave the passes out.
            if word not in ("pass", "ps", "--") and self.legal(s) == [PASS]:
                s = self.result(s, PASS)
            try:
                s = self.result(s, self.parse_action(s, word))
            except IllegalAction as error:
                raise InvalidPosition(f"Move {number}: {error}") from None
        return s

    def ending(self, s: State) -> str:
        if s.black == 0 or s.white == 0:
            return f"{self.player_name(MAX if s.black == 0 else MIN)} has no discs left"
        return "the board is full" if s.black | s.white == self.full else "neither side can move"

    def show(self, s: State) -> str:
        return notation.picture(*self._seen(s))

    def draw(self, s: State) -> str:
        return notation.drawing(*self._seen(s))

    def gestures(self, s: State, square: int) -> list[tuple[str, ...]]:
        return [] if square == PASS else [(notation.square_name(square),)]

    def _seen(self, s: State) -> tuple[int, int, int, int, bool, int]:
        mine, theirs = sides(s)
        open_ = moves(mine, theirs, self.full, self.inner)
        return s.black, s.white, s.player, open_, self.is_terminal(s), self.size


def sides(s: State) -> tuple[int, int]:
    """The discs of the side to move, and those of the other side."""
    return (s.black, s.white) if s.player == MAX else (s.white, s.black)
