"""The constructors of `Game` for rules in another form; each fetches its adapter when called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from outplay.lazy import fetch

if TYPE_CHECKING:
    from outplay.game import Game


class Constructors:
    """`Game.from_…`: besides a class that answers the six questions."""

    @staticmethod
    def from_functions(**rules: Any) -> Game[Any, Any]:
        """A game of plain functions: see `outplay.adapters.functions`."""
        return _made("outplay.adapters.functions:FunctionGame", **rules)

    @staticmethod
    def from_module(module: ModuleType | str | Path, **options: Any) -> Game[Any, Any]:
        """A module, or a file, with the functions `initial_state`, `player`, `actions`, `result`,
        `terminal` and `utility`, as CS50 has them: see `outplay.adapters.modules`."""
        return _made("outplay.adapters.modules:module_game", module, **options)

    @staticmethod
    def from_aima(game: Any, **options: Any) -> Game[Any, Any]:
        """A game of aima-python: see `outplay.adapters.aima`."""
        return _made("outplay.adapters.aima:aima_game", game, **options)

    @staticmethod
    def from_easyai(game: Any, **rules: Any) -> Game[Any, Any]:
        """A `TwoPlayerGame` of easyAI: see `outplay.adapters.easyai`."""
        return _made("outplay.adapters.easyai:easyai_game", game, **rules)

    @staticmethod
    def from_successors(
        initial: Any,
        successors: Callable[[Any], Iterable[Any]],
        static_value: Callable[[Any], float],
        **turn: Callable[[Any], bool],
    ) -> Game[Any, Any]:
        """A game of positions and their successors: see `outplay.adapters.successors`."""
        where = "outplay.adapters.successors:SuccessorGame"
        return _made(where, initial, successors, static_value, **turn)

    @staticmethod
    def from_board(board: Any, **rules: Any) -> Game[Any, Any]:
        """A mutable board with execute and undo: see `outplay.adapters.board`."""
        return _made("outplay.adapters.board:BoardGame", board, **rules)

    @staticmethod
    def from_tree(tree: Any, root: int = 1) -> Game[Any, Any]:
        """A literal tree such as [[2, 4], [5, 7]], MAX (1) or MIN (-1) to move at its root: see
        `outplay.games.tree`."""
        return _made("outplay.games.tree:Tree", tree, root)


def _made(where: str, *arguments: Any, **options: Any) -> Game[Any, Any]:
    game: Game[Any, Any] = fetch(where)(*arguments, **options)
    return game
