"""A student's trace, as CSV or as JSON: what was entered, looked at, cut off and returned."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from outplay.errors import UsageError
from outplay.explain.grading.entries import Answer, Entry, leaves_below, node_of, number_of
from outplay.explain.plain_tree import Path, PlainTree, name_of
from outplay.explain.trace import CUT, ENTER, KINDS, LEAF, RETURN
from outplay.wording import brief


def answer_of_csv(tree: PlainTree, text: str, where: str) -> Answer:
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
        kind = row.get("kind") or (LEAF if leaf else RETURN)
        if kind not in KINDS:
            raise UsageError(f"{where}: kind must be one of {', '.join(KINDS)}, not {brief(kind)}.")
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
