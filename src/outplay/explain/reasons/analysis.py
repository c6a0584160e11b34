"""What the engine finds out about a position and each of its moves, to explain it.

The engine searches for as much as the limits allow: first for the value, then, if that could be
proven, for the exact value of every move, or else for estimates of the best ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from outplay.copies import original
from outplay.engine.engine import AnyEngine, Engine
from outplay.errors import UsageError
from outplay.explain.words import plain, score_text
from outplay.game import CHANCE, MAX, AnyGame
from outplay.result import AnyMove, AnyResult, Bound, Limit
from outplay.solve.solution import ALGORITHM as SOLUTION

SECONDS = 3.0
"""For all searches of one position, unless there is another limit: `seconds` of a budget."""

BEST = 3
"""How many moves are estimated, beside the one that is explained."""

Progress = Callable[[AnyResult], None]


class Budget:
    """What is left of the limits; `part` hands some of it to one search."""

    def __init__(self, limit: Limit, exact: bool | None, seconds: float = SECONDS) -> None:
        limit.check(exact=bool(exact))
        self.depth, self.time, self.nodes = limit.depth, limit.time, limit.nodes
        if limit == Limit() and not exact:
            self.time = seconds

    def part(self, share: float) -> dict[str, Any]:
        """That share of what is left: seconds and nodes."""
        nodes = None if self.nodes is None else max(1, int(self.nodes * share))
        return {"time": None if self.time is None else self.time * share, "nodes": nodes}

    def spend(self, result: AnyResult) -> None:
        if self.time is not None:
            self.time = max(0.0, self.time - result.elapsed)
        if self.nodes is not None:
            self.nodes = max(0, self.nodes - result.nodes)


class Score(NamedTuple):
    """A value from MAX's side, and what it is."""

    value: float
    bound: Bound
    proven: bool

    def __str__(self) -> str:
        return score_text(self.value, self.bound)

    def as_dict(self) -> dict[str, object]:
        return {"value": plain(self.value), "bound": str(self.bound), "proven": self.proven}


@dataclass(eq=False)
class Analysis:
    """Searches of a position that is not over: what was found, and what is left of the limits.

    Values are from MAX's side.
    """

    game: AnyGame
    state: object
    engine: AnyEngine
    budget: Budget
    exact: bool | None = None
    history: Sequence[object] = ()
    progress: Progress | None = None

    def __post_init__(self) -> None:
        self.history = tuple(self.history)
        self.mover = int(self.game.to_move(self.state))
        self.legal = tuple(self.game.legal(self.state))
        self.moves: list[AnyMove] = []
        """Of every action that was searched what is known best; the best action first."""
        self.win: float | None = None
        """What a win counts, if games end won, drawn or lost; else None."""
        self.soonest: set[object] = set()
        """The actions whose distance is exact: no end comes sooner, or is put off longer."""
        self.interrupted = False
        self._results: list[AnyResult] = []
        self._last: AnyResult | None = None
        """The last one that proved nothing, or else the first."""

    def after(self, action: object) -> Analysis:
        """One of the position after `action`, with what is left of the limits."""
        s, exact = self.game.result(self.state, action), not self.game.properties.may_cycle
        history = (*self.history, self.state)
        return Analysis(
            self.game, s, self.engine, self.budget, exact or None, history, self.progress
        )

    # --- searching ------------------------------------------------------------------------

    def all_moves(self) -> None:
        """Searches the position and all its moves, as far as the limits go."""
        moves = len(self.legal)
        cyclic = self.game.properties.may_cycle
        if self.exact:
            self._search(1.0, exact=True)
            return
        if self.budget.depth is not None:
            self._search(0.8, depth=self.budget.depth, lines=moves if moves <= 3 * BEST else BEST)
            return
        first = self._search(0.35)
        if first is None or self.interrupted:
            return
        if first.proven and self.exact is None and not cyclic:
            self._search(0.7, exact=True)
        elif not (first.proven and moves == 1):
            # Less deep, so that it gets done: half an iteration mixes values of two depths.
            depth = None if first.proven else max(1, first.depth - 2)
            self._search(0.9, lines=min(BEST, moves), depth=depth)

    def one_move(self, action: object) -> None:
        """Searches one move, unless all there is to know of it is known."""
        move = self.find(action)
        if self.interrupted or (move is not None and self.settled(move)):
            return
        last = self._last
        depth = self.budget.depth if last is None or last.proven else max(1, last.depth)
        if self.exact:
            self._search(1.0, exact=True, moves=[action])
        elif move is None or move.bound is not Bound.ESTIMATE:
            self._search(0.5, depth=depth, moves=[action])

    def played_move(self, action: object) -> None:
        """Searches for the best move and for the value of `action`, for all moves if it can."""
        if self.exact:
            self._search(1.0, exact=True)
            return
        first = self._search(0.5, depth=self.budget.depth)
        if first is None or self.interrupted or self.mover == CHANCE:
            return
        solves = first.proven and first.bound is Bound.EXACT and self.exact is None
        if solves and not self.game.properties.may_cycle and self.budget.depth is None:
            self._search(0.7, exact=True)
        self.one_move(action)

    def each_move(self, share: float, depth: int) -> None:
        """Searches all moves alike, each with its line; `depth` plies if nothing is exact."""
        if self.exact:
            self._search(share, exact=True)
        else:
            self._search(share, lines=len(self.legal), depth=depth)

    def _search(self, share: float, **options: Any) -> AnyResult | None:
        """One search; what it found is kept. None if Ctrl-C came before anything was found."""
        options |= {"history": self.history, "progress": self.progress}
        try:
            result = self.engine.analyse(self.state, **self.budget.part(share), **options)
        except KeyboardInterrupt:
            if not self._results:
                raise
            self.interrupted = True
            return None
        self.budget.spend(result)
        self.interrupted = result.stopped_by in ("interrupt", "stop")
        self._keep(result, options)
        return result

    def _keep(self, result: AnyResult, options: dict[str, Any]) -> None:
        all_moves = "moves" not in options
        found = {move.action: move for move in self.moves}
        if all_moves and result.moves and result.depth > 0:
            # Estimates are compared with others of the same search only.
            found = {a: move for a, move in found.items() if move.proven}
        for move in result.moves:
            old = found.get(move.action)
            if old is None or _rank(move) >= _rank(old):
                found[move.action] = move
                known = options.get("exact") or result.algorithm == SOLUTION
                sure = known or not _is_selective(self.game)
                if sure or (move.action == result.action and result.distance is not None):
                    self.soonest.add(move.action)
        legal = (found[action] for action in self.legal if action in found)
        self.moves = sorted(legal, key=self._order)
        self.win = None if self.game.is_literal or self.mover == CHANCE else self.engine.win
        if all_moves:
            self._results.append(result)
            if not result.proven or self._last is None:
                self._last = result

    def _order(self, move: AnyMove) -> tuple[object, ...]:
        """The best for the mover first: won soon, lost late; those that are only bounded last."""
        side, plies = self.mover or MAX, move.distance or 0
        value, bounded = move.value * side, Bound.UPPER if side == MAX else Bound.LOWER
        late = plies if value > 0 else -plies if value < 0 else 0
        return move.bound is bounded, -value, late

    # --- what is known --------------------------------------------------------------------

    def find(self, action: object) -> AnyMove | None:
        return next((move for move in self.moves if move.action == action), None)

    def name(self, move: AnyMove) -> str:
        """The move in the game's notation."""
        return self.game.format_action(self.state, move.action)

    @property
    def score(self) -> Score:
        """Of the position."""
        last = self._last
        if last is None:
            return Score(0, Bound.ESTIMATE, False)
        if self.complete and self.moves and self.mover != CHANCE:
            return Score(self.moves[0].value, Bound.EXACT, True)
        for result in reversed(self._results):
            if result.proven and result.bound is Bound.EXACT:
                return Score(result.value, result.bound, True)
        if self.verdict() == 1:
            return Score(self.moves[0].value, Bound.EXACT, True)
        return Score(last.value, last.bound, last.proven)

    @property
    def depth(self) -> int:
        """Of the search that gave the estimates."""
        return 0 if self._last is None else self._last.depth

    @property
    def stopped_by(self) -> str:
        if self.interrupted:
            return "interrupt"
        return self._results[-1].stopped_by if self._results else ""

    # --- what is proven, as the mover sees it ---------------------------------------------

    def least(self, move: AnyMove) -> float:
        """What the mover has at least with this move; minus infinity if nothing is proven."""
        sure = Bound.EXACT, Bound.LOWER if self.mover == MAX else Bound.UPPER
        return move.value * self.mover if move.proven and move.bound in sure else -math.inf

    def most(self, move: AnyMove) -> float:
        sure = Bound.EXACT, Bound.UPPER if self.mover == MAX else Bound.LOWER
        return move.value * self.mover if move.proven and move.bound in sure else math.inf

    def settled(self, move: AnyMove) -> bool:
        """Is its value known exactly?"""
        return move.proven and move.bound is Bound.EXACT

    @property
    def complete(self) -> bool:
        """Is the exact value of every move known?"""
        return len(self.moves) == len(self.legal) and all(map(self.settled, self.moves))

    def outcome(self, move: AnyMove) -> int | None:
        """1 won, 0 drawn, -1 lost for the mover, if that is proven."""
        if self.win is None:
            return None
        return _class(self.least(move), self.most(move), self.win)

    def verdict(self) -> int | None:
        """The same of the position."""
        if self.win is None or not self.moves:
            return None
        low = max(map(self.least, self.moves))
        if low >= self.win:
            return 1
        if len(self.moves) < len(self.legal):
            return None
        return _class(low, max(map(self.most, self.moves)), self.win)

    def keeping(self, result: int) -> list[AnyMove]:
        """The moves that are proven to reach at least this outcome."""
        assert self.win is not None
        return [move for move in self.moves if self.least(move) >= result * self.win]

    def only_keeping(self, result: int) -> AnyMove | None:
        """The only move that reaches this outcome, if it is proven that no other does."""
        assert self.win is not None
        keeping, bar = self.keeping(result), result * self.win
        sure = len(self.moves) == len(self.legal) and all(
            self.least(move) >= bar or self.most(move) < bar for move in self.moves
        )
        return keeping[0] if sure and len(keeping) == 1 else None

    def is_best_proven(self) -> bool:
        """Is it proven that no move is better than the first?"""
        best = self.moves[0]
        return (
            len(self.moves) == len(self.legal)
            and self.settled(best)
            and all(self.most(move) <= self.least(best) for move in self.moves[1:])
        )


def _class(low: float, high: float, win: float) -> int | None:
    if low >= win:
        return 1
    if high <= -win:
        return -1
    return 0 if low >= 0 and high <= 0 else None


def engine_for(game: AnyGame, engine: AnyEngine | None, **options: Any) -> AnyEngine:
    """The engine given, or a new one; raises UsageError if it plays another game."""
    if engine is None:
        return Engine(game, **options)
    if original(engine.game) is not original(game):
        raise UsageError(f"The engine was made for another game object of {engine.game.name}.")
    return engine


def _rank(move: AnyMove) -> int:
    if move.proven:
        return 3 if move.bound is Bound.EXACT else 2
    return 1 if move.bound is Bound.ESTIMATE else 0


def _is_selective(game: AnyGame) -> bool:
    """May the engine leave out moves in an estimate of this game?"""
    passing = game.answers("null_move_allowed") and game.answers("null_move")
    return passing or bool(game.late_move_reductions) or game.futility_margin > 0
