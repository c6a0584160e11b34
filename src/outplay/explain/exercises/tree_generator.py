"""Generating trees: random ones, changed leaf by leaf until they are as specified.

The same seed gives the same trees on every machine and with every Python: of `random` only
`random()` is used, whose sequence Python promises to keep.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from outplay.errors import UsageError
from outplay.explain.exercises.spec import ALPHABETA, MINIMAX, MOST_LEAVES, ExerciseSpec, count_text
from outplay.explain.student_algorithms import Algorithm, Path, PlainTree, Run, search
from outplay.game import MAX
from outplay.games.tree import Tree

BUDGET = 200_000
"""Leaves visited before a specification is given up: about a second."""

STEPS = 60
"""Changes tried without getting nearer before a new tree is drawn; and two more per leaf."""

Nested: TypeAlias = "int | list[Nested]"


class Dice:
    """What is random, from a seed."""

    def __init__(self, seed: int, copy: int) -> None:
        self._random = random.Random((seed * 1_000_003 + copy) * 1_000_003).random

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1."""
        return int(self._random() * count)

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def sample(self, low: int, high: int, count: int) -> list[int]:
        """`count` different whole numbers from low to high, in random order."""
        pool = list(range(low, high + 1))
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]


@dataclass(frozen=True)
class Shape:
    """A tree whose leaves are numbered from the left; their values are in a list beside it."""

    nested: Nested
    root: int

    @cached_property
    def tree(self) -> PlainTree:
        return PlainTree(Tree(self.nested, self.root))

    @cached_property
    def leaves(self) -> list[Path]:
        return list(self.tree.leaves())

    def search(self, values: list[int], algorithm: Algorithm) -> Run:
        return search(self.tree, algorithm, dict(zip(self.leaves, values, strict=True)))

    def text(self, values: list[int]) -> str:
        """`[[3, 12], [2, 4]]`"""
        return str(_filled(self.nested, values))


def _filled(nested: Nested, values: list[int]) -> Nested:
    if isinstance(nested, int):
        return values[nested]
    return [_filled(child, values) for child in nested]


def deep_cuts(tree: PlainTree, found: Run, shallow: Run) -> list[Path]:
    """The first child that each deep cut leaves out: the shallow search looks at it."""
    seen = set(shallow.visited)
    skipped = [children[0] for children in found.cuts.values() if children]
    return [child for child in skipped if next(tree.leaves(child)) in seen]


class Generator:
    """Looks for a tree that is as specified, by restarts and hill-climbing on the leaves."""

    def __init__(self, spec: ExerciseSpec, dice: Dice) -> None:
        self.spec, self.dice = spec, dice
        self.right = Algorithm(prune=True, strict=spec.convention.strict)
        # Of the trees that were tried, to say what can be had:
        self.tried = self.visited = 0
        """How many there were; the leaves that were looked at."""
        self.fewest, self.most, self.deep, self.differed = MOST_LEAVES, 0, 0, False
        """Cuts; the most deep ones; did any differ?"""

    def trees(self) -> Iterator[str]:
        """Trees as text; raises UsageError if `BUDGET` leaves do not lead to any."""
        arranged, found_any = False, False
        while self.visited < BUDGET:
            shape, values = self._start(arranged=arranged)
            found = self._climb(shape, values)
            if found is not None:
                found_any = True
                yield shape.text(self._shaken(shape, found) if arranged else found)
            arranged = not arranged
        if not found_any:
            raise UsageError(self._not_found())

    def _start(self, *, arranged: bool) -> tuple[Shape, list[int]]:
        """A random tree; `arranged`: with no cuts, or with many, which random ones do not have."""
        spec, (low, high) = self.spec, self.spec.value_range
        shape = self._random_shape()
        count = len(shape.leaves)
        if spec.no_ties:
            values = self.dice.sample(low, high, count)
        else:
            values = [self.dice.between(low, high) for _ in range(count)]
        if not arranged or spec.kind != ALPHABETA:
            return shape, values
        most = spec.cut_range[1]
        if most is not None and self.fewest > most:
            return shape, _without_cuts(shape, values)
        return _best_first(shape, values)

    def _random_shape(self) -> Shape:
        spec, count = self.spec, 0

        def grow(ply: int) -> Nested:
            nonlocal count
            if ply == spec.depth:
                count += 1
                return count - 1
            least = max(2, spec.branch[0]) if ply == 0 else spec.branch[0]
            return [grow(ply + 1) for _ in range(self.dice.between(least, spec.branch[1]))]

        return Shape(grow(0), spec.root)

    def _climb(self, shape: Shape, values: list[int]) -> list[int] | None:
        """The values, changed until the tree is as specified; None if it gets no nearer."""
        miss, idle = self._miss(shape, values), 0
        stop = min(BUDGET, self.visited + BUDGET // 4)
        while miss:
            if idle > STEPS + 2 * len(values) or self.visited > stop:
                return None
            changed = self._changed(values)
            missed = self._miss(shape, changed)
            idle = 0 if missed < miss else idle + 1
            if missed <= miss:
                values, miss = changed, missed
        return values

    def _shaken(self, shape: Shape, values: list[int]) -> list[int]:
        """The values of an arranged tree, changed at random while it stays as specified."""
        for _ in range(4 * len(values)):
            changed = self._changed(values)
            if self._miss(shape, changed) == 0:
                values = changed
        return values

    def _changed(self, values: list[int]) -> list[int]:
        """The values with one of them changed, or two exchanged."""
        values, dice = list(values), self.dice
        here, there = dice.below(len(values)), dice.below(len(values))
        change = dice.below(4)
        if change == 0:
            values[here], values[there] = values[there], values[here]
        elif change == 1 and self.spec.differ:
            values[here] = values[there]
        else:
            value = dice.between(*self.spec.value_range)
            if not (self.spec.no_ties and value in values):
                values[here] = value
        return values

    def _miss(self, shape: Shape, values: list[int]) -> int:
        """How far the tree is from what is specified; 0 if it is that."""
        spec = self.spec
        if spec.kind == MINIMAX:
            self.visited += len(values)
            found = shape.search(values, Algorithm())
            best = max(values) if spec.root == MAX else min(values)
            # One best move; a value that is neither the first leaf's nor the best leaf's.
            return len(found.moves) - 1 + (found.value == values[0]) + (found.value == best)
        found = shape.search(values, self.right)
        least, most = spec.cut_range
        cuts = [children for children in found.cuts.values() if children]
        count, visited = len(cuts), len(found.visited)
        miss = 2 * max(0, least - count) + (0 if most is None else 2 * max(0, count - most))
        deep = 0
        if spec.deep_cuts:
            if spec.strictly_deep:
                shallow = shape.search(values, replace(self.right, window="parent"))
                deep = len(deep_cuts(shape.tree, found, shallow))
            else:
                deep = sum(bool(shape.tree.nodes[children[0]].children) for children in cuts)
            visited *= 2
            miss += 2 * max(0, spec.deep_cuts - deep)
        differs = False
        if spec.differ:
            other = shape.search(values, replace(self.right, strict=not self.right.strict))
            visited += len(other.visited)
            differs = other.visited != found.visited
            miss += 0 if differs else 3
        self.tried += 1
        self.visited += visited
        self.fewest, self.most = min(self.fewest, count), max(self.most, count)
        self.deep, self.differed = max(self.deep, deep), self.differed or differs
        return miss

    def _not_found(self) -> str:
        """Why there is no tree, and what there is."""
        spec = self.spec
        if spec.kind == MINIMAX:
            low, high = spec.value_range
            return (
                f"No tree ({spec.shape()}) was found with leaves of {low}..{high} that has one best"
                " move and a value that is not just its first or its best leaf."
            )
        wanted = [count_text(spec.cut_range, "cut")]
        had = [f"from {self.fewest} to {self.most} cuts" if self.most else "no cuts"]
        if spec.deep_cuts:
            wanted.append(count_text((spec.deep_cuts, None), "deep cut"))
            had.append(f"at most {self.deep} deep" if self.deep else "no deep one")
        if spec.differ:
            wanted.append("an answer that differs if ≥ and > are confused")
            had.append("some that differed" if self.differed else "none that differed")
        return (
            f"No tree ({spec.shape()}) was found with {' and '.join(wanted)}: the {self.tried:,}"
            f" that were tried had {', '.join(had)}."
        )


def _best_first(shape: Shape, values: list[int]) -> tuple[Shape, list[int]]:
    """The same tree with the children of each node from the best to the worst: many cuts."""
    worth = shape.search(values, Algorithm()).values
    taken: list[int] = []

    def copy(path: Path) -> Nested:
        node = shape.tree.nodes[path]
        if not node.children:
            taken.append(int(worth[path]))
            return len(taken) - 1
        children = sorted(node.children, key=worth.__getitem__, reverse=node.player == MAX)
        return [copy(child) for child in children]

    return Shape(copy(()), shape.root), taken


def _without_cuts(shape: Shape, values: list[int]) -> list[int]:
    """The same values in another order, in which alpha-beta cuts nothing if they all differ.

    For MAX all that lies below a child is better than all that lies below the one before it;
    for MIN the reverse. So nothing is ever beyond the window.
    """
    placed: dict[Path, int] = {}

    def place(path: Path, values: list[int]) -> None:
        node = shape.tree.nodes[path]
        if not node.children:
            placed[path] = values[0]
        for child in node.children if node.player == MAX else reversed(node.children):
            count = sum(1 for _ in shape.tree.leaves(child))
            place(child, values[:count])
            values = values[count:]

    place((), sorted(values))
    return [placed[path] for path in shape.leaves]
