"""The engine as people use it: one game, one table, any number of searches."""

from __future__ import annotations

import time as clock_
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from outplay.copies import copier, protected
from outplay.engine.clock import Clock, Stopwatch
from outplay.engine.engine_search import EngineSearch, Progress, Task
from outplay.engine.report import ALGORITHM, EngineQuestion
from outplay.engine.searcher import EngineSearcher
from outplay.engine.setup import Features, chosen_moves, size_of_wins
from outplay.engine.table import DEFAULT, Table
from outplay.errors import UsageError
from outplay.game import AnyGame, Game
from outplay.native.layout import MAX_PLY, NonDecisive
from outplay.native.source import Unsupported
from outplay.parameters import whole_number
from outplay.result import AnyResult, Limit, Result
from outplay.search import runner
from outplay.search.compile_policy import check_compile
from outplay.search.error_context import check_game, check_settings, refuse_nonsense, start_of
from outplay.search.one_ply import OnePlySearch
from outplay.search.playouts import Playouts
from outplay.search.report import over, unsearched
from outplay.search.searchers import check_speed
from outplay.tactics import Action, State

if TYPE_CHECKING:
    from outplay.solve.solution import AnySolution

MOST_THREADS = 256
LOOKING_SHARE = 0.2
"""The share of its time that a search spends on looking at how games end, at most."""


class Engine(Generic[State, Action]):
    """The strongest player of a game, and the solver of its positions.

    It keeps its table from one search to the next. `stop` may be called from any thread.

    With a `solution` of the game, or the path of its file, it looks up what is in it and searches
    what is not; WrongRules is raised if it is of other rules.
    """

    def __init__(
        self,
        game: Game[State, Action],
        *,
        memory: float = DEFAULT,
        threads: int = 1,
        speed: str = "auto",
        compile: str | None = None,
        evaluate: Callable[[State], float] | None = None,
        symmetries: bool = True,
        priority: bool = True,
        candidates: bool = True,
        bounds: bool = True,
        outcome_bounds: bool = True,
        selective: bool = True,
        solution: AnySolution | str | Path | None = None,
    ) -> None:
        check_game(game, "Engine")
        check_speed(speed)
        check_compile(compile)
        check_settings(game)
        self.game, self.speed, self.compile = game, speed, compile
        self.has_chance = not game.properties.deterministic
        if isinstance(evaluate, Playouts):
            raise UsageError(
                'The engine does not estimate by playouts; algorithm="deepening" does.'
            )
        if evaluate is not None and not callable(evaluate):
            raise UsageError(f"evaluate must be a function of a state, not {evaluate!r}.")
        self.threads = whole_number("threads", threads, 1, MOST_THREADS)
        self.memory = memory
        self.table = Table(memory)
        self.features = Features(
            symmetries, priority, candidates, bounds, outcome_bounds, selective
        )
        self.evaluate = evaluate
        self.win: float | None = None
        """What a win counts, if games end won, drawn or lost, as far as it has seen; else None."""
        self._looked = False
        self.solution: AnySolution | None = None
        if solution is not None:
            from outplay.solve.solve import solution_for

            self.solution = solution_for(game, solution)
            self.win = self.solution.win
        self.options = {
            "speed": speed,
            "evaluate": evaluate,
            "solution": self.solution,
            **asdict(self.features),
        }
        self.searcher: EngineSearcher | None = None
        """Of the search that goes on, or of the last one."""
        self.stop_requested = False

    def stop(self) -> None:
        """Ends the running search, which answers with what it has."""
        self.stop_requested = True
        searcher = self.searcher
        if searcher is not None:
            searcher.stop()

    @property
    def is_native(self) -> bool:
        """Was the last search a native one?"""
        return self.searcher is not None and self.searcher.native

    def clear(self) -> None:
        """Forgets what earlier searches found."""
        self.table.clear()

    def prepare(self, seconds: float = 0.0) -> bool:
        """Begins to compile the rules in the background, and waits for that so long at most.

        True if nothing is left to compile. For whoever knows that searches will come, not when.
        """
        state = start_of(self.game)
        game = protected(self.game, state)
        self._look(game, state)
        watch = Stopwatch(None, None)
        task = Task(game, state, Limit(), watch)
        code = EngineSearch(self, task).code
        if self.speed == "python" or code.is_loaded():
            return True
        try:
            return code.prepare(state).is_over(seconds)
        except Unsupported:
            return True

    def best_move(
        self, state: State | None = None, *, time: float | None = None, **options: Any
    ) -> Action | None:
        """The action to play; None if the game is over."""
        return self.analyse(state, time=time, **options).action

    def analyse(
        self,
        state: State | None = None,
        *,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        clock: Clock | None = None,
        exact: bool = False,
        lines: int | None = None,
        history: Sequence[State] = (),
        moves: Sequence[Action] | None = None,
        progress: Progress | None = None,
    ) -> Result[State, Action]:
        """The best move and the value of a position, and what is known of every move.

        Deepens until a limit (one second if there is none) or the end of the game. `exact`
        proves the value and distance of every move instead, or of the best `lines` ones.
        `history` are the states of the game so far: in a game whose positions can come back,
        it counts as repetition to come back to one of them. `moves` are the only actions to
        look at: what is found is then true of the best of these.

        What is in the engine's solution is looked up whatever the limits are, since that takes no
        search, and whatever the history is: its values are those of positions.
        """
        start = clock_.perf_counter()
        limit = Limit(depth, time, nodes)
        limit.check(exact=exact)
        self.stop_requested = False
        if clock is not None and not isinstance(clock, Clock):
            raise UsageError(f"clock must be a Clock, not {clock!r}.")
        if not isinstance(history, Sequence) or isinstance(history, str):
            raise UsageError(f"history must be a list of states, not {history!r}.")
        if not exact and clock is None and limit == Limit():
            limit = Limit(time=1.0)
        state = start_of(self.game) if state is None else state
        watch = Stopwatch(limit.time, clock, start)

        def work(game: AnyGame, state: object) -> AnyResult:
            task = Task(game, state, limit, watch, exact, tuple(history), progress)
            return self._answer(task, moves, lines)

        return runner.run_protected(
            self.game, state, work, forget=self.table.clear, evaluate=self.evaluate
        )

    def _answer(self, task: Task, moves: Sequence[object] | None, lines: int | None) -> AnyResult:
        game, state = task.game, task.state
        found = refuse_nonsense(game, state)
        if found.over:
            return over(game, state, ALGORITHM)
        actions: Sequence[object] = found.actions
        if moves is not None:
            actions = chosen_moves(game, state, moves, found)
        if lines is not None:
            whole_number("lines", lines, 1, MAX_PLY)
        elif task.exact:
            lines = len(actions)
        if self.solution is not None and state in self.solution:
            only = None if moves is None else actions
            known = self.solution.analyse(state, lines=lines or 1, actions=only)
            question = EngineQuestion(self.options, exact=True, history=task.history)
            return replace(known, game=game, question=question)
        if task.limit.depth == 0:
            evaluate: Callable[[Any], float] = self.evaluate or game.evaluate
            return unsearched(game, state, evaluate(copier(game)(state)), ALGORITHM)
        one_ply, left = None, task.watch.left()
        if left is not None:
            one_ply = OnePlySearch(game, state, actions, self.evaluate)
            if not self.is_native:
                one_ply.hurry(left, lambda: self.stop_requested)
        task.actions, task.all_actions = actions, moves is None
        task.lines, task.one_ply = min(lines or 1, len(actions)), one_ply
        self._look(game, state, lambda: self.has_no_time(task, LOOKING_SHARE))
        try:
            return runner.run(EngineSearch(self, task))
        except NonDecisive:  # without the size of a win, every end is as good as any
            self.win = None
            self.table.clear()
            return runner.run(EngineSearch(self, task))

    def _look(
        self, game: AnyGame, state: object, expired: Callable[[], bool] = lambda: False
    ) -> None:
        """Looks at how games end, if that was not done before."""
        if not self._looked and not self.has_chance:
            self.win = size_of_wins(game, state, expired)
            self._looked = True

    def has_no_time(self, task: Task, share: float = 1.0) -> bool:
        """Is there no time for preparing any more?"""
        interrupted = task.one_ply is not None and task.one_ply.interrupted
        return self.stop_requested or interrupted or task.watch.expired(share)


AnyEngine: TypeAlias = Engine[Any, Any]
"""Of a game of whatever states and actions."""
