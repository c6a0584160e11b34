"""Alpha-beta: minimax that skips what cannot matter.

α is what MAX already has elsewhere, β what MIN already has. A node whose value leaves the
window (α, β) on the far side will never be played to, so the rest of it is skipped.

The contract of `alphabeta(s, α, β)`, where v is the minimax value of s and r what it returns:

    fail-soft   α < r < β  →  v = r          fail-hard   the same; inner nodes keep r in [α, β]
                r ≤ α      →  v ≤ r
                r ≥ β      →  v ≥ r

Books differ in when they cut. AIMA cuts as soon as v ≥ β, Berkeley's CS 188 only when
v > β (`strict`), which visits more nodes but makes equal values exact.
"""

from __future__ import annotations

from typing import Any

from outplay.game import MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value
from outplay.search.state import EXACT, INFINITY, LOWER, UPPER
from outplay.search.word_table import NativeSearchState


def alphabeta(game: Any, s: object, alpha: Value, beta: Value, ply: int, run: Any) -> Value:
    """A value of `s` for MAX that is right wherever it matters inside (alpha, beta)."""
    run.visit(ply)
    if run.watch:
        run.watch.enter(s, ply, alpha, beta)
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
            value = run.entry_value(game, entry)
            bound = run.entry_bound(game, entry)
            if (
                bound == EXACT
                or (bound == LOWER and (value > beta or (not run.strict and value == beta)))
                or (bound == UPPER and (value < alpha or (not run.strict and value == alpha)))
            ):
                run.use_entry(game, entry)
                if run.watch:
                    run.watch.leave(s, ply, value)
                return value
        estimates = run.estimates

    low, high = alpha, beta
    tried = 0
    mover = game.to_move(s)
    if mover == MAX:
        best = -INFINITY
        for a in game.actions(s):
            value = alphabeta(game, game.result(s, a), alpha, beta, ply + 1, run)
            tried += 1
            if value > best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, alpha, beta)
            if best > beta or (not run.strict and best == beta):
                run.cuts += 1
                if tried == 1:
                    run.first_cuts += 1
                if run.watch:
                    run.watch.cut(s, ply, a, best, alpha, beta)
                break
            alpha = max(alpha, best)
    elif mover == MIN:
        best = INFINITY
        for a in game.actions(s):
            value = alphabeta(game, game.result(s, a), alpha, beta, ply + 1, run)
            tried += 1
            if value < best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, alpha, beta)
            if best < alpha or (not run.strict and best == alpha):
                run.cuts += 1
                if tried == 1:
                    run.first_cuts += 1
                if run.watch:
                    run.watch.cut(s, ply, a, best, alpha, beta)
                break
            beta = min(beta, best)
    else:
        run.nobody()
    if tried == 0:
        run.stuck()
    if run.fail_hard:
        best = min(max(best, low), high)
    if run.memory and not (run.fail_hard and low == high):  # clamped so, it says nothing
        if best <= low:
            run.remember(game, entry, ply, best, UPPER, estimates)
        elif best >= high:
            run.remember(game, entry, ply, best, LOWER, estimates)
        else:
            run.remember(game, entry, ply, best, EXACT, estimates)
    if run.watch:
        run.watch.leave(s, ply, best)
    return best


KERNEL = Kernel((alphabeta,), NativeSearchState, ("value", "value", "int"))
