"""The rule checker's warnings and notes: what is likely wrong, and what is worth knowing."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest
from broken_games import TakeAway, broken
from everyday_games import Bones, Nim, Race, Strings, on_board
from planted_rules import PLANTED
from unusual_games import UNUSUAL

import outplay
from outplay.checker import warnings
from outplay.freeze import freeze, holds_closures

MOVERS_SIDE = """
from outplay import Game, MAX

class Nim(Game):
    def initial(self): return 5, MAX
    def to_move(self, s): return s[1]
    def actions(self, s): return range(1, min(2, s[0]) + 1)
    def result(self, s, n): return s[0] - n, -s[1]
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -1
"""


def warned(game: Any, **options: Any) -> outplay.Report:
    report = outplay.check(game, **{"native": False, "lines": 120, **options})
    assert report.ok, str(report)
    return report


def test_a_warning_is_no_fault() -> None:
    report = warned(PLANTED["UtilityOfTheMoverInNim"].make())
    [warning] = report.warnings
    assert (warning.rule, warning.kind) == ("utility", "mover's side")
    assert len(warning.line) % 2 == 1  # MAX moved last, and yet MIN is said to have won
    assert report
    report.raise_if_failed()
    assert "no definite fault found" in str(report)
    assert f"Warning: {warning}" in str(report)


def test_a_warning_leaves_the_exit_code(tmp_path: Path, capsys: Any) -> None:
    from outplay.cli.check import check

    file = tmp_path / "movers_side.py"
    file.write_text(MOVERS_SIDE)
    assert check(str(file), lines=100, native=False) == 0
    assert "Warning: `utility` is -1" in capsys.readouterr().out


def test_a_fault_comes_without_warnings() -> None:
    game = broken(utility=lambda self, s: -1 if s.player == 1 else None)
    report = outplay.check(game, lines=50, native=False)
    assert report.failure is not None
    assert report.warnings == ()


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("solitaire", "Only MAX moves: a game for one player."),
        ("points by dice", "Only MAX moves: a game for one player."),
        ("always drawn", "Every line ended in a draw."),
        ("chocolate", "Every line ended with the same value: 1."),
        ("maker and breaker", "MIN never won: every end was worth 1 or 0."),
    ],
)
def test_what_may_be_meant_so_is_a_note(name: str, note: str) -> None:
    report = warned(UNUSUAL[name]())
    assert not report.warnings
    assert note in report.notes


def test_wins_of_different_worth_are_a_note() -> None:
    game = broken(utility=lambda self, s: 3 if s.player < 0 else -1)
    assert "A win is worth 3 to MAX and 1 to MIN." in warned(game).notes


def test_few_lines_tell_nothing() -> None:
    assert not warned(PLANTED["UtilityOfTheMoverInNim"].make(), lines=10).warnings


def test_a_slow_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(self: Any, s: Any) -> bool:
        time.sleep(0.002)
        return bool(s.left == 0)

    monkeypatch.setattr(warnings, "SLOW", 0.001)
    rules = [warning.rule for warning in warned(broken(is_terminal=slow), lines=30).warnings]
    assert "is_terminal" in rules


def test_what_rules_print_is_printed(capsys: Any) -> None:
    class Talking(Nim):
        def utility(self, s: Any) -> Any:
            print("the end")
            return super().utility(s)

    before = sys.stdout
    report = warned(Talking(), progress=lambda done, lines: print("line", done))
    assert sys.stdout is before
    assert [warning.what for warning in report.warnings] == [
        "`utility` prints 'the end'; searches call it at every node"
    ]
    printed = capsys.readouterr().out
    assert "the end" in printed
    assert "line 120" in printed


def test_objects_are_shown_by_what_they_hold() -> None:
    report = outplay.check(PLANTED["ResultWritesIntoTheBoard"].make(), native=False)
    assert report.failure is not None
    assert report.failure.position.startswith("Board(cells=[")


# --- boards that hold functions ---------------------------------------------------------------


def test_functions_are_frozen_by_what_they_do() -> None:
    def adder(n: int) -> Any:
        return lambda x: x + n

    assert freeze(adder(1)) == freeze(adder(1))
    assert freeze(adder(1)) != freeze(adder(2))
    assert freeze(lambda x: x + 1) != freeze(lambda x: x - 1)
    board = Bones()
    before = freeze(board)
    board.on_move = board.make_move
    assert freeze(board) == before
    board.players[0].name = "another"
    assert freeze(board) != before


def test_a_board_whose_functions_know_it_is_not_copied() -> None:
    board = Bones()
    assert holds_closures(board)
    assert not holds_closures([1, {"a": (lambda n: n, len)}, {2}, Strings(), TakeAway().actions])
    assert warned(on_board(board), lines=30)
    assert (board.left, board.current_player) == (10, 1)


def test_a_race_without_dice_is_named() -> None:
    game = type(
        "NoDice", (Race,), {"to_move": lambda self, s: s[2], "actions": lambda self, s: [1]}
    )
    [warning] = warned(game()).warnings
    assert warning.rule == "to_move"
    assert "`outcomes`" in warning.what


# --- the two speeds ---------------------------------------------------------------------------


class Counting(outplay.Game[Any, int]):
    """Add 1 or 2, three times each; the remainder of a large power decides."""

    def initial(self) -> Any:
        return 0, 1, outplay.MAX

    def to_move(self, s: Any) -> Any:
        return s[2]

    def actions(self, s: Any) -> Any:
        yield 1
        yield 2

    def result(self, s: Any, a: Any) -> Any:
        return s[0] + 1, s[1] + a, -s[2]

    def is_terminal(self, s: Any) -> Any:
        return s[0] == 6

    def utility(self, s: Any) -> Any:
        return 1 if (s[1] + 6364136223846793005) ** 9 % 11 < 5 else -1


def test_numbers_beyond_the_widest_are_told() -> None:
    """Native code differs and is blamed, or does without such numbers and says so."""
    report = outplay.check(Counting(), lines=20)
    if report.failure is not None:
        assert report.failure.rule == "native"
    assert "64 bits" in str(report)


def test_a_rule_called_by_its_old_name_is_noted() -> None:
    """The engine does not ask for it, and nobody would see that."""
    report = outplay.check(broken(forcing=lambda self, s: ()), lines=20, native=False)
    assert "`forcing` is called `tactical_actions` now: nothing asks for `forcing`." in report.notes
    both = broken(forcing=lambda self, s: (), tactical_actions=lambda self, s: ())
    assert not any("forcing" in note for note in outplay.check(both, lines=20, native=False).notes)


def test_a_correlation_needs_numbers_that_differ_and_can_be_squared() -> None:
    assert warnings.correlation_of([(n, 2.0 * n) for n in range(50)]) == pytest.approx(1)
    assert warnings.correlation_of([(1.0, n) for n in range(50)]) == 0
    assert warnings.correlation_of([(1e300 * n, (-1) ** n * 1e300) for n in range(50)]) == 0
    assert warnings.correlation_of([(1e-200 * n, 1e-200 * n) for n in range(50)]) == 0
