"""Chess boards in letters and drawn."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from outplay.drawing import RED, Sheet
from outplay.games import load
from outplay.games.chess import fen, pictures

GAME = load("chess")

MATE = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
KINGS = "4k3/8/8/8/8/8/8/K7 w - - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_the_board_in_letters() -> None:
    assert pictures.show(fen.read(MATE), "") == (
        "8  r . b q k b . r\n"
        "7  p p p p . Q p p\n"
        "6  . . n . . n . .\n"
        "5  . . . . p . . .\n"
        "4  . . B . P . . .\n"
        "3  . . . . . . . .\n"
        "2  P P P P . P P P\n"
        "1  R N B . K . N R\n"
        "   a b c d e f g h\n"
        "Black to move, in check"
    )
    assert GAME.show(fen.read("startpos")).endswith("\nWhite to move")
    assert GAME.show(fen.read(MATE)).endswith("\nCheckmate")


@pytest.mark.parametrize("text", [MATE, START, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"])
def test_the_drawing_is_small_and_whole(text: str) -> None:
    svg = pictures.draw(fen.read(text), f"chess: {text}", "")
    assert len(svg) < 25_000
    root = ElementTree.fromstring(svg)
    assert root[0].text == f"chess: {text}"
    pieces = [shape for shape in root if "scale" in shape.get("transform", "")]
    assert len(pieces) == 2 * len(re.findall("[A-Za-z]", text.split()[0]))
    words = [shape.text for shape in root if shape.tag.endswith("text")]
    assert words[:4] == ["8", "a", "7", "b"] and words[-1] == pictures.turn(fen.read(text))
    assert f'fill="{RED}"' in svg if text == MATE else f'fill="{RED}"' not in svg


def test_a_piece_stands_on_its_square() -> None:
    root = ElementTree.fromstring(pictures.draw(fen.read(KINGS), "two", ""))
    places = [
        tuple(float(n) for n in re.findall(r"[0-9.]+", shape.attrib["transform"])[:2])
        for shape in root
        if shape.get("d") == pictures.SHAPES["K"][0]
    ]
    assert len(places) == 2 and root[0].text == "two"
    (white_x, white_y), (black_x, black_y) = places  # a1 is the first square
    assert (round(black_x - white_x, 3), round(white_y - black_y, 3)) == (4, 7)


def test_the_king_in_check_stands_on_red() -> None:
    root = ElementTree.fromstring(GAME.draw(fen.read(MATE)))
    red = next(shape for shape in root if shape.get("fill") == RED)
    king = next(
        shape
        for shape in root
        if shape.get("d") == pictures.SHAPES["K"][0] and shape.get("fill") == pictures.BLACK
    )
    assert f"translate({red.attrib['x']} {red.attrib['y']})" in king.attrib["transform"]


def test_every_outline_stays_on_its_square() -> None:
    """Paths of absolute and relative steps, followed by hand: curves by their end points."""
    for outline, lines in pictures.SHAPES.values():
        for path in (outline, lines):
            for x, y in ends(path):
                assert 5 <= x <= 95 and 5 <= y <= 95, path


SIZES = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "t": 2, "a": 7, "z": 0}


def ends(path: str) -> list[tuple[float, float]]:
    points, at = [], (0.0, 0.0)
    for letter, rest in re.findall("([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        size = SIZES[letter.lower()]
        assert (len(numbers) % size if size else len(numbers)) == 0, (letter, rest)
        for n in range(0, len(numbers), size or 1):
            group = numbers[n : n + size]
            step = [group[0], 0] if letter in "hH" else [0, group[0]] if letter in "vV" else group
            x, y = step[-2:]
            if letter.islower():
                at = (at[0] + x, at[1] + y)
            else:
                at = (at[0] if letter == "V" else x, at[1] if letter == "H" else y)
            points.append(at)
    return points


def test_a_path_on_a_sheet() -> None:
    sheet = Sheet(1, 1, "a path", paper="")
    sheet.path(0, 0, "M0 0h1", line="red")
    sheet.path(0.5, 2, "M0 0h1v1z", scale=0.1, fill="blue")
    assert str(sheet).splitlines()[2:4] == [
        '<path d="M0 0h1" fill="none" stroke="red" stroke-width="0.04" stroke-linejoin="round"'
        ' stroke-linecap="round"/>',
        '<path transform="translate(0.5 2)scale(0.1)" d="M0 0h1v1z" fill="blue"/>',
    ]
