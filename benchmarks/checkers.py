"""Checkers: counting lines natively, against the package `pydraughts`.

`pydraughts` and `py-draughts` are two packages that both are imported as `draughts`; this one
has `draughts.core`. It counts to a smaller depth: it takes seconds where we take none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import outplay
from benchmarks.measure import Line, Ratio, median_seconds, seconds
from outplay.games.checkers import Checkers

TARGET = 100.0
DEPTH, LINES = 9, 3_963_680
THEIR_DEPTH, THEIR_LINES = 3, 302
"""Depths, and the lines of so many plies (OEIS A133046): both must count them."""


def lines() -> Iterator[Line]:
    if not has_pydraughts():
        print("Not compared to pydraughts, which is not installed.", file=sys.stderr)
        return
    yield against_pydraughts()


def has_pydraughts() -> bool:
    """Is it installed, and not the other package of that name?"""
    return find_spec("draughts") is not None and find_spec("draughts.core") is not None


def against_pydraughts() -> Ratio:
    """Lines per second of perft, both from the start of the game."""
    from draughts import Board

    game, board = Checkers(), Board(variant="english")
    assert outplay.perft(game, DEPTH, speed="native") == LINES  # compiles, too
    assert their_perft(board, 2) == 49
    ours = median_seconds(lambda: outplay.perft(game, DEPTH, speed="native"), 5)
    theirs = seconds(lambda: their_perft(board, THEIR_DEPTH))
    assert their_perft(board, THEIR_DEPTH) == THEIR_LINES
    what = f"checkers, perft {DEPTH} (theirs: {THEIR_DEPTH})"
    return Ratio(what, "pydraughts", LINES / ours, THEIR_LINES / theirs, TARGET)


def their_perft(board: Any, depth: int) -> int:
    """The lines of `depth` plies, by what the package offers: legal moves, push and pop."""
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += their_perft(board, depth - 1)
        board.pop()
    return total
