"""What a search is asked and what it answers."""

import json
import math
from typing import Any

import numpy as np
import pytest
from take_games import AIMA, Take

import outplay
from outplay import MIN, Bound, Game, Limit, UsageError
from outplay.wording import format_value

KEYS = [
    "position",
    "to_move",
    "action",
    "value",
    "bound",
    "proven",
    "distance",
    "depth",
    "nodes",
    "elapsed",
    "speed",
    "line",
    "moves",
]
"""As issue 2 names them, in its order."""


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ({"depth": -1}, "depth must be a whole number from 0 up, not -1."),
        ({"depth": 2.0}, "depth must be a whole number from 0 up, not 2.0."),
        ({"depth": True}, "depth must be a whole number from 0 up, not True."),
        ({"nodes": "9"}, "nodes must be a whole number from 0 up, not '9'."),
        ({"time": -0.5}, "time must be a number of seconds from 0 up, not -0.5."),
        ({"time": math.inf}, "time must be a number of seconds from 0 up, not inf."),
        ({"time": math.nan}, "time must be a number of seconds from 0 up, not nan."),
        ({"time": True}, "time must be a number of seconds from 0 up, not True."),
    ],
)
def test_a_bad_limit_is_a_sentence(limit: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Limit(**limit)
    assert str(caught.value) == sentence
    with pytest.raises(UsageError):
        outplay.alphabeta(Take(), **limit)


def test_as_dict_has_the_keys_of_the_issue() -> None:
    found = outplay.alphabeta(Game.from_tree(AIMA)).as_dict()
    assert list(found)[: len(KEYS)] == KEYS
    assert list(found["moves"][0]) == ["action", "value", "bound", "distance"]
    assert (found["to_move"], found["action"], found["value"]) == ("MAX", "1", 3)
    assert [m["bound"] for m in found["moves"]] == ["=", "<=", "<="]
    assert [m["distance"] for m in found["moves"]] == [2, None, None]
    assert json.loads(json.dumps(found)) == found


class Numpy(Take):
    def utility(self, s: Any) -> Any:
        return np.int64(-s.player)


class Booleans(Take):
    def utility(self, s: Any) -> Any:
        return s.player == MIN


@pytest.mark.parametrize(("cls", "value"), [(Numpy, 1), (Booleans, 1)])
def test_values_of_any_number_type_become_plain(cls: type[Take], value: int) -> None:
    found = outplay.minimax(cls(), speed="python").as_dict()
    assert json.loads(json.dumps(found))["value"] == value
    assert type(found["value"]) is int
    assert type(found["moves"][0]["value"]) is int


def test_printing_shows_bounds_and_marks_the_action() -> None:
    text = str(outplay.alphabeta(Game.from_tree(AIMA)))
    rows = text.splitlines()
    assert rows[0] == "tree, alphabeta: MAX plays 1; value = +3 for MAX"
    assert rows[1] == "line    1 1 (the game ends, 2 plies)"
    assert rows[3].split() == ["1", "=", "+3", "2", "4", "*"]
    assert "≤ +2" in rows[4]
    assert "≥ and ≤ are bounds" in text
    assert rows[-1].startswith("depth 2, ")


def test_one_ply_is_singular() -> None:
    text = str(outplay.minimax(Game.from_tree([1, 2])))
    assert "(the game ends, 1 ply)" in text


def test_a_long_line_is_shortened() -> None:
    tree: Any = [1]
    for _ in range(24):
        tree = [tree]
    text = str(outplay.minimax(Game.from_tree(tree)))
    assert "… (25 plies)" in text


def test_bounds_as_text_and_sign() -> None:
    assert [str(b) for b in Bound] == ["=", ">=", "<=", "~"]
    assert [b.sign for b in Bound] == ["=", "≥", "≤", "~"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (2, "+2"),
        (-3.0, "-3"),
        (0.25, "+0.25"),
        (math.inf, "+∞"),
        (10**30, f"+{10**30}"),
        (True, "+1"),
        (-1e20, "-1e+20"),
        (-1.95156e-18, "0"),
        (1 / 3, "+0.333333"),
        (2 - 1e-15, "+2"),
        (10**400, "+1.00000e+400"),
        (-math.inf, "-∞"),
        (0.1 + 0.2 - 0.3, "0"),
        (1e-6, "+1e-06"),
    ],
)
def test_format_value(value: float, text: str) -> None:
    assert format_value(value) == text


def test_a_finished_game_has_nothing_to_play() -> None:
    game = Take()
    result = outplay.alphabeta(game, game.initial()._replace(left=0))
    assert (result.action, result.value, result.distance, result.line) == (None, -1, 0, ())
    assert result.proven
    assert "the game is over" in str(result)
    assert result.is_over and result.as_dict()["to_move"] is None


def test_strict_and_fail_hard_do_not_claim_exact_values() -> None:
    # The second and third move are worth 2; fail-hard gives 3, the end of the window.
    result = outplay.alphabeta(Game.from_tree(AIMA), strict=True, fail_soft=False)
    assert [(m.value, str(m.bound)) for m in result.moves] == [(3, "="), (3, "<="), (3, "<=")]
