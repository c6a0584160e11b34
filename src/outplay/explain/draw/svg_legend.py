"""What the shapes and lines of a drawn tree mean: those that occur in it, and no others."""

from __future__ import annotations

from outplay.drawing import INK
from outplay.explain.draw.svg_nodes import CHOSEN, DASHES, FILLS, PALE, PAPER, QUIET
from outplay.explain.draw.svg_text import LABEL, in_rows, line, n, wide
from outplay.explain.tree import FOLDED, SKIPPED, UNVISITED, SearchTree
from outplay.game import CHANCE, MAX, MIN
from outplay.result import Bound

ROW = 18.0
ICON = 16.0
SPACE = 18.0

_PEN = f'stroke="{INK}" stroke-width="1.2"'
_RED = 'stroke="#b3261e" stroke-width="2.5" stroke-linecap="round"'
ICONS = {
    "max": f'<path d="M8 1.5L15 13.5H1z" fill="{FILLS[MAX]}" {_PEN}/>',
    "min": f'<path d="M1 2.5H15L8 14.5z" fill="{FILLS[MIN]}" {_PEN}/>',
    "chance": f'<circle cx="8" cy="8" r="6.5" fill="{FILLS[CHANCE]}" {_PEN}/>',
    "end": f'<path d="M2 2H14V14H2z" fill="{PAPER}" {_PEN}/>',
    "estimate": f'<path d="M2 2H14V13q-3 -4 -6 0t-6 0z" fill="{PAPER}" {_PEN}/>',
    "chosen": f'<path d="M1 8H15" stroke="{CHOSEN}" stroke-width="4" stroke-linecap="round"/>',
    "cut": f'<path d="M0 8H16" stroke="{PALE}" stroke-width="1.2"{DASHES}/>'
    f'<path d="M8 2V14" {_RED}/>',
    "grey": f'<path d="M2 2H14V14H2z" fill="{PAPER}" stroke="{PALE}" stroke-width="1.2"{DASHES}/>',
    "window": f'<path d="M5 1Q0 8 5 15M11 1Q16 8 11 15" fill="none" stroke="{QUIET}"'
    ' stroke-width="1.4"/>',
    "fold": f'<path d="M5 6H15V15H5zM3 4H13V13H3zM1 2H11V11H1z" fill="{PAPER}"'
    f' stroke="{QUIET}" stroke-width="1.2"/>',
    "replayed": '<path d="M12.6 6.3A5 5 0 1 0 12.9 9M13.4 2.6V6.6H9.4" fill="none"'
    f' stroke="{QUIET}" stroke-width="1.4"/>',
}
"""Each in a square of 16 by 16."""


def meanings(tree: SearchTree, windows: bool) -> list[tuple[str, str]]:
    """(icon, what it means) of all that occurs in the tree."""
    nodes = list(tree)
    inner = [node for node in nodes if not node.leaf and node.status != FOLDED]
    players = {node.player for node in inner}
    found = [
        ("max", "MAX moves", MAX in players),
        ("min", "MIN moves", MIN in players),
        ("chance", "chance, its probabilities in italics", CHANCE in players),
        ("end", "the game ends", any(node.leaf and node.over for node in nodes)),
        ("estimate", "estimated", any(node.leaf and not node.over for node in nodes)),
        ("window", "window (α, β)", windows and any(node.alpha is not None for node in inner)),
        ("chosen", "principal variation", tree.root.chosen and any(n.chosen for n in nodes[1:])),
        ("cut", "cut off", any(node.status == SKIPPED for node in nodes)),
        ("grey", "not visited", any(node.status in (SKIPPED, UNVISITED) for node in nodes)),
        ("fold", "folded", any(node.status == FOLDED for node in nodes)),
        ("replayed", "searched again", any(node.replayed for node in nodes)),
    ]
    return [(icon, text) for icon, text, occurs in found if occurs]


def signs(tree: SearchTree) -> list[tuple[str, str]]:
    """(sign, what it means) of the signs that occur."""
    said = {
        Bound.EXACT: "the value",
        Bound.LOWER: "at least",
        Bound.UPPER: "at most",
        Bound.ESTIMATE: "an estimate",
    }
    there = {node.bound or Bound.EXACT for node in tree if node.value is not None}
    return [(bound.sign, text) for bound, text in said.items() if bound in there]


def draw_legend(
    tree: SearchTree, windows: bool, middle: float, y: float, width: float
) -> tuple[list[str], float]:
    """Lines around `middle`, from `y` down; and where they end."""
    items = meanings(tree, windows)
    parts = []
    for row in in_rows(items, [_across(text) for _, text in items], SPACE, width):
        across = sum(_across(text) for _, text in row) + SPACE * (len(row) - 1)
        x = middle - across / 2
        for icon, text in row:
            parts.append(f'<g transform="translate({n(x)} {n(y - 8)})">{ICONS[icon]}</g>')
            pen = f' fill="{QUIET}" text-anchor="start"'
            parts.append(line(x + ICON + 5, y, text, LABEL, pen))
            x += _across(text) + SPACE
        y += ROW
    return parts, y


def _across(text: str) -> float:
    return ICON + 5 + wide(text, LABEL)
