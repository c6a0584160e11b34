"""Errors that only one speed shows: the search goes on in Python, and 64 bits are not blamed."""

from unittest.mock import Mock

import pytest

import outplay
from outplay import NotNative, RulesError
from outplay.native.layout import Overflow
from outplay.search import ready


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


KINDS = [Overflow, IndexError, ZeroDivisionError, OverflowError, ValueError, MemoryError, OSError]


@pytest.mark.parametrize("kind", KINDS)
def test_what_machine_code_alone_raises(kind: type[BaseException]) -> None:
    game = Plain()
    wanted = outplay.minimax(game, speed="native")
    (searcher,) = next(reversed(ready._kinds.values())).idle
    entry, searcher._entry = (
        searcher._entry,
        Mock(side_effect=kind() if kind is Overflow else kind("text")),
    )
    with pytest.raises(NotNative) as caught:
        outplay.minimax(game, speed="native")
    assert ("64 bits" in str(caught.value)) == (kind is Overflow)
    assert ("the position" in str(caught.value)) and (kind.__name__ in str(caught.value)) == (
        kind is not Overflow
    )
    (searcher,) = next(reversed(ready._kinds.values())).idle or [searcher]
    found = outplay.minimax(game)
    assert (found.value, found.action) == (wanted.value, wanted.action)
    searcher._entry = entry


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


class Mirrored(Plain):
    """Its images are no states."""

    def symmetries(self, s: tuple[int, int]) -> list[str]:  # type: ignore[override]
        return ["mirror"]


def test_the_rule_is_named_whose_answer_is_no_state() -> None:
    for search in (
        lambda: outplay.Engine(Mirrored(), speed="native").analyse(exact=True),
        lambda: outplay.minimax(Mirrored(), memory=True, speed="native"),
    ):
        with pytest.raises(NotNative, match="`symmetries` returns a str where a state"):
            search()
