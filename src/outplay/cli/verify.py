"""`outplay verify`: is what a solution file says true?"""

from __future__ import annotations

import functools
import json as json_text
from typing import Annotated, Any

from cyclopts import Parameter

from outplay.cli.options import Integer, Seed, With
from outplay.cli.probe import File, Rules, game_for
from outplay.cli.screen import Working
from outplay.explain.words import plural
from outplay.lazy import fetch


def verify(
    file: File,
    game: Rules | None = None,
    /,
    *,
    with_: With | None = None,
    sample: Annotated[Integer | None, Parameter(metavar="N")] = None,
    seed: Seed = 0,
    processes: Integer | None = None,
    json: bool = False,
) -> int:
    """Check a solution: whether each value follows from those of the positions after it.

    All positions are checked, or with --sample so many of them. The exit code is 1 if there is a
    fault, else 0.

    Args:
        sample: Check so many positions, chosen at random.
        processes: That work side by side. Default: one for each core, where there is much to check.
        json: One JSON object.
    """
    rules: Any = game_for(file, game, with_)
    if rules is not None:  # other processes make it anew
        rules = functools.partial(game_for, file, game, with_)
    with Working(f"verifying {file}", "Ctrl-C says what was found so far") as working:

        def progress(checked: int, total: int) -> None:
            working.status = f"{checked:,} of {total:,} positions"

        verify = fetch("outplay.solve.verify:verify")
        found = verify(
            file, rules, sample=sample, seed=seed, progress=progress, processes=processes
        )
    if json:
        answer = {"file": str(file), "ok": found.ok, "checked": found.checked}
        answer |= {"total": found.total, "interrupted": found.interrupted}
        answer |= {"faults": list(found.faults), "number_of_faults": found.number_of_faults}
        print(json_text.dumps({**answer, "limits": list(found.limits)}, ensure_ascii=False))
        return 0 if found.ok else 1
    what = plural(found.number_of_faults, "fault") if found.number_of_faults else "no fault found"
    stopped = ", then interrupted" if found.interrupted else ""
    print(f"{file}: {what} in {found.checked:,} of {found.total:,} positions{stopped}.")
    for sentence in (*found.faults, *found.limits):
        print(sentence)
    return 0 if found.ok else 1
