"""The order of moves in selective searches, and what they learn from refutations: interpreted.

At native speed `native/habits.py` stands in the place of these methods and does the same.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from outplay.engine.books import Books, name_of
from outplay.native.layout import Stop
from outplay.native.scores import (
    BAND,
    BONUS_EACH,
    BONUS_MOST,
    COUNTERED,
    FAR,
    FIRST,
    HISTORY_BITS,
    KILLED,
    POOR,
    PRIORITY_MOST,
    REDUCTIONS,
)
from outplay.search.run import INFINITY
from outplay.search.view import few


@functools.cache
def reductions() -> Any:
    """By how many plies the move that comes so late at such a depth is searched less deep."""
    table = np.zeros((REDUCTIONS, REDUCTIONS), np.int64)
    for depth in range(1, REDUCTIONS):
        for tried in range(1, REDUCTIONS):
            table[depth, tried] = int(0.8 + math.log(depth) * math.log(tried) / 2.1)
    return table


class SelectiveBooks(Books):
    """The books of one interpreted selective search."""

    __slots__ = (
        "aim",
        "appraisals",
        "barred",
        "barred_at",
        "counters",
        "now",
        "played",
        "statics",
        "tried",
        "whole",
    )

    aim: int

    def forget(self) -> None:
        super().forget()
        self.counters: dict[int, int] = {}
        self.appraisals: dict[Any, Any] = {}
        self.statics: dict[int, Any] = {}
        self.barred = -1
        self.barred_at = FAR
        self.whole = isinstance(self.game.margin, int)
        self.played: dict[int, Any] = {}
        self.tried: dict[int, tuple[list[tuple[int, int, Any]], int]] = {}
        """By ply: moves with their ranks, and how many of them were tried."""
        self.now = 0

    def begin(self, aim: int) -> None:
        """Before each search; `aim` is how deep it means to go."""
        self.aim = aim
        self.barred_at = FAR
        self.played[0] = self.played[1] = None

    def margin(self, n: int, parts: int) -> Any:
        """So many of so many parts of the game's margin."""
        margin: Any = self.game.margin
        return int(margin * n / parts) if self.whole else margin * n / parts

    def is_better(self, ply: int, x: Any, mover: int) -> bool:
        """Does the mover stand better than two plies ago, by the estimates for MAX?"""
        self.statics[ply] = x
        return ply < 2 or bool(mover * x > mover * self.statics.get(ply - 2, 0))

    def appraisal(self, h: Any) -> Any:
        """The estimate of the state with that key, if it is known; else infinite."""
        return self.appraisals.get(h, INFINITY)

    def appraise(self, h: Any, x: Any) -> Any:
        """Remembers an estimate."""
        self.appraisals[h] = x
        return x

    def arrange(self, s: Any, hint: int, mover: int, ply: int) -> int:
        """Lists the moves of `s` with their ranks; gives their number."""
        history = self.history[mover]
        one, two = self.killers.get(2 * ply, -1), self.killers.get(2 * ply + 1, -1)
        before = self.played.get(ply - 1)
        counter = -1 if before is None else self.counters.get(name_of(before), -1)
        ranked = []
        most = PRIORITY_MOST // 2
        for k, a in enumerate(few(self.unordered(s))):
            rank = 0
            if self.priority is not None:
                rank = int(min(max(self.priority(s, a), -most), most)) * BAND
                if self.check_at == 0:  # told to stop: there may be many moves yet
                    raise Stop
            name = name_of(a)
            rank += history.get(name, 0)
            if name == one:
                rank += 2 * KILLED
            elif name == two:
                rank += KILLED
            if name == counter:
                rank += COUNTERED
            if k == hint:
                rank = FIRST
            ranked.append((rank, k, a))
        ranked.sort(key=lambda move: (-move[0], move[1]))
        self.moves_at[-1] = ranked
        self.moves_at[-2] = [ply]
        return len(ranked)

    def picked(self, n: int) -> Iterator[tuple[int, Any]]:
        """The moves that were arranged last, best first."""
        ranked, (ply,) = self.moves_at[-1], self.moves_at[-2]
        for number, (rank, index, a) in enumerate(ranked):
            self.played[ply], self.played[ply + 1] = a, None
            self.tried[ply], self.now = (ranked, number + 1), rank
            yield index, a

    def rank(self) -> int:
        """The rank of the move that is being tried."""
        return self.now

    def reduction(self, depth: int, tried: int, rank: int) -> int:
        """Plies by which to search a late move less deep."""
        less = int(reductions()[min(depth, REDUCTIONS - 1), min(tried, REDUCTIONS - 1)])
        return less - (rank >> HISTORY_BITS - 1) if POOR < rank < -POOR else less

    def teach(self, quiet: bool, mover: int, depth: int, ply: int) -> None:
        """The last move refuted the line: try it early elsewhere, those before it late."""
        history = self.history[mover]
        bonus = min(BONUS_EACH * depth * depth, BONUS_MOST)
        ranked, tried = self.tried[ply]
        *others, (_, _, a) = ranked[:tried]
        for rank, _, other in others:
            if POOR < rank < -POOR:
                name = name_of(other)
                before = history.get(name, 0)
                history[name] = before - bonus - (before * bonus >> HISTORY_BITS)
        if not quiet:
            return
        name = name_of(a)
        before = history.get(name, 0)
        history[name] = before + bonus - (before * bonus >> HISTORY_BITS)
        if self.killers.get(2 * ply, -1) != name:
            if 2 * ply in self.killers:
                self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = name
        answered = self.played.get(ply - 1)
        if answered is not None:
            self.counters[name_of(answered)] = name
