"""A tree for the terminal: one line a node.

△ = 3  (-∞, ∞)  ●
├─ 1 ▽ = 3  (-∞, ∞)  ●
│  ├─ 1 □ = 3  ●
…
└─ 2 ▽ ≤ 2  (3, ∞)  ✂ MIN already holds 2 here, MAX has 3 elsewhere
   ├─ 1 □ = 2
   └╌ 2 □ = 4  skipped
"""

from __future__ import annotations

import textwrap

from outplay.explain.draw.walk import CHOSEN, SCISSORS, SHAPES, Placed, clean, placed
from outplay.explain.tree import SearchTree

BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

MARGIN = 90
"""Characters of branches before a node, 3 a ply; beyond them its ply stands in their place."""


def draw_text(
    tree: SearchTree, *, width: int | None = None, colour: bool = False, windows: bool = True
) -> str:
    """The title, a line for each node, and what the marks mean.

    Nodes that need more than `width` end in …; `colour` adds bold and dim, and says nothing new.
    """
    nodes = placed(tree)
    lines = [(line, BOLD) for line in _wrapped(clean(tree.title()), width)]
    margins = {0: ""}
    for here in nodes:
        branch, parent = "", here.parent
        if parent is not None:
            last = here.node is parent.node.children[-1]
            margin = margins[parent.ply]
            margins[here.ply] = f"{margin}{'   ' if last else '│  '}"[-MARGIN:]
            if 3 * parent.ply > MARGIN:
                margin = f"⋮ {here.ply} {margin[-MARGIN // 3 :]}"
            branch = f"{margin}{'└' if last else '├'}{'─' if here.seen else '╌'} "
        text = branch + _node(here, windows)
        if width is not None and len(text) > width:
            text = f"{text[: max(width - 1, 0)]}…"
        lines.append((text, BOLD if here.node.chosen else PLAIN if here.seen else DIM))
    lines += [(line, DIM) for line in _wrapped(_legend(tree, nodes, windows), width)]
    if not colour:
        return "\n".join(text for text, _ in lines)
    return "\n".join(text if style == PLAIN else f"{style}{text}{PLAIN}" for text, style in lines)


def _wrapped(text: str, width: int | None) -> list[str]:
    return [text] if width is None else textwrap.wrap(text, max(width, 20), break_on_hyphens=False)


def _node(here: Placed, windows: bool) -> str:
    """One node: its edge, shape, value, and what else there is."""
    node = here.node
    if here.kind == "folded":
        return f"⋯ {clean(node.note)}"
    parts = [
        " ".join(filter(None, (here.edge, here.shape, here.value))),
        here.window if windows else "",
        here.remark,
        CHOSEN if node.chosen else "",
        f"{SCISSORS} {clean(node.cut)}" if node.cut else "",
    ]
    return "  ".join(filter(None, parts))


def _legend(tree: SearchTree, nodes: list[Placed], windows: bool) -> str:
    """What the marks mean, of those that there are."""
    kinds = {here.kind for here in nodes}
    names = {"max": "MAX", "min": "MIN", "end": "the end"}
    legend = [f"{SHAPES[kind]} {names.get(kind, kind)}" for kind in SHAPES if kind in kinds]
    if any(here.node.chosen for here in nodes):
        legend.append(f"{CHOSEN} the principal variation")
    if any(here.node.cut for here in nodes):
        legend.append(f"{SCISSORS} cut: the rest is skipped")
    if windows and any(here.window for here in nodes):
        legend.append("(α, β) on entering")
    if tree.truncated:
        legend.append("the search is longer than what is drawn")
    return "; ".join(legend)
