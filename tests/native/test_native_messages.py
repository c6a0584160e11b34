"""Rules that do not compile: one sentence with the user's file and line, then interpreted."""

import collections
import fractions
import inspect
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from take_away import State, Take

import outplay
from outplay import MAX

HERE = Path(__file__).name


class ListState(Take):
    def initial(self) -> Any:
        return [7, MAX]

    def to_move(self, s: Any) -> int:
        return s[1]

    def actions(self, s: Any) -> Any:
        return [n for n in range(1, 4) if n <= s[0]]

    def result(self, s: Any, n: Any) -> Any:
        return [s[0] - n, -s[1]]

    def is_terminal(self, s: Any) -> bool:
        return s[0] == 0

    def utility(self, s: Any) -> Any:
        return -s[1]


class DictState(ListState):
    def initial(self) -> Any:
        return {0: 7, 1: MAX}

    def result(self, s: Any, n: Any) -> Any:
        return {0: s[0] - n, 1: -s[1]}


class Board:
    def __init__(self, left: int, player: int) -> None:
        self.left = left
        self.player = player


class InstanceState(Take):
    def initial(self) -> Any:  # here
        return Board(7, MAX)

    def result(self, s: Any, n: Any) -> Any:
        return Board(s.left - n, -s.player)


class EmptyList(Take):
    def actions(self, s: Any) -> Any:
        found = []
        return found if s.left == 0 else [1]


class Library(Take):
    def utility(self, s: Any) -> Any:
        return float(fractions.Fraction(-s.player, 1))  # here


class LibraryFunction(Take):
    def utility(self, s: Any) -> Any:
        return len(json.dumps(s.player))  # here


class MixedReturns(Take):
    def evaluate(self, s: Any) -> Any:
        if s.player == MAX:
            return 1
        return (1, 2)


class SometimesNothing(Take):
    def utility(self, s: Any) -> Any:
        if s.player == MAX:
            return -1
        return None


class NothingAtAll(Take):
    def evaluate(self, s: Any) -> Any:
        pass


def factorial(n: int) -> int:
    return 1 if n <= 1 else n * factorial(n - 1)


class Recursion(Take):
    def utility(self, s: Any) -> Any:
        return -s.player * factorial(3)


class TupleShapes(Take):
    def actions(self, s: Any) -> Any:
        if s.left > 3:
            yield (1, 2)
        yield (1,)

    def result(self, s: Any, n: Any) -> Any:
        return State(s.left - n[0], -s.player)


class RareTupleShape(Take):
    """Of another length only where no look at a few states finds it."""

    def actions(self, s: Any) -> Any:
        if s.left == 10**9:
            yield (1, 2, 3)
        yield (1, 2)

    def result(self, s: Any, n: Any) -> Any:
        return State(s.left - n[0], -s.player)


class Words(Take):
    def actions(self, s: Any) -> Iterator[str]:
        yield "take"

    def result(self, s: Any, n: Any) -> Any:
        return State(s.left - 1, -s.player)


class DictConstant(Take):
    VALUES = {1: -1, -1: 1}  # noqa: RUF012

    def utility(self, s: Any) -> Any:
        return self.VALUES[s.player]


class PassesSelf(Take):
    def utility(self, s: Any) -> Any:
        return loser(self, s)


def loser(game: Any, s: Any) -> int:
    return -s.player


class SetsSelf(Take):
    def result(self, s: Any, n: Any) -> Any:
        self.asked = n  # here
        return State(s.left - n, -s.player)


class BigNumber(Take):
    MASK = 1 << 64

    def utility(self, s: Any) -> Any:
        return -s.player if s.left & self.MASK == 0 else 0


class StateMethod(Take):
    def utility(self, s: Any) -> Any:
        return -s.count(1)


class Sorted(Take):
    def actions(self, s: Any) -> Any:
        yield from sorted((n for n in range(1, 4) if n <= s.left), reverse=True)


class FunctionInside(Take):
    def utility(self, s: Any) -> Any:
        def turned(n: int) -> int:
            return -n

        return turned(s.player)


class Tries(Take):
    def utility(self, s: Any) -> Any:
        try:
            return -1 // s.player
        except ZeroDivisionError:
            return 0


class Counts(Take):
    def utility(self, s: Any) -> Any:
        return collections.Counter([1, 2])[1]


class Prints(Take):
    def utility(self, s: Any) -> Any:
        print(s)  # here
        return -s.player


class Throws(Take):
    def utility(self, s: Any) -> Any:
        return random.choice((1, -1))  # here


class InstanceKey(Take):
    def repetition_key(self, s: Any) -> Any:  # here
        return fractions.Fraction(s.left, 7)


BAD: list[type[Take]] = [
    *(InstanceState, InstanceKey, Library, LibraryFunction, SetsSelf, Prints, Throws)
]
"""What machine code cannot do."""

GOOD: list[type[Take]] = [
    ListState,
    DictState,
    EmptyList,
    Recursion,
    TupleShapes,
    RareTupleShape,
    Words,
    DictConstant,
    PassesSelf,
    BigNumber,
    StateMethod,
    Sorted,
    FunctionInside,
    Tries,
    Counts,
]
"""What it once could not."""


@pytest.mark.parametrize("cls", GOOD, ids=lambda cls: cls.__name__)
def test_what_runs_at_both_speeds(cls: type[Take]) -> None:
    fast, slow = (outplay.alphabeta(cls(), depth=5, speed=speed) for speed in ("native", "python"))
    assert (fast.action, fast.value, fast.nodes) == (slow.action, slow.value, slow.nodes)


@pytest.mark.parametrize("cls", [MixedReturns, SometimesNothing, NothingAtAll])
def test_answers_that_are_no_numbers_are_the_fault_of_the_rules(cls: type[Take]) -> None:
    with pytest.raises(outplay.RulesError, match=r"`(evaluate|utility)` gives (None|\(1, 2\))"):
        outplay.alphabeta(cls(), depth=5, speed="native")


def expected_line(cls: type) -> int:
    """The line marked `# here` in the class."""
    lines, start = inspect.getsourcelines(cls)
    return start + next(i for i, line in enumerate(lines) if "# here" in line)


@pytest.mark.parametrize("cls", BAD, ids=lambda cls: cls.__name__)
def test_the_message_points_at_the_line(cls: type[Take]) -> None:
    with pytest.raises(outplay.NotNative) as caught:
        outplay.alphabeta(cls(), depth=5, speed="native")
    message = str(caught.value)
    assert HERE in message
    assert f"line {expected_line(cls)}:" in message, message
    assert "\n" not in message
    assert len(message) < 400
    assert "llvm" not in message.lower()


@pytest.mark.parametrize("cls", [InstanceState, SetsSelf])
def test_then_it_runs_interpreted_and_says_so(cls: type[Take]) -> None:
    game = cls()
    result = outplay.minimax(game, nodes=2_500)
    assert result.speed == "python"
    large = outplay.minimax(_larger(cls), depth=8)
    assert large.speed == "python"
    assert HERE in large.speed_reason
    assert HERE in str(large)


def _larger(cls: type[Take]) -> Take:
    """The same game from a start that takes more than a small search."""

    class Larger(cls):  # type: ignore[misc, valid-type]
        def initial(self) -> Any:
            first = super().initial()
            if isinstance(first, Board):
                return Board(25, MAX)
            return State(25, MAX)

        def evaluate(self, s: Any) -> Any:
            return 0

        def utility(self, s: Any) -> Any:
            return super().utility(s)

    Larger.__name__ = cls.__name__
    return Larger()


def test_unknown_speed() -> None:
    with pytest.raises(outplay.UsageError, match="auto, native, python"):
        outplay.minimax(Take(), speed="fast")


class Elsewhere:
    class State(NamedTuple):
        one: int


def test_two_classes_of_one_name() -> None:
    class Twins(Take):
        def initial(self) -> Any:
            return (State(9, MAX), Elsewhere.State(1))

        def to_move(self, s: Any) -> int:
            return s[0].player

        def actions(self, s: Any) -> Any:
            return (1,)

        def result(self, s: Any, n: Any) -> Any:
            return (State(s[0].left - n, -s[0].player), s[1])

        def is_terminal(self, s: Any) -> bool:
            return s[0].left == 0

        def utility(self, s: Any) -> Any:
            return -s[0].player

    assert outplay.minimax(Twins(), speed="native").value == 1
