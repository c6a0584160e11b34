"""A trace: everything that a textbook search did, in order.

    >>> from outplay.explain.trace import trace
    >>> print(trace(Game.from_tree([[3, 12, 8], [2, 4, 6]])))

A search is run again, interpreted, with an observer. A step knows where in the tree it happens
(the actions from the root), the window as it then was, and what its value is: `=`, `≥`, `≤` or `~`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from outplay.copies import protected
from outplay.errors import UsageError
from outplay.explain import words
from outplay.explain.conventions import preset as preset_of
from outplay.explain.tracer import CUT, ENTER, KINDS, LEAF, RETURN, UPDATE, Step, Tracer
from outplay.game import CHANCE, MIN, AnyGame
from outplay.parameters import one_of, whole_number
from outplay.result import AnyResult
from outplay.search.algorithms import ALGORITHMS, FUNCTIONS
from outplay.search.error_context import check_game, names_rules, start_of
from outplay.search.textbook import question_for
from outplay.search.textbook_search import Question, answer

__all__ = ["CUT", "ENTER", "KINDS", "LEAF", "RETURN", "UPDATE", "Step", "Trace", "Tracer", "trace"]

MOST_STEPS = 10_000
"""Steps that a trace has at most, unless it is given another limit."""

TRUNCATED = "truncated"
"""What the last row of a CSV says in place of a kind where the trace was cut off."""

OWN_OPTIONS = ("speed", "observer")
"""Options of the algorithms that a trace sets itself."""


@dataclass(frozen=True)
class Trace:
    """The steps of one search, and its result."""

    game: AnyGame = field(repr=False)
    state: object = field(repr=False)
    algorithm: str
    convention: str
    steps: tuple[Step, ...] = field(repr=False)
    result: AnyResult = field(repr=False)
    """What the search found, or had found when it was cut off."""
    truncated: bool = False
    """Whether the search was stopped before its end, by the trace's limit or one of its own."""

    def __str__(self) -> str:
        """One line a step, indented by ply, with what happened and why."""
        lines = [f"{self.game.name}, {self.algorithm}: {self.convention}"]
        wide = len(str(len(self.steps)))
        for step in self.steps:
            lines.append(f"{step.number:>{wide}}  {'  ' * step.ply}{self.step_text(step)}")
        if self.truncated:
            steps = words.plural(len(self.steps), "step")
            lines.append(f"… stopped here after {steps}: the search goes on.")
        return "\n".join(lines)

    def __len__(self) -> int:
        return len(self.steps)

    def leaves(self) -> list[Step]:
        """The leaves that were visited, in order."""
        return [step for step in self.steps if step.kind == LEAF]

    def cuts(self) -> list[Step]:
        return [step for step in self.steps if step.kind == CUT]

    def source(self, cut: Step) -> Step | None:
        """The update, above a cut, that gave the bound that it relies on; None if chance moves."""
        if cut.player == CHANCE:
            return None
        wanted = UPDATE, -cut.player, cut.alpha if cut.player == MIN else cut.beta
        for step in self.steps[: cut.number]:
            above = step.ply < cut.ply and step.path == cut.path[: step.ply]
            if above and (step.kind, step.player, step.value) == wanted:
                return step
        return None

    def node_text(self, step: Step) -> str:
        """The node of a step, with the shape of who moves there: `△ 1.2`."""
        over = self.game.is_terminal(step.state)
        return f"{words.LEAF_SHAPE if over else words.SHAPES[step.player]} {step.name}"

    def step_text(self, step: Step) -> str:
        """What happened in one step."""
        game, node = self.game, self.node_text(step)
        there = ""
        if step.alpha is not None and step.beta is not None:
            there = f" {words.window(step.alpha, step.beta)}"
        if step.kind == ENTER:
            return f"{node}: enter{there}"
        assert step.value is not None and step.bound is not None
        value = words.signed(step.value, step.bound)
        if step.kind == LEAF:
            what = "the game ends" if step.terminal else "estimated"
            return f"{node}: leaf {value} ({what})"
        if step.kind == UPDATE:
            assert step.best is not None
            action = game.format_action(step.state, step.action)
            return f"{node}: {action} {value}, so v = {words.number(step.best)}"
        if step.kind == CUT:
            skipped = ", ".join(words.action_texts(game, step.state, step.skipped))
            return f"{node}: cut{there}: {step.why_cut()}; skipped: {skipped or 'nothing is left'}"
        return f"{node}: return {value}{' (remembered)' if step.recalled else ''}"

    def step_data(self, step: Step) -> dict[str, object]:
        """One step as plain data: in the game's notation, infinities as text."""
        game = self.game
        tried = step.kind in (UPDATE, CUT)
        return {
            "step": step.number,
            "kind": step.kind,
            "node": step.name,
            "ply": step.ply,
            "player": None if game.is_terminal(step.state) else words.PLAYERS[step.player],
            "alpha": words.plain(step.alpha),
            "beta": words.plain(step.beta),
            "value": words.plain(step.value),
            "bound": None if step.bound is None else str(step.bound),
            "best": words.plain(step.best),
            "action": game.format_action(step.state, step.action) if tried else None,
            "skipped": words.action_texts(game, step.state, step.skipped),
        }

    def as_dict(self) -> dict[str, object]:
        """Plain data, as `to_json` writes it."""
        return {
            "game": self.game.name,
            "position": self.game.format_state(self.state),
            "algorithm": self.algorithm,
            "convention": self.convention,
            "value": words.plain(self.result.value),
            "bound": str(self.result.bound),
            "truncated": self.truncated,
            "steps": [self.step_data(step) for step in self.steps],
        }

    def to_json(self, indent: int | None = 1) -> str:
        """The whole trace as JSON."""
        return json.dumps(self.as_dict(), indent=indent, ensure_ascii=False)

    def to_csv(self) -> str:
        """A row a step. The first says the convention, and the last if the trace was cut off."""
        rows: list[dict[str, object]] = []
        for step in self.steps:
            skipped = " ".join(words.action_texts(self.game, step.state, step.skipped))
            rows.append(self.step_data(step) | {"skipped": skipped, "convention": ""})
        rows[0]["convention"] = f"{self.algorithm}: {self.convention}"
        if self.truncated:
            rows.append({"step": len(rows) + 1, "kind": TRUNCATED})
        return words.csv_text(rows)


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
    one_of("algorithm", algorithm, FUNCTIONS)
    check_game(game, "trace")
    whole_number("limit", limit, 1)
    if preset is not None:
        convention = preset_of(preset)
        if algorithm != "alphabeta":
            raise UsageError(f"preset={preset!r} is a convention of alphabeta, not of {algorithm}.")
        options = {**vars(convention), **options}
    known = [*ALGORITHMS[algorithm].all_options]
    if algorithm == "expectiminimax":
        known += ["pruning", "bounds"]
    for name in options:
        if name in OWN_OPTIONS or name not in known:
            raise UsageError(f"A trace of {algorithm} has no option {name!r}.")
    state = start_of(game) if state is None else state
    game = protected(game, state, always=True)
    return traced(question_for(algorithm, game, state, options), limit)


def traced(question: Question, limit: int) -> Trace:
    """Searches as the question says, interpreted, and keeps all that happened."""
    tracer = Tracer(question, limit)
    flags = {**dict(question.plan.flags), "watch": True}
    plan = replace(question.plan, watch=tracer, flags=tuple(sorted(flags.items())))
    result = answer(replace(question, plan=plan, speed="python"))
    if not tracer.steps:
        tracer.only(question.state, result)
    truncated = tracer.full or result.stopped_by not in ("end", "depth")
    how, steps = (result.algorithm, result.convention), tuple(tracer.steps)
    return Trace(question.game, question.state, *how, steps, result, truncated)
