"""Reasons and reviews from a solution: exact, at once, and the same as a search proves."""

from __future__ import annotations

from random import Random

import pytest
from solved_games import solution_file, solved

from outplay import Engine, explain, review

RECORD = list("1222241311")


def test_reasons_are_exact() -> None:
    game = solved("connect-four").game
    state = game.play(list("122"))
    told = explain(game, state, solution=solution_file("connect-four"))
    assert told.proven and told.value == -1
    assert told.reasons[0].text.startswith("2 wins for O in 13 plies: every reply loses")
    missed = explain(game, state, game.parse_action(state, "1"), solution=solved("connect-four"))
    assert missed.reasons[0].text.startswith("1 misses a win for O in 13 plies")
    lost = explain(game, game.play(list("1222")), solution=solved("connect-four"))
    assert "lose for X in 12 plies" in lost.reasons[0].text


def test_a_loss_says_how_long_it_lasts() -> None:
    game = solved("nim").game
    told = explain(game, solution=solved("nim"))
    assert "All 6 moves lose for first; a1 holds out longest, 6 plies" in told.reasons[0].text


def test_a_review_says_what_each_move_lost() -> None:
    game = solved("connect-four").game
    found = review(game, RECORD, solution=solution_file("connect-four"))
    assert all(move.proven for move in found.moves)
    changes = {m.number: m.change for m in found.moves if m.change}
    assert changes == {3: "from a draw to a loss", 8: "from a win to a draw"}
    assert found.moves[7].marks[0] == "missed win in 9"


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_a_search_proves(seed: int) -> None:
    game, dice = solved("tic-tac-toe").game, Random(seed)
    state, played = game.initial(), []
    while not game.is_terminal(state):
        played.append(dice.choice(game.legal(state)))
        state = game.result(state, played[-1])
    known = review(game, played, solution=solved("tic-tac-toe"))
    proven = review(game, played, engine=Engine(game), exact=True)
    for one, other in zip(known.moves, proven.moves, strict=True):
        assert (one.before, one.after, one.loss) == (other.before, other.after, other.loss)
        assert one.changed == other.changed
