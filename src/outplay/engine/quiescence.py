"""Quiescence: what is searched beyond the depth, so that only quiet states are estimated."""

from __future__ import annotations

from typing import Any

from outplay.engine.scores import PROVEN
from outplay.game import MAX, MIN
from outplay.native.state import Value
from outplay.search.state import INFINITY

MOST_TACTICAL = 12
"""Tactical moves in a row that are followed."""

MOST_FOLLOWED = 14
"""The same in selective searches."""


def quiescence(
    game: Any, s: object, alpha: Value, beta: Value, depth: int, ply: int, run: Any
) -> Value:
    """The score of `s` when only tactical moves are followed; nobody has to make one."""
    run.visit(ply)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    run.estimates += 1
    value = run.estimate(game.evaluate(s))
    mover = game.to_move(s)
    floor, roof, best = alpha, beta, value
    if mover != MAX:
        if mover != MIN:
            run.nobody()
        floor, roof, best = -beta, -alpha, -value
    if best < roof and depth > -MOST_TACTICAL:
        floor = max(floor, best)
        for a in game.tactical_actions(s):
            t = game.result(s, a)
            if mover == MAX:
                value = quiescence(game, t, floor, roof, depth - 1, ply + 1, run)
            else:
                value = -quiescence(game, t, -roof, -floor, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
    return best if mover == MAX else -best


def play_until_quiet(game: Any, s: object, alpha: Value, beta: Value, ply: int, run: Any) -> Value:
    """The score of `s` when play goes on, with all its actions, until the state is quiet."""
    run.visit(ply)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    if game.is_quiet(s):
        run.estimates += 1
        return run.estimate(game.evaluate(s))
    mover = game.to_move(s)
    floor, roof, best = alpha, beta, -INFINITY
    if mover != MAX:
        if mover != MIN:
            run.nobody()
        floor, roof = -beta, -alpha
    tried = 0
    for a in game.actions(s):
        t = game.result(s, a)
        if mover == MAX:
            value = play_until_quiet(game, t, floor, roof, ply + 1, run)
        else:
            value = -play_until_quiet(game, t, -roof, -floor, ply + 1, run)
        tried += 1
        if value > best:
            best = value
            if value >= roof:
                break
            floor = max(floor, value)
    if tried == 0:
        run.stuck()
    return best if mover == MAX else -best


def tactical_quiescence(
    game: Any, s: object, alpha: Value, beta: Value, depth: int, ply: int, run: Any
) -> Value:
    """The score of `s` when only tactical moves are followed; nobody has to make one.

    Except a side that is in check: it has to answer, and all its moves are looked at.
    """
    run.visit(ply)
    h = run.fingerprint(game, s)
    if depth == 0:
        run.fetch(h)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    in_check = run.has_checks and game.in_check(s)
    found = 0
    if depth == 0:  # further down, the table seldom knows anything
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
    if in_check and depth > -MOST_FOLLOWED:
        tried = 0
        for a in game.actions(s):
            tried += 1
            t = game.result(s, a)
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * tactical_quiescence(game, t, one, other, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
        if tried == 0:
            run.stuck()
        return mover * best
    run.estimates += 1
    static = mover * run.static_evaluation(game, s, h)
    best = static  # stand pat
    if run.has_tactics and best < roof and depth > -MOST_FOLLOWED:
        floor = max(floor, best)
        for a in game.tactical_actions(s):
            if run.futility and run.has_captures:
                hope = static + run.margin(2, 1) + run.estimate(game.capture_value(s, a))
                if hope <= floor:
                    best = max(best, hope)
                    continue
            t = game.result(s, a)
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * tactical_quiescence(game, t, one, other, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
    return mover * best
