"""Native code that stands ready, or is got ready, and the searchers of it that are idle."""

from __future__ import annotations

import operator
import threading
import time
import types
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from outplay.copies import copier, original
from outplay.game import AnyGame
from outplay.native.background import Work
from outplay.native.layout import NotCompiled, Stop
from outplay.native.program import known_by
from outplay.native.searcher import NativeCode, NativeSearcher
from outplay.native.source import Unsupported
from outplay.search import supervise

if TYPE_CHECKING:
    from outplay.search.searchers import Plan

announce: Callable[[str], None] | None = None
"""Told before rules are compiled, which takes seconds; the command line prints it."""

missing: deque[Plan] = deque(maxlen=16)
"""What was not compiled where it would have had to be; whoever forbids compiling reads it."""

MOST_KINDS = 16
"""Games and algorithms whose native code is kept ready; the one not used for longest goes."""


@dataclass
class _Kind:
    """What is kept ready for searches of one game object by one algorithm."""

    code: NativeCode | None = None
    refused: tuple[str, str, int] | None = None
    """Why it does not compile, since finding that out takes as long as compiling."""
    idle: list[NativeSearcher] = field(default_factory=list)
    """Searchers of `code` that no search uses now."""
    pending: PendingCode | None = None
    """What gets the code ready now."""


class PendingCode:
    """Native code of one kind that is got ready on a thread of its own, for all who need it."""

    def __init__(
        self,
        kind: _Kind,
        game: AnyGame,
        root: object,
        plan: Plan,
        expired: Callable[[], bool],
        before: NativeCode | None = None,
        *,
        may_compile: bool = True,
    ) -> None:
        """Looks at states first, until `expired` ends that, and with it the rest.

        `before` is code for the same search that met something it could not hold. Unless it
        `may_compile`, it raises NotCompiled for code that is not on disk.
        """
        self.refused: Unsupported | None = None
        """Why the rules do not compile, if they do not."""
        self.ran_out_of_time = False
        """Was there no time to look at the rules?"""
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []
        self._looked, self._given_up = threading.Event(), threading.Event()
        self._settled, self._ended = threading.Event(), threading.Event()

        def compiles(text: str) -> None:
            self._settled.set()
            if not may_compile:
                raise NotCompiled
            if announce is not None:
                announce(text)

        def make() -> NativeCode:
            try:
                kind.code = NativeCode(
                    original(game),
                    copier(game)(root),
                    plan,
                    compiles,
                    lambda: self._given_up.is_set() or expired(),
                    self._looked.set,
                    before,
                )
                return kind.code
            except Unsupported as error:
                kind.refused = error.message, error.filename, error.line
                if before is not None:  # searches that do not need more can still use it
                    before.is_widest = True
                    kind.code = before
                self.refused = Unsupported(*kind.refused)
                self.refused.compile_time = error.compile_time
                raise
            except NotCompiled:
                kind.code = before
                missing.append(plan)
                raise
            except Stop:
                self.ran_out_of_time = True
                raise
            finally:
                kind.pending = None
                self._finish()
                self._looked.set()

        self.plan = plan
        self._work = Work(make)

    def start(self) -> None:
        """Begins; once."""
        self._work.start()

    def look(self) -> None:
        """Waits until no rule is asked any more; Ctrl-C ends that, and with it the rest."""
        try:
            while not self._looked.wait(0.1):
                pass
        except KeyboardInterrupt:
            self._given_up.set()
            self._looked.wait(supervise.PATIENCE)
            raise

    def _finish(self) -> None:
        with self._lock:
            self._ended.set()
            self._settled.set()
            callbacks = [] if self.refused is not None else self._callbacks
            self._callbacks = []
        for callback in callbacks:
            callback()

    def load(self, seconds: float, halted: Callable[[], bool]) -> None:
        """Waits so long for code that is on disk: until it is there, or has to be compiled."""
        until = time.perf_counter() + seconds
        while not halted() and not self._settled.wait(min(0.05, until - time.perf_counter())):
            if time.perf_counter() >= until:
                return

    def is_ready(self) -> bool:
        """Has the code come? Also where something went wrong that is no fault of the rules."""
        return self._ended.is_set() and self.refused is None

    def is_over(self, seconds: float = 0.0) -> bool:
        """Is the code there, or will it never be? Waits so long for it."""
        return self._ended.wait(seconds)

    def on_ready(self, callback: Callable[[], None]) -> None:
        """Calls `callback`, from any thread, when the code is there; never if it is refused."""
        with self._lock:
            if not self._ended.is_set():
                self._callbacks.append(callback)
                return
        if self.refused is None:
            callback()

    def wait(self, halted: Callable[[], bool] = lambda: False) -> NativeCode:
        """The code; raises what getting it ready raised, and Stop when the wait is `halted`."""
        return self._work.result(halted)


_kinds: OrderedDict[tuple[int, object], _Kind] = OrderedDict()
"""By game object, and gone with it."""
_NOTHING = _Kind()
_watched: set[int] = set()
_kinds_lock = threading.RLock()  # a game may be freed anywhere


def _forget(number: int) -> None:
    """That game object is no more."""
    with _kinds_lock:
        _watched.discard(number)
        for key in [key for key in _kinds if key[0] == number]:
            del _kinds[key]


class NativePlan:
    """Native code of one game object for one plan: what there is, and how it is got ready."""

    def __init__(self, game: AnyGame, plan: Plan) -> None:
        self.game, self.plan = game, plan
        self.parameters = parameters(game)
        """What the game object holds."""
        self.key = id(original(game)), (plan.native_key, self.parameters)

    @property
    def _kind(self) -> _Kind:
        number = self.key[0]
        with _kinds_lock:
            if number not in _watched:
                _watched.add(number)
                weakref.finalize(original(self.game), _forget, number).atexit = False
            kind = _kinds.setdefault(self.key, _Kind())
            _kinds.move_to_end(self.key)
            while len(_kinds) > MOST_KINDS:
                _kinds.popitem(last=False)
        return kind

    def is_loaded(self) -> bool:
        """Is the code in memory already?"""
        return _kinds.get(self.key, _NOTHING).code is not None

    def is_ready(self, root: object) -> bool:
        """The same; and can it search from `root`, as far as is known?"""
        code = _kinds.get(self.key, _NOTHING).code
        return code is not None and code.suits(root)

    def prepare(
        self, root: object, expired: Callable[[], bool] = lambda: False, *, may_compile: bool = True
    ) -> PendingCode:
        """The code, which is got ready on a thread, if it is not under way already.

        Raises Unsupported if the rules are known not to compile. Comes back when no rule is asked
        any more: until then, nobody else may ask one.
        """
        kind = self._kind
        if kind.refused is not None:
            raise Unsupported(*kind.refused)
        begins = False
        try:
            with _kinds_lock:
                pending = kind.pending
                if pending is None:
                    begins = True
                    before = kind.code if kind.code is not None and kind.code.is_current() else None
                    kind.idle.clear()
                    kind.code = None
                    pending = PendingCode(
                        kind, self.game, root, self.plan, expired, before, may_compile=may_compile
                    )
                    kind.pending = pending
            if begins:
                pending.start()  # without the lock, which what is freed on a new thread may need
        except BaseException:  # Ctrl-C, or no room for a thread
            if begins:
                kind.pending = None
            raise
        pending.look()
        return pending

    def take(
        self,
        root: object,
        expired: Callable[[], bool] = lambda: False,
        halted: Callable[[], bool] = lambda: False,
        *,
        may_compile: bool = True,
    ) -> NativeSearcher:
        """A searcher, from those that stand idle, or of code that is compiled now.

        Raises Unsupported if the rules do not compile, Stop if the time has `expired` before, or
        if the wait for the compiler is `halted`; NotCompiled where it would have to compile and
        may not.
        """
        code = self._kind.code
        if code is not None and code.is_current() and code.suits(root):
            return self.another(code)
        pending = self.prepare(root, expired, may_compile=may_compile)
        start = time.perf_counter()
        searcher = NativeSearcher(pending.wait(halted))
        searcher.compile_time = time.perf_counter() - start
        return searcher

    def another(self, code: NativeCode) -> NativeSearcher:
        """A searcher of code that was taken just now, idle until now or new."""
        idle = self._kind.idle
        while idle:
            found = idle.pop()
            if found.code is code:
                found.compile_time = 0.0
                return found
        return NativeSearcher(code)

    def give(self, searchers: Iterable[NativeSearcher]) -> None:
        """Puts searchers back for the next search of the same kind."""
        kind = self._kind
        kind.idle += [searcher for searcher in searchers if searcher.code is kind.code]

    def note_unseen(self, state: object) -> bool:
        """The code met something new in that state; would wider code be another one?"""
        code = self._kind.code
        return code is not None and code.note_state(copier(self.game)(state))


def under_way(game: AnyGame) -> list[Plan]:
    """What native code is being got ready for, of this game object."""
    with _kinds_lock:
        kinds = [kind for (number, _), kind in _kinds.items() if number == id(original(game))]
    return [pending.plan for kind in kinds if (pending := kind.pending) is not None]


def parameters(game: AnyGame) -> tuple[tuple[str, object], ...]:
    """What this game object holds, in a form that can be compared."""
    moving: tuple[str, ...] = getattr(game, "moving_parts", ())
    held = ((n, _known_by(game, v)) for n, v in vars(game).items() if n not in moving)
    return tuple(sorted(held, key=operator.itemgetter(0)))


def _known_by(game: AnyGame, value: object) -> object:
    """What tells a value from others; of a method of the game, not the game itself."""
    if isinstance(value, types.MethodType) and value.__self__ is original(game):
        value = value.__func__
    return known_by(value)
