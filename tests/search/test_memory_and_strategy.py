"""Memory between searches, and strategies with their proofs."""

from typing import Any

import pytest
from take_games import AIMA, Pile, Take, Twice

import outplay
from outplay import MAX, MIN, Game, Memory, RulesError, Strategy, UnfitGame, UsageError
from outplay.games.pig import Pig
from outplay.games.tic_tac_toe import TicTacToe

POSITION = TicTacToe().play(["a1", "b1", "a2"])
"""Three moves played: small enough for interpreted searches."""


def test_a_shared_memory_saves_the_second_search() -> None:
    memory = Memory()
    first = outplay.minimax(TicTacToe(), POSITION, memory=memory, speed="python")
    second = outplay.minimax(TicTacToe(), POSITION, memory=memory, speed="python")
    assert (first.value, first.action, first.line) == (second.value, second.action, second.line)
    assert second.nodes == 1 + len(second.moves)
    assert second.counts["hits"] == len(second.moves)
    assert "stored" not in second.counts
    assert len(memory) == first.counts["stored"]


@pytest.mark.parametrize(
    "other",
    [
        lambda m: outplay.alphabeta(Take(), memory=m, speed="python"),
        lambda m: outplay.minimax(Twice(), memory=m, speed="python"),
        lambda m: outplay.minimax(Take(), depth=3, memory=m, speed="python"),
        lambda m: outplay.minimax(Take(), memory=m, speed="native"),
    ],
    ids=["algorithm", "game", "horizon", "speed"],
)
def test_a_memory_has_one_owner(other: Any) -> None:
    memory = Memory()
    outplay.minimax(Take(), memory=memory, speed="python")
    with pytest.raises(UsageError, match="belongs to another game, algorithm or speed"):
        other(memory)


class Scaled(Take):
    def __init__(self, scale: Any) -> None:
        self.scale = scale

    def utility(self, s: Any) -> Any:
        return -s.player * self.scale.by


class Scale:
    def __init__(self, by: int) -> None:
        self.by = by


def test_parameters_of_an_unknown_kind_are_told_apart() -> None:
    memory = Memory()
    assert outplay.minimax(Scaled(Scale(2)), memory=memory, speed="python").value == 2
    with pytest.raises(UsageError, match="belongs to another"):
        outplay.minimax(Scaled(Scale(7)), memory=memory, speed="python")


def test_symmetric_states_share_an_entry() -> None:
    game = TicTacToe()
    with_, without = (
        outplay.minimax(game, POSITION, memory=Memory(symmetries=flag), speed="python")
        for flag in (True, False)
    )
    assert with_.value == without.value == outplay.minimax(game, POSITION, speed="python").value
    assert with_.counts["stored"] < without.counts["stored"]
    assert with_.nodes < without.nodes


def test_a_full_memory_counts_what_it_had_no_room_for() -> None:
    full = outplay.minimax(TicTacToe(), POSITION, memory=Memory(3), speed="python")
    assert full.counts["stored"] == 3
    assert full.counts["full"] > 0
    assert full.value == outplay.minimax(TicTacToe(), POSITION, speed="python").value


@pytest.mark.parametrize("entries", [0, -1, 2.5, True])
def test_bad_sizes(entries: Any) -> None:
    with pytest.raises(UsageError, match="whole number of entries from 1 up"):
        Memory(entries)


# --- strategies ---------------------------------------------------------------------------------


def test_a_strategy_is_a_proof() -> None:
    plan = outplay.strategy(Take(), speed="python")
    assert (plan.player, plan.value) == (MAX, 1)
    assert plan[Pile(5, MAX)] == 1
    assert plan.verify() == len(list(Take().actions(Pile(4, MIN))))  # each reply loses at once
    assert all(s.player == MAX for s in plan)
    assert str(plan).splitlines()[0] == "(5, 1)  1"
    assert repr(plan) == "<Strategy of MAX in take: 4 decisions>"


def test_a_strategy_for_the_side_that_waits() -> None:
    plan = outplay.strategy(Take(), Pile(4, MAX), player=MIN, speed="python")
    assert (plan.player, plan.value) == (MIN, -1)
    assert {s.player for s in plan} == {MIN}
    assert plan.verify() > 0


def test_a_strategy_where_turns_do_not_alternate() -> None:
    plan = outplay.strategy(Twice(), speed="python")
    assert plan.verify() > 0


def test_ties_go_to_the_first_best() -> None:
    plan = outplay.strategy(Game.from_tree([[1, 5], [3, 3], [3, 9]]))
    assert plan[plan.start] == 1
    assert [d for s, d in plan.items()] == [1]
    assert outplay.strategy(Game.from_tree([[3, 3]], root=MIN)).value == 3


def test_a_wrong_strategy_is_refuted() -> None:
    game = Take()
    right = outplay.strategy(game, speed="python")
    wrong = Strategy(game, MAX, right.start, right.value, {**right, right.start: 2})
    with pytest.raises(RulesError, match=r"no decision after|loses value after"):
        wrong.verify()
    tree = Game.from_tree(AIMA)
    root = tree.initial()
    with pytest.raises(RulesError, match="The strategy loses value after 2 1"):
        Strategy(tree, MAX, root, 3, {root: 1}).verify()
    with pytest.raises(RulesError, match="has no decision after"):
        Strategy(tree, MAX, root, 3, {}).verify()


def test_what_has_no_strategy() -> None:
    with pytest.raises(UsageError, match="more than 2 decisions; raise `most`"):
        outplay.strategy(Take(), most=2, speed="python")
    with pytest.raises(
        UnfitGame, match="has chance nodes; minimax strategies are for games without"
    ):
        outplay.strategy(Pig())
    with pytest.raises(UsageError, match="for MAX or for MIN"):
        outplay.strategy(Take(), player=0)
