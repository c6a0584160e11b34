"""The perfect player: `solution:FILE`."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from solved_games import solution_file, solved

from outplay import OutplayError, UsageError, load
from outplay.arena import LevelPlayer, RandomPlayer, match, read_player
from outplay.arena.perfect import perfect_move
from outplay.engine.engine import Engine
from outplay.solve.solution import WrongRules
from outplay.solve.solve import solve


def test_it_never_loses_what_is_not_lost() -> None:
    player = read_player(f"solution:{solution_file('tic-tac-toe')}")
    score = match(load("tic-tac-toe"), player, RandomPlayer(), games=60, plies=0)
    assert score.losses == 0 and score.wins > 45


def test_it_plays_best_moves_alone_and_not_always_the_same() -> None:
    game, solution = solved("tic-tac-toe").game, solved("tic-tac-toe")
    engine, player = (
        Engine(game, solution=solution),
        read_player(f"solution:{solution_file('tic-tac-toe')}"),
    )
    dice, choices = Random(3), set()
    for seed in range(12):
        player.begin(game, seed)
        first = player.choose(game.initial(), ())
        choices.add(first)
        state = game.initial()
        while not game.is_terminal(state):
            best = engine.analyse(state).moves[0]
            played = player.choose(state, ())
            known = {m.action: m for m in engine.analyse(state).moves}[played]
            assert (known.value, known.distance) == (best.value, best.distance)
            assert player.choose(state, ()) == played
            state = game.result(state, dice.choice(game.legal(state)))
    assert len(choices) > 1


def test_of_draws_it_takes_the_one_that_is_hardest_to_hold() -> None:
    game, solution = solved("tic-tac-toe").game, solved("tic-tac-toe")
    result = solution.analyse()
    moves = {
        game.format_action(result.state, perfect_move(solution, result, Random(n)))
        for n in range(40)
    }
    assert moves == {"a1", "c1", "a3", "c3"}  # against a corner one reply of eight draws


def test_a_loss_is_put_off() -> None:
    solution = solved("nim")
    result = solution.analyse()
    assert result.value < 0  # 1, 2 and 3 are lost for the first player
    longest = max(m.distance or 0 for m in result.moves)
    for seed in range(5):
        action = perfect_move(solution, result, Random(seed))
        assert next(m for m in result.moves if m.action == action).distance == longest


def test_it_searches_what_is_not_in_the_file() -> None:
    game = load("tic-tac-toe")
    late = solve(game, roots=[game.play(["b2", "a1"])])
    player = LevelPlayer("full", solution=late, time=0.2)
    player.begin(game, 0)
    assert player.choose(game.initial(), ()) in game.legal(game.initial())


def test_weaker_levels_go_without() -> None:
    assert "solution" not in LevelPlayer(3, solution=solution_file("nim")).options
    assert "solution" in LevelPlayer("full", solution=solution_file("nim")).options


def test_it_goes_to_other_processes() -> None:
    path = solution_file("tic-tac-toe")
    player = read_player(f"solution:{path}")
    player.begin(load("tic-tac-toe"), 0)
    again = pickle.loads(pickle.dumps(player))
    assert again.name == f"solution:{path}"
    again.begin(load("tic-tac-toe"), 0)


def test_what_is_wrong_with_it() -> None:
    with pytest.raises(UsageError, match="named by its file"):
        read_player("solution:")
    with pytest.raises(OutplayError, match="cannot be read"):
        read_player("solution:nothing.solution").begin(load("nim"), 0)
    with pytest.raises(WrongRules):
        read_player(f"solution:{solution_file('pig')}").begin(load("nim"), 0)
