"""A worker process as the server sees it: `python -m outplay.web.worker`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Self, TypedDict, cast

from outplay.web.jobs import Answer, Fields

LONGEST_LINE = 32 << 20
"""Bytes of one answer that are read."""

EXIT_SECONDS = 1.0
"""In which a process that is told to end does so by itself."""


class Message(TypedDict, total=False):
    """What a process writes: `progress` of a job, or `result`, or `error` and its `kind`."""

    id: int
    progress: Answer
    result: Answer
    error: str
    kind: str
    megabytes: int
    """Of memory that the process uses."""
    wanted: bool
    """Did the job need native code that another process would have to compile?"""


class WorkerEnded(Exception):
    """The process has ended, or has written something that cannot be read."""


class WorkerProcess:
    """Starts, asks and ends one process. Within `async with` it is running."""

    def __init__(
        self, kind: str, own: Mapping[str, str], environment: Mapping[str, str], program: str
    ) -> None:
        self._settings = {"kind": kind, "own": dict(own), "parent": os.getpid()}
        self._environment, self._program = environment, program
        self._child: asyncio.subprocess.Process
        self._input: asyncio.StreamWriter
        self._output: asyncio.StreamReader
        self._number = 0
        self.megabytes = 0
        """Of memory, when it last answered."""
        self.loaded: set[str] = set()
        """Variants of games whose native code it has in memory."""

    async def __aenter__(self) -> Self:
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
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        """Lets it end by itself, and kills it if it does not."""
        with contextlib.suppress(OSError, RuntimeError):
            self._input.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EXIT_SECONDS):
                await self._child.wait()
        self.kill()
        await self._child.wait()

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def has_ended(self) -> bool:
        return self._child.returncode is not None or self._output.at_eof()

    def start_job(self, job: str, args: Fields, seconds: float, **more: object) -> None:
        """Sends a job; `more` is what else a `Request` holds (see `worker.py`)."""
        self._number += 1
        self._send({"id": self._number, "job": job, "args": args, "seconds": seconds, **more})

    def stop_job(self) -> None:
        """Tells the job to stop; maybe again, as a stop may come between two searches."""
        self._send({"stop": self._number})

    async def ask(self, job: str, args: Fields, seconds: float) -> Message:
        """The last message of a job, without its progress; raises WorkerEnded or TimeoutError."""
        self.start_job(job, args, seconds)
        async with asyncio.timeout(seconds):
            while "progress" in (message := await self.answer()):
                pass
        return message

    def _send(self, message: Fields) -> None:
        """A process that has ended does not receive it; the next `answer` says so."""
        with contextlib.suppress(OSError, RuntimeError):
            self._input.write(json.dumps(message).encode() + b"\n")

    async def answer(self) -> Message:
        """The next message of the job, or that it is ready for the first; raises WorkerEnded."""
        message: Message = {}
        while message.get("id") != self._number:
            try:
                line = await self._output.readline()
                if not line:
                    raise WorkerEnded
                message = _checked(json.loads(line))
            except (ValueError, OSError):  # not a message, or far too long
                self.kill()
                raise WorkerEnded from None
        self.megabytes = message.get("megabytes", self.megabytes)
        return message

    def kill(self) -> None:
        """Ends it at once."""
        if self._child.returncode is None:
            # Not `_child.kill()`: it may reap the child, of which asyncio would then know nothing.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _checked(message: object) -> Message:
    """The message, if it is one; raises ValueError. Rules may write to any file that is open."""
    if isinstance(message, dict) and isinstance(message.get("megabytes", 0), int):
        dicts = isinstance(message.get("progress", message.get("result")), dict)
        texts = isinstance(message.get("error"), str) and isinstance(message.get("kind"), str)
        if dicts or texts:
            return cast(Message, message)
    raise ValueError("not a message of a worker")
