"""Games of plain functions, and of successor positions, against the class form of the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from outplay.adapters.functions import FunctionGame
from outplay.adapters.successors import SuccessorGame
from outplay.errors import IllegalAction, RulesError, UsageError
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.games.nim import Nim
from outplay.games.pig import Pig
from outplay.games.tic_tac_toe import TicTacToe

QUESTIONS = ("initial", "to_move", "actions", "result", "is_terminal", "utility")


def value(game: Game[Any, Any], s: Any) -> float:
    if game.is_terminal(s):
        return game.utility(s)
    best = max if game.to_move(s) == MAX else min
    return best(value(game, game.result(s, a)) for a in game.actions(s))


def functions_of(game: Game[Any, Any], *more: str) -> dict[str, Any]:
    """The rules of a game as functions without `self`."""
    return {rule: getattr(game, rule) for rule in (*QUESTIONS, *more)}


@pytest.mark.parametrize("original", [TicTacToe(), Nim((2, 3)), Pig(20)])
def test_functions_play_the_same_game(original: Game[Any, Any]) -> None:
    extra = ["outcomes"] if original.answers("outcomes") else []
    game = Game.from_functions(**functions_of(original, *extra))
    assert game.properties.deterministic == original.properties.deterministic
    chosen = random.Random(1)
    for _ in range(20):
        s = game.initial()
        for _ in range(50):
            assert game.to_move(s) == original.to_move(s)
            assert game.is_terminal(s) == original.is_terminal(s)
            assert game.legal(s) == original.legal(s)
            if game.is_terminal(s):
                assert game.utility(s) == original.utility(s)
                break
            if game.to_move(s) == CHANCE:
                assert list(game.outcomes(s)) == list(original.outcomes(s))
            s = game.result(s, chosen.choice(game.legal(s)))


def take_away(**more: Any) -> FunctionGame:
    rules: dict[str, Any] = {
        "initial": (5, MAX),
        "to_move": lambda s: s[1],
        "actions": lambda s: range(1, min(2, s[0]) + 1),
        "result": lambda s, taken: (s[0] - taken, -s[1]),
        "is_terminal": lambda s: s[0] == 0,
        "utility": lambda s: -s[1],
    }
    return FunctionGame(**{**rules, **more})


def test_the_first_state_may_be_a_value_or_a_function() -> None:
    assert take_away().initial() == take_away(initial=lambda: (5, MAX)).initial() == (5, MAX)


def test_optional_rules_and_settings() -> None:
    plain = take_away()
    assert plain.name == "function-game"
    assert not any(plain.answers(rule) for rule in ("evaluate", "outcomes", "symmetries", "key"))
    game = take_away(
        name="take-away",
        features=lambda s: (s[0], 1),
        weights=(0.5, 2),
        player_names=("A", "B"),
        may_cycle=True,
        format_action=lambda s, a: f"take {a}",
        evaluate=None,
    )
    assert game.name == "take-away"
    assert game.answers("evaluate")
    assert game.evaluate((4, MAX)) == 4.0
    assert game.player_name(MIN) == "B"
    assert game.properties.may_cycle
    assert game.parse_action(game.initial(), "take 2") == 2
    assert game.parse_state("(3, -1)") == (3, MIN)


def test_what_selective_searches_ask() -> None:
    plain = take_away()
    asked = ("capture_value", "in_check", "reversible_plies")
    assert not any(plain.answers(rule) for rule in asked)
    assert (plain.win, plain.futility_margin, plain.late_move_reductions) == (None, 0, False)
    game = take_away(
        capture_value=lambda s, a: a - 1,
        in_check=lambda s: s[0] <= 2,
        reversible_plies=lambda s: 5 - s[0],
        win=1,
        futility_margin=0.5,
        late_move_reductions=True,
        extend_until_quiet=True,
    )
    assert all(game.answers(rule) for rule in asked)
    assert (
        game.capture_value((4, MAX), 2),
        game.in_check((2, MIN)),
        game.reversible_plies((3, MAX)),
    ) == (1, True, 2)
    assert (game.win, game.futility_margin, game.late_move_reductions, game.extend_until_quiet) == (
        1,
        0.5,
        True,
        True,
    )


def test_rules_are_found_as_plain_functions() -> None:
    def result(s: Any, taken: int) -> Any:
        return (s[0] - taken, -s[1])

    assert take_away(result=result).__dict__["result"] is result


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"utility": None}, "from_functions needs initial, to_move, actions, result, is_terminal,"),
        ({"utility": None}, "missing: utility."),
        ({"utlity": max}, "from_functions has no rule 'utlity'. Did you mean utility?"),
        ({"xyzzy": max}, "from_functions has no rule 'xyzzy'. It knows initial, "),
        ({"result": 5}, "The rule result must be a function, not 5."),
    ],
)
def test_wrong_rules(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        take_away(**rules)
    assert sentence in str(caught.value)


# --- successors ------------------------------------------------------------------------------

MOVES = {"a": "bc", "b": "de", "c": "fg", "d": "hi", "e": "jk", "f": "lm", "g": "no"}
STATIC = dict(zip("hijklmno", (2, 4, 5, 7, 2, 1, 1, 1), strict=True))


def bratko(**turn: Any) -> SuccessorGame:
    turn = turn or {"max_to_move": lambda p: p in "adefg"}
    return SuccessorGame("a", lambda p: MOVES.get(p), lambda p: STATIC.get(p, 0), **turn)


def test_positions_are_the_moves() -> None:
    game = bratko()
    assert list(game.actions("a")) == ["b", "c"]
    assert game.result("a", "b") == "b"
    assert [value(game, p) for p in "abcdefg"] == [4, 4, 1, 4, 7, 2, 1]
    assert game.evaluate("h") == game.utility("h") == 2
    assert isinstance(Game.from_successors("a", MOVES.get, STATIC.get, max_to_move=len), Game)


def test_whose_turn_may_be_told_either_way() -> None:
    for game in (
        bratko(max_to_move=lambda p: p in "adefg"),
        bratko(min_to_move=lambda p: p in "bc"),
        bratko(max_to_move=lambda p: p in "adefg", min_to_move=lambda p: p in "bc"),
    ):
        assert [game.to_move(p) for p in "abcd"] == [MAX, MIN, MIN, MAX]
        assert value(game, "a") == 4
        assert game.to_move("h") in (MAX, MIN)


def test_nobody_to_move() -> None:
    game = bratko(max_to_move=lambda p: p == "a", min_to_move=lambda p: p == "b")
    with pytest.raises(RulesError, match=r"Neither max_to_move nor min_to_move holds for .* c"):
        game.to_move("c")


def test_notation_of_successors() -> None:
    game = bratko()
    assert game.parse_action("a", "c") == "c"
    with pytest.raises(IllegalAction, match="legal: b c"):
        game.parse_action("a", "d")
    assert game.parse_state(game.format_state("c")) == "c"
    numbers = SuccessorGame((3, 1), lambda p: [], lambda p: 0, max_to_move=lambda p: True)
    assert numbers.parse_state(numbers.format_state((2, -1))) == (2, -1)


def test_successors_play_the_same_game() -> None:
    nim = Nim((2, 2, 1))
    game = SuccessorGame(
        nim.initial(),
        lambda s: (nim.result(s, a) for a in nim.legal(s)),
        nim.utility,
        min_to_move=lambda s: s.player == MIN,
    )
    assert value(game, game.initial()) == value(nim, nim.initial())
    best = [s for s in game.actions(game.initial()) if value(game, s) == 1]
    assert [s.heaps for s in best] == [(2, 2, 0)]


def test_wrong_successor_rules() -> None:
    with pytest.raises(UsageError, match="needs max_to_move or min_to_move"):
        SuccessorGame("a", MOVES.get, STATIC.get)
    with pytest.raises(UsageError, match=r"successors must be a function of a position, not \{"):
        SuccessorGame("a", MOVES, STATIC.get, max_to_move=len)  # type: ignore[arg-type]
