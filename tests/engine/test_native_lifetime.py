"""Native searchers, tables and games: freed when nobody needs them, shared where they can be."""

import gc
import operator
import os
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay import Game, Memory, NotNative
from outplay.engine.engine import Engine
from outplay.engine.table import NativeBuckets
from outplay.game import MAX
from outplay.native import searcher as native
from outplay.native.program import Same
from outplay.search import ready


class Take(Game[tuple[int, int], int]):
    """Take one to three; who takes the last one wins."""

    def __init__(self, most: int = 3) -> None:
        self.most = most

    def initial(self) -> tuple[int, int]:
        return (20, MAX)

    def to_move(self, s: tuple[int, int]) -> int:
        return s[1]

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        for n in range(1, self.most + 1):
            if n <= s[0]:
                yield n

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (s[0] - a, -s[1])

    def is_terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 0

    def utility(self, s: tuple[int, int]) -> float:
        return -s[1]


class Selfish(Take):
    """Holds a method of its own, and a function that holds it."""

    def __init__(self, most: int = 3) -> None:
        super().__init__(most)
        self.mine = self.utility
        self.also = lambda: self


def refuse(game: Take) -> None:
    with pytest.raises(NotNative):
        outplay.minimax(game, depth=3, speed="native", evaluate=operator.itemgetter(0))


SEARCHES: dict[str, Callable[[Take], object]] = {
    "textbook": lambda game: outplay.minimax(game, speed="native", depth=5),
    "memory": lambda game: outplay.alphabeta(game, speed="native", memory=Memory()),
    "engine": lambda game: Engine(game, speed="native").analyse(depth=5),
    "threads": lambda game: Engine(game, speed="native", threads=3).analyse(depth=5),
    "interpreted": lambda game: Engine(game, speed="python").analyse(depth=5),
    "refused": refuse,
}


@pytest.fixture(autouse=True, scope="module")
def _only_what_is_made_here() -> Iterator[None]:
    """The collector need not look through all that other tests have left."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def alive(kind: type) -> int:
    # By their types: what a weak proxy stands for may be no more.
    return sum(issubclass(type(thing), kind) for thing in gc.get_objects())


@pytest.mark.parametrize("make", [Take, Selfish])
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_searchers_and_tables_go_with_their_game(
    make: Callable[[], Take], search: Callable[[Take], object]
) -> None:
    gc.collect()
    searchers_, tables = alive(native.NativeSearcher), alive(NativeBuckets)
    for _ in range(2):
        game = make()
        found = weakref.ref(game)
        search(game)
        del game
        gc.collect()
        assert found() is None
    assert alive(native.NativeSearcher) == searchers_
    assert alive(NativeBuckets) == tables


@pytest.mark.parametrize("search", ["textbook", "memory", "engine"])
def test_they_need_not_wait_for_the_collector(search: str) -> None:
    """Each has 180 MB of addresses: too much to lie about until a collection."""
    SEARCHES[search](Take())
    gc.collect()
    gc.disable()
    try:
        game = Take()
        found = weakref.ref(game)
        SEARCHES[search](game)
        del game
        assert found() is None
    finally:
        gc.enable()


def test_what_is_kept_of_a_game_that_stays_is_bounded() -> None:
    game = Take()
    for most in range(3, 3 + 2 * ready.MOST_KINDS):
        game.seen = most  # type: ignore[attr-defined]  # no rule reads it, so nothing is compiled
        outplay.minimax(game, speed="native", depth=3)
    assert len(ready._kinds) <= ready.MOST_KINDS


def test_a_changed_game_is_another_one() -> None:
    game = Take(3)
    assert outplay.minimax(game, speed="native").value == -1
    game.most = 4
    assert outplay.minimax(game, speed="native").value == -1
    game.most = 5
    assert outplay.minimax(game, speed="native").value == 1
    game.utility = lambda s: 7 * -s[1]  # type: ignore[method-assign]
    assert outplay.minimax(game, speed="native").value == 7


def test_an_object_is_the_same_only_as_long_as_it_lives() -> None:
    one, other = Take(), Take()
    assert Same(one) == Same(one) != Same(other)
    before = Same(one)
    number = hash(before)
    del one
    assert before == before
    assert hash(before) == number
    assert before != 3


def test_threads_are_ready_as_soon_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others run the code of the first: nothing is sampled, translated or loaded for them."""
    made: list[Any] = []
    code = ready.NativeCode

    def count(*args: Any) -> native.NativeCode:
        made.append(1)
        return code(*args)

    monkeypatch.setattr(ready, "NativeCode", count)
    checked: list[Any] = []
    current = code.is_current
    monkeypatch.setattr(code, "is_current", lambda self: checked.append(1) or current(self))
    engine = Engine(Take(), speed="native", threads=16)
    first = engine.analyse(depth=6)
    assert (len(made), len(checked)) == (1, 0)
    assert len(next(reversed(ready._kinds.values())).idle) == 16
    engine.clear()
    again = engine.analyse(depth=6)
    assert (len(made), len(checked)) == (1, 1)
    assert first.value == again.value


def test_no_room_for_a_searcher_is_no_fault_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def empty(*args: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(native.np, "empty", empty)
    with pytest.raises(NotNative, match="there is not enough memory"):
        outplay.minimax(Take(), speed="native", depth=5)
    result = Engine(Take(), threads=2).analyse(depth=3)
    assert result.speed == "python"
    assert "there is not enough memory" in result.speed_reason


def memory_of_this_process() -> int:
    """Address space in bytes."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmSize"):
            return int(line.split()[1]) * 1024
    raise AssertionError


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells it")
def test_many_games_one_after_the_other_need_the_memory_of_one() -> None:
    """In a process of its own: here, other tests may have left something to be compiled."""
    lines = [
        "from test_native_lifetime import SEARCHES, Take, memory_of_this_process",
        "for number in range(20):",
        "    SEARCHES['engine'](Take())",
        "    if number == 5:",
        "        before = memory_of_this_process()",
        "print(memory_of_this_process() - before)",
    ]
    # The C library reserves 64 MiB for each thread that asks for memory beside others.
    environment = {"MALLOC_ARENA_MAX": "1", "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    assert int(done.stdout) < 400 << 20  # two searchers' worth
