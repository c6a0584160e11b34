"""Forcing moves, passes and reductions: only where a game says so, never in exact searches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from outplay import MAX, MIN, Engine, minimax
from outplay.games.tic_tac_toe import State, TicTacToe, has_line

SPEEDS = ("python", "native")


class Selective(TicTacToe):
    """Tic-tac-toe on 4 by 4 that allows everything."""

    late_move_reductions = True

    def __init__(self, connect: int = 3) -> None:
        super().__init__(4, 4, connect)

    def tactical_actions(self, s: State) -> Iterator[int]:
        """Squares that complete a line of either side."""
        taken = s.crosses | s.noughts
        for square in range(self.squares):
            disc = 1 << square
            if not taken & disc and (
                has_line(s.crosses | disc, self.lines) or has_line(s.noughts | disc, self.lines)
            ):
                yield square

    def is_quiet(self, s: State) -> bool:
        free = self.full & ~(s.crosses | s.noughts)
        for square in range(self.squares):
            disc = 1 << square & free
            if disc and (
                has_line(s.crosses | disc, self.lines) or has_line(s.noughts | disc, self.lines)
            ):
                return False
        return True

    def null_move_allowed(self, s: State) -> bool:
        return self.is_quiet(s)

    def null_move(self, s: State) -> State:
        return State(s.crosses, s.noughts, MIN if s.player == MAX else MAX)


@pytest.mark.parametrize("speed", SPEEDS)
def test_forcing_moves_are_followed_beyond_the_depth(speed: str) -> None:
    # X has two in a row with the third square free; O to move must see it at depth 1.
    game = Selective()
    s = game.parse_state("XX../O.../..../....")
    assert game.to_move(s) == MIN
    seeing = Engine(game, speed=speed).analyse(s, depth=1)
    assert game.format_action(s, seeing.action) == "c1"
    assert not seeing.proven
    blind = Engine(game, speed=speed, selective=False).analyse(s, depth=1)
    assert blind.nodes < seeing.nodes


@pytest.mark.long
@pytest.mark.parametrize("depth", [3, 5])
def test_both_speeds_do_the_same(depth: int) -> None:
    game = Selective(connect=4)
    s = game.parse_state("X.../.O../..X./....")
    one, other = (Engine(game, speed=speed).analyse(s, depth=depth) for speed in SPEEDS)
    assert (one.nodes, one.value, one.action) == (other.nodes, other.value, other.action)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("X.../.O../..X./....", marks=pytest.mark.long),
        "XO../.XO./..../....",
        "XOX./OXO./..../....",
    ],
)
def test_exact_searches_use_none_of_it(text: str) -> None:
    game, plain = Selective(connect=4), TicTacToe(4, 4, 4)
    s = game.parse_state(text)
    exact = Engine(game, speed="native").analyse(s, exact=True)
    same = Engine(plain, speed="native").analyse(s, exact=True)
    assert [(m.action, m.value, m.distance) for m in exact.moves] == [
        (m.action, m.value, m.distance) for m in same.moves
    ]
    assert exact.nodes == same.nodes


def test_proven_claims_stay_true() -> None:
    game = Selective()
    seen = 0
    for number in range(40):
        s = game.initial()
        for step in range(6):
            if game.is_terminal(s):
                break
            legal = game.legal(s)
            s = game.result(s, legal[(number * 7 + step * 5) % len(legal)])
        if game.is_terminal(s):
            continue
        result = Engine(game, speed="python").analyse(s, depth=4)
        assert result.action in game.legal(s)
        if result.proven:
            seen += 1
            assert result.value == minimax(game, s, memory=True).value
    assert seen > 5
