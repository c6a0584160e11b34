"""A drawn tree in words: for screen readers, for tooltips and for the page's second half."""

from __future__ import annotations

from collections.abc import Iterator

from outplay.explain.tree import FOLDED, SKIPPED, VISITED, SearchTree, TreeNode
from outplay.explain.words import PLAYERS, number, probability, signed, window
from outplay.result import Bound

LONGEST = 200
"""Letters of a name."""

SAID = {
    Bound.EXACT: "exactly",
    Bound.LOWER: "at least",
    Bound.UPPER: "at most",
    Bound.ESTIMATE: "about",
}


def named(tree: SearchTree) -> Iterator[tuple[TreeNode, TreeNode | None, str]]:
    """Each node, parents first and in order, with its parent and its name; the root has none."""
    point = tree.game.line_separator
    waiting: list[tuple[TreeNode, TreeNode | None, str]] = [(tree.root, None, "")]
    while waiting:
        node, parent, name = waiting.pop()
        yield node, parent, name
        for child in reversed(node.children):
            if child.status == FOLDED:
                waiting.append((child, node, name))
            else:
                longer = f"{name}{point}{child.edge}" if name else child.edge
                waiting.append((child, node, _shortened(longer, point)))


def _shortened(name: str, point: str) -> str:
    """The last moves of a long line: of deep trees, all names together stay small."""
    if len(name) <= LONGEST:
        return name
    kept = name[-LONGEST // 2 :]
    return "…" + kept[max(kept.find(point), 0) :]


def told(node: TreeNode, parent: TreeNode | None, name: str = "", *, signs: bool = False) -> str:
    """All that is known of a node, in a sentence without its full stop.

    What a number is, is said in words, `at most 2`, or with `signs` by its sign, `≤ 2`.
    """
    after = f" after {name}" if name else ""
    if node.status == FOLDED:
        return f"Folded{after}: {node.note}"
    if node.leaf and node.over:
        what = f"The game ends{after}"
    elif node.leaf:
        what = f"The search ends{after}"
    else:
        what = f"{PLAYERS.get(node.player, 'CHANCE')} to move{after}"
    facts = []
    if node.probability is not None:
        facts.append(f"probability {probability(node.probability)}")
    if node.status == VISITED:
        facts.append("no value yet" if node.value is None else _value(node, signs))
        if node.alpha is not None and node.beta is not None:
            facts.append(f"window {window(node.alpha, node.beta)}")
        if node.cut:
            facts.append(f"cut because {node.cut}")
    else:
        seen = "skipped" if node.status == SKIPPED else "not visited"
        why = f" because {parent.cut}" if parent is not None and parent.cut else ""
        facts.append(seen + (why if node.status == SKIPPED else ""))
        if node.value is not None:
            facts.append(f"its value, {_value(node, signs)}, was not looked at")
    if node.chosen:
        facts.append("the chosen line starts here" if parent is None else "on the chosen line")
    if node.replayed:
        facts.append("searched again to be drawn")
    return f"{what}: {'; '.join(facts)}"


def _value(node: TreeNode, signs: bool) -> str:
    assert node.value is not None
    bound = node.bound or Bound.EXACT
    return signed(node.value, bound) if signs else f"{SAID[bound]} {number(node.value)}"
