"""What one line of the report is, and how to time a thing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Protocol


@dataclass(frozen=True)
class Ratio:
    """Our speed over another's, in nodes per second; good if it is at least `target`."""

    what: str
    other: str
    """Who the other is."""
    our_rate: float
    other_rate: float
    target: float | None
    """None if nothing was promised: the line is there for comparison."""

    def cells(self) -> tuple[str, ...]:
        target = "" if self.target is None else f"≥ {self.target:g} ×"
        ratio = f"{self.our_rate / self.other_rate:,.2f} ×"
        return (
            self.what,
            rate(self.our_rate),
            f"{self.other}: {rate(self.other_rate)}",
            ratio,
            target,
        )

    @property
    def ratio(self) -> float:
        return self.our_rate / self.other_rate

    @property
    def missed(self) -> bool:
        return self.target is not None and self.ratio < self.target


@dataclass(frozen=True)
class Delay:
    """How long a person waits, in seconds; good if it is under `target`."""

    what: str
    seconds: float
    target: float

    def cells(self) -> tuple[str, ...]:
        return self.what, f"{self.seconds:.2f} s", "", "", f"< {self.target:g} s"

    @property
    def missed(self) -> bool:
        return self.seconds >= self.target


@dataclass(frozen=True)
class Cost:
    """What we spend over what another spends; good if that is at most `target`."""

    what: str
    other: str
    ours: float
    theirs: float
    target: float | None
    """None if nothing was promised."""
    unit: str
    """`s`, or what is counted."""

    def cells(self) -> tuple[str, ...]:
        target = "" if self.target is None else f"≤ {self.target:g} ×"
        return (
            self.what,
            amount(self.ours, self.unit),
            f"{self.other}: {amount(self.theirs, self.unit)}",
            f"{self.ratio:,.3f} ×",
            target,
        )

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def missed(self) -> bool:
        return self.target is not None and self.ratio > self.target


@dataclass(frozen=True)
class Right:
    """How many answers of how many are right; good if all are."""

    what: str
    right: int
    total: int

    def cells(self) -> tuple[str, ...]:
        return self.what, f"{self.right} of {self.total}", "", "", "all"

    @property
    def missed(self) -> bool:
        return self.right < self.total


class Line(Protocol):
    """One line of the report."""

    def cells(self) -> tuple[str, ...]: ...

    @property
    def missed(self) -> bool: ...


def amount(number: float, unit: str) -> str:
    """Seconds, or a count as people read it: 39.9 k nodes."""
    if unit == "s":
        return f"{number:.2f} s"
    for size, sign in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.4g}{sign} {unit}"
    return f"{number:.4g} {unit}"


def rate(nodes_per_second: float) -> str:
    """A speed as people read it: 51.20 M/s, 597.8 k/s."""
    if nodes_per_second >= 1e6:
        return f"{nodes_per_second / 1e6:.2f} M/s"
    return f"{nodes_per_second / 1e3:.1f} k/s"


def median_seconds(work: Callable[[], object], times: int) -> float:
    """The middle one of `times` measurements of `work`."""
    return median(seconds(work) for _ in range(times))


def seconds(work: Callable[[], object]) -> float:
    """How long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
