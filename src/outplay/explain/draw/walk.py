"""What all drawings share: the nodes of a tree with numbers, names, labels and descriptions."""

from __future__ import annotations

from dataclasses import dataclass

from outplay.explain.tree import FOLDED, SKIPPED, UNVISITED, VISITED, SearchTree, TreeNode
from outplay.explain.words import PLAYERS, number, printable, probability, signed, window
from outplay.game import CHANCE, MAX
from outplay.result import Bound
from outplay.wording import one_line

SHAPES = {"max": "△", "min": "▽", "chance": "○", "end": "□", "folded": "⋯"}
SCISSORS = "✂"
CHOSEN = "●"

LONGEST = 200
"""Letters of a name in a description."""

BOUND_WORDS = {
    Bound.EXACT: "exactly",
    Bound.LOWER: "at least",
    Bound.UPPER: "at most",
    Bound.ESTIMATE: "about",
}


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
    def kind(self) -> str:
        """Who moves, `max`, `min` or `chance`; `end` where the game is over; `folded`."""
        if self.node.status == FOLDED:
            return "folded"
        if self.node.over:
            return "end"
        return {MAX: "max", CHANCE: "chance"}.get(self.node.player, "min")

    @property
    def shape(self) -> str:
        return SHAPES[self.kind]

    @property
    def cut_here(self) -> bool:
        """Is the edge to it one that a cut took away?"""
        return self.node.status == SKIPPED

    @property
    def seen(self) -> bool:
        return self.node.status not in (SKIPPED, UNVISITED)

    @property
    def style(self) -> str:
        """How it stands out: `unseen`, `chosen`, `folded`, or not at all."""
        if not self.seen:
            return "unseen"
        return "chosen" if self.node.chosen else "folded" if self.kind == "folded" else ""

    @property
    def value(self) -> str:
        """`= 3`; empty where nothing is known."""
        value, bound = self.node.value, self.node.bound
        if value is None:
            return ""
        return number(value) if bound is None else signed(value, bound)

    @property
    def window(self) -> str:
        """`(3, ∞)`; empty where there is none, or nobody needs it: where the game is over."""
        node = self.node
        if node.alpha is None or node.beta is None or node.over:
            return ""
        return window(node.alpha, node.beta)

    @property
    def edge(self) -> str:
        """The action, and its probability where chance moves."""
        edge = clean(self.node.edge)
        if self.node.probability is None:
            return edge
        return f"{edge} (p {probability(self.node.probability)})"

    @property
    def edge_label(self) -> str:
        """The same, with scissors where a cut took the edge away."""
        return f"{self.edge} {SCISSORS}" if self.cut_here else self.edge

    @property
    def remark(self) -> str:
        """What there is to say of a node besides its value; the same in every format."""
        node = self.node
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

    def description(self, *, signs: bool = False, named: bool = True) -> str:
        """All that is known of a node, in a sentence without its full stop.

        What a number is, is said in words, `at most 2`, or with `signs` by its sign, `≤ 2`.
        """
        node, parent = self.node, self.parent
        here = parent if parent is not None and node.status == FOLDED else self
        # Only the last moves of a long line: of deep trees, all descriptions together stay small.
        name = here.name if len(here.name) <= LONGEST else f"…{here.name[-LONGEST // 2 :]}"
        after = f" after {name}" if named and here.parent is not None else ""
        if node.status == FOLDED:
            return f"Folded{after}: {node.note}"
        what = f"{PLAYERS.get(node.player, 'CHANCE')} to move"
        if node.leaf:
            what = "The game ends" if node.over else "The search ends"
        facts = []
        if node.probability is not None:
            facts.append(f"probability {probability(node.probability)}")
        value = self.value
        if node.value is not None and not signs:
            value = f"{BOUND_WORDS[node.bound or Bound.EXACT]} {number(node.value)}"
        if node.status == VISITED:
            facts.append(value or "no value yet")
            if node.alpha is not None and node.beta is not None:
                facts.append(f"window {window(node.alpha, node.beta)}")
            if node.cut:
                facts.append(f"cut because {node.cut}")
        elif node.status == SKIPPED:
            cut = "" if parent is None else parent.node.cut
            facts.append(f"skipped because {cut}" if cut else "skipped")
        else:
            facts.append("not visited")
        if value and node.status != VISITED:
            facts.append(f"its value, {value}, was not looked at")
        if node.chosen:
            chosen = "the principal variation starts here"
            facts.append(chosen if parent is None else "on the principal variation")
        if node.replayed:
            facts.append("searched again to be drawn")
        return f"{what}{after}: {'; '.join(facts)}"


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


def clean(text: str) -> str:
    """Text that stands on one line: a game's notation may be anything."""
    return printable(one_line(text))
