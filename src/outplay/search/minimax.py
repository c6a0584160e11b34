"""Minimax, and expectiminimax where chance has a turn too: the value of a state under best play.

Beside the book (AIMA, figure 5.3, with IS-CUTOFF and EVAL of section 5.3):

    MINIMAX(s) = UTILITY(s)                                  if IS-TERMINAL(s)
                 EVAL(s)                                     if IS-CUTOFF(s, depth)
                 max over a of MINIMAX(RESULT(s, a))         if TO-MOVE(s) = MAX
                 min over a of MINIMAX(RESULT(s, a))         if TO-MOVE(s) = MIN
                 Σ P(r) · MINIMAX(RESULT(s, r))              if TO-MOVE(s) = CHANCE

Without a depth or cutoff the whole tree is searched and the value is the game's. The
probabilities are the weights; nothing is divided by the number of outcomes.
"""

from __future__ import annotations

from dataclasses import replace

from outplay.game import CHANCE, MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value
from outplay.search.state import EXACT, INFINITY, SearchState
from outplay.search.view import View
from outplay.search.word_table import NativeSearchState


def minimax(game: View, s: object, ply: int, run: SearchState) -> Value:
    """The value of `s` for MAX, at `ply` plies from the root."""
    run.visit(ply)
    if run.watch:
        run.watch.enter(s, ply, -INFINITY, INFINITY)
    if game.is_terminal(s):
        return run.leaf(s, ply, game.utility(s), True)
    if run.limited and game.is_cutoff(s, ply):
        return run.leaf(s, ply, game.evaluate(s), False)
    if run.memory:
        entry = run.recall(game, s, ply)
        if entry >= 0:
            return run.use_entry(game, entry, s, ply)
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
    elif run.chance and mover == CHANCE:
        best = 0.0
        for a, probability in game.outcomes(s):
            value = minimax(game, game.result(s, a), ply + 1, run)
            tried += 1
            best += probability * value
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
EXPECTIMINIMAX = replace(KERNEL, floats=True)
"""The same where chance averages values."""
