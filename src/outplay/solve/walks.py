"""Random games, and what they say of the number of states: capture and recapture.

If states are drawn at random, two draws that are independent are equal with probability Σ p²,
where p is the probability of each state; and 1 / Σ p² is the number of states at most. It is the
number itself if all are as likely. States of random games are not: those of some plies are few and
often met. So they are taken by the ply at which they were met, each ply with a weight, and the
weights are those for which the sum comes out least.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from outplay.solve.packing import Layout, Words
from outplay.solve.sorting import order_of
from outplay.solve.team import Team
from outplay.solve.waves import explored, set_up
from outplay.solve.workers import Array

TOGETHER = 1 << 11
"""Random games that are played at a time."""

MOST_MET = 1 << 22
"""States that are met in all."""

LEAST_MET, LATEST = 1 << 16, 5.0
"""So many are met even if that takes some seconds longer."""

LONGEST = 200
"""Plies of a random game."""

GROUPS = (0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 90, 130, LONGEST)
"""The plies at which groups of states begin."""

SPARE_PAIRS = 6
"""Twice as many equal pairs as there may be where none was seen."""


class Alike(NamedTuple):
    """How many states there are, were all of them met as often."""

    states: float
    pairs: int
    """Equal ones, from which that is known."""


NOTHING = Alike(1, 0)

STEPS = 2_000
"""Toward the best weights."""


class Walks:
    """Random games, many at a time, from some states on."""

    def __init__(self, team: Team, layout: Layout, starts: Words) -> None:
        self.worker, self.team, self.layout, self.starts = team.lead, team, layout, starts
        self.dice = np.random.default_rng(0)
        self._met: list[tuple[int, Words]] = []
        """By game and ply: the ply, and the states."""

    def walk(self, until: float) -> Alike:
        """Plays until then."""
        ply, states = 0, self.starts[:0]
        while len(self._met) * TOGETHER < MOST_MET:
            late = time.perf_counter() - until
            if late > (0 if len(self._met) * TOGETHER >= LEAST_MET else LATEST):
                break
            if len(states) < TOGETHER // 16 or ply >= LONGEST:
                ply = 0
                states = self.starts[self.dice.integers(len(self.starts), size=TOGETHER)]
            before = self.layout
            states, ply = self._one_ply(states), ply + 1
            if self.layout is not before:
                self._met = [(p, before.moved(met, self.layout)) for p, met in self._met]
            self._met.append((ply, states))
        return self._alike()

    def _one_ply(self, states: Words) -> Words:
        """One move of each game that goes on then."""
        while True:
            layout, worker = self.layout, self.worker
            size, chosen, first = layout.size, [], 0
            set_up(worker, layout, len(states), finding=False)
            for written, _ in explored(worker, states):
                done = worker.get("done")
                starts = np.concatenate([[0], worker.read("ends", first, done)])
                counts = np.diff(starts)
                going = counts > 0
                at = starts[:-1][going] + self.dice.integers(counts[going])
                chosen.append(worker.read("found", 0, written * size).reshape(-1, size)[at])
                first = done
            self.layout = self.team.widened(layout)
            if self.layout is layout:
                return np.concatenate(chosen)
            states = layout.moved(states, self.layout)
            self.starts = layout.moved(self.starts, self.layout)

    def _alike(self) -> Alike:
        """From all that were met."""
        if not self._met:
            return NOTHING
        keys = np.concatenate([met for _, met in self._met])
        plies = np.repeat([ply for ply, _ in self._met], [len(met) for _, met in self._met])
        groups = np.searchsorted(GROUPS, plies, side="right") - 1
        order = order_of(keys)
        keys, groups = keys[order], groups[order]
        new = np.concatenate([[True], np.any(keys[1:] != keys[:-1], axis=1)])
        return most_alike(np.cumsum(new) - 1, groups)


def most_alike(states: Array, groups: Array) -> Alike:
    """From the states that were met, by number, and the group in which each was."""
    count = int(groups.max(initial=0)) + 1
    met = np.bincount(groups, minlength=count).astype(float)
    # Only states that were met more than once make pairs.
    often = np.bincount(states)[states] > 1
    some, which = states[often], groups[often]
    _, some = np.unique(some, return_inverse=True)
    table = np.zeros((int(some.max(initial=-1)) + 1, count), np.float32)
    np.add.at(table, (some, which), 1)
    pairs = (table.T @ table).astype(float)
    pairs[np.diag_indices(count)] -= table.sum(0)
    tries = np.outer(met, met)
    tries[np.diag_indices(count)] -= met
    # Equal pairs may have been too few by chance: so many are added as that can be. Where hardly
    # any were found, that is most of each group's number, and many groups together say more.
    most = (_at_most(pairs) + np.where(np.eye(count), 0, 1 - SPARE_PAIRS)) / np.maximum(tries, 1)
    weights = _least(most)
    number = int(np.triu(pairs).sum())
    together = max(
        float(tries[first:, first:].sum() / _at_most(pairs[first:, first:].sum()))
        for first in range(count)
    )
    return Alike(max(1 / float(weights @ most @ weights), together), number)


def _at_most(pairs: Any) -> Any:
    """The mean from which so many come by chance, or fewer."""
    return pairs + 2 * np.sqrt(pairs) + SPARE_PAIRS


def _least(square: Array) -> Array:
    """Weights w, none of them negative and 1 in sum, for which w·S·w is about the least: step by
    step toward the one whose weight lowers it most (Frank and Wolfe 1956)."""
    weights = np.zeros(len(square))
    weights[np.argmin(np.diag(square))] = 1
    for _ in range(STEPS):
        slope = square @ weights
        toward = -weights
        toward[np.argmin(slope)] += 1
        bend = float(toward @ square @ toward)
        size = -float(slope @ toward) / bend if bend > 0 else 1.0
        weights = weights + min(1.0, max(0.0, size)) * toward
    return weights
