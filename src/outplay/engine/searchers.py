"""The engine's kernel for one game at either speed, set up and ready to be asked."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outplay import bits
from outplay.engine import chance
from outplay.engine.books import Books
from outplay.engine.search import CALM_KERNEL, KERNEL, SETTLE_KERNEL
from outplay.engine.table import GROW, Table
from outplay.engine.team import Team
from outplay.game import Game
from outplay.native.books import BUSY, bits_each
from outplay.native.buckets import PAIR, WIDE
from outplay.native.kernels import Kernel
from outplay.native.layout import COUNTERS, MAX_PLY
from outplay.native.prune import Flags, specialised
from outplay.native.rules import Choices
from outplay.native.scores import FAR, HISTORY_SIZE
from outplay.native.searcher import NativeSearcher
from outplay.native.shapes import Shape
from outplay.search import searchers as common
from outplay.search.run import Run
from outplay.search.trouble import line_of_traceback
from outplay.search.view import View

WORTH_SHARING = 6
"""Searches of less depth are over before other threads have begun."""

MIRRORED = 12
"""Plies from the root in which images of one position are taken for one: most that meet again
below have met above."""


@dataclass(frozen=True)
class Setup:
    """What the engine's code for a game depends on."""

    flags: Flags
    choices: Choices
    win: float

    @property
    def on(self) -> dict[str, bool]:
        return dict(self.flags)

    @property
    def kernel(self) -> Kernel:
        if self.chance:
            return chance.KERNEL
        if self.on["settling"]:
            return SETTLE_KERNEL
        return CALM_KERNEL if self.on["calming"] else KERNEL

    @property
    def chance(self) -> bool:
        """Is it a game with chance in it?"""
        return self.on.get("chance", False)

    @property
    def rest(self) -> tuple[int, ...]:
        """What the kernel takes after alpha, beta, depth and ply."""
        return (0,) if self.chance else ()

    @property
    def mirrored(self) -> int:
        """A position must be known again wherever it can come back, so there at every ply."""
        on = self.on
        if not on["symmetric"]:
            return -1
        return MAX_PLY if on["cyclic"] else MIRRORED


class PythonEngine:
    """The kernel as it stands."""

    speed = "python"
    compile_time = 0.0
    threads = 1

    def __init__(self, game: Game[Any, Any], setup: Setup, table: Table) -> None:
        self.game, self.setup = game, setup
        self.view = View(game, setup.choices, 0, 0)
        kernels = specialised(setup.kernel.functions, setup.flags, (Run.visit, Run.improve))
        self._kernel = kernels[setup.kernel.name]
        self._names = set(kernels)
        self.buckets = table.python((setup, common.parameters(game)))
        self.books = Books(game, setup.choices, setup.on, setup.win, self.buckets)
        self.books.mirrored = setup.mirrored

    def begin(self, nodes: float) -> None:
        """Starts counting; stops after `nodes`."""
        books = self.books
        for name in COUNTERS:
            setattr(books, name, 0)
        books.nodes, books.check_at = 1, nodes
        self._halted = False
        books.forget()

    @contextlib.contextmanager
    def within(self, effort: int) -> Iterator[None]:
        """At most so many nodes from here on; then Stop is raised."""
        books = self.books
        before = books.check_at
        books.check_at = min(before, books.nodes + effort)
        if self._halted:
            self.stop()
        yield
        books.check_at = before
        if self._halted:
            self.stop()

    def search(self, state: Any, alpha: Any, beta: Any, depth: int, ply: int) -> Any:
        self.books.back = self.books.passed_at = FAR
        return self._kernel(self.view, state, alpha, beta, depth, ply, *self.setup.rest, self.books)

    def promise(self, low: float, high: float) -> None:
        """All values lie between these two."""
        self.books.low, self.books.high = low, high

    def line(self, ply: int) -> list[Any]:
        """The best line from `ply` on, in images of its positions."""
        return self.books.line(ply)

    def image(self, state: Any, ply: int) -> Any:
        """The state that the search looks at in the place of `state`."""
        return self.books.image(state) if ply <= self.books.mirrored else state

    def word(self, state: Any) -> Any:
        """What tells states apart."""
        return self.books.fingerprint(state)

    def table_move(self, state: Any, ply: int = 0) -> Any:
        """The best action of a state that the table remembers; None if it does not."""
        image = self.image(state, ply)
        found = self.books.probe(self.word(image))
        return _action_of(self, state, image, self.books.move_of(found) if found else -1, ply)

    def place(self, ply: int, state: Any) -> None:
        """Says which state stands at a ply above the searched one."""
        if self.setup.on["cyclic"]:
            self.books.repeated(self._spot(state, ply), ply)

    def remember(self, past: Sequence[Any]) -> None:
        """Says which states stood on the board before the root."""
        self.books.past = {self._spot(state, 0) for state in past}

    def _spot(self, state: Any, ply: int) -> Any:
        image = self.image(state, ply)
        return self.books.spot(image) if self.books.placed else self.word(image)

    def path(self, start: int, error: BaseException) -> list[Any]:
        return line_of_traceback(error, self._names)

    def stop(self) -> None:
        self._halted = True
        self.books.check_at = 0

    def get(self, name: str) -> int:
        return int(getattr(self.books, name))

    def counters(self) -> dict[str, int]:
        return {name: self.get(name) for name in COUNTERS}

    def fill(self) -> float:
        return self.buckets.fill()

    def finish(self) -> None:
        """Nothing to give back."""


class NativeEngine:
    """The kernel in machine code, on one thread or several that share the table."""

    speed = "native"

    def __init__(
        self, game: Game[Any, Any], root: Any, setup: Setup, table: Table, threads: int = 1
    ) -> None:
        """Raises Unsupported if the rules do not compile."""
        self.game, self.setup, self.threads = game, setup, threads
        self.compile_time = 0.0
        self._plan = common.Plan(setup.kernel, setup.flags, setup.choices, "end", 0)
        self._native = [self._searcher(root) for _ in range(threads)]
        self._first = self._native[0]
        self.floats = self._first.floats
        self._habits = [
            (np.empty(3 * HISTORY_SIZE, np.int64), np.empty(MAX_PLY + 3, np.int64))
            for _ in self._native
        ]
        kind = setup, common.parameters(game), self._first.shapes, self.floats
        self.buckets = table.native(kind, WIDE if self.floats else PAIR)
        if threads > 1:
            self.buckets.use_all()
        self._busy = np.zeros(BUSY, np.int64)
        self._age = table.age
        for searcher, habits in zip(self._native, self._habits, strict=True):
            self._set_up(searcher, habits)
        self._team = Team(self._native) if threads > 1 else None

    def _searcher(self, root: Any) -> NativeSearcher:
        found = common.take(self.game, root, self._plan)
        self.compile_time += found.compile_time
        return found

    def _set_up(self, searcher: NativeSearcher, habits: tuple[Any, Any]) -> None:
        history, killers = habits
        fields = {
            "table": self.buckets.address, "buckets": self.buckets.buckets,
            "most_buckets": self.buckets.most,
            "filled": self.buckets.overwritten, "grow": GROW,
            "age": self._age & 3, "history": history.ctypes.data, "killers": killers.ctypes.data,
            "mirrored": self.setup.mirrored, "busy": self._busy.ctypes.data, "back": FAR,
            "passed_at": FAR, "past_size": 0,
        }  # fmt: skip
        for name, value in fields.items():
            searcher.set(name, value)
        searcher.set_float("win", self.setup.win)
        searcher.set_float("repetition", self.game.repetition)

    def begin(self, nodes: float) -> None:
        share = int(min(nodes, 1 << 62)) // self.threads
        for number, searcher in enumerate(self._native):
            for name in COUNTERS:
                searcher.set(name, 0)
            searcher.set("nodes", int(number == 0))
            searcher.set("check_at", max(1, share))
            for array in self._habits[number]:
                array[:] = 0
        self._halted = False
        if self._team is not None:
            self._team.begin(max(1, share))

    @contextlib.contextmanager
    def within(self, effort: int) -> Iterator[None]:
        before, most = self._first.get("check_at"), self._first.get("nodes") + effort
        if self._team is not None:
            with self._team.within(most):
                yield
            return
        self._first.set("check_at", min(before, most))
        if self._halted:  # it is set before `check_at` is, so no stop goes unheard
            self.stop()
        yield
        self._first.set("check_at", before)
        if self._halted:
            self.stop()

    def search(self, state: Any, alpha: Any, beta: Any, depth: int, ply: int) -> Any:
        arguments = (alpha, beta, depth, ply, *self.setup.rest)
        for searcher in self._native:
            searcher.set("back", FAR)
            searcher.set("passed_at", FAR)
        if self._team is None:
            return self._first.search(state, arguments)
        self._busy[:] = 0
        return self._team.search(state, arguments, alone=depth < WORTH_SHARING)

    def promise(self, low: float, high: float) -> None:
        for searcher in self._native:
            searcher.set_float("low", low)
            searcher.set_float("high", high)

    def line(self, ply: int) -> list[Any]:
        return self._winner.line(ply)

    def image(self, state: Any, ply: int) -> Any:
        if ply > self.setup.mirrored:
            return state
        to_word = self._position_word if self.setup.on.get("placed") else self._word
        best, least = state, to_word(state)
        for other in self.game.symmetries(state):
            word = to_word(other)
            if word < least:
                best, least = other, word
        return best

    def word(self, state: Any) -> int:
        return bits.mix(self._word(state))

    def _word(self, state: Any) -> int:
        return _word_of(self._first.shapes.key, self.game.key(state))

    def _position_word(self, state: Any) -> int:
        return _word_of(self._first.shapes.position, self.game.position(state))

    def table_move(self, state: Any, ply: int = 0) -> Any:
        image = self.image(state, ply)
        self.buckets.buckets = self._first.get("buckets")
        return _action_of(self, state, image, self.buckets.move(self.word(image)), ply)

    def place(self, ply: int, state: Any) -> None:
        if self.setup.on["cyclic"]:
            word = self._spot(state, ply)
            for searcher in self._native:
                searcher.set_key(ply, word)

    def remember(self, past: Sequence[Any]) -> None:
        self._past = np.array([self._spot(state, 0) for state in past], np.int64)
        for searcher in self._native:
            searcher.set("past", self._past.ctypes.data)
            searcher.set("past_size", len(past))

    def _spot(self, state: Any, ply: int) -> int:
        image = self.image(state, ply)
        placed = self.setup.on.get("placed")
        return bits.mix(self._position_word(image)) if placed else self.word(image)

    def path(self, start: int, error: BaseException) -> list[Any]:
        return self._winner.path(start)

    @property
    def _winner(self) -> NativeSearcher:
        """Whose search is to be read: that of the first thread to answer, or to fail."""
        return self._first if self._team is None else self._team.winner

    def stop(self) -> None:
        self._halted = True
        if self._team is not None:
            self._team.stop()  # first, so that no search begins after it
        for searcher in self._native:
            searcher.stop()

    def get(self, name: str) -> int:
        if name == "deepest":
            return max(searcher.get(name) for searcher in self._native)
        return sum(searcher.get(name) for searcher in self._native)

    def counters(self) -> dict[str, int]:
        return {name: self.get(name) for name in COUNTERS}

    def fill(self) -> float:
        self.buckets.buckets = self._first.get("buckets")
        return self.buckets.fill()

    def finish(self) -> None:
        """Gives the searchers back for the next search of the same kind."""
        self.buckets.buckets = self._first.get("buckets")
        self.buckets.overwritten = self._first.get("filled")
        common.give(self.game, self._plan, self._native)


EngineSearcher = PythonEngine | NativeEngine


def in_place(searcher: EngineSearcher, state: Any, a: Any, ply: int) -> Any:
    """The action of `state` that `a` is in its image; None if there is none."""
    game = searcher.game
    image = searcher.image(state, ply)
    if image == state:
        return a
    wanted = searcher.word(searcher.image(game.result(image, a), ply + 1))
    for real in game.legal(state):
        if searcher.word(searcher.image(game.result(state, real), ply + 1)) == wanted:
            return real
    return None


def _action_of(searcher: EngineSearcher, state: Any, image: Any, number: int, ply: int) -> Any:
    """The action of `state` that is the numbered one of its image."""
    candidates = searcher.setup.choices.candidates
    game = searcher.game
    actions = list(game.candidates(image) if candidates else game.actions(image))
    return in_place(searcher, state, actions[number], ply) if 0 <= number < len(actions) else None


def _word_of(shape: Shape, key: Any) -> int:
    """What `word_of` and `spot_of` compute natively."""
    words = shape.key_words(key)
    if len(words) == 1:
        return words[0]
    size = bits_each(shape)
    half = 1 << max(0, size - 1)
    if size and all(-half <= word < half for word in words):
        packed = 0
        for word in words:
            packed = packed << size | word & (1 << size) - 1
        return packed
    mixed = 0
    for word in words:
        mixed = bits.mix(mixed ^ word)
    return bits.wrap(mixed | 1 << 63)
