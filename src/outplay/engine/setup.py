"""Before the engine starts: what kind of game is it, and what of it is to be used?"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from outplay.asking import Answers
from outplay.engine.searcher import Setup
from outplay.errors import UnfitGame, UsageError
from outplay.game import CHANCE, AnyGame
from outplay.native.kernels import Choices
from outplay.search.state import INFINITY, LARGEST
from outplay.search.view import members

GAMES, PLIES = 12, 400
"""Random games that are played to see how games end, and how long each may be."""

ACTIONS = 200_000
"""Actions that are listed for that, in all."""


@dataclass(frozen=True)
class Features:
    """What the engine uses of what a game answers; each can be switched off."""

    symmetries: bool = True
    priority: bool = True
    candidates: bool = True
    bounds: bool = True
    outcome_bounds: bool = True
    selective: bool = True
    """Forcing moves, passes and reductions, where the game says that they are sound."""


def setup_of(
    game: AnyGame,
    state: object,
    features: Features,
    win: float | None,
    *,
    limited: bool,
    evaluate: Callable[..., object] | None,
    threads: int,
) -> Setup:
    """The engine for a game; `win` is the size of its wins, None if they differ.

    Raises UnfitGame where chance has a turn and the whole tree, which has no end, is asked for.
    """

    def uses(answer: str) -> bool:
        on: bool = getattr(features, answer)
        return on and game.answers(answer)

    decisive, chance = win is not None, not game.properties.deterministic
    cyclic = game.properties.may_cycle
    if chance and cyclic and not limited:
        raise UnfitGame(
            f"{game.name} can come back to a position, so its whole tree is endless:"
            " leave out `exact`."
        )
    cyclic = cyclic and not chance  # where chance has a turn, to come back is no draw
    selective = limited and features.selective and not chance
    has_bounds = uses("bounds")
    if chance and has_bounds:
        # The bounds are a promise about the game's own estimates, not about another's.
        low, high = game.bounds(state)
        has_bounds = evaluate is None and math.isfinite(float(high) - float(low))
    flags = {
        "engine": True,
        "chance": chance,
        "decisive": decisive,
        "limited": limited,
        "symmetric": uses("symmetries") and game.symmetric_searches,
        "has_outcome_bounds": decisive and uses("outcome_bounds"),
        "has_bounds": has_bounds,
        "cyclic": cyclic,
        "has_repetition_key": cyclic and game.answers("repetition_key"),
        "shared": threads > 1 and not chance,
        "has_reversible_plies": cyclic and game.answers("reversible_plies"),
        "extends_until_quiet": selective
        and bool(game.extend_until_quiet)
        and game.answers("is_quiet"),
        "has_tactics": selective and game.answers("tactical_actions"),
        "by_priority": uses("priority"),
        "learning": not uses("priority") or limited or chance,
        **(_guesses(game) if selective else {"selective": False}),
    }
    choices = Choices(
        order="priority" if uses("priority") else "given",
        candidates=uses("candidates"),
        evaluate=evaluate,
    )
    return Setup(tuple(flags.items()), choices, 1.0 if win is None else win)


def _guesses(game: AnyGame) -> dict[str, bool]:
    """What the selective kernel may leave out; without any of it there is nothing for it to do."""
    has_checks = game.answers("in_check")
    guesses = {
        "null_moves": game.answers("null_move_allowed") and game.answers("null_move"),
        "reduces": bool(game.late_move_reductions),
        "futility": game.futility_margin > 0,
    }
    return {
        "selective": any(guesses.values()) and not game.extend_until_quiet,
        **guesses,
        "has_checks": has_checks,
        "has_captures": game.answers("capture_value"),
        "has_quiet_states": game.answers("is_quiet") and not has_checks,
    }


def size_of_wins(
    game: AnyGame, state: object, expired: Callable[[], bool] = lambda: False
) -> float | None:
    """How much a win counts, if all that games end in is won, drawn and lost; else None.

    Judged by a few random games, or fewer if the time has `expired`: a search that meets another
    end says so, and starts again. A rule that raises here raises in the search too, which can
    say where.
    """
    if game.win:
        return game.win
    wins: set[float] = set()
    budget = [ACTIONS]
    for number in range(GAMES):
        with contextlib.suppress(Exception):
            size = abs(_random_end(game, state, Random(number), budget, expired))
            if 0 < size <= LARGEST or size == INFINITY:
                wins.add(size)
    if len(wins) > 1:
        return None
    return wins.pop() if wins else 1


def _random_end(
    game: AnyGame, s: object, random: Random, budget: list[int], expired: Callable[[], bool]
) -> float:
    """The utility of a random game; 0 if it does not end soon."""
    for _ in range(PLIES):
        if expired() or budget[0] < 0:
            return 0
        if game.is_terminal(s):
            return game.utility(s)
        legal = game.legal(s)
        budget[0] -= len(legal)
        s = game.result(s, random.choice(legal))
    return 0


def chosen_moves(
    game: AnyGame, state: object, moves: Sequence[object], found: Answers
) -> Sequence[object]:
    """The actions to look at, each once; raises UsageError if one of them is none."""
    if not isinstance(moves, Sequence) or isinstance(moves, str) or not moves:
        raise UsageError(f"moves must be a list of actions, not {moves!r}.")
    if found.mover == CHANCE:
        raise UsageError("moves: it is chance's turn here, so there is nothing to choose.")
    is_legal, is_wanted = members(found.actions), members(moves)
    for a in moves:
        if not is_legal(a):
            raise UsageError(
                f"moves: {a!r} is not an action in the position {game.format_state(state)}."
            )
    return [a for a in found.actions if is_wanted(a)]
