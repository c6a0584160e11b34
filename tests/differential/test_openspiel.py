"""The same games in OpenSpiel: legal moves, turns, ends and results along random games.

Needs open_spiel (`make bench` and `.ci/run` install it); skipped where it is absent.
"""

import random
from typing import Any

import pytest

from outplay import MAX, Game
from outplay.games.connect_four import ConnectFour
from outplay.games.tic_tac_toe import TicTacToe

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (make bench does)")


@pytest.mark.parametrize(
    ("game", "name"), [(TicTacToe(), "tic_tac_toe"), (ConnectFour(), "connect_four")]
)
def test_random_games(game: Game[Any, Any], name: str) -> None:
    chooser = random.Random(1)
    for _ in range(150):
        ours, theirs = game.initial(), pyspiel.load_game(name).new_initial_state()
        while not theirs.is_terminal():
            assert not game.is_terminal(ours)
            assert (game.to_move(ours) == MAX) == (theirs.current_player() == 0)
            assert list(game.actions(ours)) == theirs.legal_actions()
            action = chooser.choice(theirs.legal_actions())
            ours = game.result(ours, action)
            theirs.apply_action(action)
        assert game.is_terminal(ours)
        assert game.utility(ours) == theirs.returns()[0]
