"""The rule checker: each fault of the six questions is found, named, and shown by few moves."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

import outplay
from outplay import CHANCE, MAX, MIN, Failure, Game, Report


class State(NamedTuple):
    left: int
    player: int


class TakeAway(Game[State, int]):
    """Take one or two of six matches; whoever takes the last one wins."""

    def initial(self) -> Any:
        return State(6, MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        return range(1, min(2, s.left) + 1)

    def result(self, s: Any, taken: int) -> Any:
        return State(s.left - taken, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return s.left == 0

    def utility(self, s: Any) -> Any:
        return -s.player


def broken(**rules: Any) -> Game[Any, Any]:
    """Take-away with other rules in place of some."""
    return type("Broken", (TakeAway,), rules)()


def failure(game: Game[Any, Any], **options: Any) -> Failure:
    report = outplay.check(game, native=False, **options)
    assert report.failure is not None, str(report)
    assert report.ok is False
    assert not report
    text = str(report)
    assert report.failure.what in text
    assert "Traceback" not in text
    return report.failure


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


def test_unhashable_state() -> None:
    found = failure(broken(initial=lambda self: [6, MAX]))
    assert (found.rule, found.kind) == ("initial", "unhashable")
    assert "list" in found.what
    deeper = failure(
        broken(
            result=lambda self, s, a: (
                State(s.left - a, -s.player) if s.left > 2 else State([], -s.player)  # type: ignore[arg-type]
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


# --- cycles ---------------------------------------------------------------------------------


class Ring(TakeAway):
    """Walk around a ring of twelve places, or step out of it at place 3 by 0."""

    def initial(self) -> Any:
        return State(0, MAX)

    def actions(self, s: Any) -> Any:
        return [1, -1, 0] if s.left == 3 else [1, -1]

    def result(self, s: Any, step: int) -> Any:
        return State((s.left + step) % 12 if step else -1, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return s.left == -1


def test_a_position_that_comes_back() -> None:
    found = failure(Ring())
    assert (found.rule, found.kind) == ("may_cycle", "cycle")
    assert found.line == (1, -1)
    assert found.position == "(0, 1)"
    assert "2 plies (1 -1)" in found.what


def test_declared_cycles_are_fine() -> None:
    game = type("DeclaredRing", (Ring,), {"may_cycle": True})()
    report = outplay.check(game, lines=20, max_plies=50, native=False)
    assert report
    assert report.depth == 50
    assert "were left at 50 plies" in str(report)


def test_a_cycle_far_from_the_start() -> None:
    def result(self: Any, s: Any, a: int) -> Any:
        if s.left < 2:
            return State(8 if s.left == 0 else 0, s.player)  # nobody notices the end
        return State(s.left - a, s.player)

    game = broken(
        initial=lambda self: State(30, MAX),
        actions=lambda self, s: range(1, min(2, max(1, s.left)) + 1),
        result=result,
        is_terminal=lambda self, s: False,
    )
    found = failure(game)
    assert (found.rule, found.kind) == ("may_cycle", "cycle")
    assert len(found.line) == 16  # eleven by twos to 8, four more to 0, and back to 8


def test_a_line_without_end() -> None:
    game = broken(result=lambda self, s, a: State(s.left + a, -s.player))
    found = failure(game, max_plies=100)
    assert (found.rule, found.kind) == ("is_terminal", "endless")
    assert len(found.line) == 100
    assert "100 plies" in str(found)
    assert len(str(found)) < 500


# --- the shortest way -----------------------------------------------------------------------


class Deep(TakeAway):
    """Wrong only where few matches are left, far from the start."""

    def initial(self) -> Any:
        return State(40, MAX)

    def utility(self, s: Any) -> Any:
        return None


def test_shortest_of_many_lines() -> None:
    found = failure(Deep())
    assert (found.rule, found.line) == ("utility", (2,) * 20)


def test_shortened_where_the_states_are_too_many() -> None:
    class Wide(TakeAway):
        """Colour one of twelve places in one of four colours; red at place 0 breaks it."""

        def initial(self) -> Any:
            return (0,) * 12

        def to_move(self, s: Any) -> int:
            return MAX if s.count(0) % 2 == 0 else MIN

        def actions(self, s: Any) -> Any:
            return [(p, c) for p in range(12) if s[p] == 0 for c in (1, 2, 3, 4)]

        def result(self, s: Any, a: Any) -> Any:
            place, colour = a
            return (*s[:place], colour, *s[place + 1 :])

        def is_terminal(self, s: Any) -> Any:
            if s[0] == 4 and s[1] == 3 and s[2] == 2:
                raise ValueError("a strange flag")
            return 0 not in s

        def utility(self, s: Any) -> Any:
            return 0

    found = failure(Wide())
    assert (found.rule, found.kind) == ("is_terminal", "raises ValueError")
    assert sorted(found.line) == [(0, 4), (1, 3), (2, 2)]


# --- the call -------------------------------------------------------------------------------


def test_misuse() -> None:
    with pytest.raises(outplay.UsageError, match=r"write TakeAway\(\)"):
        outplay.check(TakeAway)  # type: ignore[arg-type]
    with pytest.raises(outplay.UsageError, match="needs a Game, not str"):
        outplay.check("nim")  # type: ignore[arg-type]
    for wrong in ({"lines": -1}, {"max_plies": 0}, {"time": -1}, {"seed": 1.5}, {"lines": True}):
        with pytest.raises(outplay.UsageError):
            outplay.check(TakeAway(), **wrong)


def test_raise_if_failed() -> None:
    report = outplay.check(broken(utility=lambda self, s: None), native=False)
    with pytest.raises(outplay.RulesError, match="`utility` gives None"):
        report.raise_if_failed()


def test_time_limit() -> None:
    report = outplay.check(outplay.load("connect-four"), time=0.2, native=False)
    assert report
    assert report.stopped_by == "time"
    assert report.elapsed < 2
    assert "time was up" in str(report)


def test_interrupt_gives_the_report_so_far() -> None:
    def progress(done: int, lines: int) -> None:
        assert lines == 500
        if done == 10:
            raise KeyboardInterrupt

    report = outplay.check(TakeAway(), lines=500, progress=progress)
    assert (report.stopped_by, report.lines, report.speed) == ("interrupt", 10, "python")
    assert "interrupted" in str(report)
    assert "before it came to that" in report.speed_reason


def test_the_function_stays_a_function() -> None:
    assert isinstance(outplay.check(TakeAway(), lines=1, native=False), Report)
    assert callable(outplay.check)
