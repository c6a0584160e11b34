"""All positions of so many pieces, and boards that are turned round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from outplay.bits import indices
from outplay.errors import UsageError
from outplay.game import MAX, MIN

MOST_PIECES = 6
"""All positions of so many pieces are listed."""

SQUARES = [square for square in range(35) if square not in (8, 17, 26)]
BLACK_CROWNS, WHITE_CROWNS = SQUARES[-4:], SQUARES[:4]
"""Where men of either side become kings."""


def turned(squares: int) -> int:
    """The board turned round: square 1 is square 32."""
    found = 0
    for square in indices(squares):
        found |= 1 << 34 - square
    return found


def positions(text: str) -> Iterator[tuple[int, int, int, int, int]]:
    """The words of all states with that many men and kings, of whichever sides and whoever moves.

    Raises UsageError if `text` is no such number.
    """
    if not text.isdecimal() or not 1 <= int(text) <= MOST_PIECES:
        raise UsageError(
            f"An endgame of checkers is a number of pieces from 1 to {MOST_PIECES}, not {text!r}."
        )
    return _positions(int(text))


def _positions(pieces: int) -> Iterator[tuple[int, int, int, int, int]]:
    for squares in combinations(SQUARES, pieces):
        for kinds in product(*map(_kinds, squares)):
            black = white = kings = 0
            for square, (is_black, is_king) in zip(squares, kinds, strict=True):
                black |= is_black << square
                white |= (not is_black) << square
                kings |= is_king << square
            for player in (MAX, MIN):
                yield black, white, kings, player, 0


def _kinds(square: int) -> list[tuple[bool, bool]]:
    """What may stand there: is it Black's, and is it a king? A man on the far row is one."""
    return [
        (is_black, is_king)
        for is_black, is_king in product((True, False), repeat=2)
        if is_king or square not in (BLACK_CROWNS if is_black else WHITE_CROWNS)
    ]
