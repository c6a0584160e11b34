"""Dobutsu shogi, or animal chess: the whole game on three by four squares, with drops.

**When it is over.** As in the analysis of Tetsuro Tanaka ("An Analysis of a Board Game Doubutsu
Shogi", 2009), a game is over as soon as the side to move can capture a lion, which wins; the
capture itself is not played. Else it is over if the other side's lion stands on the first row of
the side to move: it got there safely, and has won. So a lion may step into check, and loses.
Nothing else ends a game, and endless play is a draw. (A side without any move would lose; no
play from the start leads there.)

**What a state is.** All that matters, and nothing of the past: the board, both hands, and whose
turn it is. The board is as the side to move sees it, so states that differ only in which side is
which have equal `board` and `hands`. Tanaka counts those once, and mirror images as well: his
246,803,167 positions, 99,485,568 of them not over, are the different values of the smaller one of
`(board, hands)` and its mirror image among all states that can be reached from the start.

**Distances.** Plies are counted to the end as it is here, without the capture, as Tanaka's program
does. What he publishes counts the capture too: the second player wins in 78 plies, 77 here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import indices, lowest_index, popcount
from outplay.errors import IllegalAction
from outplay.game import MAX, MIN, Game
from outplay.games.dobutsu import notation, pictures
from outplay.games.dobutsu.board import (
    CHICK,
    CHICKS_AT,
    DIAGONAL_AT,
    ELEPHANT,
    EVERY,
    FIRST_ROW,
    GIRAFFE,
    HAND,
    HAND_BITS,
    HEN,
    IN_HAND,
    LAYER,
    START,
    STEPS,
    STRAIGHT_AT,
    layers,
    mirrored,
    reached,
    turned,
)
from outplay.lines import legal_moves

# An action is one number: where a piece goes, and behind that, END_BITS higher, the square that it
# comes from, or DROP and its place in IN_HAND. Squares are as the side to move sees them.
END_BITS = 4
DROP = 12


CAPTURED = ((CHICK - 1, 0), (HEN - 1, 0), (ELEPHANT - 1, 1), (GIRAFFE - 1, 2))
"""The other side's pieces, and their places in the hand."""


class State(NamedTuple):
    """A position as the side to move sees it; 48, 12 and 1 bits."""

    board: int
    """Who stands where: four layers of 12 bits; see `board.py`."""
    hands: int
    """Two bits for the chicks, elephants and giraffes in hand: those of the side to move, then
    the other side's."""
    player: int
    """Whose turn it is: MAX moved first."""


class Dobutsu(Game[State, int]):
    """Sente (MAX) and Gote (MIN) take turns to move or to drop a piece; Sente begins.

    A lion steps to any square around it, a giraffe straight, an elephant diagonally, and a chick
    one square ahead. A chick that steps to the far row becomes a hen, which steps anywhere but
    diagonally back. What is captured changes sides, hens as chicks, and can be dropped on any free
    square instead of a move; a chick that is dropped on the far row stays a chick.

    Whoever captures the lion wins, and so does a lion that steps to the far row where it cannot be
    captured at once (+1 if Sente wins, -1 if Gote does). The game is over when the side to
    move could capture the lion: that move is not played. A position that comes back counts as a
    draw in searches.

    Columns are letters from the left, rows numbers from Gote's side. People write `Gc4-c3`,
    `Cb3xb2` with a capture, `Cb2-b1+` when a chick becomes a hen, and `C*b2` for a drop; `b3b2`
    and `C*b2` will do. A position is its rows from the top, Sente's pieces in capitals and hens as
    `+C`, whose turn it is (b is Sente, as in shogi) and what is in hand: `gle/1c1/1C1/ELG b -`.
    """

    title = "Dobutsu shogi"
    may_cycle = True
    fits_64_bits = True
    win = 1
    player_names = ("Sente", "Gote")
    feature_names = ("chicks", "hens", "elephants", "giraffes", "squares to step to", "lion's rows")
    weights = (0.04, 0.06, 0.08, 0.1, 0.01, 0.01)

    def initial(self) -> State:
        return State(START, 0, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        mine, straight, diagonal, chicks = layers(s.board)
        for square in indices(mine):
            kind = straight >> square & 1 | (diagonal >> square & 1) << 1
            kind |= (chicks >> square & 1) << 2
            for end in indices(STEPS[12 * kind + square] & ~mine):
                yield end | square << END_BITS
        free = LAYER & ~(mine | straight | diagonal | chicks)
        for place in range(3):
            if s.hands >> 2 * place & 3:
                for end in indices(free):
                    yield end | DROP + place << END_BITS

    def result(self, s: State, a: int) -> State:
        end, start = a & 15, a >> END_BITS
        board, hands = s.board, s.hands
        if start >= DROP:
            board |= IN_HAND[start - DROP] << end
            hands -= 1 << 2 * (start - DROP)
        else:
            piece, captured = board >> start & EVERY, board >> end & EVERY
            if piece == CHICK and end >= 9:
                piece = HEN
            board = board & ~(EVERY << start | EVERY << end) | piece << end
            if captured:
                # Of chicks and hens the highest bit is set, of giraffes that of straight steps.
                place = 0 if captured >> CHICKS_AT else 2 if captured >> STRAIGHT_AT & 1 else 1
                hands += 1 << 2 * place
        return State(turned(board), exchanged(hands), -s.player)

    def is_terminal(self, s: State) -> bool:
        mine, straight, diagonal, chicks = layers(s.board)
        ends = reached(mine, straight, diagonal, chicks) & ~mine
        lion = straight & diagonal & ~(chicks | mine)
        return lion & (ends | FIRST_ROW) != 0 or not (ends or s.hands & HAND)

    def utility(self, s: State) -> int:
        mine, straight, diagonal, chicks = layers(s.board)
        lion = straight & diagonal & ~(chicks | mine)
        return s.player if lion & reached(mine, straight, diagonal, chicks) else -s.player

    # --- stronger ---------------------------------------------------------------------

    def exchanged(self, s: State) -> State:
        """The board is as the side to move sees it."""
        return State(s.board, s.hands, -s.player)

    def predecessors(self, s: State) -> Iterator[State]:
        """A piece goes back into the hand, or to where it came from; what it captured is back."""
        board, hands = turned(s.board), exchanged(s.hands)
        mine, straight, diagonal, chicks = layers(board)
        free = LAYER & ~(mine | straight | diagonal | chicks)
        for end in indices(mine):
            piece = board >> end & EVERY
            rest = board & ~(EVERY << end)
            for place in range(3):
                if piece == IN_HAND[place]:
                    t = State(rest, hands + (1 << 2 * place), -s.player)
                    if not self.is_terminal(t):
                        yield t
            if piece == CHICK and end >= 9:
                continue  # one that steps there becomes a hen
            for start in indices(free):
                if STEPS[12 * kind_of(piece) + start] >> end & 1:
                    yield from self._retracted(rest | piece << start, hands, end, -s.player)
                if piece == HEN and end >= 9 and start == end - 3:
                    yield from self._retracted(rest | CHICK << start, hands, end, -s.player)

    def _retracted(self, board: int, hands: int, end: int, player: int) -> Iterator[State]:
        """The state, and those in which a piece in hand is back on the square where it was."""
        s = State(board, hands, player)
        if not self.is_terminal(s):
            yield s
        for captured, place in CAPTURED:
            if hands >> 2 * place & 3:
                t = State(board | captured << end, hands - (1 << 2 * place), player)
                if not self.is_terminal(t):
                    yield t

    def symmetries(self, s: State) -> Iterator[State]:
        """Left and right exchanged."""
        yield State(mirrored(s.board), s.hands, s.player)

    def key(self, s: State) -> int:
        """All of the state in one number of 61 bits."""
        return s.board | s.hands << 48 | (s.player == MAX) << 60

    def priority(self, s: State, a: int) -> int:
        """Captures first, large pieces before small ones; then steps ahead, and drops last."""
        end, start = a & 15, a >> END_BITS
        if start >= DROP:
            return 0
        captured = s.board >> end & EVERY
        return 4 * popcount(captured) + (end // 3 - start // 3) + 2

    def features(self, s: State) -> tuple[int, int, int, int, int, int]:
        """Sente's lead in …

        - chicks, hens, elephants and giraffes, those in hand included
        - squares that pieces can step to, those of its own pieces left out
        - rows that the lion has come forward
        """
        mine, straight, diagonal, chicks = layers(s.board)
        theirs = (straight | diagonal | chicks) & ~mine
        other = layers(turned(s.board))
        hens = diagonal & chicks
        lions = straight & diagonal & ~chicks
        steps = popcount(reached(mine, straight, diagonal, chicks) & ~mine)
        their_steps = popcount(reached(*other) & ~other.mine)
        row, their_row = lowest_index(lions & mine) // 3, 3 - lowest_index(lions & theirs) // 3
        player = s.player
        return (
            player * (lead(chicks & ~hens, mine) + in_hand(s.hands, 0)),
            player * lead(hens, mine),
            player * (lead(diagonal & ~straight, mine) + in_hand(s.hands, 2)),
            player * (lead(straight & ~diagonal, mine) + in_hand(s.hands, 4)),
            player * (steps - their_steps),
            player * (row - their_row),
        )

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: int) -> str:
        end, start = a & 15, a >> END_BITS
        board, white = s.board, s.player == MIN
        if start >= DROP:
            return f"{notation.HAND_LETTERS[start - DROP]}*{notation.square_name(end, white)}"
        piece = board >> start & EVERY
        capture = "x" if board >> end & EVERY else "-"
        crowned = "+" if piece == CHICK and end >= 9 else ""
        start_name, end_name = (notation.square_name(at, white) for at in (start, end))
        return f"{notation.LETTERS[piece]}{start_name}{capture}{end_name}{crowned}"

    def parse_action(self, s: State, text: str) -> int:
        legal = legal_moves(self, s)
        wanted = notation.essence(text)
        for move, a in legal.items():
            if notation.essence(move) == wanted:
                return a
        why = notation.refusal(
            wanted, text, notation.signs(*self._as_sente(s)), s.player == MAX, list(legal)
        )
        raise IllegalAction(why)

    def format_state(self, s: State) -> str:
        board, hands = self._as_sente(s)
        return notation.sfen(board, hands, s.player == MAX)

    def parse_state(self, text: str) -> State:
        board, hands, sente = notation.read_sfen(text)
        if sente:
            return State(board, hands, MAX)
        return State(turned(board), exchanged(hands), MIN)

    def ending(self, s: State) -> str:
        mine, straight, diagonal, chicks = layers(s.board)
        lion = straight & diagonal & ~(chicks | mine)
        mover, other = self.player_name(s.player), self.player_name(-s.player)
        if lion & reached(mine, straight, diagonal, chicks):
            return f"{mover} can capture the lion"
        if lion & FIRST_ROW:
            return f"{other}'s lion has reached the far row"
        return f"{mover} cannot move"

    def show(self, s: State) -> str:
        board, hands = self._as_sente(s)
        return pictures.text_board(notation.signs(board, hands), self._turn(s))

    def draw(self, s: State) -> str:
        title = f"{self.name}: {self.format_state(s)}"
        board, hands = self._as_sente(s)
        return pictures.draw_board(notation.signs(board, hands), title, self._turn(s))

    def gestures(self, s: State, a: int) -> list[tuple[str, str]]:
        """Where a piece stands, or which one in hand it is, and where it goes."""
        end, start = a & 15, a >> END_BITS
        white = s.player == MIN
        end_name = notation.square_name(end, white)
        if start < DROP:
            return [(notation.square_name(start, white), end_name)]
        return [(pictures.hand_place(self.player_name(s.player), start - DROP), end_name)]

    def _turn(self, s: State) -> str:
        """Whose turn it is, or why the game is over."""
        if self.is_terminal(s):
            return self.ending(s)
        return f"{self.player_name(s.player)} to move"

    def _as_sente(self, s: State) -> tuple[int, int]:
        """The board and the hands as Sente sees them."""
        if s.player == MAX:
            return s.board, s.hands
        return turned(s.board), exchanged(s.hands)


def exchanged(hands: int) -> int:
    """The hands as the other side sees them."""
    return hands >> HAND_BITS | (hands & HAND) << HAND_BITS


def kind_of(piece: int) -> int:
    """How a piece steps, as STEPS has it."""
    return piece >> STRAIGHT_AT & 1 | (piece >> DIAGONAL_AT & 1) << 1 | piece >> CHICKS_AT << 2


def lead(pieces: int, mine: int) -> int:
    """How many more of the pieces are mine than are not."""
    return popcount(pieces & mine) - popcount(pieces & ~mine)


def in_hand(hands: int, bit: int) -> int:
    """The lead in pieces in hand of the kind whose number begins at this bit."""
    return (hands >> bit & 3) - (hands >> HAND_BITS + bit & 3)
