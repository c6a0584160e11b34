"""One call for any game and any algorithm: `analyse`, and `best_move` for those who just play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.engine.clock import Clock
from outplay.engine.engine import Engine
from outplay.engine.table import DEFAULT
from outplay.errors import UsageError
from outplay.game import AnyGame, Game
from outplay.result import AnyResult, Result
from outplay.search.algorithms import ANALYSES, ENGINE_OPTIONS, check_known
from outplay.search.deepening import deepening
from outplay.search.error_context import check_game
from outplay.search.textbook import run
from outplay.tactics import Action, State

ASKED = ("clock", "exact", "lines", "history", "moves")
"""What one search of the engine is asked beside its limits."""

FEATURES = ("symmetries", "priority", "candidates", "bounds", "outcome_bounds", "selective")


def analyse(
    game: Game[State, Action],
    state: State | None = None,
    *,
    algorithm: str = "engine",
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    progress: Callable[[Result[State, Action]], None] | None = None,
    **options: Any,
) -> Result[State, Action]:
    """Searches with the named algorithm; `engine`, the default, fits any game and clock.

    The engine also takes `clock`, `exact`, `lines`, `history`, and what `Engine` takes (`memory`,
    `threads`, `solution` …). It calls `progress` a few times a second, `deepening` after each
    depth. Other options go to the algorithm, see docs/api.md.
    """
    check_game(game, "analyse")
    limits: dict[str, Any] = {"depth": depth, "time": time, "nodes": nodes}
    check_known(algorithm, ANALYSES)
    if algorithm == "engine":
        return _engine(game, state, {**limits, "progress": progress}, options)
    for name in ENGINE_OPTIONS:
        if name in options:
            raise UsageError(f"{name} is for the engine, not for {algorithm}.")
    if algorithm == "deepening":
        return deepening(game, state, **limits, progress=progress, **options)
    return run(algorithm, game, state, {**limits, **options})


def best_move(
    game: Game[State, Action],
    state: State | None = None,
    *,
    time: float | None = None,
    clock: Clock | None = None,
    **options: Any,
) -> Action | None:
    """The action to play; None if the game is over. Thinks for a second unless told otherwise."""
    if clock is not None:
        options["clock"] = clock
    return analyse(game, state, time=time, **options).action


def _engine(
    game: AnyGame, state: object, limits: dict[str, Any], options: dict[str, Any]
) -> AnyResult:
    request = {name: options.pop(name) for name in ASKED if name in options}
    memory = options.pop("memory", None)
    memory = DEFAULT if memory is None else memory
    allowed = ("threads", "speed", "compile", "evaluate", *FEATURES, "solution")
    unknown = [name for name in options if name not in allowed]
    if unknown:
        raise UsageError(
            f"The engine has no option {unknown[0]!r}; it has"
            f" {', '.join(('memory', *allowed, *ASKED))}."
        )
    return Engine(game, memory=memory, **options).analyse(state, **limits, **request)
