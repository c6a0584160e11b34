"""Games in which a state says how many plies have been played: layer by layer.

Forward, the states of a layer give those of the next one: keys are written, sorted, and what is
there twice is dropped. Backward, the values of a layer follow from those of the layer after it. No
state can stand in two layers, since all states of a layer have the same grade (`grades.py`), which
is tested for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from outplay.native.layout import MAX_PLY, TooDeep
from outplay.solve.expansion import Inconsistent
from outplay.solve.grades import Grade
from outplay.solve.packing import Layout, Words
from outplay.solve.parts import Part, parts_of
from outplay.solve.progress import Progress
from outplay.solve.retrograde import SLACK
from outplay.solve.sorting import directory, merged, unique
from outplay.solve.state import EXPAND, MISSING, UNGRADED, VALUE
from outplay.solve.store import Store
from outplay.solve.team import Team, slices
from outplay.solve.workers import Array, Worker

CHUNK = 1 << 17
"""States that a worker takes at a time."""

ROOM = 1 << 20
"""Keys that a worker writes before it sorts them."""


class NotLayered(Exception):
    """A state does not have the grade that its layer should have."""


class Layers:
    """All states that can be reached, and then their values."""

    def __init__(
        self, team: Team, layout: Layout, grade: Grade, store: Store, progress: Progress
    ) -> None:
        self.team, self.layout, self.grade = team, layout, grade
        self.store, self.progress = store, progress
        self.keys: list[Words] = []
        """By layer, `[states, size]`, in order."""
        self.layouts: list[Layout] = []
        self.rounding = 0.0
        """By how much means may be off."""

    # --- forward --------------------------------------------------------------------------------

    def find(self, roots: Words) -> None:
        """All layers from the keys of the roots on; raises NotLayered."""
        self._take_up()
        if not self.keys:
            self._add(self.store.keep("keys-0", unique(roots.copy()), finished=True))
        while not self.store.noted("all_found"):
            keys = self._after(len(self.keys) - 1)
            if not len(keys):
                self.store.note("all_found", True)
                break
            self._add(keys)

    def _add(self, keys: Words) -> None:
        """A layer has been found."""
        number = len(self.keys)
        if number > MAX_PLY:
            raise TooDeep
        self.keys.append(keys)
        self.layouts.append(self.layout)
        self.store.note(f"layout-{number}", self.layout.as_fields())
        self.progress.report("finding", number, len(keys))

    def _take_up(self) -> None:
        """The layers that were found when the work was ended before."""
        while True:
            number = len(self.keys)
            fields = self.store.noted(f"layout-{number}")
            keys = None if fields is None else self.store.finished(f"keys-{number}")
            if keys is None:
                break
            self.layout = Layout.from_fields(fields)
            self.keys.append(keys)
            self.layouts.append(self.layout)
            self.progress.report("finding", number, len(keys))

    def _after(self, number: int) -> Words:
        """The keys of the states that come after a layer."""
        while True:
            layout = self.layout
            runs = self._expanded(number)
            self.layout = self.team.widened(layout)
            if self.layout is layout:
                break
        found = [run for _, run in runs]
        after = merged(self.team, self.store, f"keys-{number + 1}", found, self.layout.size)
        for name, _ in runs:
            self.store.drop(name)
        return after

    def _expanded(self, number: int) -> list[tuple[str, Words]]:
        """The same as sorted runs, by the names that the store has for them."""
        keys = self.layouts[number].moved(self.keys[number], self.layout)
        for worker in self.team.workers:
            self._set_up(worker, number)

        def expand(worker: Worker, part: slice) -> list[tuple[str, Words]]:
            found = []
            for i, run in enumerate(_runs(worker, keys[part])):
                name = f"run-{number}-{part.start}-{i}"
                if len(run):
                    found.append((name, self.store.keep(name, run)))
            return found

        return [run for some in self.team.map(expand, slices(len(keys), CHUNK)) for run in some]

    def _set_up(self, worker: Worker, number: int) -> None:
        size = self.layout.size
        worker.use(self.layout)
        self.grade.use(worker, number)
        worker.room("found", ROOM * size)
        worker.set("room", ROOM)

    # --- backward -------------------------------------------------------------------------------

    def solve(self, win: float | None) -> list[Part]:
        """The layers with their values."""
        size = self.layout.size
        next_keys, next_values = np.zeros((0, size), np.int64), np.zeros(0, np.int64)
        for worker in self.team.workers:
            worker.use(self.layout)
            worker.set("grading", 0)
            worker.set("most_outcomes", 0)
            worker.room("found", size)
        parts = []
        for number in reversed(range(len(self.keys))):
            keys = self._moved(number)
            part = Part.taken_up(self.store, str(number), keys, win)
            if part is None:
                next_values, players = self._values(number, keys, next_keys, next_values)
                part = parts_of(keys, next_values, players, win).kept(self.store, str(number))
                self.store.drop(f"scores-{number + 1}")
            else:
                next_values = part.scores(win)
            next_keys = keys
            parts.append(part)
            self._note_rounding(number, next_values)
            self.progress.report("solving", number, len(keys))
        return parts[::-1]

    def _moved(self, number: int) -> Words:
        """The keys of a layer, as those of the last one are packed."""
        if self.layouts[number] != self.layout:
            moved = self.layouts[number].moved(self.keys[number], self.layout)
            self.keys[number] = self.store.keep(f"moved-{number}", moved)
            self.layouts[number] = self.layout
        return self.keys[number]

    def _note_rounding(self, number: int, values: Array) -> None:
        """A mean of k numbers is off by k roundings of the largest, and by what those are off."""
        items = max(worker.get("most_outcomes") for worker in self.team.workers)
        items = max(items, self.store.noted("most_outcomes") or 0)
        if items:
            self.store.note("most_outcomes", items)
            self.rounding += (items + 1) * SLACK * float(np.abs(values).max(initial=0))

    def _values(
        self, number: int, keys: Words, next_keys: Words, next_values: Array
    ) -> tuple[Array, Array]:
        row, shift, low = directory(next_keys)
        values = self.store.empty(f"scores-{number}", len(keys), self.team.lead.number_type)
        players = np.empty(len(keys), np.int8)
        for worker in self.team.workers:
            worker.put("next_keys", next_keys)
            worker.put("next_values", next_values)
            worker.put("directory", row)
            worker.set("directory_shift", shift)
            worker.set("directory_low", low)
            worker.set("directory_size", len(row) - 1)
            worker.set("next_count", len(next_keys))
            worker.room("values", CHUNK, worker.number_type)
            worker.room("players", CHUNK)

        def value(worker: Worker, part: slice) -> None:
            worker.put("sources", keys[part])
            count = part.stop - part.start
            if worker.do(VALUE, 0, count) == MISSING:
                raise Inconsistent
            values[part] = worker.read("values", 0, count, worker.number_type)
            players[part] = worker.read("players", 0, count)

        self.team.map(value, slices(len(keys), CHUNK))
        return values, players


def _runs(worker: Worker, keys: Words) -> Iterator[Words]:
    """The keys of what comes after some states, as sorted runs."""
    size = keys.shape[1]
    worker.put("sources", keys)
    done = 0
    while done < len(keys):
        worker.set("written", 0)
        if worker.do(EXPAND, done, len(keys)) == UNGRADED:
            raise NotLayered
        done = worker.get("done")
        yield unique(worker.read("found", 0, worker.get("written") * size).reshape(-1, size))
