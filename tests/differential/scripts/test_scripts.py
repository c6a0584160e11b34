"""Containers and numbers under long series of random operations, at both speeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import bitset_scripts
import container_scripts
import number_scripts
import pytest

from outplay import MAX, Game, Result, minimax

SCRIPTS = [
    function
    for module in (bitset_scripts, container_scripts, number_scripts)
    for name, function in vars(module).items()
    if getattr(function, "__module__", "") == module.__name__
    and callable(function)
    and function.__code__.co_varnames[:1] == ("s",)
]
QUICK, MANY = range(1, 4), range(100, 200)
"""Where the numbers of the states start: each start is 100 different ones."""


class State(NamedTuple):
    seed: int
    turn: int


class Seeds(Game[State, int]):
    """A move chooses one of a hundred numbers; nothing else happens."""

    def initial(self) -> State:
        return State(1, MAX)

    def to_move(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> range:
        return range(100)

    def result(self, s: State, a: int) -> State:
        return State((s.seed * 7919 + a * 104729) % 2147483648, -s.turn)

    def is_terminal(self, s: State) -> bool:
        return False

    def utility(self, s: State) -> int:
        return 0


def values(result: Result) -> list[tuple[float, type]]:
    return [(move.value, type(move.value)) for move in result.moves]


def agree(script: Callable[[Any], Any], starts: range) -> None:
    game = Seeds()
    for start in starts:
        state = State(start, MAX)
        slow = values(minimax(game, state, depth=1, evaluate=script, speed="python"))
        fast = values(minimax(game, state, depth=1, evaluate=script, speed="native"))
        assert fast == slow, f"start {start}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_some_series(script: Callable[[Any], Any]) -> None:
    agree(script, QUICK)


@pytest.mark.long
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_many_series(script: Callable[[Any], Any]) -> None:
    agree(script, MANY)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.__name__)
def test_series_differ(script: Callable[[Any], Any]) -> None:
    """Nearly every number leads to another history."""
    result = minimax(Seeds(), depth=1, evaluate=script, speed="python")
    assert len({move.value for move in result.moves}) > 80
