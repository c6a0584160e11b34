"""Rules that do not return, or print: which one is being called, an interrupt when time is up."""

from __future__ import annotations

import ctypes
import io
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Self

from outplay.asking import Asker, Read
from outplay.checker.questions import Node
from outplay.game import AnyGame

GRACE = 1.0
"""Seconds that a rule may still take when the time is up."""

TIMED = 2_000
"""How many calls are timed, from the first one on."""


class Stuck(BaseException):
    """A rule did not return in time. No rule catches it by `except Exception`."""


class TimedAsker(Asker):
    """Measures how long the rules take, and knows in which position they are asked."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game, watches=True)
        self.here: Node | None = None
        """Where the walk through the game stands; None before it has begun."""
        self.seconds: dict[str, list[float]] = {}
        """How long the first calls of each rule took."""

    def _answer(
        self, rule: str, arguments: tuple[object, ...], read: Callable[[object], Read]
    ) -> Read:
        if self.questions > TIMED:
            self.__dict__["_answer"] = super()._answer  # from now on without a detour
        began = time.perf_counter()
        found = super()._answer(rule, arguments, read)
        self.seconds.setdefault(rule, []).append(time.perf_counter() - began)
        return found


class Watchdog:
    """While it is entered, raises Stuck in this thread if a rule runs on after `deadline`.

    A rule that waits outside of Python, as in time.sleep, is interrupted when it returns.
    """

    def __init__(self, deadline: float | None) -> None:
        self.deadline = deadline
        """When the time is up, if ever; it may be moved while the watchdog is entered."""
        self.asker: Asker | None = None
        """Who calls the rules now."""
        self._since = time.perf_counter()
        self._thread = ctypes.c_ulong(threading.get_ident())
        self._lock = threading.Lock()
        self._raised = False
        self._done = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._watch, name="outplay-check", daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()
        with self._lock:
            if self._raised:  # it may still be pending: cancel it
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, None)

    def waiting(self) -> float:
        """About how many seconds ago the last call began."""
        return time.perf_counter() - self._since

    def _watch(self) -> None:
        asker, questions = self.asker, -1
        while not self._done.wait(0.1):
            if self.asker is not asker or asker is None or asker.questions != questions:
                asker = self.asker
                questions = -1 if asker is None else asker.questions
                self._since = time.perf_counter()
                continue
            late = self.deadline is not None and time.perf_counter() > self.deadline
            if late and asker.asking and self.waiting() > GRACE:
                with self._lock:
                    if not self._done.is_set():
                        self._raised = True
                        stuck = ctypes.py_object(Stuck)
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, stuck)


class Printed:
    """Replaces sys.stdout: passes on what is written, and notes which rules write."""

    def __init__(self, watchdog: Watchdog) -> None:
        self._watchdog, self._out = watchdog, sys.stdout or io.StringIO()
        self.texts: dict[str, str] = {}
        """The first text that each rule printed."""

    def write(self, text: str) -> int:
        asker = self._watchdog.asker
        if asker is not None and asker.asking and text.strip():
            self.texts.setdefault(asker.asking, text.strip())
        return self._out.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)
