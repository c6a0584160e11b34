"""What went wrong, as one sentence to a person."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path

from cyclopts import CycloptsError

PACKAGE = Path(__file__).parent.parent


def usage_sentence(error: CycloptsError, argv: Sequence[str]) -> str:
    """What is wrong with the command line, and where its help is."""
    error.verbose = False
    told = " ".join(str(error).split())
    if type(error).__name__ == "UnusedCliTokensError" and error.unused_tokens:
        words = " ".join(error.unused_tokens)
        told = f"{words!r} is too much; a position or a list of moves with spaces needs quotes."
    chain = error.command_chain or ()
    return f"{told} See: {' '.join(['outplay', *chain, '--help'])}"


def sentence(error: Exception) -> tuple[str, bool]:
    """An error that nobody foresaw, and whether the fault is likely ours.

    It is the user's where the last line that ran outside of libraries is in a rules file.
    """
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror}.", False
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(PACKAGE):
            break
        if path.is_file() and "site-packages" not in path.parts and "lib" not in path.parts:
            return f"{path.name}, line {frame.lineno}, in {frame.name}: {what}", False
    return (
        f"Outplay failed, which is a fault of ours: {what} (OUTPLAY_TRACEBACK=1 shows where).",
        True,
    )
