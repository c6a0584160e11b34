"""The boards of the merels family: their points, lines, symmetries and pictures.

A board is squares within each other, joined at the middles of their sides: `rings` of them. A
point is a pair (x, y) counted from the centre. Here are those of two rings, with the numbers
that their bits have, in reading order, and as people name them:

    (-2,2)     (0,2)     (2,2)          0---1---2       a5      c5      e5
       (-1,1)  (0,1)  (1,1)             | 3-4-5 |          b4  c4  d4
    (-2,0)(-1,0)   (1,0)(2,0)           6-7   8-9       a3 b3      d3 e3
       (-1,-1) (0,-1) (1,-1)            | 0-1-2 |          b2  c2  d2
    (-2,-2)    (0,-2)    (2,-2)         3---4---5       a1      c1      e1
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from outplay.drawing import BLACK, DARK_WOOD, FAINT, INK, WHITE, WOOD, Sheet

Point = tuple[int, int]

PART = 6
"""Bits that a symmetry looks up at once."""

NOTHING = 1 << 62
"""A mask that no man is in: rows of tables are equally long."""


TURNS = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
MIRRORS = ((-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0))
"""The symmetries of a square, as matrices."""

MEN = {"W": "white man", "B": "black man", ".": ""}
"""What a sign stands for, in words."""


class Board(NamedTuple):
    """What the rules and the pictures need to know about a board; sets of points are masks."""

    points: tuple[Point, ...]
    """In reading order: the point of each bit."""
    names: tuple[str, ...]
    """The name of each point, such as a7."""
    segments: tuple[tuple[Point, ...], ...]
    """The straight lines of the board, each as its points in order."""
    mills: tuple[int, ...]
    """The lines of three points."""
    pairs: tuple[tuple[int, ...], ...]
    """For each point, what else is in the mills through it; NOTHING where others have more."""
    neighbours: tuple[int, ...]
    """For each point, those that one step along a line leads to; behind them, as if it were
    a point beside all others, the hand."""
    symmetries: int
    """How many there are, besides doing nothing."""
    images: tuple[int, ...]
    """For each symmetry and each PART bits of a mask, where these go, for all their values."""


def make_board(rings: int, centre: bool, diagonals: bool) -> Board:
    """The board of that many rings; `centre` only with one ring."""
    away = range(1, rings + 1)
    points = [
        (x * ring, y * ring) for ring in away for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y
    ]
    if centre:
        points.append((0, 0))
    points.sort(key=lambda point: (-point[1], point[0]))
    names = [f"{'abcdefg'[x + rings]}{y + rings + 1}" for x, y in points]
    segments = _segments(rings, centre, diagonals)
    bit = {point: 1 << number for number, point in enumerate(points)}
    mills = [sum(bit[point] for point in line) for line in segments if len(line) == 3]
    steps = dict.fromkeys(points, 0)
    for line in segments:
        for one, other in pairwise(line):
            steps[one] |= bit[other]
            steps[other] |= bit[one]
    ways = _ways(points, rings, centre)
    return Board(
        tuple(points),
        tuple(names),
        tuple(segments),
        tuple(mills),
        _pairs(list(bit.values()), mills),
        (*steps.values(), (1 << len(points)) - 1),
        len(ways),
        _images(ways),
    )


def _segments(rings: int, centre: bool, diagonals: bool) -> list[tuple[Point, ...]]:
    """All straight lines: the sides of the rings, and what runs towards the centre."""
    found: list[tuple[Point, ...]] = []
    for ring in range(1, rings + 1):
        for far in (ring, -ring):
            found.append(((-ring, far), (0, far), (ring, far)))
            found.append(((far, ring), (far, 0), (far, -ring)))
    for x, y in ((-1, 0), (0, 1), (-1, 1), (1, 1)):
        if x and y and not diagonals:
            continue
        inwards = [(x * ring, y * ring) for ring in range(rings, 0, -1)]
        outwards = [(-a, -b) for a, b in reversed(inwards)]
        if centre:
            found.append((*inwards, (0, 0), *outwards))
        else:
            found += [tuple(inwards), tuple(outwards)]
    return found


def _pairs(bits: list[int], mills: list[int]) -> tuple[tuple[int, ...], ...]:
    rows = [[mill ^ bit for mill in mills if mill & bit] for bit in bits]
    most = max(len(row) for row in rows)
    return tuple((*row, *[NOTHING] * (most - len(row))) for row in rows)


def _ways(points: list[Point], rings: int, centre: bool) -> list[list[int]]:
    """The turns and mirrors of the square, each also with the rings inside out.

    For each but doing nothing, and each point: the number of the point where it goes.
    """
    number = {point: index for index, point in enumerate(points)}
    ways = []
    for inside_out in (False, True)[: 1 if centre or rings == 1 else 2]:
        for a, b, c, d in TURNS + MIRRORS:
            to = []
            for x, y in points:
                ring = max(abs(x), abs(y))
                new = rings + 1 - ring if inside_out else ring
                u, v = (x // ring * new, y // ring * new) if ring else (0, 0)
                to.append(number[a * u + b * v, c * u + d * v])
            ways.append(to)
    return ways[1:]


def _images(ways: list[list[int]]) -> tuple[int, ...]:
    return tuple(
        sum(1 << end for n, end in enumerate(to[first : first + PART]) if bits >> n & 1)
        for to in ways
        for first in range(0, len(to), PART)
        for bits in range(1 << PART)
    )


def show_board(board: Board, signs: str) -> str:
    """The board in text, with a sign for each point in reading order."""
    rings = max(x for x, _ in board.points)
    size = 2 * rings + 1
    canvas = [[" "] * (4 * size - 3) for _ in range(2 * size - 1)]

    def at(point: Point) -> tuple[int, int]:
        return 2 * (rings - point[1]), 4 * (rings + point[0])

    for line in board.segments:
        for one, other in pairwise(line):
            (y1, x1), (y2, x2) = at(one), at(other)
            down, right = (y2 > y1) - (y2 < y1), (x2 > x1) - (x2 < x1)
            stroke = "-" if not down else "|" if not right else "\\" if down == right else "/"
            across = 2 * right if down else right
            y, x = y1 + down, x1 + across
            while (y, x) != (y2, x2):
                canvas[y][x] = stroke
                y, x = y + down, x + across
    for point, sign in zip(board.points, signs, strict=True):
        y, x = at(point)
        canvas[y][x] = sign
    rows = [
        f"{size - number // 2 if number % 2 == 0 else ' '} {''.join(row)}".rstrip()
        for number, row in enumerate(canvas)
    ]
    return "\n".join([*rows, "  " + "   ".join("abcdefg"[:size])])


def draw_board(board: Board, signs: str, hands: tuple[int, int], title: str, turn: str) -> str:
    """The board as a picture: the men on it, those in hand beside it, whose turn it is."""
    rings = max(x for x, _ in board.points)
    size = 2 * rings + 1
    wide = size + 1.6 if any(hands) else size + 0.4
    sheet = Sheet(wide, size + 1.5, title)
    left = top = 0.9
    right = left + size - 1
    sheet.rectangle(
        left - 0.45, top - 0.45, size - 0.1, size - 0.1, fill=WOOD, line=DARK_WOOD, round=0.12
    )

    def at(point: Point) -> tuple[float, float]:
        return left + rings + point[0], top + rings - point[1]

    def man(x: float, y: float, sign: str, radius: float) -> None:
        sheet.circle(x, y, radius, fill=WHITE if sign == "W" else BLACK, line=INK)
        sheet.circle(x, y, 0.6 * radius, line=FAINT, thick=0.02)

    for line in board.segments:
        sheet.line(*at(line[0]), *at(line[-1]), line=INK, thick=0.05)
    for point, name, sign in zip(board.points, board.names, signs, strict=True):
        x, y = at(point)
        sheet.place(name, x - 0.45, y - 0.45, 0.9, 0.9, MEN[sign])
        if sign == ".":
            sheet.circle(*at(point), 0.09, fill=INK)
        else:
            man(*at(point), sign, 0.34)
    for number in range(size):
        sheet.text(0.22, top + number, str(size - number), size=0.3)
        sheet.text(left + number, top + size - 0.3, "abcdefg"[number], size=0.3)
    for column, (sign, many) in enumerate(zip("WB", hands, strict=True)):
        for number in range(many):
            man(right + 0.85 + 0.45 * column, top - 0.2 + 0.44 * number, sign, 0.18)
    sheet.text(left + rings, size + 1.15, turn, size=0.32, bold=True)
    return str(sheet)
