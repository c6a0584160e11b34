"""Parts of sentences: values with their sign, lines, lists that are cut short."""

from __future__ import annotations

from collections.abc import Sequence

from outplay.explain.words import actions_of, listed
from outplay.game import AnyGame
from outplay.result import Bound
from outplay.wording import number

MOST_NAMED = 6
"""Moves that are named one by one; the others are counted."""

MOST_LINES = 3
"""Lines that a sentence shows; the others are counted."""

MOST_PLIES = 8
"""Of a line that are shown; data has all of them."""

PLIES = "Plies are single moves, counted from this position."


def score_text(value: float, bound: Bound) -> str:
    """= +1, ~ -0.25"""
    return f"{bound.sign} {value_text(value)}"


def value_text(value: float) -> str:
    """+1, 0, -0.2571: four digits are enough for people; data has all."""
    return number(value, 4, signed=True)


def amount(value: float) -> str:
    """A difference without its sign."""
    return value_text(abs(value)).lstrip("+")


def line_text(game: AnyGame, state: object, line: Sequence[object], most: int = MOST_PLIES) -> str:
    """The first moves of a line from `state` on, in the game's notation."""
    texts = actions_of(game, state, line[:most])
    if len(line) > most:
        texts.append("…")
    return (", " if any(" " in text for text in texts) else game.line_separator).join(texts)


def ended(text: str) -> str:
    """With a full stop, unless it trails off."""
    return text if text.endswith("…") else f"{text}."


def names(texts: Sequence[str], most: int = MOST_NAMED) -> str:
    """a1, b2 and c3; a1, b2, c3 and 4 more."""
    if len(texts) > most:
        texts = [*texts[: most - 1], f"{len(texts) - most + 1} more"]
    return listed(texts)


def clauses(texts: Sequence[str], more: int = 0, most: int = MOST_LINES) -> str:
    """Clauses with semicolons; what does not fit, and `more` beside it, is counted."""
    rest = max(0, len(texts) - most) + more
    return "; ".join([*texts[:most], *([f"and {rest} more"] if rest else [])])
