"""What worker processes are asked: each job is a function, imported when it is first needed.

`job(context, args, tell)` gets the worker's `JobContext`, what was asked, and `tell`, which sends
progress. It gives a dictionary that can be written as JSON. What is wrong with the question is an
OutplayError, whose sentence people read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outplay.errors import UsageError
from outplay.lazy import fetch

if TYPE_CHECKING:
    from outplay.web.job_context import JobContext

Tell = Callable[[dict[str, Any]], None]
Job = Callable[["JobContext", dict[str, Any], Tell], dict[str, Any]]

LOOK_SECONDS = 5.0


@dataclass(frozen=True)
class JobType:
    """What the server knows of a job."""

    where: str
    """`module:function`, in `outplay.web.jobs`."""
    seconds: float | None = None
    """How long it may take, pauses included, where the page asks for it at `/api/NAME`."""
    quick: bool = False
    """Does it ask the rules a few quick questions, and search nothing?"""
    urgent: bool = False
    """Does somebody wait for it with the board before them? Then it goes first."""
    searches: bool = False
    """Is it quicker with native code?"""
    sliced: bool = False
    """Can it be paused and go on later? Paused, it gives `{"state": "paused", "carry": …}`, and is
    asked again with that `carry` among its args."""
    panel: str = ""
    """The module in `static/js/` that the page of analyses shows as a panel."""


JOBS: dict[str, JobType] = {
    "home": JobType("look:home", quick=True),
    "look": JobType("look:look", LOOK_SECONDS, quick=True),
    "step": JobType("look:step", LOOK_SECONDS, quick=True),
    "move": JobType("think:move", urgent=True, searches=True),
    "hint": JobType("think:hint", 12.0, urgent=True, searches=True),
    "analyse": JobType("analyse:analyse", searches=True, sliced=True),
    "compile": JobType("natives:compile_rules"),
    "load": JobType("natives:load_native"),
    "rehearse": JobType("natives:rehearse"),
    "explain": JobType("reasons:explain", 12.0, searches=True, panel="analyse/why"),
    "review": JobType("reasons:review", searches=True, panel="analyse/review"),
    "read": JobType("paste:read", 10.0, panel="analyse/share"),
    "tree": JobType("trees:tree", 15.0, searches=True),
    "open": JobType("trees:open_part", 15.0, searches=True),
    "exercise": JobType("practice:exercise", 15.0),
    "mark": JobType("practice:mark", 15.0),
}


def listed(key: str, **known: Any) -> dict[str, Any]:
    """What the home page says of a game; `known` in place of what nobody knows yet."""
    return {
        "key": key,
        "title": key,
        "summary": "",
        "own": True,
        "svg": "",
        "parameters": [],
        "players": ["MAX", "MIN"],
        "trouble": None,
        **known,
    }


def find(name: str) -> Job:
    """The job of that name; raises UsageError if there is none."""
    if name not in JOBS:
        raise UsageError(f"There is no job called {name!r}.")
    job: Job = fetch(f"outplay.web.jobs.{JOBS[name].where}")
    return job
