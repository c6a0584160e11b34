"""Work in steps that goes on where it was ended: what one step leaves to the next, written down."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from outplay.solve import store as stores
from outplay.solve.store import Store
from outplay.solve.workers import Array

SHARE = 20
"""Writing takes one part in so many of the time."""


class Checkpoint:
    """Arrays and notes, by the name of the work."""

    def __init__(self, store: Store, name: str) -> None:
        self._store, self._name = store, name
        self._number = 0
        self._last, self._took = time.perf_counter(), 0.0

    def take_up(self, *names: str) -> tuple[dict[str, Any], list[Array]] | None:
        """The notes and the arrays with these names, as they were written down last."""
        notes = self._store.noted(self._name)
        if notes is None:
            return None
        self._number = notes["number"]
        arrays = [self._store.finished(self._file(name)) for name in names]
        found = [array for array in arrays if array is not None]
        return (notes, found) if len(found) == len(names) else None

    def write_down(self, arrays: Mapping[str, Array], **notes: object) -> None:
        """A step is done. Now and then it is kept; the one before it is dropped then."""
        began = time.perf_counter()
        due = max(stores.OFTEN, SHARE * self._took)
        if self._store.folder is None or began - self._last < due:
            return
        before = [self._file(name) for name in arrays]
        self._number += 1
        for name, array in arrays.items():
            self._store.keep(self._file(name), array, finished=True)
        self._store.note(self._name, {"number": self._number, **notes})
        for name in before:
            self._store.drop(name)
        self._last = time.perf_counter()
        self._took = self._last - began

    def _file(self, name: str) -> str:
        return f"{self._name}-{name}-{self._number}"
