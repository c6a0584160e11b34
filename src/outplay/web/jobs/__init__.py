"""What worker processes are asked: each job is a function, imported when it is first needed.

`job(context, args, tell)` gets the worker's `JobContext`, what was asked, and `tell`, which sends
progress. It gives a dictionary that can be written as JSON. What is wrong with the question is an
OutplayError, whose sentence people read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outplay.errors import UsageError
from outplay.lazy import fetch

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

Fields = Mapping[str, object]
"""A JSON object that was sent to us, whatever it holds."""

Answer = dict[str, object]
"""A JSON object that we answer."""

Tell = Callable[[Answer], None]
Job = Callable[["JobContext", Fields, Tell], Answer]

LOOK_SECONDS = 5.0


@dataclass(frozen=True)
class JobType:
    """What the server knows of a job."""

    where: str
    """`module:function`, in `outplay.web.jobs`."""
    group: str
    """The worker processes that do it. `quick`: asks the rules a few questions, and searches
    nothing. `move`: somebody waits for it with the board before them. `study`: takes a few seconds.
    `analysis`: goes on for long, and tells what it finds. `compile`: the server's own."""
    seconds: float | None = None
    """How long it may take, where the page asks for it at `/api/NAME`."""
    searches: bool = False
    """Is it quicker with native code?"""
    restarts: bool = False
    """Does it begin again when native code is there?"""
    panel: str = ""
    """The module in `static/js/` that the page of analyses shows as a panel."""


JOBS: dict[str, JobType] = {
    "home": JobType("look:home", "quick"),
    "solved": JobType("solved:solved", "study"),
    "look": JobType("look:look", "quick", LOOK_SECONDS),
    "step": JobType("look:step", "quick", LOOK_SECONDS),
    "move": JobType("think:move", "move", searches=True),
    "hint": JobType("think:hint", "move", 12.0, searches=True),
    "analyse": JobType("analyse:analyse", "analysis", searches=True, restarts=True),
    "review": JobType("reasons:review", "analysis", searches=True, panel="analyse/review"),
    "explain": JobType("reasons:explain", "study", 12.0, searches=True, panel="analyse/why"),
    "read": JobType("paste:read", "study", 10.0, panel="analyse/share"),
    "tree": JobType("trees:tree", "study", 15.0, searches=True),
    "open": JobType("trees:open_part", "study", 15.0, searches=True),
    "exercise": JobType("practice:exercise", "study", 15.0),
    "mark": JobType("practice:mark", "study", 15.0),
    "compile": JobType("natives:compile_rules", "compile", searches=True),
}


def listed(key: str, **known: object) -> Answer:
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
