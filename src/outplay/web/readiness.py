"""Which games run natively: what is compiled, what is being compiled, and what never will be.

Each game is compiled in a new process of its own, with a lower priority, one game at a time. Other
workers load what it has put on disk. Both are the job `compile`.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from itertools import islice

from outplay.web.jobs import Answer
from outplay.web.process import WorkerProcess
from outplay.web.scheduler import Job, Refused, compile_job
from outplay.web.worker_group import WorkerGroup

COMPILE_SECONDS = 300.0

MOST_WAITING = 20
"""Games that wait to be compiled; others are compiled when somebody plays them again."""

MOST_RECENT = 6
"""Games that idle workers load: those that were played last."""

MOST_MORE = 20
"""Times that jobs about a game have more code compiled."""

SILENT = 3.0
"""Seconds before people are told: to find that all is compiled already takes two."""

MOST_KNOWN = 500

FAILURES = {
    "Memory": "compiling its rules takes too much memory",
    "Crash": "the process that compiled its rules ended, and so did the next one",
    "Time": f"its rules were not compiled within {COMPILE_SECONDS:g} s",
}
"""Why a game never runs natively, by the kind of error."""


class Readiness:
    """Has rules compiled."""

    def __init__(self, new_compiler: Callable[[], WorkerProcess]) -> None:
        self.compilers = WorkerGroup(1, new_compiler, each=MOST_WAITING, kept=0, patience=0)
        self._known: OrderedDict[str, Job] = OrderedDict()
        """What compiles each variant; what was played last comes last."""
        self._more: Counter[str] = Counter()
        """How often more code of a variant was compiled."""

    def want(self, variant: str) -> None:
        """Somebody plays it: it is compiled, if it is not yet."""
        if not variant:
            return
        if variant not in self._known or self._known[variant].dropped:
            self._known[variant] = self._compile(variant)
        self._known.move_to_end(variant)
        if len(self._known) > MOST_KNOWN:
            self._more.pop(self._known.popitem(last=False)[0], None)

    def want_more(self, job: Job) -> None:
        """The job needed code that is not on disk: of a search that few need, or an edited file."""
        variant = job.variant
        waits = any(waiting.variant == variant for waiting in self.compilers.queue)
        if variant in self._known and self._more[variant] < MOST_MORE and not waits:
            self._more[variant] += 1
            self._compile(variant, job=job.name, args=job.args)

    def _compile(self, variant: str, **more: object) -> Job:
        job = compile_job(variant, COMPILE_SECONDS, **more)
        self.compilers.submit(job)
        return job

    def _outcome(self, variant: str) -> Answer | None:
        """What the job `compile` says, or what became of it; None while nobody knows."""
        outcome = self._known[variant].outcome if variant in self._known else None
        if not isinstance(outcome, Refused):
            return outcome
        failure = f"the rules do not compile: {outcome}"
        return {"reason": FAILURES.get(outcome.kind, failure)}

    def text(self, variant: str) -> str:
        """What to tell people while a game is being compiled; empty if it is not."""
        job = self._known.get(variant)
        if job is None or job.outcome is not None or time.monotonic() - job.arrived < SILENT:
            return ""
        return f"Compiling the rules of {job.args['game']}; until then searches are slow."

    def reason(self, variant: str) -> str:
        """Why a game runs interpreted."""
        outcome = self._outcome(variant)
        if outcome is None:
            return ""
        return str(outcome.get("reason", "")).rstrip(".") or "the compiled rules are being loaded"

    def is_ready(self, variant: str) -> bool:
        """Is native code of it on disk?"""
        return bool((self._outcome(variant) or {}).get("ready"))

    def recent(self) -> list[str]:
        """The variants that were played last and are ready, the last one first."""
        return [v for v in islice(reversed(self._known), MOST_RECENT) if self.is_ready(v)]
