"""Rules that never end: calls without end, loops without end."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest
from native_function import Native, native

from outplay import MAX, Game, NotNative, RulesError, minimax
from outplay.games.othello.squares import stable


def down(n: int) -> int:
    return 0 if n == 0 else 1 + down(n - 1)


def without_end(n: int) -> int:
    return without_end(n + 1)


def caught(n: int) -> int:
    try:
        return without_end(n)
    except Exception:
        return 5


def halved(n: int) -> int:
    while n > 1:
        n //= 2
    return n


def even(n: int) -> bool:
    return n == 0 or odd(n - 1)


def odd(n: int) -> bool:
    return n != 0 and even(n - 1)


def test_deep_calls_are_as_deep_as_python_allows() -> None:
    assert native(down, 500) == 500
    assert native(even, 300) is True


@pytest.mark.parametrize("f", [without_end, caught, odd])
def test_calls_without_end_are_noticed(f: Any) -> None:
    """Rules cannot catch it: Python's stack has another depth."""
    program = Native(f, -1)
    with pytest.raises(Exception, match="RecursionError"):
        program.answer()


class Falls(Game[Any, Any]):
    """Only states that a search comes to by chance are bad."""

    def initial(self) -> Any:
        return (0, 0)

    def to_move(self, s: Any) -> Any:
        return MAX

    def actions(self, s: Any) -> Any:
        return [0, 1]

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] + 1, 2 * s[1] + a)

    def is_terminal(self, s: Any) -> Any:
        return s[0] >= 14

    def utility(self, s: Any) -> Any:
        return without_end(s[1]) if s[1] == 5000 else 1


class Spins(Falls):
    def utility(self, s: Any) -> Any:
        k = 7 if s[1] == 5000 else 1
        while k != 1:
            k = 3 * k + 1 if k % 2 else k // 2
            if k == 4:
                k = 10
        return k


@pytest.mark.parametrize("speed", ["python", "native"])
def test_a_search_says_that_a_rule_calls_itself_without_end(speed: str) -> None:
    limit = sys.getrecursionlimit()
    with pytest.raises((RulesError, NotNative), match="RecursionError"):
        minimax(Falls(), depth=20, speed=speed)
    assert sys.getrecursionlimit() == limit


def test_a_native_loop_without_end_hears_the_clock() -> None:
    begun = time.monotonic()
    result = minimax(Spins(), depth=20, speed="native", time=0.3)
    assert result.stopped_by == "time" and time.monotonic() - begun < 5


def test_loops_of_built_in_games_do_not_look_whether_to_stop() -> None:
    assert "volatile" in Native(halved, 9).text()
    assert "volatile" not in Native(stable, *range(7)).text()
    assert native(stable, 1, *[-1] * 4, 3, 5) == 1
