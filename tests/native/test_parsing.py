"""Rules are parsed on a thread of their own: nobody else's `ast.parse` may fail for it."""

from __future__ import annotations

import ast
import gc
import inspect
import sys
import threading
import time

import pytest

from outplay.native import parsing


@pytest.fixture
def switching_often():
    """Python code runs in the midst of parsing, and threads take turns there."""

    def told(phase, info):
        for _ in range(50):
            pass

    before = gc.get_threshold(), sys.getswitchinterval()
    gc.callbacks.append(told)
    gc.set_threshold(50, 5, 5)
    sys.setswitchinterval(1e-6)
    yield
    gc.callbacks.remove(told)
    gc.set_threshold(*before[0])
    sys.setswitchinterval(before[1])


@pytest.mark.skipif(not parsing.SHARED_DEPTH, reason="this Python can parse on two threads at once")
def test_two_threads_that_parse(switching_often):
    text = inspect.getsource(threading)
    failed: list[BaseException] = []
    ended = threading.Event()

    def ours() -> None:
        while not ended.is_set():
            try:
                parsing.parsed(text)
            except SystemError as error:
                failed.append(error)

    thread = threading.Thread(target=ours)
    thread.start()
    until = time.monotonic() + 1.5
    try:
        while time.monotonic() < until:
            try:
                ast.parse(text)
            except SystemError as error:
                failed.append(error)
    finally:
        ended.set()
        thread.join()
    # Unprotected, six to eight fail. On a busy machine the system may take a thread's turn from it
    # for longer than `TURN`, in the midst of parsing.
    assert len(failed) <= 1


def test_the_usual_ways_are_restored():
    before = gc.isenabled(), sys.getswitchinterval()
    assert isinstance(parsing.parsed("x = 1").body[0], ast.Assign)
    with pytest.raises(SyntaxError):
        parsing.parsed("x = = 1")
    assert (gc.isenabled(), sys.getswitchinterval()) == before
