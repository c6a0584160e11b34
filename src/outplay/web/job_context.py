"""What a worker process keeps from one job to the next: games, engines, and the job at hand."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outplay.errors import UnknownGame
from outplay.game import Game

if TYPE_CHECKING:
    from outplay.engine.engine import Engine

MOST_GAMES = 12
MOST_ENGINES = 6
"""Games and engines that a worker keeps; those that were not used for longest go."""

ENGINE_MEGABYTES = 32
"""Of an engine's table."""

LEVEL_MEGABYTES = 4
"""Of the table of an engine that plays at a level, which is empty before every move."""

INTERPRETED = "the rules are being compiled; until then they run interpreted"
"""Why a search runs interpreted where no better reason is known."""


class NotCompiled(BaseException):
    """Native code is needed that is not there. Workers with people waiting never compile.

    No Exception, so that it passes through whatever catches the errors of rules.
    """


@dataclass
class CachedGame:
    """One game, and what is known of it here."""

    game: Game[Any, Any]
    native: bool = False
    """Is its native code in memory?"""
    step: float | None = None
    engine: Engine | None = None
    level_engine: Engine | None = None


class JobContext:
    """What jobs use. Jobs run one at a time; only `stop` is called from another thread."""

    def __init__(self, own: Mapping[str, str] | None = None, *, compiles: bool = False) -> None:
        """`own` are the rules files that may be asked for, by their names on the page."""
        self.own = dict(own or {})
        self.compiles = compiles
        """May it compile? Others raise NotCompiled where they would have to."""
        self._games: OrderedDict[Any, CachedGame] = OrderedDict()
        self._lock = threading.Lock()
        self._job: int | None = None
        self._deadline = 0.0
        self._stops: list[Callable[[], None]] = []
        self.stopped = False
        """Was the job told to stop? Then its answer is not needed, or is wanted now."""
        self.paused = False
        """Was it told to stop to go on later? Only jobs in `SLICED` are."""
        self.interpreted = False
        """Must this job run interpreted, since native code that it needs is missing?"""
        self.reason = INTERPRETED
        """Why games run interpreted here, as the server knows it."""

    # --- games and engines --------------------------------------------------------------------

    def keys(self) -> list[str]:
        """The names of all games that may be asked for, the built-in ones first."""
        from outplay.games import BUILT_IN

        return [*BUILT_IN, *(key for key in self.own if key not in BUILT_IN)]

    def game(self, key: str, parameters: Mapping[str, Any] | None = None) -> Game[Any, Any]:
        """The game of that name, the same object for the same parameters.

        `key` is a built-in game or one of the own rules files, never a path. An own file that
        was edited is read again.
        """
        given = dict(parameters or {})
        variant = self._variant(key, given)
        if variant in self._games:
            self._games.move_to_end(variant)
            return self._games[variant].game
        from outplay.copies import handed
        from outplay.games import BUILT_IN, load

        if key in self.own:
            game = handed(load(self.own[key], **given), None, always=True)
        elif key in BUILT_IN:
            game = load(key, **given)
        else:
            known = ", ".join(self.keys())
            raise UnknownGame(f"There is no game called {key[:60]!r} here; there are {known}.")
        self._keep(variant, CachedGame(game))
        return game

    def cached(self, game: Game[Any, Any]) -> CachedGame:
        """What is kept of this very game object."""
        for variant, cached in self._games.items():
            if cached.game is game:
                self._games.move_to_end(variant)
                return cached
        cached = CachedGame(game)
        self._keep(("", id(game)), cached)
        return cached

    def _keep(self, variant: Any, cached: CachedGame) -> None:
        self._games[variant] = cached
        while len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)

    def speed(self, game: Game[Any, Any]) -> str:
        """`auto` where native code may be used, `python` where it is not there (yet)."""
        if self.compiles:
            return "auto"
        return "auto" if self.cached(game).native and not self.interpreted else "python"

    def native_state(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Of the args' game: is its native code in memory, and if it never will be, why?"""
        spot = args.get("spot", args)
        key = spot.get("game") if isinstance(spot, Mapping) else None
        with contextlib.suppress(TypeError, ValueError, RecursionError):
            if isinstance(key, str):
                cached = self._games.get(self._variant(key, spot.get("with") or {}))
                if cached is not None:
                    return {"native": cached.native, "never": str(cached.game.not_native)}
        return {}

    def _variant(self, key: str, parameters: Mapping[str, Any]) -> Any:
        return key, json.dumps(dict(parameters), sort_keys=True), _stamp(self.own.get(key))

    def why_interpreted(self, game: Game[Any, Any]) -> str:
        """Why the game runs interpreted, if it does."""
        return str(game.not_native) or self.reason

    def engine(self, game: Game[Any, Any]) -> Engine:
        """The engine of the game; what it found for others stays in its table."""
        cached = self.cached(game)
        cached.engine = self._engine(cached, cached.engine, ENGINE_MEGABYTES)
        self._let_go()
        return cached.engine

    def level_engine(self, game: Game[Any, Any]) -> Engine:
        """An engine that remembers nothing, so that the same question has the same answer."""
        cached = self.cached(game)
        cached.level_engine = self._engine(cached, cached.level_engine, LEVEL_MEGABYTES)
        cached.level_engine.clear()
        self._let_go()
        return cached.level_engine

    def _engine(self, cached: CachedGame, before: Engine | None, megabytes: float) -> Engine:
        from outplay.engine.engine import Engine

        speed = self.speed(cached.game)
        if before is not None and before.speed == speed:
            return before
        return Engine(cached.game, memory=megabytes, speed=speed)

    def _let_go(self) -> None:
        """Lets the engines go that are too many, and their sessions with them."""
        holders = [
            cached for cached in self._games.values() if cached.engine or cached.level_engine
        ]
        for cached in holders[:-MOST_ENGINES]:
            cached.engine = cached.level_engine = None

    def step(self, game: Game[Any, Any]) -> float:
        """What one move changes in the game's estimate: see `outplay.arena.levels.step_of`."""
        cached = self.cached(game)
        if cached.step is None:
            from outplay.arena.levels import step_of

            cached.step = step_of(game)
        return cached.step

    # --- the job at hand ---------------------------------------------------------------------

    def begin(self, job: int, seconds: float, reason: str = "") -> None:
        """A job begins, which has so many seconds."""
        with self._lock:
            self.reason = reason or INTERPRETED
            self._job, self._deadline = job, time.monotonic() + seconds
            self.stopped = self.paused = self.interpreted = False
            self._stops.clear()

    def end(self) -> None:
        """The job is done."""
        with self._lock:
            self._job = None
            self._stops.clear()

    def stop(self, job: int, *, pause: bool = False) -> None:
        """Tells that job to stop, if it still runs; called from another thread, maybe twice."""
        with self._lock:
            if job != self._job:
                return
            self.stopped = True
            self.paused = pause
            stops = list(self._stops)
        for stop in stops:
            stop()

    @contextlib.contextmanager
    def watch(self, stop: Callable[[], None]) -> Iterator[None]:
        """Within, `stop` is called from another thread when the job is told to stop."""
        with self._lock:
            self._stops.append(stop)
            late = self.stopped
        if late:
            stop()
        try:
            yield
        finally:
            with self._lock, contextlib.suppress(ValueError):
                self._stops.remove(stop)

    @property
    def seconds(self) -> float:
        """What is left of the job's time."""
        return max(0.0, self._deadline - time.monotonic())


def _stamp(path: str | None) -> Any:
    """Changes when a file does."""
    if path is None:
        return None
    with contextlib.suppress(OSError):
        about = os.stat(path.partition(".py:")[0] + ".py" if ".py:" in path else path)
        return about.st_mtime_ns, about.st_size
    return None
