"""Choosing trees: random ones, changed leaf by leaf until they teach what was asked for.

The same seed gives the same trees on every machine and with every Python: of `random` only
`random()` is used, whose sequence Python promises to keep.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from outplay.errors import UsageError
from outplay.explain.exercises.search import (
    Pruned,
    Shape,
    best_first,
    deep_cuts,
    equally_good,
    leaves_of,
    minimax,
    pruned,
    uncut,
)
from outplay.explain.exercises.spec import ALPHABETA, MINIMAX, ExerciseSpec, told_count
from outplay.game import MAX

BUDGET = 200_000
"""Leaves looked at before a spec is given up: less than a second."""

KNOWN = 100
"""Good trees that are known already before a copy is given up."""

STEPS = 60
"""Changes tried without getting nearer before a new tree is drawn; and two more a leaf."""


class Dice:
    """What is random, from a seed."""

    def __init__(self, seed: int, copy: int, attempt: int = 0) -> None:
        self._random = random.Random((seed * 1_000_003 + copy) * 1_000_003 + attempt).random

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


@dataclass
class Seen:
    """What the trees that were tried had, to say what can be had."""

    trees: int = 0
    spent: int = 0
    """Leaves visited."""
    cuts: list[int] = field(default_factory=list)
    """The fewest and the most."""
    deep: int = 0
    differed: bool = False

    def note(self, leaves: int, cuts: int = 0, deep: int = 0, differs: bool = False) -> None:
        self.trees += 1
        self.spent += leaves
        self.cuts = [min([cuts, *self.cuts]), max([cuts, *self.cuts])]
        self.deep = max(self.deep, deep)
        self.differed |= differs


Found = tuple[Shape, list[int]]
"""The shape of a tree and its leaves."""


def grow_shape(spec: ExerciseSpec, dice: Dice) -> Shape:
    """A tree with so many children everywhere; leaves are numbered from the left."""
    count = 0

    def grow(ply: int) -> Shape:
        nonlocal count
        if ply == spec.depth:
            count += 1
            return count - 1
        least = max(2, spec.branch[0]) if ply == 0 else spec.branch[0]
        children = dice.between(least, spec.branch[1])
        return tuple([grow(ply + 1) for _ in range(children)])

    return grow(0)


def choose(spec: ExerciseSpec, dice: Dice, refused: Callable[[Found], bool]) -> Found:
    """A tree that is as specified and not `refused`; raises UsageError after `BUDGET` leaves."""
    seen = Seen()
    starts, known = 0, 0
    while seen.spent < BUDGET and known < KNOWN:
        shape, leaves = _start(spec, dice, seen, arranged=starts % 2 == 1)
        found = _climb(spec, dice, seen, shape, leaves)
        if found is not None:
            if starts % 2 == 1:
                found = _shaken(spec, dice, seen, shape, found)
            if not refused((shape, found)):
                return shape, found
            known += 1
        starts += 1
    raise UsageError(_regret(spec, seen, known))


def _start(spec: ExerciseSpec, dice: Dice, seen: Seen, *, arranged: bool) -> Found:
    """A random tree; `arranged`: with no cuts, or with many, which random ones do not have."""
    low, high = spec.value_range
    shape = grow_shape(spec, dice)
    count = leaves_of(shape)
    if spec.no_ties:
        leaves = dice.sample(low, high, count)
    else:
        leaves = [dice.between(low, high) for _ in range(count)]
    if not arranged or spec.kind != ALPHABETA:
        return shape, leaves
    maximises, most = spec.root == MAX, spec.cut_range[1]
    if most is not None and seen.cuts[0] > most:
        return shape, uncut(shape, leaves, maximises)
    return best_first(shape, leaves, maximises)


def _climb(
    spec: ExerciseSpec, dice: Dice, seen: Seen, shape: Shape, leaves: list[int]
) -> list[int] | None:
    """The leaves, changed until the tree is as specified; None if that does not come nearer."""
    miss, idle = _miss(spec, shape, leaves, seen), 0
    stop = min(BUDGET, seen.spent + BUDGET // 4)
    while miss:
        if idle > STEPS + 2 * len(leaves) or seen.spent > stop:
            return None
        changed = _changed(spec, leaves, dice)
        missed = _miss(spec, shape, changed, seen)
        idle = 0 if missed < miss else idle + 1
        if missed <= miss:
            leaves, miss = changed, missed
    return leaves


def _shaken(
    spec: ExerciseSpec, dice: Dice, seen: Seen, shape: Shape, leaves: list[int]
) -> list[int]:
    """The leaves of an arranged tree, changed at random as far as it stays as specified."""
    for _ in range(4 * len(leaves)):
        changed = _changed(spec, leaves, dice)
        if _miss(spec, shape, changed, seen) == 0:
            leaves = changed
    return leaves


def _changed(spec: ExerciseSpec, leaves: list[int], dice: Dice) -> list[int]:
    """The leaves with one of them changed, or two exchanged."""
    leaves = list(leaves)
    low, high = spec.value_range
    here, there = dice.below(len(leaves)), dice.below(len(leaves))
    way = dice.below(4)
    if way == 0:
        leaves[here], leaves[there] = leaves[there], leaves[here]
    elif way == 1 and spec.differ:
        leaves[here] = leaves[there]
    else:
        value = dice.between(low, high)
        if not (spec.no_ties and value in leaves):
            leaves[here] = value
    return leaves


def _miss(spec: ExerciseSpec, shape: Shape, leaves: list[int], seen: Seen) -> int:
    """How far the tree is from what is specified; 0 if it is that."""
    if spec.kind == MINIMAX:
        seen.note(len(leaves))
        return _miss_minimax(spec, shape, leaves)
    assert spec.kind == ALPHABETA
    maximises, strict = spec.root == MAX, spec.convention.strict
    found = pruned(shape, leaves, maximises, strict)
    least, most = spec.cut_range
    count, spent = len(found.cuts), len(found.visited)
    miss = 2 * max(0, least - count) + (0 if most is None else 2 * max(0, count - most))
    deep = 0
    if spec.deep_cuts:
        deep = len(_deep_cuts(spec, shape, leaves, found))
        spent *= 2
        miss += 2 * max(0, spec.deep_cuts - deep)
    differs = False
    if spec.differ:
        other = pruned(shape, leaves, maximises, not strict)
        spent += len(other.visited)
        differs = other.visited != found.visited
        miss += 0 if differs else 3
    seen.note(spent, count, deep, differs)
    return miss


def _deep_cuts(spec: ExerciseSpec, shape: Shape, leaves: list[int], found: Pruned) -> list[Shape]:
    if not spec.strictly_deep:
        return [skipped for skipped in found.cuts if not isinstance(skipped, int)]
    maximises, strict = spec.root == MAX, spec.convention.strict
    return deep_cuts(found, pruned(shape, leaves, maximises, strict, shallow=True))


def _miss_minimax(spec: ExerciseSpec, shape: Shape, leaves: list[int]) -> int:
    """One best move; a value that is neither the first leaf's nor the best leaf's."""
    maximises = spec.root == MAX
    value = minimax(shape, leaves, maximises)
    miss = len(equally_good(shape, leaves, maximises)) - 1
    miss += value == leaves[0]
    return miss + (value == (max(leaves) if maximises else min(leaves)))


def too_few(spec: ExerciseSpec) -> str:
    """Why there is no other tree."""
    return (
        f"There are too few different trees like that ({spec.shape()}): ask for fewer copies or"
        " for more values."
    )


def _regret(spec: ExerciseSpec, seen: Seen, known: int) -> str:
    """Why there is no tree, and what there is."""
    if known:
        return too_few(spec)
    if spec.kind == MINIMAX:
        low, high = spec.value_range
        return (
            f"No tree ({spec.shape()}) was found with leaves of {low}..{high} that has one best"
            " move and a value that is not just its first or its best leaf."
        )
    asked = [told_count(spec.cut_range, "cut")]
    fewest, most = seen.cuts
    had = [f"from {fewest} to {most} cuts" if most else "no cuts"]
    if spec.deep_cuts:
        asked.append(told_count((spec.deep_cuts, None), "deep cut"))
        had.append(f"at most {seen.deep} deep" if seen.deep else "no deep one")
    if spec.differ:
        asked.append("an answer that differs if ≥ and > are confused")
        had.append("some that differed" if seen.differed else "none that differed")
    return (
        f"No tree ({spec.shape()}) was found with {' and '.join(asked)}: the {seen.trees:,} that"
        f" were tried had {', '.join(had)}."
    )
