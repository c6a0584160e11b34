"""What went wrong, as one sentence to a person."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

from cyclopts import CycloptsError

from outplay.errors import OutplayError

PACKAGE = Path(__file__).parent.parent


def usage_sentence(error: CycloptsError) -> str:
    """What is wrong with the command line, and where its help is."""
    error.verbose = False
    told = " ".join(str(error).split())
    if type(error).__name__ == "UnusedCliTokensError" and error.unused_tokens:
        words = " ".join(error.unused_tokens)
        told = f"{words!r} is too much; a position or a list of moves with spaces needs quotes."
    chain = error.command_chain or ()
    return f"{told} See: {' '.join(['outplay', *chain, '--help'])}"


def sentence(error: Exception) -> tuple[str, bool]:
    """Any error on one line, and whether the fault is likely ours.

    It is the user's where the last line that ran outside of libraries is in a rules file.
    """
    text, ours = _told(error)
    return " ".join(text.split()), ours


def _told(error: Exception) -> tuple[str, bool]:
    if isinstance(error, OutplayError):
        return str(error), False
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror}.", False
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(PACKAGE):
            break
        if path.is_file() and not any(path.is_relative_to(folder) for folder in _libraries()):
            return f"{path.name}, line {frame.lineno}, in {frame.name}: {what}", False
    return (
        f"Outplay failed, which is a fault of ours: {what} (OUTPLAY_TRACEBACK=1 shows where).",
        True,
    )


def _libraries() -> set[str]:
    """The folders of Python's own modules and of installed ones."""
    return {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
