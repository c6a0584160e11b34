"""Why each step of a search by hand happens: the last column of an answer key."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from outplay.explain.exercises.chance_trees import fraction_text
from outplay.explain.exercises.exercise import Exercise
from outplay.explain.exercises.sheets import because
from outplay.explain.trace import CUT, ENTER, LEAF, UPDATE, Step
from outplay.explain.words import PLAYERS, SHAPES, number, plural, signed
from outplay.game import CHANCE, MAX
from outplay.result import Bound

COLUMNS = ("step", "node", "event", "α", "β", "value", "why")


@dataclass(frozen=True)
class Row:
    """One step of the search, in words."""

    step: int
    ply: int
    shape: str
    """△ ▽ ○ □"""
    node: str
    event: str
    alpha: str
    """Empty where the algorithm has no window."""
    beta: str
    value: str
    why: str

    def cells(self, windows: bool) -> list[str]:
        """As the columns have them."""
        window = [self.alpha, self.beta] if windows else []
        node = f"{self.shape} {self.node}"
        return [str(self.step), node, self.event, *window, self.value, self.why]


def rows(exercise: Exercise) -> list[Row]:
    """One row for each step of the search."""
    return _Telling(exercise).rows


class _Telling:
    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.cuts = {cut.node: cut for cut in exercise.cuts}
        self.best: dict[tuple[Any, ...], float] = {}
        """What each node under way holds."""
        self.windows: dict[tuple[Any, ...], tuple[float, float]] = {}
        """With which each was entered."""
        self.rows = [self._row(step) for step in exercise.trace.steps]

    def _row(self, step: Step) -> Row:
        exercise = self.exercise
        leaf = exercise.game.is_terminal(step.state)
        value = ""
        if step.kind != ENTER and step.value is not None and step.bound is not None:
            value = signed(step.value, step.bound)
            if step.kind == UPDATE:
                value = f"{self._child(step)} {value}"
        windowed = step.alpha is not None and step.beta is not None
        return Row(
            step=step.number,
            ply=step.ply,
            shape="□" if leaf else SHAPES[step.player],
            node=exercise.name(step),
            event=step.kind,
            alpha=number(step.alpha) if windowed and step.alpha is not None else "",
            beta=number(step.beta) if windowed and step.beta is not None else "",
            value=value,
            why=self._why(step),
        )

    def _why(self, step: Step) -> str:
        if step.kind == ENTER:
            return self._why_enter(step)
        if step.kind == LEAF:
            return "the game ends here"
        if step.kind == UPDATE:
            return self._why_chance(step) if step.player == CHANCE else self._why_update(step)
        if step.kind == CUT:
            return self._why_cut(step)
        return self._why_return(step)

    def _why_enter(self, step: Step) -> str:
        if step.alpha is not None and step.beta is not None:
            self.windows[step.path] = step.alpha, step.beta
        if not step.path:
            start = "the search starts here"
            return f"{start}; nothing is known yet" if step.alpha is not None else start
        place, parent = step.path[-1] + 1, self._name(step.path[:-1])
        which = "first" if place == 1 else "next"
        why = f"{which} child of {parent}"
        if step.alpha is None or step.beta is None:
            return why
        if place == 1:
            known = math.isfinite(step.alpha) or math.isfinite(step.beta)
            return f"{why}, which hands its window down" if known else why
        low, high = self.windows[step.path[:-1]]
        if step.alpha > low:
            return f"{why}; α is what MAX holds there"
        if step.beta < high:
            return f"{why}; β is what MIN holds there"
        return f"{why}; the window is as it was"

    def _why_update(self, step: Step) -> str:
        assert step.value is not None and step.best is not None
        player, value = PLAYERS[step.player], _said(step)
        before = self.best.get(step.path)
        self.best[step.path] = step.best
        if before is None:
            return f"the first value: {player} holds {value}"
        if step.best != before:
            than = "more" if step.player == MAX else "less"
            return f"{than} than {number(before)}: {player} now holds {value}"
        if step.value == before:
            return f"no better than before: {player} keeps {number(before)}"
        worse = "less" if step.player == MAX else "more"
        return f"{worse} than {number(before)}: {player} keeps {number(before)}"

    def _why_chance(self, step: Step) -> str:
        assert step.value is not None and step.best is not None
        chances = dict(self.exercise.game.outcomes(step.state))
        chance = fraction_text(Fraction(chances[step.action]).limit_denominator(10_000))
        return f"adds {chance} × {number(step.value)}; the sum is now {number(step.best)}"

    def _why_cut(self, step: Step) -> str:
        assert step.value is not None and step.alpha is not None and step.beta is not None
        cut = self.cuts.get(self.exercise.name(step))
        if not step.skipped or cut is None:
            return "beyond the window, but no child is left: nothing is skipped"
        deep = " (a deep cut)" if cut.deep else ""
        return f"{because(cut)}{deep}; skipped: {', '.join(cut.skipped)}"

    def _why_return(self, step: Step) -> str:
        assert step.value is not None
        if step.player == CHANCE:
            return "the sum over all outcomes"
        if step.bound == Bound.LOWER:
            return "a bound: it may be worth more" if step.player == MAX else "no child is below β"
        if step.bound == Bound.UPPER:
            return "no child is above α" if step.player == MAX else "a bound: it may be worth less"
        children = len(self.exercise.game.legal(step.state))
        most = "the largest" if step.player == MAX else "the smallest"
        return f"{most} of its {plural(children, 'child', 'children')}"

    def _child(self, step: Step) -> str:
        return self._name((*step.path, step.action))

    def _name(self, path: tuple[Any, ...]) -> str:
        return ".".join(str(child + 1) for child in path) or "root"


def _said(step: Step) -> str:
    """`3`, `at least 3`, `at most 3`"""
    assert step.value is not None
    said = {Bound.LOWER: "at least ", Bound.UPPER: "at most "}
    return f"{said.get(step.bound or Bound.EXACT, '')}{number(step.value)}"
