"""A `TwoPlayerGame` of easyAI: an object that knows its position, and is moved.

    possible_moves()  make_move(move)  is_over()  scoring(), or win() and lose()

Any object with these methods will do, whatever its class. It is searched as a mutable board: moves
are made on the object itself, and undone by its `unmake_move`, or from a copy of its attributes.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

from outplay.adapters.board import BoardGame
from outplay.adapters.rules import check_parts, printed
from outplay.errors import UsageError
from outplay.freeze import freeze
from outplay.keys import key_of
from outplay.wording import brief, command_name, error_text

NEEDED = ("possible_moves", "make_move", "is_over")
TURNS = ("current_player", "nplayer")
"""What says whose turn it is, 1 or 2; the second one in old versions."""
ALGORITHM = "AI_algo"
"""What a player of easyAI thinks with; it is no part of a position."""


class EasyGame(BoardGame):
    """A game whose moves are undone from copies: no check can harm the object."""

    def copied(self) -> BoardGame:
        return self


def easyai_game(game: object, **rules: object) -> BoardGame:
    """The game on that object, or on a new one of that class; player 1 is MAX.

    Options are those of `Game.from_board`, such as `may_cycle` or `evaluate`. Raises UsageError.
    """
    if isinstance(game, type):
        game = _new(game)
    check_parts("from_easyai", "easyAI", game, NEEDED)
    if not any(hasattr(game, name) for name in TURNS):
        raise UsageError(f"{brief(game)} does not say whose turn it is: set current_player.")
    scored = hasattr(game, "scoring")
    if not scored and not (hasattr(game, "win") or hasattr(game, "lose")):
        raise UsageError(f"{brief(game)} does not say who won: it has no scoring, win or lose.")
    undoes = hasattr(game, "unmake_move")
    defaults: dict[str, object] = {
        "name": command_name(type(game).__name__),
        "player_names": ("player 1", "player 2"),
        "to_move": lambda board: _turn(board) == 1,
        "actions": "possible_moves",
        "push": _push if undoes else _saved_push,
        "pop": _pop if undoes else lambda board, move, before: _restore(board, before),
        "is_terminal": "is_over",
        "utility": _score if scored else _won,
        "evaluate": _score if scored else None,
        "key": _key,
        "snapshot": _held,
        "show": (lambda board: printed(board.show)) if hasattr(game, "show") else None,
    }
    return (BoardGame if undoes else EasyGame)(game, **{**defaults, **rules})


def _new(cls: Callable[[list[SimpleNamespace]], object]) -> object:
    """A game of the class, with two players who only have names."""
    players = [SimpleNamespace(name=f"player {number}") for number in (1, 2)]
    try:
        return cls(players)
    except Exception as error:
        raise UsageError(
            f"{cls.__name__} cannot be created with two players: {error_text(error)}."
        ) from error


# --- turns and scores -----------------------------------------------------------------------------


def _turn_name(board: Any) -> str:
    return next(name for name in TURNS if hasattr(board, name))


def _turn(board: Any) -> int:
    found: int = getattr(board, _turn_name(board))
    return found


def _switch(board: Any) -> None:
    if hasattr(board, "switch_player"):
        board.switch_player()
    else:
        setattr(board, _turn_name(board), 3 - _turn(board))


def _score(board: Any) -> float:
    """easyAI scores for who is to move; a game of ours for MAX."""
    score: float = board.scoring()
    return score if _turn(board) == 1 else 0 - score


def _won(board: object) -> int:
    score = 0
    if hasattr(board, "win") and board.win():
        score = 1
    elif hasattr(board, "lose") and board.lose():
        score = -1
    return score if _turn(board) == 1 else -score


# --- moves ----------------------------------------------------------------------------------------


def _push(board: Any, move: object) -> None:
    board.make_move(move)
    _switch(board)


def _pop(board: Any, move: object) -> None:
    _switch(board)
    board.unmake_move(move)


def _saved_push(board: Any, move: object) -> dict[str, object]:
    before = _copy(board)
    try:
        _push(board, move)
    except BaseException:
        _restore(board, before)
        raise
    return before


def _copy(board: object) -> dict[str, object]:
    """All that the game holds, without copying what its players think with."""
    thinking = [getattr(player, ALGORITHM, None) for player in _players(board)]
    memo = {id(part): part for part in (board, *thinking)}
    return copy.deepcopy(vars(board), memo)


def _restore(board: object, before: dict[str, object]) -> None:
    vars(board).clear()
    vars(board).update(before)


def _players(board: object) -> list[object]:
    found = getattr(board, "players", None)
    return list(found) if isinstance(found, list | tuple) else []


# --- keys -----------------------------------------------------------------------------------------


def _key(board: object) -> Hashable:
    """What tables know a position by: the game's own `ttentry`, or all that it holds."""
    if hasattr(board, "ttentry"):
        return _turn(board), key_of(board.ttentry())
    return _held(board)


def _held(board: object) -> Hashable:
    held = {name: part for name, part in vars(board).items() if name not in ("players", "ai_move")}
    of_players = [
        {name: part for name, part in vars(player).items() if name != ALGORITHM}
        for player in _players(board)
        if hasattr(player, "__dict__")
    ]
    return freeze([held, of_players])
