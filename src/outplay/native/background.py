"""Work that does not hear signals, such as compiling, on a thread of its own.

LLVM optimizes a whole program in one call, seconds for large rules. Python runs no signal handler
meanwhile, unless its main thread only waits, or does something else.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from outplay.native.layout import Stop

T = TypeVar("T")

SWITCH = 0.001
"""Seconds after which Python lets another thread go on, while there is work in the background.

The compiler gives way at every call of LLVM's, and would wait for the usual 5 milliseconds each
time until it goes on: with a search in Python beside it, it took twice as long."""

_running: set[threading.Thread] = set()
_usual_switch: list[float] = []
_switch_lock = threading.Lock()


def _begin(thread: threading.Thread) -> None:
    with _switch_lock:
        if not _running:
            _usual_switch.append(sys.getswitchinterval())
            sys.setswitchinterval(min(SWITCH, _usual_switch[0]))
        _running.add(thread)


def _end(thread: threading.Thread) -> None:
    with _switch_lock:
        _running.discard(thread)
        if not _running:
            sys.setswitchinterval(_usual_switch.pop())


class Work(Generic[T]):
    """Work that goes on by itself, whoever waits for it or no longer does."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._found: list[T] = []
        self._failure: list[BaseException] = []
        self._thread = threading.Thread(
            target=partial(self._run, work), name="outplay-compile", daemon=True
        )

    def start(self) -> Work[T]:
        """Begins it; once."""
        _begin(self._thread)
        self._thread.start()
        return self

    def _run(self, work: Callable[[], T]) -> None:
        try:
            self._found.append(work())
        except BaseException as error:
            self._failure.append(error)
        finally:
            _end(threading.current_thread())

    def result(self, halted: Callable[[], bool] = lambda: False) -> T:
        """What it returns or raises; what it raises, once.

        Ctrl-C raises KeyboardInterrupt, and Stop is raised when the wait is `halted`; the work
        goes on.
        """
        while self._thread.is_alive():
            if halted():
                raise Stop
            self._thread.join(0.1)  # short waits: signals are only seen between them
        if self._found:
            return self._found[0]
        if not self._failure:
            raise Stop  # another caller has been told why
        raise self._failure.pop()  # kept nowhere: it holds all that the work has seen


def is_busy() -> bool:
    """Is work under way that nobody waits for any more?"""
    return bool(_running)


@atexit.register
def _leave() -> None:
    """A process that takes LLVM down while it compiles may crash: it ends before it does.

    Where that cannot be arranged, it waits for the compiler.
    """
    if not is_busy():
        return
    with contextlib.suppress(AttributeError, OSError, TypeError):
        # `exit(code)` then calls `_exit(code)` first of all; Python has ended by then.
        libc = ctypes.CDLL(None)
        if libc.on_exit(ctypes.cast(libc._exit, ctypes.c_void_p), None) == 0:
            return
    for thread in tuple(_running):
        thread.join()
