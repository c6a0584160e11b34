"""The tidy layout, by its rules, on random trees."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from outplay.explain.draw.layout import Box, tidy

GAP, FAMILY_GAP, RISE = 6.0, 11.0, 30.0
CLOSE = 1e-6


def boxes(root: Box) -> list[Box]:
    found = [root]
    for box in found:
        found.extend(box.children)
    return found


def levels(root: Box) -> list[list[Box]]:
    found, level = [], [root]
    while level:
        found.append(level)
        level = [child for box in level for child in box.children]
    return found


def place(root: Box) -> tuple[float, float]:
    return tidy(root, gap=GAP, family_gap=FAMILY_GAP, rise=RISE)


def sized(random: Random) -> Box:
    return Box(random.choice([8.0, 20.0, 33.5, random.uniform(1, 120)]), random.uniform(5, 40))


def anywhere(random: Random, count: int) -> Box:
    """Each node below any earlier one: bushy, with a few long branches."""
    grown = [sized(random)]
    for _ in range(count - 1):
        grown.append(sized(random))
        random.choice(grown[:-1]).children.append(grown[-1])
    return grown[0]


def lately(random: Random, count: int) -> Box:
    """Each node below one of the last few: deep."""
    grown = [sized(random)]
    for _ in range(count - 1):
        grown.append(sized(random))
        random.choice(grown[-7:-1]).children.append(grown[-1])
    return grown[0]


def game_like(random: Random, count: int) -> Box:
    """Level by level, some nodes with many children and some with none."""
    root = sized(random)
    waiting, made = [root], 1
    while waiting and made < count:
        box = waiting.pop(0)
        children = random.choice([0, 1, 2, 3, 3, 12]) if waiting else random.randint(1, 9)
        box.children = [sized(random) for _ in range(children)]
        random.shuffle(box.children)
        waiting += box.children
        made += children
    return root


def comb(random: Random, count: int) -> Box:
    """Deep subtrees with shallow ones between them: what spreading is for."""
    root = sized(random)
    while count > 0:
        depth = random.choice([1, 1, 1, 2, 5, 30])
        top = here = sized(random)
        for _ in range(depth - 1):
            here.children = [sized(random) for _ in range(random.choice([1, 1, 2, 3]))]
            count -= len(here.children)
            here = random.choice(here.children)
        root.children.append(top)
        count -= 1
    return root


GROWERS: list[Callable[[Random, int], Box]] = [anywhere, lately, game_like, comb]
SIZES = [2, 3, 5, 9, 33, 250, 1500]

CASES = [(grow, size, seed) for grow in GROWERS for size in SIZES for seed in range(2)]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0].__name__}-{case[1]}-{case[2]}")
def tree(request: pytest.FixtureRequest) -> Box:
    grow, size, seed = request.param
    root = grow(Random(1000 * size + seed), size)
    place(root)
    return root


def parents(root: Box) -> dict[int, Box]:
    return {id(child): box for box in boxes(root) for child in box.children}


def test_no_two_boxes_come_closer_than_the_gaps(tree: Box) -> None:
    above = parents(tree)
    for level in levels(tree):  # in the order of the children, which must be that on the page
        for left, right in pairwise(level):
            siblings = above[id(left)] is above[id(right)]
            room = (right.x - right.width / 2) - (left.x + left.width / 2)
            assert room >= (GAP if siblings else FAMILY_GAP) - CLOSE


def test_levels_do_not_meet(tree: Box) -> None:
    found = levels(tree)
    for upper, lower in pairwise(found):
        assert len({box.y for box in lower}) == 1
        assert lower[0].y == pytest.approx(max(box.y + box.height for box in upper) + RISE)


def test_parents_stand_midway_between_their_outer_children(tree: Box) -> None:
    for box in boxes(tree):
        if box.children:
            middle = (box.children[0].x + box.children[-1].x) / 2
            assert box.x == pytest.approx(middle, abs=CLOSE)


def test_edges_do_not_cross(tree: Box) -> None:
    """Between two levels, edges in the order of their lower ends are in that of their upper."""
    for level in levels(tree):
        ends = [(box.x, child.x) for box in level for child in box.children]
        assert ends == sorted(ends)


def test_it_begins_at_the_origin_and_is_as_wide_as_it_says(tree: Box) -> None:
    width, height = place(tree)
    assert min(box.x - box.width / 2 for box in boxes(tree)) == pytest.approx(0, abs=CLOSE)
    assert max(box.x + box.width / 2 for box in boxes(tree)) == pytest.approx(width)
    assert max(box.y + box.height for box in levels(tree)[-1]) == pytest.approx(height)


def copied(box: Box, mirrored: bool = False) -> Box:
    twin = Box(box.width, box.height)
    waiting = [(box, twin)]
    while waiting:
        old, new = waiting.pop()
        new.children = [Box(child.width, child.height) for child in old.children]
        waiting += zip(old.children, new.children, strict=True)
        if mirrored:
            new.children.reverse()
    return twin


@pytest.mark.parametrize("grow", GROWERS)
@pytest.mark.parametrize("seed", range(6))
def test_a_mirrored_tree_is_drawn_mirrored(grow: Callable[[Random, int], Box], seed: int) -> None:
    root = grow(Random(seed), 200)
    twin = copied(root, mirrored=True)
    width, height = place(root)
    assert place(twin) == pytest.approx((width, height))
    for level, other in zip(levels(root), levels(twin), strict=True):
        for box, image in zip(level, reversed(other), strict=True):
            assert image.x == pytest.approx(width - box.x, abs=CLOSE)


@pytest.mark.parametrize("grow", GROWERS)
@pytest.mark.parametrize("seed", range(6))
def test_equal_subtrees_are_drawn_equally(grow: Callable[[Random, int], Box], seed: int) -> None:
    """The same subtree at three places of another tree, and alone."""
    random = Random(seed)
    pattern = grow(random, 60)
    twins = [copied(pattern) for _ in range(3)]
    root = anywhere(random, 100)
    for twin, host in zip(twins, random.sample(boxes(root), 3), strict=True):
        host.children.insert(random.randint(0, len(host.children)), twin)
    place(pattern)
    place(root)
    for twin in twins:
        for box, image in zip(boxes(pattern), boxes(twin), strict=True):
            assert image.x - twin.x == pytest.approx(box.x - pattern.x, abs=CLOSE)


def test_small_trees_are_as_one_would_draw_them() -> None:
    root = Box(10, 10, [Box(10, 10), Box(20, 10), Box(10, 10)])
    assert tidy(root, gap=5, rise=20) == (50, 40)
    assert [box.x for box in boxes(root)] == [25, 5, 25, 45]


def test_shallow_subtrees_between_deep_ones_are_spread_evenly() -> None:
    def deep() -> Box:
        return Box(10, 10, [Box(10, 10) for _ in range(9)])

    root = Box(10, 10, [deep(), Box(10, 10), Box(10, 10), Box(10, 10), deep()])
    tidy(root, gap=5, family_gap=5)
    steps = [right.x - left.x for left, right in pairwise(root.children)]
    assert steps == pytest.approx([135 / 4] * 4)


def test_a_uniform_tree_is_no_wider_than_its_leaves() -> None:
    def uniform(depth: int) -> Box:
        return Box(10, 10, [uniform(depth - 1) for _ in range(3)] if depth else [])

    root = uniform(6)
    assert tidy(root, gap=2, family_gap=2)[0] == pytest.approx(12 * 3**6 - 2)


def test_flat_edges_get_more_height_up_to_a_limit() -> None:
    root = Box(10, 10, [Box(10, 10, [Box(10, 10), Box(10, 10)]) for _ in range(40)])
    _, plain = tidy(root, rise=20)
    _, steeper = tidy(root, rise=20, slope=0.1)
    _, steepest = tidy(root, rise=20, slope=9, most_rise=100)
    assert plain == 70
    assert plain < steeper < steepest == 30 + 2 * 110


@pytest.mark.parametrize("grow", GROWERS)
def test_a_thousand_nodes_take_less_than_a_second(grow: Callable[[Random, int], Box]) -> None:
    root = grow(Random(0), 1_000)
    start = time.process_time()
    place(root)
    assert time.process_time() - start < 1  # alone, ten thousand take a tenth of one


def test_a_chain_of_any_length_needs_no_recursion() -> None:
    root = here = Box(10, 10)
    for _ in range(20_000):
        here.children = [Box(10, 10)]
        here = here.children[0]
    assert place(root)[0] == 10
