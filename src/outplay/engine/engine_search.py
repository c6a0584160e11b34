"""One search of the engine, at either speed."""

from __future__ import annotations

import time as clock_
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from outplay.engine.clock import Stopwatch
from outplay.engine.deepening import Deepening, chance_deepening
from outplay.engine.exact import Solving
from outplay.engine.helper_threads import HelperThreads
from outplay.engine.report import EngineQuestion, result_of
from outplay.engine.root import Root
from outplay.engine.searcher import EngineSearcher, Setup, native_engine, python_engine
from outplay.engine.setup import setup_of
from outplay.engine.table import NativeBuckets, Table
from outplay.errors import OutplayError
from outplay.game import AnyGame
from outplay.native.layout import MAX_PLY, NonDecisive, Overflow
from outplay.native.searcher import NativeSearcher
from outplay.result import AnyResult, Bound, Limit
from outplay.search import runner, supervise
from outplay.search.error_context import explain
from outplay.search.one_ply import OnePlySearch
from outplay.search.runner import Attempt
from outplay.search.searchers import Plan, PythonSearcher

if TYPE_CHECKING:
    from outplay.engine.engine import AnyEngine

PROGRESS_SECONDS = 0.25
"""Between two calls of `progress`, unless a greater depth was finished."""

REPORT_SHARE = 10
"""So many times as long as a report takes, there is no other."""

Progress = Callable[[AnyResult], None]


@dataclass
class Task:
    """What one search is asked."""

    game: AnyGame
    """As it is to be asked: see `outplay.copies`."""
    state: object
    limit: Limit
    watch: Stopwatch
    exact: bool = False
    history: tuple[object, ...] = ()
    progress: Progress | None = None
    actions: Sequence[object] = ()
    """What is looked at in the state."""
    all_actions: bool = True
    """Is that all that can be done in it?"""
    lines: int = 1
    one_ply: OnePlySearch | None = None
    """One ply, where there is a time limit."""


class EngineSearch(runner.Search[AnyResult]):
    """What one search does at each speed."""

    def __init__(self, engine: AnyEngine, task: Task) -> None:
        super().__init__(
            task.game, task.state, engine.speed, task.watch, task.limit.nodes, engine.compile
        )
        self.threads, self.options = engine.threads, engine.options
        self._engine, self._task = engine, task

    @property
    def plan(self) -> Plan:
        return self._shared_setup.plan

    @cached_property
    def _shared_setup(self) -> Setup:
        return self._setup(self.threads)

    def halted(self) -> bool:
        return self._engine.stop_requested

    def is_hurried(self) -> bool:
        one_ply = self._task.one_ply
        return super().is_hurried() or (one_ply is not None and one_ply.interrupted)

    def begins_small(self) -> bool:
        if self.threads > 1 or self._engine.is_native:
            return False
        # The two speeds visit other nodes, so where the clock does not decide, it must not matter
        # what the process has loaded before.
        limit = self._task.limit
        is_timed = self.left() is not None and limit.depth is None and limit.nodes is None
        return not is_timed or super().begins_small()

    def interpreted(self, reason: str = "", *, small: bool = False) -> PythonSearcher:
        engine, setup = self._engine, self._setup(1)
        if small:
            entries = Table(1).python(None)
        else:
            engine.searcher = None
            entries = engine.table.python((setup, self.code.parameters))
        self._searcher = python_engine(self.game, setup, entries)
        searcher = self._searcher.searcher
        assert isinstance(searcher, PythonSearcher)
        return searcher

    def has_no_time_to_prepare(self) -> bool:
        return self._engine.has_no_time(self._task)

    def native(self, known: AnyResult | None = None) -> AnyResult:
        self._engine.table.age += 1
        self._engine.searcher = None  # its table may make room for another one
        self._natives: list[EngineSearcher] = []
        try:
            return super().native(known)
        except Overflow as error:  # a state before this one does not fit into the code's words
            raise explain(self.game, self.state, [], error, self._engine.evaluate) from error

    def set_up(self, searcher: NativeSearcher) -> None:
        leads = not self._natives
        self._natives.append(
            native_engine(
                self.game,
                self._shared_setup,
                searcher,
                self._engine.table,
                self.code.parameters,
                leads=leads,
            )
        )

    def begin_anew(self) -> None:
        self._engine.table.clear()

    def is_answer(self, found: AnyResult, attempt: Attempt) -> bool:
        if found.stopped_by in ("interrupt", "stop"):
            return True
        # Also a search that came to its end may have had no time left to finish its lines.
        out_of_nodes = found.nodes >= attempt.nodes and attempt.nodes != self.nodes
        return attempt.deadline.left() != 0 and not out_of_nodes

    def ended_by(self, found: AnyResult) -> str:
        return found.stopped_by

    def rank(self, found: AnyResult) -> tuple[object, ...]:
        if not found.moves:
            return ()
        done = found.stopped_by in ("end", "depth")
        certain = sum(move.proven and move.bound is Bound.EXACT for move in found.moves)
        return (done, found.proven, certain if self._task.exact else 0, found.depth)

    def knows_all(self, found: AnyResult) -> bool:
        return found.depth > 0

    def annotated(self, found: AnyResult, **more: Any) -> AnyResult:
        return replace(found, elapsed=self._task.watch.elapsed(), **more)

    # --- one search --------------------------------------------------------------------------

    def _solves(self) -> bool:
        """Search to the end at once? Where positions come back, deepening finds the end sooner."""
        return self._task.exact and (self._engine.has_chance or not self.game.properties.may_cycle)

    def _setup(self, threads: int) -> Setup:
        engine, exact, solves = self._engine, self._task.exact, self._solves()
        return setup_of(
            self.game,
            self._task.state,
            replace(engine.features, selective=False) if exact else engine.features,
            engine.win,
            limited=not solves,
            evaluate=None if solves else engine.evaluate,
            threads=threads,
        )

    def method(self, root: Root) -> Deepening | Solving:
        lines = self._task.lines
        if self._engine.has_chance:
            return chance_deepening(root, lines)
        return Solving(root, lines) if self._solves() else Deepening(root, lines)

    def attempt(self, attempt: Attempt) -> AnyResult:
        task, engine = self._task, self._engine
        if attempt.small:
            task = replace(
                task,
                progress=None,
                one_ply=None,
                watch=Stopwatch(self.small_seconds, None),
                limit=Limit(task.limit.depth, self.small_seconds, int(attempt.nodes)),
            )
        if isinstance(attempt.searcher, NativeSearcher):
            searcher, *helpers = self._natives
        else:
            searcher, helpers = self._searcher, []
        running = RunningSearch(self, task, attempt, searcher, helpers)
        engine.searcher = searcher
        if engine.stop_requested or (task.one_ply is not None and task.one_ply.interrupted):
            searcher.stop()
        try:
            stopped = self.supervised(attempt, running.work, running.ticking)
        except KeyboardInterrupt:
            engine.searcher = None
            raise
        except (OutplayError, NonDecisive):
            raise
        except Exception as error:
            line = _line_to(running.root, searcher, error)
            raise explain(self.game, task.state, line, error, engine.evaluate) from error
        finally:
            if isinstance(searcher.table, NativeBuckets):
                searcher.table.overwritten = searcher.get("filled")
        return running.answer(stopped)


class RunningSearch:
    """One search of the root, while it goes on and when it has ended."""

    def __init__(
        self,
        search: EngineSearch,
        task: Task,
        attempt: Attempt,
        searcher: EngineSearcher,
        helpers: Sequence[EngineSearcher],
    ) -> None:
        self._search, self._task, self._attempt = search, task, attempt
        self._searcher = searcher
        searcher.begin(attempt.nodes)
        past = task.history if searcher.setup.on["cyclic"] else ()
        self.root = Root(
            search.game,
            task.state,
            searcher,
            task.actions,
            past,
            all_actions=task.all_actions,
            expired=search.has_no_time_to_prepare,
            one_ply=task.one_ply,
        )
        self._method = search.method(self.root)
        self._deepest = MAX_PLY if task.limit.depth is None else task.limit.depth
        self._threads = HelperThreads(searcher, helpers, self._help_out, attempt.nodes)
        self._ended = ""
        self._question = EngineQuestion(search.options, task.exact, task.history)
        self._last_told, self._last_depth, self._not_before = clock_.perf_counter(), 0, 0.0
        if task.progress is not None and not searcher.native:
            self.root.tick = self._tick

    @property
    def ticking(self) -> Callable[[], None] | None:
        """What the thread calls that waits for a native search."""
        return self._tick if self._task.progress is not None else None

    def work(self) -> None:
        """Searches; raises Stop."""
        method, threads = self._method, self._threads
        try:
            if isinstance(method, Solving):
                threads.start()
                self._ended = method.run()
            else:
                method.finished = threads.go_on
                self._ended = method.run(self._deepest, self._task.watch.go_on)
        finally:
            threads.stop()
            if isinstance(method, Deepening):
                method.finished = lambda: None  # a cycle would keep the table
            self.root.tick = lambda: None
        self.root.finish_lines(self._task.lines)

    def _help_out(self, other: EngineSearcher, may_resume: Callable[[], bool]) -> None:
        """What another thread does."""
        helper = self._search.method(self.root.twin(other))
        if isinstance(helper, Solving):
            helper.run()
        elif isinstance(self._method, Deepening):
            helper.follow(self._method, self._deepest, may_resume)

    def _tick(self) -> None:
        """Reports, if there is something new to say and the last report is long enough ago."""
        now, known = clock_.perf_counter(), self._attempt.known
        answered = self._method.answer is not None or self._task.exact
        due = now - self._last_told >= PROGRESS_SECONDS or self._method.depth > self._last_depth
        if due and answered and now >= self._not_before:
            self._last_told, self._last_depth = now, self._method.depth
            assert self._task.progress is not None
            result = self._report("")
            # Where there are many moves, telling of them takes a while, too.
            self._not_before = now + REPORT_SHARE * (clock_.perf_counter() - now)
            rank = self._search.rank
            if known is None or rank(result)[1:] >= rank(known)[1:]:
                self._task.progress(result)

    def _report(self, stopped: str) -> AnyResult:
        counters = self._threads.counted(self._searcher.counters())
        counters["nodes"] += self.root.seen_one_ply
        return result_of(
            self.root,
            self._method,
            self._task,
            counters,
            stopped_by=stopped,
            speed_reason=self._attempt.reason,
            python_time=self._search.python_time,
            question=self._question,
        )

    def answer(self, stopped: str) -> AnyResult:
        """What was found, and what has stopped it."""
        one_ply, search = self._task.one_ply, self._search
        if stopped == "nodes" and search.halted():
            stopped = "stop"
        if stopped and one_ply is not None:
            stopped = self.root.fill_in(one_ply, stopped, search.halted)
            self._method.fill_in()
        if stopped == "interrupt" and self._method.answer is None and not self._task.exact:
            raise supervise.Unanswered
        return self._report(self._ended if self._ended and stopped != "interrupt" else stopped)


def _line_to(root: Root, searcher: EngineSearcher, error: Exception) -> list[object]:
    """The actions to where a rule raised, as far as they can be told."""
    if root.searching is None:
        return []
    line, s = list(root.searching[0]), root.searching[1]
    if s is None:  # it was `result` that raised
        return line
    for a in searcher.path(len(line), error):
        try:
            real = searcher.own_action(s, a, len(line))
            if real is None:
                break
            line.append(real)
            s = root.game.result(s, real)
        except Exception:
            break
    return line
