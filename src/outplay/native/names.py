"""What the names in a rule stand for: constants, methods, helpers, or nothing native."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import math
import sysconfig
import types
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from outplay import bits, tuples
from outplay.native.rewrite import is_simple_number
from outplay.native.source import Unsupported, unwrap
from outplay.native.tables import table_of

if TYPE_CHECKING:
    from outplay.native.translate import Translator


NOT_AS_PYTHON = (math.hypot, math.gamma, math.lgamma, math.ldexp)
"""Numba has them, and they answer otherwise than Python's."""

KNOWN_MODULES = ("math", "numpy", "operator", "cmath", "outplay", "outplay.bits", "outplay.tuples")
"""Modules whose functions Numba (or Outplay) knows."""

TWINS = {
    function: f"bits_{name}" if module is bits else f"tuples_{name}"
    for module in (bits, tuples)
    for name, function in vars(module).items()
    if inspect.isfunction(function) and not name.startswith("_")
}
"""Python functions with a native twin, and the twin's name in a program."""


_INSTALLED = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
"""Where the standard library and installed packages live."""


class Names(ast.NodeTransformer):
    """Puts constants and the names of translated functions in the place of names."""

    def __init__(
        self,
        parent: Translator,
        function: types.FunctionType,
        node: ast.FunctionDef | ast.Lambda,
        owner: type | None,
        put: str,
        bound: dict[str, Any],
    ) -> None:
        self.parent = parent
        self.bound = bound
        """Parameters that are constants in this version of the function."""
        self.known: dict[str, int] = {}
        """Variables of loops that are being written out."""
        self.program = parent.program
        self.function = function
        self.node = node
        self.owner = owner
        self.put = put
        self.filename = function.__code__.co_filename
        arguments = node.args.posonlyargs + node.args.args
        if node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
            raise self.error(node, "`*args`, `**kwargs` and keyword-only arguments do not compile.")
        self.self_name = arguments[0].arg if owner is not None and arguments else ""
        parameters = [a.arg for a in arguments][1 if self.self_name else 0 :]
        self.parameters = [name for name in parameters if name not in bound]
        self.locals = set(self.parameters) | {
            n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not is_load(n)
        }
        self.closure = dict(
            zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        )

    def error(self, node: ast.AST, message: str) -> Unsupported:
        return Unsupported(message, self.filename, getattr(node, "lineno", 0))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == self.self_name:
            raise self.error(node, "rules cannot pass `self` on; pass the values that are needed.")
        if node.id in self.locals or not is_load(node):
            return node
        found, value = self.static(node)
        if not found:
            raise self.error(node, f"`{node.id}` is not defined.")
        return self.bind(value, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not is_load(node):
            raise self.error(node, f"rules must not change anything, and this sets `{node.attr}`.")
        found, value = self.static(node)
        if found:
            return self.bind(value, node)
        return cast(ast.expr, self.generic_visit(node))

    def static(self, node: ast.expr) -> tuple[bool, Any]:
        """The value of a global, of `self.x` or of a chain of attributes of one, if it is one."""
        if isinstance(node, ast.Name):
            if node.id in self.bound:
                return True, self.bound[node.id]
            if node.id in self.locals:
                return False, None
            if node.id == self.self_name:
                return True, self.parent.game
            cell = self.closure.get(node.id)
            if cell is not None:
                return True, self.program.read(cell, node.id, lambda: cell.cell_contents)
            scope = self.function.__globals__
            if node.id in scope:
                return True, self.program.read(scope, node.id, lambda: scope[node.id])
            return hasattr(builtins, node.id), getattr(builtins, node.id, None)
        if isinstance(node, ast.Attribute):
            found, value = self.static(node.value)
            if not found:
                return False, None
            try:
                return True, self.program.read(value, node.attr, lambda: getattr(value, node.attr))
            except AttributeError:
                raise self.error(node, f"`{ast.unparse(node)}` does not exist.") from None
        return False, None

    def bind(self, value: Any, node: ast.AST) -> ast.expr:
        """An expression for a constant, or the name of a function, in the program."""
        new: ast.expr
        value = unwrap(value)
        if isinstance(value, enum.IntEnum):
            value = int(value)
        if isinstance(value, np.generic):
            self.check_numpy(value.dtype, node)
            value = value.item()
        if value is None or isinstance(value, bool | float | str):
            new = ast.Constant(value)
        elif isinstance(value, int):
            if not -(2**63) <= value < 2**63:
                raise self.error(node, f"the number {value} does not fit into 64 bits.")
            new = ast.Constant(value)
        elif isinstance(value, types.MethodType):
            new = self._method(value, node)
        elif isinstance(value, types.FunctionType):
            new = ast.Name(self._helper(value, node), ast.Load())
        else:
            new = ast.Name(self._constant(value, node), ast.Load())
        return ast.copy_location(new, node) if hasattr(node, "lineno") else new

    def check_numpy(self, kind: np.dtype[Any], node: ast.AST) -> None:
        """Numbers of NumPy's that are no 64-bit ones wrap, or round, at places of their own."""
        plain = kind.kind in "iufb" and not self.parent.is_checked(self.function)
        if kind not in (np.int64, np.float64) and not plain:
            written = ast.unparse(node) if isinstance(node, ast.expr) else "a default"
            raise self.error(
                node,
                f"`{written}` holds {kind.name}, with which NumPy computes otherwise than Python;"
                " make it int64 or float64.",
            )
        self.program.uses_numpy = True

    def _method(self, value: types.MethodType, node: ast.AST) -> ast.expr:
        if value.__self__ is not self.parent.game or isinstance(value.__self__, type):
            raise self.error(node, f"`{value.__name__}` is a method of another object.")
        function, owner = self.parent.find(value.__name__)
        return ast.Name(self._call_along(function, owner, value.__name__, node), ast.Load())

    def is_helper(self, value: Any) -> bool:
        """Is it a function of the user's own, to be translated too?"""
        if not isinstance(value, types.FunctionType) or value in TWINS:
            return False
        module = (value.__module__ or "").split(".")[0]
        return module not in ("numpy", "math", "operator") and not self._is_library(value)

    def _helper(self, value: types.FunctionType, node: ast.AST) -> str:
        if value in TWINS:
            return TWINS[value]
        module = (value.__module__ or "").split(".")[0]
        if module in ("numpy", "math", "operator"):
            return self.program.constant(f"{module}_{value.__name__}", value)
        if self._is_library(value):
            raise self.error(
                node, f"native code does not know `{ast.unparse(cast(ast.expr, node))}`."
            )
        return self._call_along(value, None, value.__name__, node)

    def _is_library(self, value: types.FunctionType) -> bool:
        """Is it installed code, and not of the game's own package?"""
        module = (value.__module__ or "").split(".")[0]
        own = {type(self.parent.game).__module__.split(".")[0], "outplay"}
        return module not in own and value.__code__.co_filename.startswith(_INSTALLED)

    def _call_along(
        self, function: types.FunctionType, owner: type | None, title: str, node: ast.AST,
        bound: dict[str, Any] | None = None,
    ) -> str:  # fmt: skip
        try:
            return self.parent.function(function, owner, title, bound)
        except Unsupported as error:
            if error.filename:
                raise
            raise self.error(node, error.message) from None

    def _constant(self, value: Any, node: ast.AST) -> str:
        written = ast.unparse(node) if isinstance(node, ast.expr) else "a default"
        text = identifier(written)
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            return self.program.constant(f"class_{value.__name__}", value)
        if isinstance(value, type) and value in (int, float, bool, tuple, list, set):
            return value.__name__
        if isinstance(value, types.BuiltinFunctionType | type) and hasattr(builtins, text):
            return text
        if isinstance(value, types.ModuleType):
            if value.__name__.split(".")[0] in KNOWN_MODULES:
                self.program.uses_numpy |= value.__name__ == "numpy"
                return self.program.constant(f"module_{identifier(value.__name__)}", value)
            raise self.error(node, f"native code does not know the module `{value.__name__}`.")
        if isinstance(value, tuple):
            table = table_of(value)
            if table is None and not is_simple_number(value):
                raise self.error(
                    node,
                    f"the constant `{written}` holds more than numbers of 64 bits in tuples.",
                )
            return self.program.constant(f"k_{text}", value)
        if isinstance(value, np.ndarray):
            self.check_numpy(value.dtype, node)
            return self.program.constant(f"k_{text}", value)
        module = (getattr(value, "__module__", "") or "").split(".")[0]
        if isinstance(value, type) and issubclass(value, np.generic):
            self.check_numpy(np.dtype(value), node)
        if any(value is other for other in NOT_AS_PYTHON):
            raise self.error(node, f"native code does not compute `{written}` as Python does.")
        if callable(value) and module in KNOWN_MODULES:
            return self.program.constant(f"{module}_{text}", value)
        if isinstance(value, dict | list | set | frozenset):
            raise self.error(
                node,
                f"`{written}` is {kind_of(value)}; use a tuple or a NumPy array for constants.",
            )
        if callable(value):
            raise self.error(node, f"native code does not know `{written}`.")
        raise self.error(node, f"`{written}` is {kind_of(value)}, which native code does not know.")


def is_load(node: ast.Name | ast.Attribute | ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)


def identifier(text: str) -> str:
    return "".join(c if c.isalnum() or c == "_" else "_" for c in text)


def kind_of(value: object) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
