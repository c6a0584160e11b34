"""The rule checker on the optional answers, on notation, and on the two speeds."""

from __future__ import annotations

import itertools
import re
from typing import Any, NamedTuple

import pytest

import outplay
from outplay import MAX, Failure, Game


class State(NamedTuple):
    left: int
    player: int


class TakeAway(Game[State, int]):
    """Take one or two of six matches; whoever takes the last one wins."""

    weights = (1.0, 0.5)

    def initial(self) -> Any:
        return State(6, MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        yield from range(1, min(2, s.left) + 1)

    def result(self, s: Any, taken: int) -> Any:
        return State(s.left - taken, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return s.left == 0

    def utility(self, s: Any) -> Any:
        return -s.player


class TwoHeaps(Game[Any, Any]):
    """Take one or more from one of two heaps; whoever takes the last wins."""

    def initial(self) -> Any:
        return (2, 3, MAX)

    def to_move(self, s: Any) -> Any:
        return s[2]

    def actions(self, s: Any) -> Any:
        return [(heap, n) for heap in (0, 1) for n in range(1, s[heap] + 1)]

    def result(self, s: Any, a: Any) -> Any:
        heap, taken = a
        return (s[0] - taken, s[1], -s[2]) if heap == 0 else (s[0], s[1] - taken, -s[2])

    def is_terminal(self, s: Any) -> Any:
        return s[0] == s[1] == 0

    def utility(self, s: Any) -> Any:
        return -s[2]

    def symmetries(self, s: Any) -> Any:
        return [(s[1], s[0], s[2])]


def broken(base: type[Game[Any, Any]] = TakeAway, **rules: Any) -> Game[Any, Any]:
    return type("Broken", (base,), rules)()


def failure(game: Game[Any, Any], **options: Any) -> Failure:
    report = outplay.check(game, **{"native": False, **options})
    assert report.failure is not None, str(report)
    return report.failure


def value(game: Game[Any, Any], s: Any) -> Any:
    if game.is_terminal(s):
        return game.utility(s)
    best = max if game.to_move(s) == MAX else min
    return best(value(game, game.result(s, a)) for a in game.actions(s))


def test_right_answers_pass() -> None:
    game = broken(
        evaluate=lambda self, s: 0.25,
        priority=lambda self, s, a: float("-inf") if a == 1 else 0,
        bounds=lambda self, s: (-1, 1),
        candidates=lambda self, s: [s.left % 3] if s.left % 3 else range(1, min(2, s.left) + 1),
        is_quiet=lambda self, s: True,
        key=lambda self, s: (s.left, s.player),
    )
    report = outplay.check(game, lines=100, native=False)
    assert report, report
    assert report.checked == (
        "evaluate",
        "priority",
        "bounds",
        "candidates",
        "is_quiet",
        "key",
        "notation of moves",
        "notation of positions",
    )
    assert outplay.check(TwoHeaps(), lines=100, native=False)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), None, "good"])
def test_evaluate_is_no_number(wrong: Any) -> None:
    found = failure(broken(evaluate=lambda self, s: wrong if s.left == 4 else 0))
    assert (found.rule, found.kind, found.line) == ("evaluate", "not a number", (2,))


def test_evaluate_differs() -> None:
    numbers = itertools.count()
    found = failure(broken(evaluate=lambda self, s: next(numbers)))
    assert (found.rule, found.kind, found.line) == ("evaluate", "differs", ())


def test_features_and_weights() -> None:
    found = failure(broken(features=lambda self, s: (1, 2, 3)))
    assert (found.rule, found.kind) == ("features", "length")
    assert "3 numbers for 2 `weights`" in found.what
    found = failure(broken(features=lambda self, s: (1, "two")))
    assert (found.rule, found.kind) == ("features", "not a number")
    assert outplay.check(broken(features=lambda self, s: (s.left, 1)), lines=50, native=False)


def test_priority_is_no_number() -> None:
    found = failure(broken(priority=lambda self, s, a: "first" if a == 2 else 0))
    assert (found.rule, found.kind, found.line) == ("priority", "not a number", ())


def test_bounds() -> None:
    def beyond(self: Any, s: Any) -> Any:
        return (0, 1) if s.left == 2 else (-1, 1)

    found = failure(broken(bounds=beyond))
    assert (found.rule, found.kind) == ("bounds", "contradicts")
    assert (len(found.line), sum(found.line)) == (3, 4)  # two left, and MIN takes both
    assert "minimax value is -1" in found.what
    assert failure(broken(bounds=lambda self, s: (1, -1))).kind == "order"
    assert failure(broken(bounds=lambda self, s: 1)).kind == "no pair"
    found = failure(broken(bounds=lambda self, s: (-1, 1), evaluate=lambda self, s: 5))
    assert (found.rule, found.kind, found.line) == ("bounds", "contradicts", ())
    assert "one ply" in found.what


def test_candidates_without_the_best() -> None:
    def wrong(self: Any, s: Any) -> Any:
        return [1]  # with two left, taking both wins

    found = failure(broken(candidates=wrong))
    assert (found.rule, found.kind) == ("candidates", "contradicts")
    assert found.line == (1,)  # five left: only taking two wins
    illegal = failure(broken(candidates=lambda self, s: [1, 9]))
    assert (illegal.rule, illegal.kind, illegal.line) == ("candidates", "illegal", ())
    assert failure(broken(candidates=lambda self, s: [])).kind == "none"


def test_outlook_is_held_against_best_play() -> None:
    def right(self: Any, s: Any) -> Any:
        if s.left <= 2:
            return s.player, s.player  # whoever is to move takes the rest
        if s.left == 3:
            return -2 * s.player, -2 * s.player
        return (-4, 3) if s.player == MAX else (-3, 4)

    assert outplay.check(broken(outlook=right), lines=100, native=False)
    slow = failure(broken(outcome_bounds=lambda self, s: (-2, 3)))
    assert (slow.rule, slow.kind) == ("outcome_bounds", "contradicts")
    assert "best play ends in a win for MAX in 1 plies" in slow.what
    gloomy = failure(broken(outcome_bounds=lambda self, s: (-2, -4)))
    assert "promises from" in gloomy.what


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (3, "no pair"),
        ((1, 2, 3), "no pair"),
        ((0.5, 1), "not whole"),
        ((1, 0), "order"),
        ((-4, -2), "order"),
    ],
)
def test_outlook_that_is_none(answer: Any, kind: str) -> None:
    found = failure(broken(outcome_bounds=lambda self, s: answer))
    assert (found.rule, found.kind, found.line) == ("outcome_bounds", kind, ())


def test_outlook_that_differs_or_does_not_fit() -> None:
    numbers = itertools.count(1)
    found = failure(broken(outcome_bounds=lambda self, s: (-next(numbers), 1)))
    assert (found.rule, found.kind, found.line) == ("outcome_bounds", "differs", ())
    game = broken(
        outcome_bounds=lambda self, s: (-1, 1),
        result=lambda self, s, n: State(s.left - n if s.left > n else -n, -s.player),
        is_terminal=lambda self, s: s.left <= 0,
        utility=lambda self, s: s.left * s.player,
        actions=lambda self, s: range(1, 3),
    )
    found = failure(game)
    assert (found.rule, found.kind) == ("outcome_bounds", "uneven")
    assert "won, drawn or lost" in found.what
    none = failure(broken(outcome_bounds=lambda self, s: {}["x"]))
    assert (none.rule, none.kind, none.line) == ("outcome_bounds", "raises KeyError", ())


def test_key_that_forgets_what_matters() -> None:
    found = failure(broken(key=lambda self, s: s.left))
    assert (found.rule, found.kind) == ("key", "contradicts")
    assert len(found.line) <= 2


@pytest.mark.parametrize(
    ("symmetries", "kind", "said"),
    [
        (lambda self, s: [(s[0], s[1], -s[2])], "contradicts", "`to_move` gives"),
        (lambda self, s: [(s[0] + 1, s[1], s[2])], "contradicts", "actions"),
        (lambda self, s: [(1, 4, s[2])], "not closed", "2 and 1"),
        (lambda self, s: [(s[1], s[0], s[2])] if s[0] < s[1] else [], "not closed", "2 and 1"),
        (lambda self, s: [None], "nothing", "None"),
        (lambda self, s: [[1, 2]], "contradicts", r"\[1, 2\], where `\w+` raises IndexError"),
        (lambda self, s: itertools.repeat(s), "endless", "beyond"),
        (lambda self, s: [(0, 0, s[2])], "contradicts", "this one is not over"),
    ],
)
def test_symmetries(symmetries: Any, kind: str, said: str) -> None:
    found = failure(broken(TwoHeaps, symmetries=symmetries))
    assert (found.rule, found.kind) == ("symmetries", kind)
    assert re.search(said, found.what)
    assert len(found.line) <= 2


def test_symmetries_that_change_the_value_only() -> None:
    """Any split of the same matches has as many moves, but not the same winner."""

    def split(self: Any, s: Any) -> Any:
        return [(n, s[0] + s[1] - n, s[2]) for n in range(s[0] + s[1] + 1)]

    found = failure(broken(TwoHeaps, symmetries=split, initial=lambda self: (3, 3, MAX)))
    assert (found.rule, found.kind) == ("symmetries", "contradicts")
    assert "minimax values" in found.what


def test_symmetries_and_an_evaluation_that_knows_left_from_right() -> None:
    found = failure(broken(TwoHeaps, evaluate=lambda self, s: s[0] / 10))
    assert (found.rule, found.kind, found.line) == ("symmetries", "contradicts", ())
    assert "`evaluate` gives 0.2 and 0.3" in found.what


# --- notation -------------------------------------------------------------------------------


def read(self: Any, text: str) -> Any:
    try:
        left, player = map(int, text.split())
    except ValueError:
        raise outplay.InvalidPosition(text) from None
    return State(left, player)


def test_positions_round_trip() -> None:
    right = {"format_state": lambda self, s: f"{s.left} {s.player}", "parse_state": read}
    assert outplay.check(broken(**right), lines=50, native=False)
    forgets = {**right, "format_state": lambda self, s: f"{s.left} 1"}
    found = failure(broken(**forgets))
    assert (found.rule, found.kind, found.line) == ("parse_state", "round trip", (1,))
    two_lines = {**right, "format_state": lambda self, s: f"{s.left}\n{s.player}"}
    assert failure(broken(**two_lines)).kind == "lines"


def test_actions_round_trip() -> None:
    found = failure(broken(format_action=lambda self, s, a: "take"))
    assert (found.rule, found.kind, found.line) == ("format_action", "ambiguous", ())
    found = failure(broken(parse_action=lambda self, s, text: 1))
    assert (found.rule, found.kind) == ("parse_action", "round trip")
    found = failure(broken(format_action=lambda self, s, a: a))
    assert (found.rule, found.kind) == ("format_action", "no text")


def test_nonsense_is_refused_in_our_words() -> None:
    found = failure(broken(parse_action=lambda self, s, text: int(text)))
    assert (found.rule, found.kind) == ("parse_action", "nonsense")
    assert "IllegalAction" in found.what
    found = failure(
        broken(
            parse_action=lambda self, s, text: (
                int(text)
                if text.strip("-").isascii() and text.strip("-").isdigit()
                else self.parse_action_(text)
            ),
            parse_action_=lambda self, text: (_ for _ in ()).throw(outplay.IllegalAction(text)),
        )
    )
    assert (found.rule, found.kind) == ("parse_action", "illegal")
    states = {
        "format_state": lambda self, s: f"{s.left},{s.player}",
        "parse_state": lambda self, text: State(*map(int, text.split(","))),
    }
    found = failure(broken(**states))
    assert (found.rule, found.kind) == ("parse_state", "nonsense")


def test_without_a_notation_of_positions() -> None:
    game = broken(
        initial=lambda self: frozenset({6}),
        to_move=lambda self, s: MAX,
        actions=lambda self, s: [1],
        result=lambda self, s, a: frozenset({min(s) - 1}),
        is_terminal=lambda self, s: min(s) == 0,
        utility=lambda self, s: 0,
    )
    report = outplay.check(game, lines=20, native=False)
    assert report, report
    assert "No position notation" in str(report)
    assert "notation of positions" not in report.checked


# --- two speeds -----------------------------------------------------------------------------


class TooBig(TakeAway):
    """An estimate that passes through an int of more than 64 bits."""

    fits_64_bits = True  # which is not so

    def evaluate(self, s: Any) -> Any:
        return (1 << (60 + s.left)) >> 58


class Nested(TakeAway):
    """Rules that only Python can run."""

    def result(self, s: Any, taken: int) -> Any:
        return State(eval("s.left - taken"), -s.player)


def test_native_answers_that_differ() -> None:
    found = failure(TooBig(), native=True, lines=100)
    assert (found.rule, found.kind, found.line) == ("native", "differs", ())
    assert "in Python and" in found.what


def test_rules_that_do_not_compile_are_no_fault() -> None:
    report = outplay.check(Nested(), lines=100)
    assert report
    assert report.speed == "python"
    assert "Not at native speed" in str(report)
    assert "eval" in report.speed_reason
