"""Rules that print: which ones, and what."""

from __future__ import annotations

import sys
from typing import Any, Self

from outplay.checker.watchdog import TimedAsker


class Printed:
    """While it is entered, replaces sys.stdout and notes which rules write to it."""

    def __init__(self) -> None:
        self.asker: TimedAsker | None = None
        """Who calls the rules now."""
        self.texts: dict[str, str] = {}
        """The first text that each rule printed."""

    def __enter__(self) -> Self:
        self._out: Any = sys.stdout
        if self._out is not None:
            sys.stdout = self
        return self

    def __exit__(self, *error: object) -> None:
        if sys.stdout is self:
            sys.stdout = self._out

    def write(self, text: str) -> Any:
        if self.asker is not None and self.asker.asking and text.strip():
            self.texts.setdefault(self.asker.asking, text.strip())
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)
