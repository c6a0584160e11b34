"""How many states are won, drawn and lost, and how far from the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from outplay.solve.parts import Part, mover_of
from outplay.solve.workers import Array


@dataclass(frozen=True)
class Counts:
    """Of all states, mirror images included."""

    states: int
    positions: int
    """Without mirror images: so many are written down."""
    terminal: int
    wins: int | None
    draws: int | None
    losses: int | None
    """For the side to move; None where values are not wins, draws and losses, or where rules do not
    say who would be to move when the game is over."""
    max_wins: int | None
    min_wins: int | None
    values: Mapping[float, int] | None
    """By value, how many states have it; None where there are very many values."""
    by_distance: Mapping[int, tuple[int, int]]
    """By plies to the end, how many states are won and lost for the side to move."""

    def as_fields(self) -> dict[str, Any]:
        """As JSON has it."""
        fields = asdict(self)
        fields["by_distance"] = [[d, *both] for d, both in self.by_distance.items()]
        if self.values is not None:
            fields["values"] = [[value, n] for value, n in self.values.items()]
        return fields

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Counts:
        """The other way round."""
        values = fields["values"]
        return cls(
            **{
                **fields,
                "by_distance": {d: (won, lost) for d, won, lost in fields["by_distance"]},
                "values": None if values is None else dict(values),
            }
        )


MOST_VALUES = 1_000


def counts_of(parts: Sequence[Part], win: float | None) -> Counts:
    """The counts of all parts."""
    totals = dict.fromkeys(("states", "positions", "terminal", "wins", "draws", "losses"), 0)
    totals |= {"max_wins": 0, "min_wins": 0}
    unknown = False
    values: dict[float, int] | None = {}
    longest = max(
        (int(part.distances.max(initial=0)) for part in parts if part.distances is not None),
        default=0,
    )
    table = np.zeros((longest + 1, 2), np.int64)
    for part in parts:
        weights = np.ones(len(part.keys), np.int64) if part.images is None else part.images
        movers, over = mover_of(part.players), part.players > 1
        totals["positions"] += len(part.keys)
        totals["states"] += int(weights.sum())
        totals["terminal"] += int(weights[over].sum())
        values = _with_values(values, part.values, weights, win)
        if win is None or part.distances is None:
            continue
        unknown = unknown or bool(np.any(over & (movers == 0)))
        own = part.values * movers
        for name, which in (("wins", own > 0), ("draws", part.values == 0), ("losses", own < 0)):
            totals[name] += int(weights[which].sum())
        totals["max_wins"] += int(weights[part.values > 0].sum())
        totals["min_wins"] += int(weights[part.values < 0].sum())
        for column, which in enumerate((own > 0, own < 0)):
            found = np.bincount(part.distances[which], weights[which], longest + 1)
            table[:, column] += found.astype(np.int64)
    rows = {d: (int(won), int(lost)) for d, (won, lost) in enumerate(table) if won or lost}
    if win is None:
        for name in ("wins", "draws", "losses", "max_wins", "min_wins"):
            totals.pop(name)
        return Counts(
            **totals,
            **dict.fromkeys(("wins", "draws", "losses", "max_wins", "min_wins")),
            values=values,
            by_distance={},
        )
    found: dict[str, int | None] = dict(totals)
    if unknown:
        found |= {"wins": None, "losses": None}
    return Counts(**found, values=values, by_distance={} if unknown else rows)  # type: ignore[arg-type]


def _with_values(
    before: dict[float, int] | None, values: Array, weights: Array, win: float | None
) -> dict[float, int] | None:
    """The states by value, with those of another part; None where there are too many values."""
    if before is None:
        return None
    distinct, where = np.unique(values, return_inverse=True)
    if len(distinct) > MOST_VALUES:
        return None
    found = dict(before)
    numbers = np.bincount(where, weights, len(distinct))
    for value, n in zip(distinct.tolist(), numbers.tolist(), strict=True):
        value = value * win if win is not None else value
        found[value] = found.get(value, 0) + int(n)
    return dict(sorted(found.items())) if len(found) <= MOST_VALUES else None
