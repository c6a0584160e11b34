"""All positions of so many pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from outplay.bits import single_bits
from outplay.game import MAX, MIN
from outplay.games.checkers.rules import BOARD, BOTTOM, TOP, State

SQUARES = tuple(single_bits(BOARD))

ALL_KINDS = tuple(product((True, False), repeat=2))
"""Is a piece Black's, and is it a king?"""


def positions(pieces: int) -> Iterator[State]:
    """All positions with that many men and kings, of whichever sides, whoever is to move."""
    for squares in combinations(SQUARES, pieces):
        for kinds in product(*(_kinds(square) for square in squares)):
            black = sum(s for s, (is_black, _) in zip(squares, kinds, strict=True) if is_black)
            kings = sum(s for s, (_, is_king) in zip(squares, kinds, strict=True) if is_king)
            for player in (MAX, MIN):
                yield State(black, sum(squares) - black, kings, player, 0)


def _kinds(square: int) -> list[tuple[bool, bool]]:
    """What may stand there: a man that has come to the far row is a king."""
    return [
        (is_black, is_king)
        for is_black, is_king in ALL_KINDS
        if is_king or not square & (BOTTOM if is_black else TOP)
    ]
