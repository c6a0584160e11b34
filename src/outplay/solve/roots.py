"""The positions to begin with: those that were handed in, or all of an endgame.

Either way workers list them side by side: chunks of states, or of the numbers of placements, become
sorted runs of keys, and the runs are merged. What is there twice is dropped in doing so, and no
more than a run of each worker has to be in memory.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from outplay.asking import Asker, Fault
from outplay.errors import OutplayError, RulesError, UsageError
from outplay.game import AnyGame
from outplay.native.forms import Form
from outplay.native.layout import Overflow
from outplay.native.source import Unsupported
from outplay.search.error_context import refuse_nonsense, start_of
from outplay.solve.look import Look
from outplay.solve.packing import Layout, Words
from outplay.solve.progress import Progress
from outplay.solve.sorting import merged, unique
from outplay.solve.state import ROOTS
from outplay.solve.store import Store
from outplay.solve.team import Team, slices
from outplay.solve.workers import Worker
from outplay.whole_games import Endgame
from outplay.wording import shown

SEEN = 200
"""Positions of an endgame that are looked at before it is solved."""

TRIED = 20_000
"""Placements among which these are looked for, before one of all others is good enough."""

CHUNK = 1 << 16
"""Placements, or states, that a worker takes at a time."""

ROOM = 1 << 18
"""Keys that it writes before it sorts them."""

Run = tuple[str, Words]
"""Sorted keys, by the name that the store has for them."""


@dataclass(frozen=True)
class Roots:
    """What to begin with."""

    seen: list[Any]
    """All positions; of an endgame whose positions have numbers, some, chosen at random."""
    name: str = ""
    """Of the endgame, if it is one."""
    endgame: Endgame[Any] | None = None
    """It, if its positions have numbers."""

    def numbers(self, *, symmetric: bool) -> int:
        """How many placements, or states, have to be gone through."""
        if self.endgame is None:
            return len(self.seen)
        least = self.endgame.up_to_symmetry
        return self.endgame.placements if least is None or not symmetric else least


# --- what was asked for --------------------------------------------------------------------------


def roots_of(game: AnyGame, roots: Iterable[Any] | str | None) -> Roots:
    """The positions that `roots` of `solve` says; raises UsageError and RulesError."""
    if roots is None:
        return Roots([start_of(game)])
    name = roots if isinstance(roots, str) else ""
    if isinstance(roots, str) and not name.strip():
        raise UsageError("roots must name an endgame, or be positions.")
    found = _endgame(game, roots) if isinstance(roots, str) else roots
    if isinstance(found, Endgame):
        _check_numbers(game, found)
        seen, endgame = _some_of(game, found), found
        if seen and type(seen[0]) is not type(found.material):
            raise RulesError(
                f"{game.name}: `endgame` gives an Endgame of the material {shown(found.material)},"
                " which is no state."
            )
    else:
        seen, endgame = _listed(game, found, name), None
    if not seen:
        raise UsageError(f"{name} has no positions." if name else "roots must hold a position.")
    return Roots(seen, name, endgame)


def _endgame(game: AnyGame, name: str) -> object:
    """What the game says that it is."""
    try:
        return game.endgame(name)
    except OutplayError:
        raise
    except Exception as error:
        raise _raised(game, "endgame", error) from error


def _listed(game: AnyGame, roots: Any, name: str) -> list[Any]:
    try:
        states = iter(roots)
    except TypeError:
        if not name:
            raise UsageError(f"roots must be positions, not {shown(roots)}.") from None
        raise RulesError(
            f"{game.name}: `endgame` gives {shown(roots)}, which is neither a list of positions, a"
            " generator nor an Endgame."
        ) from None
    if not name:
        return list(states)
    try:
        return list(states)
    except OutplayError:
        raise
    except Exception as error:
        raise _raised(game, "endgame", error) from error


def _check_numbers(game: AnyGame, endgame: Endgame[Any]) -> None:
    """Raises RulesError where an endgame makes no sense."""
    if not game.answers("placed"):
        raise RulesError(
            f"{game.name}: `endgame` gives an Endgame, but the game does not answer"
            " `placed(material, number)`."
        )
    least = endgame.up_to_symmetry
    for field, value in (("placements", endgame.placements), ("up_to_symmetry", least)):
        if field == "up_to_symmetry" and value is None:
            continue
        if type(value) is not int or not 0 <= value <= endgame.placements < 1 << 62:
            raise RulesError(f"{game.name}: `endgame` gives an Endgame with {field}={value!r}.")


def _some_of(game: AnyGame, endgame: Endgame[Any]) -> list[Any]:
    """Some of its positions, always the same ones; none if it has none."""
    numbers = range(endgame.placements)
    chosen = random.Random(0).sample(numbers, min(TRIED, len(numbers)))
    seen: list[Any] = []
    for number in chosen:
        seen += _placed(game, endgame.material, number)
        if len(seen) >= SEEN:
            break
    every = iter(numbers if not seen and len(chosen) < len(numbers) else ())
    while not seen and (one := next(every, None)) is not None:
        seen += _placed(game, endgame.material, one)
    return seen


def _placed(game: AnyGame, material: object, number: int) -> list[object]:
    """The positions of one placement; raises RulesError."""
    try:
        found = Asker(game).listed("placed", material, number)
        if None in found:
            raise RulesError(f"{game.name}: for placement {number:,}, `placed` yields None.")
    except Fault as fault:
        if isinstance(fault.__cause__, OutplayError):
            raise fault.__cause__ from None
        what = fault.what.replace("` raises ", "` raised ", 1)
        end = "" if what.endswith("?") else "."
        message = f"{game.name}: for placement {number:,}, {what}{end}"
        raise RulesError(message) from fault.__cause__
    return found


def _raised(game: AnyGame, rule: str, error: Exception) -> RulesError:
    what = Asker(game).raised(rule, error).what.replace("` raises ", "` raised ", 1)
    return RulesError(f"{game.name}: {what}.")


# --- their keys ----------------------------------------------------------------------------------


class Listing:
    """The keys of all positions to begin with."""

    def __init__(
        self, game: AnyGame, roots: Roots, look: Look, team: Team, store: Store, progress: Progress
    ) -> None:
        self.game, self.roots, self.team = game, roots, team
        self.store, self.progress = store, progress
        self.form = team.lead.form
        self._rows = self._rows_of(look)
        """Of all that were handed in, or that were seen of an endgame."""
        if roots.endgame is not None and not _fits(self.form, roots.endgame.material):
            raise _unseen(roots.endgame.material)
        self.layout = Layout.of(np.concatenate([self._rows, look.sampled(self.form)]))
        self.share = 1.0
        self._parts: dict[Worker, slice] = {}
        """What each worker is at."""

    def _rows_of(self, look: Look) -> Words:
        """The words of all states; raises where one is no state."""
        try:
            return look.rows(self.form, self.roots.seen)
        except Overflow:
            for s in self.roots.seen:
                if not _fits(self.form, s):
                    refuse_nonsense(self.game, s)
                    raise _unseen(s) from None
            raise

    def digest(self) -> str:
        """What tells them from other positions."""
        digest = hashlib.sha256(self._rows.tobytes())
        if (endgame := self.roots.endgame) is not None:
            about = self.form.flatten(endgame.material), endgame.placements
            digest.update(repr((*about, endgame.up_to_symmetry)).encode())
        return digest.hexdigest()

    def find(self, *, symmetric: bool, until: float = inf) -> tuple[Layout, Words, Words]:
        """A layout with room for them, and the keys of those not over, and of the others.

        If they are not all listed `until` then, it is a sample of them, of which `share` says how
        many it has.
        """
        parts = slices(self.roots.numbers(symmetric=symmetric), CHUNK)
        if until < inf:
            random.Random(0).shuffle(parts)
        while True:
            layout = self.layout
            runs, over = self._runs(parts, until)
            self.layout = self.team.widened(layout)
            if self.layout is layout:
                break
            self._drop([*runs, *over])
        found = [self._merged("roots", runs), self._merged("roots-over", over)]
        for worker in self.team.workers:
            for name in ("found", "over"):
                worker.room(name, 1)
        return layout, found[0], found[1]

    def _runs(self, parts: list[slice], until: float) -> tuple[list[Run], list[Run]]:
        """All keys, those of states that are over apart; not all, where keys need a new layout."""
        size = self.layout.size
        for worker in self.team.workers:
            worker.use(self.layout)
            worker.set("room", ROOM)
            worker.set("grading", 0)
            for name in ("found", "over"):
                worker.room(name, ROOM * size)
        runs: list[Run] = []
        ends: list[Run] = []
        listed = 0
        chunks = self.team.imap(self._chunk, parts, 4 * len(self.team.workers))
        for number, chunk in enumerate(chunks):
            if any(worker.get("misfits") for worker in self.team.workers):
                chunks.close()
                break
            for at, (found, over) in enumerate(chunk):
                for into, run, what in ((runs, found, "root"), (ends, over, "root-over")):
                    name = f"{what}-{number}-{at}"
                    if len(run):
                        into.append((name, self.store.keep(name, run)))
                    listed += len(run)
            self.progress.report("listing", 0, listed)
            self.share = (number + 1) / len(parts)
            if time.perf_counter() > until:
                chunks.close()
                break
        return runs, ends

    def _chunk(self, worker: Worker, part: slice) -> list[tuple[Words, Words]]:
        """The keys of some numbers, as sorted runs."""
        self._parts[worker] = part
        start, end, material = part.start, part.stop, None
        if self.roots.endgame is None:
            worker.put("sources", self.layout.keys(self._rows[part]))
            start, end = 0, end - start
        else:
            material = self.roots.endgame.material
        found = list(_listed_keys(worker, start, end, self.layout.size, material))
        del self._parts[worker]
        return found

    def _merged(self, name: str, runs: list[Run]) -> Words:
        found = merged(self.team, self.store, name, [run for _, run in runs], self.layout.size)
        self._drop([*runs, (name, found)])
        return found

    def _drop(self, runs: list[Run]) -> None:
        for name, _ in runs:
            self.store.drop(name)

    def at_fault(self) -> object | None:
        """Of the positions that were being listed, the first that rules stumble over, or that the
        form does not fit; None if nothing is known of them."""
        states = list(self._current())
        for s in states:
            if not _fits(self.form, s):
                return s
            try:
                refuse_nonsense(self.game, s)
            except OutplayError:
                return s
        return states[0] if states else None

    def _current(self) -> Iterator[object]:
        for worker, part in self._parts.items():
            done = worker.get("done")
            if self.roots.endgame is not None:
                yield from _placed(self.game, self.roots.endgame.material, done)
            elif part.start + done < part.stop:
                yield self.roots.seen[part.start + done]


def _listed_keys(
    worker: Worker, start: int, end: int, size: int, material: object | None
) -> Iterator[tuple[Words, Words]]:
    done = start
    while done < end:
        worker.set("written", 0)
        worker.set("over_written", 0)
        worker.do(ROOTS, done, end, material)
        done = worker.get("done")
        found, over = (
            unique(worker.read(row, 0, worker.get(count) * size).reshape(-1, size))
            for row, count in (("found", "written"), ("over", "over_written"))
        )
        yield found, over


def _fits(form: Form, s: object) -> bool:
    try:
        return len(form.packed(s)) <= form.words
    except Overflow:
        return False


def _unseen(s: object) -> Unsupported:
    error = Unsupported("states grow longer than those that were seen at first.")
    error.unseen = (s,)
    return error
