"""Interpreted kernels without the parts that a search does not use.

A kernel asks `if run.watch:` or `run.memory and …`. Such flags are settled before a search
starts, so each combination gets a kernel of its own, in which what is off does not stand at all: an
observer that is absent costs nothing. Natively flags are constants, with the same effect.
"""

from __future__ import annotations

import ast
import copy
import functools
import types
from collections.abc import Callable
from typing import Any, cast

from outplay.native.kernels import Flags
from outplay.native.parsing import parsed
from outplay.native.source import syntax_of


class _Pruner(ast.NodeTransformer):
    def __init__(self, flags: dict[str, bool]) -> None:
        self.flags = flags

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "run" and node.attr in self.flags:
            on = self.flags[node.attr]
            # A flag may be an object too (the observer): where it is on, it stays itself.
            return (
                node if on and node.attr == "watch" else ast.copy_location(ast.Constant(on), node)
            )
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        f = node.func
        if isinstance(f, ast.Attribute) and ast.unparse(f) in ("game.try_move", "game.take"):
            table, key = node.args[:2]
            return ast.copy_location(ast.Subscript(table, key, ast.Load()), node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        absorbing = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for value in node.values:
            visited = self.visit(value)
            if isinstance(visited, ast.Constant) and isinstance(visited.value, bool):
                if visited.value == absorbing:
                    kept.append(visited)
                    break
                continue
            kept.append(visited)
        if not kept:
            return ast.copy_location(ast.Constant(not absorbing), node)
        if len(kept) == 1:
            return kept[0]
        if isinstance(kept[0], ast.Constant):
            return kept[0]
        return ast.copy_location(ast.BoolOp(node.op, kept), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        operand = self.visit(node.operand)
        if isinstance(node.op, ast.Not) and isinstance(operand, ast.Constant):
            return ast.copy_location(ast.Constant(not operand.value), node)
        node.operand = operand
        return node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        test = self.visit(node.test)
        body, orelse = self._block(node.body), self._block(node.orelse)
        if isinstance(test, ast.Constant):
            return body if test.value else orelse
        node.test, node.body, node.orelse = test, body, orelse
        return node

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        new: list[ast.stmt] = []
        for statement in statements:
            visited = self.visit(statement)
            new += visited if isinstance(visited, list) else [visited]
        return new


def pruned(function: Callable[..., Any], flags: Flags) -> ast.FunctionDef:
    """The syntax of a kernel with its flags settled."""
    node = copy.deepcopy(syntax_of(cast(types.FunctionType, function)))
    new = _Pruner(dict(flags)).visit(node)
    assert isinstance(new, ast.FunctionDef)
    return ast.fix_missing_locations(new)


def statements(text: str, where: ast.AST, **parts: ast.expr) -> list[ast.stmt]:
    """Parsed `text`, located at `where`, with names replaced by expressions."""
    module = parsed(text)
    for node in ast.walk(module):
        if "lineno" in node._attributes:
            ast.copy_location(node, where)
    filled = _Fill(parts).visit(module)
    body: list[ast.stmt] = filled.body
    return body


class _Fill(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.parts.get(node.id, node)


class _Inliner(ast.NodeTransformer):
    """Writes the bodies of short methods of `run` in the place of their calls."""

    def __init__(self, methods: dict[str, ast.FunctionDef]) -> None:
        self.methods = methods

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        call = node.value
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
            return node
        method = self.methods.get(call.func.attr)
        if method is None or ast.unparse(call.func.value) != "run":
            return node
        names = [argument.arg for argument in method.args.args]
        given = [ast.Name("run", ast.Load()), *call.args]
        body = "\n".join(ast.unparse(statement) for statement in method.body[1:])
        return statements(body, node, **dict(zip(names, given, strict=True)))


@functools.lru_cache(maxsize=256)
def specialised(
    functions: tuple[Callable[..., Any], ...],
    flags: Flags,
    inlined: tuple[Callable[..., Any], ...] = (),
) -> dict[str, Callable[..., Any]]:
    """Kernels in plain Python, by name, with the flags settled in all of them.

    The `inlined` methods of `run` (documented, without `return`) are written into them.
    """
    methods = {}
    for method in inlined:
        syntax = syntax_of(cast(types.FunctionType, method))
        assert isinstance(syntax, ast.FunctionDef)
        methods[syntax.name] = syntax
    scopes: list[dict[str, Any]] = []
    made: dict[str, Callable[..., Any]] = {}
    for function in functions:
        plain = cast(types.FunctionType, function)
        scope = dict(plain.__globals__)
        for method in inlined:
            scope = {**cast(types.FunctionType, method).__globals__, **scope}
        node = _Inliner(methods).visit(pruned(plain, flags))
        module = ast.Module([ast.fix_missing_locations(node)], [])
        exec(compile(module, plain.__code__.co_filename, "exec"), scope)
        made[plain.__name__] = scope[plain.__name__]
        scopes.append(scope)
    for scope in scopes:
        scope.update(made)
    return made
