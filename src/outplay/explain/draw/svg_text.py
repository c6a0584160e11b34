"""Text in drawn trees: how wide it is, where it breaks, and numbers as drawings write them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from html import escape
from typing import TypeVar

T = TypeVar("T")

FONT = "Helvetica, Arial, sans-serif"

VALUE, LABEL, SMALL, CAPTION = 15, 12, 11, 13
"""Sizes of values, of actions, of windows and of the lines below the picture."""

_WIDTHS = {
    0.30: "ijlIJ'",
    0.36: " ,.:;/\\|-f·",
    0.42: "()[]rt!",
    0.54: 'sz?*_`"',
    0.60: "ckvxyLFP",
    0.64: "0123456789abdeghnopquESTY{}$β",
    0.70: "ABCKRVXZα",
    0.79: "DGHNOQU&△▽",
    0.87: "wM~<>=+#^≥≤∞−→×○",
}
_WIDTH_OF = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
"""Of an em, rounded up, in DejaVu Sans: what browsers have for sans-serif is hardly ever wider."""


@lru_cache(maxsize=4096)
def wide(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at most."""
    letters = (letter for letter in text if not unicodedata.combining(letter))
    return size * sum(_WIDTH_OF.get(letter, 1.0) for letter in letters) * (1.13 if bold else 1)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The words of a text in lines no wider than that, unless one word is."""
    found = text.split() or [""]
    return [
        " ".join(row) for row in in_rows(found, [wide(w, size) for w in found], 0.36 * size, width)
    ]


def in_rows(items: list[T], widths: list[float], space: float, width: float) -> list[list[T]]:
    """Items in as few rows as that width lets them, the rows about equally long."""
    few = _filled(widths, space, width)
    # The narrowest room that takes no more rows; an eighth of it is near enough.
    for eighths in range(3, 8):
        if len(rows := _filled(widths, space, width * eighths / 8)) == len(few):
            few = rows
            break
    return [[items[place] for place in row] for row in few]


def _filled(widths: list[float], space: float, width: float) -> list[list[int]]:
    """The places of items in rows, each filled before the next."""
    rows: list[list[int]] = []
    used = 0.0
    for place, needs in enumerate(widths):
        if not rows or used + space + needs > width:
            rows.append([])
            used = -space
        rows[-1].append(place)
        used += space + needs
    return rows


def minus(text: str) -> str:
    """With a minus that is as wide as a plus, before digits and infinity only."""
    for after in "0123456789∞":
        text = text.replace(f"-{after}", f"−{after}")
    return text


def n(x: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{round(x, 1) + 0.0:.1f}".removesuffix(".0")


def words(text: str) -> str:
    """Text as it stands between tags: escaped, and without what XML cannot hold."""
    return escape("".join(c if c >= " " or c in "\t\n" else " " for c in text), quote=False)


def attribute(text: str) -> str:
    """Text as it stands in an attribute."""
    return escape(" ".join(text.split()))


def line(x: float, y: float, text: str, size: float, more: str = "") -> str:
    """A line of text around the middle of (x, y)."""
    return (
        f'<text x="{n(x)}" y="{n(y + 0.35 * size)}" font-size="{n(size)}"{more}>'
        f"{words(text)}</text>"
    )
