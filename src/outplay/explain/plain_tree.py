"""A literal tree as a table of its nodes, by the way to them: what is solved by hand and graded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, cast

from outplay.errors import UsageError
from outplay.game import CHANCE
from outplay.games.tree import Position, Tree

if TYPE_CHECKING:
    from outplay.explain.student_algorithms import Algorithm, Run

Path = tuple[int, ...]
"""The way to a node: the number of the child taken at each step, from 0."""

MOST_NODES = 20_000
MOST_DEPTH = 100


@dataclass(frozen=True)
class Node:
    """A node of the tree, and who moves there."""

    path: Path
    player: int
    """MAX, MIN or CHANCE; in a leaf, whose turn it would be."""
    side: int
    """MAX or MIN: whose turn it is; at a chance node, whose it is after it."""
    children: tuple[Path, ...]
    chances: tuple[float, ...]
    value: float
    """Of a leaf; else the mean of what is below, as the tree's `evaluate` has it."""


@dataclass(frozen=True, eq=False)
class PlainTree:
    """All nodes of a literal tree. Raises UsageError if it is too large to be graded."""

    game: Tree = field(repr=False)
    exact: bool = False
    """Are all numbers fractions, and values equal only if they are exactly that?"""
    runs: dict[Algorithm, Run] = field(default_factory=dict, repr=False)
    """What algorithms gave on it; see `student_algorithms.run`."""

    @cached_property
    def nodes(self) -> dict[Path, Node]:
        """Every node, parents first, in order."""
        found: dict[Path, Node] = {}
        waiting = [self.game.initial()]
        while waiting:
            here = waiting.pop()
            if len(found) >= MOST_NODES or len(here.path) > MOST_DEPTH:
                raise UsageError(
                    f"The tree is too large to be graded: at most {MOST_NODES:,} nodes and"
                    f" {MOST_DEPTH} levels."
                )
            found[here.path] = self._node(here)
            numbers = range(len(here.node.children))
            waiting.extend(self.game.result(here, number) for number in reversed(numbers))
        return found

    def _node(self, here: Position) -> Node:
        chances, value = here.node.chances, here.node.mean
        if self.exact:
            chances, value = tuple(map(_fraction, chances)), _fraction(value)
        player = CHANCE if chances else here.player
        children = tuple((*here.path, number) for number in range(len(here.node.children)))
        return Node(here.path, player, here.player, children, chances, value)

    @property
    def root(self) -> int:
        """Who moves at the root, MAX or MIN."""
        return self.game.root.player

    @cached_property
    def depth(self) -> int:
        return max(map(len, self.nodes))

    @cached_property
    def tolerance(self) -> float:
        """How far off a number may be: by rounding to two places where there are means."""
        node = self.game.root.node
        if self.exact:
            return 0.0
        return 0.005 * min(1.0, node.high - node.low) + 1e-9 if node.has_chance else 1e-9

    def same(self, left: float, right: float) -> bool:
        return left == right or abs(left - right) <= self.tolerance

    def leaves(self, path: Path = ()) -> Iterator[Path]:
        """The leaves at `path` and below, in order."""
        waiting = [path]
        while waiting:
            node = self.nodes[waiting.pop()]
            if not node.children:
                yield node.path
            waiting.extend(reversed(node.children))


def _fraction(value: float) -> float:
    """The fraction that a decimal stands for; to the type checker it is a number like others."""
    return cast(float, Fraction(value).limit_denominator(10_000))


def name_of(path: Path) -> str:
    """`root`, `2`, `2.1`: as traces call nodes."""
    return ".".join(str(child + 1) for child in path) or "root"
