"""What a win counts: `win` belongs to the `utility` that it is said of."""

from __future__ import annotations

from typing import Any

import outplay
from outplay.games import load
from outplay.games.tic_tac_toe import State, TicTacToe


class Tens(TicTacToe):
    """A win counts 10 here, which the game does not say."""

    def utility(self, s: State) -> int:
        return 10 * super().utility(s)


class SaidTens(Tens):
    """And here it does, of the utility above."""

    win = 10


class Renamed(TicTacToe):
    """The same utility under another name of the game."""

    player_names = ("cross", "nought")


def test_a_subclass_with_a_utility_of_its_own_inherits_no_win() -> None:
    assert (TicTacToe.win, Tens.win, SaidTens.win, Renamed.win) == (1, None, 10, 1)


def test_such_a_subclass_is_solved_and_checked_as_any_game() -> None:
    for kind in (Tens, SaidTens):
        game: Any = kind()
        result = outplay.analyse(game, game.parse_state("XX./OO./..."), exact=True)
        assert (result.value, result.distance, str(result.bound)) == (10, 1, "=")
        report = outplay.check(game, native=False, lines=40)
        assert report.ok, str(report)


def test_what_built_in_games_say_a_win_counts_is_what_their_ends_are_worth() -> None:
    names = "tic-tac-toe connect-four nim domineering hex morris checkers dobutsu hexapawn"
    for name in (*names.split(), "breakthrough"):
        game = load(name)
        assert game.win == 1
        assert outplay.check(game, native=False, lines=2, time=0.5).ok
