"""The steps of a search by hand as the table of an answer key, with the reason for each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from outplay.explain.exercises.exercise import Exercise
from outplay.explain.exercises.sheets import because
from outplay.explain.exercises.spec import ALPHABETA
from outplay.explain.student_algorithms import Path, name_of
from outplay.explain.trace import CUT, ENTER, LEAF, RETURN, UPDATE, Step
from outplay.explain.words import PLAYERS, SHAPES, number, plural, probability, signed
from outplay.game import CHANCE, MAX
from outplay.result import Bound


@dataclass(frozen=True)
class Row:
    """One step of the search, in words."""

    step: Step
    cells: tuple[str, ...]
    """As the columns have them."""


def columns(exercise: Exercise) -> list[str]:
    """The head of the table."""
    window = ["α", "β"] if exercise.kind == ALPHABETA else []
    return ["step", "node", "event", *window, "value", "why"]


def rows(exercise: Exercise) -> list[Row]:
    """One row for each step of the search."""
    why = _Reasons(exercise).why
    found = []
    for step in exercise.trace.steps:
        leaf = exercise.game.is_terminal(step.state)
        node = f"{'□' if leaf else SHAPES[step.player]} {name_of(step.path)}"
        window = [number(end) for end in (step.alpha, step.beta) if end is not None]
        value = ""
        if step.value is not None and step.bound is not None:
            value = signed(step.value, step.bound)
            if step.kind == UPDATE:
                value = f"{name_of((*step.path, step.action))} {value}"
        reason = why[step.kind](step)
        found.append(Row(step, (str(step.number), node, step.kind, *window, value, reason)))
    return found


class _Reasons:
    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.cuts = {cut.node: cut for cut in exercise.cuts}
        self.best: dict[Path, float] = {}
        """What each node under way holds."""
        self.windows: dict[Path, tuple[float, float]] = {}
        """With which each was entered."""
        self.why: dict[str, Callable[[Step], str]] = {
            ENTER: self._enter,
            LEAF: lambda step: "the game ends here",
            UPDATE: self._update,
            CUT: self._cut,
            RETURN: self._return,
        }

    def _enter(self, step: Step) -> str:
        if step.alpha is not None and step.beta is not None:
            self.windows[step.path] = step.alpha, step.beta
        if not step.path:
            start = "the search starts here"
            return f"{start}; nothing is known yet" if step.alpha is not None else start
        first, parent = step.path[-1] == 0, step.path[:-1]
        why = f"{'first' if first else 'next'} child of {name_of(parent)}"
        if step.alpha is None or step.beta is None:
            return why
        if first:
            known = math.isfinite(step.alpha) or math.isfinite(step.beta)
            return f"{why}, which passes its window down" if known else why
        low, high = self.windows[parent]
        if step.alpha > low:
            return f"{why}; α is what MAX holds there"
        if step.beta < high:
            return f"{why}; β is what MIN holds there"
        return f"{why}; the window is unchanged"

    def _update(self, step: Step) -> str:
        assert step.value is not None and step.best is not None
        value, best = number(step.value), number(step.best)
        if step.player == CHANCE:
            chance = dict(self.exercise.game.outcomes(step.state))[step.action]
            return f"adds {probability(chance)} × {value}; the sum is now {best}"
        player, before = PLAYERS[step.player], self.best.get(step.path)
        self.best[step.path] = step.best
        said = {Bound.LOWER: "at least ", Bound.UPPER: "at most "}
        value = f"{said.get(step.bound or Bound.EXACT, '')}{value}"
        if before is None:
            return f"the first value: {player} holds {value}"
        if step.value == before:
            return f"no better than before: {player} keeps {number(before)}"
        than = "more" if step.value > before else "less"
        holds = f"now holds {value}" if step.best != before else f"keeps {number(before)}"
        return f"{than} than {number(before)}: {player} {holds}"

    def _cut(self, step: Step) -> str:
        cut = self.cuts.get(name_of(step.path))
        if not step.skipped or cut is None:
            return "outside the window, but no child is left: nothing is skipped"
        deep = " (a deep cut)" if cut.deep else ""
        return f"{because(cut)}{deep}; skipped: {', '.join(cut.skipped)}"

    def _return(self, step: Step) -> str:
        if step.player == CHANCE:
            return "the sum over all outcomes"
        if step.bound == Bound.LOWER:
            return "a bound: it may be worth more" if step.player == MAX else "no child is below β"
        if step.bound == Bound.UPPER:
            return "no child is above α" if step.player == MAX else "a bound: it may be worth less"
        children = len(self.exercise.game.legal(step.state))
        most = "the largest" if step.player == MAX else "the smallest"
        return f"{most} of its {plural(children, 'child', 'children')}"
