"""The tree of a search: what was visited, what it was worth, what was cut and why.

    >>> tree = outplay.alphabeta(Game.from_tree([[3, 12, 8], [2, 4, 6]])).tree()
    >>> print(tree)                      # in the terminal
    >>> tree.svg(), tree.dot(), tree.latex()

A `SearchTree` is data; how it is drawn is in the package `draw`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.drawing import Picture
from outplay.errors import UsageError
from outplay.explain.trace import CUT, ENTER, LEAF, RETURN, Step, Trace
from outplay.explain.words import node_name, plural
from outplay.game import CHANCE, MAX, AnyGame
from outplay.lazy import fetch
from outplay.result import AnyResult, Bound
from outplay.search.error_context import names_rules

VISITED = "visited"
"""The search was there."""
SKIPPED = "skipped"
"""A cut left it out."""
UNVISITED = "unvisited"
"""It lies below what a cut left out, or the trace ended before it."""
FOLDED = "folded"
"""It stands for several moves that are not drawn."""

REMEMBERED = "remembered"
PROBED = "probed"
"""Notes: its value was in the memory; Star2 looked at one reply to it, and did not search it."""

MOST_STUMPS = 2_000
"""Nodes that are drawn below what was skipped."""


@dataclass
class TreeNode:
    """One node. Values are from MAX's side."""

    path: tuple[object, ...]
    """The actions from the root; of a fold, those to the node that it hangs from."""
    state: object = field(repr=False)
    player: int
    """Who moves here: MAX, MIN or CHANCE; it means nothing in a leaf."""
    edge: str = ""
    """The action to it, in the game's notation."""
    probability: float | None = None
    """Of the edge to it, where chance moves above."""
    status: str = VISITED
    leaf: bool = False
    """Whether the search ended here, at the end of the game or with an estimate."""
    over: bool = False
    """Whether the game is over here."""
    value: float | None = None
    bound: Bound | None = None
    alpha: float | None = None
    """The window with which it was entered; None where there is none."""
    beta: float | None = None
    chosen: bool = False
    """Whether it is on the principal variation."""
    cut: str = ""
    """Why the rest of its children were skipped; empty if there was no cut."""
    nodes: int = 0
    """States visited here and below, as far as that is known."""
    note: str = ""
    """What a fold says: `17 more, 412 k nodes, all ≤ 2`; elsewhere: what is not drawn below."""
    folded: tuple[object, ...] = ()
    """The actions that a fold stands for."""
    replayed: bool = False
    """Whether it was searched again for the drawing."""
    children: list[TreeNode] = field(default_factory=list)

    def child(self, game: AnyGame, action: object) -> TreeNode:
        """A new node after `action`, below this one; nothing is known of it yet."""
        state = game.result(self.state, action)
        over = bool(game.is_terminal(state))
        player = MAX if over else int(game.to_move(state))
        edge = game.format_action(self.state, action)
        path = (*self.path, action)
        return TreeNode(path, state, player, edge, leaf=over, over=over)

    def after(self, action: object) -> TreeNode | None:
        """The child that `action` leads to, if it is drawn."""
        return next((child for child in self.children if child.path[-1] == action), None)

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

    game: AnyGame = field(repr=False)
    root: TreeNode
    algorithm: str
    convention: str
    """Said on every drawing: `cut on ≥, fail-soft, actions in order`."""
    visited: int
    """States that the search visited."""
    truncated: bool = False
    """Whether the search was longer than what is drawn."""
    skeleton: bool = False
    """Whether it is the proof skeleton of a search rather than all of it."""
    source: AnyResult | None = field(default=None, repr=False)
    """The result that a skeleton shows; its folds are searched again in the same way."""

    def __iter__(self) -> Iterator[TreeNode]:
        return self.root.walk()

    def __len__(self) -> int:
        return sum(1 for _ in self.root.walk())

    def name(self, node: TreeNode) -> str:
        """`1.2` in a literal tree, else the moves to the node; `root`."""
        return node_name(self.game, self.root.state, node.path)

    def find(self, path: Sequence[object]) -> TreeNode:
        """The node that these actions lead to; raises UsageError if it is not drawn."""
        for node in self:
            if node.path == tuple(path) and node.status != FOLDED:
                return node
        raise UsageError(f"There is no node {self._named(path)} in this tree.")

    def fold_of(self, path: Sequence[object] = ()) -> TreeNode:
        """The fold that hangs from the node at `path`; raises UsageError if there is none."""
        for child in self.find(path).children:
            if child.status == FOLDED:
                return child
        raise UsageError(f"Nothing is folded at the node {self._named(path)}.")

    def _named(self, path: Sequence[object]) -> str:
        try:
            return node_name(self.game, self.root.state, path)
        except Exception:  # whatever a rule does with an action that is none
            return repr(tuple(path))

    def title(self) -> str:
        """What the drawing is of, in a line: algorithm, convention, how much of it is drawn."""
        drawn = sum(node.status == VISITED for node in self)
        parts = [f"{self.game.name}, {self.algorithm}"]
        if self.convention:
            parts.append(self.convention)
        if self.skeleton:
            stopped = ", stopped before its end" if self.truncated else ""
            parts.append(f"proof skeleton of {plural(self.visited, 'node')} visited{stopped}")
        elif self.truncated and len(self.root.children) == 0:
            parts.append(
                f"stopped after {plural(self.visited, 'node')}, before any move was finished"
            )
        elif self.truncated:
            parts.append(f"the first {plural(drawn, 'node')}; the search is longer")
        else:
            parts.append(f"{plural(self.visited, 'node')} visited")
        return "; ".join(parts)

    # --- drawings -------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.text()

    def text(self, *, width: int | None = None, colour: bool = False, windows: bool = True) -> str:
        """For the terminal, one line a node; `width` is that of the terminal."""
        return self._drawn("text:draw_text", width=width, colour=colour, windows=windows)

    def svg(self, *, pictures: bool = True, windows: bool = True) -> Picture:
        """A picture. `pictures`: states drawn small in the nodes, where the game can draw them."""
        from outplay.explain.draw.svg import Drawing

        return Drawing(self, pictures, windows).picture()

    def html(self, *, pictures: bool = True, windows: bool = True) -> str:
        """A page that stands alone: the picture, and the tree in words. It needs no script."""
        return self._drawn("html:draw_html", pictures=pictures, windows=windows)

    def dot(self, *, windows: bool = True) -> str:
        """For Graphviz."""
        return self._drawn("dot:draw_dot", windows=windows)

    def mermaid(self, *, windows: bool = True) -> str:
        """For Mermaid, which Markdown pages draw."""
        return self._drawn("mermaid:draw_mermaid", windows=windows)

    def latex(self, *, windows: bool = True) -> str:
        """A LaTeX document that draws it with TikZ (forest)."""
        return self._drawn("latex:draw_latex", windows=windows)

    def as_dict(self) -> dict[str, object]:
        """Plain data: what `to_json` writes."""
        from outplay.explain.draw.data import as_dict

        return as_dict(self)

    def to_json(self, indent: int | None = 1) -> str:
        return self._drawn("data:to_json", indent=indent)

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def _repr_html_(self) -> str:
        return self._drawn("html:fragment")

    def _drawn(self, how: str, **options: Any) -> str:
        """What a function of the package `draw` writes."""
        drawing: str = fetch(f"outplay.explain.draw.{how}")(self, **options)
        return drawing

    def open(self, path: Sequence[object] = ()) -> SearchTree:
        """The same tree with what is folded at the node `path` searched again and drawn."""
        from outplay.explain.skeleton import opened

        return opened(self, tuple(path))


@names_rules
def tree_of_trace(trace: Trace, *, skipped: str = "") -> SearchTree:
    """The tree that a trace visited.

    `skipped` says how much is drawn of what it did not: `all` (whole subtrees: for literal trees,
    whose default it is), `one` (a stump for each move, the default) or `none`.
    """
    return _Growing(trace, skipped or ("all" if trace.game.is_literal else "one")).tree()


class _Growing:
    def __init__(self, trace: Trace, skipped: str) -> None:
        if skipped not in ("all", "one", "none"):
            raise UsageError(f"skipped must be all, one or none, not {skipped!r}.")
        self.trace, self.skipped = trace, skipped
        self.line: list[TreeNode] = []
        """From the root to the node where the trace is."""
        self.left_out: dict[int, tuple[object, ...]] = {}
        """By id of a node: the actions that a cut left out there."""

    def tree(self) -> SearchTree:
        trace = self.trace
        visited = 0
        for step in trace.steps:
            if step.kind == ENTER:
                visited += 1
                self._enter(step)
                continue
            node = self.line[step.ply]
            if step.kind in (LEAF, RETURN):
                node.value, node.bound = step.value, step.bound
                node.leaf = step.kind == LEAF
                node.over = bool(step.terminal)
                node.note = REMEMBERED if step.recalled else ""
            elif step.kind == CUT and step.skipped:
                self.left_out[id(node)] = step.skipped
                node.cut = step.why_cut()
        root = self.line[0]
        waiting, room = [*root.walk()][::-1], MOST_STUMPS
        while waiting:
            node = waiting.pop()
            if node.status == VISITED or room > 0:
                stumps = self._complete(node)
                room -= 0 if node.status == VISITED else len(stumps)
                waiting.extend(reversed(stumps) if self.skipped == "all" else ())
        for node in reversed(list(root.walk())):
            node.nodes = (node.status == VISITED) + sum(child.nodes for child in node.children)
        self._choose(root)
        how = trace.algorithm, trace.convention
        return SearchTree(trace.game, root, *how, visited, trace.truncated)

    def _enter(self, step: Step) -> None:
        """The node of a step, and what lies between it and the last one."""
        game = self.trace.game
        del self.line[step.ply :]
        while self.line and self.line[-1].path != step.path[: len(self.line) - 1]:
            self.line.pop()  # the last probe was elsewhere
        if not step.path:
            self.line.append(TreeNode((), step.state, step.player))
        for ply in range(max(len(self.line), 1), step.ply + 1):
            action, above = step.path[ply - 1], self.line[ply - 1]
            found = above.after(action)
            if found is not None:  # probed before
                self.line.append(found)
                continue
            self.line.append(above.child(game, action))
            self.line[-1].status, self.line[-1].note = UNVISITED, PROBED  # if it goes on below
            above.children.append(self.line[-1])
        node = self.line[step.ply]
        node.alpha, node.beta, node.status, node.note = step.alpha, step.beta, VISITED, ""

    def _complete(self, node: TreeNode) -> list[TreeNode]:
        """Adds the children that were not entered, in the game's order, and probabilities.

        Gives those that were added.
        """
        game = self.trace.game
        if node.leaf or game.is_terminal(node.state):
            return []
        chances = [*game.outcomes(node.state)] if node.player == CHANCE else []
        actions = [action for action, _ in chances] or [*game.legal(node.state)]
        left_out = self.left_out.get(id(node), ())
        for child in node.children:
            if child.status == UNVISITED and child.path[-1] in left_out:
                child.status = SKIPPED
        stumps = []
        if self.skipped != "none" and node.note != REMEMBERED:
            known = [child.path[-1] for child in node.children]
            stumps = [node.child(game, action) for action in actions if action not in known]
        for stump in stumps:
            stump.status = SKIPPED if stump.path[-1] in left_out else UNVISITED
            if stump.over:
                stump.value, stump.bound = game.utility(stump.state), Bound.EXACT
        node.children += stumps
        # As visited, then what was not; where actions are tried in order, that is their order.
        if "in order" in self.trace.convention:
            node.children.sort(key=lambda child: actions.index(child.path[-1]))
        for child in node.children:
            if chances:
                child.probability = chances[actions.index(child.path[-1])][1]
        return stumps

    def _choose(self, node: TreeNode | None) -> None:
        """Marks the principal variation, from the root on."""
        result = self.trace.result
        if self.trace.truncated and not result.moves:
            return
        for action in (*result.line, None):
            if node is None or node.status != VISITED:
                return
            node.chosen = True
            node = node.after(action)
