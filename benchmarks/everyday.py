"""Rules as people write them: the same search at both speeds, game by game.

`python -m benchmarks --everyday` measures the games of `everyday_games/`, and with files
(`--everyday my_game.py other.py:Class`) those in their place. A game that does not compile is
named with the reason; nothing is left out of the count. Both searches are timed by the processor's
clock, since what else the machine does would count for the longer one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import outplay
from benchmarks.measure import Delay, Line, Ratio, Right
from outplay import Game
from outplay.result import AnyResult

FOLDER = Path(__file__).parent / "everyday_games"
DEPTHS = {
    "pentago": 2,
    "connect6": 6,
    "quoridor": 4,
    "hasami": 6,
    "tablut": 5,
    "clobber": 6,
    "konane": 8,
    "mancala": 11,
    "dots": 9,
    "ludo": 17,
    "pente": 7,
    "ultimate": 7,
    "go": 4,
    "onitama": 7,
    "draughts": 12,
    "hex_functions": 7,
    "cant_stop": 9,
    "snakes": 18,
}
"""How deep each is searched: some seconds, interpreted."""

TARGET = 50
COMPILE_TARGET = 20
"""Seconds: a game that takes longer to compile has to say why."""

LONG_ENOUGH = 1.0
"""Seconds that an interpreted search should take, where the depth is to be found."""
DEEPEST = 16
NATIVE_RUNS = 5


def lines(files: Sequence[str] = ()) -> Iterator[Line]:
    """A ratio and a compile time for each game that runs natively, and how many of them do."""
    given = [(file, None) for file in files]
    ours = [(str(FOLDER / f"{name}.py"), depth) for name, depth in DEPTHS.items()]
    games = given or ours
    native = agreeing = 0
    for file, depth in games:
        game = outplay.load(file)
        slow, taken = interpreted(game, depth)
        try:
            first = search(game, slow.depth, "native")
        except outplay.NotNative as error:
            print(error, file=sys.stderr)
            continue
        native += 1
        agreeing += alike(slow, first)
        name = Path(file).stem
        what = f"{name}, {slow.algorithm}, depth {slow.depth}, {slow.nodes:,} nodes"
        yield Ratio(
            what, "interpreted", slow.nodes / quickest(game, slow), slow.nodes / taken, TARGET
        )
        yield Delay(f"{name}, compiling", first.compile_time, COMPILE_TARGET)
    yield Right("everyday games that run natively", native, len(games))
    if native:
        yield Right("the same move, value and nodes at both speeds", agreeing, native)


def search(game: Game[Any, Any], depth: int, speed: str) -> AnyResult:
    """Alpha-beta, or expectiminimax where there are dice."""
    if game.properties.deterministic:
        return outplay.alphabeta(game, depth=depth, speed=speed)
    return outplay.expectiminimax(game, depth=depth, speed=speed)


def interpreted(game: Game[Any, Any], depth: int | None) -> tuple[AnyResult, float]:
    """The interpreted search to that depth, or to the first that takes long enough; its seconds."""
    for deep in range(1, DEEPEST + 1) if depth is None else (depth,):
        start = time.process_time()
        result = search(game, deep, "python")
        taken = time.process_time() - start
        if taken >= LONG_ENOUGH or result.stopped_by == "end":
            break
    return result, taken


def quickest(game: Game[Any, Any], slow: AnyResult) -> float:
    """The median time of the native search, compiled before."""
    times = []
    for _ in range(NATIVE_RUNS):
        start = time.process_time()
        search(game, slow.depth, "native")
        times.append(time.process_time() - start)
    return median(times)


def alike(one: AnyResult, two: AnyResult) -> bool:
    """Do they answer the same?"""
    return (one.action, one.value, one.nodes) == (two.action, two.value, two.nodes)
