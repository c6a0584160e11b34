"""Which games run natively: what is compiled, what is being compiled, and what never will be.

Rules are compiled in a process of their own, which steps back for all others, is started when it
is needed and ends when it is not. The thinkers load what it has put on disk, between two jobs.

A compiler grows with each game, since none is ever let go. So it is replaced when it has become
large; and one that reaches its limit says nothing about the game at hand, unless it is a new one
that has done nothing else.
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

from outplay.web.process import Process
from outplay.web.scheduler import QueuedJob, Refused
from outplay.web.worker_group import LOADING, WorkerGroup

COMPILE_SECONDS, REHEARSE_SECONDS, LOAD_SECONDS = 300.0, 60.0, 30.0

REST = 30.0
"""Seconds without work after which the compiler's process ends."""

MOST_WAITING = 20
"""Games that wait to be compiled; others are asked for again when somebody plays them."""

MOST_LOADED = 6
"""Games that idle processes load by themselves: those that were asked for last."""

MOST_FAILURES = 3
"""Times that native code does not load before it is given up."""

SILENT = 1.5
"""Seconds that nobody is told of: to find that all is compiled already takes about a second."""

EAGER = 2.0
"""Seconds after which native code is loaded although moves wait."""

USED_UP = 1_000
"""Megabytes at which a compiler is replaced: half of what it may have."""

MOST_KNOWN = 500

Work = tuple[str, dict[str, Any], str]
"""A job for the compiler, its args, and the variant that it is for."""


@dataclass
class Native:
    """One game with its parameters."""

    state: str = "compiling"
    """`compiling`, `ready` or `never`."""
    reason: str = ""
    """Why never."""
    since: float = field(default_factory=time.monotonic)
    """When it came to be so."""
    failures: int = 0


def variant_of(args: dict[str, Any]) -> str:
    """The game and its parameters that a job is about, as one text; empty if there is none."""
    spot = args.get("spot", args)
    if not isinstance(spot, dict) or not isinstance(spot.get("game"), str):
        return ""
    with contextlib.suppress(TypeError, ValueError, RecursionError):
        return json.dumps([spot["game"], spot.get("with") or {}], sort_keys=True)
    return ""


class Readiness:
    """Has rules compiled, and processes load them."""

    def __init__(self, compiler: Callable[[], WorkerGroup]) -> None:
        """`compiler` gives a group of one process that may compile; it is started here."""
        self._compiler = compiler
        self._known: OrderedDict[str, Native] = OrderedDict()
        self._recent: OrderedDict[str, None] = OrderedDict()
        self._waiting: list[Work] = []
        self._rehearsed: set[tuple[str, str]] = set()
        self._task: asyncio.Task[None] | None = None
        self._more = asyncio.Event()
        self.ready: Callable[[str], None] = lambda variant: None
        """Told when a game has been compiled."""

    def want(self, variant: str) -> None:
        """Somebody plays it: it is compiled, if it is not yet."""
        if not variant:
            return
        self._recent[variant] = None
        self._recent.move_to_end(variant)
        while len(self._recent) > MOST_LOADED:
            self._recent.popitem(last=False)
        if variant not in self._known:
            self._compile(variant)
        self._known.move_to_end(variant)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def text(self, variant: str) -> str:
        """What to tell people while a game is being compiled; empty if it is not."""
        native = self._known.get(variant)
        if native is None or native.state != "compiling":
            return ""
        if time.monotonic() - native.since < SILENT:
            return ""
        return f"The rules of {_name(variant)} are being compiled; until then it thinks slowly."

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
        native = self._known.get(variant)
        return native is not None and native.state == "ready"

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- compiling ------------------------------------------------------------------------------

    def _compile(self, variant: str) -> None:
        if sum(job == "compile" for job, *_ in self._waiting) >= MOST_WAITING:
            oldest = next(work for work in self._waiting if work[0] == "compile")
            self._waiting.remove(oldest)
            self._known.pop(oldest[2], None)  # asked for again by the next who plays it
        self._known[variant] = Native()
        game, parameters = json.loads(variant)
        self._put(("compile", {"game": game, "with": parameters}, variant))

    def _put(self, work: Work) -> None:
        self._waiting.append(work)
        self._more.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        """Does what waits, and ends some time after nothing does."""
        again: Work | None = None
        while self._waiting or again is not None:
            group = self._compiler()
            group.start()
            try:
                again = await self._work_with(group, again)
            finally:
                await group.close()

    async def _work_with(self, group: WorkerGroup, first: Work | None) -> Work | None:
        """Does what waits with a new compiler, until that is used up or has rested for long.

        `first` is done first. Gives what the next compiler should do first: what this one had too
        little memory for, after it had done something else.
        """
        fresh = True
        with contextlib.suppress(TimeoutError):
            while True:
                while self._waiting or first is not None:
                    job, args, variant = work = first or self._next()
                    first = None
                    answer = await _asked(group, job, args)
                    full = isinstance(answer, Refused) and answer.kind == "Memory"
                    if job == "compile":
                        if full and not fresh:
                            return work
                        self._compiled(variant, answer)
                    if full or group.megabytes > USED_UP:
                        return None
                    fresh = False
                self._more.clear()
                await asyncio.wait_for(self._more.wait(), REST)
        return None

    def _next(self) -> Work:
        """What was asked for last: somebody is at it now."""
        order = list(self._recent)
        work = max(
            self._waiting,
            key=lambda w: (w[0] == "compile", order.index(w[2]) if w[2] in order else -1),
        )
        self._waiting.remove(work)
        return work

    def _compiled(self, variant: str, answer: dict[str, Any] | Refused) -> None:
        native = self._known.get(variant)
        if native is None:
            return
        native.since = time.monotonic()
        if isinstance(answer, Refused):
            if answer.kind == "Closed":
                return
            why = {
                "Memory": "compiling its rules takes too much memory",
                "Crash": "the process that compiled its rules ended, and so did the next one",
            }.get(answer.kind, f"the rules do not compile: {answer}")
            native.state, native.reason = "never", why
        elif answer["ready"]:
            native.state = "ready"
            self.ready(variant)
        else:
            native.state, native.reason = "never", answer["reason"]

    # --- loading --------------------------------------------------------------------------------

    def before(self, group: WorkerGroup, process: Process, ticket: QueuedJob | None) -> bool:
        """Lets an idle process load what it needs, if nobody has to wait for that."""
        variant = self._to_load(group, process, ticket)
        if variant is None:
            return False
        process.loading, process.started = variant, time.monotonic()
        process.allowed = LOAD_SECONDS
        game, parameters = json.loads(variant)
        args = {"game": game, "with": parameters}
        process.send({"id": LOADING.number, "job": "load", "args": args, "seconds": LOAD_SECONDS})
        return True

    def _to_load(
        self, group: WorkerGroup, process: Process, ticket: QueuedJob | None
    ) -> str | None:
        """The variant; None for nothing."""

        def missing(variant: str) -> bool:
            return self.is_ready(variant) and variant not in process.loaded

        # One at a time, so that the others are there for moves.
        alone = not any(p.loading for p in group.processes)
        if ticket is None:
            return next((v for v in reversed(self._recent) if alone and missing(v)), None)
        if not missing(ticket.variant):
            return None
        if not ticket.urgent:
            return ticket.variant
        waited = time.monotonic() - self._known[ticket.variant].since > EAGER
        return ticket.variant if waited and alone else None

    def heard(self, process: Process, ticket: QueuedJob, message: dict[str, Any]) -> None:
        """A process has answered."""
        if ticket is LOADING:
            variant, process.loading = process.loading, ""
            process.megabytes = message.get("megabytes", 0)
            if message.get("result", {}).get("loaded"):
                process.loaded.add(variant)
            else:
                self._does_not_load(variant)
            return
        native = self._known.get(ticket.variant)
        if message.get("never") and native is not None and native.state == "compiling":
            native.state, native.reason = "never", message["never"]
            self._waiting = [work for work in self._waiting if work[2] != ticket.variant]
        if message.get("native") is False:  # it had to make room for another game
            process.loaded.discard(ticket.variant)
        if message.get("wanted") and (ticket.job, ticket.variant) not in self._rehearsed:
            if len(self._rehearsed) >= MOST_KNOWN:
                self._rehearsed.clear()
            self._rehearsed.add((ticket.job, ticket.variant))
            args = {name: value for name, value in ticket.args.items() if name != "carry"}
            self._put(("rehearse", {"job": ticket.job, "args": args}, ticket.variant))

    def _does_not_load(self, variant: str) -> None:
        """It was compiled, and is not there: a rules file that was edited, or a folder emptied."""
        native = self._known.get(variant)
        if native is None:
            return
        failures = native.failures + 1
        if failures >= MOST_FAILURES:
            native.state, native.reason = "never", "its compiled rules do not load"
            return
        self._compile(variant)
        self._known[variant].failures = failures


async def _asked(group: WorkerGroup, job: str, args: dict[str, Any]) -> dict[str, Any] | Refused:
    seconds = COMPILE_SECONDS if job == "compile" else REHEARSE_SECONDS
    ticket = QueuedJob(0, job, args, "", seconds, time.monotonic())
    try:
        event = group.submit(ticket)
        while ticket.result is None and ticket.refused is None:
            await event.wait()
            event.clear()
    except Refused as refused:
        return refused
    finally:
        group.drop(ticket)
    return ticket.result if ticket.result is not None else ticket.refused or {}


def _name(variant: str) -> str:
    return str(json.loads(variant)[0])
