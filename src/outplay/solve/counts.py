"""How many states are won, drawn and lost, and how far from the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from outplay.game import MAX
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
    positions_won_drawn_lost: tuple[int, int, int] | None
    """The same of positions: of mirror images one is counted."""
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
        values, three = fields["values"], fields["positions_won_drawn_lost"]
        return cls(
            **{
                **fields,
                "positions_won_drawn_lost": None if three is None else tuple(three),
                "by_distance": {d: (won, lost) for d, won, lost in fields["by_distance"]},
                "values": None if values is None else dict(values),
            }
        )


MOST_VALUES = 1_000
"""Different values that are counted one by one."""


def counts_of(parts: Sequence[Part], win: float | None) -> Counts:
    """The counts of all parts."""
    tally = _Tally(win)
    for part in parts:
        for some in part.slices():
            tally.add(some)
    return tally.counts()


class _Tally:
    """Counts that grow."""

    def __init__(self, win: float | None) -> None:
        self.win = win
        self.states = self.positions = self.terminal = 0
        self.values: dict[float, int] | None = {}
        self.by_distance: Array | None = np.zeros((1, 2), np.int64)
        """By plies, how many states are won and lost; None where it is not known for whom."""
        self.own = np.zeros(3, np.int64)
        """Positions that are lost, drawn and won for the side to move."""

    def add(self, part: Part) -> None:
        weights = np.ones(len(part.keys)) if part.images is None else part.images.astype(float)
        self.positions += len(part.keys)
        self.states += int(weights.sum())
        self.terminal += int(weights[part.players > MAX].sum())
        if self.values is not None:
            distinct, where = np.unique(part.values, return_inverse=True)
            if len(distinct) + len(self.values) > MOST_VALUES:
                self.values = None
            else:
                numbers = np.bincount(where, weights, len(distinct))
                for value, n in zip((distinct * (self.win or 1)).tolist(), numbers, strict=True):
                    self.values[value] = self.values.get(value, 0) + int(n)
        if part.distances is not None and self.by_distance is not None:
            self._add_distances(part, weights)

    def _add_distances(self, part: Part, weights: Array) -> None:
        assert part.distances is not None
        movers = mover_of(part.players)
        if np.any((movers == 0) & (part.values != 0)):
            self.by_distance = None
            return
        own = part.values * movers
        self.own += np.bincount(own + 1, minlength=3)
        found, longest = self.by_distance, int(part.distances.max(initial=0))
        assert found is not None
        if longest >= len(found):
            found = np.concatenate([found, np.zeros((longest + 1 - len(found), 2), np.int64)])
        for column, which in enumerate((own > 0, own < 0)):
            numbers = np.bincount(part.distances[which], weights[which], len(found))
            found[:, column] += numbers.astype(np.int64)
        self.by_distance = found

    def counts(self) -> Counts:
        values = None if self.values is None else dict(sorted(self.values.items()))
        sizes = (self.states, self.positions, self.terminal)
        if self.win is None or values is None:
            return Counts(*sizes, None, None, None, None, None, None, values, {})
        max_wins, draws, min_wins = (values.get(u, 0) for u in (self.win, 0, -self.win))
        if self.by_distance is None:
            return Counts(*sizes, None, draws, None, None, max_wins, min_wins, values, {})
        wins, losses = self.by_distance.sum(axis=0).tolist()
        by_distance = enumerate(self.by_distance.tolist())
        return Counts(
            *sizes,
            wins,
            draws,
            losses,
            tuple(self.own[::-1].tolist()),
            max_wins,
            min_wins,
            values,
            {d: (won, lost) for d, (won, lost) in by_distance if won or lost},
        )
