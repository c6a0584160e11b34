"""The tree of a search as a picture (SVG) that needs nothing else.

Each node is a group with a `<title>`, which a screen reader reads and a browser shows as a tooltip;
right before it comes the group of the edge to it. The same tree gives the same text. The page takes
the same picture, with room `reserved` for what its script writes into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from outplay.drawing import INK, Diagram, Picture
from outplay.explain.draw import svg_nodes as style
from outplay.explain.draw import svg_text, walk
from outplay.explain.draw.layout import tidy
from outplay.explain.draw.svg_nodes import Look, Reserved, shape_of
from outplay.explain.draw.svg_text import attribute, in_rows, line, n, wide, words, wrapped
from outplay.explain.draw.thumbnails import Thumbnails
from outplay.explain.tree import SKIPPED, UNVISITED, VISITED, SearchTree
from outplay.explain.words import signed
from outplay.result import Bound

EDGE = 24.0
"""Around the picture."""
LEAST_WIDE, MOST_WIDE = 440.0, 900.0
"""Of the lines below the picture."""
GAP, FAMILY_GAP, RISE = 12.0, 22.0, 46.0
LABEL_ROW = 14.0
CAPTION_ROW = 18.0
CUT = "#b3261e"


def label_of(tree: SearchTree) -> str:
    """What the picture is, in a sentence: for those who do not see it."""
    root = tree.root
    value = ""
    if root.value is not None:
        value = f"; value {signed(root.value, root.bound or Bound.EXACT)}"
    return f"Search tree: {tree.title()}{value}"


@dataclass(eq=False)
class Drawing:
    """The whole tree, laid out; `picture` draws it. `SearchTree.svg` explains the options."""

    tree: SearchTree
    pictures: bool
    windows: bool
    legend: bool = True
    """Does the meaning of shapes and lines stand below the tree?"""
    reserved: Sequence[Reserved] = ()
    """Room for the page to write into, node by node, parents first. With it there are no values in
    the nodes, and nothing stands below the tree."""

    def __post_init__(self) -> None:
        self.thumbnails = Thumbnails(self.tree, self.pictures)
        rows = 1 if all(node.probability is None for node in self.tree) else 2
        self.rise = RISE + LABEL_ROW * (rows - 1)
        self.label_at = 9 + LABEL_ROW * rows / 2
        """How far above a node the middle of its label is."""
        self.looks = self._looks()
        gaps = {"gap": GAP, "family_gap": FAMILY_GAP, "rise": self.rise, "slope": 0.2}
        across, self.down = tidy(self.looks[0].box, **gaps)
        self.caption_wide = 0.0 if self.reserved else min(max(across, LEAST_WIDE), MOST_WIDE)
        self.across = max(across, self.caption_wide)
        for look in self.looks:
            look.box.x += EDGE + (self.across - across) / 2
            look.box.y += EDGE
        for look in self.looks:
            look.kneed = self._crowded(look)

    def _looks(self) -> list[Look]:
        """Every node, parents first, with the room that it needs."""
        along = 1 - self.label_at / self.rise
        found: list[Look] = []
        for here in walk.placed(self.tree):
            node = here.node
            seen = node.status == VISITED  # nobody has looked at the others
            picture = self.thumbnails.thumbnail(node.state) if seen else None
            above = None if here.parent is None else found[here.parent.number]
            reserved = self.reserved[here.number] if self.reserved else None
            look = Look(node, picture, self.windows, here.description(), above, reserved)
            look.box.width, look.box.height = look.room(along), look.foot
            if above is not None:
                above.box.children.append(look.box)
                above.below.append(look)
            found.append(look)
        return found

    def _crowded(self, above: Look) -> bool:
        """Would a straight edge run through the action of its neighbour?"""
        for left, right in pairwise(above.below):
            for one, other in ((left, right), (right, left)):
                x, y = self._label_place(one)
                half_wide, half_high = one.label_wide / 2 + 3, LABEL_ROW * len(one.labels) / 2
                fall = other.box.y - above.foot
                ends = [
                    above.box.x + (other.box.x - above.box.x) * (at - above.foot) / fall
                    for at in (y - half_high, y + half_high)
                ]
                if min(ends) < x + half_wide and max(ends) > x - half_wide:
                    return True
        return False

    def _label_place(self, look: Look) -> tuple[float, float]:
        """The middle of what is written on the edge to a node."""
        above = look.above
        assert above is not None
        y = look.box.y - self.label_at
        if above.kneed:
            return look.box.x, y
        along = (y - above.foot) / (look.box.y - above.foot)
        return above.box.x + along * (look.box.x - above.box.x), y

    # --- the parts, from the back to the front ---------------------------------------------

    def picture(self) -> Picture:
        below, height = self._below()
        width, label = self.across + 2 * EDGE, label_of(self.tree)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(width)}" height="{n(height)}"'
            f' viewBox="0 0 {n(width)} {n(height)}" role="graphics-document img"'
            f' aria-label="{attribute(label)}" font-family="{svg_text.FONT}"'
            f' font-size="{svg_text.VALUE}" text-anchor="middle" stroke-linejoin="round">\n'
            f"<title>{words(label)}</title>\n"
            f'<rect class="paper" width="{n(width)}" height="{n(height)}" fill="{style.PAPER}"/>'
        )
        nodes = [
            part
            for look in self.looks
            for part in (
                *self._branch(look),
                f'<g class="node {look.shape}"><title>{words(look.title)}</title>',
                *look.draw(),
                "</g>",
            )
        ]
        parts = [*self.thumbnails.definitions(), *nodes, *below]
        return Diagram("\n".join([head, *parts, "</svg>\n"]))

    def _branch(self, look: Look) -> list[str]:
        """The edge to a node, with a bar across it where a cut took it away, and its label."""
        above = look.above
        if above is None:
            return []
        x1, y1, x2, y2 = above.box.x, above.foot, look.box.x, look.box.y
        y2 -= 2 * self.label_at if above.kneed else 0
        upright = f"V{n(look.box.y)}" if above.kneed else ""
        pen = f'stroke="{style.QUIET}" stroke-width="1.2"'
        if not look.visited:
            pen = _PALE
        elif look.node.chosen and above.node.chosen:
            pen = _CHOSEN
        path = f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}{upright}"
        parts = ['<g class="branch">', f'<path class="edge" d="{path}" fill="none" {pen}/>']
        if self.reserved or (look.node.status == SKIPPED and above.node.cut):
            parts.append(_bar(x1, y1, x2, y2, above.node.cut))
        return [*parts, *self._label(look), "</g>"]

    def _label(self, look: Look) -> list[str]:
        """The action and the probability on an edge, on a patch of paper."""
        if not look.labels:
            return []
        x, y = self._label_place(look)
        across, high = look.label_wide, LABEL_ROW * len(look.labels)
        patch = f"M{n(x - across / 2 - 2)} {n(y - high / 2)}h{n(across + 4)}v{n(high)}"
        parts = [f'<path class="patch" d="{patch}h{n(-across - 4)}z" fill="{style.PAPER}"/>']
        quiet = f' class="label" fill="{style.QUIET if look.visited else style.PALE_INK}"'
        pen = (
            f' class="label" fill="{style.CHOSEN}" font-weight="bold"'
            if look.node.chosen
            else quiet
        )
        pens = [pen] if look.node.edge else []
        pens += [f'{quiet} font-style="italic"']  # of a probability
        for row, (text, pen) in enumerate(zip(look.labels, pens, strict=False)):
            at = y - high / 2 + LABEL_ROW / 2 + LABEL_ROW * row
            parts.append(line(x, at, text, svg_text.LABEL, pen))
        return parts

    def _below(self) -> tuple[list[str], float]:
        """Title and legend below the tree, and where the picture ends."""
        if self.reserved:
            return [], self.down + 2 * EDGE
        y, middle = EDGE + self.down + 30, EDGE + self.across / 2
        parts = []
        for text in wrapped(self.tree.title(), svg_text.CAPTION, self.caption_wide):
            parts.append(line(middle, y, text, svg_text.CAPTION, f' fill="{INK}"'))
            y += CAPTION_ROW
        if not self.legend:
            return parts, y + 10
        legend, y = draw_legend(self.tree, self.windows, middle, y + 6, self.caption_wide)
        return [*parts, *legend], y + 10


def _bar(x1: float, y1: float, x2: float, y2: float, reason: str) -> str:
    """A bar across an edge, in its upper half."""
    run, fall = x2 - x1, y2 - y1
    long = (run * run + fall * fall) ** 0.5
    x, y = x1 + 0.36 * run, y1 + 0.36 * fall
    by_x, by_y = -6 * fall / long, 6 * run / long
    return (
        f'<g class="bar" {_BAR}><title>{words(f"Cut: {reason}")}</title>'
        f'<path d="M{n(x + by_x)} {n(y + by_y)}L{n(x - by_x)} {n(y - by_y)}"/></g>'
    )


# --- the legend ---------------------------------------------------------------------------------

ICON, SPACE = 16.0, 18.0

_PEN = f'stroke="{INK}" stroke-width="1.2"'
_PALE = f'stroke="{style.PALE}" stroke-width="1.2"{style.DASHES}'
_CHOSEN = f'stroke="{style.CHOSEN}" stroke-width="4" stroke-linecap="round"'
_BAR = f'stroke="{CUT}" stroke-width="2.5" stroke-linecap="round"'
ICONS = {
    "max": f'<path d="M8 1.5L15 13.5H1z" fill="{style.FILLS["max"]}" {_PEN}/>',
    "min": f'<path d="M1 2.5H15L8 14.5z" fill="{style.FILLS["min"]}" {_PEN}/>',
    "chance": f'<circle cx="8" cy="8" r="6.5" fill="{style.FILLS["chance"]}" {_PEN}/>',
    "end": f'<path d="M2 2H14V14H2z" fill="{style.PAPER}" {_PEN}/>',
    "estimate": f'<path d="M2 2H14V13q-3 -4 -6 0t-6 0z" fill="{style.PAPER}" {_PEN}/>',
    "chosen": f'<path d="M1 8H15" {_CHOSEN}/>',
    "cut": f'<path d="M0 8H16" {_PALE}/><path d="M8 2V14" {_BAR}/>',
    "grey": f'<path d="M2 2H14V14H2z" fill="{style.PAPER}" {_PALE}/>',
    "window": f'<path d="M5 1Q0 8 5 15M11 1Q16 8 11 15" fill="none" stroke="{style.QUIET}"'
    ' stroke-width="1.4"/>',
    "fold": f'<path d="M5 6H15V15H5zM3 4H13V13H3zM1 2H11V11H1z" fill="{style.PAPER}"'
    f' stroke="{style.QUIET}" stroke-width="1.2"/>',
    "replayed": '<path d="M12.6 6.3A5 5 0 1 0 12.9 9M13.4 2.6V6.6H9.4" fill="none"'
    f' stroke="{style.QUIET}" stroke-width="1.4"/>',
}
"""Each in a square of 16 by 16."""


def meanings(tree: SearchTree, windows: bool) -> list[tuple[str, str]]:
    """(icon, what it means) of all that occurs in the tree."""
    nodes = list(tree)
    shapes = {shape_of(node) for node in nodes}
    windowed = any(node.alpha is not None and shape_of(node) in style.FILLS for node in nodes)
    found = [
        ("max", "MAX moves", "max" in shapes),
        ("min", "MIN moves", "min" in shapes),
        ("chance", "chance, its probabilities in italics", "chance" in shapes),
        ("end", "the game ends", "end" in shapes),
        ("estimate", "estimated", "estimate" in shapes),
        ("window", "window (α, β)", windows and windowed),
        ("chosen", "principal variation", tree.root.chosen and any(n.chosen for n in nodes[1:])),
        ("cut", "cut off", any(node.status == SKIPPED for node in nodes)),
        ("grey", "not visited", any(node.status in (SKIPPED, UNVISITED) for node in nodes)),
        ("fold", "folded", "fold" in shapes),
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
            pen = f' fill="{style.QUIET}" text-anchor="start"'
            parts.append(line(x + ICON + 5, y, text, svg_text.LABEL, pen))
            x += _across(text) + SPACE
        y += CAPTION_ROW
    return parts, y


def _across(text: str) -> float:
    return ICON + 5 + wide(text, svg_text.LABEL)
