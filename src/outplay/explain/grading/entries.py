"""One entry of a student's answer: a number, perhaps with its sign, or the name of a node."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outplay._literals import brief
from outplay.errors import UsageError
from outplay.explain.grading.task import Path, Task, name_of, path_of

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
    """What a student says. A part that was not given is None."""

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
    by_function: bool = False
    negamax: bool = False
    """Is it a function that speaks of negamax, so that its signs may be its trouble?"""
    trouble: str = ""
    """Why a function gave no answer: a sentence."""
    remarks: tuple[str, ...] = ()


def number_of(value: Any, where: str) -> Entry:
    """A number, perhaps as text with its sign: 3, "≤ 2", "14/3", "-inf"; raises UsageError."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value == value:
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


def node_of(task: Task, name: Any, where: str) -> Path:
    """The node of that name; raises UsageError."""
    path = path_of(task, name)
    if path is None:
        raise UsageError(
            f"{where}: there is no node {brief(name)}; nodes are called root, 1, 1.2 …"
        )
    return path


def node_below(task: Task, node: Path, child: Any, where: str) -> Path:
    """The node below `node` that a name or the number of a child means."""
    path = path_of(task, child)
    if path is not None and len(path) > len(node) and path[: len(node)] == node:
        return path
    number = path_of(task, child)
    if node and (isinstance(child, str) or number is not None):
        number = path_of(task, f"{name_of(node)}.{child}")
    if number is None:
        raise UsageError(f"{where}: {brief(child)} is not below node {name_of(node)}.")
    return number
