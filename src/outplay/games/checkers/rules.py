"""Checkers, known as English draughts too: the rules, and what the engine knows of the game.

The board is in `board.py`, notation and pictures are in `notation.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from outplay.bits import indices, lowest_index, popcount, single_bits
from outplay.errors import InvalidPosition
from outplay.game import MAX, MIN, Game
from outplay.games.checkers import endgames, notation
from outplay.games.checkers.board import (
    BOARD,
    BOTTOM,
    BRIDGE,
    CENTRE,
    DOUBLE_CORNERS,
    LOWER,
    ODD_ROWS,
    THEIR_BRIDGE,
    TOP,
    TWO_ROWS,
    State,
    beside,
    can_move,
    jumpers,
    sides,
    walkers,
)
from outplay.parameters import whole_number
from outplay.whole_games import Endgame

# An action is one number. Its bits, from the lowest: where the move starts (6), where it ends
# (6), the pieces it captures (35), and the ways of its first eight jumps (2 each), which tell
# apart the routes of a king that captures the same pieces in another order.
END_AT, CAPTURED_AT, ROUTE_AT = 6, 12, 47
ROUTE = 0xFFFF

STEPS = (4, 5, -5, -4)
"""What the four ways add to the number of a bit; the opposite of way w is 3 - w."""

ENDGAME = 12
"""Pieces of both sides from which on it matters who has the move."""

POINTS = (100, 130, 1.5, 2, 25, -1, 2, 3, 10, 2, 3, 30)
SCALE = 4096
"""What one of each feature is worth in points, and the points of a won game.

From what players know; the bridge, safe steps and the double corner were raised, and some of
the others lowered, after a regression on the results of 500 games that the engine played with
itself. A power of two as the scale keeps sums exact.
"""


class Checkers(Game[State, int]):
    """Black and White take turns to move on the dark squares of an 8 by 8 board; Black begins.

    A man steps diagonally forward, a king forward or back, one square. A piece captures by
    jumping over one of the other side to the free square behind it, and goes on jumping as
    long as it can. Whoever can capture must, but is free to choose among the captures, and
    need not choose the longest. A man that reaches the far row becomes a king and stops.
    Whoever cannot move, or has nothing left, loses (+1 if White does, -1 if Black does).

    The game is a draw (0) if both sides make `quiet_limit` moves without a capture or a move
    of a man; 0 switches that off. A position that comes back counts as a draw in searches.

    Squares are counted from 1 to 32. Moves are written `11-15`, captures `15x22x31` with every
    square on the way, or `15x31` where that says enough. Positions are FENs of PDN: whose turn
    it is, then the pieces, `B:W18,24,K27:B1,10`; `:H7` at the end says that 7 quiet plies
    were played.
    """

    may_cycle = True
    extend_until_quiet = True
    fits_64_bits = True
    win = 1
    player_names = ("Black", "White")
    feature_names = (
        *("men", "kings", "the lead among few pieces", "guards of the first row", "the bridge"),
        *("men advanced", "men in the centre", "kings in the centre", "pieces with a safe step"),
        *("runaway men", "the move", "the double corner"),
    )

    def __init__(self, quiet_limit: int = 40) -> None:
        self.quiet_limit = whole_number("quiet_limit", quiet_limit, 0, 500)
        self.quiet_plies = 2 * self.quiet_limit
        self.weights = tuple(points / SCALE for points in POINTS)

    def initial(self) -> State:
        return State(BOARD & (1 << 13) - 1, BOARD & ~((1 << 22) - 1), 0, MAX, 0)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        down, up, theirs, free = sides(s)
        jumping = jumpers(down, up, theirs, free)
        if not jumping:
            for way in range(4):
                movers = (down if way < 2 else up) & beside(free, 3 - way)
                for square in indices(movers):
                    yield square | square + STEPS[way] << END_AT
        for start in single_bits(jumping):
            # One piece: a jump further while there is one, else a jump back and another way.
            # A man that becomes a king stops by itself: it could only go on over the edge.
            first = 0 if start & down else 2
            last = 3 if start & up else 1
            landing = free | start
            at, captured, route, jumps = start, 0, 0, 0
            way = first
            while True:
                if way <= last:
                    over = beside(at, way) & theirs & ~captured
                    end = beside(over, way) & landing
                    if not end:
                        way += 1
                        continue
                    at = end
                    captured |= over
                    route |= way << 2 * jumps
                    jumps += 1
                    way = first
                    further_down = at if first == 0 else 0
                    further_up = at if last == 3 else 0
                    if jumpers(further_down, further_up, theirs & ~captured, landing):
                        continue
                    move = lowest_index(start) | lowest_index(at) << END_AT
                    yield move | captured << CAPTURED_AT | (route & ROUTE) << ROUTE_AT
                elif jumps == 0:
                    break  # all ways from the start were followed
                jumps -= 1
                way = route >> 2 * jumps & 3
                route ^= way << 2 * jumps
                over = beside(at, 3 - way)
                at = beside(over, 3 - way)
                captured ^= over
                way += 1

    def result(self, s: State, a: int) -> State:
        start = 1 << (a & 63)
        end = 1 << (a >> END_AT & 63)
        captured = a >> CAPTURED_AT & BOARD
        kings = s.kings & ~(start | captured)
        quiet = 0
        if s.kings & start:
            kings |= end
            if self.quiet_plies and not captured:
                quiet = s.quiet + 1
        else:
            kings |= end & (TOP | BOTTOM)
        if s.player == MAX:
            return State(s.black & ~start | end, s.white & ~captured, kings, MIN, quiet)
        return State(s.black & ~captured, s.white & ~start | end, kings, MAX, quiet)

    def is_terminal(self, s: State) -> bool:
        if self.quiet_plies and s.quiet >= self.quiet_plies:
            return True
        return not can_move(s)

    def utility(self, s: State) -> int:
        return 0 if can_move(s) else -s.player

    # --- stronger ---------------------------------------------------------------------

    def key(self, s: State) -> tuple[int, int]:
        """All of the state in two numbers."""
        low, high = self.repetition_key(s)
        return low, high ^ s.quiet << 46

    def repetition_key(self, s: State) -> tuple[int, int]:
        """The board and whose turn it is, without the counter."""
        low = s.black << 27 | s.kings & (1 << 27) - 1
        return low, s.white << 9 | s.kings >> 27 << 1 | (s.player == MAX)

    def exchanged(self, s: State) -> State:
        """White's pieces are Black's, and the board is turned round."""
        return endgames.exchanged(s)

    def endgame(self, text: str) -> Endgame[State]:
        """All positions with so many men and kings on the board: `3`."""
        pieces = endgames.material(text)
        return Endgame(self, pieces, endgames.placements(pieces))

    def placed(self, material: State, number: int) -> Iterator[State]:
        """Both positions of one placement of so many pieces."""
        yield from endgames.placed(material, number)

    def priority(self, s: State, a: int) -> int:
        """The largest capture first, kings before men; then a man that becomes a king."""
        captured = a >> CAPTURED_AT & BOARD
        score = 4 * popcount(captured) + popcount(captured & s.kings)
        if 1 << (a >> END_AT & 63) & (TOP | BOTTOM) and not s.kings >> (a & 63) & 1:
            score += 3
        return score

    def is_quiet(self, s: State) -> bool:
        """Is there nothing to capture, so that the board can be judged as it stands?"""
        down, up, theirs, free = sides(s)
        return jumpers(down, up, theirs, free) == 0

    def features(self, s: State) -> tuple[int, ...]:
        """Black's lead in twelve things, each a line below; `POINTS` says what one is worth."""
        free = BOARD & ~(s.black | s.white)
        kings, their_kings = s.black & s.kings, s.white & s.kings
        men, their_men = s.black ^ kings, s.white ^ their_kings
        safe = free & ~attacked(their_kings, s.white, free)
        their_safe = free & ~attacked(s.black, kings, free)
        pieces = popcount(s.black) + popcount(s.white)
        lead = popcount(s.black) - popcount(s.white)
        weaker = kings if lead < 0 else their_kings if lead > 0 else 0
        king_lead = popcount(kings) - popcount(their_kings)
        rows = depth_of(men) + depth_of(their_men) - 7 * popcount(their_men)
        return (
            lead - king_lead,  # men
            king_lead,  # kings
            share(lead, pieces),  # the lead counts more after exchanges
            popcount(men & TOP) - popcount(their_men & BOTTOM),  # guards of the own first row
            (men & BRIDGE == BRIDGE) - (their_men & THEIR_BRIDGE == THEIR_BRIDGE),  # well placed
            rows,  # how far men are advanced
            popcount(men & CENTRE) - popcount(their_men & CENTRE),  # men in the centre
            popcount(kings & CENTRE) - popcount(their_kings & CENTRE),  # kings there
            popcount(walkers(s.black, kings, safe))
            - popcount(walkers(their_kings, s.white, their_safe)),  # pieces with a safe step
            runaways(men, s.white) - runaways_up(their_men, s.black),  # men nobody can stop
            has_the_move(s) if lead == 0 and pieces <= ENDGAME else 0,  # the last free step
            -sign(lead) * popcount(weaker & DOUBLE_CORNERS),  # where the weaker side holds out
        )

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: int) -> str:
        return notation.move_text(path_of(a), captures(a))

    def parse_action(self, s: State, text: str) -> int:
        legal = self.legal(s)
        capture = any(map(captures, legal))
        return legal[notation.find_move(text, [path_of(a) for a in legal], capture)]

    def format_state(self, s: State) -> str:
        return notation.fen(s.black, s.white, s.kings, self.player_name(s.player), s.quiet)

    def parse_state(self, text: str) -> State:
        black, white, kings, side, quiet = notation.read_fen(text)
        if quiet > self.quiet_plies:
            raise InvalidPosition(
                f"{quiet} quiet plies were not played: the game ends after {self.quiet_plies}."
                if self.quiet_limit
                else "quiet_limit=0, so quiet plies are not counted: leave out :H."
            )
        return State(black, white, kings, MAX if side == self.player_names[0] else MIN, quiet)

    def ending(self, s: State) -> str:
        if can_move(s):
            return f"{self.quiet_limit}-move rule"
        mine = s.black if s.player == MAX else s.white
        return f"{self.player_name(s.player)} {'cannot move' if mine else 'has no pieces left'}"

    def show(self, s: State) -> str:
        return notation.picture(s.black, s.white, s.kings, *self._turn(s))

    def draw(self, s: State) -> str:
        title = f"checkers: {self.format_state(s)}"
        return notation.drawing(s.black, s.white, s.kings, *self._turn(s), title)

    def _turn(self, s: State) -> tuple[str, str]:
        """The side to move, and why it is not to move, if the game is over."""
        return self.player_name(s.player), self.ending(s) if self.is_terminal(s) else ""

    def gestures(self, s: State, a: int) -> list[tuple[str, ...]]:
        return notation.gestures(path_of(a), [path_of(b) for b in self.legal(s)])


def captures(a: int) -> bool:
    """Is this move a capture?"""
    return a >> CAPTURED_AT & BOARD != 0


def path_of(a: int) -> tuple[int, ...]:
    """The squares that a move visits, from 1 to 32."""
    end, captured = a >> END_AT & 63, a >> CAPTURED_AT & BOARD
    bit = a & 63
    path = [notation.square_of(bit)]
    if not captured:
        path.append(notation.square_of(end))
    route = a >> ROUTE_AT
    while captured:
        way = route & 3
        if len(path) > 8:  # beyond what the route says: where there is something to capture
            way = next(w for w in range(4) if beside(1 << bit, w) & captured)
        captured &= ~beside(1 << bit, way)
        bit += 2 * STEPS[way]
        route >>= 2
        path.append(notation.square_of(bit))
    return tuple(path)


# --- features -----------------------------------------------------------------------------------


def attacked(down: int, up: int, free: int) -> int:
    """The squares on which a piece could be captured by these, if nothing else changed."""
    from_above = down << 4 & free >> 4 | down << 5 & free >> 5
    from_below = up >> 4 & free << 4 | up >> 5 & free << 5
    return from_above | from_below


def depth_of(men: int) -> int:
    """How many rows below the top these men stand, added up."""
    return popcount(men & ODD_ROWS) + 2 * popcount(men & TWO_ROWS) + 4 * popcount(men & LOWER)


def runaways(men: int, others: int) -> int:
    """How far the men that go down, and have none of the others before them, have come."""
    shadow = others
    for _ in range(6):
        shadow |= (shadow >> 4 | shadow >> 5) & BOARD
    return depth_of(men & ~shadow)


def runaways_up(men: int, others: int) -> int:
    """The same for men that go up."""
    shadow = others
    for _ in range(6):
        shadow |= (shadow << 4 | shadow << 5) & BOARD
    men &= ~shadow
    return 7 * popcount(men) - depth_of(men)


def has_the_move(s: State) -> int:
    """MAX or MIN: who steps last if the pieces walk towards each other in pairs.

    For sides of equal strength. It is the side to move if an odd number of pieces, of both
    sides together, stand in every second row.
    """
    return s.player if popcount((s.black | s.white) & ODD_ROWS) & 1 else -s.player


def share(lead: int, pieces: int) -> int:
    """The lead in hundredths of all pieces, towards 0."""
    return 100 * lead // pieces if lead > 0 else -(-100 * lead // pieces)


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)
