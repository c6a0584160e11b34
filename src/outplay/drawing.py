"""Pictures of boards as SVG, for `draw(s)`: shapes on a sheet, as text that stands alone.

Colours are values, not styles, so that a picture looks the same in a notebook, in the docs and
on the page. A game draws in units of its own: a board of squares, say, in squares.

A drawing that names its places (`sheet.place`) can be played on with a mouse, with keys and with a
screen reader.

>>> from outplay.drawing import Sheet
>>> sheet = Sheet(2, 1, "one disc on two squares")
>>> sheet.rectangle(0, 0, 2, 1, fill=BOARD)
>>> sheet.circle(0.5, 0.5, 0.4, fill=BLACK)
>>> str(sheet).startswith("<svg")
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from outplay.safe_svg import DrawingError, cleaned_text

INK = "#1f2328"
PAPER = "#fbf8f1"
FAINT = "#b9b2a3"
"""Lines and letters; what they stand on; lines that matter less."""

WOOD, DARK_WOOD = "#ecd9b4", "#b98b5a"
BOARD = "#3f8f5b"
"""Light and dark squares; green baize."""

BLACK, WHITE = "#22252b", "#fdfcf8"
RED, BLUE, YELLOW = "#d1495b", "#2f6fb3", "#e9b44c"
"""Pieces."""

UNIT = 48
"""Points that one unit of a game takes."""


class Place(NamedTuple):
    """A part of a board that people can point at: a square, a point, a pit."""

    name: str
    """As moves call it: `e4`."""
    x: float
    y: float
    width: float
    height: float
    """Where it is on the picture, in the sheet's units; (x, y) is its top left corner."""
    what: str
    """What stands there, in words: `white knight`; empty if nothing does."""


class Picture(str):
    """SVG as text; a notebook shows the picture."""

    places: tuple[Place, ...] = ()
    """What can be pointed at, in the order in which it is read out."""
    turns: bool = False
    """Does it make sense to look at the board from the other side?"""

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the drawing made safe; nothing if it is none."""
        try:
            return cleaned_text(self)
        except DrawingError:
            return None


class Diagram(Picture):
    """A picture that no rules drew: what rules say in it is escaped, what they draw made safe."""

    def _repr_svg_(self) -> str:
        return str.__str__(self)


class Sheet:
    """A sheet to draw on, `width` by `height` units, the origin at the top left."""

    def __init__(
        self, width: float, height: float, title: str, *, paper: str = PAPER, turns: bool = False
    ) -> None:
        """`turns` says that people may want to look at it from the other side."""
        self.width = width
        self.height = height
        self.title = title
        self.turns = turns
        self._shapes: list[str] = []
        self._places: list[Place] = []
        if paper:
            self.rectangle(0, 0, width, height, fill=paper)

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        line: str = "none",
        thick: float = 0.04,
        round: float = 0,
    ) -> None:
        """A rectangle with its top left corner at (x, y)."""
        corner = f' rx="{_n(round)}"' if round else ""
        self._shapes.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{corner}'
            f"{_paint(fill, line, thick)}/>"
        )

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str = "none",
        line: str = "none",
        thick: float = 0.04,
    ) -> None:
        """A circle around (x, y)."""
        self._shapes.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_paint(fill, line, thick)}/>'
        )

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, line: str = INK, thick: float = 0.04
    ) -> None:
        """A line from (x1, y1) to (x2, y2), with round ends."""
        self._shapes.append(
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke="{line}"'
            f' stroke-width="{_n(thick)}" stroke-linecap="round"/>'
        )

    def polygon(
        self,
        points: Iterable[tuple[float, float]],
        *,
        fill: str = "none",
        line: str = "none",
        thick: float = 0.04,
    ) -> None:
        """The area within these corners."""
        corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._shapes.append(f'<polygon points="{corners}"{_paint(fill, line, thick)}/>')

    def path(
        self,
        x: float,
        y: float,
        outline: str,
        *,
        scale: float = 1,
        fill: str = "none",
        line: str = "none",
        thick: float = 0.04,
    ) -> None:
        """An outline in the letters of SVG's paths, drawn from (x, y) on; corners are round.

        Numbers of the outline, and `thick`, count as `scale` units each.
        """
        place = f"translate({_n(x)} {_n(y)})" if x or y else ""
        size = f"scale({_n(scale)})" if scale != 1 else ""
        moved = f' transform="{place}{size}"' if place or size else ""
        joins = ' stroke-linejoin="round" stroke-linecap="round"' if line != "none" else ""
        self._shapes.append(f'<path{moved} d="{outline}"{_paint(fill, line, thick)}{joins}/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 0.4,
        fill: str = INK,
        bold: bool = False,
        anchor: str = "middle",
    ) -> None:
        """Words in the middle of (x, y), or from there on with `anchor="start"`."""
        weight = ' font-weight="bold"' if bold else ""
        self._shapes.append(
            f'<text x="{_n(x)}" y="{_n(y + 0.35 * size)}" font-size="{_n(size)}" fill="{fill}"'
            f' text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def place(
        self, name: str, x: float, y: float, width: float = 1, height: float = 1, what: str = ""
    ) -> None:
        """Says that there is a place; it is not drawn. `what` stands there: `white knight`."""
        self._places.append(Place(name, x, y, width, height, what))

    def __str__(self) -> str:
        """The picture: one `<svg>` element that needs nothing else."""
        shapes = "\n".join(self._shapes)
        picture = Picture(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)}'
            f' {_n(self.height)}" width="{_n(self.width * UNIT)}" height="{_n(self.height * UNIT)}"'
            f' role="img" font-family="Helvetica, Arial, sans-serif">\n'
            f"<title>{escape(self.title)}</title>\n{shapes}\n</svg>\n"
        )
        picture.places, picture.turns = tuple(self._places), self.turns
        return picture


def cleaned(drawing: object) -> Picture:
    """A drawing of rules, made safe by `safe_svg`, its places kept; raises DrawingError."""
    picture = Picture(cleaned_text(drawing))
    picture.places = getattr(drawing, "places", ())
    picture.turns = bool(getattr(drawing, "turns", False))
    return picture


def pointed_at(picture: str, text: str) -> list[tuple[str, ...]]:
    """How to point at a move that is written so: the places of the picture that it names, in order.

    `b2` is one place, `e2-e4` are two, `pass` is none; `a1-b1` may be the name of one place.
    """
    names = {place.name for place in getattr(picture, "places", ())}
    if text in names:
        return [(text,)]
    found = tuple(word for word in re.findall(r"\w+", text) if word in names)
    return [found] if found else []


def text_picture(title: str, text: str, named: Mapping[int, tuple[str, str]] = {}) -> str:
    """A picture of text in letters of one width: for games that do not draw.

    Lines that are `named` are places: their names and what they show, by the number of the line.
    """
    lines = text.expandtabs().split("\n")
    wide = max(len(line) for line in lines)
    sheet = Sheet(max(0.3 * wide, 2) + 1, 0.55 * len(lines) + 0.7, title)
    rows = "\n".join(
        f'<text x="0.5" y="{_n(0.75 + 0.55 * row)}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    for row, (name, what) in named.items():
        sheet.place(name, 0.2, 0.35 + 0.55 * row, sheet.width - 0.4, 0.55, what)
    sheet._shapes.append(f'<g font-family="monospace" font-size="0.48" fill="{INK}">{rows}</g>')
    return str(sheet)


def _n(x: float) -> str:
    """A number with at most three decimals, and none that say nothing."""
    return f"{x:.3f}".rstrip("0").rstrip(".") if isinstance(x, float) else str(x)


def _paint(fill: str, line: str, thick: float) -> str:
    stroke = f' stroke="{line}" stroke-width="{_n(thick)}"' if line != "none" else ""
    return f' fill="{fill}"{stroke}'
