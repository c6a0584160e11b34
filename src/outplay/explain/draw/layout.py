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

How: each subtree knows its left and right contour, a chain of its outermost nodes from level to
level. A subtree is put beside its elder siblings by walking down its left contour and their right
one, as far as both reach, so that all walks together are linear (the threads are Reingold and
Tilford's). Where a deep subtree is pushed away from one that is not next to it, the shallow ones
between are spread evenly (as Walker, and Buchheim, Jünger and Leipert, do). Whoever is pushed
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
    packing = _Packing(widths, gap, family_gap)
    for node in range(len(widths) - 1, -1, -1):  # children before their parents
        if below[node]:
            packing.join(node, below[node])
    places = [0.0] * len(widths)
    for node, children in enumerate(below):
        for child in children:
            places[child] = places[node] + packing.offset[child]
    return places


class _Packing:
    """What is known of the subtrees packed so far, by the number of their root."""

    def __init__(self, widths: list[float], gap: float, family_gap: float) -> None:
        count = len(widths)
        self.half = [width / 2 for width in widths]
        self.gap, self.family_gap = gap, family_gap
        self.offset = [0.0] * count
        """Of a node from its parent."""
        self.depth = [1] * count
        """Levels of the subtree."""
        # Contours: the next node down, and how far to the right of this one it is.
        self.left, self.left_step = [-1] * count, [0.0] * count
        self.right, self.right_step = [-1] * count, [0.0] * count
        # Their last nodes, and how far to the right of the subtree's root those are.
        self.left_end, self.left_end_at = list(range(count)), [0.0] * count
        self.right_end, self.right_end_at = list(range(count)), [0.0] * count

    def join(self, node: int, children: list[int]) -> None:
        """Puts the subtrees of `children` side by side, and `node` above their middle."""
        first, last = children[0], children[-1]
        at = [0.0] * len(children)
        spread, change = [0.0] * len(children), [0.0] * len(children)
        end, end_at = self.left_end[first], self.left_end_at[first]
        back, back_at = self.right_end[first], self.right_end_at[first]
        deep = self.depth[first]
        seen = [(deep, 0)]  # whom one sees from the right: levels down to which, sibling

        for number in range(1, len(children)):
            child = children[number]
            before = children[number - 1]
            push = at[number - 1] + self.half[before] + self.gap + self.half[child]
            # Level by level: `there` on the right contour of the elder, `here` on our left one.
            there, there_at, here, here_at = before, at[number - 1], child, 0.0
            levels, owner = 1, len(seen) - 1
            while levels < deep and levels < self.depth[child]:
                there_at += self.right_step[there]
                there = self.right[there]
                here_at += self.left_step[here]
                here = self.left[here]
                levels += 1
                while seen[owner][0] < levels:
                    owner -= 1
                wanted = there_at + self.half[there] + self.family_gap + self.half[here] - here_at
                if wanted > push:
                    # Those between share the room; none of them is seen from the right any more.
                    elder = seen[owner][1]
                    share = (wanted - push) / (number - elder)
                    spread[elder + 1] += share
                    spread[number] -= share
                    change[number] -= wanted - push - share
                    push = wanted
            at[number] = push
            if self.depth[child] > deep:  # the left contour goes on below the elder
                under = self.left[here]
                self.left[end] = under
                self.left_step[end] = push + here_at + self.left_step[here] - end_at
                end, end_at = self.left_end[child], push + self.left_end_at[child]
                back, back_at = self.right_end[child], push + self.right_end_at[child]
                deep = self.depth[child]
            elif self.depth[child] < deep:  # the right contour goes on below this one
                tail = self.right_end[child]
                self.right[tail] = self.right[there]
                self.right_step[tail] = (
                    there_at + self.right_step[there] - push - self.right_end_at[child]
                )
            else:
                back, back_at = self.right_end[child], push + self.right_end_at[child]
            while seen and seen[-1][0] <= self.depth[child]:
                seen.pop()
            seen.append((self.depth[child], number))

        growth = moved = 0.0
        for number in range(len(children)):
            growth += spread[number]
            moved += growth + change[number]
            at[number] += moved
        middle = at[-1] / 2
        for child, place in zip(children, at, strict=True):
            self.offset[child] = place - middle
        self.left[node], self.left_step[node] = first, -middle
        self.right[node], self.right_step[node] = last, at[-1] - middle
        self.left_end[node], self.left_end_at[node] = end, end_at - middle
        self.right_end[node], self.right_end_at[node] = back, back_at - middle
        self.depth[node] = deep + 1
