"""One search of the engine, at either speed."""

from __future__ import annotations

import time as clock_
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from outplay.engine.chance_engine import chance_setup, chance_thinking
from outplay.engine.clock import Stopwatch
from outplay.engine.crew import Crew
from outplay.engine.deepening import Deepening
from outplay.engine.exact import Solving
from outplay.engine.report import result_of
from outplay.engine.root import Root
from outplay.engine.searchers import EngineSearcher, NativeEngine, PythonEngine, Setup, in_place
from outplay.engine.setup import setup_of
from outplay.engine.table import Table
from outplay.errors import OutplayError
from outplay.game import Game
from outplay.native.layout import MAX_PLY, NonDecisive, Overflow
from outplay.result import Bound, Limit, Result
from outplay.search import speeds, supervise
from outplay.search.glance import Glance
from outplay.search.ready import Coming
from outplay.search.searchers import Plan
from outplay.search.speeds import SMALL_NODES, SMALL_SECONDS
from outplay.search.state import INFINITY
from outplay.search.trouble import explain

if TYPE_CHECKING:
    from outplay.engine.engine import Engine

PROGRESS_SECONDS = 0.25
"""Between two calls of `progress`, unless a greater depth was finished."""

REPORT_SHARE = 10
"""So many times as long as a report takes, there is no other."""

Progress = Callable[[Result], None]


@dataclass(frozen=True)
class Task:
    """What one search is asked."""

    game: Game[Any, Any]
    """As it is to be asked: see `outplay.copies`."""
    state: Any
    actions: Sequence[Any]
    """What is looked at in the state."""
    whole: bool
    """Is that all that can be done in it?"""
    limit: Limit
    watch: Stopwatch
    exact: bool
    lines: int
    history: tuple[Any, ...]
    progress: Progress | None
    glance: Glance | None = None
    """One ply, where there is a time limit."""


class EngineWays(speeds.Ways[Result]):
    """What one search does at each speed."""

    def __init__(self, engine: Engine, task: Task) -> None:
        self.game, self.state, self.speed = task.game, task.state, engine.speed
        self._engine, self._task = engine, task

    @property
    def plan(self) -> Plan:
        return self._setup(self._engine.threads).plan

    def left(self) -> float | None:
        return self._task.watch.left()

    def put_off(self, seconds: float) -> None:
        self._task.watch.start += seconds

    def halted(self) -> bool:
        return self._engine._told_to_stop

    def small(self) -> tuple[Result | None, bool]:
        task, engine = self._task, self._engine
        if engine.is_native or engine.threads > 1:
            return None, False
        limit, left = task.limit, self.left()
        late = left is not None and left <= SMALL_SECONDS  # there is no time for another one
        if late or (task.glance is not None and task.glance.interrupted):
            return self.python("a small search")[0], True
        nodes = SMALL_NODES if limit.nodes is None else min(limit.nodes, SMALL_NODES)
        searcher = PythonEngine(self.game, self._setup(1), Table(1))
        # The watch is started here: making the first searcher can take longer than the search.
        small = replace(
            task, limit=Limit(limit.depth, SMALL_SECONDS, nodes), progress=None, glance=None,
            watch=Stopwatch(SMALL_SECONDS, None),
        )  # fmt: skip
        result = self.told(self._attempt(small, searcher, "a small search"))
        if result.stopped_by in ("interrupt", "stop"):
            return result, True
        # Also a search that came to its end may have had no time left to finish its lines.
        cut = small.watch.left() == 0 or (result.nodes >= nodes and nodes != limit.nodes)
        return result, not cut

    def python(self, reason: str, coming: Coming | None = None) -> tuple[Result, bool]:
        engine = self._engine
        engine._searcher = None
        searcher = PythonEngine(self.game, self._setup(1), engine.table)
        result = self._attempt(self._task, searcher, reason, coming=coming)
        return result, coming is not None and result.stopped_by == "nodes" and searcher.halted

    def native(self, known: Result | None = None) -> Result:
        engine, task = self._engine, self._task
        setup = self._setup(engine.threads)
        engine.table.age += 1
        engine._searcher = None  # its table may make room for another one
        lead = NativeEngine(
            self.game, self.state, setup, engine.table,
            expired=lambda: engine._is_over(task), halted=self.halted,
        )  # fmt: skip
        self.put_off(lead.compile_time)
        others = [
            NativeEngine(self.game, self.state, setup, engine.table, lead)
            for _ in range(engine.threads - 1)
        ]
        try:
            return self._attempt(task, lead, lead.slow, others, known)
        except Overflow as error:  # a state before this one does not fit into the code's words
            raise explain(self.game, self.state, [], error, engine._evaluate) from error

    def begin_anew(self) -> None:
        self._engine.table.clear()

    def rank(self, found: Result) -> tuple[Any, ...]:
        if not found.moves:
            return ()
        done = found.stopped_by in ("end", "depth")
        certain = sum(move.proven and move.bound is Bound.EXACT for move in found.moves)
        return (done, found.proven, certain if self._task.exact else 0, found.depth)

    def knows_all(self, found: Result) -> bool:
        return found.depth > 0

    def told(self, found: Result, **more: Any) -> Result:
        return replace(found, elapsed=self._task.watch.elapsed(), **more)

    # --- one search --------------------------------------------------------------------------

    def _solves(self) -> bool:
        """Search to the end at once? Where positions come back, deepening finds the end sooner."""
        return self._task.exact and not self.game.properties.may_cycle

    def _setup(self, threads: int) -> Setup:
        engine, task = self._engine, self._task
        limited = not self._solves()
        evaluate = engine._evaluate if limited else None
        features = replace(engine._features, selective=False) if task.exact else engine._features
        if engine._chance:
            return chance_setup(
                self.game, task.state, features, limited=not task.exact, evaluate=evaluate,
                threads=threads,
            )  # fmt: skip
        return setup_of(
            self.game, features, engine.win, limited=limited, evaluate=evaluate, threads=threads
        )

    def _thinking(self, root: Root) -> Deepening | Solving:
        lines = self._task.lines
        if self._engine._chance:
            return chance_thinking(root, lines)
        return Solving(root, lines) if self._solves() else Deepening(root, lines)

    def _attempt(
        self, task: Task, searcher: EngineSearcher, reason: str,
        others: Sequence[NativeEngine] = (), known: Result | None = None,
        coming: Coming | None = None,
    ) -> Result:  # fmt: skip
        engine, limit = self._engine, task.limit
        nodes = INFINITY if limit.nodes is None else limit.nodes
        searcher.begin(nodes)
        past = task.history if searcher.setup.on["cyclic"] else ()
        root = Root(
            self.game, task.state, searcher, task.actions, past, whole=task.whole,
            expired=lambda: engine._is_over(task), glance=task.glance,
        )  # fmt: skip
        thinking = self._thinking(root)
        deepest = MAX_PLY if limit.depth is None else limit.depth
        ended: list[str] = []

        def report(stopped: str) -> Result:
            counters = crew.counted(searcher.counters())
            counters["nodes"] += root.glanced
            result = result_of(root, thinking, task, counters, stopped, reason)
            return replace(result, python_time=self.python_time)

        told, told_depth, not_before = [clock_.perf_counter()], [0], [0.0]

        def tick() -> None:
            now = clock_.perf_counter()
            answered = thinking.answer is not None or task.exact
            due = now - told[0] >= PROGRESS_SECONDS or thinking.depth > told_depth[0]
            if due and answered and now >= not_before[0]:
                told[0], told_depth[0] = now, thinking.depth
                assert task.progress is not None
                result = report("")
                # Where there are many moves, telling of them takes a while, too.
                not_before[0] = now + REPORT_SHARE * (clock_.perf_counter() - now)
                if known is None or self.rank(result)[1:] >= self.rank(known)[1:]:
                    task.progress(result)

        def help_out(other: NativeEngine, again: Callable[[], bool]) -> None:
            helper = self._thinking(root.twin(other))
            if isinstance(helper, Solving):
                helper.run()
            elif isinstance(thinking, Deepening):
                helper.follow(thinking, deepest, again)

        crew = Crew(searcher, others, help_out, nodes)

        def work() -> None:
            try:
                if isinstance(thinking, Solving):
                    crew.start()
                    ended.append(thinking.run())
                else:
                    thinking.finished = crew.go_on
                    ended.append(thinking.run(deepest, task.watch.go_on))
            finally:
                crew.stop()
                if isinstance(thinking, Deepening):
                    thinking.finished = lambda: None  # a cycle would keep the table
            root.finish_lines(task.lines)

        ticking = tick if task.progress is not None else None
        engine._searcher = searcher
        if engine._told_to_stop or (task.glance is not None and task.glance.interrupted):
            searcher.stop()
        if coming is not None:
            coming.when_there(searcher.stop)
        try:
            if isinstance(searcher, NativeEngine):
                stopped = supervise.native(work, searcher.stop, task.watch.left(), ticking)
            else:
                if ticking is not None:
                    root.tick = ticking
                stopped = supervise.python(work, searcher.stop, task.watch.left())
        except KeyboardInterrupt:  # it may be running still: it is not given back
            engine._searcher = None
            raise
        except (OutplayError, NonDecisive):
            searcher.finish()
            crew.finish()
            raise
        except Exception as error:
            line = _line_to(root, searcher, error)
            searcher.finish()
            crew.finish()
            raise explain(self.game, task.state, line, error, engine._evaluate) from error
        searcher.finish()
        crew.finish()
        if stopped == "nodes" and engine._told_to_stop:
            stopped = "stop"
        if stopped and task.glance is not None:
            stopped = root.fill_in(task.glance, stopped, self.halted)
            thinking.fill_in()
        if stopped == "interrupt" and thinking.answer is None and not task.exact:
            raise supervise.Unanswered
        return report(ended[0] if ended and stopped != "interrupt" else stopped)


def _line_to(root: Root, searcher: EngineSearcher, error: Exception) -> list[Any]:
    """The actions to where a rule raised, as far as they can be told."""
    if root.asked is None:
        return []
    line, s = list(root.asked[0]), root.asked[1]
    if s is None:  # it was `result` that raised
        return line
    for a in searcher.path(len(line), error):
        try:
            real = in_place(searcher, s, a, len(line))
            if real is None:
                break
            line.append(real)
            s = root.game.result(s, real)
        except Exception:
            break
    return line
