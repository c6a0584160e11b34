"""Checkers for people: squares and moves of PDN, positions as FENs, pictures.

The board is the one of `checkers.State`: a bit a square, with a spare bit after every second
row. Squares are counted from 1 to 32.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from outplay.drawing import BLACK, DARK_WOOD, FAINT, INK, WHITE, WOOD, YELLOW, Sheet
from outplay.errors import IllegalAction, InvalidPosition

MOST_PIECES = 12
SIDES = ("Black", "White")
FAR_ROW = {"Black": range(29, 33), "White": range(1, 5)}
"""Where a man becomes a king, so that no man stands there."""

EXAMPLE = "a position looks like B:W18,24,K27:B1,10."


def square_of(bit: int) -> int:
    """The square, from 1 to 32, that bit number `bit` of a board stands for."""
    return bit - bit // 9 + 1


def bit_of(square: int) -> int:
    """The number of the bit for a square from 1 to 32."""
    return square - 1 + (square - 1) // 8


def squares_of(board: int) -> list[int]:
    """The squares of a board, in their order."""
    return [square for square in range(1, 33) if board >> bit_of(square) & 1]


# --- moves --------------------------------------------------------------------------------------


def move_text(path: Sequence[int], capture: bool) -> str:
    """`11-15`, or `15x22x31`."""
    return ("x" if capture else "-").join(map(str, path))


def find_move(text: str, paths: Sequence[tuple[int, ...]], capture: bool) -> int:
    """Which of the legal `paths` the text names; raises IllegalAction.

    All squares on the way, or some of them if no other path starts, ends and goes by there.
    """
    wanted = text.strip()
    legal = f"legal: {' '.join(move_text(path, capture) for path in paths)}."
    if not paths:
        raise IllegalAction("The game is over; there is nothing to play.")
    if not re.fullmatch(r"[0-9]{1,2}(\s*[-x:\s]\s*[0-9]{1,2})+", wanted.lower()):
        raise IllegalAction(
            f"{wanted!r} is not a move; write squares, as in 11-15 or 15x22x31; {legal}"
        )
    named = tuple(map(int, re.findall("[0-9]+", wanted)))
    for number, path in enumerate(paths):
        if path == named:
            return number
    found = [number for number, path in enumerate(paths) if _goes_by(path, named)]
    if len(found) == 1:
        return found[0]
    if found:
        routes = " or ".join(move_text(paths[number], capture) for number in found)
        raise IllegalAction(f"{wanted} can be done in several ways: write {routes}.")
    if capture and not re.search("[x:]", wanted.lower()):
        raise IllegalAction(f"{wanted} is not legal: you must capture; {legal}")
    raise IllegalAction(f"{wanted} is not a legal move; {legal}")


def gestures(path: Sequence[int], legal: Sequence[Sequence[int]]) -> list[tuple[str, ...]]:
    """Every square on the way; of several jumps also the first and the last, if that says enough.

    It does if no other of the `legal` paths starts and ends there.
    """
    found = [tuple(map(str, path))]
    ends = path[0], path[-1]
    alike = sum((other[0], other[-1]) == ends for other in legal)
    if len(path) > 2 and ends[0] != ends[1] and alike == 1:
        found.append((str(ends[0]), str(ends[1])))
    return found


def _goes_by(path: tuple[int, ...], named: tuple[int, ...]) -> bool:
    """Does the path start and end there, and visit what is between in this order?"""
    if len(named) > len(path) or path[0] != named[0] or path[-1] != named[-1]:
        return False
    visited = iter(path[1:-1])
    return all(square in visited for square in named[1:-1])


# --- positions ----------------------------------------------------------------------------------


def fen(black: int, white: int, kings: int, side: str, quiet: int) -> str:
    """The FEN of a position; `:H` and the number of quiet plies at its end if there are any."""
    lists = [
        ",".join(
            f"K{square}" if kings >> bit_of(square) & 1 else str(square)
            for square in squares_of(board)
        )
        for board in (white, black)
    ]
    counter = f":H{quiet}" if quiet else ""
    return f"{side[0]}:W{lists[0]}:B{lists[1]}{counter}"


def read_fen(text: str) -> tuple[int, int, int, str, int]:
    """(black, white, kings, side to move, quiet plies); raises InvalidPosition and says why."""
    plain = re.sub(r"\s", "", text).upper().removeprefix("[FEN").rstrip("]").strip("\"'")
    turn, *fields = plain.rstrip(".").split(":")
    if len(fields) > 2 and re.fullmatch("F[0-9]+", fields[-1]):
        fields.pop()  # the number of the move, which some programs add
    sides = {name[0]: name for name in SIDES}
    if turn not in sides:
        raise InvalidPosition(f"{text!r} does not begin with B: or W:, whose turn it is; {EXAMPLE}")
    quiet = 0
    if len(fields) == 3 and re.fullmatch(r"H[0-9]{1,4}", fields[2]):
        quiet = int(fields.pop()[1:])
    if sorted(field[:1] for field in fields) != ["B", "W"]:
        raise InvalidPosition(
            f"{text!r} does not list the pieces of White and of Black once each; {EXAMPLE}"
        )
    kings = 0
    boards = {}
    for field in sorted(fields):
        side = sides[field[0]]
        pieces, crowned = _read_pieces(side, field[1:])
        boards[side] = pieces
        kings |= crowned
    both = squares_of(boards["Black"] & boards["White"])
    if both:
        raise InvalidPosition(f"Square {both[0]} holds a piece of Black and one of White.")
    mover, other = sides[turn], next(name for name in SIDES if name != sides[turn])
    if not boards[other]:
        raise InvalidPosition(f"{other} has no pieces, so {mover} cannot be to move.")
    return boards["Black"], boards["White"], kings, mover, quiet


def _read_pieces(side: str, text: str) -> tuple[int, int]:
    """The pieces of one side and which of them are kings: `18,24,K27`, `1-4`, or nothing."""
    pieces = kings = 0
    for item in text.split(",") if text else ():
        found = re.fullmatch(r"(K?)([0-9]{1,2})(?:-K?([0-9]{1,2}))?", item)
        if not found:
            raise InvalidPosition(
                f"{item!r} is not a piece of {side}; write 18, or K18 for a king."
            )
        first, last = int(found[2]), int(found[3] or found[2])
        for square in range(first, max(first, last) + 1):
            if not 1 <= square <= 32 or last < first:
                raise InvalidPosition(f"{item!r}: squares are counted from 1 to 32.")
            if pieces >> bit_of(square) & 1:
                raise InvalidPosition(f"Square {square} is listed twice for {side}.")
            pieces |= 1 << bit_of(square)
            if found[1]:
                kings |= 1 << bit_of(square)
            elif square in FAR_ROW[side]:
                raise InvalidPosition(
                    f"{side} has a man on square {square}, where it would be a king: K{square}."
                )
    if pieces.bit_count() > MOST_PIECES:
        raise InvalidPosition(
            f"{side} has {pieces.bit_count()} pieces; there are {MOST_PIECES} at most."
        )
    return pieces, kings


# --- pictures -----------------------------------------------------------------------------------


def picture(black: int, white: int, kings: int, side: str, over: str) -> str:
    """The board in letters, b and w, capitals for kings; each row between its first and last
    square. Below it stands whose turn it is, or why the game is over."""
    rows = []
    for row in range(8):
        first = 4 * row + 1
        signs = [_sign(black, white, kings, bit_of(first + n)) for n in range(4)]
        squares = "   ".join(signs)
        line = f"  {squares}" if row % 2 == 0 else f"{squares}  "
        rows.append(f"{first:>2}  {line}  {first + 3:>2}")
    return "\n".join([*rows, over or f"{side} to move"])


def _sign(black: int, white: int, kings: int, bit: int) -> str:
    sign = "b" if black >> bit & 1 else "w" if white >> bit & 1 else "."
    return sign.upper() if kings >> bit & 1 else sign


def drawing(black: int, white: int, kings: int, side: str, over: str, title: str) -> str:
    """The board as SVG, the squares with their numbers."""
    edge = 0.35
    sheet = Sheet(8 + 2 * edge, 8.9 + 2 * edge, title, turns=True)
    sheet.rectangle(edge - 0.1, edge - 0.1, 8.2, 8.2, fill=INK, round=0.08)
    sheet.rectangle(edge, edge, 8, 8, fill=WOOD)
    for square in range(1, 33):
        row, place = divmod(square - 1, 4)
        x, y = edge + 2 * place + (row % 2 == 0), edge + row
        bit = bit_of(square)
        sheet.rectangle(x, y, 1, 1, fill=DARK_WOOD)
        sheet.text(x + 0.16, y + 0.13, str(square), size=0.19, fill=PALE)
        if black >> bit & 1:
            _piece(sheet, x + 0.51, y + 0.54, BLACK, GREY, bool(kings >> bit & 1))
        if white >> bit & 1:
            _piece(sheet, x + 0.51, y + 0.54, WHITE, FAINT, bool(kings >> bit & 1))
        sheet.place(str(square), x, y, what=NAMES[_sign(black, white, kings, bit)])
    y = 8.75 + edge
    mover = BLACK if side == "Black" else WHITE
    sheet.circle(edge + 0.3, y, 0.2, fill=mover, line=INK, thick=0.03)
    sheet.text(edge + 0.65, y, over or f"{side} to move", size=0.38, anchor="start")
    return str(sheet)


NAMES = {".": "", "b": "black man", "B": "black king", "w": "white man", "W": "white king"}
PALE = "#f3e6cc"
GREY = "#5b6068"


def _piece(sheet: Sheet, x: float, y: float, fill: str, ring: str, king: bool) -> None:
    sheet.circle(x, y + 0.04, 0.385, fill=INK)
    sheet.circle(x, y, 0.38, fill=fill, line=INK, thick=0.02)
    sheet.circle(x, y, 0.29, line=ring, thick=0.03)
    if king:
        crown = [(-2, 1.3), (-2.3, -1.2), (-1.1, 0), (0, -1.7), (1.1, 0), (2.3, -1.2), (2, 1.3)]
        points = [(x + 0.09 * across, y + 0.09 * along) for across, along in crown]
        sheet.polygon(points, fill=YELLOW, line=INK, thick=0.02)
