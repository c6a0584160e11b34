"""Trees to draw, real ones and wild ones: shared by the tests of drawings."""

from __future__ import annotations

import math
from functools import cache
from random import Random

import outplay
from outplay import CHANCE, MAX, MIN, Game
from outplay.explain.trace import trace
from outplay.explain.tree import (
    FOLDED,
    SKIPPED,
    UNVISITED,
    VISITED,
    SearchTree,
    TreeNode,
    tree_of_trace,
)
from outplay.games.tree import Chance
from outplay.result import Bound

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@cache
def aima() -> SearchTree:
    return tree_of_trace(trace(Game.from_tree(AIMA)))


@cache
def with_chance() -> SearchTree:
    left = Chance((0.5, [2, 4]), (0.5, [6, 0]))
    right = Chance((0.9, [-1, 3]), (0.1, [20, 30]))
    return tree_of_trace(trace(Game.from_tree([left, right]), algorithm="expectiminimax"))


@cache
def boards() -> SearchTree:
    game = outplay.load("tic-tac-toe")
    return tree_of_trace(trace(game, game.play(["b2", "a1", "c1", "a3", "a2", "c2"])))


@cache
def estimates() -> SearchTree:
    game = outplay.load("tic-tac-toe")
    return tree_of_trace(trace(game, game.play(["b2", "a1", "c1", "a3"]), depth=2))


@cache
def folded() -> SearchTree:
    """As a proof skeleton: one fold, one part searched again."""
    tree = tree_of_trace(trace(Game.from_tree([[3, 12], [2, 4, 6]])))
    fold = TreeNode((), None, MAX, status=FOLDED, note="17 more, 412 k nodes, all ≤ -2")
    tree.root.children.append(fold)
    for node in tree.root.children[0].walk():
        node.replayed = True
    return tree


def wild(seed: int, count: int) -> SearchTree:
    """Any shape, any numbers, any notation, any state of things."""
    random = Random(seed)
    letters = "abWMil<&>\"'~é→08/- "
    nodes = [TreeNode((), None, MAX)]
    for number in range(1, count):
        parent = random.choice(nodes[-40:])
        if parent.status == FOLDED or parent.leaf:
            parent = nodes[0]
        node = TreeNode((*parent.path, number), None, random.choice([MAX, MIN, CHANCE]))
        node.edge = "".join(random.choices(letters, k=random.choice([1, 2, 2, 3, 9, 40]))).strip()
        node.status = random.choice([VISITED] * 6 + [SKIPPED, UNVISITED, FOLDED])
        if node.status == FOLDED:
            node.edge, node.note = "", f"{number} more, 412 k nodes, all ≤ {-number}"
        elif random.random() < 0.3:
            node.leaf, node.over = True, random.random() < 0.5
        if random.random() < 0.8:
            node.value = random.choice([number, -number / 3, 1e-7, 10.0**20, math.inf, -math.inf])
            node.bound = random.choice(list(Bound))
        if random.random() < 0.7:
            node.alpha, node.beta = random.choice([-math.inf, -1 / 3]), random.choice([2, math.inf])
        if parent.player == CHANCE:
            node.probability = random.choice([0.5, 1 / 6, 1 / 36, 0.123456789])
        parent.cut = parent.cut or random.choice(["", "MIN holds 2 < 3 & more"])
        node.chosen, node.replayed = random.random() < 0.2, random.random() < 0.2
        parent.children.append(node)
        nodes.append(node)
    return SearchTree(Game.from_tree(AIMA), nodes[0], "alphabeta", "cut on ≥", count)


def chain(length: int) -> SearchTree:
    root = here = TreeNode((), None, MAX, nodes=1, chosen=True)
    for ply in range(length):
        child = TreeNode((0,) * min(ply, 3), None, MIN, edge="1", nodes=1, chosen=True)
        here.children = [child]
        here = child
    return SearchTree(Game.from_tree(AIMA), root, "minimax", "", length)


TREES = {
    "aima": aima,
    "chance": with_chance,
    "boards": boards,
    "estimates": estimates,
    "folded": folded,
    **{f"wild{seed}": lambda seed=seed: wild(seed, 10 + 40 * seed) for seed in range(8)},
}
