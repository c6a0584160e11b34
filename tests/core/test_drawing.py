"""Pictures: every built-in game draws itself, as XML that is whole and stays on its sheet."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from random import Random
from typing import Any

import pytest

from outplay import Game, load
from outplay.drawing import Picture, Sheet, text_picture
from outplay.games import BUILT_IN

SVG = "{http://www.w3.org/2000/svg}"


def corners(shape: ElementTree.Element) -> list[tuple[float, float]]:
    """The outermost points of a shape."""
    have = {k: float(v) for k, v in shape.attrib.items() if k in COORDINATES}
    match shape.tag.removeprefix(SVG):
        case "rect":
            x, y = have["x"], have["y"]
            return [(x, y), (x + have["width"], y + have["height"])]
        case "circle":
            x, y, r = have["cx"], have["cy"], have["r"]
            return [(x - r, y - r), (x + r, y + r)]
        case "line":
            return [(have["x1"], have["y1"]), (have["x2"], have["y2"])]
        case "polygon":
            pairs = [point.split(",") for point in shape.attrib["points"].split()]
            return [(float(x), float(y)) for x, y in pairs]
        case "text":
            return [(have["x"], have["y"])]
    return []


COORDINATES = {"x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2"}


def check_picture(svg: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title")
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for shape in root.iter():
        for x, y in corners(shape):
            assert -0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01, shape.attrib
    return list(root.iter())


def walk(game: Game[Any, Any], seed: int, plies: int) -> list[Any]:
    random, states = Random(seed), [game.initial()]
    while len(states) < plies and not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], random.choice(game.legal(states[-1]))))
    return states


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_draws(name: str) -> None:
    game = load(name)
    pictures = []
    for seed in range(3):
        for s in walk(game, seed, 60):
            pictures.append(game.draw(s))
            check_picture(pictures[-1])
    assert len(set(pictures)) > 3
    assert game.draw(game.initial()) == game.draw(game.initial())


def test_a_game_that_does_not_draw_shows_its_text() -> None:
    class Plain(Game[Any, Any]):
        def show(self, s: Any) -> str:
            return "a < b\n & c"

    words = [e.text for e in check_picture(Plain().draw((1, 2))) if e.tag == f"{SVG}text"]
    assert words == ["a < b", " & c"]


def test_shapes() -> None:
    sheet = Sheet(4, 3, "a & b", paper="")
    sheet.rectangle(0, 0, 1, 1, fill="#000000", round=0.1)
    sheet.circle(1.5, 1.5, 0.25, line="#ffffff")
    sheet.line(0, 0, 4, 3)
    sheet.polygon([(0, 0), (1, 0), (0.5, 1)], fill="#ff0000")
    sheet.text(2, 2, "1 < 2", bold=True)
    shapes = check_picture(str(sheet))
    assert [e.tag.removeprefix(SVG) for e in shapes] == [
        "svg",
        "title",
        "rect",
        "circle",
        "line",
        "polygon",
        "text",
    ]
    assert shapes[1].text == "a & b" and shapes[-1].text == "1 < 2"
    assert shapes[0].attrib["width"] == "192"


def test_a_notebook_shows_the_picture() -> None:
    picture = text_picture("title", "text")
    assert isinstance(picture, Picture)
    assert picture._repr_svg_() == picture
