"""An engine with a solution: what is in it is looked up, what is not is searched."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from solved_games import solution_file, solved

from outplay import MAX, Bound, Engine, Game, UsageError, analyse, best_move, load
from outplay.explain.tree import TreeNode
from outplay.solve.solution import ALGORITHM, WrongRules
from outplay.solve.solve import solve


def random_state(game: Game[Any, Any], plies: int, dice: Random) -> Any:
    s = game.initial()
    for _ in range(plies):
        s = game.result(s, dice.choice(game.legal(s)))
        if game.is_terminal(s):
            return None
    return s


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "nim"])
def test_what_is_looked_up_is_what_a_search_proves(name: str) -> None:
    engine = Engine(solved(name).game, solution=solution_file(name))
    searching, dice = Engine(solved(name).game), Random(1)
    for number in range(20):
        state = random_state(engine.game, number % 6, dice)
        if state is None:
            continue
        found, proven = engine.analyse(state), searching.analyse(state, exact=True)
        assert found.algorithm == ALGORITHM and found.proven and found.bound is Bound.EXACT
        assert (found.value, found.to_move) == (proven.value, proven.to_move)
        exact = {m.action: m for m in proven.moves}
        assert len(found.moves) == len(exact)
        for move in found.moves:
            assert move.value == exact[move.action].value
            if move.value:  # of draws nobody counts the plies
                assert move.distance == exact[move.action].distance
        assert found.action == engine.best_move(state) == found.moves[0].action


def test_lines_are_best_play_to_the_end() -> None:
    engine = Engine(solved("nim").game, solution=solved("nim"))
    one, two = engine.analyse(lines=1), engine.analyse(lines=2)
    assert [len(m.line) > 1 for m in one.moves[:3]] == [True, False, False]
    assert [len(m.line) > 1 for m in two.moves[:3]] == [True, True, False]
    every = engine.analyse(exact=True)
    assert all(len(m.line) == m.distance for m in every.moves)
    assert every.line == every.moves[0].line == one.line


def test_of_some_moves_the_best_is_known() -> None:
    game = solved("nim").game
    engine = Engine(game, solution=solved("nim"))
    state = game.play(["a1"])
    every = engine.analyse(state)
    worst = every.moves[-1]
    assert worst.value != every.value
    found = engine.analyse(state, moves=[worst.action])
    assert found.algorithm == ALGORITHM
    assert (found.action, found.value) == (worst.action, worst.value)
    assert found.distance == worst.distance
    assert len(found.moves) == 1


def test_limits_make_no_difference_to_what_needs_no_search() -> None:
    engine = Engine(solved("connect-four").game, solution=solved("connect-four"))
    found = engine.analyse()
    for limits in ({"depth": 0}, {"depth": 1}, {"nodes": 1}, {"time": 0}, {"exact": True}):
        again = engine.analyse(**limits)
        assert (again.algorithm, again.value) == (ALGORITHM, found.value)


def test_a_finished_game_is_over() -> None:
    game = solved("tic-tac-toe").game
    end = game.play(["a1", "a2", "b1", "b2", "c1"])
    found = Engine(game, solution=solved("tic-tac-toe")).analyse(end)
    assert found.is_over and found.value == MAX


def test_what_is_not_in_it_is_searched() -> None:
    game = load("tic-tac-toe")
    late = solve(game, roots=[game.play(["b2", "a1"])])
    engine = Engine(game, solution=late)
    assert engine.analyse(game.play(["b2", "a1", "c1"])).algorithm == ALGORITHM
    searched = engine.analyse(exact=True)
    assert (searched.algorithm, searched.value, searched.proven) == ("engine", 0, True)


def test_chance_has_values_too() -> None:
    game = solved("pig").game
    engine = Engine(game, solution=solution_file("pig"))
    state = game.initial()
    assert engine.analyse(state).action is not None
    rolled = game.result(state, game.parse_action(state, "roll"))
    at_dice = engine.analyse(rolled)
    assert at_dice.action is None and at_dice.to_move == 0 and len(at_dice.moves) > 1
    mean = sum(p * m.value for (_, p), m in zip(game.outcomes(rolled), at_dice.moves, strict=True))
    assert at_dice.value == pytest.approx(mean)


def test_other_rules_are_refused_when_it_is_made() -> None:
    for name in ("tic-tac-toe", "nim", "connect-four", "chess", "pig"):
        with pytest.raises(WrongRules, match=r"connect-four \(width=4, height=4, connect=4\)"):
            Engine(load(name), solution=solution_file("connect-four"))
        with pytest.raises(WrongRules):
            Engine(load(name), solution=solved("connect-four"))
    same = load("connect-four", width=4, height=4)
    assert same is not solved("connect-four").game
    Engine(same, solution=solved("connect-four"))


def test_a_solution_is_one_or_the_path_of_one() -> None:
    with pytest.raises(UsageError, match="solution must be"):
        Engine(load("nim"), solution=3)  # type: ignore[arg-type]


def test_one_call_takes_it() -> None:
    game, path = solved("nim").game, solution_file("nim")
    assert analyse(game, solution=path).algorithm == ALGORITHM
    assert best_move(game, solution=path) is not None
    with pytest.raises(UsageError, match="solution is for the engine"):
        analyse(game, algorithm="alphabeta", solution=path)


def test_its_tree_can_be_opened() -> None:
    def folds(node: TreeNode) -> Iterator[TreeNode]:
        """The nodes below which something is folded."""
        if any(child.folded for child in node.children):
            yield node
        for child in node.children:
            yield from folds(child)

    tree = Engine(solved("nim").game, solution=solved("nim")).analyse().tree(most=5)
    first = next(folds(tree.root))
    assert len(tree.open(first.path)) > len(tree)
