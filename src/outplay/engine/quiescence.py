"""Quiescence: what is searched beyond the depth, so that only quiet states are estimated."""

from __future__ import annotations

from outplay.engine.scores import PROVEN
from outplay.engine.state import NativeSelectiveState as Run
from outplay.game import MAX, MIN
from outplay.native.state import Value
from outplay.search.state import INFINITY
from outplay.search.view import View

MOST_TACTICAL, MOST_FOLLOWED = 12, 14
"""Tactical moves in a row that are followed; in selective searches."""


def quiescence(
    game: View, s: object, alpha: Value, beta: Value, depth: int, ply: int, run: Run
) -> Value:
    """The score of `s` when only tactical moves are followed; nobody has to make one.

    Except a side that is in check: it has to answer, and all its moves are looked at. So are all
    moves of a game that is searched on until it is quiet.
    """
    run.visit(ply)
    if run.selective:
        h = run.fingerprint(game, s)
        if depth == 0:
            run.fetch(h)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    if run.extends_until_quiet and game.is_quiet(s):
        run.estimates += 1
        return run.estimate(game.evaluate(s))
    in_check = run.selective and run.has_checks and game.in_check(s)
    found = 0
    if run.selective and depth == 0:  # further down, the table seldom knows anything
        found = run.probe(h)
    if found != 0:
        bottom = run.low_of(found, ply)
        top = run.high_of(found, ply)
        if bottom >= beta or top <= alpha or bottom >= top:
            run.hits += 1
            if run.depth_of(found) < PROVEN:
                run.estimates += 1
            return bottom if bottom >= beta else top
    mover = game.to_move(s)
    floor, roof = alpha, beta
    if mover != MAX:
        if mover != MIN:
            run.nobody()
        floor, roof = -beta, -alpha
    best = -INFINITY
    most = MOST_FOLLOWED if run.selective else MOST_TACTICAL
    if run.extends_until_quiet or (in_check and depth > -most):
        tried = 0
        for a in game.actions(s):
            tried += 1
            t = game.result(s, a)
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * quiescence(game, t, one, other, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
        if tried == 0:
            run.stuck()
        return mover * best
    run.estimates += 1
    if run.selective:
        static = mover * run.static_evaluation(game, s, h)
    else:
        static = mover * run.estimate(game.evaluate(s))
    best = static  # stand pat
    if run.has_tactics and best < roof and depth > -most:
        floor = max(floor, best)
        for a in game.tactical_actions(s):
            if run.selective and run.futility and run.has_captures:
                hope = static + run.margin(2, 1) + run.estimate(game.capture_value(s, a))
                if hope <= floor:
                    best = max(best, hope)
                    continue
            t = game.result(s, a)
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * quiescence(game, t, one, other, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
    return mover * best
