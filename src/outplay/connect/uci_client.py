"""Another chess engine, run as a process that speaks UCI.

with UciEngine("/usr/games/stockfish", {"Threads": 1}) as engine:
    engine.new_game()
    print(engine.think(Position(moves=("e2e4",)), Go(movetime=100)).move)
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from outplay.connect.uci.protocol import Go, Info, Option, Position, read_declared, read_info
from outplay.errors import OutplayError, UsageError

READY_SECONDS = 300.0
"""Seconds within which an engine must be ready: it may have to compile."""

STOP_SECONDS = 5.0
"""Seconds after `stop` until an engine that does not answer is abandoned."""

QUIT_SECONDS = 1.0
"""Seconds after `quit` until an engine is killed."""

NO_MOVE = ("(none)", "0000")
"""What engines answer where no move can be played."""


class EngineError(OutplayError):
    """An engine could not be started, ended by itself, or does not answer."""


@dataclass(frozen=True)
class Answer:
    """What an engine answered to `go`."""

    move: str | None
    """None if it says that there is no move."""
    ponder: str | None
    """The reply that it expects; None if it says nothing of it."""
    info: Info
    """The last line with a score."""
    seconds: float
    """From `go` to the answer."""


class UciEngine:
    """One engine; it runs until `close`, or the end of the `with` block."""

    def __init__(
        self,
        command: str | Sequence[str],
        options: Mapping[str, object] | None = None,
        *,
        patience: float = READY_SECONDS,
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command:
            raise UsageError("The command that starts the engine is missing.")
        self.patience = patience
        self.name = self.command[0].rpartition("/")[2]
        self.options: dict[str, Option] = {}
        """What it declares, by name in small letters."""
        self._lines: queue.SimpleQueue[tuple[float, str | None]] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # so that Ctrl-C in the terminal does not reach it
            )
        except OSError as error:
            raise EngineError(
                f"The engine {shlex.join(self.command)} does not start: {error.strerror}."
            ) from None
        assert self._process.stdout is not None
        self._reader = threading.Thread(
            target=self._read, args=(self._process.stdout,), daemon=True
        )
        self._reader.start()
        try:
            for words in self._until("uci", "uciok"):
                if words[:2] == ["id", "name"]:
                    self.name = " ".join(words[2:]) or self.name
                elif words[0] == "option" and (option := read_declared(words[1:])) is not None:
                    self.options[option.name.lower()] = option
            for name, value in (options or {}).items():
                self.set_option(name, value)
            self.wait_until_ready()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> UciEngine:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- lines ----------------------------------------------------------------------------------

    def _read(self, stream: IO[str]) -> None:
        """Runs in a thread: queues each line with its time; None at the end."""
        with contextlib.suppress(ValueError, OSError):
            for line in stream:
                self._lines.put((time.perf_counter(), line.strip()))
        self._lines.put((time.perf_counter(), None))

    def send(self, line: str) -> None:
        """Sends one line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def _next(self, deadline: float, awaited: str) -> tuple[float, list[str]]:
        """When the next line that is not empty came, and its words."""
        while True:
            try:
                when, line = self._lines.get(timeout=max(0.0, deadline - time.perf_counter()))
            except queue.Empty:
                raise EngineError(f"{self.name} did not answer with {awaited!r}.") from None
            if line is None:
                self._lines.put((when, None))
                raise self._ended()
            if line:
                return when, line.split()

    def _ended(self) -> EngineError:
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return EngineError(f"{self.name} no longer reads commands.")
        return EngineError(f"{self.name} exited unexpectedly with code {code}.")

    def _until(self, sent: str, awaited: str) -> Iterator[list[str]]:
        """Sends a line; gives the words of each line of the answer, until it says `awaited`."""
        self.send(sent)
        deadline = time.perf_counter() + self.patience
        while (words := self._next(deadline, awaited)[1]) != [awaited]:
            yield words

    # --- commands -------------------------------------------------------------------------------

    def set_option(self, name: str, value: object = None) -> None:
        """Sets an option that the engine has declared; True and False for a check."""
        option = self.options.get(name.lower())
        if option is None:
            has = ", ".join(option.name for option in self.options.values()) or "none"
            raise UsageError(f"{self.name} has no option {name!r}; it has {has}.")
        if isinstance(value, bool):
            value = "true" if value else "false"
        setting = "" if value is None or option.kind == "button" else f" value {value}"
        self.send(f"setoption name {option.name}{setting}")

    def wait_until_ready(self) -> None:
        """Sends `isready` and waits for `readyok`."""
        for _ in self._until("isready", "readyok"):
            pass

    def new_game(self) -> None:
        """The next positions belong to another game."""
        self.send("ucinewgame")
        self.wait_until_ready()

    def think(
        self,
        position: Position,
        go: Go,
        *,
        longest: float | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Answer:
        """The engine's move. After `longest` seconds it is told to stop, and then abandoned.

        `on_info` gets each `info` line as it comes.
        """
        self.send(position.text())
        self.send(go.text())
        start = time.perf_counter()
        last = Info()
        stopped = False
        while True:
            limit = float("inf") if longest is None else longest + (STOP_SECONDS if stopped else 0)
            try:
                when, words = self._next(min(start + limit, start + 1e6), "bestmove")
            except EngineError:
                if stopped or self._process.poll() is not None:
                    raise
                stopped = True
                self.send("stop")
                continue
            if words[0] == "info":
                info = read_info(words[1:])
                if (info.cp is not None or info.mate is not None) and info.multipv in (None, 1):
                    last = info
                if on_info is not None:
                    on_info(info)
            elif words[0] == "bestmove":
                move = words[1] if len(words) > 1 else NO_MOVE[0]
                ponder = words[3] if words[2:3] == ["ponder"] and len(words) > 3 else None
                return Answer(None if move in NO_MOVE else move, ponder, last, when - start)

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()

    def close(self) -> None:
        """Asks the process to quit, and kills it if it does not."""
        process = self._process
        with contextlib.suppress(OSError, ValueError, EngineError):
            self.send("quit")
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.close()
        try:
            process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._reader.join(QUIT_SECONDS)
        if not self._reader.is_alive():  # else something that it started holds the pipe open
            assert process.stdout is not None
            process.stdout.close()
