"""A worker process: `python -m outplay.web.worker SETTINGS`, which the server starts.

It reads jobs as lines of JSON and answers in lines:

    {"id": 7, "job": "look", "args": {…}, "seconds": 5}     {"ready": true}
    {"stop": 7}                                             {"id": 7, "progress": {…}}
    {"pause": 7}                                            {"id": 7, "result": {…}}
                                                            {"id": 7, "error": "…", "kind": "…"}

One job runs at a time. The process ends when its input does, so none is left behind whatever
becomes of the server.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import queue
import signal
import sys
import threading
import time
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from outplay._wording import place_of
from outplay.errors import OutplayError
from outplay.web.job_context import JobContext, NotCompiled
from outplay.web.jobs import find

MEGABYTE = 1 << 20

LONGEST_ANSWER = 8 * MEGABYTE
"""Characters of one line."""

LOOK_EVERY = 0.1
"""Seconds between two looks at how much memory is in use."""

KINDS: dict[str, dict[str, int]] = {
    # RESIDENT is what is really used, ROOM is what may be asked of the system: a native search
    # asks for a stack of 512 MB and a list of moves of 128 MB, and uses little of either.
    "quick": {"nice": 0, "resident": 400, "room": 2_000},
    "search": {"nice": 2, "resident": 900, "room": 12_000},
    "compile": {"nice": 5, "resident": 2_000, "room": 12_000},
}
"""Kinds of workers: how readily they step back for others, and how many megabytes they may have."""


class Worker:
    """The loop of the process."""

    def __init__(self, settings: dict[str, Any], source: int, sink: int) -> None:
        self.kind = str(settings.get("kind", "quick"))
        self.context = JobContext(settings.get("own"), compiles=self.kind == "compile")
        self.most = int(settings.get("resident", KINDS[self.kind]["resident"]))
        """Megabytes that it may use."""
        self._source, self._sink = source, sink
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._sending = threading.Lock()
        self._current: int | None = None

    def run(self) -> None:
        """Does one job after the other, until the process is ended."""
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        threading.Thread(target=self._weigh, name="weigh", daemon=True).start()
        self._prepare()
        self._send({"ready": True})
        while True:
            self._do(self._jobs.get())

    def _prepare(self) -> None:
        """What every job needs is imported before the first one has its time counted."""
        if self.kind == "quick":
            return
        import outplay.arena.levels
        import outplay.engine.engine  # noqa: F401
        from outplay.search import ready, speeds

        speeds.wait_for_the_compiler()  # it is another process that compiles while people wait
        if not self.context.compiles:
            ready.announce = _refuse_to_compile
        threading.Thread(target=_import_compiler, name="import", daemon=True).start()

    def _listen(self) -> None:
        """Reads what the server says; the end of it is the end of this process."""
        with os.fdopen(self._source, "rb") as lines:
            for line in lines:
                told = json.loads(line)
                if "stop" in told:
                    self.context.stop(told["stop"])
                elif "pause" in told:
                    self.context.stop(told["pause"], pause=True)
                else:
                    self._jobs.put(told)
        os._exit(0)

    def _weigh(self) -> None:
        """Ends the process when it uses too much memory, and says what did."""
        while True:
            time.sleep(LOOK_EVERY)
            if resident() <= self.most:
                continue
            job = self._current
            if job is not None:
                self._send({
                    "id": job, "kind": "Memory",
                    "error": f"That takes more than the {self.most:,} MB of memory that it may"
                             " have here.",
                })  # fmt: skip
            os._exit(3)

    # --- one job --------------------------------------------------------------------------------

    def _do(self, told: dict[str, Any]) -> None:
        number, args = told["id"], told["args"]
        self._current = number
        self.context.begin(number, float(told["seconds"]), told.get("reason", ""))
        wanted = False
        try:
            job = find(told["job"])

            def tell(progress: dict[str, Any]) -> None:
                self._send({"id": number, "progress": progress})

            try:
                result = job(self.context, args, tell)
            except NotCompiled:
                wanted = self.context.interpreted = True
                result = job(self.context, args, tell)
            answer: dict[str, Any] = {"id": number, "result": result}
        except (OutplayError, NotCompiled) as error:
            answer = {"id": number, "error": str(error), "kind": type(error).__name__}
        except MemoryError:
            answer = {"id": number, "kind": "Memory", "error": "That takes too much memory."}
        except BaseException as error:  # rules may raise anything, SystemExit too
            answer = {"id": number, "error": sentence(error), "kind": "RulesError"}
        self.context.end()
        self._current = None
        self._send({
            **answer, "megabytes": resident(), **self.context.native_state(args),
            **({"wanted": True} if wanted else {}),
        })  # fmt: skip

    def _send(self, message: dict[str, Any]) -> None:
        try:
            line = json.dumps(message, allow_nan=False, default=_plain)
        except (TypeError, ValueError, RecursionError) as error:
            line = ""
            trouble = f"The answer cannot be written down: {error}."
        if len(line) > LONGEST_ANSWER:
            trouble = f"The answer is too long: {len(line):,} characters."
        if not line or len(line) > LONGEST_ANSWER:
            if "progress" in message:
                return
            line = json.dumps({"id": message["id"], "error": trouble, "kind": "RulesError"})
        data = line.encode() + b"\n"
        with self._sending:
            try:
                while data:
                    data = data[os.write(self._sink, data) :]
            except OSError:  # the server is gone
                os._exit(0)


def sentence(error: BaseException) -> str:
    """What a rule raised, and in which line of which file."""
    words = " ".join(str(error).split()).rstrip(".")[:300]
    what = f"{type(error).__name__}{f': {words}' if words else ''}"
    return f"The rules raised {what}{place_of(error)}."


def resident() -> int:
    """Megabytes of memory that this process uses; 0 where nobody knows."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") // MEGABYTE
    return 0


def _plain(value: Any) -> Any:
    """What rules answer may be a number of NumPy's."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    raise TypeError(f"{type(value).__name__} is no number, text or list")


def _import_compiler() -> None:
    """The compiler takes a while to import, in which jobs can be done already."""
    import outplay.native.building  # noqa: F401


def _refuse_to_compile(text: str) -> None:
    raise NotCompiled("The rules are not compiled yet.")


# --- what a process sets up before anything else ------------------------------------------------


def _take_over_streams() -> tuple[int, int]:
    """The streams to the server, out of reach of rules that print or ask for input."""
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    return source, sink


def _end_with(parent: int) -> None:
    """Lets the system end this process when the server is gone, also where a rule never returns."""
    with contextlib.suppress(Exception):  # only Linux can
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if hasattr(os, "getppid") and parent and os.getppid() != parent:
        os._exit(0)


def _limit(kind: str) -> None:
    """The last resort, where one step of a rule asks for more than there is."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        room = KINDS[kind]["room"] * MEGABYTE
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        if hard != resource.RLIM_INFINITY:
            room = min(room, hard)
        resource.setrlimit(resource.RLIMIT_AS, (room, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(KINDS[kind]["nice"])


def main() -> None:
    """The process."""
    settings = json.loads(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = _take_over_streams()
    _end_with(int(settings.get("parent", 0)))
    _limit(str(settings.get("kind", "quick")))
    Worker(settings, source, sink).run()


if __name__ == "__main__":
    main()
