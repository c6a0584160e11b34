"""A program that shows a difference, made smaller as long as it shows one."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator
from typing import Any

CONSTANTS = ("0", "1", "''", "()", "[]", "None", "True", "set()", "{}")


def shrunk(source: str, is_wrong: Callable[[str], bool], seconds: float = 60.0) -> str:
    """Leaves out statements, and puts parts of expressions or constants in their place.

    `is_wrong` says whether a smaller program still shows what this one does.
    """
    tree = ast.parse(source)
    end = time.monotonic() + seconds
    changed = True
    while changed:
        changed = False
        for change in list(changes(tree)):
            if time.monotonic() > end:
                return source
            undo = change()
            smaller = ast.unparse(tree) + "\n"
            if len(smaller) < len(source) and is_wrong(smaller):
                source, changed = smaller, True
            else:
                undo()
    return source


Undo = Callable[[], None]


def changes(tree: ast.AST) -> Iterator[Callable[[], Undo]]:
    """Ways to make it smaller, those that leave out most first; each gives the way back."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                for statement in list(value):
                    yield lambda v=value, s=statement: _replaced(v, s, [])
                    inner = [*getattr(statement, "body", []), *getattr(statement, "orelse", [])]
                    if inner and not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                        yield lambda v=value, s=statement, i=inner: _replaced(v, s, i)
            elif isinstance(value, list):
                for part in [part for part in value if isinstance(part, ast.expr)]:
                    for other in _simpler(part):
                        yield lambda v=value, p=part, o=other: _replaced(v, p, [o])
            elif isinstance(value, ast.expr) and field != "func":
                for other in _simpler(value):
                    yield lambda n=node, f=field, o=other: _set(n, f, o)


def _simpler(expression: ast.expr) -> Iterator[ast.expr]:
    """Expressions that may stand in its place."""
    if isinstance(expression, ast.Constant | ast.Name):
        return
    for text in CONSTANTS:
        yield ast.parse(text, mode="eval").body
    for child in ast.iter_child_nodes(expression):
        if isinstance(child, ast.expr):
            yield child


def _replaced(items: list[Any], old: Any, new: list[Any]) -> Undo:
    """Puts `new` where `old` is in a list; a block that would be empty gets a `pass`."""
    before = list(items)
    after = [x for item in before for x in (new if item is old else [item])]
    items[:] = after or ([ast.Pass()] if isinstance(old, ast.stmt) else [])

    def undo() -> None:
        items[:] = before

    return undo


def _set(node: ast.AST, field: str, value: ast.AST) -> Undo:
    before = getattr(node, field)
    setattr(node, field, value)
    return lambda: setattr(node, field, before)
