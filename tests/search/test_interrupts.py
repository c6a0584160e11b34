"""Ctrl-C and the clock, with a real process and a real signal."""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

import outplay
from outplay import Game, Recorder
from outplay.games.connect_four import ConnectFour

ENDLESS_WORK = """
import json, sys, time
import outplay
from outplay.games.connect_four import ConnectFour
game = ConnectFour()
options = json.loads(sys.argv[1])
name = options.pop("search")
warm = dict(options, depth=2)
getattr(outplay, name)(game, **warm)
print("ready", flush=True)
try:
    result = getattr(outplay, name)(game, **options)
    print(json.dumps([result.stopped_by, result.action, str(result.bound), len(result.moves),
                      time.time()]))
except KeyboardInterrupt:
    print(json.dumps(["raised", None, None, None, time.time()]))
"""


def interrupted(**options: Any) -> tuple[list[Any], float]:
    """What a search answers when it is interrupted after half a second, and how fast."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS_WORK, json.dumps(options)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "ready"
    time.sleep(0.5)
    sent = time.time()
    process.send_signal(signal.SIGINT)
    *answer, ended = json.loads(process.stdout.readline())
    process.wait(timeout=20)
    return answer, ended - sent


@pytest.mark.parametrize("speed", ["native", "python"])
def test_ctrl_c_before_anything_is_known(speed: str) -> None:
    # Whole-tree minimax of Connect Four does not finish its first move in a lifetime.
    answer, delay = interrupted(search="minimax", speed=speed)
    assert answer[0] == "raised"
    assert delay < 15


@pytest.mark.parametrize("speed", ["native", "python"])
def test_ctrl_c_returns_the_best_so_far(speed: str) -> None:
    answer, delay = interrupted(search="analyse", time=60, speed=speed)
    stopped_by, action, bound, moves, *_ = answer
    assert (stopped_by, bound) == ("interrupt", "~")
    assert action in range(7)
    assert moves == 7
    assert delay < 15


@pytest.mark.parametrize("speed", ["native", "python"])
@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_time_limits_are_kept(speed: str, seconds: float) -> None:
    game = ConnectFour()
    outplay.minimax(game, depth=2, speed=speed)  # compiled
    late = []
    for _ in range(5):
        start = time.perf_counter()
        result = outplay.minimax(game, time=seconds, speed=speed)
        late.append(time.perf_counter() - start - seconds)
        assert result.stopped_by == "time"
        assert result.action in range(7)
        assert result.bound == "~"
        assert not result.proven
    assert -0.01 < min(late) < 5


def test_a_slow_rule_does_not_stretch_the_clock() -> None:
    class Slow(ConnectFour):
        def result(self, s: Any, column: int) -> Any:
            time.sleep(0.002)
            return super().result(s, column)

    start = time.perf_counter()
    result = outplay.alphabeta(Slow(), depth=20, time=0.2, speed="python")
    assert result.stopped_by == "time"
    assert time.perf_counter() - start < 15


def test_a_board_is_left_as_it_was_found_by_an_interrupt() -> None:
    class Pile:
        def __init__(self) -> None:
            self.taken: list[int] = []

        def moves(self) -> list[int]:
            return [1, 2]

        def take(self, n: int) -> None:
            if len(self.taken) == 30:
                os.kill(os.getpid(), signal.SIGINT)
            self.taken.append(n)

        def back(self) -> None:
            self.taken.pop()

    pile = Pile()
    pile.take(1)
    game = Game.from_board(
        pile,
        actions="moves",
        push="take",
        pop="back",
        to_move=lambda p: 1 if len(p.taken) % 2 else -1,
        is_terminal=lambda p: len(p.taken) > 40,
        utility=lambda p: sum(p.taken),
    )
    with pytest.raises(KeyboardInterrupt):
        outplay.minimax(game)
    assert pile.taken == [1]


def test_an_observer_that_raises_stops_the_search() -> None:
    class Enough(Exception):
        pass

    class Watcher(Recorder):
        def cut(self, *args: Any) -> None:
            raise Enough

    with pytest.raises(outplay.OutplayError, match="Enough"):
        outplay.alphabeta(ConnectFour(), depth=4, observer=Watcher())
