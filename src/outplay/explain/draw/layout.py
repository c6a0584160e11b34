"""Where the nodes of a drawn tree stand: a tidy layout in linear time, without recursion.

    >>> root = Box(30, 20, [Box(30, 20), Box(50, 20)])
    >>> tidy(root)
    (94.0, 84.0)
    >>> [(box.x, box.y) for box in root.children]
    [(15.0, 64.0), (69.0, 64.0)]

Tidy, after Reingold and Tilford (1981): nodes of one ply stand on one level, boxes and subtrees
keep their gaps, children keep their order, a parent stands midway between its first and its last
child, equal subtrees are drawn equally, and a mirrored tree is drawn mirrored. As narrow as the
gaps let it be, if each subtree is packed by itself.

How: each subtree knows its left and right contour, the outermost edges from level to level. A
subtree is put beside its elder siblings by walking down its left contour and their right one, as
far as both reach; of two contours the shorter is written over the longer, so that all of it
together is linear. Where a deep subtree is pushed away from one that is not next to it, the shallow
ones between are spread evenly (as Walker, and Buchheim, Jünger and Leipert, do). Whoever is pushed
away past others is deeper than they, so that such pairs lie inside each other or side by side,
never across; inner ones are settled first from either side, and left and right come out alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Box:
    """A node: its size, what is below it and, once `tidy` has seen it, its place."""

    width: float
    height: float
    children: list[Box] = field(default_factory=list)
    x: float = 0.0
    """The middle of the box."""
    y: float = 0.0
    """Its top."""


def tidy(
    root: Box,
    *,
    gap: float = 14.0,
    family_gap: float = 14.0,
    rise: float = 44.0,
    slope: float = 0.0,
    most_rise: float = 160.0,
) -> tuple[float, float]:
    """Gives each box of the tree its place; returns the width and height of the whole.

    `gap` is kept between siblings, `family_gap` between neighbours with different parents, and
    `rise` between one level and the next. Where edges go far to the side, it is half of that
    and `slope` times the longest run, which counts for no more than `most_rise`.
    """
    boxes, below = _in_order(root)
    places = _packed([box.width for box in boxes], below, gap, family_gap)
    start = min(x - box.width / 2 for x, box in zip(places, boxes, strict=True))
    for box, x in zip(boxes, places, strict=True):
        box.x = x - start
    width = max(box.x + box.width / 2 for box in boxes)
    return width, _levels(root, rise, slope, most_rise)


def _in_order(root: Box) -> tuple[list[Box], list[list[int]]]:
    """The boxes, parents first, and the numbers of each one's children."""
    boxes, below = [root], []
    for box in boxes:  # grows while it is walked
        below.append(list(range(len(boxes), len(boxes) + len(box.children))))
        boxes.extend(box.children)
    return boxes, below


def _levels(root: Box, rise: float, slope: float, most_rise: float) -> float:
    """Gives each level its height, that of its tallest box; returns the height of the whole."""
    y, level = 0.0, [root]
    while True:
        for box in level:
            box.y = y
        y += max(box.height for box in level)
        run = max((abs(c.x - box.x) for box in level for c in box.children), default=0.0)
        level = [child for box in level for child in box.children]
        if not level:
            return y
        y += max(rise, rise / 2 + min(slope * run, most_rise))


def _packed(
    widths: list[float], below: list[list[int]], gap: float, family_gap: float
) -> list[float]:
    """The middle of each node, the root at 0, with every subtree as far left as it goes."""
    offset = [0.0] * len(widths)  # of a node from its parent
    sides = [(_Contour(), _Contour()) for _ in widths]
    for node in range(len(widths) - 1, -1, -1):  # children before their parents
        if below[node]:
            places, sides[node] = _joined([sides[child] for child in below[node]], gap, family_gap)
            for child, place in zip(below[node], places, strict=True):
                offset[child] = place
        left, right = sides[node]
        left.add(-widths[node] / 2)
        right.add(widths[node] / 2)
    places = [0.0] * len(widths)
    for node, children in enumerate(below):
        for child in children:
            places[child] = places[node] + offset[child]
    return places


class _Contour:
    """The outermost edges of a subtree on one side, from its deepest level up."""

    def __init__(self) -> None:
        self.edges: list[float] = []
        self.shift = 0.0
        """By which all of them are moved."""

    def __len__(self) -> int:
        return len(self.edges)

    def at(self, level: int) -> float:
        """The edge so many levels below the top."""
        return self.edges[-1 - level] + self.shift

    def add(self, edge: float) -> None:
        """Puts a level on top."""
        self.edges.append(edge - self.shift)

    def before(self, other: _Contour) -> _Contour:
        """This one as far down as it reaches, and the other below; both are used up."""
        if len(self) >= len(other):
            return self
        other.edges[-len(self) :] = [edge + self.shift - other.shift for edge in self.edges]
        return other


Sides = tuple[_Contour, _Contour]


def _joined(subtrees: list[Sides], gap: float, family_gap: float) -> tuple[list[float], Sides]:
    """Where subtrees stand side by side, their middle at 0; and the contours of all of them."""
    left, right = subtrees[0]
    at = [0.0] * len(subtrees)
    spread, change = [0.0] * len(subtrees), [0.0] * len(subtrees)
    seen = [(len(left), 0)]  # whom one sees from the right: levels down to which, sibling
    for number, (own_left, own_right) in enumerate(subtrees[1:], start=1):
        push, owner = right.at(0) + gap - own_left.at(0), len(seen) - 1
        for level in range(1, min(len(right), len(own_left))):
            while seen[owner][0] <= level:
                owner -= 1
            wanted = right.at(level) + family_gap - own_left.at(level)
            if wanted > push:
                # Those between share the room; none of them is seen from the right any more.
                elder = seen[owner][1]
                share = (wanted - push) / (number - elder)
                spread[elder + 1] += share
                spread[number] -= share
                change[number] -= wanted - push - share
                push = wanted
        at[number] = push
        own_left.shift += push
        own_right.shift += push
        while seen and seen[-1][0] <= len(own_left):
            seen.pop()
        seen.append((len(own_left), number))
        left, right = left.before(own_left), own_right.before(right)
    growth = moved = 0.0
    for number in range(len(subtrees)):
        growth += spread[number]
        moved += growth + change[number]
        at[number] += moved
    middle = at[-1] / 2
    left.shift -= middle
    right.shift -= middle
    return [place - middle for place in at], (left, right)
