"""Negamax: minimax with one case, since what is good for one side is bad for the other.

    NEGAMAX(s, player) = player · UTILITY(s)                           if IS-TERMINAL(s)
                         max over a of −NEGAMAX(RESULT(s, a), −player) otherwise

The book's form needs turns that alternate. Here the side that moves is asked of the game:
where the same side moves again, the value is turned back to the player who asked.
"""

from __future__ import annotations

from outplay.game import MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value
from outplay.search.state import EXACT, INFINITY, SearchState
from outplay.search.view import View
from outplay.search.word_table import NativeSearchState


def negamax(game: View, s: object, player: int, ply: int, run: SearchState) -> Value:
    """The value of `s` for `player` (+1 is MAX, −1 is MIN)."""
    run.visit(ply)
    if run.watch:
        run.watch.enter(s, ply, -INFINITY, INFINITY)
    if game.is_terminal(s):
        return player * run.leaf(s, ply, game.utility(s), True)
    if run.limited and game.is_cutoff(s, ply):
        return player * run.leaf(s, ply, game.evaluate(s), False)
    if run.memory:
        entry = run.recall(game, s, ply)
        if entry >= 0:
            return player * run.use_entry(game, entry, s, ply)
        estimates = run.estimates

    mover = game.to_move(s)
    if mover != MAX and mover != MIN:
        run.nobody()
    best = -INFINITY
    tried = 0
    for a in game.actions(s):
        value = -negamax(game, game.result(s, a), -mover, ply + 1, run)
        tried += 1
        if value > best:
            best = value
            run.improve(ply, a)
        if run.watch:
            run.watch.update(s, ply, a, mover * value, mover * best, -INFINITY, INFINITY)

    if tried == 0:
        run.stuck()
    if run.memory:
        run.remember(game, entry, ply, mover * best, EXACT, estimates)
    if run.watch:
        run.watch.leave(s, ply, mover * best)
    return mover * player * best


KERNEL = Kernel((negamax,), NativeSearchState, ("int", "int"))
