"""What `verify` notes: the answers of rules, and what it finds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from outplay.solve.verify_file import Array

MOST_FAULTS = 20
"""That are described."""


@dataclass
class Tally:
    """What was found so far; that of several processes can be added up."""

    checked: int = 0
    number_of_faults: int = 0
    faults: list[str] = field(default_factory=list)
    totals: Counter[str] = field(default_factory=Counter)
    """States, mirror images included: all, over, won …"""
    values: Counter[float] = field(default_factory=Counter)
    distances: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """By plies to the end, and whether the side to move wins: states."""
    after: dict[int, Array] = field(default_factory=dict)
    """By part, which of its positions come after others."""
    edges: list[tuple[Array, Array]] = field(default_factory=list)
    """Numbers of positions, and of what comes after each."""

    def fault(self, text: str) -> None:
        self.number_of_faults += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(text)

    def add(self, other: Tally) -> None:
        """Adds what another one found."""
        self.checked += other.checked
        self.number_of_faults += other.number_of_faults
        self.faults = (self.faults + other.faults)[:MOST_FAULTS]
        self.totals += other.totals
        self.values += other.values
        self.distances += other.distances
        self.edges += other.edges
        for part, marks in other.after.items():
            self.after[part] = self.after[part] | marks if part in self.after else marks


@dataclass
class Asked:
    """What the rules say of some positions."""

    numbers: list[int] = field(default_factory=list)
    """Of the positions that rules answered about, in their chunk."""
    players: list[int] = field(default_factory=list)
    """Who is to move, or would be; 0 where the game is over and nobody knows."""
    over: list[bool] = field(default_factory=list)
    utilities: list[float] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    """Words of all images of each position, and of each of what comes after it."""
    ends: list[int] = field(default_factory=list)
    """By position and then by what comes after it, where its images end in `rows`."""
    owners: list[int] = field(default_factory=list)
    """By entry of `ends`, the position; its own entry is the first one."""
    chances: list[float] = field(default_factory=list)
    """By entry of `ends`, its probability."""
    over_each: list[bool] = field(default_factory=list)
    """By entry of `ends`: is the game over there? Where parts say that, and not layers."""
    signs: list[int] = field(default_factory=list)
    """By entry of `ends`: -1 if the sides were exchanged, else 1."""

    @property
    def by_entry(self) -> tuple[list[Any], ...]:
        """All that has an entry for each one of `ends`."""
        return self.ends, self.owners, self.chances, self.over_each, self.signs
