"""Worker processes of one kind, and the jobs that wait for them.

A job that has a process has a task here, which gives the process the job and watches it: it stops
the job when its time is up, hurries a move that would make others late, and kills a process that
does not react. How the processes share the processor is left to the system, by their priorities.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from outplay.web.process import WorkerEnded, WorkerProcess
from outplay.web.scheduler import GRACE, Job, Refused, compile_job, share, time_for

if TYPE_CHECKING:
    from outplay.web.readiness import Readiness

TICK = 0.05
"""Seconds between two looks at a job that runs."""

LATE, DROPPED_SECONDS = 0.5, 0.7
"""Seconds after its time when a job is stopped; and after the stop when its process is killed, if
nobody waits for the answer."""

LOAD_SECONDS = 30.0

TURN = 1.0
"""Seconds by which a request is put back behind the one before it of the same client."""

MOST_WAITING, MOST_ATTEMPTS = 200, 2
"""Jobs; and how often one is tried whose process ends."""

PAUSES = (0.1, 0.2, 0.4, 0.8)
"""Seconds after each process that does not start."""

RETIRES = 600
"""Megabytes at which an idle process is ended; a new one is started when it is needed."""


class WorkerGroup:
    """Runs jobs on at most `size` processes, which are started when they are needed."""

    def __init__(
        self,
        size: int,
        new_process: Callable[[], WorkerProcess],
        *,
        each: int,
        kept: int,
        patience: float,
        readiness: Readiness | None = None,
    ) -> None:
        """`each` is how many jobs of one client may wait; `kept` how many processes stay idle.

        A process is killed when so many seconds of `patience` have passed after a stop. With
        `readiness`, jobs use native code.
        """
        self.size, self.each, self.kept, self.patience = size, each, kept, patience
        self.most = MOST_WAITING
        self._new_process, self._readiness = new_process, readiness
        self.queue: list[Job] = []
        """In the order in which they go."""
        self.running: list[WorkerProcess] = []
        self.idle: list[WorkerProcess] = []
        self._tasks: set[asyncio.Task[None]] = set()
        """Each has a process, or starts one."""
        self.when_free: Callable[[], None] = self.wake
        """Called when a task has ended."""
        self._load: Job | None = None
        """What a process that was idle loaded last."""
        self._closed = False
        self._overhead = 0.03
        """Seconds that a move takes beyond its thinking, as measured."""

    def start(self) -> None:
        """Starts the processes that are kept; jobs may be submitted at once."""
        for _ in range(self.kept):
            self._begin(self._warm())

    async def close(self) -> None:
        """Ends the processes; jobs that wait or run are refused."""
        self._closed = True
        for job in self.queue:
            job.finish(_closed())
        for task in self._tasks:
            task.cancel()
        ending = [*self._tasks, *(worker.end() for worker in self.idle)]
        await asyncio.gather(*ending, return_exceptions=True)

    def submit(self, job: Job) -> None:
        """Puts a job in the queue; raises Refused."""
        if self._closed:
            raise _closed()
        own = [old for old in self.queue if old.client == job.client]
        if len(own) >= self.each and job.type.group in ("analysis", "compile"):
            oldest = min(own, key=lambda waiting: waiting.arrived)
            oldest.finish(Refused("Replaced by a newer request from this tab.", "Dropped"))
            self.drop(oldest)
        elif len(own) >= self.each:
            raise _busy(f"This tab already has {len(own)} requests waiting")
        elif len(self.queue) >= self.most:
            raise _busy(f"The server is busy with {len(self.queue)} requests")
        if job.type.group == "compile":
            job.turn = -job.arrived  # what was wanted last comes first, as somebody plays it now
        else:
            due = job.deadline if job.is_move else job.arrived
            job.turn = max([due, *(old.turn + TURN for old in own)])
        self.queue.append(job)
        self.queue.sort(key=lambda waiting: waiting.turn)
        self.wake()

    def drop(self, job: Job) -> None:
        """Nobody waits for it any more: it is stopped within a second."""
        job.dropped = True
        if job in self.queue:
            self.queue.remove(job)

    # --- processes ------------------------------------------------------------------------------

    def wake(self) -> None:
        """Gives jobs that wait to processes; lets one that is idle load what was played last."""
        self.idle = [worker for worker in self.idle if not worker.has_ended]
        while self.queue and len(self._tasks) < self.size and not self._closed:
            self._begin(self._run(self.queue.pop(0), self.idle.pop() if self.idle else None))
        # Not before a move, for which somebody waits; and others can take the next one.
        if self._readiness is None or self.queue or self._is_loading() or self._closed:
            return
        recent = self._readiness.recent()
        missing = ((w, v) for w in self.idle for v in recent if v not in w.loaded)
        if (found := next(missing, None)) is not None:
            worker, variant = found
            self.idle.remove(worker)
            self._load = compile_job(variant, LOAD_SECONDS)
            self._begin(self._run(self._load, worker))

    def _is_loading(self) -> bool:
        """Does a process that was idle load native code? Until it is done it takes no moves."""
        return self._load is not None and self._load.outcome is None

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            self.when_free()

        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(done)

    @contextlib.asynccontextmanager
    async def _process(self, worker: WorkerProcess | None = None) -> AsyncIterator[WorkerProcess]:
        """That idle process, or a new one; afterwards it is idle, or ended. Raises Refused."""
        worker = await self._started() if worker is None else worker
        self.running.append(worker)
        keeps = False
        try:
            yield worker
            keeps = worker.megabytes <= RETIRES and len(self.idle) < self.kept
        finally:
            self.running.remove(worker)
            if not keeps:
                await worker.end()
        self.idle.append(worker)

    async def _started(self) -> WorkerProcess:
        for pause in PAUSES:
            try:
                return await self._new_process().start()
            except (OSError, WorkerEnded) as error:
                why = error
            await asyncio.sleep(pause)
        raise Refused(f"Worker processes do not start: {why}.", "Crash")

    async def _warm(self) -> None:
        with contextlib.suppress(Refused):  # whoever asks something is told
            async with self._process():
                pass

    # --- a job ----------------------------------------------------------------------------------

    async def _run(self, job: Job, worker: WorkerProcess | None) -> None:
        """Lets a process do a job, and another one if that ends; what it answers is its outcome."""
        try:
            for _ in range(MOST_ATTEMPTS):
                with contextlib.suppress(WorkerEnded):
                    async with self._process(worker) as taken:
                        await self._do(taken, job)
                if job.outcome is not None or job.dropped:
                    return
                worker = None
            job.finish(Refused("The worker process crashed twice on this request.", "Crash"))
        except Refused as refused:
            job.finish(refused)
        finally:
            job.finish(_closed())  # where nothing else happened

    async def _do(self, worker: WorkerProcess, job: Job) -> None:
        """Does a job, and again if it restarts; raises WorkerEnded."""
        ready = self._readiness
        end = time.monotonic() + job.seconds
        if job.name == "compile":
            worker.loaded.add(job.variant)  # also where it is gone: then jobs have it made again
        while job.outcome is None and not job.dropped:
            if self._can_load(worker, job) and not job.is_move:
                await self._do(worker, compile_job(job.variant, LOAD_SECONDS))
            message = await self._ask(worker, job, end)
            if ready and message.get("wanted"):
                ready.want_more(job)
            if "result" not in message:
                job.finish(Refused(message["error"], message["kind"]))
            elif not (job.type.restarts and self._can_load(worker, job)):
                job.finish(message["result"])

    def _can_load(self, worker: WorkerProcess, job: Job) -> bool:
        """Is native code on disk that the process has not loaded?"""
        ready = self._readiness
        return (
            ready is not None and job.variant not in worker.loaded and ready.is_ready(job.variant)
        )

    async def _ask(self, worker: WorkerProcess, job: Job, end: float) -> dict[str, Any]:
        """The last message of a job, which is watched until it comes; raises WorkerEnded."""
        start, stopped = time.monotonic(), math.inf
        seconds = max(0.1, end - start)
        if job.is_move:
            seconds = time_for(
                job, self.queue, start, self.size - self._is_loading(), self._overhead
            )
        native = job.variant in worker.loaded
        reason = self._readiness.reason(job.variant) if self._readiness else ""
        worker.start_job(job.name, job.args, seconds, native=native, reason=reason)
        job.news.set()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    message = await worker.answer()
                    if "progress" not in message:
                        break
                    job.tell(message["progress"])
            now = time.monotonic()
            if self._must_stop(worker, job, now - start, seconds):
                stopped = min(stopped, now)
            if now >= stopped + (DROPPED_SECONDS if job.dropped else self.patience):
                worker.kill()
                job.finish(Refused(_hangs(job), "Time"))
                raise WorkerEnded
            if now >= stopped:
                worker.stop_job()
        if job.is_move and stopped == math.inf:
            late = max(0.0, time.monotonic() - start - seconds)
            self._overhead += 0.2 * (late - self._overhead)
        return message

    def _must_stop(self, worker: WorkerProcess, job: Job, ran: float, seconds: float) -> bool:
        """Is its time up, has its reader left, would it make others late, or is it to restart?"""
        if job.dropped or ran > seconds + LATE:
            return True
        if job.is_move and self.queue:
            return ran > share(self.queue, time.monotonic(), self.size - self._is_loading())
        return job.type.restarts and self._can_load(worker, job)


def _busy(why: str) -> Refused:
    return Refused(f"{why}; try again in a moment.", "Busy")


def _closed() -> Refused:
    return Refused("The server is shutting down.", "Closed")


def _hangs(job: Job) -> str:
    spot = job.args.get("spot", job.args)
    game = spot.get("game") if isinstance(spot, dict) else None
    whose = f"The rules of {str(game)[:60]}" if game else "The rules"
    if job.type.group == "analysis":
        return f"{whose} did not stop when told to; one of them may never return."
    seconds = max(GRACE, job.thinks if job.is_move else job.seconds)
    return f"{whose} did not answer within {seconds:g} s; one of them may never return."
