"""The engine's search of games with chance: expectiminimax with Star1, Star2 and the table.

Fail-soft, as in `engine/search.py`: what `expect` returns is right inside (alpha, beta), and a
bound outside. Values are what the rules say, from MAX's side; no distance is mixed in.

A chance node is the mean of its outcomes, so none of them can be left out for being bad. But
where the game promises `bounds`, each outcome yet to come adds something between `least` and
`most`, and the node is settled when that can no longer bring it into its window (Star1,
Ballard 1983). Star2 asks before: one reply to each outcome bounds it, from below if MAX
replies and from above if MIN does, and often these bounds settle the node already.

The table knows a state together with the depth below it. So what a search of depth d answers
is what the textbook answers at depth d, whatever the table held. One thing more is true: what
was proven at depth d - 1, no estimate having a part in it, holds at depth d.
"""

from __future__ import annotations

from outplay.engine.move_ordering import LAST_NUMBER
from outplay.engine.state import NativeState as Run
from outplay.game import CHANCE, MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.layout import NOTES, OutOfBounds
from outplay.native.state import Value, scratch
from outplay.search.state import INFINITY
from outplay.search.view import View

DEPTHS = 127
"""Depths that an entry tells apart, as a mask; its lowest bit says that it is proven."""

PROBING = 3
"""The depth from which on outcomes are probed. Measured: at 2, probes cost what they save."""


def expect(
    game: View, s: object, alpha: Value, beta: Value, depth: int, ply: int, probe: int, run: Run
) -> Value:
    """The value of `s` for MAX.

    With `probe`, of a state in which MAX or MIN moves: a bound on the value, from the first
    move alone. It is a lower one if MAX moves, and alpha must then be one too; for MIN, upper.
    """
    run.visit(ply)
    if game.is_terminal(s):
        run.leaves += 1
        value = game.utility(s)
        run.check(value)
        if run.has_bounds and (value < run.low or value > run.high):
            raise OutOfBounds
        return value
    least, most = -INFINITY, INFINITY
    if run.has_bounds:
        lowest, highest = game.bounds(s)
        least = max(run.low, lowest)
        most = min(run.high, highest)
    if run.limited and depth <= 0:
        run.estimates += 1
        value = game.evaluate(s)
        run.check(value)
        return min(max(value, least), most)
    if run.has_bounds:
        if least >= beta or least >= most:
            return least
        if most <= alpha:
            return most

    if run.symmetric and ply <= run.mirrored:
        s = run.image(game, s)
    estimates = run.estimates
    nodes = run.nodes
    low, high = least, most
    tt_move = -1
    h = run.fingerprint(game, s)
    at = h
    if run.limited:
        at = run.keyed(h, depth)
    found = run.probe(at)
    if run.limited:
        if found != 0 and run.depth_of(found) >> 1 != depth & DEPTHS:
            found = 0
        if found == 0 and depth > 1:
            # The iteration before was here with one ply less to go.
            before = run.probe(run.keyed(h, depth - 1))
            if before != 0 and run.depth_of(before) >> 1 == (depth - 1) & DEPTHS:
                tt_move = run.move_of(before)
                if run.depth_of(before) & 1 == 1:
                    found = before
    if found != 0:
        tt_move = run.move_of(found)
        bottom = run.low_of(found, ply)
        top = run.high_of(found, ply)
        if run.limited and run.depth_of(found) & 1 == 0:
            run.estimates += 1
        if bottom >= beta or top <= alpha or bottom >= top:
            run.hits += 1
            return bottom if bottom >= beta else top
        low = max(low, bottom)
        high = min(high, top)

    mover = game.to_move(s)
    floor, roof = max(alpha, low), min(beta, high)
    chosen, partial = tt_move, False
    if mover == CHANCE:
        value = mean_of_outcomes(game, s, floor, roof, least, most, depth, ply, run)
    else:
        if mover != MAX and mover != MIN:
            run.nobody()
        value, chosen, partial = best_of_moves(
            game, s, floor, roof, tt_move, depth, mover, ply, probe, run
        )
    value = min(max(value, low), high)
    if value < beta and not (partial and mover == MAX):
        high = value
    if value > alpha and not (partial and mover != MAX):
        low = value
    if not run.has_bounds and mover == CHANCE:
        low, high = value, value  # it was searched without a window
    if run.limited:
        tag = 2 * (depth & DEPTHS)
        if run.estimates == estimates:
            tag += 1
        run.store(at, low, high, chosen, tag, run.nodes - nodes, ply)
    else:
        run.store(at, low, high, chosen, 1, run.nodes - nodes, ply)
    return value


def mean_of_outcomes(
    game: View,
    s: object,
    floor: Value,
    roof: Value,
    least: Value,
    most: Value,
    depth: int,
    ply: int,
    run: Run,
) -> Value:
    """The value of a chance node; each outcome lies between `least` and `most`."""
    tried = 0
    # The mean lies between `worst` and `best`: known outcomes count as what they are,
    # the others as `least` and `most`.
    worst, best = least, most
    probed = False
    if run.has_bounds and depth >= PROBING and (floor > least or roof < most):
        probed = True
        index = 0
        for a, p in game.outcomes(s):
            if index >= NOTES:
                break
            if p <= 0.0:
                continue
            t = game.result(s, a)
            player = CHANCE
            if not game.is_terminal(t):
                player = game.to_move(t)
            first = INFINITY
            if player == MAX and roof < most:
                upper = least + (roof - worst) / p
                first = expect(game, t, least, min(most, upper), depth - 1, ply + 1, 1, run)
                first = max(first, least)
                worst += p * (first - least)
            elif player == -MAX and floor > least:
                lower = most - (best - floor) / p
                first = expect(game, t, max(least, lower), most, depth - 1, ply + 1, 1, run)
                first = min(first, most)
                best -= p * (most - first)
            run.notes[ply * NOTES + index] = first
            index += 1
            if worst >= roof or best <= floor:
                run.probe_cuts += 1
                break
    if worst >= roof or best <= floor:
        run.cuts += 1
        return worst if worst >= roof else best
    value = 0.0
    index = 0
    for a, p in game.outcomes(s):
        tried += 1
        if p <= 0.0:
            continue
        t = game.result(s, a)
        if run.has_bounds:
            bottom, top = least, most
            if probed and index < NOTES:
                first = run.notes[ply * NOTES + index]
                index += 1
                if first < INFINITY:
                    if game.to_move(t) == MAX:
                        bottom = first
                    else:
                        top = first
            # What this outcome must reach for the node to leave its window.
            lower = top - (best - floor) / p
            upper = bottom + (roof - worst) / p
            one = expect(game, t, max(least, lower), min(most, upper), depth - 1, ply + 1, 0, run)
            value += p * one
            worst += p * (one - bottom)
            best -= p * (top - one)
            if one >= upper:
                run.cuts += 1
                value = max(roof, worst)
                break
            if one <= lower:
                run.cuts += 1
                value = min(floor, best)
                break
        else:
            one = expect(game, t, -INFINITY, INFINITY, depth - 1, ply + 1, 0, run)
            value += p * one
    if tried == 0:
        run.stuck()
    return value


def best_of_moves(
    game: View,
    s: object,
    floor: Value,
    roof: Value,
    tt_move: int,
    depth: int,
    mover: int,
    ply: int,
    probe: int,
    run: Run,
) -> tuple[Value, int, bool]:
    """The value of a node in which a player moves, for MAX; with `probe`, of the first move alone.

    And the number of the best move; and were moves left out?
    """
    chosen = tt_move
    tried, partial = 0, False
    if mover != MAX:
        floor, roof = -roof, -floor
    moves = game.moves(s)
    n = len(moves)
    order = scratch(n)
    run.order_moves(game, s, moves, order, tt_move, mover, ply)
    best = -INFINITY
    for k in range(n):
        index = order[k] & LAST_NUMBER
        a = game.try_move(moves, index, ply)
        t = game.result(s, a)
        if mover == MAX:
            value = expect(game, t, floor, roof, depth - 1, ply + 1, 0, run)
        else:
            value = -expect(game, t, -roof, -floor, depth - 1, ply + 1, 0, run)
        tried += 1
        if value > best:
            best = value
            if value > floor:
                chosen = index
                run.improve(ply, a)
                if value >= roof:
                    run.cuts += 1
                    if tried == 1:
                        run.first_cuts += 1
                    run.update_history(game, moves, index, mover, ply)
                    break
                floor = value
        if probe == 1 and tried < n:
            partial = True
            break
    if tried == 0:
        run.stuck()
    return (best if mover == MAX else -best), chosen, partial


KERNEL = Kernel(
    (expect, mean_of_outcomes, best_of_moves),
    Run,
    ("value", "value", "int", "int", "int"),
    floats=True,
    inlined=True,
)
