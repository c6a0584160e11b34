"""`outplay trace`: what a search does, step by step."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from outplay.cli.options import Moves, Position, Seed, Whole, With
from outplay.cli.trace_options import (
    Algorithm,
    Bounds,
    FailHard,
    GameOrTree,
    Order,
    Output,
    Preset,
    Pruning,
    Remember,
    Strict,
    algorithm_for,
    check_output,
    format_for,
    open_state,
    options_of,
    write,
)
from outplay.errors import UsageError

if TYPE_CHECKING:
    from outplay.explain.trace import Trace

ENDINGS = {".txt": "text", ".json": "json", ".csv": "csv"}

SHOWN = 10_000
"""Steps unless --limit says otherwise."""


def trace(
    game: GameOrTree,
    position: Position | None = None,
    /,
    *,
    with_: With | None = None,
    moves: Moves | None = None,
    algorithm: Annotated[
        Algorithm | None,
        Parameter(help="Default: alphabeta; expectiminimax where there is chance."),
    ] = None,
    depth: Annotated[Whole | None, Parameter(help="Plies to look ahead; default: all.")] = None,
    preset: Preset | None = None,
    strict: Strict = False,
    fail_hard: FailHard = False,
    order: Order | None = None,
    seed: Seed | None = None,
    memory: Remember = False,
    pruning: Pruning | None = None,
    bounds: Bounds | None = None,
    limit: Annotated[
        Whole, Parameter(help=f"Steps at most, then it is cut off; default {SHOWN:,}.")
    ] = SHOWN,
    format: Annotated[
        Literal["text", "json", "csv"] | None, Parameter(help="Default: text.")
    ] = None,
    output: Output | None = None,
    step: Annotated[
        bool, Parameter(help="One step at a time: Enter goes on, a number so many, q ends.")
    ] = False,
) -> int:
    """Show all that a textbook search does: enter, leaf, update, cut, return, with α and β.

    outplay trace "[[3, 12, 8], [2, 4, 6]]" follows alpha-beta through a tree; any game will do.
    Values are from MAX's side, and say what they are: = exact, ≥ and ≤ bounds, ~ an estimate.
    """
    form = format_for(format, output, ENDINGS)
    if step and (form != "text" or output is not None):
        raise UsageError("--step is for reading: leave out --format and --output.")
    if limit < 1:
        raise UsageError(f"--limit is a number of steps from 1 up, not {limit}.")
    check_output(output)
    rules, state = open_state(game, position, moves, with_)
    name, cuts = algorithm_for(rules, algorithm, pruning)
    options = options_of(
        name, cuts, depth=depth, preset=preset, strict=strict, fail_hard=fail_hard, order=order,
        seed=seed, memory=memory, bounds=bounds,
    )  # fmt: skip
    from outplay.cli.screen import Working
    from outplay.explain.trace import trace as run

    with Working(f"searching {rules.name}", "Ctrl-C shows the steps so far"):
        found = run(rules, state, algorithm=name, limit=limit, **options)
    if step:
        read_along(found)
        return 0
    text = {"text": found.__str__, "json": found.to_json, "csv": found.to_csv}[form]()
    text = text.rstrip("\n")
    if output is None:
        print(text)
    else:
        write(output, f"{text}\n")
        print(f"Written to {output}.")
    return 0


def read_along(found: Trace) -> None:
    """One step, then Enter; a number is so many steps; q, Ctrl-C and the end of input end it."""
    head, *lines = str(found).splitlines()
    typing = sys.stdin.isatty()
    print(f"{head}\n{_counted(len(found))}. Enter: the next; a number: so many; q: the end.")
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
            due = _asked(typed)
            if due == 0:
                return
    except KeyboardInterrupt:
        print()


def _counted(steps: int) -> str:
    return f"{steps:,} step{'' if steps == 1 else 's'}"


def _asked(typed: str) -> int:
    """How many steps come next; 0 ends it."""
    word = typed.strip().lower()
    if not typed or word in ("q", "quit", ":q"):
        return 0
    return max(1, int(word[:9])) if word.isdecimal() else 1
