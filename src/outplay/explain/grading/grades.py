"""The grade of a student's answer: what is right, where it first goes wrong, and perhaps why.

    >>> from outplay.explain.grading.grades import grade
    >>> from outplay.explain.grading.task import make_task
    >>> print(grade(make_task("[[3, 12, 8], [2, 4, 6]]"), {"value": 4}))

One slip costs one mark (`marking.py`), and a misconception is named where a wrong algorithm
gives just the student's answer (`misconceptions.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path as File

from outplay.errors import UsageError
from outplay.explain.grading import slips
from outplay.explain.grading.answers import Answer, answer_of, read_answer
from outplay.explain.grading.marking import Marker
from outplay.explain.grading.misconceptions import Diagnosis, diagnose
from outplay.explain.grading.slips import Reading, Slip
from outplay.explain.grading.task import Task
from outplay.explain.student_algorithms import Run, run
from outplay.explain.words import plural

__all__ = ["Grade", "Part", "grade"]

FUNCTION = "function"
MOST_SHOWN = 3
"""Slips after the first that a report shows, and misconceptions that it explains."""


@dataclass(frozen=True)
class Part:
    """The marks of one part of an answer."""

    name: str
    score: int
    max: int


@dataclass(frozen=True)
class Grade:
    """What an answer earns. `print(grade)` is what a student reads."""

    task: Task = field(repr=False)
    parts: tuple[Part, ...]
    slips: tuple[Slip, ...]
    """In the order of the search."""
    diagnoses: tuple[Diagnosis, ...]
    """Misconceptions that explain the answer; none for a right one."""
    remarks: tuple[str, ...] = ()

    @property
    def score(self) -> int:
        return sum(part.score for part in self.parts)

    @property
    def max(self) -> int:
        return sum(part.max for part in self.parts)

    @property
    def ok(self) -> bool:
        return not self.slips

    @property
    def first(self) -> Slip | None:
        """The first divergence: something wrong, or else something missing."""
        return min(self.slips, key=lambda slip: slip.missing, default=None)

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def as_dict(self) -> dict[str, object]:
        """Plain data for an autograder; `score`, `output` and `tests` as Gradescope has them."""
        return {
            "outplay": "grade",
            "version": 1,
            "ok": self.ok,
            "score": self.score,
            "max_score": self.max,
            "kind": self.task.kind,
            "convention": self.task.convention(),
            "output": str(self),
            "tests": [
                {"name": part.name, "score": part.score, "max_score": part.max}
                for part in self.parts
            ],
            "first_divergence": None if self.first is None else asdict(self.first),
            "slips": [asdict(slip) for slip in self.slips],
            "misconceptions": [found.as_dict() for found in self.diagnoses],
            "remarks": list(self.remarks),
        }


def grade(task: Task, answer: Answer | Mapping[str, object] | str | File) -> Grade:
    """Grades an answer: an `Answer`, plain data, or a file. Raises UsageError."""
    if isinstance(answer, Mapping):
        answer = answer_of(task, answer)
    elif not isinstance(answer, Answer):
        answer = read_answer(task, answer)
    if answer.trouble:
        return _failed(task, answer)
    readings = list(_readings(task, answer))
    most = _most(task, answer, readings[0])
    if not most:
        raise UsageError(
            "There is nothing to grade in this answer: give a value, a move, values, leaves or"
            " cuts, or a trace with leaf, return or cut steps."
        )
    marked = [(reading, tuple(Marker(task, answer, reading).mark())) for reading in readings]
    grades = [
        Grade(task, tuple(_parts(task, answer, reading, found, most)), found, (), answer.remarks)
        for reading, found in marked
    ]
    # The reading that is kindest to the student; of equal ones the exercise's own.
    best = max(grades, key=lambda grade: (grade.score, -len(grade.slips)))
    return best if best.ok else replace(best, diagnoses=tuple(diagnose(task, answer, readings)))


def _readings(task: Task, answer: Answer) -> Iterator[Reading]:
    """Every way to understand the answer; the exercise's own first."""
    movers = (False, True) if task.kind == "negamax" or answer.negamax else (False,)
    both = answer.cut_nodes is not None and answer.skipped is not None
    for algorithm in task.right_algorithms():
        for mover in movers:
            for nodes in (False, True) if both else (False,):
                yield Reading(algorithm, mover, nodes)


def _inner_nodes(task: Task, right: Run) -> int:
    """How many nodes the right search has to decide in."""
    return max(1, sum(bool(task.tree.nodes[path].children) for path in right.values))


def _most(task: Task, answer: Answer, reading: Reading) -> dict[str, int]:
    """How many marks there are for each part of the answer.

    As many as the right search has nodes to decide in, so that it is the same for everybody.
    """
    right = run(task.tree, reading.algorithm)
    size = _inner_nodes(task, right)
    cuts = size if answer.visited is None else max(1, sum(map(bool, right.cuts.values())))
    most = {
        slips.VALUE: (answer.value is not None, 1),
        slips.MOVE: (answer.moves is not None, 1),
        slips.VALUES: (answer.values is not None, size),
        slips.VISITED: (answer.visited is not None, size),
        slips.CUTS: (answer.has_cuts, cuts),
        slips.WINDOWS: (answer.windows is not None, size),
    }
    return {name: marks for name, (given, marks) in most.items() if given}


def _parts(
    task: Task, answer: Answer, reading: Reading, found: Sequence[Slip], most: Mapping[str, int]
) -> Iterator[Part]:
    """The marks of each part, less one for each slip."""
    share = _share(task, answer, run(task.tree, reading.algorithm))
    for name, count in most.items():
        lost = sum(slip.part == name for slip in found)
        if lost and name in (slips.VISITED, slips.CUTS) and share < 0.5:
            # Most of the work is missing; what is left earns its share.
            lost = max(lost, count - math.floor(count * share))
        yield Part(name, max(0, count - lost), count)


def _share(task: Task, answer: Answer, right: Run) -> float:
    """How many of the leaves that the right search visits the student has visited."""
    if answer.visited is not None:
        visited = set(answer.visited)
    elif answer.skipped is not None and answer.cut_nodes is None:
        visited = set(task.tree.leaves()) - answer.skipped
    else:
        return 1.0
    return len(visited & set(right.visited)) / len(right.visited)


def _failed(task: Task, answer: Answer) -> Grade:
    """A function that gave no answer."""
    inner = _inner_nodes(task, run(task.tree, task.right_algorithms()[0]))
    slip = Slip(FUNCTION, "root", "", "", answer.trouble)
    parts = (Part(slips.VALUE, 0, 1), Part(slips.VISITED, 0, inner))
    return Grade(task, parts, (slip,), (), answer.remarks)


# --- the report ---------------------------------------------------------------------------


def _lines(grade_: Grade) -> Iterator[str]:
    task, marks = grade_.task, f"{grade_.score} of {plural(grade_.max, 'mark')}"
    yield f"{'All right: ' if grade_.ok else ''}{marks} ({task.kind}, {task.convention()})."
    wide = max(len(part.name) for part in grade_.parts)
    for part in grade_.parts:
        yield f"  {part.name:{wide}}  {part.score} of {part.max}"
    yield from grade_.remarks
    first = grade_.first
    if first is None:
        return
    yield ""
    yield first.sentence if first.part == FUNCTION else f"First difference. {first.sentence}"
    others = [slip for slip in grade_.slips if slip is not first]
    if others:
        missing = [slip.node for slip in others if slip.missing]
        wrong = [slip for slip in others if not slip.missing]
        yield from (f"Then: {slip.sentence}" for slip in wrong[:MOST_SHOWN])
        if len(wrong) > MOST_SHOWN:
            yield f"{plural(len(wrong) - MOST_SHOWN, 'more slip')} after that."
        if missing:
            yield f"Nothing is written for {', '.join(missing[:8])}{' …' if missing[8:] else ''}."
    elif first.part != FUNCTION and grade_.score > 0:
        yield "Everything else follows correctly from what you wrote."
    yield from _causes(grade_.diagnoses)


def _causes(diagnoses: tuple[Diagnosis, ...]) -> Iterator[str]:
    if not diagnoses:
        return
    yield ""
    names = [found.misconception.name for found in diagnoses]
    if len(diagnoses) > MOST_SHOWN:
        yield f"Several misconceptions would give this: {', '.join(names)}."
        yield "More of your work (values, leaves visited, cuts) would show which."
        return
    if len(diagnoses) > 1:
        yield f"Your answer is consistent with: {'; '.join(names)}."
    for found in diagnoses:
        cause = found.misconception
        but = "" if found.exact else f" (it explains {found.agrees} of {found.of} things)"
        if len(diagnoses) == 1:
            yield f"What may have happened, {cause.name}{but}: {cause.what}"
        else:
            yield f"- {cause.name}: {cause.what}{but}"
        yield f"  Hint: {cause.hint}"
