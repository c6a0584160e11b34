"""Weights of chess packed: a pair of them is one number, middlegame * 2**32 + endgame.

So both parts are added up at once; `split` takes a sum of pairs apart again.
"""

from __future__ import annotations

SHIFT = 32
HALF, LOW = 1 << SHIFT - 1, (1 << SHIFT) - 1

Pair = tuple[int, int]
Rank = tuple[tuple[int, ...], tuple[int, ...]]


def pair(middlegame: int, endgame: int) -> int:
    return middlegame * (1 << SHIFT) + endgame


def pairs(*row: Pair) -> tuple[int, ...]:
    return tuple(pair(*weight) for weight in row)


def rows(*several: tuple[Pair, ...]) -> tuple[int, ...]:
    """Rows of pairs, one behind the other."""
    return tuple(weight for row in several for weight in pairs(*row))


def board(*ranks: Rank) -> tuple[int, ...]:
    """By square, a1 first: rank 8 stands on top, and ranks of four are mirrored."""
    packed: list[int] = []
    for middlegame, endgame in reversed(ranks):
        row = pairs(*zip(middlegame, endgame, strict=True))
        packed += row if len(row) == 8 else row + row[::-1]
    return tuple(packed)


def split(total: int) -> Pair:
    """(middlegame, endgame) of a sum of pairs."""
    endgame = (total + HALF & LOW) - HALF
    return total - endgame >> SHIFT, endgame
