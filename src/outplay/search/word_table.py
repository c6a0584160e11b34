"""The memory of native searches: entries in rows of words, found by an index.

The index has entry numbers in it (open addressing, 0 is empty), the list of entries only grows. One
entry is the words of the key, the horizon, the value and the flags. Keys are stored whole, so that
two states are never taken for one another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from outplay import bits
from outplay.native.forms import Forms
from outplay.native.searcher import NativeSearcher
from outplay.native.state import Value, Values, Words
from outplay.search.state import BOUND_MASK, SearchState
from outplay.search.view import View

VALUE, FLAGS, MORE = 1, 2, 3
"""Words of an entry after those of its key: the horizon comes first; how many there are."""


class NativeSearchState(SearchState):
    """A search state whose memory is a table of words."""

    keys: Words
    """By ply, the words of a key and the horizon."""
    index: Words
    index_mask: int
    entries: Words
    values: Values
    """The same words as `entries`."""
    entries_used: int
    entries_size: int

    def check(self, value: Value) -> None:
        """The answer of a rule was checked where it was asked."""

    def _hash(self, game: View, mine: int) -> int:
        keys = self.keys
        h = keys[mine + game.key_size]
        for w in range(game.key_size):
            h = bits.mix(h ^ keys[mine + w])
        return h  # type: ignore[no-any-return]

    def recall(self, game: View, s: object, ply: int) -> int:
        size = game.key_size
        mine = ply * (size + 1)
        keys, entries, index, mask = self.keys, self.entries, self.index, self.index_mask
        game.store_key(keys, mine, s)
        keys[mine + size] = self.horizon(ply)
        slot = self._hash(game, mine) & mask
        while True:
            number = index[slot]
            if number == 0:
                return -1
            entry = number * (size + MORE)
            same = True
            for w in range(size + 1):
                if entries[entry + w] != keys[mine + w]:
                    same = False
                    break
            if same:
                return number  # type: ignore[no-any-return]
            slot = (slot + 1) & mask

    def new_entry(self, game: View, ply: int) -> int:
        """The slot where the search for the key ended may be taken by now: looks again."""
        size = game.key_size
        mine = ply * (size + 1)
        used = self.entries_used + 1
        if used >= self.entries_size:
            self.full += 1
            return -1
        slot = self._hash(game, mine) & self.index_mask
        while self.index[slot] != 0:
            slot = (slot + 1) & self.index_mask
        self.index[slot] = used
        self.entries_used = used
        entry = used * (size + MORE)
        for w in range(size + 1):
            self.entries[entry + w] = self.keys[mine + w]
        self.stored += 1
        return used

    def _after_key(self, game: View, entry: int) -> int:
        return entry * (game.key_size + MORE) + game.key_size

    def entry_value(self, game: View, entry: int) -> Value:
        return self.values[self._after_key(game, entry) + VALUE]

    def entry_flags(self, game: View, entry: int) -> int:
        return self.entries[self._after_key(game, entry) + FLAGS]  # type: ignore[no-any-return]

    def write_entry(self, game: View, entry: int, value: Value, flags: int) -> None:
        at = self._after_key(game, entry)
        self.values[at + VALUE] = value
        self.entries[at + FLAGS] = flags


class NativeTable:
    """The memory itself, which searches use."""

    def __init__(self, forms: Forms, floats: bool, entries: int) -> None:
        self.forms, self.floats = forms, floats
        self.words = forms.key.key_size + MORE
        self.size = entries + 1
        slots = 1 << max(10, (2 * self.size - 1).bit_length())
        self._index = np.zeros(slots, np.int64)
        self._entries = np.zeros(self.size * self.words, np.int64)
        self.used = 0
        self._attached = 0, self._values(0)

    def __len__(self) -> int:
        return self.used

    def attach(self, searcher: NativeSearcher) -> None:
        """Has a search use the table."""
        searcher.set_row("index", self._index)
        searcher.set("index_mask", len(self._index) - 1)
        searcher.set_row("entries", self._entries)
        searcher.set_row("values", self._entries)
        searcher.set("entries_size", self.size)
        searcher.set("entries_used", self.used)
        self._attached = self.used, self._values(self.used).copy()

    def take_back(self) -> None:
        """Forgets what was written since it was attached last."""
        self.used, values = self._attached
        self._values(self.used)[:] = values
        # A later entry stands in nobody's way to an earlier one.
        self._index[self._index > self.used] = 0

    def _values(self, used: int) -> NDArray[np.int64]:
        """Values and flags of the first entries."""
        at = self.forms.key.key_size
        rows = self._entries.reshape(self.size, self.words)
        return rows[1 : used + 1, at + VALUE : at + FLAGS + 1]

    def is_for(self, forms: Forms, floats: bool) -> bool:
        """Does it hold the keys and values of code with these forms?"""
        one, two = self.forms.key, forms.key
        if floats != self.floats or one.fixed != two.fixed:
            return False
        return one.kinds == two.kinds if one.fixed else one.key_size == two.key_size

    def find(self, key: object, horizon: int) -> tuple[float, int] | None:
        """(value, bound) of a key, read from Python."""
        words = [*self.forms.key.key_words(key), horizon]
        mixed = horizon
        for word in words[:-1]:
            mixed = bits.mix(mixed ^ word)
        mask = len(self._index) - 1
        slot = mixed & mask
        while (number := int(self._index[slot])) != 0:
            start = number * self.words
            entry = self._entries[start : start + self.words]
            if entry[: len(words)].tolist() == words:
                return self._read(entry)
            slot = (slot + 1) & mask
        return None

    def _read(self, entry: NDArray[np.int64]) -> tuple[float, int]:
        at = self.forms.key.key_size
        value = entry.view(np.float64)[at + VALUE] if self.floats else entry[at + VALUE]
        flags = int(entry[at + FLAGS])
        return (float(value) if self.floats else int(value)), flags & BOUND_MASK
