"""How good was the order in which alpha-beta tried the actions?"""

from __future__ import annotations

from dataclasses import dataclass

from outplay.errors import UsageError
from outplay.result import AnyResult
from outplay.search.estimates import minimal_leaves


@dataclass(frozen=True)
class OrderReport:
    """Cuts and leaves of an alpha-beta search beside what a perfect order would give."""

    cuts: int
    first_cuts: int
    """Cuts by the first action that was tried; with a perfect order, all of them."""
    leaves: int
    """Terminal or evaluated states that were visited."""
    minimal_leaves: int | None
    """Knuth and Moore's b^⌈d/2⌉ + b^⌊d/2⌋ − 1, for a uniform tree."""

    @property
    def first_cut_share(self) -> float:
        """The share of cuts that the first action made; 1 is perfect."""
        return self.first_cuts / self.cuts if self.cuts else 1.0

    def __str__(self) -> str:
        told = f"{self.cuts:,} cuts, {self.first_cut_share:.1%} by the first action"
        if self.minimal_leaves is None:
            return f"{told}; {self.leaves:,} leaves"
        ratio = self.leaves / self.minimal_leaves
        return (
            f"{told}; {self.leaves:,} leaves, {ratio:.2f} times the {self.minimal_leaves:,} of a"
            " perfect order"
        )


def order_report(result: AnyResult, branching: int | None = None) -> OrderReport:
    """The report on an alpha-beta result; `branching` of a uniform tree adds the minimum."""
    if result.algorithm != "alphabeta":
        raise UsageError(f"Only alphabeta makes cuts to report on, not {result.algorithm}.")
    counts = result.counts
    least = None if branching is None else minimal_leaves(branching, result.depth)
    return OrderReport(
        counts.get("cuts", 0),
        counts.get("first_cuts", 0),
        counts.get("leaves", 0) + counts.get("estimates", 0),
        least,
    )
