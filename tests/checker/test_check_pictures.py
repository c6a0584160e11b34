"""The rule checker on drawings: a faulty `draw` or `gestures` is found and named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from broken_games import TakeAway, broken, failure

import outplay
from outplay.drawing import Place, Sheet


def drawn(self: Any, s: Any) -> str:
    """A picture with a place for each match."""
    sheet = Sheet(6, 1, "matches")
    for match in range(s.left):
        sheet.place(str(match), match, 0, what="match")
    return str(sheet)


def first(self: Any, s: Any, taken: int) -> Any:
    yield (str(s.left - taken),)


def test_a_game_that_draws_and_points_passes() -> None:
    game = broken(draw=drawn, gestures=first)
    assert outplay.check(game, lines=50, native=False)
    shared = broken(draw=drawn, gestures=lambda self, s, a: [("0",)])
    assert outplay.check(shared, lines=50, native=False), "moves may share a way: the page asks"
    by_name = broken(draw=drawn, gestures=lambda self, s, a: [])
    assert outplay.check(by_name, lines=50, native=False)


def misplaced(*place: Any) -> Callable[[Any, Any], str]:
    def draw(self: Any, s: Any) -> str:
        sheet = Sheet(6, 1, "matches")
        sheet.place("a", 0, 0)
        sheet._places.append(Place(*place))
        return str(sheet)

    return draw


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (lambda self, s: None, "`draw` gives None; is a `return` missing?"),
        (lambda self, s: Sheet(1, 1, "x"), "not a string: return str(sheet), an <svg> element"),
        (lambda self, s: "| | |", "`draw` gives a string that is not an <svg> element"),
        (lambda self, s: "<svg><a></svg>", "`draw` gives a string that is not an <svg> element"),
        (lambda self, s: "<svg></svg>", "it has no xmlns"),
        (lambda self, s: "<p></p>", "it begins with <p>"),
        (lambda self, s: 1 / 0, "`draw` raises ZeroDivisionError"),
        (misplaced("a", 1, 0, 1, 1, ""), "`draw` has two places called 'a'"),
        (misplaced("b", 5.5, 0, 1, 1, ""), "`draw` has the place 'b' outside the picture"),
        (misplaced("b", 0, 0, 0, 1, ""), "`draw` has the place 'b' without an area"),
        (misplaced("b", "left", 0, 1, 1, ""), "which is not four numbers"),
        (misplaced("b", float("nan"), 0, 1, 1, ""), "which is not four numbers"),
        (misplaced(" ", 0, 0, 1, 1, ""), "`draw` has a place without a name"),
        (misplaced(3, 0, 0, 1, 1, ""), "name and what must be strings"),
    ],
)
def test_a_faulty_picture(draw: Any, sentence: str) -> None:
    found = failure(broken(draw=draw))
    assert found.rule == "draw"
    assert sentence in str(found)


@pytest.mark.parametrize(
    ("gestures", "sentence"),
    [
        (lambda self, s, a: None, "`gestures` gives None; is a `return` or `yield` missing?"),
        (lambda self, s, a: ["0"], "`gestures` gives '0' for 1; a way is a tuple of names: ('0',)"),
        (lambda self, s, a: [()], "a way is a tuple of names"),
        (lambda self, s, a: [("9",)], "`gestures` points at '9' for 1, which is not a place of"),
        (lambda self, s, a: [(0,)], "`gestures` points at 0 for 1, which is not a place of `draw`"),
        (lambda self, s, a: 5, "`gestures` gives 5, which is not a list or a generator"),
        (lambda self, s, a: (1 / 0 for _ in "x"), "`gestures` raises ZeroDivisionError"),
        (lambda self, s, a: iter(lambda: ("0",), None), "`gestures` goes on beyond 1,000 items"),
    ],
)
def test_faulty_gestures(gestures: Any, sentence: str) -> None:
    found = failure(broken(draw=drawn, gestures=gestures))
    assert found.rule == "gestures"
    assert sentence in str(found)


def test_a_fault_far_from_the_start_is_found() -> None:
    def late(self: Any, s: Any, taken: int) -> Any:
        return [("0",)] if s.left > 1 else [("gone",)]

    found = failure(broken(draw=drawn, gestures=late))
    assert found.rule == "gestures"
    assert len(found.moves) == 3, "the shortest line to it"


def test_gestures_without_a_drawing_point_at_nothing() -> None:
    found = failure(broken(gestures=first))
    assert "which is not a place of `draw`: name it there with sheet.place" in str(found)


def test_without_pictures_nothing_is_asked() -> None:
    class Silent(TakeAway):
        def show(self, s: Any) -> str:
            return "\x00"  # what no picture could hold

    assert outplay.check(Silent(), lines=20, native=False)
