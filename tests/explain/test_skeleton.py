"""The tree of a result: whole where it is small, else a proof skeleton that tells no lies."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import outplay
from outplay import CHANCE, MAX, Bound, Game, Result
from outplay.errors import UsageError
from outplay.explain.skeleton import skeleton
from outplay.explain.tree import FOLDED, VISITED, SearchTree, TreeNode
from outplay.games.connect_four import ConnectFour
from outplay.games.pig import Pig
from outplay.games.random_tree import RandomTree
from outplay.games.tic_tac_toe import TicTacToe

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def value_of(game: Game[Any, Any], state: Any) -> float:
    if game.is_terminal(state):
        return game.utility(state)
    return outplay.minimax(game, state, memory=True).value


def holds(bound: Bound, claimed: float, value: float) -> bool:
    if bound is Bound.UPPER:
        return value <= claimed
    return value >= claimed if bound is Bound.LOWER else value == claimed


def check_claims(tree: SearchTree) -> int:
    """Every number of a proven search is true; how many there are."""
    game, seen = tree.game, 0
    for node in tree:
        if node.bound is None or node.value is None:
            continue
        seen += 1
        if node.status == FOLDED:
            below = [value_of(game, game.result(node.state, a)) for a in node.folded]
            assert all(holds(node.bound, node.value, value) for value in below), node
        else:
            assert holds(node.bound, node.value, value_of(game, node.state)), node
    return seen


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta"])
def test_a_small_search_is_drawn_whole(algorithm: str) -> None:
    result = getattr(outplay, algorithm)(Game.from_tree(AIMA))
    tree = result.tree()
    assert not tree.skeleton
    assert sum(node.status == VISITED for node in tree) == tree.visited == result.nodes
    assert tree.convention == result.convention
    line = [node.path for node in tree if node.chosen]
    assert line[-1] == result.line
    assert check_claims(tree) >= result.nodes


def test_a_search_at_native_speed_is_drawn_by_searching_again() -> None:
    game = RandomTree(3, 4, seed=5)
    result = outplay.alphabeta(game, speed="native", strict=True)
    tree = result.tree()
    assert result.speed == "native" and len(tree) >= tree.visited == result.nodes
    check_claims(tree)


def test_a_stopped_search_is_drawn_as_far_as_it_went() -> None:
    result = outplay.minimax(RandomTree(3, 4), nodes=20)
    tree = result.tree()
    assert tree.truncated and tree.visited == 20
    assert "the search is longer" in tree.title()


@pytest.mark.parametrize("seed", range(12))
def test_skeletons_of_textbook_searches_tell_no_lies(seed: int) -> None:
    game = RandomTree(4, 4, seed=seed, values=(-9, 9))
    for result in (outplay.minimax(game), outplay.alphabeta(game, fail_soft=seed % 2 == 0)):
        tree = skeleton(result, shown=2)
        assert tree.skeleton and tree.visited == result.nodes
        assert check_claims(tree) > 10
        assert "4 more" not in tree.root.children[-1].note  # two of four are drawn
        for node in list(tree):
            if node.status == FOLDED:
                check_opened(tree, node)


def check_opened(tree: SearchTree, fold: TreeNode) -> None:
    opened = tree.open(fold.path)
    check_claims(opened)
    drawn = {child.path[-1]: child for child in opened.find(fold.path).children}
    assert set(fold.folded) <= set(drawn)
    for action in fold.folded:
        child = drawn[action]
        assert child.replayed or child.status == "skipped"
    assert not any(child.status == FOLDED for child in drawn.values())
    assert len(tree) == sum(1 for _ in tree), "the tree itself is as it was"


def test_folds_at_the_root_say_how_much_work_they_hide() -> None:
    tree = skeleton(outplay.alphabeta(TicTacToe()), shown=3)
    fold = tree.fold_of()
    assert fold.nodes == sum(move.nodes for move in tree.source.moves if move.action in fold.folded)
    assert fold.note.startswith("6 more, ") and fold.note.endswith(" k nodes, all ≤ 0")


def test_the_engine_proves_and_its_skeleton_says_so() -> None:
    game, random = ConnectFour(4, 4), Random(4)
    engine = outplay.Engine(game, speed="python")
    for _ in range(6):
        s = game.initial()
        for _ in range(8):
            if not game.is_terminal(s):
                s = game.result(s, random.choice(game.legal(s)))
        if game.is_terminal(s):
            continue
        tree = engine.analyse(s, exact=True, lines=1).tree()
        check_claims(tree)
        assert tree.root.chosen and any(node.over for node in tree)


def test_moves_of_which_the_engine_keeps_a_bound_are_refuted_again() -> None:
    result = outplay.Engine(ConnectFour(5, 4), speed="python").analyse(depth=6)
    tree = result.tree()
    others = [child for child in tree.root.children if not child.chosen]
    assert others and all(child.children for child in others)
    assert any(child.replayed for child in others)


def test_chance_at_the_root_and_below() -> None:
    game = Pig()
    result = outplay.expectiminimax(game, depth=3)
    tree = skeleton(result)
    texts = [game.format_action(result.state, move.action) for move in result.moves]
    assert [child.edge for child in tree.root.children] == texts
    rolled = next(node for node in tree if node.player == CHANCE)
    tree = skeleton(outplay.expectiminimax(game, rolled.state, depth=2))
    chances = [child.probability for child in tree.root.children]
    assert sum(p for p in chances if p is not None) == pytest.approx(1)


def test_what_has_nothing_below_it() -> None:
    game = Game.from_tree([[3, 12, 8], [2, 4, 6]])
    leaf = game.parse_state("1.2")
    tree = outplay.alphabeta(game, leaf).tree()
    assert len(tree) == 1 and tree.root.over and tree.root.value == 12
    tree = outplay.minimax(game, depth=0).tree()
    assert len(tree) == 1 and tree.root.bound is Bound.ESTIMATE


def test_what_is_not_there_cannot_be_opened() -> None:
    tree = outplay.alphabeta(TicTacToe()).tree()
    with pytest.raises(UsageError, match="no node"):
        tree.open((99,))
    with pytest.raises(UsageError, match="Nothing is folded"):
        tree.open()


def test_results_can_still_be_pickled() -> None:
    result = outplay.alphabeta(TicTacToe(), depth=2)
    again: Result = pickle.loads(pickle.dumps(result))
    assert (again.value, again.moves) == (result.value, result.moves) and again.question is None
    assert again.tree().skeleton and again.to_move == MAX
