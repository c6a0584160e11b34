"""What is to be solved: a literal tree, the algorithm, and the convention that is graded.

An exercise is JSON as `outplay exercise` writes it. What counts here of its fields: `kind`,
`tree`, `root`, `convention` with `cut` and `fail`, and `bounds`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path as File

from outplay.errors import UsageError
from outplay.explain.conventions import preset as preset_of
from outplay.explain.exercise_files import content_of, json_of, read_fields
from outplay.explain.student_algorithms import Algorithm, Path, PlainTree
from outplay.games.tree import Tree
from outplay.parameters import one_of

KINDS = ("minimax", "negamax", "alphabeta", "expectiminimax")


@dataclass(frozen=True)
class Task:
    """An exercise, as far as grading needs it."""

    kind: str
    tree: PlainTree = field(repr=False)
    strict: bool | None = None
    """Does alpha-beta cut on > alone? None: the exercise does not say, so both are right."""
    fail_soft: bool | None = None
    """What a cut node returns; None: the exercise does not say."""
    exact_bounds: bool = False
    """Is fail-soft or fail-hard part of the question? If not, either is right."""

    @property
    def prunes(self) -> bool:
        return self.kind == "alphabeta"

    @property
    def graded_fail(self) -> bool | None:
        """Is only fail-soft right (True), only fail-hard (False), or either (None)?"""
        return self.fail_soft if self.exact_bounds else None

    def right_algorithms(self) -> list[Algorithm]:
        """The right algorithm in each convention that the exercise leaves open; its own first."""
        if not self.prunes:
            return [Algorithm()]
        stricts = [False, True] if self.strict is None else [self.strict]
        hards = [True, False] if self.fail_soft is False else [False, True]
        if self.graded_fail is not None:
            del hards[1:]
        return [Algorithm(True, strict, hard) for strict in stricts for hard in hards]

    def convention(self) -> str:
        """What is graded, in words."""
        if not self.prunes:
            return "children in order"
        cut = {None: "cut on ≥ or >", False: "cut on ≥", True: "cut on >"}[self.strict]
        fails = {None: "fail-soft or fail-hard", True: "fail-soft", False: "fail-hard"}
        return f"{cut}, {fails[self.graded_fail]}, children in order"


def path_of(tree: PlainTree, name: object) -> Path | None:
    """The node of that name, or None: `root`, `2.1`, `2-1`; `2→2.1` and `2-2.1` are edges."""
    if isinstance(name, bool) or not isinstance(name, str | int | float):
        return None
    if not isinstance(name, str) and not 0 <= name < 1e6:
        return None  # no node; and str() refuses ints of too many digits
    text = re.split(r"→|->|\s", str(name).strip())[-1].lower()
    if text == "root":
        return ()
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})*", text):
        return None
    path = tuple(int(step) - 1 for step in text.split("."))
    return path if path in tree.nodes else None


def make_task(
    tree: object,
    *,
    kind: str = "alphabeta",
    root: str = "MAX",
    preset: str | None = None,
    exact_bounds: bool = False,
) -> Task:
    """An exercise without a file; `tree` is nested lists, or their text. Raises UsageError."""
    bounds = "exact" if exact_bounds else "either"
    data = {"kind": kind, "tree": tree, "root": root, "bounds": bounds}
    return with_preset(_task(data, "The exercise"), preset)


def read_task(file: str | File) -> Task:
    """The exercise in a file that `outplay exercise` wrote; raises UsageError."""
    return _task(json_of(content_of(file), str(file)), str(file))


def with_preset(task: Task, preset: str | None) -> Task:
    """The same with the convention of a course."""
    return task if preset is None else replace(task, **vars(preset_of(preset)))


def _task(data: object, where: str) -> Task:
    given = read_fields(data, where, KINDS)
    assert isinstance(data, dict)
    bounds = one_of(f"{where}: bounds", data.get("bounds", "either"), ("either", "exact"))
    try:
        tree = Tree(given.tree, given.root)
    except UsageError as error:
        raise UsageError(f"{where}: tree: {error}") from None
    if tree.root.node.has_chance and given.kind != "expectiminimax":
        raise UsageError(
            f"{where} has chance nodes, so its kind is expectiminimax, not {given.kind}."
        )
    return Task(given.kind, PlainTree(tree), given.strict, given.fail_soft, bounds == "exact")
