"""A UCI engine as a player of matches: `uci:COMMAND`, with options and a limit after colons.

uci:/usr/games/stockfish:UCI_LimitStrength=true,UCI_Elo=2000:0.1s
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Mapping, Sequence
from typing import Unpack

from outplay.arena.players import Forfeit, LimitedPlayer, Limits, read_limits
from outplay.connect.uci.protocol import Go, Position
from outplay.connect.uci.setup import find
from outplay.connect.uci_client import EngineError, UciEngine
from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.games.chess.board import State
from outplay.games.chess.rules import Chess
from outplay.games.chess.san import uci

ASSIGNMENT = re.compile(r"[^=,]+=[^,]*(,[^=,]+=[^,]*)*")
"""Options as they are written: `Hash=16,Threads=1`."""

EXTRA = 5.0
"""Seconds over its time after which an engine is told to stop, and loses."""


class UciPlayer(LimitedPlayer):
    """Another chess engine, with its own options and limits for each move.

    An engine that ends, does not answer or plays an illegal move forfeits the game, and is
    restarted for the next one.
    """

    def __init__(
        self,
        command: str,
        options: Mapping[str, str] | None = None,
        *,
        name: str = "",
        **limits: Unpack[Limits],
    ) -> None:
        super().__init__(name=name or command.split()[0].rpartition("/")[2], **limits)
        self.command, self.options = command, dict(options or {})
        time = self.limits["time"]
        self.longest = None if time is None else time + EXTRA
        milliseconds = None if time is None else max(1, round(1000 * time))
        self.go = Go(self.limits["depth"], self.limits["nodes"], milliseconds)
        self._fixed_name = name
        self._engine: UciEngine | None = None

    def begin(self, game: AnyGame, seed: int) -> None:
        if not isinstance(game, Chess):
            raise UsageError(f"A UCI engine plays chess, not {game.name}.")
        if self._engine is None:
            options: dict[str, object] = dict(self.options)
            if game.chess960:
                options["UCI_Chess960"] = True
            self._engine = UciEngine(self.command, options)
            weakref.finalize(self, self._engine.close)
            self.name = self._fixed_name or self._engine.name
        self._engine.new_game()
        self._game = game
        self._states: list[State] = []
        self._moves: list[str] = []

    def choose(self, state: object, history: Sequence[object]) -> int:
        assert self._engine is not None, "the game has not begun"
        game = self._game
        states = [s for s in (*history, state) if isinstance(s, State)]
        self._follow(states)
        start, here = states[0], states[-1]
        fen = None if start == game.initial() and not game.chess960 else game.format_state(start)
        position = Position(fen, tuple(self._moves))
        try:
            answer = self._engine.think(position, self.go, longest=self.longest)
        except EngineError as error:
            self._engine.close()
            self._engine = None
            raise Forfeit(str(error), f"{self.name} not answering") from None
        if self.longest is not None and answer.seconds > self.longest:
            raise Forfeit(
                f"{self.name} took {answer.seconds:.1f} s for a move.",
                f"{self.name} running out of time",
            )
        action = None if answer.move is None else find(here, answer.move, game.chess960)
        if action is None:
            raise Forfeit(
                f"{self.name} played {answer.move}, which is not legal in"
                f" {game.format_state(here)}.",
                f"an illegal move by {self.name}",
            )
        return action

    def _follow(self, states: Sequence[State]) -> None:
        """The moves that led through these states."""
        kept = 0  # of what was played, unless moves were taken back
        for known, state in zip(self._states, states, strict=False):
            if known != state:
                break
            kept += 1
        self._states[kept:], self._moves[max(kept - 1, 0) :] = [], []
        if not self._states:
            self._states = [states[0]]
        for state in states[len(self._states) :]:
            before = self._states[-1]
            moves = (a for a in self._game.legal(before) if self._game.result(before, a) == state)
            self._moves.append(uci(before, next(moves), self._game.chess960))
            self._states.append(state)

    def close(self) -> None:
        if self._engine is not None:
            self._engine.kill()
            self._engine = None

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_engine": None}


def read_uci_player(text: str) -> UciPlayer:
    """The player that stands after `uci:`; raises UsageError with one sentence."""
    command, *rest = text.split(":")
    options: dict[str, str] = {}
    limits = Limits()
    # A colon that is not before options or limits belongs to the command.
    while rest and not (ASSIGNMENT.fullmatch(rest[0]) or read_limits(rest[0])):
        command += ":" + rest.pop(0)
    for part in rest:
        limit = read_limits(part)
        if limit is not None:
            limits |= limit
        elif ASSIGNMENT.fullmatch(part):
            options |= dict(pair.split("=", 1) for pair in part.split(","))
        else:
            raise UsageError(
                f"{part!r} is neither an option (Hash=16) nor a depth (6), a time (0.5s) or a"
                " number of nodes (5000n)."
            )
    if not command.strip():
        raise UsageError("After uci: comes the command that starts an engine.")
    return UciPlayer(command, options, **limits)
