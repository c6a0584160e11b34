"""A native answer is that of Python in type too: 1 and not 1.0 where the rules said 1."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from outplay import MAX, Engine, Game, alphabeta, expectiminimax, minimax, negamax
from outplay.games import load


class State(NamedTuple):
    n: int
    player: int


class Mixed(Game[State, int]):
    """Utilities are ints, floats and bools."""

    def initial(self) -> State:
        return State(1, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> range:
        return range(3)

    def result(self, s: State, a: int) -> State:
        return State(3 * s.n + a, -s.player)

    def is_terminal(self, s: State) -> bool:
        return s.n >= 81

    def utility(self, s: State) -> float:
        left = s.n % 5
        if left == 0:
            return 0.5
        return 2.0 if left == 1 else left - 3


def types_of(result: Any) -> list[Any]:
    values = [result.value, *(move.value for move in result.moves)]
    return [result.speed_reason and "", *((type(value), value) for value in values)]


@pytest.mark.parametrize("search", [alphabeta, minimax, expectiminimax])
def test_values_of_the_textbook(search):
    slow, fast = (search(Mixed(), speed=speed) for speed in ("python", "native"))
    assert fast.speed == "native" and types_of(slow) == types_of(fast)
    assert int in {type(move.value) for move in slow.moves}


def test_values_where_estimates_are_floats_and_utilities_ints():
    game = load("connect-four")
    state = game.play(list("44444131"))
    slow, fast = (alphabeta(game, state, depth=4, speed=speed) for speed in ("python", "native"))
    assert type(slow.value) is int and types_of(slow) == types_of(fast)


def test_values_of_the_engine():
    slow, fast = (
        Engine(Mixed(), speed=speed).analyse(exact=True) for speed in ("python", "native")
    )
    assert fast.speed == "native" and types_of(slow) == types_of(fast)


class Numpy(Mixed):
    """Utilities are numbers and truth values of NumPy's, and Python's."""

    def utility(self, s: State) -> Any:
        kind, x = s.n % 4, s.n * 7 % 11 % 4
        if kind == 0:
            return np.int64(x)
        if kind == 1:
            return np.float64(x)
        return bool(x) if kind == 2 else x


@pytest.mark.parametrize("search", [alphabeta, minimax, negamax, expectiminimax])
def test_numbers_of_numpy(search):
    game, kinds = Numpy(), set()
    for n in range(9, 27):
        slow, fast = (search(game, State(n, MAX), speed=speed) for speed in ("python", "native"))
        assert fast.speed == "native" and types_of(slow) == types_of(fast)
        kinds |= {type(move.value) for move in slow.moves}
    assert kinds >= {np.int64, np.float64, int}
