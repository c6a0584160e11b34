"""At which speed a search runs: interpreted, native, or the one until the other is there.

Nobody waits for the compiler where there is a time limit: it works on a thread while the
interpreted search goes on, and when the code is there, the search begins anew with it. What is
known by then is not lost: the better one of the two answers counts. Without a time limit the
compiler is waited for, so that the same question has the same answer, and the same number of nodes.
"""

from __future__ import annotations

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from outplay.game import Game
from outplay.native.layout import Stop
from outplay.native.source import Unsupported
from outplay.result import COMPILING
from outplay.search import supervise
from outplay.search.ready import Coming, get_ready, is_ready, note_unseen
from outplay.search.searchers import Plan, not_native

NO_TIME = "the time was over before the rules were looked at"
LATE = "the rules had been compiled too late for a better answer"

SMALL_NODES, SMALL_SECONDS = 2_000, 0.05
"""A search that ends within both is not worth compiling: `auto` runs it interpreted."""

LOOKING = 0.5
"""The share of the time that looking at states, before anything is compiled, may take."""

LOADING, LOADING_SECONDS = 0.75, 1.5
"""The share of the time, and the seconds, that code is waited for until it has to be compiled.

What is on disk is there by then. A search beside it would make that longer: the two take turns."""

WIDENINGS = 8
"""How often one search is begun anew with wider code, before it is done in Python."""

_policy: ContextVar[str] = ContextVar("compiling", default="background")

T = TypeVar("T")


@contextlib.contextmanager
def waiting_for_the_compiler() -> Iterator[None]:
    """Within it, searches with a time limit wait for the compiler too; that is not their time."""
    token = _policy.set("now")
    try:
        yield
    finally:
        _policy.reset(token)


def wait_for_the_compiler() -> None:
    """The same from here on, on this thread."""
    _policy.set("now")


class Ways(ABC, Generic[T]):
    """One search, and how it is done at either speed; T is what it answers."""

    game: Game[Any, Any]
    state: Any
    speed: str
    """`auto`, `native` or `python`, as it was asked for."""
    python_time = 0.0
    """Seconds that it searched in Python before it went on natively."""

    @property
    @abstractmethod
    def plan(self) -> Plan:
        """What native code of it depends on."""

    @abstractmethod
    def left(self) -> float | None:
        """Seconds; None without a limit."""

    @abstractmethod
    def put_off(self, seconds: float) -> None:
        """So long it waited for the compiler, which is not its time."""

    def halted(self) -> bool:
        """Was it told to stop?"""
        return False

    @abstractmethod
    def small(self) -> tuple[T | None, bool]:
        """What a small interpreted search finds, if one was tried; and is that the answer?"""

    @abstractmethod
    def python(self, reason: str, coming: Coming | None = None) -> tuple[T, bool]:
        """What an interpreted search finds; was it ended since native code has come?"""

    @abstractmethod
    def native(self, known: T | None = None) -> T:
        """What a native search finds, and how much was `known` before.

        Raises Unsupported if there is none, Stop if there was no time to look at the rules.
        """

    @abstractmethod
    def rank(self, found: T) -> tuple[Any, ...]:
        """How much is known: more is better. Empty: there is no answer at all."""

    @abstractmethod
    def knows_all(self, found: T) -> bool:
        """Is something known of every move?"""

    def told(self, found: T, **more: Any) -> T:
        """The answer, and what is to be said of it: `stopped_by`, `speed_reason` …"""
        return found

    def begin_anew(self) -> None:
        """Forgets what the last native search wrote down: another one begins."""

    def expired(self) -> bool:
        return self.halted() or self.left() == 0


def run(ways: Ways[T]) -> T:
    """Searches at the speed that was asked for, or the one that pays.

    Ctrl-C gives the best that is known, also while it waits for the compiler.
    """
    known: list[T] = []
    try:
        with supervise.unanswered():
            return _run(ways, known)
    except supervise.Unanswered:
        best = max(known, key=ways.rank, default=None)
        if best is None or not ways.rank(best):
            raise
        return ways.told(best, stopped_by="interrupt")


def _run(ways: Ways[T], known: list[T]) -> T:
    """The same; writes down what is `known` on the way."""
    if ways.speed == "python":
        return ways.python("asked for")[0]
    small: T | None = None
    if ways.speed == "auto":
        small, answers = ways.small()
        if small is not None:
            known.append(small)
        if answers:
            assert small is not None
            return small
    for widenings in reversed(range(WIDENINGS + 1)):
        with contextlib.suppress(_Wider):
            return _natively(ways, small, known, may_widen=widenings > 0)
        ways.begin_anew()
        small = max(known, key=ways.rank, default=None)
    raise AssertionError


class _Wider(Exception):
    """Native code has met numbers, or states, that wider code may hold."""


def _can_be_wider(ways: Ways[T], error: Unsupported) -> bool:
    """Is there hope that code which is compiled anew can do what this cannot?"""
    noted = [note_unseen(ways.game, ways.plan, state) for state in error.unseen]
    return error.wider or any(noted)


def _natively(ways: Ways[T], small: T | None, known: list[T], *, may_widen: bool) -> T:
    """Searches with the native code that there is, or that is compiled now.

    Raises _Wider where the search is to begin anew, with code that is compiled anew for it.
    """
    timed = ways.speed == "auto" and ways.left() is not None and _policy.get() == "background"
    if timed and not is_ready(ways.game, ways.state, ways.plan):
        return _with_the_compiler(ways, small, known, may_widen=may_widen)
    try:
        return ways.native()
    except Unsupported as error:
        if may_widen and _can_be_wider(ways, error):
            raise _Wider from None
        if ways.speed == "native":
            raise not_native(ways.game, error) from None
        ways.put_off(error.compile_time)
        return ways.told(ways.python(str(error))[0], compile_time=error.compile_time)
    except Stop:
        return _in_no_time(ways, small)


def _in_no_time(ways: Ways[T], known: T | None, reason: str = NO_TIME) -> T:
    """The time is over, or it was told to stop, and nothing native was searched."""
    if known is not None and (ways.knows_all(known) or (ways.halted() and ways.rank(known))):
        stopped = "stop" if ways.halted() else "time"
        return ways.told(known, stopped_by=stopped, speed_reason=reason)
    return _better(ways, known, ways.python(NO_TIME)[0], reason)


def _with_the_compiler(ways: Ways[T], small: T | None, known: list[T], *, may_widen: bool) -> T:
    """Searches interpreted until the code is there, and natively from then on."""
    until = time.perf_counter() + LOOKING * (ways.left() or 0.0)
    try:
        coming = get_ready(
            ways.game, ways.state, ways.plan,
            lambda: ways.halted() or time.perf_counter() >= until,
        )  # fmt: skip
    except Unsupported as error:
        return ways.python(str(error))[0]
    if coming.ran_out_of_time:  # what is left of it is for Python
        return _better(ways, small, ways.python(NO_TIME)[0], NO_TIME)
    coming.load(min(LOADING_SECONDS, LOADING * (ways.left() or 0.0)), ways.halted)
    found = small
    if not coming.is_there():
        start = time.perf_counter()
        interpreted, switched = ways.python(COMPILING, coming)
        refused = coming.refused
        if refused is not None:
            late = refused.compile_time
            return ways.told(interpreted, speed_reason=str(refused), compile_time=late)
        found = _better(ways, small, interpreted, COMPILING)
        if not switched:
            return found
        known.append(found)
        ways.python_time = time.perf_counter() - start
    code = coming.wait()  # it is there, or raises what is no fault of the rules
    times = {"compile_time": code.compile_time, "python_time": ways.python_time}
    if ways.expired():
        return ways.told(_in_no_time(ways, found, LATE), **times)
    try:
        native = ways.native(found)
    except Unsupported as unfit:  # that was found when it ran
        if may_widen and _can_be_wider(ways, unfit):
            raise _Wider from None
        return _better(ways, found, ways.python(str(unfit))[0], str(unfit))
    except Stop:
        return _in_no_time(ways, found)
    return ways.told(_better(ways, found, native, LATE), **times)


def _better(ways: Ways[T], before: T | None, found: T, reason: str) -> T:
    """The answer, or the one before where that knew more; then it ended as this one did."""
    if before is None or ways.rank(found) >= ways.rank(before):
        return found
    return ways.told(before, stopped_by=getattr(found, "stopped_by", ""), speed_reason=reason)
