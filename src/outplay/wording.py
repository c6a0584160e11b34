"""How values, numbers, names, tables and errors are written."""

from __future__ import annotations

import functools
import inspect
import math
import re
import sysconfig
import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from numbers import Integral
from pathlib import Path


def shown(value: object, most: int = 80) -> str:
    """The value as short text; an object that does not show itself, as what it holds."""
    try:
        plain: object = object.__repr__
        if type(value).__repr__ is plain and hasattr(value, "__dict__"):
            parts = ", ".join(f"{name}={part!r}" for name, part in vars(value).items())
            text = f"{type(value).__name__}({parts})"
        else:
            text = repr(value)
    except Exception:  # an int of too many digits, or an object that cannot show itself
        text = f"<{type(value).__name__}>"
    return shortened(text, most)


def brief(value: object, most: int = 40) -> str:
    """The value as very short text."""
    return shown(value, most)


def shortened(text: str, most: int) -> str:
    """The text on one line, its end left out where it is longer than `most` characters."""
    text = one_line(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str) -> str:
    """The text with single spaces in place of all white space."""
    return " ".join(text.split())


def plural(count: int, one: str, many: str = "") -> str:
    """`1 move`, `3 moves`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def counted(count: int, one: str) -> str:
    """`1 move`, `3 moves`; nothing of none."""
    return plural(count, one) if count else ""


def columns(rows: Sequence[Sequence[str]], left: Collection[int]) -> list[str]:
    """The rows of a table as lines of text; the columns `left` are aligned to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(wide) if at in left else cell.rjust(wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def command_name(name: str) -> str:
    """The name of a class as a command-line name: ConnectFour is connect-four."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """` Did you mean depth?`, to be put behind a sentence; empty if no known name is near."""
    names = {name.lower().strip("-"): name for name in known}
    near = get_close_matches(str(word)[:80].lower().strip("-"), names, n=1)
    return f" Did you mean {names[near[0]]}?" if near else ""


# --- numbers ------------------------------------------------------------------------------------

NOISE = 1e-12
"""A difference that is smaller is left by rounding."""


def number(value: float, digits: int = 6, *, signed: bool = False) -> str:
    """A number as people read it: 3, -0.5, 0.333333, ∞; `signed`: +3.

    Ints have all their digits, up to 40 of them, and what rounding left of a zero is one. Only
    text is rounded: data keep what was computed.
    """
    if isinstance(value, Integral):
        plus, value = "+" if signed and value > 0 else "", int(value)
        return f"{plus}{value if abs(value) < 10**40 else f'{Decimal(value):.{digits}g}'}"
    value = 0.0 if abs(value) < NOISE else float(value)
    plus = "+" if signed and value > 0 else ""
    if math.isinf(value):
        return f"{plus}∞" if value > 0 else "-∞"
    if value.is_integer() and abs(value) < 1e15:
        return f"{plus}{int(value)}"
    return f"{plus}{value:.{digits}g}"


def plain_number(value: float) -> float:
    """The value as an int or a float: rules may answer with bools or NumPy's numbers."""
    return int(value) if isinstance(value, Integral) else float(value)


def format_value(value: float) -> str:
    """A value with its sign: +1, 0, -0.25."""
    return number(value, signed=True)


# --- errors -------------------------------------------------------------------------------------


def error_text(error: BaseException) -> str:
    """`ZeroDivisionError: division by zero`: its kind and, if it has any, its words."""
    words = one_line(str(error)).rstrip(".")
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def place_of(error: BaseException) -> str:
    """Where in the author's file it was raised, if that is known: not in ours, not in a library."""
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        file = frame.f_code.co_filename
        if file.endswith(".py") and not is_of_library(file):
            return f" ({Path(file).name}, line {line})"
    return ""


@functools.lru_cache(maxsize=4096)
def is_of_library(file: str) -> bool:
    """Is it ours, Python's own, or an installed one?"""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    places = [*(sysconfig.get_path(name) for name in names), str(Path(__file__).parent)]
    return any(Path(file).is_relative_to(place) for place in places)


def defined(game: object, rule: str) -> str:
    """Where a rule of the game is written: ` (my_game.py, line 12)`; empty if it is not known."""
    written: Mapping[str, object] = getattr(game, "written", {})  # of games by an adapter
    rule_ = written.get(rule) or getattr(game, rule, None)
    function = inspect.unwrap(rule_) if callable(rule_) else None
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if code is None or code.co_filename.startswith(("<", str(Path(__file__).parent))):
        return ""
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})"
