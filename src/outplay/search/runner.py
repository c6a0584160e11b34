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
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from outplay.copies import MutableState, copier, protected
from outplay.errors import OutplayError
from outplay.game import AnyGame
from outplay.native.layout import NotCompiled, Stop
from outplay.native.searcher import NativeSearcher
from outplay.native.source import Unsupported
from outplay.result import COMPILING
from outplay.search import compile_policy, searchers, supervise
from outplay.search.error_context import Evaluate, explain, left_as_found
from outplay.search.ready import NativePlan, PendingCode
from outplay.search.searchers import Plan, PythonSearcher, Searcher, not_native
from outplay.search.state import INFINITY
from outplay.search.supervise import Deadline

NO_TIME = "the time was over before the rules were looked at"
NOT_COMPILED = "the rules are not compiled yet"
LATE = "the rules had been compiled too late for a better answer"

SMALL_NODES, SMALL_SECONDS, UNTIMED_SECONDS = 2_000, 0.05, 0.2
"""A search that ends within both is not worth compiling: `auto` runs it interpreted.

Without a time limit there is more time, so that it seldom depends on the machine which it is: an
engine visits other nodes natively."""

LOOKING = 0.5
"""The share of the time that looking at states, before anything is compiled, may take."""

LOADING, LOADING_SECONDS = 0.75, 1.5
"""The share of the time, and the seconds, that code is waited for until it has to be compiled.

What is on disk is there by then. A search beside it would make that longer: the two take turns."""

WIDENINGS = 8
"""How often one search is begun anew with wider code, before it is done in Python."""

T = TypeVar("T")


@dataclass(frozen=True)
class Attempt:
    """One search with one searcher, as a part of the whole."""

    searcher: Searcher
    reason: str
    """Why it runs at that speed, if there is something to say."""
    nodes: float
    """Nodes that it may visit."""
    deadline: Deadline
    small: bool = False
    """Is it tried whether a few nodes are enough?"""
    helpers: Sequence[NativeSearcher] = ()
    """For other threads."""
    pending: PendingCode | None = None
    """Native code, which is to end an interpreted search when it is there."""
    known: Any = None
    """What was found before."""


class Search(ABC, Generic[T]):
    """One search, and how it is done at either speed; T is what it answers."""

    threads = 1
    python_time = 0.0
    """Seconds that it searched in Python before it went on natively."""

    def __init__(
        self,
        game: AnyGame,
        state: object,
        speed: str,
        deadline: Deadline,
        nodes: int | None = None,
        compile: str | None = None,
    ) -> None:
        """`speed`: `auto`, `native` or `python`; `compile`: one of COMPILE, as it was asked for."""
        self.compile = compile or compile_policy.current()
        self.game, self.state, self.speed, self.deadline = game, state, speed, deadline
        self.nodes: float = INFINITY if nodes is None else nodes

    @property
    @abstractmethod
    def plan(self) -> Plan:
        """What native code of it depends on."""

    @cached_property
    def code(self) -> NativePlan:
        """The native code of it, as far as there is one."""
        return NativePlan(self.game, self.plan)

    def left(self) -> float | None:
        """Seconds; None without a limit."""
        return self.deadline.left()

    def put_off(self, seconds: float) -> None:
        """So long it waited for the compiler, which is not its time."""
        self.deadline.put_off(seconds)

    def halted(self) -> bool:
        """Was it told to stop?"""
        return False

    def expired(self) -> bool:
        return self.halted() or self.left() == 0

    def is_hurried(self) -> bool:
        """Is there no time for a second search after a small one?"""
        left = self.left()
        return left is not None and left <= SMALL_SECONDS

    @property
    def small_seconds(self) -> float:
        """How long a small search may take."""
        return UNTIMED_SECONDS if self.left() is None else SMALL_SECONDS

    def begins_small(self) -> bool:
        """May a few interpreted nodes be enough?"""
        return not self.code.is_loaded()

    # --- at either speed ----------------------------------------------------------------------

    def small(self) -> tuple[T | None, bool]:
        """What a small interpreted search finds, if one was tried; and is that the answer?"""
        if not self.begins_small():
            return None, False
        if self.is_hurried():
            return self.python("a small search")[0], True
        nodes = min(self.nodes, SMALL_NODES)
        searcher = self.interpreted(small=True)
        # The time is counted from here: making the first searcher can take longer than the search.
        deadline = Deadline(self.small_seconds)
        attempt = Attempt(searcher, "a small search", nodes, deadline, small=True)
        found = self.annotated(self.attempt(attempt))
        return found, self.is_answer(found, attempt)

    def python(self, reason: str, pending: PendingCode | None = None) -> tuple[T, bool]:
        """What an interpreted search finds; was it ended since native code has come?"""
        searcher = self.interpreted(reason)
        found = self.attempt(Attempt(searcher, reason, self.nodes, self.deadline, pending=pending))
        switched = pending is not None and searcher.halted and self.ended_by(found) == "nodes"
        return found, switched

    def native(self, known: T | None = None) -> T:
        """What a native search finds, and how much was `known` before.

        Raises Unsupported if there is none, Stop if there was no time to look at the rules.
        """
        lead = self.code.take(
            self.state,
            self.has_no_time_to_prepare,
            self.halted,
            may_compile=self.compile != "never",
        )
        self.put_off(lead.compile_time)
        helpers = [self.code.another(lead.code) for _ in range(self.threads - 1)]
        try:
            for searcher in (lead, *helpers):
                self.set_up(searcher)
            found = self.attempt(
                Attempt(lead, lead.slow, self.nodes, self.deadline, helpers=helpers, known=known)
            )
        except KeyboardInterrupt:  # it may be running still: it is not given back
            raise
        except BaseException:
            self.code.give((lead, *helpers))
            raise
        searchers.note_memory_use(lead, self.plan)
        self.code.give((lead, *helpers))
        return found

    def has_no_time_to_prepare(self) -> bool:
        return self.deadline.expired()

    def supervised(
        self, attempt: Attempt, work: Callable[[], None], tick: Callable[[], None] | None = None
    ) -> str:
        """Runs `work` so that Ctrl-C, the clock and native code can end it; says what did."""
        searcher, left = attempt.searcher, attempt.deadline.left()
        if attempt.pending is not None:
            attempt.pending.on_ready(searcher.stop)
        if isinstance(searcher, NativeSearcher):
            return supervise.native(work, searcher.stop, left, tick)
        return supervise.python(work, searcher.stop, left)

    # --- what differs -------------------------------------------------------------------------

    @abstractmethod
    def interpreted(self, reason: str = "", *, small: bool = False) -> PythonSearcher:
        """An interpreted searcher."""

    def set_up(self, searcher: NativeSearcher) -> None:
        """Makes a native searcher ready for this search."""
        searchers.set_up(searcher, self.game, self.plan)

    @abstractmethod
    def attempt(self, attempt: Attempt) -> T:
        """What one search finds."""

    @abstractmethod
    def is_answer(self, found: T, attempt: Attempt) -> bool:
        """Is what a small search found all that was asked for?"""

    @abstractmethod
    def ended_by(self, found: T) -> str:
        """`nodes`, `time` …, as a `Result` says it."""

    @abstractmethod
    def rank(self, found: T) -> tuple[object, ...]:
        """How much is known: more is better. Empty: there is no answer at all."""

    @abstractmethod
    def knows_all(self, found: T) -> bool:
        """Is something known of every move?"""

    def annotated(self, found: T, **more: Any) -> T:
        """The answer, and what is to be said of it: `stopped_by`, `speed_reason` …"""
        return found

    def begin_anew(self) -> None:
        """Forgets what the last native search wrote down: another one begins."""
        if self.plan.memory is not None:
            self.plan.memory.take_back()


def run_protected(
    game: AnyGame,
    state: object,
    work: Callable[[AnyGame, object], T],
    *,
    forget: Callable[[], None],
    evaluate: Evaluate | None = None,
    always_copies: bool = False,
) -> T:
    """What `work` gives for the rules, which it asks as their states need it.

    A rule that raises is told as a sentence. If a later state turns out to be one that can be
    changed, and the first is not, it begins anew, and is to `forget` what it has found.
    """

    def once() -> T:
        rules = protected(game, state, always=always_copies)
        start = copier(rules)(state)
        with left_as_found(rules):
            try:
                return work(rules, start)
            except (KeyboardInterrupt, OutplayError):
                raise
            except Exception as error:  # a rule raised at the root itself
                raise explain(rules, start, [], error, evaluate) from error

    try:
        return once()
    except MutableState:  # known of the game from now on
        forget()
        return once()


def run(search: Search[T]) -> T:
    """Searches at the speed that was asked for, or the one that pays.

    Ctrl-C gives the best that is known, also while it waits for the compiler.
    """
    known: list[T] = []
    try:
        with supervise.unanswered():
            return _run(search, known)
    except supervise.Unanswered:
        best = max(known, key=search.rank, default=None)
        if best is None or not search.rank(best):
            raise
        return search.annotated(best, stopped_by="interrupt")


def _run(search: Search[T], known: list[T]) -> T:
    """The same; writes down what is `known` on the way."""
    if search.speed == "python":
        return search.python("asked for")[0]
    small: T | None = None
    if search.speed == "auto":
        small, answers = search.small()
        if small is not None:
            known.append(small)
        if answers:
            return cast(T, small)  # of a count that was not finished, that is None
    for widenings in reversed(range(WIDENINGS + 1)):
        with contextlib.suppress(_Wider):
            return _natively(search, small, known, may_widen=widenings > 0)
        search.begin_anew()
        small = max(known, key=search.rank, default=None)
    raise AssertionError


class _Wider(Exception):
    """Native code has met numbers, or states, that wider code may hold."""


def _can_be_wider(search: Search[T], error: Unsupported) -> bool:
    """Is there hope that code which is compiled anew can do what this cannot?"""
    noted = [search.code.note_unseen(state) for state in error.unseen]
    return error.wider or any(noted)


def _natively(search: Search[T], small: T | None, known: list[T], *, may_widen: bool) -> T:
    """Searches with the native code that there is, or that is compiled now.

    Raises _Wider where the search is to begin anew, with code that is compiled anew for it.
    """
    timed = search.speed == "auto" and search.left() is not None and search.compile == "background"
    if timed and not search.code.is_ready(search.state):
        return _with_the_compiler(search, small, known, may_widen=may_widen)
    try:
        return search.native()
    except Unsupported as error:
        if may_widen and _can_be_wider(search, error):
            raise _Wider from None
        if search.speed == "native":
            raise not_native(search.game, error) from None
        search.put_off(error.compile_time)
        return search.annotated(search.python(str(error))[0], compile_time=error.compile_time)
    except NotCompiled:
        if search.speed == "native":
            raise not_native(search.game, Unsupported(f"{NOT_COMPILED}.")) from None
        return search.annotated(search.python(NOT_COMPILED)[0])
    except Stop:
        return _in_no_time(search, small)


def _in_no_time(search: Search[T], known: T | None, reason: str = NO_TIME) -> T:
    """The time is over, or it was told to stop, and nothing native was searched."""
    if known is not None and (search.knows_all(known) or (search.halted() and search.rank(known))):
        stopped = "stop" if search.halted() else "time"
        return search.annotated(known, stopped_by=stopped, speed_reason=reason)
    return _better(search, known, search.python(NO_TIME)[0], reason)


def _with_the_compiler(search: Search[T], small: T | None, known: list[T], *, may_widen: bool) -> T:
    """Searches interpreted until the code is there, and natively from then on."""
    until = time.perf_counter() + LOOKING * (search.left() or 0.0)
    try:
        pending = search.code.prepare(
            search.state, lambda: search.halted() or time.perf_counter() >= until
        )
    except Unsupported as error:
        return search.python(str(error))[0]
    if pending.ran_out_of_time:  # what is left of it is for Python
        return _better(search, small, search.python(NO_TIME)[0], NO_TIME)
    pending.load(min(LOADING_SECONDS, LOADING * (search.left() or 0.0)), search.halted)
    found = small
    if not pending.is_ready():
        start = time.perf_counter()
        interpreted, switched = search.python(COMPILING, pending)
        refused = pending.refused
        if refused is not None:
            late = refused.compile_time
            return search.annotated(interpreted, speed_reason=str(refused), compile_time=late)
        found = _better(search, small, interpreted, COMPILING)
        if not switched:
            return found
        known.append(found)
        search.python_time = time.perf_counter() - start
    code = pending.wait()  # it is there, or raises what is no fault of the rules
    times = {"compile_time": code.compile_time, "python_time": search.python_time}
    if search.expired():
        return search.annotated(_in_no_time(search, found, LATE), **times)
    try:
        native = search.native(found)
    except Unsupported as unfit:  # that was found when it ran
        if may_widen and _can_be_wider(search, unfit):
            raise _Wider from None
        return _better(search, found, search.python(str(unfit))[0], str(unfit))
    except Stop:
        return _in_no_time(search, found)
    return search.annotated(_better(search, found, native, LATE), **times)


def _better(search: Search[T], before: T | None, found: T, reason: str) -> T:
    """The answer, or the one before where that knew more; then it ended as this one did."""
    if before is None or search.rank(found) >= search.rank(before):
        return found
    return search.annotated(
        before, stopped_by=getattr(found, "stopped_by", ""), speed_reason=reason
    )
