"""A search for a command: its settings, its live line, its clock, and what Ctrl-C makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from outplay.cli.screen import Working
from outplay.engine.clock import Clock
from outplay.errors import UsageError
from outplay.explain.words import plies
from outplay.game import AnyGame
from outplay.result import AnyResult, Limit
from outplay.search.algorithms import ALGORITHMS, ANALYSES, ENGINE_OPTIONS, STARS
from outplay.wording import format_value

if TYPE_CHECKING:
    from outplay.arena.players import Limits

    Algorithm = str
else:
    Algorithm = Literal[ANALYSES]
ENGINE = "engine"

ONLY_FOR: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(ALGORITHMS["alphabeta"].options, ("alphabeta", "deepening")),
    **dict.fromkeys(ALGORITHMS["star1"].options, STARS),
    **dict.fromkeys(ENGINE_OPTIONS, (ENGINE,)),
}
"""Options that not every algorithm has, by their names in Python."""

NOT_FOR_ENGINE = {
    "order": "--order is for the textbook's algorithms; the engine has an order of its own.",
    "candidates": (
        "--candidates is for the textbook's algorithms; the engine uses a game's candidates"
        " by itself."
    ),
    "seed": "--seed is for --playouts and for --order random.",
    "evaluate": (
        "--playouts is for the textbook's algorithms, such as --algorithm deepening; the engine"
        " uses a game's evaluate."
    ),
}

OF_A_SEARCH = ("exact", "lines")
"""Options of one search of the engine; the others are the engine's own."""


@dataclass(frozen=True)
class Settings:
    """How to search: the algorithm, its limits, its options."""

    algorithm: str = ENGINE
    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        return {"depth": self.depth, "time": self.time, "nodes": self.nodes}

    def check(self, game: AnyGame) -> None:
        """Raises UsageError for what this algorithm does not have, or what makes no sense."""
        Limit(**self.limits)
        for option, algorithms in ONLY_FOR.items():
            if option not in self.options:
                continue
            flag = "--fail-hard" if option == "fail_soft" else f"--{option}"
            if self.algorithm not in algorithms:
                names = ["the engine" if n == ENGINE else n for n in (*algorithms, self.algorithm)]
                raise UsageError(f"{flag} is for {' and '.join(names[:-1])}, not for {names[-1]}.")
            if self.algorithm == "deepening" and not game.properties.deterministic:
                raise UsageError(
                    f"{flag} is for alpha-beta, and {game.name} has chance in it, so that"
                    " deepening searches by expectiminimax."
                )
        if self.algorithm == ENGINE:
            self._check_engine()
        elif not isinstance(self.options.get("memory", True), bool):
            raise UsageError(
                f"--memory is on or off for {self.algorithm}; megabytes are for the engine."
            )

    def _check_engine(self) -> None:
        for option, sentence in NOT_FOR_ENGINE.items():
            if option in self.options:
                raise UsageError(sentence)
        Limit(**self.limits).check(exact=bool(self.options.get("exact")))
        if self.options.get("lines", 1) < 1:
            raise UsageError(f"--lines is a number from 1 up, not {self.options['lines']}.")
        if isinstance(self.options.get("memory"), bool):
            raise UsageError("The engine always has a table; --memory sets its size in megabytes.")


class Thinker:
    """Searches of one game with the same settings; an engine keeps its table between them."""

    def __init__(self, game: AnyGame, settings: Settings, clock: Clock | None = None) -> None:
        settings.check(game)
        self.game, self.settings = game, settings
        self.clock = self._full_clock = clock
        options = dict(settings.options)
        self._analyse: Callable[..., AnyResult]
        if settings.algorithm == ENGINE:
            from outplay.engine.engine import Engine

            of_search = {name: options.pop(name) for name in OF_A_SEARCH if name in options}
            self._analyse = partial(Engine(game, **options).analyse, **of_search)
        else:
            from outplay.engine.analyse import analyse

            self._analyse = partial(analyse, game, algorithm=settings.algorithm, **options)

    def start_again(self) -> None:
        """A new game: the clock is full again. The table stays, since positions do too."""
        self.clock = self._full_clock

    def think(
        self,
        state: object,
        title: str,
        advice: str = "Ctrl-C answers",
        history: Sequence[object] = (),
    ) -> AnyResult:
        """Searches; Ctrl-C answers with the best so far, or raises where there is none."""
        with Working(title, advice) as working:
            return self.search(state, working, history)

    def search(self, state: object, working: Working, history: Sequence[object] = ()) -> AnyResult:
        """The same, on a live line that is there already."""
        latest: list[AnyResult] = []

        def found(result: AnyResult) -> None:
            latest[:] = [result]
            working.found(result)

        limits: dict[str, Any] = {**self.settings.limits}
        if self.settings.algorithm == ENGINE:
            limits |= {"clock": self.clock, "history": history}
        try:
            result = self._analyse(state, progress=found, **limits)
        except KeyboardInterrupt:
            if not latest:
                raise
            result = replace(latest[-1], stopped_by="interrupt")
        if self.clock is not None:
            left = max(0.0, self.clock.remaining - result.elapsed) + self.clock.increment
            self.clock = replace(self.clock, remaining=left)
        return result


def thought(result: AnyResult) -> str:
    """What a search thinks, in one line: its value, how it ends, how far it looked."""
    value = f"{result.bound.sign} {format_value(result.value)} for {result.game.player_names[0]}"
    ends = ""
    if result.proven and result.distance:
        ends = f", the game ends in {plies(result.distance)}"
    stopped = ", stopped by Ctrl-C" if result.stopped_by == "interrupt" else ""
    return (
        f"value {value}{ends}, depth {result.depth}, {result.nodes:,} nodes,"
        f" {result.elapsed:.2f} s{stopped}"
    )
