"""Sheets: an exercise as a student gets it, and its answer key.

What they say is here; `sheet_html.py` and `sheet_latex.py` set it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from outplay.errors import UsageError
from outplay.explain.exercises.exercise import Exercise
from outplay.explain.exercises.spec import ALPHABETA, EXPECTIMINIMAX, MINIMAX
from outplay.explain.student_algorithms import Path, name_of
from outplay.explain.trace import CUT, ENTER, LEAF, RETURN, UPDATE, Step
from outplay.explain.tree import VISITED, SearchTree, tree_of_trace
from outplay.explain.words import PLAYERS, SHAPES, number, plural, probability, signed, why_cut
from outplay.game import CHANCE, MAX
from outplay.parameters import one_of
from outplay.result import Bound

FORMATS = {"html": "html", "latex": "tex", "json": "json"}
"""How sheets can be written, and how their files end."""

WIDE = 12
"""A sheet with more leaves is printed in landscape."""

TITLES = {
    ALPHABETA: "Alpha-beta by hand",
    MINIMAX: "Minimax by hand",
    EXPECTIMINIMAX: "Expectiminimax by hand",
}


def sheet(exercises: Sequence[Exercise], format: str, *, key: bool = False) -> str:
    """Sheets for students, or answer keys, one after the other in one text.

    HTML and LaTeX start a page for each. JSON is one exercise alone: raises UsageError for more.
    """
    one_of("format", format, FORMATS)
    if format == "json":
        if len(exercises) != 1:
            raise UsageError("JSON is written for one exercise at a time.")
        return exercises[0].to_json(answer=key)
    if format == "html":
        from outplay.explain.exercises.sheet_html import page

        return page(exercises, key=key)
    from outplay.explain.exercises.sheet_latex import document

    return document(exercises, key=key)


# --- what a sheet says --------------------------------------------------------------------


def is_wide(exercise: Exercise) -> bool:
    return len(exercise.leaves) > WIDE


def heading(exercise: Exercise, *, key: bool) -> str:
    title = TITLES[exercise.kind]
    return f"{title}: answer key" if key else title


def mark(exercise: Exercise) -> str:
    """What shows that a sheet and its key belong together."""
    return f"copy {exercise.number}, seed {exercise.seed}"


def task(exercise: Exercise) -> list[str]:
    """What is to be done, with the convention in full, in paragraphs."""
    first, second = (f"{PLAYERS[p]} ({SHAPES[p]})" for p in (exercise.root, -exercise.root))
    moves = f"{first} moves at the root, then {second}"
    leaves = "The numbers at the bottom are what MAX gets."
    if exercise.kind == EXPECTIMINIMAX:
        return [
            f"{moves}, in turn; between them chance ({SHAPES[CHANCE]}) decides, with the"
            f" probabilities on its edges. {leaves}",
            "Solve the tree by expectiminimax: MAX takes the largest value below, MIN the"
            " smallest, and a chance node is worth the sum of probability × value.",
        ]
    if exercise.kind == MINIMAX:
        return [
            f"{moves}, in turn. {leaves}",
            "Solve the tree by minimax, from left to right: MAX takes the largest value below,"
            " MIN the smallest.",
        ]
    return [
        f"{moves}, in turn. {leaves}",
        "Search the tree by alpha-beta. Look at the children of every node from left to right."
        " α is the most that MAX already holds on the way from the root, β the least that MIN"
        " holds; at the root α = -∞ and β = ∞.",
        _cutting(exercise),
    ]


def _cutting(exercise: Exercise) -> str:
    cut = (
        "Cut on ≥: leave out the rest of a MAX node's children as soon as its value is β or"
        " more, and of a MIN node's as soon as its value is α or less. A value equal to α or β"
        " is enough to cut."
    )
    if exercise.convention.strict:
        cut = (
            "Cut on >: leave out the rest of a MAX node's children as soon as its value is greater"
            " than β, and of a MIN node's as soon as its value is less than α. A value equal to α"
            " or β does not cut."
        )
    if exercise.convention.fail_soft:
        return f"{cut} A node returns the best value that it has seen (fail-soft)."
    return f"{cut} A node returns a value between its α and β (fail-hard)."


def instructions(exercise: Exercise) -> list[str]:
    """What the student writes down, item by item."""
    if exercise.kind != ALPHABETA:
        return ["Write its value into every node.", "Mark the best move at the root."]
    ends = "from α to β" if exercise.exact_at_ends else "between α and β"
    beyond = ("less than α", "more than β")
    if not exercise.exact_at_ends:
        beyond = ("α or less", "β or more")
    return [
        "Write into every node that you visit the value that it returns: with = if it lies"
        f" {ends}, as they were when you entered the node; with ≤ if it is {beyond[0]}, and ≥ if"
        f" it is {beyond[1]}, since it is only a bound then.",
        "Cross out every branch that is cut, and every leaf that you do not look at.",
        "List the cuts in the order in which they happen: where, what is left out, and why.",
        "Mark the best move at the root.",
    ]


NAMES = (
    "Nodes are named by the path to them: 2 is the second child of the root, and 2.1 the first"
    " child of that."
)


def fields(exercise: Exercise) -> list[str]:
    """The lines to fill in below the tree."""
    if exercise.kind != ALPHABETA:
        return ["Value of the root", "Best move"]
    return ["Value of the root", "Best move", "Leaves visited, in order"]


def cut_lines(exercise: Exercise) -> int:
    """Empty lines for cuts: by the tree's shape, so that they do not tell how many there are."""
    if exercise.kind != ALPHABETA:
        return 0
    inner = len(blank(exercise)) - len(exercise.leaves)
    return 8 if inner > 8 else 4


def summary(exercise: Exercise) -> list[tuple[str, str]]:
    """The answer, line by line."""
    moves = ", ".join(exercise.best) + (" (equally good)" if len(exercise.best) > 1 else "")
    lines = [("Value of the root", f"= {number(exercise.value)}"), ("Best move", moves)]
    if exercise.kind != ALPHABETA:
        return lines
    visited = [number(step.value) for step in exercise.trace.leaves() if step.value is not None]
    share = f"{len(visited)} of {len(exercise.leaves)}"
    lines.append(("Leaves visited, in order", f"{', '.join(visited)} ({share})"))
    if not exercise.cuts:
        lines.append(("Cuts", "none"))
    for place, cut in enumerate(exercise.cuts, start=1):
        where = f"at {cut.node}, skipping {', '.join(cut.skipped)}"
        why = why_cut(cut.player, cut.value, cut.limit, cut.limit, cut.holder)
        lines.append((f"Cut {place}{' (deep)' if cut.deep else ''}", f"{where}: {why}"))
    sign, other = (">", "≥") if exercise.convention.strict else ("≥", ">")
    leaves = "other leaves would be visited" if exercise.differs else "the same leaves are visited"
    return [*lines, (f"With {other} in place of {sign}", leaves)]


# --- the steps of the search, with the reason for each -------------------------------------


def columns(exercise: Exercise) -> list[str]:
    """The head of the table."""
    window = ["α", "β"] if exercise.kind == ALPHABETA else []
    return ["step", "node", "event", *window, "value", "why"]


def rows(exercise: Exercise) -> Iterator[tuple[Step, tuple[str, ...]]]:
    """Each step of the search, and its cells as the columns have them."""
    why = _Reasons(exercise).why
    for step in exercise.trace.steps:
        node = exercise.trace.node_text(step)
        window = [number(end) for end in (step.alpha, step.beta) if end is not None]
        value = ""
        if step.value is not None and step.bound is not None:
            value = signed(step.value, step.bound)
            if step.kind == UPDATE:
                value = f"{name_of((*step.path, step.action))} {value}"
        reason = why[step.kind](step)
        yield step, (str(step.number), node, step.kind, *window, value, reason)


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
        cut = self.cuts.get(step.name)
        if not step.skipped or cut is None:
            return "outside the window, but no child is left: nothing is skipped"
        deep = " (a deep cut)" if cut.deep else ""
        return f"{step.why_cut(cut.holder)}{deep}; skipped: {', '.join(cut.skipped)}"

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


# --- its trees ----------------------------------------------------------------------------


def solved(exercise: Exercise) -> SearchTree:
    """The tree as the search left it."""
    return tree_of_trace(exercise.trace, skipped="all")


@dataclass
class BlankTree(SearchTree):
    """A tree to be filled in: nothing is known but its leaves."""

    def title(self) -> str:
        return "; ".join(filter(None, [self.algorithm, self.convention, "to be filled in"]))


def blank(exercise: Exercise) -> BlankTree:
    """The tree of an exercise with nothing but its leaves filled in."""
    tree = solved(exercise)
    for node in tree:
        node.status, node.chosen, node.cut = VISITED, False, ""
        node.alpha = node.beta = node.bound = None
        if not node.leaf:
            node.value = None
        node.nodes = sum(1 for _ in node.walk())
    return BlankTree(tree.game, tree.root, tree.algorithm, tree.convention, len(tree))


def totals(exercise: Exercise) -> str:
    """What a teacher sees of it in one line."""
    answer = f"value = {number(exercise.value)}, best move {' or '.join(exercise.best)}"
    if exercise.kind != ALPHABETA:
        return answer
    deep = sum(cut.deep for cut in exercise.cuts)
    cuts = plural(len(exercise.cuts), "cut") + (f" ({deep} deep)" if deep else "")
    return f"{answer}, {cuts}, {len(exercise.visited)} of {len(exercise.leaves)} leaves visited"
