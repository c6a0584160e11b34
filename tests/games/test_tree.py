"""The literal tree: the trees of the books, chance nodes, text, and what is no tree."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from walks import check_notation, reachable, value

from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.games.tree import Chance, Tree, parse_tree

BRATKO = [[[2, 4], [5, 7]], [[2, 1], [1, 1]]]
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_the_trees_of_the_books() -> None:
    game = Tree(BRATKO)
    ways = ("root", "1", "2", "1.1", "1.2", "2.1", "2.2")
    # Node 2 is min(2, 1) = 1; an alpha-beta that cuts after its first child sees only "≤ 2".
    assert [value(game, game.parse_state(way)) for way in ways] == [4, 4, 1, 4, 7, 2, 1]
    assert value(Tree(AIMA), Tree(AIMA).initial()) == 3
    assert value(Tree(), Tree().initial()) == 3
    assert value(Tree(AIMA, root=MIN), Tree(AIMA, root=MIN).initial()) == 6
    assert isinstance(Game.from_tree(AIMA, MIN), Tree)


def test_turns_alternate_and_chance_takes_none() -> None:
    game = Tree([Chance((0.5, [2, 4]), (0.5, [5, Chance((1, [6, 8]))]))])
    turns = [game.to_move(game.parse_state(at)) for at in ("root", "1", "1.2", "1.2.2", "1.2.2.1")]
    assert turns == [MAX, CHANCE, MIN, CHANCE, MAX]
    assert value(game, game.initial()) == 0.5 * 2 + 0.5 * 5
    dice_first = Tree(Chance((0.25, [1, 5]), (0.75, [0, 2])), root=MIN)
    assert value(dice_first, dice_first.initial()) == 0.25 * 1 + 0.75 * 0


def test_only_trees_with_chance_have_outcomes() -> None:
    assert Tree(AIMA).properties.deterministic
    assert not Tree([Chance((1, 2))]).properties.deterministic
    assert Tree(AIMA).answers("bounds")


def test_states() -> None:
    game = Tree(AIMA)
    s = game.result(game.initial(), 1)
    assert s == game.result(game.initial(), 1)
    assert hash(s) == hash(game.parse_state("2"))
    assert s != game.initial()
    assert "path=(1,)" in repr(s)


def test_a_number_is_a_tree() -> None:
    game = Tree(5)
    assert game.is_terminal(game.initial())
    assert game.utility(game.initial()) == 5


def test_utilities_keep_their_kind() -> None:
    game = Tree([1, 2.5])
    leaves = [game.utility(game.result(game.initial(), a)) for a in (0, 1)]
    assert [type(leaf) for leaf in leaves] == [int, float]


def test_the_lists_are_copied() -> None:
    tree = [[1, 2], [3, 4]]
    game = Tree(tree)
    tree[1][0] = 99
    assert value(game, game.initial()) == 3


def test_shared_and_deep_lists() -> None:
    shared: Any = [1, 2]
    for _ in range(40):  # 2**41 leaves, 41 lists
        shared = [shared, shared]
    assert Tree(shared).bounds(Tree(shared).initial()) == (1, 2)
    deep: Any = 7
    for _ in range(20_000):
        deep = [deep]
    assert Tree(deep).bounds(Tree(deep).initial()) == (7, 7)


def test_numpy_trees() -> None:
    game = Tree(np.array([[3, 12], [2, 4]]))
    assert value(game, game.initial()) == 3
    assert value(Tree([np.float64(2.5)]), Tree([np.float64(2.5)]).initial()) == 2.5


def test_notation() -> None:
    check_notation(Tree(BRATKO))
    check_notation(Tree([Chance((0.5, [2, 4]), (0.5, 3)), 4]))
    with pytest.raises(IllegalAction, match="legal: 1 2 3"):
        Tree().parse_action(Tree().initial(), "4")


def test_drawing() -> None:
    game = Tree([[3, 2.5], Chance((0.25, 1), (0.75, -2))])
    assert game.show(game.initial()) == (
        "MAX\n├─ 1) MIN\n│  ├─ 1) 3\n│  └─ 2) 2.5\n"
        "└─ 2) chance\n   ├─ 1) 0.25: 1\n   └─ 2) 0.75: -2"
    )
    huge = Tree([[1] * 100] * 100)
    assert huge.show(huge.initial()).endswith("…")


@pytest.mark.parametrize("text", ["4", "1.1.1", "0", "1.x", "", "1..2", "-1"])
def test_impossible_positions(text: str) -> None:
    with pytest.raises(InvalidPosition, match="is not a node of this tree"):
        Tree(AIMA).parse_state(text)


def test_trees_as_text() -> None:
    assert parse_tree("[[3,12,8],(2,4,6),[14,-5,2.5]]") == [[3, 12, 8], [2, 4, 6], [14, -5, 2.5]]
    game = Tree("[Chance((1/3, [2, 4]), (2/3, 7)), 5]")
    assert value(game, game.initial()) == pytest.approx(2 / 3 + 14 / 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[1, 2]", "is not a tree: '[' was never closed at character 1"),
        ("", "is not a tree: invalid syntax"),
        ("[1, two]", "two is not part of a tree: write numbers"),
        ("[1, 'two']", "'two' is not part of a tree"),
        ("[1, True]", "True is not part of a tree"),
        ("[1, {}]", "{} is not part of a tree"),
        ("[1, -[2]]", "-[2] is not part of a tree"),
        ("[1/0]", "1/0 is not part of a tree"),
        ("__import__('os')", "__import__('os') is not part of a tree"),
        ("[Chance((0.5, 1), 2)]", "Chance takes pairs of a probability and a tree"),
        ("[1e999]", "inf cannot be a leaf"),
        ("[" * 5000 + "]" * 5000, "nest"),
        ("[1,\x00 2]", "is not a tree"),
    ],
)
def test_texts_that_are_no_trees(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Tree(text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 200


def contains_itself() -> list[Any]:
    tree: list[Any] = [1, [2]]
    tree[1].append(tree)
    return tree


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ([], "A list in the tree is empty"),
        ([[1], []], "A list in the tree is empty"),
        (["a"], "'a' cannot be a leaf of the tree: leaves are finite numbers."),
        ([None], "None cannot be a leaf"),
        ([True], "True cannot be a leaf"),
        ([{1: 2}], "{1: 2} cannot be a leaf"),
        ([math.nan], "nan cannot be a leaf"),
        ([math.inf], "inf cannot be a leaf"),
        ([10**400], "cannot be a leaf"),
        ([Chance()], "A chance node of the tree is empty"),
        ([Chance((0.5, 1), (0.4, 2))], "must sum to 1; 0.5 + 0.4 is 0.9."),
        ([Chance((1.5, 1), (-0.5, 2))], "1.5 is not a probability from 0 to 1."),
        ([Chance((math.nan, 1))], "nan is not a probability"),
        ([Chance(("1", 1))], "'1' is not a probability"),
        (contains_itself(), "The tree contains itself"),
    ],
)
def test_what_is_no_tree(tree: Any, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Tree(tree)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("root", [0, 2, "MAX", True, None])
def test_the_root_is_max_or_min(root: Any) -> None:
    with pytest.raises(UsageError, match="root must be MAX"):
        Tree(AIMA, root)


trees = st.recursive(
    st.integers(-9, 9),
    lambda below: st.one_of(
        st.lists(below, min_size=1, max_size=4),
        st.tuples(below, below).map(lambda two: Chance((0.25, two[0]), (0.75, two[1]))),
    ),
    max_leaves=30,
)


@given(trees, st.sampled_from([MAX, MIN]))
def test_bounds_and_estimates_hold(tree: Any, root: int) -> None:
    game = Tree(tree, root)
    for s, _ in reachable(game, seed=7, walks=2):
        low, high = game.bounds(s)
        assert low <= value(game, s) <= high
        assert low <= game.evaluate(s) <= high
    assert value(Tree(repr(tree), root), Tree(tree, root).initial()) == value(game, game.initial())
