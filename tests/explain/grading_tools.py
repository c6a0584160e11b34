"""Trees by chance, and searches written apart from Outplay's own, right and with one slip."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from outplay.games.tree import Chance

Path = tuple[int, ...]


def random_tree(random: Random, depth: int, branch: int = 3, high: int = 9) -> Any:
    """Uneven, with leaves from -high to high."""
    if depth == 0 or (depth <= 1 and random.random() < 0.1):
        return random.randint(-high, high)
    count = random.randint(2, branch)
    return [random_tree(random, depth - 1, branch, high) for _ in range(count)]


def chance_tree(random: Random, depth: int) -> Any:
    """Players and chance by turns."""
    if depth == 0:
        return random.randint(-9, 9)
    count = random.randint(2, 3)
    below = [chance_tree(random, depth - 1) for _ in range(count)]
    if depth % 2:
        weights = random.choice([(1, 3), (2, 8), (7, 3)] if count == 2 else [(1, 2, 5), (6, 3, 1)])
        total = sum(weights)
        pairs = zip(weights, below, strict=True)
        return Chance(*((weight / total, tree) for weight, tree in pairs))
    return below


def name(path: Path) -> str:
    return ".".join(str(number + 1) for number in path) or "root"


@dataclass
class Solved:
    """What a student writes down."""

    value: float = 0
    values: dict[str, float] = field(default_factory=dict)
    windows: dict[str, tuple[float, float]] = field(default_factory=dict)
    leaves: list[str] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    cuts: list[dict[str, Any]] = field(default_factory=list)
    best: int = 0
    changed: list[str] = field(default_factory=list)
    """Where the slip had an effect."""

    def answer(self, *parts: str) -> dict[str, Any]:
        every = {
            "value": self.value,
            "move": self.best,
            "values": self.values,
            "visited": self.leaves,
            "cuts": self.cuts,
        }
        return {part: every[part] for part in parts or every}

    def csv(self) -> str:
        """A trace with few columns, in an order of its own."""
        lines = ["node,kind,value,beta,alpha"]
        for node, (alpha, beta) in self.windows.items():
            lines.append(f"{node},enter,,{beta},{alpha}")
        for node, number in zip(self.leaves, self.numbers, strict=True):
            lines.append(f"{node},leaf,{number},,")
        lines += [f"{node},return,{value},," for node, value in self.values.items()]
        return "\n".join(lines) + "\n"


def alphabeta(
    tree: Any,
    *,
    maximise: bool = True,
    strict: bool = False,
    hard: bool = False,
    prune: bool = True,
    slip: Callable[[str, float], float] = lambda node, value: value,
    mind: Callable[[str, int, bool], bool] = lambda node, count, cut: cut,
) -> Solved:
    """Alpha-beta over nested lists. `slip` may change what a node returns, `mind` whether it is
    cut after so many children."""
    done = Solved()

    def search(node: Any, path: Path, alpha: float, beta: float, maximise: bool) -> float:
        here = name(path)
        if not isinstance(node, list):
            done.leaves.append(here)
            done.numbers.append(node)
            return node
        done.windows[here] = alpha, beta
        found: list[float] = []
        low, high = alpha, beta
        for number, child in enumerate(node):
            value = search(child, (*path, number), alpha, beta, not maximise)
            if not path and (not found or (value > max(found) if maximise else value < min(found))):
                done.best = number + 1
            found.append(value)
            if maximise:
                cut = max(found) > beta if strict else max(found) >= beta
                alpha = max(alpha, value)
            else:
                cut = min(found) < alpha if strict else min(found) <= alpha
                beta = min(beta, value)
            last = number == len(node) - 1
            stop = cut and prune
            if not last and mind(here, number + 1, stop) != stop:
                done.changed.append(here)
                stop = not stop
            if stop and not last:
                left = [name((*path, other)) for other in range(number + 1, len(node))]
                done.cuts.append({"node": here, "skipped": left})
                break
        value = max(found) if maximise else min(found)
        if hard:
            value = min(max(value, low), high)
        slipped = slip(here, value)
        if slipped != value:
            done.changed.append(here)
        done.values[here] = slipped
        return slipped

    done.value = search(tree, (), -math.inf, math.inf, maximise)
    return done


def true_values(node: Any, path: Path = (), player: int = 1) -> dict[str, float]:
    """Minimax and expectiminimax: every node's value."""
    if isinstance(node, int | float):
        return {name(path): node}
    chances = [chance for chance, _ in node.branches] if isinstance(node, Chance) else []
    below = [tree for _, tree in node.branches] if chances else node
    values: dict[str, float] = {}
    found = []
    for number, child in enumerate(below):
        here = (*path, number)
        values.update(true_values(child, here, player if chances else -player))
        found.append(values[name(here)])
    if chances:
        values[name(path)] = sum(p * v for p, v in zip(chances, found, strict=True))
    else:
        values[name(path)] = max(found) if player == 1 else min(found)
    return values
