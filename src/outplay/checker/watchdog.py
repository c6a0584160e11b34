"""Rules that do not answer: which one is being asked, and a way out of it when time is up."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from outplay.asking import Asker
from outplay.game import Game

GRACE = 1.0
"""Seconds that a rule may take after the time is up before it is left."""

TIMED = 100
"""Calls of each rule that are timed."""


class Stuck(BaseException):
    """A rule did not answer in time. No rule catches it by `except Exception`."""


class TimedAsker(Asker):
    """Knows which rule is being asked, and how long the rules take."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.asking = ""
        """The rule that has not answered yet; empty if none is asked."""
        self.since = 0.0
        """When it was asked."""
        self.left: tuple[str, float] | None = None
        """The rule that was left without an answer, and after how many seconds."""
        self.seconds: dict[str, list[float]] = {}
        """How long the first calls of each rule took."""

    def call(self, rule: str, *arguments: Any) -> Any:
        return self._timed(rule, super().call, *arguments)

    def listed(self, rule: str, s: Any) -> list[Any]:
        answer: list[Any] = self._timed(rule, super().listed, s)
        return answer

    def _timed(self, rule: str, ask: Callable[..., Any], *arguments: Any) -> Any:
        self.asking, self.since = rule, time.perf_counter()
        try:
            answer = ask(rule, *arguments)
        except (KeyboardInterrupt, Stuck):
            self.left = rule, time.perf_counter() - self.since
            raise
        finally:
            self.asking = ""
        timed = self.seconds.setdefault(rule, [])
        if len(timed) < TIMED:
            timed.append(time.perf_counter() - self.since)
        return answer


class Watchdog:
    """While it is entered, raises Stuck here if a rule still does not answer after `deadline`.

    A rule that waits outside of Python, as in time.sleep, is left when it comes back.
    """

    def __init__(self, deadline: float | None) -> None:
        self.deadline = deadline
        """When the time is up; it may be moved while the watchdog is entered."""
        self.asker: TimedAsker | None = None
        """Who asks now."""
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._lock = threading.Lock()
        self._raised = False
        self._done = threading.Event()

    def __enter__(self) -> Self:
        if self.deadline is not None:
            threading.Thread(target=self._watch, name="outplay-check", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        with self._lock:
            if self._raised:  # it may not have come up yet: call it back
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, None)

    def _watch(self) -> None:
        while not self._done.wait(0.1):
            asker, now = self.asker, time.perf_counter()
            assert self.deadline is not None
            if asker is None or not asker.asking or now < self.deadline:
                continue
            if now - asker.since > GRACE:
                with self._lock:
                    if not self._done.is_set():
                        self._raised = True
                        stuck = ctypes.py_object(Stuck)
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, stuck)
