"""What a solver says of its progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Step:
    """How far the work has come."""

    phase: str
    """`listing` the positions to begin with, `finding` states, `linking` each to those after it,
    `solving` them, or `narrowing` the bounds of their values."""
    layer: int
    """Plies from the first state; or, where positions can come back, from the end of the game."""
    states: int
    """In that layer."""
    found: int
    """All that have been found."""
    solved: int
    elapsed: float
    """Seconds."""
    speed_reason: str = ""
    """Why rules run interpreted, where they were not to."""

    def __str__(self) -> str:
        rate = max(self.found, self.solved) / max(self.elapsed, 1e-9)
        done = (
            f"{self.solved:,} of {self.found:,} states" if self.solved else f"{self.found:,} states"
        )
        return f"{self.phase}: layer {self.layer}, {done}, {rate:,.0f} states a second"


@dataclass
class Progress:
    """Counts, and tells whoever wants to know, on the thread that waits for the work."""

    tell: Callable[[Step], None] | None = None
    found: int = 0
    solved: int = 0
    start: float = field(default_factory=time.perf_counter)
    speed_reason: str = ""
    _news: Step | None = None

    def report(self, phase: str, layer: int, states: int) -> None:
        """A layer of that many states was found, or solved."""
        if phase == "finding":
            if layer == 0:  # what a smaller attempt found is found again
                self.found = self.solved = 0
            self.found += states
        elif phase == "solving":
            self.solved += states
        elapsed = time.perf_counter() - self.start
        found = states if phase == "listing" else self.found
        self._news = Step(phase, layer, states, found, self.solved, elapsed, self.speed_reason)
        if threading.current_thread() is threading.main_thread():
            self.tick()

    def tick(self) -> None:
        """Tells what is new."""
        step, self._news = self._news, None
        if step is not None and self.tell is not None:
            self.tell(step)
