"""The engine's search: principal variations, null windows, a table, and all that a game promises.

Fail-soft, as in `search/alphabeta.py`: what `search` returns is right inside (alpha, beta),
and a bound outside. Scores are from MAX's side; `native/scores.py` says what they hold.

The first move of a node is searched with the whole window, the others with a null window
that asks only whether they are better; the few that are, are searched again.
"""

from __future__ import annotations

from typing import Any

from outplay.game import MAX
from outplay.native.kernels import Kernel
from outplay.native.scores import PROVEN
from outplay.search.run import INFINITY

STEP = 1e-9
"""The width of a null window; natively 1 where scores are ints."""

FAR = 1 << 30
"""A ply beyond all lines."""


def search(game: Any, s: Any, alpha: Any, beta: Any, depth: int, ply: int, run: Any) -> Any:
    """The score of `s` for MAX."""
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
        again = run.repeated(h, ply)
        if again >= 0:
            run.back = min(run.back, again)
            return run.outcome(run.repetition, ply)
        back = run.back
        run.back = FAR

    hint = -1
    found = run.probe(h)
    if found != 0:
        hint = run.move_of(found)
        if not run.limited or run.depth_of(found) >= depth:
            bottom = run.low_of(found, ply)
            top = run.high_of(found, ply)
            if bottom >= beta or top <= alpha or bottom >= top:
                run.hits += 1
                if run.limited and run.depth_of(found) < PROVEN:
                    run.estimates += 1
                if run.cyclic:
                    run.back = back
                return bottom if bottom >= beta else top
            low = max(low, bottom)
            high = min(high, top)

    mover = game.to_move(s)
    floor, roof = max(alpha, low), min(beta, high)
    if mover != MAX:
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
    estimates = run.estimates
    nodes = run.nodes
    best = -INFINITY
    chosen = hint
    tried = 0
    for index, a in run.each(n):
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
        draw = run.outcome(run.repetition, ply)
        run.back = min(back, run.back) if leans else back
        if value < beta and (not leans or value < draw):
            high = value
        if value > alpha and (not leans or value > draw):
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


KERNEL = Kernel((search,), ("value", "value", "int", "int"), floats=False)
