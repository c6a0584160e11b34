"""The rule checker on what selective searches ask, and on positions that come back."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from broken_games import broken, failure

import outplay
from outplay import MAX, Game


def test_right_answers_pass() -> None:
    game = broken(
        win=1,
        futility_margin=0.5,
        capture_value=lambda self, s, a: a - 1,
        in_check=lambda self, s: s.left <= 2,
        reversible_plies=lambda self, s: 0,
        may_cycle=True,
    )
    report = outplay.check(game, lines=50, native=False)
    assert report, report
    assert {"capture_value", "in_check", "reversible_plies"} <= set(report.checked)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), None, "much"])
def test_gain_is_no_number(wrong: Any) -> None:
    found = failure(broken(capture_value=lambda self, s, a: wrong if (s.left, a) == (4, 2) else 0))
    assert (found.rule, found.kind, found.line) == ("capture_value", "not a number", (2,))


@pytest.mark.parametrize("wrong", [None, "yes"])
def test_threatened_is_no_truth(wrong: Any) -> None:
    found = failure(broken(in_check=lambda self, s: wrong if s.left == 5 else False))
    assert (found.rule, found.kind, found.line) == ("in_check", "not a truth", (1,))


def test_rules_that_raise() -> None:
    found = failure(broken(capture_value=lambda self, s, a: 1 // (s.left - 5)))
    assert (found.rule, found.kind, found.line) == (
        "capture_value",
        "raises ZeroDivisionError",
        (1,),
    )
    found = failure(broken(in_check=lambda self, s: s.right))
    assert (found.rule, found.kind, found.line) == ("in_check", "raises AttributeError", ())


@pytest.mark.parametrize(
    ("setting", "value", "kind"),
    [
        ("futility_margin", -1, "too small"),
        ("futility_margin", "wide", "not a number"),
        ("futility_margin", float("nan"), "not a number"),
        ("win", 0, "too small"),
        ("win", -1, "too small"),
        ("win", "all", "not a number"),
    ],
)
def test_settings_that_make_no_sense(setting: str, value: Any, kind: str) -> None:
    found = failure(broken(**{setting: value}))
    assert (found.rule, found.kind, found.line) == (setting, kind, ())


def test_ends_are_worth_what_win_says() -> None:
    assert outplay.check(broken(win=1), lines=20, native=False)
    drawn = broken(win=1, utility=lambda self, s: 0)
    assert outplay.check(drawn, lines=20, native=False)
    found = failure(broken(win=100))
    assert (found.rule, found.kind, len(found.line)) == ("win", "contradicts", 3)
    assert "is 100, but this end is worth" in found.what


# --- positions that come back ---------------------------------------------------------------


class Place(NamedTuple):
    at: int
    player: int
    quiet: int


class Walk(Game[Place, int]):
    """Walk around a ring of four places; from the sixth ply on, 0 leaves it."""

    may_cycle = True

    def initial(self) -> Any:
        return Place(0, MAX, 0)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        return [1, -1, 0] if s.quiet > 5 else [1, -1]

    def result(self, s: Any, step: int) -> Any:
        return Place((s.at + step) % 4 if step else -1, -s.player, s.quiet + 1)

    def is_terminal(self, s: Any) -> Any:
        return s.at == -1

    def utility(self, s: Any) -> Any:
        return 0

    def repetition_key(self, s: Any) -> Any:
        return s.at, s.player

    def reversible_plies(self, s: Any) -> Any:
        return s.quiet


def walk(**rules: Any) -> Game[Any, Any]:
    return type("Other", (Walk,), rules)()


def test_reversible_that_holds() -> None:
    report = outplay.check(Walk(), lines=30, native=False)
    assert report, report


def test_reversible_that_is_too_small() -> None:
    found = failure(walk(reversible_plies=lambda self, s: min(s.quiet, 1)))
    assert (found.rule, found.kind) == ("reversible_plies", "contradicts")
    assert len(found.line) == 2  # there and back
    assert "gives 1, but the same position occurred 2 plies ago" in found.what
    # Here the whole state comes back, and is known already.
    plain = walk(
        result=lambda self, s, step: Place((s.at + step) % 4, -s.player, 0) if step else s,
        actions=lambda self, s: [1, -1],
    )
    found = failure(plain, max_plies=20, lines=5)
    assert (found.rule, len(found.line)) == ("reversible_plies", 2)


@pytest.mark.parametrize(
    ("wrong", "kind"), [(-1, "not whole"), (0.5, "not whole"), (None, "not a number")]
)
def test_reversible_is_no_whole_number(wrong: Any, kind: str) -> None:
    found = failure(walk(reversible_plies=lambda self, s: wrong))
    assert (found.rule, found.kind, found.line) == ("reversible_plies", kind, ())


def test_reversible_where_nothing_comes_back() -> None:
    assert outplay.check(broken(reversible_plies=lambda self, s: 0), lines=20, native=False)
    found = failure(broken(reversible_plies=lambda self, s: -1))
    assert (found.rule, found.kind) == ("reversible_plies", "not whole")
