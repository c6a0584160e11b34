"""Pig, the dice game, for two players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay.drawing import BLUE, FAINT, YELLOW, Sheet
from outplay.errors import IllegalAction, InvalidPosition
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.lines import legal_moves
from outplay.parameters import whole_number

HOLD = 0
ROLL = 7
"""Decisions; 1 to 6 are faces of the die, the actions of chance."""


class State(NamedTuple):
    """The scores, the turn under way, and whether the die is in the air."""

    first: int
    """What the first player (MAX) has banked."""
    second: int
    """What the second player (MIN) has banked."""
    turn: int
    """What the turn under way has gathered, and a 1 would lose."""
    player: int
    """Whose turn it is."""
    rolling: int
    """1 if the die is in the air, so that chance moves next; else 0."""


class Pig(Game[State, int]):
    """In a turn a player rolls a die as often as they like, and then holds.

    Each roll of 2 to 6 is added to the turn's total, and holding banks it. A roll of 1 ends
    the turn with nothing. A turn begins with a roll. The first to reach `target`, counting
    what the turn has gathered, wins: +1 if it is the first player, -1 if it is the second.
    So a state of value v is won by the first player with probability (v + 1) / 2.

    Two rolls of 1 bring the same position back: lines need not end.

    Actions are ROLL and HOLD; chance's are the faces 1 to 6. People write `roll`, `hold`
    and `4`. A position is both scores, the turn's total and whose turn it is, `20 35 8 first`,
    with `rolling` behind it while the die is in the air.
    """

    may_cycle = True
    player_names = ("first", "second")

    def __init__(self, target: int = 100) -> None:
        self.target = whole_number("target", target, 1, 1_000_000)

    def initial(self) -> State:
        return State(0, 0, 0, MAX, 0)

    def to_move(self, s: State) -> int:
        return CHANCE if s.rolling else s.player

    def actions(self, s: State) -> Iterator[int]:
        yield ROLL
        if s.turn > 0:
            yield HOLD

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for face in range(1, 7):
            yield face, 1 / 6

    def result(self, s: State, a: int) -> State:
        if s.rolling:
            if a == 1:
                return State(s.first, s.second, 0, -s.player, 0)
            return State(s.first, s.second, s.turn + a, s.player, 0)
        if a == ROLL:
            return s._replace(rolling=1)
        if s.player == MAX:
            return State(s.first + s.turn, s.second, 0, MIN, 0)
        return State(s.first, s.second + s.turn, 0, MAX, 0)

    def is_terminal(self, s: State) -> bool:
        return banked(s) + s.turn >= self.target

    def utility(self, s: State) -> int:
        return s.player

    # --- stronger ---------------------------------------------------------------------

    def evaluate(self, s: State) -> float:
        """The lead, the turn's total included, as a share of the target."""
        return (s.first - s.second + s.player * s.turn) / self.target

    def bounds(self, s: State) -> tuple[int, int]:
        return -1, 1

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: int) -> str:
        return {ROLL: "roll", HOLD: "hold"}.get(a, str(a))

    def parse_action(self, s: State, text: str) -> int:
        legal = legal_moves(self, s)
        wanted = text.strip().lower()
        if wanted in legal:
            return legal[wanted]
        what = "a face of the die" if s.rolling else "a decision here"
        raise IllegalAction(f"{text.strip()!r} is not {what}; choose from: {' '.join(legal)}.")

    def format_state(self, s: State) -> str:
        rolling = " rolling" if s.rolling else ""
        return f"{s.first} {s.second} {s.turn} {self.player_name(s.player)}{rolling}"

    def parse_state(self, text: str) -> State:
        found = re.fullmatch(
            r"([0-9]{1,7}) ([0-9]{1,7}) ([0-9]{1,7}) (first|second)( rolling)?",
            " ".join(text.lower().split()),
        )
        if found is None:
            raise InvalidPosition(
                f"{text!r} is not a position of pig: write both scores, the turn's total and"
                " whose turn it is, such as '20 35 8 first' or '20 35 8 first rolling'."
            )
        first, second, turn = (int(found[number]) for number in (1, 2, 3))
        player = MAX if found[4] == "first" else MIN
        s = State(first, second, turn, player, 1 if found[5] else 0)
        if max(first, second) >= self.target:
            raise InvalidPosition(f"A score of {max(first, second)} has won already.")
        if turn == 1 or banked(s) + turn > self.target + 5:
            raise InvalidPosition(f"A turn total of {turn} is not possible here.")
        if s.rolling and self.is_terminal(s):
            raise InvalidPosition(f"{text!r} is won already: nobody rolls again.")
        return s

    def show(self, s: State) -> str:
        over = self.is_terminal(s)
        signs = {player: ">" if s.player == player and not over else " " for player in (MAX, MIN)}
        state = "the die is rolling" if s.rolling else f"turn total {s.turn}"
        rows = [(MAX, s.first), (MIN, s.second)]
        return "\n".join(
            f"{signs[player]} {self.player_name(player):<6} {score:>3} of {self.target}"
            + (f"   {state}" if s.player == player else "")
            for player, score in rows
        )

    def draw(self, s: State) -> str:
        sheet = Sheet(9, 2.6, f"{self.name}: {self.format_state(s)}")
        for row, (player, score) in enumerate([(MAX, s.first), (MIN, s.second)]):
            y = 0.7 + 1.2 * row
            turn = s.turn if s.player == player else 0
            sheet.text(0.3, y, self.player_name(player), anchor="start", bold=s.player == player)
            sheet.rectangle(2.4, y - 0.25, 5, 0.5, line=FAINT, round=0.1)
            banked_part = 5 * min(1.0, score / self.target)
            turn_part = min(5 * turn / self.target, 5 - banked_part)
            sheet.rectangle(2.4, y - 0.25, banked_part, 0.5, fill=BLUE, round=0.1)
            sheet.rectangle(2.4 + banked_part, y - 0.25, turn_part, 0.5, fill=YELLOW)
            points_text = f"{score}+{turn}" if turn else str(score)
            sheet.text(7.6, y, points_text, anchor="start")
            points = f"{score} points" + (f", {turn} in this turn" if turn else "")
            sheet.place(self.player_name(player), 0.2, y - 0.45, 8.6, 0.9, points)
        return str(sheet)


def banked(s: State) -> int:
    """The score of the player whose turn it is, without the turn's total."""
    return s.first if s.player == MAX else s.second
