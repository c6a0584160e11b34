"""Expectiminimax: minimax where chance has a turn too.

    EXPECTIMINIMAX(s) = UTILITY(s)                                    if IS-TERMINAL(s)
                        EVAL(s)                                       if IS-CUTOFF(s, depth)
                        max over a of EXPECTIMINIMAX(RESULT(s, a))    if TO-MOVE(s) = MAX
                        min over a of EXPECTIMINIMAX(RESULT(s, a))    if TO-MOVE(s) = MIN
                        Σ P(r) · EXPECTIMINIMAX(RESULT(s, r))         if TO-MOVE(s) = CHANCE

The probabilities are the weights; nothing is divided by the number of outcomes.
"""

from __future__ import annotations

from typing import Any

from outplay.game import CHANCE, MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value
from outplay.search.state import EXACT, INFINITY
from outplay.search.word_table import NativeSearchState


def expectiminimax(game: Any, s: object, ply: int, run: Any) -> Value:
    """The expected value of `s` for MAX under best play."""
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

    player = game.to_move(s)
    tried = 0
    if run.chance and player == CHANCE:
        best = 0.0
        for a, probability in game.outcomes(s):
            value = expectiminimax(game, game.result(s, a), ply + 1, run)
            tried += 1
            best += probability * value
            if run.watch:
                run.watch.update(s, ply, a, value, best, -INFINITY, INFINITY)
    elif player == MAX:
        best = -INFINITY
        for a in game.actions(s):
            value = expectiminimax(game, game.result(s, a), ply + 1, run)
            tried += 1
            if value > best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, -INFINITY, INFINITY)
    elif player == MIN:
        best = INFINITY
        for a in game.actions(s):
            value = expectiminimax(game, game.result(s, a), ply + 1, run)
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


KERNEL = Kernel((expectiminimax,), NativeSearchState, ("int",), floats=True)
