"""Values and errors of rules, as sentences have them."""

from __future__ import annotations

import inspect
import sysconfig
import traceback
from pathlib import Path
from typing import Any


def shown(value: Any, most: int = 80) -> str:
    """The value as short text; an object that does not show itself, as what it holds."""
    try:
        plain: Any = object.__repr__
        if type(value).__repr__ is plain and hasattr(value, "__dict__"):
            parts = ", ".join(f"{name}={part!r}" for name, part in vars(value).items())
            text = one_line(f"{type(value).__name__}({parts})")
        else:
            text = one_line(repr(value))
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str) -> str:
    return " ".join(text.split())


def place_of(error: BaseException) -> str:
    """Where in the author's file it was raised, if that is known: not in ours, not in a library."""
    libraries = library_folders() | {str(Path(__file__).parent)}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.suffix == ".py" and not any(file.is_relative_to(place) for place in libraries):
            return f" ({file.name}, line {frame.lineno})"
    return ""


def library_folders() -> set[str]:
    """The folders of Python's own modules and of installed ones."""
    return {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}


def defined(game: object, rule: str) -> str:
    """Where a rule of the game is written: ` (my_game.py, line 12)`; empty if it is not known."""
    written: dict[str, Any] = getattr(game, "written", {})  # of games by an adapter
    rule_: Any = written.get(rule) or getattr(game, rule, None)
    function: Any = inspect.unwrap(rule_) if rule_ is not None else None
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if code is None or code.co_filename.startswith(("<", str(Path(__file__).parent))):
        return ""
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})"
