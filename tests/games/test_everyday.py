"""The games of the benchmark, as people write them: playable, and the same at both speeds."""

from __future__ import annotations

import random
from typing import Any

import pytest

import outplay
from benchmarks import everyday
from outplay import CHANCE, Game, NotNative

ALL_COMPILE = False
"""The switch: while it is False, a game that is refused is skipped, whichever it is."""

NAMES = list(everyday.DEPTHS)
LONGEST = 2_000
"""Plies in which a random game comes to its end."""


def game_of(name: str) -> Game[Any, Any]:
    return outplay.load(everyday.FOLDER / f"{name}.py")


def random_step(game: Game[Any, Any], s: Any, rng: random.Random) -> Any:
    if game.to_move(s) == CHANCE:
        return game.result(s, rng.choice([a for a, _ in game.outcomes(s)]))
    return game.result(s, rng.choice(list(game.actions(s))))


def told(game: Game[Any, Any], s: Any, speed: str) -> Any:
    search = outplay.alphabeta if game.properties.deterministic else outplay.expectiminimax
    result = search(game, s, depth=2, speed=speed)
    moves = [(move.action, type(move.action), move.value, move.bound) for move in result.moves]
    return moves, result.value, type(result.value), result.nodes


@pytest.mark.parametrize("name", NAMES)
def test_both_speeds_agree(name: str) -> None:
    game, rng = game_of(name), random.Random(1)
    s = game.initial()
    for _ in range(3):
        try:
            fast = told(game, s, "native")
        except NotNative as error:
            if ALL_COMPILE:
                raise
            pytest.skip(f"refused: {error}")
        assert fast == told(game, s, "python")
        for _ in range(5):
            s = game.initial() if game.is_terminal(s) else random_step(game, s, rng)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_and_leave_states_alone(name: str) -> None:
    game, rng = game_of(name), random.Random(2)
    s, plies = game.initial(), 0
    while not game.is_terminal(s) and plies < LONGEST:
        before = repr(s)
        after = random_step(game, s, rng)
        assert repr(s) == before
        s, plies = after, plies + 1
    assert game.is_terminal(s) and game.utility(s) in range(-4, 5)


def test_the_benchmark_counts_what_is_refused(tmp_path: Any, capsys: Any) -> None:
    """It names the reason and goes on with the next game."""
    refused, taken = tmp_path / "refused.py", tmp_path / "taken.py"
    rules = """
import random
from outplay import MAX, Game

class Take(Game):
    def initial(self): return (6, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return range(1, min(2, s[0]) + 1)
    def result(self, s, a): return (s[0] - a, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -s[1]
"""
    taken.write_text(rules)
    refused.write_text(rules.replace("return -s[1]\n", "return -s[1] + 0 * int(random.random())\n"))
    said = [line.cells() for line in everyday.lines([str(refused), str(taken)])]
    assert ("everyday games that run natively", "1 of 2", "", "", "all") in said
    assert "random" in capsys.readouterr().err and len(said) == 4
