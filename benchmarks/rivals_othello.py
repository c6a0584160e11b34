"""A player of Othello to play against: the alpha-beta search of the package rust-reversi.

It deepens until its time is over, on rules and a search written in Rust, and evaluates by a
matrix of weights for the squares. The package brings no matrix of its own; this one follows
what books teach: corners are good, the squares next to them bad, the rest of the rim good.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from outplay.game import MAX
from outplay.games.othello import PASS, Othello, State

MATRIX = [
    [100, -20, 10, 5, 5, 10, -20, 100],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [10, -2, 3, 1, 1, 3, -2, 10],
    [5, -2, 1, 0, 0, 1, -2, 5],
    [5, -2, 1, 0, 0, 1, -2, 5],
    [10, -2, 3, 1, 1, 3, -2, 10],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [100, -20, 10, 5, 5, 10, -20, 100],
]
DEEPEST, WIN_SCORE = 60, 1 << 20


class RustReversi:
    """`AlphaBetaSearch` with its `MatrixEvaluator`, for so many seconds a move."""

    def __init__(self, seconds: float) -> None:
        self._rust: Any = import_module("rust_reversi")
        evaluator = self._rust.MatrixEvaluator(MATRIX)
        self._search = self._rust.AlphaBetaSearch(evaluator, DEEPEST, WIN_SCORE)
        self._milliseconds = max(1, round(1000 * seconds))

    def choose(self, game: Othello, state: State) -> int:
        """The action it plays; it is not asked where it has to pass."""
        legal = game.legal(state)
        if legal == [PASS]:
            return PASS
        turn = self._rust.Turn.BLACK if state.player == MAX else self._rust.Turn.WHITE
        board = self._rust.Board()
        board.set_board_str(game.format_state(state).split()[0], turn)
        # Its squares are numbered as ours are, row by row from a1.
        square: int = self._search.get_move_with_timeout(board, self._milliseconds)
        if square not in legal:
            raise RuntimeError(f"rust-reversi plays {square} in {game.format_state(state)}.")
        return square


def make_player(seconds: float) -> RustReversi:
    """The rival, which needs the package rust-reversi."""
    return RustReversi(seconds)
