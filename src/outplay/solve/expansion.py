"""What comes after the states of a game, by number: a state's number is its place among all keys.

Only states that are not over have numbers. What a state gets where a move ends the game is found
with its edges.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outplay.native.layout import INFINITY_INT
from outplay.solve.packing import Layout, Words
from outplay.solve.sorting import order_of, places_of
from outplay.solve.state import HIGH, RETRACT
from outplay.solve.store import Store
from outplay.solve.team import Team
from outplay.solve.waves import explored, set_up
from outplay.solve.workers import Array, Worker

NONE = 2
"""In place of who wins, where no move ends the game."""

MOST = HIGH - 2
"""States that have numbers of 31 bits."""


class Inconsistent(Exception):
    """What comes after a state is not there when it is looked up: rules answer differently."""


class Numbers:
    """The numbers of states."""

    def __init__(self, keys: Words, store: Store) -> None:
        self.keys = keys
        first = np.ascontiguousarray(keys[:, 0])
        self._first = first if keys.shape[1] == 1 else store.keep("first-words", first)

    def of(self, keys: Words) -> Array:
        """The number of each key; -1 of one that is unknown."""
        order = order_of(keys) if keys.shape[1] > 1 else np.argsort(keys[:, 0])
        found = np.empty(len(keys), np.int64)
        found[order] = places_of(self.keys, keys[order], self._first)
        return found


@dataclass
class Rows:
    """What comes after some states."""

    counts: Array
    """By state, how many edges it has."""
    edges: Array
    """The number of the state that each leads to; HIGH is set where the sides are exchanged."""
    chances: Array | None
    """By edge, where chance may move."""
    players: Array
    """By state: MAX, MIN or CHANCE."""
    values: Array
    """The best of what a move counts that ends the game; infinite where there is none. Where games
    are won, drawn and lost, only who wins, or NONE. Where chance moves, the part of the mean that
    comes of such moves."""

    @classmethod
    def together(cls, rows: list[Rows]) -> Rows:
        """The rows of several after one another."""
        chances = [row.chances for row in rows if row.chances is not None]
        return cls(
            np.concatenate([row.counts for row in rows]),
            np.concatenate([row.edges for row in rows]),
            np.concatenate(chances) if chances else None,
            np.concatenate([row.players for row in rows]),
            np.concatenate([row.values for row in rows]),
        )


class Expansion:
    """Finds edges from rules, with the workers of a team."""

    def __init__(
        self, team: Team, layout: Layout, numbers: Numbers, *, chance: bool, decisive: bool
    ) -> None:
        self.team, self.layout, self.numbers = team, layout, numbers
        self.chance, self._decisive = chance, decisive

    def set_up(self, states: int, *, distinct: bool = False) -> None:
        """Before workers are asked about so many states.

        With `distinct`, no two edges of a state lead to the same one.
        """
        for worker in self.team.workers:
            set_up(worker, self.layout, states, finding=False, distinct=distinct)

    def rows(self, worker: Worker, keys: Words, *, with_edges: bool = True) -> Rows:
        """What comes after the states with these keys; without their edges, only how many."""
        size, kind = self.layout.size, worker.number_type
        found, first = [], 0
        for written, _ in explored(worker, keys):
            done = worker.get("done")
            ends = worker.read("ends", first, done)
            values = worker.read("values", first, done, kind)
            edges = np.zeros(0, np.uint32)
            if with_edges:
                some = worker.read("found", 0, written * size).reshape(-1, size)
                numbers = self.numbers.of(some)
                if worker.misfits() is not None or np.any(numbers < 0):
                    raise Inconsistent
                flipped = worker.read("flipped", 0, written)
                edges = (numbers | flipped * HIGH).astype(np.uint32)
            found.append(
                Rows(
                    np.diff(ends, prepend=0).astype(np.uint32),
                    edges,
                    worker.read("chances", 0, written, kind).copy() if self.chance else None,
                    worker.read("players", first, done).astype(np.int8),
                    _signs(values) if self._decisive else values.copy(),
                )
            )
            first = done
        return Rows.together(found)

    def before(self, worker: Worker, keys: Words) -> tuple[Array, Array]:
        """What comes before states, as the rule `predecessors` says: see `Before.of`.

        Of the states that it gives, those that cannot be reached are left out.
        """
        size = self.layout.size
        worker.put("sources", keys)
        counts, edges = [], []
        done = 0
        while done < len(keys):
            first = done
            worker.set("written", 0)
            worker.do(RETRACT, done, len(keys))
            done, written = worker.get("done"), worker.get("written")
            some = worker.read("found", 0, written * size).reshape(-1, size)
            numbers = self.numbers.of(some)
            worker.misfits()
            known = numbers >= 0
            owners = np.repeat(
                np.arange(first, done), np.diff(worker.read("ends", first, done), prepend=0)
            )
            counts.append(np.bincount(owners[known] - first, minlength=done - first))
            flipped = worker.read("flipped", 0, written)[known]
            edges.append((numbers[known] << 1 | flipped).astype(np.uint32))
        return np.concatenate(counts), np.concatenate(edges)


def _signs(scores: Array) -> Array:
    """Who wins, or NONE."""
    none = np.abs(scores) == INFINITY_INT if scores.dtype.kind == "i" else np.isinf(scores)
    return np.where(none, NONE, np.sign(scores)).astype(np.int8)
