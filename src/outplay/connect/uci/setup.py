"""The position that is set up, and the states of the game before it."""

from __future__ import annotations

from outplay.connect.uci.protocol import Position
from outplay.errors import InvalidPosition
from outplay.games.chess import fen, san
from outplay.games.chess.board import State
from outplay.games.chess.moves import legal_moves
from outplay.games.chess.rules import Chess


class Board:
    """What `position` has set up. Moves that were there before are not played again."""

    def __init__(self, game: Chess) -> None:
        self.game = game
        self.start: str | None = None
        self.chess960 = False
        self.moves: list[str] = []
        self.states: list[State] = [game.initial()]

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def history(self) -> list[State]:
        """The earlier states that can still come back."""
        count = min(self.state.quiet, len(self.states) - 1)
        return self.states[len(self.states) - 1 - count : -1]

    def set_up(self, position: Position, chess960: bool) -> str:
        """Sets up a position; gives a sentence if it could not, or not wholly.

        With a FEN that is wrong, what stood before stays. At a move that is not legal, the moves
        end: the position before it is what is set up.
        """
        start, moves = position.fen, list(position.moves)
        same = (self.start, self.chess960) == (start, chess960)
        if not same or moves[: len(self.moves)] != self.moves:
            try:
                first = self.game.initial() if start is None else fen.read(start, chess960)
            except InvalidPosition as error:
                return str(error)
            self.start, self.chess960 = start, chess960
            self.moves, self.states = [], [first]
        for number, text in enumerate(moves[len(self.moves) :], start=len(self.moves) + 1):
            action = find(self.state, text, chess960)
            if action is None:
                return f"Move {number}, {text!r}, is not legal; the moves before it are played."
            self.states.append(self.game.result(self.state, action))
            self.moves.append(text)
        return ""


def find(state: State, text: str, chess960: bool) -> int | None:
    """The legal move that a text names in UCI notation; None if there is none.

    Castling is read in both ways of writing it, the one in force first.
    """
    legal = list(legal_moves(state))
    for way in (chess960, not chess960):
        for action in legal:
            if san.uci(state, action, way) == text.lower():
                return action
    return None
