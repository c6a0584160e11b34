"""Pictures of a backgammon board, in text and as a drawing: as X sees it, who plays upwards."""

from __future__ import annotations

from outplay.drawing import BLACK, DARK_WOOD, FAINT, INK, WHITE, WOOD, Sheet
from outplay.game import MAX, MIN
from outplay.games.backgammon.board import BAR, OFF, Side, checkers_on
from outplay.games.backgammon.estimate import pips
from outplay.games.backgammon.gestures import place_name
from outplay.wording import counted

UPPER, LOWER = range(13, 25), range(12, 0, -1)
"""X's points from left to right, above and below."""

TALL = 5
"""Checkers that are shown on a point; of more, the number is written."""


# --- text -------------------------------------------------------------------------------


def text(x: Side, o: Side, status: str) -> str:
    """The board with X's points numbered, checkers on the bar in the middle, off at the right."""
    rows = [_numbers(UPPER)]
    for level in range(TALL):
        row = _row(x, o, UPPER, level)
        rows.append(row + (_margin("O", o) if level == 0 else ""))
    rows.append("|" + " " * 18 + "|BAR|" + " " * 18 + f"|   {status}")
    for level in reversed(range(TALL)):
        row = _row(x, o, LOWER, level)
        rows.append(row + (_margin("X", x) if level == 0 else ""))
    rows.append(_numbers(LOWER))
    return "\n".join(rows)


def _numbers(points: range) -> str:
    cells = [f"{point:-^3}" for point in points]
    return "+" + "".join(cells[:6]) + "+---+" + "".join(cells[6:]) + "+"


def _row(x: Side, o: Side, points: range, level: int) -> str:
    cells = [f"{_checker(x, o, point, level):^3}" for point in points]
    # O's checkers enter below, in X's home, and X's above.
    sign, barred = ("X", checkers_on(x, BAR)) if points is UPPER else ("O", checkers_on(o, BAR))
    bar = f"{_cell(sign, barred, level):^3}"
    return "|" + "".join(cells[:6]) + f"|{bar}|" + "".join(cells[6:]) + "|"


def _checker(x: Side, o: Side, point: int, level: int) -> str:
    if checkers_on(x, point):
        return _cell("X", checkers_on(x, point), level)
    return _cell("O", checkers_on(o, 25 - point), level)


def _cell(sign: str, checkers: int, level: int) -> str:
    if level == TALL - 1 and checkers > TALL:
        return str(checkers)
    return sign if level < checkers else " "


def _margin(sign: str, side: Side) -> str:
    return f"   {sign}: {pips(side)} pips, {checkers_on(side, OFF)} off"


# --- drawing ----------------------------------------------------------------------------


def drawing(x: Side, o: Side, player: int, high: int, low: int, status: str) -> str:
    """The board: X's checkers are light and bear off below, O's dark and above."""
    sheet = Sheet(16.3, 12.9, f"backgammon: {status}", turns=True)
    sheet.rectangle(0.3, 0.7, 13.6, 10.9, fill=DARK_WOOD, round=0.15)
    for left in (0.5, 7.7):
        sheet.rectangle(left, 0.9, 6, 10.5, fill=WOOD)
    for column in range(12):
        left = 0.5 + column + (1.2 if column > 5 else 0)
        for upper in (True, False):
            point = UPPER[column] if upper else LOWER[column]
            edge, tip = (0.9, 5.5) if upper else (11.4, 6.8)
            fill = "#c9a06c" if (column + upper) % 2 else "#a5502f"
            sheet.polygon([(left, edge), (left + 1, edge), (left + 0.5, tip)], fill=fill)
            sheet.text(left + 0.5, 0.4 if upper else 11.9, str(point), size=0.36)
            checkers = checkers_on(x, point)
            others = checkers_on(o, 25 - point)
            _stack(sheet, left + 0.5, edge, 1 if upper else -1, checkers + others, others > 0)
    _stack(sheet, 7.1, 5.6, -1, checkers_on(x, BAR), False)
    _stack(sheet, 7.1, 6.7, 1, checkers_on(o, BAR), True)
    for side, dark, edge in ((o, True, 0.9), (x, False, 11.4)):
        way = 1 if dark else -1
        for number in range(checkers_on(side, OFF)):
            top = edge + way * 0.3 * number - (0 if dark else 0.26)
            sheet.rectangle(
                14.2, top, 1, 0.26, fill=BLACK if dark else WHITE, line=INK, thick=0.03, round=0.06
            )
        words = f"{'O' if dark else 'X'}: {pips(side)} pips"
        sheet.text(14.1, 6.15 - way * 0.35, words, size=0.36, anchor="start")
    if high:
        left = 9.8 if player == MAX else 2.6
        for number, die in enumerate((high, low)):
            _die(sheet, left + 1.1 * number, 5.75, die, player)
    sheet.text(0.5, 12.5, status, size=0.42, bold=True, anchor="start")
    _name_places(sheet, x, o)
    return str(sheet)


def _name_places(sheet: Sheet, x: Side, o: Side) -> None:
    """From left to right, above and then below: six points, a bar, six points, and those off."""
    for points, top, entering, leaving in ((UPPER, 0.9, MAX, MIN), (LOWER, 6.7, MIN, MAX)):
        along: list[tuple[int, int, float, float]] = [
            (point, MAX, 0.5 + column + (1.2 if column > 5 else 0), 1)
            for column, point in enumerate(points)
        ]
        along.insert(6, (BAR, entering, 6.5, 1.2))
        along.append((OFF, leaving, 14.1, 1.2))
        for point, player, left, width in along:
            name = place_name(point, player)
            if point in (BAR, OFF):
                what = _count(checkers_on(x if player == MAX else o, point), player)
            else:
                what = _count(checkers_on(x, point), MAX) or _count(checkers_on(o, 25 - point), MIN)
            sheet.place(name, left, top, width, 4.7, what)


def _count(checkers: int, player: int) -> str:
    """`3 X checkers`, `1 O checker`, or nothing."""
    return counted(checkers, f"{'X' if player == MAX else 'O'} checker")


def _stack(sheet: Sheet, x: float, edge: float, way: int, checkers: int, dark: bool) -> None:
    """Checkers on a point, from its edge on; the number is written if there are many."""
    for number in range(min(checkers, TALL)):
        y = edge + way * (0.47 + 0.92 * number)
        fill, line = (BLACK, WHITE) if dark else (WHITE, INK)
        sheet.circle(x, y, 0.45, fill=fill, line=INK if not dark else FAINT, thick=0.04)
        if number == TALL - 1 and checkers > TALL:
            sheet.text(x, y, str(checkers), size=0.42, fill=line, bold=True)


def _die(sheet: Sheet, x: float, y: float, die: int, player: int) -> None:
    """A die with its pips, in the colour of its player."""
    face, dots = (WHITE, INK) if player == MAX else (BLACK, WHITE)
    sheet.rectangle(x, y, 0.8, 0.8, fill=face, line=INK, thick=0.03, round=0.12)
    near, middle, far = 0.2, 0.4, 0.6
    spots = {
        1: [(middle, middle)],
        2: [(near, near), (far, far)],
        3: [(near, near), (middle, middle), (far, far)],
        4: [(near, near), (near, far), (far, near), (far, far)],
        5: [(near, near), (near, far), (far, near), (far, far), (middle, middle)],
        6: [(near, q) for q in (near, middle, far)] + [(far, q) for q in (near, middle, far)],
    }
    for dx, dy in spots[die]:
        sheet.circle(x + dx, y + dy, 0.075, fill=dots)
