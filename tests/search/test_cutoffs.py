"""Where a search stops before the end: depth, functions, playouts, states without moves."""

from typing import Any

import pytest
from take_games import AIMA, Pile, Take, Twice

import outplay
from outplay import MAX, MIN, Game, Playouts, UnfitGame, UsageError
from outplay.games.connect_four import ConnectFour
from outplay.games.random_tree import RandomTree

SEARCHES = [outplay.minimax, outplay.negamax, outplay.alphabeta, outplay.expectiminimax]


class Worth(Take):
    """Every state is worth its matches to MAX, whoever is to move."""

    START = 9

    def evaluate(self, s: Any) -> float:
        return s.left

    def is_quiet(self, s: Any) -> bool:
        return s.left % 2 == 0


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_estimates_are_from_the_side_of_max_however_deep(
    search: Any, player: int, depth: int
) -> None:
    # MAX takes one, to keep many; MIN takes three.
    expected = 9
    for ply in range(depth):
        expected -= 1 if (player if ply % 2 == 0 else -player) == MAX else 3
    result = search(Worth(), Pile(9, player), depth=depth, speed="python")
    assert (result.value, str(result.bound), result.proven) == (expected, "~", False)
    assert result.distance is None


@pytest.mark.parametrize("search", SEARCHES)
def test_a_cutoff_in_place_of_the_depth(search: Any) -> None:
    asked: list[tuple[int, int]] = []

    def cutoff(s: Any, ply: int) -> bool:
        asked.append((s.left, ply))
        return s.left <= 6

    result = search(Worth(), cutoff=cutoff, evaluate=lambda s: 10 * s.left, speed="python")
    assert result.value % 10 == 0
    assert max(left for left, _ in asked) == 8  # the root itself is not asked
    assert {ply for _, ply in asked} == {1, 2, 3}


def test_quiet_cutoff_goes_on_where_it_is_not_quiet() -> None:
    game = Worth()
    cutoff = outplay.quiet_cutoff(game, 1, extra=2)
    assert [cutoff(Pile(8, MAX), ply) for ply in (0, 1, 2)] == [False, True, True]
    assert [cutoff(Pile(7, MAX), ply) for ply in (0, 1, 2, 3)] == [False, False, False, True]
    for speed in ("python", "auto"):
        assert outplay.minimax(game, cutoff=cutoff, speed=speed).depth in (2, 3)
    with pytest.raises(UnfitGame, match=r"take does not answer is_quiet\(s\)"):
        outplay.quiet_cutoff(Take(), 2)
    with pytest.raises(UsageError, match="extra must be a whole number from 0 up, not -1"):
        outplay.quiet_cutoff(game, 2, extra=-1)


class Stuck(Worth):
    """With fewer than three left nothing can be done, and nobody says that it is over."""

    def actions(self, s: Any) -> Any:
        return [3] if s.left >= 3 else []

    def evaluate(self, s: Any) -> float:
        return 7 if s.left < 3 else 0


@pytest.mark.parametrize("depth", [None, 9])
@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_says_that_there_are_no_moves(search: Any, depth: int | None) -> None:
    for left in (7, 2):
        with pytest.raises(outplay.RulesError, match="`actions` gives none, but `is_terminal`"):
            search(Stuck(), Pile(left, MAX), depth=depth, speed="python")


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("depth", [None, 3, 4])
def test_negamax_where_turns_do_not_alternate(memory: bool, depth: int | None) -> None:
    for left in range(1, 10):
        for player in (MAX, MIN):
            found = [
                search(Twice(), Pile(left, player), depth=depth, memory=memory, speed="python")
                for search in (outplay.minimax, outplay.negamax)
            ]
            assert found[0].value == found[1].value
            assert [m.value for m in found[0].moves] == [m.value for m in found[1].moves]
            assert found[0].line == found[1].line


# --- playouts ---------------------------------------------------------------------------------


def test_playouts_are_reproducible() -> None:
    def estimate(seed: int, count: int = 20) -> float:
        evaluate = Playouts(count, seed=seed)
        return outplay.minimax(ConnectFour(), depth=1, evaluate=evaluate, speed="python").value

    assert estimate(1) == estimate(1)
    assert len({estimate(seed) for seed in range(6)}) > 1
    assert all(-1 <= estimate(seed) <= 1 for seed in range(6))


def test_the_mean_of_many_playouts_is_near_the_expectation() -> None:
    # From two left: take one and then the other (MIN wins), or both (MAX wins).
    evaluate = Playouts(2_000, seed=5)
    game = Take()
    value = outplay.minimax(game, Pile(3, MIN), depth=1, evaluate=evaluate, speed="python")
    two_left = next(m for m in value.moves if m.action == 1)
    assert two_left.value == pytest.approx(0, abs=0.1)
    assert outplay.minimax(game, Pile(2, MAX), depth=0, evaluate=evaluate).value == two_left.value


@pytest.mark.parametrize("count", [0, -3, 1.5, True])
def test_bad_playouts(count: Any) -> None:
    with pytest.raises(UsageError, match="Playouts need a whole number from 1 up"):
        Playouts(count)


# --- the order ----------------------------------------------------------------------------------


def test_order_report() -> None:
    tree = Game.from_tree([[3, 4], [2, 9], [1, 9]])
    report = outplay.order_report(outplay.alphabeta(tree), branching=2)
    assert (report.cuts, report.first_cuts, report.leaves) == (2, 2, 4)
    assert (report.first_cut_share, report.minimal_leaves) == (1.0, 3)
    assert str(report).startswith("2 cuts, 100.0% by the first action; 4 leaves, 1.33 times")
    late = outplay.order_report(outplay.alphabeta(Game.from_tree([[3, 4], [9, 2, 5]])))
    assert (late.cuts, late.first_cuts, late.minimal_leaves) == (1, 0, None)
    assert str(late) == "1 cuts, 0.0% by the first action; 4 leaves"
    with pytest.raises(UsageError, match="Only alphabeta makes cuts to report on, not minimax"):
        outplay.order_report(outplay.minimax(tree))


def test_random_orders_are_seeded() -> None:
    game = RandomTree(branch=4, depth=3, seed=2)
    nodes = [
        outplay.alphabeta(game, order="random", seed=seed, speed="python").nodes
        for seed in (0, 0, 1, 2, 3)
    ]
    assert nodes[0] == nodes[1]
    assert len(set(nodes)) > 1
    assert outplay.alphabeta(Game.from_tree(AIMA), order="random", seed=3).value == 3
