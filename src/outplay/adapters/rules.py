"""What the adapters share: checks of rules passed by name, and texts of boards and players."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterable
from typing import Any

from outplay.errors import UsageError
from outplay.game import OPTIONAL
from outplay.keys import copied
from outplay.wording import brief, did_you_mean

PROMISES = (
    "may_cycle",
    "repetition",
    "win",
    "late_move_reductions",
    "futility_margin",
    "extend_until_quiet",
)
SETTINGS = ("name", "title", "player_names", "weights", *PROMISES)
"""Attributes of a game that are values, not functions."""
NOTATION = ("format_action", "parse_action", "format_state", "parse_state")
DISPLAY = (*NOTATION, "ending", "show", "draw", "gestures")
"""The functions that show a game to people, and read what they write."""

Rules = dict[str, Callable[..., Any]]
"""By the names that they have in `Game`."""


def check_options(
    maker: str, options: dict[str, object], *more: str, required: Iterable[str] = ()
) -> None:
    """Raises UsageError if one is missing, or unknown; leaves out those that are None."""
    check_names(maker, options, required, (*more, *OPTIONAL, *DISPLAY, *SETTINGS))
    for name in [name for name, value in options.items() if value is None]:
        del options[name]


def check_names(
    maker: str, rules: dict[str, object], required: Iterable[str], optional: Iterable[str]
) -> None:
    """Raises UsageError if a required rule is missing, or one is unknown."""
    known = [*required, *optional]
    for rule in rules:
        if rule not in known:
            advice = did_you_mean(rule, known) or f" It knows {', '.join(known)}."
            raise UsageError(f"{maker} has no rule {rule!r}.{advice}")
    missing = [rule for rule in required if rules.get(rule) is None]
    if missing:
        raise UsageError(f"{maker} needs {', '.join(required)}; missing: {', '.join(missing)}.")


def check_parts(maker: str, library: str, game: object, needed: Iterable[str]) -> None:
    """Raises UsageError if the object lacks what a game of that library has."""
    missing = [part for part in needed if not hasattr(game, part)]
    if missing:
        raise UsageError(
            f"{maker} needs a game of {library}, not {brief(game)}: it has no {', '.join(missing)}."
        )


def names_of(max_player: object, first: object, rules: Rules, start: object) -> tuple[str, str]:
    """What people call the two sides, where rules have names for them: `X` and `O`.

    `first` moves first, in the state `start`; who moves then is asked of the rules.
    """
    with contextlib.suppress(Exception):
        other = first
        if first == max_player:
            action = next(iter(rules["actions"](copied(start))))
            other = rules["to_move"](rules["result"](copied(start), action))
        names = str(max_player), str(other)
        if isinstance(max_player, str) and isinstance(other, str) and all(map(str.strip, names)):
            return names if names[0] != names[1] else ("MAX", "MIN")
    return ("MAX", "MIN")


def printed(show: Callable[..., object], *arguments: object) -> str:
    """What a function prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        show(*arguments)
    return out.getvalue().rstrip("\n")


def board_text(board: object) -> str:
    """A board that is a list of rows, as text; empty if it is none."""
    if not isinstance(board, list | tuple) or not board:
        return ""
    if not all(isinstance(row, list | tuple | str) and len(row) for row in board):
        return ""
    cells = [["." if cell is None or cell == "" else str(cell) for cell in row] for row in board]
    wide = max(len(cell) for row in cells for cell in row)
    return "\n".join(" ".join(cell.rjust(wide) for cell in row) for row in cells)
