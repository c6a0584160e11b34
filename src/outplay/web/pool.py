"""The server's way to its worker processes: `ask` for one answer, `stream` for many lines.

Three kinds of processes do the same program: the desk answers quick questions about rules, thinkers
search, and a compiler compiles (see `readiness.py`). The server itself never runs a rule.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import shutil
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from outplay.native import cache
from outplay.paths import expanded
from outplay.web.jobs import QUICK, SLICED, URGENT
from outplay.web.readiness import Readiness, variant_of
from outplay.web.scheduler import QueuedJob, Refused
from outplay.web.worker_group import WorkerGroup

__all__ = ["Pool", "Refused"]

SEARCHING = frozenset({"move", "hint", "analyse", "why", "review", "tree", "open"})
"""Jobs that are quicker with native code."""

MOST_WAITING = 200
EACH, EACH_QUICK = 2, 64
"""Jobs that may wait in all, and of one client."""

USUAL_THOUGHT = 1.0
"""Seconds that an urgent job thinks if it does not say."""

LOOK_AGAIN = 0.5
"""Seconds between two looks at how many are ahead."""


class Pool:
    """All worker processes.

    >>> async def example():
    ...     async with Pool() as pool:
    ...         spot = {"game": "tic-tac-toe", "moves": ["b2"]}
    ...         return await pool.ask("look", {"spot": spot}, client="a tab", seconds=5)
    """

    def __init__(
        self, own: Mapping[str, str] | None = None, *, searchers: int | None = None, quick: int = 2,
        compiles: bool = True, program: str = "outplay.web.worker",
    ) -> None:  # fmt: skip
        """`own` are rules files by the names that the page has for them."""
        self._program = program
        self.own = {key: _whole_path(path) for key, path in (own or {}).items()}
        self._temporary: str | None = None
        self._environment: dict[str, str] = {}
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
        number = searchers if searchers is not None else (cores or os.cpu_count() or 1)
        self.readiness = Readiness(self._compiler) if compiles else None
        self.quick = WorkerGroup(
            "quick", quick, own=self.own, environment=self._environment, strict=True,
            most=MOST_WAITING, each=EACH_QUICK, program=program,
        )  # fmt: skip
        self.search = WorkerGroup(
            "search", max(2, number), own=self.own, environment=self._environment,
            most=MOST_WAITING, each=EACH, program=program,
            answered=self._answered, before=self._before,
            reason=self.readiness.reason if self.readiness else lambda variant: "it is asked for",
        )  # fmt: skip
        if self.readiness is not None:
            self.readiness.ready = self.search.pause_variant

    async def start(self) -> None:
        """Starts the processes. Jobs may be asked at once; they wait until one is ready."""
        self._environment |= self._place_for_native_code()
        self.quick.start()
        self.search.start()

    async def close(self) -> None:
        """Ends all processes; what waits is refused."""
        if self.readiness is not None:
            await self.readiness.close()
        await asyncio.gather(self.quick.close(), self.search.close())
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)

    async def __aenter__(self) -> Pool:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    # --- asking ---------------------------------------------------------------------------------

    async def ask(
        self, job: str, args: dict[str, Any], *, client: str, seconds: float,
        urgent: bool | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """The answer of a job; raises Refused. Cancelled, it stops the job."""
        group, ticket, event = self._submit(job, args, client, seconds, urgent)
        try:
            while ticket.result is None and ticket.refused is None:
                await event.wait()
                event.clear()
                ticket.told.clear()
        finally:
            group.drop(ticket)
        return _result(ticket)

    async def stream(
        self, job: str, args: dict[str, Any], *, client: str, seconds: float
    ) -> AsyncGenerator[dict[str, Any], None]:
        """What a job tells, line by line, and its answer last; closed, it stops the job.

        Before that `{"state": "queued", "ahead": 2}`, as long as it waits, and
        `{"state": "compiling", "text": …}` if its rules are. Raises Refused.
        """
        group, ticket, event = self._submit(job, args, client, seconds, False)
        ahead = -1
        told_compiling = False
        try:
            while True:
                if ticket.slices == 0 and ticket in group.waiting:
                    if (now := group.waiting.ahead(ticket)) != ahead:
                        ahead = now
                        yield {"state": "queued", "ahead": ahead}
                elif not told_compiling and (text := self.compiling(args)):
                    told_compiling = True
                    yield {"state": "compiling", "text": text}
                while ticket.told:
                    yield ticket.told.pop(0)
                if ticket.result is not None or ticket.refused is not None:
                    break
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), LOOK_AGAIN)
                event.clear()
            yield {"state": "done", **_result(ticket)}
        finally:
            group.drop(ticket)

    def compiling(self, args: dict[str, Any]) -> str:
        """What to tell people if the rules of that spot are being compiled; else nothing."""
        return "" if self.readiness is None else self.readiness.text(variant_of(args))

    def _submit(
        self, job: str, args: dict[str, Any], client: str, seconds: float, urgent: bool | None
    ) -> tuple[WorkerGroup, QueuedJob, asyncio.Event]:
        group = self.quick if job in QUICK else self.search
        searches = job in SEARCHING and self.readiness is not None
        ticket = QueuedJob(
            0, job, args, client, seconds, time.monotonic(),
            urgent=job in URGENT if urgent is None else urgent, sliced=job in SLICED,
            variant=variant_of(args) if searches else "",
        )  # fmt: skip
        if ticket.urgent:
            thinks = args.get("seconds", USUAL_THOUGHT)
            usable = isinstance(thinks, int | float) and 0 < thinks < math.inf
            ticket.thinks = float(thinks) if usable else USUAL_THOUGHT
        event = group.submit(ticket)
        if self.readiness is not None:
            self.readiness.want(ticket.variant)
        return group, ticket, event

    # --- native code ----------------------------------------------------------------------------

    def _before(self, process: Any, ticket: QueuedJob | None) -> bool:
        if self.readiness is None:
            return False
        return self.readiness.before(self.search, process, ticket)

    def _answered(self, process: Any, ticket: QueuedJob, message: dict[str, Any]) -> None:
        if self.readiness is not None:
            self.readiness.heard(process, ticket, message)

    def _compiler(self) -> WorkerGroup:
        return WorkerGroup(
            "compile", 1, own=self.own, environment=self._environment, program=self._program
        )

    def _place_for_native_code(self) -> dict[str, str]:
        """Where one process leaves native code for others: the usual folder, or one of our own."""
        folder = cache.folder()
        if folder is not None:
            with contextlib.suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return {}
        self._temporary = tempfile.mkdtemp(prefix="outplay-")
        return {cache.VARIABLE: self._temporary}


def _result(ticket: QueuedJob) -> dict[str, Any]:
    if ticket.refused is not None:
        raise ticket.refused
    assert ticket.result is not None
    return ticket.result


def _whole_path(path: str) -> str:
    """The same file from any folder; `my_game.py:ClassName` keeps its class."""
    file, colon, name = path.partition(".py:")
    if colon:
        return f"{expanded(file + '.py').absolute()}:{name}"
    return str(expanded(path).absolute())
