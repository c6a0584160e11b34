"""The engine's search: principal variations, null windows, a table, and all that a game promises.

Fail-soft, as in `search/alphabeta.py`: what `search` returns is right inside (alpha, beta),
and a bound outside. Scores are from MAX's side; `native/scores.py` says what they hold.

The first move of a node is searched with the whole window, the others with a null window
that asks only whether they are better; the few that are, are searched again.
"""

from __future__ import annotations

from typing import Any

from outplay.game import MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.layout import MAX_PLY
from outplay.native.scores import FAR, PROVEN
from outplay.search.run import INFINITY

STEP = 1e-9
"""The width of a null window; natively 1 where scores are ints."""

INTERNAL_DEPTH, INTERNAL_LESS = 5, 3
"""From which depth on a node without a table move is searched shallower first, and by how much."""

MOST_FORCED = 12
"""Forcing moves in a row that are followed below the depth."""


def search(game: Any, s: Any, alpha: Any, beta: Any, depth: int, ply: int, run: Any) -> Any:
    """The score of `s` for MAX."""
    if run.settling and depth <= 0:
        return settle(game, s, alpha, beta, ply, run)
    if run.calming and depth <= 0:
        return calm(game, s, alpha, beta, depth, ply, run)
    run.visit(ply)
    if run.symmetric and ply <= run.mirrored:
        s = run.image(s)
    h = run.fingerprint(s)
    if run.limited:
        run.fetch(h)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    low, high = -INFINITY, INFINITY
    if run.outlooks:
        worst, best_hope = game.outlook(s)
        low = run.worth(worst, ply)
        high = run.worth(best_hope, ply)
    if run.bounded:
        lowest, highest = game.bounds(s)
        low = max(low, run.least(lowest))
        high = min(high, run.most(highest))
    if run.outlooks or run.bounded:
        if low >= beta or low >= high:
            return low
        if high <= alpha:
            return high
    if run.limited and depth <= 0:
        run.estimates += 1
        return min(max(run.estimate(game.evaluate(s)), low), high)
    if run.cyclic:
        spot = h
        if run.placed:
            spot = run.spot(s)
        span = FAR
        if run.spanning:
            span = game.reversible(s)
        again = run.repeated(spot, ply, span)
        if again < FAR:
            run.back = min(run.back, again)
            return run.outcome(run.repetition, ply)
        back = run.back
        run.back = FAR

    estimates = run.estimates
    nodes = run.nodes
    hint = -1
    found = run.probe(h)
    if run.limited and found == 0 and depth >= INTERNAL_DEPTH and alpha + STEP < beta:
        # No move to begin with where it matters most: a shallower search finds one.
        search(game, s, alpha, beta, depth - INTERNAL_LESS, ply, run)
        run.estimates = estimates  # they only took part in the order of the moves
        found = run.probe(h)
    if found != 0:
        hint = run.move_of(found)
        if not run.limited or run.depth_of(found) >= depth or run.depth_of(found) == PROVEN:
            bottom = run.low_of(found, ply)
            top = run.high_of(found, ply)
            if bottom >= beta or top <= alpha or bottom >= top:
                run.hits += 1
                if run.limited and run.depth_of(found) < PROVEN:
                    run.estimates += 1
                if run.cyclic:
                    run.back = back
                return bottom if bottom >= beta else top
            if run.limited and run.depth_of(found) < PROVEN and (bottom > low or top < high):
                run.estimates += 1
            low = max(low, bottom)
            high = min(high, top)

    mover = game.to_move(s)
    floor, roof = max(alpha, low), min(beta, high)
    if mover != MAX:
        if mover != MIN:
            run.nobody()
        floor, roof = -roof, -floor
    open_window = floor + STEP < roof
    n = run.prepare(s, hint, mover, ply)
    if not run.limited and roof < INFINITY and 4 * ply < 3 * run.deepest:
        sure = run.foreseen(s, n, roof, mover, ply)
        if sure >= roof:
            run.hits += 1
            if run.cyclic:
                run.back = back
            return sure if mover == MAX else -sure
    best = -INFINITY
    chosen = hint
    tried = 0
    for index, a in run.each(n):
        if run.shared and ply + ply < run.deepest:
            # Another thread is at it: do something else first, and find its answer later.
            if tried > 0 and not run.is_late() and run.is_taken(h, index):
                run.defer()
                continue
            run.take(h, index)
        t = game.result(s, a)
        upper = roof
        if tried > 0:
            upper = min(roof, floor + STEP)
        if mover == MAX:
            value = search(game, t, floor, upper, depth - 1, ply + 1, run)
        else:
            value = -search(game, t, -upper, -floor, depth - 1, ply + 1, run)
        if value >= upper and value < roof:
            if mover == MAX:
                value = search(game, t, floor, roof, depth - 1, ply + 1, run)
            else:
                value = -search(game, t, -roof, -floor, depth - 1, ply + 1, run)
        if run.shared and ply + ply < run.deepest:
            run.release(h, index)
        tried += 1
        if value > best:
            best = value
            if value > floor:
                chosen = index
                if open_window:
                    run.improve(ply, a)
                if value >= roof:
                    run.cuts += 1
                    if tried == 1:
                        run.first_cuts += 1
                    run.learn(index, mover, ply)
                    break
                floor = value
    if tried == 0:
        run.stuck()
    value = best if mover == MAX else -best
    value = min(max(value, low), high)
    if run.cyclic:
        # What leans on a position further up is true on this line only; but a win that is
        # found beside a repetition does not need it, and neither does a loss.
        leans = run.back < ply
        near = run.outcome(run.repetition, ply)
        far = run.outcome(run.repetition, MAX_PLY)
        run.back = min(back, run.back) if leans else back
        if value < beta and (not leans or value < min(near, far)):
            high = value
        if value > alpha and (not leans or value > max(near, far)):
            low = value
    else:
        if value < beta:
            high = value
        if value > alpha:
            low = value
    if run.limited:
        draft = min(depth, PROVEN - 1)
        if run.estimates == estimates:
            draft = PROVEN
        run.store(h, low, high, chosen, draft, run.nodes - nodes, ply)
    else:
        run.store(h, low, high, chosen, PROVEN, run.nodes - nodes, ply)
    return value


def calm(game: Any, s: Any, alpha: Any, beta: Any, depth: int, ply: int, run: Any) -> Any:
    """The score of `s` when only forcing moves are followed; nobody has to make one."""
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
    if best < roof and depth > -MOST_FORCED:
        floor = max(floor, best)
        for a in game.forcing(s):
            t = game.result(s, a)
            if mover == MAX:
                value = calm(game, t, floor, roof, depth - 1, ply + 1, run)
            else:
                value = -calm(game, t, -roof, -floor, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
    return best if mover == MAX else -best


def settle(game: Any, s: Any, alpha: Any, beta: Any, ply: int, run: Any) -> Any:
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
            value = settle(game, t, floor, roof, ply + 1, run)
        else:
            value = -settle(game, t, -roof, -floor, ply + 1, run)
        tried += 1
        if value > best:
            best = value
            if value >= roof:
                break
            floor = max(floor, value)
    if tried == 0:
        run.stuck()
    return best if mover == MAX else -best


KERNEL = Kernel((search,), ("value", "value", "int", "int"), floats=False)
CALM_KERNEL = Kernel((search, calm), ("value", "value", "int", "int"), floats=False)
"""The same for games that name their forcing moves."""
SETTLE_KERNEL = Kernel((search, settle), ("value", "value", "int", "int"), floats=False)
"""The same for games that are searched on until they are quiet."""
