"""Properties of the searches on thousands of random trees, at both speeds."""

import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay import MAX, MIN, Game, Memory
from outplay.bits import mix
from outplay.games.random_tree import RandomTree, State
from outplay.games.tree import Chance

TREES = 1_000
"""Roots that each native property is tried on: one compiled game, many trees."""

PLAIN = RandomTree(branch=3, depth=4, values=(-5, 5), vary=True, early=0.1)
DICE = RandomTree(branch=3, depth=4, values=(-5, 5), vary=True, early=0.1, chance=True)
SMALL = 300
"""Roots for what is interpreted."""


def roots(count: int) -> list[State]:
    return [State(mix(number), 0) for number in range(count)]


leaves = st.integers(-9, 9)
trees = st.recursive(
    st.lists(leaves, min_size=1, max_size=4),
    lambda inner: st.lists(inner | leaves, min_size=1, max_size=3),
    max_leaves=25,
)


def chance_trees() -> Any:
    def dice(inner: Any) -> Any:
        return st.lists(inner | leaves, min_size=1, max_size=3).flatmap(
            lambda children: st.lists(
                st.integers(1, 5), min_size=len(children), max_size=len(children)
            ).map(lambda weights: _dice(weights, children))
        )

    return st.recursive(
        st.lists(leaves, min_size=1, max_size=3),
        lambda inner: dice(inner) | st.lists(inner | leaves, min_size=1, max_size=3),
        max_leaves=20,
    )


def _dice(weights: list[int], children: list[Any]) -> Chance:
    total = sum(weights)
    pairs = [(w / total, c) for w, c in zip(weights, children, strict=True)]
    return Chance(*pairs)


# --- independent definitions, straight from the book ---------------------------------------


def value_of(tree: Any, player: int) -> float:
    """Minimax of a literal tree by two lines of Python."""
    if isinstance(tree, int | float):
        return tree
    values = [value_of(child, -player) for child in tree]
    return max(values) if player == MAX else min(values)


@given(trees, st.sampled_from([MAX, MIN]))
def test_all_searches_agree_with_the_definition(tree: Any, player: int) -> None:
    game = Game.from_tree(tree, root=player)
    expected = value_of(tree, player)
    best = next(i for i, child in enumerate(tree) if value_of(child, -player) == expected)
    for result in (
        outplay.minimax(game),
        outplay.negamax(game),
        outplay.alphabeta(game),
        outplay.alphabeta(game, strict=True),
        outplay.alphabeta(game, fail_soft=False),
        outplay.alphabeta(game, order="random", seed=3),
        outplay.minimax(game, memory=True),
        outplay.expectiminimax(game),
        outplay.expectiminimax(game, pruning="star1", bounds=(-9, 9)),
        outplay.expectiminimax(game, pruning="star2", bounds=(-9, 9)),
    ):
        assert result.value == expected
        assert result.proven
        if "random" not in result.convention:
            assert result.action == best


@given(trees, st.sampled_from([MAX, MIN]))
def test_bounds_of_moves_hold(tree: Any, player: int) -> None:
    game = Game.from_tree(tree, root=player)
    for strict in (False, True):
        result = outplay.alphabeta(game, strict=strict)
        for move in result.moves:
            true = value_of(tree[move.action], -player)
            if move.bound == "=":
                assert move.value == true
            elif move.bound == "<=":
                assert true <= move.value
            else:
                assert true >= move.value


@given(trees)
def test_the_line_leads_to_the_value(tree: Any) -> None:
    result = outplay.alphabeta(Game.from_tree(tree))
    node = tree
    for action in result.line:
        node = node[action]
    assert node == result.value
    assert result.distance == len(result.line)


@given(trees, st.randoms(use_true_random=False))
def test_increasing_transformations_keep_the_decision(tree: Any, chooser: random.Random) -> None:
    steps = sorted(chooser.sample(range(-1000, 1000), 19))
    stretched = _map(tree, lambda leaf: steps[leaf + 9])
    assert outplay.minimax(Game.from_tree(stretched)).action == (
        outplay.minimax(Game.from_tree(tree)).action
    )


@given(chance_trees(), st.integers(1, 50), st.integers(-20, 20))
def test_linear_transformations_keep_decisions_of_chance(tree: Any, a: int, b: int) -> None:
    before = outplay.expectiminimax(Game.from_tree(tree))
    after = outplay.expectiminimax(Game.from_tree(_map(tree, lambda leaf: a * leaf + b)))
    assert math.isclose(after.value, a * before.value + b, abs_tol=1e-6)
    if before.action is not None and after.action != before.action:
        # Only rounding may choose another of two equally good actions.
        values = {move.action: move.value for move in before.moves}
        assert math.isclose(values[after.action], before.value, abs_tol=1e-9)


def test_an_increasing_transformation_changes_a_decision_of_chance() -> None:
    # The order of the leaves is the same, 1 2 3 4; their distances are not (AIMA, figure 5.12).
    tree = [Chance((0.9, 2), (0.1, 3)), Chance((0.9, 1), (0.1, 4))]
    stretched = _map(tree, {1: 1, 2: 20, 3: 30, 4: 400}.__getitem__)
    first = outplay.expectiminimax(Game.from_tree(tree))
    second = outplay.expectiminimax(Game.from_tree(stretched))
    assert first.value == pytest.approx(2.1)
    assert second.value == pytest.approx(40.9)
    assert (first.action, second.action) == (0, 1)


def _map(tree: Any, change: Any) -> Any:
    if isinstance(tree, Chance):
        return Chance(*((p, _map(child, change)) for p, child in tree.branches))
    if isinstance(tree, list | tuple):
        return [_map(child, change) for child in tree]
    return change(tree)


@settings(max_examples=60)
@given(chance_trees())
def test_star_gives_the_value_of_expectiminimax(tree: Any) -> None:
    game = Game.from_tree(tree)
    expected = outplay.expectiminimax(game)
    for pruning in ("star1", "star2"):
        for memory in (False, True):
            found = outplay.expectiminimax(game, pruning=pruning, bounds=(-9, 9), memory=memory)
            assert math.isclose(found.value, expected.value, abs_tol=1e-9)


# --- thousands of trees, natively ---------------------------------------------------------------


def test_pruning_never_changes_the_value_natively() -> None:
    saved = 0
    for root in roots(TREES):
        full = outplay.minimax(PLAIN, root, speed="native")
        for result in (
            outplay.alphabeta(PLAIN, root, speed="native"),
            outplay.alphabeta(PLAIN, root, strict=True, speed="native"),
            outplay.alphabeta(PLAIN, root, fail_soft=False, speed="native"),
        ):
            assert (result.value, result.action) == (full.value, full.action)
            assert result.nodes <= full.nodes
            saved += full.nodes - result.nodes
    assert saved > 0


@pytest.mark.long
def test_star_never_changes_the_value_natively() -> None:
    nodes = {"none": 0, "star1": 0, "star2": 0}
    for root in roots(TREES):
        full = outplay.expectiminimax(DICE, root, speed="native")
        nodes["none"] += full.nodes
        for pruning in ("star1", "star2"):
            result = outplay.expectiminimax(DICE, root, pruning=pruning, speed="native")
            assert math.isclose(result.value, full.value, abs_tol=1e-9)
            nodes[pruning] += result.nodes
    assert nodes["star2"] < nodes["star1"] < nodes["none"]


def test_speeds_agree_on_many_trees() -> None:
    for root in roots(SMALL):
        for search, game in ((outplay.alphabeta, PLAIN), (outplay.expectiminimax, DICE)):
            native = search(game, root, speed="native")
            python = search(game, root, speed="python")
            assert (native.value, native.action, native.nodes, native.line) == (
                python.value,
                python.action,
                python.nodes,
                python.line,
            )


class Stretched(RandomTree):
    """The same trees with every leaf put through a strictly increasing function."""

    def utility(self, s: State) -> int:
        value = super().utility(s)
        return value * value * value + 2 * value - 7


@pytest.mark.long
def test_increasing_transformations_natively() -> None:
    stretched = Stretched(branch=3, depth=4, values=(-5, 5), vary=True, early=0.1)
    for root in roots(TREES):
        before = outplay.minimax(PLAIN, root, speed="native")
        after = outplay.minimax(stretched, root, speed="native")
        assert after.action == before.action
        assert after.value == before.value**3 + 2 * before.value - 7


def test_shared_memory_over_many_searches() -> None:
    memory = Memory()
    for root in roots(200):
        shared = outplay.alphabeta(PLAIN, root, memory=memory, speed="native")
        assert shared.value == outplay.minimax(PLAIN, root, speed="native").value
        again = outplay.alphabeta(PLAIN, root, memory=memory, speed="native")
        assert again.value == shared.value
        assert again.nodes <= shared.nodes


class Scaled(RandomTree):
    """The same trees with every leaf put through a positive linear function."""

    def utility(self, s: State) -> int:
        return 3 * super().utility(s) + 7


@pytest.mark.long
def test_linear_transformations_of_chance_natively() -> None:
    scaled = Scaled(branch=3, depth=4, values=(-5, 5), vary=True, early=0.1, chance=True)
    for root in roots(TREES):
        before = outplay.expectiminimax(DICE, root, speed="native")
        after = outplay.expectiminimax(scaled, root, speed="native")
        assert math.isclose(after.value, 3 * before.value + 7, abs_tol=1e-9)
        if after.action != before.action:  # only rounding may choose between equals
            values = {move.action: move.value for move in before.moves}
            assert math.isclose(values[after.action], before.value, abs_tol=1e-9)
