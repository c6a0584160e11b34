"""What a person waits for: `import outplay`, and the first native answer of a process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median

from benchmarks.measure import Delay

IMPORT_TARGET = 0.3
COLD_TARGET = 4.0
CACHED_TARGET = 1.0

WAITS = {
    "chess": 9.0,
    "backgammon": 7.0,
    "hex": 3.7,
    "othello": 3.0,
    "morris": 2.3,
    "connect-four": 2.3,
}
"""What an empty cache may cost `analyse --time 1`: a third of what it was with Numba."""

WARM_TARGET = 1.3
"""Seconds beyond its own that `analyse --time 1` may take with a full cache."""

IMPORT = """
import time
start = time.perf_counter()
import outplay
print(time.perf_counter() - start)
"""

FIRST_CALL = """
import time
import outplay
from outplay.games.tic_tac_toe import TicTacToe
game = TicTacToe()
start = time.perf_counter()
result = outplay.minimax(game, speed="native")
print(time.perf_counter() - start)
assert result.speed == "native"
"""

FIRST_ANSWER = """
import time
import outplay
game = outplay.load("{game}")
start = time.perf_counter()
result = outplay.Engine(game, speed="native").analyse(nodes=1000)
print(time.perf_counter() - start)
assert result.speed == "native"
"""


def lines() -> Iterator[Delay]:
    """Medians, each measured inside a process of its own."""
    with tempfile.TemporaryDirectory() as cache:
        in_process(IMPORT, cache)  # the first one reads the disk and writes bytecode
        yield Delay(
            "import outplay", median(in_process(IMPORT, cache) for _ in range(7)), IMPORT_TARGET
        )
    cold = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(in_process(FIRST_CALL, cache))
    yield Delay("first native call, empty cache", median(cold), COLD_TARGET)
    with tempfile.TemporaryDirectory() as cache:
        in_process(FIRST_CALL, cache)
        cached = median(in_process(FIRST_CALL, cache) for _ in range(5))
    yield Delay("first native call, from the cache", cached, CACHED_TARGET)
    for game, most in WAITS.items():
        with tempfile.TemporaryDirectory() as cache:
            native = in_process(FIRST_ANSWER.format(game=game), cache)
        with tempfile.TemporaryDirectory() as cache:
            empty = analysing(game, cache)
            full = min(analysing(game, cache) for _ in range(3))
        yield Delay(f"{game}, first native answer of an engine, empty cache", native, most)
        yield Delay(f"{game}, analyse --time 1, what an empty cache costs", empty - full, most)
        yield Delay(f"{game}, analyse --time 1, beyond its second", full - 1, WARM_TARGET)


def in_process(code: str, cache: str) -> float:
    """The number of seconds that `code` prints, run by a new interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "OUTPLAY_CACHE": cache},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(done.stdout)


def analysing(game: str, cache: str) -> float:
    """Seconds that the command takes, Python's own start included."""
    command = [sys.executable, "-m", "outplay", "analyse", game, "--time", "1"]
    start = time.perf_counter()
    subprocess.run(
        command, env={**os.environ, "OUTPLAY_CACHE": cache}, stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - start
