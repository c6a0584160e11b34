"""The server's worker processes: `ask` for one answer, `stream` for many lines.

All kinds of processes run the same program, with other limits and priorities: what is slow never
keeps what is quick from a process, and the system gives analyses the time that moves leave. The
server itself never runs a rule. A job that has its turn has a task here, which gives it to a
process, and to another one if that ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import partial
from itertools import islice, product

from outplay.native import cache
from outplay.web.jobs import Answer, Fields
from outplay.web.process import WorkerProcess
from outplay.web.scheduler import Job, Refused, Turns
from outplay.web.worker import KINDS

LOOK_AGAIN = 0.5
"""Seconds between two looks at how many are ahead."""

COMPILE_SECONDS = 300.0

CLOSED = Refused("The server is shutting down.", "Closed")

MOST_KNOWN, MOST_RECENT = 500, 6
"""Games of which it is known whether they are compiled; those that idle workers load."""

MOST_COMPILED = 20
"""Jobs that compile something of a game."""


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
        files = {"own": dict(own or {}), "solutions": list(solutions)}
        self._new_process = partial(WorkerProcess, program, files, self._environment)
        # What is looked up in a solution is there at once, and should not wait for a process.
        self._first = ("quick", "move", "analysis") if solutions else ("quick", "move")
        self._temporary = contextlib.ExitStack()
        self._closed = False
        has_affinity = hasattr(os, "sched_getaffinity")
        cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
        movers = max(2, cores if searchers is None else searchers)
        sizes = {"quick": quick, "move": movers, "study": 4, "analysis": 8, "compile": 1}
        self.turns = {kind: Turns(kind, size) for kind, size in sizes.items()}
        self.idle: dict[str, list[WorkerProcess]] = defaultdict(list)
        """By their kind."""
        self._compiled_by: dict[str, list[Job]] = {}
        """The jobs that compile each variant; what was played last comes last."""

    async def __aenter__(self) -> Pool:
        """Starts the processes that somebody waits for. Jobs wait until one is ready."""
        self._find_place_for_native_code()
        for turns in map(self.turns.__getitem__, self._first):
            for _ in range(min(turns.size, KINDS[turns.kind].kept)):
                job = Job("look", {}, "", 0.0, outcome={})
                turns.running[job] = asyncio.create_task(self._run(turns, job))
        return self

    async def __aexit__(self, *error: object) -> None:
        """Ends all processes; what waits is refused."""
        self._closed = True
        tasks = [task for turns in self.turns.values() for task in turns.running.values()]
        for turns in self.turns.values():
            for job in (*turns.queue, *turns.running):
                job.finish(CLOSED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for idle in self.idle.values() for worker in idle))
        self._temporary.close()

    async def ask(self, name: str, args: Fields, *, client: str, seconds: float) -> Answer:
        """The result of a job; raises Refused. Cancelled, it stops the job."""
        stream = self.stream(name, args, client=client, seconds=seconds)
        *_, line = [line async for line in stream]
        return {key: value for key, value in line.items() if key != "state"}

    async def stream(
        self, name: str, args: Fields, *, client: str, seconds: float
    ) -> AsyncGenerator[Answer, None]:
        """The progress of a job line by line, and its result last; closed, it stops the job.

        Before that `{"state": "queued", "ahead": 2}`, as long as it waits, and
        `{"state": "compiling", "text": …}` if its rules are. Raises Refused.
        """
        told: Answer = {}
        job = Job(name, args, client, seconds)
        turns = self._submit(job)
        try:
            await asyncio.sleep(0)  # a process takes it now, if there is one
            while True:
                line: Answer = {}
                if job in turns.queue:
                    line = {"state": "queued", "ahead": turns.queue.index(job)}
                elif text := job.compiling:
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
        finally:
            turns.drop(job)
        if isinstance(job.outcome, Refused):
            raise job.outcome
        yield {"state": "done", **job.outcome}

    def compiling(self, args: Fields) -> str:
        """What to tell people while the rules of that spot are being compiled; else nothing."""
        job = Job("move", args, "", 0.0)
        self.want(job)
        return job.compiling

    def _submit(self, job: Job) -> Turns:
        if self._closed:
            raise CLOSED
        turns = self.turns[job.type.group]
        turns.add(job)
        self.want(job)
        self._wake(turns)
        return turns

    # --- native code ----------------------------------------------------------------------------

    def want(self, job: Job) -> None:
        """Has the game of a job compiled, if it is not yet.

        It is done in a new process, with a low priority, one game at a time. Other workers load
        what is on disk then. Both are the job `compile`.
        """
        if not job.variant:
            return
        job.compiled_by = self._compiled_by.pop(job.variant, job.compiled_by)
        self._compiled_by[job.variant] = job.compiled_by
        if isinstance(job.code, Refused) and job.code.kind == "Dropped":
            job.compiled_by.clear()
        if not job.compiled_by:
            self._compile(job, {})
        if len(self._compiled_by) > MOST_KNOWN:
            del self._compiled_by[next(iter(self._compiled_by))]

    def _compile(self, job: Job, more: Fields) -> None:
        """`more` is code that it missed: of a search that few need, or of an edited file."""
        jobs = job.compiled_by
        waits = any(old.outcome is None for old in jobs[-1:])
        if job.variant and len(jobs) < MOST_COMPILED and not waits:
            about = {**json.loads(job.variant), **more}
            jobs.append(Job("compile", about, "", COMPILE_SECONDS))
            self._submit(jobs[-1])

    # --- a job that has its turn ----------------------------------------------------------------

    def _wake(self, turns: Turns) -> None:
        """Lets jobs that wait have their turns; if none does, a process may load what is played."""
        while turns.queue and len(turns.running) < turns.size and not self._closed:
            job = turns.queue.pop(0)
            turns.running[job] = asyncio.create_task(self._run(turns, job))
        if turns.queue or turns.loading or turns.kind == "quick" or self._closed:
            return
        idle = self.idle[turns.kind]
        recent = islice(reversed(self._compiled_by.values()), MOST_RECENT)
        for (job, *_), worker in product(recent, idle):
            if worker.lacks(job):
                idle.remove(worker)
                idle.append(worker)  # the next one that is taken
                turns.running[job] = asyncio.create_task(self._run(turns, job))
                return

    async def _run(self, turns: Turns, job: Job) -> None:
        """Lets a process do a job, and another one if that ends. Then they are idle, or ended."""
        failure, idle = CLOSED, self.idle[turns.kind]
        try:
            for _ in range(2):
                idle[:] = [worker for worker in idle if worker.is_free]
                worker = idle.pop() if idle else self._new_process(turns.kind)
                try:
                    await self._do(turns, job, worker)
                except Refused as refused:
                    failure = refused
                finally:
                    if worker.is_free and len(idle) < KINDS[turns.kind].kept:
                        idle.append(worker)
                    else:
                        await worker.end()
                if job.outcome is not None or failure.kind == "Time":
                    return
        finally:
            job.finish(failure)
            del turns.running[job]
            for each in self.turns.values():  # what is compiled now, all may load
                self._wake(each)

    async def _do(self, turns: Turns, job: Job, worker: WorkerProcess) -> None:
        """Does a job, and again if it restarts; raises Refused if the process ends, or has to."""
        now = time.monotonic

        def is_late(ran: float) -> bool:
            """Would a move make others late, or is a job to restart?"""
            if job.is_move:
                return ran > turns.share(now())
            return job.type.restarts and worker.lacks(job)

        await worker.start()
        end = now() + job.seconds
        if worker.lacks(job) and turns.kind != "compile" and not job.is_move:
            await worker.load(job)
        while job.outcome is None:
            start, left = now(), max(0.1, end - now())
            seconds = turns.time_for(job, start) if job.is_move else left
            message = await worker.ask(job, seconds, is_late)
            if job.is_move:
                turns.note_overhead(now() - start - seconds)
            if message.get("wanted"):
                self._compile(job, {"job": job.name, "args": job.args})
            if "result" not in message:
                job.finish(Refused(message["error"], message["kind"]))
            elif job.type.restarts and worker.lacks(job):
                await worker.load(job)
            else:
                job.finish(message["result"])

    def _find_place_for_native_code(self) -> None:
        """Where one process leaves native code for others: the usual folder, or a temporary one."""
        with contextlib.suppress(OSError):
            if (folder := cache.folder()) is not None:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return
        temporary = tempfile.TemporaryDirectory(prefix="outplay-", ignore_cleanup_errors=True)
        self._environment[cache.VARIABLE] = self._temporary.enter_context(temporary)
