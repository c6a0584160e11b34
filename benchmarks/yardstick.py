"""The exact search of `engine/search.py` for Connect Four alone, with the rules written into it.

The yardstick for what it costs to be generic: it visits the same positions in the same order
with the same table, but leaves out what this one game does not need: no end of the game is
ever visited, and nobody looks for a win that the position before would have seen.

A position is the discs of the side to move, all discs, and who is to move; scores are the
mover's. The board is 7 by 6; `games/connect_four.py` draws it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np

from outplay.bits import mix, popcount, shift_right
from outplay.engine.scores import MATE_BOUND, PROVEN, UNKNOWN, WIN
from outplay.engine.searcher import MIRRORED
from outplay.engine.table import GROW, MEGABYTE, NativeBuckets
from outplay.engine.transposition import AGE_AT, DEPTH_AT, MOVE_AT, PAIR, SCORE_BITS, WORK_AT
from outplay.games.connect_four import State
from outplay.native.front.intrinsics import block, peek, poke, prefetch
from outplay.native.front.module import Module
from outplay.native.front.scopes import source_of
from outplay.native.targets.cpu import CPU

TALL, WIDE = 7, 7
FULL = sum(63 << TALL * column for column in range(WIDE))
BOTTOM = sum(1 << TALL * column for column in range(WIDE))
LED = BOTTOM * 0b010101
SCORE_MASK = (1 << SCORE_BITS) - 1
FIRST = 1 << 46
COLUMN = 127

NODES, CHECK_AT, DEEPEST, TABLE, BUCKETS, MOST, FILLED, AGE, HITS, CUTS, FIRST_CUTS = range(11)
"""Words of the block that the search works in."""

STACK, FRAME = 16, 32
"""Where the moves of each ply start, and the words that a ply has: ranks, discs, hashes."""

ASKED = STACK + 64 * FRAME
"""Where the question stands: the position, the mover and alpha; and behind it the answer."""


def wins(discs: int) -> Any:
    """Where one more disc makes a line with these."""
    found = discs << 1 & discs << 2 & discs << 3
    two = discs << 7 & discs << 14
    found |= two & discs << 21 | two & discs >> 7
    two = discs >> 7 & discs >> 14
    found |= two & discs << 7 | two & discs >> 21
    two = discs << 6 & discs << 12
    found |= two & discs << 18 | two & discs >> 6
    two = discs >> 6 & discs >> 12
    found |= two & discs << 6 | two & discs >> 18
    two = discs << 8 & discs << 16
    found |= two & discs << 24 | two & discs >> 8
    two = discs >> 8 & discs >> 16
    return found | two & discs << 8 | two & discs >> 24


def has_line(discs: int) -> Any:
    """Are four of these in a line?"""
    up, across = discs & discs >> 1, discs & discs >> 7
    rising, falling = discs & discs >> 8, discs & discs >> 6
    return (
        up & up >> 2 | across & across >> 14 | rising & rising >> 16 | falling & falling >> 12
    ) != 0


def mirrored(x: int) -> Any:
    """Columns of 7 bits, the first one last."""
    sides = (x & COLUMN) << 42 | (x & COLUMN << 7) << 28 | (x & COLUMN << 14) << 14
    others = x >> 42 & COLUMN | x >> 28 & COLUMN << 7 | x >> 14 & COLUMN << 14
    return sides | others | x & COLUMN << 21


def bucket(h: int, run: int) -> Any:
    return peek(run, TABLE) + (shift_right(h, 32) * peek(run, BUCKETS) >> 32) * 32


def probe(h: int, run: int) -> Any:
    """The data of the entry for a hash; 0 if there is none."""
    b = bucket(h, run)
    if peek(b, 0) ^ peek(b, 1) == h:
        return peek(b, 1)
    if peek(b, 2) ^ peek(b, 3) == h:
        return peek(b, 3)
    return 0


def seen_from_root(x: int, ply: int) -> Any:
    if x > MATE_BOUND:
        return x - ply
    if x < -MATE_BOUND:
        return x + ply
    return x


def seen_from_node(x: int, ply: int) -> Any:
    if x > MATE_BOUND:
        return x + ply
    if x < -MATE_BOUND:
        return x - ply
    return x


def grow(run: int) -> Any:
    """Twice as many buckets: b becomes 2b and 2b + 1."""
    table, before = peek(run, TABLE), peek(run, BUCKETS)
    poke(run, BUCKETS, before * 2)
    poke(run, FILLED, 0)
    for k in range(before):
        old = table + (before - 1 - k) * 32
        c0, d0, c1, d1 = peek(old, 0), peek(old, 1), peek(old, 2), peek(old, 3)
        new = table + (before - 1 - k) * 64
        for w in range(8):
            poke(new, w, 0)
        for check, data in ((c0, d0), (c1, d1)):
            if data != 0:
                b = bucket(check ^ data, run)
                if peek(b, 1) != 0:
                    b += 16
                poke(b, 0, check)
                poke(b, 1, data)


def store(h: int, low: int, high: int, move: int, work: int, ply: int, run: int) -> Any:
    low, high = seen_from_node(low, ply), seen_from_node(high, ply)
    work = (work).bit_length()
    age = peek(run, AGE)
    data = (
        low + UNKNOWN
        | high + UNKNOWN << SCORE_BITS
        | move + 1 << MOVE_AT
        | PROVEN << DEPTH_AT
        | work << WORK_AT
        | age << AGE_AT
    )
    b = bucket(h, run)
    first = peek(b, 1)
    if first != 0 and peek(b, 0) ^ first != h:
        if first >> AGE_AT & 3 != age or first >> WORK_AT & 63 <= work:
            poke(b, 2, peek(b, 0))
            poke(b, 3, first)
        else:
            b += 16
        filled = peek(run, FILLED) + 1
        poke(run, FILLED, filled)
        if filled > GROW * peek(run, BUCKETS) and peek(run, BUCKETS) < peek(run, MOST):
            grow(run)
            b = bucket(h, run)
    poke(b, 1, data)
    poke(b, 0, h ^ data)


def hash_of(crosses: int, filled: int, images: bool) -> Any:
    """A column of the key keeps to its 7 bits, so the key of the image is its image."""
    key = crosses + filled
    if images:
        other = mirrored(key)
        if other < key:
            key = other
    return mix(key)


def search(mine: int, filled: int, mover: int, alpha: int, beta: int, ply: int, run: int) -> Any:
    """The score for the side to move; right inside (alpha, beta), and a bound outside."""
    nodes = peek(run, NODES) + 1
    if nodes > peek(run, CHECK_AT):
        raise StopIteration
    poke(run, NODES, nodes)
    if ply > peek(run, DEEPEST):
        poke(run, DEEPEST, ply)
    if ply <= MIRRORED:
        crosses = mine if mover == 1 else mine ^ filled
        key = crosses + filled
        if mirrored(key) < key:
            mine, filled = mirrored(mine), mirrored(filled)
    theirs = mine ^ filled
    h = mix((mine if mover == 1 else theirs) + filled)

    free = FULL & ~filled
    danger = wins(theirs) & free
    landing = filled + BOTTOM & FULL
    safe = landing
    forced = landing & danger
    if forced:
        safe = forced if forced & forced - 1 == 0 else 0
    safe &= ~(danger >> 1)
    if not safe:
        return ply + 2 - WIN
    squares = popcount(free)
    if squares < 3:
        return 0
    hope, fear = free, free
    odd = landing & ~LED
    if not odd:
        hope = free & LED
    elif odd & odd - 1 == 0 and odd & safe:
        fear = free & LED
    low = ply + 4 - WIN if squares > 3 and has_line(theirs | fear) else 0
    high = WIN - ply - 3 if has_line(mine | hope) else 0
    if low >= beta or low >= high:
        return low
    if high <= alpha:
        return high

    hint = -1
    found = probe(h, run)
    if found != 0:
        hint = (found >> MOVE_AT & 1023) - 1
        bottom = seen_from_root((found & SCORE_MASK) - UNKNOWN, ply)
        top = seen_from_root((found >> SCORE_BITS & SCORE_MASK) - UNKNOWN, ply)
        if bottom >= beta or top <= alpha or bottom >= top:
            poke(run, HITS, peek(run, HITS) + 1)
            return bottom if bottom >= beta else top
        low, high = max(low, bottom), min(high, top)
    floor, roof = max(alpha, low), min(beta, high)

    ranks = run + (STACK + ply * FRAME) * 8
    discs, hashes = ranks + 8 * 8, ranks + 16 * 8
    n = 0
    images = ply < MIRRORED
    for column in range(WIDE):
        disc = safe & 63 << column * TALL
        if disc:
            after = filled | disc
            child = hash_of(mine | disc if mover == 1 else theirs, after, images)
            prefetch(bucket(child, run), 0)
            poke(discs, n, disc)
            poke(hashes, n, child)
            n += 1
    closed = danger
    for _ in range(5):
        closed |= closed << 1 & FULL
    wanted = free & ~(closed << 1)
    for k in range(n):
        disc = peek(discs, k)
        rank = FIRST
        if k != hint:
            column = ((disc).bit_length() - 1) // TALL
            rank = 64 * popcount(wins(mine | disc) & wanted & ~disc) - abs(2 * column - 6)
        rank = rank * 16 + (15 - k)
        j = k
        while j > 0 and peek(ranks, j - 1) < rank:
            poke(ranks, j, peek(ranks, j - 1))
            j -= 1
        poke(ranks, j, rank)
    if 4 * ply < 3 * peek(run, DEEPEST):
        for k in range(n):
            found = probe(peek(hashes, k), run)
            if found != 0:
                top = (found >> SCORE_BITS & SCORE_MASK) - UNKNOWN
                value = -seen_from_root(top, ply + 1)
                if value >= roof:
                    poke(run, HITS, peek(run, HITS) + 1)
                    return value
    best, chosen = -WIN, hint
    for i in range(n):
        index = 15 - (peek(ranks, i) & 15)
        disc = peek(discs, index)
        upper = roof if i == 0 else min(roof, floor + 1)
        value = -search(theirs, filled | disc, -mover, -upper, -floor, ply + 1, run)
        if value >= upper and value < roof:
            value = -search(theirs, filled | disc, -mover, -roof, -floor, ply + 1, run)
        if value > best:
            best = value
            if value > floor:
                chosen = index
                if value >= roof:
                    poke(run, CUTS, peek(run, CUTS) + 1)
                    if i == 0:
                        poke(run, FIRST_CUTS, peek(run, FIRST_CUTS) + 1)
                    break
                floor = value
    value = min(max(best, low), high)
    if value < beta:
        high = value
    if value > alpha:
        low = value
    store(h, low, high, chosen, peek(run, NODES) - nodes, ply, run)
    return value


def entry() -> None:
    """What the machine code begins with."""
    run = block()
    mine, filled, mover = peek(run, ASKED), peek(run, ASKED + 1), peek(run, ASKED + 2)
    alpha = peek(run, ASKED + 3)
    poke(run, ASKED + 4, search(mine, filled, mover, alpha, alpha + 1, 0, run))


class Yardstick:
    """The search with a table of its own."""

    def __init__(self, memory: int) -> None:
        self.buckets = NativeBuckets(memory * MEGABYTE, PAIR)
        self._block = np.zeros(ASKED + 5, np.int64)
        module = Module(CPU, checked=lambda function: False)
        self._entry = CPU.load(CPU.compile(module.build(source_of(cast(FunctionType, entry)))))

    def clear(self) -> None:
        """Forgets everything."""
        self.buckets.buckets = max(self.buckets.start, int(self._block[BUCKETS]))
        self.buckets.clear()
        self._block[:] = 0
        self._block[CHECK_AT] = 1 << 62
        self._block[TABLE], self._block[BUCKETS] = (
            self.buckets.words.ctypes.data,
            self.buckets.start,
        )
        self._block[MOST] = self.buckets.most

    @property
    def nodes(self) -> int:
        return int(self._block[NODES])

    def asker(self, s: State) -> Callable[[Any], Any]:
        """Answers whether the score of a state for its mover is more than a number."""
        filled = s.crosses | s.noughts
        mine = s.crosses if s.player == 1 else s.noughts
        won = wins(mine) & filled + BOTTOM & FULL & ~filled

        def ask(above: Any) -> Any:
            if won:
                self._block[NODES] += 1
                return WIN - 1
            self._block[ASKED : ASKED + 4] = mine, filled, s.player, above
            if self._entry(self._block.ctypes.data):
                raise RuntimeError("the yardstick failed")
            return int(self._block[ASKED + 4])

        return ask
