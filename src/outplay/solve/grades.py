"""Grades: numbers in a state that go up, or down, by the same amount with each ply.

The discs on a board, say, or a count of moves. Where a game has one, a state can be reached after
one number of plies only. A grade is guessed from played games, and tested for each state solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from outplay.solve.packing import Words
from outplay.solve.state import BITS, CELLS, LETTERS, NUMBERS
from outplay.solve.workers import Array, Worker

MOST_CELLS = 64
"""Kinds of cells that are counted."""

LARGEST = 1000
"""Of the weights of words."""


@dataclass(frozen=True)
class Grade:
    """How a grade is found from the words of a state, and what it is in each layer."""

    grading: int
    """One of BITS, NUMBERS, CELLS, LETTERS: see `state.py`."""
    weights: tuple[int, ...] = ()
    """Of the words, for BITS and NUMBERS."""
    cell: int = 0
    """What is counted, for CELLS and LETTERS."""
    first: int = 0
    step: int = 1

    def use(self, worker: Worker, layer: int) -> None:
        """Has a worker test that all states have the grade of that layer."""
        worker.set("grading", self.grading)
        worker.set("grade_cell", self.cell)
        worker.put("grade_weights", np.array(self.weights, np.int64))
        worker.set("expected", self.first + self.step * layer)

    def layer(self, row: Sequence[int]) -> int:
        """The number of the layer of a state with that row of words; -1 if it is in none."""
        number, rest = divmod(int(self.of(np.array([row], np.int64))[0]) - self.first, self.step)
        return number if rest == 0 else -1

    def of(self, rows: Words) -> Array:
        """The grades of states with these rows."""
        weights = np.array(self.weights, np.int64)
        found: Array
        if self.grading == BITS:
            found = np.bitwise_count(rows.view(np.uint64)).astype(np.int64) @ weights
        elif self.grading == NUMBERS:
            found = rows @ weights
        else:
            cells = rows if self.grading == CELLS else np.ascontiguousarray(rows).view(np.uint8)
            found = (cells == self.cell).sum(axis=1)
        return found

    def as_fields(self) -> dict[str, object]:
        return asdict(self)


def grade_of(before: Words, after: Words, first: Words) -> Grade | None:
    """A grade that fits the plies from the rows `before` to those `after`, if there is one.

    `first` are the rows of the first states, which all have to have the same one.
    """
    if not len(before):
        return None
    for guess in _guesses(before, after):
        steps, starts = guess.of(after) - guess.of(before), guess.of(first)
        if steps[0] != 0 and np.all(steps == steps[0]) and np.all(starts == starts[0]):
            return Grade(guess.grading, guess.weights, guess.cell, int(starts[0]), int(steps[0]))
    return None


def _guesses(before: Words, after: Words) -> list[Grade]:
    some = np.ascontiguousarray(before[:1000])
    bits = [np.bitwise_count(rows.view(np.uint64)).astype(float) for rows in (before, after)]
    return [
        *(Grade(BITS, weights) for weights in _weights(bits[1] - bits[0])),
        *(Grade(NUMBERS, weights) for weights in _weights((after - before).astype(float))),
        *(Grade(CELLS, cell=cell) for cell in np.unique(some)[:MOST_CELLS].tolist()),
        *(Grade(LETTERS, cell=letter) for letter in np.unique(some.view(np.uint8)).tolist()),
    ]


def _weights(changes: Array) -> list[tuple[int, ...]]:
    """Small whole weights by which the changes of the words sum to the same with each ply."""
    changes = changes[:, : changes.shape[1]]
    if np.abs(changes).max(initial=0) > 1 << 40:
        return []
    found = np.linalg.lstsq(changes, np.ones(len(changes)), rcond=None)[0]
    largest = np.abs(found).max(initial=0)
    if largest == 0:
        return []
    scaled = found / np.abs(found[np.abs(found) > 1e-6 * largest]).min(initial=largest)
    whole = np.rint(scaled)
    if np.abs(scaled - whole).max() > 1e-6 or np.abs(whole).max() > LARGEST:
        return []
    return [tuple(int(weight) for weight in whole)]
