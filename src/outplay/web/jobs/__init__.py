"""What worker processes are asked: each job is a function, imported when it is first needed.

`job(context, args, tell)` gets the worker's `JobContext`, what was asked, and `tell`, which sends
progress. It gives a dictionary that can be written as JSON. What is wrong with the question is an
OutplayError, whose sentence people read.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outplay.errors import UsageError

if TYPE_CHECKING:
    from outplay.web.job_context import JobContext

Tell = Callable[[dict[str, Any]], None]
Job = Callable[["JobContext", dict[str, Any], Tell], dict[str, Any]]

JOBS: dict[str, str] = {
    "home": "outplay.web.jobs.look:home",
    "look": "outplay.web.jobs.look:look",
    "step": "outplay.web.jobs.look:step",
    "move": "outplay.web.jobs.think:move",
    "hint": "outplay.web.jobs.think:hint",
    "analyse": "outplay.web.jobs.analyse:analyse",
    "compile": "outplay.web.jobs.natives:compile_rules",
    "load": "outplay.web.jobs.natives:load_native",
    "rehearse": "outplay.web.jobs.natives:rehearse",
    "why": "outplay.web.jobs.reasons:why",
    "review": "outplay.web.jobs.reasons:review",
    "read": "outplay.web.jobs.paste:read",
    "tree": "outplay.web.jobs.trees:tree",
    "open": "outplay.web.jobs.trees:open_part",
    "exercise": "outplay.web.jobs.practice:exercise",
    "mark": "outplay.web.jobs.practice:mark",
}
"""Where each job is, as `module:function`."""

QUICK = frozenset({"home", "look", "step"})
"""Jobs that ask the rules a few quick questions and search nothing."""

URGENT = frozenset({"move", "hint"})
"""Jobs that somebody waits for with the board before them: they go first."""

SEARCHING = frozenset({"move", "hint", "analyse", "why", "review", "tree", "open"})
"""Jobs that are quicker with native code."""

SLICED = frozenset({"analyse"})
"""Jobs that can be paused and go on later: paused, they give `{"state": "paused", "carry": …}`, and
are asked again with that `carry` among their args."""


def find(name: str) -> Job:
    """The job of that name; raises UsageError if there is none."""
    if name not in JOBS:
        raise UsageError(f"There is no job called {name!r}.")
    module, _, function = JOBS[name].partition(":")
    job: Job = getattr(importlib.import_module(module), function)
    return job
