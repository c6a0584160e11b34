"""A search at either speed behind one face, and the choice between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outplay.copies import own
from outplay.errors import NotNative, UsageError
from outplay.game import Game
from outplay.native.kernels import Choices, Flags, Kernel
from outplay.native.source import Unsupported
from outplay.search import supervise
from outplay.search.memory import Memory
from outplay.search.observer import Observer
from outplay.search.ready import give, native_key, take
from outplay.search.specialise import specialised
from outplay.search.state import COUNTERS, NEVER, OFTEN, PythonSearchState, PythonTable
from outplay.search.trouble import line_of_traceback
from outplay.search.view import View, canonical_key
from outplay.search.word_table import NativeTable

SPEEDS = ("auto", "native", "python")


@dataclass(frozen=True)
class Plan:
    """One search, settled: which kernel, over which rules, how far, with what."""

    kernel: Kernel
    flags: Flags
    choices: Choices
    horizon: str
    """`end`, `depth` or `function`."""
    limit: int
    seed: int = 0
    playouts: int = 0
    memory: Memory | None = None
    shared_memory: bool = False
    """The memory is the caller's own, and may hold what earlier searches found."""
    watch: Observer | None = None
    low: float = 0.0
    high: float = 0.0


class PythonSearcher:
    """The kernel as it stands, over the rules as they stand."""

    speed = "python"
    compile_time = 0.0

    def __init__(self, game: Game[Any, Any], plan: Plan, table: PythonTable | None) -> None:
        self.view = View(game, plan.choices, plan.limit, plan.seed)
        self.run = run = PythonSearchState()
        kernels = specialised(plan.kernel.functions, plan.flags, OFTEN)
        self._kernel = kernels[plan.kernel.name]
        self._names = set(kernels)
        run.watch, run.table = plan.watch, table
        run.seed, run.playouts = plan.seed, plan.playouts
        run.low, run.high, run.limit = plan.low, plan.high, plan.limit
        run.finite = not game.properties.deterministic
        on = dict(plan.flags)
        run.to_depth, run.to_cutoff = on.get("to_depth", False), on.get("to_cutoff", False)
        self.view.canonical_key = canonical_key(game, on.get("symmetric", False))
        if plan.choices.playouts:
            mean = kernels["playout_mean"]
            self.view.evaluate = lambda s: mean(self.view, s, 0, run)

    def begin(self, nodes: float) -> None:
        """Starts counting, the root included; stops after `nodes`."""
        self.run.nodes = 1
        self.run.check_at = int(min(nodes, NEVER))

    def search(self, state: Any, arguments: tuple[Any, ...]) -> Any:
        """The kernel's value of `state`."""
        return self._kernel(self.view, state, *arguments, self.run)

    def search_after(self, state: Any, action: Any, arguments: tuple[Any, ...]) -> Any:
        """The kernel's value of what `action` leads to."""
        return self.search(self.view.result(state, action), arguments)

    def line(self, ply: int) -> list[Any]:
        return self.run.line(ply)

    def path(self, start: int, error: BaseException) -> list[Any]:
        """The actions that the kernel was following when it raised `error`."""
        return line_of_traceback(error, self._names - {"playout", "playout_mean"})

    def stop(self) -> None:
        self.run.check_at = 0

    @property
    def is_stopped(self) -> bool:
        """Was it stopped? A number of nodes that was reached does not count."""
        return self.run.check_at == 0

    def get(self, name: str) -> int:
        return int(getattr(self.run, name))

    def add(self, name: str, amount: int) -> None:
        setattr(self.run, name, getattr(self.run, name) + amount)

    def counters(self) -> dict[str, int]:
        return {name: self.get(name) for name in COUNTERS}

    def finish(self) -> None:
        """Nothing to give back."""


@dataclass(frozen=True)
class Doubt:
    """What native code may give back as an equal value of another type.

    A number of NumPy's comes back as an int or a float. Where the look at the first states saw
    none, rules with NumPy may still give one: that counts where one is to be sure.
    """

    actions: bool = False
    numbers: bool = False
    whole: bool = False
    """1.0 may have been 1, or 1 True."""

    def of(self, value: Any) -> bool:
        """Is there one about this value?"""
        if self.numbers or not self.whole:
            return self.numbers
        return bool(value % 1 == 0 if type(value) is float else value in (0, 1))


class NativePlan:
    """A native searcher set up for one plan, taken from those that stand idle."""

    speed = "native"

    def __init__(
        self, game: Game[Any, Any], root: Any, plan: Plan, expired: Callable[[], bool]
    ) -> None:
        """Raises Unsupported if the rules do not compile, Stop if the time has `expired` before."""
        self.view = View(game, plan.choices, plan.limit, plan.seed)
        self._game, self._plan = game, plan
        self._searcher = searcher = take(game, root, plan, expired)
        self.compile_time = searcher.compile_time
        for name, words in plan.kernel.state.memory.items():
            searcher.allot(name, words)
        searcher.set("limit", plan.limit)
        searcher.set("seed", plan.seed)
        searcher.set("playouts", plan.playouts)
        searcher.set_number("low", plan.low)
        searcher.set_number("high", plan.high)
        for name in COUNTERS:
            searcher.set(name, 0)
        self.table: NativeTable | None = None
        self.search, self.search_after = searcher.search, searcher.search_after
        self.line, self.get, self.stop = searcher.line, searcher.get, searcher.stop
        self.forms, self.floats = searcher.forms, searcher.floats
        self._built = searcher.code.built
        self.slow = searcher.code.slow

    def doubt(self, counters: dict[str, int], *, actions: bool, numbers: bool) -> Doubt:
        """What of an answer with those counters may not be as the rules gave it.

        One may have to be sure of the `actions`, or of the `numbers`.
        """
        built = self._built
        asked = {"utility", "evaluate", "gain"}
        if self.table is None:
            asked -= {"utility"} if counters["leaves"] == 0 else set()
            asked -= {"evaluate"} if counters["estimates"] == 0 else set()
        return Doubt(
            actions=built.uses_numpy and (actions or not self.forms.own_actions),
            numbers=built.uses_numpy and (numbers or not self.forms.own_numbers),
            whole=not asked.isdisjoint(built.converted),
        )

    def path(self, start: int, error: BaseException) -> list[Any]:
        """The actions that the kernel was following when it raised, from ply `start` on."""
        return self._searcher.path(start)

    def attach(self, table: NativeTable) -> None:
        self.table = table
        table.attach(self._searcher)

    def begin(self, nodes: float) -> None:
        self._searcher.set("nodes", 1)
        self._searcher.set("check_at", int(min(nodes, 1 << 62)))

    def add(self, name: str, amount: int) -> None:
        self._searcher.set(name, self.get(name) + amount)

    def counters(self) -> dict[str, int]:
        return {name: self.get(name) for name in COUNTERS}

    def finish(self) -> None:
        """Gives the searcher back for the next search of the same kind."""
        if self.table is not None:
            self.table.used = self.get("entries_used")
        give(self._game, self._plan, [self._searcher])


Searcher = PythonSearcher | NativePlan


def supervised(searcher: Searcher, work: Callable[[], None], seconds: float | None) -> str:
    """Runs `work` so that Ctrl-C and the clock end it; says what did, or nothing."""
    run = supervise.native if isinstance(searcher, NativePlan) else supervise.python
    return run(work, searcher.stop, seconds)


def owner(game: Game[Any, Any], plan: Plan) -> Any:
    """What a memory belongs to."""
    return type(own(game)), plan.seed, plan.playouts, native_key(game, plan)


def python_searcher(game: Game[Any, Any], plan: Plan) -> PythonSearcher:
    """An interpreted searcher; always possible."""
    table = None if plan.memory is None else plan.memory.python_table(owner(game, plan))
    return PythonSearcher(game, plan, table)


def native_searcher(
    game: Game[Any, Any], root: Any, plan: Plan, expired: Callable[[], bool] = lambda: False
) -> NativePlan:
    """A native searcher; raises Unsupported if the rules do not compile.

    Raises Stop if the time has `expired` before the rules were looked at.
    """
    searcher = NativePlan(game, root, plan, expired)
    if plan.memory is not None:
        searcher.attach(
            plan.memory.native_table(owner(game, plan), searcher.forms, searcher.floats)
        )
    return searcher


def check_speed(speed: str) -> None:
    """Raises UsageError unless it is a speed."""
    if speed not in SPEEDS:
        raise UsageError(f"speed must be one of {', '.join(SPEEDS)}, not {speed!r}.")


def not_native(game: Game[Any, Any], error: Unsupported) -> NotNative:
    """Native speed was demanded and cannot be had."""
    return NotNative(f"{game.name} does not run at native speed: {error}")
