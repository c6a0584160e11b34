"""Which games run natively: what is compiled, what is being compiled, and what never will be.

Each game is compiled in a new process of its own, with a lower priority, one game at a time. Other
workers load what it has put on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from outplay.web.jobs import Fields
from outplay.web.process import Message, WorkerEnded, WorkerProcess
from outplay.web.scheduler import Job

COMPILE_SECONDS = 300.0

MOST_WAITING = 20
"""Games that wait to be compiled; others are compiled when somebody plays them again."""

MOST_RECENT = 6
"""Games that idle workers load: those that were played last."""

MOST_MORE = 20
"""Times that jobs about a game have more code compiled."""

SILENT = 3.0
"""Seconds before people are told: to find that all is compiled already takes two."""

MOST_ATTEMPTS = 2
MOST_KNOWN = 500

FAILURES = {
    "Memory": "compiling its rules takes too much memory",
    "Crash": "the process that compiled its rules ended, and so did the next one",
    "Time": f"its rules were not compiled within {COMPILE_SECONDS:g} s",
}
"""Why a game never runs natively, by the kind of error."""


@dataclass
class Native:
    """What is known of one game with its parameters."""

    state: str = "compiling"
    """`compiling`, `ready` or `never`."""
    reason: str = ""
    """Why never."""
    since: float = field(default_factory=time.monotonic)
    more: int = 0
    """How often more was compiled."""


def variant_of(args: Fields) -> str:
    """The game and its parameters that a job is about, as one text; empty if there is none."""
    spot = args.get("spot", args)
    if not isinstance(spot, dict) or not isinstance(spot.get("game"), str):
        return ""
    with contextlib.suppress(TypeError, ValueError, RecursionError):
        return json.dumps([spot["game"], spot.get("with") or {}], sort_keys=True)
    return ""


def fields_of(variant: str) -> dict[str, object]:
    """The fields of a spot that name the variant."""
    return dict(zip(("game", "with"), json.loads(variant), strict=True))


class Readiness:
    """Has rules compiled."""

    def __init__(self, new_compiler: Callable[[], WorkerProcess]) -> None:
        self._new_compiler = new_compiler
        self._known: OrderedDict[str, Native] = OrderedDict()
        """What was played last comes last."""
        self._waiting: list[tuple[str, Job | None]] = []
        """Variants to compile, and jobs that need more of their code than all do."""
        self._task: asyncio.Task[None] | None = None
        self.when_ready: Callable[[], None] = lambda: None
        """Called when a game is ready, or never will be."""

    def want(self, variant: str) -> None:
        """Somebody plays it: it is compiled, if it is not yet."""
        if not variant:
            return
        if variant not in self._known:
            self._known[variant] = Native()
            self._put(variant, None)
        self._known.move_to_end(variant)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def want_more(self, job: Job) -> None:
        """The job needed code that is not on disk: of a search that few need, or an edited file."""
        native = self._known.get(job.variant)
        waits = any(variant == job.variant for variant, _ in self._waiting)
        if native is not None and native.more < MOST_MORE and not waits:
            native.more += 1
            self._put(job.variant, job)

    def text(self, variant: str) -> str:
        """What to tell people while a game is being compiled; empty if it is not."""
        native = self._known.get(variant)
        if native is None or native.state != "compiling":
            return ""
        if time.monotonic() - native.since < SILENT:
            return ""
        return f"Compiling the rules of {fields_of(variant)['game']}; until then searches are slow."

    def reason(self, variant: str) -> str:
        """Why a game runs interpreted."""
        native = self._known.get(variant)
        if native is None or native.state == "compiling":
            return ""
        return native.reason.rstrip(".") or "the compiled rules are being loaded"

    def is_ready(self, variant: str) -> bool:
        """Is native code of it on disk?"""
        return variant in self._known and self._known[variant].state == "ready"

    def recent(self) -> list[str]:
        """The variants that were played last and are ready, the last one first."""
        return [v for v in islice(reversed(self._known), MOST_RECENT) if self.is_ready(v)]

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _put(self, variant: str, job: Job | None) -> None:
        self._waiting.append((variant, job))
        if len(self._waiting) > MOST_WAITING:
            self._known.pop(self._waiting.pop(0)[0], None)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Compiles what waits; what was wanted last comes first, as somebody plays it now."""
        while self._waiting:
            variant, job = self._waiting.pop()
            more = {} if job is None else {"job": job.name, "args": job.args}
            for _ in range(MOST_ATTEMPTS):
                answer = await self._compiled({**fields_of(variant), **more})
                if answer.get("kind") != "Crash":
                    break
            native = self._known.get(variant)
            if job is not None or native is None:
                continue
            result = answer.get("result", {})
            native.state = "ready" if result.get("ready") else "never"
            native.reason = str(result.get("reason", ""))
            if "result" not in answer:
                failure = f"the rules do not compile: {answer.get('error')}"
                native.reason = FAILURES.get(answer["kind"], failure)
            self.when_ready()

    async def _compiled(self, args: Fields) -> Message:
        """What a new process says of compiling it."""
        try:
            async with self._new_compiler() as worker:
                try:
                    return await worker.ask("compile", args, COMPILE_SECONDS)
                except TimeoutError:
                    worker.kill()
                    return {"kind": "Time"}
        except (OSError, WorkerEnded):
            return {"kind": "Crash"}
