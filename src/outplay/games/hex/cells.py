"""Sets of cells of a Hex board, in two ints each, and what is connected to what.

Cells are numbered row by row: a cell is next to those 1, `size` and `size` - 1 away, unless that
leads around the edge, which is what `left` and `right`, the outermost columns, are needed for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from outplay.bits import indices, popcount

HALF = 61
"""Cells in the first int of a set; the others are in the second."""

LOW = (1 << HALF) - 1

Cells = tuple[int, int]
"""A set of cells: those below HALF, and the others."""

FAR = 99
"""Stones that a side lacks which cannot connect any more."""


def cells(numbers: Iterable[int]) -> Cells:
    """The set of these cells."""
    both = sum(1 << number for number in numbers)
    return both & LOW, both >> HALF


def numbers(some: Cells) -> Iterator[int]:
    """The cells of the set, in their order."""
    yield from indices(some[0])
    for cell in indices(some[1]):
        yield HALF + cell


def as_one(some: Cells) -> int:
    """The set as one int, one bit a cell."""
    return some[0] | some[1] << HALF


def size_of(some: Cells) -> int:
    """How many cells are in the set?"""
    return popcount(some[0]) + popcount(some[1])


def one(cell: int) -> Cells:
    """The set of one cell."""
    return (1 << cell, 0) if cell < HALF else (0, 1 << cell - HALF)


def first_of(some: Cells) -> Cells:
    """The set of the first one of these cells."""
    return (some[0] & -some[0], 0) if some[0] else (0, some[1] & -some[1])


def without(some: Cells, others: Cells) -> Cells:
    """The cells of `some` that are not among the others."""
    return some[0] & ~others[0], some[1] & ~others[1]


def both(some: Cells, others: Cells) -> Cells:
    """The cells that are in both sets."""
    return some[0] & others[0], some[1] & others[1]


def later(some: Cells, step: int) -> Cells:
    """The cells `step` after these; what lies beyond the board is for the caller to mask."""
    return some[0] << step & LOW, some[1] << step | some[0] >> HALF - step


def earlier(some: Cells, step: int) -> Cells:
    """The cells `step` before these."""
    return (some[0] >> step | some[1] << HALF - step) & LOW, some[1] >> step


def turned(some: Cells, count: int) -> Cells:
    """The cells after half a turn: the first one last."""
    low = high = 0
    for cell in range(count):
        bit = some[0] >> cell if cell < HALF else some[1] >> cell - HALF
        to = count - 1 - cell
        if bit & 1 and to < HALF:
            low |= 1 << to
        elif bit & 1:
            high |= 1 << to - HALF
    return low, high


def around(some: Cells, size: int, left: Cells, right: Cells) -> Cells:
    """All neighbours of these cells, perhaps some of themselves, and bits beyond the board."""
    east, west = later(without(some, right), 1), earlier(without(some, left), 1)
    above = earlier((some[0] | east[0], some[1] | east[1]), size)
    below = later((some[0] | west[0], some[1] | west[1]), size)
    low = east[0] | west[0] | above[0] | below[0]
    return low, east[1] | west[1] | above[1] | below[1]


def bridged(some: Cells, free: Cells, size: int, left: Cells, right: Cells) -> Cells:
    """The cells a bridge away: two free cells lie between, each a neighbour of both."""
    above = both(earlier(some, size), free)
    above_right = both(earlier(without(some, right), size - 1), free)
    ahead = both(later(without(some, right), 1), free)
    below = both(later(some, size), free)
    below_left = both(later(without(some, left), size - 1), free)
    behind = both(earlier(without(some, left), 1), free)
    ways = (
        both(earlier(above_right, size), earlier(without(above, right), size - 1)),
        both(later(without(above_right, right), 1), earlier(without(ahead, right), size - 1)),
        both(later(ahead, size), later(without(below, right), 1)),
        both(later(below_left, size), later(without(below, left), size - 1)),
        both(earlier(without(below_left, left), 1), later(without(behind, left), size - 1)),
        both(earlier(behind, size), earlier(without(above, left), 1)),
    )
    low = high = 0
    for way in ways:
        low |= way[0]
        high |= way[1]
    return low, high


def edge_bridged(edge: Cells, free: Cells, size: int, left: Cells, right: Cells) -> Cells:
    """The edge, and the cells beside it that have two free cells of it as neighbours."""
    row = both(edge, free)
    above, above_right = earlier(row, size), earlier(without(row, right), size - 1)
    below, below_left = later(row, size), later(without(row, left), size - 1)
    ahead, behind = later(without(row, right), 1), earlier(without(row, left), 1)
    # Above the bottom edge, below the top edge, right of the left edge, left of the right edge.
    low = above[0] & above_right[0] | below[0] & below_left[0]
    high = above[1] & above_right[1] | below[1] & below_left[1]
    low |= ahead[0] & above_right[0] | behind[0] & below_left[0] | edge[0]
    high |= ahead[1] & above_right[1] | behind[1] & below_left[1] | edge[1]
    return low, high


def reached(mine: Cells, start: Cells, size: int, left: Cells, right: Cells) -> Cells:
    """The stones that are connected to the edge `start`."""
    low, high = mine[0] & start[0], mine[1] & start[1]
    while True:
        near = around((low, high), size, left, right)
        more = near[0] & mine[0] & ~low, near[1] & mine[1] & ~high
        if more[0] | more[1] == 0:
            return low, high
        low |= more[0]
        high |= more[1]


def joined(mine: Cells, start: Cells, goal: Cells, size: int, left: Cells, right: Cells) -> bool:
    """Do these stones connect the two edges?"""
    if mine[0] & start[0] | mine[1] & start[1] == 0 or mine[0] & goal[0] | mine[1] & goal[1] == 0:
        return False
    low, high = reached(mine, start, size, left, right)
    return low & goal[0] | high & goal[1] != 0


def connecting(
    mine: Cells, free: Cells, start: Cells, goal: Cells, size: int, left: Cells, right: Cells
) -> Cells:
    """The free cells where one more stone would connect the two edges."""
    low, high = free
    for number in range(2):
        edge = start if number == 0 else goal
        near = around(reached(mine, edge, size, left, right), size, left, right)
        low &= near[0] | edge[0]
        high &= near[1] | edge[1]
    return low, high


def lacking(
    mine: Cells,
    free: Cells,
    start: Cells,
    goal: Cells,
    size: int,
    left: Cells,
    right: Cells,
    bridges: bool,
) -> int:
    """How many stones, at least, connect the two edges; `bridges`: if bridges are connections."""
    if bridges:
        start = edge_bridged(start, free, size, left, right)
        goal = edge_bridged(goal, free, size, left, right)
    low, high = mine[0] & start[0], mine[1] & start[1]
    lacks = 0
    while True:
        near = around((low, high), size, left, right)
        if bridges:
            far = bridged((low, high), free, size, left, right)
            near = near[0] | far[0], near[1] | far[1]
        # Stones of one's own cost nothing; where there are no more, one step costs a stone.
        more = near[0] & mine[0] & ~low, near[1] & mine[1] & ~high
        if more[0] | more[1] == 0:
            if low & goal[0] | high & goal[1]:
                return lacks
            more = (near[0] | start[0]) & free[0] & ~low, (near[1] | start[1]) & free[1] & ~high
            lacks += 1
            if more[0] | more[1] == 0:
                return FAR
        low |= more[0]
        high |= more[1]
