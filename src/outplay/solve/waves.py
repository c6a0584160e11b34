"""All states of a game, wave by wave: what comes after the last wave and was not known before.

A wave is sorted and its duplicates are dropped, like a layer of `layers.py`; but since any earlier
position may come back, states that are known are left out as well. These are in a few sorted runs,
each at most half as long as the one before it. States in which the game is over stand apart:
nothing comes after them, so it does not matter if they are found twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from outplay.game import MOST_ACTIONS
from outplay.native.layout import MAX_PLY, TooDeep
from outplay.solve.packing import Layout, Words
from outplay.solve.progress import Progress
from outplay.solve.sorting import merged, unique
from outplay.solve.state import EXPLORE
from outplay.solve.store import Store
from outplay.solve.team import Team, slices
from outplay.solve.workers import Worker

CHUNK = 1 << 16
"""States that a worker takes at a time."""

ROOM = 1 << 20
"""Keys that it writes before they are sorted, at most."""

MANY_ACTIONS = 32
"""For each state, where there are few."""

NOTE, ALL_FOUND = "waves", "all_found"


@dataclass
class States:
    """All states that can be reached, by the order of their keys."""

    layout: Layout
    keys: Words
    """`[states, size]`: those that are not over."""
    over: Words
    """Those that are."""
    edges: int
    """How many moves, or outcomes, lead from one of the former to another."""


@dataclass
class Run:
    """Sorted keys, by the name that the store has for them."""

    name: str
    keys: Words


class Waves:
    """Finds the states of a game."""

    def __init__(self, team: Team, layout: Layout, store: Store, progress: Progress) -> None:
        self.team, self.layout, self.store, self.progress = team, layout, store, progress
        self._known: list[Run] = []
        """Disjoint; all states that are not over."""
        self._over: list[Run] = []
        """A state may be in several."""
        self._last = Run("", np.zeros((0, layout.size), np.int64))
        """The last wave."""
        self._wave = 0
        self._edges = 0
        self._names = 0
        self._stale: list[str] = []
        """What is not needed once what replaces it is written down."""

    def find(self, roots: Words, over: Words) -> States:
        """All states from the keys of the roots on; `over` are those where the game is over."""
        done = self._finished()
        if done is not None:
            return done
        if not self._take_up():
            self.begin(roots, over)
        while len(self.last):
            self.team.check()
            self.go_on()
            self._write_down()
        return self.all()

    @property
    def last(self) -> Words:
        """The keys of the last wave."""
        return self._last.keys

    def begin(self, roots: Words, over: Words) -> None:
        """The first wave are the roots; those that are over stand apart."""
        self._last = self._run(unique(roots.copy()))
        self._known = [self._last]
        self._over = [self._run(unique(over.copy()))]
        self.progress.report("finding", 0, len(self.last))

    def all(self) -> States:
        """What has been found, each kind as one run."""
        keys = self._merged(self._known, name="states", finished=True).keys
        over = self._merged(self._over, name="over", finished=True).keys
        notes = {"layout": self.layout.as_fields(), "edges": self._edges, "wave": self._wave}
        self.store.note(ALL_FOUND, notes)
        for run in (*self._known, *self._over, self._last):
            self.store.drop(run.name)
        self.progress.report("finding", self._wave, len(over))
        return States(self.layout, keys, over, self._edges)

    def _finished(self) -> States | None:
        """The same, if it was all found before the work was ended."""
        notes = self.store.noted(ALL_FOUND)
        keys, over = self.store.finished("states"), self.store.finished("over")
        if notes is None or keys is None or over is None:
            return None
        self.progress.report("finding", notes.get("wave", 0), len(keys) + len(over))
        return States(Layout.from_fields(notes["layout"]), keys, over, notes["edges"])

    def go_on(self) -> None:
        """Finds the next wave."""
        if self._wave > MAX_PLY:
            raise TooDeep
        while True:
            layout = self.layout
            runs, over, edges = self._expanded()
            self.layout = self.team.widened(layout)
            if self.layout is layout:
                break
            for run in (*runs, *over):
                self.store.drop(run.name)
            self._move(layout)
        self._wave += 1
        self._edges += edges
        self._last = self._merged(runs, without=self._known)
        self._known.append(self._last)
        self._over.append(self._merged(over))
        for run in (*runs, *over):
            self.store.drop(run.name)
        for levels in (self._known, self._over):
            while len(levels) > 1 and 2 * len(levels[-1].keys) >= len(levels[-2].keys):
                pair = [levels.pop(), levels.pop()]
                levels.append(self._merged(pair))
                self._stale += [run.name for run in pair if run is not self._last]
        self.progress.report("finding", self._wave, len(self.last))

    def _expanded(self) -> tuple[list[Run], list[Run], int]:
        """What comes after the last wave: keys of states, of those that are over, and edges."""
        keys, wave, size = self.last, self._wave, self.layout.size
        for worker in self.team.workers:
            set_up(worker, self.layout, len(keys), finding=True)

        def expand(worker: Worker, part: slice) -> tuple[list[Run], list[Run], int]:
            runs, over, edges = [], [], 0
            for i, (written, ended) in enumerate(explored(worker, keys[part])):
                edges += worker.get("edges_seen")
                found = unique(worker.read("found", 0, written * size).reshape(-1, size))
                name = f"wave-{wave}-{part.start}-{i}"
                runs.append(Run(name, self.store.keep(name, found)))
                if ended:
                    found = unique(worker.read("over", 0, ended * size).reshape(-1, size))
                    name = f"over-{wave}-{part.start}-{i}"
                    over.append(Run(name, self.store.keep(name, found)))
            return runs, over, edges

        found = self.team.map(expand, slices(len(keys), CHUNK))
        return (
            [run for runs, _, _ in found for run in runs],
            [run for _, over, _ in found for run in over],
            sum(edges for _, _, edges in found),
        )

    # --- runs -------------------------------------------------------------------------------------

    def _run(self, keys: Words) -> Run:
        name = self._name()
        return Run(name, self.store.keep(name, keys))

    def _name(self) -> str:
        self._names += 1
        return f"run-{self._names}"

    def _merged(
        self,
        runs: list[Run],
        *,
        without: list[Run] | None = None,
        name: str = "",
        finished: bool = False,
    ) -> Run:
        """One run of several, of what is not in others."""
        name = name or self._name()
        keys = merged(
            self.team,
            self.store,
            name,
            [run.keys for run in runs],
            self.layout.size,
            without=[run.keys for run in without or ()],
            finished=finished,
        )
        return Run(name, keys)

    def _move(self, before: Layout) -> None:
        """States have come for which keys have no room: all keys are packed anew."""
        last = self._last
        for levels in (self._known, self._over):
            for i, run in enumerate(levels):
                # The order of keys is another one, too.
                levels[i] = self._run(unique(before.moved(run.keys, self.layout).copy()))
                self._stale.append(run.name)
                if run is last:
                    self._last = levels[i]
        if self._last is last:
            self._last = self._run(unique(before.moved(last.keys, self.layout).copy()))
            self._stale.append(last.name)

    # --- so that work goes on ---------------------------------------------------------------------

    def _write_down(self) -> None:
        """A wave is done: what was found is kept."""
        if self.store.folder is None:
            self._forget()
        if not self.store.is_due():
            return
        notes: dict[str, Any] = {"wave": self._wave, "edges": self._edges, "names": self._names}
        notes["layout"] = self.layout.as_fields()
        for field, runs in (("known", self._known), ("over", self._over), ("last", [self._last])):
            for run in runs:
                run.keys = self.store.keep(run.name, run.keys, finished=True)
            notes[field] = [run.name for run in runs]
        self.store.note(NOTE, notes)
        self._forget()

    def _forget(self) -> None:
        needed = {run.name for run in (*self._known, *self._over, self._last)}
        for name in self._stale:
            if name not in needed:
                self.store.drop(name)
        self._stale = [self._last.name]

    def _take_up(self) -> bool:
        """Goes on where the work was ended, if it was begun."""
        notes = self.store.noted(NOTE)
        if notes is None:
            return False
        self.layout = Layout.from_fields(notes["layout"])
        runs: dict[str, list[Run]] = {}
        for field in ("known", "over", "last"):
            runs[field] = []
            for name in notes[field]:
                keys = self.store.finished(name)
                if keys is None:
                    return False
                runs[field].append(Run(name, keys))
        self._known, self._over, (self._last,) = runs["known"], runs["over"], runs["last"]
        self._wave, self._edges, self._names = notes["wave"], notes["edges"], notes["names"]
        self.progress.report("finding", self._wave, sum(len(run.keys) for run in self._known))
        return True


def set_up(
    worker: Worker, layout: Layout, states: int, *, finding: bool, distinct: bool = False
) -> None:
    """Room for what comes after so many states; when finding states, few keys come twice.

    With `distinct`, no two of what comes after one state are the same.
    """
    states = min(states, CHUNK)
    room = min(ROOM, max(MOST_ACTIONS, MANY_ACTIONS * states))
    worker.misfits()
    worker.use(layout)
    for name in ("found", "over"):
        worker.reserve(name, room * layout.size)
    worker.reserve("chances", room, worker.number_type)
    worker.reserve("flipped", room)
    for name in ("ends", "players"):
        worker.reserve(name, states)
    worker.reserve("values", states, worker.number_type)
    worker.set("room", room)
    worker.set("finding", finding)
    worker.set("distinct", distinct)


def explored(worker: Worker, keys: Words) -> Iterator[tuple[int, int]]:
    """Has the kernel expand these states, in as many pieces as there is need for.

    Yields how many keys it has written of states, and of states that are over.
    """
    worker.put("sources", keys)
    done = 0
    while done < len(keys):
        for name in ("written", "over_written", "edges_seen"):
            worker.set(name, 0)
        worker.do(EXPLORE, done, len(keys))
        done = worker.get("done")
        yield worker.get("written"), worker.get("over_written")
