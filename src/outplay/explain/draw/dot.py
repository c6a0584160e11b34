"""A tree for Graphviz: `dot -Tsvg tree.dot`.

MAX, MIN, chance and the end of the game differ by shape; what was skipped has dashes and a bar
across its edge, the principal variation thick lines. Grey says the same again.
"""

from __future__ import annotations

from outplay.explain.draw.walk import SCISSORS, Placed, clean, placed
from outplay.explain.tree import SearchTree

GREY = "gray55"
SHAPES = {"max": "triangle", "min": "invtriangle", "chance": "circle", "end": "box"}
STYLES = {
    "unseen": {"style": "dashed", "color": GREY, "fontcolor": GREY},
    "chosen": {"style": "bold", "penwidth": "2.5"},
    "folded": {"style": "dotted"},
}


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
            tail = {"arrowtail": "tee"} if here.cut_here else {}
            look = {"label": quoted(here.edge_label), **STYLES.get(here.style, {}), **tail}
            lines.append(f"  n{here.parent.number} -> n{here.number} [{_listed(look)}];")
    return "\n".join([*lines, "}"]) + "\n"


def quoted(text: str) -> str:
    """Text as DOT has it; & too, since Graphviz reads entities in labels."""
    text = clean(text)
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("&", "&amp;")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def _listed(attributes: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in attributes.items())


def _node(here: Placed, windows: bool) -> dict[str, str]:
    node, folded = here.node, here.kind == "folded"
    label = node.note if folded else here.value
    attributes = {"shape": SHAPES.get(here.kind, "note"), "label": quoted(label)}
    remark = "" if folded else here.remark
    # The bar across its edge says that it was skipped.
    beside = [here.window if windows else "", "" if here.cut_here else remark]
    if any(beside):
        attributes["xlabel"] = quoted("  ".join(filter(None, beside)))
    said = [here.name, remark, node.cut and f"{SCISSORS} {node.cut}"]
    attributes["tooltip"] = quoted("; ".join(filter(None, said)))
    return attributes | STYLES.get(here.style, {})
