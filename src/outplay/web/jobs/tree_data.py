"""A search tree and its trace as the page has them: nodes with their places, and steps.

Numbers are texts here, as people read them (`-∞`, `0.042`): the page draws them and does not
reckon with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from outplay.explain.conventions import Convention
from outplay.explain.draw.layout import Box, tidy
from outplay.explain.draw.svg_text import minus, wide, wrapped
from outplay.explain.draw.walk import Placed, clean, placed
from outplay.explain.trace import CUT, ENTER, UPDATE, Step, Trace
from outplay.explain.tree import FOLDED, SKIPPED, UNVISITED, VISITED, SearchTree, TreeNode
from outplay.explain.words import number, probability
from outplay.game import MAX, MIN
from outplay.web.jobs.pseudo_code import Code, code_for
from outplay.wording import shortened

SHAPES = {MAX: "max", MIN: "min"}
HIGH, LEAST_WIDE = 44.0, 56.0
"""Of a triangle."""
BOX_HIGH, BOX_WIDE = 30.0, 40.0
STUMP_HIGH = 30.0
WINDOW_ROW, STATUS_ROW, NOTE_ROW = 14.0, 12.0, 15.0
VALUE, SMALL, LABEL = 14.0, 11.0, 12.0
"""Sizes of letters, as in tree.css."""
STACK, NOTE_WIDE, LONGEST_EDGE = 4.0, 120.0, 16
GAP, FAMILY_GAP, RISE = 10.0, 18.0, 46.0


def short(value: float) -> str:
    """A number that fits into a node."""
    return minus(number(value, 3))


def nodes_of(
    tree: SearchTree, steps: list[dict[str, Any]], spans: Mapping[str, tuple[int, int]]
) -> tuple[list[dict[str, Any]], list[float]]:
    """Every node, parents first, with its place; and the width and height of the whole."""
    found = placed(tree)
    texts = _texts(found, steps)
    windowed = any("alpha" in step for step in steps) or any(n.alpha is not None for n in tree)
    sizes = [_size(here.node, texts[here.number], windowed) for here in found]
    rise = RISE + (LABEL if any(n.probability is not None for n in tree) else 0)
    boxes = [Box(size.width, size.height) for size in sizes]
    places, box = lay_out(found, boxes, gap=GAP, family_gap=FAMILY_GAP, rise=rise)
    data = [
        {**place, **_node(here, size, spans)}
        for here, place, size in zip(found, places, sizes, strict=True)
    ]
    return data, box


def lay_out(
    found: list[Placed], boxes: list[Box], **gaps: float
) -> tuple[list[dict[str, Any]], list[float]]:
    """The name, parent and place of each node; and the width and height of the whole."""
    for here, box in zip(found, boxes, strict=True):
        if here.parent is not None:
            boxes[here.parent.number].children.append(box)
    whole = tidy(boxes[0], slope=0.15, **gaps)
    places = [
        {
            "name": here.name,
            "parent": None if here.parent is None else here.parent.number,
            "x": round(box.x, 1),
            "y": round(box.y, 1),
            "width": round(box.width, 1),
            "height": round(box.height, 1),
        }
        for here, box in zip(found, boxes, strict=True)
    ]
    return places, [round(side, 1) for side in whole]


def _texts(found: list[Placed], steps: list[dict[str, Any]]) -> list[list[tuple[str, float]]]:
    """What may stand in each node, at whichever step, and in which size."""
    texts: list[list[tuple[str, float]]] = [[] for _ in found]
    for here in found:
        if here.node.value is not None:
            texts[here.number].append((f"= {short(here.node.value)}", VALUE))
    for step in steps:
        for name in ("best", "value"):
            if name in step and (name == "best" or step["kind"] != UPDATE):
                texts[step["node"]].append((f"= {step[name]}", VALUE))
        if "alpha" in step:
            texts[step["node"]].append((f"({step['alpha']}, {step['beta']})", SMALL))
    return texts


class _Size(NamedTuple):
    """Of a node: its box with all that stands there, and its outline at the top of it."""

    width: float
    height: float
    wide: float
    high: float


def _size(node: TreeNode, texts: list[tuple[str, float]], windowed: bool) -> _Size:
    if node.status == FOLDED:
        note = wrapped(minus(node.note), LABEL, NOTE_WIDE)
        across, down = max(wide(row, LABEL) for row in note) + 16, NOTE_ROW * len(note) + 10
        return _Size(across + STACK, down + STACK, across, down)
    inside = max((wide(text, size) for text, size in texts if size == VALUE), default=0.0)
    below = max((wide(text, size) for text, size in texts if size == SMALL), default=0.0)
    label = wide(_edge(node), LABEL) * 1.3
    counted = node.cut and all(child.status != SKIPPED for child in node.children)
    plain = node.status in (VISITED, UNVISITED) and not node.note and not counted
    extra = 0.0 if plain else STATUS_ROW
    if extra and not counted:
        below = max(below, wide(node.note or node.status, SMALL))
    if node.leaf:
        across = max(BOX_WIDE, inside + 12)
        return _Size(max(across, label), BOX_HIGH + extra, across, BOX_HIGH)
    if node.status in (SKIPPED, UNVISITED) and not inside:
        return _Size(max(BOX_WIDE, label, below), STUMP_HIGH + extra, BOX_WIDE, STUMP_HIGH)
    rows = WINDOW_ROW if windowed and node.status == VISITED else 0.0
    across = max(LEAST_WIDE, (inside + 4) * 1.7)
    return _Size(max(across, below + 4, label), HIGH + rows + extra, across, HIGH)


def _edge(node: TreeNode) -> str:
    return shortened(clean(node.edge), LONGEST_EDGE)


def _node(here: Placed, size: _Size, spans: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    node = here.node
    shape = "end" if node.over else "estimate" if node.leaf else SHAPES.get(node.player, "chance")
    data: dict[str, Any] = {
        "ply": here.ply,
        "shape": "fold" if node.status == FOLDED else shape,
        "status": node.status,
        "wide": round(size.wide, 1),
        "high": round(size.high, 1),
    }
    if here.parent is not None and node.status != FOLDED:
        data["edge"], data["label"] = clean(node.edge), _edge(node)
    if node.probability is not None:
        data["chance"] = probability(node.probability)
    if node.value is not None and node.bound is not None:
        data["value"], data["sign"] = short(node.value), node.bound.sign
    if node.alpha is not None and node.beta is not None:
        data["alpha"], data["beta"] = short(node.alpha), short(node.beta)
    if node.status == FOLDED:
        data["note"] = wrapped(minus(node.note), LABEL, NOTE_WIDE)
    elif node.note:
        data["note"] = [node.note]
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
    for at, step in enumerate(trace.steps):
        after = trace.steps[at + 1] if at + 1 < len(trace.steps) else None
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
    if step.kind == UPDATE:
        data["child"] = numbers.get(_key((*step.path, step.action)))
    if step.kind == CUT:
        skipped = (numbers.get(_key((*step.path, action))) for action in step.skipped)
        data["skipped"] = [node for node in skipped if node is not None]
        data["left"] = len(step.skipped)
    return data


def statuses(tree: SearchTree) -> dict[str, int]:
    """How many nodes were visited, skipped, not reached, folded."""
    counts = dict.fromkeys((VISITED, SKIPPED, UNVISITED, FOLDED), 0)
    for node in tree:
        counts[node.status] += 1
    return counts
