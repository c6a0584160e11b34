"""Trees of every kind, to be drawn: cut, cut off, with chance, folded, with names that bite."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from small_trees import Twins, random_tree

import outplay
from outplay import MAX, MIN, Game
from outplay.explain.draw.walk import clean, placed
from outplay.explain.skeleton import skeleton
from outplay.explain.trace import trace
from outplay.explain.tree import SKIPPED, SearchTree, TreeNode
from outplay.explain.tree import tree_of_trace as grown
from outplay.explain.words import probability
from outplay.games.tic_tac_toe import TicTacToe

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
DICE = "[Chance((1/3, [2, 4]), (2/3, 7)), [5, 6]]"
NASTY = [
    'a"b',
    "c\\d",
    "<b>&amp;</b>",
    "50% _ & # $ ^ ~ | ` '",
    "{[}]",
    "two\nlines\tand tabs",
    "♔ ☃",
    "1. list",
    "- item",
    "end",
    "subgraph x",
    "é-ü--œ",
    "\x1b[31mred\x07",
    ";",
    "\\n",
    "",
    "%%",
    "classDef x:#1;",
    "style:#;",
    "]]>",
    "你好",
    "#quot;",
    "\\end{forest}",
]


class Nasty(Game[tuple[int, int], int]):
    """Moves whose names mean something to every format."""

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def to_move(self, s: tuple[int, int]) -> int:
        return MAX if s[0] % 2 == 0 else MIN

    def actions(self, s: tuple[int, int]) -> Iterable[int]:
        return range(len(NASTY)) if s[0] == 0 else (0, 1)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (s[0] + 1, s[1] * 31 + a)

    def is_terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 2

    def utility(self, s: tuple[int, int]) -> float:
        return s[1] % 7

    def format_action(self, s: tuple[int, int], a: int) -> str:
        return NASTY[a]


def trees() -> dict[str, SearchTree]:
    """Trees of every kind."""
    aima, twins = Game.from_tree(AIMA), Twins()
    found = {
        "aima": grown(trace(aima)),
        "minimax": grown(trace(aima, algorithm="minimax")),
        "min": grown(trace(Game.from_tree(AIMA, root=MIN))),
        "cut off": grown(trace(aima, limit=18)),
        "just begun": grown(trace(aima, limit=1)),
        "estimates": grown(trace(TicTacToe(), depth=2)),
        "remembered": grown(trace(twins, memory=True)),
        "dice": grown(trace(Game.from_tree(DICE), algorithm="expectiminimax")),
        "leaf": grown(trace(Game.from_tree(-5))),
        "nasty": grown(trace(Nasty())),
    }
    for seed in range(4):
        chance = random_tree(seed + 30, 4, chance=True)
        star = trace(chance, algorithm="expectiminimax", pruning="star2")
        found[f"star {seed}"] = grown(star)
        found[f"random {seed}"] = grown(trace(random_tree(seed, 4)))
    bones = skeleton(outplay.alphabeta(TicTacToe(), depth=5, speed="python"), shown=3)
    found["skeleton"] = bones
    found["opened"] = bones.open(())
    return found


TREES = trees()
every_tree = pytest.mark.parametrize("tree", TREES.values(), ids=TREES)


def edges_of(tree: SearchTree) -> list[tuple[int, int]]:
    return [(p.parent.number, p.number) for p in placed(tree) if p.parent is not None]


def edge_label(node: TreeNode, cut: str = "") -> str:
    text = clean(node.edge)
    if node.probability is not None:
        text += f" (p {probability(node.probability)})"
    return text + (cut if node.status == SKIPPED else "")
