"""The scheduler: which job a worker takes next, and how long it may run.

Moves go first, the nearest deadline before the others; all other jobs go in the order in which they
came. A client that has had its turn goes behind those that have not. Nothing here waits: the caller
says what time it is.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.errors import OutplayError

GRACE = 1.0
"""Seconds after its own time within which a move must be answered."""

RESERVE = 0.65
"""Seconds of the grace that are not planned with, since the machine does other things too."""

LEAST_SHARE = 0.05
"""Seconds that a move gets at least, however many wait."""

PATIENCE = 2.0
"""Seconds that a paused analysis waits for the worker that has its transposition table."""

MOST_CLIENTS = 1000


class Refused(OutplayError):
    """A job that was not done; `str()` is a sentence for people, `kind` is what went wrong.

    `Busy`, `Dropped` (too many wait), `Time`, `Memory`, `Crash`, `Closed`, or the name of the
    OutplayError that the job raised.
    """

    def __init__(self, sentence: str, kind: str) -> None:
        super().__init__(sentence)
        self.kind = kind

    @property
    def status(self) -> int:
        """The HTTP status."""
        return {"Busy": 429, "Dropped": 429, "Closed": 503, "UnknownGame": 404}.get(self.kind, 422)


@dataclass(eq=False)
class QueuedJob:
    """A job, from the request to the answer."""

    name: str
    args: dict[str, Any]
    client: str
    seconds: float
    """The most that it may take."""
    arrived: float
    thinks: float = math.inf
    """Seconds that a move was asked to take for thinking; it may get less."""
    urgent: bool = False
    sliced: bool = False
    variant: str = ""
    """The game and its parameters, if native code of it is wanted."""

    since: float = 0.0
    """When it was last put in the queue."""
    used: float = 0.0
    """Seconds that it has run, over all its slices."""
    slices: int = 0
    attempts: int = 0
    """How many workers ended while they ran it."""

    worker: Any = None
    """The worker that runs it; once paused, the one that has its transposition table."""
    number: int = 0
    """Under which that worker answers."""
    started: float = 0.0
    allowed: float = 0.0
    """Seconds."""
    stopping: float = 0.0
    """When it was first told to stop; 0 if it was not."""
    pausing: bool = False
    dropped: bool = False
    """Nobody waits for it any more."""

    progress: list[dict[str, Any]] = field(default_factory=list)
    """What nobody has read yet."""
    outcome: dict[str, Any] | Refused | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is progress, or an outcome, or its turn has come."""

    @property
    def is_long(self) -> bool:
        """It can be neither hurried nor paused."""
        return not self.urgent and not self.sliced

    @property
    def deadline(self) -> float:
        """When it must be answered."""
        return self.arrived + min(self.seconds, self.thinks) + GRACE

    def tell(self, progress: dict[str, Any]) -> None:
        """Adds progress, in place of a `thinking` that nobody has read."""
        thinking = progress.get("state") == "thinking"
        if thinking and self.progress and self.progress[-1].get("state") == "thinking":
            self.progress.pop()
        self.progress.append(progress)
        self.news.set()

    def finish(self, outcome: dict[str, Any] | Refused) -> None:
        if self.outcome is None:
            self.outcome = outcome
        self.news.set()

    def result(self) -> dict[str, Any]:
        """The result of a finished job; raises Refused."""
        assert self.outcome is not None
        if isinstance(self.outcome, Refused):
            raise self.outcome
        return self.outcome


class JobQueue:
    """Jobs that wait."""

    def __init__(self) -> None:
        self.jobs: list[QueuedJob] = []
        self._served: dict[str, float] = {}
        """When each client last had its turn."""

    def add(self, job: QueuedJob, now: float) -> None:
        job.since = now
        self.jobs.append(job)

    def remove(self, job: QueuedJob) -> None:
        """Takes it out, if it is there."""
        if job in self.jobs:
            self.jobs.remove(job)

    def take(self, job: QueuedJob, now: float) -> None:
        """Its turn has come."""
        self.jobs.remove(job)
        self._served[job.client] = now
        if len(self._served) > MOST_CLIENTS:
            waiting = {job.client for job in self.jobs}
            self._served = {c: t for c, t in self._served.items() if c in waiting}

    def order(self) -> list[QueuedJob]:
        """The jobs in the order in which they go, as things stand."""
        arrival = sorted(self.jobs, key=lambda job: job.deadline if job.urgent else job.since)
        turns: dict[tuple[str, bool], int] = {}
        turn_of: dict[QueuedJob, int] = {}
        for job in arrival:
            key = job.client, job.urgent
            had_turn = self._served.get(job.client, -math.inf) >= job.since
            turn_of[job] = turns[key] = turns.get(key, had_turn - 1) + 1
        return sorted(arrival, key=lambda job: (not job.urgent, turn_of[job]))

    def moves(self) -> list[QueuedJob]:
        """The urgent jobs in the order in which they go."""
        return [job for job in self.order() if job.urgent]

    def next(self, now: float, worker: object = None, *, long: bool = True) -> QueuedJob | None:
        """The job for an idle worker, still in the queue; None if there is none.

        `long`: may it be one that cannot be paused?
        """
        fit = [job for job in self.order() if long or not job.is_long]
        for job in fit:
            # A search goes on faster where its transposition table is.
            if job.urgent or job.worker in (None, worker) or now - job.since > PATIENCE:
                return job
        return fit[0] if fit else None


def share(moves: Sequence[QueuedJob], now: float, workers: int) -> float:
    """Seconds that each move may take so that all that wait are answered in time.

    `moves` are in the order in which they go; what runs now comes before them.
    """
    most = math.inf
    for number, job in enumerate(moves, start=1):
        rounds = math.ceil(number / max(1, workers)) + 1
        most = min(most, (job.deadline - RESERVE - now) / rounds)
    return max(LEAST_SHARE, most)


def time_for(
    job: QueuedJob, moves: Sequence[QueuedJob], now: float, workers: int, overhead: float
) -> float:
    """Seconds for thinking about a move that starts now, while `moves` wait after it."""
    own = job.deadline - RESERVE - now
    fair = min(own, share(moves, now, workers)) - overhead
    return max(LEAST_SHARE, min(job.seconds, job.thinks, fair))
