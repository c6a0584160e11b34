"""Playing chess at a given Elo rating: a table of levels, and what lies between its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from outplay.arena.levels import Level

TABLE: tuple[tuple[int, int, int, float, float], ...] = (
    # Elo, depth, nodes, margin, spread
    (800, 2, 2_000, 2.0, 2.0),
    (1000, 2, 3_000, 1.5, 1.0),
    (1200, 3, 5_000, 1.2, 0.7),
    (1400, 3, 10_000, 0.9, 0.4),
    (1600, 4, 20_000, 0.7, 0.3),
    (1800, 5, 50_000, 0.5, 0.2),
    (2000, 7, 150_000, 0.35, 0.15),
    (2200, 9, 500_000, 0.2, 0.1),
    (2400, 12, 2_000_000, 0.1, 0.05),
)
"""Rows by rising Elo; what the columns mean says `outplay.arena.levels.Level`."""

LINES = 5
STEP = 50.0
"""What one move changes in the estimate, in hundredths of a pawn: see `step_of` there."""

LOWEST, HIGHEST = TABLE[0][0], TABLE[-1][0]


def level_for(elo: int) -> Level:
    """The level that plays at this rating, as far as the table goes."""
    elo = min(max(elo, LOWEST), HIGHEST)
    elos, depths, nodes, margins, spreads = zip(*TABLE, strict=True)

    def at(column: Sequence[float]) -> float:
        return float(np.interp(elo, elos, column))

    return Level(
        f"Elo {elo}",
        depth=round(at(depths)),
        nodes=round(math.exp(at([math.log(count) for count in nodes]))),
        margin=at(margins),
        spread=at(spreads),
        lines=LINES,
    )
