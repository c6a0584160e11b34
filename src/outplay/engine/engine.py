"""The engine as people use it: one game, one table, any number of searches."""

from __future__ import annotations

import time as clock_
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from outplay.copies import Changeable, copier, handed
from outplay.engine.chance_engine import chance_setup, chance_thinking
from outplay.engine.clock import Clock, Stopwatch
from outplay.engine.crew import Crew
from outplay.engine.deepening import Deepening
from outplay.engine.exact import Solving
from outplay.engine.report import ALGORITHM, Asked, result_of
from outplay.engine.root import Root
from outplay.engine.searchers import EngineSearcher, NativeEngine, PythonEngine, Setup, in_place
from outplay.engine.setup import Features, check_whole, chosen_moves, setup_of, size_of_wins
from outplay.engine.table import DEFAULT, Table
from outplay.errors import OutplayError, UsageError
from outplay.game import Game
from outplay.native.layout import MAX_PLY, Stop, Uneven
from outplay.native.source import Unsupported
from outplay.result import Limit, Result
from outplay.search import supervise
from outplay.search.drive import NO_TIME, SMALL_NODES, SMALL_SECONDS, over, unsearched
from outplay.search.playouts import Playouts
from outplay.search.run import INFINITY
from outplay.search.searchers import check_speed, not_native
from outplay.search.trouble import (
    check_game,
    check_settings,
    explain,
    left_as_found,
    refuse_nonsense,
    start_of,
)

MOST_THREADS = 256
PROGRESS_SECONDS = 0.25
"""Between two calls of `progress`, unless a greater depth was finished."""

REPORT_SHARE = 10
"""So many times as long as a report takes, there is no other."""

LOOKING_SHARE = 0.2
"""The share of its time that a search spends on looking at how games end, at most."""

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


class Engine:
    """The strongest player of a game, and the solver of its positions.

    It keeps its table from one search to the next. `stop` may be called from any thread.
    """

    def __init__(
        self, game: Game[Any, Any], *, memory: float = DEFAULT, threads: int = 1,
        speed: str = "auto", evaluate: Callable[[Any], float] | None = None,
        symmetries: bool = True, priority: bool = True, candidates: bool = True,
        bounds: bool = True, outlook: bool = True, selective: bool = True,
    ) -> None:  # fmt: skip
        check_game(game, "Engine")
        check_speed(speed)
        check_settings(game)
        self.game, self.speed = game, speed
        self._chance = not game.properties.deterministic
        if isinstance(evaluate, Playouts):
            raise UsageError(
                'The engine does not estimate by playouts; algorithm="deepening" does.'
            )
        if evaluate is not None and not callable(evaluate):
            raise UsageError(f"evaluate must be a function of a state, not {evaluate!r}.")
        self.threads = check_whole("threads", threads, 1, MOST_THREADS)
        self.memory = memory
        self.table = Table(memory)
        self._features = Features(symmetries, priority, candidates, bounds, outlook, selective)
        self._evaluate = evaluate
        self._win: float | None = None
        self._looked = False
        self._searcher: EngineSearcher | None = None
        self._told_to_stop = False

    def stop(self) -> None:
        """Ends the running search, which answers with what it has."""
        self._told_to_stop = True
        searcher = self._searcher
        if searcher is not None:
            searcher.stop()

    @property
    def win(self) -> float | None:
        """What a win counts, if games end won, drawn or lost, as far as it has seen; else None."""
        return self._win

    def clear(self) -> None:
        """Forgets what earlier searches found."""
        self.table.clear()

    def best_move(self, state: Any = None, *, time: float | None = None, **options: Any) -> Any:
        """The action to play; None if the game is over."""
        return self.analyse(state, time=time, **options).action

    def analyse(
        self, state: Any = None, *, depth: int | None = None, time: float | None = None,
        nodes: int | None = None, clock: Clock | None = None, exact: bool = False,
        lines: int | None = None, history: Sequence[Any] = (),
        moves: Sequence[Any] | None = None, progress: Progress | None = None,
    ) -> Result:  # fmt: skip
        """The best move and the value of a position, and what is known of every move.

        Deepens until a limit (one second if there is none) or the end of the game. `exact`
        proves the value and distance of every move instead, or of the best `lines` ones.
        `history` are the states of the game so far: in a game whose positions can come back,
        it counts as repetition to come back to one of them. `moves` are the only actions to
        look at: what is found is then true of the best of these.
        """
        start = clock_.perf_counter()
        if exact and depth is not None:
            raise UsageError("An exact search goes to the end of the game: leave out the depth.")
        self._told_to_stop = False
        if clock is not None and not isinstance(clock, Clock):
            raise UsageError(f"clock must be a Clock, not {clock!r}.")
        if not isinstance(history, Sequence) or isinstance(history, str):
            raise UsageError(f"history must be a list of states, not {history!r}.")
        limit = Limit(depth, time, nodes)
        if not exact and clock is None and limit == Limit():
            limit = Limit(time=1.0)
        state = start_of(self.game) if state is None else state
        watch = Stopwatch(limit.time, clock, start)
        task = Task(
            self.game, state, (), moves is None, limit, watch, exact, 1, tuple(history), progress
        )
        try:
            return self._asked(task, moves, lines)
        except Changeable:  # known of the game from now on
            self.table.clear()
            return self._asked(task, moves, lines)

    def _asked(self, task: Task, moves: Sequence[Any] | None, lines: int | None) -> Result:
        """The answer; raises Changeable if a later state can be changed, the first one not."""
        game = handed(task.game, task.state)
        state = copier(game)(task.state)
        with left_as_found(game):
            try:
                found = refuse_nonsense(game, state)
                if found.over:
                    return over(game, state, ALGORITHM)
                actions: Sequence[Any] = found.actions
                if moves is not None:
                    actions = chosen_moves(game, state, moves, found)
                if lines is not None:
                    check_whole("lines", lines, 1, MAX_PLY)
                elif task.exact:
                    lines = len(actions)
                if task.limit.depth == 0:
                    value = (self._evaluate or game.evaluate)(copier(game)(state))
                    return unsearched(game, state, value, ALGORITHM)
                lines = min(lines or 1, len(actions))
                return self._answer(
                    replace(task, game=game, state=state, actions=actions, lines=lines)
                )
            except (KeyboardInterrupt, OutplayError):
                raise
            except Exception as error:  # a rule raised at the root itself
                raise explain(game, state, [], error, self._evaluate) from error

    # --- speeds -----------------------------------------------------------------------------

    def _answer(self, task: Task) -> Result:
        if not self._looked and not self._chance:
            self._win = size_of_wins(
                task.game, task.state, lambda: self._is_over(task, LOOKING_SHARE)
            )
            self._looked = True
        options = {"speed": self.speed, "evaluate": self._evaluate, **asdict(self._features)}
        asked = Asked(options, task.exact, task.history)
        try:
            return replace(self._at_some_speed(task), question=asked)
        except Uneven:  # without the size of a win, no end is uneven
            self._win = None
            self.table.clear()
            return replace(self._at_some_speed(task), question=asked)

    def _is_over(self, task: Task, share: float = 1.0) -> bool:
        """Is there no time for preparing any more?"""
        return self._told_to_stop or task.watch.expired(share)

    def _setup(self, task: Task, threads: int) -> Setup:
        limited = not self._solves(task)
        evaluate = self._evaluate if limited else None
        features = replace(self._features, selective=False) if task.exact else self._features
        if self._chance:
            return chance_setup(
                task.game, task.state, features, limited=not task.exact, evaluate=evaluate,
                threads=threads,
            )  # fmt: skip
        return setup_of(
            task.game, features, self._win, limited=limited, evaluate=evaluate,
            threads=threads,
        )  # fmt: skip

    def _solves(self, task: Task) -> bool:
        """Search to the end at once? Where positions come back, deepening finds the end sooner."""
        return task.exact and not task.game.properties.may_cycle

    def _at_some_speed(self, task: Task) -> Result:
        game = task.game
        if self.speed == "python":
            return self._interpreted(task, "asked for")
        loaded = isinstance(self._searcher, NativeEngine)
        small = None
        if self.speed == "auto" and not loaded and self.threads == 1:
            small, answers = self._small(task)
            if answers:
                return small
        setup = self._setup(task, self.threads)
        self.table.age += 1
        self._searcher = None  # its table may make room for another one
        try:
            lead = NativeEngine(
                game, task.state, setup, self.table, expired=lambda: self._is_over(task)
            )
            task.watch.start += lead.compile_time  # compiling is not thinking
            others = [
                NativeEngine(game, task.state, setup, self.table, lead)
                for _ in range(self.threads - 1)
            ]
            return self._attempt(task, lead, "", others)
        except Unsupported as error:
            if self.speed == "native":
                raise not_native(game, error) from None
            self._searcher = None
            task.watch.start += error.compile_time
            return replace(self._interpreted(task, str(error)), compile_time=error.compile_time)
        except Stop:  # no time was left to look at the states
            if small is None:
                return self._interpreted(task, NO_TIME)
            stopped = "stop" if self._told_to_stop else "time"
            return replace(small, stopped_by=stopped, speed_reason=NO_TIME)

    def _interpreted(self, task: Task, reason: str) -> Result:
        searcher = PythonEngine(task.game, self._setup(task, 1), self.table)
        return self._attempt(task, searcher, reason)

    def _small(self, task: Task) -> tuple[Result, bool]:
        """What an interpreted search of a few nodes finds, and whether that is the answer."""
        limit = task.limit
        nodes = SMALL_NODES if limit.nodes is None else min(limit.nodes, SMALL_NODES)
        left = task.watch.left()
        seconds = SMALL_SECONDS if left is None else min(left, SMALL_SECONDS)
        searcher = PythonEngine(task.game, self._setup(task, 1), Table(1))
        # The watch is started here: making the first searcher can take longer than the search.
        small = replace(
            task, limit=Limit(limit.depth, seconds, nodes), watch=Stopwatch(seconds, None),
            progress=None,
        )  # fmt: skip
        result = self._attempt(small, searcher, "a small search")
        if result.stopped_by in ("interrupt", "stop"):
            return result, True
        # Also a search that came to its end may have had no time left to finish its lines.
        cut = small.watch.left() == 0 or (result.nodes >= nodes and nodes != limit.nodes)
        return result, not cut

    # --- one search --------------------------------------------------------------------------

    def _thinking(self, task: Task, root: Root) -> Deepening | Solving:
        if self._chance:
            return chance_thinking(root, task.lines)
        return Solving(root, task.lines) if self._solves(task) else Deepening(root, task.lines)

    def _attempt(
        self, task: Task, searcher: EngineSearcher, reason: str, others: Sequence[NativeEngine] = ()
    ) -> Result:
        limit = task.limit
        nodes = INFINITY if limit.nodes is None else limit.nodes
        searcher.begin(nodes)
        past = task.history if searcher.setup.on["cyclic"] else ()
        root = Root(
            task.game, task.state, searcher, task.actions, past, whole=task.whole,
            expired=lambda: self._is_over(task),
        )  # fmt: skip
        thinking = self._thinking(task, root)
        deepest = MAX_PLY if limit.depth is None else limit.depth
        ended: list[str] = []

        def report(stopped: str) -> Result:
            counters = crew.counted(searcher.counters())
            return result_of(root, thinking, task, counters, stopped, reason)

        told, told_depth, not_before = [clock_.perf_counter()], [0], [0.0]

        def tick() -> None:
            now = clock_.perf_counter()
            known = thinking.answer is not None or task.exact
            due = now - told[0] >= PROGRESS_SECONDS or thinking.depth > told_depth[0]
            if due and known and now >= not_before[0]:
                told[0], told_depth[0] = now, thinking.depth
                assert task.progress is not None
                result = report("")
                # Where there are many moves, telling of them takes a while, too.
                not_before[0] = now + REPORT_SHARE * (clock_.perf_counter() - now)
                task.progress(result)

        def help_out(other: NativeEngine, again: Callable[[], bool]) -> None:
            helper = self._thinking(task, root.twin(other))
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
        self._searcher = searcher
        if self._told_to_stop:
            searcher.stop()
        try:
            if isinstance(searcher, NativeEngine):
                stopped = supervise.native(work, searcher.stop, task.watch.left(), ticking)
            else:
                if ticking is not None:
                    root.tick = ticking
                stopped = supervise.python(work, searcher.stop, task.watch.left())
        except KeyboardInterrupt:  # it may be running still: it is not given back
            self._searcher = None
            raise
        except (OutplayError, Uneven):
            searcher.finish()
            crew.finish()
            raise
        except Exception as error:
            line = _line_to(root, searcher, error)
            searcher.finish()
            crew.finish()
            raise explain(task.game, task.state, line, error, self._evaluate) from error
        searcher.finish()
        crew.finish()
        if stopped == "nodes" and self._told_to_stop:
            stopped = "stop"
        if stopped == "interrupt" and thinking.answer is None and not task.exact:
            raise KeyboardInterrupt
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
