"""The engine as people use it: one game, one table, any number of searches."""

from __future__ import annotations

import time as clock_
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from outplay.copies import Changeable, copier, handed
from outplay.engine.clock import Clock, Stopwatch
from outplay.engine.report import ALGORITHM, Asked
from outplay.engine.searchers import EngineSearcher, NativeEngine
from outplay.engine.setup import Features, check_whole, chosen_moves, size_of_wins
from outplay.engine.table import DEFAULT, Table
from outplay.engine.ways import EngineWays, Progress, Task
from outplay.errors import OutplayError, UsageError
from outplay.game import Game
from outplay.native.layout import MAX_PLY, NonDecisive
from outplay.native.source import Unsupported
from outplay.result import Limit, Result
from outplay.search import speeds
from outplay.search.glance import Glance
from outplay.search.playouts import Playouts
from outplay.search.ready import get_ready, is_loaded
from outplay.search.report import over, unsearched
from outplay.search.searchers import check_speed
from outplay.search.trouble import (
    check_game,
    check_settings,
    explain,
    left_as_found,
    refuse_nonsense,
    start_of,
)

MOST_THREADS = 256
LOOKING_SHARE = 0.2
"""The share of its time that a search spends on looking at how games end, at most."""


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
    def is_native(self) -> bool:
        """Was the last search a native one?"""
        return isinstance(self._searcher, NativeEngine)

    @property
    def win(self) -> float | None:
        """What a win counts, if games end won, drawn or lost, as far as it has seen; else None."""
        return self._win

    def clear(self) -> None:
        """Forgets what earlier searches found."""
        self.table.clear()

    def prepare(self, seconds: float = 0.0) -> bool:
        """Begins to compile the rules in the background, and waits for that so long at most.

        True if nothing is left to compile. For whoever knows that searches will come, not when.
        """
        state = start_of(self.game)
        game = handed(self.game, state)
        self._look(game, state)
        watch = Stopwatch(None, None)
        task = Task(game, state, (), True, Limit(), watch, False, 1, (), None)
        plan = EngineWays(self, task).plan
        if self.speed == "python" or is_loaded(game, plan):
            return True
        try:
            return get_ready(game, state, plan).is_over(seconds)
        except Unsupported:
            return True

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
                timed = task.watch.limit is not None
                task = replace(
                    task, game=game, state=state, actions=actions,
                    lines=min(lines or 1, len(actions)),
                    glance=Glance(game, state, actions, self._evaluate) if timed else None,
                )  # fmt: skip
                return self._answer(task)
            except (KeyboardInterrupt, OutplayError):
                raise
            except Exception as error:  # a rule raised at the root itself
                raise explain(game, state, [], error, self._evaluate) from error

    # --- speeds -----------------------------------------------------------------------------

    def _answer(self, task: Task) -> Result:
        left = task.watch.left()
        if task.glance is not None and left is not None and not self.is_native:
            task.glance.hurry(left, lambda: self._told_to_stop)
        self._look(task.game, task.state, lambda: self._is_over(task, LOOKING_SHARE))
        options = {"speed": self.speed, "evaluate": self._evaluate, **asdict(self._features)}
        asked = Asked(options, task.exact, task.history)
        try:
            return replace(speeds.run(EngineWays(self, task)), question=asked)
        except NonDecisive:  # without the size of a win, no end is uneven
            self._win = None
            self.table.clear()
            return replace(speeds.run(EngineWays(self, task)), question=asked)

    def _look(
        self, game: Game[Any, Any], state: Any, expired: Callable[[], bool] = lambda: False
    ) -> None:
        """Looks at how games end, if that was not done before."""
        if not self._looked and not self._chance:
            self._win = size_of_wins(game, state, expired)
            self._looked = True

    def _is_over(self, task: Task, share: float = 1.0) -> bool:
        """Is there no time for preparing any more?"""
        interrupted = task.glance is not None and task.glance.interrupted
        return self._told_to_stop or interrupted or task.watch.expired(share)
