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
"""Different values that are counted one by one."""


def counts_of(parts: Sequence[Part], win: float | None) -> Counts:
    """The counts of all parts."""
    values: dict[float, int] | None = {}
    states = terminal = 0
    for part in parts:
        weights = _weights(part)
        states += int(weights.sum())
        terminal += int(weights[part.players > MAX].sum())
        values = _with_values(values, part.values, weights, win)
    positions = sum(len(part.keys) for part in parts)
    if win is None or values is None:
        return Counts(states, positions, terminal, None, None, None, None, None, values, {})
    max_wins, draws, min_wins = (values.get(u, 0) for u in (win, 0, -win))
    by_distance = _by_distance(parts)
    wins = losses = None
    if by_distance is not None:
        wins, losses = (sum(column) for column in zip(*by_distance.values(), strict=True))
    return Counts(
        states,
        positions,
        terminal,
        wins,
        draws,
        losses,
        max_wins,
        min_wins,
        values,
        by_distance or {},
    )


def _weights(part: Part) -> Array:
    return np.ones(len(part.keys), np.int64) if part.images is None else part.images


def _by_distance(parts: Sequence[Part]) -> dict[int, tuple[int, int]] | None:
    """Won and lost states by their distance; None where it is not known who is to move."""
    found = np.zeros((1, 2), np.int64)
    for part in parts:
        assert part.distances is not None
        movers, weights = mover_of(part.players), _weights(part)
        if np.any((movers == 0) & (part.values != 0)):
            return None
        longest = int(part.distances.max(initial=0))
        if longest >= len(found):
            found = np.concatenate([found, np.zeros((longest + 1 - len(found), 2), np.int64)])
        for column, which in enumerate((part.values == movers, part.values == -movers)):
            which &= part.values != 0
            numbers = np.bincount(part.distances[which], weights[which], len(found))
            found[:, column] += numbers.astype(np.int64)
    return {d: (won, lost) for d, (won, lost) in enumerate(found.tolist()) if won or lost or d == 0}


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
