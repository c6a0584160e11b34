"""The rule checker on the games that come with Outplay, and on the other ways to state one."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import outplay
from outplay import MAX, MIN, Failure, Game
from outplay.games.tree import Chance, Tree

GAMES: dict[str, Any] = {
    "tic-tac-toe": lambda: outplay.load("tic-tac-toe"),
    "connect-four": lambda: outplay.load("connect-four", width=4, height=4),
    "nim": lambda: outplay.load("nim"),
    "misère nim": lambda: outplay.load("nim", heaps=(2, 3), misere=True),
    "pig": lambda: outplay.load("pig", target=12),
    "tree": lambda: outplay.load("tree"),
    "tree with chance": lambda: Tree([Chance((0.5, [2, 4]), (0.5, [5, 7])), [3, 1]]),
    "random tree": lambda: outplay.load("random-tree", vary=True, early=0.1),
    "random tree with chance": lambda: outplay.load("random-tree", chance=True),
}


@pytest.mark.parametrize("name", GAMES)
def test_built_in_games_pass(name: str) -> None:
    report = outplay.check(GAMES[name](), lines=200, native=False)
    assert report, report
    assert report.lines == 200
    assert "notation of positions" in report.checked


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig"])
def test_built_in_games_pass_at_both_speeds(name: str) -> None:
    report = outplay.check(GAMES[name](), lines=50)
    assert report, report
    assert report.speed == "both"


# --- plain functions and successors -----------------------------------------------------------


def functions(**others: Any) -> Game[Any, Any]:
    rules: dict[str, Any] = {
        "initial": (5, MAX),
        "to_move": lambda s: s[1],
        "actions": lambda s: range(1, min(2, s[0]) + 1),
        "result": lambda s, taken: (s[0] - taken, -s[1]),
        "is_terminal": lambda s: s[0] == 0,
        "utility": lambda s: -s[1],
    }
    return Game.from_functions(**{**rules, **others})


def failure(game: Game[Any, Any]) -> Failure:
    report = outplay.check(game, native=False)
    assert report.failure is not None, str(report)
    return report.failure


def test_functions() -> None:
    assert outplay.check(functions(), lines=50)
    found = failure(functions(utility=lambda s: None))
    assert (found.rule, len(found.line)) == ("utility", 3)


def successor_game(**others: Any) -> Game[Any, Any]:
    rules: dict[str, Any] = {
        "initial": (5, 1),
        "successors": lambda p: [(p[0] - n, -p[1]) for n in (1, 2) if n <= p[0]],
        "static_value": lambda p: -p[1],
        "max_to_move": lambda p: p[1] == 1,
    }
    return Game.from_successors(**{**rules, **others})


def test_successors() -> None:
    report = outplay.check(successor_game(), lines=50)
    assert report, report
    assert report.speed == "python"
    found = failure(successor_game(static_value=lambda p: "lost" if p[0] == 0 else 0))
    assert (found.rule, found.kind, len(found.line)) == ("static_value", "not a number", 3)
    endless = failure(successor_game(successors=lambda p: iter(lambda: p, None)))
    assert (endless.rule, endless.kind) == ("successors", "endless")
    forgets = failure(successor_game(successors=lambda p: [p]))
    assert (forgets.rule, len(forgets.line)) == ("may_cycle", 1)


# --- a mutable board ------------------------------------------------------------------------


class Matches:
    """A heap of matches that moves change and take back."""

    def __init__(self) -> None:
        self.left, self.turn = 7, True
        self.taken: list[int] = []

    def legal(self) -> list[int]:
        return [n for n in (1, 2, 3) if n <= self.left]

    def push(self, n: int) -> None:
        self.left -= n
        self.turn = not self.turn
        self.taken.append(n)

    def pop(self) -> None:
        self.left += self.taken.pop()
        self.turn = not self.turn

    def over(self) -> bool:
        return self.left == 0

    def winner(self) -> int:
        return MIN if self.turn else MAX


def on(board: Matches, **others: Any) -> Game[Any, Any]:
    rules = {
        "to_move": "turn",
        "actions": "legal",
        "push": "push",
        "pop": "pop",
        "is_terminal": "over",
        "utility": "winner",
    }
    return Game.from_board(board, **{**rules, **others})


def test_board() -> None:
    board = Matches()
    before = copy.deepcopy(vars(board))
    report = outplay.check(on(board), lines=100)
    assert report, report
    assert "undo" in report.checked
    assert report.speed == "python"
    assert vars(board) == before
    assert outplay.check(on(board, key=lambda b: (b.left, b.turn)), lines=100)


def test_undo_that_does_not_restore() -> None:
    class Forgetful(Matches):
        def pop(self) -> None:
            taken = self.taken.pop()
            self.left += taken if self.left else taken - 1
            self.turn = not self.turn

    board = Forgetful()
    found = failure(on(board))
    assert (found.rule, found.kind) == ("pop", "undo")
    assert sum(found.line) in (4, 5, 6)  # any further and the last match is taken
    assert len(found.line) == 2
    assert board.left == 7  # the check played on a copy


def test_undo_that_raises() -> None:
    class Stuck(Matches):
        def pop(self) -> None:
            if self.left == 2:
                raise RuntimeError("cannot take that back")
            super().pop()

    board = Stuck()
    found = failure(on(board))
    assert (found.rule, found.kind) == ("pop", "raises")
    assert "cannot take that back" in found.what
    assert len(found.line) <= 2
    assert board.left == 7


def test_execute_that_raises() -> None:
    class Brittle(Matches):
        def push(self, n: int) -> None:
            if self.left == 3 and n == 3:
                raise ValueError("too many")
            super().push(n)

    found = failure(on(Brittle()))
    assert (found.rule, found.kind) == ("push", "raises ValueError")
    assert sum(found.line) == 4


def test_a_rule_that_changes_the_board() -> None:
    class Meddling(Matches):
        def legal(self) -> list[int]:
            if self.left == 5:
                self.turn = not self.turn
            return super().legal()

    found = failure(on(Meddling()))
    assert (found.rule, found.kind, found.line) == ("actions", "changes", (2,))
    assert "changes the board" in found.what


def test_endless_actions_on_a_board() -> None:
    class Endless(Matches):
        def legal(self) -> Any:
            return iter(lambda: 1, 2)

    assert failure(on(Endless())).kind == "endless"
