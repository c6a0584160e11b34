"""The server's worker processes: `ask` for one answer, `stream` for many lines.

Three kinds of processes run the same program: some answer quick questions about rules, some search,
and one compiles (see `readiness.py`). The server itself never runs a rule.
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
from functools import partial
from typing import Any

from outplay.native import cache
from outplay.paths import expanded
from outplay.web.jobs import JOBS
from outplay.web.process import WorkerProcess
from outplay.web.readiness import Readiness, variant_of
from outplay.web.scheduler import QueuedJob, Refused
from outplay.web.worker_group import WorkerGroup

__all__ = ["Pool", "Refused"]

EACH_SEARCH, EACH_QUICK = 2, 64
"""Jobs of one client that may wait."""

USUAL_SECONDS = 1.0
"""For thinking about a move, if the job does not say."""

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
        self,
        own: Mapping[str, str] | None = None,
        *,
        searchers: int | None = None,
        quick: int = 2,
        compiles: bool = True,
        program: str = "outplay.web.worker",
    ) -> None:
        """`own` are rules files by the names that the page has for them."""
        paths = {key: _absolute(path) for key, path in (own or {}).items()}
        self._environment: dict[str, str] = {}
        self._temporary: str | None = None
        has_affinity = hasattr(os, "sched_getaffinity")
        cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1

        def new(kind: str) -> WorkerProcess:
            return WorkerProcess(kind, paths, self._environment, program)

        self.readiness = Readiness(partial(new, "compile")) if compiles else None
        self.quick = WorkerGroup(quick, partial(new, "quick"), strict=True, each=EACH_QUICK)
        self.search = WorkerGroup(
            max(2, cores if searchers is None else searchers),
            partial(new, "search"),
            each=EACH_SEARCH,
            readiness=self.readiness,
        )

    async def __aenter__(self) -> Pool:
        """Starts the processes. Jobs wait until one is ready."""
        self._environment |= self._place_for_native_code()
        self.quick.start()
        self.search.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        """Ends all processes; what waits is refused."""
        closing = [self.quick.close(), self.search.close()]
        if self.readiness is not None:
            closing.append(self.readiness.close())
        await asyncio.gather(*closing)
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)

    async def ask(
        self, name: str, args: dict[str, Any], *, client: str, seconds: float, urgent: bool = False
    ) -> dict[str, Any]:
        """The result of a job; raises Refused. Cancelled, it stops the job."""
        group, job = self._submit(name, args, client, seconds, urgent or JOBS[name].urgent)
        try:
            while job.outcome is None:
                await job.news.wait()
                job.news.clear()
                job.progress.clear()
        finally:
            group.drop(job)
        return job.result()

    async def stream(
        self, name: str, args: dict[str, Any], *, client: str, seconds: float
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The progress of a job line by line, and its result last; closed, it stops the job.

        Before that `{"state": "queued", "ahead": 2}`, as long as it waits, and
        `{"state": "compiling", "text": …}` if its rules are. Raises Refused.
        """
        group, job = self._submit(name, args, client, seconds, urgent=False)
        ahead = -1
        told_compiling = False
        try:
            await asyncio.sleep(0)  # an idle worker takes it now
            while True:
                if job.slices == 0 and job in group.queue.jobs:
                    if (now := group.queue.order().index(job)) != ahead:
                        ahead = now
                        yield {"state": "queued", "ahead": ahead}
                elif not told_compiling and (text := self.compiling(args)):
                    told_compiling = True
                    yield {"state": "compiling", "text": text}
                while job.progress:
                    yield job.progress.pop(0)
                if job.outcome is not None:
                    break
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_AGAIN):
                        await job.news.wait()
                job.news.clear()
            yield {"state": "done", **job.result()}
        finally:
            group.drop(job)

    def compiling(self, args: dict[str, Any]) -> str:
        """What to tell people while the rules of that spot are being compiled; else nothing."""
        return "" if self.readiness is None else self.readiness.text(variant_of(args))

    def _submit(
        self, name: str, args: dict[str, Any], client: str, seconds: float, urgent: bool
    ) -> tuple[WorkerGroup, QueuedJob]:
        group = self.quick if JOBS[name].quick else self.search
        job = QueuedJob(
            name, args, client, seconds, time.monotonic(), urgent=urgent, sliced=JOBS[name].sliced
        )
        if urgent:
            thinks = args.get("seconds")
            usable = isinstance(thinks, int | float) and 0 < thinks < math.inf
            job.thinks = float(thinks) if usable else USUAL_SECONDS  # type: ignore[arg-type]
        if self.readiness is not None and JOBS[name].searches:
            job.variant = variant_of(args)
        group.submit(job)
        if self.readiness is not None:
            self.readiness.want(job.variant)
        return group, job

    def _place_for_native_code(self) -> dict[str, str]:
        """Where one process leaves native code for others: the usual folder, or a temporary one."""
        folder = cache.folder()
        if folder is not None:
            with contextlib.suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return {}
        self._temporary = tempfile.mkdtemp(prefix="outplay-")
        return {cache.VARIABLE: self._temporary}


def _absolute(path: str) -> str:
    """The same file from any folder; `my_game.py:ClassName` keeps its class."""
    file, colon, name = path.partition(".py:")
    if colon:
        return f"{expanded(file + '.py').absolute()}:{name}"
    return str(expanded(path).absolute())
