"""How traces, trees and explanations write things: numbers, bounds, nodes, lines, lists."""

from __future__ import annotations

import csv
import io
import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from fractions import Fraction

from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.lines import texts_along
from outplay.result import Bound
from outplay.wording import number as number
from outplay.wording import plain_number
from outplay.wording import plural as plural

PLAYERS = {MAX: "MAX", MIN: "MIN", CHANCE: "CHANCE"}
SHAPES = {MAX: "△", MIN: "▽", CHANCE: "○"}
LEAF_SHAPE = "□"

MOST_NAMED = 6
"""Moves that are named one by one; the others are counted."""

MOST_LINES = 3
"""Lines that a sentence shows; the others are counted."""

MOST_PLIES = 8
"""Of a line that are shown; data has all of them."""

PLIES = "Plies are single moves, counted from this position."


def signed(value: float, bound: Bound) -> str:
    """= 3, ≥ 3, ≤ 3 or ~ 3."""
    return f"{bound.sign} {number(value)}"


def probability(chance: float | Fraction) -> str:
    """0.25, and 1/6 where a decimal would not end soon."""
    short = f"{float(chance):.3g}"
    if float(short) == float(chance):
        return short
    near = Fraction(chance).limit_denominator(100)
    return str(near) if abs(float(near) - float(chance)) < 1e-12 else f"{float(chance):.6g}"


def window(alpha: float, beta: float) -> str:
    """(α, β)"""
    return f"({number(alpha)}, {number(beta)})"


def action_texts(game: AnyGame, state: object, actions: Sequence[object]) -> list[str]:
    """Actions of one state, in the game's notation."""
    return [game.format_action(state, action) for action in actions]


def node_name(game: AnyGame, root: object, path: Sequence[object]) -> str:
    """What a node is called: `1.2` in a literal tree, else the moves to it; `root`."""
    return game.line_separator.join(texts_along(game, root, path)) if path else "root"


def why_cut(player: int, value: float, alpha: float, beta: float, holder: str = "") -> str:
    """Why the rest of a node does not matter, in one sentence without its full stop.

    `holder` is the node where the other player has the bound, if it is to be named.
    """
    if player == CHANCE:
        low = value <= alpha
        end, side = (alpha, "above") if low else (beta, "below")
        return f"whatever the other outcomes are, the mean cannot get {side} {number(end)}"
    here, there = ("MIN", "MAX") if player == MIN else ("MAX", "MIN")
    end = alpha if player == MIN else beta
    equal = ", which is as good" if value == end else ""
    where = f"at {holder}" if holder else "elsewhere"
    return f"{here} already holds {number(value)} here, {there} has {number(end)} {where}{equal}"


def plies(count: int) -> str:
    """`1 ply`, `3 plies`."""
    return plural(count, "ply", "plies")


def short_count(count: float) -> str:
    """3 digits: 950, 12.3 k, 5.17 M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count:.0f}"


def listed(texts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))


def printable(text: str) -> str:
    """The text without what would move the cursor of whoever reads it."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)


def plain(value: float | None) -> float | str | None:
    """A number as JSON has it: infinities are text there, and NumPy's numbers Python's own."""
    if value is None:
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return plain_number(value)


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """The rows as CSV; the first one has all the columns."""
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def wrapped_text(text: str, width: int, bullet: str = "") -> str:
    """One paragraph, indented below its bullet; a number stays beside its sign."""
    joined = re.sub(r"([=≥≤~]) (?=[-+0-9])", "\\1\0", text)
    indent = " " * len(bullet)
    wrapper = textwrap.TextWrapper(max(20, width), bullet, indent)
    wrapper.break_long_words = wrapper.break_on_hyphens = False
    return wrapper.fill(joined).replace("\0", " ")


# --- parts of sentences -------------------------------------------------------------------------


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
    texts = texts_along(game, state, line[:most])
    if len(line) > most:
        texts.append("…")
    return (", " if any(" " in text for text in texts) else game.line_separator).join(texts)


def ended(text: str) -> str:
    """With a full stop, unless it trails off."""
    return text if text.endswith("…") else f"{text}."


def names(texts: Sequence[str]) -> str:
    """a1, b2 and c3; a1, b2, c3 and 4 more."""
    if len(texts) > MOST_NAMED:
        texts = [*texts[: MOST_NAMED - 1], f"{len(texts) - MOST_NAMED + 1} more"]
    return listed(texts)


def clauses(texts: Sequence[str], more: int = 0) -> str:
    """Clauses with semicolons; what does not fit, and `more` beside it, is counted."""
    rest = max(0, len(texts) - MOST_LINES) + more
    return "; ".join([*texts[:MOST_LINES], *([f"and {rest} more"] if rest else [])])
