"""What one line of the report is, and how to time a thing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


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


Line = Ratio | Delay


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
