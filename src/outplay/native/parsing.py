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

LONG = 10.0
"""Seconds between two switches of threads, while one of ours parses."""

PATIENCE = 5.0
"""Seconds that another thread's `ast.parse` is waited for; none takes so long."""

_lock = threading.Lock()


def parsed(text: str, filename: str = "<unknown>") -> ast.Module:
    """`ast.parse(text, filename)`, which disturbs no other thread."""
    if not SHARED_DEPTH:
        return ast.parse(text, filename)
    with _lock:
        until = time.monotonic() + PATIENCE
        while True:
            collects, interval = gc.isenabled(), sys.getswitchinterval()
            # No thread is switched to between the look at the others and the end of parsing:
            # none asks for its turn so soon, and nothing but parsing runs meanwhile.
            sys.setswitchinterval(LONG)
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
    frames = sys._current_frames()
    return any(_parses(frame) for number, frame in frames.items() if number != own)


def _parses(frame: FrameType | None) -> bool:
    while frame is not None:
        if "PyCF_ONLY_AST" in frame.f_code.co_names:  # `ast.parse`, or what does the same
            return True
        frame = frame.f_back
    return False
