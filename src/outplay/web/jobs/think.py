"""The jobs `move` and `hint`: a level's move, and what the engine would play."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from outplay.arena.levels import LEVELS, choose, level_of
from outplay.arena.playing import ending
from outplay.engine.engine import AnyEngine
from outplay.errors import IllegalAction
from outplay.game import CHANCE
from outplay.result import AnyResult, Bound
from outplay.web.jobs import Answer, Fields, Tell
from outplay.web.jobs.look import view
from outplay.web.jobs.spots import Trail, asking, follow, kept, legal_of, mover_of, stepped, text_of
from outplay.web.jobs.values import ending_words, label, worth
from outplay.web.request_schema import MOST_SECONDS, integer, seconds

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

MOST_NODES = 1_000_000_000
"""States that one search visits at most."""

MOST_SEED = 2**62
HINT_SECONDS = 1.0

SPARE = 0.02
"""Seconds of a job's time that are kept for all that is not searching."""

LEAST_SECONDS = 0.4
"""For one ply, where the time was too short to look at even that: no move is played unseen."""


def move(context: JobContext, args: Fields, tell: Tell) -> Answer:
    """The move of a level (`level`, `seed`, `seconds`), the View after it, and its value.

    The same seed plays the same moves, but where the time ends a search.
    """
    trail = _to_move(context, args)
    game, state = trail.game, trail.state
    seed = integer(args, "seed", 0, 0, MOST_SEED)
    strength = level_of(integer(args, "level", 4, 1, len(LEVELS)))
    legal = legal_of(game, state)
    if len(legal) == 1:
        return {"forced": True, **_played(context, trail, legal[0][0])}
    engine = context.engine(game, level=not strength.is_full)
    timed = Timed(context, engine, seconds(args, 1.0, MOST_SECONDS))
    with asking(game, "evaluate"):
        step = context.cached(game).step
    action, _ = choose(
        cast(AnyEngine, timed), state, strength, step=step, seed=seed, history=trail.history
    )
    result = timed.result
    assert result is not None
    return {
        "forced": False,
        **_played(context, trail, action),
        **worth(result),
        "depth": result.depth,
        "nodes": result.nodes,
        "elapsed": round(timed.elapsed, 3),
        "speed": result.speed,
        "stopped_by": result.stopped_by,
    }


def _played(context: JobContext, trail: Trail, action: object) -> Answer:
    """A move, and the View of the position after it."""
    after = kept(context, stepped(trail, text_of(trail.game, trail.state, action)))
    return {"move": after.texts[-1], "view": view(after)}


def hint(context: JobContext, args: Fields, tell: Tell) -> Answer:
    """What the engine would play, in words and as places on the board."""
    trail = _to_move(context, args)
    game, state = trail.game, trail.state
    engine = context.engine(game)
    timed = Timed(context, engine, seconds(args, HINT_SECONDS, MOST_SECONDS))
    result = timed.analyse(state, history=trail.history)
    text = text_of(game, state, result.action)
    with asking(game, "gestures", state):
        gesture = next(iter(game.gestures(state, result.action)), ())
    words = f"{text}: {label(result.value, result.bound, result.proven)} for {game.player_names[0]}"
    if result.proven and result.bound is Bound.EXACT:
        ends = ending_words(game, result.value, win=engine.win, distance=result.distance)
        words += f", {ends}" if ends else ""
    return {
        "move": text,
        "gesture": [str(name) for name in gesture],
        "text": words,
        **worth(result),
    }


class Timed:
    """An engine that keeps to the time of one job, whatever is asked of it, and how often."""

    def __init__(self, context: JobContext, engine: AnyEngine, seconds: float) -> None:
        self.game, self._engine, self._context = engine.game, engine, context
        self.solution = engine.solution
        self._start = time.monotonic()
        self._end = self._start + max(0.01, min(seconds, context.seconds) - SPARE)
        self.result: AnyResult | None = None
        """What the last search found."""

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._start

    def analyse(self, state: object, **limits: Any) -> AnyResult:
        """As `Engine.analyse`."""
        nodes = limits.pop("nodes", None)
        limits["nodes"] = MOST_NODES if nodes is None else min(nodes, MOST_NODES)
        limits["time"] = max(0.01, self._end - time.monotonic())
        self._context.searching = self._engine
        result = self._engine.analyse(state, **limits)
        self._context.searching = None  # no stop ends what follows
        if not result.moves:
            limits |= {"depth": 1, "nodes": MOST_NODES, "time": LEAST_SECONDS}
            result = self._engine.analyse(state, **limits)
        self.result = result
        return result


def _to_move(context: JobContext, args: Fields) -> Trail:
    """The spot of the args, where a side is to move."""
    trail = follow(context, args)
    with asking(trail.game, "utility"):
        end = ending(trail.game, trail.states)
    if end is not None:
        raise IllegalAction("The game is over.")
    if mover_of(trail.game, trail.state) == CHANCE:
        raise IllegalAction("Waiting for the dice: there is no move to choose.")
    return trail
