"""Independent solvers, and what every answer of the engine is held against.

`Oracle` is minimax with a memory of states, by the book: the value of a position and, where
games are won, drawn and lost, how many plies the fastest win or the slowest loss takes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from typing import Any

from outplay import Game, Result

Solved = tuple[Any, int]
"""The value, and the plies to the end of a win or loss; 0 for what is neither."""


class Oracle:
    """Minimax. `win` is the size of a win; None where utilities are other numbers."""

    def __init__(
        self, game: Game[Any, Any], win: float | None = 1, candidates: bool = False
    ) -> None:
        self.game, self.win, self.candidates = game, win, candidates
        self._known: dict[Any, Solved] = {}

    def solve(self, s: Any) -> Solved:
        """Below the root, only candidates are played if that was asked for."""
        if s not in self._known:
            moves = self.game.candidates if self.candidates else self.game.actions
            self._known[s] = self._solve(s, moves)
        return self._known[s]

    def root(self, s: Any) -> Solved:
        """At the root, every action counts."""
        return self._solve(s, self.game.actions)

    def move(self, s: Any, a: Any) -> Solved:
        return self._later(self.solve(self.game.result(s, a)))

    def _solve(self, s: Any, moves: Callable[[Any], Iterable[Any]]) -> Solved:
        game = self.game
        if game.is_terminal(s):
            return game.utility(s), 0
        side = game.to_move(s)
        return max((self.move(s, a) for a in moves(s)), key=lambda one: side * self.rank(one))

    def _later(self, one: Solved) -> Solved:
        return (one[0], one[1] + 1) if self.win is not None and abs(one[0]) == self.win else one

    def rank(self, one: Solved) -> float:
        """How good for MAX: sooner wins and later losses are better."""
        value, plies = one
        if self.win is None or abs(value) != self.win:
            return float(value)
        return math.copysign(1e9 - plies, value)


def positions(
    game: Game[Any, Any], count: int, seed: int = 0, least: int = 0, most: int = 1000
) -> list[Any]:
    """Different live positions out of random games, from `least` to `most` plies deep."""
    chosen, found = random.Random(seed), dict[Any, None]()
    for _ in range(40 * count):
        s = game.initial()
        line: list[Any] = []
        while not game.is_terminal(s) and len(line) <= most:
            line.append(s)
            s = game.result(s, chosen.choice(game.legal(s)))
        if len(line) > least:
            found[chosen.choice(line[least : most + 1])] = None
        if len(found) >= count:
            break
    return list(found)


def check(oracle: Oracle, s: Any, result: Result, *, done: bool = True, whole: bool = True) -> None:
    """Every statement of the result is true; with `done`, it says the value itself."""
    game = oracle.game
    legal = game.legal(s)
    assert result.action in legal, (s, result)
    assert result.line[:1] == (result.action,)
    assert result.to_move == game.to_move(s)
    truth = oracle.root(s)
    if done:
        assert result.proven, (s, result)
        assert result.bound == "=", (s, result)
        assert result.stopped_by == "end", (s, result)
        chosen = oracle.move(s, result.action)
        if oracle.win is not None and abs(truth[0]) == oracle.win:
            assert result.distance == truth[1], (s, truth, result)
        assert _equal(oracle.rank(chosen), oracle.rank(truth)), (s, truth, chosen, result)
    _true(oracle, truth, result, (s, result))
    assert len({repr(move.action) for move in result.moves}) == len(result.moves)
    for move in result.moves:
        assert move.action in legal
        assert move.line[0] == move.action
        follow(game, s, move, whole=done and whole)
        _true(oracle, oracle.move(s, move.action), move, (s, move, result))


def _true(oracle: Oracle, truth: Solved, said: Any, where: Any) -> None:
    """A move, or a result: are its value, bound and distance true?"""
    value = truth[0]
    if said.proven and said.bound == "=":
        assert _equal(said.value, value), (truth, *where)
        if oracle.win is not None and abs(value) == oracle.win:
            assert said.distance in (truth[1], None), (truth, *where)
    elif said.proven:
        assert said.bound in ("<=", ">="), where
        above = said.value >= value or _equal(said.value, value)
        below = said.value <= value or _equal(said.value, value)
        assert above if said.bound == "<=" else below, (truth, *where)
    else:
        assert said.bound != "=", where
    if said.bound != "=":
        assert said.distance is None or said.bound == "~", where


def follow(game: Game[Any, Any], s: Any, said: Any, whole: bool) -> None:
    """The line is legal, and where a distance is given it ends the game after so many plies.

    A search that was stopped had no time to play its lines on to the end: not `whole`.
    """
    for a in said.line:
        assert a in game.legal(s), (s, said)
        s = game.result(s, a)
    if said.distance is not None and not whole:
        assert len(said.line) <= said.distance, (s, said)
    elif said.distance is not None:
        assert len(said.line) == said.distance, (s, said)
        assert game.is_terminal(s), (s, said)
        assert _equal(game.utility(s), said.value), (s, said)


def _equal(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-8)


def exact_values(oracle: Oracle, s: Any, result: Result, lines: int) -> None:
    """The best `lines` moves have exact values, and no move that is left out is better."""
    side, game = oracle.game.to_move(s), oracle.game
    legal = game.legal(s)
    best = sorted((side * oracle.rank(oracle.move(s, a)) for a in legal), reverse=True)
    lines = min(lines, len(legal))
    exact = [move for move in result.moves if move.bound == "=" and move.proven]
    assert len(exact) >= lines, (s, result)
    for move in result.moves[:lines]:
        assert move.distance == len(move.line), (s, move, result)
    ranks = [side * oracle.rank(oracle.move(s, move.action)) for move in result.moves[:lines]]
    assert all(_equal(*pair) for pair in zip(ranks, best, strict=False)), (s, ranks, best, result)


class Tally(dict[str, int]):
    """How many positions were compared, for those who ask."""

    def add(self, name: str, count: int = 1) -> None:
        self[name] = self.get(name, 0) + count


TALLY = Tally()
