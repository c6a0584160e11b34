"""The text and the picture of a Hex board."""

from __future__ import annotations

import math
import re

from outplay import drawing
from outplay.errors import IllegalAction, InvalidPosition
from outplay.games.grid_notation import column_name, read_rows, square_name

NAMES = {"R": "red", "B": "blue", ".": ""}
COLOURS = {"R": drawing.RED, "B": drawing.BLUE, ".": drawing.WHITE}


def read_cell(wanted: str, size: int) -> int:
    """The number of the cell that `wanted` names."""
    found = re.fullmatch(r"([a-z])\s*([0-9]{1,2})", wanted)
    x, y = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (-1, -1)
    if not 0 <= x < size or not 0 <= y < size:
        last = square_name(size - 1, size - 1)
        raise IllegalAction(f"There is no cell {wanted!r}; the cells are a1 to {last}.")
    return y * size + x


def read_board(text: str, size: int) -> tuple[list[str], str]:
    """The rows of a board, top first, in capitals; and who is to move, if it says so."""
    board, _, turn = text.strip().partition(" ")
    turn = turn.strip().lower()
    if turn not in ("", "red", "blue"):
        raise InvalidPosition(f"{text!r} ends in {turn!r}; who is to move is red or blue.")
    return read_rows(text, board.upper(), size, size, "RB.", "cell"), turn


def picture(rows: list[str]) -> str:
    """The board in a terminal: each row stands half a cell further right."""
    size = len(rows)
    lines = ["   " + " ".join(map(column_name, range(size)))]
    for y, row in enumerate(rows):
        lines.append(f"{' ' * y}{y + 1:>2} {' '.join(row)} {y + 1}")
    lines.append(" " * (size + 3) + " ".join(map(column_name, range(size))))
    return "\n".join(lines)


def drawn(rows: list[str], caption: str, title: str) -> str:
    """The board as SVG: hexagons with a corner on top, Red's edges and Blue's in their colours."""
    size = len(rows)
    wide, high = 0.9, 0.9 / math.sqrt(3)  # the width of a hexagon, and half its height
    left, top = 0.9, 0.95
    width = wide * (1.5 * size - 0.5) + 2 * left
    height = 1.5 * high * (size - 1) + 2 * high + 2 * top
    sheet = drawing.Sheet(width, height, title, turns=True)

    def middle(y: float, x: float) -> tuple[float, float]:
        return left + wide * (x + 0.5 + 0.5 * y), top + high + 1.5 * high * y

    low, far = -0.8, size - 0.2  # the rim, in rows and columns
    rim = [middle(low, low), middle(low, far), middle(far, far), middle(far, low)]
    centre = middle(size / 2 - 0.5, size / 2 - 0.5)
    for side, colour in enumerate((drawing.RED, drawing.BLUE, drawing.RED, drawing.BLUE)):
        sheet.polygon([rim[side], rim[(side + 1) % 4], centre], fill=colour)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            at_x, at_y = middle(y, x)
            hexagon = [
                (at_x + high * math.sin(math.pi / 3 * n), at_y - high * math.cos(math.pi / 3 * n))
                for n in range(6)
            ]
            sheet.polygon(hexagon, fill=drawing.WOOD, line=drawing.DARK_WOOD, thick=0.03)
            corner = at_x - wide / 2, at_y - 0.75 * high
            sheet.place(square_name(x, y), *corner, wide, 1.5 * high, what=NAMES[sign])
            if sign != ".":
                sheet.circle(at_x, at_y, 0.33, fill=COLOURS[sign], line=drawing.INK, thick=0.02)
    for n in range(size):
        sheet.text(*middle(-1.2, n), column_name(n), size=0.3)
        sheet.text(*middle(n, -1.2), str(n + 1), size=0.3)
    sheet.text(width / 2, height - 0.35, caption, size=0.34)
    return str(sheet)
