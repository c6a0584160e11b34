"""What a worker process keeps from one job to the next, and what it knows of the job at hand."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from outplay.copies import protected
from outplay.errors import UnknownGame
from outplay.game import AnyGame

if TYPE_CHECKING:
    from outplay.engine.engine import AnyEngine
    from outplay.solve.solution import AnySolution
    from outplay.web.jobs.spots import Trail

MOST_GAMES = 8
"""Games that a worker keeps, with their engines; the one that was not used for longest goes."""

ENGINE_MEGABYTES, LEVEL_MEGABYTES = 32, 4
"""Of the transposition tables of an engine, and of one that plays at a level."""

INTERPRETED = "the rules are being compiled; until then they run interpreted"
"""Why a search runs interpreted where no better reason is known."""


@dataclass
class CachedGame:
    """A game, and what is known of it here."""

    game: AnyGame
    solutions: Sequence[str]
    """Files, one of which may be of this game."""
    engines: dict[float, AnyEngine] = field(default_factory=dict)
    """By the size of their tables."""

    @cached_property
    def solution(self) -> AnySolution | None:
        """Of this game with these parameters, if there is a file of it."""
        if not self.solutions:
            return None
        from outplay.solve.solve import find_solution

        return find_solution(self.game, self.solutions)

    @cached_property
    def step(self) -> float:
        """What one move changes in the game's estimate: see `outplay.arena.levels.step_of`."""
        from outplay.arena.levels import step_of

        return step_of(self.game)


class JobContext:
    """What jobs use. Jobs run one at a time; only `stop` is called from another thread."""

    def __init__(self, own: Mapping[str, str] | None = None, solutions: Sequence[str] = ()) -> None:
        """`own` are the user's rules files, by their names on the page; `solutions` are files."""
        self.own, self.solutions = dict(own or {}), tuple(solutions)
        self.trails: list[Trail] = []
        """The games that were played through last; see `jobs/spots.py`."""
        self._games: OrderedDict[object, CachedGame] = OrderedDict()
        self._stops: list[Callable[[], None]] = []
        self.begin(0, 0.0)

    # --- games and engines --------------------------------------------------------------------

    def game(self, key: str, parameters: Mapping[str, object] | None = None) -> AnyGame:
        """The game of that name, the same object for the same parameters.

        `key` is a built-in game or one of the user's rules files, never a path. A file that was
        edited is read again.
        """
        from outplay.games import BUILT_IN, load

        given = dict(parameters or {})
        variant = key, json.dumps(given, sort_keys=True), _stamp(self.own.get(key))
        if variant not in self._games:
            if key in self.own:
                game = protected(load(self.own[key], **given), None, always=True)
            elif key in BUILT_IN:
                game = load(key, **given)
            else:
                known = ", ".join([*BUILT_IN, *self.own])
                raise UnknownGame(f"There is no game called {key[:60]!r}; choose from {known}.")
            self._games[variant] = CachedGame(game, self.solutions)
            if len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(variant)
        return self._games[variant].game

    def cached(self, game: AnyGame) -> CachedGame:
        """What is kept of this very game object."""
        kept = (cached for cached in self._games.values() if cached.game is game)
        return next(kept, None) or CachedGame(game, ())

    def engine(self, game: AnyGame, megabytes: float = ENGINE_MEGABYTES) -> AnyEngine:
        """The engine of the game; what it found for others stays in its transposition table."""
        from outplay.engine.engine import Engine

        cached, speed = self.cached(game), self.speed
        engines, solution = cached.engines, None
        if megabytes != LEVEL_MEGABYTES:
            solution = cached.solution
        if megabytes not in engines or engines[megabytes].speed != speed:
            engines[megabytes] = Engine(game, memory=megabytes, speed=speed, solution=solution)
        return engines[megabytes]

    def level_engine(self, game: AnyGame) -> AnyEngine:
        """An engine that remembers nothing, so that the same question has the same answer.

        It looks nothing up in a solution: levels are to make mistakes.
        """
        engine = self.engine(game, LEVEL_MEGABYTES)
        engine.clear()
        return engine

    # --- the job at hand ---------------------------------------------------------------------

    def begin(self, job: int, seconds: float, *, native: bool = False, reason: str = "") -> None:
        """A job begins, which has so many seconds; `reason` is why games run interpreted."""
        self.speed = "auto" if native else "python"
        """Of its searches: `auto` where there is native code."""
        self.reason = reason or INTERPRETED
        self._deadline = time.monotonic() + seconds
        self.stopped = False
        """Was the job told to stop? Then its answer is not needed, or is wanted now."""
        self.job = job

    def stop(self, job: int) -> None:
        """Tells that job to stop, if it is at hand; called from another thread, again and again."""
        if job == self.job:
            self.stopped = True
            for stop in list(self._stops):
                stop()

    @contextlib.contextmanager
    def watch(self, stop: Callable[[], None]) -> Iterator[None]:
        """Within, `stop` is called from another thread when the job is told to stop."""
        self._stops.append(stop)
        try:
            yield
        finally:
            self._stops.remove(stop)

    @property
    def seconds(self) -> float:
        """What is left of the job's time."""
        return max(0.0, self._deadline - time.monotonic())


def _stamp(path: str | None) -> tuple[int, int]:
    """Changes when a file does."""
    with contextlib.suppress(OSError):
        if path is not None:
            about = os.stat(path.partition(".py:")[0] + ".py" if ".py:" in path else path)
            return about.st_mtime_ns, about.st_size
    return 0, 0
