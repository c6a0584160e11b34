"""Functions that call each other are compiled one inside of the other: how deep that goes."""

from __future__ import annotations

import threading
from collections.abc import Callable

DEEP = 20
"""So many functions, each called by the one before it, are compiled on one thread."""

APART = 40
"""Each function that is so deep is no part of the one that calls it: LLVM takes longer the more
functions are written into each other."""


def is_apart(depth: int) -> bool:
    return depth % APART == 0


def deeply(work: Callable[[], None], depth: int) -> None:
    """Does it; on a thread of its own now and then, since Python's calls are only so deep on one.

    Functions that call each other are compiled one inside of the other.
    """
    if depth % DEEP:
        work()
        return
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, name="outplay-compile-deeper", daemon=True)
    thread.start()
    thread.join()
    if failed:
        raise failed.pop()
