"""The searches as users call them: `minimax`, `negamax`, `alphabeta`, `expectiminimax`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.copies import handed
from outplay.errors import UnfitGame, UsageError
from outplay.game import Game
from outplay.native.kernels import Choices, Kernel
from outplay.native.layout import MAX_PLY
from outplay.result import Limit, Result
from outplay.search import alphabeta as alphabeta_
from outplay.search import expectiminimax as expectiminimax_
from outplay.search import minimax as minimax_
from outplay.search import negamax as negamax_
from outplay.search import playouts as playouts_
from outplay.search import star as star_
from outplay.search.drive import Question, answer
from outplay.search.error_context import check_game, start_of
from outplay.search.memory import Memory
from outplay.search.observer import Observer
from outplay.search.playouts import Playouts
from outplay.search.root import Asking
from outplay.search.searchers import Plan

ORDERS = ("given", "random", "priority")

Evaluate = Callable[[Any], float] | Playouts
Cutoff = Callable[[Any, int], bool]


def minimax(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    cutoff: Cutoff | None = None,
    evaluate: Evaluate | None = None,
    memory: Memory | bool = False,
    order: str = "given",
    seed: int = 0,
    candidates: bool = False,
    speed: str = "auto",
    observer: Observer | None = None,
) -> Result:
    """The minimax value of `state` (default: the start) and the first action that has it.

    Without `depth` and `cutoff` the whole tree is searched. With `depth`, states that many
    plies away are evaluated; `cutoff(state, ply)` decides in its place. Other arguments:
    see docs/api.md.
    """
    _needs_no_dice(game, "minimax")
    asking = Asking(lambda alpha, beta, mover: (1,))
    return _search(
        "minimax", minimax_.KERNEL, asking, game, state, Limit(depth, time, nodes), cutoff,
        evaluate, memory, order, seed, candidates, speed, observer, {}, "",
    )  # fmt: skip


def negamax(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    cutoff: Cutoff | None = None,
    evaluate: Evaluate | None = None,
    memory: Memory | bool = False,
    order: str = "given",
    seed: int = 0,
    candidates: bool = False,
    speed: str = "auto",
    observer: Observer | None = None,
) -> Result:
    """The same value, action and nodes as `minimax`, by its one-case form."""
    _needs_no_dice(game, "negamax")
    asking = Asking(
        lambda alpha, beta, mover: (-mover, 1), value=lambda value, mover: -mover * value
    )
    return _search(
        "negamax", negamax_.KERNEL, asking, game, state, Limit(depth, time, nodes), cutoff,
        evaluate, memory, order, seed, candidates, speed, observer, {}, "",
    )  # fmt: skip


def alphabeta(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    cutoff: Cutoff | None = None,
    evaluate: Evaluate | None = None,
    memory: Memory | bool = False,
    order: str = "given",
    seed: int = 0,
    candidates: bool = False,
    speed: str = "auto",
    observer: Observer | None = None,
    strict: bool = False,
    fail_soft: bool = True,
) -> Result:
    """The value and action of `minimax`, skipping what cannot matter.

    Cuts as soon as a value reaches the window's end (AIMA), or with `strict` only when it
    passes it (CS 188). Actions that were cut off have bounds (`≥`, `≤`), not values.
    """
    _needs_no_dice(game, "alphabeta")
    asking = Asking(lambda alpha, beta, mover: (alpha, beta, 1), windowed=True)
    flags = {"strict": strict, "fail_hard": not fail_soft}
    convention = f"cut on {'>' if strict else '≥'}, fail-{'soft' if fail_soft else 'hard'}, "
    return _search(
        "alphabeta", alphabeta_.KERNEL, asking, game, state, Limit(depth, time, nodes), cutoff,
        evaluate, memory, order, seed, candidates, speed, observer, flags, convention,
    )  # fmt: skip


def expectiminimax(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    cutoff: Cutoff | None = None,
    evaluate: Evaluate | None = None,
    memory: Memory | bool = False,
    order: str = "given",
    seed: int = 0,
    candidates: bool = False,
    speed: str = "auto",
    observer: Observer | None = None,
    pruning: str = "none",
    bounds: tuple[float, float] | None = None,
) -> Result:
    """The expected value under best play, chance included.

    `pruning` is `none`, `star1` or `star2`; both need `bounds`, between which all utilities
    and estimates lie (default: the game's own `bounds(state)`).
    """
    check_game(game, "expectiminimax")
    limit = Limit(depth, time, nodes)
    if pruning == "none":
        return _search(
            "expectiminimax", expectiminimax_.KERNEL, Asking(lambda alpha, beta, mover: (1,)),
            game, state, limit, cutoff, evaluate, memory, order, seed, candidates, speed,
            observer, {}, "",
        )  # fmt: skip
    if pruning not in ("star1", "star2"):
        raise UsageError(f"pruning must be none, star1 or star2, not {pruning!r}.")
    state = start_of(game) if state is None else state
    low, high = _value_bounds(game, state, bounds, pruning)
    asking = Asking(
        lambda alpha, beta, mover: (max(alpha, low), min(beta, high), 0.0, 0, 1),
        windowed=True,
    )
    return _search(
        pruning, star_.KERNEL, asking, game, state, limit, cutoff, evaluate, memory, order, seed,
        candidates, speed, observer, {"probing": pruning == "star2"}, "cut on ≥, fail-soft, ",
        low, high,
    )  # fmt: skip


def _search(
    algorithm: str, kernel: Kernel, asking: Asking, game: Game[Any, Any], state: Any,
    limit: Limit, cutoff: Cutoff | None, evaluate: Evaluate | None, memory: Memory | bool,
    order: str, seed: int, candidates: bool, speed: str, observer: Observer | None,
    flags: dict[str, bool], convention: str, low: float = 0.0, high: float = 0.0,
) -> Result:  # fmt: skip
    state = start_of(game) if state is None else state
    horizon = "function" if cutoff is not None else "end" if limit.depth is None else "depth"
    if horizon == "end" and game.properties.may_cycle:
        raise UnfitGame(
            f"{game.name} can come back to a position, so its whole tree is endless;"
            f" give {algorithm} a depth."
        )
    if horizon == "depth" and (limit.depth or 0) > MAX_PLY:
        raise UsageError(f"depth can be {MAX_PLY} at most.")
    if cutoff is not None and limit.depth is not None:
        raise UsageError("Give a depth or a cutoff, not both.")
    _check_order(game, order, candidates)
    if not isinstance(memory, bool | Memory):
        raise UsageError(f"memory must be True, False or a Memory, not {memory!r}.")
    table = (Memory() if memory else None) if isinstance(memory, bool) else memory
    count = 0
    if isinstance(evaluate, Playouts):
        count, kernel = evaluate.count, playouts_.with_playouts(kernel)
        seed = evaluate.seed
    choices = Choices(
        order, candidates, None if isinstance(evaluate, Playouts) else evaluate, cutoff, count > 0
    )
    settled = {
        "watch": observer is not None,
        "memory": table is not None,
        "limited": horizon != "end",
        "chance": not game.properties.deterministic,
        "symmetric": table is not None and table.symmetries and game.answers("symmetries"),
        "to_depth": table is not None and horizon == "depth",
        "to_cutoff": table is not None and horizon == "function",
        **flags,
    }
    plan = Plan(
        kernel, tuple(sorted(settled.items())), choices, horizon, limit.depth or 0, seed, count,
        table, isinstance(memory, Memory), observer, low, high,
    )  # fmt: skip
    said = {"given": "actions in order", "random": f"actions in random order (seed {seed})",
            "priority": "actions by priority"}[order]  # fmt: skip
    return answer(Question(algorithm, game, state, plan, asking, limit, convention + said, speed))


def _check_order(game: Game[Any, Any], order: str, candidates: bool) -> None:
    if order not in ORDERS:
        raise UsageError(f"order must be one of {', '.join(ORDERS)}, not {order!r}.")
    if order == "priority" and not game.answers("priority"):
        raise UnfitGame(f"{game.name} does not answer priority(s, a), by which to order.")
    if candidates and not game.answers("candidates"):
        raise UnfitGame(f"{game.name} does not answer candidates(s).")


def _needs_no_dice(game: Game[Any, Any], algorithm: str) -> None:
    check_game(game, algorithm)
    if not game.properties.deterministic:
        raise UnfitGame(
            f"{game.name} has chance in it, and {algorithm} cannot weigh it; use expectiminimax."
        )


def _value_bounds(
    game: Game[Any, Any], state: Any, bounds: tuple[float, float] | None, pruning: str
) -> tuple[float, float]:
    if bounds is None:
        if not game.answers("bounds"):
            raise UnfitGame(
                f"{pruning} needs bounds=(low, high), since {game.name} does not answer bounds(s)."
            )
        bounds = handed(game, state).bounds(state)
    try:
        low, high = (float(x) for x in bounds)
    except (TypeError, ValueError):
        raise UsageError(f"bounds must be two numbers (low, high), not {bounds!r}.") from None
    if not (float("-inf") < low <= high < float("inf")):
        raise UsageError(f"bounds must be finite, low before high, not {bounds!r}.")
    return low, high
