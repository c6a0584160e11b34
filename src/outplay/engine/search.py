"""The engine's search: principal variations, null windows, a table, and all that a game promises.

Fail-soft, as in `search/alphabeta.py`: what `search` returns is right inside (alpha, beta),
and a bound outside. Scores are from MAX's side; `engine/scores.py` says what they hold.

The first move of a node is searched with the whole window, the others with a null window
that asks only whether they are better; the few that are, are searched again.
"""

from __future__ import annotations

from dataclasses import replace

from outplay.engine.move_ordering import LAST_NUMBER
from outplay.engine.quiescence import quiescence
from outplay.engine.scores import NO_PLY, PROVEN
from outplay.engine.state import NativeSelectiveState as Run
from outplay.engine.state import NativeState
from outplay.game import MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value, scratch
from outplay.search.state import INFINITY
from outplay.search.view import View

STEP = 1e-9
"""The width of a null window; natively 1 where scores are ints."""

INTERNAL_DEPTH, INTERNAL_LESS = 5, 3
"""Internal iterative deepening: from which depth on a node without a hash move is searched
shallower first, and by how much."""


KNOWN = -2
"""In place of a move's number: see `search_moves`."""


def search(
    game: View, s: object, alpha: Value, beta: Value, depth: int, ply: int, run: Run
) -> Value:
    """The score of `s` for MAX."""
    if (run.extends_until_quiet or run.has_tactics) and depth <= 0:
        return quiescence(game, s, alpha, beta, depth, ply, run)
    run.visit(ply)
    if run.symmetric and ply <= run.mirrored:
        s = run.image(game, s)
    h = run.fingerprint(game, s)
    if run.limited:
        run.fetch(h)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    low, high = -INFINITY, INFINITY
    if run.has_outcome_bounds or run.has_bounds:
        low, high = run.promised_bounds(game, s, ply)
        if low >= beta or low >= high:
            return low
        if high <= alpha:
            return high
    if run.limited and depth <= 0:
        run.estimates += 1
        return min(max(run.estimate(game.evaluate(s)), low), high)
    back = NO_PLY
    if run.cyclic:
        if run.is_repetition(game, s, h, ply):
            return run.outcome(run.repetition, ply)
        back = run.back
        run.back = NO_PLY

    estimates = run.estimates
    nodes = run.nodes
    tt_move = -1
    found = run.probe(h)
    if run.limited and found == 0 and depth >= INTERNAL_DEPTH and alpha + STEP < beta:
        # No move to begin with where it matters most: a shallower search finds one.
        search(game, s, alpha, beta, depth - INTERNAL_LESS, ply, run)
        run.estimates = estimates  # they only took part in the order of the moves
        found = run.probe(h)
    if found != 0:
        tt_move = run.move_of(found)
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
    value, chosen = search_moves(game, s, h, floor, roof, tt_move, depth, mover, ply, run)
    if chosen == KNOWN:
        if run.cyclic:
            run.back = back
        return value if mover == MAX else -value
    value = value if mover == MAX else -value
    value = min(max(value, low), high)
    draft = PROVEN
    if run.limited and run.estimates != estimates:
        draft = min(depth, PROVEN - 1)
    run.store_bounds(h, value, alpha, beta, low, high, chosen, draft, run.nodes - nodes, ply, back)
    return value


def search_moves(
    game: View,
    s: object,
    h: int,
    floor: Value,
    roof: Value,
    tt_move: int,
    depth: int,
    mover: int,
    ply: int,
    run: Run,
) -> tuple[Value, int]:
    """The best score of a move, for the mover, inside (floor, roof), and the move's number.

    That is KNOWN where the table knows a move to be good enough, and none was searched.
    """
    open_window = floor + STEP < roof
    moves = game.moves(s)
    n = len(moves)
    order = scratch(2 * n)
    if not run.limited:
        hashes = order
        if run.native:
            hashes = scratch(n)
            run.fetch_children(game, s, moves, hashes, ply)
    run.order_moves(game, s, moves, order, tt_move, mover, ply)
    if not run.limited and roof < INFINITY and 4 * ply < 3 * run.deepest:
        known = run.known_cutoff(game, s, moves, hashes, roof, mover, ply)
        if known >= roof:
            run.hits += 1
            return known, KNOWN
    best = -INFINITY
    chosen = tt_move
    tried = 0
    k, last = 0, n
    while k < last:
        index = order[k] & LAST_NUMBER
        k += 1
        a = game.try_move(moves, index, ply)
        if run.shared and ply + ply < run.deepest:
            # Another thread is at it: do something else first, and find its answer later.
            if tried > 0 and k <= n and run.is_taken(h, index):
                order[last] = order[k - 1]
                last += 1
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
                    run.update_history(game, moves, index, mover, ply)
                    break
                floor = value
    if tried == 0:
        run.stuck()
    return best, chosen


ARGUMENTS = ("value", "value", "int", "int")
KERNEL = Kernel((search, search_moves), NativeState, ARGUMENTS, inlined=True)
QUIESCENCE_KERNEL = replace(KERNEL, functions=(*KERNEL.functions, quiescence))
"""The same for games that are searched on below the depth."""
