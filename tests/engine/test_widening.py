"""Numbers that outgrow 64 bits while a native search runs: it begins anew with wider code."""

from collections.abc import Callable
from typing import Any

import pytest

import outplay
from outplay import Engine, Game, Memory, NotNative, Result
from outplay.game import MAX
from outplay.native.source import Unsupported
from outplay.search import ready

State = tuple[int, int, int]
"""Stones left, whose turn it is, and what has been taken, as digits."""


class Digits(Game[State, int]):
    """Take one to three stones; all that was taken counts, each time a hundred times as much."""

    def __init__(self, stones: int = 14, factor: int = 100) -> None:
        self.stones, self.factor = stones, factor

    def initial(self) -> State:
        return (self.stones, MAX, 1)

    def to_move(self, s: State) -> int:
        return s[1]

    def actions(self, s: State) -> range:
        return range(1, min(3, s[0]) + 1)

    def result(self, s: State, a: int) -> State:
        return (s[0] - a, -s[1], s[2] * self.factor + a)

    def is_terminal(self, s: State) -> bool:
        return s[0] == 0

    def utility(self, s: State) -> int:
        return s[2] % 1009 * s[1]

    def evaluate(self, s: State) -> int:
        return s[2] % 101


class Inside(Digits):
    """States are small, what the rules compute is not."""

    def result(self, s: State, a: int) -> State:
        return (s[0] - a, -s[1], (s[2] * 7 + a) % 1_000_003)

    def utility(self, s: State) -> int:
        x = s[2] + 2**40
        return x * x * x % 1009 * s[1]

    def evaluate(self, s: State) -> int:
        x = s[2] * 2**40
        return x * x % 101 if s[0] < 8 else 0


SEARCHES: dict[str, Callable[[Any, str], Result]] = {
    "minimax": lambda game, speed: outplay.minimax(game, speed=speed),
    "limited": lambda game, speed: outplay.minimax(game, depth=8, speed=speed),
    "memory": lambda game, speed: outplay.alphabeta(game, memory=Memory(), speed=speed),
    "deepening": lambda game, speed: outplay.analyse(
        game, algorithm="deepening", depth=9, speed=speed
    ),
    "engine": lambda game, speed: Engine(game, speed=speed).analyse(depth=9),
    "exact": lambda game, speed: Engine(game, speed=speed).analyse(exact=True),
}


@pytest.mark.parametrize("make", [Digits, Inside])
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_native_searches_go_on(
    make: Callable[[], Digits], search: Callable[[Any, str], Result]
) -> None:
    game = make()
    found, wanted = search(game, "native"), search(game, "python")
    assert found.speed == "native"
    assert (found.value, found.action, found.line) == (wanted.value, wanted.action, wanted.line)
    assert [m.value for m in found.moves] == [m.value for m in wanted.moves]
    # The tables of an engine are not the same at both speeds: there, nodes differ anyway.
    right_from_the_start = search(game, "native") if found.algorithm == "engine" else wanted
    assert (found.nodes, found.counts) == (right_from_the_start.nodes, right_from_the_start.counts)


def test_counts() -> None:
    assert outplay.perft(Digits(), 12, speed="native") == outplay.perft(
        Digits(), 12, speed="python"
    )
    found, wanted = outplay.count(Digits(), speed="native"), outplay.count(Digits(), speed="python")
    assert found.speed == "native"
    assert (found.nodes, found.games, found.states) == (wanted.nodes, wanted.games, wanted.states)


def test_the_code_is_kept() -> None:
    """The next search has the wide code from the start, also where no number is large."""
    game = Inside()
    outplay.minimax(game, depth=8, speed="native")
    code = next(reversed(ready._kinds.values())).code
    assert code is not None
    assert code.wide
    again = outplay.minimax(game, depth=8, speed="native")
    assert next(reversed(ready._kinds.values())).code is code
    assert again.compile_time == 0


def test_a_state_that_does_not_fit() -> None:
    """Searched from small numbers first, and from large ones then."""
    game = Digits()
    assert outplay.minimax(game, (3, MAX, 1), depth=2, speed="native").speed == "native"
    for taken in (10**30, 5):
        state = (6, MAX, taken)
        found = outplay.minimax(game, state, depth=3, speed="native")
        wanted = outplay.minimax(game, state, depth=3, speed="python")
        assert (found.speed, found.value, found.nodes) == ("native", wanted.value, wanted.nodes)


def test_a_shared_memory_forgets_only_what_the_narrow_code_wrote() -> None:
    game, native, python = Inside(), Memory(), Memory()
    for state in ((12, MAX, 5), (14, MAX, 5)):
        found, wanted = (
            outplay.alphabeta(game, state, depth=5, memory=memory, speed=speed)
            for memory, speed in ((native, "native"), (python, "python"))
        )
        assert (found.value, found.nodes) == (wanted.value, wanted.nodes)
        assert len(native) == len(python)


class LongActions(Game[Any, Any]):
    """Far beyond the states that are looked at first, actions are long."""

    def initial(self) -> Any:
        return (300, MAX, "")

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def actions(self, s: Any) -> Any:
        yield (1,) * (1 if s[0] > 20 else 120 - s[0])

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] - a[0], -s[1], "" if s[0] > 9 else s[2] + "x")

    def is_terminal(self, s: Any) -> bool:
        return bool(s[0] == 0)

    def utility(self, s: Any) -> int:
        return len(s[2])


class LateLetter(LongActions):
    """There, a text has letters that need more room."""

    def actions(self, s: Any) -> Any:
        yield (1,)

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] - 1, -s[1], "王a" if s[0] == 9 else s[2] + "x" if s[0] < 9 else "")

    def utility(self, s: Any) -> int:
        return len(s[2]) + (s[2][0] == "王")


@pytest.mark.parametrize("make", [LongActions, LateLetter])
def test_what_was_not_seen_at_first(make: Callable[[], LongActions]) -> None:
    game = make()
    found, wanted = (outplay.minimax(game, speed=speed) for speed in ("native", "python"))
    assert (found.speed, found.value, found.line) == ("native", wanted.value, wanted.line)
    assert found.nodes == wanted.nodes


def test_beyond_the_widest_ints_it_is_done_in_python() -> None:
    game = Digits(factor=10**60)
    with pytest.raises(NotNative, match="bits"):
        outplay.minimax(game, speed="native")
    found, wanted = outplay.minimax(game), outplay.minimax(game, speed="python")
    assert (found.speed, found.value, found.nodes) == ("python", wanted.value, wanted.nodes)


class Seldom(Inside):
    """One state in fifty needs large numbers."""

    def evaluate(self, s: State) -> int:
        x = s[2] * 2**40
        return x * x % 101 if s[2] % 50 == 0 else s[2] % 7


def test_with_a_time_limit_too() -> None:
    """The compiler works beside the search, twice; in Python it would take many seconds."""
    found = Engine(Seldom(stones=60)).analyse(time=60, depth=19)
    assert (found.speed, found.stopped_by) == ("native", "depth")


def test_code_that_cannot_be_wider_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs no wider code is searched with the code that there is."""
    game, real = Inside(), ready.NativeCode

    def refuse(*args: Any) -> Any:
        if args[-1] is None:
            return real(*args)
        raise Unsupported("it cannot be wider.")

    monkeypatch.setattr(ready, "NativeCode", refuse)
    for _ in range(2):
        with pytest.raises(NotNative, match=r"it cannot be wider|64 bits"):
            outplay.minimax(game, depth=8, speed="native")
        assert outplay.minimax(game, depth=2, speed="native").speed == "native"
