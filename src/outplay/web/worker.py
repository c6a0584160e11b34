"""A worker process: `python -m outplay.web.worker SETTINGS`, which the server starts.

It reads jobs as lines of JSON and answers in lines:

    {"id": 7, "job": "look", "args": {…}, "seconds": 5,     {"id": 7, "progress": {…}}
     "native": true, "reason": ""}                          {"id": 7, "result": {…}, …}
    {"stop": 7}                                             {"id": 7, "error": "…", "kind": "…", …}

A job may use native code of its game, or there is a `reason` why not. With its last answer come
`wanted` (did it miss native code, which another process would have to compile?) and `last` (does
the process use so much memory that it should do no other job?).

One job runs at a time; an answer to 0 says that it is ready for the first. The process ends when
its input does, so that none outlives the server.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import queue
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from outplay.copies import protected
from outplay.errors import OutplayError, UnknownGame
from outplay.game import AnyGame
from outplay.search.compile_policy import set_compiling
from outplay.web.jobs import Answer, find
from outplay.web.jobs.spots import described
from outplay.wording import place_of

if TYPE_CHECKING:
    from outplay.engine.engine import AnyEngine
    from outplay.web.jobs.spots import Trail

MEGABYTE = 1 << 20

LONGEST_ANSWER, LOOK_EVERY = 8 * MEGABYTE, 0.1
"""Characters of one line; seconds between two looks at how much memory is in use."""

RETIRES = 600
"""Megabytes with which a process takes no further job."""

MOST_GAMES = 8
"""Games that a worker keeps, with their engines; the one that was not used for longest goes."""

ENGINE_MEGABYTES, LEVEL_MEGABYTES = 32, 4
"""Of the transposition tables of an engine, and of one that plays at a level."""


class Kind(NamedTuple):
    """What is common to the processes of a kind, and to the jobs that wait for them."""

    nice: int
    resident: int
    """Megabytes that a process may really use."""
    address_space: int
    """Megabytes that it may ask the system for: a native search asks for a stack of 512 MB and a
    list of moves of 128 MB, and uses little of either."""
    kept: int
    """Processes that stay when they are idle."""
    waiting: int
    """Jobs of one client that may wait."""


KINDS = {
    "quick": Kind(0, 400, 2_000, kept=64, waiting=64),
    "move": Kind(2, 900, 12_000, kept=64, waiting=2),
    "study": Kind(4, 900, 12_000, kept=2, waiting=2),
    "compile": Kind(5, 2_000, 12_000, kept=0, waiting=20),
    "analysis": Kind(10, 900, 12_000, kept=2, waiting=2),
}
"""The most urgent first. An analysis gets what the others leave of the processor."""


@dataclass
class CachedGame:
    """A game, and what is known of it here."""

    game: AnyGame
    engines: dict[bool, AnyEngine] = field(default_factory=dict)
    """That of levels, by True, and the one of everything else."""

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
        self.searching: AnyEngine | None = None
        """The engine that is told to stop with the job."""
        self.begin(0, 0.0)

    # --- games and engines --------------------------------------------------------------------

    def game(self, key: str, parameters: Mapping[str, object] | None = None) -> AnyGame:
        """The game of that name, the same object for the same parameters.

        `key` is a built-in game or one of the user's rules files, never a path. A file that was
        edited is read again.
        """
        from outplay.games import BUILT_IN, load

        given, path = dict(parameters or {}), self.own.get(key)
        variant = key, json.dumps(given, sort_keys=True), _stamp(path)
        if variant not in self._games:
            if path is not None:
                game = protected(load(path, **given), None, always=True)
            elif key in BUILT_IN:
                game = load(key, **given)
            else:
                known = ", ".join([*BUILT_IN, *self.own])
                raise UnknownGame(f"There is no game called {key[:60]!r}; choose from {known}.")
            self._games[variant] = CachedGame(game)
            if len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(variant)
        return self._games[variant].game

    def cached(self, game: AnyGame) -> CachedGame:
        """What is kept of this very game object."""
        kept = (cached for cached in self._games.values() if cached.game is game)
        return next(kept, None) or CachedGame(game)

    def engine(self, game: AnyGame, *, level: bool = False) -> AnyEngine:
        """The engine of the game; what it found for others stays in its transposition table.

        That of levels remembers nothing, so that the same question has the same answer, and looks
        nothing up in a solution: levels are to make mistakes.
        """
        from outplay.engine.engine import Engine

        cached, speed = self.cached(game), self.speed
        engine = cached.engines.get(level)
        if engine is None or engine.speed != speed:
            megabytes, solution = LEVEL_MEGABYTES if level else ENGINE_MEGABYTES, None
            if self.solutions and not level:
                from outplay.solve.solve import find_solution

                solution = find_solution(game, self.solutions)
            engine = Engine(game, memory=megabytes, speed=speed, solution=solution)
            cached.engines[level] = engine
        elif level:
            engine.clear()
        self.searching = engine
        return engine

    # --- the job at hand ---------------------------------------------------------------------

    def begin(self, job: int, seconds: float, *, native: bool = False, reason: str = "") -> None:
        """A job begins, which has so many seconds; `reason` is why games run interpreted."""
        self.speed = "auto" if native else "python"
        """Of its searches: `auto` where there is native code."""
        self.reason = reason
        self._deadline = time.monotonic() + seconds
        self.searching = None
        self.stopped = False
        """Was the job told to stop? Then its answer is not needed, or is wanted now."""
        self.job = job

    def stop(self, job: int) -> None:
        """Tells that job to stop, if it is at hand; called from another thread, again and again."""
        if job == self.job:
            self.stopped = True
            if (engine := self.searching) is not None:
                engine.stop()

    @property
    def seconds(self) -> float:
        """What is left of the job's time."""
        return max(0.0, self._deadline - time.monotonic())


class Worker:
    """The loop of the process."""

    def __init__(self, kind: str, own: dict[str, str], solutions: list[str]) -> None:
        self.kind, self.context = kind, JobContext(own, solutions)
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        # The streams to the server are out of reach of rules that print or ask for input.
        self._source, self._sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        with open(os.devnull, "r+b", buffering=0) as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)

    def run(self) -> None:
        """Does one job after the other, until the process is ended."""
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        threading.Thread(target=self._limit_memory, name="memory", daemon=True).start()
        self._prepare()
        self._send(0, {"result": {}})
        while True:
            self._do(**self._jobs.get())

    def _prepare(self) -> None:
        """What every job needs is imported before the first one has its time counted."""
        find("look" if self.kind == "quick" else "move")
        set_compiling("now" if self.kind == "compile" else "never")
        if self.kind != "quick":  # it takes a while, in which jobs can be done already
            needed = ("outplay.native.building",)
            threading.Thread(target=importlib.import_module, args=needed, daemon=True).start()

    def _listen(self) -> None:
        """Reads what the server sends; the end of it is the end of this process."""
        for line in self._source:
            message = json.loads(line)
            if "job" in message:
                self._jobs.put(message)
            else:
                self.context.stop(message["stop"])
        os._exit(0)

    def _limit_memory(self) -> None:
        """Ends the process when it uses too much memory, and says what did."""
        most = KINDS[self.kind].resident
        while resident() <= most:
            time.sleep(LOOK_EVERY)
        error = f"This needs more than {most:,} MB of memory, which is the limit here."
        self._send(self.context.job, {"kind": "Memory", "error": error})
        os._exit(3)

    def _do(
        self, id: int, job: str, args: Answer, seconds: float, native: bool, reason: str
    ) -> None:
        self.context.begin(id, seconds, native=native, reason=reason)

        def tell(progress: Answer) -> None:
            self._send(id, {"progress": progress})

        answer: Answer
        try:
            answer = {"result": find(job)(self.context, args, tell)}
        except OutplayError as error:
            answer = {"error": str(error), "kind": type(error).__name__}
        except MemoryError:
            answer = {"error": "This needs too much memory.", "kind": "Memory"}
        except BaseException as error:  # rules may raise anything, SystemExit too
            told = f"The rules raised {described(error)}{place_of(error)}."
            answer = {"error": told, "kind": "RulesError"}
        # What native code there was not; without searches, that module is not there.
        missing = getattr(sys.modules.get("outplay.search.ready"), "missing", [])
        self._send(id, {**answer, "wanted": bool(missing), "last": resident() > RETIRES})
        missing.clear()

    def _send(self, job: int, message: Answer) -> None:
        try:
            line = json.dumps({"id": job, **message}, allow_nan=False, default=_plain)
            if len(line) > LONGEST_ANSWER:
                raise ValueError(f"it is too long, with {len(line):,} characters")
        except (TypeError, ValueError, RecursionError) as error:
            if "progress" in message:
                return
            trouble = f"The answer cannot be written as JSON: {error}."
            line = json.dumps({"id": job, "error": trouble, "kind": "RulesError"})
        with contextlib.suppress(OSError):  # the server is gone
            self._sink.write(line.encode() + b"\n")
            self._sink.flush()


def _stamp(path: str | None) -> tuple[int, int]:
    """Changes when a file does."""
    with contextlib.suppress(OSError):
        if path is not None:
            about = os.stat(path.partition(".py:")[0].removesuffix(".py") + ".py")
            return about.st_mtime_ns, about.st_size
    return 0, 0


def resident() -> int:
    """Megabytes of memory that this process uses; 0 where the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") // MEGABYTE
    return 0


def _plain(value: Any) -> float:
    """What rules answer may be a number of NumPy's; raises TypeError if it is none."""
    return int(value) if isinstance(value, Integral) else float(value)


def _limit(kind: Kind) -> None:
    """What the system sees to, also where a rule never returns, or asks for a lot in one step."""
    with contextlib.suppress(Exception):  # only Linux can: it ends this process with the server
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        for limit, most in (("CORE", 0), ("AS", kind.address_space * MEGABYTE)):
            which = getattr(resource, f"RLIMIT_{limit}")
            resource.setrlimit(which, (most, resource.getrlimit(which)[1]))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(kind.nice)


def main() -> None:
    """The process."""
    settings = json.loads(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(KINDS[settings["kind"]])
    Worker(**settings).run()


if __name__ == "__main__":
    main()
