"""Searches on plain nested tuples, quick enough to try thousands of trees for an exercise.

What an exercise says in the end comes from `trace`; these only find a tree worth tracing. A
shape is a tree whose leaves are numbered from the left; their values stand in a list beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Shape: TypeAlias = "int | tuple[Shape, ...]"

INFINITY = math.inf


@dataclass(frozen=True)
class Pruned:
    """What alpha-beta did on a tree."""

    value: float
    visited: list[int]
    """The leaves, in order."""
    cuts: list[Shape]
    """Of every cut that left something out: the first child that it left out."""


def pruned(
    shape: Shape, leaves: Sequence[float], maximises: bool, strict: bool, *, shallow: bool = False
) -> Pruned:
    """Alpha-beta, fail-soft. `shallow`: each node is handed only what its own parent holds."""
    visited: list[int] = []
    cuts: list[Shape] = []

    def search(node: Shape, maximises: bool, alpha: float, beta: float) -> float:
        if isinstance(node, int):
            visited.append(node)
            return leaves[node]
        best = -INFINITY if maximises else INFINITY
        low, high = (-INFINITY, INFINITY) if shallow else (alpha, beta)
        for number, child in enumerate(node, start=1):
            value = search(child, not maximises, low, high)
            if maximises:
                best = max(best, value)
                beyond = best > beta or (best == beta and not strict)
                low = max(low, best)
            else:
                best = min(best, value)
                beyond = best < alpha or (best == alpha and not strict)
                high = min(high, best)
            if beyond and number < len(node):
                cuts.append(node[number])
                break
        return best

    value = search(shape, maximises, -INFINITY, INFINITY)
    return Pruned(value, visited, cuts)


def first_leaf(shape: Shape) -> int:
    """The leftmost leaf below."""
    while not isinstance(shape, int):
        shape = shape[0]
    return shape


def deep_cuts(found: Pruned, shallow: Pruned) -> list[Shape]:
    """Those of the cuts that are deep: what they leave out, the shallow search looks at."""
    seen = set(shallow.visited)
    return [skipped for skipped in found.cuts if first_leaf(skipped) in seen]


def minimax(shape: Shape, leaves: Sequence[float], maximises: bool) -> float:
    if isinstance(shape, int):
        return leaves[shape]
    below = [minimax(child, leaves, not maximises) for child in shape]
    return max(below) if maximises else min(below)


def equally_good(shape: Shape, leaves: Sequence[float], maximises: bool) -> list[int]:
    """The numbers, from 0, of all the children of the root that have its value."""
    assert not isinstance(shape, int)
    below = [minimax(child, leaves, not maximises) for child in shape]
    best = max(below) if maximises else min(below)
    return [number for number, value in enumerate(below) if value == best]


def leaves_of(shape: Shape) -> int:
    """How many leaves it has."""
    return 1 if isinstance(shape, int) else sum(map(leaves_of, shape))


def best_first(shape: Shape, leaves: Sequence[int], maximises: bool) -> tuple[Shape, list[int]]:
    """The same tree with the children of each node from the best to the worst: many cuts."""
    taken: list[int] = []

    def copy(node: Shape, maximises: bool) -> Shape:
        if isinstance(node, int):
            taken.append(leaves[node])
            return len(taken) - 1
        children = sorted(
            node, key=lambda child: minimax(child, leaves, not maximises), reverse=maximises
        )
        return tuple([copy(child, not maximises) for child in children])

    return copy(shape, maximises), taken


def uncut(shape: Shape, leaves: Sequence[int], maximises: bool) -> list[int]:
    """The same leaves in another order, in which alpha-beta cuts nothing if they all differ.

    For MAX all that lies below a child is better than all that lies below the one before it;
    for MIN the reverse. So nothing is ever beyond the window.
    """
    placed = [0] * len(leaves)

    def place(node: Shape, values: list[int], maximises: bool) -> None:
        if isinstance(node, int):
            placed[node] = values[0]
            return
        for child in node if maximises else reversed(node):
            count = leaves_of(child)
            place(child, values[:count], not maximises)
            values = values[count:]

    place(shape, sorted(leaves), maximises)
    return placed
