"""Ctrl-C that takes effect later: after a move of a mutable board, or the start of processes."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


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


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Processes started within it ignore Ctrl-C from the start; it is raised here at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The tracker unblocks signals when it starts its own process, so it must run before.
    resource_tracker.ensure_running()
    deferred = DeferredInterrupts()
    with deferred.heeds_interrupts():
        # Another thread may take the signal, and Python raises KeyboardInterrupt here all the same:
        # a process whose start is interrupted would not know what it is to do.
        deferred.busy = True
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        deferred.rest()
