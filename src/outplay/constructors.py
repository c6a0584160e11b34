"""The constructors of `Game` for rules in another form; each fetches its adapter when called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from outplay.lazy import fetch

if TYPE_CHECKING:
    from outplay.game import AnyGame, State


class Constructors:
    """`Game.from_…`: besides a class that answers the six questions."""

    @staticmethod
    def from_functions(**rules: object) -> AnyGame:
        """A game of plain functions: see `outplay.adapters.functions`."""
        return _adapted("outplay.adapters.functions:FunctionGame", **rules)

    @staticmethod
    def from_module(module: ModuleType | str | Path, **options: object) -> AnyGame:
        """A module, or a file, with the functions `initial_state`, `player`, `actions`, `result`,
        `terminal` and `utility`, as CS50 has them: see `outplay.adapters.modules`."""
        return _adapted("outplay.adapters.modules:module_game", module, **options)

    @staticmethod
    def from_aima(game: object, **options: object) -> AnyGame:
        """A game of aima-python: see `outplay.adapters.aima`."""
        return _adapted("outplay.adapters.aima:aima_game", game, **options)

    @staticmethod
    def from_easyai(game: object, **rules: object) -> AnyGame:
        """A `TwoPlayerGame` of easyAI: see `outplay.adapters.easyai`."""
        return _adapted("outplay.adapters.easyai:easyai_game", game, **rules)

    @staticmethod
    def from_successors(
        initial: State,
        successors: Callable[[State], Iterable[State] | None],
        static_value: Callable[[State], float],
        **turn: Callable[[State], bool],
    ) -> AnyGame:
        """A game of positions and their successors: see `outplay.adapters.successors`."""
        where = "outplay.adapters.successors:SuccessorGame"
        return _adapted(where, initial, successors, static_value, **turn)

    @staticmethod
    def from_board(board: object, **rules: object) -> AnyGame:
        """A mutable board with execute and undo: see `outplay.adapters.board`."""
        return _adapted("outplay.adapters.board:BoardGame", board, **rules)

    @staticmethod
    def from_tree(tree: object, root: int = 1) -> AnyGame:
        """A literal tree such as [[2, 4], [5, 7]], MAX (1) or MIN (-1) to move at its root: see
        `outplay.games.tree`."""
        return _adapted("outplay.games.tree:Tree", tree, root)


def _adapted(where: str, *arguments: object, **options: object) -> AnyGame:
    game: AnyGame = fetch(where)(*arguments, **options)
    return game
