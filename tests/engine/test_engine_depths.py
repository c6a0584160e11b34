"""At a fixed depth the engine finds what plain minimax of that depth finds.

Where the ply follows from the state, no table entry can be deeper than what is asked; and
with candidates, outlook and bounds switched off, nothing else is seen that minimax does not.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from engine_oracle import positions

import outplay
from outplay import Engine, Game
from outplay.games.connect_four import ConnectFour
from outplay.games.random_tree import RandomTree
from outplay.games.tic_tac_toe import TicTacToe

OFF: dict[str, Any] = {"candidates": False, "outcome_bounds": False, "bounds": False}
GAMES: dict[str, Game[Any, Any]] = {
    "tic-tac-toe": TicTacToe(),
    "4,3,3": TicTacToe(4, 3, 3),
    "connect-four": ConnectFour(),
    "random-tree": RandomTree(branch=3, depth=7, vary=True, early=0.1, values=(-30, 30)),
}


@pytest.mark.parametrize("name", GAMES)
def test_interpreted(name: str) -> None:
    for symmetries in (True, False):
        _compare(name, "python", 12, (1, 2, 3, 4), symmetries)


LONG = [
    pytest.param(name, marks=pytest.mark.long) for name in ("4,3,3", "tic-tac-toe", "random-tree")
]


@pytest.mark.parametrize("name", ["connect-four", *LONG])
def test_native(name: str) -> None:
    _compare(name, "native", 60, (1, 2, 3, 4, 5, 6), True)


def _compare(name: str, speed: str, count: int, depths: tuple[int, ...], symmetries: bool) -> None:
    game = GAMES[name]
    for number, s in enumerate(positions(game, count, seed=2)):
        depth = depths[number % len(depths)]
        fast = speed if speed == "native" else "auto"
        wanted = outplay.minimax(game, s, depth=depth, speed=fast)
        engine = Engine(game, memory=1, speed=speed, symmetries=symmetries, **OFF)
        found = engine.analyse(s, depth=depth)
        assert math.isclose(found.value, wanted.value, abs_tol=1e-8), (s, depth, found, wanted)
        best = {m.action for m in wanted.moves if math.isclose(m.value, wanted.value, abs_tol=1e-8)}
        if abs(wanted.value) < 1 or name == "random-tree":
            assert found.action in best
        assert found.depth <= depth
