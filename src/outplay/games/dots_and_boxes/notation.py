"""The text and the picture of a board of dots and boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from outplay import drawing
from outplay.errors import IllegalAction, InvalidPosition
from outplay.games.grid_notation import column_name, signs, square_name

COLOURS = {"A": drawing.RED, "B": drawing.BLUE}


def edge_name(y: int, x: int, is_down: bool) -> str:
    """The two dots of the edge that begins at row y, column x and leads right, or down."""
    return f"{square_name(x, y)}-{square_name(x, y + 1) if is_down else square_name(x + 1, y)}"


def read_edge(text: str, width: int, height: int) -> tuple[int, int, bool]:
    """(row, column, whether it leads down) of the edge that `text` names."""
    found = re.fullmatch(r"([a-z])([0-9])[\s\-,]*([a-z])([0-9])", text.strip().lower())
    if found is None:
        raise IllegalAction(f"{text.strip()!r} is not an edge; write its two dots, such as a1-b1.")
    ends = sorted((int(found[n + 1]) - 1, ord(found[n]) - ord("a")) for n in (1, 3))
    for y, x in ends:
        if not 0 <= y <= height or not 0 <= x <= width:
            last = square_name(width, height)
            raise IllegalAction(f"There is no dot {square_name(x, y)}; the dots are a1 to {last}.")
    (y, x), (to_y, to_x) = ends
    if (to_y - y, to_x - x) not in ((0, 1), (1, 0)):
        start, end = square_name(x, y), square_name(to_x, to_y)
        raise IllegalAction(f"{start} and {end} are not neighbours.")
    return y, x, to_y > y


def is_line(text: str) -> bool:
    """Is it edges drawn, not a board?"""
    return re.fullmatch(r"[\s,]*|.*[0-9].*", text, re.DOTALL) is not None


def rows_of(across: int, down: int, owned: int, full: int, width: int, height: int) -> list[str]:
    """The rows of the board as text: edges across and boxes in turn, from the top."""
    row = width + 1
    rows = []
    for y in range(height + 1):
        places = range(y * row, y * row + width)
        rows.append(signs(places, {"-": across}))
        if y < height:
            edges = signs(range(y * row, (y + 1) * row), {"|": down})
            boxes = signs(places, {"A": owned, "B": full})
            rows.append("".join(edge + box for edge, box in zip(edges, [*boxes, ""], strict=True)))
    return rows


def parts(rows: list[str]) -> Iterator[tuple[str, int, int, str]]:
    """(what it is, row, column, sign) of each edge, `across` or `down`, and of each `box`."""
    for number, row in enumerate(rows):
        for at, sign in enumerate(row):
            if number % 2 == 0:
                yield "across", number // 2, at, sign
            else:
                yield "box" if at % 2 else "down", number // 2, at // 2, sign


def read_board(text: str, width: int, height: int) -> tuple[int, int, int, str]:
    """(edges across, edges down, A's boxes, who is to move) of a board in text."""
    words = text.upper().split()
    player = words[-1] if words[-1] in ("A", "B") and len(words) > 1 else "A"
    rows = words[0].split("/")
    if len(words) > 2 or (len(words) == 2 and words[1] not in ("A", "B")):
        raise InvalidPosition(f"{text!r} does not end in A or B, the side to move.")
    if len(rows) != 2 * height + 1:
        raise InvalidPosition(
            f"{text!r} has {len(rows)} rows; the board has {2 * height + 1}: {height + 1} of edges"
            f" across and {height} of boxes, divided by /."
        )
    across = down = owned = 0
    owners = {}
    for number, row in enumerate(rows):
        size = width if number % 2 == 0 else 2 * width + 1
        if len(row) != size:
            raise InvalidPosition(f"Row {number + 1} of {text!r} is {len(row)} long, not {size}.")
        for x, sign in enumerate(row):
            kind = "-." if number % 2 == 0 else "AB." if x % 2 else "|."
            if sign not in kind:
                raise InvalidPosition(
                    f"Row {number + 1} of {text!r} has {sign!r} as its sign {x + 1};"
                    f" there it can have {' or '.join(kind)}."
                )
    for kind, y, x, sign in parts(rows):
        place = y * (width + 1) + x
        if kind == "box":
            owners[place] = sign
        elif sign != "." and kind == "across":
            across |= 1 << place
        elif sign != ".":
            down |= 1 << place
    full = across & across >> width + 1 & down & down >> 1
    for place, sign in owners.items():
        name = square_name(place % (width + 1), place // (width + 1))
        if full >> place & 1 and sign == ".":
            raise InvalidPosition(f"The box right below {name} has four sides but no owner.")
        if not full >> place & 1 and sign != ".":
            raise InvalidPosition(f"{sign} owns the box right below {name}, which has a side open.")
        owned |= (sign == "A") << place
    return across, down, owned, player


def picture(rows: list[str], width: int) -> str:
    """The rows with dots, longer edges, and the names of the dots."""
    lines = ["  " + "   ".join(map(column_name, range(width + 1)))]
    for number, row in enumerate(rows):
        if number % 2 == 0:
            edges = "+".join("---" if sign == "-" else "   " for sign in row)
            lines.append(f"{number // 2 + 1} +{edges}+")
        else:
            cells = [f" {s} " if x % 2 else s for x, s in enumerate(row.replace(".", " "))]
            lines.append(f"  {''.join(cells)}".rstrip())
    return "\n".join(lines)


def drawn(rows: list[str], width: int, caption: str, title: str) -> str:
    """The board as SVG."""
    height = len(rows) // 2
    sheet = drawing.Sheet(width + 1.4, height + 1.9, title)
    for kind, y, x, sign in parts(rows):
        if kind == "box" and sign != ".":
            sheet.rectangle(0.8 + x, 0.8 + y, 1, 1, fill=COLOURS[sign])
            sheet.text(1.3 + x, 1.3 + y, sign, fill=drawing.WHITE, bold=True)
    for kind, y, x, sign in parts(rows):
        thick, line = (0.02, drawing.FAINT) if sign == "." else (0.09, drawing.INK)
        if kind == "across":
            sheet.line(0.8 + x, 0.8 + y, 1.8 + x, 0.8 + y, line=line, thick=thick)
        elif kind == "down":
            sheet.line(0.8 + x, 0.8 + y, 0.8 + x, 1.8 + y, line=line, thick=thick)
    for y in range(height + 1):
        sheet.text(0.35, 0.8 + y, str(y + 1), size=0.28, fill=drawing.FAINT)
        for x in range(width + 1):
            sheet.circle(0.8 + x, 0.8 + y, 0.11, fill=drawing.INK)
    for x in range(width + 1):
        sheet.text(0.8 + x, 0.35, column_name(x), size=0.28, fill=drawing.FAINT)
    sheet.text((width + 1.4) / 2, height + 1.5, caption, size=0.3)
    _name_places(sheet, rows)
    return str(sheet)


def _name_places(sheet: drawing.Sheet, rows: list[str]) -> None:
    """Each edge, and each box by the dot at its top left: squares that leave room for the dots."""
    for kind, y, x, sign in parts(rows):
        left, top = x + (0.55 if kind == "down" else 1.05), y + (0.55 if kind == "across" else 1.05)
        if kind == "box":
            name, what = f"box {square_name(x, y)}", sign.strip(".")
        else:
            name, what = edge_name(y, x, kind == "down"), "" if sign == "." else "drawn"
        sheet.place(name, left, top, 0.5, 0.5, what=what)
