"""Pascal Pons' test sets for Connect Four, and what it takes the engine to solve them.

The sets are not part of this project: `--sets DIR` or OUTPLAY_SETS names the folder with
Test_L1_R1.txt to Test_L3_R1.txt, which https://blog.gamesolver.org offers. A line is the
columns played and the score: 22 less the number of discs that the winner has at the end,
positive if that is the side to move.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from outplay.engine.engine import Engine
from outplay.games.connect_four import ConnectFour

FOLDER = "OUTPLAY_SETS"
MISSING = "No test sets of Connect Four: name their folder with --sets DIR or OUTPLAY_SETS."
MEMORY = 64
"""Megabytes of table."""


@dataclass(frozen=True)
class Set:
    """A set and the mean of positions that Pons' solver of part 12 visits on it."""

    name: str
    file: str
    published: float


SETS = (
    Set("end-easy", "Test_L3_R1.txt", 51.28),
    Set("middle-easy", "Test_L2_R1.txt", 449.6),
    Set("middle-medium", "Test_L2_R2.txt", 39_900),
    Set("begin-easy", "Test_L1_R1.txt", 3_298),
    Set("begin-medium", "Test_L1_R2.txt", 1_201_000),
    Set("begin-hard", "Test_L1_R3.txt", 65_920_000),
)
BY_NAME = {each.name: each for each in SETS}


def folder() -> Path | None:
    """Where the sets are; None if nobody said, or they are not there."""
    named = os.environ.get(FOLDER)
    if not named or not all((Path(named) / each.file).exists() for each in SETS):
        return None
    return Path(named)


def positions(where: Path, name: str, most: int | None = None) -> list[tuple[str, int]]:
    """Moves and score of the first `most` positions of a set."""
    lines = (where / BY_NAME[name].file).read_text(encoding="ascii").split("\n")
    pairs = [line.split() for line in lines if line.strip()]
    return [(moves, int(score)) for moves, score in pairs[:most]]


@dataclass(frozen=True)
class Solved:
    """What one position took."""

    right: bool
    nodes: int
    seconds: float


class Solver:
    """The engine, with an empty table for each position."""

    def __init__(self, threads: int = 1, memory: float = MEMORY) -> None:
        self.game = ConnectFour()
        self.engine = Engine(self.game, memory=memory, threads=threads, speed="native")
        self.solve("44444225", 0)  # compiles

    def solve(self, moves: str, score: int) -> Solved:
        """The exact score of a position, and a best move."""
        state = self.game.parse_state(moves)
        self.engine.clear()
        result = self.engine.analyse(state, exact=True, lines=1)
        found = 0
        if result.value != 0:
            assert result.distance is not None
            found = 22 - (len(moves) + result.distance + 1) // 2
            found *= 1 if (result.value > 0) == (state.player > 0) else -1
        return Solved(found == score, result.nodes, result.elapsed)
