"""Minimax: the value of a state if both sides play as well as they can.

Beside the book (AIMA, figure 5.3, with IS-CUTOFF and EVAL of section 5.3):

    MINIMAX(s) = UTILITY(s)                                  if IS-TERMINAL(s)
                 EVAL(s)                                     if IS-CUTOFF(s, depth)
                 max over a of MINIMAX(RESULT(s, a))         if TO-MOVE(s) = MAX
                 min over a of MINIMAX(RESULT(s, a))         if TO-MOVE(s) = MIN

Without a depth or cutoff the whole tree is searched and the value is the game's.
"""

from __future__ import annotations

from typing import Any

from outplay.game import MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value
from outplay.search.state import EXACT, INFINITY
from outplay.search.word_table import NativeSearchState


def minimax(game: Any, s: object, ply: int, run: Any) -> Value:
    """The value of `s` for MAX, at `ply` plies from the root."""
    run.visit(ply)
    if run.watch:
        run.watch.enter(s, ply, -INFINITY, INFINITY)
    if game.is_terminal(s):
        run.leaves += 1
        value = game.utility(s)
        run.check(value)
        if run.watch:
            run.watch.leaf(s, ply, value, True)
        return value
    if run.limited and game.is_cutoff(s, ply):
        run.estimates += 1
        value = game.evaluate(s)
        run.check(value)
        if run.watch:
            run.watch.leaf(s, ply, value, False)
        return value
    if run.memory:
        entry = run.recall(game, s, ply)
        if entry >= 0:
            run.use_entry(game, entry)
            value = run.entry_value(game, entry)
            if run.watch:
                run.watch.leave(s, ply, value)
            return value
        estimates = run.estimates

    tried = 0
    mover = game.to_move(s)
    if mover == MAX:
        best = -INFINITY
        for a in game.actions(s):
            value = minimax(game, game.result(s, a), ply + 1, run)
            tried += 1
            if value > best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, -INFINITY, INFINITY)
    elif mover == MIN:
        best = INFINITY
        for a in game.actions(s):
            value = minimax(game, game.result(s, a), ply + 1, run)
            tried += 1
            if value < best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, -INFINITY, INFINITY)

    else:
        run.nobody()
    if tried == 0:
        run.stuck()
    if run.memory:
        run.remember(game, entry, ply, best, EXACT, estimates)
    if run.watch:
        run.watch.leave(s, ply, best)
    return best


KERNEL = Kernel((minimax,), NativeSearchState, ("int",))
