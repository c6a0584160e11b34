"""Strength levels, from beginner to full strength, in any game.

A weaker player searches less deep, and does not always play the best move that it finds. It never
plays what it sees to be a blunder: a move that costs more than its level's margin, loses at once,
or misses a win. Each level looks at least two plies ahead, so no level misses what a child would
see.

Values differ from game to game, so margins are counted in steps: a step is what one move
changes in the game's estimate, on average.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from outplay.arena.openings import random_walk
from outplay.arena.perfect import SOLUTION, perfect_move
from outplay.arena.players import EnginePlayer
from outplay.copies import protected
from outplay.engine.engine import AnyEngine
from outplay.errors import UsageError
from outplay.game import MAX, AnyGame
from outplay.result import AnyMove, AnyResult, Bound
from outplay.wording import did_you_mean

LEAST_DEPTH = 2
"""Plies that every level looks ahead."""

SOON = 3
"""An end of the game that is so near, in plies, is seen by every level."""

GAMES, PLIES = 6, 30
"""Random games that are played to see what a move changes, and how long each is."""


@dataclass(frozen=True)
class Level:
    """How well to play."""

    name: str
    depth: int | None = None
    """Plies to look ahead; None: as far as the other limits let it."""
    nodes: int | None = None
    """States to visit; None: no limit."""
    margin: float = 0.0
    """How much worse than the best move another may be to be played, in steps."""
    spread: float = 0.0
    """How freely it chooses among those: a move that is so many steps worse is played 1/e times
    as often."""
    lines: int = 1
    """Moves that it compares."""

    @property
    def is_full(self) -> bool:
        """All that the engine can?"""
        return self.depth is None and self.nodes is None and self.lines == 1


LEVELS = (
    Level("beginner", depth=2, margin=2.0, spread=1.5, lines=8),
    Level("novice", depth=2, margin=1.2, spread=0.8, lines=6),
    Level("casual", depth=3, margin=1.0, spread=0.5, lines=5),
    Level("hobby", depth=4, margin=0.7, spread=0.3, lines=4),
    Level("club", depth=5, margin=0.5, spread=0.2, lines=3),
    Level("strong", depth=7, nodes=100_000, margin=0.3, spread=0.15, lines=3),
    Level("expert", nodes=200_000, margin=0.2, spread=0.1, lines=2),
    Level("full"),
)
"""From the weakest to the strongest; people count them from 1."""


def level_of(text: str | int) -> Level:
    """The level of that number or name; raises UsageError."""
    for number, level in enumerate(LEVELS, start=1):
        if str(text).strip().lower() in (str(number), level.name):
            return level
    names = ", ".join(f"{number} {level.name}" for number, level in enumerate(LEVELS, start=1))
    near = did_you_mean(text, [level.name for level in LEVELS])
    raise UsageError(f"There is no level {text!r}; there are {names}.{near}")


def step_of(game: AnyGame) -> float:
    """What one move changes in the estimate, on average over a few random games; 0 if nothing."""
    game = protected(game, game.initial(), always=True)
    changes: list[float] = []
    for number in range(GAMES):
        before: float | None = None
        for s, found, _ in islice(random_walk(game, Random(number)), PLIES):
            if found.chances is None:
                now = game.evaluate(s)
                if before is not None:
                    changes.append(abs(now - before))
                before = now
    return sum(changes) / len(changes) if changes else 0.0


def pick(result: AnyResult, level: Level, step: float, random: Random) -> AnyMove | None:
    """The move that this level plays, of those that a search has compared; None if it has none.

    `step` is the game's `step_of`. With the same `random`, the choice is the same.
    """
    sign = 1 if result.to_move == MAX else -1
    known = [m for m in result.moves if m.bound in (Bound.EXACT, Bound.ESTIMATE)]
    best = next((m for m in result.moves if m.action == result.action), None)
    if best is None or best not in known or level.lines == 1:
        return best
    top = sign * best.value
    within = [best]
    for move in known:
        worse = top - sign * move.value
        if move is best or worse > level.margin * step:
            continue
        if move.proven != best.proven and (worse > 0 or best.proven):
            continue  # one of them is the end of the game: no question of taste
        within.append(move)
    if best.proven and best.distance is not None:  # a near win is taken, a near loss put off
        near = [best.distance if top > 0 else m.distance or 0 for m in within]
        pairs = zip(within, near, strict=True)
        within = [m for m, plies in pairs if plies > SOON or m.distance == best.distance]
    spread = level.spread * step
    losses = [max(0.0, top - sign * m.value) for m in within]
    weights = [math.exp(-worse / spread) if spread > 0 else float(worse == 0) for worse in losses]
    return random.choices(within, weights)[0]


def choose(
    engine: AnyEngine,
    state: object,
    level: Level,
    *,
    step: float,
    seed: int = 0,
    history: Sequence[object] = (),
    time: float | None = None,
) -> tuple[object, AnyResult]:
    """The action that this level plays, None if the game is over; and the search that found it.

    An engine that has a solution plays perfectly, whatever the level: see `perfect_move`.
    """
    result = engine.analyse(
        state, depth=level.depth, nodes=level.nodes, time=time, lines=level.lines, history=history
    )
    random = Random(f"{seed}/{engine.game.format_state(state)}")
    if result.algorithm == SOLUTION and engine.solution is not None:
        return perfect_move(engine.solution, result, random), result
    if level.nodes is not None and result.depth < LEAST_DEPTH and result.stopped_by == "nodes":
        result = engine.analyse(
            state, depth=LEAST_DEPTH, time=time, lines=level.lines, history=history
        )
    move = pick(result, level, step, random)
    return result.action if move is None else move.action, result


class LevelPlayer(EnginePlayer):
    """The engine at one of the levels; the full one takes `time` seconds for a move.

    A solution among the options is for the full level only: the others are to make mistakes.
    """

    interrupted = False
    """Was its last move what it had found when Ctrl-C was pressed?"""

    def __init__(self, level: str | int | Level, *, time: float = 1.0, **options: Any) -> None:
        self.level = level if isinstance(level, Level) else level_of(level)
        self.time = time
        if not self.level.is_full:
            options.pop("solution", None)
        options.setdefault("name", f"level:{self.level.name}")
        super().__init__(**options)

    def begin(self, game: AnyGame, seed: int) -> None:
        before = self._engine
        super().begin(game, seed)
        if self._engine is not before:
            self._step = step_of(game)
        self._seed = seed

    def choose(self, state: object, history: Sequence[object]) -> object:
        assert self._engine is not None, "the game has not begun"
        action, result = choose(
            self._engine,
            state,
            self.level,
            step=self._step,
            seed=self._seed,
            history=history,
            time=self.time,
        )
        self.interrupted = result.stopped_by == "interrupt"
        return action


def read_solution_player(path: str, **options: Any) -> LevelPlayer:
    """The player `solution:FILE`: the full level, with that solution. Raises UsageError."""
    if not path:
        raise UsageError("A solution is named by its file: solution:my_game.solution.")
    return LevelPlayer("full", **{**options, "solution": path, "name": f"solution:{path}"})
