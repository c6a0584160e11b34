"""Chess as an engine: how long it takes to start, and what a second thread gains.

    python -m benchmarks.chess_engine [--epd FILE.epd] [--depth 20] [--rounds 2]

The gain is in time to a depth: for each position, the time of one thread over that of two,
with an empty table each time; their geometric mean. Positions are those of the openings, or of
a file.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import outplay
from benchmarks.chess_openings import OPENINGS
from benchmarks.measure import Delay, Line, Ratio
from outplay.games.chess import Chess, epd

COLD, WARM = 40.0, 2.0
"""Seconds until `readyok`, with an empty cache and with a full one, at most."""

GAIN = 1.5
POSITIONS = 8
DEPTH = 20
"""Deep enough that threads matter: about a second for one."""


def lines() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as cache:
        yield Delay("chess, `readyok` with an empty cache", ready(cache), COLD)
        yield Delay("chess, `readyok` from the cache", min(ready(cache) for _ in range(3)), WARM)
    game = Chess()
    states = [game.play(moves.split()) for _, moves in OPENINGS[:: len(OPENINGS) // POSITIONS]]
    yield gained(states, DEPTH, 1)


def ready(cache: str) -> float:
    """Seconds from the start of `outplay uci` to its `readyok`."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay", "uci"],
        env={**os.environ, "OUTPLAY_CACHE": cache},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("uci\nisready\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.strip() == "readyok":
                break
        seconds = time.perf_counter() - start
        process.stdin.write("quit\n")
        process.stdin.flush()
    return seconds


def gained(states: Sequence[Any], depth: int, rounds: int) -> Ratio:
    """How many times as fast two threads are."""
    engines = [outplay.Engine(Chess(), speed="native", threads=n) for n in (1, 2)]
    for engine in engines:
        engine.analyse(depth=1)  # compiles
    total, rates = 0.0, [0.0, 0.0]
    for state in states:
        seconds = [math.inf, math.inf]
        for _ in range(rounds):
            for number, engine in enumerate(engines):
                engine.clear()
                seconds[number] = min(seconds[number], engine.analyse(state, depth=depth).elapsed)
        total += math.log(seconds[0] / seconds[1])
        rates = [rate + spent for rate, spent in zip(rates, seconds, strict=True)]
    gain = math.exp(total / len(states))
    what = f"chess, two threads to depth {depth}, thousands of positions a day"
    one = 86_400 * len(states) / rates[0]
    return Ratio(what, "one thread", gain * one, one, GAIN)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chess_engine")
    parser.add_argument("--epd", metavar="FILE.epd", help="its positions, not the openings'")
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--rounds", type=int, default=2, help="the quickest of each counts")
    options = parser.parse_args()
    if options.epd is None:
        for line in lines():
            print(*line.cells(), sep="   ")
        return 0
    records = epd.read(Path(options.epd).read_text(encoding="utf-8"))
    ratio = gained([record.state for record in records], options.depth, options.rounds)
    print(*ratio.cells(), sep="   ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
