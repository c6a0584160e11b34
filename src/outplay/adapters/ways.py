"""The other ways of stating a game, as `Game` has them: each fetches its adapter when called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outplay.game import Game

MAX = 1


class OtherWays:
    """Beside a class that answers the six questions."""

    @staticmethod
    def from_functions(**rules: Any) -> Game[Any, Any]:
        """A game of plain functions: see `outplay.adapters.functions`."""
        from outplay.adapters.functions import FunctionGame

        return FunctionGame(**rules)

    @staticmethod
    def from_module(module: ModuleType | str | Path, **options: Any) -> Game[Any, Any]:
        """A module, or a file, with the functions `initial_state`, `player`, `actions`, `result`,
        `terminal` and `utility`, as CS50 has them: see `outplay.adapters.modules`."""
        from outplay.adapters.modules import module_game

        return module_game(module, **options)

    @staticmethod
    def from_aima(game: Any, **options: Any) -> Game[Any, Any]:
        """A game of aima-python: see `outplay.adapters.aima`."""
        from outplay.adapters.aima import aima_game

        return aima_game(game, **options)

    @staticmethod
    def from_easyai(game: Any, **rules: Any) -> Game[Any, Any]:
        """A `TwoPlayerGame` of easyAI: see `outplay.adapters.easyai`."""
        from outplay.adapters.easyai import easyai_game

        return easyai_game(game, **rules)

    @staticmethod
    def from_successors(
        initial: Any, successors: Callable[[Any], Iterable[Any]],
        static_value: Callable[[Any], float], **turn: Callable[[Any], bool],
    ) -> Game[Any, Any]:  # fmt: skip
        """A game of positions and their successors: see `outplay.adapters.successors`."""
        from outplay.adapters.successors import SuccessorGame

        return SuccessorGame(initial, successors, static_value, **turn)

    @staticmethod
    def from_board(board: Any, **rules: Any) -> Game[Any, Any]:
        """A mutable board with execute and undo: see `outplay.adapters.board`."""
        from outplay.adapters.board import BoardGame

        return BoardGame(board, **rules)

    @staticmethod
    def from_tree(tree: Any, root: int = MAX) -> Game[Any, Any]:
        """A literal tree such as [[2, 4], [5, 7]]: see `outplay.games.tree`."""
        from outplay.games.tree import Tree

        return Tree(tree, root)


def adapted(thing: Any) -> Game[Any, Any] | None:
    """The game, if that is one of easyAI or of aima-python; else None."""
    from outplay.adapters import aima, easyai

    if isinstance(thing, OtherWays):
        return None
    if all(hasattr(thing, part) for part in easyai.NEEDED):
        return easyai.easyai_game(thing)
    if not isinstance(thing, type) and all(hasattr(thing, part) for part in aima.NEEDED):
        return aima.aima_game(thing)
    return None
