"""Trees with chance that can be worked out by hand: fractions of 2, 3, 4 or 10, short decimals.

MAX moves at the root (or MIN), then chance, then the other player, then chance …
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from outplay.errors import UsageError
from outplay.explain.exercises.spec import ExerciseSpec
from outplay.explain.exercises.tree_generator import BUDGET, KNOWN, Dice, too_few
from outplay.game import MAX
from outplay.games.tree import Chance

DENOMINATORS = (2, 3, 4, 10, 10)
"""Tenths come more often: they suit any number of outcomes."""

DRAWS = 12
"""Rows of probabilities tried for a chance node whose mean comes out long."""

Node: TypeAlias = "int | list[Node] | tuple[tuple[Fraction, Node], ...]"
"""A leaf; a player's choice; a chance node."""


def choose_with_chance(spec: ExerciseSpec, dice: Dice, refused: Callable[[str], bool]) -> str:
    """The text of a tree whose best move is not what plain averages say; raises UsageError."""
    spent, known = 0, 0
    while (
        spent < BUDGET // 10 and known < KNOWN
    ):  # a tree costs more here than in a search for cuts
        tree, leaves = _grow(spec, dice)
        spent += leaves
        if tree is None:
            continue
        maximises = spec.root == MAX
        best = best_moves(tree, maximises)
        if len(best) > 1 or len(plain := best_moves(tree, maximises, weighted=False)) > 1:
            continue
        if best != plain:
            text = text_of(tree)
            if not refused(text):
                return text
            known += 1
    if not known:
        low, high = spec.value_range
        raise UsageError(
            f"No tree ({spec.shape()}) was found with leaves of {low}..{high}, means of at most"
            " two decimals and one best move that plain averages would miss."
        )
    raise UsageError(too_few(spec))


def _grow(spec: ExerciseSpec, dice: Dice) -> tuple[Node | None, int]:
    """A random tree, or None if a mean came out long; and how many leaves were drawn."""
    low, high = spec.value_range
    pool = dice.sample(low, high, spec.branch[1] ** spec.depth) if spec.no_ties else []
    count = 0

    def grow(ply: int) -> Node | None:
        nonlocal count
        if ply == spec.depth:
            count += 1
            return pool[count - 1] if pool else dice.between(low, high)
        least = max(2, spec.branch[0]) if ply == 0 else spec.branch[0]
        children: list[Node] = []
        for _ in range(dice.between(least, spec.branch[1])):
            child = grow(ply + 1)
            if child is None:
                return None
            children.append(child)
        if ply % 2 == 0:
            return children
        # Who moves below: at ply 2 the other player, at ply 4 the first again.
        below = (spec.root == MAX) == (ply % 4 == 3)
        means = [value_of(child, below) for child in children]
        for _ in range(DRAWS):
            row = _probabilities(len(children), dice)
            mean = sum((p * v for p, v in zip(row, means, strict=True)), Fraction(0))
            if is_short(mean):
                return tuple(zip(row, children, strict=True))
        return None

    return grow(0), count


def _probabilities(count: int, dice: Dice) -> list[Fraction]:
    """So many, none of them 0, of one denominator."""
    fitting = [d for d in DENOMINATORS if d >= count]
    whole = fitting[dice.below(len(fitting))]
    ends = sorted(place + 1 for place in dice.sample(0, whole - 2, count - 1))
    parts = [right - left for left, right in zip([0, *ends], [*ends, whole], strict=True)]
    return [Fraction(part, whole) for part in parts]


def is_short(value: Fraction) -> bool:
    """Has it at most two decimals?"""
    return 100 % value.denominator == 0


def value_of(node: Node, maximises: bool, *, weighted: bool = True) -> Fraction:
    """What the node is worth; not `weighted`: as if all outcomes were equally likely."""
    if isinstance(node, int):
        return Fraction(node)
    if isinstance(node, list):
        below = [value_of(child, not maximises, weighted=weighted) for child in node]
        return max(below) if maximises else min(below)
    values = [value_of(child, maximises, weighted=weighted) for _, child in node]
    if not weighted:
        return sum(values, Fraction(0)) / len(values)
    return sum((p * v for (p, _), v in zip(node, values, strict=True)), Fraction(0))


def best_moves(node: Node, maximises: bool, *, weighted: bool = True) -> list[int]:
    """The numbers, from 0, of all children of the root that are best."""
    assert isinstance(node, list)
    below = [value_of(child, not maximises, weighted=weighted) for child in node]
    best = max(below) if maximises else min(below)
    return [number for number, value in enumerate(below) if value == best]


def text_of(node: Node) -> str:
    """As a literal tree is written: `[Chance((1/3, 4), (2/3, 7)), 5]`."""
    if isinstance(node, int):
        return str(node)
    if isinstance(node, list):
        return f"[{', '.join(map(text_of, node))}]"
    return f"Chance({', '.join(f'({fraction_text(p)}, {text_of(below)})' for p, below in node)})"


def fraction_text(value: Fraction) -> str:
    """0.3, 0.25, 1/3: a decimal where that is exact."""
    return f"{float(value):g}" if is_short(value) else str(value)


def node_of(tree: object) -> Node:
    """The node that a literal tree describes, its probabilities as fractions again."""
    if isinstance(tree, Chance):
        return tuple(
            (Fraction(p).limit_denominator(10_000), node_of(below)) for p, below in tree.branches
        )
    if isinstance(tree, list | tuple):
        return [node_of(item) for item in tree]
    if isinstance(tree, int):
        return tree
    raise UsageError(f"The leaves of an exercise are whole numbers, not {tree!r}.")
