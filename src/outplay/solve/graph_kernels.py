"""The jobs of the solver's kernel that see states as numbers, with edges between them.

    NUMBER    gives each key that was found a number, a new one to each that is new
    COUNT     counts the edges that lead to each state
    REVERSE   turns the edges round
    ATTRACT   from where one side has won, all states in which it can force that, the nearest first
    RESOLVE   the value of each state as soon as those of all that come after it are known
    NARROW    brings the bounds of each value nearer to one another

Only states that are not over have numbers: what a move counts that ends the game is known from the
start, and the best of these of each state stands in `values`. Numbers have 31 bits, two in a word;
the highest bit of an edge says that the sides are exchanged along it.
"""

from __future__ import annotations

from outplay.game import CHANCE, MAX
from outplay.native.state import Value, prefetch
from outplay.solve.state import (
    ATTRACT,
    COUNT,
    DONE,
    HIGH,
    NUMBER,
    PLAIN,
    RESOLVE,
    REVERSE,
    TAG,
    SolveState,
)

AHEAD = 8
"""How many keys ahead the processor is told where it will look."""


def on_graph(job: int, run: SolveState) -> int:
    """Does a job."""
    if job == NUMBER:
        return number_keys(run)
    if job == COUNT:
        return count_edges(run)
    if job == REVERSE:
        return reverse(run)
    if job == ATTRACT:
        return attract(run)
    if job == RESOLVE:
        return resolve(run)
    return narrow(run)


def number_keys(run: SolveState) -> int:
    """Writes the number of each key in `found` to `numbers`; there is room for new ones."""
    size, mask, slots = run.size, run.slots_mask, run.slots
    while run.done < run.count:
        if run.done + AHEAD < run.count:
            prefetch(slots, run.hash(run.found, (run.done + AHEAD) * size) & mask)
        at = run.done * size
        h = run.hash(run.found, at)
        tag = h & ~TAG
        slot = h & mask
        number = -1
        while number < 0:
            entry = slots[slot]
            if entry == 0:
                number = run.known
                for p in range(size):
                    run.all_keys[number * size + p] = run.found[at + p]
                run.known += 1
                slots[slot] = tag | run.known
            elif entry & ~TAG == tag:
                one = (entry & TAG) - 1
                if run.is_same(run.all_keys, one * size, at):
                    number = one
            slot = slot + 1 & mask
        run.numbers[run.done] = number
        run.done += 1
    return DONE


def count_edges(run: SolveState) -> int:
    """Counts the edges that lead to each state, in `new_starts`, two ahead."""
    while run.done < run.count:
        run.new_starts[(run.half(run.edges, run.done) & PLAIN) + 2] += 1
        run.done += 1
    return DONE


def reverse(run: SolveState) -> int:
    """Writes what comes before each state; `new_starts` is one ahead, and moves as it is filled."""
    while run.done < run.count:
        run.visit()
        for e in range(run.starts[run.done], run.starts[run.done + 1]):
            edge = run.half(run.edges, e)
            to = edge & PLAIN
            place = run.new_starts[to + 1]
            run.set_half(run.new_edges, place, run.done | edge & HIGH)
            if run.chance:
                run.new_chances[place] = run.edge_chances[e]
            run.new_starts[to + 1] = place + 1
        run.done += 1
    return DONE


def attract(run: SolveState) -> int:
    """Goes on with the queue: who moves there decides, or all that can be done there leads on."""
    while run.head < run.tail:
        run.visit()
        v = run.half(run.queue, run.head)
        found = run.half(run.reached, v)
        plies = (found & PLAIN) + 1
        for e in range(run.starts[v], run.starts[v + 1]):
            edge = run.half(run.edges, e)
            u = edge & PLAIN
            if run.half(run.reached, u) == 0:
                winner = (found ^ edge) & HIGH
                is_reached = (run.player(u) == MAX) == (winner != 0)
                if not is_reached:
                    left = run.half(run.left, u) - 1
                    run.set_half(run.left, u, left)
                    is_reached = left == 0
                if is_reached:
                    run.set_half(run.reached, u, winner | plies)
                    run.set_half(run.queue, run.tail, u)
                    run.tail += 1
        run.head += 1
    return DONE


def resolve(run: SolveState) -> int:
    """Goes on with the queue of states whose values are known."""
    while run.head < run.tail:
        run.visit()
        v = run.half(run.queue, run.head)
        value = run.one_ply_before(run.values[v])
        for e in range(run.starts[v], run.starts[v + 1]):
            edge = run.half(run.edges, e)
            u = edge & PLAIN
            resolve_edge(u, e, value if edge & HIGH == 0 else -value, run)
            if run.chance:
                plies = max(run.half(run.reached, u), run.half(run.reached, v) + 1)
                run.set_half(run.reached, u, plies)
            left = run.half(run.left, u) - 1
            run.set_half(run.left, u, left)
            if left == 0:
                run.set_half(run.queue, run.tail, u)
                run.tail += 1
        run.head += 1
    return DONE


def resolve_edge(u: int, e: int, value: Value, run: SolveState) -> None:
    """What a state is worth in view of one of those that come after it."""
    player = run.player(u)
    if run.chance and player == CHANCE:
        run.values[u] += run.edge_chances[e] * value
    elif player == MAX:
        run.values[u] = max(run.values[u], value)
    else:
        run.values[u] = min(run.values[u], value)


def narrow(run: SolveState) -> int:
    """Bounds of the values of all states from those of what comes after them."""
    while run.done < run.count:
        run.visit()
        v = run.count - 1 - run.done
        narrow_one(v, run)
        run.done += 1
    return DONE


def narrow_one(v: int, run: SolveState) -> None:
    """The same for one."""
    player = run.player(v)
    low = high = run.values[v]
    largest = abs(low) if player == CHANCE else 0.0
    for e in range(run.starts[v], run.starts[v + 1]):
        u = run.half(run.edges, e)
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
    slack = run.slack * largest * (1 + run.starts[v + 1] - run.starts[v])
    low = max(low - slack, run.lows[v])
    high = min(high + slack, run.highs[v])
    run.change = max(run.change, low - run.lows[v], run.highs[v] - high)
    run.lows[v] = low
    run.highs[v] = high
    run.gap = max(run.gap, high - low)


GRAPH = (on_graph, number_keys, reverse, attract, resolve, resolve_edge, narrow, narrow_one)
