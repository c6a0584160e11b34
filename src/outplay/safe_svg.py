"""Drawings of users' rules, made safe: shapes and paint, and nothing that runs or loads.

What rules draw goes into pages and files that others open. So a drawing is parsed as XML and
written again from the allowlists below: no scripts, no event handlers, no references to anything
outside of the drawing, no style sheets. What is not on the lists is removed, with its content. A
drawing of `outplay.drawing` is not changed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

MOST_CHARACTERS = 2_000_000
MOST_ELEMENTS = 20_000
"""Of a drawing; each `<use>` counts as what it repeats."""
MOST_NESTED = 100
"""Elements within elements: browsers stop at a few hundred."""

SVG = "http://www.w3.org/2000/svg"

_ELEMENTS = (
    "svg g defs use rect circle ellipse line polyline polygon path text tspan title desc"
    " linearGradient radialGradient stop"
)
ELEMENTS = frozenset(_ELEMENTS.split())
WORDS = frozenset(("text", "tspan", "title", "desc"))
"""Elements whose text is kept."""
PLAIN = frozenset(("title", "desc"))
"""Elements that hold text only: in a page of HTML, elements in them would be HTML."""

NUMBERS = re.compile(r"[-+\w\s.,%]*", re.ASCII)
"""Numbers, words, outlines: no brackets, so nothing that could be a reference."""
PAINT = re.compile(
    r"\s*(?:#?[-\w]+|(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color)\([-+\w\s.,%/]*\)"
    r"|url\(#[-\w.]+\)(?:\s+#?\w+)?)\s*",
    re.ASCII,
)
TRANSFORM = re.compile(
    r"\s*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([-+\w\s.,]*\)[\s,]*)*", re.ASCII
)
FONTS = re.compile(r"[-\w\s.,'\"]*")
NAME = re.compile(r"[-\w.:]+", re.ASCII)
REFERENCE = re.compile(r"#[-\w.:]+", re.ASCII)
"""To another part of the drawing."""
ANYTHING = re.compile(r".*", re.DOTALL)

_LOOKS = (
    "alignment-baseline baseline-shift display dominant-baseline fill-opacity fill-rule"
    " font-size font-stretch font-style font-variant font-weight letter-spacing opacity"
    " paint-order shape-rendering stop-opacity stroke-dasharray stroke-dashoffset"
    " stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width"
    " text-anchor text-decoration text-rendering vector-effect visibility word-spacing"
    " writing-mode"
)
STYLES = {
    **dict.fromkeys(_LOOKS.split(), NUMBERS),
    **dict.fromkeys(("fill", "stroke", "color", "stop-color"), PAINT),
    "font-family": FONTS,
}
"""How things look: attributes, or declarations in a `style`; and how their values are written."""

_PLACES = (
    "x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height d points viewBox offset"
    " preserveAspectRatio gradientUnits spreadMethod textLength lengthAdjust pathLength rotate"
    " role aria-hidden lang xml:space xml:lang"
)
ATTRIBUTES = {
    **STYLES,
    **dict.fromkeys(_PLACES.split(), NUMBERS),
    **dict.fromkeys(("transform", "gradientTransform"), TRANSFORM),
    "id": NAME,
    "href": REFERENCE,
    "aria-label": ANYTHING,
}

_PREFIXES = {
    SVG: "",
    "http://www.w3.org/XML/1998/namespace": "xml:",
    "http://www.w3.org/1999/xlink": "xlink:",
}
_BETWEEN = " "
"""What the parser puts between a namespace and a name; no name has it."""


class DrawingError(ValueError):
    """What rules drew is no drawing; the text goes on after "`draw` gives"."""


def cleaned_text(drawing: object) -> str:
    """The drawing with what is on the lists alone; raises DrawingError.

    What it gives is well-formed, and reads the same as XML and within a page of HTML.
    """
    if not isinstance(drawing, str):
        raise DrawingError(f"{type(drawing).__name__}, not a string with an <svg> element")
    text = str.__str__(drawing)
    if len(text) > MOST_CHARACTERS:
        raise DrawingError(f"{len(text):,} characters; at most {MOST_CHARACTERS:,} are allowed")
    return _Cleaner().clean(text)


class _Cleaner:
    """Reads a drawing once, from its beginning to its end, and writes what is kept."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self._open: list[tuple[str, str, int]] = []
        """Elements that are kept and not closed: name, id, and the elements before them."""
        self._within = False
        """Is the last tag not closed by its `>` yet?"""
        self._skipped = 0
        """Elements that are open and left out."""
        self._count = 0
        self._sizes: dict[str, int] = {}
        """By id: how many elements there are in an element."""
        self._uses: list[str] = []
        self._using: set[str] = set()
        """Ids of elements that have a `<use>` in them."""

    def clean(self, text: str) -> str:
        from xml.parsers import expat  # whoever only draws needs no parser

        parser = expat.ParserCreate(namespace_separator=_BETWEEN)
        parser.ordered_attributes = parser.buffer_text = True
        parser.StartDoctypeDeclHandler = _refuse_entities
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._words
        try:
            parser.Parse(text, True)
        except (expat.ExpatError, UnicodeError) as error:
            raise DrawingError(f"a string that is not an <svg> element: {error}") from None
        self._check_uses()
        return "".join(self._written) + ("\n" if text.endswith("\n") else "")

    def _start(self, name: str, attributes: list[str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise DrawingError(f"a drawing of more than {MOST_ELEMENTS:,} elements")
        element = _local(name)
        if not self._open and element != "svg":
            raise DrawingError(
                f"a string that is not an <svg> element: it begins with <{element[:40]}>"
            )
        if self._skipped or element not in ELEMENTS or (self._open and self._open[-1][0] in PLAIN):
            self._skipped += 1
            return
        if len(self._open) >= MOST_NESTED:
            raise DrawingError(f"a drawing of more than {MOST_NESTED} elements within each other")
        kept = _kept(attributes)
        head = f'<svg xmlns="{SVG}"' if not self._open else f"<{element}"
        self._written.append(f"{'>' if self._within else ''}{head}{''.join(kept.values())}")
        self._within = True
        self._open.append((element, kept.get("id", "")[len(' id="') : -1], self._count))
        if element == "use" and "href" in kept:
            self._uses.append(kept["href"][len(' href="#') : -1])
            self._using.update(id for _, id, _ in self._open if id)

    def _end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        element, id, before = self._open.pop()
        self._written.append("/>" if self._within else f"</{element}>")
        self._within = False
        if id:
            self._sizes[id] = max(self._sizes.get(id, 0), self._count - before + 1)

    def _words(self, text: str) -> None:
        if self._skipped or not (self._open[-1][0] in WORDS or text.isspace()):
            return
        self._written.append(f"{'>' if self._within else ''}{escape(text)}")
        self._within = False

    def _check_uses(self) -> None:
        """What repeats what repeats something can be endless, or as good as endless."""
        if any(id in self._using for id in self._uses):
            raise DrawingError("a drawing with a <use> of what has a <use> in it")
        if self._count + sum(self._sizes.get(id, 0) for id in self._uses) > MOST_ELEMENTS:
            raise DrawingError(f"a drawing of more than {MOST_ELEMENTS:,} elements")


def _refuse_entities(name: str, system: str | None, public: str | None, inner: bool) -> None:
    if inner:
        raise DrawingError("a string that defines entities, which is not allowed in a drawing")


def _local(name: str) -> str:
    """The name of an element or attribute as the lists have it; others keep their namespace."""
    space, between, local = name.rpartition(_BETWEEN)
    return f"{_PREFIXES[space]}{local}" if between and space in _PREFIXES else name


def _kept(attributes: list[str]) -> dict[str, str]:
    """The attributes that are kept, by name, as they are written."""
    kept: dict[str, str] = {}
    styles = ""
    for at in range(0, len(attributes), 2):
        name, value = _local(attributes[at]), attributes[at + 1]
        if name == "style":
            styles = value
        elif name == "xlink:href":
            name = "href"
        written = _attribute(name, value) if len(value) < 100 else _fresh(name, value)
        if written:
            kept[name] = written
    for declaration in styles.split(";"):
        style, _, value = declaration.partition(":")
        style, value = style.strip(), value.partition("!")[0].strip()
        if style in STYLES and (written := _fresh(style, value)):
            kept[style] = written
    return kept


def _fresh(name: str, value: str) -> str:
    """An attribute as it is written; nothing if it is not kept."""
    form = ATTRIBUTES.get(name)
    return f' {name}="{escape(value)}"' if form and form.fullmatch(value) else ""


_attribute = lru_cache(4096)(_fresh)
"""The same numbers and colours come again and again."""
