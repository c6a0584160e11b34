"""`outplay verify`: is what a solution file says true?"""

from __future__ import annotations

import json as json_text
from typing import Annotated

from cyclopts import Parameter

from outplay.cli.options import Integer, Seed, With
from outplay.cli.probe import File, Rules, opened
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
    json: bool = False,
) -> int:
    """Check a solution: whether each value follows from those of the positions after it.

    All positions are checked, or with --sample so many of them. The exit code is 1 if there is a
    fault, else 0.

    Args:
        sample: Check so many positions, chosen at random.
        json: One JSON object.
    """
    solution = opened(file, game, with_)
    rules = solution.game
    solution.close()
    with Working(f"verifying {file}", "Ctrl-C stops") as working:

        def progress(*news: object) -> None:
            working.status = " of ".join(
                f"{part:,}" if isinstance(part, int) else str(part) for part in news
            )

        found = fetch("outplay.solve.verify:verify")(
            file, rules, sample=sample, seed=seed, progress=progress
        )
    if json:
        answer = {"file": str(file), "game": rules.name, "ok": found.ok}
        answer |= {"checked": found.checked, "total": found.total, "faults": found.faults}
        print(json_text.dumps(answer, ensure_ascii=False))
        return 0 if found.ok else 1
    for fault in found.faults:
        print(fault)
    share = "all" if found.checked >= found.total else f"{found.checked:,} of"
    what = plural(len(found.faults), "fault") if found.faults else "no fault found"
    print(f"{file}: {what} in {share} {found.total:,} positions.")
    return 0 if found.ok else 1
