"""Cutoffs other than a depth: functions (state, ply) → stop and evaluate here?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.errors import UnfitGame, UsageError
from outplay.game import AnyGame
from outplay.search.error_context import check_game


def quiet_cutoff(game: AnyGame, depth: int, extra: int = 8) -> Callable[[Any, int], bool]:
    """Stops at `depth`, but goes up to `extra` plies further where the game is not quiet.

    The evaluation of a state in the middle of an exchange is worth little; the game says
    with `is_quiet(s)` where it can be trusted.
    """
    check_game(game, "quiet_cutoff")
    if not game.answers("is_quiet"):
        raise UnfitGame(f"{game.name} does not answer is_quiet(s).")
    for name, number in (("depth", depth), ("extra", extra)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise UsageError(f"{name} must be a whole number from 0 up, not {number!r}.")

    def cutoff(state: object, ply: int) -> bool:
        return ply >= depth + extra or (ply >= depth and game.is_quiet(state))

    return cutoff
