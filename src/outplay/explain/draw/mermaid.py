"""A tree for Mermaid, which GitHub, GitLab and many Markdown readers draw.

Mermaid's oldest shapes are used, which every version knows: MAX is wide below, MIN wide above,
chance round. Each label has the sign △ ▽ ○ □ too.
"""

from __future__ import annotations

import json

from outplay.explain.draw.walk import (
    SCISSORS,
    clean,
    edge_of,
    placed,
    remark_of,
    shape_of,
    value_of,
    window_of,
)
from outplay.explain.tree import FOLDED, SKIPPED, VISITED, SearchTree, TreeNode
from outplay.game import CHANCE, MAX

SAFE = set(" ,()=+-/:'%")
"""Punctuation that means nothing to Mermaid within quotes; the rest is written as #46; is."""

CLASSES = {
    "chosen": "stroke-width:3px",
    "unseen": "fill:#eeeeee,stroke:#999999,color:#777777,stroke-dasharray:4 3",
    "folded": "fill:none,stroke:#999999,stroke-dasharray:1 3",
}


def draw_mermaid(tree: SearchTree, *, windows: bool = True) -> str:
    """The tree as a flowchart, nodes n0, n1 … with parents first."""
    title = json.dumps(clean(tree.title()), ensure_ascii=False)
    lines = ["---", f"title: {title}", "---", "flowchart TD"]
    members: dict[str, list[str]] = {name: [] for name in CLASSES}
    for here in placed(tree):
        node, own = here.node, f"n{here.number}"
        left, right = _brackets(node)
        lines.append(f'  {own}{left}"{_label(node, windows)}"{right}')
        if here.parent is not None:
            lines.append(f"  n{here.parent.number} {_edge(node)} {own}")
        kind = "unseen" if not here.seen else "folded" if node.status == FOLDED else ""
        if kind or node.chosen:
            members[kind or "chosen"].append(own)
    for name, style in CLASSES.items():
        if members[name]:
            lines += [f"  classDef {name} {style}", f"  class {','.join(members[name])} {name}"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Text within Mermaid's quotes, where it means nothing but itself."""
    told = "".join(_letter(letter) for letter in clean(text))
    if told[:1] in ("-", "+"):  # newer versions take it for a list
        told = f"#{ord(told[0])};{told[1:]}"
    return told


def _letter(letter: str) -> str:
    if letter.isalnum() or letter in SAFE or ord(letter) > 127:
        return letter
    return f"#{ord(letter)};"


def _brackets(node: TreeNode) -> tuple[str, str]:
    if node.status == FOLDED:
        return "([", "])"
    if node.over:
        return "[", "]"
    return {MAX: ("[/", "\\]"), CHANCE: ("((", "))")}.get(node.player, ("[\\", "/]"))


def _label(node: TreeNode, windows: bool) -> str:
    if node.status == FOLDED:
        return escaped(f"{shape_of(node)} {node.note}")
    parts = [escaped(" ".join(filter(None, (shape_of(node), value_of(node)))))]
    if windows and window_of(node):
        parts.append(escaped(window_of(node)))
    if remark_of(node):
        parts.append(escaped(remark_of(node)))
    return "<br>".join(parts)


def _edge(node: TreeNode) -> str:
    label = edge_of(node)
    if node.status == SKIPPED:
        label = f"{label} {SCISSORS}"
    line = "==="
    if node.status != VISITED:
        line = "-.-"
    elif not node.chosen:
        line = "---"
    return f'{line}|"{escaped(label)}"|' if label else line
