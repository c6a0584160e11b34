"""The checkers player of the package `py-draughts`, as an opponent.

Its `SimpleEngine` is an alpha-beta search with a table, quiescence and a time limit. Its board
of American checkers leaves captures optional and draws after 40 quiet plies. Here captures are
forced and the limit is the game's, so that it does not search a game that nobody plays.
"""

from __future__ import annotations

from typing import Any

from outplay.games.checkers import Checkers, State

DEPTH = 60
"""More than it reaches: the time is what stops it."""


class PyDraughts:
    """`SimpleEngine` of py-draughts, with so many seconds a move."""

    name = "py-draughts"

    def __init__(self, seconds: float) -> None:
        from draughts.engines.simple import SimpleEngine
        from loguru import logger

        logger.disable("draughts")
        self._engine = SimpleEngine(depth_limit=DEPTH, time_limit=seconds)

    def choose(self, game: Checkers, state: State) -> int:
        """The action it plays in `state`."""
        fen, _, _ = game.format_state(state).partition(":H")
        board = board_of(game).from_fen(fen)
        board.halfmove_clock = state.quiet
        return game.parse_action(state, str(self._engine.get_best_move(board)))


def board_of(game: Checkers) -> Any:
    """Its class of boards, with the rules of `game`."""
    from draughts.boards._core import CORE_AMERICAN
    from draughts.boards.american import Board

    class Forced(Board):  # type: ignore[misc]
        @property
        def legal_moves(self) -> Any:
            return self._legal_moves_from_core(CORE_AMERICAN, max_capture=False)

        @property
        def is_draw(self) -> bool:
            late = game.quiet_plies and self.halfmove_clock >= game.quiet_plies
            return bool(late or self.is_threefold_repetition)

    return Forced


def make_player(seconds: float) -> PyDraughts:
    """The opponent; it keeps its table from move to move, as it does by itself."""
    return PyDraughts(seconds)
