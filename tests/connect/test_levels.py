"""Strength levels: weaker, but never foolish; the same seed plays the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from outplay import MAX, load
from outplay.arena import match, read_player
from outplay.arena.levels import LEVELS, Level, LevelPlayer, choose, level_of, pick, step_of
from outplay.engine.engine import Engine
from outplay.errors import UsageError

BEGINNER = LEVELS[0]


def some_states(game: Any, count: int, plies: int) -> list[Any]:
    """States of random games that are not over."""
    states = []
    random = Random(count)
    while len(states) < count:
        s = game.initial()
        for _ in range(random.randrange(plies)):
            if game.is_terminal(s):
                break
            s = game.result(s, random.choice(game.legal(s)))
        if not game.is_terminal(s):
            states.append(s)
    return states


def wins_at_once(game: Any, s: Any) -> list[Any]:
    """The moves that end the game with a win."""
    after = [(a, game.result(s, a)) for a in game.legal(s)]
    return [a for a, t in after if game.is_terminal(t) and game.utility(t) * game.to_move(s) > 0]


def test_a_beginner_sees_what_a_child_sees() -> None:
    game = load("connect-four")
    engine = Engine(game, speed="python", memory=1)
    step = step_of(game)
    won = saved = 0
    for s in some_states(game, 150, 24):
        action, _ = choose(engine, s, BEGINNER, step=step, seed=won)
        wins = wins_at_once(game, s)
        if wins:
            won += 1
            assert action in wins, game.format_state(s)
            continue
        safe = [a for a in game.legal(s) if not wins_at_once(game, game.result(s, a))]
        if safe and len(safe) < len(game.legal(s)):
            saved += 1
            assert action in safe, game.format_state(s)
    assert won > 20 and saved > 20  # the test has tested something


def test_what_is_played_is_within_the_margin() -> None:
    game = load("othello")
    engine = Engine(game, speed="python", memory=1)
    step = step_of(game)
    assert step > 0
    level = Level("test", depth=2, margin=0.5, spread=10.0, lines=20)
    others = 0
    for s in some_states(game, 15, 30):
        result = engine.analyse(s, depth=2, lines=20)
        for seed in range(5):
            move = pick(result, level, step, Random(f"{seed}/{game.format_state(s)}"))
            assert move is not None
            worse = abs(result.value - move.value)
            assert worse <= 0.5 * step
            others += worse > 0
    assert others > 0  # it does not always play the best


def test_the_same_seed_plays_the_same_and_another_does_not() -> None:
    game = load("othello")

    def moves(seed: int) -> list[Any]:
        engine = Engine(game, speed="python", memory=1)
        states = some_states(game, 12, 12)
        return [choose(engine, s, BEGINNER, step=step, seed=seed)[0] for s in states]

    step = step_of(game)
    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


def test_few_nodes_are_still_two_plies() -> None:
    game = load("connect-four")
    engine = Engine(game, speed="python", memory=1)
    s = game.play(["4", "1", "4", "1", "4"])  # MIN has to block
    level = Level("blind", nodes=2, margin=3, spread=3, lines=7)
    for seed in range(5):
        assert game.format_action(s, choose(engine, s, level, step=1, seed=seed)[0]) == "4"


def test_where_nothing_is_estimated_equal_moves_are_equally_good() -> None:
    game = load("tic-tac-toe")
    engine = Engine(game, speed="python", memory=1, evaluate=lambda s: 0)
    picked = {choose(engine, game.initial(), BEGINNER, step=0, seed=seed)[0] for seed in range(40)}
    assert len(picked) > 4


def test_the_full_level_is_the_engine() -> None:
    game = load("tic-tac-toe")
    assert LEVELS[-1].is_full and not any(level.is_full for level in LEVELS[:-1])
    player = LevelPlayer("full", time=0.2, speed="python")
    player.begin(game, 0)
    s = game.play(["5", "1", "2"])
    assert game.to_move(s) != MAX
    assert game.format_action(s, player.choose(s, ())) == "b3"


def test_levels_have_numbers_and_names() -> None:
    assert level_of("1") == level_of("beginner") == level_of(1) == BEGINNER
    assert read_player("level:3").name == "level:casual"
    with pytest.raises(UsageError, match="There is no level '99'; there are 1 beginner, 2 novice"):
        read_player("level:99")


@pytest.mark.long
@pytest.mark.parametrize("game", ["connect-four", "othello"])
@pytest.mark.parametrize("number", range(1, len(LEVELS) - 3))
def test_each_level_beats_the_second_below_it(game: str, number: int) -> None:
    score = match(load(game), LevelPlayer(number + 2), LevelPlayer(number), games=60, seed=1)
    assert score.is_won, score
