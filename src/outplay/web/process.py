"""A worker process as the server sees it; `worker.py` says what the two send each other."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from outplay.web.jobs import Fields
from outplay.web.scheduler import Job, Refused

LONGEST_LINE = 32 << 20
"""Bytes of one answer that are read."""

TICK, LOAD_SECONDS = 0.05, 30.0
"""Seconds between two looks at a job that runs; seconds in which native code is loaded."""

LATE, PATIENCE, LESS_PATIENCE = 0.5, 3.0, 0.7
"""Seconds after its time when a job is stopped; after the stop when its process is ended, since it
does not react; and the same where it hears no stop, or nobody waits for the answer."""


class WorkerProcess:
    """One process from its start, when it is first needed, to its end."""

    def __init__(
        self, program: str, files: Fields, environment: Mapping[str, str], kind: str
    ) -> None:
        """`files` are the user's, as `worker.py` takes them."""
        self._arguments = "-P", "-m", program, json.dumps({"kind": kind, **files})
        self._environment = environment
        self._child: asyncio.subprocess.Process | None = None
        self._input: asyncio.StreamWriter
        self._output: asyncio.StreamReader
        self._number = 0
        """Of the last job that was sent."""
        self._may_go_on = False
        """Has it answered that job, and can it do another one?"""
        self.loaded: set[str] = set()
        """Variants of games whose native code it has in memory."""

    async def start(self) -> None:
        """Starts it, unless it runs already, and waits until it is ready; raises Refused."""
        if self._child is not None:
            return
        # -P: a file in the folder where the server was started must not replace a module.
        package = str(Path(__file__).parents[2])
        path = os.pathsep.join(p for p in (package, os.environ.get("PYTHONPATH", "")) if p)
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        try:
            self._child = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                env={**os.environ, **one, **self._environment, "PYTHONPATH": path},
                process_group=0,
            )
        except OSError as error:
            raise Refused(f"Worker processes do not start: {error}.", "Crash") from None
        assert self._child.stdin is not None and self._child.stdout is not None
        self._input, self._output = self._child.stdin, self._child.stdout
        await self._message()

    async def end(self) -> None:
        """Ends it at once, whatever it does."""
        if self._child is None:
            return
        self._input.close()
        if self._child.returncode is None:
            # Not `_child.kill()`: it may reap the child, of which asyncio would then know nothing.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        while self._child.returncode is None:
            with contextlib.suppress(asyncio.CancelledError):  # it has to be gone all the same
                await self._child.wait()

    @property
    def is_free(self) -> bool:
        """Can it do a job now?"""
        return self._may_go_on and not self._output.at_eof()

    def lacks(self, job: Job) -> bool:
        """Is native code of a job's game on disk that the process has not loaded?"""
        return isinstance(job.code, dict) and job.variant not in self.loaded

    async def load(self, job: Job) -> None:
        """Loads that code; raises Refused."""
        self.loaded.add(job.variant)  # also where it is gone: then it is made again
        load = Job("compile", json.loads(job.variant), "", LOAD_SECONDS)
        await self.ask(load, LOAD_SECONDS, lambda ran: False)

    async def ask(
        self, job: Job, seconds: float, is_late: Callable[[float], bool]
    ) -> dict[str, Any]:
        """The last message of a job, which has so many seconds; raises Refused.

        It is stopped when nobody waits for it, when its time is up, or when it `is_late`, which is
        called with how long it has run.
        """
        start, stopped = time.monotonic(), math.inf
        self._number += 1
        self._may_go_on = False
        asked = {"id": self._number, "job": job.name, "args": job.args, "seconds": seconds}
        self._send({**asked, "native": job.variant in self.loaded, "reason": job.reason})
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    message = await self._message()
                    if "progress" not in message:
                        return message
                    job.tell(message["progress"])
            now = time.monotonic()
            ran, dropped = now - start, job.outcome is not None
            if dropped or ran > seconds + LATE or is_late(ran):
                stopped = min(stopped, now)
            if now >= stopped:  # again and again, as a stop may come between two searches
                self._send({"stop": self._number})
            hears = job.type.searches and not dropped
            if now >= stopped + (PATIENCE if hears else LESS_PATIENCE):
                whose = f"The rules of {job.game[:60]}" if job.game else "The rules"
                why = f"did not answer within {ran:.0f} s; one of them may never return."
                raise Refused(f"{whose} {why}", "Time")

    def _send(self, message: Fields) -> None:
        """A process that has ended does not receive it; the next `_message` says so."""
        with contextlib.suppress(OSError, RuntimeError):
            self._input.write(json.dumps(message).encode() + b"\n")

    async def _message(self) -> dict[str, Any]:
        """The next message of the job, or that it is ready for the first; raises Refused.

        Rules may write to any file that is open: what is no message counts as the end.
        """
        message: Any = {}
        while message.get("id") != self._number:
            try:
                message = json.loads(await self._output.readline())
            except (ValueError, OSError):  # the end, or far too long
                message = None
            match message:
                case {"progress": dict()} | {"result": dict()} | {"error": str(), "kind": str()}:
                    continue
            if self._number:
                raise Refused("The worker process crashed twice on this request.", "Crash")
            why = "they end as soon as they start"
            raise Refused(f"Worker processes do not start: {why}.", "Crash")
        self._may_go_on = "progress" not in message and message.get("last") is not True
        return dict(message)
