"""A survey of a game: its states found for some seconds, and a thin sample of those farther on.

The layers of a game are found from the first one on, as long as there is time: that many are known
exactly. Beside them goes a sample of a few thousand states, drawn anew from what comes after the
sample of the layer before, down to the end of the game. It says how many actions there are where
layers are too large to be found. `estimate.py` puts the two together.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from outplay.search.runner import Attempt
from outplay.solve.layers import Layers
from outplay.solve.packing import Layout, Words
from outplay.solve.progress import Progress
from outplay.solve.solver import Solved, SolveSearch, Task, Work
from outplay.solve.sorting import unique
from outplay.solve.state import EXPAND, RECENT
from outplay.solve.store import Store
from outplay.solve.walks import NOTHING, Alike, Walks
from outplay.solve.waves import Waves
from outplay.solve.workers import Worker

LISTING = 0.5
"""Of the time, for listing positions to begin with."""

SAMPLE = 1 << 11
"""States of the sample of each layer."""

LEAST = 16
"""A layer is sampled that has this many times as many states as a sample."""

MOST_LAYERS = 3_000
"""That are sampled: beyond them, nobody knows whether the game ends."""

IMAGES = 1 << 11
"""Positions whose mirror images are counted."""

LEAST_WALK = 1.0
"""Seconds for random games."""

FEW = 1 << 17
"""Positions of which all mirror images are counted."""

BLOCKS = 64
"""That are packed, to see how large a file will be."""


@dataclass
class Survey:
    """What was seen of a game."""

    layered: bool = False
    """Do states say how many plies have been played?"""
    complete: bool = False
    """Have all positions been found?"""
    layers: list[int] = field(default_factory=list)
    """The positions of each layer, up to symmetry; of waves, where there are no layers."""
    over: int = 0
    """Positions in which the game is over and that are in none of them."""
    branching: dict[int, float] = field(default_factory=dict)
    """By layer, how many positions come after one of them, in the mean of a sample."""
    alike: Alike = NOTHING
    """What random games from the last wave on say, where not all were found."""
    capture: Survey | None = None
    """The same game surveyed as if it had no layers, where not all were found."""
    ends: bool = True
    """Did the sample come to the end of the game?"""
    roots: float = 0.0
    """Positions to begin with, about; 0 where all were listed."""
    images: float = 1.0
    """States for each position, in the mean."""
    states: int | None = None
    """All states, if they were counted."""
    key_words: int = 1
    key_bits: int = 64
    """Bits in which the states that were seen differ: there are no more states than 2 to that."""
    rate: float = 0.0
    """Positions found in a second."""
    packed: float = 0.0
    """Bytes of a key in a file that is compressed."""

    @property
    def found(self) -> int:
        return sum(self.layers) + self.over


class SurveySearch(SolveSearch):
    """A survey at either speed."""

    def __init__(self, task: Task, seconds: float, room: float, *, layered: bool) -> None:
        """`room`: bytes of memory that it may use."""
        super().__init__(task, decisive=False, layered=layered)
        self.survey = Survey()
        self.seconds, self.room = seconds, room

    def work(self, task: Task, workers: list[Worker]) -> Work:
        self.survey = Survey(layered=self._flags["layered"])
        return SurveyWork(self, task, workers)

    def is_answer(self, found: Solved | None, attempt: Attempt) -> bool:
        """Interpreted, a small attempt finds too little to say more than how much there is."""
        return found is not None and (self.survey.complete or not attempt.small)


class SurveyWork(Work):
    """One attempt of it: nothing is solved."""

    def __init__(self, search: SurveySearch, task: Task, workers: list[Worker]) -> None:
        super().__init__(task, workers, search._flags, None)
        self.survey, self.seconds, self.room = search.survey, search.seconds, search.room
        self.start = time.perf_counter()

    def solve(self) -> Solved:
        layout, roots, over = self._roots(self.start + LISTING * self.seconds)
        grade = self.task.look.grade(self._form) if self.flags["layered"] else None
        keys: Words
        if grade is not None:
            store = Store(float("inf"))
            layers = Layers(self.team, layout, grade, store, Progress())
            keys = self._find_layers(layers, np.concatenate([roots, over]))
            layout = layers.layout
        else:
            layout, keys = self._find_waves(layout, roots, over)
        survey = self.survey
        if self.listing.share < 1:
            survey.roots, survey.complete = self._number_of_roots / self.listing.share, False
        survey.key_words, survey.key_bits = layout.size, layout.bits
        if not self.flags["symmetric"]:
            survey.states = survey.found if survey.complete else None
        elif not survey.complete or survey.found > FEW:
            survey.states = None
        if self.flags["symmetric"] and len(keys):
            some = keys[_chosen(len(keys), IMAGES)]
            survey.images = float(self._images(layout, some).mean())
        survey.packed = _packed(keys)
        return self._solved(layout, grade, [], 0.0, is_endless=False)

    def is_late(self, states: int, began: float, done: int) -> bool:
        """Will expanding so many states take too long or too much memory, if `done` took since
        `began`?"""
        now = time.perf_counter()
        if now - self.start > self.seconds:
            return True
        needed = states * (now - began) / max(1, done)
        size = 8 * self.team.lead.get("size")
        return now - self.start + needed > self.seconds or 6 * states * size > self.room

    def _count_states(self, layout: Layout, keys: Words) -> None:
        """Counts them with their mirror images, while there are few."""
        if self.flags["symmetric"] and self.survey.found <= FEW and len(keys):
            images = int(self._images(layout, keys).sum())
            self.survey.states = (self.survey.states or 0) + images

    # --- layers ----------------------------------------------------------------------------------

    def _find_layers(self, layers: Layers, roots: Words) -> Words:
        """All layers that there is time for, and samples of the others; keys of the last layer."""
        survey, dice = self.survey, np.random.default_rng(0)
        keys = largest = unique(roots.copy())
        sample: Words | None = None
        began, found = time.perf_counter(), 0
        while len(keys):
            number = len(survey.layers)
            survey.layers.append(len(keys))
            self._count_states(layers.layout, keys)
            layers.keys, layers.layouts = [keys] * (number + 1), [layers.layout] * (number + 1)
            found += len(keys)
            if len(keys) >= len(largest):
                largest = keys
            if sample is None and len(keys) >= LEAST * SAMPLE:
                sample = keys[np.sort(dice.choice(len(keys), SAMPLE, replace=False))]
            before, now = layers.layout, time.perf_counter()
            if found > SAMPLE and self.is_late(len(keys), began, found - len(keys)):
                break
            if sample is not None:
                sample = self._next_sample(layers, sample, number, dice)
                began += time.perf_counter() - now  # that is no part of finding layers
            sampled = layers.layout
            keys = layers._after(number)
            largest = before.moved(largest, layers.layout)
            if sample is not None:
                sample = sampled.moved(sample, layers.layout)
        survey.complete = not len(keys)
        survey.rate = found / max(1e-9, time.perf_counter() - began)
        if not survey.complete:
            if sample is None:
                sample = keys[np.sort(dice.choice(len(keys), min(SAMPLE, len(keys)), False))]
            self._sample_on(layers, sample, len(survey.layers) - 1, dice)
        return largest if layers.layout.size == largest.shape[1] else keys

    def _sample_on(
        self, layers: Layers, sample: Words, number: int, dice: np.random.Generator
    ) -> None:
        """Samples from that layer on to the end of the game."""
        until = time.perf_counter() + max(1.0, self.seconds)
        while len(sample):
            if number > MOST_LAYERS or time.perf_counter() > until:
                self.survey.ends = False
                return
            sample = self._next_sample(layers, sample, number, dice)
            number += 1

    def _next_sample(
        self, layers: Layers, sample: Words, number: int, dice: np.random.Generator
    ) -> Words:
        """A sample of what comes after a sample."""
        worker = self.team.lead
        while True:
            layout = layers.layout
            layers._set_up(worker, number)
            self._forget_recent(worker, layout)
            worker.put("sources", sample)
            parts, done = [], 0
            while done < len(sample):
                worker.set("written", 0)
                worker.do(EXPAND, done, len(sample))
                done, written = worker.get("done"), worker.get("written") * layout.size
                parts.append(worker.read("found", 0, written).reshape(-1, layout.size).copy())
            self._forget_recent(worker, layout)
            layers.layout = self.team.widened(layout)
            if layers.layout is layout:
                break
            sample = layout.moved(sample, layers.layout)
        after = np.concatenate(parts)
        self.survey.branching[number] = len(after) / len(sample)
        after = unique(after)
        return after[np.sort(dice.choice(len(after), min(SAMPLE, len(after)), replace=False))]

    def _forget_recent(self, worker: Worker, layout: Layout) -> None:
        """What was written for one purpose is to be written for the other, too."""
        worker.put("recent", np.full(RECENT * layout.size, -1, np.int64))

    # --- waves -----------------------------------------------------------------------------------

    def _find_waves(self, layout: Layout, roots: Words, over: Words) -> tuple[Layout, Words]:
        """All waves that there is time for; the keys of the last one."""
        survey, waves = self.survey, Waves(self.team, layout, Store(float("inf")), Progress())
        waves.begin(roots, over)
        began, found = time.perf_counter(), 0
        while len(waves.last):
            count = len(waves.last)
            survey.layers.append(count)
            if count > SAMPLE and self.is_late(count, began, found):
                break
            found += count
            waves.go_on()
        survey.complete = survey.ends = not len(waves.last)
        states = waves.all()
        survey.over = len(states.over)
        survey.rate = survey.found / max(1e-9, time.perf_counter() - self.start)
        if survey.complete:
            self._count_states(states.layout, states.over)
        self._count_states(states.layout, states.keys)
        if not survey.complete:
            walks = Walks(self.team, states.layout, waves.last)
            survey.alike = walks.walk(time.perf_counter() + max(LEAST_WALK, self.seconds / 2))
        return states.layout, states.keys


def _chosen(count: int, most: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Numbers below `count`, all as likely, in order."""
    return np.sort(np.random.default_rng(1).choice(count, min(count, most), replace=False))


def _packed(keys: Words) -> float:
    """Bytes that a key takes in a file that is compressed."""
    from outplay.solve.solution_file import _encoded
    from outplay.solve.table import BLOCK

    total = states = 0
    for start in _chosen(-(-len(keys) // BLOCK), BLOCKS).tolist():
        block = np.ascontiguousarray(keys[start * BLOCK : (start + 1) * BLOCK])
        total += len(_encoded(block, np.zeros(0, np.int8), None, compress=True))
        states += len(block)
    return total / max(1, states)
