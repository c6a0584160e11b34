"""A tree for Graphviz: `dot -Tsvg tree.dot`.

MAX, MIN, chance and the end of the game are told by shape, what was skipped by dashes and a bar
across its edge, the chosen line by thick lines. Grey says the same again.
"""

from __future__ import annotations

from outplay.explain.draw.walk import (
    SCISSORS,
    Placed,
    clean,
    edge_of,
    placed,
    remark_of,
    value_of,
    window_of,
)
from outplay.explain.tree import FOLDED, SKIPPED, SearchTree, TreeNode
from outplay.game import CHANCE, MAX

GREY = "gray55"


def draw_dot(tree: SearchTree, *, windows: bool = True) -> str:
    """The tree as a `digraph` in the DOT language, nodes n0, n1 … with parents first."""
    lines = [
        "digraph tree {",
        f"  graph [label={quoted(tree.title())}, labelloc=t, rankdir=TB, ordering=out];",
        '  node [fontname="Helvetica", fontsize=11, margin="0.03,0.03"];',
        '  edge [fontname="Helvetica", fontsize=10, dir=back, arrowtail=none];',
    ]
    for here in placed(tree):
        lines.append(f"  n{here.number} [{_listed(_node(here, windows))}];")
        if here.parent is not None:
            edge = f"n{here.parent.number} -> n{here.number}"
            lines.append(f"  {edge} [{_listed(_edge(here.node))}];")
    return "\n".join([*lines, "}"]) + "\n"


def quoted(text: str) -> str:
    """Text as DOT has it; & too, since Graphviz reads entities in labels."""
    text = clean(text)
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("&", "&amp;")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def _listed(attributes: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in attributes.items())


def _shape(node: TreeNode) -> str:
    if node.status == FOLDED:
        return "note"
    if node.over:
        return "box"
    return {MAX: "triangle", CHANCE: "circle"}.get(node.player, "invtriangle")


def _node(here: Placed, windows: bool) -> dict[str, str]:
    node = here.node
    label = node.note if node.status == FOLDED else value_of(node)
    told = {"shape": _shape(node), "label": quoted(label)}
    beside = [window_of(node)] if windows and window_of(node) else []
    remark = "" if node.status == FOLDED else remark_of(node)
    if remark and node.status != SKIPPED:  # the bar across its edge says that
        beside.append(remark)
    if beside:
        told["xlabel"] = quoted("  ".join(beside))
    said = [here.name, remark, node.cut and f"{SCISSORS} {node.cut}"]
    told["tooltip"] = quoted("; ".join(filter(None, said)))
    if not here.seen:
        told |= {"style": "dashed", "color": GREY, "fontcolor": GREY}
    elif node.chosen:
        told |= {"style": "bold", "penwidth": "2.5"}
    elif node.status == FOLDED:
        told["style"] = "dotted"
    return told


def _edge(node: TreeNode) -> dict[str, str]:
    label = edge_of(node)
    if node.status == SKIPPED:
        label = f"{label} {SCISSORS}"
        return {
            "label": quoted(label), "style": "dashed", "color": GREY, "fontcolor": GREY,
            "arrowtail": "tee",
        }  # fmt: skip
    told = {"label": quoted(label)}
    if node.status == FOLDED:
        told["style"] = "dotted"
    elif node.status != "visited":
        told |= {"style": "dashed", "color": GREY, "fontcolor": GREY}
    elif node.chosen:
        told |= {"style": "bold", "penwidth": "2.5"}
    return told
