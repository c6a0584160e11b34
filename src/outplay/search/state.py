"""What the nodes of one search share: counts, limits, the principal variation, the memory.

Kernels call it `run`. Interpreted it is an object like any other. Natively its fields are words in
memory and its methods are compiled with the kernel (`native/state.py`); only the memory is another
one then (`search/word_table.py`), since keys are words.
"""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, ClassVar

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

if TYPE_CHECKING:
    from outplay.search.observer import Observer
    from outplay.search.view import View

INFINITY = math.inf
LARGEST = sys.float_info.max

NEVER = 1 << 62
"""More nodes than any search visits."""

EXACT, LOWER, UPPER = 0, 1, 2
"""What a remembered value is."""

BOUND_MASK, ESTIMATED = 3, 4
"""Flags of an entry: the bound in the low bits, and whether an estimate took part."""

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
    probed: Value
    """What a probe of Star2 found about the first action of the next node; INFINITY if nothing."""
    lines: Lines
    """The best line from each ply on: an action and the line after it."""
    notes: Values
    """What probes of Star2 found, by ply and outcome."""

    counters = COUNTERS
    rows: ClassVar[dict[str, int]] = {"notes": (MAX_PLY + 3) * NOTES}

    watch: Observer | None
    """The observer, if there is one."""
    keys: list[object]
    table: PythonTable

    native = False
    limited = chance = memory = strict = fail_hard = probing = False
    """What kernels ask that is settled before a search starts."""
    bounded = False
    """Must all values lie between `low` and `high`?"""
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
        self.watch = None
        self.limit = self.seed = self.playouts = 0
        self.low, self.high, self.probed = -INFINITY, INFINITY, INFINITY

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

    @always_inlined
    def leaf(self, s: object, ply: int, value: Value, terminal: bool) -> Value:
        """Counts a leaf, the end of the game or (terminal False) an estimate; gives its value."""
        if terminal:
            self.leaves += 1
        else:
            self.estimates += 1
        self.check(value)
        if self.bounded and (value < self.low or value > self.high):
            raise OutOfBounds
        if self.watch:
            self.watch.leaf(s, ply, value, terminal)
        return value

    @always_inlined
    def cut(
        self, s: object, ply: int, a: object, value: Value, alpha: Value, beta: Value, tried: int
    ) -> None:
        """The rest of a node is skipped: `a` took its value out of the window."""
        self.cuts += 1
        if tried == 1:
            self.first_cuts += 1
        if self.watch:
            self.watch.cut(s, ply, a, value, alpha, beta)

    def check(self, value: Value) -> None:
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

    def line(self, ply: int) -> list[object]:
        """The best line from `ply` on."""
        found: list[object] = []
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

    @always_inlined
    def settles(self, game: View, entry: int, alpha: Value, beta: Value) -> bool:
        """Does an entry, which may be a bound, answer for a node with that window?"""
        value, bound = self.entry_value(game, entry), self.entry_flags(game, entry) & BOUND_MASK
        if bound == LOWER:
            return bool(value > beta or (not self.strict and value == beta))
        if bound == UPPER:
            return bool(value < alpha or (not self.strict and value == alpha))
        return True

    @always_inlined
    def use_entry(self, game: View, entry: int, s: object, ply: int) -> Value:
        """The value of an entry that saves the search of `s`."""
        self.hits += 1
        if self.entry_flags(game, entry) & ESTIMATED != 0:
            self.estimates += 1
        value = self.entry_value(game, entry)
        if self.watch:
            self.watch.leave(s, ply, value)
        return value

    def remember(
        self, game: View, entry: int, ply: int, value: Value, bound: int, estimates: int
    ) -> None:
        """Writes what was found about the state at `ply`; there were so many estimates before."""
        if entry < 0:
            entry = self.new_entry(game, ply)
        if entry >= 0:
            flags = bound
            if self.estimates > estimates:
                flags |= ESTIMATED
            self.write_entry(game, entry, value, flags)

    def meet(self, game: View, s: object, ply: int) -> bool:
        """Is this the first time that the search comes to `s`?"""
        if self.recall(game, s, ply) >= 0:
            self.hits += 1
            return False
        if self.new_entry(game, ply) < 0:
            raise TooMany
        return True

    # Interpreted, the memory is a dict; natively these are others: see `search/word_table.py`.

    def recall(self, game: View, s: object, ply: int) -> int:
        """The number of the entry for `s`, or -1."""
        key = self.keys[ply] = (game.canonical_key(s), self.horizon(ply))
        return self.table.index.get(key, -1)

    def new_entry(self, game: View, ply: int) -> int:
        """The number of a new entry for the state at `ply`; -1 if there is no room for one."""
        table = self.table
        number = len(table.entries)
        if number >= table.size:
            self.full += 1
            return -1
        self.stored += 1
        table.index[self.keys[ply]] = number
        table.entries.append((0, EXACT))
        return number

    def entry_value(self, game: View, entry: int) -> Value:
        return self.table.entries[entry][0]

    def entry_flags(self, game: View, entry: int) -> int:
        """The bound, and whether an estimate took part."""
        return self.table.entries[entry][1]

    def write_entry(self, game: View, entry: int, value: Value, flags: int) -> None:
        self.table.entries[entry] = value, flags


OFTEN = tuple(vars(SearchState)[name] for name in ("visit", "improve", "leaf", "cut", "check"))
"""Written into interpreted kernels, since every node calls them."""


class PythonSearchState(SearchState):
    """That of interpreted searches."""

    __slots__ = (
        *fields_of(SearchState),
        "finite",
        "keys",
        "strict",
        "table",
        "to_cutoff",
        "to_depth",
        "watch",
    )


class PythonTable:
    """The memory of an interpreted search: any hashable state."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.index: dict[object, int] = {}
        self.entries: list[tuple[Value, int]] = []
        """Value and flags, by number."""

    def __len__(self) -> int:
        return len(self.entries)

    def find(self, key: object, horizon: int) -> tuple[Value, int] | None:
        """(value, bound) of a key."""
        number = self.index.get((key, horizon), -1)
        if number < 0:
            return None
        value, flags = self.entries[number]
        return value, flags & BOUND_MASK
