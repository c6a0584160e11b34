"""What the nodes of one interpreted search share: counts, limits, the line, the table.

Kernels call these methods; at native speed `native/support.py` and `native/table.py` stand
in their place and do the same.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

from outplay.native.layout import (
    COUNTERS,
    LINE,
    MAX_PLY,
    NoActions,
    Nonsense,
    OutOfBounds,
    Stop,
    TooDeep,
    TooMany,
)

INFINITY = math.inf
LARGEST = sys.float_info.max

EXACT, LOWER, UPPER = 0, 1, 2
"""What a remembered value is."""

Line = tuple[Any, Any] | None
"""An action and the line after it."""


class Run:
    """The books of one interpreted search."""

    __slots__ = (
        *COUNTERS, "check_at", "finite", "high", "horizon", "keys", "lines", "low", "notes",
        "playouts", "seed", "table", "to_key", "watch",
    )  # fmt: skip

    nodes: int
    deepest: int
    leaves: int
    estimates: int
    cuts: int
    first_cuts: int
    probe_cuts: int
    hits: int
    stored: int
    full: int
    games: int

    def __init__(self) -> None:
        for name in COUNTERS:
            setattr(self, name, 0)
        self.check_at: float = INFINITY
        """The search stops when it has visited this many nodes; 0 stops it at once."""
        self.finite = False
        """Must all values be finite?"""
        self.lines: list[Line] = [None, None]
        self.keys: list[Any] = [None, None]
        self.watch: Any = None
        self.table: PythonTable | None = None
        self.to_key: Callable[[Any], Any] = lambda s: s
        self.horizon: Callable[[int], int] = lambda ply: 0
        self.notes: dict[tuple[int, int], float] = {}
        self.seed = 0
        self.playouts = 0
        self.low = -INFINITY
        self.high = INFINITY

    def visit(self, ply: int) -> None:
        """Counts a node, and raises where the search has to end."""
        if self.nodes >= self.check_at:
            raise Stop
        self.nodes += 1
        if ply > self.deepest:
            self.deeper(ply)
        self.lines[ply] = None

    def deeper(self, ply: int) -> None:
        """Makes room for a ply that was not reached before."""
        if ply > MAX_PLY:
            raise TooDeep
        self.deepest = ply
        while len(self.lines) < ply + 2:
            self.lines.append(None)
            self.keys.append(None)

    def improve(self, ply: int, a: Any) -> None:
        """The best line from here is `a` and then the best line below it."""
        self.lines[ply] = (a, self.lines[ply + 1])

    def check(self, value: Any) -> None:
        """Refuses a value that is no number, or an int too large to be told from others."""
        if not -LARGEST <= value <= LARGEST:
            self.refuse(value)

    def refuse(self, value: Any) -> None:
        """What lies beyond all numbers may be infinite, unless a mean is taken of it."""
        if self.finite or value not in (INFINITY, -INFINITY):
            raise Nonsense

    def nobody(self) -> None:
        """`to_move` gives neither MAX nor MIN, nor CHANCE where there are dice."""
        raise Nonsense

    def stuck(self) -> None:
        """A state that is not over has no actions."""
        raise NoActions

    def follow(self, ply: int) -> None:
        """A playout goes on; it is not counted, but it can be stopped."""
        if self.nodes > self.check_at:
            raise Stop
        if ply > MAX_PLY:
            raise TooDeep

    def note(self, ply: int, index: int, bound: float) -> None:
        """Keeps what a probe of Star2 found about outcome `index`."""
        self.notes[ply, index] = bound

    def noted(self, ply: int, index: int) -> float:
        """What `note` kept."""
        return self.notes[ply, index]

    def out_of_bounds(self) -> None:
        """A value lies outside the bounds that the search was given."""
        raise OutOfBounds

    def line(self, ply: int) -> list[Any]:
        """The best line from `ply` on."""
        found: list[Any] = []
        rest = self.lines[ply] if ply < len(self.lines) else None
        while rest is not None and len(found) < LINE:
            found.append(rest[0])
            rest = rest[1]
        return found

    # --- memory -----------------------------------------------------------------------------

    def recall(self, s: Any, ply: int) -> int:
        """The number of the entry for `s`, or -1."""
        assert self.table is not None
        key = self.keys[ply] = (self.to_key(s), self.horizon(ply))
        return self.table.index.get(key, -1)

    def entry_value(self, entry: int) -> Any:
        assert self.table is not None
        return self.table.values[entry]

    def entry_bound(self, entry: int) -> int:
        assert self.table is not None
        return self.table.bounds[entry]

    def use_entry(self, entry: int) -> None:
        """Counts that an entry saved a search."""
        assert self.table is not None
        self.hits += 1
        if self.table.estimated[entry]:
            self.estimates += 1

    def remember(self, entry: int, ply: int, value: Any, bound: int, estimates: int) -> None:
        """Writes what was found about the state at `ply`."""
        table = self.table
        assert table is not None
        if entry < 0:
            entry = self._new_entry(table, ply)
            if entry < 0:
                return
        table.values[entry] = value
        table.bounds[entry] = bound
        table.estimated[entry] = self.estimates > estimates

    def meet(self, s: Any, ply: int) -> bool:
        """Is this the first time that the search comes to `s`?"""
        assert self.table is not None
        if self.recall(s, ply) >= 0:
            self.hits += 1
            return False
        if self._new_entry(self.table, ply) < 0:
            raise TooMany
        return True

    def _new_entry(self, table: PythonTable, ply: int) -> int:
        if len(table.index) >= table.size:
            self.full += 1
            return -1
        self.stored += 1
        return table.add(self.keys[ply])


class PythonTable:
    """The memory of an interpreted search: any hashable state."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.index: dict[Any, int] = {}
        self.values: list[Any] = []
        self.bounds: list[int] = []
        self.estimated: list[bool] = []

    def __len__(self) -> int:
        return len(self.index)

    def add(self, key: Any) -> int:
        """A new entry for `key`; returns its number."""
        number = len(self.values)
        self.index[key] = number
        self.values.append(0)
        self.bounds.append(EXACT)
        self.estimated.append(False)
        return number

    def find(self, key: Any, horizon: int) -> tuple[Any, int] | None:
        """(value, bound) of a key."""
        number = self.index.get((key, horizon), -1)
        if number < 0:
            return None
        return self.values[number], self.bounds[number]
