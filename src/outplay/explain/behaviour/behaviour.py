"""Recorded runs: what all measurements of behaviour share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outplay.copies import protected
from outplay.errors import UsageError
from outplay.explain.behaviour.charts import Chart
from outplay.explain.behaviour.minimal_tree import Node, full_tree
from outplay.explain.words import csv_text
from outplay.game import AnyGame
from outplay.keys import same
from outplay.result import AnyResult
from outplay.wording import columns

if TYPE_CHECKING:
    from outplay.drawing import Picture

MOST_NODES = 2_000_000
"""States that one run visits at most, unless more are allowed."""

LEAST = "least possible"
"""The row of the smallest proof."""


Row = Mapping[str, Any]
"""What one run gave, as plain data: numbers, text, or None where nothing is known."""


@dataclass(frozen=True)
class Behaviour:
    """Rows of plain data from recorded runs, and how they are drawn."""

    title: str
    notes: tuple[str, ...]
    """Conventions, limits, and what the columns are."""
    rows: tuple[Row, ...] = field(repr=False)
    """All have the same keys; bounds are `=`, `>=`, `<=` and `~`."""
    chart: Chart = field(repr=False)
    table: tuple[tuple[str, ...], ...] = field(repr=False)
    """The rows as people read them, the head first."""

    def __str__(self) -> str:
        words = ("algorithm", "order", "move")
        left = [at for at, name in enumerate(self.table[0]) if name in words]
        lines = [line.rstrip() for line in columns(self.table, left)]
        return "\n".join([self.title, *lines, *self.notes])

    def svg(self) -> Picture:
        """The chart; a notebook shows it."""
        return self.chart.svg()

    def plot(self, axes: Any = None) -> Any:
        """The chart by matplotlib (`pip install 'outplay[plots]'`), on these axes or on new ones.

        Gives the figure. Raises UsageError if matplotlib is not installed.
        """
        from outplay.explain.behaviour.matplotlib_charts import plot

        return plot(self.chart, axes)

    def to_csv(self) -> str:
        """The rows, with a header."""
        return csv_text(self.rows)

    def as_dict(self) -> dict[str, object]:
        """Plain data: the title, the notes, the rows."""
        return {
            "title": self.title,
            "notes": list(self.notes),
            "rows": [dict(row) for row in self.rows],
        }

    def to_json(self, indent: int | None = 1) -> str:
        return json.dumps(self.as_dict(), indent=indent, ensure_ascii=False)

    def _repr_svg_(self) -> str:
        return str(self.svg())


def uninterrupted(result: AnyResult) -> AnyResult:
    """The result, unless it was cut short by Ctrl-C: that ends all the runs, not just this one."""
    if result.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return result


def small_tree(
    game: AnyGame, state: object, depth: int | None, options: Mapping[str, object]
) -> Node | None:
    evaluate = options.get("evaluate")
    if options.get("candidates") or not (evaluate is None or callable(evaluate)):
        return None  # only the search knows which states there are, or what they are worth
    return full_tree(game, state, depth, evaluate)


def start(game: AnyGame, state: object, branching: int | None) -> tuple[AnyGame, object]:
    """The game as it is to be asked, and the state to search from.

    Raises UsageError if the game is over there, or has not just `branching` actions, if given.
    """
    state = game.initial() if state is None else state
    game = protected(game, state, always=True)
    if game.is_terminal(state):
        raise UsageError(f"The game is over at {game.format_state(state)}: nothing to search.")
    actions = len(game.legal(state))
    if branching is not None and branching != actions:
        raise UsageError(
            f"branching must be the number of actions in every state, not {branching!r}:"
            f" {position(game, state)} there are {actions}."
        )
    return game, state


def position(game: AnyGame, state: object) -> str:
    first = same(state, game.initial())
    return "from the start" if first else f"from {game.format_state(state)}"
