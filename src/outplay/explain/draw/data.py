"""A tree as plain data and as JSON, however deep it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from outplay.explain.draw.walk import placed
from outplay.explain.tree import SearchTree, TreeNode
from outplay.explain.words import PLAYERS, plain


def as_dict(tree: SearchTree) -> dict[str, object]:
    """Plain data: what the tree is of, and its nodes, nested. Infinities are text."""
    nodes: list[dict[str, Any]] = []
    for here in placed(tree):
        data = _node(tree, here.node, here.name)
        nodes.append(data)
        if here.parent is not None:
            nodes[here.parent.number]["children"].append(data)
    return {
        "game": tree.game.name,
        "position": tree.game.format_state(tree.root.state),
        "algorithm": tree.algorithm,
        "convention": tree.convention,
        "title": tree.title(),
        "visited": tree.visited,
        "truncated": tree.truncated,
        "skeleton": tree.skeleton,
        "tree": nodes[0],
    }


def to_json(tree: SearchTree, indent: int | None = 1) -> str:
    """What `json.dumps` would write, if it could go as deep as trees do."""
    return "".join(_written(as_dict(tree), indent))


def _node(tree: SearchTree, node: TreeNode, name: str) -> dict[str, Any]:
    game = tree.game
    return {
        "name": name,
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
        "children": [],
    }


def _written(data: object, indent: int | None) -> Iterator[str]:
    """The pieces of the text; lists and objects under way are kept on a stack of our own."""
    stack: list[tuple[Iterator[tuple[str, object]], str]] = []
    waiting: tuple[str, object] | None = ("", data)
    while waiting is not None or stack:
        if waiting is not None:
            before, value = waiting
            yield before
            if isinstance(value, dict | list) and value:
                pairs = value.items() if isinstance(value, dict) else (("", v) for v in value)
                yield "{" if isinstance(value, dict) else "["
                end = "}" if isinstance(value, dict) else "]"
                stack.append((_prefixed(pairs, indent, len(stack) + 1), end))
            else:
                yield json.dumps(value, ensure_ascii=False)
        if stack:
            waiting = next(stack[-1][0], None)
            if waiting is None:
                yield _new_line(indent, len(stack) - 1) + stack.pop()[1]
        else:
            waiting = None


def _new_line(indent: int | None, level: int) -> str:
    return "" if indent is None else "\n" + " " * (indent * level)


def _prefixed(
    pairs: Iterable[tuple[str, object]], indent: int | None, level: int
) -> Iterator[tuple[str, object]]:
    """Each item with what stands before its value: a comma, a new line, its key."""
    comma = ""
    for key, value in pairs:
        name = f"{json.dumps(key, ensure_ascii=False)}: " if key else ""
        yield f"{comma}{_new_line(indent, level)}{name}", value
        comma = ", " if indent is None else ","
