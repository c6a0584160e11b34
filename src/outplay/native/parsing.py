"""Source text to syntax trees, on any thread.

Up to Python 3.11.7, and in 3.12.0 and 3.12.1, `ast.parse` counts how deep it is in one place for
all threads. Where Python code runs in the middle of it, which a callback or a finalizer of the
garbage collector can do, and another thread parses meanwhile, the first one ends with a
SystemError. Rules are compiled on a thread of their own, so the user's code might fail for it.
"""

from __future__ import annotations

import ast
import gc
import sys
import threading
import time
from types import FrameType

SHARED_DEPTH = sys.version_info < (3, 11, 8) or (3, 12) <= sys.version_info < (3, 12, 2)
"""Is it such a Python?"""

TURN = 0.02
"""Seconds between two switches of threads while one of ours parses, which takes less. No more: if
another thread has asked for its turn just before, ours waits so long to have its own again."""

PATIENCE = 1.0
"""Seconds that another thread's `ast.parse` is waited for; few take so long."""

ATTEMPTS = 5

_lock = threading.Lock()


def parsed(text: str, filename: str = "<unknown>") -> ast.Module:
    """`ast.parse(text, filename)`, which bears other threads, and disturbs none."""
    if not SHARED_DEPTH:
        return ast.parse(text, filename)
    with _lock:
        until = time.monotonic() + PATIENCE
        for attempt in range(ATTEMPTS):
            try:
                return _alone(text, filename, until)
            except SystemError:
                if attempt == ATTEMPTS - 1:
                    raise
    raise AssertionError


def _alone(text: str, filename: str, until: float) -> ast.Module:
    """Between the look at other threads and the end of parsing nobody else has a turn."""
    while True:
        collects, interval = gc.isenabled(), sys.getswitchinterval()
        sys.setswitchinterval(max(interval, TURN))
        gc.disable()
        try:
            if not _others_parse() or time.monotonic() > until:
                return ast.parse(text, filename)
        finally:
            sys.setswitchinterval(interval)
            if collects:
                gc.enable()
        time.sleep(0.001)


def _others_parse() -> bool:
    """Has another thread been interrupted where it parses?"""
    own = threading.get_ident()
    return any(_parses(f) for number, f in sys._current_frames().items() if number != own)


def _parses(frame: FrameType | None) -> bool:
    while frame is not None:
        if "PyCF_ONLY_AST" in frame.f_code.co_names:  # `ast.parse`, or what does the same
            return True
        frame = frame.f_back
    return False
