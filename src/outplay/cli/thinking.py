"""One search for a command: its settings, its live line, and what Ctrl-C makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from outplay.errors import UsageError
from outplay.game import Game
from outplay.result import Result, format_value

Algorithm = Literal[
    "deepening", "minimax", "negamax", "alphabeta", "expectiminimax", "star1", "star2"
]

ONLY_FOR: dict[str, tuple[str, ...]] = {
    "strict": ("alphabeta", "deepening"),
    "fail_soft": ("alphabeta", "deepening"),
    "bounds": ("star1", "star2"),
}
"""Options that not every algorithm has, by their names in Python."""

FLAGS = {"fail_soft": "--fail-hard"}
"""How an option is written where its name in Python is another one."""


@dataclass(frozen=True)
class Settings:
    """How to search: the algorithm, its limits, its options."""

    algorithm: str = "deepening"
    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def check(self, game: Game[Any, Any]) -> None:
        """Raises UsageError for an option that this algorithm does not have."""
        for option, algorithms in ONLY_FOR.items():
            if option not in self.options:
                continue
            flag = FLAGS.get(option, f"--{option}")
            if self.algorithm not in algorithms:
                raise UsageError(
                    f"{flag} is for {' and '.join(algorithms)}, not for {self.algorithm}."
                )
            if self.algorithm == "deepening" and not game.properties.deterministic:
                raise UsageError(
                    f"{flag} is for alpha-beta, and {game.name} has chance in it, so that"
                    " deepening searches by expectiminimax."
                )


def think(
    game: Game[Any, Any],
    state: Any,
    settings: Settings,
    title: str,
    advice: str = "Ctrl-C answers",
) -> Result:
    """Searches; Ctrl-C answers with the best so far, or raises where there is none."""
    from outplay.cli.screen import Working
    from outplay.search.analyse import analyse

    latest: list[Result] = []
    with Working(title, advice) as working:

        def finished(result: Result) -> None:
            latest.append(result)
            working.found(result)

        try:
            return analyse(
                game, state, algorithm=settings.algorithm, depth=settings.depth,
                time=settings.time, nodes=settings.nodes, progress=finished, **settings.options,
            )  # fmt: skip
        except KeyboardInterrupt:
            if not latest:
                raise
            return replace(latest[-1], stopped_by="interrupt")


def thought(result: Result) -> str:
    """What a search thinks, in one line: its value, how it ends, how far it looked."""
    value = f"{result.bound.sign} {format_value(result.value)} for {result.game.player_names[0]}"
    ends = ""
    if result.proven and result.distance:
        ends = f", the game ends in {result.distance} {'ply' if result.distance == 1 else 'plies'}"
    stopped = ", stopped by Ctrl-C" if result.stopped_by == "interrupt" else ""
    return (
        f"value {value}{ends}, depth {result.depth}, {result.nodes:,} nodes,"
        f" {result.elapsed:.2f} s{stopped}"
    )
