"""The engine's kernel for one game at either speed, set up and ready to be asked."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outplay import bits
from outplay.engine import chance, selective
from outplay.engine.books import Books
from outplay.engine.habits import SelectiveBooks, reductions
from outplay.engine.search import CALM_KERNEL, KERNEL, SETTLE_KERNEL
from outplay.engine.table import GROW, Table
from outplay.game import Game
from outplay.keys import same
from outplay.native.buckets import PAIR, WIDE
from outplay.native.forms import Form
from outplay.native.kernels import Kernel
from outplay.native.layout import COUNTERS, MAX_PLY, Overflow
from outplay.native.prune import Flags, specialised
from outplay.native.rules import Choices
from outplay.native.scores import APPRAISALS, FAR, HISTORY_SIZE
from outplay.native.sharing import STAND
from outplay.search import ready
from outplay.search.run import Run
from outplay.search.searchers import Plan
from outplay.search.trouble import line_of_traceback
from outplay.search.view import View, few

HABITS = (3 * HISTORY_SIZE, 2 * MAX_PLY + 6, HISTORY_SIZE, 2 * APPRAISALS, MAX_PLY + 3)
"""Words for what a thread learns: how good moves were, two refutations for every ply, one for
every move, and estimates by hash and by ply; the last three in selective searches only."""
MIRRORED = 12
"""Plies from the root in which images of one position are taken for one."""


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
        if self.on["selective"]:
            return selective.KERNEL
        if self.on["settling"]:
            return SETTLE_KERNEL
        return CALM_KERNEL if self.on["calming"] else KERNEL

    @property
    def plan(self) -> Plan:
        """What native code depends on."""
        return Plan(self.kernel, self.flags, self.choices, "end", 0)

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

    def __init__(self, game: Game[Any, Any], setup: Setup, table: Table) -> None:
        self.game, self.setup = game, setup
        self.view = View(game, setup.choices, 0, 0)
        kernels = specialised(
            setup.kernel.functions, setup.flags, (Run.visit, Run.improve, Run.check)
        )
        self._kernel = kernels[setup.kernel.name]
        self._names = set(kernels)
        self.buckets = table.python((setup, ready.parameters(game)))
        books = SelectiveBooks if setup.on["selective"] else Books
        self.books = books(game, setup.choices, setup.on, setup.win, self.buckets)
        self.books.mirrored, self.books.finite = setup.mirrored, setup.chance
        self.books.result = self.view.result

    def begin(self, nodes: float) -> None:
        """Starts counting; stops after `nodes`."""
        books = self.books
        for name in COUNTERS:
            setattr(books, name, 0)
        books.nodes, books.check_at = 1, nodes
        self.halted = False
        books.forget()

    @contextlib.contextmanager
    def within(self, effort: int) -> Iterator[None]:
        """At most so many nodes from here on; then Stop is raised."""
        books = self.books
        before = books.check_at
        books.check_at = min(before, books.nodes + effort)
        if self.halted:
            self.stop()
        yield
        books.check_at = before
        if self.halted:
            self.stop()

    def search(self, state: Any, alpha: Any, beta: Any, depth: int, ply: int) -> Any:
        self.books.back = self.books.passed_at = FAR
        if isinstance(self.books, SelectiveBooks):
            self.books.begin(depth + ply)
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

    def remember(self, past: Sequence[Any], expired: Callable[[], bool] = lambda: False) -> None:
        """Says which states stood on the board before the root, if there is the time for it."""
        self.books.past = [self._spot(state, 0) for state in past if not expired()]

    def _spot(self, state: Any, ply: int) -> Any:
        image = self.image(state, ply)
        return self.books.spot(image) if self.books.placed else self.word(image)

    def path(self, start: int, error: BaseException) -> list[Any]:
        return line_of_traceback(error, self._names)

    def was_called_away(self) -> bool:
        """Never: it is the only thread."""
        return False

    def stop(self) -> None:
        self.halted = True
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
    """The kernel in machine code, for one thread. Several may share a table."""

    speed = "native"

    def __init__(
        self, game: Game[Any, Any], root: Any, setup: Setup, table: Table,
        lead: NativeEngine | None = None, expired: Callable[[], bool] = lambda: False,
        halted: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """Raises what `ready.take` raises.

        Of the threads that share a table, the first one makes it grow: it is the `lead` of the
        others, which run the same code.
        """
        self.game, self.setup, self._leads = game, setup, lead is None
        if lead is None:
            self._native = ready.take(game, root, setup.plan, expired, halted)
        else:
            self._native = ready.another(game, setup.plan, lead._native.code)
        self.compile_time = self._native.compile_time
        self.floats = self._native.floats
        self.own_actions = self._native.forms.own_actions
        self.slow = self._native.code.slow
        built = self._native.code.built
        self.same_numbers = not built.converted and not built.uses_numpy
        sizes = HABITS if setup.on["selective"] else (*HABITS[:2], 1, 1, 1)
        self._habits = [np.empty(size, np.int64) for size in sizes]
        self._stands = np.empty(STAND * (MAX_PLY + 3) if setup.on["shared"] else 1, np.int64)
        """Where the thread stands; a ply is written before it is read."""
        kind = setup, ready.parameters(game), self._native.forms, self.floats
        self.buckets = table.native(kind, WIDE if self.floats else PAIR)
        history, killers, counters, appraisals, statics = self._habits
        fields = {
            "table": self.buckets.address, "extent": self.buckets.extent,
            "most_buckets": self.buckets.most,
            "filled": self.buckets.overwritten, "grow": GROW if self._leads else FAR,
            "age": table.age & 3, "history": history.ctypes.data, "killers": killers.ctypes.data,
            "mirrored": self.setup.mirrored, "busy": self.buckets.busy.ctypes.data, "back": FAR,
            "passed_at": FAR, "past_size": 0, "counters": counters.ctypes.data,
            "reductions": reductions().ctypes.data, "appraisals": appraisals.ctypes.data,
            "statics": statics.ctypes.data, "barred_at": FAR, "stands": self._stands.ctypes.data,
        }  # fmt: skip
        for name, value in fields.items():
            self._native.set(name, value)
        self._native.set_float("win", self.setup.win)
        self._native.set_float("repetition", self.game.repetition)
        self._native.set_float("margin", self.game.margin)

    def begin(self, nodes: float) -> None:
        for name in COUNTERS:
            self._native.set(name, 0)
        self._native.set("nodes", 1)
        self.halted = self._away = False
        self.limit(nodes)
        for array in self._habits:
            array[:] = 0
        if self._leads:
            self.buckets.busy[:] = 0

    def limit(self, nodes: float) -> None:
        """Stops after so many; not to be called while it searches."""
        self._limit = int(min(nodes, 1 << 62))
        self._native.set("check_at", self._limit)
        if self.halted:
            self._native.stop()

    @contextlib.contextmanager
    def within(self, effort: int) -> Iterator[None]:
        before, most = self._native.get("check_at"), self._native.get("nodes") + effort
        self._native.set("check_at", min(before, most))
        if self.halted:  # it is set before `check_at` is, so no stop goes unheard
            self.stop()
        yield
        self._native.set("check_at", before)
        if self.halted:
            self.stop()

    def search(self, state: Any, alpha: Any, beta: Any, depth: int, ply: int) -> Any:
        self._native.set("back", FAR)
        self._native.set("passed_at", FAR)
        self._native.set("barred_at", FAR)
        self._native.set("aim", depth + ply)
        self._native.set("stood", ply)
        self._native.set("away", FAR)
        return self._native.search(state, (alpha, beta, depth, ply, *self.setup.rest))

    def promise(self, low: float, high: float) -> None:
        self._native.set_float("low", low)
        self._native.set_float("high", high)

    def line(self, ply: int) -> list[Any]:
        return self._native.line(ply)

    def image(self, state: Any, ply: int) -> Any:
        if ply > self.setup.mirrored:
            return state
        to_word = self._position_word if self.setup.on.get("placed") else self._word
        best, least = state, to_word(state)
        for other in few(self.game.symmetries(state)):
            word = to_word(other)
            if word < least:
                best, least = other, word
        return best

    def word(self, state: Any) -> int:
        return bits.mix(self._word(state))

    def _word(self, state: Any) -> int:
        key = self.game.key(state) if self.game.answers("key") else state
        return self._word_in(self._native.forms.key, key, state)

    def _position_word(self, state: Any) -> int:
        return self._word_in(self._native.forms.position, self.game.position(state), state)

    def _word_in(self, form: Form, value: Any, state: Any) -> int:
        try:
            return form.word(value)
        except Overflow as error:
            error.wider = self._native.code.note_state(state)
            raise

    def table_move(self, state: Any, ply: int = 0) -> Any:
        image = self.image(state, ply)
        return _action_of(self, state, image, self.buckets.move(self.word(image)), ply)

    def place(self, ply: int, state: Any) -> None:
        if self.setup.on["cyclic"]:
            self._native.set_key(ply, self._spot(state, ply))

    def remember(self, past: Sequence[Any], expired: Callable[[], bool] = lambda: False) -> None:
        spots = [self._spot(state, 0) for state in past if not expired()]
        self._past = np.array(spots, np.int64)
        self._native.set("past", self._past.ctypes.data)
        self._native.set("past_size", len(spots))

    def _spot(self, state: Any, ply: int) -> int:
        image = self.image(state, ply)
        placed = self.setup.on.get("placed")
        return bits.mix(self._position_word(image)) if placed else self.word(image)

    def path(self, start: int, error: BaseException) -> list[Any]:
        return self._native.path(start)

    def stop(self) -> None:
        self.halted = True
        self._native.stop()

    def resume(self) -> None:
        """Takes back a `stop`."""
        self.halted = self._away = False
        self._native.set("check_at", self._limit)

    def call_away(self) -> None:
        """Makes the search raise Stop, to be begun anew; from any thread."""
        self._away = True
        self._native.stop()

    def was_called_away(self) -> bool:
        """Was it that, and nothing else? Then the search may be begun anew."""
        if self.halted or not self._away:
            return False
        self._away = False
        self._native.set("check_at", self._limit)
        if self.halted:  # it is set before `check_at` is, so no stop goes unheard
            self._native.stop()
        return True

    def get(self, name: str) -> int:
        return self._native.get(name)

    def counters(self) -> dict[str, int]:
        return {name: self.get(name) for name in COUNTERS}

    def fill(self) -> float:
        return self.buckets.fill()

    def finish(self) -> None:
        """Gives the searcher back for the next search of the same kind."""
        if self._leads:
            self.buckets.overwritten = self._native.get("filled")
        ready.give(self.game, self.setup.plan, [self._native])


EngineSearcher = PythonEngine | NativeEngine


def in_place(searcher: EngineSearcher, state: Any, a: Any, ply: int) -> Any:
    """The action of `state` that `a` is in its image; None if there is none."""
    game, image = searcher.game, searcher.image(state, ply)
    if same(image, state):
        return a
    wanted = searcher.word(searcher.image(game.result(image, a), ply + 1))
    for real in game.legal(state):
        if searcher.word(searcher.image(game.result(state, real), ply + 1)) == wanted:
            return real
    return None


def _action_of(searcher: EngineSearcher, state: Any, image: Any, number: int, ply: int) -> Any:
    """The action of `state` that is the numbered one of its image."""
    game = searcher.game
    listed = game.candidates if searcher.setup.choices.candidates else game.actions
    actions = few(listed(image))
    return in_place(searcher, state, actions[number], ply) if 0 <= number < len(actions) else None
