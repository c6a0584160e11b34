"""Literal trees as tables of nodes, and the algorithms that students run on them by hand.

An `Algorithm` says how a tree is solved, right or wrong; `run` does it, and keeps what a student
would write down: the value of each node, the leaves in the order of their visit, the windows, and
what was skipped. Exercises are generated and graded by it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import cast

from outplay.errors import UsageError
from outplay.game import MAX
from outplay.games.tree import Tree

INFINITY = math.inf

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
    """What algorithms gave on it; see `run`."""

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
            below = [self.game.result(here, child) for child in self.game.actions(here)]
            chances, value = here.node.chances, here.node.mean
            if self.exact:
                chances, value = tuple(map(_fraction, chances)), _fraction(value)
            player, children = self.game.to_move(here), tuple(child.path for child in below)
            found[here.path] = Node(here.path, player, here.player, children, chances, value)
            waiting.extend(reversed(below))
        return found

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


# --- algorithms ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Algorithm:
    """How a tree is solved. The defaults are minimax, done right."""

    prune: bool = False
    strict: bool = False
    """Cut on > alone, not on ≥."""
    hard: bool = False
    """Fail-hard: what a node returns is kept inside its window."""
    turns: str = "right"
    """Who moves: `right`; `exchanged`: MAX where MIN moves and the other way round; `shifted`:
    the turn changes one level too late; `one min`: MIN moves once, then always MAX; `one max`
    likewise; `always`: the root's player moves everywhere."""
    chance: str = "weighted"
    """A chance node's value: `weighted`, `mean`, `likeliest`, `max`, `min` or `sum`."""
    chance_turn: bool = False
    """Does a chance node take a turn, so that the other player moves after it?"""
    window: str = "right"
    """What is passed down: `right` both; `no alpha`, `no beta`, `none`; `parent`: the bound of
    the node alone, so that deep cuts are missed; `swapped`."""
    test: str = "right"
    """When a node is cut: `swapped`: MAX compares with α and MIN with β; `first`: only in the
    children of the root."""
    update: str = "best"
    """α and β become the `best` value so far, or the `last` one."""
    early: bool = False
    """Stops one level above the deepest leaves, and takes the mean there."""
    sign: str = ""
    """What is wrong in negamax: `minus`: the child's value is not negated; `leaf`: a leaf is not
    seen from the side to move; `window`: α and β are not exchanged and negated. From MAX's side
    that is one minus too many."""


@dataclass
class Run:
    """What one algorithm gives on one tree. Values are from MAX's side."""

    values: dict[Path, float] = field(default_factory=dict)
    """What each visited node returned; leaves too."""
    visited: list[Path] = field(default_factory=list)
    """The leaves, in order."""
    windows: dict[Path, tuple[float, float]] = field(default_factory=dict)
    """The windows that nodes were entered with, in order."""
    cuts: dict[Path, tuple[Path, ...]] = field(default_factory=dict)
    """Where a cut was made, and the children that it left out; none if it was the last."""
    moves: tuple[int, ...] = ()
    """The root's children that are as good as the best, by this algorithm."""

    @property
    def value(self) -> float:
        return self.values[()]


def run(tree: PlainTree, algorithm: Algorithm) -> Run:
    """What the algorithm gives on the tree; it is kept, since many answers are graded by it."""
    if algorithm not in tree.runs:
        tree.runs[algorithm] = search(tree, algorithm)
    return tree.runs[algorithm]


def search(
    tree: PlainTree, algorithm: Algorithm, leaves: Mapping[Path, float] | None = None
) -> Run:
    """The same, with other values at the leaves, if there are any."""
    walk = _Search(tree, algorithm, leaves or {})
    walk.minimax((), 0, -INFINITY, INFINITY)
    done = walk.done
    done.moves = tuple(
        child[0]
        for child in tree.nodes[()].children
        if child in done.values and tree.same(done.values[child], done.value)
    )
    return done


class _Search:
    def __init__(self, tree: PlainTree, algorithm: Algorithm, leaves: Mapping[Path, float]) -> None:
        self.tree, self.algorithm, self.leaves = tree, algorithm, leaves
        self.nodes = tree.nodes
        self.done = Run()

    def minimax(self, path: Path, turns: int, alpha: float, beta: float) -> float:
        """The value of a node by minimax, or with `prune` by alpha-beta; `turns` taken so far."""
        how, node, done = self.algorithm, self.nodes[path], self.done
        done.windows[path] = alpha, beta
        if not node.children:
            done.visited.append(path)
            side = self._player(turns) if how.sign == "leaf" else 1
            value = side * self.leaves.get(path, node.value)
        elif how.early and len(path) == self.tree.depth - 1:
            value = node.value
        elif node.chances:
            turns += how.chance_turn
            below = [self.minimax(child, turns, alpha, beta) for child in node.children]
            value = CHANCE_VALUES[how.chance](below, node.chances)
        else:
            value = self._choice(path, turns, alpha, beta)
        done.values[path] = value
        return value

    def _choice(self, path: Path, turns: int, alpha: float, beta: float) -> float:
        how, children = self.algorithm, self.nodes[path].children
        low, high = alpha, beta
        maximise = self._player(turns) == MAX
        best = -INFINITY if maximise else INFINITY
        for number, child in enumerate(children, start=1):
            value = self.minimax(child, turns + 1, *self._passed(alpha, beta, best, maximise))
            value = -value if how.sign == "minus" else value
            best = max(best, value) if maximise else min(best, value)
            if how.prune and self._cuts(path, best, alpha, beta, maximise):
                self.done.cuts[path] = children[number:]
                break
            if maximise:
                alpha = value if how.update == "last" else max(alpha, best)
            else:
                beta = value if how.update == "last" else min(beta, best)
        return min(max(best, low), high) if how.hard else best

    def _player(self, turns: int) -> int:
        root, order = self.tree.root, self.algorithm.turns
        if order in ("one min", "one max"):
            once = -MAX if order == "one min" else MAX
            first = 0 if root == once else 1  # the turn on which that player moves
            return once if turns == first else -once
        if order == "exchanged":
            turns += 1
        elif order == "shifted":
            turns = max(0, turns - 1)
        elif order == "always":
            turns = 0
        return root if turns % 2 == 0 else -root

    def _passed(
        self, alpha: float, beta: float, best: float, maximise: bool
    ) -> tuple[float, float]:
        """The window of a child."""
        match self.algorithm.window:
            case "no alpha":
                return -INFINITY, beta
            case "no beta":
                return alpha, INFINITY
            case "none":
                return -INFINITY, INFINITY
            case "parent":
                return (best, INFINITY) if maximise else (-INFINITY, best)
            case "swapped":
                return beta, alpha
        return (-beta, -alpha) if self.algorithm.sign == "window" else (alpha, beta)

    def _cuts(self, path: Path, best: float, alpha: float, beta: float, maximise: bool) -> bool:
        how = self.algorithm
        if how.test == "first" and len(path) != 1:
            return False
        upwards = maximise != (how.test == "swapped")
        end = beta if upwards else alpha
        if best == end:
            return not how.strict
        return best > end if upwards else best < end


CHANCE_VALUES: dict[str, Callable[[Sequence[float], Sequence[float]], float]] = {
    "weighted": lambda values, chances: sum(map(operator.mul, chances, values)),
    "mean": lambda values, _: sum(values) / len(values),
    "likeliest": lambda values, chances: values[chances.index(max(chances))],
    "max": lambda values, _: max(values),
    "min": lambda values, _: min(values),
    "sum": lambda values, _: sum(values),
}
"""What a chance node is worth, by the values and the probabilities of its children."""
