"""Arrays that grow."""

from __future__ import annotations

import numpy as np

from outplay.solve.workers import Array


class Growing:
    """An array that grows at its end."""

    def __init__(self, kind: type[np.generic]) -> None:
        self.whole = np.empty(1024, kind)
        self.used = 0

    @property
    def array(self) -> Array:
        """What has been added."""
        return self.whole[: self.used]

    def reserve(self, size: int) -> None:
        """Makes room for so many items."""
        if size > len(self.whole):
            self.whole.resize(size, refcheck=False)

    def add(self, items: Array) -> None:
        """Puts items behind the last one."""
        end = self.used + len(items)
        if end > len(self.whole):
            self.reserve(max(end, len(self.whole) * 5 // 4))
        self.whole[self.used : end] = items
        self.used = end

    def done(self) -> Array:
        """All of it; it does not grow any more."""
        self.whole.resize(self.used, refcheck=False)
        return self.whole

    def even(self) -> Array:
        """The same, and a 0 behind it if the number of items is odd."""
        if self.used % 2:
            self.add(np.zeros(1, self.whole.dtype))
        return self.done()
