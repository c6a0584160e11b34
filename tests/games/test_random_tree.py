"""Random trees: the same everywhere, and of the shape that was asked for."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest
from walks import check_notation, nodes, perft, reachable, value

from outplay.errors import InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN
from outplay.games.random_tree import RandomTree

LEAVES = [34, -82, -25, -44, -8, -3, -91, -56, 48]
"""Of RandomTree(branch=3, depth=2, seed=1)."""


def leaves(game: RandomTree, s: Any) -> list[int]:
    if game.is_terminal(s):
        return [game.utility(s)]
    return [leaf for a in game.legal(s) for leaf in leaves(game, game.result(s, a))]


def test_a_tree_stays_what_it_is() -> None:
    # Recorded once: whoever changes these numbers changes every experiment made before.
    game = RandomTree(branch=3, depth=2, seed=1)
    assert leaves(game, game.initial()) == LEAVES
    assert value(game, game.initial()) == max(min(LEAVES[i : i + 3]) for i in (0, 3, 6))


def test_uniform_trees() -> None:
    game = RandomTree(branch=4, depth=3)
    assert [perft(game, depth) for depth in range(5)] == [1, 4, 16, 64, 0]
    assert nodes(game, game.initial()) == 85


def test_seeds_differ() -> None:
    found = {tuple(leaves(g, g.initial())) for g in (RandomTree(seed=n) for n in range(20))}
    assert len(found) == 20


def test_varying_branches() -> None:
    game = RandomTree(branch=4, depth=7, vary=True)
    counts = [len(game.legal(s)) for s, a in reachable(game, seed=8, walks=60) if a is not None]
    assert set(counts) == {1, 2, 3, 4}


def test_early_leaves() -> None:
    game = RandomTree(branch=2, depth=50, early=0.5)
    ends = [s.depth for s, a in reachable(game, seed=9, walks=200) if a is None]
    assert min(ends) == 1
    assert 1.5 < mean(ends) < 2.5
    always = RandomTree(depth=5, early=1.0)
    assert not always.is_terminal(always.initial())
    assert nodes(always, always.initial()) == 4


def test_values_fill_the_range() -> None:
    game = RandomTree(branch=10, depth=3, values=(3, 6))
    found = leaves(game, game.initial())
    assert set(found) == {3, 4, 5, 6}
    assert 4.3 < mean(found) < 4.7
    single = RandomTree(values=(2, 2))
    assert set(leaves(single, single.initial())) == {2}


@pytest.mark.parametrize("root", [MAX, MIN])
def test_turns(root: int) -> None:
    plain, dice = RandomTree(depth=5, root=root), RandomTree(depth=5, root=root, chance=True)
    assert plain.properties.deterministic
    assert not dice.properties.deterministic
    for game, turns in (
        (plain, [root, -root, root, -root, root]),
        (dice, [root, CHANCE, -root, CHANCE, root]),
    ):
        line = list(reachable(game, seed=10, walks=1))
        assert [game.to_move(s) for s, _ in line[:5]] == turns


def test_chances_are_uneven_and_sum_to_1() -> None:
    game = RandomTree(branch=5, depth=6, chance=True, vary=True)
    uneven = 0
    for s, a in reachable(game, seed=11):
        if a is not None and game.to_move(s) == CHANCE:
            chances = [p for _, p in game.outcomes(s)]
            assert sum(chances) == pytest.approx(1)
            assert all(p > 0 for p in chances)
            assert [child for child, _ in game.outcomes(s)] == list(game.actions(s))
            uneven += len(set(chances)) > 1
    assert uneven


@pytest.mark.parametrize("chance", [False, True])
def test_bounds_hold_at_every_depth(chance: bool) -> None:
    game = RandomTree(depth=5, chance=chance, values=(-3, 20), vary=True)
    for depth in range(6):
        assert -3 <= value(game, game.initial(), depth) <= 20
    assert game.bounds(game.initial()) == (-3, 20)


def test_notation() -> None:
    check_notation(RandomTree(), walks=10)
    check_notation(RandomTree(chance=True, vary=True, early=0.1, seed=-5), walks=10)


@pytest.mark.parametrize("text", ["", "12@1", "0123456789abcdef@9", "0123456789abcdeg@1", "x"])
def test_impossible_positions(text: str) -> None:
    with pytest.raises(InvalidPosition, match="is not a node of this tree"):
        RandomTree().parse_state(text)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"branch": 0}, "branch must be a whole number from 1 to 1000, not 0."),
        ({"depth": -1}, "depth must be a whole number from 0 to 1000, not -1."),
        ({"seed": "x"}, "seed must be a whole number"),
        ({"seed": 2**63}, "seed must be a whole number"),
        ({"vary": 1}, "vary must be True or False, not 1."),
        ({"values": (1,)}, "values must be (lowest, highest), not (1,)."),
        ({"values": 5}, "values must be (lowest, highest), not 5."),
        ({"values": (5, 1)}, "The highest of values must be a whole number from 5"),
        ({"values": (0.5, 1)}, "The lowest of values must be a whole number"),
        ({"early": 2}, "early must be a probability from 0 to 1, not 2."),
        ({"early": float("nan")}, "early must be a probability"),
        ({"root": 0}, "root must be MAX (1) or MIN (-1), not 0."),
    ],
)
def test_impossible_trees(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        RandomTree(**parameters)
    assert sentence in str(caught.value)
