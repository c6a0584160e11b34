"""Chess boards for people: in letters, and drawn.

Below the board stands whose turn it is, or why the game is `over`.
"""

from __future__ import annotations

from outplay.drawing import BLACK, DARK_WOOD, INK, RED, WHITE, WOOD, Sheet
from outplay.game import MAX
from outplay.games.chess import fen
from outplay.games.chess.board import State, move_of, piece_at, square_name
from outplay.games.chess.moves import castled, in_check
from outplay.games.chess.san import NAMES, is_castling

PALE = "#e6dcc6"
"""Lines within black pieces."""

SHAPES = {
    "P": (
        "M50 20a13 13 0 0 1 9 23h5q4 0 4 4t-4 4h-5q1 14 12 21 6 4 7 11v5H22v-5q1-7 7-11 11-7 12-21"
        "h-5q-4 0-4-4t4-4h5a13 13 0 0 1 9-23z",
        "M41 51h18",
    ),
    "N": (
        "M79 88H29q-1-15 9-24 8-7 8-14-6 8-15 8-3 7-8 9-6 1-8-5t3-10l10-18q4-10 13-14l1-10 9 8"
        "q16 3 22 21 6 17 6 49z",
        "M37 34h.1M23 58h.1M55 27q12 5 15 25 2 12 1 25",
    ),
    "B": (
        "M50 9a6 6 0 0 1 4 11q16 13 16 29 0 9-7 16l3 11h13v12H21V76h13l3-11q-7-7-7-16 0-16 16-29"
        "a6 6 0 0 1 4-11z",
        "M37 65h26M34 76h32M60 33l-9 14",
    ),
    "R": (
        "M24 17h12v8h8v-8h12v8h8v-8h12v18l-9 8v24l8 9h6v12H21V76h6l8-9V43l-9-8z",
        "M33 43h34M33 67h34",
    ),
    "Q": (
        "M17 30l12 22 4-29 12 26 5-30 5 30 12-26 4 29 12-22-9 36 4 10h1v12H21V76h1l4-10z"
        "M16 21a5 5 0 1 1-.1 0zM33 14a5 5 0 1 1-.1 0zM50 10a5 5 0 1 1-.1 0zM67 14a5 5 0 1 1-.1 0z"
        "M84 21a5 5 0 1 1-.1 0z",
        "M26 66h48M22 76h56",
    ),
    "K": (
        "M46 7h8v6h6v8h-6v10q6-5 14-5 16 0 16 16 0 9-7 16l-5 8v10h6v12H22V76h6V66l-5-8q-7-7-7-16"
        " 0-16 16-16 8 0 14 5V21h-6v-8h6z",
        "M28 66h44M28 76h44M50 56q0-20 17-21M50 56q0-20-17-21",
    ),
}
"""For each piece, in a square of 100 by 100: its outline, and the lines within."""


def show(s: State, over: str) -> str:
    """The board in letters, White's in upper case, and whose turn it is, if it is not `over`."""
    rows = [
        f"{rank + 1}  " + " ".join(fen.letter_at(s, 8 * rank + file) or "." for file in range(8))
        for rank in range(7, -1, -1)
    ]
    return "\n".join([*rows, "   a b c d e f g h", over or turn(s)])


def turn(s: State) -> str:
    """Whose turn it is, and whether they are in check."""
    side = "White" if s.player == MAX else "Black"
    return f"{side} to move" + (", in check" if in_check(s) else "")


def draw(s: State, title: str, over: str) -> str:
    """The board as SVG, White below; a king in check stands on red."""
    left, top = 0.55, 0.3
    sheet = Sheet(8 + left + 0.3, 9.3 + top, title, turns=True)
    sheet.rectangle(left - 0.08, top - 0.08, 8.16, 8.16, fill=INK, round=0.06)
    sheet.rectangle(left, top, 8, 8, fill=WOOD)
    dark = "".join(
        f"M{file} {rank}h1v1h-1z" for file in range(8) for rank in range(8) if (file + rank) % 2
    )
    sheet.path(left, top, dark, fill=DARK_WOOD)
    for n in range(8):
        sheet.text(left / 2, top + n + 0.5, str(8 - n), size=0.28)
        sheet.text(left + n + 0.5, top + 8.3, "abcdefgh"[n], size=0.28)
    checked = in_check(s)
    for square in range(64):
        x, y = left + (square & 7), top + 7 - (square >> 3)
        letter = fen.letter_at(s, square)
        if not letter:
            continue
        white = letter.isupper()
        if checked and letter.upper() == "K" and white == (s.player == MAX):
            sheet.rectangle(x, y, 1, 1, fill=RED)
        outline, lines = SHAPES[letter.upper()]
        fill, within = (WHITE, INK) if white else (BLACK, PALE)
        sheet.path(x, y, outline, scale=0.01, fill=fill, line=INK, thick=3.5)
        sheet.path(x, y, lines, scale=0.01, line=within, thick=3.5)
    for n in range(64):
        square = n ^ 56  # rank 8 first
        sheet.place(square_name(square), left + n % 8, top + n // 8, what=_named(s, square))
    y = top + 8.87
    if over:
        sheet.text(left, y, over, size=0.36, anchor="start")
    else:
        mover = WHITE if s.player == MAX else BLACK
        sheet.circle(left + 0.25, y, 0.2, fill=mover, line=INK, thick=0.03)
        sheet.text(left + 0.6, y, turn(s), size=0.36, anchor="start")
    return str(sheet)


def _named(s: State, square: int) -> str:
    """What stands there: `white knight`."""
    letter = fen.letter_at(s, square)
    side = "white" if letter.isupper() else "black"
    return f"{side} {NAMES[piece_at(s, square)]}" if letter else ""


def gestures(s: State, a: int) -> list[tuple[str, ...]]:
    """From where and to where; for castling, to the king's new square or to the rook.

    In Chess960 that square may be the king's own, or one that it can step to: then at the rook.
    """
    start, to, *_ = move_of(a)
    names = square_name(start), square_name(to)
    if is_castling(a, s):
        end, _ = castled(start, to)
        if abs(end - start) > 1 and end != to:
            return [(names[0], square_name(end)), names]
    return [names]
