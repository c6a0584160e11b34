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

import pickle
import random
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.games import BUILT_IN, load
from outplay.parameters import whole_number
from outplay.solve.verify_endgame import check_endgame
from outplay.solve.verify_file import Array, Damaged, File
from outplay.solve.verify_graph import comes_back
from outplay.solve.verify_positions import Positions
from outplay.solve.verify_tally import Tally

BLOCKS = 32
"""That are decoded together, where all positions are checked."""

BATCH = 4096
"""Positions that are checked together."""


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


@dataclass(frozen=True)
class Piece:
    """Positions that are checked together: those of a chunk of a part, by their numbers there."""

    part: int
    chunk: int
    which: Array


def verify(
    path: str | Path,
    game: AnyGame | None = None,
    *,
    sample: int | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    processes: int = 1,
) -> Verification:
    """Checks all of a solution file against the rules: those that it names, or yours.

    All checksums are compared. With `sample`, only so many positions are checked, chosen at random
    (the same ones for the same `seed`), and the counts in the header are not. `progress` is given
    how many positions were checked, and of how many. Ctrl-C ends it with what was found so far.
    With `processes`, so many work side by side; the game has to be one that can be pickled.
    """
    start = time.perf_counter()
    path, tally = Path(path), Tally()
    limits: list[str] = []
    total, interrupted = 0, False
    whole_number("processes", processes, 1, 256)
    if sample is not None:
        whole_number("sample", sample, 0)
    try:
        file = File(path, BLOCKS if sample is None else 1)
        total = file.positions
        game = _game(path, file) if game is None else game
        if game.name != file.header["game"]:
            tally.fault(f"It is a solution of {file.header['game']}, not of {game.name}.")
        positions = Positions(file, game, tally, all_of_them=sample is None)
        roots = positions.roots()
        pieces = _pieces(file, sample, seed)
        here = total if sample is None else min(sample, total)
        try:
            for one in _checked(path, game, positions, pieces, sample, processes):
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
    game: AnyGame,
    positions: Positions,
    pieces: list[Piece],
    sample: int | None,
    processes: int,
) -> Iterator[Tally]:
    """Checks the pieces; after each, what was found."""
    if processes > 1:
        yield from _side_by_side(path, game, pieces, sample, processes)
        return
    for piece in pieces:
        _check(positions, piece)
        yield positions.tally


def _check(positions: Positions, piece: Piece) -> None:
    part = positions.file.parts[piece.part]
    positions.check(piece.part, positions.file.chunk(part, piece.chunk), piece.which)


def _side_by_side(
    path: Path, game: AnyGame, pieces: list[Piece], sample: int | None, processes: int
) -> Iterator[Tally]:
    try:
        pickled = pickle.dumps(game)
    except Exception:
        raise UsageError(f"{game.name} cannot be pickled: verify it with one process.") from None
    # Neighbours are read together; each share is a tally, with marks of all positions.
    size = max(1, -(-len(pieces) // (8 * processes)))
    shares = [pieces[at : at + size] for at in range(0, len(pieces), size)]
    with get_context("spawn").Pool(processes, _begin, (path, pickled, sample)) as pool:
        yield from pool.imap_unordered(_check_share, shares)


_here: list[Positions] = []
"""In a process of its own: what it checks with."""


def _begin(path: Path, pickled: bytes, sample: int | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for us ends us
    file = File(path, BLOCKS if sample is None else 1)
    game = pickle.loads(pickled)
    _here.append(Positions(file, game, Tally(), all_of_them=sample is None))


def _check_share(pieces: list[Piece]) -> Tally:
    positions = _here[0]
    positions.begin_anew(Tally())
    try:
        for piece in pieces:
            _check(positions, piece)
    except Damaged as error:
        positions.tally.fault(str(error))
    return positions.tally


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
        found.append(
            "Positions come back and games end with other values than won, drawn and lost: each"
            " value agrees with those that come after it, but other values might agree as well."
        )
    elif header["win"] is None and file.layers is None and checked < file.positions:
        found.append("Whether positions come back was not checked.")
    return found
