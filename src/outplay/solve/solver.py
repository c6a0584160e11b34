"""How a game is solved: as one search of `search/runner.py`, at either speed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from outplay.copies import protected
from outplay.errors import EndlessGame, OutplayError, RulesError
from outplay.game import AnyGame
from outplay.native import building
from outplay.native.described import NotDescribed, described
from outplay.native.forms import Form
from outplay.native.front.packed import has_history
from outplay.native.kernels import Choices, Variant
from outplay.native.layout import NonDecisive
from outplay.native.sample import Sample
from outplay.native.searcher import NativeSearcher
from outplay.native.source import Unsupported
from outplay.search import runner, supervise
from outplay.search.error_context import explain
from outplay.search.runner import Attempt
from outplay.search.searchers import Plan, PythonSearcher, Searcher
from outplay.search.supervise import Deadline
from outplay.solve.fingerprint import fingerprint
from outplay.solve.grades import Grade, grade_of
from outplay.solve.graph import Explorer, TooManyStates
from outplay.solve.kernels import CHANCES, SOLVE
from outplay.solve.layers import Inconsistent, Layers, NotLayered
from outplay.solve.look import Look, form_of
from outplay.solve.packing import Layout, Words
from outplay.solve.parts import Part, parts_of, with_whole_values
from outplay.solve.progress import Progress
from outplay.solve.retrograde import Retrograde
from outplay.solve.sorting import unique
from outplay.solve.state import IMAGES, PythonSolveState
from outplay.solve.store import Store
from outplay.solve.team import Team
from outplay.solve.workers import Array, Worker

MOST_IMAGES = 1 << 10
"""Images of a state that are counted."""

CHUNK = 1 << 16

T = TypeVar("T")


@dataclass(frozen=True)
class Task:
    """What is to be solved, and how."""

    game: AnyGame
    """As it is to be asked: see `outplay.copies`."""
    roots: Sequence[object]
    look: Look
    symmetries: bool
    threads: int
    store: Store
    progress: Progress
    speed: str
    compile: str | None


@dataclass(frozen=True)
class Solved:
    """All states of a game with their values."""

    form: Form
    layout: Layout
    grade: Grade | None
    """Which part a state is in; without one, there is one part."""
    parts: list[Part]
    win: float | None
    """What a win counts, where values are won, drawn and lost."""
    is_mean: bool
    """Are values means over what chance does?"""
    error: float
    """By how much they may be off then."""
    is_endless: bool
    """Do positions come back?"""
    symmetric: bool
    speed: str


class SolveSearch(runner.Search[Solved | None]):
    """A game solved at either speed; None where that was not finished."""

    def __init__(self, task: Task, *, decisive: bool) -> None:
        super().__init__(task.game, task.roots[0], task.speed, Deadline(None), compile=task.compile)
        self.task, self.threads = task, task.threads + 1  # and one that numbers states
        game, look = task.game, task.look
        self._chance = not game.properties.deterministic
        self._win = look.win if decisive and not self._chance else None
        self._flags: dict[str, bool] = {
            "chance": self._chance,
            "symmetric": task.symmetries and game.answers("symmetries"),
            "decisive": self._win is not None,
            "ends_have_players": look.ends_have_players,
        }
        self._flags["varying"] = not self._form.fixed
        if self._form.ordered:
            if self.speed == "native":
                raise Unsupported(
                    "its states hold sets or dicts, and equal ones differ in machine code. Use"
                    " sorted tuples, or speed='auto'."
                )
            self.speed = "python"

    @cached_property
    def _form(self) -> Form:
        """How states travel at either speed: as native code has them, if rules compile."""
        kernel, flags = (CHANCES if self._chance else SOLVE), {**self._flags, "varying": True}
        variant = Variant(kernel, tuple(sorted(flags.items())), Choices())
        sample = Sample(protected(self.game, self.state, always=True), self.state)
        try:
            form = building.build(self.game, sample, variant, frozenset()).forms.state
        except Unsupported:
            form = form_of(self.game, self.state)
        try:
            described(form.t)
        except NotDescribed as error:
            raise Unsupported(f"its states cannot be written to a file: {error}.") from None
        return replace(form, ordered=has_history(form.t))

    @cached_property
    def plan(self) -> Plan:
        kernel = CHANCES if self._chance else SOLVE
        return Plan(kernel, tuple(sorted(self._flags.items())), Choices())

    def interpreted(self, reason: str = "", *, small: bool = False) -> PythonSearcher:
        return PythonSearcher(self.game, self.plan, PythonSolveState(self._flags))

    def set_up(self, searcher: NativeSearcher) -> None:
        """All that it works on is given to it by its worker."""

    def is_answer(self, found: Solved | None, attempt: Attempt) -> bool:
        return found is not None

    def ended_by(self, found: Solved | None) -> str:
        return "nodes" if found is None else ""

    def rank(self, found: Solved | None) -> tuple[bool, ...]:
        return () if found is None else (True,)

    def knows_all(self, found: Solved | None) -> bool:
        return found is not None

    def attempt(self, attempt: Attempt) -> Solved | None:
        """None if the number of nodes ends it, which is that of a small attempt."""
        lead = attempt.searcher
        if isinstance(lead, NativeSearcher):
            searchers: list[Searcher] = [lead, *attempt.helpers]
            form = lead.forms.state
        else:
            searchers, form = [lead, self.interpreted()], self._form
        for searcher in searchers:
            searcher.begin(attempt.nodes)
        task = self.task
        if attempt.small:
            task = replace(task, store=Store(task.store.memory), progress=Progress())
        work = Work(task, [Worker(s, self.state, form) for s in searchers], self.plan)
        found: list[Solved] = []

        def solve() -> None:
            found.append(work.solve(self._win, self._flags["symmetric"]))

        try:
            stopped = self._run(attempt, work, solve)
        except (KeyboardInterrupt, OutplayError, NonDecisive):
            raise
        except Inconsistent:
            raise RulesError(
                f"{self.game.name}: the rules answer differently when they are asked again; a rule"
                " must not depend on anything but its arguments."
            ) from None
        except TooManyStates:
            raise OutplayError(
                f"{self.game.name} has more states than the 4,294,967,294 that can be numbered."
            ) from None
        except Exception as error:
            state = work.state_at_fault()
            raise explain(self.game, state, [], error) from error
        if stopped == "interrupt":
            raise KeyboardInterrupt
        return None if stopped else found[0]

    def _run(self, attempt: Attempt, work: Work, solve: Callable[[], None]) -> str:
        if isinstance(attempt.searcher, NativeSearcher):
            return supervise.native(solve, work.team.stop, attempt.deadline.left(), work.tick)
        return supervise.python(solve, work.team.stop, attempt.deadline.left())


class Work:
    """One attempt."""

    def __init__(self, task: Task, workers: list[Worker], plan: Plan) -> None:
        self.task, self._plan = task, plan
        *team, self._numberer = workers
        self.team = Team(team)
        self._form = workers[0].form
        self.tick = task.progress.tick
        for worker in workers:
            worker.set("win", task.look.win or 0)

    def state_at_fault(self) -> object:
        """The state at which a rule raised, or the first one."""
        for worker in self.team.workers:
            row = worker.current_row()
            if row is not None:
                return self._form.build(row)
        return self.task.roots[0]

    def solve(self, win: float | None, symmetric: bool) -> Solved:
        """All states and their values."""
        task, look, form = self.task, self.task.look, self._form
        layout = look.layout(form)
        roots = self._keys(layout, look.rows(form, task.roots))
        grade = grade_of(
            look.rows(form, look.before), look.rows(form, look.after), look.rows(form, task.roots)
        )
        task.store.begin(self._identity(roots))
        parts: list[Part] = []
        error, is_endless = 0.0, False
        if grade is not None and not task.store.noted("not_layered"):
            layers = Layers(self.team, layout, grade, task.store, task.progress)
            try:
                layers.find(roots)
            except NotLayered:
                task.store.note("not_layered", True)
            else:
                layout = layers.layout
                parts = list(layers.solve(win))
                error = layers.rounding
        if not parts:
            grade = None
            layout, parts, error, is_endless = self._by_graph(layout, roots, win)
        parts = with_whole_values(parts)
        if symmetric:
            parts = [replace(part, images=self._images(layout, part.keys)) for part in parts]
        return Solved(
            form,
            layout,
            grade,
            parts,
            win,
            dict(self._plan.flags)["chance"],
            error,
            is_endless,
            symmetric,
            self.team.lead.searcher.speed,
        )

    def _identity(self, roots: Words) -> str:
        """What tells this work from other work, of which parts may lie in the same folder."""
        rules = fingerprint(self.task.game, self._form, self.task.roots)
        about = repr(
            (rules, self._plan.flags, described(self._form.t), self.task.look.win)
        ).encode()
        return hashlib.sha256(about + roots.tobytes()).hexdigest()

    def _by_graph(
        self, layout: Layout, roots: Words, win: float | None
    ) -> tuple[Layout, list[Part], float, bool]:
        game, progress = self.task.game, self.task.progress
        chance = dict(self._plan.flags)["chance"]
        explorer = Explorer(self.team, self._numberer, layout, progress, chance=chance)
        graph = explorer.explore(roots)
        explorer.leave()
        repetition = game.repetition if game.properties.may_cycle else 0
        values = Retrograde(
            self.team.lead, graph, progress, decisive=win is not None, repetition=repetition
        ).solve()
        if values.is_endless and not game.properties.may_cycle:
            raise EndlessGame(
                f"{game.name}: positions come back, so games need not end; if that is right, say"
                " so by `may_cycle = True`, and by `repetition` what endless play counts."
            )
        part = parts_of(graph.keys, values.scores, graph.players, win)
        return graph.layout, [part], values.error, values.is_endless

    def _keys(self, layout: Layout, rows: Words) -> Words:
        """The keys of the roots: of each the least among its images."""
        self.team.use(layout)
        worker = self.team.lead
        found = []
        for s in self.task.roots:
            images = [s]
            if dict(self._plan.flags)["symmetric"]:
                images += list(self.task.game.symmetries(s))
            keys = [layout.key(row) for row in self.task.look.rows(self._form, images).tolist()]
            found.append(min(key for key in keys if key is not None))
        del worker, rows
        return unique(np.array(found, np.int64).reshape(-1, layout.size))

    def _images(self, layout: Layout, keys: Words) -> Array:
        """How many different images each state has."""
        self.team.use(layout)

        def count(worker: Worker, part: slice) -> Array:
            worker.put("sources", keys[part])
            worker.room("found", MOST_IMAGES * layout.size)
            worker.room("images", CHUNK)
            worker.set("room", MOST_IMAGES - 1)
            worker.set("grading", 0)
            worker.do(IMAGES, 0, part.stop - part.start)
            return worker.read("images", 0, part.stop - part.start).astype(np.uint16)

        slices = [slice(at, min(len(keys), at + CHUNK)) for at in range(0, len(keys), CHUNK)]
        return np.concatenate([np.zeros(0, np.uint16), *self.team.map(count, slices)])
