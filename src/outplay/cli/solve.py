"""`outplay solve`: the value and distance of every state of a game."""

from __future__ import annotations

import json as json_text
import sys
import time
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from outplay.cli.options import GameName, Integer, Speed, With, not_none, open_game, open_position
from outplay.cli.screen import Working
from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.wording import plural

INTERRUPTED = 130


def solve(
    game: GameName,
    /,
    *,
    with_: With | None = None,
    out: Annotated[Path | None, Parameter(metavar="FILE")] = None,
    estimate: bool = False,
    position: Annotated[list[str] | None, Parameter(metavar="POSITION")] = None,
    endgame: Annotated[str | None, Parameter(metavar="NAME")] = None,
    symmetries: Annotated[bool, Parameter(negative="--no-symmetries")] = True,
    memory: Annotated[float | None, Parameter(metavar="MB")] = None,
    threads: Integer | None = None,
    raw: bool = False,
    json: bool = False,
    speed: Speed = "auto",
) -> int:
    """Solve a whole game: the exact value and distance of every state that can be reached.

    With --out the solution is a file, for outplay probe. Ctrl-C ends the work; with --out, the
    same command goes on later with what was finished.

    Args:
        out: The file to write.
        estimate: Only say whether it will fit: states, time, memory and disk, from a sample.
        position: Begin with this position and not with the start; may be repeated.
        endgame: Begin with all positions of an endgame: KQK in chess, 3 (pieces) in checkers.
        symmetries: Solve one of mirror images, or (--no-symmetries) all of them.
        memory: Megabytes of memory; beyond it, disk is used. Default: most of what is free.
        threads: Threads; default: one for each core.
        raw: Write the file without compressing it: larger, and quicker to read.
        json: One JSON object.
    """
    rules = open_game(game, with_)
    if position is not None and endgame is not None:
        raise UsageError("Either --position or --endgame says where to begin, not both.")
    roots: Any = endgame
    if position is not None:
        roots = [open_position(rules, text) for text in position]
    options = not_none(roots=roots, memory=memory, threads=threads)
    options |= {"symmetries": symmetries, "speed": speed}
    from outplay.solve.solve import check_place

    check_place(out)
    if estimate:
        return _estimate(rules, json, out, options)
    options |= {"compress": not raw, "out": out}
    return _solve(rules, out, json, options)


def _estimate(rules: AnyGame, json: bool, out: Path | None, options: dict[str, Any]) -> int:
    """Says what it needs; 1 if it does not fit, or hardly."""
    from outplay.cli.estimated import report
    from outplay.solve.estimate import NO, UNLIKELY, estimate

    folder = Path() if out is None else out.absolute().parent
    with Working(f"estimating {rules.name}", "Ctrl-C stops"):
        found = estimate(rules, folder=folder, **options)
    print(json_text.dumps(found.as_dict(), ensure_ascii=False) if json else report(found))
    return 1 if found.fits in (NO, UNLIKELY) else 0


def _how_to_go_on(out: Path | None) -> str:
    """What becomes of the work that was interrupted."""
    if out is None:
        return "Nothing is kept without --out FILE."
    kept = out.with_name(out.name + ".work")
    if kept.exists():
        return f"What is finished is in {kept}; the same command goes on from there."
    return "Nothing was finished that could be kept."


def _solve(rules: AnyGame, out: Path | None, json: bool, options: dict[str, Any]) -> int:
    from outplay.cli.solved import MOST_IN_DATA, MOST_STARTS, fields_of, summary
    from outplay.cli.solving import Watch
    from outplay.solve.estimate import in_bytes
    from outplay.solve.solve import solve

    begun = time.perf_counter()
    working = Working(f"solving {rules.name}", "Ctrl-C stops")
    watch = Watch(working)
    try:
        with working:
            solution = solve(rules, progress=watch, **options)
    except KeyboardInterrupt:
        print(f"{watch.how_far()} {_how_to_go_on(out)}", file=sys.stderr)
        return INTERRUPTED
    seconds = time.perf_counter() - begun
    with Working("looking for the longest win"):
        roots = options.get("roots", [rules.initial()])
        every = [] if isinstance(roots, str) else roots
        starts = [(s, solution[s]) for s in every[: MOST_IN_DATA if json else MOST_STARTS]]
        text = fields_of(solution, starts) if json else summary(solution, starts)
    positions = solution.counts.positions
    size = None if out is None else out.stat().st_size
    if isinstance(text, dict):
        text |= {"elapsed": round(seconds, 6), "rate": round(positions / seconds)}
        text |= {"file": None if out is None else str(out), "bytes": size}
        print(json_text.dumps(text, ensure_ascii=False))
        return 0
    print(text)
    print(f"{plural(positions, 'position')}, {positions / seconds:,.0f}/s, {seconds:.3f} s")
    if out is not None and size is not None:
        print(f"{out}: {in_bytes(size)}")
    return 0
