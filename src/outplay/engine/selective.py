"""The engine's search of games that say what may be left out: null moves, reductions, margins.

It is `engine/search.py` for limited searches, with guesses. None of them is sound, all of them
pay: what they leave out counts as estimated, so nothing they touched is called proven. A win is
one all the same, since nobody is taken to be lost before all moves were looked at. The window
is turned to the side that moves; `mover *` turns scores, which are MAX's.
"""

from __future__ import annotations

from outplay.engine.move_ordering import BAD_MOVE, LAST_NUMBER, rank_of
from outplay.engine.quiescence import quiescence
from outplay.engine.scores import MATE_BOUND, NO_PLY, PROVEN
from outplay.engine.search import ARGUMENTS, STEP
from outplay.engine.state import NativeSelectiveState as Run
from outplay.game import MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value, bring_least, scratch
from outplay.search.state import INFINITY
from outplay.search.view import View

NULL_MOVE_DEPTH, NULL_MOVE_LESS = 2, 3
"""From which depth on a null move is tried, and how much less deep it is searched, at least."""

VERIFY_DEPTH = 10
"""From which depth on a null move that refutes is verified by a search without one."""

REVERSE_FUTILITY_DEPTH, RAZOR_DEPTH, FUTILITY_DEPTH = 7, 2, 6
"""Up to which depth a state far above, or far below, the window is given up, and a quiet move
that cannot lift it."""

LATE_PRUNING_DEPTH, LATE_PRUNING = 7, 3
"""Late move pruning: up to which depth only some quiet moves are tried, so many and the depth
squared."""
BAD_MOVE_DEPTH = 3
"""Up to which depth moves are left out that the game itself thinks are bad."""
REDUCTION_DEPTH, REDUCTION_MOVES = 3, 2
"""Late move reductions: from which depth, and after how many moves."""

SINGULAR_DEPTH = 7
"""Singular extension: from which depth on the hash move may be found the only good one."""

NO_HASH_MOVE_DEPTH = 4
"""From which depth on a state that the table has no move for is searched one ply less."""

SHARE_DEPTH = 5
"""From which depth on threads keep out of each other's way."""

ABANDON_DEPTH = 5
"""From which depth on a thread looks whether another has answered what it was asked."""


def search(
    game: View, s: object, alpha: Value, beta: Value, depth: int, ply: int, run: Run
) -> Value:
    """The score of `s` for MAX."""
    if depth <= 0:
        return quiescence(game, s, alpha, beta, depth, ply, run)
    if run.shared and (
        run.abandoned_to < NO_PLY or (depth >= ABANDON_DEPTH and run.is_abandoned(ply))
    ):
        return alpha
    run.visit(ply)
    if run.symmetric and ply <= run.mirrored:
        s = run.image(game, s)
    h = run.fingerprint(game, s)
    run.fetch(h)
    if game.is_terminal(s):
        run.leaves += 1
        return run.outcome(game.utility(s), ply)
    low, high = -INFINITY, INFINITY
    if run.decisive or run.has_outcome_bounds or run.has_bounds:
        low, high = run.promised_bounds(game, s, ply)
        if low >= beta or low >= high:
            return low
        if high <= alpha:
            return high
    back = NO_PLY
    if run.cyclic:
        if run.is_repetition(game, s, h, ply):
            return run.outcome(run.repetition, ply)
        back = run.back
        run.back = NO_PLY

    estimates = run.estimates
    nodes = run.nodes
    excluded = -1
    entry = h
    if run.excluded_at == ply:
        excluded = run.excluded
        run.excluded_at = NO_PLY
        entry = run.keyed(h, NO_PLY + excluded)
    tt_move = -1
    bottom, top = -INFINITY, INFINITY
    known = 0
    found = run.probe(entry)
    if found != 0:
        tt_move = run.move_of(found)
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

    if run.shared and depth >= ABANDON_DEPTH:
        run.enter(entry, alpha, beta, depth, ply)
    mover = game.to_move(s)
    floor, roof = max(alpha, low), min(beta, high)
    if mover != MAX:
        if mover != MIN:
            run.nobody()
        floor, roof = -roof, -floor
    in_check = run.has_checks and game.in_check(s)
    static = mover * run.static_evaluation(game, s, h)
    run.statics[ply] = mover * static
    improving = run.is_improving(ply, mover) and not in_check
    null_window = not floor + STEP < roof
    if null_window and not in_check and excluded < 0 and roof > -MATE_BOUND and roof < MATE_BOUND:
        value = prune_node(
            game, s, alpha, beta, floor, roof, static, improving, depth, mover, ply, back, run
        )
        if value < INFINITY:
            return value
    extension = 0
    if run.futility and tt_move >= 0 and excluded < 0 and depth >= SINGULAR_DEPTH and ply < run.aim:
        bound = bottom if mover == MAX else -top
        if known >= depth - 3 and bound > -MATE_BOUND and bound < MATE_BOUND:
            bar = bound - run.margin(depth, 32)
            value = best_other_move(game, s, bar, tt_move, depth, mover, ply, run)
            if run.shared and run.abandoned_to < NO_PLY:
                if run.cyclic:
                    run.back = back
                return run.answered(ply)
            if value < bar:
                extension = 1
            elif bar >= roof and null_window:
                run.estimates += 1  # two moves are good enough, so one of them will be
                if run.cyclic:
                    run.back = min(back, run.back)
                return mover * bar
    draft = depth
    if tt_move < 0 and excluded < 0 and depth >= NO_HASH_MOVE_DEPTH:
        depth -= 1
    if run.shared and depth >= ABANDON_DEPTH:
        run.enter(entry, alpha, beta, depth, ply)
    value, chosen = search_moves(
        game, s, h, floor, roof, tt_move, excluded, extension, depth, mover, ply, in_check, run
    )
    if run.shared and run.abandoned_to < NO_PLY:
        if run.cyclic:
            run.back = back
        return run.answered(ply)
    if value == -INFINITY:  # there is no other move than the one that is left out
        return alpha if mover == MAX else beta
    value = min(max(mover * value, low), high)
    draft = min(draft, PROVEN - 1)
    if run.estimates == estimates:
        draft = PROVEN
    run.store_bounds(
        entry, value, alpha, beta, low, high, chosen, draft, run.nodes - nodes, ply, back
    )
    return value


def prune_node(
    game: View,
    s: object,
    alpha: Value,
    beta: Value,
    floor: Value,
    roof: Value,
    static: Value,
    improving: bool,
    depth: int,
    mover: int,
    ply: int,
    back: int,
    run: Run,
) -> Value:
    """The score of a node that is given up before its moves are tried; INFINITY if it is not."""
    ahead = depth
    if improving:
        ahead = depth - 1
    if run.futility and depth <= REVERSE_FUTILITY_DEPTH and static - run.margin(ahead, 1) >= roof:
        run.estimates += 1
        if run.cyclic:
            run.back = back
        return mover * static
    if run.futility and depth <= RAZOR_DEPTH and static + run.margin(3 * depth, 1) <= floor:
        value = mover * quiescence(game, s, alpha, beta, 0, ply, run)
        if value <= floor:
            if run.cyclic:
                run.back = back
            return mover * value
    if (
        run.null_moves
        and depth >= NULL_MOVE_DEPTH
        and static >= roof
        and run.null_move_at != ply
        and game.null_move_allowed(s)
    ):
        # Doing nothing is good enough already, and something is better than nothing.
        t = game.null_move(s)
        run.null_move_at = ply + 1
        less = NULL_MOVE_LESS + depth // 4
        one = floor if mover == MAX else -roof
        other = roof if mover == MAX else -floor
        value = mover * search(game, t, one, other, depth - less, ply + 1, run)
        if value >= roof and depth >= VERIFY_DEPTH:
            # Unless it is better to do nothing than anything (zugzwang): is it so with a move?
            run.null_move_at = ply
            value = mover * search(game, s, one, other, depth - less, ply, run)
        run.null_move_at = NO_PLY
        if run.shared and run.abandoned_to < NO_PLY:
            if run.cyclic:
                run.back = back
            return run.answered(ply)
        if value >= roof:
            run.estimates += 1
            if run.cyclic:
                run.back = min(back, run.back)
            return mover * roof
    return INFINITY


def best_other_move(
    game: View, s: object, bar: Value, tt_move: int, depth: int, mover: int, ply: int, run: Run
) -> Value:
    """Does a move other than the hash move reach `bar`? A score for the mover."""
    run.excluded_at = ply
    run.excluded = tt_move
    one = bar - STEP if mover == MAX else -bar
    other = bar if mover == MAX else STEP - bar
    value = mover * search(game, s, one, other, depth // 2, ply, run)
    run.excluded_at = NO_PLY
    return value


def search_moves(
    game: View,
    s: object,
    h: int,
    floor: Value,
    roof: Value,
    tt_move: int,
    excluded: int,
    extension: int,
    depth: int,
    mover: int,
    ply: int,
    in_check: bool,
    run: Run,
) -> tuple[Value, int]:
    """The best score of a move, for the mover, and the move's number.

    The score is -INFINITY if the excluded move is the only one.
    """
    static = mover * run.statics[ply]
    improving = run.is_improving(ply, mover) and not in_check
    null_window = not floor + STEP < roof
    most = NO_PLY
    if depth <= LATE_PRUNING_DEPTH:
        most = (LATE_PRUNING + depth * depth) // (1 if improving else 2)
    moves = game.moves(s)
    n = len(moves)
    order = scratch(2 * n)
    run.rank_moves(game, s, moves, order, tt_move, mover, ply)
    best, chosen, tried = -INFINITY, tt_move, 0
    k, last = 0, n
    while k < last:
        if k < n:
            bring_least(order, k, n)
        index = order[k] & LAST_NUMBER
        rank = rank_of(order[k])
        k += 1
        a = game.try_move(moves, index, ply)
        run.played[ply] = run.id_of(game, moves, index) + 1
        run.played[ply + 1] = 0
        if index == excluded:
            continue
        quiet = not run.has_captures or game.capture_value(s, a) == 0
        if run.futility and quiet and tried >= most and best > -MATE_BOUND and not in_check:
            run.estimates += 1
            if depth <= BAD_MOVE_DEPTH:
                break  # what comes now is hardly better than what was tried
            continue
        if run.shared and depth >= SHARE_DEPTH:
            # Another thread is at it: do something else first, and find its answer later.
            if tried > 0 and k <= n and run.is_taken(run.keyed(h, depth), index):
                order[last] = order[k - 1]
                last += 1
                continue
            run.take(run.keyed(h, depth), index)
        t = game.result(s, a)
        gives_check = run.has_checks and game.in_check(t)
        if tried > 0 and best > -MATE_BOUND and not in_check and not gives_check:
            skipped = rank < BAD_MOVE and depth <= BAD_MOVE_DEPTH
            if run.futility and quiet and depth <= FUTILITY_DEPTH:
                skipped = skipped or static + run.margin(depth + 1, 1) <= floor
            if skipped:
                run.estimates += 1
                if run.shared and depth >= SHARE_DEPTH:
                    run.release(run.keyed(h, depth), index)
                continue
        deep = depth - 1
        if (gives_check or (extension > 0 and index == tt_move)) and ply < run.aim + run.aim:
            deep = depth
        less = 0
        if (
            run.reduces
            and depth >= REDUCTION_DEPTH
            and tried >= REDUCTION_MOVES
            and not gives_check
            and (quiet or rank < BAD_MOVE)
            and (not run.has_quiet_states or game.is_quiet(t))
        ):
            less = run.reduction(depth, tried, rank)
            if not improving:
                less += 1
            if in_check or not null_window:
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
            if run.abandoned_to < NO_PLY:
                return value, chosen
        tried += 1
        if value > best:
            best = value
            if value > floor:
                chosen = index
                if not null_window:
                    run.improve(ply, a)
                if value >= roof:
                    run.cuts += 1
                    if tried == 1:
                        run.first_cuts += 1
                    run.update_histories(game, moves, order, k, quiet, mover, depth, ply)
                    break
                floor = value
    if tried == 0 and excluded < 0:
        run.stuck()
    return best, chosen


KERNEL = Kernel(
    (search, prune_node, best_other_move, search_moves, quiescence), Run, ARGUMENTS, inlined=True
)
