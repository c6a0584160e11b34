"""Drawings that rules give: what is safe stays as it is, what is not is left out."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Collection
from html.parser import HTMLParser
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hostile_drawings import ELSEWHERE, hostile

from outplay import Game, load
from outplay.drawing import Picture, Place, Sheet, cleaned
from outplay.games import BUILT_IN
from outplay.safe_svg import MOST_CHARACTERS, MOST_ELEMENTS, DrawingError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">'
SAFE = {
    "svg",
    "g",
    "defs",
    "use",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "path",
    "text",
    "tspan",
    "title",
    "desc",
    "linearGradient",
    "radialGradient",
    "stop",
}


class Seen(HTMLParser):
    """The elements of a page as HTML has them, and the attributes of each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.other: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.tags.append((tag, dict(attrs)))

    def handle_comment(self, data: str) -> None:
        self.other.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


OF_TREES = {
    "paper",
    "branch",
    "edge",
    "patch",
    "label",
    "bar",
    "shape",
    "node",
    "max",
    "min",
    "end",
}
"""Classes that drawings of trees give their own parts; what rules draw has none."""


def check_safe(svg: str, classes: Collection[str] = ()) -> None:
    """Well-formed, the same as XML and as HTML, and of harmless parts alone."""
    elements = list(ElementTree.fromstring(svg).iter())
    seen = Seen()
    seen.feed(svg)
    seen.close()
    assert not seen.other
    names = [element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in elements]
    assert [tag for tag, _ in seen.tags] == [name.lower() for name in names]
    assert set(names) <= SAFE
    for _, attributes in seen.tags:
        for name, value in attributes.items():
            assert not name.startswith("on") and name not in ("style", "src", "xlink:href")
            assert name != "class" or set((value or "").split()) <= set(classes)
            if name not in ("xmlns", "aria-label", "font-family"):
                assert not re.search(r"script|http|data:|\\|[<>\"';]", value or "", re.IGNORECASE)
            if name == "href" or "url" in (value or "").lower():
                assert (
                    re.fullmatch(r"#[\w.-]+|url\(#[\w.-]+\)", value or "") or name == "aria-label"
                )


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_drawings_come_out_as_they_are(name: str) -> None:
    game: Game[Any, Any] = load(name)
    random, s = Random(1), game.initial()
    for _ in range(12):
        picture = game.draw(s)
        clean = cleaned(picture)
        assert clean == picture and type(clean) is Picture
        assert clean.places == getattr(picture, "places", ())
        assert clean.turns == getattr(picture, "turns", False)
        if game.is_terminal(s):
            break
        s = game.result(s, random.choice(game.legal(s)))


def test_hostile_drawings() -> None:
    """What can be read becomes harmless; what cannot is refused in a sentence."""
    shown = 0
    for seed in range(1_500):
        drawing = hostile(seed)
        try:
            clean = cleaned(drawing)
        except DrawingError:
            continue
        shown += 1
        check_safe(clean)
        assert cleaned(clean) == clean
    assert shown > 300


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        ("<script>x</script><rect/>", "<rect/>"),
        ('<rect onclick="x" x="1"/>', '<rect x="1"/>'),
        ('<g><foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></g>', "<g/>"),
        ('<a href="javascript:x"><text>here</text></a>', ""),
        ("<!--><script>x</script>--><rect/>", "<rect/>"),
        ("<?x?><rect/>loose words", "<rect/>"),
        ("<title>a<b>c</b></title>", "<title>a</title>"),
        ("<text><![CDATA[<b>&]]></text>", "<text>&lt;b&gt;&amp;</text>"),
        (
            '<rect style="fill: red; background: url(x); stroke-width:2 !important" fill="blue"/>',
            '<rect fill="red" stroke-width="2"/>',
        ),
        (f'<rect fill="url({ELSEWHERE})" stroke="url(#a)"/>', '<rect stroke="url(#a)"/>'),
        (
            '<rect id="a"/><use xmlns:l="http://www.w3.org/1999/xlink" l:href="#a" href="#a"/>',
            '<rect id="a"/><use href="#a"/>',
        ),
        (f'<use href="{ELSEWHERE}#a"/>', "<use/>"),
        (
            '<rect transform="rotate(45 1,1) scale(2)" fill="rgb(1, 2, 3)" d="M0 0l-1.5e-3,2z"/>',
            '<rect transform="rotate(45 1,1) scale(2)" fill="rgb(1, 2, 3)" d="M0 0l-1.5e-3,2z"/>',
        ),
        ("<s:rect xmlns:s='http://www.w3.org/2000/svg'/>", "<rect/>"),
        ("<RECT/><svg:x xmlns:svg='y'/>", ""),
    ],
)
def test_what_is_left_out(inside: str, left: str) -> None:
    body = f"{left}</svg>" if left else "/>"
    wanted = HEAD + body if left else HEAD[:-1] + body
    assert cleaned(f"{HEAD}{inside}</svg>") == wanted
    check_safe(wanted)


def test_other_ways_to_begin() -> None:
    declared = (
        '<?xml version="1.0" encoding="utf-16"?>\n<!DOCTYPE svg PUBLIC "-//x" "http://x.dtd">'
    )
    for head in ("<svg>", f'{declared}<svg xmlns="http://www.w3.org/2000/svg">'):
        clean = cleaned(f"{head}<rect/></svg>\n")
        assert clean == '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>\n'


BOMB = (
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    f"{HEAD}<text>&b;</text></svg>"
)
REPEATED = '<use href="#a"/>'
NEST = "".join(f'<g id="n{n}"><use href="#n{n + 1}"/><use href="#n{n + 1}"/></g>' for n in range(9))


@pytest.mark.parametrize(
    ("drawing", "what"),
    [
        (None, "NoneType, not a string with an <svg> element"),
        (b"<svg/>", "bytes, not a string"),
        ("", "a string that is not an <svg> element: no element found"),
        ("<p>text</p>", "not an <svg> element: it begins with <p>"),
        (f"{HEAD}<rect></svg>", "not an <svg> element: mismatched tag"),
        (f"{HEAD}&nbsp;</svg>", "undefined entity"),
        (f"{HEAD}\ud800</svg>", "not an <svg> element: 'utf-8' codec can't encode"),
        (BOMB, "a string that defines entities"),
        (HEAD + "<g>" * 200 + "</g>" * 200 + "</svg>", "more than 100 elements within each other"),
        (HEAD + "<g/>" * MOST_ELEMENTS + "</svg>", "more than 20,000 elements"),
        (HEAD + " " * MOST_CHARACTERS + "</svg>", "2,000,064 characters"),
        (f"{HEAD}{NEST}</svg>", "a <use> of what has a <use> in it"),
        (f'{HEAD}<g id="a"><use href="#a"/></g></svg>', "a <use> of what has a <use> in it"),
        (f'{HEAD}<g id="a">{"<g/>" * 9_000}</g>{REPEATED * 3}</svg>', "more than 20,000 elements"),
    ],
)
def test_what_is_no_drawing(drawing: Any, what: str) -> None:
    with pytest.raises(DrawingError) as raised:
        cleaned(drawing)
    assert what in str(raised.value) and len(str(raised.value)) < 300


def test_places_are_kept_and_notebooks_get_the_safe_drawing() -> None:
    sheet = Sheet(1, 1, "x")
    sheet.rectangle(0, 0, 1, 1, fill='red" onclick="x')
    sheet.place("a", 0, 0)
    picture = str(sheet)
    assert cleaned(picture).places == (Place("a", 0, 0, 1, 1, ""),)
    assert isinstance(picture, Picture) and "onclick" in picture
    shown = picture._repr_svg_()
    assert shown is not None and "onclick" not in shown and "<rect" in shown
    assert Picture("<svg><p></svg>")._repr_svg_() is None


def test_trees_hold_what_is_safe_alone() -> None:
    class Hostile(type(load("tic-tac-toe"))):  # type: ignore[misc]
        def draw(self, s: Any) -> str:
            return hostile(s.crosses * 512 + s.noughts)

    from outplay import alphabeta

    game = Hostile()
    tree = alphabeta(game, game.parse_state("XOX/OXO/...")).tree()
    assert str(tree.svg()).count("<svg") > 1, "some of them can be drawn"
    check_safe(str(tree.svg()), OF_TREES)
    page = Seen()
    page.feed(tree.html() + tree._repr_html_())
    for tag, attributes in page.tags:
        assert tag not in ("script", "img", "a", "image", "foreignobject", "iframe")
        assert not any(name.startswith("on") for name in attributes)
        assert ELSEWHERE not in "".join(map(str, attributes.values()))


def test_drawing_needs_nothing_else() -> None:
    """Neither Numba nor NumPy, and no parser before there is something to parse."""
    code = "import sys, outplay.drawing; print('xml' in ' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
