"""A worker process: `python -m outplay.web.worker SETTINGS`, which the server starts.

It reads jobs as lines of JSON and answers in lines:

    {"id": 7, "job": "look", "args": {…}, "seconds": 5,     {"id": 7, "progress": {…}}
     "native": true, "reason": ""}                          {"id": 7, "result": {…}, …}
    {"stop": 7}                                             {"id": 7, "error": "…", "kind": "…", …}

A job may use native code of its game, or there is a `reason` why not. With its last answer come
`megabytes`, the memory that the process uses, and `wanted`: did it miss native code, which another
process would have to compile?

One job runs at a time; an answer to 0 says that it is ready for the first. The process ends when
its input does, so that none outlives the server.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import queue
import signal
import sys
import threading
import time
from numbers import Integral, Real
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from outplay.errors import OutplayError
from outplay.web.job_context import JobContext
from outplay.web.jobs import Answer, find
from outplay.web.jobs.spots import described
from outplay.wording import place_of

MEGABYTE = 1 << 20

LONGEST_ANSWER, LOOK_EVERY = 8 * MEGABYTE, 0.1
"""Characters of one line; seconds between two looks at how much memory is in use."""


class Limits(NamedTuple):
    """Of a kind of worker."""

    nice: int
    resident: int
    """Megabytes that it may really use."""
    address_space: int
    """Megabytes that it may ask the system for: a native search asks for a stack of 512 MB and a
    list of moves of 128 MB, and uses little of either."""


KINDS = {
    "quick": Limits(0, 400, 2_000),
    "move": Limits(2, 900, 12_000),
    "study": Limits(4, 900, 12_000),
    "compile": Limits(5, 2_000, 12_000),
    "analysis": Limits(10, 900, 12_000),
}
"""The most urgent first. An analysis gets what the others leave of the processor."""


class Worker:
    """The loop of the process."""

    def __init__(self, kind: str, context: JobContext, source: BinaryIO, sink: BinaryIO) -> None:
        self.kind, self.context = kind, context
        self._source, self._sink = source, sink
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def run(self) -> None:
        """Does one job after the other, until the process is ended."""
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        threading.Thread(target=self._limit_memory, name="memory", daemon=True).start()
        self._prepare()
        self._send(0, {"result": {}})
        while True:
            self._do(self._jobs.get())

    def _prepare(self) -> None:
        """What every job needs is imported before the first one has its time counted."""
        find("look")
        if self.kind == "quick":
            return
        from outplay.search.compile_policy import set_compiling

        find("move")
        set_compiling("now" if self.kind == "compile" else "never")
        # It takes a while to import, in which jobs can be done already.
        compiler = "outplay.native.building"
        threading.Thread(target=importlib.import_module, args=(compiler,), daemon=True).start()

    def _listen(self) -> None:
        """Reads what the server sends; the end of it is the end of this process."""
        for line in self._source:
            message = json.loads(line)
            if "job" in message:
                self._jobs.put(message)
            else:
                self.context.stop(message["stop"])
        os._exit(0)

    def _limit_memory(self) -> None:
        """Ends the process when it uses too much memory, and says what did."""
        most = KINDS[self.kind].resident
        while resident() <= most:
            time.sleep(LOOK_EVERY)
        if job := self.context.job:
            error = f"This needs more than {most:,} MB of memory, which is the limit here."
            self._send(job, {"kind": "Memory", "error": error})
        os._exit(3)

    def _do(self, asked: dict[str, Any]) -> None:
        context, job = self.context, asked["id"]
        context.begin(job, asked["seconds"], native=asked["native"], reason=asked["reason"])

        def tell(progress: Answer) -> None:
            self._send(job, {"progress": progress})

        answer: Answer
        try:
            answer = {"result": find(asked["job"])(context, asked["args"], tell)}
        except OutplayError as error:
            answer = {"error": str(error), "kind": type(error).__name__}
        except MemoryError:
            answer = {"error": "This needs too much memory.", "kind": "Memory"}
        except BaseException as error:  # rules may raise anything, SystemExit too
            told = f"The rules raised {described(error)}{place_of(error)}."
            answer = {"error": told, "kind": "RulesError"}
        self._send(job, {**answer, "wanted": _misses_code(), "megabytes": resident()})

    def _send(self, job: int, message: Answer) -> None:
        trouble = ""
        try:
            line = json.dumps({"id": job, **message}, allow_nan=False, default=_plain)
            if len(line) > LONGEST_ANSWER:
                trouble = f"The answer is too long: {len(line):,} characters."
        except (TypeError, ValueError, RecursionError) as error:
            trouble = f"The answer cannot be written as JSON: {error}."
        if trouble and "progress" in message:
            return
        if trouble:
            line = json.dumps({"id": job, "error": trouble, "kind": "RulesError"})
        try:
            self._sink.write(line.encode() + b"\n")
            self._sink.flush()
        except OSError:  # the server is gone
            os._exit(0)


def resident() -> int:
    """Megabytes of memory that this process uses; 0 where the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") // MEGABYTE
    return 0


def _plain(value: object) -> float:
    """What rules answer may be a number of NumPy's."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    raise TypeError(f"{type(value).__name__} is not a number, text or list")


def _misses_code() -> bool:
    """Was native code needed that another process would have to compile?"""
    ready = sys.modules.get("outplay.search.ready")
    missing = ready.missing if ready is not None else []
    found = bool(missing)
    missing.clear()
    return found


# --- what a process sets up before anything else ------------------------------------------------


def _take_over_streams() -> tuple[BinaryIO, BinaryIO]:
    """The streams to the server, out of reach of rules that print or ask for input."""
    source, sink = os.dup(0), os.dup(1)
    with open(os.devnull, "r+b", buffering=0) as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    return os.fdopen(source, "rb"), os.fdopen(sink, "wb")


def _end_with(parent: int) -> None:
    """Lets the system end this process when the server is gone, also where a rule never returns."""
    with contextlib.suppress(Exception):  # only Linux can
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _limit(kind: str) -> None:
    """The last resort, where one step of a rule asks for more than there is."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        most = KINDS[kind].address_space * MEGABYTE
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(KINDS[kind].nice)


def main() -> None:
    """The process."""
    settings = json.loads(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = _take_over_streams()
    _end_with(settings["parent"])
    _limit(settings["kind"])
    context = JobContext(settings["own"], settings["solutions"])
    Worker(settings["kind"], context, source, sink).run()


if __name__ == "__main__":
    main()
