"""What went wrong, as one sentence to a person."""

from __future__ import annotations

import traceback
from pathlib import Path

from outplay.cli import finishing
from outplay.errors import OutplayError, RulesError
from outplay.wording import error_text, is_of_library, one_line

PACKAGE = Path(__file__).parent.parent

LINES, SECONDS = 200, 2.0
"""How long their rules are looked at when something went wrong."""


def sentence(error: BaseException) -> tuple[str, bool]:
    """Any error on one line, and whether the fault is likely ours.

    It is the user's where the last line that ran outside of libraries is in a rules file.
    """
    what = error_text(error)
    ours = False
    if isinstance(error, OutplayError):
        text = str(error)
    elif isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    elif place := in_rules(error):
        text = f"{place}: {what}"
    elif not (text := _fault_of_rules()):
        ours = True
        why = f"{what} (OUTPLAY_TRACEBACK=1 shows where)"
        text = f"Outplay failed, which is a bug in Outplay: {why}."
    return one_line(text), ours


def in_rules(error: BaseException) -> str:
    """Where in a rules file it was raised: the file, the line and the function; else empty."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(PACKAGE):
            break
        if path.is_file() and not is_of_library(frame.filename):
            return f"{path.name}, line {frame.lineno}, in {frame.name}"
    return ""


def _fault_of_rules() -> str:
    """What is wrong in the rules file that the command was given: an answer that makes no sense
    is noticed far from where it was given. Empty if the checker finds nothing."""
    from outplay.checker import check
    from outplay.games.rules_file import is_path

    for game in [game for game, name, _ in finishing.opened if is_path(name)]:
        try:
            check(game, lines=LINES, time=SECONDS, native=False).raise_if_failed()
        except RulesError as fault:
            return str(fault)
        except Exception:
            continue  # not even the checker bears these rules
    return ""
