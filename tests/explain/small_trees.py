"""Small trees and games for the tests, and their values by the plainest search there is."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from outplay import CHANCE, MAX, MIN, Game
from outplay.games.tree import Chance, Tree


def random_literal(rng: Random, depth: int, *, chance: bool = False, top: bool = True) -> Any:
    """Nested lists with 1 to 3 items, small numbers (so that values tie), uneven depth."""
    if depth == 0 or (not top and rng.random() < 0.15):
        return rng.randint(-4, 4)
    items = [
        random_literal(rng, depth - 1, chance=chance, top=False) for _ in range(rng.randint(1, 3))
    ]
    if not chance or rng.random() < 0.5:
        return items
    weights = [rng.randint(0 if number else 1, 3) for number in range(len(items))]
    pairs = zip(weights, items, strict=True)
    return Chance(*((weight / sum(weights), item) for weight, item in pairs))


def random_tree(seed: int, depth: int = 4, *, chance: bool = False) -> Tree:
    rng = Random(seed)
    return Tree(random_literal(rng, depth, chance=chance), root=rng.choice((MAX, MIN)))


class Twins(Game[tuple[int, int], str]):
    """Every other action leads to the same state: only their order tells them apart."""

    def initial(self) -> tuple[int, int]:
        return (4, MAX)

    def to_move(self, s: tuple[int, int]) -> int:
        return s[1]

    def actions(self, s: tuple[int, int]) -> Iterable[str]:
        return ("one", "uno", "two")

    def result(self, s: tuple[int, int], a: str) -> tuple[int, int]:
        return (max(0, s[0] - (2 if a == "two" else 1)), -s[1])

    def is_terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 0

    def utility(self, s: tuple[int, int]) -> float:
        return -s[1]

    def priority(self, s: tuple[int, int], a: str) -> float:
        return {"one": 1, "uno": 2, "two": 0}[a]

    def bounds(self, s: tuple[int, int]) -> tuple[float, float]:
        return (-1, 1)


class Plain:
    """Minimax with chance, of each state at each ply, without anything clever."""

    def __init__(self, game: Game[Any, Any], depth: int | None = None) -> None:
        self.game, self.depth = game, depth
        self._known: dict[Any, tuple[float, bool]] = {}

    def value(self, s: Any, ply: int) -> float:
        return self.of(s, ply)[0]

    def of(self, s: Any, ply: int) -> tuple[float, bool]:
        """The value, and whether an estimate is anywhere below."""
        if (s, ply) not in self._known:
            self._known[s, ply] = self._of(s, ply)
        return self._known[s, ply]

    def _of(self, s: Any, ply: int) -> tuple[float, bool]:
        game = self.game
        if game.is_terminal(s):
            return game.utility(s), False
        if self.depth is not None and ply >= self.depth:
            return game.evaluate(s), True
        player = game.to_move(s)
        if player == CHANCE:
            below = [(p, self.of(game.result(s, a), ply + 1)) for a, p in game.outcomes(s)]
            return sum(p * v for p, (v, _) in below), any(e for _, (_, e) in below)
        found = [self.of(game.result(s, a), ply + 1) for a in game.actions(s)]
        best = max if player == MAX else min
        return best(v for v, _ in found), any(e for _, e in found)
