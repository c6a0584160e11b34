"""How long a search may go on."""

from __future__ import annotations

import time

MARGIN = 0.05
"""Seconds for everything around a search."""


class Deadline:
    """Seconds from the call on; the compiler's are not counted where it is waited for."""

    def __init__(self, seconds: float | None, start: float | None = None) -> None:
        """`start`: when it was started, if that was before now."""
        self.start = time.perf_counter() if start is None else start
        self.seconds = seconds

    def elapsed(self) -> float:
        return time.perf_counter() - self.start

    def left(self) -> float | None:
        """Seconds until the search has to end; None if it need not."""
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed())

    def expired(self, share: float = 1.0) -> bool:
        """Is the time over, or so large a share of it?"""
        return self.seconds is not None and self.elapsed() >= share * self.seconds

    def is_late(self) -> bool:
        """Has the time been over for a while?"""
        return self.seconds is not None and self.elapsed() > 1.05 * self.seconds + MARGIN

    def put_off(self, seconds: float) -> None:
        """The search has waited for the compiler, which is not searching."""
        self.start += seconds
