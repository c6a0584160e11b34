"""Errors that only one speed shows: the question about 64 bits is asked where it is one."""

from unittest.mock import Mock

import pytest

import outplay
from outplay import RulesError
from outplay.search import searchers

QUESTION = "at native speed only: do its ints fit 64 bits?"


class Plain(outplay.Game[tuple[int, int], int]):
    """Take one or two."""

    def initial(self) -> tuple[int, int]:
        return (3, 1)

    def to_move(self, s: tuple[int, int]) -> int:
        return s[1]

    def actions(self, s: tuple[int, int]) -> range:
        return range(1, min(2, s[0]) + 1)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (s[0] - a, -s[1])

    def is_terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 0

    def utility(self, s: tuple[int, int]) -> int:
        return -s[1]


def sentence(kind: type[BaseException]) -> str:
    """What is said if machine code raises that, and interpreted rules do not."""
    game = Plain()
    outplay.minimax(game, speed="native")
    (searcher,) = next(reversed(searchers._kinds.values())).idle
    searcher._entry = Mock(side_effect=kind("text"))
    with pytest.raises(RulesError, match=f"{kind.__name__}: text") as caught:
        outplay.minimax(game, speed="native")
    return str(caught.value)


@pytest.mark.parametrize("kind", [IndexError, ZeroDivisionError, OverflowError, ValueError])
def test_what_wrapped_ints_can_cause_is_asked_about(kind: type[BaseException]) -> None:
    assert QUESTION in sentence(kind)


@pytest.mark.parametrize("kind", [MemoryError, RuntimeError, SystemError, OSError, TypeError])
def test_what_they_cannot_cause_is_not(kind: type[BaseException]) -> None:
    assert "64 bits" not in sentence(kind)


def test_an_interpreted_search_is_not_asked() -> None:
    """Rules that raise now and then: a replay does not show it, whatever 64 bits hold."""

    class Flaky(Plain):
        asked = 0

        def utility(self, s: tuple[int, int]) -> int:
            Flaky.asked += 1
            if Flaky.asked == 2:
                raise ValueError("now and then")
            return super().utility(s)

    with pytest.raises(RulesError, match="now and then") as caught:
        outplay.minimax(Flaky(), speed="python")
    assert "64 bits" not in str(caught.value)
