"""`outplay uci`: reads commands, lets one thread think, and answers.

The thread that reads never thinks, so `isready` and `stop` are heard at any time. The other one
does what takes time, in the order in which it was asked: it makes the engine as the options say,
forgets old games, and searches. Where the rules have not been compiled, that goes on beside it.
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
from outplay.connect.uci.setup import Board
from outplay.connect.uci.thinking import Order, Thinking
from outplay.engine.engine import Engine
from outplay.errors import OutplayError
from outplay.games.chess.rules import Chess

LOADING = 2.0
"""Seconds that `isready` waits for machine code: so the first search has what is on disk."""

PATIENCE = 3.0
"""Seconds that a search has to end when the program does."""


class Loop:
    """One conversation; `say` writes a line."""

    def __init__(self, say: Callable[[str], None], speed: str = "auto") -> None:
        self._lock = threading.Lock()
        self._write = say
        self._speed = speed
        self.game = Chess()
        self.board = Board(self.game)
        self.settings = Settings()
        self._engine: Engine | None = None
        self._made_for: tuple[int, int] | None = None
        self._thinking: Thinking | None = None
        """The search that was asked for last, while it is not over."""
        self._unanswered = 0
        """How many times `isready` was asked while the engine was being made."""
        self._seed = SystemRandom().randrange(1, 2**31)
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="outplay-uci", daemon=True)
        self._commands: dict[str, Callable[[Sequence[str]], None]] = {
            "uci": self._uci, "isready": self._isready, "setoption": self._setoption,
            "ucinewgame": self._ucinewgame, "position": self._position, "go": self._go,
            "stop": self._stop, "ponderhit": self._ponderhit, "d": self._d,
            "debug": self._nothing, "register": self._nothing,
        }  # fmt: skip

    def say(self, line: str) -> None:
        """Writes a line, whole; if nobody reads any more, the end of input will say so."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            self._write(line)

    def run(self, lines: Iterable[str]) -> bool:
        """Answers until `quit` or the end of the lines; True if nothing is left running."""
        self._worker.start()
        self._jobs.put(self._nothing_more)  # the engine is made while the greetings go on
        with contextlib.suppress(KeyboardInterrupt):
            for line in lines:
                if not self.hear(line):
                    break
        if self._thinking is not None:
            self._thinking.stop()
        self._jobs.put(None)
        with contextlib.suppress(KeyboardInterrupt):
            self._worker.join(PATIENCE)
        return not self._worker.is_alive()

    def hear(self, line: str) -> bool:
        """Does what a line says; False for `quit`. Unknown words at its start are skipped."""
        words = line.split()
        while words and words[0] not in self._commands and words[0] != "quit":
            words = words[1:]
        if words[:1] == ["quit"]:
            return False
        if words:
            self._commands[words[0]](words[1:])
        return True

    # --- commands -------------------------------------------------------------------------------

    def _uci(self, words: Sequence[str]) -> None:
        self.say(f"id name Outplay {__version__}")
        self.say("id author the authors of Outplay")
        for option in OPTIONS:
            self.say(option.text())
        self.say("uciok")

    def _isready(self, words: Sequence[str]) -> None:
        """While the engine thinks, at once; else when it is as the options say."""
        with self._lock:
            thinks = self._thinking is not None and self._engine is not None
            if not thinks:
                self._unanswered += 1
        if thinks:
            self.say("readyok")
        else:
            self._jobs.put(self._nothing_more)

    def _setoption(self, words: Sequence[str]) -> None:
        found = read_option(words)
        if found is None:
            return
        settings = self.settings.changed(*found)
        if isinstance(settings, str):
            self._tell(settings)
            return
        self.settings = settings
        if found[0].lower() == "clear hash":
            self._jobs.put(self._forget)

    def _ucinewgame(self, words: Sequence[str]) -> None:
        self._stop(words)
        self._seed = SystemRandom().randrange(1, 2**31)
        self._jobs.put(self._forget)

    def _position(self, words: Sequence[str]) -> None:
        position = read_position(list(words))
        if position is None:
            self._tell("After position comes startpos or fen, and a FEN.")
            return
        trouble = self.board.set_up(position, self.settings.chess960)
        if trouble:
            self._tell(trouble)

    def _go(self, words: Sequence[str]) -> None:
        received = time.perf_counter()
        self._stop(words)
        board, settings = self.board, self.settings
        order = Order(
            read_go(words), board.state, tuple(board.history), settings,
            settings.seed or self._seed, received,
        )  # fmt: skip
        thinking = Thinking(order, self.say)
        self._thinking = thinking
        self._jobs.put(lambda: self._think(thinking))

    def _stop(self, words: Sequence[str]) -> None:
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()

    def _ponderhit(self, words: Sequence[str]) -> None:
        thinking = self._thinking
        if thinking is not None:
            thinking.hit()

    def _d(self, words: Sequence[str]) -> None:
        """For people: what stands on the board."""
        state = self.board.state
        self.say(f"{self.game.show(state)}\n{self.game.format_state(state)}")

    def _nothing(self, words: Sequence[str]) -> None:
        """Known, and of no use here."""

    def _tell(self, sentence: str) -> None:
        self.say(Info(string=" ".join(sentence.split())).text())

    # --- on the thread that thinks --------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._make()
                job()
            except OutplayError as error:
                self._tell(str(error))
            except Exception as error:
                self._tell(f"Something is wrong in Outplay: {error!r}.")

    def _nothing_more(self) -> None:
        """To be ready is all that is asked."""

    def _make(self) -> None:
        """The engine as the options say, ready to search; then `isready` is answered."""
        wanted = self.settings.memory, self.settings.threads
        try:
            if self._made_for != wanted:
                self._made_for = wanted
                try:
                    self._engine = self._new_engine(*wanted)
                except (OutplayError, MemoryError) as error:  # too much was asked for
                    self._tell(str(error) or f"There is no memory for a table of {wanted[0]} MB.")
                    self._engine = self._new_engine(Settings().memory, Settings().threads)
        finally:
            self._wait_for_code()
            with self._lock:
                count, self._unanswered = self._unanswered, 0
            for _ in range(count):
                self.say("readyok")

    def _new_engine(self, memory: int, threads: int) -> Engine:
        self._engine = None  # its table makes room
        engine = Engine(self.game, memory=memory, threads=threads, speed=self._speed)
        engine.prepare()
        return engine

    def _wait_for_code(self) -> None:
        """For a while, if `isready` was asked, and nothing else is to be done."""
        until = time.monotonic() + LOADING
        while self._unanswered and self._thinking is None and self._engine is not None:
            if self._engine.prepare(0.02) or time.monotonic() > until:
                return

    def _forget(self) -> None:
        if self._engine is not None:
            self._engine.clear()

    def _think(self, thinking: Thinking) -> None:
        assert self._engine is not None
        try:
            thinking.run(self._engine)
        finally:
            with self._lock:
                if self._thinking is thinking:
                    self._thinking = None
