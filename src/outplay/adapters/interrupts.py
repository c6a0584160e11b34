"""Ctrl-C during a move of a mutable board takes effect after the move."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class DeferredInterrupts:
    """While it is `busy`, Ctrl-C is deferred."""

    def __init__(self) -> None:
        self.busy = False
        self._interrupted = False

    @contextmanager
    def heeds_interrupts(self) -> Iterator[None]:
        """Until its end, Ctrl-C raises KeyboardInterrupt between moves only.

        On the main thread, that is, and where nobody else handles it.
        """
        if (
            threading.current_thread() is not threading.main_thread()
            or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        ):
            yield
            return
        signal.signal(signal.SIGINT, self)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def __call__(self, number: int, frame: object) -> None:
        """The handler of the signal."""
        if not self.busy:
            raise KeyboardInterrupt
        self._interrupted = True

    def rest(self) -> None:
        """The move is made: raises KeyboardInterrupt if one was deferred."""
        self.busy = False
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
