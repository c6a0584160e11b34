"""Functions as they were written, and the names that are in reach of a line."""

from __future__ import annotations

import ast
import builtins
import functools
import os
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import outplay
from outplay.native.source import is_generator, syntax_of

if TYPE_CHECKING:
    from outplay.native.front import types as T
    from outplay.native.front.emit import Join
    from outplay.native.front.values import V

PACKAGE = str(Path(outplay.__file__).parent) + os.sep


@dataclass(eq=False)
class Source:
    """A function to compile: its syntax, and where its other names are."""

    node: ast.FunctionDef | ast.Lambda
    filename: str
    title: str
    scope: Mapping[str, Any]
    """Names of its module."""
    cells: dict[str, Callable[[], Any]] = field(default_factory=dict)
    """Names of functions around it."""
    defaults: tuple[Any, ...] = ()
    keyword_defaults: dict[str, Any] = field(default_factory=dict)
    generator: bool = False
    checked: bool = True
    library: bool = False
    """Ours: it may use words in memory, and indices are trusted."""
    function: types.FunctionType | None = None
    declared: dict[str, T.Type] | None = None
    """Types of its parameters, where they are known beforehand."""
    result: T.Type | None = None
    """The type of what it returns, likewise."""
    scoped: bool = False
    """What it leaves in the arena is given back when it returns."""
    kernel: bool = False
    """Is it part of a search, not of rules?"""

    @cached_property
    def ours(self) -> bool:
        """Is it part of Outplay: the library, a kernel, or a built-in game?"""
        return self.library or self.filename == "<outplay>" or self.filename.startswith(PACKAGE)

    @property
    def key(self) -> Any:
        return self.function.__code__ if self.function is not None else id(self.node)

    @cached_property
    def frozen_sets(self) -> list[frozenset[Any]]:
        """Constants of its code."""
        found: list[frozenset[Any]] = []
        codes = [self.function.__code__] if self.function is not None else []
        while codes:
            for constant in codes.pop().co_consts:
                if isinstance(constant, frozenset):
                    found.append(constant)
                elif isinstance(constant, types.CodeType):
                    codes.append(constant)
        return found

    @cached_property
    def parameters(self) -> list[str]:
        a = self.node.args
        return [p.arg for p in (*a.posonlyargs, *a.args)]

    @cached_property
    def locals(self) -> set[str]:
        return set(local_names(self.node))

    @cached_property
    def body(self) -> list[ast.stmt]:
        if isinstance(self.node, ast.Lambda):
            return [ast.copy_location(ast.Return(self.node.body), self.node.body)]
        return self.node.body

    def find(self, name: str) -> tuple[bool, Any]:
        """The value behind a name that is no local variable."""
        if name in self.cells:
            return True, self.cells[name]()
        if name in self.scope:
            return True, self.scope[name]
        return hasattr(builtins, name), getattr(builtins, name, None)


def source_of(
    function: types.FunctionType, *, checked: bool = True, library: bool = False
) -> Source:
    """The source of a function of Python's; raises Unsupported if it cannot be read."""
    code = function.__code__
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
    return Source(
        syntax_of(function),
        code.co_filename,
        function.__name__,
        function.__globals__,
        {name: partial(getattr, cell, "cell_contents") for name, cell in cells},
        function.__defaults__ or (),
        function.__kwdefaults__ or {},
        is_generator(function),
        checked,
        library,
        function,
    )


def own_nodes(node: ast.AST) -> list[ast.AST]:
    """All nodes of a function, without those of functions inside it."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        found.append(child)
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            found += own_nodes(child)
    return found


@functools.lru_cache(maxsize=4096)
def local_names(node: ast.AST) -> frozenset[str]:
    """Names that a function (or a comprehension) binds itself."""
    names: set[str] = set()
    outer: set[str] = set()

    def look(node: ast.AST) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
                return
            case ast.Lambda():
                return
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                walrus = (n.target for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
                names.update(target.id for target in walrus)
                look(node.generators[0].iter)
                return
            case ast.Global(names=some) | ast.Nonlocal(names=some):
                outer.update(some)
            case ast.Import() | ast.ImportFrom():
                names.update((a.asname or a.name).split(".")[0] for a in node.names)
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
            ):
                names.add(name)
        for child in ast.iter_child_nodes(node):
            look(child)

    if isinstance(node, ast.FunctionDef | ast.Lambda):
        a = node.args
        names.update(p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs))
        names.update(p.arg for p in (a.vararg, a.kwarg) if p is not None)
        for child in node.body if isinstance(node, ast.FunctionDef) else [node.body]:
            look(child)
    else:
        look(node)
    return frozenset(names - outer)


@functools.lru_cache(maxsize=4096)
def captured_names(node: ast.AST) -> frozenset[str]:
    """Names that a function reads and does not bind itself, as far as they are no built-ins."""
    bound = local_names(node)
    for child in ast.walk(node):
        if isinstance(child, ast.comprehension):
            bound |= {n.id for n in ast.walk(child.target) if isinstance(n, ast.Name)}
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return frozenset(n.id for n in names) - bound


@dataclass(eq=False)
class Scope:
    """An activation: of the compiled function itself, or of one that is written into it."""

    prefix: str
    names: set[str]
    source: Source
    parent: Scope | None = None
    returns: Join | None = None
    yields: Callable[[V], None] | None = None
    loops: list[tuple[Join, Join]] = field(default_factory=list)
    """Where `break` and `continue` lead to, in each loop around."""
    is_comprehension: bool = False
    left: bool = False
    """Has it returned?"""
    used_at: Any = None
    """Where a generator of the library is gone through, which is the place to tell people."""

    def chain(self) -> Iterator[Scope]:
        """The activation, and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def holder(self, name: str) -> Scope | None:
        """The activation that a name belongs to; None if it is a global."""
        return next((scope for scope in self.chain() if name in scope.names), None)

    def function(self) -> Scope:
        """The activation of the function around a comprehension."""
        scope = self
        while scope.is_comprehension and scope.parent is not None:
            scope = scope.parent
        return scope


@dataclass(eq=False)
class Closure:
    """A function that was defined inside another one."""

    source: Source
    scope: Scope
    defaults: list[V] = field(default_factory=list)
    owner: Any = None
    """Who compiles the function that it was defined in."""
    captured: list[str] | None = None
    """Variables that are its parameters, where it is compiled on its own."""
    lifted: Source | None = None


@dataclass(eq=False)
class Bound:
    """A method together with its object, which only the search knows."""

    function: Any
    of: V


@dataclass(eq=False)
class OneOf:
    """`type(v)` of a value of several types."""

    of: V


@dataclass(eq=False)
class Partial:
    function: V
    arguments: list[V]
    keywords: dict[str, V]


def is_literal(node: ast.expr) -> bool:
    """Does Python know its value while compiling?"""
    if isinstance(node, ast.UnaryOp):
        return is_literal(node.operand)
    if isinstance(node, ast.BinOp):
        return is_literal(node.left) and is_literal(node.right)
    if isinstance(node, ast.Tuple):
        return all(is_literal(elt) for elt in node.elts)
    return isinstance(node, ast.Constant)


def text_keys(node: ast.expr) -> tuple[str, ...] | None:
    """The keys of a dict display that are all strings, and there to see."""
    keys: list[Any] = [getattr(key, "value", None) for key in getattr(node, "keys", [None])]
    return tuple(keys) if all(isinstance(key, str) for key in keys) else None


def is_part(node: ast.expr) -> bool:
    """Is it a slice without a step?"""
    part = node.slice if isinstance(node, ast.Subscript) else None
    return isinstance(part, ast.Slice) and part.step is None


def name_of(f: Any) -> str:
    """What people call a function, with its module."""
    module = getattr(f, "__module__", None)
    name = getattr(f, "__qualname__", None) or getattr(f, "__name__", type(f).__name__)
    return f"{module}.{name}" if module and module != "builtins" else str(name)
