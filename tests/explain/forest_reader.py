"""Reads the forest of a LaTeX document that we write."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any


def read_forest(text: str) -> Any:
    """The tree of a forest as nested (content, children); braces are what keeps things within."""
    body = text.partition("\\begin{forest}")[2].rpartition("\\node[anchor=south")[0]
    body = body.partition("}\n")[2]  # for tree={…}
    tokens = re.findall(r"\\.|[{}\[\]]|[^\\{}\[\]]+", body, re.DOTALL)
    root: list[Any] = []
    stack: list[list[Any]] = [root]
    depth = 0
    for token in tokens:
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
            assert depth >= 0
        if depth == 0 and token == "[":
            stack[-1].append(["", []])
            stack.append(stack[-1][-1][1])
        elif depth == 0 and token == "]":
            stack.pop()
            assert stack
        elif len(stack) > 1:
            stack[-2][-1][0] += token
        else:
            assert not token.strip()
    assert depth == 0 and len(stack) == 1 and len(root) == 1
    return root[0]


def as_forest(content: Any) -> Iterable[tuple[str, int]]:
    waiting = [content]
    while waiting:
        text, children = waiting.pop()
        yield text, len(children)
        waiting.extend(reversed(children))
