"""The engine's kernel for one game, set up and ready to be asked, at either speed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from outplay import bits
from outplay.engine import chance, selective
from outplay.engine.move_ordering import LEARNED, late_move_reductions
from outplay.engine.scores import NO_PLY
from outplay.engine.search import KERNEL, QUIESCENCE_KERNEL
from outplay.engine.sharing import FRAMES
from outplay.engine.state import PythonSelectiveState, PythonState
from outplay.engine.table import GROW, NativeBuckets, Table
from outplay.engine.transposition import PAIR, WIDE, PythonTable
from outplay.game import AnyGame
from outplay.keys import same
from outplay.native.kernels import Choices, Flags, Kernel
from outplay.native.layout import MAX_PLY
from outplay.native.searcher import NativeSearcher
from outplay.native.state import Value, Words
from outplay.search.searchers import Plan, PythonSearcher, Searcher
from outplay.search.view import View, bounded_list

MIRRORED = 12
"""Plies from the root in which images of one position are taken for one."""


@dataclass(frozen=True)
class Setup:
    """What the engine's code for a game depends on."""

    flags: Flags
    choices: Choices
    win: float

    @cached_property
    def on(self) -> dict[str, bool]:
        return dict(self.flags)

    @cached_property
    def kernel(self) -> Kernel:
        if self.chance:
            return chance.KERNEL
        if self.on["selective"]:
            return selective.KERNEL
        goes_on = self.on["extends_until_quiet"] or self.on["has_tactics"]
        return QUIESCENCE_KERNEL if goes_on else KERNEL

    @cached_property
    def plan(self) -> Plan:
        """What native code depends on."""
        return Plan(self.kernel, self.flags, self.choices)

    @property
    def chance(self) -> bool:
        """Is it a game with chance in it?"""
        return self.on["chance"]

    @property
    def rest(self) -> tuple[int, ...]:
        """What the kernel takes after alpha, beta, depth and ply."""
        return (0,) if self.chance else ()

    @property
    def mirrored(self) -> int:
        """A position must be known again wherever it can come back, so there at every ply."""
        if not self.on["symmetric"]:
            return -1
        return MAX_PLY if self.on["cyclic"] else MIRRORED


class EngineSearcher:
    """A searcher of the engine's kernel, for one thread. Several native ones may share a table."""

    def __init__(
        self, game: AnyGame, setup: Setup, searcher: Searcher, table: NativeBuckets | PythonTable
    ) -> None:
        self.game, self.setup, self.searcher, self.table = game, setup, searcher, table
        self.speed, self.floats = searcher.speed, searcher.floats
        self.compile_time = searcher.compile_time
        self.native = isinstance(searcher, NativeSearcher)
        self.get, self.line, self.path = searcher.get, searcher.line, searcher.path
        self.stop, self.within, self.counters = searcher.stop, searcher.within, searcher.counters
        self.result: Callable[[object, object], object] = game.result
        self._has_repetition_key = setup.on.get("has_repetition_key", False)
        self._abandoned = False
        self._imaged: tuple[object, bool, tuple[object, Any]] = object(), False, (None, None)
        """The state whose image was asked for last, and that."""
        self._listed: tuple[object, list[object]] = object(), []
        """The state whose actions were asked for last, and those as the kernel lists them."""

    @property
    def halted(self) -> bool:
        """Was it told to stop?"""
        return self.searcher.halted

    def begin(self, nodes: float) -> None:
        """Starts counting, and without history; stops after `nodes`."""
        self._abandoned = False
        self.searcher.begin(nodes)
        if isinstance(self.searcher, PythonSearcher):
            assert isinstance(self.searcher.run, PythonState)
            self.searcher.run.forget()
            return
        for name in LEARNED:
            words = self.searcher.row(name)
            if words is not None:
                words[:] = 0

    def search(self, state: object, alpha: Value, beta: Value, depth: int, ply: int) -> Value:
        """The score of a state for MAX, in a window."""
        searcher = self.searcher
        searcher.set("back", NO_PLY)
        searcher.set("null_move_at", NO_PLY)
        if self.setup.on["selective"]:
            searcher.set("excluded_at", NO_PLY)
            searcher.set("aim", depth + ply)
            played = self._played()
            played[0] = played[1] = 0
            if self.native:
                searcher.set("searched_from", ply)
                searcher.set("abandoned_to", NO_PLY)
        return searcher.search(state, (alpha, beta, depth, ply, *self.setup.rest))

    def _played(self) -> Words:
        """The actions of the line that is searched, by ply."""
        if isinstance(self.searcher, NativeSearcher):
            return self.searcher.row("played")
        assert isinstance(self.searcher.run, PythonSelectiveState)
        return self.searcher.run.played

    def promise(self, low: float, high: float) -> None:
        """All values lie between these two."""
        self.searcher.set_number("low", low)
        self.searcher.set_number("high", high)

    @property
    def same_numbers(self) -> bool:
        """Are utilities and estimates what the rules gave, types and all?"""
        if isinstance(self.searcher, PythonSearcher):
            return True
        built = self.searcher.code.built
        return not built.converted and not built.uses_numpy

    # --- positions ----------------------------------------------------------------------------

    def image(self, state: object, ply: int) -> object:
        """The state that the search looks at in the place of `state`."""
        return state if ply > self.setup.mirrored else self._image(state, ply)[0]

    def _image(self, state: object, ply: int) -> tuple[object, Any]:
        """The same, and the key by which repetitions know it."""
        mirrored = ply <= self.setup.mirrored
        last, was_mirrored, found = self._imaged
        if last is state and was_mirrored == mirrored:
            return found
        key_of = self.searcher.position_word if self._has_repetition_key else self.searcher.key_word
        best, least = state, key_of(self.game, state)
        if mirrored:
            precedes = View.order_of_keys(least)
            for other in bounded_list(self.game.symmetries(state)):
                key = key_of(self.game, other)
                if precedes(key, least):
                    best, least = other, key
        self._imaged = state, mirrored, (best, least)
        return best, least

    def word(self, state: object, ply: int) -> Any:
        """What the table knows a state by."""
        image, key = self._image(state, ply)
        if self._has_repetition_key:
            key = self.searcher.key_word(self.game, image)
        return bits.mix(key) if self.native else key

    def _position(self, state: object, ply: int) -> Any:
        """What repetitions know a state by."""
        key = self._image(state, ply)[1]
        return bits.mix(key) if self.native else key

    def place(self, ply: int, state: object) -> None:
        """Says which state stands at a ply above the searched one."""
        if not self.setup.on["cyclic"]:
            return
        if isinstance(self.searcher, PythonSearcher):
            self.searcher.run.make_room(ply)
            self.searcher.run.keys[ply] = self._position(state, ply)
        else:
            self.searcher.set_key(ply, self._position(state, ply))

    def remember(self, past: Sequence[object], expired: Callable[[], bool] = lambda: False) -> None:
        """Says which states stood on the board before the root, if there is the time for it."""
        positions = [self._position(state, 0) for state in past if not expired()]
        if isinstance(self.searcher, PythonSearcher):
            self.searcher.set("past", positions)
        else:
            self.searcher.set_row("past", np.array(positions, np.int64))
        self.searcher.set("past_size", len(positions))

    def table_move(self, state: object, ply: int = 0) -> object:
        """The best action of a state that the table remembers; None if it does not."""
        number = self.table.move(self.word(state, ply))
        if number < 0:
            return None
        actions = self.listed(self.image(state, ply))
        return self.own_action(state, actions[number], ply) if number < len(actions) else None

    def listed(self, state: object) -> list[object]:
        """The actions of a state as the kernel lists them."""
        if self._listed[0] is not state:
            rule = self.game.candidates if self.setup.choices.candidates else self.game.actions
            self._listed = state, bounded_list(rule(state))
        return self._listed[1]

    def own_action(self, state: object, a: object, ply: int) -> object:
        """The action of `state` that `a` is in its image; None if there is none."""
        game, image = self.game, self.image(state, ply)
        if same(image, state):
            return a
        after = game.result(image, a)
        key_of = self.searcher.key_word
        wanted = {key_of(game, after)}
        if ply < self.setup.mirrored:
            wanted.update(key_of(game, other) for other in bounded_list(game.symmetries(after)))
        for real in game.legal(state):
            if key_of(game, game.result(state, real)) in wanted:
                return real
        return None

    # --- threads ------------------------------------------------------------------------------

    def limit(self, nodes: float) -> None:
        """Stops after so many; not to be called while it searches."""
        assert isinstance(self.searcher, NativeSearcher)
        self.searcher.limit(nodes)

    def resume(self) -> None:
        """Takes back a `stop`."""
        assert isinstance(self.searcher, NativeSearcher)
        self.searcher.halted = self._abandoned = False
        self.searcher.limit(self.searcher.most)

    def abandon(self) -> None:
        """Makes the search raise Stop, to be begun anew; from any thread."""
        self._abandoned = True
        self.searcher.set("check_at", 0)

    def was_abandoned(self) -> bool:
        """Was it that, and nothing else? Then the search may be begun anew."""
        if self.halted or not self._abandoned:
            return False
        self._abandoned = False
        assert isinstance(self.searcher, NativeSearcher)
        self.searcher.limit(self.searcher.most)
        return True


def python_engine(game: AnyGame, setup: Setup, entries: PythonTable) -> EngineSearcher:
    """An interpreted searcher of the engine."""
    kind = PythonSelectiveState if setup.on["selective"] else PythonState
    run = kind(game, setup.on, setup.win, entries)
    run.mirrored, run.finite = setup.mirrored, setup.chance
    searcher = PythonSearcher(game, setup.plan, run)
    made = EngineSearcher(game, setup, searcher, entries)
    made.result = searcher.view.result
    return made


def native_engine(
    game: AnyGame,
    setup: Setup,
    searcher: NativeSearcher,
    table: Table,
    parameters: object,
    *,
    leads: bool = True,
) -> EngineSearcher:
    """A native one. Of the threads that share a table, the first one makes it grow: it `leads`."""
    for name, words in setup.kernel.state.rows.items():
        searcher.allocate_row(name, words)
    kind = setup, parameters, searcher.forms, searcher.floats
    buckets = table.native(kind, WIDE if searcher.floats else PAIR)
    rows = {
        "table": buckets.words,
        "scores": buckets.words,
        "extent": buckets.extent,
        "busy": buckets.busy,
    }
    fields: dict[str, float] = {
        "most_buckets": buckets.most,
        "filled": buckets.overwritten,
        "grow": GROW if leads else NO_PLY,
        "age": table.age & 3,
        "mirrored": setup.mirrored,
        "past_size": 0,
        "win": setup.win,
        "repetition": game.repetition,
    }
    if setup.on["selective"]:
        rows["reductions"] = late_move_reductions()
        fields["futility_margin"] = game.futility_margin
        if setup.on["shared"]:
            rows["windows"] = searcher.allocate_row("frames", FRAMES)
    for name, row in rows.items():
        searcher.set_row(name, row)
    for name, value in fields.items():
        searcher.set_number(name, value)
    if leads:
        buckets.busy[:] = 0
    return EngineSearcher(game, setup, searcher, buckets)
