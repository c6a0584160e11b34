"""Chess: counting lines beside python-chess and Stockfish, and the nodes per second of a search.

python -m benchmarks.chess_speed
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import outplay
from benchmarks.measure import Line, Ratio
from outplay.games.chess import Chess
from outplay.native.kernels import Kernel
from outplay.search import counting
from outplay.search.word_table import NativeSearchState

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LINES = {
    START: (20, 400, 8902, 197_281, 4_865_609, 119_060_324),
    KIWIPETE: (48, 2039, 97_862, 4_085_603, 193_690_690),
}
"""Positions and their lines of 1, 2, 3 … plies (chessprogramming.org/Perft_Results)."""

PLIES, SHORT = {START: 6, KIWIPETE: 5}, {START: 4, KIWIPETE: 3}
"""What Stockfish and we count, and what python-chess does: each about a second."""
NAMES = {START: "start", KIWIPETE: "Kiwipete"}

TARGET = 150
"""How many times as fast as python-chess we want to be."""

Work = tuple[int, Callable[[str, int], int]]
"""How many plies to count, and the function that does, given position and plies."""

ROUNDS = 5
"""Measurements of each, by turns; the quickest of each counts: others only slow one down."""

THINKING = 2.0
"""Seconds of a search."""


def lines() -> Iterator[Line]:
    game = Chess(draws=False)
    outplay.perft(game, 2, speed="native")  # compiles
    every_move(game, START, 2)
    stockfish = shutil.which("stockfish", path="/usr/games:/usr/local/bin:/usr/bin")
    other = None if stockfish is None else Counting(stockfish)
    for text, name in NAMES.items():
        works: dict[str, Work] = {
            "ours": (PLIES[text], partial(bulk, game)),
            "each": (PLIES[text] - 1, partial(every_move, game)),
        }
        if find_spec("chess") is not None:
            works["python-chess"] = SHORT[text], theirs
        if other is not None:
            works["Stockfish"] = PLIES[text], other
        rates = by_turns(text, works)
        what = f"perft, chess, {name}"
        if "python-chess" in rates:
            yield Ratio(what, "python-chess, bulk", rates["ours"], rates["python-chess"], TARGET)
        if "Stockfish" in rates:
            yield Ratio(what, "Stockfish, bulk", rates["ours"], rates["Stockfish"], None)
            each = f"{what}, every move made"
            yield Ratio(each, "Stockfish, bulk", rates["each"], rates["Stockfish"], None)
    if other is not None:
        other.close()
    yield from searches(stockfish)


def by_turns(text: str, works: dict[str, Work]) -> dict[str, float]:
    """Lines per second of each, at its best."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(ROUNDS):
        for who, (depth, work) in works.items():
            begun = perf_counter()
            found = work(text, depth)
            best[who] = min(best[who], perf_counter() - begun)
            if found != LINES[text][depth - 1]:
                raise RuntimeError(f"{who} counts {found:,} lines of {depth} plies.")
    return {who: LINES[text][depth - 1] / best[who] for who, (depth, _) in works.items()}


# --- counting ---------------------------------------------------------------------------------


def bulk(game: Chess, text: str, depth: int) -> int:
    """Ours; the moves of the last ply are counted and not made."""
    return outplay.perft(game, depth, game.parse_state(text), speed="native")


def lines_one_by_one(game: Any, s: Any, depth: int, ply: int, run: Any) -> int:
    """The same, with every move made."""
    run.visit(ply)
    if depth == 0:
        return 1
    if game.is_terminal(s):
        return 0
    total = 0
    for a in game.actions(s):
        total += lines_one_by_one(game, game.result(s, a), depth - 1, ply + 1, run)
    return total


ONE_BY_ONE = Kernel((lines_one_by_one,), NativeSearchState, ("int", "int"))


def every_move(game: Chess, text: str, depth: int) -> int:
    plan = counting._plan(game, ONE_BY_ONE)
    found, _, _ = counting._run(game, game.parse_state(text), plan, (depth, 0), "native", None)
    return found


def theirs(text: str, depth: int) -> int:
    import chess

    return _count(chess.Board(text), depth)


def _count(board: Any, depth: int) -> int:
    if depth == 1:
        return int(board.legal_moves.count())
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _count(board, depth - 1)
        board.pop()
    return total


class Counting:
    """Stockfish's `go perft`; the program starts once."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([command], stdin=pipe, stdout=pipe, text=True)
        self.say("isready", until="readyok")

    def __call__(self, text: str, depth: int) -> int:
        line = self.say(f"position fen {text}\ngo perft {depth}", until="Nodes searched")
        return int(line.split()[-1])

    def say(self, command: str, until: str) -> str:
        """The line that begins so, of what it answers."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(until):
                return line
        raise RuntimeError(f"{command!r} got no answer.")

    def close(self) -> None:
        self.process.communicate("quit\n")


# --- searching --------------------------------------------------------------------------------


def searches(stockfish: str | None) -> Iterator[Line]:
    """Nodes per second from one position; what a node is differs from program to program."""
    engine = outplay.Engine(Chess(), speed="native")
    state = Chess().parse_state(KIWIPETE)
    engine.analyse(state, lines=1, nodes=1)  # compiles
    engine.clear()
    result = engine.analyse(state, lines=1, time=THINKING)
    ours = result.nodes / result.elapsed
    if stockfish is not None:
        rate = nodes_per_second([stockfish])
        yield Ratio("search, chess, Kiwipete", "Stockfish, one thread", ours, rate, None)
    if find_spec("sunfish") is not None:
        rate = nodes_per_second([sys.executable, "-m", "sunfish"])
        yield Ratio("search, chess, Kiwipete", "sunfish", ours, rate, None)


def nodes_per_second(command: list[str]) -> float:
    """Of another engine in `THINKING` seconds, as it says itself."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        other.stdin.write(f"uci\nposition fen {KIWIPETE}\ngo movetime {1000 * THINKING:.0f}\n")
        other.stdin.flush()
        rate = 0.0
        for line in other.stdout:
            words = line.split()
            if "nps" in words:
                rate = float(words[words.index("nps") + 1])
            if line.startswith("bestmove"):
                break
        other.stdin.write("quit\n")
        other.stdin.flush()
    return rate


if __name__ == "__main__":
    from benchmarks import report

    print(report.as_text(list(lines())))
