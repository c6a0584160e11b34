"""Functions that make a list and return it, as generators: a loop over it needs no list."""

from __future__ import annotations

import ast
import copy
import functools
from dataclasses import replace

from outplay.native.front.scopes import Source


@functools.lru_cache(maxsize=64)
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
    found: list[ast.Return] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return):
            found.append(child)
        elif not isinstance(child, ast.FunctionDef | ast.Lambda):
            found += _returns(child)
    return found


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
    last = node.body[-1]
    if not isinstance(last, ast.Return) or not isinstance(last.value, ast.Name):
        return None
    name = last.value.id
    if any(not (isinstance(r.value, ast.Name) and r.value.id == name) for r in _returns(node)):
        return None
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
    if isinstance(statement, ast.AnnAssign):
        target: ast.expr = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    else:
        return False
    value = statement.value
    named = isinstance(target, ast.Name) and target.id == name
    return named and isinstance(value, ast.List) and not value.elts


class _Appends(ast.NodeTransformer):
    """`name.append(x)` becomes `yield x`."""

    def __init__(self, name: str) -> None:
        self.name, self.found = name, 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        call = node.value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "append"
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id == self.name
            and len(call.args) == 1
            and not call.keywords
            and not isinstance(call.args[0], ast.Starred)
        ):
            self.found += 1
            return ast.copy_location(
                ast.Expr(ast.copy_location(ast.Yield(call.args[0]), call)), node
            )
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(None), node)
