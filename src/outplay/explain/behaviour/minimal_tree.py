"""The least that any search must look at to prove a value, counted on the tree itself.

To prove that the root is worth v, one shows that MAX gets v at least (one move of MAX in each
state, all replies of MIN) and v at most (one of MIN, all of MAX). The two plans share one line.
The smallest pair of them is the smallest proof. In a uniform tree that is what Knuth and Moore
(1975) gave in closed form, see `outplay.search.estimates`; here it is counted, so that it is right
for any tree that is small enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from outplay.copies import copier, protected
from outplay.game import MAX, AnyGame, Game
from outplay.keys import key_of

MOST_STATES = 50_000
"""Distinct states up to which a tree is kept whole to be counted."""

DEEPEST = 300
"""Plies: Python's stack allows about three times as many."""


@dataclass(eq=False, slots=True)
class Node:
    """A state so many plies before the horizon; states that come twice are one node."""

    value: float
    """Minimax, with estimates at the horizon."""
    player: int
    children: list[Node] = field(default_factory=list)
    branching: int | None = None
    """Of a uniform tree: actions in each state that is not a leaf; else None."""
    height: int | None = 0
    """Of a uniform tree, where turns alternate too: plies to every leaf; else None."""


class TooLarge(Exception):
    """There are more states than may be kept."""


def full_tree(
    game: AnyGame,
    state: object,
    depth: int | None,
    evaluate: Callable[[object], float] | None = None,
    most: int = MOST_STATES,
) -> Node | None:
    """The tree below `state`, down to `depth`; None if it is too large, or has chance in it."""
    if not game.properties.deterministic or (depth or 0) > DEEPEST:
        return None
    game = protected(game, state, always=True)
    copied = copier(game)
    estimate = game.evaluate if evaluate is None else lambda s: evaluate(copied(s))
    known: dict[object, Node] = {}

    def grown(s: object, ply: int) -> Node:
        left = -1 if depth is None else depth - ply
        place = key_of(s), left
        node = known.get(place)
        if node is not None:
            return node
        if len(known) >= most or ply > DEEPEST:
            raise TooLarge
        if game.is_terminal(s):
            node = Node(game.utility(s), MAX)
        elif left == 0:
            node = Node(estimate(s), MAX)
        else:
            children = [grown(game.result(s, a), ply + 1) for a in game.actions(s)]
            node = _above(int(game.to_move(s)), children) if children else Node(estimate(s), MAX)
        known[place] = node
        return node

    try:
        return grown(state, 0)
    except TooLarge:
        return None


def _above(player: int, children: list[Node]) -> Node:
    best = (max if player == MAX else min)(child.value for child in children)
    height = children[0].height
    alike = all(
        child.height == height
        and (not child.children or (child.branching, child.player) == (len(children), -player))
        for child in children
    )
    if alike and height is not None:
        return Node(best, player, children, len(children), height + 1)
    return Node(best, player, children, height=None)


def least_nodes(root: Node) -> int:
    """States of the smallest proof of the root's value, root and leaves included."""
    return _smallest(root, inner=1)


def least_leaves(root: Node) -> int:
    """Leaves of the smallest proof of the root's value."""
    return _smallest(root, inner=0)


def _smallest(root: Node, inner: int) -> int:
    """The smallest proof, where a leaf counts 1 and any other state `inner`."""
    wanted = root.value
    sizes: dict[tuple[int, int], float] = {}

    def one_sided(node: Node, side: int) -> float:
        """To show that `node` is worth `wanted` at least (side MAX) or at most (side MIN)."""
        if (node.value - wanted) * side < 0:
            return math.inf
        if not node.children:
            return 1
        key = (id(node), side)
        if key not in sizes:
            below = [one_sided(child, side) for child in node.children]
            sizes[key] = inner + (min(below) if node.player == side else sum(below))
        return sizes[key]

    def both(node: Node) -> float:
        """To show that `node`, which is worth `wanted`, is worth just that."""
        if not node.children:
            return 1
        key = (id(node), 0)
        if key not in sizes:
            others = [one_sided(child, -node.player) for child in node.children]
            total = sum(others)
            sizes[key] = inner + min(
                both(child) + total - other
                for child, other in zip(node.children, others, strict=True)
                if child.value == wanted
            )
        return sizes[key]

    return int(both(root))


class OrderedTree(Game[Node, int]):
    """The tree as a game, whose actions come best first for whoever moves, or worst first."""

    not_native = "a tree that is kept whole is walked where it stands, in Python"

    def __init__(self, root: Node, best_first: bool = True) -> None:
        self.root, self.sign = root, 1 if best_first else -1

    def initial(self) -> Node:
        return self.root

    def to_move(self, s: Node) -> int:
        return s.player

    def actions(self, s: Node) -> Iterable[int]:
        side = -self.sign * s.player
        return sorted(range(len(s.children)), key=lambda number: side * s.children[number].value)

    def result(self, s: Node, a: int) -> Node:
        return s.children[a]

    def is_terminal(self, s: Node) -> bool:
        return not s.children

    def utility(self, s: Node) -> float:
        return s.value
