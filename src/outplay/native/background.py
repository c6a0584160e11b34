"""Work that does not hear signals, such as compiling, done so that Ctrl-C ends the wait for it.

LLVM optimizes a whole program in one call, seconds for large rules. Python runs no signal handler
meanwhile, unless its main thread only waits.
"""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_running: set[threading.Thread] = set()


def waited_for(work: Callable[[], T]) -> T:
    """What `work` returns or raises; Ctrl-C raises KeyboardInterrupt, and the work goes on."""
    found: list[T] = []
    failure: list[BaseException] = []

    def body() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            _running.discard(threading.current_thread())

    thread = threading.Thread(target=body, name="outplay-compile", daemon=True)
    _running.add(thread)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if failure:
        raise failure.pop()  # kept nowhere: it holds all that the work has seen
    return found[0]


def is_busy() -> bool:
    """Is work under way that nobody waits for any more?"""
    return bool(_running)


@atexit.register
def _finish() -> None:
    """A process that takes LLVM down while it compiles crashes: waits for it."""
    for thread in tuple(_running):
        thread.join()
