"""One entry of a student's answer: a number, perhaps with its sign, or the name of a node."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from outplay.errors import UsageError
from outplay.explain.grading.task import path_of
from outplay.explain.student_algorithms import Path, PlainTree, name_of
from outplay.parameters import is_number
from outplay.wording import brief

NUMBER = re.compile(
    r"(?P<sign>=|<=|>=|≤|≥|~)?\s*(?P<over>[-+−]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|[-+−]?(inf|∞))"
    r"(\s*/\s*(?P<under>\d+))?",
    re.IGNORECASE,
)
LONGEST = 1_000
"""Characters of a number that is read."""


@dataclass(frozen=True)
class Entry:
    """What an answer says that a node is worth."""

    value: float | None
    """None: it says that the node was not visited."""
    sign: str = ""
    """`=`, `<=`, `>=` or `~` where it was written."""


@dataclass(frozen=True)
class Answer:
    """What a student says. A part that is missing is None."""

    value: float | None = None
    moves: tuple[int, ...] | None = None
    """Children of the root, from 0; more than one where the student names several."""
    values: Mapping[Path, Entry] | None = None
    visited: tuple[Path, ...] | None = None
    """Leaves in order."""
    written: tuple[float, ...] | None = None
    """The leaves as values, where the answer lists those."""
    strange: tuple[str, ...] = ()
    """Of those values, what is no leaf, or out of order."""
    skipped: frozenset[Path] | None = None
    """The leaves below what was cut off."""
    cut_nodes: frozenset[Path] | None = None
    """The nodes where a cut was made."""
    windows: Mapping[Path, tuple[float, float]] | None = None
    """With which nodes were entered."""
    negamax: bool = False
    """Is it a function that mentions negamax, so that its signs may be the trouble?"""
    trouble: str = ""
    """Why a function gave no answer: a sentence."""
    remarks: tuple[str, ...] = ()

    @property
    def has_cuts(self) -> bool:
        return self.skipped is not None or self.cut_nodes is not None


def number_of(value: object, where: str) -> Entry:
    """A number, perhaps as text with its sign: 3, "≤ 2", "14/3", "-inf"; raises UsageError."""
    if isinstance(value, int | float) and is_number(value) and value == value:
        try:
            return Entry(float(value))
        except OverflowError:
            raise UsageError(f"{where}: {brief(value)} is too large a number.") from None
    text = value.strip() if isinstance(value, str) else ""
    found = NUMBER.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise UsageError(f"{where}: {brief(value)} is not a number.")
    over = float(found["over"].replace("−", "-").replace("∞", "inf"))
    under = float(found["under"] or 1)
    if under == 0:
        raise UsageError(f"{where}: {brief(value)} divides by 0.")
    if math.isinf(under) or (math.isinf(over) and found["over"][-1].isdecimal()):
        raise UsageError(f"{where}: {brief(value)} is too large a number.")
    sign = {"≤": "<=", "≥": ">="}.get(found["sign"] or "", found["sign"] or "")
    return Entry(over / under, sign)


def node_of(tree: PlainTree, name: object, where: str) -> Path:
    """The node of that name; raises UsageError."""
    path = path_of(tree, name)
    if path is None:
        raise UsageError(
            f"{where}: there is no node {brief(name)}; nodes are called root, 1, 1.2 …"
        )
    return path


def node_below(tree: PlainTree, node: Path, child: object, where: str) -> Path:
    """The node below `node` that a name or the number of a child means."""
    path = path_of(tree, child)
    if path is not None and len(path) > len(node) and path[: len(node)] == node:
        return path
    if node and (isinstance(child, str) or path is not None):
        path = path_of(tree, f"{name_of(node)}.{child}")
    if path is None:
        raise UsageError(f"{where}: {brief(child)} is not below node {name_of(node)}.")
    return path


def leaves_below(tree: PlainTree, node: Path, children: object, where: str) -> set[Path]:
    """The leaves below one or several children of `node`."""
    names = children if isinstance(children, list) else [children]
    below = [node_below(tree, node, child, where) for child in names]
    return {leaf for child in below for leaf in tree.leaves(child)}
