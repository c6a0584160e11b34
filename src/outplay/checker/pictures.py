"""Pictures: what `draw` gives can be shown, and what `gestures` points at is there."""

from __future__ import annotations

import math
from xml.etree import ElementTree

from outplay.asking import CHILDREN, Answers, Asker
from outplay.drawing import Place
from outplay.safe_svg import DrawingError, cleaned_text
from outplay.wording import shown

CLOSELY, SAMPLE = 100, 20
"""States whose picture is looked at; after them, one in so many."""

MOST_WAYS = 1_000
"""To point at one action."""

SVG = "{http://www.w3.org/2000/svg}svg"


class Pictures:
    """The checks of a game's drawings, if it draws."""

    def __init__(self, ask: Asker) -> None:
        self._ask = ask
        self._points = ask.game.answers("gestures")
        self._draws = self._points or ask.game.answers("draw")
        self._count = 0

    def check(self, s: object, found: Answers) -> None:
        """A Fault if the picture cannot be shown, or an action points at what is not there."""
        self._count += 1
        if not self._draws or (self._count > CLOSELY and self._count % SAMPLE):
            return
        names = self._places(self._ask.call("draw", s))
        if self._points:
            for a in found.actions[:CHILDREN]:
                self._ways(s, a, names)

    def _places(self, picture: object) -> set[str]:
        """The names of the places of a picture."""
        wide, high = self._size(picture)
        names: set[str] = set()
        for place in getattr(picture, "places", ()):
            fault = self._wrong(place, wide, high)
            if fault:
                raise self._ask.fault("draw", "places", fault)
            if place.name in names:
                raise self._ask.fault("draw", "places", f"has two places called {place.name!r}")
            names.add(place.name)
        return names

    def _size(self, picture: object) -> tuple[float, float]:
        """The size of a picture in its own units, endless if it does not say."""
        if picture is None:
            raise self._ask.fault("draw", "no picture", "gives None; is a `return` missing?")
        if not isinstance(picture, str):
            what = f"gives {shown(picture)}, not a string: return str(sheet), an <svg> element"
            raise self._ask.fault("draw", "no picture", what)
        try:
            cleaned_text(picture)
        except DrawingError as error:
            raise self._ask.fault("draw", "no picture", f"gives {error}") from None
        root = ElementTree.fromstring(picture)
        if root.tag != SVG:
            why = "has no xmlns" if root.tag == "svg" else f"begins with <{shown(root.tag)[1:-1]}>"
            what = f"gives a string that is not an <svg> element of SVG: it {why}"
            raise self._ask.fault("draw", "no picture", what)
        try:
            _, _, wide, high = map(float, root.get("viewBox", "").split())
        except ValueError:
            return math.inf, math.inf
        return wide, high

    def _wrong(self, place: object, wide: float, high: float) -> str:
        """What is wrong with a place; nothing if it is right."""
        if not isinstance(place, Place) or not all(
            isinstance(t, str) for t in (place[0], place[5])
        ):
            return f"has {shown(place)} among its places: name and what must be strings"
        if not place.name.strip():
            return "has a place without a name"
        sizes = place[1:5]
        if not all(isinstance(v, int | float) and math.isfinite(v) for v in sizes):
            return f"has the place {place.name!r} at {shown(sizes)}, which is not four numbers"
        if place.width <= 0 or place.height <= 0:
            return f"has the place {place.name!r} without an area"
        slack = 1e-3
        inside = min(place.x, place.y) >= -slack and (
            place.x + place.width <= wide + slack and place.y + place.height <= high + slack
        )
        return "" if inside else f"has the place {place.name!r} outside the picture"

    def _ways(self, s: object, a: object, names: set[str]) -> None:
        """Each way to point at the action is a tuple of places that are there."""
        ask = self._ask
        ways = ask.listed("gestures", s, a, most=MOST_WAYS)
        for way in ways:
            if not isinstance(way, tuple | list) or not way:
                example = f"({way!r},)" if isinstance(way, str) and way else "('a1', 'a2')"
                what = f"gives {shown(way)} for {shown(a)}; a way is a tuple of names: {example}"
                raise ask.fault("gestures", "no places", what)
            for name in way:
                if not isinstance(name, str) or name not in names:
                    what = (
                        f"points at {shown(name)} for {shown(a)}, which is not a place of `draw`:"
                        " name it there with sheet.place"
                    )
                    raise ask.fault("gestures", "no place", what)
