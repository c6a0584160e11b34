"""The engine's kernel for one game at either speed, set up and ready to be asked."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outplay import bits
from outplay.engine import chance, selective
from outplay.engine.move_ordering import late_move_reductions
from outplay.engine.scores import NO_PLY
from outplay.engine.search import KERNEL, QUIESCENCE_KERNEL, QUIET_KERNEL
from outplay.engine.sharing import FRAMES
from outplay.engine.state import PythonSelectiveState, PythonState
from outplay.engine.table import GROW, Table
from outplay.engine.transposition import PAIR, WIDE
from outplay.game import Game
from outplay.keys import same
from outplay.native.forms import Form
from outplay.native.kernels import Choices, Flags, Kernel
from outplay.native.layout import MAX_PLY, Overflow
from outplay.search import ready
from outplay.search.searchers import Plan
from outplay.search.specialise import specialised
from outplay.search.state import COUNTERS, NEVER, OFTEN
from outplay.search.trouble import line_of_traceback
from outplay.search.view import View, few

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
            return QUIET_KERNEL
        return QUIESCENCE_KERNEL if self.on["calming"] else KERNEL

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
        kernels = specialised(setup.kernel.functions, setup.flags, OFTEN)
        self._kernel = kernels[setup.kernel.name]
        self._names = set(kernels)
        self.buckets = table.python((setup, ready.parameters(game)))
        kind = PythonSelectiveState if setup.on["selective"] else PythonState
        self.run = kind(game, setup.choices, setup.on, setup.win, self.buckets)
        self.run.mirrored, self.run.finite = setup.mirrored, setup.chance

    def begin(self, nodes: float) -> None:
        """Starts counting; stops after `nodes`."""
        run = self.run
        for name in COUNTERS:
            setattr(run, name, 0)
        run.nodes, run.check_at = 1, int(min(nodes, NEVER))
        self.halted = False
        run.forget()

    @contextlib.contextmanager
    def within(self, effort: int) -> Iterator[None]:
        """At most so many nodes from here on; then Stop is raised."""
        run = self.run
        before = run.check_at
        run.check_at = min(before, run.nodes + effort)
        if self.halted:
            self.stop()
        yield
        run.check_at = before
        if self.halted:
            self.stop()

    def search(self, state: Any, alpha: Any, beta: Any, depth: int, ply: int) -> Any:
        self.run.back = self.run.null_move_at = NO_PLY
        if isinstance(self.run, PythonSelectiveState):
            self.run.begin(depth + ply)
        return self._kernel(self.view, state, alpha, beta, depth, ply, *self.setup.rest, self.run)

    def promise(self, low: float, high: float) -> None:
        """All values lie between these two."""
        self.run.low, self.run.high = low, high

    def line(self, ply: int) -> list[Any]:
        """The best line from `ply` on, in images of its positions."""
        return self.run.line(ply)

    def image(self, state: Any, ply: int) -> Any:
        """The state that the search looks at in the place of `state`."""
        return self.run.image(self.view, state) if ply <= self.run.mirrored else state

    def word(self, state: Any) -> Any:
        """What tells states apart."""
        return self.run.fingerprint(self.view, state)

    def table_move(self, state: Any, ply: int = 0) -> Any:
        """The best action of a state that the table remembers; None if it does not."""
        image = self.image(state, ply)
        found = self.run.probe(self.word(image))
        return _action_of(self, state, image, self.run.move_of(found) if found else -1, ply)

    def place(self, ply: int, state: Any) -> None:
        """Says which state stands at a ply above the searched one."""
        if self.setup.on["cyclic"]:
            self.run.make_room(ply)
            self.run.keys[ply] = self._position(state, ply)

    def remember(self, past: Sequence[Any], expired: Callable[[], bool] = lambda: False) -> None:
        """Says which states stood on the board before the root, if there is the time for it."""
        self.run.past = [self._position(state, 0) for state in past if not expired()]
        self.run.past_size = len(self.run.past)

    def _position(self, state: Any, ply: int) -> Any:
        image = self.image(state, ply)
        return self.run.position(self.view, image, self.word(image))

    def path(self, start: int, error: BaseException) -> list[Any]:
        return line_of_traceback(error, self._names)

    def was_called_away(self) -> bool:
        """Never: it is the only thread."""
        return False

    def stop(self) -> None:
        self.halted = True
        self.run.check_at = 0

    def get(self, name: str) -> int:
        return int(getattr(self.run, name))

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
        native = self._native
        sizes = setup.kernel.state.memory
        self._learned = [native.allot(name, words) for name, words in sizes.items()]
        kind = setup, ready.parameters(game), native.forms, self.floats
        self.buckets = table.native(kind, WIDE if self.floats else PAIR)
        rows = {
            "table": self.buckets.words, "scores": self.buckets.words,
            "extent": self.buckets.extent, "busy": self.buckets.busy,
        }  # fmt: skip
        if setup.on["selective"]:
            rows["reductions"] = late_move_reductions()
        for name, words in rows.items():
            native.lend(name, words)
        if setup.on["selective"] and setup.on["shared"]:
            native.lend("windows", native.allot("frames", FRAMES))
        fields: dict[str, float] = {
            "most_buckets": self.buckets.most, "filled": self.buckets.overwritten,
            "grow": GROW if self._leads else NO_PLY, "age": table.age & 3,
            "mirrored": setup.mirrored, "past_size": 0, "win": setup.win,
            "repetition": game.repetition,
        }  # fmt: skip
        if setup.on["selective"]:
            fields["futility_margin"] = game.margin
        for name, value in fields.items():
            native.set_number(name, value)

    def begin(self, nodes: float) -> None:
        for name in COUNTERS:
            self._native.set(name, 0)
        self._native.set("nodes", 1)
        self.halted = self._away = False
        self.limit(nodes)
        for words in self._learned:
            words[:] = 0
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
        native = self._native
        native.set("back", NO_PLY)
        native.set("null_move_at", NO_PLY)
        if self.setup.on["selective"]:
            native.set("excluded_at", NO_PLY)
            native.set("aim", depth + ply)
            native.set("searched_from", ply)
            native.set("abandoned_to", NO_PLY)
        return self._native.search(state, (alpha, beta, depth, ply, *self.setup.rest))

    def promise(self, low: float, high: float) -> None:
        self._native.set_number("low", low)
        self._native.set_number("high", high)

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
            self._native.set_key(ply, self._position(state, ply))

    def remember(self, past: Sequence[Any], expired: Callable[[], bool] = lambda: False) -> None:
        positions = [self._position(state, 0) for state in past if not expired()]
        self._native.lend("past", np.array(positions, np.int64))
        self._native.set("past_size", len(positions))

    def _position(self, state: Any, ply: int) -> int:
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
