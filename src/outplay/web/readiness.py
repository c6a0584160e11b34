"""Which games run natively: what is compiled, what is being compiled, and what never will be.

Each game is compiled in a new process of its own, with a lower priority, one game at a time. Search
workers load what it has put on disk, between two jobs.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from outplay.web.process import WorkerEnded, WorkerProcess
from outplay.web.scheduler import QueuedJob

COMPILE_SECONDS, LOAD_SECONDS = 300.0, 30.0

MOST_WAITING = 20
"""Games that wait to be compiled; others are compiled when somebody plays them again."""

MOST_LOADED = 6
"""Games that idle workers load by themselves: those that were played last."""

MOST_FAILURES = 3
"""Times that native code does not load before it is given up."""

SILENT = 3.0
"""Seconds before people are told: to find that all is compiled already takes two."""

EAGER = 2.0
"""Seconds after which native code is loaded although moves wait."""

MOST_ATTEMPTS = 2
MOST_KNOWN = 500

FAILURES = {
    "Memory": "compiling its rules takes too much memory",
    "Crash": "the process that compiled its rules ended, and so did the next one",
    "Time": f"its rules were not compiled within {COMPILE_SECONDS:g} s",
}
"""Why a game never runs natively, by the kind of error."""

Work = tuple[str, dict[str, Any], str]
"""A job for the compiler, its args, and the variant that it is for."""


@dataclass
class Native:
    """What is known of one game with its parameters."""

    state: str = "compiling"
    """`compiling`, `ready` or `never`."""
    reason: str = ""
    """Why never."""
    since: float = field(default_factory=time.monotonic)
    failures: int = 0


def variant_of(args: dict[str, Any]) -> str:
    """The game and its parameters that a job is about, as one text; empty if there is none."""
    spot = args.get("spot", args)
    if not isinstance(spot, dict) or not isinstance(spot.get("game"), str):
        return ""
    with contextlib.suppress(TypeError, ValueError, RecursionError):
        return json.dumps([spot["game"], spot.get("with") or {}], sort_keys=True)
    return ""


def _args(variant: str) -> dict[str, Any]:
    return dict(zip(("game", "with"), json.loads(variant), strict=True))


class Readiness:
    """Has rules compiled, and workers load them."""

    def __init__(self, new_compiler: Callable[[], WorkerProcess]) -> None:
        self._new_compiler = new_compiler
        self._known: OrderedDict[str, Native] = OrderedDict()
        self._recent: OrderedDict[str, None] = OrderedDict()
        self._waiting: list[Work] = []
        self._rehearsed: set[tuple[str, str]] = set()
        self._task: asyncio.Task[None] | None = None

    def want(self, variant: str) -> None:
        """Somebody plays it: it is compiled, if it is not yet."""
        if not variant:
            return
        self._recent[variant] = None
        self._recent.move_to_end(variant)
        if variant not in self._known:
            self._compile(variant)
        self._known.move_to_end(variant)
        for known, most in ((self._recent, MOST_LOADED), (self._known, MOST_KNOWN)):
            while len(known) > most:
                known.popitem(last=False)

    def text(self, variant: str) -> str:
        """What to tell people while a game is being compiled; empty if it is not."""
        native = self._known.get(variant)
        if native is None or native.state != "compiling":
            return ""
        if time.monotonic() - native.since < SILENT:
            return ""
        return f"Compiling the rules of {_args(variant)['game']}; until then searches are slow."

    def reason(self, variant: str) -> str:
        """Why a game runs interpreted."""
        native = self._known.get(variant)
        if native is None or native.state == "compiling":
            return ""
        if native.state == "never":
            return native.reason.rstrip(".")
        return "the compiled rules are being loaded"

    def is_ready(self, variant: str) -> bool:
        """Is native code of it on disk?"""
        return variant in self._known and self._known[variant].state == "ready"

    def is_missing(self, worker: WorkerProcess, variant: str) -> bool:
        """Is native code on disk that the worker has not loaded?"""
        return self.is_ready(variant) and variant not in worker.loaded

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- compiling ------------------------------------------------------------------------------

    def _compile(self, variant: str, failures: int = 0) -> None:
        self._known[variant] = Native(failures=failures)
        self._put(("compile", _args(variant), variant))

    def _put(self, work: Work) -> None:
        self._waiting.append(work)
        if len(self._waiting) > MOST_WAITING:
            self._known.pop(self._waiting.pop(0)[2], None)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Does what waits; what was wanted last comes first, as somebody plays it now."""
        while self._waiting:
            job, args, variant = self._waiting.pop()
            for _ in range(MOST_ATTEMPTS):
                answer = await self._answer(job, args)
                if answer.get("kind") != "Crash":
                    break
            native = self._known.get(variant)
            if job != "compile" or native is None:
                continue
            native.since = time.monotonic()
            result = answer.get("result", {})
            native.state = "ready" if result.get("ready") else "never"
            native.reason = result.get("reason") or FAILURES.get(
                answer.get("kind", ""), f"the rules do not compile: {answer.get('error')}"
            )

    async def _answer(self, job: str, args: dict[str, Any]) -> dict[str, Any]:
        """The last message of a job in a new process."""
        try:
            async with self._new_compiler() as worker:
                try:
                    return await worker.ask(job, args, COMPILE_SECONDS)
                except TimeoutError:
                    worker.kill()
                    return {"kind": "Time"}
        except (OSError, WorkerEnded):
            return {"kind": "Crash"}

    # --- loading --------------------------------------------------------------------------------

    def to_load(self, worker: WorkerProcess, job: QueuedJob | None, *, alone: bool) -> str | None:
        """The variant that an idle worker should load before that job, if nobody waits for it.

        `alone`: no other worker loads now. One at a time, so that the others can take moves.
        """
        if job is None:
            missing = (v for v in reversed(self._recent) if self.is_missing(worker, v))
            return next(missing, None) if alone else None
        if not self.is_missing(worker, job.variant):
            return None
        waited = time.monotonic() - self._known[job.variant].since > EAGER
        return job.variant if not job.urgent or (waited and alone) else None

    async def load(self, worker: WorkerProcess, variant: str) -> None:
        """Lets a worker load native code; raises WorkerEnded or TimeoutError."""
        answer = await worker.ask("load", _args(variant), LOAD_SECONDS)
        if answer.get("result", {}).get("loaded"):
            worker.loaded.add(variant)
        elif (native := self._known.get(variant)) is not None:
            # It was compiled, and is gone: a rules file was edited, or a folder emptied.
            if native.failures + 1 >= MOST_FAILURES:
                native.state, native.reason = "never", "its compiled rules do not load"
            else:
                self._compile(variant, native.failures + 1)

    def answered(self, worker: WorkerProcess, job: QueuedJob, message: dict[str, Any]) -> None:
        """Takes from the last message of a job what it says about native code."""
        if message.get("native") is False:  # it had to make room for another game
            worker.loaded.discard(job.variant)
        if message.get("wanted") and (job.name, job.variant) not in self._rehearsed:
            if len(self._rehearsed) >= MOST_KNOWN:
                self._rehearsed.clear()
            self._rehearsed.add((job.name, job.variant))
            args = {name: value for name, value in job.args.items() if name != "carry"}
            self._put(("rehearse", {"job": job.name, "args": args}, job.variant))
