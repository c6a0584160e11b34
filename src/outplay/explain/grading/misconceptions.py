"""Wrong algorithms by name, and which of them gives a student's wrong answer.

Each misconception is one or more wrong algorithms (`student_algorithms.py`). They are run on the
student's tree. One is named only if it gives another answer there than the right algorithm,
and the student's answer in all that they wrote; or, a long answer, in nearly all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outplay.explain.grading.answers import Answer, Entry
from outplay.explain.grading.slips import Reading
from outplay.explain.grading.task import Task
from outplay.explain.student_algorithms import Algorithm, Path, Run, run

PLAIN = ("minimax", "alphabeta", "negamax", "expectiminimax")
KINDS = {
    **{"turns": PLAIN, "early": PLAIN, "sign": ("negamax", "negamax function")},
    **{"chance": ("expectiminimax",), "chance_turn": ("expectiminimax",)},
}
"""The exercises where a part of the algorithm can be wrong; all other parts are of alphabeta."""


@dataclass(frozen=True)
class Misconception:
    """A wrong idea that has a name."""

    name: str
    what: str
    """A sentence to the student: what seems to have happened."""
    hint: str
    changes: tuple[Mapping[str, Any], ...]
    """What is wrong in the algorithm, in each variant."""


@dataclass(frozen=True)
class Diagnosis:
    """A misconception that fits an answer."""

    misconception: Misconception
    agrees: int
    """Things written by the student that it explains,"""
    of: int
    """of so many."""

    @property
    def wrong(self) -> int:
        """Things that it does not explain."""
        return self.of - self.agrees

    @property
    def exact(self) -> bool:
        return self.wrong == 0

    def as_dict(self) -> dict[str, object]:
        cause = self.misconception
        texts = {"name": cause.name, "what": cause.what, "hint": cause.hint}
        return {**texts, "agrees": self.agrees, "of": self.of}


MISCONCEPTIONS = (
    Misconception(
        "wrong equality",
        "You treated equal values the other way: a cut is made on ≥ in one convention and only"
        " on > in the other.",
        "Look at what the sheet says about v = β and v = α, and compare there once more.",
        ({"strict": "other"},),
    ),
    Misconception(
        "fail-soft and fail-hard confused",
        "A cut node returns the best value it has seen (fail-soft) or the end of its window"
        " (fail-hard); you did the other of the two.",
        "Look at what the sheet asks for where a value lies outside the window.",
        ({"hard": "other"},),
    ),
    Misconception(
        "no pruning",
        "Your values are those of plain minimax: every leaf was looked at, and nothing was cut.",
        "After each child, compare: MAX stops when its value reaches β, MIN when it reaches α.",
        ({"prune": False},),
    ),
    Misconception(
        "α and β not passed down",
        "Each node began with the window (-∞, ∞), as if nothing were known from above.",
        "A child begins with the α and β that its parent has at that moment.",
        ({"window": "none"},),
    ),
    Misconception(
        "α not passed down",
        "α got lost on the way down (or was never raised): MIN nodes did not know what MAX"
        " already has.",
        "MAX raises α after each child, and passes it down with β.",
        ({"window": "no alpha"},),
    ),
    Misconception(
        "β not passed down",
        "β got lost on the way down (or was never lowered): MAX nodes did not know what MIN"
        " already has.",
        "MIN lowers β after each child, and passes it down with α.",
        ({"window": "no beta"},),
    ),
    Misconception(
        "shallow cuts only",
        "You compared each node with its parent alone. A bound from further up cuts too: that is"
        " a deep cut.",
        "The window comes from all nodes above, not only from the parent.",
        ({"window": "parent"},),
    ),
    Misconception(
        "cuts below the root only",
        "You made cuts in the children of the root, and nowhere deeper.",
        "The test for a cut belongs in every node, at every level.",
        ({"test": "first"},),
    ),
    Misconception(
        "α and β swapped",
        "α and β were exchanged: in the call, or in the test for a cut.",
        "α is MAX's, the left end; β is MIN's, the right end. MAX stops at β, MIN at α.",
        ({"window": "swapped"}, {"test": "swapped"}),
    ),
    Misconception(
        "bound overwritten",
        "α or β became the latest value, even when an earlier one was better.",
        "α = max(α, v) and β = min(β, v): a bound never gets worse.",
        ({"update": "last"},),
    ),
    Misconception(
        "MAX and MIN exchanged",
        "You took the smallest where MAX moves and the largest where MIN moves.",
        "Check whose turn it is at the root (△ is MAX), and change players at each level.",
        ({"turns": "exchanged"},),
    ),
    Misconception(
        "MIN for only one level",
        "MIN moved on one level, and every level below it was taken for MAX.",
        "Players take turns all the way down: MAX, MIN, MAX, MIN.",
        ({"turns": "one min"},),
    ),
    Misconception(
        "MAX for only one level",
        "MAX moved on one level, and every level below it was taken for MIN.",
        "Players take turns all the way down: MAX, MIN, MAX, MIN.",
        ({"turns": "one max"},),
    ),
    Misconception(
        "turns do not change",
        "The player at the root moved on every level.",
        "Players take turns: after MAX it is MIN's choice.",
        ({"turns": "always"},),
    ),
    Misconception(
        "depth off by one",
        "You were one level off: you stopped a level above the leaves, or the turn changed one"
        " level too late.",
        "The root is level 0 and its children are level 1, where the other player moves. The"
        " leaves are the last level, and only they have values of their own.",
        ({"early": True}, {"turns": "shifted"}),
    ),
    Misconception(
        "averaging instead of weighting",
        "At chance nodes you took the plain average.",
        "Multiply each outcome by its probability and add; do not divide by how many there are.",
        ({"chance": "mean"},),
    ),
    Misconception(
        "most likely outcome only",
        "At chance nodes you took the value of the likeliest outcome.",
        "Every outcome counts, each with its probability.",
        ({"chance": "likeliest"},),
    ),
    Misconception(
        "chance taken for a player",
        "At chance nodes you took the largest or the smallest value, as a player would.",
        "Nobody chooses there. Multiply each outcome by its probability and add.",
        ({"chance": "max"}, {"chance": "min"}),
    ),
    Misconception(
        "probabilities left out",
        "At chance nodes you added the outcomes without their probabilities.",
        "Multiply each outcome by its probability before you add.",
        ({"chance": "sum"},),
    ),
    Misconception(
        "chance takes a turn",
        "You let the players change at a chance node too.",
        "Chance takes no turn: the player who would have moved in its place moves after it.",
        ({"chance_turn": True},),
    ),
    Misconception(
        "sign error in negamax",
        "A minus is missing: a child's value must be negated, a leaf valued for the side to move"
        " there, and the window negated and swapped.",
        "value = −negamax(child, −β, −α), and a leaf is player · utility.",
        ({"sign": "minus"}, {"sign": "leaf"}, {"sign": "window"}),
    ),
)


def wrong_algorithms(
    task: Task, misconception: Misconception, *, negamax: bool = False, other: bool = False
) -> Iterator[Algorithm]:
    """Those of one misconception on this exercise, in each convention that is right.

    `negamax`: for a function that mentions it; `other`: with fail-hard where the exercise has
    fail-soft, and the other way round, too.
    """
    kinds = {task.kind} | ({"negamax function"} if negamax else set())
    part = next(iter(misconception.changes[0]))
    if kinds.isdisjoint(KINDS.get(part, ("alphabeta",))):
        return
    rights = task.right_algorithms()
    for right in rights:
        if right.hard != rights[0].hard and not other:
            continue
        for changes in misconception.changes:
            if "other" not in changes.values():
                changed = replace(right, **changes)
            elif "strict" in changes and task.strict is not None:
                changed = replace(right, strict=not right.strict)
            elif "hard" in changes and task.graded_fail is not None:
                changed = replace(right, hard=not right.hard)
            else:
                continue  # the exercise accepts both
            if changed.sign != "window" or changed.prune:
                yield changed


def diagnose(task: Task, answer: Answer, readings: Sequence[Reading]) -> list[Diagnosis]:
    """The misconceptions that explain a wrong answer, in the order of the list above.

    `readings` are the ways in which the answer can be understood.
    """
    views = sorted({(reading.mover, reading.nodes) for reading in readings})
    rights = [run(task.tree, algorithm) for algorithm in task.right_algorithms()]
    off = min(_differences(task, answer, right, view)[0] for right in rights for view in views)
    if off == 0:
        return []
    found: list[Diagnosis] = []
    # First what the exercise says of fail-soft and fail-hard, then the other of the two.
    for other in (False, True):
        found = []
        for misconception in MISCONCEPTIONS:
            tries = wrong_algorithms(task, misconception, negamax=answer.negamax, other=other)
            differences = [
                _differences(task, answer, tried, view)
                for tried in (run(task.tree, algorithm) for algorithm in tries)
                if not any(_same_answer(task, answer, tried, right) for right in rights)
                for view in views
            ]
            wrong, of = min(differences, default=(0, 0))
            if of:
                found.append(Diagnosis(misconception, of - wrong, of))
        exact = [diagnosis for diagnosis in found if diagnosis.exact]
        if exact:
            return exact
    # Else one that explains a long answer but for a slip, far better than anything else does.
    found.sort(key=lambda diagnosis: diagnosis.wrong)
    wrong, next_best, *_ = [*(diagnosis.wrong for diagnosis in found), off, off]
    clear = found and 10 * wrong <= found[0].of and off >= 4 * wrong + 2 and next_best > 2 * wrong
    return found[:1] if clear else []


def _same_answer(task: Task, answer: Answer, left: Run, right: Run) -> bool:
    """Do two runs give the same answer, in the parts that the student gave?"""
    return (
        (answer.value is None or task.tree.same(left.value, right.value))
        and (answer.moves is None or left.moves == right.moves)
        and (answer.values is None or _inner(task, left) == _inner(task, right))
        and (answer.visited is None or left.visited == right.visited)
        and (not answer.has_cuts or left.cuts == right.cuts)
        and (answer.windows is None or left.windows == right.windows)
    )


def _inner(task: Task, done: Run) -> dict[Path, float]:
    return {path: value for path, value in done.values.items() if task.tree.nodes[path].children}


def _differences(
    task: Task, answer: Answer, tried: Run, view: tuple[bool, bool]
) -> tuple[int, int]:
    """How many things that the student wrote are otherwise in a run, and of how many."""
    tree, (mover, nodes) = task.tree, view
    checks: list[bool] = []
    if answer.value is not None:
        side = tree.root if mover else 1
        checks.append(tree.same(side * answer.value, tried.value))
    if answer.moves is not None:
        checks.append(set(answer.moves) <= set(tried.moves))
    for path, entry in (answer.values or {}).items():
        checks.append(_fits(task, path, entry, tried, mover))
    if answer.values is not None:  # what it visits, and the right search does not
        right = run(tree, task.right_algorithms()[0]).values
        missing = [p for p in _inner(task, tried) if p not in answer.values and p not in right]
        checks += [False] * len(missing)
    for path, window in (answer.windows or {}).items():
        there = tried.windows.get(path)
        checks.append(there is not None and all(map(tree.same, window, there)))
    wrong, of = checks.count(False), len(checks)
    if answer.visited is not None:
        said: Sequence[object] = answer.visited
        leaves: Sequence[object] = tried.visited
        if answer.written is not None:
            said = answer.written
            leaves = [float(tree.nodes[leaf].value) for leaf in tried.visited]
        of += len(leaves)
        wrong += _unlike(said, leaves)
    if answer.skipped is not None and not nodes:
        left = frozenset(tree.leaves()) - frozenset(tried.visited)
        of += max(len(left), 1)
        wrong += len(answer.skipped ^ left)
    elif answer.cut_nodes is not None:
        must = {path for path, children in tried.cuts.items() if children}
        of += max(len(must), 1)
        wrong += len(must - answer.cut_nodes) + len(answer.cut_nodes - tried.cuts.keys())
    return wrong, of


def _fits(task: Task, path: Path, entry: Entry, tried: Run, mover: bool) -> bool:
    node = task.tree.nodes[path]
    if not node.children and entry.value is not None:
        return True  # copied from the sheet
    if entry.value is None:
        return path not in tried.values
    side = node.side if mover else 1
    return path in tried.values and task.tree.same(side * entry.value, tried.values[path])


def _unlike(left: Sequence[object], right: Sequence[object]) -> int:
    """How many items one list has and the other has not; 1 if only their order differs."""
    if list(left) == list(right):
        return 0
    here, there = Counter(left), Counter(right)
    return max(1, (here - there).total() + (there - here).total())
