"""What runs the solver's kernel on arrays, at either speed.

A native worker works in the arrays that it is given. An interpreted one works in lists, since
Python reads these much faster: what it has written is read by `read`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from outplay.native.forms import Form
from outplay.native.layout import Overflow
from outplay.native.searcher import NativeSearcher
from outplay.search.searchers import PythonSearcher, Searcher
from outplay.solve.packing import SEGMENT_FIELDS, WRAP, Layout
from outplay.solve.state import RECENT

Array = NDArray[Any]


class Worker:
    """One searcher and the arrays that it works on. Not for two threads at once."""

    def __init__(self, searcher: Searcher, root: object, form: Form) -> None:
        """`form` is how states travel as words."""
        self.searcher, self.form, self._root = searcher, form, root
        self._layout: Layout | None = None
        self._reserved: dict[str, int] = {}
        """Words of rows that are there to be written."""
        if isinstance(searcher, PythonSearcher):
            _keep_states_in_words(searcher, form)
        for name in ("row", "kept", "least"):
            self.room(name, form.words)
        self.set("row_words", form.words)
        for name in ("misfits", "missing", "most_outcomes", "grading", "written", "done", "count"):
            self.set(name, 0)

    @property
    def is_native(self) -> bool:
        return isinstance(self.searcher, NativeSearcher)

    @property
    def number_type(self) -> type[Any]:
        """Of values."""
        return np.float64 if self.searcher.floats else np.int64

    def set(self, name: str, value: float) -> None:
        self.searcher.set_number(name, value)

    def get(self, name: str) -> int:
        return self.searcher.get(name)

    def get_number(self, name: str) -> float:
        return self.searcher.get_number(name)

    def put(self, name: str, array: Array) -> None:
        """A row of 64-bit numbers; where the kernel writes there, natively it is into the array."""
        array = np.ascontiguousarray(array).reshape(-1)
        self._reserved.pop(name, None)
        if isinstance(self.searcher, NativeSearcher):
            self.searcher.set_row(name, array)
        else:
            setattr(self.searcher.run, name, array.tolist())

    def room(self, name: str, words: int, kind: type[Any] = np.int64) -> None:
        """A row for the kernel to write, all of it 0."""
        self.put(name, np.zeros(words, kind))

    def reserve(self, name: str, words: int, kind: type[Any] = np.int64) -> None:
        """The same, unless there is such a row of at least that size, whatever is in it."""
        if self._reserved.get(name, 0) < words:
            self.room(name, words, kind)
            self._reserved[name] = words

    def read(self, name: str, start: int, end: int, kind: type[Any] = np.int64) -> Array:
        """A part of a row; of a native worker it is the row itself, no copy."""
        if isinstance(self.searcher, NativeSearcher):
            row: Array = self.searcher.row(name)[start:end]
            return row.view(kind)
        words = getattr(self.searcher.run, name)[start:end]
        try:
            return np.array(words, kind)
        except OverflowError:  # bits beyond those of a signed word
            return np.array([word & WRAP for word in words], np.uint64).view(np.int64)

    def use(self, layout: Layout) -> None:
        """States are packed in that way from now on."""
        if layout is self._layout:
            return
        self._layout = layout
        columns = np.array(layout.segments, np.int64).reshape(-1, len(SEGMENT_FIELDS)).T
        for name, column in zip(SEGMENT_FIELDS, columns, strict=True):
            self.put(f"segment_{name}", column)
        self.put("bias", np.array(layout.bias, np.int64))
        outside = np.array([~mask for mask in layout.mask], object)
        if self.is_native:
            outside = (outside & WRAP).astype(np.uint64).view(np.int64)
        self.put("outside", outside)
        self.set("segments", len(layout.segments))
        self.set("size", layout.size)
        self.room("spare", layout.size)
        self.put("recent", np.full(RECENT * layout.size, -1, np.int64))

    def do(self, job: int, start: int, count: int, about: object = None) -> int:
        """Does a job from `start` on, up to `count`; says what came of it. `about`: a state."""
        self.set("done", start)
        self.set("count", count)
        return int(self.searcher.search(self._root if about is None else about, (job,)))

    def current_row(self) -> list[int] | None:
        """The words of the state that it is at; None if it is at none."""
        done, layout = self.get("done"), self._layout
        if layout is None or not self.get("count") or done >= self.get("count"):
            return None
        at = done * layout.size
        keys = self.read("sources", at, at + layout.size).reshape(1, -1)
        row: list[int] = layout.rows(keys)[0].tolist()
        return row

    def misfits(self) -> tuple[list[int], list[int]] | None:
        """What a wider layout needs room for, see `Layout.widened`; it is forgotten then."""
        if not self.get("misfits"):
            return None
        words = self.form.words
        kind = np.int64 if self.is_native else object  # lists may hold more than 64 bits
        kept, least = (self.read(name, 0, words, kind).tolist() for name in ("kept", "least"))
        self.set("misfits", 0)
        for name in ("kept", "least"):
            self.room(name, words)
        return kept, least


def _keep_states_in_words(searcher: PythonSearcher, form: Form) -> None:
    most = form.words

    def store(words: list[int], s: object) -> None:
        found = form.flatten(s)
        if len(found) > most:
            raise Overflow
        words[: len(found)] = found

    searcher.view.load_state = form.build
    searcher.view.store_state = store
