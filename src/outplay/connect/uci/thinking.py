"""One search, from `go` to `bestmove`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from outplay.arena.levels import pick
from outplay.connect.uci.info import best_moves, infos, line_text
from outplay.connect.uci.options import Settings
from outplay.connect.uci.protocol import Go, Info
from outplay.connect.uci.setup import find
from outplay.connect.uci.strength import STEP, level_for
from outplay.engine.engine import Engine
from outplay.game import MAX
from outplay.games.chess.board import State
from outplay.games.chess.moves import in_check, legal_moves
from outplay.result import COMPILING, Move, Result
from outplay.search.deadline import MARGIN

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

AGAIN = 0.01
"""Seconds until a search that was told to stop is told again."""


IN_PYTHON = "The rules of chess are being compiled; until then they run in Python, which is slow."


@dataclass(frozen=True)
class Order:
    """What is to be searched."""

    go: Go
    state: State
    history: tuple[State, ...]
    settings: Settings
    seed: int
    received: float
    """When `go` was read: the clock runs since then."""


class Thinking:
    """A search that can be stopped from any thread, at any time, before it begins too."""

    def __init__(self, order: Order, say: Callable[[str], None]) -> None:
        self.order, self._say = order, say
        self._changed = threading.Condition()
        self._stopped = self._done = False
        self._waits = order.go.waits
        self._deadline: float | None = None
        self._told_of_the_compiler = False
        go, overhead = order.go, order.settings.overhead / 1000
        clock = go.clock(order.state.player == MAX, overhead)
        if clock is not None:
            clock = replace(clock, remaining=max(LEAST, clock.remaining))
        self._clock = clock
        if not self._waits:
            self._deadline = self._latest(order.received)

    # --- from other threads -------------------------------------------------------------------

    def stop(self) -> None:
        """Ends the search: it answers with what it has."""
        with self._changed:
            self._stopped, self._waits = True, False
            self._changed.notify_all()

    def hit(self) -> None:
        """The move that was pondered on has been played: from now on the clock runs.

        The time that was pondered counts as thought, so the answer may come at once.
        """
        now = time.perf_counter()
        with self._changed:
            if not self.order.go.ponder or not self._waits:
                return
            self._waits = self.order.go.infinite
            latest = self._latest(now)
            if latest is not None and self._clock is not None:
                latest = min(latest, max(now, self.order.received + self._clock.aim))
            self._deadline = latest
            self._changed.notify_all()

    def _latest(self, start: float) -> float | None:
        """When the move must be there, if thinking on it began at `start`."""
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
        seconds = self.order.go.seconds
        if seconds is None:
            return None
        return max(0.001, seconds - min(self.order.settings.overhead / 1000, seconds / 20))

    # --- on the thread that searches ------------------------------------------------------------

    def run(self, engine: Engine) -> None:
        """Searches and says the answer. `bestmove` waits for `stop` or `ponderhit` if it must."""
        watch = threading.Thread(target=self._watch, args=(engine,), daemon=True)
        watch.start()
        try:
            words = self._answer(engine)
        except Exception as error:  # an engine that says no move at all loses the game
            self._say(Info(string=" ".join(str(error).split())).text())
            legal = list(legal_moves(self.order.state))
            words = self._moves_text(self.order.state, engine, (legal[0],) if legal else ())
        finally:
            with self._changed:
                self._done = True
                self._changed.notify_all()
        with self._changed:
            while self._waits:
                self._changed.wait()
        watch.join()
        self._say(words)

    def _watch(self, engine: Engine) -> None:
        """On a thread of its own: ends the search when it is told to, or when time is up."""
        with self._changed:
            while not self._done:
                left = None if self._deadline is None else self._deadline - time.perf_counter()
                if self._stopped or (left is not None and left <= 0):
                    engine.stop()  # lost if the search has not begun: so it is told again
                    self._changed.wait(AGAIN)
                else:
                    self._changed.wait(left)

    def _answer(self, engine: Engine) -> str:
        order = self.order
        settings = order.settings
        state, history = order.state, order.history
        legal = list(legal_moves(state))
        if not legal:
            lost = in_check(state)
            self._say(Info(depth=0, mate=0 if lost else None, cp=None if lost else 0).text())
            return "bestmove (none)"
        if engine.game.is_terminal(state):
            # A draw that must be claimed, and was not: play goes on as if counting began anew.
            state, history = state._replace(quiet=0), ()
            if engine.game.is_terminal(state):
                self._say(Info(depth=0, cp=0).text())
                return self._moves_text(state, engine, (legal[0],))
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
            for text in order.go.searchmoves
            if (action := find(state, text, settings.chess960)) is not None
        ]
        if chosen:
            limits["moves"] = chosen
        result = engine.analyse(
            state, lines=lines, history=history, progress=self._progress(engine), **limits
        )
        self._tell(result)
        move: Move | None = next(iter(best_moves(result, 1)), None)
        if level is not None:
            move = pick(result, level, STEP, Random(f"{order.seed}/{state}")) or move
        line = (result.action,) if move is None else move.line or (move.action,)
        return self._moves_text(state, engine, line)

    def _limits(self) -> dict[str, Any]:
        """What the engine is told; the deadline is kept by `_watch` besides."""
        go = self.order.go
        depth = go.depth
        if go.mate is not None:
            depth = _least(depth, 2 * go.mate - 1 + MATE_PLIES)
        limits: dict[str, Any] = {
            "depth": None if depth is None else min(depth, PLIES), "nodes": go.nodes,
        }  # fmt: skip
        if go.waits:
            return {**limits, "time": FOREVER}
        waited = time.perf_counter() - self.order.received
        clock, seconds = self._clock, self._move_seconds
        if clock is not None:
            limits["clock"] = replace(clock, remaining=max(LEAST, clock.remaining - waited))
        if seconds is not None:
            limits["time"] = max(0.001, seconds - waited)
        if all(value is None for value in limits.values()):
            limits["time"] = FOREVER
        return limits

    # --- what is said ---------------------------------------------------------------------------

    def _progress(self, engine: Engine) -> Callable[[Result], None]:
        wanted = self.order.go.mate

        def progress(result: Result) -> None:
            self._tell(result)
            if wanted is None:
                return
            for move in best_moves(result, 1):
                value = move.value * (1 if result.to_move == MAX else -1)
                if value > 0 and move.distance is not None and move.distance < 2 * wanted:
                    engine.stop()

        return progress

    def _tell(self, result: Result) -> None:
        if result.speed_reason == COMPILING and not self._told_of_the_compiler:
            self._told_of_the_compiler = True
            self._say(Info(string=IN_PYTHON).text())
        seconds = time.perf_counter() - self.order.received
        settings = self.order.settings
        for info in infos(result, settings.lines, seconds, settings.chess960):
            self._say(info.text())

    def _moves_text(self, state: State, engine: Engine, line: tuple[Any, ...]) -> str:
        texts = line_text(engine.game, state, line[:2], self.order.settings.chess960)
        if not texts:
            return "bestmove (none)"
        return f"bestmove {texts[0]}" + (f" ponder {texts[1]}" if len(texts) > 1 else "")


def _least(a: Any, b: Any) -> Any:
    """The smaller one of two limits; None is no limit."""
    given = [x for x in (a, b) if x is not None]
    return min(given, default=None)
