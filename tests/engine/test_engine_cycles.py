"""Games in which positions come back: nothing wrong is ever proven, whatever the table holds.

A repetition on the path counts as a draw; what leans on it is true on that path only. One
engine searches all positions in random order, so a poisoned table would show.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from cyclic_games import Fixpoint, Hunt, LostHunt, Ring, Walk, WonHunt

from outplay import Engine, Game, Result

MEMORIES = [1 / 1024, 1]

GAMES: dict[str, Game[Any, Any]] = {
    "hunt": Hunt(),
    "ring": Ring(),
    "won hunt": WonHunt(),
    "lost hunt": LostHunt(),
    **{f"walk {seed}": Walk(seed) for seed in range(30)},
}
TRUTH: dict[str, Fixpoint] = {}


def truth_of(name: str) -> Fixpoint:
    if name not in TRUTH:
        TRUTH[name] = Fixpoint(GAMES[name])
    return TRUTH[name]


def true(truth: Fixpoint, s: Any, result: Result) -> None:
    """No statement of the result contradicts the truth; `=` and wins are the truth.

    A move back to the root is a repetition: what is said of a move must be true of the
    position after it, with or without the root before it.
    """
    game = truth.game
    assert result.action in game.legal(s)
    side = game.to_move(s)
    assert max(truth.known[t][0] * side for t in truth.after[s]) * side == truth.known[s][0]
    assert _holds(truth, truth.known[s], result), (truth.known[s], s, result)
    beside = truth.beside(s)
    for move in result.moves:
        assert move.line[0] == move.action
        t = game.result(s, move.action)
        both = [_later(fixpoint.known[t]) for fixpoint in (truth, beside)]
        assert any(_holds(truth, known, move) for known in both), (both, s, move, result)
        here = s
        for a in move.line:
            assert a in game.legal(here), (s, move)
            here = game.result(here, a)


def _later(known: tuple[int, int | None]) -> tuple[int, int | None]:
    return known[0], None if known[1] is None else known[1] + 1


def _holds(truth: Fixpoint, known: tuple[int, int | None], said: Any) -> bool:
    """Is what is said of a move or of the root true?"""
    value, plies = known
    if not said.proven:
        return bool(said.bound != "=")
    if said.bound == "=":
        told = said.distance is None or plies is None or bool(truth.game.repetition)
        return bool(said.value == value and (told or said.distance == plies))
    return bool(value <= said.value if said.bound == "<=" else value >= said.value)


@pytest.mark.parametrize("memory", MEMORIES)
@pytest.mark.parametrize("name", GAMES)
def test_interpreted(name: str, memory: float) -> None:
    _all(name, "python", memory, 60)


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("won hunt", "walk 0", "walk 1")]


@pytest.mark.parametrize("name", ["hunt", "ring", *LONG])
def test_native(name: str) -> None:
    for memory in MEMORIES:
        _all(name, "native", memory, 150)


def _all(name: str, speed: str, memory: float, count: int) -> None:
    game, truth = GAMES[name], truth_of(name)
    chosen = random.Random(1)
    states = [chosen.choice(truth.live) for _ in range(count)]
    engine = Engine(game, memory=memory, speed=speed)
    proven = decided = 0
    for number, s in enumerate(states):
        depth = 4 + number % (9 if speed == "python" else 14)
        result = engine.analyse(s, depth=depth)
        true(truth, s, result)
        value, plies = truth.known[s]
        if plies is not None and plies <= depth and not game.repetition:
            decided += 1
            assert (result.value, result.distance) == (value, plies), (s, result)
            assert result.proven
        proven += result.proven
    if not name.startswith(("walk", "ring")):
        assert proven
        assert decided or game.repetition


@pytest.mark.parametrize("speed", ["python", "native"])
def test_the_order_of_searches_does_not_matter(speed: str) -> None:
    truth = truth_of("hunt")
    engine = Engine(truth.game, memory=1, speed=speed)
    chosen = random.Random(5)
    for depth in (9, 3, 7, 5):
        for s in chosen.sample(truth.live, 15):
            true(truth, s, engine.analyse(s, depth=depth))
            true(truth, s, engine.analyse(s, depth=depth, lines=2))
