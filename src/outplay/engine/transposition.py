"""The transposition table: what searches found about positions, for all that come there again.

Natively it is a fixed number of buckets of two entries. An entry is a pair of words, the data and
the data xor the hash of the state: threads write without locks, and a pair of which halves come
from two writers does not match any state. Where scores are floats or large (`wide`), an entry is
four words: check, low, high and data.

The bits of the data, from the lowest: low and high (19 each, where an entry is a pair), the
best action + 1 (10), the depth (8), the logarithm of the work below (6), the search's age (2).

The first entry of a bucket gives way to more work or to a later search, and then moves to
the second place, which takes whatever comes.

A search that visits little must not pay for a large table: it starts with a small part of
it, and the part in use doubles when many entries were overwritten in it (`grow` a bucket).
Bucket b becomes 2b and 2b + 1. One thread does it; what the others read and write meanwhile may
be lost, but is never taken for something else.

Interpreted searches know states by keys of any kind, not by words: theirs is a dict.
"""

from __future__ import annotations

from typing import Any

from outplay import bits
from outplay.engine.scores import MATE_BOUND, UNKNOWN, Scores
from outplay.native.state import NO_SLOTS, Value, Values, Words, never_inlined, prefetch
from outplay.search.state import INFINITY

PAIR, WIDE = 2, 4
"""Words of an entry."""

SCORE_BITS = 19
SCORE_MASK = (1 << SCORE_BITS) - 1
MOVE_AT, DEPTH_AT, WORK_AT, AGE_AT = 38, 48, 56, 62
MOST_MOVES = 1023

Entry = tuple[Any, Any, int, int]
"""low, high, move, depth; scores as they are seen from the state itself."""


class EntryScores(Scores):
    """Scores of wins hold the distance from the root; in the table, that from the state."""

    __slots__ = NO_SLOTS

    def from_root(self, x: Value, ply: int) -> Value:
        if self.decisive:
            if x > MATE_BOUND:
                return x - ply
            if x < -MATE_BOUND:
                return x + ply
        return x

    def from_state(self, x: Value, ply: int) -> Value:
        if self.decisive:
            if x > MATE_BOUND:
                return x + ply
            if x < -MATE_BOUND:
                return x - ply
        return x


class Buckets(EntryScores):
    """The table in words."""

    __slots__ = NO_SLOTS

    table: Words
    scores: Values
    """The same words as `table`."""
    extent: Words
    """One word: how many buckets are in use, for all threads."""
    most_buckets: int
    filled: int
    """Entries that were overwritten since it grew last."""
    grow: int
    age: int
    found_low: Value
    """Of the entry that was found last, where it is wide."""
    found_high: Value

    def entry_size(self) -> int:
        return WIDE if self.wide else PAIR

    def bucket(self, h: int) -> int:
        """Where the bucket for a hash begins."""
        number = bits.shift_right(h, 32) * self.extent[0] >> 32
        return number * 2 * self.entry_size()  # type: ignore[no-any-return]

    def fetch(self, h: int) -> None:
        """Has the processor load the bucket that will be asked for."""
        prefetch(self.table, self.bucket(h))

    def owner(self, at: int) -> int:
        """The hash that an entry says it belongs to."""
        table = self.table
        if self.wide:
            return table[at] ^ table[at + 1] ^ table[at + 2] ^ table[at + 3]  # type: ignore[no-any-return]
        return table[at] ^ table[at + 1]  # type: ignore[no-any-return]

    def probe(self, h: int) -> int:
        """The data of a state's entry; 0 if there is none."""
        at = self.bucket(h)
        if self.owner(at) == h:
            return self.read(at)
        at += self.entry_size()
        if self.owner(at) == h:
            return self.read(at)
        return 0

    def read(self, at: int) -> int:
        if self.wide:
            self.found_low = self.scores[at + 1]
            self.found_high = self.scores[at + 2]
        return self.table[at + self.entry_size() - 1]  # type: ignore[no-any-return]

    def low_of(self, found: int, ply: int) -> Value:
        """What the state's score is at least."""
        if self.wide:
            return self.from_root(self.found_low, ply)
        x = (found & SCORE_MASK) - UNKNOWN
        if not self.decisive and x == -UNKNOWN:  # decisive scores never come as far
            return -INFINITY
        return self.from_root(x, ply)

    def high_of(self, found: int, ply: int) -> Value:
        if self.wide:
            return self.from_root(self.found_high, ply)
        x = (found >> SCORE_BITS & SCORE_MASK) - UNKNOWN
        if not self.decisive and x == UNKNOWN - 1:
            return INFINITY
        return self.from_root(x, ply)

    def move_of(self, found: int) -> int:
        return (found >> MOVE_AT & MOST_MOVES) - 1

    def depth_of(self, found: int) -> int:
        return found >> DEPTH_AT & 255

    @never_inlined
    def store(
        self, h: int, low: Value, high: Value, move: int, depth: int, work: int, ply: int
    ) -> None:
        if not self.wide:
            # Beyond what fits, a bound is made weaker, which it may be.
            if low < -UNKNOWN:
                low = -UNKNOWN
            elif low > UNKNOWN - 2:
                low = UNKNOWN - 2
            else:
                low = self.from_state(low, ply)
            if high > UNKNOWN - 1:
                high = UNKNOWN - 1
            elif high < 1 - UNKNOWN:
                high = 1 - UNKNOWN
            else:
                high = self.from_state(high, ply)
        else:
            low, high = self.from_state(low, ply), self.from_state(high, ply)
        if move >= MOST_MOVES:
            move = -1
        size = self.entry_size()
        work = work.bit_length()
        age = self.age
        data = move + 1 << MOVE_AT | depth << DEPTH_AT | work << WORK_AT | age << AGE_AT
        if self.wide:
            data |= 1
        else:
            data |= low + UNKNOWN | high + UNKNOWN << SCORE_BITS
        table = self.table
        at = self.bucket(h)
        first = table[at + size - 1]
        if first != 0 and self.owner(at) != h:
            if first >> AGE_AT & 3 != age or first >> WORK_AT & 63 <= work:
                for w in range(size):
                    table[at + size + w] = table[at + w]
            else:
                at += size
            self.filled += 1
            extent = self.extent[0]
            if self.filled > self.grow * extent and extent < self.most_buckets:
                self.double()
                at = self.bucket(h)
        if self.wide:
            self.scores[at + 1] = low
            self.scores[at + 2] = high
            table[at + 3] = data
            table[at] = h ^ table[at + 1] ^ table[at + 2] ^ data
        else:
            table[at + 1] = data
            table[at] = h ^ data

    @never_inlined
    def double(self) -> None:
        """Twice as many buckets, in place: from the last to the first."""
        table, size = self.table, self.entry_size()
        before = self.extent[0]
        self.filled = 0
        for k in range(before):
            old, new = (before - 1 - k) * 2 * size, (before - 1 - k) * 4 * size
            e0, e1 = table[old], table[old + 1]
            s0, s1 = table[old + size], table[old + size + 1]
            e2 = e3 = s2 = s3 = 0
            if self.wide:
                e2, e3 = table[old + 2], table[old + 3]
                s2, s3 = table[old + size + 2], table[old + size + 3]
            for w in range(4 * size):
                table[new + w] = 0
            self.place(e0, e1, e2, e3, 2 * before)
            self.place(s0, s1, s2, s3, 2 * before)
        self.extent[0] = 2 * before

    def place(self, e0: int, e1: int, e2: int, e3: int, buckets: int) -> None:
        """Puts an entry where it belongs among so many buckets."""
        table, size = self.table, self.entry_size()
        data = e3 if self.wide else e1
        if data == 0:
            return
        h = e0 ^ e1 ^ e2 ^ e3
        at = (bits.shift_right(h, 32) * buckets >> 32) * 2 * size
        if table[at + size - 1] != 0:
            at += size
        table[at] = e0
        table[at + 1] = e1
        if self.wide:
            table[at + 2] = e2
            table[at + 3] = e3


class PythonTable:
    """The table of interpreted searches: the newest entries, by key."""

    def __init__(self, size: int) -> None:
        self.size = max(1, size)
        self.entries: dict[object, Entry] = {}

    def store(self, key: object, entry: Entry) -> None:
        self.entries.pop(key, None)
        if len(self.entries) >= self.size:
            del self.entries[next(iter(self.entries))]  # the oldest
        self.entries[key] = entry

    def move(self, key: object) -> int:
        """The number of the best action of the state with that key; -1 if it is not known."""
        found = self.entries.get(key)
        return -1 if found is None else found[2]

    def fill(self) -> float:
        """How full it is, 0 to 1."""
        return len(self.entries) / self.size

    def clear(self) -> None:
        self.entries.clear()


class PythonEntries(EntryScores):
    """The table of interpreted searches, as a kernel asks it."""

    __slots__ = NO_SLOTS

    buckets: PythonTable

    def fetch(self, h: int) -> None:
        """Nothing to do: this is for the memory of machines."""

    def probe(self, h: int) -> Any:
        return self.buckets.entries.get(h, 0)

    def low_of(self, found: Any, ply: int) -> Value:
        return self.from_root(found[0], ply)

    def high_of(self, found: Any, ply: int) -> Value:
        return self.from_root(found[1], ply)

    def move_of(self, found: Entry) -> int:
        return found[2]

    def depth_of(self, found: Entry) -> int:
        return found[3]

    def store(
        self, h: int, low: Value, high: Value, move: int, depth: int, work: int, ply: int
    ) -> None:
        if self.decisive:
            low, high = self.from_state(low, ply), self.from_state(high, ply)
        self.buckets.store(h, (low, high, move if move < MOST_MOVES else -1, depth))
