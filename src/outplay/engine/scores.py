"""Scores: what the engine's kernels compare, and how utilities and estimates become that.

Where utilities are wins, draws and losses (a *decisive* game), a search compares scores that
hold the distance too: a win at ply n is WIN - n, a loss n - WIN, a draw 0, and estimates lie
between the slowest win and the slowest loss. Elsewhere scores are the utilities themselves.
"""

from __future__ import annotations

from outplay.native.layout import MAX_PLY, NonDecisive, Nonsense
from outplay.native.state import NO_SLOTS, Utility, Value
from outplay.search.state import LARGEST, SearchState

WIN = 250_000
MATE_BOUND = WIN - MAX_PLY - 2
"""A score from here on is a win, however slow; itself, one that is promised and no more."""

UNKNOWN = 1 << 18
"""Beyond all scores: as a bound, it says nothing."""

PROVEN = 255
"""The depth of an entry in which no estimate took part."""

NO_PLY = 1 << 30
"""A ply beyond all lines."""


class Scores(SearchState):
    """From what rules say to what searches compare."""

    __slots__ = NO_SLOTS

    win: Utility
    """How much a win counts, where all that games end in is won, drawn or lost."""

    decisive: bool
    wide = True
    """May scores be floats, or ints of any size?"""

    def outcome(self, u: Utility, ply: int) -> Value:
        """The score of an end at `ply`."""
        if not self.decisive:
            return self.finite_score(u)
        if u == 0:
            return 0
        if u == self.win:
            return WIN - ply
        if u == -self.win:
            return ply - WIN
        raise NonDecisive

    def outcome_in(self, n: Value, ply: int) -> Value:
        """The score of a win (n > 0) or loss (n < 0) that is so many plies away."""
        if n > 0:
            return WIN - ply - n
        if n < 0:
            return ply - n - WIN
        return 0

    def lower_bound(self, x: Value) -> Value:
        """The least score of a state whose utility is at least `x`."""
        if not self.decisive:
            return x
        if x == self.win:
            return MATE_BOUND
        if x < 0:
            return -WIN
        if x == 0:
            return 0
        raise NonDecisive  # it promises an end that is no win, draw or loss

    def upper_bound(self, x: Value) -> Value:
        """The greatest score of a state whose utility is at most `x`."""
        if not self.decisive:
            return x
        if x == -self.win:
            return -MATE_BOUND
        if x > 0:
            return WIN
        if x == 0:
            return 0
        raise NonDecisive

    def estimate(self, x: Value) -> Value:
        """The score of an estimate: never that of a win."""
        if not self.decisive:
            return self.finite_score(x)
        if x != x:
            raise Nonsense
        if x > MATE_BOUND - 1:
            return MATE_BOUND - 1
        if x < 1 - MATE_BOUND:
            return 1 - MATE_BOUND
        return x

    def finite_score(self, x: Value) -> Value:
        """The number itself, unless it is infinite: no window can hold that."""
        if self.wide and not -LARGEST <= x <= LARGEST:
            raise Nonsense
        return x
