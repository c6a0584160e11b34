"""Memory: what a search found about a state, for when it comes there again.

States that the game calls symmetric share one entry. Values found with different horizons
(plies left to search) are different values and have entries of their own, so a search
with memory gives the value that it gives without.
"""

from __future__ import annotations

from outplay.errors import UsageError
from outplay.native.forms import Forms
from outplay.search.state import PythonTable
from outplay.search.word_table import NativeTable

ENTRIES = 4_000_000
"""States that a memory holds unless told otherwise; beyond them it learns nothing new."""


class Memory:
    """A table for one game and one algorithm; give it to several searches to share it."""

    def __init__(self, entries: int = ENTRIES, *, symmetries: bool = True) -> None:
        if isinstance(entries, bool) or not isinstance(entries, int) or entries < 1:
            raise UsageError(f"A memory needs a whole number of entries from 1 up, not {entries}.")
        self.entries = entries
        self.symmetries = symmetries
        """Use the game's `symmetries`, where it declares them."""
        self._owner: object = None
        self._table: PythonTable | NativeTable | None = None
        self._meanwhile: Memory | None = None

    def __len__(self) -> int:
        return 0 if self._table is None else len(self._table)

    @property
    def is_native(self) -> bool:
        """Does it belong to native searches?"""
        return isinstance(self._table, NativeTable)

    def another(self) -> Memory:
        """An empty one of the same size."""
        return Memory(self.entries, symmetries=self.symmetries)

    def meanwhile(self) -> Memory:
        """What interpreted searches remember until native ones can use this one."""
        if self._meanwhile is None:
            self._meanwhile = self.another()
        return self._meanwhile

    def python_table(self, owner: object) -> PythonTable:
        """The table of an interpreted search of `owner` (a game, an algorithm, …)."""
        self._claim(owner, "python")
        if self._table is None:
            self._table = PythonTable(self.entries)
        assert isinstance(self._table, PythonTable)
        return self._table

    def native_table(self, owner: object, forms: Forms, floats: bool) -> NativeTable:
        """The table of a native search of `owner`."""
        self._claim(owner, "native")
        table = self._table
        if not isinstance(table, NativeTable) or not table.is_for(forms, floats):
            self._table = NativeTable(forms, floats, self.entries)
        assert isinstance(self._table, NativeTable)
        return self._table

    @property
    def attached(self) -> NativeTable | None:
        """The table that native searches use."""
        return self._table if isinstance(self._table, NativeTable) else None

    def take_back(self) -> None:
        """Forgets what the last native search remembered."""
        if isinstance(self._table, NativeTable):
            self._table.take_back()

    def _claim(self, owner: object, speed: str) -> None:
        if self._owner is None:
            self._owner = (owner, speed)
        if self._owner != (owner, speed):
            raise UsageError(
                "This memory belongs to another game, algorithm or speed;"
                " give each its own Memory()."
            )
