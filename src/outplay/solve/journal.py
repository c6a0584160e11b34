"""Files that grow with the work, so that it goes on after it was ended.

What was appended counts when `commit` has written down how long each file is; what came after that
is cut off when the work is taken up.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from outplay.solve.store import Store, errors_of_files
from outplay.solve.workers import Array

NOTE = "journal"


class Journal:
    """Arrays by name, in the folder of a store; without a folder nothing is kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sizes: dict[str, int] = {}
        """By name, the bytes of each file."""

    @property
    def is_kept(self) -> bool:
        return self._store.folder is not None

    def _path(self, name: str) -> Path:
        assert self._store.folder is not None
        return self._store.folder / f"{name}.raw"

    def append(self, name: str, array: Array) -> None:
        """Puts items at the end of a file."""
        if not self.is_kept:
            return
        path = self._path(name)
        with errors_of_files(path), path.open("ab") as file:
            file.write(np.ascontiguousarray(array).data)
        self._sizes[name] = self._sizes.get(name, 0) + array.nbytes

    def commit(self, **notes: Any) -> None:
        """What has been appended so far counts; `notes` go with it."""
        if self.is_kept:
            self._store.note(NOTE, {"sizes": self._sizes, **notes})

    def take_up(self) -> dict[str, Any] | None:
        """The notes of the last commit; all that was appended later is gone."""
        found: dict[str, Any] | None = self._store.noted(NOTE) if self.is_kept else None
        if found is None:
            self.clear()
            return None
        self._sizes = dict(found["sizes"])
        for name, size in self._sizes.items():
            with errors_of_files(self._path(name)), self._path(name).open("r+b") as file:
                file.truncate(size)
        return found

    def read(self, name: str, kind: Any) -> Array:
        """All of a file."""
        if not self._sizes.get(name):
            return np.zeros(0, kind)
        return np.fromfile(self._path(name), kind)

    def clear(self) -> None:
        """Begins anew."""
        for name in self._sizes:
            self._path(name).unlink(missing_ok=True)
        self._sizes = {}
        if self.is_kept:
            for path in self._path("").parent.glob("graph-*.raw"):
                path.unlink(missing_ok=True)
