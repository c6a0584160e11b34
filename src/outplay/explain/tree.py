"""The tree of a search: what was visited, what it was worth, what was cut and why.

    >>> tree = outplay.alphabeta(Game.from_tree([[3, 12, 8], [2, 4, 6]])).tree()
    >>> print(tree)                      # in the terminal
    >>> tree.svg(), tree.dot(), tree.latex()

A `SearchTree` is data; how it is drawn is in the modules `draw_*`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.drawing import Picture
from outplay.errors import UsageError
from outplay.explain.trace import CUT, ENTER, LEAF, RETURN, Trace
from outplay.explain.words import node_name, why_cut
from outplay.game import CHANCE, MAX, Game
from outplay.games.tree import Tree
from outplay.result import Bound

VISITED = "visited"
"""The search was there."""
SKIPPED = "skipped"
"""A cut left it out."""
UNVISITED = "unvisited"
"""It lies below what a cut left out, or the trace ended before it."""
FOLDED = "folded"
"""It stands for several moves that are not drawn."""


@dataclass
class TreeNode:
    """One node. Values are from MAX's side."""

    path: tuple[Any, ...]
    """The actions from the root; of a fold, those to the node that it hangs from."""
    state: Any = field(repr=False)
    player: int
    """MAX, MIN or CHANCE, whoever moves here; in a leaf it means nothing."""
    edge: str = ""
    """The action to it, in the game's notation."""
    probability: float | None = None
    """Of the edge to it, where chance moves above."""
    status: str = VISITED
    leaf: bool = False
    """Did the search end here, at the end of the game or with an estimate?"""
    over: bool = False
    """Is the game over here?"""
    value: float | None = None
    bound: Bound | None = None
    alpha: float | None = None
    """The window with which it was entered; None where there is none."""
    beta: float | None = None
    chosen: bool = False
    """Is it on the principal line?"""
    cut: str = ""
    """Why the rest of its children was skipped; empty if there was no cut."""
    nodes: int = 0
    """States visited here and below, as far as that is known."""
    note: str = ""
    """What a fold says: `17 more, 412 k nodes, all ≤ 2`; elsewhere: what is not drawn below."""
    folded: tuple[Any, ...] = ()
    """The actions that a fold stands for."""
    replayed: bool = False
    """Was it searched again to be drawn?"""
    children: list[TreeNode] = field(default_factory=list)

    def walk(self) -> Iterator[TreeNode]:
        """This node and all below it, parents first, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass
class SearchTree:
    """A tree to be looked at; its methods draw it."""

    game: Game[Any, Any] = field(repr=False)
    root: TreeNode
    algorithm: str
    convention: str
    """Said on every drawing: `cut on ≥, fail-soft, actions in order`."""
    visited: int
    """States that the search visited."""
    truncated: bool = False
    """Was the search longer than what is drawn?"""
    skeleton: bool = False
    """Is it the proof skeleton of a search, and not the whole of it?"""
    source: Any = field(default=None, repr=False)
    """The result that a skeleton is of; its folds are searched again as it was."""

    def __iter__(self) -> Iterator[TreeNode]:
        return self.root.walk()

    def __len__(self) -> int:
        return sum(1 for _ in self.root.walk())

    def name(self, node: TreeNode) -> str:
        """`1.2` in a literal tree, else the moves to the node; `root`."""
        return node_name(self.game, self.root.state, node.path)

    def find(self, path: Sequence[Any]) -> TreeNode:
        """The node that these actions lead to; raises UsageError if it is not drawn."""
        for node in self:
            if node.path == tuple(path) and node.status != FOLDED:
                return node
        raise UsageError(f"There is no node {tuple(path)!r} in this tree.")

    def fold_of(self, path: Sequence[Any] = ()) -> TreeNode:
        """The fold that hangs from the node at `path`; raises UsageError if there is none."""
        for child in self.find(path).children:
            if child.status == FOLDED:
                return child
        raise UsageError(f"Nothing is folded at the node {tuple(path)!r}.")

    def title(self) -> str:
        """What the drawing is of, in a line: algorithm, convention, how much of it is drawn."""
        drawn = sum(node.status == VISITED for node in self)
        parts = [f"{self.game.name}, {self.algorithm}"]
        if self.convention:
            parts.append(self.convention)
        if self.skeleton:
            parts.append(f"proof skeleton of {self.visited:,} nodes visited")
        elif self.truncated:
            parts.append(f"the first {drawn:,} nodes; the search is longer")
        else:
            parts.append(f"{self.visited:,} nodes visited")
        return "; ".join(parts)

    # --- drawings -------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.text()

    def text(self, *, width: int | None = None, colour: bool = False) -> str:
        """For the terminal, one line a node; `width` is that of the terminal."""
        from outplay.explain.draw_text import draw_text

        return draw_text(self, width=width, colour=colour)

    def svg(self, *, pictures: bool = True, windows: bool = True) -> Picture:
        """A picture. `pictures`: states drawn small in the nodes, where the game can draw them."""
        from outplay.explain.draw_svg import draw_svg

        return draw_svg(self, pictures=pictures, windows=windows)

    def html(self, *, pictures: bool = True, windows: bool = True) -> str:
        """A page that stands alone: the picture, and the tree in words. It needs no script."""
        from outplay.explain.draw_html import draw_html

        return draw_html(self, pictures=pictures, windows=windows)

    def dot(self) -> str:
        """For Graphviz."""
        from outplay.explain.draw_dot import draw_dot

        return draw_dot(self)

    def mermaid(self) -> str:
        """For Mermaid, which Markdown pages draw."""
        from outplay.explain.draw_mermaid import draw_mermaid

        return draw_mermaid(self)

    def latex(self) -> str:
        """A LaTeX document that draws it with TikZ (forest)."""
        from outplay.explain.draw_latex import draw_latex

        return draw_latex(self)

    def as_dict(self) -> dict[str, Any]:
        """Plain data: what `to_json` writes."""
        from outplay.explain.draw_json import as_dict

        return as_dict(self)

    def to_json(self, indent: int | None = 1) -> str:
        from outplay.explain.draw_json import to_json

        return to_json(self, indent)

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def _repr_html_(self) -> str:
        return self.html()

    def open(self, path: Sequence[Any] = ()) -> SearchTree:
        """The same tree with what is folded at the node `path` searched again and drawn."""
        from outplay.explain.skeleton import opened

        return opened(self, tuple(path))


def tree_of_trace(trace: Trace, *, skipped: str = "") -> SearchTree:
    """The tree that a trace visited.

    `skipped` says how much is drawn of what it did not: `all` (whole subtrees: for literal trees,
    whose default it is), `one` (a stump for each move, the default) or `none`.
    """
    return _Growing(trace, skipped or ("all" if isinstance(trace.game, Tree) else "one")).tree()


class _Growing:
    def __init__(self, trace: Trace, skipped: str) -> None:
        if skipped not in ("all", "one", "none"):
            raise UsageError(f"skipped must be all, one or none, not {skipped!r}.")
        self.trace, self.skipped = trace, skipped
        self.nodes: dict[tuple[Any, ...], TreeNode] = {}

    def tree(self) -> SearchTree:
        trace = self.trace
        visited = 0
        for step in trace.steps:
            if step.kind == ENTER:
                visited += 1
                node = self._node(step.path, step.state, step.player)
                node.alpha, node.beta = step.alpha, step.beta
                node.status = VISITED
            elif step.kind in (LEAF, RETURN):
                node = self.nodes[step.path]
                node.value, node.bound = step.value, step.bound
                node.leaf = step.kind == LEAF
                node.over = bool(step.terminal)
            elif step.kind == CUT:
                assert step.value is not None
                if step.skipped and step.alpha is not None and step.beta is not None:
                    reason = why_cut(step.player, step.value, step.alpha, step.beta)
                    self.nodes[step.path].cut = reason
        root = self.nodes[()]
        for node in list(self.nodes.values()):
            self._complete(node)
        self._count(root)
        self._choose(root)
        return SearchTree(
            trace.game, root, trace.algorithm, trace.convention, visited, trace.truncated
        )

    def _node(self, path: tuple[Any, ...], state: Any, player: int) -> TreeNode:
        node = self.nodes.get(path)
        if node is not None:
            return node
        node = self.nodes[path] = TreeNode(path, state, player)
        if path:
            parent = self.nodes.get(path[:-1])
            if parent is None:  # a probe passed through it
                above = self.trace.state
                for action in path[:-1]:
                    above = self.trace.game.result(above, action)
                player = int(self.trace.game.to_move(above))
                parent = self._node(path[:-1], above, player)
            node.edge = self.trace.game.format_action(parent.state, path[-1])
            parent.children.append(node)
        return node

    def _complete(self, node: TreeNode) -> None:
        """Adds the children that were not entered, in the game's order, and probabilities."""
        game = self.trace.game
        if node.leaf or game.is_terminal(node.state):
            return
        chances = {}
        if node.player == CHANCE:
            chances = dict(game.outcomes(node.state))
        actions = list(chances) if chances else game.legal(node.state)
        known = {child.path[-1] for child in node.children}
        status = SKIPPED if node.cut else UNVISITED
        recalled = node.value is not None and not node.children
        if self.skipped != "none" and not recalled:
            for action in actions:
                if action not in known:
                    node.children.append(self._stump(node, action, status))
        place = {action: number for number, action in enumerate(actions)}
        # As visited, then what was not; where actions are tried in order, that is their order.
        if "in order" in self.trace.convention:
            node.children.sort(key=lambda child: place.get(child.path[-1], 0))
        for child in node.children:
            child.probability = chances.get(child.path[-1])

    def _stump(self, parent: TreeNode, action: Any, status: str) -> TreeNode:
        game = self.trace.game
        state = game.result(parent.state, action)
        over = bool(game.is_terminal(state))
        player = MAX if over else int(game.to_move(state))
        edge = game.format_action(parent.state, action)
        node = TreeNode(
            (*parent.path, action), state, player, edge, status=status, leaf=over, over=over
        )
        if over:
            node.value = game.utility(state)
        elif self.skipped == "all":
            outcomes = dict(game.outcomes(state)) if player == CHANCE else {}
            for below in list(outcomes) or game.legal(state):
                child = self._stump(node, below, UNVISITED)
                child.probability = outcomes.get(below)
                node.children.append(child)
        return node

    def _count(self, root: TreeNode) -> None:
        for node in reversed(list(root.walk())):
            own = 1 if node.status == VISITED else 0
            node.nodes = own + sum(child.nodes for child in node.children)

    def _choose(self, root: TreeNode) -> None:
        result = self.trace.result
        if result is None:
            return
        node = root
        node.chosen = True
        for action in result.line:
            found = [child for child in node.children if child.path[-1] == action]
            if not found or found[0].status != VISITED:
                return
            node = found[0]
            node.chosen = True
