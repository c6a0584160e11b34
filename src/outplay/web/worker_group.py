"""Processes of one kind and the jobs that wait for them.

A clock ticks while anything runs: it stops jobs whose time is up, pauses analyses when others wait,
hurries moves that would make others late, and kills what does not listen.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from outplay.web.process import Process
from outplay.web.scheduler import GRACE, JobQueue, QueuedJob, Refused, share, time_for

TICK = 0.05
"""Seconds between two looks at what runs."""

SLICE, LONGEST_SLICE = 0.5, 4.0
"""Seconds that an analysis runs while others wait. Each slice is longer than the one before, as
each must first find again what the last one knew."""

LEAST_SLICE = 0.15
"""Seconds that it runs at least, also when a move waits."""

STOP_AGAIN = 0.2
"""Seconds after which a stop is said again: one may come between two searches."""

DEAF = 0.7
"""Seconds after a stop when a process is killed that did not hear it."""

PATIENT = 4.0
"""Seconds after a pause when it is: others wait, but so does who asked for it."""

HANGS = 3.0
"""Seconds after the time of a move when its rules are taken to hang."""

LATE = 0.5
"""Seconds after the time of any other job when it is told to stop."""

MOST_TRIES, MOST_FAILURES = 2, 3
"""How often a job is tried whose process ends, and processes may fail to start in a row."""

RETIRES = 600
"""Megabytes at which an idle process is replaced by a new one."""


class WorkerGroup:
    """Does jobs with `size` processes of a kind."""

    def __init__(
        self, kind: str, size: int, *, own: Mapping[str, str], environment: Mapping[str, str],
        strict: bool = False, most: int = 200, each: int = 2, program: str = "outplay.web.worker",
        answered: Callable[[Process, QueuedJob, dict[str, Any]], None] | None = None,
        before: Callable[[Process, QueuedJob | None], bool] | None = None,
        reason: Callable[[str], str] = lambda variant: "",
    ) -> None:  # fmt: skip
        """`strict`: jobs are killed when their time is up, without being asked to stop.

        `answered` hears each last message of a job. `before` is asked what an idle process should
        do first; it says True if it has given it something. `reason` is why a variant of a game
        runs interpreted.
        """
        self.kind, self.size, self.strict, self.most, self.each = kind, size, strict, most, each
        self._own, self._environment, self._program = own, environment, program
        self._answered, self._before, self._reason = answered, before, reason
        self.waiting = JobQueue()
        self.processes: list[Process] = []
        self._events: dict[QueuedJob, asyncio.Event] = {}
        self._number = 0
        self._clock: asyncio.Task[None] | None = None
        self._starting: set[asyncio.Task[None]] = set()
        self._leaving: list[Process] = []
        """Those that ended, until the system has let them go."""
        self._failures = 0
        self.closed = False
        self.overhead = 0.03
        """Seconds that a move takes beyond its thinking, as far as it was seen."""

    # --- from outside ---------------------------------------------------------------------------

    def start(self) -> None:
        """Starts the processes; jobs may be asked at once."""
        for _ in range(self.size):
            self._hire()
        self._clock = asyncio.create_task(self._run_clock())

    async def close(self) -> None:
        """Ends everything; jobs that wait are refused."""
        self.closed = True
        tasks = [task for task in (self._clock, *self._starting) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        running = [process.ticket for process in self.processes]
        for ticket in [*self.waiting, *running]:
            if ticket is not None:
                self._refuse(ticket, Refused("The server is closing.", "Closed"))
        await asyncio.gather(*(p.close() for p in [*self.processes, *self._leaving]))

    @property
    def megabytes(self) -> int:
        """That the largest of its processes had when it last answered."""
        return max((process.megabytes for process in self.processes), default=0)

    def submit(self, ticket: QueuedJob) -> asyncio.Event:
        """Puts a job in the queue; the event is set whenever something is known. Raises Refused."""
        if self.closed:
            raise Refused("The server is closing.", "Closed")
        mine = self.waiting.of(ticket.client)
        if len(mine) >= self.each:
            old = next((t for t in mine if t.sliced), None)
            if old is None:
                raise Refused(
                    f"This tab has {len(mine)} questions waiting already; try again in a moment.",
                    "Busy",
                )
            self.waiting.remove(old)
            self._refuse(
                old, Refused("A newer question of this tab has taken its place.", "Dropped")
            )
        if len(self.waiting) >= self.most:
            raise Refused(
                f"{len(self.waiting)} questions wait already; try again in a moment.", "Busy"
            )
        self._number += 1
        ticket.number = self._number
        event = self._events[ticket] = asyncio.Event()
        self.waiting.add(ticket, time.monotonic())
        self.pump()
        return event

    def drop(self, ticket: QueuedJob) -> None:
        """Nobody waits for it any more: it is stopped, within a second."""
        ticket.gone = True
        self._events.pop(ticket, None)
        self.waiting.remove(ticket)
        for process in self.processes:
            if process.ticket is ticket:
                self._stop(process, time.monotonic())

    def pump(self) -> None:
        """Gives idle processes something to do."""
        if self.closed:
            return
        for process in self.processes:
            if process.idle and not self._retire(process):
                self._employ(process)

    # --- what runs ------------------------------------------------------------------------------

    def _employ(self, process: Process) -> None:
        now = time.monotonic()
        whole = sum(
            p.ticket is not None and not p.ticket.urgent and not p.ticket.sliced
            for p in self.processes
        )
        # One process is always left for moves: what cannot be paused does not take the last one.
        free = self.strict or whole < max(1, self.size - 1)
        ticket = self.waiting.next(now, process, whole=free)
        if self._before is not None and self._before(process, ticket):
            return
        if ticket is None:
            return
        self.waiting.take(ticket, now)
        if ticket.urgent and not self.strict:
            allowed = time_for(ticket, self.waiting.urgent(), now, self._able(), self.overhead)
        else:
            allowed = max(0.1, ticket.seconds - ticket.used)
        process.ticket, process.started, process.allowed = ticket, now, allowed
        process.stopping, process.pausing = 0.0, False
        ticket.last = process
        process.send({
            "id": ticket.number, "job": ticket.job, "args": ticket.args, "seconds": allowed,
            "reason": self._reason(ticket.variant),
        })  # fmt: skip
        self._wake(ticket)

    def _able(self) -> int:
        """Processes that moves can be done by: not those at something that cannot be paused."""
        return max(1, sum(
            p.ready and not p.loading
            and (p.ticket is None or p.ticket.urgent or p.ticket.sliced)
            for p in self.processes
        ))  # fmt: skip

    def heard(self, process: Process, message: dict[str, Any]) -> None:
        """A process said something."""
        ticket = process.ticket
        if message.get("ready"):
            process.ready, self._failures = True, 0
            self.pump()
            return
        if ticket is None or message.get("id") != ticket.number:
            if process.loading and self._answered is not None:
                self._answered(process, LOADING, message)
                self.pump()
            return
        if "progress" in message:
            self._tell(ticket, message["progress"])
            return
        now = time.monotonic()
        took = now - process.started
        ticket.used += took
        ticket.slices += 1
        process.ticket = None
        process.megabytes = message.get("megabytes", 0)
        if ticket.urgent and not process.stopping:
            self.overhead += 0.2 * (max(0.0, took - process.allowed) - self.overhead)
        if self._answered is not None:
            self._answered(process, ticket, message)
        if "result" not in message:
            self._refuse(ticket, Refused(message["error"], message["kind"]))
        elif ticket.sliced and message["result"].get("state") == "paused" and not ticket.gone:
            ticket.args = {**ticket.args, "carry": message["result"]["carry"]}
            self.waiting.add(ticket, now)
        else:
            ticket.result = message["result"]
            self._wake(ticket)
        self.pump()

    def _ended(self, process: Process) -> None:
        """A process is gone: its job is tried once more, unless it was killed for it."""
        if process in self.processes:
            self.processes.remove(process)
        self._leaving = [*(p for p in self._leaving if not p.gone), process]
        ticket, process.ticket = process.ticket, None
        if ticket is not None and not ticket.gone and not self.closed:
            ticket.tries += 1
            if process.blame:
                self._refuse(ticket, Refused(process.blame, "Time"))
            elif ticket.tries < MOST_TRIES:
                self.waiting.add(ticket, time.monotonic())
            else:
                self._refuse(
                    ticket,
                    Refused("The process that worked on it ended, and ended again.", "Crash"),
                )
        if not self.closed:
            if not process.ready:
                self._failed("they end as soon as they start")
            self._hire()

    # --- the clock ------------------------------------------------------------------------------

    async def _run_clock(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for process in list(self.processes):
                if process.ticket is not None:
                    self._watch(process, process.ticket, now)
                elif process.loading and now - process.started > process.allowed:
                    process.kill("native code did not load")
            self.pump()

    def _watch(self, process: Process, ticket: QueuedJob, now: float) -> None:
        ran = now - process.started
        if process.stopping:
            if now - process.stopping > (DEAF if ticket.gone else PATIENT):
                process.kill(_hangs(ticket))
            elif now - process.stopping > STOP_AGAIN:
                self._say_stop(process, ticket)
            return
        most = process.allowed
        if ticket.urgent and not self.strict:
            most = min(ticket.seconds, process.allowed + HANGS)
        if ran > most and (self.strict or ticket.urgent):
            process.kill(_hangs(ticket))
        elif ran > most + LATE:
            self._stop(process, now)
        elif self._is_in_the_way(process, ticket, now, ran):
            process.pausing = True
            self._stop(process, now)

    def _is_in_the_way(self, process: Process, ticket: QueuedJob, now: float, ran: float) -> bool:
        """Should it make room for others?"""
        if self.strict or any(p.idle for p in self.processes):
            return False
        moves = self.waiting.urgent()
        if ticket.urgent:
            return bool(moves) and ran > share(moves, now, self._able())
        if not ticket.sliced:
            return False
        making_room = sum(p.pausing for p in self.processes)
        if len(moves) > making_room:
            return ran > LEAST_SLICE
        mine = min(LONGEST_SLICE, SLICE * 1.25**ticket.slices)
        return len(self.waiting) > making_room and ran > mine

    def pause_variant(self, variant: str) -> None:
        """Pauses analyses of that variant, so that they go on with native code."""
        for process in self.processes:
            ticket = process.ticket
            if ticket is not None and ticket.sliced and ticket.variant == variant:
                process.pausing = True
                self._stop(process, time.monotonic())

    def _stop(self, process: Process, now: float) -> None:
        process.stopping = process.stopping or now
        if process.ticket is not None:
            if process.ticket.gone:
                process.stopping, process.pausing = now, False
            self._say_stop(process, process.ticket)

    def _say_stop(self, process: Process, ticket: QueuedJob) -> None:
        process.send({"pause" if process.pausing else "stop": ticket.number})

    # --- processes ------------------------------------------------------------------------------

    def _hire(self) -> None:
        task = asyncio.create_task(self._start_one(min(5.0, 0.1 * 2**self._failures - 0.1)))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start_one(self, delay: float) -> None:
        """Starts one more; later, where others ended before they were ready."""
        await asyncio.sleep(delay)
        process = Process(
            self.kind, self._own, self._environment, self.heard, self._ended, self._program
        )
        try:
            await process.start()
            self.processes.append(process)
        except OSError as error:
            self._failed(str(error))
            self._hire()

    def _failed(self, why: str) -> None:
        """A process did not start: after a few, nobody is left waiting for one."""
        self._failures += 1
        if self._failures > MOST_FAILURES and not any(p.ready for p in self.processes):
            for ticket in list(self.waiting):
                self.waiting.remove(ticket)
                self._refuse(ticket, Refused(f"No worker processes can be had: {why}.", "Crash"))

    def _retire(self, process: Process) -> bool:
        """Replaces an idle process that has grown too large."""
        others = any(p.ready and p is not process for p in self.processes)
        if process.megabytes <= RETIRES or not others:
            return False
        process.dead = True
        process.kill()  # another one is started when it has ended
        return True

    # --- those who wait -----------------------------------------------------------------------

    def _tell(self, ticket: QueuedJob, progress: dict[str, Any]) -> None:
        thinking = progress.get("state") == "thinking"
        if thinking and ticket.told and ticket.told[-1].get("state") == "thinking":
            ticket.told.pop()  # nobody has read it, and now more is known
        ticket.told.append(progress)
        self._wake(ticket)

    def _refuse(self, ticket: QueuedJob, refused: Refused) -> None:
        ticket.refused = refused
        self._wake(ticket)

    def _wake(self, ticket: QueuedJob) -> None:
        event = self._events.get(ticket)
        if event is not None:
            event.set()


LOADING = QueuedJob(0, "load", {}, "", 0.0, 0.0)
"""Stands for the loading of native code, for which nobody waits."""


def _hangs(ticket: QueuedJob) -> str:
    spot = ticket.args.get("spot", ticket.args)
    game = spot.get("game") if isinstance(spot, dict) else None
    whose = f"The rules of {str(game)[:60]}" if game else "The rules"
    if ticket.sliced:
        return f"{whose} did not come back when they were asked to; maybe one never returns."
    seconds = max(GRACE, min(ticket.seconds, ticket.thinks))
    return f"{whose} did not answer within {seconds:g} s; maybe one of them never returns."
