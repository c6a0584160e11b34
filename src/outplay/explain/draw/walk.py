"""What the drawings in text formats share: the nodes of a tree with numbers, names and labels."""

from __future__ import annotations

from dataclasses import dataclass

from outplay.explain.tree import FOLDED, SKIPPED, UNVISITED, SearchTree, TreeNode
from outplay.explain.words import LEAF_SHAPE, SHAPES, number, probability, signed, window

FOLD_SHAPE = "⋯"
SCISSORS = "✂"
CHOSEN = "●"


@dataclass(frozen=True)
class Placed:
    """A node and where it stands."""

    number: int
    """From 0, parents first, in order."""
    node: TreeNode
    parent: Placed | None
    ply: int
    name: str
    """`1.2` in a literal tree, else the moves to it; `root`. A fold has that of its parent and …"""

    @property
    def cut_here(self) -> bool:
        """Is the edge to it one that a cut took away?"""
        return self.node.status == SKIPPED

    @property
    def seen(self) -> bool:
        return self.node.status not in (SKIPPED, UNVISITED)


def placed(tree: SearchTree) -> list[Placed]:
    """All nodes, parents first; without recursion, since lines can be long."""
    between = tree.game.line_separator
    found: list[Placed] = []
    waiting: list[tuple[TreeNode, Placed | None]] = [(tree.root, None)]
    while waiting:
        node, parent = waiting.pop()
        name, ply = "root", 0
        if parent is not None:
            last = "…" if node.status == FOLDED else node.edge
            name, ply = last, parent.ply + 1
            if parent.parent is not None:
                name = f"{parent.name}{between}{last}"
        here = Placed(len(found), node, parent, ply, name)
        found.append(here)
        waiting.extend((child, here) for child in reversed(node.children))
    return found


def shape_of(node: TreeNode) -> str:
    """△, ▽, ○, □ where the game is over, or ⋯ for what is folded."""
    if node.status == FOLDED:
        return FOLD_SHAPE
    return LEAF_SHAPE if node.over else SHAPES[node.player]


def value_of(node: TreeNode) -> str:
    """`= 3`; empty where nothing is known."""
    if node.value is None:
        return ""
    return number(node.value) if node.bound is None else signed(node.value, node.bound)


def window_of(node: TreeNode) -> str:
    """`(3, ∞)`; empty where there is none, or nobody needs it: where the game is over."""
    if node.alpha is None or node.beta is None or node.over:
        return ""
    return window(node.alpha, node.beta)


def edge_of(node: TreeNode) -> str:
    """The action, and its probability where chance moves."""
    edge = clean(node.edge)
    if node.probability is None:
        return edge
    return f"{edge} (p {probability(node.probability)})"


def remark_of(node: TreeNode) -> str:
    """What is to be said of a node besides its value; the same in every format."""
    said = [clean(node.note)] if node.note else []
    if node.status == SKIPPED:
        said.append("skipped")
    elif node.status == UNVISITED:
        said.append("not visited")
    elif node.status != FOLDED and node.value is None:
        said.append("not finished")
    if node.replayed:
        said.append("replayed")
    return ", ".join(said)


def clean(text: str) -> str:
    """Text that stands on one line: a game's notation may be anything."""
    text = " ".join(text.split())
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)
