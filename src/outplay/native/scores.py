"""How the engine counts: numbers that both speeds and the native code share.

Where utilities are wins, draws and losses (a *decisive* game), a search compares scores that
hold the distance too: a win at ply n is WIN - n, a loss n - WIN, a draw 0, and estimates lie
between the slowest win and the slowest loss. Elsewhere scores are the utilities themselves.
"""

from __future__ import annotations

from outplay.native.layout import MAX_PLY

WIN = 250_000
LEAST = WIN - MAX_PLY - 2
"""A score from here on is a win, however slow; itself, one that is promised and no more."""

UNKNOWN = 1 << 18
"""Beyond all scores: as a bound, it says nothing."""

PROVEN = 255
"""The depth of an entry in which no estimate took part."""

FAR = 1 << 30
"""A ply beyond all lines."""

FIRST = 1 << 46
"""The rank of the move that the table names."""

HISTORY_SIZE = 4096
"""Actions that the history of each side tells apart; must be a power of two."""
HISTORY_BITS = 14
HISTORY_MOST = (1 << HISTORY_BITS) - 1
PRIORITY_MOST = 1 << 28

# --- selective searches ---------------------------------------------------------------------

BAND = 1 << 18
"""What one of a move's `priority` counts in its rank; what was learned counts less than half."""

POOR = -(BAND // 2)
"""Ranks below are of moves that the game itself gives a negative priority."""

KILLED, COUNTERED = 1 << 14, 1 << 13
"""What it counts to have refuted a line at the same ply, or after the same move before."""

BONUS_EACH, BONUS_MOST = 16, 1600
"""What a refutation at depth 1 teaches, and what one at any depth teaches at most."""

REDUCTIONS = 64
"""Depths, and numbers of moves, that the table of reductions tells apart."""

APPRAISALS = 1 << 14
"""Estimates that a thread remembers, told apart by hash; must be a power of two."""
