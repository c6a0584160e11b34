"""The game that every construct is put into, and how the constructs of a file are found."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

from outplay import CHANCE, MAX, Game, Result, expectiminimax, minimax
from outplay.tuples import replace_at


class State(NamedTuple):
    board: tuple[int, ...]
    turn: int


class Board(Game[Any, Any]):
    """Two rows of four cells. A turn fills an empty one with 1, 2 or 3; MIN's are negative."""

    WIDE = 4
    HIGH = 2

    def initial(self) -> Any:
        return State((0,) * 8, MAX)

    def to_move(self, s: Any) -> Any:
        return s.turn

    def actions(self, s: Any) -> Any:
        for cell in range(8):
            if s.board[cell] == 0:
                yield cell

    def result(self, s: Any, a: Any) -> Any:
        return State(replace_at(s.board, a, s.turn * (1 + a % 3)), -s.turn)

    def is_terminal(self, s: Any) -> Any:
        return all(s.board[cell] != 0 for cell in range(8))

    def utility(self, s: Any) -> Any:
        return 0

    def evaluate(self, s: Any) -> Any:
        return s.board[0] + 2 * s.board[5] - s.board[7]


class Rows(Board):
    """The same board as a tuple of two rows; an action is a row and a column."""

    def initial(self) -> Any:
        return State(((0, 0, 0, 0), (0, 0, 0, 0)), MAX)

    def actions(self, s: Any) -> Any:
        for row in range(2):
            for column in range(4):
                if s.board[row][column] == 0:
                    yield row, column

    def result(self, s: Any, a: Any) -> Any:
        row, column = a
        changed = replace_at(s.board[row], column, s.turn * (1 + column % 3))
        return State(replace_at(s.board, row, changed), -s.turn)

    def is_terminal(self, s: Any) -> Any:
        return all(s.board[row][column] != 0 for row in range(2) for column in range(4))

    def evaluate(self, s: Any) -> Any:
        return s.board[0][0] + 2 * s.board[1][1] - s.board[1][3]


Construct = Callable[..., Any]
"""An evaluation of `Board`, as a function `f(s)`, or a game."""


def constructs_of(module: ModuleType) -> Iterator[tuple[str, Construct]]:
    """What a file shows: its functions of `s` and its games, as far as they have a docstring."""
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", "") != module.__name__ or not thing.__doc__:
            continue
        is_game = inspect.isclass(thing) and issubclass(thing, Game)
        if is_game or (
            inspect.isfunction(thing) and [*inspect.signature(thing).parameters] == ["s"]
        ):
            yield name, thing


def searches(construct: Construct, speed: str) -> Iterator[Result]:
    """The construct in a search of three plies, and of one from some positions further on."""
    game: Game[Any, Any] = construct() if inspect.isclass(construct) else Board()
    asked: dict[str, Any] = {"evaluate": None if inspect.isclass(construct) else construct}
    asked["order"] = "priority" if game.answers("priority") else "given"
    asked["memory"] = game.answers("symmetries") or game.answers("key")
    search = minimax if game.properties.deterministic else expectiminimax
    yield search(game, depth=3, speed=speed, **asked)
    for step in (1, 3, 5):
        s = game.initial()
        for ply in range(3):
            dice = game.to_move(s) == CHANCE
            actions = [a for a, _ in game.outcomes(s)] if dice else list(game.actions(s))
            s = game.result(s, actions[(step * (ply + 2)) % len(actions)])
            if not game.is_terminal(s):
                yield search(game, s, depth=1, speed=speed, **asked)


def told(results: Iterator[Result]) -> list[Any]:
    """All that must be the same at both speeds: actions, values, their types, and the nodes."""
    said: list[Any] = []
    for result in results:
        said += [(typed(move.action), typed(move.value), move.nodes) for move in result.moves]
        said += [typed(result.action), typed(result.value), typed(result.line), result.nodes]
    return said


def typed(value: Any) -> Any:
    """The value with its type, and so on inside of tuples: 1, True and 1.0 differ."""
    inner = [typed(item) for item in value] if isinstance(value, tuple) else repr(value)
    return type(value), inner
