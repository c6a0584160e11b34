"""Runs a search so that Ctrl-C and the clock can end it, at both speeds.

A native call ignores signals until it returns. So it runs on a thread of its own, with a
stack deep enough for the longest line, while the caller waits, watches the clock and hears
Ctrl-C. An interpreted search runs where it was called; Ctrl-C asks it to stop at its next
node, so that a mutable board is never left half-way. A second Ctrl-C stops it at once, and so
does a rule that goes on for longer than `PATIENCE`.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from typing import Any

from outplay.adapters.interrupts import DeferredInterrupts
from outplay.errors import OutplayError
from outplay.native.layout import MAX_PLY, THREAD_STACK, Stop

PATIENCE = 1.0
"""Seconds after Ctrl-C until a search that does not stop is interrupted wherever it is."""

MARGIN = 0.05
"""Seconds for everything around a search."""

MOST_IDLE = 4
"""Threads that are kept for the next search."""

_stack_size_lock = threading.Lock()
_interrupted = 0
"""Searches of this process that Ctrl-C has ended."""


class Deadline:
    """Seconds from the call on; the compiler's are not counted where it is waited for."""

    def __init__(self, seconds: float | None, start: float | None = None) -> None:
        """`start`: when it was started, if that was before now."""
        self.start = time.perf_counter() if start is None else start
        self.seconds = seconds

    def elapsed(self) -> float:
        return time.perf_counter() - self.start

    def left(self) -> float | None:
        """Seconds until the search has to end; None if it need not."""
        return None if self.seconds is None else max(0.0, self.seconds - self.elapsed())

    def expired(self, share: float = 1.0) -> bool:
        """Is the time over, or so large a share of it?"""
        return self.seconds is not None and self.elapsed() >= share * self.seconds

    def is_late(self) -> bool:
        """Has the time been over for a while?"""
        return self.seconds is not None and self.elapsed() > 1.05 * self.seconds + MARGIN

    def put_off(self, seconds: float) -> None:
        """The search has waited for the compiler, which is not searching."""
        self.start += seconds


class Unanswered(KeyboardInterrupt):
    """Ctrl-C has ended a search that knew nothing yet; somebody else may have an answer."""


class Ending:
    """Who ended a search."""

    def __init__(self) -> None:
        self.by = ""
        """`time` or `interrupt`; empty if nobody did."""

    def interrupt(self) -> None:
        """Ctrl-C; raises KeyboardInterrupt if it is not the first one."""
        if self.by == "interrupt":
            raise KeyboardInterrupt
        self.by = "interrupt"
        note_interrupt()


def note_interrupt() -> None:
    """Ctrl-C has ended a search that answers all the same: `uninterrupted` is to know it."""
    global _interrupted
    _interrupted += 1


def was_interrupted() -> bool:
    """Has Ctrl-C ended a search of this process?"""
    return _interrupted > 0


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Raises KeyboardInterrupt at its end if Ctrl-C has ended a search within it.

    For whoever cannot see the result of the search, or whether it was cut short.
    """
    before = _interrupted
    yield
    if _interrupted != before:
        raise KeyboardInterrupt


@contextlib.contextmanager
def unanswered() -> Iterator[None]:
    """Raises Unanswered where KeyboardInterrupt is raised that nobody has heard before.

    So it is not that of somebody who insists.
    """
    before = _interrupted
    try:
        yield
    except Unanswered:
        raise
    except KeyboardInterrupt:
        if _interrupted != before:
            raise
        note_interrupt()
        raise Unanswered from None


def start_deep_thread(body: Callable[[], None]) -> threading.Thread:
    """Runs `body` on a thread with a stack deep enough for the longest line."""
    with _stack_size_lock:
        before = threading.stack_size(THREAD_STACK)
        try:
            thread = threading.Thread(target=body, name="outplay-search", daemon=True)
            thread.start()
        except RuntimeError:
            raise OutplayError(
                f"There is not enough memory for a stack of {THREAD_STACK >> 20} MiB, which a"
                ' native search needs; free some memory, or search with speed="python".'
            ) from None
        finally:
            threading.stack_size(before)
    return thread


_idle: list[SimpleQueue[Callable[[], None]]] = []
"""Threads with a deep stack that wait for work: to start one takes longer than a small search."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)


def _run_deep(body: Callable[[], None]) -> None:
    """Begins `body` on a thread with a deep stack, one that waits or a new one."""
    try:
        tasks = _idle.pop()
    except IndexError:
        tasks = SimpleQueue()
        start_deep_thread(partial(_serve, tasks))
    tasks.put(body)


def _serve(tasks: SimpleQueue[Callable[[], None]]) -> None:
    while True:
        tasks.get()()  # kept in no variable: it holds the search
        if len(_idle) >= MOST_IDLE:
            return
        _idle.append(tasks)


def native(
    work: Callable[[], None],
    stop: Callable[[], None],
    seconds: float | None,
    tick: Callable[[], None] | None = None,
) -> str:
    """Runs `work` on a thread; says what ended it early, or raises what it raises.

    `tick` is called here, where the caller waits, ten times a second.
    """
    ending = Ending()
    failure: list[BaseException] = []
    done = threading.Event()

    def body() -> None:
        try:
            work()
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    try:
        _run_deep(body)
        deadline = None if seconds is None else time.perf_counter() + seconds
        _wait(done, stop, ending, deadline, tick)
    except BaseException as error:
        stop()  # nothing is left running behind it
        if not isinstance(error, KeyboardInterrupt):
            done.wait(PATIENCE)
        raise
    if failure and not isinstance(failure[0], Stop):
        raise failure.pop()
    if ending.by == "interrupt":  # also if the search had come to its end by itself
        return "interrupt"
    return (ending.by or "nodes") if failure else ""


def _wait(
    done: threading.Event,
    stop: Callable[[], None],
    ending: Ending,
    deadline: float | None,
    tick: Callable[[], None] | None,
) -> None:
    while True:
        try:
            if done.is_set():
                return
            # Short waits, since on some systems a signal is only seen between them.
            if tick is not None:
                tick()
            pause = 0.1 if deadline is None else min(0.1, deadline - time.perf_counter())
            if pause > 0 and not done.wait(pause) and deadline is None:
                continue
            if not done.is_set() and deadline is not None and time.perf_counter() >= deadline:
                ending.by = ending.by or "time"
                deadline = None
                stop()
        except KeyboardInterrupt:
            ending.interrupt()
            stop()
            if not done.wait(PATIENCE):
                raise


def python(work: Callable[[], None], stop: Callable[[], None], seconds: float | None) -> str:
    """Runs `work` here; says what ended it early, or raises what it raises."""
    ending = Ending()

    def on_time() -> None:
        ending.by = ending.by or "time"
        stop()

    timer = None
    if seconds is not None:
        timer = threading.Timer(seconds, on_time)
        timer.daemon = True
        timer.start()
    try:
        with _deep_recursion, _gentle_interrupt(ending, stop):
            work()
    except Stop:
        return ending.by or "nodes"
    finally:
        if timer is not None:
            timer.cancel()
    return "interrupt" if ending.by == "interrupt" else ""


class _DeepRecursion:
    """Lets Python recurse as deep as the longest line while any search runs.

    The limit is one for all threads: the last search to end puts it back. A search that put
    it back under another would end the process.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._searches = 0
        self._before = 0

    def __enter__(self) -> None:
        with self._lock:
            if self._searches == 0:
                self._before = sys.getrecursionlimit()
            self._searches += 1
            sys.setrecursionlimit(max(sys.getrecursionlimit(), MAX_PLY + 5_000))

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._searches -= 1
            if self._searches == 0:
                sys.setrecursionlimit(self._before)


_deep_recursion = _DeepRecursion()


@contextlib.contextmanager
def _gentle_interrupt(ending: Ending, stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C stops the search at its next node, or soon; the second at once."""
    before: Any = signal.getsignal(signal.SIGINT)
    ours = before is signal.default_int_handler or isinstance(before, DeferredInterrupts)
    if threading.current_thread() is not threading.main_thread() or not ours:
        yield
        return
    main, over, ended = threading.get_ident(), threading.Event(), threading.Lock()

    def insist() -> None:
        """A rule that has not come back by now is interrupted, even while it waits."""
        if over.wait(PATIENCE):
            return
        with ended:
            if over.is_set():
                return
            if hasattr(signal, "pthread_kill"):
                signal.pthread_kill(main, signal.SIGINT)
            else:
                _thread.interrupt_main()

    def on_interrupt(number: int, frame: object) -> None:
        if ending.by == "interrupt":
            before(number, frame)
            return
        ending.interrupt()
        stop()
        threading.Thread(target=insist, name="outplay-interrupt", daemon=True).start()

    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        try:
            with ended:
                over.set()
        finally:
            signal.signal(signal.SIGINT, before)
