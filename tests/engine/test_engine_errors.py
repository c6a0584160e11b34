"""The engine says which rule raised, where, and by which moves; and what it was asked wrongly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from outplay import MAX, Clock, Engine, Game, RulesError, UsageError


class Raising(Game[tuple[int, int], int]):
    """Numbers grow threefold; at 25 a rule raises."""

    def initial(self) -> tuple[int, int]:
        return (0, MAX)

    def to_move(self, s: tuple[int, int]) -> int:
        return s[1]

    def actions(self, s: tuple[int, int]) -> range:
        return range(1, 4)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (s[0] * 3 + a, -s[1])

    def is_terminal(self, s: tuple[int, int]) -> bool:
        if s[0] == 25:
            raise ValueError("boom")
        return s[0] > 30

    def utility(self, s: tuple[int, int]) -> int:
        return 1 if s[0] % 2 else -1


@pytest.mark.parametrize(
    ("speed", "threads"), [("python", 1), ("native", 1), ("native", 2), ("auto", 1)]
)
def test_a_rule_that_raises_is_named_with_its_position(speed: str, threads: int) -> None:
    engine = Engine(Raising(), speed=speed, threads=threads)
    with pytest.raises(RulesError) as error:
        engine.analyse(exact=True)
    assert str(error.value) == (
        "raising: `is_terminal` raised ValueError: boom (test_engine_errors.py, line 30)"
        " in the position (25, -1), reached by 2 2 1."
    )


def test_a_line_that_is_not_searched_does_no_harm() -> None:
    result = Engine(Raising(), speed="python").analyse(exact=True, lines=1)
    assert (result.value, result.proven) == (1, True)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda e: Engine(Raising(), evaluate=3), "evaluate must be a function of a state, not 3."),
        (lambda e: e.analyse(clock="60+1"), "clock must be a Clock, not '60+1'."),
        (lambda e: e.analyse(history=5), "history must be a list of states, not 5."),
        (lambda e: e.analyse(history="4 4"), "history must be a list of states, not '4 4'."),
        (lambda e: Clock(3, 0, 2.5), "moves_to_go must be a whole number from 1 up, not 2.5."),
        (lambda e: Clock(3, -1), "increment must be a number of seconds from 0 up, not -1."),
        (lambda e: Clock("3"), "remaining must be a number of seconds from 0 up, not '3'."),
        (lambda e: e.analyse(lines=0), "lines must be a whole number from 1 to 10000, not 0."),
        (
            lambda e: Engine(Raising(), threads=0),
            "threads must be a whole number from 1 to 256, not 0.",
        ),
        (
            lambda e: e.analyse(exact=True, depth=3),
            "An exact search goes to the end of the game: leave out the depth.",
        ),
    ],
)
def test_wrong_options_get_a_sentence(ask: Callable[[Any], Any], sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        ask(Engine(Raising()))
    assert str(error.value) == sentence
