"""`outplay check`: the bug in your rules, before you blame the engine."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from outplay.cli.options import GameName, Integer, Seconds, Seed, With, open_game
from outplay.cli.screen import Working


def check(
    game: GameName,
    /,
    *,
    with_: With | None = None,
    lines: Integer = 2_000,
    max_plies: Integer = 1_000,
    time: Seconds | None = None,
    seed: Seed = 0,
    native: Annotated[bool, Parameter(negative="--no-native")] = True,
) -> int:
    """Look for mistakes in the rules of a game.

    Plays random lines, and reports the first fault with the moves that show it. The exit code
    is 1 if there is a fault, else 0, also with warnings.

    Args:
        lines: Random lines to play; default 2000.
        max_plies: A line longer than this counts as endless; default 1000.
        time: Stop after this many seconds; compiling does not count.
        native: Compare native with interpreted answers.
    """
    import outplay

    rules = open_game(game, with_)
    with Working(f"checking {rules.name}", "Ctrl-C reports what was tried") as working:
        report = outplay.check(
            rules,
            lines=lines,
            seed=seed,
            max_plies=max_plies,
            time=time,
            native=native,
            progress=working.lines,
        )
    print(report)
    return 0 if report.ok else 1
