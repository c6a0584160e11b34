"""All positions of some pieces, by the usual names of endgames: KQK, KRK, KQKR."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from outplay.errors import UsageError
from outplay.game import MAX, MIN
from outplay.games.chess.board import BISHOP, BIT, KING, KNIGHT, PAWN, QUEEN, ROOK, State
from outplay.games.chess.moves import in_check

PIECES = {"K": KING, "Q": QUEEN, "R": ROOK, "B": BISHOP, "N": KNIGHT, "P": PAWN}

MOST = 6
"""Pieces, kings included."""


def positions(text: str) -> Iterator[State]:
    """All legal positions with these pieces, White's first, whoever is to move.

    Nobody may castle, and no pawn has just moved. Raises UsageError if the name makes no sense.
    """
    white, separator, black = text.upper().removeprefix("K").partition("K")
    pieces = [(PIECES.get(letter), MAX) for letter in "K" + white]
    pieces += [(PIECES.get(letter), MIN) for letter in "K" + black]
    if text[:1].upper() != "K" or not separator or any(kind is None for kind, _ in pieces):
        raise UsageError(
            f"An endgame is White's pieces and then Black's, each from the king on: KQKR, not"
            f" {text!r}."
        )
    if len(pieces) > MOST:
        raise UsageError(f"{text} has {len(pieces)} pieces; {MOST} at most are listed.")
    return _positions([(kind, side) for kind, side in pieces if kind is not None])


def _positions(pieces: list[tuple[int, int]]) -> Iterator[State]:
    ranges = [range(8, 56) if kind == PAWN else range(64) for kind, _ in pieces]
    for squares in product(*ranges):
        if len(set(squares)) < len(squares) or not _is_first(pieces, squares):
            continue
        state = _placed(pieces, squares)
        for player in (MAX, MIN):
            if not in_check(state._replace(player=-player)):
                yield state._replace(player=player)


def _is_first(pieces: list[tuple[int, int]], squares: tuple[int, ...]) -> bool:
    """Of pieces that are alike, do the first ones stand on the lower squares?"""
    last: dict[tuple[int, int], int] = {}
    for piece, square in zip(pieces, squares, strict=True):
        if last.get(piece, -1) > square:
            return False
        last[piece] = square
    return True


def _placed(pieces: list[tuple[int, int]], squares: tuple[int, ...]) -> State:
    boards = {"white": 0, "black": 0}
    boards |= dict.fromkeys(("pawns", "knights", "diagonals", "straights", "kings"), 0)
    for (kind, side), square in zip(pieces, squares, strict=True):
        names = ["white" if side == MAX else "black"]
        names += {
            PAWN: ["pawns"],
            KNIGHT: ["knights"],
            BISHOP: ["diagonals"],
            ROOK: ["straights"],
            QUEEN: ["diagonals", "straights"],
            KING: ["kings"],
        }[kind]
        for name in names:
            boards[name] |= BIT[square]
    return State(**boards, castling=0, passant=0, player=MAX, quiet=0, number=1)
