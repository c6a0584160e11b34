"""States drawn small, as pictures inside a picture.

One move changes little of a board, so most of the pictures of a tree is the same: what several
of them have in common is written once.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING
from zlib import crc32

from outplay.drawing import cleaned
from outplay.explain.draw.svg_text import n
from outplay.safe_svg import DrawingError

if TYPE_CHECKING:
    from outplay.explain.tree import SearchTree

MOST_WIDE, MOST_HIGH = 96.0, 64.0
"""Room that the picture of a state has."""
SHORT = 60
"""A part of so many characters is no longer than a reference to it."""

_OPENING = re.compile(r'<svg((?: [\w:-]+="[^"]*")*)/?>')
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_OWN = ("x", "y", "width", "height", "viewBox", "role", "aria-label", "aria-labelledby", "xmlns")
_ID = re.compile(r'( id="|="url\(#| href="#)')
_ELEMENT = re.compile(r"<(?!/)[^<>]*/>|<(\w+)\b[^<>]*>[^<>]*</\1>")
_TITLE = re.compile(r"\s*<title\b[^>]*>.*?</title>\s*", re.DOTALL)


@dataclass(frozen=True)
class Thumbnail:
    """The picture of one state, and the room that it takes."""

    width: float
    height: float
    view: str
    """The viewBox."""
    kept: str
    """Attributes of its `<svg>` that matter to what is in it, such as the font."""
    parts: tuple[str, ...]
    """What is in it, in parts that may be those of other pictures too."""
    written: Callable[[str], str] = str
    """How a part is written here: as it is, or as a reference."""

    def at(self, x: float, y: float) -> str:
        """The picture with its top left corner at (x, y)."""
        inside = "\n".join(map(self.written, self.parts))
        return (
            f'<svg x="{n(x)}" y="{n(y)}" width="{n(self.width)}" height="{n(self.height)}"'
            f' viewBox="{self.view}" aria-hidden="true"{self.kept}>\n'
            f"{inside}\n</svg>"
        )


class Thumbnails:
    """The pictures of a tree's states; drawn, they share what they have in common."""

    def __init__(self, tree: SearchTree, wanted: bool) -> None:
        self.game = tree.game
        # A picture of a game's text would be too small to read.
        self.wanted = wanted and tree.game.answers("draw")
        self.counts: Counter[str] = Counter()

    def thumbnail(self, state: object) -> Thumbnail | None:
        """The picture of a state; None if what the game draws is not an SVG of some size."""
        if not self.wanted:
            return None
        picture = thumbnail_of(self.game.draw(state))
        if picture is None:
            return None
        self.counts.update(picture.parts)
        return replace(picture, written=self._written)

    def definitions(self) -> list[str]:
        """What several pictures refer to; call it once all of them are there."""
        shared = [part for part in self.counts if self._shared(part)]
        if not shared:
            return []
        return ["<defs>", *(f'<g id="{_key(part)}">\n{part}\n</g>' for part in shared), "</defs>"]

    def _shared(self, part: str) -> bool:
        return self.counts[part] > 1 and len(part) > SHORT

    def _written(self, part: str) -> str:
        return f'<use href="#{_key(part)}"/>' if self._shared(part) else part


def _key(text: str) -> str:
    return "s" + blake2b(text.encode(), digest_size=6).hexdigest()


def _parts(inside: str) -> tuple[str, ...]:
    """A picture in runs of lines that end where a line's own text says so.

    A change within one run leaves the others as they are. Lines that are not elements by
    themselves are not taken apart.
    """
    lines = [line.strip() for line in inside.split("\n") if line.strip()]
    if not all(_ELEMENT.fullmatch(line) for line in lines):
        return (inside,)
    parts: list[str] = []
    run: list[str] = []
    for line in lines:
        run.append(line)
        if crc32(line.encode()) % 3 == 0:
            parts.append("\n".join(run))
            run = []
    return (*parts, "\n".join(run)) if run else tuple(parts)


def thumbnail_of(svg: str) -> Thumbnail | None:
    """An `<svg>` element made safe and small; None if it is not one."""
    try:
        svg = cleaned(svg)
    except DrawingError:
        return None
    opening, attributes = _opening(svg)
    view = view_of(svg)
    if view is None:
        return None
    inside = svg[len(opening) : svg.rindex("</svg>")] if "</svg>" in svg else ""
    # Its title would hide that of the node, and its ids may be those of another picture.
    inside = _TITLE.sub("", inside, count=1).strip()
    inside = _ID.sub(rf"\g<1>{_key(inside)}-", inside)
    kept = "".join(f' {name}="{value}"' for name, value in attributes.items() if name not in _OWN)
    scale = min(MOST_WIDE / view[2], MOST_HIGH / view[3])
    text = " ".join(f"{x:.6g}" for x in view)
    return Thumbnail(view[2] * scale, view[3] * scale, text, kept, _parts(inside))


def view_of(svg: str) -> tuple[float, float, float, float] | None:
    """What part of the plane a drawing that was made safe shows; None if it does not say so."""
    _, attributes = _opening(svg)
    try:
        numbers = [
            float(x) for x in re.split(r"[\s,]+", attributes.get("viewBox", "").strip()) if x
        ]
        if not numbers:
            sides = [re.sub(r"px$", "", attributes.get(side, "")) for side in ("width", "height")]
            numbers = [0.0, 0.0, *map(float, sides)]
        x, y, width, height = numbers
    except ValueError:
        return None
    return (x, y, width, height) if 0 < width < math.inf and 0 < height < math.inf else None


def _opening(svg: str) -> tuple[str, dict[str, str]]:
    """The first tag of a drawing that was made safe, and its attributes."""
    opening = _OPENING.match(svg)
    assert opening is not None  # that is how a drawing begins once it is cleaned
    return opening[0], dict(_ATTRIBUTE.findall(opening[1]))
