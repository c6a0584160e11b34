"""A tree as plain data and as JSON, however deep it is."""

from __future__ import annotations

import json

from outplay.explain.draw.walk import Placed, placed
from outplay.explain.tree import SearchTree
from outplay.explain.words import PLAYERS, plain


def as_dict(tree: SearchTree) -> dict[str, object]:
    """Plain data: what the tree is of, and its nodes, nested. Infinities are text."""
    nodes: list[dict[str, object]] = []
    below: list[list[object]] = []
    for here in placed(tree):
        below.append([])
        nodes.append(_node(tree, here) | {"children": below[-1]})
        if here.parent is not None:
            below[here.parent.number].append(nodes[-1])
    return _head(tree) | {"tree": nodes[0]}


def to_json(tree: SearchTree, indent: int | None = 1) -> str:
    """What `json.dumps` would write of `as_dict`, if it could go as deep as trees do."""

    def new_line(level: int) -> str:
        return "" if indent is None else "\n" + " " * (indent * level)

    def around(data: dict[str, object], last: str, level: int) -> tuple[str, str]:
        """What stands before and after the value of its field `last`."""
        text = json.dumps(data | {last: None}, indent=indent, ensure_ascii=False)
        before, _, after = text.replace("\n", new_line(level)).rpartition("null")
        return before, after

    start, end = around(_head(tree), "tree", 0)
    parts, due = [start], [end]  # what closes the nodes under way
    for here in placed(tree):
        level = 2 * here.ply + 1
        while len(due) > here.ply + 1:
            parts.append(due.pop())
        if here.parent is not None:
            first = here.node is here.parent.node.children[0]
            comma = "" if first else ", " if indent is None else ","
            parts.append(comma + new_line(level))
        start, end = around(_node(tree, here), "children", level)
        parts += [start, "["]
        due.append(f"{new_line(level + 1) if here.node.children else ''}]{end}")
    return "".join([*parts, *reversed(due)])


def _head(tree: SearchTree) -> dict[str, object]:
    return {
        "game": tree.game.name,
        "position": tree.game.format_state(tree.root.state),
        "algorithm": tree.algorithm,
        "convention": tree.convention,
        "title": tree.title(),
        "visited": tree.visited,
        "truncated": tree.truncated,
        "skeleton": tree.skeleton,
    }


def _node(tree: SearchTree, here: Placed) -> dict[str, object]:
    game, node = tree.game, here.node
    return {
        "name": here.name,
        "edge": node.edge,
        "player": None if node.over else PLAYERS[node.player],
        "value": plain(node.value),
        "bound": None if node.bound is None else str(node.bound),
        "alpha": plain(node.alpha),
        "beta": plain(node.beta),
        "status": node.status,
        "leaf": node.leaf,
        "over": node.over,
        "chosen": node.chosen,
        "cut": node.cut,
        "nodes": node.nodes,
        "note": node.note,
        "folded": [game.format_action(node.state, action) for action in node.folded],
        "replayed": node.replayed,
        "probability": plain(node.probability),
    }
