"""Playing chess at a given Elo rating: a table of levels, and what lies between its rows."""

from __future__ import annotations

import math

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
    above = next(number for number, row in enumerate(TABLE) if row[0] >= elo)
    high = TABLE[above]
    low = TABLE[max(0, above - 1)]
    part = 1.0 if high[0] == low[0] else (elo - low[0]) / (high[0] - low[0])

    def between(a: float, b: float) -> float:
        return a + part * (b - a)

    return Level(
        f"Elo {elo}",
        depth=round(between(low[1], high[1])),
        nodes=round(math.exp(between(math.log(low[2]), math.log(high[2])))),
        margin=between(low[3], high[3]),
        spread=between(low[4], high[4]),
        lines=LINES,
    )
