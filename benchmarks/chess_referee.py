"""One game of chess between two UCI engines: clocks, rules, adjudication.

The rules are python-chess's where it is installed, so that no engine judges itself; else ours.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from outplay.connect.uci.protocol import Go, Info, Position
from outplay.connect.uci_client import EngineError, UciEngine

WHITE, BLACK = 1, -1

RESIGN_SCORE, RESIGN_PLIES = 900, 6
"""A game is won when both engines say so by so many hundredths of a pawn, so many plies on end."""

DRAW_SCORE, DRAW_PLIES, DRAW_FROM = 8, 16, 80
"""It is drawn when both see so little, so many plies on end, from this ply on."""

LENGTH = 500
"""Plies after which a game is called a draw."""

MATED = 100_000
LATE = 0.1
"""A move of fixed time is late when it takes so many seconds more."""

PATIENCE = 20.0
"""Seconds after the end of its time until an engine is given up."""


class Board(Protocol):
    """What a referee needs to know about a position."""

    def push(self, move: str) -> bool:
        """Plays a move in UCI notation; False if it is not legal."""

    def end(self) -> tuple[int, str] | None:
        """Who has won, for White, and by what; None while the game goes on."""

    def san(self, moves: Sequence[str]) -> list[str]:
        """Moves from the start in the usual notation."""


class PythonChessBoard:
    """The rules of python-chess."""

    def __init__(self) -> None:
        import chess

        self._board: Any = chess.Board()

    def push(self, move: str) -> bool:
        try:
            self._board.push_uci(move)
        except ValueError:
            return False
        return True

    def end(self) -> tuple[int, str] | None:
        board = self._board
        outcome = board.outcome()
        if outcome is not None:
            value = 0 if outcome.winner is None else WHITE if outcome.winner else BLACK
            return value, str(outcome.termination.name).lower().replace("_", " ")
        if board.halfmove_clock >= 100:
            return 0, "fifty moves"
        return (0, "repetition") if board.is_repetition(3) else None

    def san(self, moves: Sequence[str]) -> list[str]:
        import chess

        board, texts = chess.Board(), []
        for move in moves:
            texts.append(board.san(chess.Move.from_uci(move)))
            board.push_uci(move)
        return texts


class OwnBoard:
    """The rules of Outplay."""

    def __init__(self) -> None:
        from outplay.games.chess.rules import Chess

        self._game = Chess()
        self._states = [self._game.initial()]

    def push(self, move: str) -> bool:
        from outplay.errors import IllegalAction

        state = self._states[-1]
        try:
            action = self._game.parse_action(state, move)
        except IllegalAction:
            return False
        self._states.append(self._game.result(state, action))
        return True

    def end(self) -> tuple[int, str] | None:
        from outplay.arena import ending

        found = ending(self._game, self._states)
        if found is None:
            return None
        value = (found.value > 0) - (found.value < 0)
        return value, "checkmate" if value else "draw" if found.reason == "rules" else found.reason

    def san(self, moves: Sequence[str]) -> list[str]:
        state, texts = self._states[0], []
        for move in moves:
            action = self._game.parse_action(state, move)
            texts.append(self._game.format_action(state, action))
            state = self._game.result(state, action)
        return texts


def new_board() -> Board:
    """The start of a game, by the rules that are there."""
    found = importlib.util.find_spec("chess") is not None
    return PythonChessBoard() if found else OwnBoard()


@dataclass(frozen=True)
class Pace:
    """How long engines may think: a time, nodes or plies for each move, or a clock."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: tuple[float, float] | None = None
    """Seconds for the game, and what is added after each move."""

    def __str__(self) -> str:
        if self.clock is not None:
            return "{:g} s + {:g} s".format(*self.clock)
        told = (("s", self.time), ("nodes", self.nodes), ("plies", self.depth))
        return " and ".join(f"{n:g} {what}" for what, n in told if n is not None) + " a move"

    def go(self, left: dict[int, float]) -> Go:
        if self.clock is None:
            ms = None if self.time is None else round(1000 * self.time)
            return Go(depth=self.depth, nodes=self.nodes, movetime=ms)
        more = round(1000 * self.clock[1])
        white, black = (max(1, int(1000 * left[side])) for side in (WHITE, BLACK))
        return Go(wtime=white, btime=black, winc=more, binc=more)

    def longest(self, left: float) -> float | None:
        """Seconds after which an engine is given up; None if never."""
        own = left if self.clock is not None else self.time
        return None if own is None else own + PATIENCE


@dataclass
class Habits:
    """What one engine did in a game, besides playing it."""

    moves: int = 0
    seconds: float = 0.0
    depths: int = 0
    nodes: int = 0
    late: int = 0
    longest: float = 0.0
    """The greatest excess of a move of fixed time, or the smallest rest of a clock, negated."""


@dataclass(frozen=True)
class Game:
    """A game that was played."""

    value: int
    """1 White won, 0 drawn, -1 Black won."""
    reason: str
    moves: tuple[str, ...]
    trouble: str
    """What an engine did that lost it the game at once; empty if nothing."""
    guilty: int
    """WHITE or BLACK, who did it; 0 for nobody."""
    habits: dict[int, Habits] = field(repr=False)


def play(
    engines: dict[int, UciEngine], opening: Sequence[str], pace: Pace, adjudicate: bool
) -> Game:
    """One game; whoever does not answer, plays an illegal move or is out of time loses."""
    board = new_board()
    moves: list[str] = []
    for move in opening:
        if not board.push(move):
            raise ValueError(f"the opening has an illegal move: {move}")
        moves.append(move)
    habits = {WHITE: Habits(), BLACK: Habits()}
    left = dict.fromkeys((WHITE, BLACK), pace.clock[0] if pace.clock else 0.0)
    scores: list[int] = []

    def lost(side: int, reason: str, trouble: str) -> Game:
        return Game(-side, reason, tuple(moves), trouble, side, habits)

    for side in (WHITE, BLACK):
        try:
            engines[side].new_game()
        except EngineError as error:
            return lost(side, "crash", str(error))
    while True:
        over = board.end()
        if over is None and adjudicate:
            over = judged(scores, len(moves))
        if over is None and len(moves) >= LENGTH:
            over = 0, "length"
        if over is not None:
            return Game(*over, tuple(moves), "", 0, habits)
        side = WHITE if len(moves) % 2 == 0 else BLACK
        engine = engines[side]
        position = Position(moves=tuple(moves))
        try:
            answer = engine.think(position, pace.go(left), longest=pace.longest(left[side]))
        except EngineError as error:
            return lost(side, "crash", f"{error} {position.text()}")
        _note(habits[side], answer.info, answer.seconds, pace)
        if pace.clock is not None:
            left[side] -= answer.seconds
            habits[side].longest = max(habits[side].longest, -left[side])
            if left[side] < 0:
                return lost(side, "time", f"{engine.name} was {-left[side]:.3f} s over its time")
            left[side] += pace.clock[1]
        if answer.move is None or not board.push(answer.move):
            told = f"{engine.name} played {answer.move} after {position.text()}"
            return lost(side, "illegal move", told)
        moves.append(answer.move)
        scores.append(side * score_of(answer.info))


def _note(habits: Habits, info: Info, seconds: float, pace: Pace) -> None:
    habits.moves += 1
    habits.seconds += seconds
    habits.depths += info.depth or 0
    habits.nodes += info.nodes or 0
    if pace.clock is None and pace.time is not None:
        excess = seconds - pace.time
        habits.late += excess > LATE
        habits.longest = excess if habits.moves == 1 else max(habits.longest, excess)
    elif habits.moves == 1:
        habits.longest = float("-inf")


def score_of(info: Info) -> int:
    """From the side that says it; 0 if it says nothing."""
    if info.mate is not None:
        return MATED if info.mate > 0 else -MATED
    return info.cp or 0


def judged(scores: Sequence[int], plies: int) -> tuple[int, str] | None:
    """The end of a game that both engines agree on, by scores for White."""
    last = scores[-RESIGN_PLIES:]
    if len(last) == RESIGN_PLIES:
        if min(last) >= RESIGN_SCORE:
            return WHITE, "adjudged won"
        if max(last) <= -RESIGN_SCORE:
            return BLACK, "adjudged won"
    last = scores[-DRAW_PLIES:]
    if plies >= DRAW_FROM and len(last) == DRAW_PLIES and max(map(abs, last)) <= DRAW_SCORE:
        return 0, "adjudged drawn"
    return None
