"""TakeAway: take one, two or three matches; whoever takes the last one wins.

A rules file for Outplay. Change the rules into those of your own game, and run
`outplay check` on this file after each change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from outplay import MAX, MIN, Game, InvalidPosition
from outplay.drawing import Sheet


class State(NamedTuple):
    """All that decides how the game can go on. Ints (or tuples of ints) run at native speed."""

    matches: int
    """How many are left."""
    player: int
    """Whose turn it is: MAX (+1) or MIN (-1)."""


class TakeAway(Game[State, int]):
    """Two players take turns to take 1 to `most` matches. Whoever takes the last one wins."""

    player_names = ("first", "second")  # what people call MAX and MIN

    def __init__(self, matches: int = 21, most: int = 3) -> None:
        # Parameters: outplay play this_file.py --with matches=30
        self.matches = matches
        self.most = most

    # --- the six questions: these every game answers ---------------------------------------

    def initial(self) -> State:
        """Where does it start?"""
        return State(self.matches, MAX)

    def to_move(self, s: State) -> int:
        """Whose turn is it? MAX or MIN (or CHANCE, in a game with dice)."""
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        """What may they do? Yield every legal action, at least one."""
        for taken in range(1, self.most + 1):
            if taken <= s.matches:
                yield taken

    def result(self, s: State, taken: int) -> State:
        """What happens then? A new state; `s` itself stays as it is."""
        return State(s.matches - taken, -s.player)

    def is_terminal(self, s: State) -> bool:
        """Is it over?"""
        return s.matches == 0

    def utility(self, s: State) -> int:
        """Who got what? From MAX's side: +1 MAX won, -1 MIN won, 0 a draw."""
        return -s.player  # the player to move finds nothing left: the other one took the last

    # --- optional: a guess at positions that the search does not follow to the end -----------

    def evaluate(self, s: State) -> float:
        """An estimate from MAX's side, between a loss (-1) and a win (+1)."""
        good = s.matches % (self.most + 1) != 0
        return 0.5 * s.player if good else -0.5 * s.player

    # --- for people: notation and picture ----------------------------------------------------

    def format_action(self, s: State, taken: int) -> str:
        """How people write a move; what they type is read by the same notation."""
        return str(taken)

    def format_state(self, s: State) -> str:
        """A position on one line: `21 first`."""
        return f"{s.matches} {self.player_name(s.player)}"

    def parse_state(self, text: str) -> State:
        """The position that `format_state` wrote."""
        matches, _, player = text.strip().partition(" ")
        if not (matches.isascii() and matches.isdigit() and player in self.player_names):
            raise InvalidPosition(f"{text!r} is not a position; write it as '21 first'.")
        return State(int(matches), MAX if player == self.player_names[0] else MIN)

    def show(self, s: State) -> str:
        """The picture of a position in the terminal."""
        return f"{'|' * s.matches} ({s.matches})"

    def draw(self, s: State) -> str:
        """The picture on the page (`outplay serve`). A place is what people can click on."""
        sheet = Sheet(7, max(1, (s.matches + 6) // 7), self.format_state(s))
        for match in range(s.matches):
            row, column = divmod(match, 7)
            sheet.line(column + 0.5, row + 0.2, column + 0.5, row + 0.8, thick=0.12)
            sheet.place(str(match + 1), column, row, what="match")
        return str(sheet)

    def gestures(self, s: State, taken: int) -> Iterator[tuple[str, ...]]:
        """What to click for a move: the first of the matches that it takes."""
        yield (str(s.matches - taken + 1),)
