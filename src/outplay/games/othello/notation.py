"""How people write and see Othello: squares, boards, pictures. The rules are in `rules.py`."""

from __future__ import annotations

import re

from outplay.bits import popcount, wrap
from outplay.drawing import BLACK, BOARD, FAINT, INK, WHITE, Sheet
from outplay.errors import InvalidPosition
from outplay.game import MAX, MIN
from outplay.games.grid_notation import cut_into, signs, with_names

DISCS = {"X": MAX, "*": MAX, "#": MAX, "B": MAX, "O": MIN, "0": MIN, "W": MIN}
"""How discs, and the side to move, are written."""

FREE = "-._"

FRAME = "#2c6b43"
"""Lines of the board, and the dots where a disc may go."""


def square_name(square: int) -> str:
    """`a1` is bit 0, `b1` bit 1, `a2` bit 8."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def squares(size: int) -> list[int]:
    """The bits of the board, row by row from the top."""
    return [8 * row + column for row in range(size) for column in range(size)]


# --- positions in one line ------------------------------------------------------------------


def is_moves(text: str) -> bool:
    """Is this a list of moves, and not a board?"""
    start = text.split(";")[0].lower()
    return not text.strip() or re.search(r"[a-z]\s*[1-9]|p", start) is not None


def split_moves(text: str) -> list[str]:
    """`f5d6 C3, pass` as a list of words; what is no move stays a word, to be refused."""
    return re.findall(r"[a-z][0-9]+|pass|ps|--|[^\s,;]+?", text.lower())


def board_text(black: int, white: int, player: int, size: int) -> str:
    """The squares from the top, and the side to move."""
    board = signs(squares(size), {"X": black, "O": white}, "-")
    return f"{board} {'X' if player == MAX else 'O'}"


def read_board(text: str, size: int) -> tuple[int, int, int]:
    """(black, white, player) of a board; raises InvalidPosition and says why.

    What follows a semicolon, as the scores of moves in OBF do, is not read.
    """
    written = [sign for sign in text.split(";")[0].upper() if not sign.isspace() and sign != "/"]
    for sign in written:
        if sign not in DISCS and sign not in FREE:
            raise InvalidPosition(
                f"{text!r} has {sign!r} in it; a board is written with X, O and - only, and the"
                " side to move, X or O, follows it."
            )
    count = size * size
    if len(written) == count:
        raise InvalidPosition(
            f"{text!r} does not say whose turn it is: X or O must follow the {count} squares."
        )
    if len(written) != count + 1:
        raise InvalidPosition(
            f"{text!r} has {len(written)} signs; a board has {count} squares and the side to move"
            " after them."
        )
    if written[-1] in FREE:
        raise InvalidPosition(f"The last sign of {text!r} must be the side to move, X or O.")
    black = white = 0
    for square, sign in zip(squares(size), written, strict=False):
        if DISCS.get(sign) == MAX:
            black |= 1 << square
        elif DISCS.get(sign) == MIN:
            white |= 1 << square
    _refuse_impossible(black | white, size)
    return wrap(black), wrap(white), DISCS[written[-1]]


def _refuse_impossible(filled: int, size: int) -> None:
    """Raises InvalidPosition if no game can lead to these discs; `filled` is unsigned."""
    half = size // 2
    middle = [8 * row + column for row in (half - 1, half) for column in (half - 1, half)]
    for square in middle:
        if not filled >> square & 1:
            raise InvalidPosition(
                f"{square_name(square)} is free; the four squares in the middle never are."
            )
    reached, ahead = set(middle), list(middle)
    while ahead:
        row, column = divmod(ahead.pop(), 8)
        for r in range(max(0, row - 1), min(size, row + 2)):
            for c in range(max(0, column - 1), min(size, column + 2)):
                if filled >> 8 * r + c & 1 and 8 * r + c not in reached:
                    reached.add(8 * r + c)
                    ahead.append(8 * r + c)
    for square in squares(size):
        if filled >> square & 1 and square not in reached:
            raise InvalidPosition(
                f"The disc on {square_name(square)} is cut off from the middle; every disc is put"
                " next to another one."
            )


# --- pictures ---------------------------------------------------------------------------------


def picture(black: int, white: int, player: int, open_: int, over: bool, size: int) -> str:
    """The board in text; + marks the squares of `open_`, where the side to move may go."""
    board = signs(squares(size), {"X": black, "O": white, "+": open_})
    return "\n".join(
        [*with_names(cut_into(board, size)), _status(black, white, player, open_, over)]
    )


def _status(black: int, white: int, player: int, open_: int, over: bool) -> str:
    count = f"Black (X) {popcount(black)}, White (O) {popcount(white)}"
    name = "Black" if player == MAX else "White"
    if over:
        return f"{count}: the game is over"
    return f"{count}: {name} {'to move' if open_ else 'must pass'}"


def drawing(black: int, white: int, player: int, open_: int, over: bool, size: int) -> str:
    """The board as a picture; small dots mark the squares of `open_`."""
    margin, foot = 0.7, 0.9
    status = _status(black, white, player, open_, over)
    sheet = Sheet(size + 2 * margin, size + margin + foot, f"Othello. {status}.")
    sheet.rectangle(margin, margin, size, size, fill=BOARD)
    for line in range(size + 1):
        sheet.line(margin + line, margin, margin + line, margin + size, line=FRAME)
        sheet.line(margin, margin + line, margin + size, margin + line, line=FRAME)
    for number in range(size):
        along = margin + number + 0.5
        sheet.text(along, margin / 2, "abcdefgh"[number], size=0.38)
        sheet.text(margin / 2, along, str(number + 1), size=0.38)
    for square in squares(size):
        x, y = margin + square % 8 + 0.5, margin + square // 8 + 0.5
        disc = "black disc" if black >> square & 1 else "white disc" if white >> square & 1 else ""
        sheet.place(square_name(square), x - 0.5, y - 0.5, what=disc)
        if black >> square & 1:
            sheet.circle(x, y, 0.4, fill=BLACK, line=INK)
        elif white >> square & 1:
            sheet.circle(x, y, 0.4, fill=WHITE, line=FAINT)
        elif open_ >> square & 1:
            sheet.circle(x, y, 0.09, fill=FRAME)
    y = margin + size + foot / 2
    letters = 0.38 if size > 4 else 0.26  # so that it fits below a small board
    for x, side, discs in ((margin, MAX, black), (margin + 3.4 * letters, MIN, white)):
        fill, rim = (BLACK, INK) if side == MAX else (WHITE, FAINT)
        sheet.circle(x + 0.25, y, 0.58 * letters, fill=fill, line=rim)
        sheet.text(x + 0.6, y, str(popcount(discs)), size=letters, anchor="start")
    sheet.text(margin + size, y, status.split(": ")[1], size=letters, anchor="end", bold=True)
    return str(sheet)
