"""The engine: solving Connect Four exactly, against a C++ solver and a hand-written kernel.

The test sets are measured if there are any (see `sets.py`); the rivals get positions of the
sets, or else positions after random moves.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

import outplay
from benchmarks import sets
from benchmarks.measure import Cost, Delay, Line, Ratio, Right
from benchmarks.startup import in_process
from outplay.engine.engine import Engine
from outplay.engine.exact import _narrow_decisive, narrow
from outplay.engine.root import Root
from outplay.engine.scores import WIN
from outplay.engine.searcher import native_engine
from outplay.engine.setup import Features, setup_of
from outplay.engine.table import Table
from outplay.games.connect_four import ConnectFour, State
from outplay.search import supervise
from outplay.search.ready import NativePlan

BITBULLY_TARGET = 1.0
YARDSTICK_TARGET = 0.8
FEWER_TARGET = 1 / 50
ANSWER_TARGET = 1.5
COMPILE_TARGET = 15.0

FAST = {"begin-medium": 100, "begin-hard": 2}
"""Positions of the larger sets that are measured each time; `make bench-long` takes all."""

DUEL = {"middle-medium": 200, "begin-medium": 60}
"""Positions on which the rivals are timed."""

DEPTH = 10

COLD = """
import time
from outplay.engine.engine import Engine
from outplay.games.tic_tac_toe import TicTacToe
start = time.perf_counter()
result = Engine(TicTacToe(), speed="native").analyse(exact=True)
print(time.perf_counter() - start)
assert result.speed == "native"
"""


def lines() -> Iterator[Line]:
    where = sets.folder()
    if where is None:
        print(sets.MISSING, file=sys.stderr)
    else:
        for each in sets.SETS:
            yield from measured(each, sets.positions(where, each.name, FAST.get(each.name)))
    duels = duel_positions()
    if find_spec("bitbully") is None:
        print("Not compared to bitbully, which is not installed.", file=sys.stderr)
    else:
        yield against_bitbully(duels)
    yield against_yardstick(duels[::4])
    yield against_plain()
    yield from waiting()


def measured(each: sets.Set, positions: list[tuple[str, int]]) -> Iterator[Line]:
    """One set: are the scores right, and how many positions are visited for one?"""
    solver = sets.Solver()
    solved = [solver.solve(moves, score) for moves, score in positions]
    yield from summary(each, solved)


def summary(each: sets.Set, solved: list[sets.Solved]) -> Iterator[Line]:
    what = f"Connect Four, {each.name}"
    yield Right(f"{what}, scores", sum(one.right for one in solved), len(solved))
    mean = sum(one.nodes for one in solved) / len(solved)
    yield Cost(f"{what}, mean of {len(solved)}", "Pons, part 12", mean, each.published, 1, "nodes")


def duel_positions() -> list[str]:
    """From the sets, or the same random ones each time: 14 or 16 discs, no win at once."""
    where = sets.folder()
    if where is not None:
        return [
            moves for name, most in DUEL.items() for moves, _ in sets.positions(where, name, most)
        ]
    game, random = ConnectFour(), Random(1)
    found: list[str] = []
    while len(found) < 100:
        s, moves = game.initial(), ""
        while len(moves) < 14 + len(found) % 2 * 2 and not game.is_terminal(s):
            column = random.choice(game.legal(s))
            s, moves = game.result(s, column), moves + str(column + 1)
        if not game.is_terminal(s) and abs(game.outcome_bounds(s)[0]) > 2:
            found.append(moves)
    return found


# --- rivals -------------------------------------------------------------------------------------


def against_bitbully(positions: list[str]) -> Cost:
    """Total time, position by position in turns; its table is emptied outside of the timing."""
    from bitbully import bitbully_core

    theirs = bitbully_core.BitBullyCore()
    solver = sets.Solver()
    our_time = their_time = 0.0
    for moves in positions:
        board = bitbully_core.BoardCore()
        for column in moves:
            assert board.play(int(column) - 1)
        theirs.resetTranspositionTable()
        start = time.perf_counter()
        score = theirs.mtdf(board, 0)
        their_time += time.perf_counter() - start
        solved = solver.solve(moves, score)
        our_time += solved.seconds
        if not solved.right:
            raise RuntimeError(f"bitbully's score of {moves} is {score}, and ours is not.")
    what = f"Connect Four, {len(positions)} exact scores, 1 thread"
    return Cost(what, "bitbully's mtdf", our_time, their_time, BITBULLY_TARGET, "s")


def against_yardstick(positions: list[str], rounds: int = 5) -> Ratio:
    """Nodes per second on the very same tree; the middle one of some rounds, in turns."""
    from benchmarks.yardstick import Yardstick

    game = ConnectFour()
    states = [game.parse_state(moves) for moves in positions]
    yardstick, table = Yardstick(sets.MEMORY), Table(sets.MEMORY)

    def by_hand(s: State) -> tuple[Any, int]:
        yardstick.clear()
        return _narrow_decisive(yardstick.asker(s), -WIN, WIN, 1), yardstick.nodes

    setup = setup_of(game, game.initial(), Features(), 1, limited=False, evaluate=None, threads=1)

    def ours(s: State) -> tuple[Any, int]:
        table.clear()
        code = NativePlan(game, setup.plan)
        native = code.take(s)
        searcher = native_engine(game, setup, native, table, code.parameters)
        searcher.begin(float("inf"))
        before = searcher.get("nodes")
        score = narrow(Root(game, s, searcher, game.legal(s)), s, [])
        nodes = searcher.get("nodes") - before
        code.give([native])
        return score, nodes

    rates: list[tuple[float, float]] = []

    def work() -> None:
        by_hand(states[0]), ours(states[0])
        for _ in range(rounds):
            our_time = hand_time = 0.0
            nodes = 0
            for s in states:
                one, taken = timed(ours, s)
                our_time += taken
                other, taken = timed(by_hand, s)
                hand_time += taken
                if one != other:
                    raise RuntimeError(f"The yardstick did other work: {one}, {other} at {s}.")
                nodes += one[1]
            rates.append((nodes / our_time, nodes / hand_time))

    supervise.native(work, lambda: None, None)
    our_rate, hand_rate = sorted(rates, key=lambda pair: pair[0] / pair[1])[len(rates) // 2]
    return Ratio(
        f"Connect Four, exact, {len(states)} positions, native",
        "the same search written by hand for this game",
        our_rate,
        hand_rate,
        YARDSTICK_TARGET,
    )


def timed(work: Callable[[State], Any], s: State) -> tuple[Any, float]:
    """What `work` answers, and how long it takes."""
    start = time.perf_counter()
    answer = work(s)
    return answer, time.perf_counter() - start


def against_plain() -> Cost:
    """Nodes of an interpreted search of the empty board, which is what it is slow at."""
    game = ConnectFour()
    engine = Engine(game, speed="python").analyse(depth=DEPTH)
    plain = outplay.alphabeta(game, depth=DEPTH, speed="native")  # the same nodes at any speed
    return Cost(
        f"engine, Connect Four, depth {DEPTH}, interpreted",
        "plain alpha-beta",
        engine.nodes,
        plain.nodes,
        FEWER_TARGET,
        "nodes",
    )


def waiting() -> Iterator[Delay]:
    """The first answer in a terminal, and a game that was never compiled."""
    answer = f"""
import subprocess, sys, time
start = time.perf_counter()
subprocess.run({[sys.executable, "-m", "outplay", "analyse", "connect-four", "--depth", "8"]},
               check=True, stdout=subprocess.DEVNULL)
print(time.perf_counter() - start)
"""
    with tempfile.TemporaryDirectory() as cache:
        in_process(answer, cache)
        warm = median(in_process(answer, cache) for _ in range(5))
    yield Delay("outplay analyse connect-four, from the cache", warm, ANSWER_TARGET)
    cold = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(in_process(COLD, cache))
    yield Delay("engine for tic-tac-toe, empty cache", median(cold), COMPILE_TARGET)
