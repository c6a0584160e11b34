"""Dots and Boxes, on boards of any size up to 7 by 7 boxes.

Two players, A (MAX, begins) and B, take turns to draw an edge between two neighbouring dots.
Whoever draws the fourth side of a box, or of two at once, owns it and must draw again. Nobody
has to complete a box. When all edges are drawn the game is over; the value is A's boxes less B's.

Dots are named like squares: columns a, b, c … from the left, rows 1, 2, 3 … from the top. An edge
is its two dots, `a1-b1`. A position is its rows from the top, edges across (`-`, or `.` while
free) and boxes in turn (edges down `|`, owners `A` and `B`), then who is to move: a box of A on
a board of 2 by 1 is `-./|A|../-. A`. The edges drawn so far, `a1-b1 a2-b2`, name a position too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import indices, popcount, single_bits
from outplay.errors import IllegalAction
from outplay.game import MAX, MIN, Game
from outplay.games.dots_and_boxes import notation
from outplay.lines import legal_moves, state_after
from outplay.parameters import whole_number

DOWN = 64
"""Edges down are numbered from here, edges across from 0."""

FEW = 6
"""Safe edges of which it can be told who will run out of them."""


class State(NamedTuple):
    """What is drawn, who owns what: three boards with one bit a place.

    Rows are `width + 1` bits apart, on all three boards alike. So with 3 boxes in a row, box 5
    has its upper edge at bit 5 of `across`, its lower one at 9, and its left and right edges at
    bits 5 and 6 of `down`:

        across  0   1   2        down  0   1   2   3      boxes    0   1   2
                4   5   6              4   5   6   7               4   5   6
                8   9  10
    """

    across: int
    """The edges across that are drawn."""
    down: int
    """The edges down that are drawn."""
    owned: int
    """The boxes of A (MAX); all other complete ones are B's."""
    player: int
    """Whose turn it is."""


class DotsAndBoxes(Game[State, int]):
    """Draw edges; the fourth side of a box owns it and draws again."""

    fits_64_bits = True
    player_names = ("A", "B")
    feature_names = ("boxes", "boxes to complete", "the count of safe edges")

    weights = (1.0, 0.6, 0.3)

    def __init__(self, width: int = 3, height: int = 3) -> None:
        self.width = whole_number("width", width, 1, 7)
        self.height = whole_number("height", height, 1, 7)
        self.row = self.width + 1
        lines = sum(1 << self.row * y for y in range(self.height + 1))  # the first of each row
        self.lines = lines
        level = (1 << self.width) - 1
        self.all_across = lines * level
        self.boxes = self.all_across & (1 << self.row * self.height) - 1
        self.all_down = (1 << self.row * self.height) - 1
        self.count = self.width * self.height

    def initial(self) -> State:
        return State(0, 0, 0, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        yield from edges(self.all_across & ~s.across, self.all_down & ~s.down)

    def result(self, s: State, edge: int) -> State:
        across = s.across | 1 << edge if edge < DOWN else s.across
        down = s.down | 1 << edge - DOWN if edge >= DOWN else s.down
        won = complete(across, down, self.row) & ~complete(s.across, s.down, self.row) & self.boxes
        if not won:
            return State(across, down, s.owned, -s.player)
        return State(across, down, s.owned | won if s.player == MAX else s.owned, s.player)

    def is_terminal(self, s: State) -> bool:
        return s.across == self.all_across and s.down == self.all_down

    def utility(self, s: State) -> int:
        return 2 * popcount(s.owned) - self.count

    # --- stronger ---------------------------------------------------------------------

    def key(self, s: State) -> tuple[int, int]:
        """Of the owners only their numbers matter: they stand above the edges down."""
        turn = 1 if s.player == MAX else 0
        return s.across, s.down | 2 * popcount(s.owned) + turn << self.row * self.height

    def bounds(self, s: State) -> tuple[int, int]:
        """All boxes that are left may go to one side."""
        low = 2 * popcount(s.owned) - self.count
        left = self.count - popcount(complete(s.across, s.down, self.row) & self.boxes)
        return low, low + 2 * left

    def symmetries(self, s: State) -> Iterator[State]:
        """The board mirrored left to right, top to bottom, and both; and at the diagonal.

        On a square board that makes 8 with the state itself, on others 4.
        """
        row, t = self.row, s
        for turned in range(2 if self.width == self.height else 1):
            if turned:
                t = State(flipped(s.down, row), flipped(s.across, row), flipped(s.owned, row), s[3])
                yield t
            m = State(
                mirrored(t.across, self.lines, self.width),
                mirrored(t.down, self.lines, row),
                mirrored(t.owned, self.lines, self.width),
                t.player,
            )
            yield m
            yield self._upturned(t)
            yield self._upturned(m)

    def _upturned(self, s: State) -> State:
        row, high = self.row, self.height
        across, down = upturned(s.across, row, high + 1), upturned(s.down, row, high)
        return State(across, down, upturned(s.owned, row, high), s.player)

    def candidates(self, s: State) -> Iterator[int]:
        """Where a box can be completed: one edge that does so and is proven best, or a few.

        Let e complete box B, and let C be the box on the other side of e, if there is one.
        Any other edge f that does not complete a box, and does not belong to C, is worse: the
        other side could answer with e, and so it is better to draw e first and f afterwards.
        An f that completes a box can be drawn after e as well. So only edges of C may compete
        with e, and they do not (`sure_box` says why) unless B and C are all that is left of a
        chain, or half of what is left of a loop. There one may draw the other free edge of C,
        give both boxes away, and leave it to the other side to move on.
        """
        across, down = self.all_across & ~s.across, self.all_down & ~s.down
        three, two = counted(s.across, s.down, self.row, self.boxes)
        if three:
            across, down = good_edges(three, two, across, down, self.row, self.boxes)
        yield from edges(across, down)

    def tactical_actions(self, s: State) -> Iterator[int]:
        """The candidates, where a box can be completed."""
        three, _ = counted(s.across, s.down, self.row, self.boxes)
        if three:
            yield from self.candidates(s)

    def priority(self, s: State, edge: int) -> int:
        """Edges that complete a box, then those that offer none, then those that do."""
        three, two = counted(s.across, s.down, self.row, self.boxes)
        step = self.row if edge < DOWN else 1
        beside = 1 << edge % DOWN | 1 << edge % DOWN >> step
        return 2 if three & beside else 0 if two & beside else 1

    def features(self, s: State) -> tuple[int, int, int]:
        """A's lead in boxes; boxes that the side to move can complete; the count of safe edges.

        Safe edges offer no box. If their number is odd, the other side will run out of them
        first, and has to open the chains: that counts as many as there are boxes left, for the
        side to move if the number is odd and against it if it is even. As long as there are
        many of them, nobody can tell who will run out.
        """
        full = popcount(complete(s.across, s.down, self.row) & self.boxes)
        three, two = counted(s.across, s.down, self.row, self.boxes)
        bad = two | three
        safe = popcount(self.all_across & ~(s.across | bad | bad << self.row))
        safe += popcount(self.all_down & ~(s.down | bad | bad << 1))
        luck = self.count - full if safe & 1 else full - self.count
        if safe > FEW:
            luck = 0
        return 2 * popcount(s.owned) - full, s.player * popcount(three), s.player * luck

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, edge: int) -> str:
        return notation.edge_name(edge % DOWN // self.row, edge % DOWN % self.row, edge >= DOWN)

    def parse_action(self, s: State, text: str) -> int:
        legal = legal_moves(self, s)
        y, x, is_down = notation.read_edge(text, self.width, self.height)
        name = notation.edge_name(y, x, is_down)
        if name not in legal:
            raise IllegalAction(f"The edge {name} is drawn already.")
        return legal[name]

    def format_state(self, s: State) -> str:
        return f"{'/'.join(self._rows(s))} {self.player_name(s.player)}"

    def parse_state(self, text: str) -> State:
        if notation.is_line(text):
            return state_after(self, text.replace(",", " ").split())
        across, down, owned, player = notation.read_board(text, self.width, self.height)
        return State(across, down, owned, MAX if player == "A" else MIN)

    def show(self, s: State) -> str:
        lead = f"A {popcount(s.owned)}  B {self._complete(s) - popcount(s.owned)}"
        turn = "" if self.is_terminal(s) else f"   {self.player_name(s.player)} to move"
        return notation.picture(self._rows(s), self.width) + f"\n{lead}{turn}"

    def draw(self, s: State) -> str:
        turn = "the end" if self.is_terminal(s) else f"{self.player_name(s.player)} to move"
        mine = popcount(s.owned)
        caption = f"A {mine} : {self._complete(s) - mine} B, {turn}"
        return notation.drawn(
            self._rows(s), self.width, caption, f"Dots and Boxes: {self.format_state(s)}"
        )

    def _complete(self, s: State) -> int:
        return popcount(complete(s.across, s.down, self.row) & self.boxes)

    def _rows(self, s: State) -> list[str]:
        full = complete(s.across, s.down, self.row) & self.boxes
        return notation.rows_of(s.across, s.down, s.owned, full, self.width, self.height)


def edges(across: int, down: int) -> Iterator[int]:
    """The numbers of these edges."""
    yield from indices(across)
    for place in indices(down):
        yield DOWN + place


def complete(across: int, down: int, row: int) -> int:
    """The boxes with four sides (and, to be masked, some bits that are none)."""
    return across & across >> row & down & down >> 1


def counted(across: int, down: int, row: int, boxes: int) -> tuple[int, int]:
    """The boxes with three sides, and those with two."""
    top, bottom, left, right = across, across >> row, down, down >> 1
    level, upright = top & bottom, left & right
    one_level, one_upright = top ^ bottom, left ^ right
    three = level & one_upright | one_level & upright
    two = level & ~(left | right) | upright & ~(top | bottom) | one_level & one_upright
    return three & boxes, two & boxes


def linked(some: int, across: int, down: int, row: int, boxes: int) -> int:
    """The boxes that lie beyond the free edges, `across` and `down`, of some boxes."""
    found = some << row & across | (some & across) >> row
    return (found | some << 1 & down | (some & down) >> 1) & boxes


def sure_box(three: int, two: int, across: int, down: int, row: int, boxes: int) -> int:
    """A box with three sides that it is best to complete at once; 0 if none is sure.

    Such a box B has the free edge e; C is the box beyond it, D beyond C, and E beyond D.

    - C has not two sides, or there is none: no f in C becomes better by e.
    - D has three sides: B, C and D are a closed chain, of which nothing can be given away that
      would leave the other side to move.
    - C and D have two sides and E not three: the chain goes on. To give B and C away leaves D
      to the other side too; it is better to take B and to give C and D away.
    """
    for b in single_bits(three):
        c = linked(b, across, down, row, boxes)
        d = linked(c, across, down, row, boxes) & ~b
        e = linked(d, across, down, row, boxes) & ~c
        if c & two == 0 or d & three or (d & two and e & three == 0):
            return b
    return 0


def good_edges(
    three: int, two: int, across: int, down: int, row: int, boxes: int
) -> tuple[int, int]:
    """The candidates among the free edges, where there is a box with three sides."""
    sure = sure_box(three, two, across, down, row, boxes)
    if sure:
        return (sure | sure << row) & across, (sure | sure << 1) & down
    give_across, give_down = across, down
    for b in single_bits(three):
        c = linked(b, across, down, row, boxes)
        give_across &= c | c << row
        give_down &= c | c << 1
    return (three | three << row) & across | give_across, (three | three << 1) & down | give_down


def mirrored(board: int, lines: int, width: int) -> int:
    """The board with its `width` columns from right to left; `lines`: the first one."""
    after = 0
    for x in range(width):
        after |= (board >> x & lines) << width - 1 - x
    return after


def upturned(board: int, row: int, height: int) -> int:
    """The board with its `height` rows upside down."""
    after = 0
    level = (1 << row) - 1
    for y in range(height):
        after |= (board >> row * y & level) << row * (height - 1 - y)
    return after


def flipped(board: int, row: int) -> int:
    """The board with rows and columns exchanged."""
    after = 0
    for place in range(63):
        if board >> place & 1:
            after |= 1 << place % row * row + place // row
    return after
