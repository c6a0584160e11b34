"""Moves of chess as text: SAN (`Nf3`, `exd6`, `O-O`) and UCI (`g1f3`), both ways.

`legal` are the legal actions of `s`, all of them: what a move must be told apart from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from outplay.errors import IllegalAction
from outplay.game import MAX
from outplay.games.chess.board import BIT, KING, PAWN, State, move_of, piece_at, square_name
from outplay.games.chess.fen import LETTERS
from outplay.games.chess.moves import castled, in_check, sides

NAMES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
MOST_SHOWN = 40
"""Legal moves that an error lists."""

MOVE = re.compile(
    r"(?P<file>[a-h]?)(?P<rank>[1-8]?)(?P<takes>[-x:]?)(?P<to>[a-h][1-8])"
    r"(?:[=/]?\(?(?P<becomes>[NBRQnbrq])\)?)?"
)
"""A move after the letter of its piece."""
CASTLING = re.compile("[Oo0]-?[Oo0](-?[Oo0])?")


def is_castling(a: int, s: State) -> bool:
    """A king that goes to a square of its own side goes to its rook."""
    move = move_of(a)
    return move.piece == KING and sides(s)[0] & BIT[move.to] != 0


# --- writing ------------------------------------------------------------------------------------


def write(
    s: State, a: int, legal: Sequence[int], is_check: bool = False, is_mate: bool = False
) -> str:
    """The move in SAN, no longer than tells it apart from the other legal ones."""
    start, to, piece, becomes, takes = move_of(a)
    sign = "#" if is_mate else "+" if is_check else ""
    if is_castling(a, s):
        return ("O-O" if to > start else "O-O-O") + sign
    name = square_name(start)
    if piece == PAWN:
        begin = name[0] if takes else ""
    else:
        alike = [b for b in map(move_of, legal) if b.to == to and b.piece == piece]
        others = [b.start for b in alike if b.start != start]
        begin = LETTERS[piece]
        if others:
            same_file = any(other & 7 == start & 7 for other in others)
            same_rank = any(other >> 3 == start >> 3 for other in others)
            begin += name if same_file and same_rank else name[1] if same_file else name[0]
    end = "=" + LETTERS[becomes] if becomes else ""
    return begin + ("x" if takes else "") + square_name(to) + end + sign


def uci(s: State, a: int, chess960: bool = False) -> str:
    """The move in UCI: a king that castles goes two squares, or to its rook in Chess960."""
    start, to, _, becomes, _ = move_of(a)
    if not chess960 and is_castling(a, s):
        to, _ = castled(start, to)
    return square_name(start) + square_name(to) + LETTERS[becomes].strip().lower()


# --- reading ------------------------------------------------------------------------------------


def find(text: str, s: State, legal: Sequence[int]) -> int:
    """The legal action that the text names, in SAN or UCI; raises IllegalAction and says why.

    `+`, `#`, `!`, `?`, `e.p.`, `x` and `=` may be missing. Castling is O-O or 0-0, or the king's
    move in UCI, to its new square or to its rook. A piece may be written in lower case where that
    is not a move of a pawn.
    """
    wanted = text.strip()
    if not legal:
        raise IllegalAction("The game is over; there is nothing to play.")
    plain = re.sub(r"(\s*([+#!?]|e\.?p\.?))+$", "", wanted)
    castling = CASTLING.fullmatch(plain)
    if castling:
        found = [a for a in legal if is_castling(a, s) and _is_long(a) == bool(castling[1])]
        if not found:
            steps = [a for a in legal if move_of(a).piece == KING]
            raise IllegalAction(
                f"{wanted} is not legal: {_side(s)} cannot castle there now;"
                f" {_some(s, legal, steps)}"
            )
        return found[0]
    readings = _readings(plain)
    if not readings:
        raise IllegalAction(
            f"{wanted!r} is not a move; write it as in e4, Nf3, exd5, O-O, e8=Q or e2e4;"
            f" {_some(s, legal)}"
        )
    for reading in readings:
        found = [a for a in legal if _fits(a, s, reading)]
        if not found:  # a king's move of two squares, as UCI writes castling
            found = [a for a in legal if is_castling(a, s) and plain == uci(s, a)]
        if len(found) == 1:
            return found[0]
        if found:
            ways = " or ".join(write(s, a, legal) for a in found)
            raise IllegalAction(f"{wanted} can be done in several ways: write {ways}.")
    raise IllegalAction(_why_not(wanted, s, legal, readings[0]))


def _is_long(a: int) -> bool:
    """Does the king castle towards the a-file?"""
    move = move_of(a)
    return move.to < move.start


class _Reading(NamedTuple):
    """What a text says of a move; "" and 0 for what it leaves open."""

    piece: int
    start: str
    takes: bool
    to: str
    becomes: int


def _readings(plain: str) -> list[_Reading]:
    """The ways to read a move, the one by the book first: bxc3 is a pawn's before a bishop's."""
    ways = [("P", plain), (plain[:1].upper(), plain[1:])]
    readings = []
    for letter, rest in ways:
        found = MOVE.fullmatch(rest)
        if found and letter in tuple(LETTERS[1:]):
            start = found["file"] + found["rank"]
            is_full = rest == plain and len(start) == 2  # two squares say which piece it is
            piece = 0 if is_full else LETTERS.index(letter)
            becomes = LETTERS.index((found["becomes"] or " ").upper())
            takes = found["takes"] in ("x", ":")
            readings.append(_Reading(piece, start, takes, found["to"], becomes))
    return readings


def _fits(a: int, s: State, reading: _Reading) -> bool:
    """Is this the move, as far as the text says? A pawn's file alone is that of a capture."""
    start, to, piece, becomes, takes = move_of(a)
    name = square_name(start)
    if reading.to != square_name(to):
        return False
    if reading.piece and (reading.piece != piece or is_castling(a, s)):
        return False
    if not all(sign in name for sign in reading.start) or (reading.takes and not takes):
        return False
    if reading.piece == PAWN and len(reading.start) < 2 and bool(reading.start) != bool(takes):
        return False
    return reading.becomes in (0, becomes)


def _why_not(wanted: str, s: State, legal: Sequence[int], reading: _Reading) -> str:
    """A sentence: as much of the reason as is easily known."""
    side, piece = _side(s), reading.piece
    if not piece:
        start = "abcdefgh".index(reading.start[0]) + 8 * int(reading.start[1]) - 8
        piece = piece_at(s, start)
        if not piece:
            return f"{wanted} is not legal: {reading.start} is empty; {_some(s, legal)}"
        if not sides(s)[0] & BIT[start]:
            return f"{wanted} is not legal: it is {side}'s turn; {_some(s, legal)}"
    can = [a for a in legal if move_of(a).piece == piece and not is_castling(a, s)]
    there = [move for move in map(move_of, can) if square_name(move.to) == reading.to]
    some = _some(s, legal, can or legal)
    if reading.takes and there and not any(move.takes for move in there):
        return f"{wanted} is not legal: there is nothing to capture on {reading.to}; {some}"
    if reading.becomes and there and not any(move.becomes for move in there):
        return f"{wanted} is not legal: only a pawn that reaches the last rank promotes; {some}"
    begin = f" from {reading.start}" if reading.start else ""
    check = f"{side} is in check, and " if in_check(s) else ""
    return (
        f"{wanted} is not legal: {check}no {NAMES[piece]} of {side} can go{begin} to"
        f" {reading.to}; {some}"
    )


def _some(s: State, legal: Sequence[int], shown: Sequence[int] = ()) -> str:
    """The legal moves, or those shown of them; not more than a person reads."""
    moves = list(dict.fromkeys(write(s, a, legal) for a in shown or legal))
    left = len(moves) - MOST_SHOWN
    more = f" and {left} more" if left > 0 else ""
    return f"legal: {' '.join(moves[:MOST_SHOWN])}{more}."


def _side(s: State) -> str:
    return "White" if s.player == MAX else "Black"
