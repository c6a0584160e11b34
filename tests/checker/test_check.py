"""The rule checker: each fault of the six questions is found and named."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest
from broken_games import State, TakeAway, broken, failure

import outplay
from outplay import CHANCE, MAX, MIN, Game

# --- a clean run ----------------------------------------------------------------------------


def test_clean_run_says_what_was_tried() -> None:
    report = outplay.check(TakeAway(), lines=300, native=False)
    assert report
    assert (report.lines, report.states, report.depth) == (300, 12, 6)
    assert str(report).startswith(
        "take-away: no fault found in 300 lines, 12 states, up to 6 plies; in Python only."
    )
    report.raise_if_failed()


def test_both_speeds() -> None:
    report = outplay.check(TakeAway(), lines=50)
    assert report
    assert (report.speed, report.speed_reason) == ("both", "")
    assert "at both speeds" in str(report)


def test_same_seed_same_report() -> None:
    def bad(self: Any, s: Any) -> Any:
        return float("nan") if s.player == MIN else 1

    one, two = (failure(broken(utility=bad), seed=7) for _ in range(2))
    assert one == two


# --- one fault each -------------------------------------------------------------------------


class Heap:
    """A mutable state without equality."""

    def __init__(self, left: int, player: int) -> None:
        self.left, self.player = left, player


class HeapGame(TakeAway):
    def initial(self) -> Any:
        return Heap(6, MAX)

    def key(self, s: Any) -> Any:
        return s.left, s.player

    def result(self, s: Any, taken: int) -> Any:
        return Heap(s.left - taken, -s.player)


def test_a_mutable_state_with_a_key_is_fine() -> None:
    report = outplay.check(HeapGame(), lines=100)
    assert report, report
    assert report.states == 12
    assert report.speed == "python"
    assert report.speed_reason


def test_result_changes_an_object() -> None:
    def result(self: Any, s: Any, taken: int) -> Any:
        if s.left <= 3:
            s.left -= taken
            return Heap(s.left, -s.player)
        return Heap(s.left - taken, -s.player)

    found = failure(type("Changing", (HeapGame,), {"result": result})())
    assert (found.rule, found.kind) == ("result", "changes")
    assert found.line == (1, 2)
    assert found.moves == ("1", "2")


def test_result_changes_a_list() -> None:
    class Lists(Game[Any, int]):
        """Claim one of three places, each once; the start is one shared list."""

        first = [0, 0, 0]  # noqa: RUF012 - the bug

        def initial(self) -> Any:
            return self.first

        def key(self, s: Any) -> Any:
            return tuple(s)

        def to_move(self, s: Any) -> int:
            return MAX if s.count(0) % 2 else MIN

        def actions(self, s: Any) -> Any:
            return [place for place in range(3) if s[place] == 0]

        def result(self, s: Any, a: int) -> Any:
            s[a] = 1
            return s

        def is_terminal(self, s: Any) -> bool:
            return 0 not in s

        def utility(self, s: Any) -> int:
            return 0

    found = failure(Lists())
    assert (found.rule, found.kind, found.moves) == ("result", "changes", ())
    assert "changes the state it is given" in found.what


def test_actions_changes_the_state() -> None:
    def actions(self: Any, s: Any) -> Iterator[int]:
        s.player = -s.player
        yield 1

    found = failure(type("Changing", (HeapGame,), {"actions": actions})())
    assert (found.rule, found.kind) == ("actions", "changes")


def test_a_cached_property_is_no_change() -> None:
    from functools import cached_property

    @dataclass
    class Lazy:
        left: int
        player: int

        def __hash__(self) -> int:
            return hash((self.left, self.player))

        @cached_property
        def over(self) -> bool:
            return self.left == 0

    class LazyGame(TakeAway):
        def initial(self) -> Any:
            return Lazy(6, MAX)

        def result(self, s: Any, taken: int) -> Any:
            return Lazy(s.left - taken, -s.player)

        def is_terminal(self, s: Any) -> Any:
            return s.over

    assert outplay.check(LazyGame(), lines=100, native=False)


class Sealed:
    """Cannot be hashed, and nobody sees what it holds."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed)

    __hash__ = None  # type: ignore[assignment]


def test_unhashable_state() -> None:
    found = failure(broken(initial=lambda self: (6, Sealed())))
    assert (found.rule, found.kind) == ("initial", "unhashable")
    assert "cannot be hashed (Sealed)" in found.what
    deeper = failure(
        broken(
            result=lambda self, s, a: (
                State(s.left - a, -s.player) if s.left > 2 else State(Sealed(), -s.player)  # type: ignore[arg-type]
            )
        )
    )
    assert (deeper.rule, deeper.kind) == ("result", "unhashable")
    assert len(deeper.line) == 3  # 6 - 2 - 2 leaves 2, and the third move breaks it


def test_useless_key() -> None:
    found = failure(broken(key=lambda self, s: [s.left]))
    assert (found.rule, found.kind) == ("key", "unhashable")


def test_state_without_equality() -> None:
    game = type("NoKey", (HeapGame,), {"key": Game.key})()
    found = failure(game)
    assert (found.rule, found.kind) == ("initial", "unequal")
    assert "__eq__" in found.what


def test_state_unequal_to_itself() -> None:
    class Odd(NamedTuple):
        left: int
        player: int

        def __eq__(self, other: object) -> bool:
            return False

        def __hash__(self) -> int:
            return 1

    first = Odd(6, MAX)
    found = failure(broken(initial=lambda self: first))
    assert (found.rule, found.kind) == ("initial", "unequal")


def test_equal_states_with_other_hashes() -> None:
    class Odd(State):
        def __hash__(self) -> int:
            return id(self)

    found = failure(broken(result=lambda self, s, a: Odd(s.left - a, -s.player)))
    assert (found.rule, found.kind, found.moves) == ("result", "unequal", ())
    assert "hashes" in found.what


def test_random_rules() -> None:
    dice = random.Random(1)
    found = failure(
        broken(result=lambda self, s, a: State(s.left - dice.randint(1, min(2, s.left)), -s.player))
    )
    assert (found.rule, found.kind) == ("result", "unequal")


def test_live_state_without_actions() -> None:
    found = failure(broken(is_terminal=lambda self, s: False))
    assert (found.rule, found.kind) == ("actions", "none")
    assert found.line == (2, 2, 2)


def test_actions_twice_the_same() -> None:
    found = failure(broken(actions=lambda self, s: [1, 1] if s.left == 1 else [1]))
    assert (found.rule, found.kind, found.line) == ("actions", "repeats", (1, 1, 1, 1, 1))


def test_actions_in_another_order() -> None:
    orders = itertools.cycle([[1, 2], [2, 1]])
    found = failure(broken(actions=lambda self, s: next(orders) if s.left > 1 else [1]))
    assert (found.rule, found.kind, found.moves) == ("actions", "differs", ())
    assert "another order" in found.what


@pytest.mark.parametrize("answer", [2, None, "MAX", True, 1.5])
def test_to_move_is_no_player(answer: Any) -> None:
    found = failure(broken(to_move=lambda self, s: answer if s.left == 4 else s.player))
    assert (found.rule, found.kind, found.line) == ("to_move", "not a player", (2,))


def test_chance_without_outcomes() -> None:
    found = failure(broken(to_move=lambda self, s: CHANCE if s.left == 3 else s.player))
    assert (found.rule, found.kind, len(found.line)) == ("to_move", "no outcomes", 2)


@pytest.mark.parametrize(
    ("outcomes", "kind"),
    [
        ([(1, 0.5), (2, 0.4)], "sum"),
        ([(1, 1.0), (2, 0.0)], "probability"),
        ([(1, 1.5), (2, -0.5)], "probability"),
        ([(1, "half"), (2, 0.5)], "not a number"),
        ([(1, float("nan"))], "not a number"),
        ([1, 2], "no pair"),
        ([], "none"),
        ([(1, 0.5), (1, 0.5)], "repeats"),
        (None, "nothing"),
    ],
)
def test_wrong_outcomes(outcomes: Any, kind: str) -> None:
    game = broken(
        to_move=lambda self, s: CHANCE if s.left == 4 else s.player,
        outcomes=lambda self, s: outcomes,
    )
    found = failure(game)
    assert (found.rule, found.kind, found.line) == ("outcomes", kind, (2,))


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), "1", None, 1j, [1]], ids=lambda value: repr(value)
)
def test_utility_is_no_number(value: Any) -> None:
    found = failure(broken(utility=lambda self, s: value))
    assert (found.rule, found.kind, found.line) == ("utility", "not a number", (2, 2, 2))


def test_utility_differs_between_calls() -> None:
    values = itertools.count()
    found = failure(broken(utility=lambda self, s: next(values)))
    assert (found.rule, found.kind, found.line) == ("utility", "differs", (2, 2, 2))


def test_utility_differs_between_equal_states() -> None:
    @dataclass(frozen=True)
    class Remembering:
        left: int
        player: int
        first: int = field(compare=False)

    game = broken(
        initial=lambda self: Remembering(6, MAX, 0),
        result=lambda self, s, a: Remembering(s.left - a, -s.player, s.first or a),
        utility=lambda self, s: s.first,
    )
    found = failure(game)
    assert (found.rule, found.kind) == ("utility", "differs")
    assert "equal state" in found.what
    assert len(found.line) == 4  # the first two ways to the end that are equally long


def test_nothing_returned() -> None:
    assert failure(broken(initial=lambda self: None)).rule == "initial"
    found = failure(
        broken(result=lambda self, s, a: None if s.left == 5 else TakeAway().result(s, a))
    )
    assert (found.rule, found.kind, found.line) == ("result", "nothing", (1,))
    assert failure(broken(is_terminal=lambda self, s: None)).rule == "is_terminal"
    assert failure(broken(actions=lambda self, s: None)).rule == "actions"


@pytest.mark.parametrize("rule", ["to_move", "actions", "result", "is_terminal"])
def test_a_rule_that_raises(rule: str) -> None:
    right = getattr(TakeAway(), rule)

    def raising(self: Any, s: Any, *rest: Any) -> Any:
        if s.left == 2:
            raise KeyError("matches")
        return right(s, *rest)

    found = failure(broken(**{rule: raising}))
    assert (found.rule, found.kind, found.line) == (rule, "raises KeyError", (2, 2))
    assert found.position == "(2, 1)"
    assert "test_check.py, line" in found.what


def test_a_generator_that_raises_on_the_way() -> None:
    def actions(self: Any, s: Any) -> Iterator[int]:
        yield 1
        raise ZeroDivisionError

    found = failure(broken(actions=actions))
    assert (found.rule, found.kind) == ("actions", "raises ZeroDivisionError")


def test_missing_rules() -> None:
    class Nothing(Game[Any, Any]):
        pass

    found = failure(Nothing())
    assert (found.rule, found.kind, found.position) == ("initial", "missing", "")
    assert failure(broken(to_move=Game.to_move)).rule == "to_move"


def test_a_rule_that_leaves_the_program() -> None:
    found = failure(broken(actions=lambda self, s: sys.exit("bye")))
    assert (found.rule, found.kind) == ("actions", "raises SystemExit")


def test_actions_without_end() -> None:
    found = failure(broken(actions=lambda self, s: itertools.count(1)))
    assert (found.rule, found.kind) == ("actions", "endless")


def test_infinite_recursion() -> None:
    def forever(self: Any, s: Any) -> int:
        return forever(self, s)

    assert failure(broken(to_move=forever)).kind == "raises RecursionError"
