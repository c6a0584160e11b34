"""Positions of chess as FENs: read, judged, and written.

A FEN has six fields: the pieces from rank 8 down to rank 1, whose turn it is, the rights to
castle, the square that a pawn has just passed, plies without a capture or a pawn's move, and the
number of the move. The two counters may be left out. `startpos` is the usual start.

Refused is whatever would make the rules fail. Positions that could merely never arise, with three
pieces giving check at once, say, or more queens than pawns could become, are accepted: people
compose and play them.
"""

from __future__ import annotations

import re

from outplay.bits import lowest_index, wrap
from outplay.errors import InvalidPosition
from outplay.game import MAX, MIN
from outplay.games.chess.attacks import attackers_to
from outplay.games.chess.board import BIT, State, piece_at, square_name
from outplay.games.chess.moves import can_take_passing, sides
from outplay.wording import plural

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = " PNBRQK"
"""The letter of each piece, from PAWN to KING."""

EXAMPLE = f"the usual start is {START}."
MOST_PIECES, MOST_PAWNS = 16, 8
MOST_PLIES = 9999
SIDES = ("White", "Black")


def letter_at(s: State, square: int) -> str:
    """The letter of what stands there, upper case for White; nothing for an empty square."""
    if not (s.white | s.black) & BIT[square]:
        return ""
    letter = LETTERS[piece_at(s, square)]
    return letter if s.white & BIT[square] else letter.lower()


# --- writing ------------------------------------------------------------------------------------


def write(s: State, chess960: bool = False) -> str:
    """The FEN of a position; in Chess960 an X-FEN: a rook's file where KQkq say too little."""
    side = "w" if s.player == MAX else "b"
    passed = square_name(s.passant.bit_length() - 1) if s.passant else "-"
    castling = castling_text(s, chess960)
    return f"{board_text(s)} {side} {castling} {passed} {s.quiet} {s.number}"


def board_text(s: State) -> str:
    """The pieces, rank by rank from the eighth."""
    ranks = [
        "".join(letter_at(s, 8 * rank + file) or "1" for file in range(8))
        for rank in range(7, -1, -1)
    ]
    return re.sub("1+", lambda gap: str(len(gap[0])), "/".join(ranks))


def castling_text(s: State, chess960: bool = False) -> str:
    """The rights to castle: `KQkq`, or `-` if there are none."""
    text = ""
    for own, home in ((s.white, 0), (s.black, 56)):
        squares = range(home, home + 8)
        king = next((square for square in squares if s.kings & own & BIT[square]), -1)
        for square in reversed(squares):
            if not s.castling & BIT[square]:
                continue
            beyond = range(square + 1, home + 8) if square > king else range(home, square)
            letter = "K" if square > king else "Q"
            if chess960 and any(own & BIT[b] and LETTERS[piece_at(s, b)] == "R" for b in beyond):
                letter = "ABCDEFGH"[square & 7]  # another rook stands further out
            text += letter if home == 0 else letter.lower()
    return text or "-"


# --- reading ------------------------------------------------------------------------------------


def read(text: str, chess960: bool = False) -> State:
    """The position of a FEN; raises InvalidPosition and says what is wrong.

    In Chess960 the rights to castle may be those of an X-FEN or of a Shredder-FEN. The square
    that a pawn has passed is kept only if a capture there is legal.
    """
    plain = re.sub(r'^\[FEN\s+|\]$|["\']', "", text.strip()).strip()
    fields = (START if plain == "startpos" else plain).split()
    if not 4 <= len(fields) <= 6:
        raise InvalidPosition(
            f"{plain!r} is not a FEN: it has {len(fields)} of the six fields (pieces, side,"
            f" castling, en passant, two counters); {EXAMPLE}"
        )
    board = _read_board(fields[0])
    if fields[1] not in ("w", "b"):
        raise InvalidPosition(f"{fields[1]!r} does not say whose turn it is: write w or b.")
    _judge_pieces(board)
    s = State(
        _squares(board, "PNBRQK"),
        _squares(board, "pnbrqk"),
        _squares(board, "Pp"),
        _squares(board, "Nn"),
        _squares(board, "BbQq"),
        _squares(board, "RrQq"),
        _squares(board, "Kk"),
        wrap(sum(1 << rook for rook in _read_castling(fields[2], board, chess960))),
        0,
        MAX if fields[1] == "w" else MIN,
        _counter(fields[4], "The count of quiet plies") if fields[4:] else 0,
        max(_counter(fields[5], "The number of the move"), 1) if fields[5:] else 1,
    )
    mover, other = SIDES if s.player == MAX else SIDES[::-1]
    mine, theirs = sides(s)
    checkers = attackers_to(s, lowest_index(s.kings & theirs), mine | theirs) & mine
    if checkers:
        raise InvalidPosition(
            f"{other} is in check, from {square_name(lowest_index(checkers))}, though it is"
            f" {mover}'s turn."
        )
    passed = _read_passed(fields[3], board, s.player == MAX)
    if passed and can_take_passing(s, BIT[passed]):
        return s._replace(passant=BIT[passed])
    return s


def _squares(board: list[str], letters: str) -> int:
    return wrap(
        sum(1 << square for square in range(64) if board[square] and board[square] in letters)
    )


def _read_board(field: str) -> list[str]:
    """A letter for each of the 64 squares from a1, or nothing."""
    ranks = field.split("/")
    if len(ranks) != 8:
        raise InvalidPosition(f"{field!r} has {plural(len(ranks), 'rank')}, not 8; {EXAMPLE}")
    board: list[str] = []
    for number, rank in enumerate(reversed(ranks), 1):
        unknown = re.search("[^1-8pnbrqkPNBRQK]", rank)
        if unknown:
            raise InvalidPosition(
                f"{unknown[0]!r} on rank {number} is neither a piece, as in PNBRQK and pnbrqk,"
                " nor a number of empty squares from 1 to 8."
            )
        row: list[str] = []
        for sign in rank:
            row += [""] * int(sign) if sign.isdigit() else [sign]
        if len(row) != 8:
            raise InvalidPosition(f"Rank {number}, {rank!r}, is {len(row)} squares wide, not 8.")
        board += row
    return board


def _judge_pieces(board: list[str]) -> None:
    """One king a side, no pawn on an outer rank, no more pieces than there are."""
    for side, king, pawn, letters in (("White", "K", "P", "PNBRQK"), ("Black", "k", "p", "pnbrqk")):
        kings = board.count(king)
        if kings != 1:
            raise InvalidPosition(f"{side} has {kings or 'no'} king{'s' * (kings > 1)}, not one.")
        for square in (*range(8), *range(56, 64)):
            if board[square] == pawn:
                raise InvalidPosition(
                    f"{side} has a pawn on {square_name(square)}: no pawn can stand on the first"
                    " or the last rank."
                )
        if board.count(pawn) > MOST_PAWNS:
            raise InvalidPosition(f"{side} has {board.count(pawn)} pawns; there are 8 at most.")
        pieces = sum(sign != "" and sign in letters for sign in board)
        if pieces > MOST_PIECES:
            raise InvalidPosition(f"{side} has {pieces} pieces; there are 16 at most.")


def _read_castling(field: str, board: list[str], chess960: bool) -> list[int]:
    """The squares of the rooks that may castle."""
    if field == "-":
        return []
    unknown = re.search("[^KQA-Hkqa-h]", field)
    if unknown:
        raise InvalidPosition(
            f"{unknown[0]!r} in {field!r} is not a right to castle: write some of KQkq, or -."
        )
    rooks: list[int] = []
    for sign in field:
        rook = _castling_rook(sign, field, board, chess960)
        king = board.index("K" if sign.isupper() else "k")
        for other in rooks:
            if other >> 3 == rook >> 3 and (other > king) == (rook > king):
                raise InvalidPosition(
                    f"{field!r} gives {_side(sign)} two rights to castle on the same side."
                )
        rooks.append(rook)
    return rooks


def _castling_rook(sign: str, field: str, board: list[str], chess960: bool) -> int:
    """The square of the rook that one letter of the castling rights means."""
    home = 0 if sign.isupper() else 56
    king = board.index("K" if sign.isupper() else "k")
    right = f"the right to castle {sign!r} in {field!r}"
    if not chess960 and king != home + 4:
        raise InvalidPosition(
            f"{_side(sign)} cannot have {right}: the king is on {square_name(king)}, not on"
            f" {square_name(home + 4)} (chess960=true allows others)."
        )
    if king >> 3 != home >> 3:
        raise InvalidPosition(
            f"{_side(sign)} cannot have {right}: the king is on {square_name(king)}, not on its"
            " first rank."
        )
    letter = sign.upper()
    if letter in "KQ" and chess960:
        outward = range(home + 7, king, -1) if letter == "K" else range(home, king)
    elif letter in "KQ":
        outward = range(home + 7, home + 8) if letter == "K" else range(home, home + 1)
    else:
        outward = range(home + ord(letter) - 65, home + ord(letter) - 64)
    if not chess960 and outward[0] & 7 not in (0, 7):
        raise InvalidPosition(
            f"{_side(sign)} cannot have {right}: only rooks of the files a and h castle"
            " (chess960=true allows others)."
        )
    rook = "R" if home == 0 else "r"
    for square in outward:
        if board[square] == rook:
            return square
    if len(outward) == 1:
        raise InvalidPosition(
            f"{_side(sign)} cannot have {right}: there is no rook on {square_name(outward[0])}."
        )
    raise InvalidPosition(
        f"{_side(sign)} cannot have {right}: there is no rook on that side of the king."
    )


def _side(sign: str) -> str:
    return SIDES[sign.islower()]


def _read_passed(field: str, board: list[str], white: bool) -> int:
    """The square that a pawn has passed; 0 for `-`."""
    if field == "-":
        return 0
    if not re.fullmatch("[a-h][1-8]", field):
        raise InvalidPosition(f"{field!r} is not a square for en passant: write one, or -.")
    square = (int(field[1]) - 1) * 8 + ord(field[0]) - 97
    mover, other = SIDES if white else SIDES[::-1]
    rank, ahead = (6, -8) if white else (3, 8)
    if square >> 3 != rank - 1:
        raise InvalidPosition(
            f"{mover} cannot capture en passant on {field}: that is on rank {rank} when it is"
            f" {mover}'s turn."
        )
    pawn = square + ahead
    if board[pawn] != ("p" if white else "P"):
        raise InvalidPosition(
            f"{mover} cannot capture en passant on {field}: {other} has no pawn on"
            f" {square_name(pawn)}."
        )
    for empty in (square, square - ahead):
        if board[empty]:
            raise InvalidPosition(
                f"{mover} cannot capture en passant on {field}: {square_name(empty)}, which"
                f" {other}'s pawn came over, is not empty."
            )
    return square


def _counter(text: str, what: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text):
        raise InvalidPosition(f"{what} is {text!r}; write a number from 0 to {MOST_PLIES}.")
    return int(text)
