"""A student's answer: JSON with values, leaves or cuts, or a trace as CSV or JSON.

What cannot be read is a UsageError that says where. What can be read and is wrong is not:
that is for the marks.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

from outplay.errors import UsageError
from outplay.explain.grading.task import Path, Task, content_of, name_of, path_of
from outplay.explain.grading.ways import Way, run
from outplay.explain.trace import CUT, ENTER, KINDS, LEAF, RETURN

FIELDS = ("value", "move", "values", "visited", "cuts", "skipped")
ABOUT = (
    "name", "student", "id", "comment", "exercise", "outplay", "version", "kind", "differs",
    "steps",
)  # fmt: skip
"""Fields that an answer may have and that nobody marks."""
NOT_VISITED = ("", "-", "–", "x", "cut", "pruned", "skipped")
NUMBER = re.compile(
    r"(?P<sign>=|<=|>=|≤|≥|~)?\s*(?P<over>[-+−]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|[-+−]?(inf|∞))"
    r"(\s*/\s*(?P<under>\d+))?",
    re.IGNORECASE,
)
MOST_PAIRS = 4_000_000


@dataclass(frozen=True)
class Said:
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
    values: Mapping[Path, Said] | None = None
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


def read_answer(task: Task, source: str | File) -> Answer:
    """The answer in a file, `.json` or `.csv`, or written out as JSON; raises UsageError."""
    text = str(source)
    if text.lstrip().startswith("{"):
        return _of_json(task, text, "The answer")
    content = content_of(source, "utf-8-sig")  # spreadsheets put a mark before their CSV
    if text.lower().endswith(".csv") or not content.lstrip().startswith(("{", "[")):
        return _of_csv(task, content, text)
    return _of_json(task, content, text)


def answer_of(task: Task, data: Mapping[str, Any], where: str = "The answer") -> Answer:
    """The answer that plain data hold, as JSON has them; raises UsageError.

    It may stand in an exercise, as its field `answer`: that is how keys are written.
    """
    if data.get("outplay") == "exercise" and isinstance(data.get("answer"), dict):
        return answer_of(task, data["answer"], f"{where}: answer")
    if "steps" in data and "values" not in data:
        steps = data["steps"]
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise UsageError(f"{where}: steps must be a list of objects, one for each step.")
        return _of_rows(task, [(f"{where}: steps, {n}", s) for n, s in enumerate(steps, start=1)])
    strange = [key for key in data if key not in FIELDS + ABOUT]
    if strange:
        raise UsageError(
            f"{where} has a field {strange[0]!r}; what can be marked is {', '.join(FIELDS)}."
        )
    given = {key: data[key] for key in FIELDS if data.get(key) is not None}
    if not given:
        raise UsageError(f"{where} says nothing: give some of {', '.join(FIELDS)}.")
    parts: dict[str, Any] = {}
    if "value" in given:
        parts["value"] = _number(given["value"], f"{where}: value").value
    if "move" in given:
        parts["moves"] = _moves(task, given["move"], f"{where}: move")
    if "values" in given:
        parts["values"] = _values(task, given["values"], f"{where}: values")
    if "visited" in given:
        parts.update(_visited(task, given["visited"], f"{where}: visited"))
    if "cuts" in given and "skipped" in given:
        raise UsageError(f"{where} has both cuts and skipped; give one of them.")
    for key in ("cuts", "skipped"):
        if key in given:
            parts.update(_cuts(task, given[key], f"{where}: {key}", key))
    return Answer(**parts)


def _of_json(task: Task, text: str, where: str) -> Answer:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{where}, line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}."
        ) from None
    except (ValueError, RecursionError):
        raise UsageError(f"{where}: this JSON cannot be read.") from None
    if not isinstance(data, dict):
        raise UsageError(f"{where} must be a JSON object with some of {', '.join(FIELDS)}.")
    return answer_of(task, data, where)


# --- the parts ----------------------------------------------------------------------------


def _number(value: Any, where: str) -> Said:
    """A number, perhaps as text with its sign: 3, "≤ 2", "14/3", "-inf"."""
    if isinstance(value, int | float) and not isinstance(value, bool) and not math.isnan(value):
        return Said(float(value))
    found = NUMBER.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise UsageError(f"{where}: {_short(value)} is not a number.")
    over = float(found["over"].replace("−", "-").replace("∞", "inf"))
    under = int(found["under"] or 1)
    if under == 0:
        raise UsageError(f"{where}: {_short(value)} divides by 0.")
    sign = {"≤": "<=", "≥": ">="}.get(found["sign"] or "", found["sign"] or "")
    return Said(over / under, sign)


def _moves(task: Task, given: Any, where: str) -> tuple[int, ...]:
    moves = []
    for item in given if isinstance(given, list) else [given]:
        if isinstance(item, float) and item.is_integer():
            item = int(item)
        path = None if isinstance(item, bool) else path_of(task, item)
        if path is None or len(path) != 1:
            count = len(task.spots[()].children)
            there = f"whose children are 1 to {count}" if count else "which is a leaf"
            raise UsageError(f"{where}: {_short(item)} is not a move at the root, {there}.")
        moves.append(path[0])
    if not moves:
        raise UsageError(f"{where} is an empty list.")
    return tuple(moves)


def _values(task: Task, given: Any, where: str) -> dict[Path, Said]:
    if not isinstance(given, dict):
        raise UsageError(f"{where} must be an object, node: number, such as {{'root': 3}}.")
    said = {}
    for name, value in given.items():
        path = _node(task, name, where)
        if value is None or (isinstance(value, str) and value.strip().lower() in NOT_VISITED):
            said[path] = Said(None)
        else:
            said[path] = _number(value, f"{where}: {name}")
    return said


def _visited(task: Task, given: Any, where: str) -> dict[str, Any]:
    if not isinstance(given, list):
        raise UsageError(f"{where} must be a list of leaves, such as ['1.1', '1.2'].")
    paths = [path_of(task, item) for item in given]
    leaves = {leaf: task.spots[leaf].value for leaf in task.leaves()}
    plain = all(isinstance(item, int | float) for item in given)
    if given and (
        None in paths
        or not leaves.keys() & set(paths)
        or (plain and all(item in leaves.values() for item in given))
    ):
        for item in given:
            if isinstance(item, bool) or not isinstance(item, int | float | str):
                raise UsageError(f"{where}: {_short(item)} is neither a leaf nor its value.")
            if isinstance(item, str) and not NUMBER.fullmatch(item.strip()):
                raise UsageError(f"{where}: {_short(item)} is neither a leaf nor its value.")
        values = tuple(_number(item, where).value or 0.0 for item in given)
        found, strange = _leaves_with(task, values)
        return {"visited": found, "written": values, "strange": strange}
    return {"visited": tuple(path for path in paths if path in leaves)}


def _leaves_with(task: Task, values: Sequence[float]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """The leaves that a list of values means, in order, and the values that fit nowhere.

    Where several leaves have a value, those that are visited by right are meant.
    """
    for strict, hard in task.conventions():
        visited = run(task, Way(task.prunes, strict, hard)).visited
        if [float(task.spots[leaf].value) for leaf in visited] == list(values):
            return tuple(visited), ()
    leaves = list(task.leaves())
    if len(leaves) * len(values) > MOST_PAIRS:
        raise UsageError("This tree is so large that leaves must be given by name, such as 1.2.")
    right = set(run(task, Way(prune=task.prunes, strict=bool(task.strict))).visited)
    best = [[0] * (len(values) + 1) for _ in range(len(leaves) + 1)]
    for i in reversed(range(len(leaves))):
        worth = 1_000_000 + (leaves[i] in right)
        for j in reversed(range(len(values))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            if task.same(task.spots[leaves[i]].value, values[j]):
                best[i][j] = max(best[i][j], best[i + 1][j + 1] + worth)
    found, strange, i, j = [], [], 0, 0
    while j < len(values):
        if i < len(leaves) and best[i][j] == best[i + 1][j]:
            i += 1
        elif i == len(leaves) or best[i][j] == best[i][j + 1]:
            strange.append(f"{values[j]:g}")
            j += 1
        else:
            found.append(leaves[i])
            i, j = i + 1, j + 1
    return tuple(found), tuple(strange)


def _cuts(task: Task, given: Any, where: str, key: str) -> dict[str, Any]:
    """Cut nodes with what they skipped, or names of what was skipped."""
    if not isinstance(given, list):
        raise UsageError(f"{where} must be a list.")
    nodes: set[Path] = set()
    skipped: set[Path] = set()
    told = key == "skipped" or not given
    for item in given:
        if isinstance(item, dict):
            if "node" not in item:
                raise UsageError(f"{where}: {_short(item)} has no field 'node'.")
            node = _node(task, item["node"], where)
            nodes.add(node)
            left = item.get("skipped")
            if left is not None:
                told = True
                for child in left if isinstance(left, list) else [left]:
                    skipped.update(task.leaves(_below(task, node, child, where)))
        else:
            node = _node(task, item, where)
            told = True
            skipped.update(task.leaves(node))
            nodes.add(node)
    parts: dict[str, Any] = {}
    if told:
        parts["skipped"] = frozenset(skipped)
    if key == "cuts":
        parts["cut_nodes"] = frozenset(nodes)
    return parts


def _below(task: Task, node: Path, child: Any, where: str) -> Path:
    """The node below `node` that a name or the number of a child means."""
    path = path_of(task, child)
    if path is not None and len(path) > len(node) and path[: len(node)] == node:
        return path
    number = path_of(task, f"{name_of(node)}.{child}" if node else child)
    if number is None:
        raise UsageError(f"{where}: {_short(child)} is not below node {name_of(node)}.")
    return number


def _node(task: Task, name: Any, where: str) -> Path:
    path = None if isinstance(name, bool | dict | list) else path_of(task, name)
    if path is None:
        raise UsageError(
            f"{where}: there is no node {_short(name)}; nodes are called root, 1, 1.2 …"
        )
    return path


# --- traces -------------------------------------------------------------------------------


def _of_csv(task: Task, text: str, where: str) -> Answer:
    reader = csv.reader(io.StringIO(text))
    try:
        lines = [(reader.line_num, cells) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise UsageError(f"{where}, line {reader.line_num}: this is not CSV: {error}.") from None
    if not lines:
        raise UsageError(f"{where} is empty.")
    columns = [cell.strip().lower() for cell in lines[0][1]]
    if "node" not in columns or not {"kind", "value"} & set(columns):
        raise UsageError(
            f"{where}, line {lines[0][0]}: the first line must name the columns, at least node"
            " and value, better kind,node,alpha,beta,value."
        )
    rows = []
    for number, cells in lines[1:]:
        if len(cells) > len(columns):
            raise UsageError(f"{where}, line {number} has more cells than there are columns.")
        row = {name: cell.strip() for name, cell in zip(columns, cells, strict=False)}
        rows.append((f"{where}, line {number}", row))
    return _of_rows(task, rows)


def _of_rows(task: Task, rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Answer:
    values: dict[Path, Said] = {}
    visited: list[Path] = []
    windows: dict[Path, tuple[float, float]] = {}
    nodes: set[Path] = set()
    skipped: set[Path] = set()
    told = True
    kinds = set()
    for where, row in rows:
        node = _node(task, row.get("node"), where)
        leaf = not task.spots[node].children
        kind = row.get("kind") or (LEAF if leaf else RETURN)
        if kind not in KINDS:
            raise UsageError(f"{where}: kind must be one of {', '.join(KINDS)}, not {kind!r}.")
        if kind == LEAF and not leaf:
            raise UsageError(f"{where}: node {name_of(node)} is not a leaf.")
        kinds.add(kind)
        value = row.get("value")
        if kind in (LEAF, RETURN) and value not in (None, ""):
            values[node] = _number(value, f"{where}: value")
        if kind == LEAF:
            visited.append(node)
        elif kind == ENTER and not leaf:
            ends = [row.get("alpha"), row.get("beta")]
            if all(end not in (None, "") for end in ends):
                low, high = (_number(end, f"{where}: window").value for end in ends)
                assert low is not None and high is not None
                windows[node] = low, high
        elif kind == CUT:
            nodes.add(node)
            left = row.get("skipped")
            told = told and left is not None
            for child in left.split() if isinstance(left, str) else left or []:
                skipped.update(task.leaves(_below(task, node, child, where)))
    if not kinds:
        raise UsageError("The trace has no steps.")
    inner = any(task.spots[path].children for path in values)
    return Answer(
        values=values if inner or (values and LEAF not in kinds) else None,
        visited=tuple(visited) if LEAF in kinds else None,
        windows=windows or None,
        skipped=frozenset(skipped) if CUT in kinds and told else None,
        cut_nodes=frozenset(nodes) if CUT in kinds else None,
    )


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
