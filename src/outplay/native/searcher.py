"""A native search: the compiled kernel, the memory it works in, and what went wrong in it."""

from __future__ import annotations

import contextlib
import time
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from outplay.copies import protected
from outplay.game import AnyGame
from outplay.keys import same
from outplay.native import layout
from outplay.native.forms import Form
from outplay.native.kernels import Variant
from outplay.native.layout import ARGUMENTS, STATE
from outplay.native.sample import Sample
from outplay.native.source import Unsupported
from outplay.native.state import fields_of

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
        self,
        game: AnyGame,
        root: Any,
        variant: Variant,
        announce: Callable[[str], None],
        expired: Callable[[], bool],
        looked: Callable[[], None],
        before: NativeCode | None,
    ) -> None:
        """Loads or compiles; raises Unsupported if the rules do not compile.

        Looking at states first is not compiling: it raises Stop if the time has `expired`. When
        that is done, `looked` is called: from then on no rule is asked here, so that a search on
        another thread may ask them. `before` is code for the same search that met something it
        could not hold.
        """
        from outplay.native import building  # the compiler, which most short searches never need

        self.kernel, self.fields = variant.kernel, fields_of(variant.kernel.state)
        self._decisive = variant.is_on("decisive")
        self.wide: frozenset[Any] = frozenset() if before is None else before.wide | before.outgrown
        self.outgrown: set[Any] = set()
        """Places in the rules where ints left 64 bits."""
        self.unfit: list[Any] = []
        """States that it cannot hold, or whose actions or answers."""
        self.is_widest = False
        """Is it known that no wider code can be built?"""
        self.others: list[Any] = [] if before is None else [*before.others, *before.unfit]
        """What code before it could not hold."""
        self.sample = sample = Sample(
            protected(game, root, always=True), root, expired, self.others
        )
        if before is not None:
            sample.join(before.sample)
        looked()
        start = time.perf_counter()
        try:
            self.built = built = building.build(game, sample, variant, self.wide)
            entry = building.load(built)
            if entry is None:
                announce(f"Compiling the rules of {game.name} …")
                entry = building.compile_now(built)
        except Unsupported as error:
            error.compile_time = time.perf_counter() - start
            raise
        self.entry, self.floats, self.forms = entry, built.floats, built.forms
        sample.leave()
        if before is not None and before.built.text == built.text:
            self.is_widest = True
        self.compile_time = time.perf_counter() - start
        self.slow = ""
        """Why it took long to compile, if it did."""
        if self.compile_time > LONG:
            self.slow = f"compiling took {self.compile_time:.0f} s: {built.largest}"

    def is_float(self, name: str) -> bool:
        """Does a field hold a float?"""
        kind = self.fields[name][1]
        return kind == "float" or (
            kind in ("Value", "Utility") and (self.floats or (kind == "Utility" and self._decisive))
        )

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
        return all(read.is_current() for read in self.built.reads)


class NativeSearcher:
    """Machine code and the memory that one search of it works in. Not for two threads at once."""

    speed = "native"

    def __init__(self, code: NativeCode) -> None:
        """Raises Unsupported if there is no room for its memory."""
        self.code, self.kernel = code, code.kernel
        self.forms, self.floats = code.forms, code.floats
        self._float_arguments = [self.floats and k == "value" for k in self.kernel.arguments]
        self.compile_time, self.slow = 0.0, code.slow
        self.halted, self.most = False, 0
        self._entry = code.entry
        try:
            self._allocate()
        except MemoryError:
            raise Unsupported("there is not enough memory for a native search.") from None

    def _allocate(self) -> None:
        code = self.code
        fixed = self.forms.state.fixed
        self._block = np.zeros(STATE + (self.forms.state.words if fixed else 1), np.int64)
        self._fields = self._block.data.cast("B").cast("q")
        self._float_fields = self._block.data.cast("B").cast("d")
        self._known: dict[int, tuple[Any, array[int]]] = {}
        self.address = self._block.ctypes.data
        self._offset = {**layout.OFFSET, **{n: at for n, (at, _) in code.fields.items()}}
        self._rows: dict[str, Any] = {}
        rows = layout.MAX_PLY + 3
        # Beyond the end that kernels check, room for the most that one state can write there.
        item = self.forms.state.words + self.forms.action.words + 2
        stack = np.empty(layout.STACK_WORDS + 2 * layout.MAX_ITEMS * item, np.int64)
        self._line_words = 1 + layout.LINE * self.forms.action.words
        self.set_row("stack", stack)
        self._stack = stack
        self._path = self.allocate_row("path", rows)
        self._lines = self.allocate_row("lines", rows * self._line_words)
        self._keys = self.allocate_row("keys", rows * (self.forms.key.key_size + 1))
        self._arena = np.empty(layout.ARENA_WORDS if code.built.allocates else 1, np.int64)
        self._arena_start = self._arena.ctypes.data
        self.set("arena_end", self._arena_start + self._arena.nbytes)
        self.set("stack_end", stack.ctypes.data + layout.STACK_WORDS * 8)

    # --- fields ----------------------------------------------------------------------------

    def allocate_row(self, name: str, words: int) -> Any:
        """Memory for a field that is a row, all of it 0; once."""
        if name not in self._rows:
            self.set_row(name, np.zeros(words, np.int64))
        return self._rows[name]

    def row(self, name: str) -> Any:
        """The memory of such a field; None if it has none."""
        return self._rows.get(name)

    def set_row(self, name: str, words: Any) -> None:
        """A field that is a row lies there from now on."""
        if self._rows.get(name) is not words:
            self._rows[name] = words
            self.set(name, words.ctypes.data)

    def set(self, name: str, value: int) -> None:
        """Sets a field of the block."""
        self._fields[self._offset[name]] = value

    def set_number(self, name: str, value: float) -> None:
        """Sets a field that holds what its kind says."""
        self._put(self._offset[name], value, self.code.is_float(name))

    def _put(self, at: int, value: float, is_float: bool) -> None:
        if is_float:
            self._float_fields[at] = value
        elif type(value) is int and LEAST <= value <= MOST:
            self._fields[at] = value
        else:
            self._fields[at] = int(min(max(value, LEAST), MOST))

    def get(self, name: str) -> int:
        """A field of the block."""
        return self._fields[self._offset[name]]

    def get_number(self, name: str) -> float:
        """A field of the block that holds what its kind says."""
        fields = self._float_fields if self.code.is_float(name) else self._fields
        return fields[self._offset[name]]

    def set_key(self, ply: int, word: int) -> None:
        """Says which state stands at a ply above the searched one."""
        self._keys[ply] = word

    def begin(self, nodes: float) -> None:
        """Starts counting, the root included; stops after `nodes`."""
        for name in self.kernel.state.counters:
            self.set(name, 0)
        self.set("nodes", 1)
        self.halted = False
        self.limit(nodes)

    def limit(self, nodes: float) -> None:
        """Stops after so many; not to be called while it searches."""
        self.most = int(min(nodes, 1 << 62))
        self._check_at(self.most)

    def _check_at(self, nodes: int) -> None:
        self.set("check_at", nodes)
        if self.halted:  # it is set before `check_at` is, so no stop goes unheard
            self.set("check_at", 0)

    @contextlib.contextmanager
    def within(self, effort: int) -> Iterator[None]:
        """At most so many nodes from here on; then Stop is raised."""
        before, most = self.get("check_at"), self.get("nodes") + effort
        self._check_at(min(before, most))
        yield
        self._check_at(before)

    def stop(self) -> None:
        """Makes the running search raise Stop at its next node; from any thread."""
        self.halted = True
        self.set("check_at", 0)

    def counters(self) -> dict[str, int]:
        """What the kernel counted."""
        return {name: self.get(name) for name in self.kernel.state.counters}

    def key_word(self, game: AnyGame, state: Any) -> int:
        """What the kernel's `game.key_word(s)` gives."""
        key = game.key(state) if game.answers("key") else state
        return self._word(self.forms.key, key, state)

    def position_word(self, game: AnyGame, state: Any) -> int:
        """What `game.position_word(s)` gives."""
        return self._word(self.forms.position, game.repetition_key(state), state)

    def _word(self, form: Form, value: Any, state: Any) -> int:
        try:
            return form.word(value)
        except layout.Overflow as error:
            error.wider = self.code.note_state(state)
            raise

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
            self._fields[STATE:] = words
        else:
            self._fields[STATE] = words.buffer_info()[0]
        self.set("arena_top", self._arena_start)
        for number, value in enumerate(arguments):
            self._put(ARGUMENTS + number, value, self._float_arguments[number])
        self._path[0] = 0
        self._path[1] = 0
        try:
            self._entry(self.address)
        except layout.Overflow as error:
            if error.args and not isinstance(error, layout.Beyond):
                error.wider = self.code.note_place(error.args[0])
            raise
        if self.floats:
            return self._float_fields[layout.OFFSET["result"]]
        return self._fields[layout.OFFSET["result"]]

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

    def path(self, start: int, error: BaseException) -> list[Any]:
        """The actions that the kernel was following when it raised, from ply `start` on."""
        found = []
        for item in self._path[start:]:
            if item == 0:
                break
            word = (int(item) - self._stack.ctypes.data) // 8
            found.append(self.forms.action.build(self._stack, word))
        return found
