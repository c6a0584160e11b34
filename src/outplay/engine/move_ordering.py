"""Move ordering: the hash move, then what the game says, then what the search has learned.

A move's rank and its number share one word, `number - rank * NUMBERS`, so that a list is ordered by
sorting numbers: the least is the best, and of equal ranks the first comes first.
"""

from __future__ import annotations

import functools
import math

import numpy as np
from numpy.typing import NDArray

from outplay.engine.scores import Scores
from outplay.game import MAX
from outplay.native.layout import MAX_PLY, Nonsense, Stop
from outplay.native.state import (
    NO_SLOTS,
    Value,
    Values,
    Words,
    insert_sorted,
    never_inlined,
    sort_words,
)
from outplay.search.state import INFINITY
from outplay.search.view import View

NUMBERS = 1 << 16
"""More than the moves of any state."""
LAST_NUMBER = NUMBERS - 1
"""`word & LAST_NUMBER` is the number of the move that a word stands for."""

FEW = 200
"""Moves that are sorted as they come; more of them all at once."""

TT_MOVE = 1 << 46
"""The rank of the move that the transposition table names."""

HISTORY_SIZE = 4096
"""Actions that the history of each side tells apart; must be a power of two."""
HISTORY_BITS = 14
HISTORY_MOST = (1 << HISTORY_BITS) - 1
PRIORITY_MOST = 1 << 28

# --- selective searches ---------------------------------------------------------------------

BAND = 1 << 18
"""What one of a move's `priority` counts in its rank; what was learned counts less than half."""

BAD_MOVE = -(BAND // 2)
"""Ranks below are of moves that the game itself gives a negative priority."""

KILLER, COUNTER_MOVE = 1 << 14, 1 << 13
"""What it counts to have refuted a line at the same ply, or after the same move before."""

BONUS_EACH, BONUS_MOST = 16, 1600
"""What a refutation at depth 1 teaches, and what one at any depth teaches at most."""

REDUCTIONS = 64
"""Depths, and numbers of moves, that the table of reductions tells apart."""

EVALUATIONS = 1 << 14
"""Static evaluations that a thread remembers, told apart by hash; must be a power of two."""


@functools.cache
def late_move_reductions() -> NDArray[np.int64]:
    """By how many plies the move that comes so late at such a depth is searched less deep."""
    table = np.zeros((REDUCTIONS, REDUCTIONS), np.int64)
    for depth in range(1, REDUCTIONS):
        for tried in range(1, REDUCTIONS):
            table[depth, tried] = int(0.8 + math.log(depth) * math.log(tried) / 2.1)
    return table


def rank_of(word: int) -> int:
    """The rank of the move that a word stands for."""
    return -(word >> 16)


class MoveOrdering(Scores):
    """The order of moves in exact searches, and in limited ones that leave nothing out."""

    __slots__ = NO_SLOTS

    history: Words
    """By side and action: how often it refuted a line, and how deep."""
    killers: Words
    """By ply, the last action that refuted a line there, + 1; two of them in selective searches."""
    mirrored: int
    """Down to which ply images of a position are taken for one."""

    by_priority: bool
    learning: bool
    """Does the order lean on history and killers?"""
    symmetric: bool

    def id_of(self, game: View, moves: list[object], k: int) -> int:
        """A small number for a move."""
        return game.action_id(moves, k) & HISTORY_SIZE - 1

    def priority_of(self, game: View, s: object, a: object, most: int) -> int:
        """What the game says of a move, within limits."""
        p = game.priority(s, a)
        if p != p:
            raise Nonsense
        if not self.native and self.check_at == 0:  # told to stop: there may be many moves yet
            raise Stop
        if p > most:
            return most
        if p < -most:
            return -most
        return int(p)

    def order_moves(
        self,
        game: View,
        s: object,
        moves: list[object],
        order: Words,
        tt_move: int,
        mover: int,
        ply: int,
    ) -> None:
        """Fills `order`, best guess first."""
        history, side = self.history, (mover + 1) * (HISTORY_SIZE // 2)
        killer = self.killers[ply] - 1
        few = len(moves) <= FEW
        for k in range(len(moves)):
            rank = 0
            if self.by_priority:
                rank = self.priority_of(game, s, moves[k], PRIORITY_MOST)
            if self.learning:
                name = self.id_of(game, moves, k)
                rank = rank * (2 * (HISTORY_MOST + 1)) + history[side + name]
                if name == killer:
                    rank += HISTORY_MOST + 1
            if k == tt_move:
                rank = TT_MOVE
            if few:
                insert_sorted(order, k, k - rank * NUMBERS)
            else:
                order[k] = k - rank * NUMBERS
        if not few:
            sort_words(order, len(moves))

    @never_inlined
    def update_history(
        self, game: View, moves: list[object], index: int, mover: int, ply: int
    ) -> None:
        """The move refuted the line: it is tried early elsewhere."""
        if self.learning:
            name = self.id_of(game, moves, index)
            self.killers[ply] = name + 1
            at = (mover + 1) * (HISTORY_SIZE // 2) + name
            before = self.history[at]
            self.history[at] = before + (HISTORY_MOST - before >> 4)

    # --- enhanced transposition cutoff --------------------------------------------------------

    def child_hash(self, game: View, s: object, a: object, ply: int) -> int:
        """What the table knows the state by that a move leads to."""
        t = game.result(s, a)
        if self.symmetric and ply < self.mirrored:
            t = self.image(game, t)
        return self.fingerprint(game, t)

    def fetch_children(
        self, game: View, s: object, moves: list[object], hashes: Words, ply: int
    ) -> None:
        """Has the processor load what the table knows of all that the moves lead to."""
        for k in range(len(moves)):
            h = self.child_hash(game, s, game.take(moves, k), ply)
            self.fetch(h)
            hashes[k] = h

    @never_inlined
    def known_cutoff(
        self,
        game: View,
        s: object,
        moves: list[object],
        hashes: Words,
        roof: Value,
        mover: int,
        ply: int,
    ) -> Value:
        """The score of a move that the table knows to be good enough; less than `roof` if none."""
        for k in range(len(moves)):
            if self.native:
                h = hashes[k]
            else:
                if self.check_at == 0:
                    raise Stop
                h = self.child_hash(game, s, moves[k], ply)
            found = self.probe(h)
            if found != 0:
                if mover == MAX:
                    value = self.low_of(found, ply + 1)
                else:
                    value = -self.high_of(found, ply + 1)
                if value >= roof:
                    return value
        return -INFINITY

    def fingerprint(self, game: View, s: object) -> int:
        raise NotImplementedError

    def image(self, game: View, s: object) -> object:
        raise NotImplementedError

    def fetch(self, h: int) -> None:
        raise NotImplementedError

    def probe(self, h: int) -> int:
        raise NotImplementedError

    def low_of(self, found: int, ply: int) -> Value:
        raise NotImplementedError

    def high_of(self, found: int, ply: int) -> Value:
        raise NotImplementedError


class SelectiveOrdering(MoveOrdering):
    """The order of moves in selective searches, and what else they learn."""

    __slots__ = NO_SLOTS

    counter_moves: Words
    """By action: what refuted it last, + 1."""
    played: Words
    """By ply: the action that is being tried there, + 1."""
    statics: Values
    """By ply: the static evaluation there."""
    evaluated: Words
    evaluations: Values
    """Static evaluations, and the hashes that they belong to."""
    reductions: Words
    futility_margin: float
    aim: int
    """How deep the search means to go."""
    excluded: int
    excluded_at: int
    """The move that is left out at a ply, to see whether another is as good."""

    integer_scores: bool
    """Are scores ints?"""

    def margin(self, n: int, parts: int) -> Value:
        """So many of so many parts of the game's margin."""
        if self.integer_scores:
            return int(self.futility_margin * n / parts)
        return self.futility_margin * n / parts

    def is_improving(self, ply: int, mover: int) -> bool:
        """Does the mover stand better than two plies ago, by the evaluations for MAX?"""
        if ply < 2:
            return True
        return bool(mover * self.statics[ply] > mover * self.statics[ply - 2])

    def static_evaluation(self, game: View, s: object, h: int) -> Value:
        """The estimate of a state, which may have been made before."""
        slot = game.slot_of(h) & EVALUATIONS - 1
        if self.evaluated[slot] == h and h != 0:  # 0 is an empty slot
            return self.evaluations[slot]
        x = self.estimate(game.evaluate(s))
        self.evaluated[slot] = h
        self.evaluations[slot] = x
        return x

    def rank_moves(
        self,
        game: View,
        s: object,
        moves: list[object],
        order: Words,
        tt_move: int,
        mover: int,
        ply: int,
    ) -> None:
        """Fills `order` with the ranks of all moves, as they come."""
        history, side = self.history, (mover + 1) * (HISTORY_SIZE // 2)
        one, two = self.killers[2 * ply] - 1, self.killers[2 * ply + 1] - 1
        counter = -1
        if ply > 0 and self.played[ply - 1] != 0:
            counter = self.counter_moves[self.played[ply - 1] - 1] - 1
        for k in range(len(moves)):
            rank = 0
            if self.by_priority:
                rank = self.priority_of(game, s, moves[k], PRIORITY_MOST // 2) * BAND
            name = self.id_of(game, moves, k)
            rank += history[side + name]
            if name == one:
                rank += 2 * KILLER
            elif name == two:
                rank += KILLER
            if name == counter:
                rank += COUNTER_MOVE
            if k == tt_move:
                rank = TT_MOVE
            order[k] = k - rank * NUMBERS

    def reduction(self, depth: int, tried: int, rank: int) -> int:
        """Plies by which to search a late move less deep."""
        less = self.reductions[min(depth, REDUCTIONS - 1) * REDUCTIONS + min(tried, REDUCTIONS - 1)]
        if rank > BAD_MOVE and rank < -BAD_MOVE:
            less -= rank >> HISTORY_BITS - 1
        return less  # type: ignore[no-any-return]

    def update_histories(
        self,
        game: View,
        moves: list[object],
        order: Words,
        tried: int,
        quiet: bool,
        mover: int,
        depth: int,
        ply: int,
    ) -> None:
        """The last of so many moves refuted the line: it is tried early elsewhere, others late."""
        history, side = self.history, (mover + 1) * (HISTORY_SIZE // 2)
        bonus = min(BONUS_EACH * depth * depth, BONUS_MOST)
        for k in range(tried - 1):
            rank = rank_of(order[k])
            if rank > BAD_MOVE and rank < -BAD_MOVE:
                at = side + self.id_of(game, moves, order[k] & LAST_NUMBER)
                before = history[at]
                history[at] = before - bonus - (before * bonus >> HISTORY_BITS)
        if quiet:
            name = self.id_of(game, moves, order[tried - 1] & LAST_NUMBER)
            before = history[side + name]
            history[side + name] = before + bonus - (before * bonus >> HISTORY_BITS)
            if self.killers[2 * ply] != name + 1:
                self.killers[2 * ply + 1] = self.killers[2 * ply]
                self.killers[2 * ply] = name + 1
            if ply > 0 and self.played[ply - 1] != 0:
                self.counter_moves[self.played[ply - 1] - 1] = name + 1


MEMORY = {"history": 3 * HISTORY_SIZE, "killers": 2 * MAX_PLY + 6}
SELECTIVE_MEMORY = {
    **MEMORY,
    "counter_moves": HISTORY_SIZE,
    "played": MAX_PLY + 3,
    "statics": MAX_PLY + 3,
    "evaluated": EVALUATIONS,
    "evaluations": EVALUATIONS,
}
"""Words for what a thread learns."""

LEARNED = ("history", "killers", "counter_moves", "played", "statics", "evaluated")
"""What a search begins without."""
