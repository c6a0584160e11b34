"""Several native searches of one state at once."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from typing import Any

from outplay.native.layout import Stop
from outplay.native.searcher import NativeSearcher
from outplay.search.supervise import start_deep_thread


class Team:
    """Threads that search the same state with one table; the first answer is everyone's."""

    def __init__(self, searchers: list[NativeSearcher]) -> None:
        self._searchers = searchers
        self._share = 0
        self._stopped = False
        self._lock = threading.Lock()
        self._answer: Any = None
        self._failure: BaseException | None = None
        self.winner = searchers[0]

    def begin(self, share: int) -> None:
        self._share, self._stopped = share, False

    def stop(self) -> None:
        self._stopped = True

    @contextlib.contextmanager
    def within(self, most: int) -> Iterator[None]:
        """No thread visits more nodes than that, all in all."""
        before, self._share = self._share, min(self._share, most)
        yield
        self._share = before

    def search(self, state: Any, arguments: tuple[Any, ...], *, alone: bool) -> Any:
        """The value of `state`; raises what the first thread to end raises."""
        self._answer, self._failure = None, None
        for searcher in self._searchers:
            searcher.set("check_at", self._share)
        if self._stopped:  # from now on `stop` is heard by the searchers themselves
            raise Stop
        others = [
            start_deep_thread(functools.partial(self._work, searcher, state, arguments))
            for searcher in self._searchers[1:]
            if not alone
        ]
        self._work(self._searchers[0], state, arguments)
        for other in others:
            other.join()
        if self._answer is not None:
            return self._answer
        assert self._failure is not None
        raise self._failure

    def _work(self, searcher: NativeSearcher, state: Any, arguments: tuple[Any, ...]) -> None:
        try:
            value = searcher.search(state, arguments)
        except BaseException as error:
            with self._lock:
                if self._failure is None or isinstance(self._failure, Stop):
                    self._failure = error
                    if self._answer is None:
                        self.winner = searcher
        else:
            with self._lock:
                if self._answer is None:
                    self._answer, self.winner = value, searcher
        for other in self._searchers:
            other.stop()
