"""Alpha-beta: minimax that skips what cannot matter.

α is what MAX already has elsewhere, β what MIN already has. A node whose value leaves the
window (α, β) on the far side will never be played to, so the rest of it is skipped.

The contract of `alphabeta(s, α, β)`, where v is the minimax value of s and r what it returns:

    fail-soft   α < r < β  →  v = r          fail-hard   the same; inner nodes keep r in [α, β]
                r ≤ α      →  v ≤ r
                r ≥ β      →  v ≥ r

Books differ in when they cut. AIMA cuts as soon as v ≥ β, Berkeley's CS 188 only when
v > β (`strict`), which visits more nodes but makes equal values exact.

Star1 and Star2 are alpha-beta for chance nodes (Ballard 1983). If every value lies in [low, high],
a chance node is out of its window as soon as even the best (or worst) luck with the outcomes still
to come could not bring it back:

    expected so far + Σ P(rest) · high ≤ α     or     expected so far + Σ P(rest) · low ≥ β

Star1 searches each outcome with the window that this leaves for it. Star2 first probes one
reply to each outcome: MIN's first reply bounds an outcome from above, MAX's from below, and
often the probes alone settle the node. Where they do not, each outcome is searched from its
second reply on, since the probe has the value of the first.
"""

from __future__ import annotations

from dataclasses import replace

from outplay.game import CHANCE, MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.layout import NOTES
from outplay.native.state import Value
from outplay.search.state import EXACT, INFINITY, LOWER, UPPER, SearchState
from outplay.search.view import View
from outplay.search.word_table import NativeSearchState


def alphabeta(
    game: View, s: object, alpha: Value, beta: Value, ply: int, run: SearchState
) -> Value:
    """A value of `s` for MAX that is right wherever it matters inside (alpha, beta)."""
    run.visit(ply)
    if run.watch:
        run.watch.enter(s, ply, alpha, beta)
    if run.probing:
        probed, run.probed = run.probed, INFINITY
    if game.is_terminal(s):
        return run.leaf(s, ply, game.utility(s), True)
    if run.limited and game.is_cutoff(s, ply):
        return run.leaf(s, ply, game.evaluate(s), False)
    if run.memory:
        entry = run.recall(game, s, ply)
        if entry >= 0 and run.settles(game, entry, alpha, beta):
            return run.use_entry(game, entry, s, ply)
        estimates = run.estimates

    low, high = alpha, beta
    tried = 0
    mover = game.to_move(s)
    if mover == MAX:
        best = -INFINITY
        for a in game.actions(s):
            if run.probing and tried == 0 and probed != INFINITY:
                value = probed
            else:
                value = alphabeta(game, game.result(s, a), alpha, beta, ply + 1, run)
            tried += 1
            if value > best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, alpha, beta)
            if best > beta or (not run.strict and best == beta):
                run.cut(s, ply, a, best, alpha, beta, tried)
                break
            alpha = max(alpha, best)
    elif mover == MIN:
        best = INFINITY
        for a in game.actions(s):
            if run.probing and tried == 0 and probed != INFINITY:
                value = probed
            else:
                value = alphabeta(game, game.result(s, a), alpha, beta, ply + 1, run)
            tried += 1
            if value < best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, alpha, beta)
            if best < alpha or (not run.strict and best == alpha):
                run.cut(s, ply, a, best, alpha, beta, tried)
                break
            beta = min(beta, best)
    elif run.chance and mover == CHANCE:
        best = star_chance(game, s, alpha, beta, ply, run)
        tried = 1
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


def star_chance(
    game: View, s: object, alpha: Value, beta: Value, ply: int, run: SearchState
) -> Value:
    """The expected value of a chance node, or a bound on it outside (alpha, beta)."""
    # The least and the most that the outcomes not yet searched can add.
    rest_low = run.low
    rest_high = run.high
    if run.probing:
        index = 0
        for a, p in game.outcomes(s):
            if index >= NOTES:
                break
            if p <= 0.0:
                continue
            t = game.result(s, a)
            rest_low -= p * run.low
            rest_high -= p * run.high
            too_low = (alpha - rest_high) / p
            too_high = (beta - rest_low) / p
            low, high = run.low, run.high
            value = star_probe(game, t, too_low, too_high, ply + 1, run)
            run.notes[ply * NOTES + index] = value
            index += 1
            if value != INFINITY:
                if game.to_move(t) == MAX:
                    low = value
                else:
                    high = value
            rest_low += p * low
            rest_high += p * high
            if high <= too_low or low >= too_high:
                run.probe_cuts += 1
                bound = min(alpha, rest_high) if high <= too_low else max(beta, rest_low)
                run.cut(s, ply, a, bound, alpha, beta, 0)
                return bound

    expected = 0.0
    index = 0
    for a, p in game.outcomes(s):
        if p <= 0.0:
            continue
        t = game.result(s, a)
        low, high = run.low, run.high
        first = INFINITY
        if run.probing and index < NOTES:
            first = run.notes[ply * NOTES + index]
            index += 1
            if first != INFINITY:
                if game.to_move(t) == MAX:
                    low = first
                else:
                    high = first
        rest_low -= p * low
        rest_high -= p * high
        # What this outcome must reach for the node to leave its window.
        too_low = (alpha - expected - rest_high) / p
        too_high = (beta - expected - rest_low) / p
        if run.probing:
            run.probed = first
        value = alphabeta(game, t, max(run.low, too_low), min(run.high, too_high), ply + 1, run)
        expected += p * value
        if run.watch:
            run.watch.update(s, ply, a, value, expected, alpha, beta)
        if value >= too_high or value <= too_low:
            bound = min(alpha, expected + rest_high)
            if value >= too_high:
                bound = max(beta, expected + rest_low)
            run.cut(s, ply, a, bound, alpha, beta, 0)
            return bound
    return expected


def star_probe(
    game: View, t: object, too_low: Value, too_high: Value, ply: int, run: SearchState
) -> Value:
    """The value of the first action in `t`: a bound on `t`, from below if MAX is to move.

    Infinity where nobody chooses: nothing is to be gained by a probe there.
    """
    if game.is_terminal(t) or (run.limited and game.is_cutoff(t, ply)):
        return INFINITY
    player = game.to_move(t)
    if player == CHANCE:
        return INFINITY
    if player != MAX and player != MIN:
        run.nobody()
    for a in game.actions(t):
        u = game.result(t, a)
        if player == MAX:
            return alphabeta(game, u, run.low, min(run.high, too_high), ply + 1, run)
        return alphabeta(game, u, max(run.low, too_low), run.high, ply + 1, run)
    return INFINITY


KERNEL = Kernel((alphabeta,), NativeSearchState, ("value", "value", "int"))
STAR = replace(KERNEL, functions=(alphabeta, star_chance, star_probe), floats=True)
"""The same with cuts at chance nodes."""
