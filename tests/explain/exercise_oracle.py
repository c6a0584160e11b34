"""A search of the tests' own, written as negamax, and the specs that exercises are made for."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from outplay.explain.conventions import CS188, Convention
from outplay.explain.exercises.exercise import Exercise, ExerciseSpec
from outplay.game import MAX, MIN
from outplay.games.tree import Chance

Found = tuple[float, list[str], list[tuple[str, tuple[str, ...]]]]


def alphabeta(tree: Any, side: int, strict: bool, *, shallow: bool = False) -> Found:
    """Value for MAX, names of the leaves visited, and (node, children left out) of each cut.

    `shallow` is Knuth and Moore's F1: a node knows only what its parent holds.
    """
    leaves: list[str] = []
    cuts: list[tuple[str, tuple[str, ...]]] = []

    def search(node: Any, name: str, side: int, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            leaves.append(name)
            return float(side * node)
        names = [f"{name}.{n}".lstrip(".") for n in range(1, len(node) + 1)]
        best = -math.inf
        for at, child in enumerate(node):
            low, high = (best, math.inf) if shallow else (max(alpha, best), beta)
            best = max(best, -search(child, names[at], -side, -high, -low))
            if best > beta or (best == beta and not strict):
                if at + 1 < len(node):
                    cuts.append((name or "root", tuple(names[at + 1 :])))
                break
        return best

    value = side * search(tree, "", side, -math.inf, math.inf)
    return value, leaves, cuts


def deep(exercise: Exercise) -> set[str]:
    """The nodes with a deep cut: F1 goes on there."""
    strict = exercise.convention.strict
    _, _, cuts = alphabeta(exercise.tree, exercise.root, strict)
    _, seen, _ = alphabeta(exercise.tree, exercise.root, strict, shallow=True)
    return {
        node
        for node, (first, *_) in cuts
        if any(leaf == first or leaf.startswith(f"{first}.") for leaf in seen)
    }


def plain_minimax(tree: Any, side: int, *, weighted: bool = True) -> Fraction:
    if isinstance(tree, Chance):
        means = [plain_minimax(below, side, weighted=weighted) for _, below in tree.branches]
        weights = [Fraction(p).limit_denominator(100) for p, _ in tree.branches]
        assert sum(weights) == 1
        if not weighted:
            weights = [Fraction(1, len(means))] * len(means)
        return sum((p * v for p, v in zip(weights, means, strict=True)), Fraction(0))
    if isinstance(tree, list):
        below = [plain_minimax(child, -side, weighted=weighted) for child in tree]
        return max(below) if side == MAX else min(below)
    return Fraction(tree)


def best(tree: list[Any], side: int, *, weighted: bool = True) -> list[str]:
    below = [plain_minimax(child, -side, weighted=weighted) for child in tree]
    wanted = max(below) if side == MAX else min(below)
    return [str(n) for n, value in enumerate(below, start=1) if value == wanted]


def flat(tree: Any) -> list[float]:
    if isinstance(tree, Chance):
        return [leaf for _, below in tree.branches for leaf in flat(below)]
    return [leaf for child in tree for leaf in flat(child)] if isinstance(tree, list) else [tree]


SPECS = [
    ExerciseSpec(cuts=(2, 4), deep_cuts=1, no_ties=True),
    ExerciseSpec(cuts=(3, 3), root=MIN),
    ExerciseSpec(cuts=(0, 0), no_ties=True),
    ExerciseSpec(cuts=(6, 6), convention=CS188),
    ExerciseSpec(differ=True, cuts=(1, 3)),
    ExerciseSpec(differ=True, convention=CS188, values=(-9, 9)),
    ExerciseSpec(branch=(2, 3), depth=4, deep_cuts=1, cuts=(2, 6)),
    ExerciseSpec(branch=(2, 2), depth=4, deep_cuts=2, no_ties=True, root=MIN),
    ExerciseSpec(branch=(2, 2), depth=5, deep_cuts=1, convention=Convention(fail_soft=False)),
    ExerciseSpec(branch=(1, 4), depth=3),
]

KINDS = [
    ExerciseSpec(cuts=(2, 4), no_ties=True),
    ExerciseSpec(branch=(2, 2), depth=4, deep_cuts=1, convention=CS188),
    ExerciseSpec("minimax", root=MIN),
    ExerciseSpec("expectiminimax", depth=2),
]
"""One of each kind."""
