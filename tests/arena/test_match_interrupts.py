"""Ctrl-C and matches: it ends them at once, and no move that it cut short is part of a result."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay import Game
from outplay.arena import match
from outplay.arena.levels import LevelPlayer
from outplay.arena.players import AlgorithmPlayer, EnginePlayer, Player, RandomPlayer
from outplay.arena.playing import play_game
from outplay.connect.uci_client import UciEngine
from outplay.games.connect_four import ConnectFour
from outplay.native.background import Work
from outplay.search import supervise

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")

SOURCE = Path(__file__).parents[2] / "src"


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def interrupt_soon(seconds: float = 0.1) -> None:
    threading.Timer(seconds, interrupt).start()


class BestMove(Player):
    """Somebody's own player: it does not look why its search ended."""

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        self.game = game

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        return outplay.best_move(self.game, state, time=60, speed="python")


class Deadly(Player):
    """Plays at random for two games; then its user presses Ctrl-C while `inner` thinks."""

    name = "deadly"

    def __init__(self, inner: Player) -> None:
        self.inner, self.games, self.asked = inner, 0, 0
        self.quick = RandomPlayer()

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        self.games += 1
        self.quick.begin(game, seed)
        self.inner.begin(game, seed)

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        if self.games <= 2:
            return self.quick.choose(state, history)
        self.asked += 1
        interrupt_soon()
        return self.inner.choose(state, history)


@pytest.mark.parametrize(
    "inner",
    [
        EnginePlayer(time=60, speed="python"),
        EnginePlayer(time=60, speed="native"),
        AlgorithmPlayer("deepening", time=60, speed="python"),
        AlgorithmPlayer("alphabeta", time=60, speed="python"),
        LevelPlayer("full", time=60, speed="python"),
        BestMove(),
    ],
    ids=["engine", "native", "deepening", "alphabeta", "level", "own"],
)
def test_ctrl_c_ends_a_match_whatever_thinks(inner: Player) -> None:
    player = Deadly(inner)
    score = match(ConnectFour(), player, RandomPlayer(), games=50)
    assert player.asked == 1  # the search that was cut short plays no move
    assert score.stopped
    assert score.games == 2


def test_ctrl_c_before_the_first_result_is_raised() -> None:
    player = Deadly(EnginePlayer(time=60, speed="python"))
    player.games = 2
    with pytest.raises(KeyboardInterrupt):
        match(ConnectFour(), player, RandomPlayer(), games=50)
    player = Deadly(BestMove())
    player.games = 2
    with pytest.raises(KeyboardInterrupt):
        play_game(ConnectFour(), {1: player, -1: RandomPlayer()})


class Sleepy(ConnectFour):
    """Its rules take a minute."""

    def result(self, s: Any, column: int) -> Any:
        time.sleep(60)
        return super().result(s, column)


def test_a_rule_that_does_not_come_back_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "PATIENCE", 0.1)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        outplay.alphabeta(Sleepy(), depth=3, speed="python")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_at_the_very_end_of_a_search_is_heard() -> None:
    assert supervise.python(interrupt, lambda: None, None) == "interrupt"

    done = threading.Event()

    def work() -> None:
        time.sleep(0.1)
        interrupt()
        done.wait(0.3)

    assert supervise.native(work, done.set, None) == "interrupt"
    with pytest.raises(KeyboardInterrupt), supervise.uninterrupted():
        assert supervise.python(interrupt, lambda: None, None) == "interrupt"


def test_ctrl_c_does_not_wait_for_the_compiler() -> None:
    compiled = threading.Event()
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        Work(lambda: compiled.wait(60)).start().result()
    compiled.set()
    assert Work(lambda: 7).start().result() == 7
    with pytest.raises(ZeroDivisionError):
        Work(lambda: 1 // 0).start().result()


IMPORTING = """
import os, signal, sys, threading
import outplay
from outplay.games.nim import Nim
def watch():
    while "llvmlite.binding" not in sys.modules:
        pass
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=watch).start()
try:
    outplay.minimax(Nim(), speed="native")
except KeyboardInterrupt:
    print("interrupted")
print(outplay.minimax(Nim(), speed="native").speed)
"""


def test_ctrl_c_while_the_compiler_is_imported_leaves_no_half_of_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTING],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert (done.stdout, done.stderr) == ("interrupted\nnative\n", "")


def test_engines_of_others_do_not_hear_the_terminal() -> None:
    fake = Path(__file__).parents[1] / "connect" / "fake_engine.py"
    with UciEngine([sys.executable, str(fake), "plays"]) as engine:
        assert os.getpgid(engine._process.pid) != os.getpgid(0)


STARTING = """
import os, signal, threading, time
from outplay.adapters.interrupts import interrupts_blocked
threading.Thread(target=time.sleep, args=(5,), daemon=True).start()  # it may take the signal
done = []
try:
    with interrupts_blocked():
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(100):
            time.sleep(0.001)
        done.append("started")
    done.append("went on")
except KeyboardInterrupt:
    done.append("interrupted")
print(*done)
"""


def test_processes_are_started_whole_before_ctrl_c_is_heard() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTING],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert (done.stdout, done.stderr) == ("started interrupted\n", "")


@pytest.mark.parametrize("wait", [0.7, 3])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_in_a_terminal_ends_all_processes(wait: float, workers: str) -> None:
    """The signal goes to every process of the terminal, also to workers that are just starting."""
    argv = [
        "match",
        "connect-four",
        "engine:50n",
        "random",
        "--games",
        "2000",
        "--workers",
        workers,
    ]
    running = subprocess.Popen(
        [sys.executable, "-m", "outplay", *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    time.sleep(wait)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=20)
    if running.returncode == 0:
        assert "engine:50n against random: +" in out
        assert "(stopped after " in out
        assert err == ""
    else:
        assert (running.returncode, out) == (130, "")
        assert err in ("Interrupted.\n", "")


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_engines_that_do_not_listen_are_ended_with_the_match(workers: str, tmp_path: Path) -> None:
    """They are not in the terminal's group, so it is for us to end them."""
    engine = tmp_path / "deaf.py"
    fake = Path(__file__).parents[1] / "connect" / "fake_engine.py"
    started = tmp_path / "started"
    engine.write_text(
        f"import os\nopen({str(started)!r} + str(os.getpid()), 'w').close()\n"
        + fake.read_text().replace("import sys\n", "import sys\nsys.argv[1:] = ['sleeps']\n")
    )
    player = f"uci:{sys.executable} {engine}:60s"
    running = subprocess.Popen(
        [sys.executable, "-m", "outplay", "match", "chess", player, "random", "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    deadline = time.time() + 60
    while len(list(tmp_path.glob("started*"))) < int(workers) and time.time() < deadline:
        time.sleep(0.1)
    time.sleep(1)
    os.killpg(running.pid, signal.SIGINT)
    assert running.communicate(timeout=20) == ("", "Interrupted.\n")
    numbers = [int(path.name.removeprefix("started")) for path in tmp_path.glob("started*")]
    assert numbers
    deadline = time.time() + 5
    while any(map(is_running, numbers)) and time.time() < deadline:
        time.sleep(0.1)
    assert not any(map(is_running, numbers))


def is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{number}/stat")
    return not status.exists() or ") Z " not in status.read_text()
