"""The server's worker processes: `ask` for one answer, `stream` for many lines.

All kinds of processes run the same program, with other limits and priorities: what is slow never
keeps what is quick from a process, and the system gives analyses the time that moves leave. The
server itself never runs a rule.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from functools import partial

from outplay.native import cache
from outplay.web.jobs import JOBS, Answer, Fields
from outplay.web.process import WorkerProcess
from outplay.web.readiness import Readiness
from outplay.web.scheduler import Job, Refused, variant_of
from outplay.web.worker_group import WorkerGroup

__all__ = ["Pool", "Refused"]

MOST_STUDIES, MOST_ANALYSES, KEPT = 4, 8, 2
"""Processes of these kinds, which are started when they are needed; those that stay for others."""

PATIENCE = 3.0
"""Seconds after a stop when the process is killed."""

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
        solutions: Sequence[str] = (),
        searchers: int | None = None,
        quick: int = 2,
        program: str = "outplay.web.worker",
    ) -> None:
        """`own` are the paths of rules files, by the names that the page has for them; `solutions`
        those of solved games."""
        self._environment: dict[str, str] = {}
        self._solutions = solutions
        self._temporary = contextlib.ExitStack()
        has_affinity = hasattr(os, "sched_getaffinity")
        cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
        movers = max(2, cores if searchers is None else searchers)

        def new(kind: str) -> Callable[[], WorkerProcess]:
            return partial(WorkerProcess, kind, own or {}, self._environment, program, solutions)

        self.readiness = Readiness(new("compile"))

        def group(kind: str, size: int, kept: int) -> WorkerGroup:
            known = self.readiness
            return WorkerGroup(
                size, new(kind), each=2, kept=kept, patience=PATIENCE, readiness=known
            )

        self.groups = {
            "quick": WorkerGroup(quick, new("quick"), each=64, kept=quick, patience=0),
            "move": group("move", movers, movers),
            "study": group("study", MOST_STUDIES, KEPT),
            "analysis": group("analysis", MOST_ANALYSES, KEPT),
            "compile": self.readiness.compilers,
        }
        self.readiness.compilers.when_free = self._wake

    def _wake(self) -> None:
        for group in self.groups.values():
            group.wake()

    async def __aenter__(self) -> Pool:
        """Starts the processes that somebody waits for. Jobs wait until one is ready."""
        self._find_place_for_native_code()
        self.groups["quick"].start()
        self.groups["move"].start()
        if self._solutions:  # what is looked up is there at once, and should not wait for a process
            self.groups["analysis"].start()
        return self

    async def __aexit__(self, *error: object) -> None:
        """Ends all processes; what waits is refused."""
        await asyncio.gather(*(group.close() for group in self.groups.values()))
        self._temporary.close()

    async def ask(self, name: str, args: Fields, *, client: str, seconds: float) -> Answer:
        """The result of a job; raises Refused. Cancelled, it stops the job."""
        with self._submitted(name, args, client, seconds) as (_, job):
            while job.outcome is None:
                await job.news.wait()
                job.news.clear()
                job.progress.clear()
        return job.result()

    async def stream(
        self, name: str, args: Fields, *, client: str, seconds: float
    ) -> AsyncGenerator[Answer, None]:
        """The progress of a job line by line, and its result last; closed, it stops the job.

        Before that `{"state": "queued", "ahead": 2}`, as long as it waits, and
        `{"state": "compiling", "text": …}` if its rules are. Raises Refused.
        """
        told: Answer = {}
        with self._submitted(name, args, client, seconds) as (group, job):
            await asyncio.sleep(0)  # a process takes it now, if there is one
            while True:
                line: Answer = {}
                if job in group.queue:
                    line = {"state": "queued", "ahead": group.queue.index(job)}
                elif text := self.compiling(args):
                    line = {"state": "compiling", "text": text}
                if line and line != told:
                    told = line
                    yield line
                while job.progress:
                    yield job.progress.pop(0)
                if job.outcome is not None:
                    break
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_AGAIN):
                        await job.news.wait()
                job.news.clear()
        yield {"state": "done", **job.result()}

    def compiling(self, args: Fields) -> str:
        """What to tell people while the rules of that spot are being compiled; else nothing."""
        return self.readiness.text(variant_of(args))

    @contextlib.contextmanager
    def _submitted(
        self, name: str, args: Fields, client: str, seconds: float
    ) -> Iterator[tuple[WorkerGroup, Job]]:
        """Within, the job waits or runs; afterwards it is stopped, if it is not done."""
        group = self.groups[JOBS[name].group]
        job = Job(name, args, client, seconds)
        group.submit(job)
        try:
            self.readiness.want(job.variant)
            yield group, job
        finally:
            group.drop(job)

    def _find_place_for_native_code(self) -> None:
        """Where one process leaves native code for others: the usual folder, or a temporary one."""
        with contextlib.suppress(OSError):
            if (folder := cache.folder()) is not None:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return
        temporary = tempfile.TemporaryDirectory(prefix="outplay-", ignore_cleanup_errors=True)
        self._environment[cache.VARIABLE] = self._temporary.enter_context(temporary)
