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
from collections.abc import Callable, Sequence
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


def pruned(
    function: Callable[..., object], flags: Flags, inliner: _Inliner | None = None
) -> ast.FunctionDef:
    """The syntax of a kernel with its flags settled, also in what `inliner` writes into it."""
    pruner = _Pruner(dict(flags))
    new = pruner.visit(copy.deepcopy(syntax_of(cast(types.FunctionType, function))))
    if inliner is not None:
        new = pruner.visit(inliner.visit(new))
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


@functools.cache
def _parts_of(method: Callable[..., object]) -> tuple[str, tuple[list[str], str]]:
    """The name of a method, its parameters, and its body without the docstring."""
    syntax = syntax_of(cast(types.FunctionType, method))
    assert isinstance(syntax, ast.FunctionDef)
    body = "\n".join(ast.unparse(statement) for statement in syntax.body[1:])
    return syntax.name, ([argument.arg for argument in syntax.args.args], body)


class _Inliner(ast.NodeTransformer):
    """Writes the bodies of short methods of `run` before the statements that call them.

    A method returns at its end only, if at all. Arguments that are more than a name get the name
    of the parameter.
    """

    def __init__(self, methods: Sequence[Callable[..., object]]) -> None:
        self._methods = dict(map(_parts_of, methods))
        self._before: list[ast.stmt] = []
        """What comes before the statement that is looked at."""

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        outer, self._before = self._before, []
        self.generic_visit(node)
        before, self._before = self._before, outer
        is_done = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        return before if is_done else [*before, node]

    visit_Expr = visit_Return = visit_Assign = _statement

    def visit_Call(self, call: ast.Call) -> ast.expr:
        f = call.func
        if not (isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name)):
            return call
        if f.value.id != "run" or f.attr not in self._methods:
            return call
        parameters, text = self._methods[f.attr]
        parts: dict[str, ast.expr] = {}
        arguments = [ast.Name("run", ast.Load()), *call.args]
        for parameter, argument in zip(parameters, arguments, strict=True):
            if isinstance(argument, ast.Name | ast.Constant):
                parts[parameter] = argument
            else:
                name = ast.Name(parameter, ast.Store())
                self._before.append(ast.copy_location(ast.Assign([name], argument), call))
        body = self.visit(ast.Module(statements(text, call, **parts), [])).body
        last = body.pop() if isinstance(body[-1], ast.Return) else None
        self._before += body
        return ast.Constant(None) if last is None else last.value


@functools.lru_cache(maxsize=256)
def specialised(
    functions: tuple[Callable[..., object], ...],
    flags: Flags,
    inlined: tuple[Callable[..., object], ...] = (),
) -> dict[str, Callable[..., Any]]:
    """Kernels in plain Python, by name, with the flags settled in all of them.

    The `inlined` methods of `run`, which are documented, are written into them.
    """
    scopes: list[dict[str, object]] = []
    made: dict[str, Callable[..., Any]] = {}
    for function in functions:
        plain = cast(types.FunctionType, function)
        scope = dict(plain.__globals__)
        for method in inlined:
            scope = {**cast(types.FunctionType, method).__globals__, **scope}
        module = ast.Module([pruned(plain, flags, _Inliner(inlined))], [])
        exec(compile(module, plain.__code__.co_filename, "exec"), scope)
        made[plain.__name__] = scope[plain.__name__]
        scopes.append(scope)
    for scope in scopes:
        scope.update(made)
    return made
