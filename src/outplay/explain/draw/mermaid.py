"""A tree for Mermaid, which GitHub, GitLab and many Markdown readers draw.

Mermaid's oldest shapes are used, which every version knows: MAX is wide below, MIN wide above,
chance round. Each label has the sign △ ▽ ○ □ too.
"""

from __future__ import annotations

import json
import re

from outplay.explain.draw.walk import Placed, clean, placed
from outplay.explain.tree import VISITED, SearchTree

UNSAFE = re.compile(r"[^0-9A-Za-z ,()=+/:'%\u0080-\U0010ffff-]")
"""What may mean something to Mermaid within quotes; it is written as #46; is."""

CLASSES = {
    "chosen": "stroke-width:3px",
    "unseen": "fill:#eeeeee,stroke:#999999,color:#777777,stroke-dasharray:4 3",
    "folded": "fill:none,stroke:#999999,stroke-dasharray:1 3",
}
BRACKETS = {
    "max": ("[/", "\\]"),
    "min": ("[\\", "/]"),
    "chance": ("((", "))"),
    "end": ("[", "]"),
    "folded": ("([", "])"),
}


def draw_mermaid(tree: SearchTree, *, windows: bool = True) -> str:
    """The tree as a flowchart, nodes n0, n1 … with parents first."""
    title = json.dumps(clean(tree.title()), ensure_ascii=False)
    lines = ["---", f"title: {title}", "---", "flowchart TD"]
    members: dict[str, list[str]] = {name: [] for name in CLASSES}
    for here in placed(tree):
        own, (left, right) = f"n{here.number}", BRACKETS[here.kind]
        lines.append(f'  {own}{left}"{_label(here, windows)}"{right}')
        if here.parent is not None:
            chosen = "===" if here.node.chosen else "---"
            line = chosen if here.node.status == VISITED else "-.-"
            label = f'|"{escaped(here.edge_label)}"|' if here.edge_label else ""
            lines.append(f"  n{here.parent.number} {line}{label} {own}")
        if here.style:
            members[here.style].append(own)
    for name, style in CLASSES.items():
        if members[name]:
            lines += [f"  classDef {name} {style}", f"  class {','.join(members[name])} {name}"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Text within Mermaid's quotes, where it means nothing but itself."""
    safe = UNSAFE.sub(lambda found: f"#{ord(found[0])};", clean(text))
    if safe[:1] in ("-", "+"):  # newer versions take it for a list
        safe = f"#{ord(safe[0])};{safe[1:]}"
    return safe


def _label(here: Placed, windows: bool) -> str:
    if here.kind == "folded":
        return escaped(f"{here.shape} {here.node.note}")
    head = " ".join(filter(None, (here.shape, here.value)))
    parts = [head, here.window if windows else "", here.remark]
    return "<br>".join(escaped(part) for part in parts if part)
