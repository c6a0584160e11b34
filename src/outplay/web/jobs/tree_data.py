"""A search tree and its trace as the page has them: a drawing, its nodes, and steps.

Numbers are texts here, as people read them (`-∞`, `0.042`): the page writes them and does not
reckon with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from outplay.explain.conventions import Convention
from outplay.explain.draw.svg import Drawing
from outplay.explain.draw.svg_nodes import Reserved, shape_of
from outplay.explain.draw.svg_text import SMALL, VALUE, minus, wide
from outplay.explain.draw.walk import Placed, clean, placed
from outplay.explain.trace import CUT, ENTER, UPDATE, Step, Trace
from outplay.explain.tree import FOLDED, SKIPPED, UNVISITED, VISITED, SearchTree
from outplay.explain.words import number, probability
from outplay.game import MAX, MIN
from outplay.web.jobs.pseudo_code import Code, code_for

WINDOW_ROW, STATUS_ROW = 14.0, 12.0
"""Below a node."""
LEAVES = ("end", "estimate")


def short(value: float) -> str:
    """A number that fits into a node."""
    return minus(number(value, 3))


def nodes_of(
    tree: SearchTree, steps: Sequence[Mapping[str, Any]], spans: Mapping[str, tuple[int, int]]
) -> tuple[list[dict[str, Any]], str]:
    """Every node, parents first; and their drawing, with room for each step."""
    found = placed(tree)
    nodes = [_node(here, spans) for here in found]
    windowed = any("alpha" in each for each in (*steps, *nodes))
    reserved = [_reserved(node, windowed) for node in nodes]
    for step in steps:
        shown = step if step["kind"] != UPDATE else {**step, "value": step.get("best")}
        room = _reserved({**nodes[step["node"]], **shown}, windowed)
        before = reserved[step["node"]]
        reserved[step["node"]] = Reserved(
            max(before.value, room.value), max(before.width, room.width), before.height
        )
    return nodes, drawn(tree, reserved)


def drawn(tree: SearchTree, reserved: Sequence[Reserved]) -> str:
    """The picture of a tree that the page writes into."""
    return str.__str__(Drawing(tree, pictures=False, windows=True, reserved=reserved).picture())


def named(here: Placed) -> dict[str, Any]:
    """What every node on the page has."""
    parent = None if here.parent is None else here.parent.number
    return {"name": here.name, "parent": parent, "shape": shape_of(here.node)}


def _reserved(node: Mapping[str, Any], windowed: bool) -> Reserved:
    """The room that a node needs for its value, its window, and what became of it."""
    if node["status"] == FOLDED:
        return Reserved(0, 0, 0)
    value = wide(f"= {node['value']}", VALUE, "chosen" in node) if node.get("value") else 0.0
    window = f"({node['alpha']}, {node['beta']})" if "alpha" in node else ""
    rows = (
        WINDOW_ROW
        if windowed and node["status"] == VISITED and node["shape"] not in LEAVES
        else 0.0
    )
    status = "✂ 99 skipped" if "counts" in node else node.get("note", "")
    if node["status"] == SKIPPED:
        status = SKIPPED
    below = max(wide(text, SMALL) for text in (window, status))
    return Reserved(value, below + 4, rows + (STATUS_ROW if status else 0))


def _node(here: Placed, spans: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    node = here.node
    data = {**named(here), "ply": here.ply, "status": node.status}
    if here.parent is not None and node.status != FOLDED:
        data["edge"] = clean(node.edge)
    if node.probability is not None:
        data["chance"] = probability(node.probability)
    if node.value is not None and node.bound is not None:
        data["value"], data["sign"] = short(node.value), node.bound.sign
    if node.alpha is not None and node.beta is not None:
        data["alpha"], data["beta"] = short(node.alpha), short(node.beta)
    if node.note:
        data["note"] = minus(node.note)
    if node.cut and all(child.status != SKIPPED for child in node.children):
        data["counts"] = True
    for name, said in (("cut", node.cut), ("chosen", node.chosen), ("replayed", node.replayed)):
        if said:
            data[name] = said
    if node.over and here.name in spans:
        data["span"] = list(spans[here.name])
    return data


# --- steps --------------------------------------------------------------------------------------


def steps_of(
    trace: Trace, tree: SearchTree, algorithm: str, convention: Convention
) -> tuple[list[dict[str, Any]], Code]:
    """Every step with its node, the window after it, a sentence, and its lines of pseudo-code."""
    numbers = {
        _key(here.node.path): here.number for here in placed(tree) if here.node.status != FOLDED
    }
    code = code_for(algorithm, convention)
    data = []
    for step, after in zip(trace.steps, [*trace.steps[1:], None], strict=True):
        cuts = after is not None and after.kind == CUT and after.path == step.path
        data.append(_step(trace, step, numbers, code, cuts))
    return data, code


def _key(path: tuple[object, ...]) -> Any:
    """What a node is known by; actions may be of a kind that cannot be hashed."""
    try:
        hash(path)
    except TypeError:
        return repr(path)
    return path


def _step(
    trace: Trace, step: Step, numbers: dict[Any, int], code: Code, cuts: bool
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": step.kind,
        "node": numbers[_key(step.path)],
        "text": minus(trace.step_text(step)),
    }
    raises = False
    if step.alpha is not None and step.beta is not None:
        alpha, beta = step.alpha, step.beta
        if step.kind == UPDATE and step.best is not None and not cuts:
            # Where it does not cut, the window is narrowed before anything else happens.
            raises = step.player in (MAX, MIN)
            alpha = max(alpha, step.best) if step.player == MAX else alpha
            beta = min(beta, step.best) if step.player == MIN else beta
        data["alpha"], data["beta"] = short(alpha), short(beta)
    data["lines"] = code.at(step.kind, step.player, raises)
    if step.kind != ENTER and step.value is not None and step.bound is not None:
        data["value"], data["sign"] = short(step.value), step.bound.sign
    if step.best is not None:
        data["best"] = short(step.best)
    if step.kind == CUT:
        skipped = (numbers.get(_key((*step.path, action))) for action in step.skipped)
        data["skipped"] = [node for node in skipped if node is not None]
        data["left"] = len(step.skipped)
    return data


def statuses(tree: SearchTree) -> dict[str, int]:
    """How many nodes were visited, skipped, not reached, folded."""
    counts = Counter(node.status for node in tree)
    return {status: counts[status] for status in (VISITED, SKIPPED, UNVISITED, FOLDED)}
