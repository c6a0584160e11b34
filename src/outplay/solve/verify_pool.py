"""Positions of a file checked by several processes side by side."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from outplay.adapters.interrupts import interrupts_blocked
from outplay.errors import OutplayError, UsageError
from outplay.game import AnyGame, Game
from outplay.process_pool import process_pool
from outplay.solve.verify_file import Array, Damaged, File
from outplay.solve.verify_positions import Positions
from outplay.solve.verify_tally import Tally

BLOCKS = 32
"""That are decoded together, where all positions are checked."""

MOST_PIECES = 8
"""Of a share: what is checked by one process before it says what it found."""

Maker = Callable[[], AnyGame]


@dataclass(frozen=True)
class Piece:
    """Positions that are checked together: those of a chunk of a part, by their numbers there."""

    part: int
    chunk: int
    which: Array

    def check(self, positions: Positions) -> None:
        part = positions.file.parts[self.part]
        positions.check(self.part, positions.file.chunk(part, self.chunk), self.which)


def can_be_sent(game: AnyGame | Maker) -> bool:
    """Can another process have this game, or make it?"""
    try:
        # A class of a script, or of a notebook, is not found by another process.
        return type(game).__module__ != "__main__" and bool(pickle.dumps(game))
    except Exception:
        return False


def side_by_side(
    path: Path, game: AnyGame | Maker, positions: Positions, pieces: list[Piece], processes: int
) -> Iterator[Tally]:
    """What was found in each share of the pieces, as soon as it is known.

    The marks of the positions that come after others are in a file that all processes write to.
    """
    try:
        pickled = pickle.dumps(game)
    except Exception:
        raise UsageError(
            f"{positions.game.name} cannot be sent to other processes: verify it with one process."
        ) from None
    # Neighbours are read together.
    size = min(MOST_PIECES, max(1, -(-len(pieces) // (8 * processes))))
    shares = [pieces[at : at + size] for at in range(0, len(pieces), size)]
    with TemporaryDirectory(prefix="outplay-verify-", ignore_cleanup_errors=True) as folder:
        marks = Path(folder) / "marks" if positions.all_of_them else None
        if marks is not None:
            with marks.open("wb") as file:
                file.truncate(max(1, positions.file.positions))
            positions.tally.after.update(_marks(marks, positions.file))
        try:
            # The initial imports of each process are those of its game, not of this program.
            with process_pool(min(processes, len(shares)), _begin, path, pickled, marks) as pool:
                with interrupts_blocked():
                    futures = [pool.submit(_check_share, share) for share in shares]
                for future in as_completed(futures):
                    yield future.result()
        except BrokenProcessPool:
            raise OutplayError(
                f"A process that verified {path} ended before its work was done; one process alone"
                " says why."
            ) from None
        except OSError as error:
            raise OutplayError(f"No process can be started: {error.strerror}.") from None


def _marks(path: Path, file: File) -> dict[int, Array]:
    """By part, a mark for each of its positions, all of them in one file."""
    whole = np.memmap(path, bool, "r+")
    ends = np.cumsum([part.positions for part in file.parts]).tolist()
    return {
        part.number: whole[end - part.positions : end]
        for part, end in zip(file.parts, ends, strict=True)
    }


# --- in a process of its own ----------------------------------------------------------------------


_here: list[Positions] = []
"""What it checks with."""


def _begin(path: Path, pickled: bytes, marks: Path | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for us ends us
    file = File(path, BLOCKS if marks is not None else 1)
    game = pickle.loads(pickled)
    tally = Tally(after={} if marks is None else _marks(marks, file))
    rules = game if isinstance(game, Game) else game()
    _here.append(Positions(file, rules, tally, all_of_them=marks is not None))


def _check_share(pieces: list[Piece]) -> Tally:
    positions = _here[0]
    positions.begin_anew(Tally(after=positions.tally.after))
    try:
        for piece in pieces:
            piece.check(positions)
    except Damaged as error:
        positions.tally.fault(str(error))
    return replace(positions.tally, after={})
