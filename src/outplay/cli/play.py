"""`outplay play`: a game in the terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from random import SystemRandom
from typing import Annotated

from cyclopts import Parameter

from outplay.cli import options as shared
from outplay.errors import OutplayError, UsageError
from outplay.records import read_moves

LEAST_WIDTH = 16
"""Characters of a line below which the list of games has names only."""


def play(
    game: shared.GameName | None = None,
    position: shared.Position | None = None,
    /,
    *,
    with_: shared.With | None = None,
    moves: shared.Moves | None = None,
    max: Annotated[str | None, Parameter(metavar="PLAYER")] = None,
    min: Annotated[str | None, Parameter(metavar="PLAYER")] = None,
    depth: shared.Integer | None = None,
    time: shared.Seconds | None = None,
    nodes: shared.Integer | None = None,
    clock: Annotated[str | None, Parameter(metavar="SECONDS+INCREMENT")] = None,
    threads: shared.Threads | None = None,
    memory: shared.MemorySize | None = None,
    solution: shared.SolutionFile | None = None,
    seed: shared.Seed | None = None,
) -> None:
    """Play a game in the terminal: you against an algorithm, or two algorithms.

    Without a game you choose one from a list. By default you are MAX, and the engine plays
    MIN and thinks for a second. Type ? in the game for help.

    Args:
        max: Who plays MAX, the side that begins in most games: human, random, level:1 to
            level:8, or an algorithm of analyse; engine:6 looks 6 plies ahead, engine:2s for two
            seconds; solution:FILE plays perfectly; in chess, a UCI engine (uci:stockfish).
        min: Who plays MIN.
        depth: Plies an algorithm looks ahead.
        time: Seconds a move; 1 unless there is another limit.
        nodes: States to visit for a move.
        clock: A clock for the engine: 60+1 is a minute for the game and a second a move.
        memory: The engine's table in megabytes; default 64.
        solution: A solution of the game, from outplay solve: it plays in place of the engine,
            perfectly, and gives the hints.
    """
    from outplay.cli.players import both, read_clock, refuse_unfit
    from outplay.cli.session import Session
    from outplay.cli.thinking import Settings
    from outplay.result import Limit

    Limit(depth, time, nodes)  # says what is wrong before the first move
    if game is None:
        if position is not None:
            raise UsageError("Name the game before the position.")
        game = choose()
        if game is None:
            return
    if sys.stdin.isatty():
        import readline  # noqa: F401 - gives input() its line editing
    rules = shared.open_game(game, with_)
    start = shared.open_position(rules, position)
    options = shared.not_none(threads=threads, memory=memory, solution=solution)
    limits = Settings("engine", depth, time, nodes, options)
    players = both(max, min, limits, None if clock is None else read_clock(clock))
    played = read_moves(rules, moves or "", start)
    for player in players:
        refuse_unfit(rules, start, player)
    again = ["outplay", "play", game, *([position] if position is not None else [])]
    for parameter in with_ or ():
        again += ["--with", parameter]
    for name, value in shared.not_none(**limits.limits, clock=clock, **options).items():
        again += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
    luck = SystemRandom().randrange(1_000_000) if seed is None else seed
    session = Session(rules, start, players, limits, luck, again)
    for _, action in played:
        session.play(action)
    session.run()


def choose() -> str | None:
    """The game that the person wants; None if they want none."""
    from outplay.cli.session import read_line
    from outplay.games import BUILT_IN, find_name
    from outplay.games.rules_file import is_path

    names = list(BUILT_IN)
    width = max(map(len, names))
    screen = shutil.get_terminal_size().columns - 1
    indent = " " * (width + 8)
    print("What shall we play?")
    for number, name in enumerate(names, start=1):
        line = f"  {number:>2}  {name:{width}}  "
        if screen - len(indent) >= LEAST_WIDTH:
            line = textwrap.fill(
                BUILT_IN[name], screen, initial_indent=line, subsequent_indent=indent
            )
        print(line.rstrip())
    while True:
        try:
            text = read_line(f"Number, name or rules file (Enter: {names[0]}): ")
        except (EOFError, KeyboardInterrupt):
            print("\nGoodbye.")
            return None
        if text in ("q", ":q", "quit"):
            print("Goodbye.")
            return None
        if text.isascii() and text.isdigit() and text not in names:
            if len(text) < 4 and 1 <= int(text) <= len(names):
                return names[int(text) - 1]
            print(f"There is no number {text}; choose 1 to {len(names)}.")
            continue
        try:
            return text if is_path(text) else find_name(text) if text else names[0]
        except OutplayError as error:
            print(error)
