"""Nobody waits for the compiler where there is a time limit; Ctrl-C is heard while it works.

The compiler of these tests waits until it is let go on, or does so never.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay import Engine, Game, Memory, NotNative, Result
from outplay.arena.players import EnginePlayer, Player
from outplay.arena.playing import play_game
from outplay.games.connect_four import ConnectFour
from outplay.native import building, cache
from outplay.native.source import Unsupported
from outplay.result import COMPILING
from outplay.search import ready, runner
from outplay.search.compile_policy import compiling
from outplay.search.counting import count_lines

unix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")

LONG = 60.0
"""Seconds: no search here takes so long, and none that waited for the compiler would end."""


class Compiler:
    """Gets native code ready as ever, but not before it is `allowed` to."""

    def __init__(self) -> None:
        self.allowed = threading.Event()
        self.calls = 0
        self.begun: Callable[[], None] = lambda: None
        """Called when it begins, before it waits."""
        self.refuses = ""
        self._real = ready.NativeCode

    def __call__(self, *args: Any) -> Any:
        *given, looked, before = args

        def wait() -> None:
            self.calls += 1
            looked()
            self.begun()
            self.allowed.wait(LONG)
            if self.refuses:
                raise Unsupported(self.refuses)

        return self._real(*given, wait, before)


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    made = Compiler()
    monkeypatch.setattr(ready, "NativeCode", made)
    monkeypatch.setattr("outplay.search.runner.LOOKING", 1e6)  # slow machines have the time too
    monkeypatch.setattr("outplay.search.runner.LOADING", 0.0)
    yield made
    made.allowed.set()


def until_it_is_over(game: Game[Any, Any]) -> None:
    """Waits until nothing is compiled any more for that game."""
    for (number, _), kind in list(ready._kinds.items()):
        pending = kind.pending
        if number == id(game) and pending is not None:
            assert pending.is_over(LONG)


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


SEARCHES: dict[str, Callable[..., Result]] = {
    "engine": lambda game, **limits: Engine(game).analyse(**limits),
    "threads": lambda game, **limits: Engine(game, threads=2).analyse(**limits),
    "analyse": outplay.analyse,
    "alphabeta": lambda game, **limits: outplay.alphabeta(game, **{"depth": 30, **limits}),
    "deepening": lambda game, **limits: outplay.analyse(game, algorithm="deepening", **limits),
}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_the_time_holds_from_the_first_moment(search: Any, compiler: Compiler) -> None:
    """The answer is that of the interpreted search, and says so; compiling goes on after it."""
    game = ConnectFour()
    first = search(game, time=0.5)
    assert (first.speed, first.speed_reason, first.stopped_by) == ("python", COMPILING, "time")
    assert len(first.moves) == 7
    assert first.action in range(7)
    assert "speed: python (the rules were still being compiled)" in str(first)
    again = search(game, time=0.5)
    assert again.speed == "python"
    assert compiler.calls == 1  # the second search has not begun anew
    compiler.allowed.set()
    until_it_is_over(game)
    late = search(game, time=0.2)
    assert (late.speed, late.speed_reason) == ("native", "")
    assert compiler.calls == 1


@pytest.mark.parametrize("search", ["engine", "threads"])
def test_it_goes_on_natively_as_soon_as_it_can(search: str, compiler: Compiler) -> None:
    told: list[Result] = []

    def progress(result: Result) -> None:
        told.append(result)
        if result.speed == "python" and result.depth >= 3:
            compiler.allowed.set()

    result = SEARCHES[search](ConnectFour(), depth=12, time=LONG, progress=progress)
    assert (result.speed, result.stopped_by, result.depth) == ("native", "depth", 12)
    assert 0 < result.python_time <= result.elapsed
    assert result.compile_time > 0
    assert f"native (the first {result.python_time:.1f} s in Python, while" in str(result)
    depths = [known.depth for known in told]
    assert depths == sorted(depths)  # nobody sees less after more
    assert told[0].speed == "python"
    if search == "engine":
        fresh = Engine(ConnectFour(), speed="native").analyse(depth=12)
        assert (result.nodes, result.value, result.line) == (fresh.nodes, fresh.value, fresh.line)
        assert {m.action: m.value for m in result.moves} == {m.action: m.value for m in fresh.moves}


def test_a_search_of_the_textbook_goes_on_natively(compiler: Compiler) -> None:
    threading.Timer(0.3, compiler.allowed.set).start()
    result = outplay.alphabeta(ConnectFour(), depth=9, time=LONG)
    fresh = outplay.alphabeta(ConnectFour(), depth=9, speed="native")
    assert result.speed == "native"
    assert (result.nodes, result.value, result.line) == (fresh.nodes, fresh.value, fresh.line)


def test_rules_that_do_not_compile_are_searched_on(compiler: Compiler) -> None:
    """What the interpreted search has found is not thrown away: it is not even disturbed."""
    compiler.refuses = "nothing compiles today."
    compiler.begun = compiler.allowed.set
    game = ConnectFour()
    result = Engine(game).analyse(depth=9, time=LONG)
    fresh = Engine(ConnectFour(), speed="python").analyse(depth=9)
    assert (result.speed, result.speed_reason) == ("python", "nothing compiles today.")
    assert (result.nodes, result.line) == (fresh.nodes, fresh.line)
    again = outplay.alphabeta(game, depth=30, time=0.2)
    assert again.speed_reason == "nothing compiles today."
    with pytest.raises(NotNative, match="nothing compiles today"):
        Engine(game, speed="native").analyse(time=0.2)


def test_what_is_no_fault_of_the_rules_is_raised(compiler: Compiler) -> None:
    class Full(BaseException):
        pass

    def fail() -> None:
        raise Full

    compiler.begun = fail
    for search in (SEARCHES["engine"], SEARCHES["alphabeta"]):
        with pytest.raises(Full):
            search(ConnectFour(), time=LONG)


def test_without_a_time_limit_the_compiler_is_waited_for(compiler: Compiler) -> None:
    """So that the same question has the same answer."""
    compiler.begun = compiler.allowed.set
    for search, limits in (
        ("engine", {"depth": 8}),
        ("engine", {"nodes": 9_000}),
        ("alphabeta", {"depth": 7}),
    ):
        result = SEARCHES[search](ConnectFour(), **limits)
        again = SEARCHES[search](ConnectFour(), **limits)
        assert (result.speed, result.python_time) == ("native", 0)
        assert (result.nodes, result.line) == (again.nodes, again.line)


def test_native_speed_waits_and_that_is_not_its_time(compiler: Compiler) -> None:
    threading.Timer(0.5, compiler.allowed.set).start()
    result = Engine(ConnectFour(), speed="native").analyse(time=1.0)
    assert (result.speed, result.python_time) == ("native", 0)
    assert result.compile_time > 0.3
    assert result.depth >= 1


def test_matches_wait(compiler: Compiler) -> None:
    """No move of a match is found by half of an engine."""
    compiler.begun = compiler.allowed.set
    speeds: list[str] = []

    class Watched(EnginePlayer):
        def choose(self, state: Any, history: Any) -> Any:
            assert self._engine is not None
            speeds.append(self._engine.analyse(state, depth=9, time=LONG).speed)
            return super().choose(state, history)

    players: dict[int, Player] = {1: Watched(depth=1), -1: Watched(depth=1)}
    play_game(ConnectFour(), players, most_plies=2)
    assert speeds == ["native", "native"]
    with compiling("now"):
        assert outplay.alphabeta(ConnectFour(), depth=8, time=LONG).speed == "native"


def test_counting_goes_on_natively(compiler: Compiler) -> None:
    threading.Timer(0.3, compiler.allowed.set).start()
    assert count_lines(ConnectFour(), 7, time=LONG) == 823_536
    compiler.allowed.clear()
    with pytest.raises(outplay.OutplayError, match=r"did not end within 0\.2 s"):
        count_lines(ConnectFour(), 12, time=0.2)


def test_a_memory_that_is_shared_is_kept_for_native_searches(compiler: Compiler) -> None:
    memory, game = Memory(), ConnectFour()
    assert outplay.alphabeta(game, depth=6, time=LONG, memory=memory).speed == "python"
    compiler.allowed.set()
    until_it_is_over(game)
    assert outplay.alphabeta(game, depth=6, time=LONG, memory=memory).speed == "native"
    assert len(memory) > 0


class Guarded(ConnectFour):
    """Its rules must not be asked by two threads at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()
        self.threads: set[int] = set()

    def result(self, s: Any, column: int) -> Any:
        assert self.lock.acquire(blocking=False)
        self.threads.add(threading.get_ident())
        try:
            return super().result(s, column)
        finally:
            self.lock.release()


def test_rules_are_asked_by_one_thread_at_a_time() -> None:
    game = Guarded()
    result = Engine(game).analyse(depth=9, time=LONG)
    assert result.stopped_by == "depth"
    assert len(game.threads) >= 2  # the one that looks at states, and this one


def test_prepare_begins_to_compile(compiler: Compiler) -> None:
    game = ConnectFour()
    engine = Engine(game)
    assert not engine.prepare()
    assert not engine.prepare(0.01)
    assert engine.analyse(time=0.2).speed == "python"
    compiler.allowed.set()
    assert engine.prepare(LONG)
    assert engine.analyse(time=0.2).speed == "native"
    assert compiler.calls == 1
    assert Engine(game, speed="python").prepare()


# --- Ctrl-C -------------------------------------------------------------------------------------


@unix
@pytest.mark.parametrize("search", SEARCHES)
def test_ctrl_c_while_compiling_answers(search: str, compiler: Compiler) -> None:
    asked: list[int] = []

    class Signalling(ConnectFour):
        """Somebody presses Ctrl-C when its rules have been asked often while they are compiled."""

        def result(self, s: Any, column: int) -> Any:
            if compiler.calls:
                asked.append(column)
            if len(asked) == 3_000:
                interrupt()
            return super().result(s, column)

    result = SEARCHES[search](Signalling(), time=LONG)
    assert (result.speed, result.stopped_by) == ("python", "interrupt")
    assert result.action in range(7)


@unix
@pytest.mark.parametrize(("search", "depth"), [("engine", 30), ("analyse", 30), ("alphabeta", 5)])
def test_ctrl_c_while_the_compiler_is_waited_for_answers(
    search: str, depth: int, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what the small search found that comes before."""
    monkeypatch.setattr("outplay.search.runner.UNTIMED_SECONDS", 10.0)
    compiler.begun = interrupt
    result = SEARCHES[search](ConnectFour(), depth=depth)
    assert (result.speed, result.stopped_by) == ("python", "interrupt")
    assert result.action in range(7)


@unix
def test_ctrl_c_where_nothing_is_known_is_raised(compiler: Compiler) -> None:
    compiler.begun = interrupt
    for search in (
        lambda: Engine(ConnectFour(), speed="native").analyse(time=LONG),
        lambda: Engine(ConnectFour(), threads=2).analyse(depth=30),
        lambda: count_lines(ConnectFour(), 12),
    ):
        with pytest.raises(KeyboardInterrupt):
            search()


def test_stop_is_heard_while_the_compiler_is_waited_for(compiler: Compiler) -> None:
    engine = Engine(ConnectFour())
    compiler.begun = engine.stop
    result = engine.analyse(depth=30)
    assert (result.speed, result.stopped_by) == ("python", "stop")
    assert result.action in range(7)


@unix
@pytest.mark.parametrize("limit", [("--time", "60"), ("--depth", "30")])
def test_ctrl_c_in_the_terminal(
    limit: tuple[str, str], compiler: Compiler, capsys: pytest.CaptureFixture[str]
) -> None:
    from outplay.cli import run

    compiler.begun = lambda: threading.Timer(0.3, interrupt).start()
    assert run(["analyse", "connect-four", *limit]) == 0
    told = capsys.readouterr().out
    assert "stopped by interrupt, speed: python (" in told


# --- the end of a process -----------------------------------------------------------------------

LEFT = """
import atexit, sys, threading
import outplay
from outplay.games.connect_four import ConnectFour
from outplay.search import ready
def never(*args):
    args[-2]()
    threading.Event().wait()
ready.NativeCode = never
atexit.register(print, "handlers run", flush=True)
print(outplay.analyse(ConnectFour(), time=0.2).speed)
sys.exit(3)
"""


def test_a_process_does_not_wait_for_the_compiler_at_its_end() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEFT],
        capture_output=True,
        text=True,
        timeout=LONG,
        env={**os.environ, "PYTHONPATH": str(Path(outplay.__file__).parents[1])},
    )
    assert (done.stdout, done.stderr) == ("python\nhandlers run\n", "")
    assert done.returncode == 3


def test_what_is_not_to_be_compiled_is_searched_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is remembered of that: the next search may compile it."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    monkeypatch.setattr(building, "loaded", {})
    game = ConnectFour(5, 5)
    found = outplay.alphabeta(game, depth=6, compile="never")
    assert (found.speed, found.speed_reason) == ("python", runner.NOT_COMPILED)
    with pytest.raises(outplay.NotNative, match="not compiled yet"):
        outplay.alphabeta(game, depth=6, speed="native", compile="never")
    assert Engine(game, compile="never").analyse(nodes=4000).speed == "python"
    assert len(ready.missing) >= 3
    ready.missing.clear()
    assert outplay.alphabeta(game, depth=6, compile="now").speed == "native"
    assert outplay.alphabeta(game, depth=6, compile="never").speed == "native"
    with pytest.raises(outplay.UsageError, match="compile must be one of"):
        outplay.minimax(game, depth=1, compile="later")


def test_code_in_memory_is_used_at_once_where_the_clock_decides() -> None:
    """Elsewhere the answer does not depend on what the process has loaded before."""
    game = outplay.load("tic-tac-toe")
    plain = outplay.analyse(game, depth=2)
    Engine(game, speed="native").analyse(depth=1)
    assert outplay.analyse(game, time=LONG).speed == "native"
    again = outplay.analyse(game, depth=2)
    assert plain.speed_reason == again.speed_reason == "a small search"
    assert (plain.nodes, plain.line) == (again.nodes, again.line)
