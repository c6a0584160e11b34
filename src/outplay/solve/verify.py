"""`verify`: a proof that a solution file is right, which shares no code with the solver.

The file is read as its description says (`docs/solution-format.md`), and the rules are asked,
interpreted. Each position has to follow from those that come after it:

- A win in d has, for the side to move, a won position in d - 1 after it, and none sooner. A loss in
  d has only lost ones, the longest of them in d - 1. So each win and loss is true, since d goes
  down to an end of the game, whose utility the rules say.
- A draw has a drawn position after it and none that is won for the side to move. So each side can
  stay among the draws and its own wins for ever: the other one never wins. Without distances that
  would be no proof where positions come back: a circle of positions could all be called won, each
  because of the next. A distance cannot go down all the way round.
- Other values are the greatest, the least, or the mean of those that come after. That is a proof
  where no position comes back, which is tested. Where positions do come back, it is none:
  `limits` says so.

Where mirror images share a position, or sides are exchanged, the rules' promise that these are
worth the same is believed. That play leads to each position is shown as far as it comes after
another one.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outplay.errors import UsageError
from outplay.game import AnyGame, Game
from outplay.games import BUILT_IN, load
from outplay.parameters import whole_number
from outplay.solve.verify_endgame import check_endgame
from outplay.solve.verify_file import Damaged, File
from outplay.solve.verify_graph import comes_back
from outplay.solve.verify_pool import BLOCKS, Piece, can_be_sent, side_by_side
from outplay.solve.verify_positions import Positions
from outplay.solve.verify_tally import Tally

BATCH = 4096
"""Positions that are checked together."""

WORTHWHILE = 100_000
"""Positions from which on several processes are worth their start."""

MOST_PROCESSES = 256


@dataclass(frozen=True)
class Verification:
    """What was found."""

    path: Path
    total: int
    """Positions in the file; of mirror images one."""
    checked: int
    faults: tuple[str, ...]
    """The first ones, each a sentence."""
    number_of_faults: int
    limits: tuple[str, ...]
    """What was not proven, each a sentence."""
    interrupted: bool
    """By Ctrl-C."""
    elapsed: float

    @property
    def ok(self) -> bool:
        """Was no fault found in what was checked?"""
        return self.number_of_faults == 0

    @property
    def complete(self) -> bool:
        """Were all positions checked?"""
        return self.checked == self.total and not self.interrupted

    def __str__(self) -> str:
        found = f"{self.number_of_faults:,} faults" if self.number_of_faults else "no fault"
        lines = [f"{found} in {self.checked:,} of {self.total:,} positions"]
        return "\n".join([*lines, *self.faults, *self.limits])


def verify(
    path: str | Path,
    game: AnyGame | Callable[[], AnyGame] | None = None,
    *,
    sample: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    processes: int | None = 1,
) -> Verification:
    """Checks all of a solution file against the rules: those that it names, or yours.

    All checksums are compared. With `sample`, only so many positions are checked, chosen at random
    (the same ones for the same `seed`), and the counts in the header are not. `progress` is given
    how many positions were checked, and of how many. Ctrl-C ends it with what was found so far.
    With `processes`, so many work side by side; with None, one for each core if there are many
    positions. The game, or the function that makes it, has to be one that can be pickled then.
    """
    start = time.perf_counter()
    path, tally = Path(path), Tally()
    limits: list[str] = []
    total, interrupted = 0, False
    if processes is not None:
        whole_number("processes", processes, 1, MOST_PROCESSES)
    if sample is not None:
        whole_number("sample", sample, 0)
    try:
        file = File(path, BLOCKS if sample is None else 1)
        total = file.positions
        maker = _game(path, file) if game is None else game
        rules = maker if isinstance(maker, Game) else maker()
        if rules.name != file.header["game"]:
            tally.fault(f"It is a solution of {file.header['game']}, not of {rules.name}.")
        positions = Positions(file, rules, tally, all_of_them=sample is None)
        roots = positions.roots()
        pieces = _pieces(file, sample, seed)
        here = total if sample is None else min(sample, total)
        if processes is None:
            processes = _worthwhile(pieces, maker)
        try:
            for one in _checked(path, maker, positions, pieces, processes):
                if one is not tally:
                    tally.add(one)
                if progress is not None:
                    progress(tally.checked, here)
            if tally.checked == total and sample is None:
                _check_all(positions, roots)
        except KeyboardInterrupt:
            interrupted = True
        limits = _limits(file, tally.checked)
    except Damaged as error:
        tally.fault(str(error))
    return Verification(
        path,
        total,
        tally.checked,
        tuple(tally.faults),
        tally.number_of_faults,
        tuple(limits),
        interrupted,
        time.perf_counter() - start,
    )


def _game(path: Path, file: File) -> AnyGame:
    name = file.header["game"]
    if name not in BUILT_IN:
        raise UsageError(f"{path} is a solution of {name}: say where its rules are.")
    return load(name, **file.header["parameters"])


# --- which positions ------------------------------------------------------------------------------


def _pieces(file: File, sample: int | None, seed: int) -> list[Piece]:
    """What is to be checked."""
    if sample is not None and sample < file.positions:
        return _sampled(file, sample, seed)
    found = []
    for part in file.parts:
        for chunk in part.chunks:
            first = chunk * part.together * part.block
            size = min(part.positions - first, part.together * part.block)
            for start in range(0, size, BATCH):
                found.append(Piece(part.number, chunk, np.arange(start, min(size, start + BATCH))))
    return found


def _sampled(file: File, sample: int, seed: int) -> list[Piece]:
    places = sorted(random.Random(seed).sample(range(file.positions), sample))
    starts = np.cumsum([0, *(part.positions for part in file.parts)])
    by_chunk: dict[tuple[int, int], list[int]] = {}
    for place in places:
        number = int(np.searchsorted(starts, place, side="right")) - 1
        part = file.parts[number]
        chunk, at = divmod(place - int(starts[number]), part.together * part.block)
        by_chunk.setdefault((number, chunk), []).append(at)
    return [Piece(part, chunk, np.array(at)) for (part, chunk), at in by_chunk.items()]


# --- checking -------------------------------------------------------------------------------------


def _checked(
    path: Path,
    game: AnyGame | Callable[[], AnyGame],
    positions: Positions,
    pieces: list[Piece],
    processes: int,
) -> Iterator[Tally]:
    """Checks the pieces; after each, what was found."""
    if processes > 1:
        yield from side_by_side(path, game, positions, pieces, processes)
        return
    for piece in pieces:
        piece.check(positions)
        yield positions.tally


def _worthwhile(pieces: list[Piece], game: AnyGame | Callable[[], AnyGame]) -> int:
    """As many processes as there are cores, where starting them takes less than they save."""
    if sum(len(piece.which) for piece in pieces) < WORTHWHILE or not can_be_sent(game):
        return 1
    return min(os.cpu_count() or 1, MOST_PROCESSES)


# --- all of them together -------------------------------------------------------------------------


def _check_all(positions: Positions, roots: list[tuple[int, int]]) -> None:
    """What only all positions show: counts, and what play leads to."""
    tally, header = positions.tally, positions.file.header
    counts = header["counts"]
    for name in ("states", "positions", "terminal", "wins", "draws", "losses"):
        _compare(tally, name, counts[name])
    for name in ("max_wins", "min_wins"):
        _compare(tally, name, counts[name])
    if counts["values"] is not None:
        said = {float(value): n for value, n in counts["values"]}
        if said != {value: n for value, n in tally.values.items() if n}:
            tally.fault("The header has other numbers of states by value than the file.")
    if counts["by_distance"]:
        found = {(d, is_win): n for d, *both in counts["by_distance"] for is_win, n in _both(both)}
        if {name: n for name, n in found.items() if n} != dict(tally.distances):
            tally.fault("The header has other numbers of states by distance than the file.")
    if not header["root_words"]:
        tally.fault("No position is named to begin with: play does not lead anywhere.")
    name = header.get("endgame", "")
    if name:
        check_endgame(positions)
    for part, at in roots if not name else ():
        tally.after[part][at] = True
    alone = sum(int(np.sum(~marks)) for marks in tally.after.values())
    if alone and (name or header["number_of_roots"] == len(roots)):
        tally.fault(f"The file has positions to which play does not lead: {alone:,}.")
    if header["win"] is not None and header["endless"] and positions.game.repetition != 0:
        tally.fault("Endless play is no draw by these rules, and the file says that it is.")
    if positions.with_edges and comes_back(positions.file.positions, tally.edges):
        tally.fault("Positions come back, and the header says that they do not.")


def _both(both: list[int]) -> tuple[tuple[bool, int], tuple[bool, int]]:
    return (True, both[0]), (False, both[1])


def _compare(tally: Tally, name: str, said: int | None) -> None:
    if said is not None and said != tally.totals[name]:
        what = name.replace("_", " ")
        tally.fault(f"The header counts {said:,} {what}, and the file has {tally.totals[name]:,}.")


def _limits(file: File, checked: int) -> list[str]:
    """What was not proven."""
    header, found = file.header, []
    if checked < file.positions:
        found.append(
            f"{file.positions - checked:,} positions were not checked, nor what is counted."
        )
    if header["number_of_roots"] > len(header["root_words"]):
        name = header.get("endgame", "")
        if not name:
            found.append("The solution begins with more positions than the file names.")
        elif checked < file.positions:
            found.append(f"Whether it begins with all positions of {name} was not checked.")
    if header["win"] is None and header["endless"]:
        why = "values are means" if header["means"] else "games end in points"
        found.append(
            f"Positions come back and {why}: each value agrees with those that come after it, but"
            " other values might agree as well."
        )
    elif header["win"] is None and file.layers is None and checked < file.positions:
        found.append("Whether positions come back was not checked.")
    return found
