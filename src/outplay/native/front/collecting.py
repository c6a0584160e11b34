"""Functions that make a list and return it, as generators: a loop over it needs no list."""

from __future__ import annotations

import ast
import copy
from dataclasses import replace
from typing import Any

from outplay.native.front.scopes import Source, own_nodes


def as_generator(source: Source) -> Source | None:
    """A generator of the elements of the list that a function returns; None if that is not sure.

    It is where a list is built by `append` alone and then returned, or where all that is returned
    is a comprehension. Each source has one: the types of its lists belong to places in it.
    """
    known = vars(source)
    if "as_generator" not in known:
        known["as_generator"] = _made(source)
    found: Source | None = known["as_generator"]
    return found


def _made(source: Source) -> Source | None:
    node = source.node
    if source.generator or not isinstance(node, ast.FunctionDef) or not node.body:
        return None
    body = _returned_comprehension(node) or _collected(node)
    if body is None:
        return None
    made = copy.copy(node)
    made.body = body
    return replace(source, node=made, generator=True, function=None)


def _returns(node: ast.AST) -> list[ast.Return]:
    """The `return`s of a function itself."""
    return [n for n in own_nodes(node) if isinstance(n, ast.Return)]


def _returned_comprehension(node: ast.FunctionDef) -> list[ast.stmt] | None:
    last = node.body[-1]
    if not isinstance(last, ast.Return) or len(_returns(node)) != 1:
        return None
    if not isinstance(last.value, ast.ListComp):
        return None
    given = ast.GeneratorExp(last.value.elt, last.value.generators)
    statement = ast.Expr(ast.YieldFrom(given))
    for new in (given, statement, statement.value):
        ast.copy_location(new, last.value)
    return [*node.body[:-1], statement]


def _collected(node: ast.FunctionDef) -> list[ast.stmt] | None:
    returned: set[Any] = {getattr(r.value, "id", None) for r in _returns(node)}
    if not isinstance(node.body[-1], ast.Return) or len(returned) != 1 or None in returned:
        return None
    (name,) = returned
    starts = [s for s in node.body if _sets_empty(s, name)]
    if len(starts) != 1:
        return None
    uses = sum(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))
    change = _Appends(name)
    body = [change.visit(copy.deepcopy(s)) for s in node.body if s is not starts[0]]
    if change.found + len(_returns(node)) + 1 != uses:
        return None
    return body


def _sets_empty(statement: ast.stmt, name: str) -> bool:
    """Is it `name = []`?"""
    match statement:
        case (
            ast.AnnAssign(target=ast.Name(id=found), value=ast.List(elts=[]))
            | ast.Assign(targets=[ast.Name(id=found)], value=ast.List(elts=[]))
        ):
            return bool(found == name)
    return False


class _Appends(ast.NodeTransformer):
    """`name.append(x)` becomes `yield x`."""

    def __init__(self, name: str) -> None:
        self.name, self.found = name, 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=self.name), attr="append"),
                args=[ast.expr() as x],
                keywords=[],
            ) if not isinstance(x, ast.Starred):
                self.found += 1
                given = ast.copy_location(ast.Yield(x), node.value)
                return ast.copy_location(ast.Expr(given), node)
        return node

    def leave(self, node: ast.AST) -> ast.AST:
        """A function inside is not looked into."""
        return node

    visit_FunctionDef = visit_Lambda = leave

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(None), node)
