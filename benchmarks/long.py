"""`python -m benchmarks --long`: the six sets in full, and the empty board from nothing.

Hours. Every answer is written down at once, and a run that was ended goes on where it was
as long as the commit is the same. `--part begin-hard` does one part.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from benchmarks import engine, report, sets
from benchmarks.measure import Cost, Line

NOTES = Path(tempfile.gettempdir()) / "outplay-bench-long.jsonl"
EMPTY = "empty-board"
PARTS = (*sets.BY_NAME, EMPTY)

EMPTY_SCORE = 1
"""The first player wins with the 41st disc: 22 - 21."""
EMPTY_MEMORY, EMPTY_THREADS = 1024, 2
EMPTY_SECONDS, EMPTY_NODES = 709.0, 3.1e9
"""What a C++ solver of this kind took for the empty board on a machine like ours."""


def lines(parts: tuple[str, ...] = PARTS) -> Iterator[Line]:
    where = sets.folder()
    for part in parts:
        if part == EMPTY:
            yield from empty_board()
        elif where is None:
            print(f"{part}: {sets.MISSING}", file=sys.stderr)
        else:
            each = sets.BY_NAME[part]
            yield from engine.summary(each, solved(part, sets.positions(where, part)))


def solved(part: str, positions: list[tuple[str, int]]) -> list[sets.Solved]:
    """All positions of a part; those that were written down are not solved again."""
    done, commit = noted(part), report.commit()
    solver: sets.Solver | None = None
    for number, (moves, score) in enumerate(positions, start=1):
        if moves not in done:
            if solver is None:
                threads = EMPTY_THREADS if part == EMPTY else 1
                memory = EMPTY_MEMORY if part == EMPTY else sets.MEMORY
                solver = sets.Solver(threads, memory)
            one = done[moves] = solver.solve(moves, score)
            with NOTES.open("a", encoding="utf-8") as file:
                note = {"commit": commit, "part": part, "moves": moves, **asdict(one)}
                file.write(json.dumps(note) + "\n")
            spent = f"{one.nodes:,} nodes, {one.seconds:.2f} s{'' if one.right else ', WRONG'}"
            print(f"{part} {number} of {len(positions)}: {spent}", file=sys.stderr)
    return [done[moves] for moves, _ in positions]


def noted(part: str) -> dict[str, sets.Solved]:
    """What earlier runs of this commit wrote down."""
    found = {}
    if NOTES.exists():
        for line in NOTES.read_text(encoding="utf-8").splitlines():
            note = json.loads(line)
            if (note.pop("commit"), note.pop("part")) == (report.commit(), part):
                found[note.pop("moves")] = sets.Solved(**note)
    return found


def empty_board() -> Iterator[Line]:
    (one,) = solved(EMPTY, [("", EMPTY_SCORE)])
    what = f"Connect Four, empty board, {EMPTY_THREADS} threads, {EMPTY_MEMORY} MB"
    if not one.right:
        raise RuntimeError("The empty board is a win with the 41st disc, and we do not say so.")
    yield Cost(f"{what}, time", "a C++ solver", one.seconds, EMPTY_SECONDS, 1, "s")
    yield Cost(f"{what}, nodes", "a C++ solver", one.nodes, EMPTY_NODES, 1, "nodes")
