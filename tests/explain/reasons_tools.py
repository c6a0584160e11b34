"""An exact solver by the book, which sentences are held against, and random positions."""

from __future__ import annotations

import random
from typing import Any

from outplay import CHANCE, Engine, Game, Result


class Oracle:
    """Minimax with a memory: (value, plies); sooner wins and later losses are better.

    Plies count where every utility is 0 or `win`, and are 0 elsewhere.
    """

    def __init__(self, game: Game[Any, Any], win: float | None = 1) -> None:
        self.game, self.win = game, win
        self._known: dict[Any, tuple[float, int]] = {}

    def solve(self, s: Any) -> tuple[float, int]:
        if s not in self._known:
            self._known[s] = self._solve(s)
        return self._known[s]

    def move(self, s: Any, a: Any) -> tuple[float, int]:
        value, plies = self.solve(self.game.result(s, a))
        return value, plies + 1 if self.win is not None and abs(value) == self.win else 0

    def outcome(self, s: Any, a: Any) -> int:
        """1, 0, -1 for the side to move."""
        value = self.move(s, a)[0] * self.game.to_move(s)
        return (value > 0) - (value < 0)

    def _solve(self, s: Any) -> tuple[float, int]:
        game = self.game
        if game.is_terminal(s):
            return game.utility(s), 0
        side = game.to_move(s)
        if side == CHANCE:
            return sum(p * self.solve(game.result(s, a))[0] for a, p in game.outcomes(s)), 0
        return max(
            (self.move(s, a) for a in game.actions(s)), key=lambda one: self._rank(one, side)
        )

    @staticmethod
    def _rank(one: tuple[float, int], side: int) -> tuple[float, int]:
        value = one[0] * side
        return value, -one[1] if value > 0 else one[1]


def random_states(game: Game[Any, Any], count: int, seed: int, least: int = 0) -> list[Any]:
    """Positions of random games, at least so many plies from the start, not over."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        states, s = [], game.initial()
        while not game.is_terminal(s):
            states.append(s)
            s = game.result(s, chance.choice(game.legal(s)))
        if len(states) > least:
            found.append(chance.choice(states[least:]))
    return found


def random_game(game: Game[Any, Any], seed: int) -> list[Any]:
    """The actions of a random game."""
    chance, s, actions = random.Random(seed), game.initial(), []
    while not game.is_terminal(s):
        actions.append(chance.choice(game.legal(s)))
        s = game.result(s, actions[-1])
    return actions


def played(game: Game[Any, Any], s: Any, line: Any) -> Any:
    """The state after a line, each action of which must be legal."""
    for a in line:
        assert a in game.legal(s), (game.format_state(s), a)
        s = game.result(s, a)
    return s


class Interrupted(Engine):
    """An engine that somebody stops during its nth search."""

    def __init__(self, game: Game[Any, Any], at: int) -> None:
        super().__init__(game, speed="python")
        self.left = at

    def analyse(self, *args: Any, **options: Any) -> Result:
        self.left -= 1
        if self.left <= 0:
            raise KeyboardInterrupt
        return super().analyse(*args, **options)
