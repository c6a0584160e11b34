"""What a node of a drawn tree looks like: its outline, its value, its window, its picture.

MAX points up and MIN points down, chance is round, the end of a game is a box, and an estimate
is a box whose lower edge waves: the game goes on there. Around the picture of a state a triangle
becomes a house. What was not visited is grey, dashed and small.

Each part has a class. A file shows it as its attributes say; the page's style sheet has other
colours for it, and its script other words.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from outplay.drawing import INK
from outplay.explain.draw.layout import Box
from outplay.explain.draw.svg_text import LABEL, SMALL, VALUE, line, minus, n, wide, words, wrapped
from outplay.explain.draw.thumbnails import Thumbnail
from outplay.explain.tree import FOLDED, VISITED, TreeNode
from outplay.explain.words import number, probability, window
from outplay.game import MAX, MIN
from outplay.result import Bound
from outplay.wording import shortened

PAPER = "#ffffff"
CHOSEN = "#0b6e4f"
PALE, PALE_INK = "#a3a8ae", "#667078"
"""Lines and letters of what was not visited."""
QUIET = "#57606a"
"""Windows, actions and captions."""
FILLS = {"max": "#e9f1fb", "min": "#fdeee9", "chance": "#fbf4dd"}
DASHES = ' stroke-dasharray="4 3"'

HIGH, LEAST_WIDE = 46.0, 60.0
"""Of a triangle."""
ROUND = 23.0
BOX_HIGH, BOX_WIDE = 32.0, 36.0
STUMP_HIGH, STUMP_WIDE = 30.0, 38.0
WAVE = 4.0
ROOF = 15.0
PAD = 6.0
VALUE_ROW, WINDOW_ROW, NOTE_ROW = 20.0, 15.0, 15.0
NOTE_WIDE, LONGEST_EDGE = 118.0, 24
STACK = 4.0
SIGN = 12
"""The size of the sign before a value: lighter than the number, never left out."""


def shape_of(node: TreeNode) -> str:
    """`max`, `min` or `chance`, who moves; `end`, `estimate` or `fold`."""
    if node.status == FOLDED:
        return "fold"
    if node.leaf:
        return "end" if node.over else "estimate"
    return {MAX: "max", MIN: "min"}.get(node.player, "chance")


@dataclass(frozen=True)
class Reserved:
    """Room for what the page writes into a node and below it; a script does that, step by step."""

    value: float
    """The width of the widest value; 0 if none is to stand within the outline."""
    width: float
    height: float
    """Of what stands below the outline."""


@dataclass(eq=False)
class Look:
    """A node, measured, and where it stands among the others; `draw` draws it there."""

    node: TreeNode
    picture: Thumbnail | None = None
    windows: bool = False
    title: str = ""
    """What a screen reader reads."""
    above: Look | None = field(default=None, repr=False)
    reserved: Reserved | None = None
    below: list[Look] = field(default_factory=list, repr=False)
    box: Box = field(default_factory=lambda: Box(0.0, 0.0))
    """Its room in the tree, and once that is laid out its place."""
    kneed: bool = False
    """Do the edges to its children end upright, so that actions stand right above them?"""

    def __post_init__(self) -> None:
        node = self.node
        self.sign = (node.bound or Bound.EXACT).sign
        self.number = "" if node.value is None else minus(number(node.value))
        self.window = ""
        if self.windows and not node.leaf and node.alpha is not None and node.beta is not None:
            self.window = minus(window(node.alpha, node.beta))
        self.labels = [shortened(node.edge, LONGEST_EDGE)] if node.edge else []
        """On the edge to it: the action, and its probability."""
        if node.probability is not None:
            self.labels.append(probability(node.probability))
        self.note: list[str] = []
        self.width, self.height = self._size()  # of the outline

    # --- room -----------------------------------------------------------------------------

    @property
    def visited(self) -> bool:
        return self.node.status in (VISITED, FOLDED)

    @property
    def shape(self) -> str:
        return shape_of(self.node)

    def room(self, along: float) -> float:
        """The width that it needs in the tree; its label stands `along` the edge to it."""
        needs = [self.width, self.label_wide / along + 6 if self.labels else 0.0]
        if self.reserved is not None:
            needs.append(self.reserved.width)
        elif self.window and self.picture is None:
            needs.append(2 * (self._window_from() + wide(self.window, SMALL)))
        return max(needs)

    @property
    def label_wide(self) -> float:
        return max((wide(text, LABEL, self.node.chosen) for text in self.labels), default=0.0)

    @property
    def foot(self) -> float:
        """Where its edges begin."""
        return self.box.y + self.height + (self.reserved.height if self.reserved else 0)

    def _value_wide(self) -> float:
        if self.reserved is not None:
            return self.reserved.value
        if not self.number:
            return 0.0
        return wide(f"{self.sign} ", SIGN) + wide(self.number, VALUE, self.node.chosen)

    def _size(self) -> tuple[float, float]:
        if self.node.status == FOLDED:
            self.note = wrapped(minus(self.node.note), LABEL, NOTE_WIDE)
            across = max(wide(text, LABEL) for text in self.note)
            return across + 2 * PAD + 8, NOTE_ROW * len(self.note) + 10 + 2 * STACK
        if self.picture is not None:
            return self._size_around(self.picture)
        across = self._value_wide()
        if self.node.leaf:
            return max(BOX_WIDE, across + 14), BOX_HIGH + (0 if self.node.over else WAVE)
        if not across and (self.reserved is not None or not self.visited):
            return (STUMP_HIGH if self.shape == "chance" else STUMP_WIDE), STUMP_HIGH
        if self.shape == "chance":
            return max(2 * ROUND, across + 20), 2 * ROUND
        # As high up as the text reaches, the triangle must still be as wide as the text.
        return max(LEAST_WIDE, (across + 4) * HIGH / (HIGH - 19.5)), HIGH

    def _size_around(self, picture: Thumbnail) -> tuple[float, float]:
        across = max(picture.width, self._value_wide(), wide(self.window, SMALL))
        high = picture.height + 2 * PAD
        high += VALUE_ROW if self.number else 0
        high += WINDOW_ROW if self.window else 0
        if self.shape in ("max", "min"):
            high += ROOF
        elif self.shape == "estimate":
            high += WAVE
        return across + 2 * PAD, high

    def _window_from(self) -> float:
        """How far from the middle its window begins: beside the tip of a triangle."""
        if self.shape == "chance":
            return self.width / 2 + 1
        slant = self.width / 2 / self.height
        return 13 * slant + 5

    # --- drawing --------------------------------------------------------------------------

    def draw(self) -> list[str]:
        """Its elements, the middle of its upper edge where its box is."""
        x, y = self.box.x, self.box.y
        if self.node.status == FOLDED:
            return self._stacked(x, y)
        parts = [f'<path class="shape" d="{self._path(x, y)}"{self._pen()}/>']
        if self.reserved is not None:
            return parts + self._to_be_filled(x, y)
        if self.picture is not None:
            parts += self._around(self.picture, x, y)
        else:
            if self.number:
                parts.append(self._value(x, y + self._value_at()))
            if self.window:
                low = self.shape == "min"
                at = y + self.height - 6 if low else y + 6
                from_x = x + self._window_from()
                pen = f' fill="{QUIET}" text-anchor="start"'
                parts.append(line(from_x, at, self.window, SMALL, pen))
        if self.node.replayed:
            parts.append(self._again(x, y))
        return parts

    def _pen(self) -> str:
        if not self.visited:
            return f' fill="{PAPER}" stroke="{PALE}" stroke-width="1.2"{DASHES}'
        fill = FILLS.get(self.shape, PAPER)
        if self.node.chosen:
            return f' fill="{fill}" stroke="{CHOSEN}" stroke-width="3"'
        return f' fill="{fill}" stroke="{INK}" stroke-width="1.2"'

    def _path(self, x: float, y: float) -> str:
        """The outline, from the middle of its upper edge around to the right."""
        wide, high, half = self.width, self.height, self.width / 2
        roof = high if self.picture is None else ROOF
        wall, low = high - roof, high - WAVE
        bend = half if self.picture is None else min(14.0, half)
        turn = high / 2 if self.picture is None else bend
        arc = f"a{n(bend)} {n(turn)} 0 0 1"
        across, down = wide - 2 * bend, high - 2 * turn
        outlines = {
            "max": f"l{n(half)} {n(roof)}v{n(wall)}h{n(-wide)}v{n(-wall)}",
            "min": f"h{n(half)}v{n(wall)}l{n(-half)} {n(roof)}l{n(-half)} {n(-roof)}v{n(-wall)}",
            "end": f"h{n(half)}v{n(high)}h{n(-wide)}v{n(-high)}",
            "estimate": f"h{n(half)}v{n(low)}q{n(-half / 2)} {n(-2 * WAVE)} {n(-half)} 0"
            f"t{n(-half)} 0v{n(-low)}",
            "chance": f"h{n(across / 2)}{arc} {n(bend)} {n(turn)}v{n(down)}"
            f"{arc} {n(-bend)} {n(turn)}h{n(-across)}"
            f"{arc} {n(-bend)} {n(-turn)}v{n(-down)}{arc} {n(bend)} {n(-turn)}",
        }
        return f"M{n(x)} {n(y)}{outlines[self.shape]}z"

    def _value_at(self) -> float:
        """How far below the top the middle of the value is."""
        if self.shape == "max":
            return self.height - 14
        if self.shape == "min":
            return 14.0
        return (self.height - (WAVE if self.shape == "estimate" else 0)) / 2

    def _value(self, x: float, y: float) -> str:
        colour = CHOSEN if self.node.chosen else INK if self.visited else PALE_INK
        weight = ' font-weight="bold"' if self.node.chosen else ""
        return (
            f'<text x="{n(x)}" y="{n(y + 0.35 * VALUE)}" fill="{colour}"{weight}>'
            f'<tspan font-size="{SIGN}" font-weight="normal">{self.sign}</tspan> '
            f"{words(self.number)}</text>"
        )

    def _to_be_filled(self, x: float, y: float) -> list[str]:
        """Where value, window and status are to stand, and the mark of the node being searched."""
        value, window = y + self._value_at() + 0.35 * VALUE, y + self.height + SMALL
        rows = (("value", value), ("window", window), ("status", self.foot - 2))
        tip, middle = x - self.width / 2 - 4, y + self.height / 2
        return [
            *(f'<text class="{name}" x="{n(x)}" y="{n(at)}"></text>' for name, at in rows),
            f'<path class="here" d="M{n(tip - 9)} {n(middle - 6)}l9 6l-9 6z"/>',
        ]

    def _around(self, picture: Thumbnail, x: float, y: float) -> list[str]:
        top = y + PAD + (ROOF if self.shape == "max" else 0)
        parts = [picture.at(x - picture.width / 2, top)]
        foot = top + picture.height
        if self.number:
            parts.append(self._value(x, foot + VALUE_ROW / 2 + 2))
            foot += VALUE_ROW
        if self.window:
            at = foot + WINDOW_ROW / 2 + 2
            parts.append(line(x, at, self.window, SMALL, f' fill="{QUIET}"'))
        return parts

    def _stacked(self, x: float, y: float) -> list[str]:
        across, high = self.width - 2 * STACK, self.height - 2 * STACK
        left = x - self.width / 2
        pen = f' fill="{PAPER}" stroke="{QUIET}" stroke-width="1.2"'
        size = f'width="{n(across)}" height="{n(high)}" rx="3"'
        parts = [
            f'<rect class="shape" x="{n(left + by)}" y="{n(y + by)}" {size}{pen}/>'
            for by in (2 * STACK, STACK, 0)
        ]
        middle = x - STACK
        first = y + high / 2 - NOTE_ROW * (len(self.note) - 1) / 2
        parts += [
            line(middle, first + NOTE_ROW * row, text, LABEL, f' fill="{INK}"')
            for row, text in enumerate(self.note)
        ]
        return parts

    def _again(self, x: float, y: float) -> str:
        """A ring with an arrow's head, in a corner: searched again."""
        x -= self.width / 2
        if self.picture is None and not self.node.leaf:
            x, y = x + 5, (y + self.height - 7 if self.shape == "min" else y + 7)
        return (
            f'<circle cx="{n(x)}" cy="{n(y)}" r="8" fill="{PAPER}"/>'
            f'<path d="M{n(x + 4.6)} {n(y - 1.7)}A5 5 0 1 0 {n(x + 4.9)} {n(y + 1)}'
            f'M{n(x + 5.4)} {n(y - 5.4)}V{n(y - 1.4)}H{n(x + 1.4)}"'
            f' fill="none" stroke="{QUIET}" stroke-width="1.4"/>'
        )
