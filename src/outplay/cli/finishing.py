"""What a command was compiling when it was done: a process that nobody waits for finishes it.

Else a game would never be compiled by those who ask it for a second at a time. The process takes
what time the others leave, and ends by itself.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import time
from dataclasses import replace
from pathlib import Path

from outplay import __version__
from outplay.game import AnyGame

BACKGROUND = 10
"""How far it steps back for other processes."""

opened: list[tuple[AnyGame, str, tuple[str, ...]]] = []
"""The games of this command, the names that opened them, and their `--with` parameters."""


def hand_over() -> None:
    """Starts processes for all that is being compiled, if there is a cache to keep it."""
    from outplay.native import cache
    from outplay.search import ready

    folder = cache.folder()
    if folder is None:
        return
    for game, name, parameters in opened:
        for plan in ready.under_way(game):
            with contextlib.suppress(Exception):  # functions that do not travel, no more processes
                work = name, parameters, replace(plan, memory=None, watch=None), _stamp(name)
                if is_first(folder, sent := pickle.dumps(work)):
                    start(sent)


def _stamp(name: str) -> object:
    """What changes when a game does: the file of its rules, or Outplay."""
    with contextlib.suppress(OSError):
        about = os.stat(name.partition(".py:")[0] + ".py" if ".py:" in name else name)
        return __version__, about.st_mtime_ns
    return __version__


def is_first(folder: Path, work: bytes) -> bool:
    """Has no other process begun this work lately? From now on one has: a file says so.

    It may be done as well: what is on disk is not always there before a short search is over.
    """
    import hashlib

    from outplay.native import cache

    folder.mkdir(parents=True, exist_ok=True)
    mark = folder / f"{hashlib.sha256(work).hexdigest()[:32]}.part"  # `cache` lets these go
    with contextlib.suppress(OSError):
        if mark.stat().st_mtime < time.time() - cache.ABANDONED:
            mark.unlink()
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def start(work: bytes) -> None:
    """Starts a process that does that `work`, and hears nothing of this one's end."""
    import subprocess

    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay.cli.finishing"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=flags,
    )
    assert process.stdin is not None
    process.stdin.write(work)
    process.stdin.close()


def finish(work: bytes) -> None:
    """Compiles what was handed over, from the start of the game."""
    from outplay.cli.options import open_game
    from outplay.search.ready import NativePlan

    name, parameters, plan, _ = pickle.loads(work)
    game = open_game(name, parameters)
    NativePlan(game, plan).take(game.initial())


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(BACKGROUND)
    with contextlib.suppress(Exception):
        finish(sys.stdin.buffer.read())
