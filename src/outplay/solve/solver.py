"""How a game is solved: as one search of `search/runner.py`, at either speed."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from outplay.copies import protected
from outplay.errors import EndlessGame, OutplayError, RulesError
from outplay.game import AnyGame
from outplay.native import building
from outplay.native.described import NotDescribed, described
from outplay.native.forms import Form
from outplay.native.front.packed import has_history
from outplay.native.kernels import Choices, Variant
from outplay.native.layout import MAX_PLY, NonDecisive, TooDeep
from outplay.native.sample import Sample
from outplay.native.searcher import MOST_UNFIT, NativeSearcher
from outplay.native.source import Unsupported
from outplay.search import runner, supervise
from outplay.search.error_context import explain
from outplay.search.runner import Attempt
from outplay.search.searchers import Plan, PythonSearcher, Searcher
from outplay.search.supervise import Deadline
from outplay.solve.expansion import Expansion, Inconsistent, Numbers
from outplay.solve.fingerprint import fingerprint
from outplay.solve.grades import Grade
from outplay.solve.graph import Graph
from outplay.solve.kernels import CHANCES, SOLVE
from outplay.solve.layers import Layers, NotLayered
from outplay.solve.look import Look, form_of
from outplay.solve.packing import Layout, Words
from outplay.solve.parts import Part, part_of_plies, parts_of, with_whole_values
from outplay.solve.progress import Progress
from outplay.solve.retrograde import Retrograde
from outplay.solve.roots import Listing, Roots
from outplay.solve.state import IMAGES, PythonSolveState
from outplay.solve.store import Store
from outplay.solve.team import Team, slices
from outplay.solve.waves import Waves
from outplay.solve.workers import Array, Worker

MOST_IMAGES = 1 << 10
"""Images of a state that are counted."""

CHUNK = 1 << 16


@dataclass(frozen=True)
class Task:
    """What is to be solved, and how."""

    game: AnyGame
    """As it is to be asked: see `outplay.copies`."""
    roots: Roots
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
    """Which part a state is in; without one there are two, of states that are over and others."""
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
    flips: bool
    """Are all states written down as if MAX were to move?"""
    forgets: bool
    """Are they written down without what only tells of the past?"""
    speed: str
    number_of_roots: int
    """Of an endgame, up to symmetry."""


class SolveSearch(runner.Search[Solved | None]):
    """A game solved at either speed; None where that was not finished."""

    def __init__(self, task: Task, *, decisive: bool, layered: bool) -> None:
        """`decisive`: are ends won, drawn and lost, as far as is known? `layered`: may states say
        how many plies have been played?"""
        first = task.roots.seen[0]
        super().__init__(task.game, first, task.speed, Deadline(None), compile=task.compile)
        self.task, self.threads = task, task.threads
        game, look = task.game, task.look
        self._chance = not game.properties.deterministic
        endless_counts = game.properties.may_cycle and game.repetition != 0
        self._win = look.win if decisive and not self._chance and not endless_counts else None
        is_layered = layered and look.grade(self._form) is not None
        self._flags: dict[str, bool] = {
            "chance": self._chance,
            "symmetric": task.symmetries and game.answers("symmetries"),
            "decisive": self._win is not None,
            "ends_have_players": look.ends_have_players,
            "forgets": game.answers("without_history"),
            "layered": is_layered,
            "retracts": not is_layered and not self._chance and game.answers("predecessors"),
            "placing": task.roots.endgame is not None,
            "flips": task.symmetries
            and not is_layered
            and self._win is not None
            and look.ends_have_players
            and game.answers("exchanged"),
        }
        self._flags["varying"] = not self._form.fixed
        self._reason = ""
        if self._form.ordered:
            if self.speed == "native":
                raise Unsupported(
                    "its states hold sets or dicts, and equal ones differ in machine code. Use"
                    " sorted tuples, or speed='auto'."
                )
            self.speed, self._reason = "python", "states that hold sets or dicts have no other way"

    @cached_property
    def _form(self) -> Form:
        """How states travel at either speed: as native code has them, if rules compile."""
        task, kernel = self.task, CHANCES if self._chance else SOLVE
        flags = {
            "chance": self._chance,
            "symmetric": task.symmetries and self.game.answers("symmetries"),
            "flips": task.symmetries and self.game.answers("exchanged"),
            "decisive": self._win is not None,
            "varying": True,
            "layered": False,
            "placing": task.roots.endgame is not None,
            "ends_have_players": task.look.ends_have_players,
        }
        variant = Variant(kernel, tuple(sorted(flags.items())), Choices())
        others: list[object] = []
        while True:
            sample = Sample(
                protected(self.game, self.state, always=True), self.state, others=others
            )
            try:
                form = building.build(self.game, sample, variant, frozenset()).forms.state
            except Unsupported:
                form = form_of(self.game, self.state, others)
            misfit = task.look.misfit(form)
            if misfit is None or len(others) >= MOST_UNFIT:
                break
            others.append(misfit)
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
        if reason and self.task.speed == "auto":
            self.task.progress.speed_reason = self._reason or reason
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
            misfit = self.task.look.misfit(form)
            if misfit is not None:  # code is made anew that has room for it
                error = Unsupported("states grow longer than those that were seen at first.")
                error.unseen = (misfit,)
                raise error
        else:
            searchers, form = [lead], self._form
        for searcher in searchers:
            searcher.begin(attempt.nodes)
        task = self.task
        if attempt.small:
            task = replace(task, store=Store(task.store.memory), progress=Progress())
        workers = [Worker(s, self.state, form) for s in searchers]
        work = self.work(task, workers)
        found: list[Solved] = []

        def solve() -> None:
            found.append(work.solve())

        try:
            stopped = self._run(attempt, work, solve)
        except (KeyboardInterrupt, OutplayError, NonDecisive, NotLayered):
            raise
        except Inconsistent:
            raise RulesError(
                f"{self.game.name}: the rules answer differently when they are asked again; a rule"
                " must not depend on anything but its arguments."
            ) from None
        except TooDeep:
            raise EndlessGame(
                f"{self.game.name}: new positions still come after {MAX_PLY:,} plies; rules that"
                " never end cannot be solved."
            ) from None
        except Exception as error:
            state = work.state_at_fault()
            raise explain(self.game, state, [], error) from error
        if stopped == "interrupt":
            raise KeyboardInterrupt
        return None if stopped else found[0]

    def work(self, task: Task, workers: list[Worker]) -> Work:
        """What is to be done by an attempt."""
        return Work(task, workers, self._flags, self._win)

    def _run(self, attempt: Attempt, work: Work, solve: Callable[[], None]) -> str:
        if isinstance(attempt.searcher, NativeSearcher):
            return supervise.native(solve, work.team.stop, attempt.deadline.left(), work.tick)
        return supervise.python(solve, work.team.stop, attempt.deadline.left())


class Work:
    """One attempt."""

    def __init__(
        self, task: Task, workers: list[Worker], flags: dict[str, bool], win: float | None
    ) -> None:
        self.task, self.flags, self.win = task, flags, win
        self.team = Team(workers)
        self._form = workers[0].form
        self.tick = task.progress.tick
        self._number_of_roots = 0
        for worker in workers:
            worker.set("win", task.look.win or 0)

    @cached_property
    def listing(self) -> Listing:
        """What lists the positions to begin with."""
        task = self.task
        return Listing(task.game, task.roots, task.look, self.team, task.store, task.progress)

    def state_at_fault(self) -> object:
        """The state at which a rule raised, or the first one."""
        found = self.listing.at_fault() if "listing" in vars(self) else None
        if found is not None:
            return found
        for worker in self.team.workers:
            row = worker.current_row()
            if row is not None:
                return self._form.build(row)
        return self.task.roots.seen[0]

    def solve(self) -> Solved:
        """All states and their values; raises NotLayered."""
        flags = self.flags
        self.task.store.begin(self._identity())
        solved = self._by_layers() if flags["layered"] else self._by_graph()
        solved = replace(solved, parts=with_whole_values(solved.parts))
        if flags["symmetric"]:
            parts = [replace(p, images=self._images(solved.layout, p.keys)) for p in solved.parts]
            solved = replace(solved, parts=parts)
        return solved

    def _by_layers(self) -> Solved:
        grade = self.task.look.grade(self._form)
        if grade is None:
            raise NotLayered
        layout, roots, over = self._roots()
        roots, store = np.concatenate([roots, over]), self.task.store
        layers = Layers(self.team, layout, grade, store, self.task.progress)
        layers.find(roots)
        parts = layers.solve(self.win)
        return self._solved(layers.layout, grade, parts, layers.rounding, is_endless=False)

    def _by_graph(self) -> Solved:
        task, flags = self.task, self.flags
        game = task.game
        layout, roots, over = self._roots()
        store, chance = task.store, flags["chance"]
        states = Waves(self.team, layout, store, task.progress).find(roots, over)
        numbers = Numbers(states.keys, store)
        expansion = Expansion(
            self.team, states.layout, numbers, chance=chance, decisive=flags["decisive"]
        )
        graph = Graph(expansion, store, task.progress, states, decisive=flags["decisive"])
        graph.build(retracts=flags["retracts"])
        may_cycle = game.properties.may_cycle
        values = Retrograde(
            graph,
            task.progress,
            decisive=flags["decisive"],
            repetition=game.repetition if may_cycle else None,
        ).solve()
        graph.drop_edges()
        if values.is_endless and not may_cycle:
            raise EndlessGame(
                f"{game.name}: positions come back, so games need not end; if that is right, say"
                " so by `may_cycle = True`, and by `repetition` what endless play counts."
            )
        if values.plies is None:
            part = parts_of(graph.keys, values.scores, graph.players, self.win)
        else:
            part = part_of_plies(graph.keys, values.plies, graph.players, store)
            store.drop("plies")
        ends = parts_of(graph.over.keys, graph.over.values, graph.over.players, self.win)
        parts = [part, ends]
        return self._solved(states.layout, None, parts, values.error, is_endless=values.is_endless)

    def _solved(
        self,
        layout: Layout,
        grade: Grade | None,
        parts: list[Part],
        error: float,
        *,
        is_endless: bool,
    ) -> Solved:
        return Solved(
            form=self._form,
            layout=layout,
            grade=grade,
            parts=parts,
            win=self.win,
            is_mean=self.flags["chance"],
            error=error,
            is_endless=is_endless,
            symmetric=self.flags["symmetric"],
            flips=self.flags["flips"],
            forgets=self.flags["forgets"],
            speed=self.team.lead.searcher.speed,
            number_of_roots=self._number_of_roots,
        )

    def _identity(self) -> str:
        """What tells this work from other work, of which parts may lie in the same folder."""
        rules = fingerprint(self.task.game, self._form, self.task.roots.seen)
        roots = self.listing.digest()
        form = described(self._form.t)
        about = repr((rules, roots, sorted(self.flags.items()), form, self.win))
        return hashlib.sha256(about.encode()).hexdigest()

    def _roots(self, until: float = math.inf) -> tuple[Layout, Words, Words]:
        """A layout for what was seen, and the keys of the roots: those not over, and the others."""
        layout, roots, over = self.listing.find(symmetric=self.flags["symmetric"], until=until)
        given = self.task.roots
        self._number_of_roots = len(roots) + len(over) if given.name else len(given.seen)
        return layout, roots, np.array(over)

    def _images(self, layout: Layout, keys: Words) -> Array:
        """How many different images each state has."""
        self.team.use(layout)
        for worker in self.team.workers:
            worker.room("found", MOST_IMAGES * layout.size)
            worker.set("room", MOST_IMAGES - 1)
            worker.set("grading", 0)

        def count(worker: Worker, part: slice) -> Array:
            worker.put("sources", keys[part])
            worker.room("images", CHUNK)
            worker.do(IMAGES, 0, part.stop - part.start)
            found = worker.read("images", 0, part.stop - part.start)
            return found.astype(np.uint8 if found.max() < 1 << 8 else np.uint16)

        found = self.team.map(count, slices(len(keys), CHUNK))
        return np.concatenate([np.zeros(0, np.uint8), *found])
