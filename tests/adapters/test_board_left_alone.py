"""After every public call a mutable board stands as it stood, also after errors and Ctrl-C."""

from __future__ import annotations

import contextlib
import copy
import signal
from collections.abc import Callable
from typing import Any

import pytest

import outplay
from outplay import Engine, Game
from outplay.arena import play_game
from outplay.arena.players import EnginePlayer, RandomPlayer


class Pile:
    """Take one or two of seven; moves are made and undone on the spot."""

    def __init__(self) -> None:
        self.left, self.taken = 7, [1]

    def moves(self) -> Any:
        return (n for n in (1, 2) if n <= self.left)

    def push(self, n: int) -> None:
        self.left -= n
        self.taken.append(n)

    def pop(self) -> None:
        self.left += self.taken.pop()

    def over(self) -> bool:
        return self.left == 0

    def first_to_move(self) -> bool:
        return len(self.taken) % 2 == 1

    def __str__(self) -> str:
        return "|" * self.left


RULES: dict[str, Any] = {
    "actions": "moves",
    "push": "push",
    "pop": "pop",
    "is_terminal": "over",
    "to_move": "first_to_move",
    "utility": lambda board: -1 if board.first_to_move() else 1,
    "evaluate": lambda board: board.left % 3,
    "priority": lambda board, n: n,
    "candidates": "moves",
    "key": lambda board: (board.left, len(board.taken) % 2),
    "format_action": lambda board, n: f"{n} of {board.left}",
}


def after(game: Any, *moves: int) -> Any:
    s = game.initial()
    for n in moves:
        s = game.result(s, n)
    return s


QUESTIONS: dict[str, Callable[[Any, Any], Any]] = {
    **{
        rule: lambda game, s, rule=rule: getattr(game, rule)(s)
        for rule in (
            "to_move",
            "actions",
            "is_terminal",
            "evaluate",
            "candidates",
            "key",
            "legal",
            "format_state",
            "show",
            "snapshot",
            "draw",
        )
    },
    "utility": lambda game, s: game.utility(after(game, 2, 1, 2, 2)),
    "priority": lambda game, s: game.priority(s, 1),
    "format_action": lambda game, s: game.format_action(s, 1),
    "parse_action": lambda game, s: game.parse_action(s, "1 of 4"),
    "play": lambda game, s: game.play(["1 of 4"], s),
    "parse_state": lambda game, s: game.parse_state("2 of 7 1 of 5"),
}


def result_of(game: Any, s: Any) -> Any:
    return outplay.alphabeta(game, s, memory=True)


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "search": lambda game, s: str(result_of(game, s)),
    "engine": lambda game, s: str(Engine(game).analyse(s, exact=True)),
    "as_dict": lambda game, s: result_of(game, s).as_dict(lines=3),
    "tree": lambda game, s: str(result_of(game, s).tree()),
    "skeleton": lambda game, s: str(Engine(game).analyse(s, exact=True).tree(most=1)),
    "pictures": lambda game, s: result_of(game, s).tree().html(),
    "trace": lambda game, s: outplay.trace(game, s).to_json(),
    "explain": lambda game, s: (lambda told: (str(told), told.as_dict()))(outplay.explain(game, s)),
    "explain a move": lambda game, s: outplay.explain(game, s, 1, than=2).text(),
    "explain cut": lambda game, s: str(outplay.explain(game, s, algorithm="alphabeta")),
    "review": lambda game, s: str(outplay.review(game, [1, 1], s, nodes=200)),
    "count": lambda game, s: outplay.count(game, s),
    "perft": lambda game, s: outplay.perft(game, 3, s),
    "strategy": lambda game, s: outplay.strategy(game, s).verify(),
    "match": lambda game, s: play_game(
        game, {1: RandomPlayer(), -1: EnginePlayer(depth=2)}, start=s
    ),
}


@pytest.mark.parametrize("name", [*QUESTIONS, *CALLS])
def test_the_board_is_where_it_was(name: str) -> None:
    board = Pile()
    game, before = Game.from_board(board, **RULES), copy.deepcopy(vars(board))
    ask = {**QUESTIONS, **CALLS}[name]
    ask(game, after(game, 2, 1))
    assert vars(board) == before
    ask(game, after(game, 2, 1))  # and again, from there
    assert vars(board) == before


@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("count", "perft")])
def test_the_board_is_where_it_was_after_an_error(name: str) -> None:
    board = Pile()

    def wrong(board: Pile) -> int:
        raise ZeroDivisionError

    game, before = Game.from_board(board, **{**RULES, "utility": wrong}), copy.deepcopy(vars(board))
    with pytest.raises(outplay.OutplayError):
        CALLS[name](game, after(game, 2, 1))
    assert vars(board) == before


@pytest.mark.parametrize("number", [1, 2, 5, 20])
@pytest.mark.parametrize("rule", ["push", "pop", "actions", "utility"])
@pytest.mark.parametrize("name", ["search", "tree", "explain", "trace", "count", "match"])
def test_the_board_is_where_it_was_after_ctrl_c(name: str, rule: str, number: int) -> None:
    """Twice in a row, so that also a search that would have ended gently is ended at once."""
    board = Pile()
    game, before = Game.from_board(board, **RULES), copy.deepcopy(vars(board))
    plain, asked = game._rules[rule], [0]

    def interrupted(board: Pile, *arguments: Any) -> Any:
        part = plain(board) if callable(plain) else getattr(board, plain)(*arguments)
        asked[0] += 1
        if asked[0] in (number, number + 1):
            signal.raise_signal(signal.SIGINT)
        return part

    game._rules[rule] = interrupted
    handler = signal.getsignal(signal.SIGINT)
    with contextlib.suppress(KeyboardInterrupt):
        CALLS[name](game, after(game, 2, 1))
    assert vars(board) == before
    assert signal.getsignal(signal.SIGINT) is handler
