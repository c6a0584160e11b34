"""Star1 and Star2: alpha-beta for chance nodes (Ballard 1983).

If every value lies in [low, high], a chance node is out of its window as soon as even the
best (or worst) luck with the outcomes still to come could not bring it back:

    expected so far + Σ P(rest) · high ≤ α     or     expected so far + Σ P(rest) · low ≥ β

Star1 searches each outcome with the window that this leaves for it. Star2 first probes one
reply to each outcome: MIN's first reply bounds an outcome from above, MAX's from below, and
often the probes alone settle the node. Where they do not, each outcome is searched from its
second reply on, since the probe has the value of the first.
"""

from __future__ import annotations

from typing import Any

from outplay.game import CHANCE, MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.layout import NOTES
from outplay.native.state import Value
from outplay.search.state import EXACT, INFINITY, LOWER, UPPER
from outplay.search.word_table import NativeSearchState


def star(
    game: Any, s: object, alpha: Value, beta: Value, first: Value, probed: int, ply: int, run: Any
) -> Value:
    """A value of `s` for MAX that is right wherever it matters inside (alpha, beta).

    If `probed`, the value of the first action is known: `first`.
    """
    run.visit(ply)
    if run.watch:
        run.watch.enter(s, ply, alpha, beta)
    if game.is_terminal(s):
        run.leaves += 1
        value = game.utility(s)
        run.check(value)
        if value < run.low or value > run.high:
            run.out_of_bounds()
        if run.watch:
            run.watch.leaf(s, ply, value, True)
        return value
    if run.limited and game.is_cutoff(s, ply):
        run.estimates += 1
        value = game.evaluate(s)
        run.check(value)
        if value < run.low or value > run.high:
            run.out_of_bounds()
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
                or (bound == LOWER and value >= beta)
                or (bound == UPPER and value <= alpha)
            ):
                run.use_entry(game, entry)
                if run.watch:
                    run.watch.leave(s, ply, value)
                return value
        estimates = run.estimates

    bound = EXACT
    tried = 0
    player = game.to_move(s)
    if run.chance and player == CHANCE:
        best = star_chance(game, s, alpha, beta, ply, run)
        tried = 1
        if best <= alpha:
            bound = UPPER
        elif best >= beta:
            bound = LOWER
    elif player == MAX:
        low = alpha
        best = -INFINITY
        for a in game.actions(s):
            if probed and tried == 0:
                value = first
            else:
                value = star(game, game.result(s, a), alpha, beta, 0.0, 0, ply + 1, run)
            tried += 1
            if value > best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, alpha, beta)
            if best >= beta:
                run.cuts += 1
                if tried == 1:
                    run.first_cuts += 1
                if run.watch:
                    run.watch.cut(s, ply, a, best, alpha, beta)
                bound = LOWER
                break
            alpha = max(alpha, best)
        if best <= low:
            bound = UPPER
    elif player == MIN:
        high = beta
        best = INFINITY
        for a in game.actions(s):
            if probed and tried == 0:
                value = first
            else:
                value = star(game, game.result(s, a), alpha, beta, 0.0, 0, ply + 1, run)
            tried += 1
            if value < best:
                best = value
                run.improve(ply, a)
            if run.watch:
                run.watch.update(s, ply, a, value, best, alpha, beta)
            if best <= alpha:
                run.cuts += 1
                if tried == 1:
                    run.first_cuts += 1
                if run.watch:
                    run.watch.cut(s, ply, a, best, alpha, beta)
                bound = UPPER
                break
            beta = min(beta, best)
        if best >= high:
            bound = LOWER
    else:
        run.nobody()
    if tried == 0:
        run.stuck()
    if run.memory:
        run.remember(game, entry, ply, best, bound, estimates)
    if run.watch:
        run.watch.leave(s, ply, best)
    return best


def star_chance(game: Any, s: object, alpha: Value, beta: Value, ply: int, run: Any) -> Value:
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
                run.cuts += 1
                run.probe_cuts += 1
                bound = min(alpha, rest_high) if high <= too_low else max(beta, rest_low)
                if run.watch:
                    run.watch.cut(s, ply, a, bound, alpha, beta)
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
        probed = 1 if first != INFINITY else 0
        value = star(
            game, t, max(run.low, too_low), min(run.high, too_high), first, probed, ply + 1, run
        )
        expected += p * value
        if run.watch:
            run.watch.update(s, ply, a, value, expected, alpha, beta)
        if value >= too_high:
            run.cuts += 1
            if run.watch:
                run.watch.cut(s, ply, a, max(beta, expected + rest_low), alpha, beta)
            return max(beta, expected + rest_low)
        if value <= too_low:
            run.cuts += 1
            if run.watch:
                run.watch.cut(s, ply, a, min(alpha, expected + rest_high), alpha, beta)
            return min(alpha, expected + rest_high)
    return expected


def star_probe(game: Any, t: object, too_low: Value, too_high: Value, ply: int, run: Any) -> Value:
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
            return star(game, u, run.low, min(run.high, too_high), 0.0, 0, ply + 1, run)
        return star(game, u, max(run.low, too_low), run.high, 0.0, 0, ply + 1, run)
    return INFINITY


KERNEL = Kernel(
    (star, star_chance, star_probe),
    NativeSearchState,
    ("value", "value", "value", "int", "int"),
    floats=True,
)
