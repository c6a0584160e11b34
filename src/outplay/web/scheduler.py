"""A job from the request to the answer, and how long a move may think while others wait.

Nothing here waits: the caller says what time it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from outplay.errors import OutplayError
from outplay.web.jobs import JOBS, Answer, Fields, JobType

GRACE = 1.0
"""Seconds after its own time within which a move must be answered."""

RESERVE = 0.65
"""Seconds of the grace that are not planned with, since the machine does other things too."""

LEAST_SHARE = 0.05
"""Seconds that a move gets at least, however many wait."""

USUAL_SECONDS = 1.0
"""For thinking about a move, if the request does not say."""


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
    dropped: bool = False
    """Nobody waits for it any more."""

    progress: list[Answer] = field(default_factory=list)
    """What nobody has read yet."""
    outcome: Answer | Refused | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is progress, or an outcome, or its turn has come."""

    @property
    def type(self) -> JobType:
        return JOBS[self.name]

    @cached_property
    def variant(self) -> str:
        """The game and its parameters as one text, if native code of it is wanted; or empty."""
        return variant_of(self.args) if self.type.searches else ""

    @property
    def is_move(self) -> bool:
        """Does somebody wait for it with the board before them?"""
        return self.type.group == "move"

    @property
    def thinks(self) -> float:
        """Seconds that a move was asked to take for thinking; it may get less."""
        asked = self.args.get("seconds")
        if not isinstance(asked, int | float) or not 0 < asked < math.inf:
            asked = USUAL_SECONDS
        return min(self.seconds, asked)

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

    def result(self) -> Answer:
        """The result of a finished job; raises Refused."""
        assert self.outcome is not None
        if isinstance(self.outcome, Refused):
            raise self.outcome
        return self.outcome


def variant_of(args: Fields) -> str:
    """The game and its parameters that a job is about, as one text; empty if there is none."""
    spot = args.get("spot", args)
    if not isinstance(spot, dict) or not isinstance(spot.get("game"), str):
        return ""
    with contextlib.suppress(TypeError, ValueError, RecursionError):
        return json.dumps({"game": spot["game"], "with": spot.get("with") or {}}, sort_keys=True)
    return ""


def compile_job(variant: str, seconds: float, **more: object) -> Job:
    """Compiles a game, or loads it where it is compiled; `jobs/natives.py` says what `more` is."""
    return Job("compile", {**json.loads(variant), **more}, "", seconds)


def share(moves: Sequence[Job], now: float, workers: int) -> float:
    """Seconds that each move may take so that all that wait are answered in time.

    `moves` are in the order in which they go; what runs now comes before them.
    """
    most = math.inf
    for number, job in enumerate(moves, start=1):
        rounds = math.ceil(number / max(1, workers)) + 1
        most = min(most, (job.deadline - RESERVE - now) / rounds)
    return max(LEAST_SHARE, most)


def time_for(job: Job, moves: Sequence[Job], now: float, workers: int, overhead: float) -> float:
    """Seconds for thinking about a move that starts now, while `moves` wait after it."""
    fair = min(job.deadline - RESERVE - now, share(moves, now, workers))
    return max(LEAST_SHARE, min(job.thinks, fair - overhead))
