"""Jobs from the request to the answer, and the order in which those that wait have their turns.

Nothing here waits or asks the clock: the caller says what time it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import time
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from outplay.errors import OutplayError
from outplay.web.jobs import JOBS, Answer, Fields, JobType
from outplay.web.worker import KINDS

GRACE = 1.0
"""Seconds after its own time within which a move must be answered."""

RESERVE = 0.65
"""Seconds of the grace that are not planned with, since the machine does other things too."""

LEAST_SHARE = 0.05
"""Seconds that a move gets at least, however many wait."""

TURN = 1.0
"""Seconds by which a request is put back behind the one before it of the same client."""

SILENT = 3.0
"""Seconds before people are told: to find that all is compiled already takes two."""


class Refused(OutplayError):
    """A job that was not done; `str()` is a sentence for people, `kind` is what went wrong.

    `Busy`, `Dropped` (too many wait, or nobody does), `Time`, `Memory`, `Crash`, `Closed`, or the
    name of the OutplayError that the job raised.
    """

    def __init__(self, sentence: str, kind: str) -> None:
        super().__init__(sentence)
        self.kind = kind

    @property
    def status(self) -> int:
        """The HTTP status."""
        return {"Busy": 429, "Dropped": 429, "Closed": 503, "UnknownGame": 404}.get(self.kind, 422)


@dataclass(eq=False)
class Job:
    """A job, from the request to the answer."""

    name: str
    args: Fields
    client: str
    seconds: float
    """The most that it may take."""
    arrived: float = field(default_factory=time.monotonic)
    turn: float = 0.0
    """Of those that wait, the one with the least goes first."""

    progress: list[Answer] = field(default_factory=list)
    """What nobody has read yet."""
    outcome: Answer | Refused | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is progress or an outcome."""
    compiled_by: list[Job] = field(default_factory=list)
    """The jobs that compile its game: the first one all that searches usually need."""

    @property
    def type(self) -> JobType:
        return JOBS[self.name]

    @property
    def game(self) -> str:
        """The name of the game that it is about, or empty."""
        spot = self.args.get("spot", self.args)
        game = spot.get("game") if isinstance(spot, dict) else None
        return game if isinstance(game, str) else ""

    @cached_property
    def variant(self) -> str:
        """The game and its parameters as one text, if native code of it is wanted; or empty."""
        spot = self.args.get("spot", self.args)
        if self.game and self.type.searches and isinstance(spot, dict):
            with contextlib.suppress(TypeError, ValueError, RecursionError):
                about = {"game": self.game, "with": spot.get("with") or {}}
                return json.dumps(about, sort_keys=True)
        return ""

    @property
    def code(self) -> Answer | Refused | None:
        """What became of compiling its game: an answer if it is on disk, None if nobody knows."""
        return self.compiled_by[0].outcome if self.compiled_by else None

    @property
    def reason(self) -> str:
        """Why its game runs interpreted, if it does."""
        if self.code is None:
            return "the rules are being compiled; until then they run interpreted"
        if isinstance(self.code, Refused):
            before = "" if self.code.kind == "NotNative" else "the rules do not compile: "
            return f"{before}{self.code}".rstrip(".")
        return "the compiled rules are being loaded"

    @property
    def compiling(self) -> str:
        """What to tell people while its game is being compiled; empty if it is not."""
        since = min((job.arrived for job in self.compiled_by), default=math.inf)
        waits = self.code is None and time.monotonic() - since > SILENT
        return f"Compiling the rules of {self.game}; until then searches are slow." if waits else ""

    @property
    def is_move(self) -> bool:
        """Does somebody wait for it with the board before them?"""
        return self.type.group == "move"

    @property
    def thinks(self) -> float:
        """Seconds that a move was asked to take for thinking; it may get less."""
        asked = self.args.get("seconds")
        if isinstance(asked, int | float) and 0 < asked < math.inf:
            return min(self.seconds, asked)
        return min(self.seconds, 1.0)

    @property
    def deadline(self) -> float:
        """When a move must be answered."""
        return self.arrived + self.thinks + GRACE

    def tell(self, progress: Answer) -> None:
        """Adds progress, in place of a `thinking` that nobody has read."""
        thinking = progress.get("state") == "thinking"
        if thinking and self.progress and self.progress[-1].get("state") == "thinking":
            self.progress.pop()
        self.progress.append(progress)
        self.news.set()

    def finish(self, outcome: Answer | Refused) -> None:
        """The first outcome counts."""
        if self.outcome is None:
            self.outcome = outcome
        self.news.set()


@dataclass
class Turns:
    """The jobs for one kind of process: those that wait, and those that have their turn."""

    kind: str
    size: int
    """How many of them may run."""
    queue: list[Job] = field(default_factory=list)
    """In the order in which they go."""
    running: dict[Job, asyncio.Task[None]] = field(default_factory=dict)
    overhead: float = 0.03
    """Seconds that a move takes beyond its thinking, as measured."""
    most = 200
    """How many may wait."""

    def add(self, job: Job) -> None:
        """Puts a job in the queue; raises Refused."""
        own = [old for old in self.queue if old.client == job.client]
        if len(own) >= KINDS[self.kind].waiting and self.kind in ("analysis", "compile"):
            oldest = min(own, key=attrgetter("arrived"))
            self.drop(oldest, "Replaced by a newer request from this tab.")
        elif len(own) >= KINDS[self.kind].waiting:
            raise _busy(f"This tab already has {len(own)} requests waiting")
        elif len(self.queue) >= self.most:
            raise _busy(f"The server is busy with {len(self.queue)} requests")
        if self.kind == "compile":
            job.turn = -job.arrived  # what was wanted last comes first, as somebody plays it now
        else:
            due = job.deadline if job.is_move else job.arrived
            job.turn = max([due, *(old.turn + TURN for old in own)])
        self.queue.append(job)
        self.queue.sort(key=attrgetter("turn"))

    def drop(self, job: Job, why: str = "Nobody waits for the answer.") -> None:
        """If it is not done yet, it is refused, and stopped within a second."""
        job.finish(Refused(why, "Dropped"))
        if job in self.queue:
            self.queue.remove(job)

    @property
    def loading(self) -> int:
        """How many processes load native code: their jobs are done, and they can take no other."""
        return sum(job.outcome is not None for job in self.running)

    def share(self, now: float) -> float:
        """Seconds that each move may take so that all that wait are answered in time.

        What runs now comes before them.
        """
        places, most = max(1, self.size - self.loading), math.inf
        for number, job in enumerate(self.queue):
            most = min(most, (job.deadline - RESERVE - now) / (number // places + 2))
        return max(LEAST_SHARE, most)

    def time_for(self, job: Job, now: float) -> float:
        """Seconds for thinking about a move that starts now, while others wait after it."""
        fair = min(job.deadline - RESERVE - now, self.share(now))
        return max(LEAST_SHARE, min(job.thinks, fair - self.overhead))

    def note_overhead(self, seconds: float) -> None:
        """So much longer than it was to think did a move take."""
        self.overhead += 0.2 * (max(0.0, seconds) - self.overhead)


def _busy(why: str) -> Refused:
    return Refused(f"{why}; try again in a moment.", "Busy")
