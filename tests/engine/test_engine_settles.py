"""Where captures are forced, no search stops in the middle of an exchange."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from outplay import MAX, Engine, Game, load


def settled(game: Game[Any, Any], s: Any, depth: int) -> float:
    """Minimax to the depth, and beyond it as long as the state is not quiet."""
    if game.is_terminal(s):
        return game.utility(s)
    if depth <= 0 and game.is_quiet(s):
        return game.evaluate(s)
    best = max if game.to_move(s) == MAX else min
    return best(settled(game, game.result(s, a), depth - 1) for a in game.actions(s))


def positions(game: Game[Any, Any], count: int) -> list[Any]:
    """Positions of random games, half of them in the middle of an exchange."""
    random, found = Random(5), []
    while len(found) < count:
        s = game.initial()
        for _ in range(random.randrange(60)):
            if game.is_terminal(s):
                break
            s = game.result(s, random.choice(game.legal(s)))
        if not game.is_terminal(s) and (len(found) % 2 or not game.is_quiet(s)):
            found.append(s._replace(quiet=0))
    return found


@pytest.mark.parametrize("speed", ["python", "native"])
def test_the_engine_goes_on_until_it_is_quiet(speed: str) -> None:
    game, differ = load("checkers"), 0
    for s in positions(game, 30 if speed == "native" else 10):
        for depth in (1, 2):
            told = Engine(game, speed=speed, memory=1).analyse(s, depth=depth)
            assert told.value == pytest.approx(settled(game, s, depth)), (s, depth)
            stops = Engine(game, speed="python", memory=1, selective=False).analyse(s, depth=depth)
            differ += told.value != pytest.approx(stops.value)
    assert differ >= 3
