"""A student's answer: JSON with values, leaves or cuts, or a trace as CSV or JSON.

What cannot be read is a UsageError that says where. What can be read and is wrong is not:
that is for the marks.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path as File
from typing import Any

from outplay.errors import UsageError
from outplay.explain.exercise_files import content_of, json_of
from outplay.explain.grading.task import Task, path_of
from outplay.explain.student_algorithms import Path, PlainTree, name_of, run
from outplay.explain.trace import CUT, ENTER, KINDS, LEAF, RETURN
from outplay.explain.words import number
from outplay.parameters import is_number, one_of
from outplay.wording import brief

OTHER_FIELDS = (
    *("name", "student", "id", "comment", "exercise"),
    *("outplay", "version", "kind", "differs", "steps"),
)
"""Fields that an answer may have and that are not graded."""
NOT_VISITED = ("", "-", "–", "x", "cut", "pruned", "skipped")
MOST_PAIRS = 4_000_000
NUMBER = re.compile(
    r"(?P<sign>=|<=|>=|≤|≥|~)?\s*(?P<over>[-+−]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|[-+−]?(inf|∞))"
    r"(\s*/\s*(?P<under>\d+))?",
    re.IGNORECASE,
)
LONGEST = 1_000
"""Characters of a number that is read."""

Parts = dict[str, Any]
"""Fields of `Answer`."""


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


def read_answer(task: Task, source: str | File) -> Answer:
    """The answer in a file, `.json` or `.csv`, or written out as JSON; raises UsageError."""
    text = str(source)
    if text.lstrip().startswith("{"):
        return _of_json(task, text, "The answer")
    content = content_of(source)
    ending = File(text).suffix.lower()
    if ending == ".json" or (ending != ".csv" and content.lstrip().startswith(("{", "["))):
        return _of_json(task, content, text)
    return answer_of_csv(task.tree, content, text)


def answer_of(task: Task, data: Mapping[str, object], where: str = "The answer") -> Answer:
    """The answer that plain data hold, as JSON has them; raises UsageError.

    It may stand in an exercise, as its field `answer`: that is how keys are written.
    """
    if data.get("outplay") == "exercise":
        inner = data.get("answer")
        if not isinstance(inner, dict):
            raise UsageError(
                f"{where} is an exercise without an answer: it has no field 'answer' with at least"
                f" one of {', '.join(READERS)}."
            )
        return answer_of(task, {"outplay": "answer", **inner}, f"{where}: answer")
    if "steps" in data and "values" not in data:
        steps = data["steps"]
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise UsageError(f"{where}: steps must be a list of objects, one for each step.")
        rows = [(f"{where}: steps, {number}", step) for number, step in enumerate(steps, start=1)]
        return answer_of_steps(task.tree, rows)
    strange = [key for key in data if key not in (*READERS, *OTHER_FIELDS)]
    if strange:
        raise UsageError(
            f"{where} has an unknown field {brief(strange[0])}; what can be graded is"
            f" {', '.join(READERS)}."
        )
    given = {key: data[key] for key in READERS if data.get(key) is not None}
    if not given or _is_template({key: data[key] for key in READERS if key in data}):
        raise UsageError(f"{where} is empty: give at least one of {', '.join(READERS)}.")
    if "cuts" in given and "skipped" in given:
        raise UsageError(f"{where} has both cuts and skipped; give one of them.")
    parts: Parts = {}
    for key, value in given.items():
        parts |= READERS[key](task, value, f"{where}: {key}")
    return Answer(**parts)


def _of_json(task: Task, text: str, where: str) -> Answer:
    data = json_of(text, where)
    if not isinstance(data, dict):
        raise UsageError(f"{where} must be a JSON object with some of {', '.join(READERS)}.")
    return answer_of(task, data, where)


def _is_template(fields: Mapping[str, object]) -> bool:
    """Is nothing filled in? An empty list alone says that there is none; among blanks it is one."""
    blanks = [fields[key] for key in ("value", "move", "values") if key in fields]
    lists = [fields[key] for key in ("visited", "cuts", "skipped") if key in fields]
    entries = [[*field.values()] if isinstance(field, dict) else [field] for field in blanks]
    empty = all(entry in (None, "") for entry in chain(*entries))
    return bool(blanks) and empty and all(field in (None, []) for field in lists)


def _value(task: Task, given: object, where: str) -> Parts:
    return {} if given == "" else {"value": number_of(given, where).value}


def _move(task: Task, given: object, where: str) -> Parts:
    moves = []
    for item in given if isinstance(given, list) else [] if given == "" else [given]:
        if isinstance(item, float) and item.is_integer():
            item = int(item)
        path = path_of(task.tree, item)
        if path is None or len(path) != 1:
            count = len(task.tree.nodes[()].children)
            there = f"whose children are 1 to {count}" if count else "which is a leaf"
            raise UsageError(f"{where}: {brief(item)} is not a move at the root, {there}.")
        moves.append(path[0])
    if given == []:
        raise UsageError(f"{where} is an empty list.")
    return {"moves": tuple(moves) or None}


def _values(task: Task, given: object, where: str) -> Parts:
    if not isinstance(given, dict):
        raise UsageError(f"{where} must be an object, node: number, such as {{'root': 3}}.")
    entries = {}
    for name, value in given.items():
        path = node_of(task.tree, name, where)
        if value is None or (isinstance(value, str) and value.strip().lower() in NOT_VISITED):
            entries[path] = Entry(None)
        else:
            entries[path] = number_of(value, f"{where}: {name}")
    return {"values": entries}


def _visited(task: Task, given: object, where: str) -> Parts:
    if not isinstance(given, list):
        raise UsageError(f"{where} must be a list of leaves, such as ['1.1', '1.2'].")
    tree = task.tree
    paths = [path_of(tree, item) for item in given]
    leaves = set(tree.leaves())
    values_there = {tree.nodes[leaf].value for leaf in leaves}
    plain = all(isinstance(item, int | float) for item in given)
    by_value = plain and all(item in values_there for item in given)
    if not given or not (None in paths or not leaves & set(paths) or by_value):
        return {"visited": tuple(path for path in paths if path in leaves)}
    for item in given:
        text = isinstance(item, str) and NUMBER.fullmatch(item.strip())
        if not text and not is_number(item):
            raise UsageError(f"{where}: {brief(item)} is neither a leaf nor its value.")
    values = tuple(number_of(item, where).value or 0.0 for item in given)
    found, strange = _leaves_with(task, values)
    return {"visited": found, "written": values, "strange": strange}


def _leaves_with(task: Task, values: Sequence[float]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """The leaves that a list of values means, in order, and the values that fit nowhere.

    Where several leaves have a value, those that the right search visits are meant.
    """
    tree, rights = task.tree, task.right_algorithms()
    for algorithm in rights:
        visited = run(tree, algorithm).visited
        if [float(tree.nodes[leaf].value) for leaf in visited] == list(values):
            return tuple(visited), ()
    leaves = list(tree.leaves())
    if len(leaves) * len(values) > MOST_PAIRS:
        raise UsageError("This tree is so large that leaves must be given by name, such as 1.2.")
    right = set(run(tree, rights[0]).visited)
    best = [[0] * (len(values) + 1) for _ in range(len(leaves) + 1)]
    for i in reversed(range(len(leaves))):
        worth = 1_000_000 + (leaves[i] in right)
        for j in reversed(range(len(values))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            if tree.same(tree.nodes[leaves[i]].value, values[j]):
                best[i][j] = max(best[i][j], best[i + 1][j + 1] + worth)
    found, strange, i, j = [], [], 0, 0
    while j < len(values):
        if i < len(leaves) and best[i][j] == best[i + 1][j]:
            i += 1
        elif i == len(leaves) or best[i][j] == best[i][j + 1]:
            strange.append(number(values[j]))
            j += 1
        else:
            found.append(leaves[i])
            i, j = i + 1, j + 1
    return tuple(found), tuple(strange)


def _cuts(task: Task, given: object, where: str) -> Parts:
    """Cut nodes with what they skipped, or names of what was skipped."""
    if not isinstance(given, list):
        raise UsageError(f"{where} must be a list.")
    nodes: set[Path] = set()
    skipped: set[Path] = set()
    tree, says_skipped = task.tree, not given
    for item in given:
        if not isinstance(item, dict):
            nodes.add(node_of(tree, item, where))
            skipped.update(tree.leaves(node_of(tree, item, where)))
            says_skipped = True
            continue
        if "node" not in item:
            raise UsageError(f"{where}: {brief(item)} has no field 'node'.")
        nodes.add(node := node_of(tree, item["node"], where))
        if item.get("skipped") is not None:
            skipped |= leaves_below(tree, node, item["skipped"], where)
            says_skipped = True
    return {"skipped": frozenset(skipped) if says_skipped else None, "cut_nodes": frozenset(nodes)}


def _skipped(task: Task, given: object, where: str) -> Parts:
    return {"skipped": _cuts(task, given, where)["skipped"] or frozenset()}


READERS: dict[str, Callable[[Task, object, str], Parts]] = {
    "value": _value,
    "move": _move,
    "values": _values,
    "visited": _visited,
    "cuts": _cuts,
    "skipped": _skipped,
}
"""By the name of a field: what of the answer it says, as `Answer` takes it."""


# --- traces -------------------------------------------------------------------------------


def answer_of_csv(tree: PlainTree, text: str, where: str) -> Answer:
    """The answer in a trace as CSV, the columns named in its first line; raises UsageError."""
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
    for line, cells in lines[1:]:
        if len(cells) > len(columns):
            raise UsageError(f"{where}, line {line} has more cells than there are columns.")
        row = {name: cell.strip() for name, cell in zip(columns, cells, strict=False)}
        rows.append((f"{where}, line {line}", row))
    return answer_of_steps(tree, rows)


def answer_of_steps(tree: PlainTree, rows: Iterable[tuple[str, Mapping[str, object]]]) -> Answer:
    values: dict[Path, Entry] = {}
    visited: list[Path] = []
    windows: dict[Path, tuple[float, float]] = {}
    nodes: set[Path] = set()
    skipped: set[Path] = set()
    says_skipped = True
    kinds = set()
    for where, row in rows:
        node = node_of(tree, row.get("node"), where)
        leaf = not tree.nodes[node].children
        kind = one_of(f"{where}: kind", row.get("kind") or (LEAF if leaf else RETURN), KINDS)
        if kind == LEAF and not leaf:
            raise UsageError(f"{where}: node {name_of(node)} is not a leaf.")
        kinds.add(kind)
        value = row.get("value")
        if kind in (LEAF, RETURN) and value not in (None, ""):
            values[node] = number_of(value, f"{where}: value")
        if kind == LEAF:
            visited.append(node)
        elif kind == ENTER and not leaf:
            ends = [row.get("alpha"), row.get("beta")]
            if all(end not in (None, "") for end in ends):
                low, high = (number_of(end, f"{where}: window").value for end in ends)
                assert low is not None and high is not None
                windows[node] = low, high
        elif kind == CUT:
            nodes.add(node)
            left = row.get("skipped")
            says_skipped = says_skipped and left is not None
            if not isinstance(left, str | list | None):
                raise UsageError(f"{where}: skipped must be a list, not {brief(left)}.")
            names = left.split() if isinstance(left, str) else left or []
            skipped |= leaves_below(tree, node, names, where)
    if not kinds:
        raise UsageError("The trace has no steps.")
    inner = any(tree.nodes[path].children for path in values)
    return Answer(
        values=values if inner or (values and LEAF not in kinds) else None,
        visited=tuple(visited) if LEAF in kinds else None,
        windows=windows or None,
        skipped=frozenset(skipped) if CUT in kinds and says_skipped else None,
        cut_nodes=frozenset(nodes) if CUT in kinds else None,
    )


# --- entries ------------------------------------------------------------------------------


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


def leaves_below(tree: PlainTree, node: Path, children: object, where: str) -> set[Path]:
    """The leaves below one or several children of `node`, each a name or a number."""
    leaves: set[Path] = set()
    for child in children if isinstance(children, list) else [children]:
        path = path_of(tree, child)
        if path is None or len(path) <= len(node) or path[: len(node)] != node:
            if node and (isinstance(child, str) or path is not None):
                path = path_of(tree, f"{name_of(node)}.{child}")
            if path is None:
                raise UsageError(f"{where}: {brief(child)} is not below node {name_of(node)}.")
        leaves.update(tree.leaves(path))
    return leaves
