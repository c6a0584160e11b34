"""A trace: everything that a textbook search did, in order.

    >>> from outplay.explain.trace import trace
    >>> print(trace(Game.from_tree([[3, 12, 8], [2, 4, 6]])))

A search is run again, interpreted, with an observer. A step knows where in the tree it happens
(the actions from the root), the window as it then was, and what its value is: `=`, `≥`, `≤` or `~`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from outplay.copies import protected
from outplay.errors import UsageError
from outplay.explain import trace_format
from outplay.explain.conventions import preset as preset_of
from outplay.explain.tracer import (
    CUT,
    ENTER,
    KINDS,
    LEAF,
    RETURN,
    UPDATE,
    SearchSettings,
    Step,
    Tracer,
)
from outplay.explain.words import node_name
from outplay.game import AnyGame
from outplay.parameters import whole_number
from outplay.result import AnyResult
from outplay.search.algorithms import ALGORITHMS, FUNCTIONS
from outplay.search.error_context import check_game, names_rules, start_of
from outplay.search.textbook import run

__all__ = ["CUT", "ENTER", "KINDS", "LEAF", "RETURN", "UPDATE", "Step", "Trace", "Tracer", "trace"]

MOST_STEPS = 10_000
"""Steps that a trace has at most, unless it is given another limit."""

OWN_OPTIONS = ("speed", "observer")
"""Options of the algorithms that a trace sets itself."""


@dataclass(frozen=True)
class Trace:
    """The steps of one search, and its result."""

    game: AnyGame = field(repr=False)
    state: Any = field(repr=False)
    algorithm: str
    convention: str
    steps: tuple[Step, ...] = field(repr=False)
    result: AnyResult | None = field(repr=False)
    """What the search found, or had found when it was cut off."""
    truncated: bool = False
    """Was the search cut off before its end, by the trace's limit or by one of its own?"""
    _names: dict[tuple[Any, ...], tuple[Any, str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """State and name of nodes, by their paths: so that none is played to twice."""

    def __str__(self) -> str:
        return trace_format.format_trace(self)

    def __len__(self) -> int:
        return len(self.steps)

    def leaves(self) -> list[Step]:
        """The leaves that were visited, in order."""
        return [step for step in self.steps if step.kind == LEAF]

    def cuts(self) -> list[Step]:
        return [step for step in self.steps if step.kind == CUT]

    def name(self, step: Step) -> str:
        """The node of a step: `1.2` in a literal tree, else the moves to it; `root`."""
        try:
            return self._named(step.path)[1]
        except TypeError:  # actions that cannot be hashed
            return node_name(self.game, self.state, step.path)

    def _named(self, path: tuple[object, ...]) -> tuple[Any, str]:
        known = self._names
        known.setdefault((), (self.state, "root"))
        start = len(path)
        while path[:start] not in known:
            start -= 1
        between = self.game.line_separator
        for end in range(start, len(path)):
            state, name = known[path[:end]]
            text = self.game.format_action(state, path[end])
            name = f"{name}{between}{text}" if end else text
            known[path[: end + 1]] = self.game.result(state, path[end]), name
        return known[path]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `to_json` writes it."""
        return trace_format.as_dict(self)

    def to_json(self, indent: int | None = 1) -> str:
        """The whole trace as JSON."""
        return json.dumps(self.as_dict(), indent=indent, ensure_ascii=False)

    def to_csv(self) -> str:
        """The steps as CSV, one row each, with a header."""
        return trace_format.to_csv(self)


@names_rules
def trace(
    game: AnyGame,
    state: object = None,
    *,
    algorithm: str = "alphabeta",
    preset: str | None = None,
    limit: int = MOST_STEPS,
    **options: Any,
) -> Trace:
    """Runs a textbook algorithm and keeps all that it did.

    `algorithm` is minimax, negamax, alphabeta or expectiminimax, and `options` are its own
    (`depth`, `cutoff`, `evaluate`, `order`, `strict`, `pruning` …). `preset` is a course's
    convention for alpha-beta: `aima` or `cs188`. After `limit` steps the search is cut off, and
    the trace is marked `truncated`.
    """
    if algorithm not in FUNCTIONS:
        raise UsageError(f"algorithm must be one of {', '.join(FUNCTIONS)}, not {algorithm!r}.")
    check_game(game, "trace")
    whole_number("limit", limit, 1)
    if preset is not None:
        convention = preset_of(preset)
        if algorithm != "alphabeta":
            raise UsageError(f"preset={preset!r} is a convention of alphabeta, not of {algorithm}.")
        flags = {"strict": convention.strict, "fail_soft": convention.fail_soft}
        options = {**flags, **options}
    known = [*ALGORITHMS[algorithm].all_options]
    if algorithm == "expectiminimax":
        known += ["pruning", "bounds"]
    for name in options:
        if name in OWN_OPTIONS or name not in known:
            raise UsageError(f"A trace of {algorithm} has no option {name!r}.")
    state = start_of(game) if state is None else state
    game = protected(game, state, always=True)
    windowed = ALGORITHMS[algorithm].windowed or options.get("pruning", "none") != "none"
    exact_at_ends = bool(options.get("strict")) and bool(options.get("fail_soft", True))
    settings = SearchSettings.of(game, state, options)
    tracer = Tracer(game, settings, windowed=windowed, exact_at_ends=exact_at_ends, limit=limit)
    result = run(algorithm, game, state, {**options, "speed": "python", "observer": tracer})
    if not tracer.steps:
        tracer.only(state, result)
    truncated = tracer.full or result.stopped_by not in ("end", "depth")
    return traced(game, state, tracer, result, truncated)


def traced(
    game: AnyGame, state: object, tracer: Tracer, result: AnyResult, truncated: bool
) -> Trace:
    """The trace of a search that a tracer observed."""
    how = result.algorithm, result.convention
    return Trace(game, state, *how, tuple(tracer.steps), result, truncated)
