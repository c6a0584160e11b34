"""A native search: the compiled kernel, the memory it works in, and what went wrong in it."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from outplay import bits
from outplay.copies import handed
from outplay.game import Game
from outplay.keys import same
from outplay.native import building, layout
from outplay.native.background import waited_for
from outplay.native.forms import Forms
from outplay.native.kernels import Kernel
from outplay.native.layout import ARGUMENTS, COUNTERS, OFFSET, STATE
from outplay.native.prune import Flags
from outplay.native.rules import Choices
from outplay.native.sample import Sample
from outplay.native.source import Unsupported
from outplay.native.support import WORD, line_bytes
from outplay.native.table import BOUND_MASK, FLAGS, VALUE, entry_words

HORIZONS = {"end": "0", "depth": f"peek(run, {OFFSET['limit']}) - ply", "function": "ply"}
"""How far a search goes below a node: to the end, to a depth, or as a function decides."""

LONG = 20.0
"""Seconds of compiling that are explained."""

MOST_UNFIT = 4
"""States that code is built anew for; rules with ever new types are better off in Python."""

LEAST, MOST = -layout.INFINITY_INT, layout.INFINITY_INT
"""What a kernel takes for infinite."""

MOST_KNOWN = 256
"""States of which the words are kept."""


class NativeCode:
    """One kernel for one game in machine code, for any number of searchers.

    It does not keep the game alive.
    """

    def __init__(
        self, game: Game[Any, Any], root: Any, kernel: Kernel, flags: Flags, choices: Choices,
        horizon: str,
        announce: Callable[[str], None] | None = None,
        expired: Callable[[], bool] = lambda: False,
        looked: Callable[[], None] = lambda: None,
        before: NativeCode | None = None,
    ) -> None:  # fmt: skip
        """Loads or compiles; raises Unsupported if the rules do not compile.

        Looking at states first is not compiling: it raises Stop if the time has `expired`. When
        that is done, `looked` is called: from then on no rule is asked here, so that a search on
        another thread may ask them. `before` is code for the same search that met something it
        could not hold.
        """
        self.kernel = kernel
        self.wide: frozenset[Any] = frozenset() if before is None else before.wide | before.outgrown
        self.outgrown: set[Any] = set()
        """Places in the rules where ints left 64 bits."""
        self.unfit: list[Any] = []
        """States that it cannot hold, or whose actions or answers."""
        self.is_widest = False
        """Is it known that no wider code can be built?"""
        self.others: list[Any] = [] if before is None else [*before.others, *before.unfit]
        """What code before it could not hold."""
        self.sample = sample = Sample(handed(game, root, always=True), root, expired, self.others)
        if before is not None:
            sample.join(before.sample)
        looked()
        start = time.perf_counter()
        try:
            self.entry = self._prepare(game, root, flags, choices, horizon, announce, sample)
        except Unsupported as error:
            error.compile_time = time.perf_counter() - start
            raise
        sample.leave()
        if before is not None and before.built.text == self.built.text:
            self.is_widest = True
        self.compile_time = time.perf_counter() - start
        self.slow = ""
        """Why it took long to compile, if it did."""
        if self.compile_time > LONG:
            self.slow = f"compiling took {self.compile_time:.0f} s: {self.built.largest}"

    def _prepare(
        self, game: Game[Any, Any], root: Any, flags: Flags, choices: Choices, horizon: str,
        announce: Callable[[str], None] | None, sample: Sample,
    ) -> building.Entry:  # fmt: skip
        on = dict(flags)
        estimates = on.get("limited", False) and choices.evaluate is None
        floats = sample.float_utility and not on.get("decisive", False)
        floats = floats or (estimates and sample.float_evaluate)
        title = f"{game.name}-{self.kernel.name}"
        build = partial(
            building.build,
            game,
            sample,
            self.kernel,
            flags,
            choices,
            HORIZONS[horizon],
            wide=self.wide,
        )  # fmt: skip
        try:
            built = build(floats=self.kernel.floats or floats)
        except building.NeedsFloats:
            built = build(floats=True)
        self.built = built
        entry = building.load(built, title)
        if entry is None:
            if announce is not None:
                announce(f"Compiling the rules of {game.name} …")
            entry = waited_for(partial(building.compile_now, built, title))
        self.floats, self.forms, self._reads = built.floats, built.forms, built.reads
        return entry

    def suits(self, root: Any) -> bool:
        """Can it search from `root`, as far as is known?"""
        if (self.outgrown or self.unfit) and not self.is_widest:
            return False
        try:
            self.forms.state.flatten(root)
        except layout.Overflow:
            return False
        return True

    def note_place(self, place: Any) -> bool:
        """An int left 64 bits in that place; would wider code be another one?"""
        if self.is_widest or place in self.wide:
            return False
        self.outgrown.add(place)
        return True

    def note_state(self, state: Any) -> bool:
        """It cannot hold that state; would wider code be another one?"""
        known = [*self.others, *self.unfit]
        if self.is_widest or len(known) >= MOST_UNFIT or any(same(state, s) for s in known):
            return False
        self.unfit.append(state)
        return True

    def is_current(self) -> bool:
        """Is all that the rules were translated from still what it was?"""
        return all(read.is_current() for read in self._reads)


class NativeSearcher:
    """Machine code and the memory that one search of it works in. Not for two threads at once."""

    speed = "native"

    def __init__(self, code: NativeCode) -> None:
        """Raises Unsupported if there is no room for its memory."""
        self.code, self.kernel = code, code.kernel
        self.forms, self.floats = code.forms, code.floats
        self.compile_time = 0.0
        self._entry = code.entry
        try:
            self._allocate()
        except MemoryError:
            raise Unsupported(
                "there is no room for the memory that a native search needs."
            ) from None

    def _allocate(self) -> None:
        fixed = self.forms.state.fixed
        self._block = np.zeros(STATE + (self.forms.state.words if fixed else 1), np.int64)
        self._fields = self._block.data
        self._floats: Any = self._block.view(np.float64).data
        self._known: dict[int, tuple[Any, array[int]]] = {}
        self.address = self._block.ctypes.data
        rows = layout.MAX_PLY + 3
        # Beyond the end that kernels check, room for the most that one state can write there.
        item = self.forms.state.words + self.forms.action.words + 2
        self._stack = np.empty(layout.STACK_WORDS + 2 * layout.MAX_ITEMS * item, np.int64)
        self._path = np.zeros(rows, np.int64)
        self._line_words = line_bytes(self.forms.action) // WORD
        self._lines = np.zeros(rows * self._line_words, np.int64)
        self._keys = np.zeros(rows * (self.forms.key.key_size + 1), np.int64)
        self._notes = np.zeros(rows * layout.NOTES, np.float64)
        for name, words in (
            ("stack", self._stack), ("path", self._path), ("lines", self._lines),
            ("keys", self._keys), ("notes", self._notes),
        ):  # fmt: skip
            self.set(name, words.ctypes.data)
        self._arena = np.empty(layout.ARENA_WORDS if self.code.built.allocates else 1, np.int64)
        self._arena_start = self._arena.ctypes.data
        self.set("arena_end", self._arena_start + self._arena.nbytes)
        self.set("stack_end", self._stack.ctypes.data + layout.STACK_WORDS * WORD)
        self.set("max_ply", layout.MAX_PLY)

    # --- fields ----------------------------------------------------------------------------

    def set(self, name: str, value: int) -> None:
        """Sets a field of the block."""
        self._fields[OFFSET[name]] = value

    def set_float(self, name: str, value: float) -> None:
        """Sets a field of the block that holds a float."""
        self._floats[OFFSET[name]] = value

    def get(self, name: str) -> int:
        """A field of the block."""
        return self._fields[OFFSET[name]]

    def set_key(self, ply: int, word: int) -> None:
        """Says which state stands at a ply above the searched one."""
        self._keys[ply] = word

    def stop(self) -> None:
        """Makes the running search raise Stop at its next node; from any thread."""
        self.set("check_at", 0)

    def counters(self) -> dict[str, int]:
        """What the kernel counted."""
        return {name: self.get(name) for name in COUNTERS}

    # --- searching --------------------------------------------------------------------------

    def search_after(self, state: Any, action: Any, arguments: tuple[float, ...]) -> float:
        """The kernel's value of what `action` leads to; raises what the kernel or a rule raises."""
        try:
            words = array("q", self.forms.action.flatten(action))
        except layout.Overflow as error:
            error.wider, error.unfit = self.code.note_state(state), True
            raise
        self.set("move", words.buffer_info()[0])
        try:
            return self.search(state, arguments)
        finally:
            self.set("move", 0)

    def search(self, state: Any, arguments: tuple[float, ...]) -> float:
        """The kernel's value of `state`; raises what the kernel or a rule raises."""
        try:
            words = self._flat(state)
        except layout.Overflow as error:
            error.wider = self.code.note_state(state)
            raise
        if self.forms.state.fixed:
            self._block[STATE:] = words
        else:
            self._fields[STATE] = words.buffer_info()[0]
        self.set("arena_top", self._arena_start)
        for number, (kind, value) in enumerate(
            zip(self.kernel.arguments, arguments, strict=True), start=ARGUMENTS
        ):
            if kind == "value" and self.floats:
                self._floats[number] = value
            else:
                self._fields[number] = int(min(max(value, LEAST), MOST))
        self._path[0] = 0
        self._path[1] = 0
        try:
            self._entry(self.address)
        except layout.Overflow as error:
            if error.args and not isinstance(error, layout.Beyond):
                error.wider = self.code.note_place(error.args[0])
            raise
        if self.floats:
            return float(self._floats[OFFSET["result"]])
        return self._fields[OFFSET["result"]]

    def _flat(self, state: Any) -> array[int]:
        """The words of `state`. The same few are asked for again and again: a root's children."""
        known = self._known.get(id(state))
        if known is not None and known[0] is state:
            return known[1]
        words = array("q", self.forms.state.flatten(state))
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[id(state)] = state, words
        return words

    def line(self, ply: int) -> list[Any]:
        """The best line from `ply` on, as far as it was kept."""
        start = ply * self._line_words
        words, length = self.forms.action.words, int(self._lines[start])
        if not length:
            return []
        known = self._lines[start + 1 : start + 1 + length * words].tolist()
        return [self.forms.action.build(known, number * words) for number in range(length)]

    def path(self, start: int) -> list[Any]:
        """The actions from the searched state to where the kernel was, from ply `start`."""
        found = []
        for item in self._path[start:]:
            if item == 0:
                break
            word = (int(item) - self._stack.ctypes.data) // 8
            found.append(self.forms.action.build(self._stack, word))
        return found


class NativeTable:
    """The memory of a native search: see `table.py` for its layout."""

    def __init__(self, forms: Forms, floats: bool, entries: int) -> None:
        self.forms, self.floats = forms, floats
        self.words = entry_words(forms.key)
        self.size = entries + 1
        slots = 1 << max(10, (2 * self.size - 1).bit_length())
        self._index = np.zeros(slots, np.int64)
        self._entries = np.zeros(self.size * self.words, np.int64)
        self.used = 0
        self._lent = 0, self._told(0)

    def __len__(self) -> int:
        return self.used

    def attach(self, searcher: NativeSearcher) -> None:
        """Lends the table to a search."""
        searcher.set("index", self._index.ctypes.data)
        searcher.set("index_mask", len(self._index) - 1)
        searcher.set("entries", self._entries.ctypes.data)
        searcher.set("entries_size", self.size)
        searcher.set("entries_used", self.used)
        self._lent = self.used, self._told(self.used).copy()

    def take_back(self) -> None:
        """Forgets what was written since it was lent."""
        self.used, told = self._lent
        self._told(self.used)[:] = told
        # A later entry stands in nobody's way to an earlier one.
        self._index[self._index > self.used] = 0

    def _told(self, used: int) -> Any:
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

    def find(self, key: Any, horizon: int) -> tuple[float, int] | None:
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

    def _read(self, entry: Any) -> tuple[float, int]:
        at = self.forms.key.key_size
        value = entry.view(np.float64)[at + VALUE] if self.floats else entry[at + VALUE]
        flags = int(entry[at + FLAGS])
        return (float(value) if self.floats else int(value)), flags & BOUND_MASK
