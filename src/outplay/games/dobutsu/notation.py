"""Reading and writing what people do with dobutsu shogi: positions like SFEN, and moves.

Boards here are as Sente sees them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from outplay.errors import InvalidPosition
from outplay.games.dobutsu.board import CHICK, ELEPHANT, EVERY, GIRAFFE, HAND_BITS, HEN, LION
from outplay.games.grid_notation import square_name as name_of_square
from outplay.wording import plural

EXAMPLE = "write it such as 'gle/1c1/1C1/ELG b -'"

LETTERS = {CHICK: "C", ELEPHANT: "E", GIRAFFE: "G", LION: "L", HEN: "H"}
HAND_LETTERS = "CEG"
"""In the order of the bits of a hand."""

NAMES = {"C": "chick", "E": "elephant", "G": "giraffe", "L": "lion", "H": "hen"}

PIECES = {letter: piece for piece, letter in LETTERS.items()}
PIECES |= {letter.lower(): piece - 1 for letter, piece in PIECES.items()}
SIGNS = {piece: letter for letter, piece in PIECES.items()} | {0: "."}


class Signs(NamedTuple):
    """A position in letters: capitals are Sente's, H is a hen."""

    board: str
    """Twelve signs, row by row from the top; a point is a free square."""
    sente: str
    gote: str
    """What they have in hand, such as CCE; capitals for both."""


def square_name(square: int, turned: bool = False) -> str:
    """Such as b3, of a square as Sente sees it, or as Gote does (`turned`)."""
    if turned:
        square = 11 - square
    return name_of_square(square % 3, 3 - square // 3)


def square_at(place: int) -> int:
    """The square in that place of reading order, from the top left."""
    return 3 * (3 - place // 3) + place % 3


def signs(board: int, hands: int) -> Signs:
    """The position in letters."""
    found = "".join(SIGNS[board >> square_at(place) & EVERY] for place in range(12))
    sente, gote = (
        "".join(letter * (hands >> first + 2 * n & 3) for n, letter in enumerate(HAND_LETTERS))
        for first in (0, HAND_BITS)
    )
    return Signs(found, sente, gote)


def sfen(board: int, hands: int, sente: bool) -> str:
    """The position as one line."""
    found = signs(board, hands)
    rows = [found.board[n : n + 3] for n in range(0, 12, 3)]
    text = re.sub(r"\.+", lambda free: str(len(free[0])), "/".join(rows))
    text = text.replace("H", "+C").replace("h", "+c")
    held = _hand_text(found.sente) + _hand_text(found.gote).lower()
    return f"{text} {'b' if sente else 'w'} {held or '-'}"


def _hand_text(held: str) -> str:
    """Such as 2CE: a number before what there is more than one of."""
    return re.sub(r"(.)\1", r"2\1", held)


def read_sfen(text: str) -> tuple[int, int, bool]:
    """(board, hands, is it Sente's turn?); raises InvalidPosition and says why."""
    words = text.split()
    if not 1 <= len(words) <= 4 or (len(words) == 4 and not words[3].isdigit()):
        raise InvalidPosition(f"{text!r} is not a position; {EXAMPLE}.")
    turn, held = (words + ["b", "-"][len(words) - 1 :])[1:3]
    if turn.lower() not in ("b", "w"):
        raise InvalidPosition(
            f"{text!r} has {turn!r} where it says whose turn it is: b for Sente, w for Gote."
        )
    board = _read_board(text, words[0])
    hands = _read_hands(text, held)
    _refuse_counts(signs(board, hands))
    return board, hands, turn.lower() == "b"


def _read_board(text: str, rows: str) -> int:
    plain = rows.replace("+C", "H").replace("+c", "h")
    plain = re.sub("[1-3]", lambda free: "." * int(free[0]), plain)
    for sign in plain:
        if sign not in "/." and sign not in PIECES:
            raise InvalidPosition(
                f"{text!r} has {sign!r} in its board, which is written with L, G, E, C, +C for a"
                " hen, small letters for Gote, and numbers of free squares."
            )
    listed = plain.split("/")
    if len(listed) != 4:
        raise InvalidPosition(f"{text!r} has {plural(len(listed), 'row')}; the board has 4.")
    for number, row in enumerate(listed, start=1):
        if len(row) != 3:
            raise InvalidPosition(
                f"Row {number} of {text!r} has {plural(len(row), 'square')}; the board is 3 wide."
            )
    board = 0
    for place, sign in enumerate("".join(listed)):
        if sign != ".":
            board |= PIECES[sign] << square_at(place)
    return board


def _read_hands(text: str, held: str) -> int:
    hands = 0
    if held == "-":
        return hands
    if not re.fullmatch("([12]?[CEGceg])+", held):
        raise InvalidPosition(
            f"{text!r} has {held!r} as what is in hand; write - or such as 2Cg: two chicks of"
            " Sente and a giraffe of Gote."
        )
    for number, letter in re.findall("([12]?)([CEGceg])", held):
        first = 2 * HAND_LETTERS.index(letter.upper()) + (0 if letter.isupper() else HAND_BITS)
        if (hands >> first & 3) + int(number or 1) > 2:
            raise InvalidPosition(f"{held!r} has more than two {NAMES[letter.upper()]}s in it.")
        hands += int(number or 1) << first
    return hands


def _refuse_counts(found: Signs) -> None:
    """Raises InvalidPosition where there are not two of each piece, one lion on each side."""
    for letter, whose in (("L", "Sente"), ("l", "Gote")):
        many = found.board.count(letter)
        if many != 1:
            raise InvalidPosition(f"{whose} has {plural(many, 'lion')} on the board, not 1.")
    held = (found.board + found.sente + found.gote).upper().replace("H", "C")
    for letter in HAND_LETTERS:
        many = held.count(letter)
        if many != 2:
            raise InvalidPosition(
                f"There are two {NAMES[letter]}s, on the board (hens too) and in hand, not {many}."
                if letter == "C"
                else f"There are two {NAMES[letter]}s, on the board and in hand, not {many}."
            )


def essence(move: str) -> str:
    """What says which move it is: two squares, or a drop; the rest is left out."""
    plain = re.sub(r"\s", "", move).lower()
    dropped = re.fullmatch(r"([ceg])\*([a-z][0-9]+)", plain)
    if dropped:
        return f"{dropped[1].upper()}*{dropped[2]}"
    moved = re.fullmatch(r"[lgech]?([a-z][0-9]+)[-x]?([a-z][0-9]+)\+?", plain)
    return f"{moved[1]}-{moved[2]}" if moved else plain


def refusal(wanted: str, text: str, found: Signs, sente: bool, legal: list[str]) -> str:
    """Why that is no legal move of the side to move; `wanted` is the essence of the text."""
    squares = re.findall("[a-z][0-9]+", wanted)
    for name in squares:
        if not re.fullmatch("[abc][1-4]", name):
            return f"There is no square {name}; the board is a1 to c4, a1 at the top left."
    side = "Sente" if sente else "Gote"
    signs = {name_of_square(place % 3, place // 3): sign for place, sign in enumerate(found.board)}
    if re.fullmatch(r"[CEG]\*\w+", wanted):
        if wanted[0] not in (found.sente if sente else found.gote):
            return f"{side} has no {NAMES[wanted[0]]} in hand."
        return f"{squares[0]} is not free, and a piece is dropped on a free square."
    if len(squares) != 2:
        drop = next((move for move in legal if "*" in move), "C*a3")
        example = next((move for move in legal if "*" not in move), drop)
        return (
            f"{text.strip()!r} is not a move; write {example} or {drop}:"
            f" legal moves: {' '.join(legal)}."
        )
    start, end = (signs[name] for name in squares)
    if start == "." or start.isupper() != sente:
        return f"{side} has no piece on {squares[0]}."
    if end != "." and end.isupper() == sente:
        return f"A piece of {side}'s own stands on {squares[1]}."
    return f"The {NAMES[start.upper()]} on {squares[0]} does not step to {squares[1]}."
