"""The engine's search of games that say what may be left out: null moves, reductions, margins.

It is `engine/search.py` for limited searches, with guesses. None of them is sound, all of them
pay: what they leave out counts as estimated, so nothing they touched is called proven. A win is
one all the same, since nobody is taken to be lost before all moves were looked at. The window
is turned to the side that moves; `mover *` turns scores, which are MAX's.
"""

from __future__ import annotations

from typing import Any

from outplay.engine.search import STEP
from outplay.game import MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.layout import MAX_PLY
from outplay.native.scores import FAR, LEAST, POOR, PROVEN
from outplay.search.run import INFINITY

PASS_DEPTH, PASS_LESS = 2, 3
"""From which depth on a pass is tried, and how much less deep it is searched, at least."""

VERIFY_DEPTH = 10
"""From which depth on a move, not a pass, must show that the position is as good as it seems."""

SURE_DEPTH, RAZOR_DEPTH, FUTILE_DEPTH = 7, 2, 6
"""Up to which depth a state far above, or far below, the window is given up, and a quiet move
that cannot lift it."""

FEW_DEPTH, FEW = 7, 3
"""Up to which depth only some quiet moves are tried: FEW, and the depth squared."""
POOR_DEPTH = 3
"""Up to which depth moves are left out that the game itself thinks are bad."""
LATE_DEPTH, LATE = 3, 2
"""From which depth, and after how many moves, the others are searched less deep."""

ALONE_DEPTH = 7
"""From which depth on it is asked whether the table's move is the only good one."""

UNKNOWN_DEPTH = 4
"""From which depth on a state that the table has no move for is searched one ply less."""

SHARE_DEPTH = 5
"""From which depth on threads keep out of each other's way."""

MOOT_DEPTH = 5
"""From which depth on a thread looks whether another has answered what it was asked."""

MOST_FORCED = 14
"""Forcing moves in a row that are followed below the depth."""


def search(game: Any, s: Any, alpha: Any, beta: Any, depth: int, ply: int, run: Any) -> Any:
    """The score of `s` for MAX."""
    if depth <= 0:
        return calm(game, s, alpha, beta, depth, ply, run)
    if run.shared and (run.away < FAR or (depth >= MOOT_DEPTH and run.is_moot(ply))):
        return alpha
    run.visit(ply)
    if run.symmetric and ply <= run.mirrored:
        s = run.image(s)
    h = run.fingerprint(s)
    run.fetch(h)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    low, high = -INFINITY, INFINITY
    if run.decisive:  # nobody wins or loses before the next move
        low = run.worth(-1, ply)
        high = run.worth(1, ply)
    if run.outlooks:
        worst, best_hope = game.outlook(s)
        low = run.worth(worst, ply)
        high = run.worth(best_hope, ply)
    if run.bounded:
        lowest, highest = game.bounds(s)
        low = max(low, run.least(lowest))
        high = min(high, run.most(highest))
    if run.decisive or run.outlooks or run.bounded:
        if low >= beta or low >= high:
            return low
        if high <= alpha:
            return high
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
    barred = -1
    if run.barred_at == ply:
        barred = run.barred
        run.barred_at = FAR
    hint = -1
    bottom, top = -INFINITY, INFINITY
    known = 0
    entry = h
    if barred >= 0:
        entry = run.keyed(h, FAR + barred)
    found = run.probe(entry)
    if found != 0:
        hint = run.move_of(found)
        known = run.depth_of(found)
        bottom = run.low_of(found, ply)
        top = run.high_of(found, ply)
        if known >= depth:
            if bottom >= beta or top <= alpha or bottom >= top:
                run.hits += 1
                if known < PROVEN:
                    run.estimates += 1
                if run.cyclic:
                    run.back = back
                return bottom if bottom >= beta else top
            if known < PROVEN and (bottom > low or top < high):
                run.estimates += 1
            low = max(low, bottom)
            high = min(high, top)

    if run.shared and depth >= MOOT_DEPTH:
        run.stand(entry, alpha, beta, depth, ply)
    mover = game.to_move(s)
    floor, roof = max(alpha, low), min(beta, high)
    if mover != MAX:
        if mover != MIN:
            run.nobody()
        floor, roof = -roof, -floor
    open_window = floor + STEP < roof
    peril = run.threatening and game.threatened(s)
    static = mover * run.appraisal(h)
    if static == INFINITY or static == -INFINITY:
        static = mover * run.appraise(h, run.estimate(game.evaluate(s)))
    better = run.is_better(ply, mover * static, mover) and not peril
    if not open_window and not peril and barred < 0 and roof > -LEAST and roof < LEAST:
        ahead = depth
        if better:
            ahead = depth - 1
        if run.margins and depth <= SURE_DEPTH and static - run.margin(ahead, 1) >= roof:
            run.estimates += 1
            if run.cyclic:
                run.back = back
            return mover * static
        if run.margins and depth <= RAZOR_DEPTH and static + run.margin(3 * depth, 1) <= floor:
            value = mover * calm(game, s, alpha, beta, 0, ply, run)
            if value <= floor:
                if run.cyclic:
                    run.back = back
                return mover * value
        if (
            run.passing
            and depth >= PASS_DEPTH
            and static >= roof
            and run.passed_at != ply
            and game.can_pass(s)
        ):
            # Doing nothing is good enough already, and something is better than nothing.
            t = game.passed(s)
            run.passed_at = ply + 1
            less = PASS_LESS + depth // 4
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * search(game, t, one, other, depth - less, ply + 1, run)
            if value >= roof and depth >= VERIFY_DEPTH:
                # Unless it is better to do nothing than anything: is it so without passing?
                run.passed_at = ply
                value = mover * search(game, s, one, other, depth - less, ply, run)
            run.passed_at = FAR
            if run.shared and run.away < FAR:
                if run.cyclic:
                    run.back = back
                return run.recalled(ply)
            if value >= roof:
                run.estimates += 1
                if run.cyclic:
                    run.back = min(back, run.back)
                return mover * roof
    longer = 0
    if run.margins and hint >= 0 and barred < 0 and depth >= ALONE_DEPTH and ply < run.aim:
        bound = bottom if mover == MAX else -top
        if known >= depth - 3 and bound > -LEAST and bound < LEAST:
            # Is it the only good move? Then it is worth a ply more.
            bar = bound - run.margin(depth, 32)
            run.barred_at = ply
            run.barred = hint
            one = bar - STEP if mover == MAX else -bar
            other = bar if mover == MAX else STEP - bar
            value = mover * search(game, s, one, other, depth // 2, ply, run)
            run.barred_at = FAR
            if run.shared and run.away < FAR:
                if run.cyclic:
                    run.back = back
                return run.recalled(ply)
            if value < bar:
                longer = 1
            elif bar >= roof and not open_window:
                run.estimates += 1  # two moves are good enough, so one of them will be
                if run.cyclic:
                    run.back = min(back, run.back)
                return mover * bar
    draft = depth
    if hint < 0 and barred < 0 and depth >= UNKNOWN_DEPTH:
        depth -= 1
    if run.shared and depth >= MOOT_DEPTH:
        run.stand(entry, alpha, beta, depth, ply)
    few = FAR
    if depth <= FEW_DEPTH:
        few = FEW + depth * depth
        if not better:
            few = few // 2
    n = run.arrange(s, hint, mover, ply)
    best = -INFINITY
    chosen = hint
    tried = 0
    for index, a in run.picked(n):
        if index == barred:
            continue
        rank = run.rank()
        quiet = not run.gaining or game.gain(s, a) == 0
        if run.margins and quiet and tried >= few and best > -LEAST and not peril:
            run.estimates += 1
            if depth <= POOR_DEPTH:
                break  # what comes now is hardly better than what was tried
            continue
        if run.shared and depth >= SHARE_DEPTH:
            # Another thread is at it: do something else first, and find its answer later.
            if tried > 0 and not run.is_late() and run.is_taken(run.keyed(h, depth), index):
                run.defer()
                continue
            run.take(run.keyed(h, depth), index)
        t = game.result(s, a)
        tense = run.threatening and game.threatened(t)
        if tried > 0 and best > -LEAST and not peril and not tense:
            skipped = rank < POOR and depth <= POOR_DEPTH
            if run.margins and quiet and depth <= FUTILE_DEPTH:
                skipped = skipped or static + run.margin(depth + 1, 1) <= floor
            if skipped:
                run.estimates += 1
                if run.shared and depth >= SHARE_DEPTH:
                    run.release(run.keyed(h, depth), index)
                continue
        deep = depth - 1
        if (tense or (longer > 0 and index == hint)) and ply < run.aim + run.aim:
            deep = depth
        less = 0
        if (
            run.reducing
            and depth >= LATE_DEPTH
            and tried >= LATE
            and not tense
            and (quiet or rank < POOR)
            and (not run.hushing or game.is_quiet(t))
        ):
            less = run.reduction(depth, tried, rank)
            if not better:
                less += 1
            if open_window or peril:
                less -= 1
            less = max(0, min(less, deep - 1))
        upper = roof
        if tried > 0:
            upper = min(roof, floor + STEP)
        one = floor if mover == MAX else -upper
        other = upper if mover == MAX else -floor
        value = mover * search(game, t, one, other, deep - less, ply + 1, run)
        if less > 0 and value > floor:
            value = mover * search(game, t, one, other, deep, ply + 1, run)
        if upper < roof and floor < value and value < roof:
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * search(game, t, one, other, deep, ply + 1, run)
        if run.shared:
            if depth >= SHARE_DEPTH:
                run.release(run.keyed(h, depth), index)
            if run.away < FAR:
                if run.cyclic:
                    run.back = back
                return run.recalled(ply)
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
                    run.teach(quiet, mover, depth, ply)
                    break
                floor = value
    if tried == 0:
        if barred >= 0:
            return alpha if mover == MAX else beta  # there is no other move
        run.stuck()
    value = min(max(mover * best, low), high)
    if run.cyclic:
        # What leans on a position further up is true on this line only: see `search.py`.
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
    draft = min(draft, PROVEN - 1)
    if run.estimates == estimates:
        draft = PROVEN
    run.store(entry, low, high, chosen, draft, run.nodes - nodes, ply)
    return value


def calm(game: Any, s: Any, alpha: Any, beta: Any, depth: int, ply: int, run: Any) -> Any:
    """The score of `s` when only forcing moves are followed; nobody has to make one.

    Except a side that is threatened: it has to answer, and all its moves are looked at.
    """
    run.visit(ply)
    h = run.fingerprint(s)
    if depth == 0:
        run.fetch(h)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    peril = run.threatening and game.threatened(s)
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
    if peril and depth > -MOST_FORCED:
        tried = 0
        for a in game.actions(s):
            tried += 1
            t = game.result(s, a)
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * calm(game, t, one, other, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
        if tried == 0:
            run.stuck()
        return mover * best
    run.estimates += 1
    static = mover * run.appraisal(h)
    if static == INFINITY or static == -INFINITY:
        static = mover * run.appraise(h, run.estimate(game.evaluate(s)))
    best = static
    if run.calming and best < roof and depth > -MOST_FORCED:
        floor = max(floor, best)
        for a in game.forcing(s):
            if run.margins and run.gaining:
                hope = static + run.margin(2, 1) + run.estimate(game.gain(s, a))
                if hope <= floor:
                    best = max(best, hope)
                    continue
            t = game.result(s, a)
            one = floor if mover == MAX else -roof
            other = roof if mover == MAX else -floor
            value = mover * calm(game, t, one, other, depth - 1, ply + 1, run)
            if value > best:
                best = value
                if value >= roof:
                    break
                floor = max(floor, value)
    return mover * best


KERNEL = Kernel((search, calm), ("value", "value", "int", "int"), floats=False)
