"""What the nodes of one search share: counts, limits, the principal variation, the memory.

Kernels call it `run`. Interpreted it is an object like any other. Natively its fields are words in
memory and its methods are compiled with the kernel (`native/state.py`); only the memory is another
one then (`search/word_table.py`), since keys are words.
"""

from __future__ import annotations

import math
import sys
from typing import Any, ClassVar

from outplay.native.layout import (
    LINE,
    MAX_PLY,
    NOTES,
    NoActions,
    Nonsense,
    OutOfBounds,
    Stop,
    TooDeep,
    TooMany,
)
from outplay.native.state import (
    NO_SLOTS,
    KernelState,
    Lines,
    Value,
    Values,
    always_inlined,
    fields_of,
)

INFINITY = math.inf
LARGEST = sys.float_info.max

NEVER = 1 << 62
"""More nodes than any search visits."""

EXACT, LOWER, UPPER = 0, 1, 2
"""What a remembered value is."""


COUNTERS = (
    "nodes",
    "deepest",
    "leaves",
    "estimates",
    "cuts",
    "first_cuts",
    "probe_cuts",
    "hits",
    "stored",
    "full",
    "games",
)
"""The fields that a kernel counts in."""


class SearchState(KernelState):
    """What the nodes of one search share; kernels call it `run`."""

    __slots__ = NO_SLOTS

    nodes: int
    check_at: int
    """The search stops when it has visited this many nodes; 0 stops it at once."""
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
    limit: int
    """The depth at which estimates are taken, unless a function says where."""
    seed: int
    playouts: int
    low: float
    """All values lie between these two, where a search needs to know."""
    high: float
    lines: Lines
    """The best line from each ply on: an action and the line after it."""
    notes: Values
    """What probes of Star2 found, by ply and outcome."""

    counters = COUNTERS
    memory: ClassVar[dict[str, int]] = {"notes": (MAX_PLY + 3) * NOTES}
    """Words of the rows that a native search is given."""

    watch: Any
    """The observer, if there is one."""
    keys: Any
    table: PythonTable | None

    native = False
    finite = False
    """Must all values be finite?"""
    to_depth = to_cutoff = False
    """Does the search go to a depth, or as far as a function says?"""

    def __init__(self) -> None:
        for name in COUNTERS:
            setattr(self, name, 0)
        self.check_at = NEVER
        self.lines = [None, None]
        self.keys = [None, None]
        self.notes = {}
        self.watch = self.table = None
        self.limit = self.seed = self.playouts = 0
        self.low, self.high = -INFINITY, INFINITY

    @always_inlined
    def visit(self, ply: int) -> None:
        """Counts a node, and raises where the search has to end."""
        if self.nodes >= self.check_at:
            raise Stop
        self.nodes += 1
        if ply > self.deepest:
            self.deeper(ply)
        self.lines[ply] = None

    def deeper(self, ply: int) -> None:
        """A ply that was not reached before."""
        if ply > MAX_PLY:
            raise TooDeep
        self.deepest = ply
        if not self.native:
            self.make_room(ply)

    def make_room(self, ply: int) -> None:
        """Interpreted, rows grow as they are needed."""
        while len(self.lines) < ply + 2:
            self.lines.append(None)
            self.keys.append(None)

    @always_inlined
    def improve(self, ply: int, a: object) -> None:
        """The best line from here is `a` and then the best line below it."""
        self.lines[ply] = (a, self.lines[ply + 1])

    def check(self, value: Any) -> None:
        """Refuses a value that is no number, or an int too large to be told from others."""
        if not -LARGEST <= value <= LARGEST:
            self.refuse(value)

    def refuse(self, value: Value) -> None:
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

    def horizon(self, ply: int) -> int:
        """How far the search goes below a ply: values found with others are other values."""
        if self.to_depth:
            return self.limit - ply
        if self.to_cutoff:
            return ply
        return 0

    def recall(self, game: Any, s: object, ply: int) -> int:
        """The number of the entry for `s`, or -1."""
        assert self.table is not None
        key = self.keys[ply] = (game.canonical_key(s), self.horizon(ply))
        return self.table.index.get(key, -1)

    def entry_value(self, game: Any, entry: int) -> Value:
        assert self.table is not None
        return self.table.values[entry]

    def entry_bound(self, game: Any, entry: int) -> int:
        assert self.table is not None
        return self.table.bounds[entry]

    def use_entry(self, game: Any, entry: int) -> None:
        """Counts that an entry saved a search."""
        assert self.table is not None
        self.hits += 1
        if self.table.estimated[entry]:
            self.estimates += 1

    def remember(
        self, game: Any, entry: int, ply: int, value: Value, bound: int, estimates: int
    ) -> None:
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

    def meet(self, game: object, s: object, ply: int) -> bool:
        """Is this the first time that the search comes to `s`?"""
        assert self.table is not None
        if self.recall(game, s, ply) >= 0:
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


OFTEN = (SearchState.visit, SearchState.improve, SearchState.check)
"""Written into interpreted kernels, since every node calls them."""


class PythonSearchState(SearchState):
    """That of interpreted searches."""

    __slots__ = (
        *fields_of(SearchState),
        "finite",
        "keys",
        "table",
        "to_cutoff",
        "to_depth",
        "watch",
    )


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

    def add(self, key: object) -> int:
        """A new entry for `key`; returns its number."""
        number = len(self.values)
        self.index[key] = number
        self.values.append(0)
        self.bounds.append(EXACT)
        self.estimated.append(False)
        return number

    def find(self, key: object, horizon: int) -> tuple[Any, int] | None:
        """(value, bound) of a key."""
        number = self.index.get((key, horizon), -1)
        if number < 0:
            return None
        return self.values[number], self.bounds[number]
