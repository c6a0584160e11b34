"""Trees with chance that can be worked out by hand: fractions of 2, 3, 4 or 10, short decimals.

MAX moves at the root (or MIN), then chance, then the other player, then chance …
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from outplay.errors import UsageError
from outplay.explain.exercises.spec import ExerciseSpec
from outplay.explain.exercises.tree_generator import BUDGET, Dice
from outplay.explain.student_algorithms import Algorithm, PlainTree, run
from outplay.explain.words import probability
from outplay.game import MAX
from outplay.games.tree import Tree

DENOMINATORS = (2, 3, 4, 10, 10)
"""Tenths come more often: they suit any number of outcomes."""

DRAWS = 12
"""Rows of probabilities tried for a chance node whose mean comes out long."""


def trees_with_chance(spec: ExerciseSpec, dice: Dice) -> Iterator[str]:
    """Trees as text whose best move is not what plain averages say; UsageError if none is found."""
    spent, found_any = 0, False
    while spent < BUDGET // 10:  # a tree costs more than one without chance
        text, leaves = _grow(spec, dice)
        spent += leaves
        if text is None:
            continue
        tree = PlainTree(Tree(text, spec.root), exact=True)
        best, averaged = run(tree, Algorithm()).moves, run(tree, Algorithm(chance="mean")).moves
        if len(best) == len(averaged) == 1 and best != averaged:
            found_any = True
            yield text
    if not found_any:
        low, high = spec.value_range
        raise UsageError(
            f"No tree ({spec.shape()}) was found with leaves of {low}..{high}, means of at most two"
            " decimals and one best move that plain averages would miss."
        )


def _grow(spec: ExerciseSpec, dice: Dice) -> tuple[str | None, int]:
    """A random tree as text, or None if a mean came out long; and how many leaves were drawn."""
    low, high = spec.value_range
    pool = dice.sample(low, high, spec.branch[1] ** spec.depth) if spec.no_ties else []
    count = 0

    def grow(ply: int) -> tuple[str, Fraction] | None:
        """A node as a literal tree is written, `[Chance((1/3, 4), (2/3, 7)), 5]`; its value."""
        nonlocal count
        if ply == spec.depth:
            count += 1
            leaf = pool[count - 1] if pool else dice.between(low, high)
            return str(leaf), Fraction(leaf)
        least = max(2, spec.branch[0]) if ply == 0 else spec.branch[0]
        children: list[str] = []
        values: list[Fraction] = []
        for _ in range(dice.between(least, spec.branch[1])):
            child = grow(ply + 1)
            if child is None:
                return None
            children.append(child[0])
            values.append(child[1])
        if ply % 2 == 0:  # at ply 2 the other player moves, at ply 4 the first again
            choose = max if (spec.root == MAX) == (ply % 4 == 0) else min
            return f"[{', '.join(children)}]", choose(values)
        for _ in range(DRAWS):
            row = _probabilities(len(children), dice)
            mean = sum((p * v for p, v in zip(row, values, strict=True)), Fraction(0))
            if 100 % mean.denominator == 0:  # at most two decimals
                branches = zip(map(probability, row), children, strict=True)
                return f"Chance({', '.join(f'({p}, {below})' for p, below in branches)})", mean
        return None

    grown = grow(0)
    return None if grown is None else grown[0], count


def _probabilities(count: int, dice: Dice) -> list[Fraction]:
    """So many, none of them 0, of one denominator."""
    fitting = [d for d in DENOMINATORS if d >= count]
    denominator = fitting[dice.below(len(fitting))]
    ends = sorted(place + 1 for place in dice.sample(0, denominator - 2, count - 1))
    parts = [right - left for left, right in zip([0, *ends], [*ends, denominator], strict=True)]
    return [Fraction(part, denominator) for part in parts]
