"""Jobs `look` and `step`: whatever is wrong, with the question or the rules, is a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from few_games import Take, few, look, quiet, step

from outplay.drawing import Sheet
from outplay.errors import IllegalAction, InvalidPosition, OutplayError, RulesError, UsageError
from outplay.web.jobs import look as jobs
from outplay.web.jobs.spots import LONGEST_SENTENCE, read_spot


@pytest.mark.parametrize(
    ("spot", "kind", "sentence"),
    [
        ({"moves": ["4", "9"]}, IllegalAction, "Move 2: "),
        ({"moves": ["1"] * 7}, IllegalAction, "Move 7: "),
        ({"moves": [*"1212121", "3"]}, IllegalAction, "Move 8, '3', was played after the end"),
        ({"position": "nonsense"}, InvalidPosition, "nonsense"),
        ({"position": "4" * 2001}, UsageError, "A position has at most 2,000 characters."),
        ({"position": 4}, UsageError, "The field position must be a text"),
        ({"moves": "44"}, UsageError, "The field moves must be a list of texts."),
        ({"moves": [4]}, UsageError, "The field moves must be a list of texts."),
        ({"moves": ["1"] * 2001}, UsageError, "the limit is 2,000"),
        ({"moves": ["1" * 101]}, UsageError, "A move has at most 100 characters."),
        ({"with": {"wide": 3}}, UsageError, "no parameter 'wide'"),
        ({"with": {"width": {}}}, UsageError, "The parameter width must be a number"),
        ({"with": {"width": float("inf")}}, UsageError, "The parameter width must be a number"),
        ({"with": {"a b": 1}}, UsageError, "'a b' cannot be the name of a parameter."),
        ({"with": [1]}, UsageError, "The field with must be an object"),
        ({"with": {f"p{n}": n for n in range(13)}}, UsageError, "at most 12 parameters"),
        ({"with": {"width": "x" * 20_001}}, UsageError, "at most 20,000 characters"),
        ({"game": 5}, UsageError, "The field game must be the name of a game."),
        ({"game": "connect-fore"}, OutplayError, "There is no game called 'connect-fore'."),
    ],
)
def test_wrong_spots(spot: dict[str, Any], kind: type[OutplayError], sentence: str) -> None:
    with pytest.raises(kind) as raised:
        look(**{"game": "connect-four", **spot})
    assert sentence in str(raised.value)
    assert len(str(raised.value)) <= LONGEST_SENTENCE + 20


def test_a_spot_that_is_none() -> None:
    with pytest.raises(UsageError, match="A spot is an object"):
        read_spot({"spot": ["tic-tac-toe"]})
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(UsageError, match="The parameter tree must be a number"):
        read_spot({"game": "tree", "with": {"tree": deep}})


def test_wrong_steps() -> None:
    with pytest.raises(IllegalAction, match="Square a1 is taken"):
        step("tic-tac-toe", "a1", "a1")
    with pytest.raises(IllegalAction, match="The game is over: X wins"):
        step("tic-tac-toe", "a1", "a2", "b1", "b2", "c1", "c3")
    for move in (None, 5, "x" * 101):
        with pytest.raises(UsageError):
            jobs.step(few(), {"game": "tic-tac-toe", "move": move}, quiet)


def wrong(*_: Any) -> Any:
    raise KeyError("oops")


OOPS = f"'oops' (test_look_wrong.py, line {wrong.__code__.co_firstlineno + 1})"
"""What it says, and where."""


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"initial": wrong}, f"bad: `initial` raised KeyError: {OOPS}."),
        ({"to_move": wrong}, f"bad: `to_move` raised KeyError: {OOPS} in the position (5, 1)."),
        ({"to_move": lambda self, s: 7}, "`to_move` gives 7, which is not MAX, MIN or CHANCE"),
        ({"actions": wrong}, "bad: `actions` raised KeyError"),
        ({"actions": lambda self, s: 5}, "`actions` raised TypeError: 'int' object is not"),
        ({"actions": lambda self, s: []}, "`actions` gives nothing, yet it is not over"),
        ({"actions": lambda self, s: iter(int, 1)}, "`actions` gives more than 65,536 actions"),
        ({"result": wrong}, f"bad: `result` raised KeyError: {OOPS} in the position (5, 1)."),
        ({"is_terminal": wrong}, "bad: `is_terminal` raised KeyError"),
        ({"is_terminal": lambda self, s: True, "utility": wrong}, "`utility` raised KeyError"),
        (
            {"is_terminal": lambda self, s: True, "utility": lambda self, s: float("nan")},
            "`utility` gives nan, which is not a finite number",
        ),
        ({"format_action": lambda self, s, a: a}, "`format_action` gives 1, not a string"),
        ({"format_state": wrong}, "`format_state` raised KeyError"),
        ({"show": wrong}, "`show` raised KeyError"),
        ({"is_terminal": lambda self, s: True, "ending": wrong}, "`ending` raised KeyError"),
        (
            {"is_terminal": lambda self, s: True, "ending": lambda self, s: 5},
            "`ending` gives 5, not a string",
        ),
        ({"draw": wrong}, f"`draw` raised KeyError: {OOPS} in the position (5, 1)"),
        ({"draw": lambda self, s: None}, "`draw` does not give a text with an <svg> element"),
        (
            {"draw": lambda self, s: "<svg><rect></svg>"},
            "`draw` gives a string that is not an <svg> element: mismatched tag: line 1, column 13"
            " in the position (5, 1).",
        ),
        ({"gestures": wrong}, "`gestures` raised KeyError"),
        ({"draw": lambda self, s: exit()}, "`draw` raised SystemExit"),
    ],
)
def test_rules_that_raise_give_a_sentence(rules: dict[str, Any], sentence: str) -> None:
    def draw(self: Any, s: Any) -> str:
        sheet = Sheet(1, 1, "x")
        sheet.place("a", 0, 0)
        return str(sheet)

    bad = type("Bad", (Take,), {"draw": draw, **rules})()
    moves = ["1"] if "result" in rules else []
    with pytest.raises(RulesError) as raised:
        look("bad", *moves, context=few(bad=bad))
    assert sentence in str(raised.value)
    assert "Traceback" not in str(raised.value)


def test_rules_that_trip_over_a_text_say_what_is_legal() -> None:
    clumsy = type("Clumsy", (Take,), {"parse_action": wrong, "parse_state": wrong})()
    with pytest.raises(IllegalAction, match=r"Move 1: 'x' is not a move here; legal: 1 2\."):
        look("clumsy", "x", context=few(clumsy=clumsy))
    with pytest.raises(InvalidPosition, match=r"positions look like '\(5, 1\)'"):
        look("clumsy", position="x", context=few(clumsy=clumsy))


def test_pictures_that_are_odd_do_no_harm() -> None:
    class Odd(Take):
        def draw(self, s: Any) -> str:
            sheet = Sheet(2, 1, "x")
            sheet.place("1", 0, 0)
            sheet.place("1", 1, 0)
            sheet.place("2", float("nan"), 0)
            return str(sheet)

        def gestures(self, s: Any, a: int) -> Any:
            yield ("1",)
            yield ("2",)
            yield ()

    view = look("odd", context=few(odd=Odd()))
    assert [place["name"] for place in view["places"]] == ["1"]
    assert view["actions"][0]["gestures"] == [["1"]]
    plain = type("Plain", (Take,), {"draw": lambda self, s: "<svg width='7' height='3'/>"})()
    assert look("plain", context=few(plain=plain))["box"] == [7, 3]
