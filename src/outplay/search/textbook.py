"""The searches as users call them: `minimax`, `negamax`, `alphabeta`, `expectiminimax`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar, Unpack

from outplay.copies import protected
from outplay.errors import UnfitGame, UsageError
from outplay.game import AnyGame, Game
from outplay.native.kernels import Choices
from outplay.native.layout import MAX_PLY
from outplay.parameters import whole_number
from outplay.result import AnyResult, Limit, Result
from outplay.search.algorithms import (
    ALGORITHMS,
    COMMON,
    ORDERS,
    STARS,
    Algorithm,
    CommonOptions,
    Cutoff,
    Evaluate,
)
from outplay.search.error_context import check_game, start_of
from outplay.search.memory import Memory
from outplay.search.observer import Observer
from outplay.search.playouts import Playouts, with_playouts
from outplay.search.searchers import Plan
from outplay.search.state import INFINITY
from outplay.search.textbook_search import Question, answer
from outplay.tactics import Action, State


class AlphaBetaOptions(CommonOptions, total=False):
    """And what alpha-beta is."""

    strict: bool
    """Cut only when a value passes the window's end (CS 188), not when it reaches it (AIMA)."""
    fail_soft: bool


class ExpectiminimaxOptions(CommonOptions, total=False):
    """And what expectiminimax is."""

    pruning: str
    """`none`, `star1` or `star2`."""
    bounds: tuple[float, float] | None
    """Between which all values lie; by default those that the game answers."""


@dataclass(frozen=True)
class Options:
    """The same with their defaults."""

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    cutoff: Cutoff | None = None
    evaluate: Evaluate | None = None
    memory: Memory | bool = False
    order: str = "given"
    seed: int = 0
    candidates: bool = False
    speed: str = "auto"
    compile: str | None = None
    observer: Observer | None = None
    strict: bool = False
    fail_soft: bool = True
    bounds: tuple[float, float] | None = None

    @property
    def limit(self) -> Limit:
        return Limit(self.depth, self.time, self.nodes)

    @property
    def horizon(self) -> str:
        """How far the search goes: `end`, `depth` or `function`."""
        if self.cutoff is not None:
            return "function"
        return "end" if self.depth is None else "depth"

    def check(self, algorithm: Algorithm, game: AnyGame) -> None:
        """Raises UsageError for what makes no sense, UnfitGame for what the game cannot do."""
        if self.horizon == "end" and game.properties.may_cycle:
            raise UnfitGame(
                f"{game.name} can come back to a position, so its whole tree is endless;"
                f" give {algorithm.name} a depth."
            )
        if self.horizon == "depth" and (self.limit.depth or 0) > MAX_PLY:
            raise UsageError(f"depth can be {MAX_PLY} at most.")
        if self.cutoff is not None and self.depth is not None:
            raise UsageError("Give a depth or a cutoff, not both.")
        if self.order not in ORDERS:
            raise UsageError(f"order must be one of {', '.join(ORDERS)}, not {self.order!r}.")
        if self.order == "priority" and not game.answers("priority"):
            raise UnfitGame(
                f'{game.name} does not answer priority(s, a), which order="priority" needs.'
            )
        if self.candidates and not game.answers("candidates"):
            raise UnfitGame(f"{game.name} does not answer candidates(s).")
        if not isinstance(self.memory, bool | Memory):
            raise UsageError(f"memory must be True, False or a Memory, not {self.memory!r}.")

    def convention(self, algorithm: Algorithm) -> str:
        """What books disagree about, and how it was done here."""
        said = ""
        if algorithm.windowed:
            sign, fail = ">" if self.strict else "≥", "soft" if self.fail_soft else "hard"
            said = f"cut on {sign}, fail-{fail}, "
        order = {
            "given": "actions in order",
            "random": f"actions in random order (seed {self.seed})",
            "priority": "actions by priority",
        }
        return said + order[self.order]


F = TypeVar("F", bound=Callable[..., AnyResult])


def _with_options(*more: str) -> Callable[[F], F]:
    """Makes `help` and editors show the options of a search, with their defaults."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    defaults = {"pruning": "none", **{f.name: f.default for f in fields(Options)}}

    def decorate(function: F) -> F:
        plain = inspect.signature(function)
        positional = list(plain.parameters.values())[:2]
        named = [inspect.Parameter(n, keyword, default=defaults[n]) for n in (*COMMON, *more)]
        function.__signature__ = plain.replace(parameters=[*positional, *named])  # type: ignore[attr-defined]
        return function

    return decorate


@_with_options()
def minimax(
    game: Game[State, Action], state: State | None = None, **options: Unpack[CommonOptions]
) -> Result[State, Action]:
    """The minimax value of `state` (default: the start) and the first action that has it.

    Without `depth` and `cutoff` the whole tree is searched. With `depth`, states that many
    plies away are evaluated; `cutoff(state, ply)` decides in its place. Other arguments:
    see docs/api.md.
    """
    return run("minimax", game, state, options)


@_with_options()
def negamax(
    game: Game[State, Action], state: State | None = None, **options: Unpack[CommonOptions]
) -> Result[State, Action]:
    """The same value, action and nodes as `minimax`, by its one-case form."""
    return run("negamax", game, state, options)


@_with_options("strict", "fail_soft")
def alphabeta(
    game: Game[State, Action], state: State | None = None, **options: Unpack[AlphaBetaOptions]
) -> Result[State, Action]:
    """The value and action of `minimax`, skipping what cannot matter.

    Cuts as soon as a value reaches the window's end (AIMA), or with `strict` only when it
    passes it (CS 188). Actions that were cut off have bounds (`≥`, `≤`), not values.
    """
    return run("alphabeta", game, state, options)


@_with_options("pruning", "bounds")
def expectiminimax(
    game: Game[State, Action], state: State | None = None, **options: Unpack[ExpectiminimaxOptions]
) -> Result[State, Action]:
    """The expected value under best play, chance included.

    `pruning` is `none`, `star1` or `star2`; both need `bounds`, between which all utilities
    and estimates lie (default: the game's own `bounds(state)`).
    """
    return run("expectiminimax", game, state, options)


def run(name: str, game: AnyGame, state: object, options: Mapping[str, object]) -> AnyResult:
    """What the algorithm of that name finds."""
    return answer(question_for(name, game, state, options))


def question_for(
    name: str, game: AnyGame, state: object, options: Mapping[str, object]
) -> Question:
    """What is asked of an algorithm as users name it: expectiminimax with `pruning` is another."""
    check_game(game, ALGORITHMS[name].function or name)
    options = dict(options)
    if name == "expectiminimax":
        pruning = options.pop("pruning", "none")
        if pruning not in ("none", *STARS):
            raise UsageError(f"pruning must be none, star1 or star2, not {pruning!r}.")
        if pruning == "none":
            options.pop("bounds", None)
        else:
            name = pruning
    return question(name, game, state, options)


def question(name: str, game: AnyGame, state: object, options: Mapping[str, Any]) -> Question:
    """What is asked of the algorithm of that name; raises what is wrong with it."""
    algorithm = ALGORITHMS[name]
    algorithm.check_game(game)
    algorithm.check_options(options)
    chosen = Options(**options)
    limit = chosen.limit
    state = start_of(game) if state is None else state
    low, high = -INFINITY, INFINITY
    if algorithm.needs_bounds:
        low, high = _value_bounds(game, state, chosen.bounds, name)
    chosen.check(algorithm, game)
    table = chosen.memory if isinstance(chosen.memory, Memory) else None
    if chosen.memory is True:
        table = Memory()
    kernel, evaluate, seed, count = algorithm.kernel, chosen.evaluate, chosen.seed, 0
    if isinstance(evaluate, Playouts):
        count, seed, kernel = evaluate.count, evaluate.seed, with_playouts(kernel)
    flags = {
        "watch": chosen.observer is not None,
        "memory": table is not None,
        "limited": chosen.horizon != "end",
        "chance": not game.properties.deterministic,
        "symmetric": table is not None and table.symmetries and game.searches_images,
        "to_depth": table is not None and chosen.horizon == "depth",
        "to_cutoff": table is not None and chosen.horizon == "function",
        "bounded": algorithm.needs_bounds,
        "probing": algorithm.probing,
        "strict": chosen.strict,
        "fail_hard": not chosen.fail_soft,
    }
    plan = Plan(
        kernel,
        tuple(sorted(flags.items())),
        Choices(
            chosen.order,
            chosen.candidates,
            None if isinstance(evaluate, Playouts) else evaluate,
            chosen.cutoff,
            count > 0,
        ),
        chosen.horizon,
        limit.depth or 0,
        seed,
        count,
        table,
        isinstance(chosen.memory, Memory),
        chosen.observer,
        low,
        high,
    )
    said = replace(chosen, seed=seed).convention(algorithm)
    return Question(name, game, state, plan, limit, said, chosen.speed, chosen.compile)


def _value_bounds(
    game: AnyGame, state: object, bounds: tuple[float, float] | None, pruning: str
) -> tuple[float, float]:
    if bounds is None:
        if not game.answers("bounds"):
            raise UnfitGame(
                f"{pruning} needs bounds=(low, high), since {game.name} does not answer bounds(s)."
            )
        bounds = protected(game, state).bounds(state)
    try:
        low, high = (float(x) for x in bounds)
    except (TypeError, ValueError):
        raise UsageError(f"bounds must be two numbers (low, high), not {bounds!r}.") from None
    if not -INFINITY < low <= high < INFINITY:
        raise UsageError(f"bounds must be finite, low before high, not {bounds!r}.")
    return low, high


def quiet_cutoff(game: AnyGame, depth: int, extra: int = 8) -> Callable[[object, int], bool]:
    """Stops at `depth`, but goes up to `extra` plies further where the game is not quiet.

    The evaluation of a state in the middle of an exchange is worth little; the game says
    with `is_quiet(s)` where it can be trusted.
    """
    check_game(game, "quiet_cutoff")
    if not game.answers("is_quiet"):
        raise UnfitGame(f"{game.name} does not answer is_quiet(s).")
    for name, number in (("depth", depth), ("extra", extra)):
        whole_number(name, number, 0)

    def cutoff(state: object, ply: int) -> bool:
        return ply >= depth + extra or (ply >= depth and game.is_quiet(state))

    return cutoff
