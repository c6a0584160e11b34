"""Actions that a native search finds are the rules' own: of their very types, along the line."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import pytest

import outplay
from outplay import MAX, Engine, Game, Result
from outplay.native.sample import Sample


class Take(IntEnum):
    ONE = 1
    TWO = 2

    def __str__(self) -> str:
        return self.name.lower()


class Matches(Game[tuple[int, int], Take]):
    """Take one or two of nine; whoever takes the last one wins."""

    def initial(self) -> tuple[int, int]:
        return (9, MAX)

    def to_move(self, s: Any) -> int:
        return s[1]

    def actions(self, s: Any) -> Any:
        yield Take.ONE
        if s[0] > 1:
            yield Take.TWO

    def result(self, s: Any, a: int) -> tuple[int, int]:
        return (s[0] - a, -s[1])

    def is_terminal(self, s: Any) -> bool:
        return s[0] == 0

    def utility(self, s: Any) -> int:
        return -s[1]


class LateEnum(Matches):
    """Only where no look at the first states sees it, one action is of another type."""

    def initial(self) -> tuple[int, int]:
        return (400, MAX)

    def actions(self, s: Any) -> Any:
        if s[0] == 1:
            yield Take.ONE
        elif s[0] < 100:
            yield 1
            yield 2
        else:
            yield 99
            yield 98


def types_of(result: Result) -> list[Any]:
    lines = [result.line, *(move.line for move in result.moves)]
    actions = [result.action, *(move.action for move in result.moves)]
    return [type(a) for a in actions] + [[type(a) for a in line] for line in lines]


@pytest.mark.parametrize(
    "search",
    [
        lambda speed: outplay.minimax(Matches(), speed=speed),
        lambda speed: Engine(Matches(), speed=speed).analyse(exact=True),
        lambda speed: Engine(Matches(), speed=speed).analyse(depth=4, lines=2),
    ],
    ids=["minimax", "exact", "lines"],
)
def test_enums_come_back(search: Any) -> None:
    one, two = search("python"), search("native")
    assert two.speed == "native"
    assert (two.action, two.value) == (one.action, one.value)
    assert types_of(two) == types_of(one)
    assert set(types_of(two)[:3]) == {Take}
    assert "one" in str(two) and "<" not in str(two)


def test_an_action_of_a_type_that_comes_late() -> None:
    result = Engine(LateEnum(), speed="native").analyse(exact=True, lines=1)
    assert type(result.line[-1]) is (Take if len(result.line) % 2 else type(result.line[-1]))
    s = LateEnum().initial()
    for a in result.line:
        assert type(a) in {type(own) for own in LateEnum().legal(s) if own == a}
        s = LateEnum().result(s, a)


class Pair(NamedTuple):
    x: Any
    y: Any


@pytest.mark.parametrize(
    ("actions", "own"),
    [
        ([1, 2], True),
        ([(1, 2.5), (3, 4.0)], True),
        ([Pair(1, 2), Pair(3, 4)], True),
        ([False, True], True),
        ([Take.ONE], True),
        ([1, Take.TWO], True),
        ([0, True], True),
        (["a", None, (1, "b")], True),
        ([np.int64(1)], False),
        ([np.float64(1)], False),
        ([Pair(1, np.int64(2))], False),
        ([(1, 2), (1, 2.5)], True),
        ([[1, np.int64(2)]], False),
    ],
)
def test_which_actions_are_given_back_as_they_were(actions: list[Any], own: bool) -> None:
    game = type(
        "Given", (Matches,), {"actions": lambda self, s: actions, "result": lambda self, s, a: s}
    )()
    assert Sample(game, (1, MAX)).is_own("action") is own
