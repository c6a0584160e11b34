"""A worker process as the server sees it; `worker.py` says what the two send each other."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from outplay.web.jobs import Fields

LONGEST_LINE = 32 << 20
"""Bytes of one answer that are read."""

EXIT_SECONDS = 1.0
"""In which a process that is told to end does so by itself."""


class WorkerEnded(Exception):
    """The process has ended, or has written something that cannot be read."""


class WorkerProcess:
    """Starts, asks and ends one process."""

    def __init__(
        self,
        kind: str,
        own: Mapping[str, str],
        environment: Mapping[str, str],
        program: str,
        solutions: Sequence[str] = (),
    ) -> None:
        files = {"own": dict(own), "solutions": list(solutions)}
        self._settings = {"kind": kind, **files, "parent": os.getpid()}
        self._environment, self._program = environment, program
        self._child: asyncio.subprocess.Process
        self._input: asyncio.StreamWriter
        self._output: asyncio.StreamReader
        self._number = 0
        self.megabytes = 0
        """Of memory, when it last answered."""
        self.loaded: set[str] = set()
        """Variants of games whose native code it has in memory."""

    async def start(self) -> Self:
        """Starts it and waits until it is ready; raises OSError or WorkerEnded."""
        # -P: a file in the folder where the server was started must not replace a module.
        package = str(Path(__file__).parents[2])
        path = os.pathsep.join(p for p in (package, os.environ.get("PYTHONPATH", "")) if p)
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self._child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", self._program, json.dumps(self._settings)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            env={**os.environ, **one, **self._environment, "PYTHONPATH": path},
            process_group=0,
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._input, self._output = self._child.stdin, self._child.stdout
        try:
            await self.answer()
        except BaseException:
            await self.end()
            raise
        return self

    async def end(self) -> None:
        """Lets it end by itself, and kills it if it does not."""
        with contextlib.suppress(OSError, RuntimeError):
            self._input.close()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EXIT_SECONDS):
                    await self._child.wait()
        finally:
            self.kill()
            await self._child.wait()

    def kill(self) -> None:
        """Ends it at once."""
        if self._child.returncode is None:
            # Not `_child.kill()`: it may reap the child, of which asyncio would then know nothing.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def has_ended(self) -> bool:
        return self._child.returncode is not None or self._output.at_eof()

    def start_job(self, job: str, args: Fields, seconds: float, **more: object) -> None:
        """Sends a job."""
        self._number += 1
        self._send({"id": self._number, "job": job, "args": args, "seconds": seconds, **more})

    def stop_job(self) -> None:
        """Tells the job to stop; maybe again, as a stop may come between two searches."""
        self._send({"stop": self._number})

    def _send(self, message: Fields) -> None:
        """A process that has ended does not receive it; the next `answer` says so."""
        with contextlib.suppress(OSError, RuntimeError):
            self._input.write(json.dumps(message).encode() + b"\n")

    async def answer(self) -> dict[str, Any]:
        """The next message of the job, or that it is ready for the first; raises WorkerEnded."""
        message: dict[str, Any] = {}
        while message.get("id") != self._number:
            try:
                message = json.loads(await self._output.readline())
                _check(message)
            except (ValueError, OSError):  # the end, or not a message, or far too long
                self.kill()
                raise WorkerEnded("they end as soon as they start") from None
        self.megabytes = message.get("megabytes", self.megabytes)
        return message


def _check(message: Any) -> None:
    """Raises ValueError if it is no message: rules may write to any file that is open."""
    match message:
        case {"progress": dict()} | {"result": dict()} | {"error": str(), "kind": str()}:
            if isinstance(message.get("megabytes", 0), int):
                return
    raise ValueError("not a message of a worker")
