"""`outplay trace`: what a search does, step by step."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from outplay.cli import trace_options as shared
from outplay.cli.options import Integer, Moves, Position, With, open_state
from outplay.cli.screen import Working
from outplay.errors import UsageError

if TYPE_CHECKING:
    from outplay.explain.trace import Trace

ENDINGS = {".txt": "text", ".json": "json", ".csv": "csv"}

SHOWN = 10_000
"""Steps unless --limit says otherwise."""


def trace(
    game: shared.GameOrTree,
    position: Position | None = None,
    /,
    *,
    with_: With | None = None,
    moves: Moves | None = None,
    algorithm: shared.Algorithm | None = None,
    depth: Integer | None = None,
    search: Annotated[shared.SearchOptions, Parameter(name="*")] = shared.NO_OPTIONS,
    limit: Annotated[
        Integer, Parameter(help=f"The most steps to show; default {SHOWN:,}.")
    ] = SHOWN,
    format: Literal["text", "json", "csv"] | None = None,
    output: shared.Output | None = None,
    step: bool = False,
) -> None:
    """Show all that a textbook search does: enter, leaf, update, cut, return, with α and β.

    outplay trace "[[3, 12, 8], [2, 4, 6]]" follows alpha-beta through a tree; any game will do.
    Values are from MAX's side, and say what they are: = exact, ≥ and ≤ bounds, ~ an estimate.

    Args:
        algorithm: Default: alphabeta; expectiminimax where there is chance.
        depth: Plies to look ahead; default: all.
        format: Default: text.
        step: One step at a time: Enter shows the next, a number that many, q quits.
    """
    form = shared.format_for(format, output, ENDINGS)
    if step and (form != "text" or output is not None):
        raise UsageError("--step is for reading: leave out --format and --output.")
    if limit < 1:
        raise UsageError(f"--limit is a number of steps from 1 up, not {limit}.")
    shared.check_output(output)
    rules, state = open_state(game, position, moves, with_)
    name, options = search.search_of(rules, algorithm)
    from outplay.explain.trace import trace as run

    with Working(f"searching {rules.name}", "Ctrl-C shows the steps so far"):
        found = run(rules, state, algorithm=name, depth=depth, limit=limit, **options)
    if step:
        read_along(found)
        return
    shared.emit(output, {"text": found.__str__, "json": found.to_json, "csv": found.to_csv}[form]())


def read_along(found: Trace) -> None:
    """One step at each Enter; a number is that many steps; q, Ctrl-C or the end of input quits."""
    from outplay.explain.words import plural

    head, *lines = str(found).splitlines()
    typing = sys.stdin.isatty()
    print(f"{head}\n{plural(len(found), 'step')}. Enter: next step; a number: that many; q: quit.")
    due = 1
    try:
        for number, line in enumerate(lines, start=1):
            due -= 1
            asks = due == 0 and number < len(lines)
            # Where somebody types, their Enter ends the line.
            print(line, end="  " if asks and typing else "\n", flush=True)
            if not asks:
                continue
            typed = sys.stdin.readline()
            if typing and not typed.endswith("\n"):
                print()
            due = _steps_wanted(typed)
            if due == 0:
                return
    except KeyboardInterrupt:
        print()


def _steps_wanted(typed: str) -> int:
    """How many steps come next; 0 ends it."""
    word = typed.strip().lower()
    if not typed or word in ("q", "quit", ":q"):
        return 0
    return max(1, int(word[:9])) if word.isdecimal() else 1
