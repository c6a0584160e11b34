"""Boards of dobutsu shogi in text and as SVG."""

from __future__ import annotations

from outplay.drawing import DARK_WOOD, INK, RED, WOOD, YELLOW, Sheet
from outplay.games.dobutsu.notation import HAND_LETTERS, NAMES, Signs
from outplay.games.grid_notation import square_name
from outplay.wording import plural

LEFT, TOP = 1.75, 0.55
"""The corner of the board; the hands are at both sides of it."""

HANDS = (("Gote", 0.2, TOP), ("Sente", LEFT + 3.25, TOP + 1))
"""Whose they are, and their corners: three places, one below the other."""

TILE = "M50 4L88 22 94 94H6L12 22z"
"""A piece in a square of 100 by 100, its point towards where it moves."""

WAYS = {
    "C": ((0, -1),),
    "E": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "G": ((0, -1), (-1, 0), (1, 0), (0, 1)),
    "H": ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)),
}
WAYS["L"] = WAYS["E"] + WAYS["G"]
"""Where a piece steps to, right and down: a dot on the piece for each."""

FILLS = {"C": YELLOW, "H": YELLOW, "E": "#b9c7e8", "G": "#f0b27a", "L": "#e6857f"}


def hand_place(side: str, number: int) -> str:
    """The name of the place beside the board where a side's pieces of that kind are."""
    return f"{side} {NAMES[HAND_LETTERS[number]]}"


def text_board(signs: Signs, turn: str) -> str:
    """The board in letters, Sente's in capitals; hands beside it, and whose turn it is below."""
    hands = {0: signs.gote.lower(), 3: signs.sente}
    rows = [
        f"{row + 1} {' '.join(signs.board[3 * row : 3 * row + 3])}  {hands.get(row, '')}".rstrip()
        for row in range(4)
    ]
    return "\n".join(["  a b c", *rows, turn])


def draw_board(signs: Signs, title: str, turn: str) -> str:
    """The board as SVG: pieces point to where they go, and dots on them say how they step."""
    sheet = Sheet(2 * LEFT + 3, TOP + 5.1, title, turns=True)
    sheet.rectangle(LEFT - 0.06, TOP - 0.06, 3.12, 4.12, fill=INK, round=0.06)
    places = []
    for place, sign in enumerate(signs.board):
        row, column = divmod(place, 3)
        x, y = LEFT + column, TOP + row
        sheet.rectangle(x, y, 1, 1, fill=WOOD, line=DARK_WOOD, thick=0.03)
        _draw_piece(sheet, x, y, sign)
        whose = "Sente's" if sign.isupper() else "Gote's"
        what = "" if sign == "." else f"{whose} {NAMES[sign.upper()]}"
        places.append((y, x, square_name(column, row), what))
    for row in range(4):
        sheet.text(LEFT - 0.25, TOP + row + 0.5, str(row + 1), size=0.28)
    for column in range(3):
        sheet.text(LEFT + column + 0.5, TOP - 0.25, "abc"[column], size=0.28)
    for (side, left, top), held in zip(HANDS, (signs.gote, signs.sente), strict=True):
        for number, letter in enumerate(HAND_LETTERS):
            y, many = top + number, held.count(letter)
            if many:
                _draw_piece(sheet, left, y, letter if side == "Sente" else letter.lower())
            if many > 1:
                sheet.text(left + 1.12, y + 0.5, f"×{many}", size=0.28)
            what = plural(many, NAMES[letter]) if many else ""
            places.append((y, left, hand_place(side, number), what))
    for y, x, name, what in sorted(places):
        sheet.place(name, x, y, what=what)
    sheet.text(sheet.width / 2, TOP + 4.6, turn, size=0.34, bold=True)
    return str(sheet)


def _draw_piece(sheet: Sheet, x: float, y: float, sign: str) -> None:
    """The piece on the square with that corner; Gote's stand on their heads."""
    if sign == ".":
        return
    letter, up = sign.upper(), sign.isupper()
    outline = TILE if up else "M50 96L88 78 94 6H6L12 78z"
    sheet.path(x + 0.06, y + 0.06, outline, scale=0.0088, fill=FILLS[letter], line=INK, thick=3)
    for right, down in WAYS[letter]:
        forward = down if up else -down
        sheet.circle(x + 0.5 + 0.28 * right, y + 0.5 + 0.31 * forward, 0.04, fill=RED)
    sheet.text(x + 0.5, y + 0.52, letter, size=0.4, bold=True)
