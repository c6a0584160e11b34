"""Parts of sentences: numbers with their sign, lines, lists that fold, distances in plies."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Any

from outplay.explain.reasons.analysis import Analysis
from outplay.explain.words import actions_of, plural
from outplay.game import AnyGame
from outplay.result import Bound, Move, number

MOST_NAMED = 6
"""Moves that are named one by one; the others are counted."""

MOST_LINES = 3
"""Lines that a sentence tells; the others are counted."""

MOST_PLIES = 8
"""Of a line that are told; data has all of them."""

PLIES = "Plies are single moves, counted from this position."


def worth(value: float, bound: Bound) -> str:
    """= +1, ~ -0.25"""
    return f"{bound.sign} {short(value)}"


def short(value: float) -> str:
    """+1, 0, -0.2571: four digits are enough for people; data has all."""
    return number(value, 4, signed=True)


def amount(value: float) -> str:
    """A difference without its sign."""
    return short(abs(value)).lstrip("+")


def line_text(game: AnyGame, state: Any, line: Sequence[Any], most: int = MOST_PLIES) -> str:
    """The first moves of a line from `state` on, in the game's notation."""
    texts = actions_of(game, state, line[:most])
    if len(line) > most:
        texts.append("…")
    if any(" " in text for text in texts):
        return ", ".join(texts)
    return game.line_separator.join(texts)


def ended(text: str) -> str:
    """With a full stop, unless it trails off."""
    return text if text.endswith("…") else f"{text}."


def named(texts: Sequence[str], most: int = MOST_NAMED) -> str:
    """a1, b2 and c3; a1, b2, c3 and 4 more."""
    if len(texts) == 1:
        return texts[0]
    if len(texts) <= most:
        return f"{', '.join(texts[:-1])} and {texts[-1]}"
    return f"{', '.join(texts[: most - 1])} and {len(texts) - most + 1} more"


def folded(texts: Sequence[str], more: int = 0, most: int = MOST_LINES) -> str:
    """Clauses with semicolons; what does not fit, and `more` beside it, is counted."""
    rest = len(texts) - most + more if len(texts) > most else more
    told = list(texts[:most])
    if rest:
        told.append(f"and {rest} more")
    return "; ".join(told)


def in_plies(known: Analysis, move: Move) -> str:
    """` in 5 plies`, ` within 5 plies` if it may be sooner; empty if nobody knows."""
    if move.distance is None:
        return ""
    word = "in" if move.action in known.soonest else "within"
    return f" {word} {plural(move.distance, 'ply', 'plies')}"


def wrapped(text: str, width: int, bullet: str = "- ") -> str:
    """One paragraph with a hanging indent; a number stays beside its sign."""
    joined = re.sub(r"([=≥≤~]) (?=[-+0-9])", "\\1\0", text)
    return "\n".join(
        textwrap.wrap(
            joined, max(20, width), initial_indent=bullet, subsequent_indent=" " * len(bullet),
            break_long_words=False, break_on_hyphens=False,
        )
    ).replace("\0", " ")  # fmt: skip
