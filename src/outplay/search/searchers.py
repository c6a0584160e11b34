"""A search at either speed behind one face: `PythonSearcher` here, `NativeSearcher` in `native`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outplay.copies import original
from outplay.errors import NotNative, UsageError
from outplay.game import AnyGame
from outplay.native.kernels import Variant
from outplay.native.searcher import NativeSearcher
from outplay.native.source import Unsupported
from outplay.native.state import Value
from outplay.search.memory import Memory
from outplay.search.observer import Observer
from outplay.search.ready import parameters
from outplay.search.specialise import specialised
from outplay.search.state import INFINITY, NEVER, OFTEN, PythonSearchState, PythonTable, SearchState
from outplay.search.view import View, canonical_key
from outplay.search.word_table import NativeTable

SPEEDS = ("auto", "native", "python")


@dataclass(frozen=True)
class Plan(Variant):
    """One search, settled: which kernel, over which rules, how far, with what."""

    horizon: str = "end"
    """`end`, `depth` or `function`."""
    limit: int = 0
    seed: int = 0
    playouts: int = 0
    memory: Memory | None = None
    shared_memory: bool = False
    """The memory is the caller's own, and may hold what earlier searches found."""
    watch: Observer | None = None
    low: float = -INFINITY
    high: float = INFINITY

    @cached_property
    def is_strict(self) -> bool:
        """Is a value that equals an end of the window exact? Fail-hard moves others to there."""
        return self.is_on("strict") and not self.is_on("fail_hard")

    @property
    def native_key(self) -> object:
        """What native code depends on, besides the game."""
        return self.kernel.functions, self.flags, self.choices, self.horizon

    def owner(self, game: AnyGame) -> object:
        """What its memory belongs to."""
        return type(original(game)), self.seed, self.playouts, self.native_key, parameters(game)


class PythonSearcher:
    """The kernel as it stands, over the rules as they stand."""

    speed = "python"
    compile_time = 0.0
    slow = ""
    floats = True

    def __init__(self, game: AnyGame, plan: Plan, run: Any) -> None:
        """`run` is what the kernel is to work on."""
        self.view = View(game, plan.choices, plan.limit, plan.seed)
        self.run, self.halted = run, False
        often = OFTEN if isinstance(run, SearchState) else ()
        kernels = specialised(plan.kernel.functions, plan.flags, often)
        self._kernel = kernels[plan.kernel.name]
        self._names = set(kernels) - {"playout", "playout_mean"}
        if plan.kernel.evaluate is not None:
            mean = kernels[plan.kernel.evaluate.__name__]
            self.view.evaluate = lambda s: mean(self.view, s, 0, run)

    def begin(self, nodes: float) -> None:
        """Starts counting, the root included; stops after `nodes`."""
        for name in self.run.counters:
            setattr(self.run, name, 0)
        self.run.nodes, self.run.check_at = 1, int(min(nodes, NEVER))
        self.halted = False

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

    def search(self, state: object, arguments: tuple[object, ...]) -> Value:
        """The kernel's value of `state`."""
        return self._kernel(self.view, state, *arguments, self.run)

    def search_after(self, state: object, action: object, arguments: tuple[object, ...]) -> Value:
        """The kernel's value of what `action` leads to."""
        return self.search(self.view.result(state, action), arguments)

    def line(self, ply: int) -> list[object]:
        """The best line from `ply` on."""
        line: list[object] = self.run.line(ply)
        return line

    def path(self, start: int, error: BaseException) -> list[object]:
        """The actions that the kernel was following when it raised `error`."""
        return line_of_traceback(error, self._names)

    def stop(self) -> None:
        """Makes the running search raise Stop at its next node; from any thread."""
        self.halted = True
        self.run.check_at = 0

    def get(self, name: str) -> int:
        return int(getattr(self.run, name))

    def set(self, name: str, value: Value) -> None:
        setattr(self.run, name, value)

    def get_number(self, name: str) -> float:
        return float(getattr(self.run, name))

    set_number = set

    def counters(self) -> dict[str, int]:
        """What the kernel counted."""
        return {name: self.get(name) for name in self.run.counters}

    def key_word(self, game: AnyGame, state: object) -> Any:
        """What the kernel's `game.key_word(s)` gives."""
        return self.view.key_word(state)

    def position_word(self, game: AnyGame, state: object) -> Any:
        return self.view.position_word(state)


Searcher = PythonSearcher | NativeSearcher


def line_of_traceback(error: BaseException, kernels: set[str]) -> list[object]:
    """The actions that an interpreted kernel was following when `error` was raised."""
    line = []
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code.co_name in kernels and "ply" in frame.f_locals:
            following = trace.tb_next is not None and trace.tb_next.tb_frame.f_code.co_name in {
                *kernels,
                "result",
                "<lambda>",
            }
            if "a" in frame.f_locals and following:
                line.append(frame.f_locals["a"])
        trace = trace.tb_next
    return line


def python_searcher(game: AnyGame, plan: Plan) -> PythonSearcher:
    """An interpreted searcher of the textbook; always possible."""
    run = PythonSearchState()
    searcher = PythonSearcher(game, plan, run)
    on = dict(plan.flags)
    run.watch = plan.watch
    run.finite = not game.properties.deterministic
    for name in ("strict", "to_depth", "to_cutoff"):
        setattr(run, name, on.get(name, False))
    searcher.view.canonical_key = canonical_key(game, on.get("symmetric", False))
    if plan.memory is not None:
        run.table = plan.memory.python_table(plan.owner(game))
    _set_up(searcher, plan)
    return searcher


def set_up(searcher: NativeSearcher, game: AnyGame, plan: Plan) -> None:
    """Makes a native searcher one of the textbook's."""
    for name, words in plan.kernel.state.rows.items():
        searcher.allocate_row(name, words)
    if plan.memory is not None:
        table = plan.memory.native_table(plan.owner(game), searcher.forms, searcher.floats)
        table.attach(searcher)
    _set_up(searcher, plan)


def _set_up(searcher: Searcher, plan: Plan) -> None:
    for name in ("limit", "seed", "playouts"):
        searcher.set(name, getattr(plan, name))
    for name, number in (("low", plan.low), ("high", plan.high), ("probed", INFINITY)):
        searcher.set_number(name, number)


def note_memory_use(searcher: NativeSearcher, plan: Plan) -> None:
    """The memory knows what was written."""
    if plan.memory is not None and plan.memory.attached is not None:
        plan.memory.attached.used = searcher.get("entries_used")


def table_of(searcher: Searcher, plan: Plan) -> PythonTable | NativeTable | None:
    """What the search remembers."""
    if isinstance(searcher, PythonSearcher):
        table: PythonTable = searcher.run.table
        return table
    return None if plan.memory is None else plan.memory.attached


@dataclass(frozen=True)
class Doubt:
    """What native code may give back as an equal value of another type.

    A number of NumPy's comes back as an int or a float. Where the look at the first states saw
    none, rules with NumPy may still give one: that counts where one is to be sure.
    """

    actions: bool = False
    numbers: bool = False
    integers: bool = False
    """1.0 may have been 1, or 1 True."""

    def of(self, value: Value) -> bool:
        """Is there one about this value?"""
        if self.numbers or not self.integers:
            return self.numbers
        return bool(value % 1 == 0 if type(value) is float else value in (0, 1))


def doubt_about(
    searcher: Searcher, plan: Plan, counters: dict[str, int], *, actions: bool, numbers: bool
) -> Doubt:
    """What of an answer with those counters may not be as the rules gave it.

    One may have to be sure of the `actions`, or of the `numbers`.
    """
    if isinstance(searcher, PythonSearcher):
        return Doubt()
    built, forms = searcher.code.built, searcher.forms
    used = {"utility", "evaluate", "capture_value"}
    if plan.memory is None:
        used -= {"utility"} if counters["leaves"] == 0 else set()
        used -= {"evaluate"} if counters["estimates"] == 0 else set()
    actions = built.uses_numpy and (actions or not forms.own_actions)
    if plan.choices.playouts:
        return Doubt(actions)
    return Doubt(
        actions=actions,
        numbers=built.uses_numpy and (numbers or not forms.own_numbers),
        integers=not used.isdisjoint(built.converted),
    )


def check_speed(speed: str) -> None:
    """Raises UsageError unless it is a speed."""
    if speed not in SPEEDS:
        raise UsageError(f"speed must be one of {', '.join(SPEEDS)}, not {speed!r}.")


def not_native(game: AnyGame, error: Unsupported) -> NotNative:
    """Native speed was demanded and cannot be had."""
    return NotNative(f"{game.name} does not run at native speed: {error}")
