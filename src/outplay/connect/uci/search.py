"""One search, from `go` to `bestmove`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from outplay.arena.levels import pick
from outplay.connect.uci.info import best_moves, infos, line_text
from outplay.connect.uci.options import Settings
from outplay.connect.uci.protocol import Go, Info
from outplay.connect.uci.setup import find
from outplay.connect.uci.strength import STEP, level_for
from outplay.engine.engine import AnyEngine
from outplay.game import MAX
from outplay.games.chess.board import State
from outplay.games.chess.moves import in_check, legal_moves
from outplay.result import COMPILING, AnyMove, AnyResult
from outplay.search.supervise import MARGIN
from outplay.wording import one_line

Number = TypeVar("Number", int, float)

FOREVER = 10.0**7
"""Seconds, a third of a year: the limit of a search that has none."""

PLIES = 256
"""No search goes deeper."""

MATE_PLIES = 6
"""A mate in n moves is looked for so many plies beyond 2 n - 1: parts of a search look less far."""

FORCED = 0.02
"""Seconds for the only legal move, where a clock runs."""

LEAST = MARGIN + 0.01
"""Seconds that every clock is taken to show: a move that was not searched at all loses too."""

RESERVE = 0.1
"""Seconds of a clock that are kept for a machine that is busy with other things; of the rest, no
move takes more than half."""

STOP_AGAIN = 0.01
"""Seconds between two calls of `Engine.stop`: one is lost if the search has not begun."""


IN_PYTHON = "The rules of chess are being compiled; until then they run in Python, which is slow."


@dataclass(frozen=True)
class Request:
    """What to search, and how."""

    go: Go
    state: State
    history: tuple[State, ...]
    settings: Settings
    seed: int
    received: float
    """When `go` was read: the clock runs since then."""


class UciSearch:
    """A search that can be stopped from any thread, at any time, before it begins too."""

    def __init__(self, request: Request, send: Callable[[str], None]) -> None:
        self.request, self._send = request, send
        self._changed = threading.Condition()
        self._stopped = self._done = False
        self._waits = request.go.waits
        self._compiling_reported = False
        go, overhead = request.go, request.settings.overhead / 1000
        clock = go.clock(request.state.player == MAX, overhead)
        if clock is not None:
            clock = replace(clock, remaining=max(LEAST, clock.remaining))
        self._clock = clock
        self._deadline = None if self._waits else self._latest(request.received)

    # --- from other threads -------------------------------------------------------------------

    def stop(self) -> None:
        """Ends the search, which answers with its best move so far."""
        with self._changed:
            self._stopped, self._waits = True, False
            self._changed.notify_all()

    def ponderhit(self) -> None:
        """The expected move has been played: from now on the clock runs.

        Time spent pondering counts, so the answer may come at once.
        """
        now = time.perf_counter()
        with self._changed:
            if not self.request.go.ponder or not self._waits:
                return
            self._waits = self.request.go.infinite
            latest = self._latest(now)
            if latest is not None and self._clock is not None:
                latest = min(latest, max(now, self.request.received + self._clock.aim))
            self._deadline = latest
            self._changed.notify_all()

    def _latest(self, start: float) -> float | None:
        """The latest time for the move, if its search began at `start`."""
        ends = []
        clock = self._clock
        if clock is not None:
            ends.append(start + clock.most)
            if clock.moves_to_go != 1:
                ends.append(start + max(LEAST - MARGIN, (clock.remaining - RESERVE) / 2))
        seconds = self._move_seconds
        if seconds is not None:
            ends.append(start + seconds)
        return min(ends, default=None)

    @property
    def _move_seconds(self) -> float | None:
        """`movetime`, less what goes by outside, of which no more than a twentieth is taken off."""
        seconds = self.request.go.seconds
        if seconds is None:
            return None
        return max(0.001, seconds - min(self.request.settings.overhead / 1000, seconds / 20))

    # --- on the thread that searches ------------------------------------------------------------

    def run(self, engine: AnyEngine) -> None:
        """Searches and sends `bestmove`, which waits for `stop` or `ponderhit` if it must."""
        watcher = threading.Thread(target=self._enforce_deadline, args=(engine,), daemon=True)
        watcher.start()
        try:
            bestmove = self._answer(engine)
        except Exception as error:  # an engine that sends no move loses the game
            self._send(Info(string=one_line(str(error))).text())
            state = self.request.state
            bestmove = self._bestmove(state, engine, tuple(legal_moves(state))[:1])
        finally:
            with self._changed:
                self._done = True
                self._changed.notify_all()
        with self._changed:
            while self._waits:
                self._changed.wait()
        watcher.join()
        self._send(bestmove)

    def _enforce_deadline(self, engine: AnyEngine) -> None:
        """Runs in a thread: ends the search on `stop`, or when time is up."""
        with self._changed:
            while not self._done:
                left = None if self._deadline is None else self._deadline - time.perf_counter()
                if self._stopped or (left is not None and left <= 0):
                    engine.stop()
                    self._changed.wait(STOP_AGAIN)
                else:
                    self._changed.wait(left)

    def _answer(self, engine: AnyEngine) -> str:
        request = self.request
        settings = request.settings
        state, history = request.state, request.history
        legal = list(legal_moves(state))
        if not legal:
            lost = in_check(state)
            self._send(Info(depth=0, mate=0 if lost else None, cp=None if lost else 0).text())
            return "bestmove (none)"
        if engine.game.is_terminal(state):
            # A draw that must be claimed, and was not: play goes on as if counting began anew.
            state, history = state._replace(quiet=0), ()
            if engine.game.is_terminal(state):
                self._send(Info(depth=0, cp=0).text())
                return self._bestmove(state, engine, (legal[0],))
        level = level_for(settings.elo) if settings.limited else None
        limits = self._limits()
        if len(legal) == 1 and "clock" in limits:
            limits["time"] = _least(limits.get("time"), FORCED)
        lines = settings.lines
        if level is not None and level.lines > 1:
            lines = max(lines, level.lines)
            limits["depth"] = _least(limits["depth"], level.depth)
            limits["nodes"] = _least(limits["nodes"], level.nodes)
        chosen = [
            action
            for text in request.go.searchmoves
            if (action := find(state, text, settings.chess960)) is not None
        ]
        if chosen:
            limits["moves"] = chosen
        result = engine.analyse(
            state, lines=lines, history=history, progress=self._progress(engine), **limits
        )
        self._send_info(result)
        move: AnyMove | None = next(iter(best_moves(result, 1)), None)
        if level is not None:
            move = pick(result, level, STEP, Random(f"{request.seed}/{state}")) or move
        line = (result.action,) if move is None else move.line or (move.action,)
        return self._bestmove(state, engine, line)

    def _limits(self) -> dict[str, Any]:
        """The limits for the engine; `_enforce_deadline` keeps the deadline besides."""
        go = self.request.go
        depth = go.depth
        if go.mate is not None:
            depth = _least(depth, 2 * go.mate - 1 + MATE_PLIES)
        depth = None if depth is None else min(depth, PLIES)
        limits: dict[str, Any] = {"depth": depth, "nodes": go.nodes}
        if go.waits:
            return {**limits, "time": FOREVER}
        waited = time.perf_counter() - self.request.received
        clock, seconds = self._clock, self._move_seconds
        if clock is not None:
            limits["clock"] = replace(clock, remaining=max(LEAST, clock.remaining - waited))
        if seconds is not None:
            limits["time"] = max(0.001, seconds - waited)
        if all(value is None for value in limits.values()):
            limits["time"] = FOREVER
        return limits

    # --- output ---------------------------------------------------------------------------

    def _progress(self, engine: AnyEngine) -> Callable[[AnyResult], None]:
        wanted = self.request.go.mate

        def progress(result: AnyResult) -> None:
            self._send_info(result)
            if wanted is None:
                return
            for move in best_moves(result, 1):
                value = move.value * (1 if result.to_move == MAX else -1)
                if value > 0 and move.distance is not None and move.distance < 2 * wanted:
                    engine.stop()

        return progress

    def _send_info(self, result: AnyResult) -> None:
        if result.speed_reason == COMPILING and not self._compiling_reported:
            self._compiling_reported = True
            self._send(Info(string=IN_PYTHON).text())
        seconds = time.perf_counter() - self.request.received
        settings = self.request.settings
        for info in infos(result, settings.lines, seconds, settings.chess960):
            self._send(info.text())

    def _bestmove(self, state: State, engine: AnyEngine, line: tuple[int, ...]) -> str:
        texts = line_text(engine.game, state, line[:2], self.request.settings.chess960)
        if not texts:
            return "bestmove (none)"
        return f"bestmove {texts[0]}" + (f" ponder {texts[1]}" if len(texts) > 1 else "")


def _least(a: Number | None, b: Number | None) -> Number | None:
    """The smaller one of two limits; None is no limit."""
    return min((x for x in (a, b) if x is not None), default=None)
