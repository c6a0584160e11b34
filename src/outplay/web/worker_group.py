"""Worker processes of one kind, and the jobs that wait for them.

Each worker has a task here. It starts the process, gives it one job after the other, and replaces
it when it ends. While a job runs, the task stops it when its time is up, pauses an analysis when
others wait, hurries a move that would make others late, and kills a process that does not react.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

from outplay.web.process import WorkerEnded, WorkerProcess
from outplay.web.readiness import Readiness
from outplay.web.scheduler import GRACE, JobQueue, QueuedJob, Refused, share, time_for

TICK = 0.05
"""Seconds between two looks at a job that runs."""

IDLE_TICK = 0.5
"""Seconds between two looks at a worker that is idle."""

SLICE, LONGEST_SLICE = 0.5, 4.0
"""Seconds that an analysis runs while others wait. Each slice is longer than the one before, as
each must first find again what the last one knew."""

LEAST_SLICE = 0.15
"""Seconds that it runs at least, also when a move waits."""

STOP_AGAIN = 0.2
"""Seconds after which a stop is repeated: one may come between two searches."""

DROPPED_SECONDS, STOP_SECONDS = 0.7, 4.0
"""Seconds after a stop when the process is killed: where nobody waits for the answer, and else."""

HANGS = 3.0
"""Seconds after the time of a move when its rules are taken to hang."""

LATE = 0.5
"""Seconds after the time of any other job when it is stopped."""

MOST_WAITING = 200
MOST_ATTEMPTS, MOST_FAILURES = 2, 3
"""How often a job is tried whose process ends; how many processes may fail to start in a row."""

RETIRES = 600
"""Megabytes at which an idle process is replaced by a new one."""


class WorkerGroup:
    """Runs jobs on `size` processes."""

    def __init__(
        self,
        size: int,
        new_process: Callable[[], WorkerProcess],
        *,
        each: int,
        strict: bool = False,
        readiness: Readiness | None = None,
    ) -> None:
        """`each` is how many jobs of one client may wait.

        `strict`: a job is killed when its time is up, without being told to stop first.
        """
        self.size, self.strict, self.most, self.each = size, strict, MOST_WAITING, each
        self._new_process, self._readiness = new_process, readiness
        self.queue = JobQueue()
        self.workers: list[WorkerProcess] = []
        self.running: dict[WorkerProcess, QueuedJob] = {}
        self.loading: set[WorkerProcess] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()
        self._failures = 0
        self._closed = False
        self._overhead = 0.03
        """Seconds that a move takes beyond its thinking, as measured."""

    def start(self) -> None:
        """Starts the processes; jobs may be submitted at once."""
        self._tasks = [asyncio.create_task(self._keep_worker()) for _ in range(self.size)]

    async def close(self) -> None:
        """Ends the processes; jobs that wait or run are refused."""
        self._closed = True
        for job in [*self.queue.jobs, *self.running.values()]:
            job.finish(Refused("The server is shutting down.", "Closed"))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def submit(self, job: QueuedJob) -> None:
        """Puts a job in the queue; raises Refused."""
        if self._closed:
            raise Refused("The server is shutting down.", "Closed")
        waiting = [old for old in self.queue.jobs if old.client == job.client]
        if len(waiting) >= self.each:
            old = next((old for old in waiting if old.sliced), None)
            if old is None:
                raise Refused(
                    f"This tab already has {len(waiting)} requests waiting; try again in a moment.",
                    "Busy",
                )
            self.queue.remove(old)
            old.finish(Refused("Replaced by a newer request from this tab.", "Dropped"))
        if len(self.queue.jobs) >= self.most:
            raise Refused(
                f"The server is busy with {len(self.queue.jobs)} requests; try again in a moment.",
                "Busy",
            )
        self.queue.add(job, time.monotonic())
        self._wake()

    def drop(self, job: QueuedJob) -> None:
        """Nobody waits for it any more: it is stopped within a second."""
        job.dropped = True
        self.queue.remove(job)

    def _wake(self) -> None:
        """Lets idle workers look for a job."""
        self._news.set()
        self._news = asyncio.Event()

    # --- one worker -----------------------------------------------------------------------------

    async def _keep_worker(self) -> None:
        """Keeps one worker running, with a new process whenever the old one ends."""
        while True:
            failed = ""
            try:
                async with self._new_process() as worker:
                    self._failures = 0
                    self.workers.append(worker)
                    try:
                        while not self._retires(worker):
                            await self._serve(worker)
                    except WorkerEnded:
                        pass
                    finally:
                        self.workers.remove(worker)
            except OSError as error:
                failed = str(error)
            except WorkerEnded:
                failed = "they end as soon as they start"
            if failed:
                self._failures += 1
                if self._failures > MOST_FAILURES and not self.workers:
                    for job in list(self.queue.jobs):
                        self.queue.remove(job)
                        job.finish(Refused(f"Worker processes do not start: {failed}.", "Crash"))
                await asyncio.sleep(min(5.0, 0.1 * 2**self._failures))

    def _retires(self, worker: WorkerProcess) -> bool:
        return worker.megabytes > RETIRES and len(self.workers) > 1

    async def _serve(self, worker: WorkerProcess) -> None:
        """Lets an idle worker run the next job, or load native code; waits if there is neither."""
        if worker.has_ended:
            raise WorkerEnded
        now = time.monotonic()
        # One worker is always left for moves: what cannot be paused does not take the last one.
        long = self.strict or self._long() < max(1, self.size - 1)
        job = self.queue.next(now, worker, long=long)
        variant = None
        if self._readiness is not None:
            variant = self._readiness.to_load(worker, job, alone=not self.loading)
        if variant is not None:
            await self._load(worker, variant)
        elif job is not None:
            self.queue.take(job, now)
            await self._run(worker, job, now)
        else:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(IDLE_TICK):
                    await self._news.wait()

    async def _load(self, worker: WorkerProcess, variant: str) -> None:
        assert self._readiness is not None
        self.loading.add(worker)
        try:
            await self._readiness.load(worker, variant)
        except TimeoutError:
            worker.kill()
            raise WorkerEnded from None
        finally:
            self.loading.discard(worker)

    async def _run(self, worker: WorkerProcess, job: QueuedJob, now: float) -> None:
        """Runs a job; what it answers is its outcome, or puts it back into the queue."""
        job.allowed = max(0.1, job.seconds - job.used)
        if job.urgent and not self.strict:
            able = self._able()
            job.allowed = time_for(job, self.queue.moves(), now, able, self._overhead)
        reason = self._readiness.reason(job.variant) if self._readiness else "it was asked for"
        job.worker, job.started, job.stopping, job.pausing = worker, now, 0.0, False
        job.number = worker.start_job(job.name, job.args, job.allowed, reason)
        job.news.set()
        self.running[worker] = job
        try:
            self._answered(worker, job, await self._answer(worker, job))
        except WorkerEnded:
            job.attempts += 1
            if job.attempts >= MOST_ATTEMPTS:
                job.finish(Refused("The worker process crashed twice on this request.", "Crash"))
            elif job.outcome is None and not job.dropped:
                self.queue.add(job, time.monotonic())
            raise
        finally:
            del self.running[worker]
            self._wake()

    async def _answer(self, worker: WorkerProcess, job: QueuedJob) -> dict[str, Any]:
        """The last message of a job, which is watched until it comes; raises WorkerEnded."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    message = await worker.read()
                    if message.get("id") == job.number:
                        if "progress" not in message:
                            return message
                        job.tell(message["progress"])
            self._watch(worker, job, time.monotonic())

    def _answered(self, worker: WorkerProcess, job: QueuedJob, message: dict[str, Any]) -> None:
        now = time.monotonic()
        took = now - job.started
        job.used += took
        job.slices += 1
        if job.urgent and not job.stopping:
            self._overhead += 0.2 * (max(0.0, took - job.allowed) - self._overhead)
        if self._readiness is not None:
            self._readiness.answered(worker, job, message)
        if "result" not in message:
            job.finish(Refused(message["error"], message["kind"]))
        elif job.sliced and message["result"].get("state") == "paused" and not job.dropped:
            job.args = {**job.args, "carry": message["result"]["carry"]}
            self.queue.add(job, now)
        else:
            job.finish(message["result"])

    # --- jobs that run --------------------------------------------------------------------------

    def _watch(self, worker: WorkerProcess, job: QueuedJob, now: float) -> None:
        """Stops, pauses or kills a job where it is time to; raises WorkerEnded after a kill."""
        ran, most = now - job.started, job.allowed + LATE
        if self.strict:
            most = job.allowed
        elif job.urgent:
            most = min(job.seconds, job.allowed + HANGS)
        if job.stopping:
            waited = now - job.stopping
            if waited > (DROPPED_SECONDS if job.dropped else STOP_SECONDS):
                self._kill(worker, job)
            if waited > STOP_AGAIN or (job.dropped and job.pausing):
                self._stop(worker, job, job.stopping, pause=job.pausing and not job.dropped)
        elif ran > most and (self.strict or job.urgent):
            self._kill(worker, job)
        elif ran > most or job.dropped:
            self._stop(worker, job, now)
        elif self._should_yield(worker, job, now):
            self._stop(worker, job, now, pause=True)

    def _should_yield(self, worker: WorkerProcess, job: QueuedJob, now: float) -> bool:
        """Should it make room for others, or go on with native code that is ready now?"""
        ran = now - job.started
        if job.sliced and self._readiness and self._readiness.is_missing(worker, job.variant):
            return True
        is_idle = len(self.running) + len(self.loading) < len(self.workers)
        if self.strict or job.is_long or is_idle:
            return False
        moves = self.queue.moves()
        if job.urgent:
            return bool(moves) and ran > share(moves, now, self._able())
        making_room = sum(other.pausing for other in self.running.values())
        if len(moves) > making_room:
            return ran > LEAST_SLICE
        most = min(LONGEST_SLICE, SLICE * 1.25**job.slices)
        return len(self.queue.jobs) > making_room and ran > most

    def _long(self) -> int:
        """How many jobs run that can be neither hurried nor paused."""
        return sum(job.is_long for job in self.running.values())

    def _able(self) -> int:
        """How many workers can take moves."""
        return max(1, len(self.workers) - len(self.loading) - self._long())

    def _stop(
        self, worker: WorkerProcess, job: QueuedJob, since: float, *, pause: bool = False
    ) -> None:
        job.stopping, job.pausing = since, pause
        worker.send({"pause" if pause else "stop": job.number})

    def _kill(self, worker: WorkerProcess, job: QueuedJob) -> None:
        worker.kill()
        job.finish(Refused(_hangs(job), "Time"))
        raise WorkerEnded


def _hangs(job: QueuedJob) -> str:
    spot = job.args.get("spot", job.args)
    game = spot.get("game") if isinstance(spot, dict) else None
    whose = f"The rules of {str(game)[:60]}" if game else "The rules"
    if job.sliced:
        return f"{whose} did not stop when told to; one of them may never return."
    seconds = max(GRACE, min(job.seconds, job.thinks))
    return f"{whose} did not answer within {seconds:g} s; one of them may never return."
