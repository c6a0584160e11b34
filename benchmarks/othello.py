"""Othello: counting lines against OpenSpiel, and endgames solved beside what Edax needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import outplay
from benchmarks.measure import Cost, Line, Ratio, Right, median_seconds, seconds
from outplay.games.othello import Othello

OURS_DEPTH, OURS_LINES = 9, 3_005_288
THEIRS_DEPTH, THEIRS_LINES = 6, 8_200
"""Plies, and the lines there are of so many (Bik, "Perft for Reversi", 2009)."""

PERFT_TARGET = 20
NODES_TARGET = 6
MEMORY = 512


@dataclass(frozen=True)
class Problem:
    """An endgame of the FFO test: its number, position, score, and the nodes of Edax 4.5.2.

    Edax's counts are those in the documentation of Egaroucid, made with 32 threads; of the last
    plies it counts less than we do, who count every position that is visited.
    """

    number: int
    position: str
    score: int
    edax: int


FFO = (
    Problem(
        40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, 10_891_490
    ),
    Problem(
        41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, 23_603_603
    ),
    Problem(
        42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, 29_721_743
    ),
    Problem(
        43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, 84_377_631
    ),
    Problem(
        44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, 22_829_702
    ),
)


def lines() -> Iterator[Line]:
    yield perft()
    yield from solve(FFO)


# --- counting ---------------------------------------------------------------------------------


def perft() -> Ratio:
    """Lines per second; both count the last ply without making the moves."""
    game = Othello()
    outplay.perft(game, 2, speed="native")  # compiles
    ours = median_seconds(lambda: _expect(outplay.perft(game, OURS_DEPTH), OURS_LINES), 5)
    theirs = median_seconds(_their_perft, 3)
    return Ratio(
        "perft, Othello, native",
        "OpenSpiel's C++ rules, state.child in Python",
        OURS_LINES / ours,
        THEIRS_LINES / theirs,
        PERFT_TARGET,
    )


def _their_perft() -> None:
    import pyspiel

    start = pyspiel.load_game("othello").new_initial_state()
    _expect(_count(start, THEIRS_DEPTH), THEIRS_LINES)


def _count(state: Any, depth: int) -> int:
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(_count(state.child(action), depth - 1) for action in actions)


def _expect(found: int, lines_: int) -> None:
    if found != lines_:
        raise RuntimeError(f"There are {lines_:,} lines, and this found {found:,}.")


# --- endgames ---------------------------------------------------------------------------------


def solve(problems: tuple[Problem, ...], threads: int = 1) -> Iterator[Line]:
    """The nodes for the exact score of each, from an empty table; and how many are right."""
    game = Othello()
    right = 0
    for problem in problems:
        state = game.parse_state(problem.position)
        engine = outplay.Engine(game, speed="native", memory=MEMORY, threads=threads)
        engine.analyse(state, exact=True, lines=1, nodes=1)  # compiles
        engine.clear()
        found: list[Any] = []

        def work(engine: Any = engine, state: Any = state, found: list[Any] = found) -> None:
            found.append(engine.analyse(state, exact=True, lines=1))

        taken = seconds(work)
        right += found[0].value * state.player == problem.score
        yield Cost(
            f"FFO #{problem.number}, exact, {taken:.1f} s",
            "Edax 4.5.2",
            found[0].nodes,
            problem.edax,
            NODES_TARGET,
            "nodes",
        )
    yield Right("FFO scores", right, len(problems))
