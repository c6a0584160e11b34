"""What a command was compiling when it was done: a process that nobody waits for finishes it.

Else a game would never be compiled by those who ask it for a second at a time. The process takes
what time the others leave, and ends by itself; there is one for each thing to compile.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from outplay.game import Game

BACKGROUND = 10
"""How far it steps back for other processes."""

opened: list[tuple[Game[Any, Any], str, tuple[str, ...]]] = []
"""The games of this command, and how they were asked for."""


def remember(game: Game[Any, Any], name: str, parameters: Sequence[str] = ()) -> None:
    """That game was opened by this name, with these `--with` parameters."""
    opened.append((game, name, tuple(parameters)))


def hand_over() -> None:
    """Starts processes for all that is being compiled, if what they compile can be kept."""
    from outplay.native import cache
    from outplay.search import ready

    if cache.folder() is None:
        return
    for game, name, parameters in opened:
        for plan in ready.under_way(game):
            with contextlib.suppress(Exception):  # functions that do not travel, no more processes
                start(pickle.dumps((name, parameters, replace(plan, memory=None, watch=None))))


def start(work: bytes) -> None:
    """Starts a process that does that `work`, and hears nothing of this one's end."""
    import subprocess

    away: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        away = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay.cli.finishing"], stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **away,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(work)
    process.stdin.close()


def finish(work: bytes) -> bool:
    """Compiles what was handed over, from the start of the game; False if another does it."""
    from outplay.cli.options import open_game
    from outplay.search.ready import take

    with alone(work) as free:
        if free:
            name, parameters, plan = pickle.loads(work)
            game = open_game(name, parameters)
            take(game, game.initial(), plan)
        return free


@contextlib.contextmanager
def alone(work: bytes) -> Iterator[bool]:
    """Does no other process do this work? A file says so; one that was left goes after a while."""
    import hashlib

    from outplay.native import cache

    folder = cache.folder()
    assert folder is not None
    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / f"{hashlib.sha256(work).hexdigest()[:32]}.part"
    with contextlib.suppress(OSError):
        if mark.stat().st_mtime < time.time() - cache.ABANDONED:
            mark.unlink()
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        yield False
        return
    try:
        yield True
    finally:
        mark.unlink(missing_ok=True)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(BACKGROUND)
    with contextlib.suppress(Exception):
        finish(sys.stdin.buffer.read())
