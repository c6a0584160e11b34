"""`outplay uci`: one thread reads commands, another one searches.

The thread that reads never searches, so it handles `isready` and `stop` at any time. The other one
does what takes time, in the order of the commands: it makes the engine with the options that are
set, clears its table, and searches. Rules that are not compiled yet are compiled meanwhile.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from random import SystemRandom

from outplay import __version__
from outplay.connect.uci.options import OPTIONS, Settings
from outplay.connect.uci.protocol import Info, read_go, read_option, read_position
from outplay.connect.uci.search import Request, UciSearch
from outplay.connect.uci.setup import Board
from outplay.engine.engine import AnyEngine, Engine
from outplay.errors import OutplayError
from outplay.games.chess.rules import Chess
from outplay.wording import one_line

_COMMANDS = "uci isready setoption ucinewgame position go stop ponderhit d debug register"
COMMANDS = frozenset(_COMMANDS.split())
"""Each is a method of `Loop`, with a _ before its name; and there is `quit`."""

LOAD_SECONDS = 2.0
"""Seconds that `isready` waits for machine code, so that the first search has it from disk."""

STOP_SECONDS = 3.0
"""Seconds for the last search to stop when the program ends."""


class Loop:
    """One session of the protocol; `send` writes a line."""

    def __init__(self, send: Callable[[str], None], speed: str = "auto") -> None:
        self._lock = threading.Lock()
        self._write = send
        self._speed = speed
        self.game = Chess()
        self.board = Board(self.game)
        self.settings = Settings()
        self._engine: AnyEngine | None = None
        self._made_for: tuple[int, int] | None = None
        self._search: UciSearch | None = None
        """The last search, until it is over."""
        self._ready_pending = 0
        """How many `isready` came while the engine was being made."""
        self._seed = SystemRandom().randrange(1, 2**31)
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="outplay-uci", daemon=True)

    def send(self, line: str) -> None:
        """Writes one line. If nobody reads any more, input will end as well."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            self._write(line)

    def run(self, lines: Iterable[str]) -> bool:
        """Answers until `quit` or the end of the lines; True if nothing is left running."""
        self._worker.start()
        self._jobs.put(self._only_prepare)  # makes the engine while the protocol starts
        with contextlib.suppress(KeyboardInterrupt):
            for line in lines:
                if not self.handle(line):
                    break
        self._stop(())
        self._jobs.put(None)
        with contextlib.suppress(KeyboardInterrupt):
            self._worker.join(STOP_SECONDS)
        return not self._worker.is_alive()

    def handle(self, line: str) -> bool:
        """Runs the command of a line; False for `quit`. Skips unknown words at its start."""
        words = line.split()
        while words and words[0] not in COMMANDS and words[0] != "quit":
            words = words[1:]
        if words[:1] == ["quit"]:
            return False
        if words:
            getattr(self, f"_{words[0]}")(words[1:])
        return True

    # --- commands -------------------------------------------------------------------------------

    def _uci(self, words: Sequence[str]) -> None:
        self.send(f"id name Outplay {__version__}")
        self.send("id author the authors of Outplay")
        for option in OPTIONS:
            self.send(option.text())
        self.send("uciok")

    def _isready(self, words: Sequence[str]) -> None:
        """Answers at once during a search; else as soon as the engine has its options."""
        with self._lock:
            searching = self._search is not None and self._engine is not None
            if not searching:
                self._ready_pending += 1
        if searching:
            self.send("readyok")
        else:
            self._jobs.put(self._only_prepare)

    def _setoption(self, words: Sequence[str]) -> None:
        found = read_option(words)
        if found is None:
            return
        settings = self.settings.changed(*found)
        if isinstance(settings, str):
            self._send_string(settings)
            return
        self.settings = settings
        if found[0].lower() == "clear hash":
            self._jobs.put(self._clear)

    def _ucinewgame(self, words: Sequence[str]) -> None:
        self._stop(words)
        self._seed = SystemRandom().randrange(1, 2**31)
        self._jobs.put(self._clear)

    def _position(self, words: Sequence[str]) -> None:
        position = read_position(list(words))
        if position is None:
            self._send_string("Expected startpos or fen after position.")
            return
        error = self.board.set_up(position, self.settings.chess960)
        if error:
            self._send_string(error)

    def _go(self, words: Sequence[str]) -> None:
        received = time.perf_counter()
        self._stop(words)
        board, settings = self.board, self.settings
        seed, history = settings.seed or self._seed, tuple(board.history)
        request = Request(read_go(words), board.state, history, settings, seed, received)
        search = UciSearch(request, self.send)
        self._search = search
        self._jobs.put(lambda: self._run_search(search))

    def _stop(self, words: Sequence[str]) -> None:
        if (search := self._search) is not None:
            search.stop()

    def _ponderhit(self, words: Sequence[str]) -> None:
        if (search := self._search) is not None:
            search.ponderhit()

    def _d(self, words: Sequence[str]) -> None:
        """For people: what stands on the board."""
        state = self.board.state
        self.send(f"{self.game.show(state)}\n{self.game.format_state(state)}")

    def _debug(self, words: Sequence[str]) -> None:
        """Known, and without effect."""

    _register = _debug

    def _send_string(self, sentence: str) -> None:
        self.send(Info(string=one_line(sentence)).text())

    # --- on the thread that searches -------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._make()
                job()
            except OutplayError as error:
                self._send_string(str(error))
            except Exception as error:
                self._send_string(f"Internal error in Outplay: {error!r}.")

    def _only_prepare(self) -> None:
        """A job that only makes sure that the engine is ready."""

    def _make(self) -> None:
        """Makes the engine with its options, ready to search; then answers `isready`."""
        wanted = self.settings.memory, self.settings.threads
        try:
            if self._made_for != wanted:
                self._made_for = wanted
                try:
                    self._engine = self._new_engine(*wanted)
                except (OutplayError, MemoryError) as error:  # a table that is too large
                    self._send_string(
                        str(error) or f"Not enough memory for a table of {wanted[0]} MB."
                    )
                    self._engine = self._new_engine(Settings().memory, Settings().threads)
        finally:
            self._wait_for_code()
            with self._lock:
                count, self._ready_pending = self._ready_pending, 0
            for _ in range(count):
                self.send("readyok")

    def _new_engine(self, memory: int, threads: int) -> AnyEngine:
        self._engine = None  # its table makes room
        engine = Engine(self.game, memory=memory, threads=threads, speed=self._speed)
        engine.prepare()
        return engine

    def _wait_for_code(self) -> None:
        """For a while, if `isready` waits for an answer, and there is nothing else to do."""
        until = time.monotonic() + LOAD_SECONDS
        while self._ready_pending and self._search is None and self._engine is not None:
            if self._engine.prepare(0.02) or time.monotonic() > until:
                return

    def _clear(self) -> None:
        if self._engine is not None:
            self._engine.clear()

    def _run_search(self, search: UciSearch) -> None:
        assert self._engine is not None
        try:
            search.run(self._engine)
        finally:
            with self._lock:
                if self._search is search:
                    self._search = None
