"""One worker process, as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from outplay.web.scheduler import QueuedJob

LONGEST_LINE = 32 << 20
"""Bytes of one answer that are read."""


class Process:
    """A worker: `python -m outplay.web.worker`, and the job that it is at."""

    def __init__(
        self, kind: str, own: Mapping[str, str], environment: Mapping[str, str],
        heard: Callable[[Process, dict[str, Any]], None], ended: Callable[[Process], None],
        program: str = "outplay.web.worker",
    ) -> None:  # fmt: skip
        self.kind = kind
        self._own, self._environment, self._program = dict(own), dict(environment), program
        self._heard, self._ended = heard, ended
        self._child: asyncio.subprocess.Process | None = None
        self._listener: asyncio.Task[None] | None = None
        self.ready = self.dead = False
        self.ticket: QueuedJob | None = None
        """What it is at; None if it stands idle."""
        self.started = self.allowed = 0.0
        """When the job began, and the seconds that it was given."""
        self.stopping = 0.0
        """When it was first told to stop; 0 if it was not."""
        self.pausing = False
        self.blame = ""
        """Why it was killed, if it was: then its job is not tried again."""
        self.loaded: set[str] = set()
        """Variants of games whose native code it has in memory."""
        self.loading = ""
        """The variant that it loads now."""
        self.megabytes = 0

    @property
    def idle(self) -> bool:
        return self.ready and not self.dead and self.ticket is None and not self.loading

    @property
    def gone(self) -> bool:
        """Has the system let it go?"""
        return self._listener is None or self._listener.done()

    @property
    def pid(self) -> int | None:
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Starts it; `heard` is told when it is ready. Raises OSError."""
        settings = {"kind": self.kind, "own": self._own, "parent": os.getpid()}
        # -P: a file in the folder where the server was started must not stand for a module.
        package = str(Path(__file__).parents[2])
        path = os.pathsep.join(p for p in (package, os.environ.get("PYTHONPATH", "")) if p)
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        self._child = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", self._program, json.dumps(settings),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE,
            env={**os.environ, **one, **self._environment, "PYTHONPATH": path},
            process_group=0,
        )  # fmt: skip
        self._listener = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._child is not None and self._child.stdout is not None
        try:
            while line := await self._child.stdout.readline():
                self._heard(self, json.loads(line))
        except (ValueError, OSError):  # not a line of ours, or far too long
            self.kill("it wrote what nobody can read")
        finally:
            self.dead = True
            self._ended(self)
            self._let_go()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._child.wait(), 1.0)
            self.kill()  # one that closed its output and goes on
            await self._child.wait()

    def send(self, message: dict[str, Any]) -> None:
        """Says something; a process that is gone does not hear it."""
        if self._child is None or self._child.stdin is None or self.dead:
            return
        with contextlib.suppress(OSError, RuntimeError):
            self._child.stdin.write(json.dumps(message).encode() + b"\n")

    def kill(self, blame: str = "") -> None:
        """Ends it at once."""
        self.blame = self.blame or blame
        if self._child is not None and self._child.returncode is None:
            # Not `_child.kill()`: it may reap the child, of which asyncio would then know nothing.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def _let_go(self) -> None:
        """Says nothing more: a process that listens ends then."""
        if self._child is not None and self._child.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self._child.stdin.close()

    async def close(self, seconds: float = 1.0) -> None:
        """Lets it end by itself, and ends it if it does not."""
        if self._child is None or self._listener is None:
            return
        self._let_go()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._listener), seconds)
            return
        self.kill()
        with contextlib.suppress(Exception):
            await self._listener
