"""A mutable board: searched where it stands, left as it was found, whatever happens."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outplay.adapters.board import BoardGame
from outplay.errors import IllegalAction, InvalidPosition, RulesError, UsageError
from outplay.freeze import freeze
from outplay.game import MAX, MIN, Game
from outplay.games.tic_tac_toe import TicTacToe


class Board:
    """Tic-tac-toe on a list of nine signs that moves change and undo, as people write it."""

    def __init__(self) -> None:
        self.squares = ["."] * 9
        self.stack: list[int] = []
        self.pushes = 0

    @property
    def turn(self) -> bool:
        return len(self.stack) % 2 == 0

    @property
    def legal_moves(self) -> Any:
        return (n for n in range(9) if self.squares[n] == ".")

    def push(self, square: int) -> None:
        assert self.squares[square] == "."
        self.squares[square] = "X" if self.turn else "O"
        self.stack.append(square)

    def pop(self) -> None:
        self.squares[self.stack.pop()] = "."

    def winner(self) -> int:
        s = self.squares
        for a, b, c in (
            (0, 1, 2),
            (3, 4, 5),
            (6, 7, 8),
            (0, 3, 6),
            (1, 4, 7),
            (2, 5, 8),
            (0, 4, 8),
            (2, 4, 6),
        ):
            if s[a] == s[b] == s[c] != ".":
                return MAX if s[a] == "X" else MIN
        return 0

    def over(self) -> bool:
        return bool(self.winner()) or "." not in self.squares

    def __str__(self) -> str:
        return "".join(self.squares)


RULES: dict[str, Any] = {
    "to_move": "turn",
    "actions": "legal_moves",
    "push": "push",
    "pop": "pop",
    "is_terminal": "over",
    "utility": "winner",
}


def board_after(*moves: int) -> Board:
    board = Board()
    for move in moves:
        board.push(move)
    return board


def value(game: Game[Any, Any], s: Any) -> float:
    if game.is_terminal(s):
        return game.utility(s)
    best = max if game.to_move(s) == MAX else min
    return best(value(game, game.result(s, a)) for a in game.actions(s))


def test_the_same_game_as_the_class_form() -> None:
    for moves in ((0, 4), (4, 0, 8), (0, 1), (0, 1, 4)):
        board = board_after(*moves)
        before = copy.deepcopy(vars(board))
        game, original = Game.from_board(board, **RULES), TicTacToe()
        s = original.play(str(move + 1) for move in moves)
        assert value(game, game.initial()) == value(original, s)
        game.restore()
        assert vars(board) == before


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_states_asked_in_any_order(seed: int) -> None:
    """The board jumps between far-apart states, and answers for each as the class form does."""
    chosen = random.Random(seed)
    board = Board()
    game, original = BoardGame(board, **RULES), TicTacToe()
    known = [(game.initial(), original.initial())]
    for _ in range(60):
        s, t = chosen.choice(known)
        assert game.is_terminal(s) == original.is_terminal(t)
        assert game.to_move(s) == original.to_move(t)
        if game.is_terminal(s):
            assert game.utility(s) == original.utility(t)
            continue
        assert list(game.actions(s)) == list(original.actions(t))
        a = chosen.choice(list(game.actions(s)))
        known.append((game.result(s, a), original.result(t, a)))
    game.restore()
    assert str(board) == "........."
    assert board.stack == []


def test_states_are_equal_if_their_moves_are() -> None:
    game = BoardGame(Board(), **RULES)
    root = game.initial()
    one, two = (game.result(game.result(root, 3), 5) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != game.result(game.result(root, 5), 3)
    assert one != root
    assert one != "text"
    assert repr(one) == "Line(3, 5)"
    assert game.result(root, [1]) == game.result(root, [1])


def test_functions_instead_of_names() -> None:
    def execute(squares: list[str], move: tuple[int, str]) -> str:
        before = squares[move[0]]
        squares[move[0]] = move[1]
        return before

    def undo(squares: list[str], move: tuple[int, str], before: str) -> None:
        squares[move[0]] = before

    squares = ["a", "b"]
    game = BoardGame(
        squares,
        to_move=lambda s: MIN,
        actions=lambda s: [(n, "z") for n in range(2) if s[n] != "z"],
        push=execute,
        pop=undo,
        is_terminal=lambda s: s == ["z", "z"],
        utility=lambda s: 7,
    )
    assert value(game, game.initial()) == 7
    game.restore()
    assert squares == ["a", "b"]


def test_undo_of_a_built_in_type() -> None:
    heap = [9]
    game = BoardGame(
        heap,
        to_move=lambda b: MAX if len(b) % 2 else MIN,
        actions=lambda b: [b[-1] - 1, b[-1] - 2],
        push="append",
        pop="pop",
        is_terminal=lambda b: b[-1] <= 0,
        utility=lambda b: b[-1],
    )
    assert value(game, game.initial()) == 0
    game.restore()
    assert heap == [9]


def test_optional_rules() -> None:
    plain = BoardGame(Board(), **RULES)
    assert plain.properties.deterministic
    assert not any(plain.answers(rule) for rule in ("evaluate", "key", "priority", "candidates"))
    game = BoardGame(
        Board(),
        **RULES,
        evaluate=lambda board: len(board.stack) / 100,
        key="__str__",
        priority=lambda board, move: -abs(4 - move) + len(board.stack),
        candidates="legal_moves",
        name="ttt",
        player_names=("X", "O"),
    )
    one, two = (game.play(moves) for moves in (["0", "3", "8"], ["8", "3", "0"]))
    assert one != two
    assert game.key(one) == game.key(two) == "X..O....X"
    assert game.evaluate(one) == 0.03
    assert game.priority(game.initial(), 4) == 0
    assert game.candidates(one) == game.actions(one)
    assert game.name == "ttt"
    assert game.player_name(MIN) == "O"


def test_what_searches_ask_besides() -> None:
    plain = BoardGame(Board(), **RULES)
    asked = (
        "outcome_bounds",
        "tactical_actions",
        "in_check",
        "capture_value",
        "repetition_key",
        "reversible_plies",
    )
    assert not any(plain.answers(rule) for rule in asked)
    board = Board()
    game = BoardGame(
        board,
        **RULES,
        outcome_bounds=lambda board: (-1 - len(board.stack), 1),
        tactical_actions=lambda board: (move for move in board.legal_moves if move == 4),
        in_check=lambda board: len(board.stack) == 2,
        capture_value=lambda board, move: 10 * len(board.stack) + move,
        repetition_key="__str__",
        reversible_plies=lambda board: len(board.stack),
        win=1,
        futility_margin=2,
        extend_until_quiet=True,
    )
    s = game.play(["0", "3"])
    assert all(game.answers(rule) for rule in asked)
    assert game.outcome_bounds(s) == (-3, 1)
    assert game.tactical_actions(s) == [4]
    assert game.in_check(s) is True
    assert game.in_check(game.initial()) is False
    assert game.capture_value(s, 7) == 27
    assert game.repetition_key(s) == "X..O....."
    assert game.reversible_plies(s) == 2
    assert (game.win, game.futility_margin, game.extend_until_quiet) == (1, 2, True)
    game.restore()
    assert str(board) == "........."


def test_people_leave_the_board_where_it_was() -> None:
    board = Board()
    game = BoardGame(board, **RULES, format_action=lambda b, a: f"{'XO'[not b.turn]}{a}")
    s = game.play(["X4", "O0"])
    assert game.format_state(s) == "X4 O0"
    assert game.parse_state("X4 O0") == s
    assert game.parse_state("start") == game.initial()
    assert game.format_state(game.initial()) == "start"
    assert game.show(s) == "O...X...."
    assert game.legal(s) == [1, 2, 3, 5, 6, 7, 8]
    with pytest.raises(IllegalAction, match="legal: X1 X2"):
        game.parse_action(s, "X4")
    with pytest.raises(InvalidPosition, match="'O4' is not legal after 'X4'; legal: O0"):
        game.parse_state("X4 O4")
    assert str(board) == "........."


def test_the_board_may_move_on_between_searches() -> None:
    board = board_after(0, 4)
    game = BoardGame(board, **RULES)
    first = game.actions(game.initial())
    game.restore()
    board.push(8)
    assert game.actions(game.initial()) == [a for a in first if a != 8]
    assert game.to_move(game.initial()) == MIN


@pytest.mark.parametrize(
    "rule", ["actions", "push", "is_terminal", "utility", "to_move", "evaluate"]
)
@pytest.mark.parametrize("when", [1, 2, 7, 50])
def test_a_rule_that_raises_does_not_lose_the_board(rule: str, when: int) -> None:
    calls = 0

    def failing(board: Board, *arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == when:
            raise ZeroDivisionError(rule)
        name = RULES.get(rule, "__str__")
        part = getattr(board, name)
        return part(*arguments) if callable(part) else part

    board = board_after(4, 0, 8)
    before = copy.deepcopy(vars(board))
    game = BoardGame(board, **{**RULES, rule: failing})

    def search(s: Any) -> float:
        if rule == "evaluate":
            game.evaluate(s)
        if game.is_terminal(s):
            return game.utility(s)
        best = max if game.to_move(s) == MAX else min
        return best(search(game.result(s, a)) for a in game.actions(s))

    with pytest.raises(ZeroDivisionError):
        search(game.initial())
    game.restore()
    assert vars(board) == before
    assert search(game.initial()) == 0  # and the game goes on
    game.restore()
    assert vars(board) == before


def test_an_undo_that_raises_is_said() -> None:
    board = Board()

    def pop(board: Board) -> None:
        raise KeyError("nothing")

    game = BoardGame(board, **{**RULES, "pop": pop})
    s = game.result(game.initial(), 4)
    for question in (lambda: game.actions(s), game.restore, lambda: game.show(s)):
        with pytest.raises(RulesError) as caught:
            question()
        assert str(caught.value) == (
            "pop raised KeyError ('nothing') while taking back 4:"
            " the board is no longer as it was found."
        )


def test_states_of_another_board() -> None:
    one, two = BoardGame(Board(), **RULES), BoardGame(Board(), **RULES)
    with pytest.raises(UsageError, match="belongs to another board"):
        one.actions(two.result(two.initial(), 3))
    with pytest.raises(UsageError, match="belongs to another board"):
        one.actions(two.initial())
    assert one.actions(one.initial())


def test_snapshots_show_whether_undo_restores() -> None:
    game = BoardGame(Board(), **RULES)
    s = game.initial()
    before = game.snapshot(s)
    assert game.snapshot(game.result(s, 4)) != before
    assert game.snapshot(s) == before

    class Forgetful(Board):
        def push(self, square: int) -> None:
            super().push(square)
            self.pushes += 1

    game = BoardGame(Forgetful(), **RULES)
    before = game.snapshot(game.initial())
    game.snapshot(game.result(game.initial(), 4))
    assert game.snapshot(game.initial()) != before
    told = BoardGame(Forgetful(), **RULES, snapshot="__str__")
    before = told.snapshot(told.initial())
    told.snapshot(told.result(told.initial(), 4))
    assert told.snapshot(told.initial()) == before == "........."


def test_freezing() -> None:
    class Slots:
        __slots__ = ("x", "y")

        def __init__(self) -> None:
            self.x = np.arange(3)

    thing: dict[str, Any] = {"a": [1, {2}], "s": Slots(), "b": bytearray(b"x")}
    thing["self"] = thing
    first = freeze(thing)
    assert freeze(thing) == first
    hash(first)
    thing["s"].x[0] = 9
    assert freeze(thing) != first


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"pop": None}, "from_board needs to_move, actions, push, pop, is_terminal, utility;"),
        ({"pop": None}, "missing: pop."),
        ({"pop": "unpush"}, "pop='unpush': the board has no such method or attribute."),
        ({"pop": 5}, "pop must be a function, or the name of a part of the board, not 5."),
        ({"symmetries": max}, "from_board has no rule 'symmetries'"),
        ({"evalute": max}, "Did you mean evaluate?"),
    ],
)
def test_wrong_rules(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        BoardGame(Board(), **{**RULES, **rules})
    assert sentence in str(caught.value)
