"""What Connect Four promises, held against the best play of every position of small boards."""

from __future__ import annotations

import pytest

from outplay import MAX
from outplay.games.connect_four import ConnectFour, State

WIN = 1000


def all_values(game: ConnectFour) -> dict[State, int]:
    """Every reachable position: WIN - n if X wins in n plies, n - WIN if O does, 0 for a draw."""
    values: dict[State, int] = {}

    def value(s: State) -> int:
        if s not in values:
            if game.is_terminal(s):
                values[s] = WIN * game.utility(s)
            else:
                after = [further(value(game.result(s, a))) for a in game.actions(s)]
                values[s] = max(after) if s.player == MAX else min(after)
        return values[s]

    value(game.initial())
    return values


def further(score: int) -> int:
    """The same end, seen from a ply earlier."""
    return score - 1 if score > 0 else score + 1 if score < 0 else 0


def score_of(plies: int) -> int:
    return WIN - plies if plies > 0 else -WIN - plies if plies < 0 else 0


@pytest.mark.parametrize(
    "size", [(4, 3, 3), (3, 4, 3), (5, 2, 3), (3, 3, 2), (1, 5, 3), (4, 3, 1), (3, 5, 4), (2, 6, 2)]
)
def test_outlook_and_candidates_hold_everywhere(size: tuple[int, int, int]) -> None:
    game = ConnectFour(*size)
    values = all_values(game)
    for s, value in values.items():
        if game.is_terminal(s):
            continue
        worst, best = game.outcome_bounds(s)
        assert score_of(worst) <= value <= score_of(best), game.format_state(s)
        among = [further(values[game.result(s, a)]) for a in game.candidates(s)]
        assert (max(among) if s.player == MAX else min(among)) == value, game.format_state(s)


@pytest.mark.parametrize("size", [(7, 6, 4), (4, 4, 3), (5, 4, 4)])
def test_keys_tell_positions_apart(size: tuple[int, int, int]) -> None:
    from random import Random

    game, random = ConnectFour(*size), Random(5)
    seen: dict[int, State] = {}
    for _ in range(300):
        s = game.initial()
        while not game.is_terminal(s):
            s = game.result(s, random.choice(game.legal(s)))
            assert seen.setdefault(game.key(s), s) == s
