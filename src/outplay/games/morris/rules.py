"""Nine Men's Morris and its family: three, four, five, six, nine … and twelve men."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import indices, popcount, single_bits
from outplay.errors import IllegalAction, InvalidPosition
from outplay.game import MAX, MIN, Game
from outplay.games.grid_notation import signs
from outplay.games.morris.board import PART, draw_board, make_board, show_board
from outplay.games.morris.notation import read_board, read_turn, refusal, refuse_counts
from outplay.lines import legal_moves
from outplay.parameters import flag, whole_number

Action = tuple[int, int]
"""(what changes of the men of the side to move, the man that is taken or 0): masks of points."""


class State(NamedTuple):
    """The men on the board, one bit a point in reading order, and those still in hand."""

    white: int
    """The men of White (MAX) on the board."""
    black: int
    """The men of Black (MIN) on the board."""
    hand: int
    """Men in hand, of both sides together. White places first, so half of them, rounded down,
    are White's, and as long as there are any the side to move has one."""
    player: int
    """Whose turn it is."""
    quiet: int
    """Moves on end that took no man, once all men are placed; always 0 without a limit."""


class Morris(Game[State, Action]):
    """White and Black take turns, White first: to place a man, and once all are placed to move one.

    A man moves one step along a line to a free point. With `flying`, a side that has three men
    left moves them to any free point. A placement or move that makes a mill, three men on a line of
    three points, also takes a man of the other side: one that is not in a mill, or any if all
    are. Two mills at once still take one man.

    Once the men are placed, a side with fewer than three men loses, and so does one that cannot
    move (+1 if White wins, -1 if Black does). `quiet_limit` moves in a row without a capture,
    counting both sides, are a draw (0); a limit of 0 switches the rule off. A full board, which
    only twelve men can fill, is a draw as well. A position that comes back counts as a draw in
    searches.

    `men` is how many each side has, and chooses the board: 3 have one square and a centre, 4 to
    6 two squares, 7 to 12 three. None stands for what is usual with so many men: `diagonals`
    (lines from corner to corner, which 3 and 12 have), `flying` (from 7 men on), and
    `first_mill_wins` (nothing is taken, the game is over: three men).

    People write `d6` to place, `a1-a4` to move, and add what is taken: `d6xf4`, `a1-a4xb2`.
    A position is the points row by row from the top, the side to move, the men that White and
    Black have in hand, and `quiet`: `W.B/.../.../....../.../.../... W 8 8 0`.
    """

    may_cycle = True
    fits_64_bits = True
    win = 1
    player_names = ("White", "Black")
    feature_names = ("men", "twos", "mill threats", "running mills", "steps", "men that can step")
    weights = (0.036, 0.0012, 0.0024, 0.005, 0.0072, 0.012)
    """Of `features`, found by matches: since turns that take a man are followed beyond the depth
    (`tactical_actions`), besides the men what may be taken counts less than room to move."""

    def __init__(
        self,
        men: int = 9,
        flying: bool | None = None,
        diagonals: bool | None = None,
        first_mill_wins: bool | None = None,
        quiet_limit: int = 100,
    ) -> None:
        self.men = whole_number("men", men, 3, 12)
        self.flying = self.men > 6 if flying is None else flag("flying", flying)
        usual = self.men in (3, 12)
        self.diagonals = usual if diagonals is None else flag("diagonals", diagonals)
        self.first_mill_wins = (
            self.men == 3 if first_mill_wins is None else flag("first_mill_wins", first_mill_wins)
        )
        self.quiet_limit = whole_number("quiet_limit", quiet_limit, 0, 500)
        rings = 1 if self.men == 3 else 2 if self.men <= 6 else 3
        self.board = board = make_board(rings, self.men == 3, self.diagonals)
        self.full = (1 << len(board.points)) - 1
        self.mills = board.mills
        self.pairs = board.pairs
        self.neighbours = board.neighbours
        self.symmetric = board.symmetries
        self.images = board.images
        self.parts = -(-len(board.points) // PART)

    def initial(self) -> State:
        return State(0, 0, 2 * self.men, MAX, 0)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[Action]:
        mine, theirs = sides(s)
        free = self.full ^ (mine | theirs)
        takes = 0 if self.first_mill_wins else self._prey(theirs)
        leaps = self._flies(mine)
        starts = self.full + 1 if s.hand else mine
        for start in single_bits(starts):
            ends = free
            if not leaps:
                ends &= self.neighbours[start.bit_length() - 1]
            for end in single_bits(ends):
                changed = (start | end) & self.full
                taken = takes if self._closes(mine ^ start, end) else 0
                if not taken:
                    yield changed, 0
                for man in single_bits(taken):
                    yield changed, man

    def result(self, s: State, a: Action) -> State:
        changed, taken = a
        hand = max(s.hand - 1, 0)
        quiet = 0
        if self.quiet_limit and not s.hand and not taken:
            quiet = s.quiet + 1
        if s.player == MAX:
            return State(s.white ^ changed, s.black ^ taken, hand, MIN, quiet)
        return State(s.white ^ taken, s.black ^ changed, hand, MAX, quiet)

    def is_terminal(self, s: State) -> bool:
        if s.hand == 0:
            if self.quiet_limit and s.quiet >= self.quiet_limit:
                return True
            mine, theirs = sides(s)
            if self._is_beaten(mine, self.full ^ (mine | theirs)):
                return True
        return self.first_mill_wins and self._in_mills(sides(s)[1]) != 0

    def utility(self, s: State) -> int:
        mine, theirs = sides(s)
        free = self.full ^ (mine | theirs)
        if self.first_mill_wins and self._in_mills(theirs):
            return -s.player
        if free and self._is_beaten(mine, free):
            return -s.player
        return 0

    # --- stronger ---------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The turns and mirrors of the square, and all of them with the rings inside out."""
        for way in range(self.symmetric):
            white, black = self._image(s.white, way), self._image(s.black, way)
            yield State(white, black, s.hand, s.player, s.quiet)

    def repetition_key(self, s: State) -> int:
        """All but the count of quiet moves: what is the same when a position comes back."""
        return s.white | s.black << 24 | s.hand << 48 | (s.player == MAX) << 53

    def key(self, s: State) -> int:
        return s.white | s.black << 24 | s.hand << 48 | (s.player == MAX) << 53 | s.quiet << 54

    def outcome_bounds(self, s: State) -> tuple[int, int]:
        """A win now: by the mill that leaves the other side two men, or by the first mill."""
        mine, theirs = sides(s)
        if self.first_mill_wins or (s.hand < 2 and popcount(theirs) == 3):
            leaps = s.hand > 0 or self._flies(mine)
            free = self.full ^ (mine | theirs)
            if self._lines(mine, free, leaps)[1]:
                return s.player, s.player
        return (-2, 1) if s.player == MAX else (-1, 2)

    def priority(self, s: State, a: Action) -> int:
        """What takes a man first, then what stops a mill, then what prepares one."""
        mine, theirs = sides(s)
        changed, taken = a
        end = changed & ~mine
        stops = prepares = 0
        for pair in self.pairs[end.bit_length() - 1]:
            if theirs & pair == pair:
                stops += 1
            elif mine & ~changed & pair and not theirs & pair:
                prepares += 1
        wide = popcount(self.neighbours[end.bit_length() - 1])
        return (1000 if taken else 0) + 50 * stops + 10 * prepares + wide

    def tactical_actions(self, s: State) -> Iterator[Action]:
        """The turns that take a man."""
        mine, theirs = sides(s)
        leaps = s.hand > 0 or self._flies(mine)
        if self._lines(mine, self.full ^ (mine | theirs), leaps)[1]:
            for a in self.actions(s):
                if a[1]:
                    yield a

    def features(self, s: State) -> tuple[int, int, int, int, int, int]:
        """White's lead in …

        - men, those in hand included
        - twos: lines with two men and a free point
        - threats: mills that one placement or move would close
        - running mills: threats of a man that comes out of a mill, and can go back into it
        - steps: to how many free points the men can step
        - men that can step, or are not placed yet
        """
        free = self.full ^ (s.white | s.black)
        w = self._lines(s.white, free, s.hand > 0 or self._flies(s.white))
        b = self._lines(s.black, free, s.hand > 0 or self._flies(s.black))
        white_steps, white_able = self._steps(s.white, free)
        black_steps, black_able = self._steps(s.black, free)
        in_hand = -(s.hand % 2)  # White's lead there
        return (
            popcount(s.white) - popcount(s.black) + in_hand,
            w[0] - b[0],
            w[1] - b[1],
            w[2] - b[2],
            white_steps - black_steps,
            white_able - black_able + in_hand,
        )

    # --- lines and steps --------------------------------------------------------------

    def _flies(self, men: int) -> bool:
        """May these men, once all are placed, move to any free point?"""
        return self.flying and popcount(men) == 3

    def _closes(self, men: int, end: int) -> bool:
        """Is there a mill through `end` once one more of these men stands there?"""
        found = False
        for pair in self.pairs[end.bit_length() - 1]:
            if men & pair == pair:
                found = True
        return found

    def _in_mills(self, men: int) -> int:
        """Those of the men that are in a mill."""
        found = 0
        for mill in self.mills:
            if men & mill == mill:
                found |= mill
        return found

    def _prey(self, men: int) -> int:
        """Those of the men that a mill of the other side may take."""
        loose = men & ~self._in_mills(men)
        return loose if loose else men

    def _is_beaten(self, men: int, free: int) -> bool:
        """Are there fewer than three of the men, or can none of them move?"""
        many = popcount(men)
        if many < 3:
            return True
        if self.flying and many == 3:
            return False
        return all(not self.neighbours[man] & free for man in indices(men))

    def _lines(self, men: int, free: int, leaps: bool) -> tuple[int, int, int]:
        """How many twos, threats and running mills these men have: see `features`."""
        closed = self._in_mills(men)
        twos = threats = running = 0
        for mill in self.mills:
            gap = mill & ~men
            if gap & free and gap & gap - 1 == 0:
                twos += 1
                comers = self.neighbours[gap.bit_length() - 1] & men & ~mill
                if leaps or comers:
                    threats += 1
                    if comers & closed:
                        running += 1
        return twos, threats, running

    def _steps(self, men: int, free: int) -> tuple[int, int]:
        """How many steps to free points there are, and how many of the men can take one."""
        found = able = 0
        for man in indices(men):
            ends = self.neighbours[man] & free
            found += popcount(ends)
            if ends:
                able += 1
        return found, able

    def _image(self, men: int, way: int) -> int:
        """Where a symmetry takes the men."""
        found = 0
        for part in range(self.parts):
            row = way * self.parts + part
            found |= self.images[row << PART | men >> PART * part & (1 << PART) - 1]
        return found

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: Action) -> str:
        mine, _ = sides(s)
        changed, taken = a
        names = self.board.names
        start, end = changed & mine, changed & ~mine
        move = f"{names[start.bit_length() - 1]}-" if start else ""
        move += names[end.bit_length() - 1]
        return f"{move}x{names[taken.bit_length() - 1]}" if taken else move

    def parse_action(self, s: State, text: str) -> Action:
        legal = legal_moves(self, s)
        # The points say it all, however they are divided.
        named = re.findall(r"[a-wyz][0-9]+", text.lower())
        for move, a in legal.items():
            if re.findall(r"[a-g][0-9]", move) == named:
                return a
        where = dict(zip(self.board.names, self._signs(s), strict=True))
        for point in named:
            if point not in where:
                raise IllegalAction(f"There is no point {point} on this board.")
        mover = self.player_name(s.player)
        why = refusal(named, list(legal), where, s.hand > 0, mover)
        raise IllegalAction(f"{text.strip()!r} is not legal: {why}.")

    def format_state(self, s: State) -> str:
        points = iter(self._signs(s))
        rows = ["".join(next(points) for _ in range(wide)) for wide in self._widths()]
        turn = "W" if s.player == MAX else "B"
        return f"{'/'.join(rows)} {turn} {s.hand // 2} {(s.hand + 1) // 2} {s.quiet}"

    def parse_state(self, text: str) -> State:
        example = self.format_state(self.initial())
        points, rest = read_board(text, self._widths(), example)
        player, *hands, quiet = read_turn(rest, self.quiet_limit, example)
        white, black = (
            sum(1 << number for number, sign in enumerate(points) if sign == side) for side in "WB"
        )
        on_board = popcount(white), popcount(black)
        refuse_counts(player, (hands[0], hands[1]), on_board, self.men, not self.first_mill_wins)
        s = State(white, black, sum(hands), player, quiet)
        if self.first_mill_wins and self._in_mills(sides(s)[0]):
            raise InvalidPosition(
                f"{self.player_name(player)} has a mill already, and the first one wins."
            )
        return s

    def ending(self, s: State) -> str:
        mine, theirs = sides(s)
        if not self.utility(s):
            full = mine | theirs == self.full
            return "the board is full" if full else f"{self.quiet_limit} moves without a capture"
        if self.first_mill_wins and self._in_mills(theirs):
            return "a mill"
        few = popcount(mine) < 3
        return f"{self.player_name(s.player)} {'has two men left' if few else 'cannot move'}"

    def show(self, s: State) -> str:
        turn = self._turn(s)
        if s.hand and not self.is_terminal(s):
            turn += f", in hand {s.hand // 2} and {(s.hand + 1) // 2}"
        return f"{show_board(self.board, self._signs(s))}\n{turn}"

    def draw(self, s: State) -> str:
        title = f"{self.name}: {self.format_state(s)}"
        hands = s.hand // 2, (s.hand + 1) // 2
        return draw_board(self.board, self._signs(s), hands, title, self._turn(s))

    def gestures(self, s: State, a: Action) -> list[tuple[str, ...]]:
        """Where a man comes from, unless it is placed, and goes to; then the man it takes."""
        mine, _ = sides(s)
        changed, taken = a
        steps = changed & mine, changed & ~mine, taken
        return [tuple(self.board.names[step.bit_length() - 1] for step in steps if step)]

    def _turn(self, s: State) -> str:
        """Whose turn it is, or who has won."""
        if not self.is_terminal(s):
            return f"{self.player_name(s.player)} to move"
        won = self.utility(s)
        return f"{self.player_name(won)} has won" if won else "a draw"

    def _signs(self, s: State) -> str:
        """W, B or . for each point in reading order."""
        return signs(range(len(self.board.points)), {"W": s.white, "B": s.black})

    def _widths(self) -> list[int]:
        """How many points each row has, from the top."""
        heights = [y for _, y in self.board.points]
        return [heights.count(y) for y in sorted(set(heights), reverse=True)]


def sides(s: State) -> tuple[int, int]:
    """The men of the side to move, and those of the other side."""
    return (s.white, s.black) if s.player == MAX else (s.black, s.white)
