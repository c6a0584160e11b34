"""The kernel of the solver: what is done with many states at once, which stand in rows of keys.

Its jobs are the inner loops of `layers.py`, `waves.py`, `expansion.py` and `retrograde.py`.

    EXPAND   writes the keys of what comes after each state of a layer
    EXPLORE  the same for any game: where the game is over after a move, keys stand apart
    RETRACT  writes the keys of what comes before each state, as the rules say
    END      what states count in which the game is over
    VALUE    finds the value of each state from those of the layer after it
    NARROW   brings the bounds of each value nearer to one another
    IMAGES   counts the images of each state
    ROOTS    writes the keys of the positions to begin with (`root_kernels.py`)

A job that is out of room ends before the state that did not fit: `run.done` says how far it came.
"""

from __future__ import annotations

from dataclasses import replace

from outplay.game import CHANCE, MAX, MIN
from outplay.native.kernels import Kernel
from outplay.native.state import Value
from outplay.search.state import INFINITY
from outplay.search.view import View
from outplay.solve.root_kernels import ROOT_KERNELS, list_roots
from outplay.solve.state import (
    DONE,
    EXPAND,
    EXPLORE,
    IMAGES,
    MISSING,
    NARROW,
    PLAIN,
    RETRACT,
    ROOTS,
    UNGRADED,
    SolveState,
)


def work(game: View, s: object, job: int, run: SolveState) -> Value:
    """Does a job; says what came of it."""
    if job == IMAGES:
        return count_images(game, run)
    if job == ROOTS:
        return list_roots(game, s, run)
    if not run.layered:
        if job == EXPLORE:
            return explore(game, run)
        if run.chance and job == NARROW:
            return narrow(run)
        if run.retracts and job == RETRACT:
            return retract(game, run)
        return value_ends(game, run)
    return expand(game, run) if job == EXPAND else value_states(game, run)


def expand(game: View, run: SolveState) -> int:
    """Goes on with the states from `run.done` on until they are done, or there is no room."""
    while run.done < run.count:
        before = run.written
        if not expand_one(game, run):
            run.written = before
            run.forget_recent()
            return DONE
        if run.grade != run.expected:
            return UNGRADED
        run.done += 1
    return DONE


def expand_one(game: View, run: SolveState) -> bool:
    """Writes the keys of what comes after one state; False if there is no room for them."""
    run.visit()
    s = run.state(game, run.sources, run.done * run.size)
    if game.is_terminal(s):
        return True
    mover = run.mover(game, s)
    tried = 0
    if run.chance and mover == CHANCE:
        for a, _ in game.outcomes(s):
            if run.written >= run.room:
                return False
            put(game, game.result(s, a), run)
            tried += 1
    else:
        for a in game.actions(s):
            if run.written >= run.room:
                return False
            put(game, game.result(s, a), run)
            tried += 1
    if tried == 0:
        run.stuck()
    return True


def put(game: View, t: object, run: SolveState) -> None:
    """Writes the key of one state, unless it was written lately."""
    at = run.written * run.size
    if run.least_key(game, t, run.found, at) and not run.is_recent(run.found, at):
        run.written += 1


# --- any game ------------------------------------------------------------------------------------


def explore(game: View, run: SolveState) -> int:
    """Goes on with the states from `run.done` on until they are done, or there is no room."""
    while run.done < run.count:
        written, over, edges = run.written, run.over_written, run.edges_seen
        if not explore_one(game, run):
            run.written, run.over_written, run.edges_seen = written, over, edges
            run.forget_recent()
            return DONE
        run.ends[run.done] = run.written
        run.done += 1
    return DONE


def explore_one(game: View, run: SolveState) -> bool:
    """What comes after one state, which is not over; False if there is no room for it."""
    run.visit()
    s = run.state(game, run.sources, run.done * run.size)
    mover = run.mover(game, s)
    run.players[run.done] = mover
    best: Value = 0
    if mover == MAX:
        best = -INFINITY
    elif mover == MIN:
        best = INFINITY
    tried, start = 0, run.written
    if run.chance and mover == CHANCE:
        for a, p in game.outcomes(s):
            if run.written >= run.room or run.over_written >= run.room:
                return False
            run.chances[run.written] = p
            t = game.result(s, a)
            if game.is_terminal(t):
                best += p * put_end(game, t, run)
            else:
                put_state(game, t, start, run)
            tried += 1
    else:
        for a in game.actions(s):
            if run.written >= run.room or run.over_written >= run.room:
                return False
            t = game.result(s, a)
            if game.is_terminal(t):
                v = run.one_ply_before(put_end(game, t, run))
                best = max(best, v) if mover == MAX else min(best, v)
            else:
                put_state(game, t, start, run)
            tried += 1
    if tried == 0:
        run.stuck()
    run.values[run.done] = best
    return True


def put_state(game: View, t: object, start: int, run: SolveState) -> None:
    """Writes the key of a state that is not over; `start`: where those like it begin."""
    size, at = run.size, run.written * run.size
    run.flipped[run.written] = 0
    if run.flips and game.to_move(t) == MIN:
        run.flipped[run.written] = 1
        t = game.exchanged(t)
    if run.least_key(game, t, run.found, at):
        run.edges_seen += 1
        is_new = True
        if run.finding != 0:
            is_new = not run.is_recent(run.found, at)
        elif run.distinct != 0:
            for k in range(start, run.written):
                if run.is_same(run.found, k * size, at):
                    is_new = False
                    break
        if is_new:
            run.written += 1


def put_end(game: View, t: object, run: SolveState) -> Value:
    """Writes the key of a state that is over; gives what it counts."""
    v = run.score(game.utility(t))
    if run.flips and game.to_move(t) == MIN:
        t = game.exchanged(t)
    at = run.over_written * run.size
    if run.least_key(game, t, run.over, at) and not run.is_recent(run.over, at):
        run.over_written += 1
    return v


def value_ends(game: View, run: SolveState) -> int:
    """What the states count from `run.done` on, all of which are over."""
    while run.done < run.count:
        value_end(game, run)
        run.done += 1
    return DONE


def value_end(game: View, run: SolveState) -> None:
    """What one counts, and who would be to move."""
    run.visit()
    s = run.state(game, run.sources, run.done * run.size)
    run.values[run.done] = run.score(game.utility(s))
    run.players[run.done] = run.player_at_end(game, s)


def retract(game: View, run: SolveState) -> int:
    """Goes on with the states from `run.done` on until they are done, or there is no room."""
    while run.done < run.count:
        before = run.written
        if not retract_one(game, run):
            run.written = before
            return DONE
        run.ends[run.done] = run.written
        run.done += 1
    return DONE


def retract_one(game: View, run: SolveState) -> bool:
    """What comes before one state; False if there is no room for it."""
    run.visit()
    s = run.state(game, run.sources, run.done * run.size)
    start = run.written
    for t in game.predecessors(s):
        if run.written >= run.room:
            return False
        put_state(game, t, start, run)
    return True


def narrow(run: SolveState) -> int:
    """Bounds of the values of a piece of a graph, from those of what comes after its states."""
    while run.done < run.count:
        run.visit()
        narrow_one(run.count - 1 - run.done, run)
        run.done += 1
    return DONE


def narrow_one(i: int, run: SolveState) -> None:
    """The same for one."""
    v = run.first + i
    player = run.player(v)
    low = high = run.values[i]
    largest = abs(low) if player == CHANCE else 0.0
    for e in range(run.starts[i], run.starts[i + 1]):
        u = run.half(run.edges, e) & PLAIN
        if player == CHANCE:
            p = run.edge_chances[e]
            low += p * run.lows[u]
            high += p * run.highs[u]
            largest += p * max(abs(run.lows[u]), abs(run.highs[u]))
        elif player == MAX:
            low = max(low, run.lows[u])
            high = max(high, run.highs[u])
        else:
            low = min(low, run.lows[u])
            high = min(high, run.highs[u])
    slack = run.slack * largest * (1 + run.starts[i + 1] - run.starts[i])
    low = max(low - slack, run.lows[v])
    high = min(high + slack, run.highs[v])
    run.change = max(run.change, low - run.lows[v], run.highs[v] - high)
    run.lows[v] = low
    run.highs[v] = high
    run.gap = max(run.gap, high - low)


# --- values and images ---------------------------------------------------------------------------


def value_states(game: View, run: SolveState) -> int:
    """The values of the states from `run.done` on."""
    while run.done < run.count:
        run.values[run.done] = value_of(game, run)
        if run.missing != 0:
            return MISSING
        run.done += 1
    return DONE


def value_of(game: View, run: SolveState) -> Value:
    """The value of one state."""
    run.visit()
    s = run.state(game, run.sources, run.done * run.size)
    if game.is_terminal(s):
        run.players[run.done] = run.player_at_end(game, s)
        return run.score(game.utility(s))
    mover = game.to_move(s)
    run.players[run.done] = mover
    if run.chance and mover == CHANCE:
        best = 0.0
        tried = 0
        for a, p in game.outcomes(s):
            best += p * value_after(game, game.result(s, a), run)
            tried += 1
        run.most_outcomes = max(run.most_outcomes, tried)
    elif mover == MAX:
        best = -INFINITY
        for a in game.actions(s):
            best = max(best, value_after(game, game.result(s, a), run))
    else:
        best = INFINITY
        for a in game.actions(s):
            best = min(best, value_after(game, game.result(s, a), run))
    return best


def value_after(game: View, t: object, run: SolveState) -> Value:
    """The value of a state of the layer after, as it counts one ply before."""
    place = -1
    if run.least_key(game, t, run.found, 0):
        place = run.place(0)
    if place < 0:
        run.missing += 1
        place = 0
    return run.one_ply_before(run.next_values[place])


def count_images(game: View, run: SolveState) -> int:
    """Writes how many different images each state has, itself included."""
    while run.done < run.count:
        count_images_of(game, run)
        run.done += 1
    return DONE


def count_images_of(game: View, run: SolveState) -> None:
    """The same for one state."""
    run.visit()
    s = run.state(game, run.sources, run.done * run.size)
    size, found = run.size, run.found
    run.key(game, s, found, 0)
    n = 1
    for image in game.symmetries(s):
        if n >= run.room:
            break
        run.key(game, image, found, n * size)
        k = 0
        while not run.is_same(found, k * size, n * size):
            k += 1
        if k == n:
            n += 1
    run.images[run.done] = n


SOLVE = Kernel(
    (
        work,
        expand,
        expand_one,
        put,
        explore,
        explore_one,
        put_state,
        put_end,
        value_ends,
        value_end,
        value_states,
        value_of,
        value_after,
        count_images,
        count_images_of,
        retract,
        retract_one,
        narrow,
        narrow_one,
        *ROOT_KERNELS,
    ),
    SolveState,
    ("int",),
    inlined=True,
)
CHANCES = replace(SOLVE, floats=True)
"""The same where chance averages values."""
