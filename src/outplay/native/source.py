"""The source of a function, as a syntax tree with the line numbers of the user's own file."""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import types
from collections.abc import Iterator
from typing import Any

from outplay.native.parsing import parsed

FunctionNode = ast.FunctionDef | ast.Lambda


class Unsupported(Exception):
    """Rules that native code cannot express: what, where, and what to write instead."""

    def __init__(self, message: str, filename: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.filename = filename
        self.line = line
        self.compile_time = 0.0
        """Seconds that it took to find out, beside looking at states."""
        self.wider = False
        """Might code with wider types do it?"""
        self.unseen: tuple[Any, ...] = ()
        """States that show what types would have to be wider, if it is known."""

    def __str__(self) -> str:
        if not self.filename:
            return self.message
        return f"{self.filename}, line {self.line}: {self.message}"


def unwrap(function: object) -> object:
    """The plain function inside decorators that do not change what it answers."""
    while True:
        if isinstance(function, staticmethod | classmethod):
            function = function.__func__
        elif isinstance(getattr(function, "py_func", None), types.FunctionType):
            function = function.py_func  # type: ignore[attr-defined]  # one of Numba's
        elif isinstance(function, functools._lru_cache_wrapper):
            function = function.__wrapped__
        else:
            return function


def place_of(game: object, rule: str) -> tuple[str, int]:
    """The file and line of a rule; `("", 0)` if they are not known."""
    function = unwrap(getattr(game, rule, None))
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return ("", 0) if code is None else (code.co_filename, code.co_firstlineno)


def syntax_of(function: types.FunctionType) -> FunctionNode:
    """The syntax tree that `function` was compiled from; raises Unsupported if none fits."""
    code = function.__code__
    filename = code.co_filename
    linecache.checkcache(filename)
    text = "".join(linecache.getlines(filename, function.__globals__))
    for node, candidate in _functions_of(text, filename):
        if candidate == code:
            return node
    if not text or filename == "<string>":  # which is the name of any text that was executed
        raise Unsupported(
            f"the source of `{function.__name__}` cannot be read; put the rules into a file."
        )
    raise Unsupported(
        f"the source of `{function.__name__}` has changed since it was imported;"
        " start Python again.",
        filename,
        code.co_firstlineno,
    )


@functools.lru_cache(maxsize=32)
def _functions_of(text: str, filename: str) -> tuple[tuple[FunctionNode, types.CodeType], ...]:
    """Every function in a file, beside the code object that it compiles to."""
    try:
        tree = parsed(text, filename)
        module = compile(text, filename, "exec", dont_inherit=True)
    except SyntaxError:
        return ()
    codes: dict[tuple[str, int], list[types.CodeType]] = {}
    for code in _codes_in(module):
        codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    pairs: list[tuple[FunctionNode, types.CodeType]] = []
    for node in _function_nodes(tree):
        if isinstance(node, ast.Lambda):
            key = ("<lambda>", node.lineno)
        else:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            key = (node.name, first)
        # Code objects and nodes come in the same (source) order, also on one line.
        waiting = codes.get(key)
        if waiting:
            pairs.append((node, waiting.pop(0)))
    return tuple(pairs)


def _codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes_in(constant)


def _function_nodes(tree: ast.AST) -> Iterator[FunctionNode]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            yield child
        yield from _function_nodes(child)


def is_generator(function: types.FunctionType) -> bool:
    """Does calling it give a generator (it has a `yield` of its own)?"""
    return bool(function.__code__.co_flags & inspect.CO_GENERATOR)
