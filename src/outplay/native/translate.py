"""From the rules of a game, plain Python, to functions that Numba can compile.

A method `result(self, s, a)` becomes a function `result(s, a)`; `self.WIDTH` and module
constants become constants; methods and helper functions that it calls come along; and a
few habits of plain Python that Numba lacks (generator expressions in `any`, `s._replace`)
are written out. The user's file and line numbers are kept, so that errors point there.
"""

from __future__ import annotations

import ast
import builtins
import copy
import enum
import inspect
import types
from typing import Any, cast

import numpy as np

from outplay import bits, tuples
from outplay.game import Game
from outplay.native.program import Function, Program
from outplay.native.rewrite import (
    LOOP_NAMES,
    expression,
    is_simple_number,
    loop_of_generator,
    replace_fields,
    statements,
)
from outplay.native.source import Unsupported, is_generator, syntax_of, unwrap
from outplay.native.tables import Table, table_of

KNOWN_MODULES = ("math", "numpy", "operator", "cmath", "outplay", "outplay.bits", "outplay.tuples")
"""Modules whose functions Numba (or Outplay) knows."""

TWINS = {
    function: f"bits_{name}" if module is bits else f"tuples_{name}"
    for module in (bits, tuples)
    for name, function in vars(module).items()
    if inspect.isfunction(function) and not name.startswith("_")
}
"""Python functions with a native twin, and the twin's name in a program."""


class Translator:
    """Translates functions, and what they call, into one program."""

    def __init__(self, program: Program, game: Game[Any, Any], classes: dict[str, type]) -> None:
        self.program = program
        self.game = game
        self.classes = classes
        """NamedTuple classes of states and actions, by their names in the program."""
        self._names: dict[object, str] = {}
        self._under_way: list[object] = []

    def rule(self, name: str) -> str:
        """Translates a rule as it stands; returns its name in the program."""
        function, owner = self.find(name)
        return self.function(function, owner, name)

    def rule_into(self, name: str, put: str) -> str:
        """Translates a rule that yields into `name(s, out) -> n`, which stores with `put`."""
        function, owner = self.find(name)
        node = syntax_of(function)
        if not is_generator(function):
            plain = self.function(function, owner, name)
            into = self.program.unused(f"{name}_into")
            self.program.add_source(
                f"def {into}(s, _out):\n"
                f"    _n = 0\n"
                f"    for _item in {plain}(s):\n"
                f"        _n = {put}(_out, _n, _item)\n"
                f"    return _n\n"
            )
            return into
        assert isinstance(node, ast.FunctionDef)
        return self._translate(function, node, owner, f"{name}_into", put)

    def find(self, name: str) -> tuple[types.FunctionType, type | None]:
        """The function behind a rule or method, and the class that holds it (if any)."""
        own = self.game.__dict__.get(name)
        if own is not None:
            found, owner = unwrap(own), None
        else:
            for cls in type(self.game).__mro__:
                if name in vars(cls):
                    static = vars(cls)[name]
                    found = unwrap(static)
                    owner = None if isinstance(static, staticmethod) else cls
                    break
            else:
                raise Unsupported(f"the game has no `{name}`.")
        if not isinstance(found, types.FunctionType):
            raise Unsupported(f"`{name}` is {_kind(found)}, not a plain function.")
        return found, owner

    def function(self, function: types.FunctionType, owner: type | None, title: str) -> str:
        """Translates a function or method once; returns its name in the program."""
        if function in self._names:
            return self._names[function]
        return self._translate(function, syntax_of(function), owner, title, "")

    def _translate(
        self,
        function: types.FunctionType,
        node: ast.FunctionDef | ast.Lambda,
        owner: type | None,
        title: str,
        put: str,
    ) -> str:
        filename = function.__code__.co_filename
        if function in self._under_way:
            raise Unsupported(
                f"`{function.__name__}` calls itself; native rules cannot recurse:"
                " write it as a loop.",
                filename,
                function.__code__.co_firstlineno,
            )
        self._under_way.append(function)
        try:
            work = _FunctionTranslator(self, function, node, owner, put)
            name = self.program.unused(_identifier(title))
            definition = work.definition(name)
        finally:
            self._under_way.pop()
        self.program.functions[name] = Function(name, definition, filename, title)
        if not put:
            self._names[function] = name
        return name


class _FunctionTranslator(ast.NodeTransformer):
    """Rewrites the body of one function."""

    def __init__(
        self,
        parent: Translator,
        function: types.FunctionType,
        node: ast.FunctionDef | ast.Lambda,
        owner: type | None,
        put: str,
    ) -> None:
        self.parent = parent
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
        self.parameters = [a.arg for a in arguments][1 if self.self_name else 0 :]
        self.locals = set(self.parameters) | {
            n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not _is_load(n)
        }
        self.closure = dict(
            zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        )

    def error(self, node: ast.AST, message: str) -> Unsupported:
        return Unsupported(message, self.filename, getattr(node, "lineno", 0))

    def definition(self, name: str) -> ast.FunctionDef:
        """The function rewritten, as `name` without `self`."""
        if isinstance(self.node, ast.Lambda):
            value = self.visit(copy.deepcopy(self.node.body))
            body = statements("return _value", self.node, _value=value)
        else:
            body = self.block(copy.deepcopy(self.node).body)
        parameters = list(self.parameters)
        if self.put:
            parameters.append("_out")
            body = [
                *statements("_n = 0", self.node),
                *body,
                *statements("return _n", self.node),
            ]
        defaults = [self.bind(value, self.node) for value in self.function.__defaults__ or ()]
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(p) for p in parameters],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[] if self.put else defaults,
        )
        (definition,) = statements(f"def {name}(): pass", self.node)
        assert isinstance(definition, ast.FunctionDef)
        definition.args, definition.body = arguments, body
        return ast.fix_missing_locations(definition)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements rewritten; one may become several, or none."""
        new: list[ast.stmt] = []
        for statement in body:
            visited = self.visit(statement)
            if isinstance(visited, list):
                new += visited
            elif visited is not None:
                new.append(visited)
        return new

    # --- names ------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == self.self_name:
            raise self.error(
                node, "rules cannot pass `self` on; pass the values that are needed."
            )
        if node.id in self.locals or not _is_load(node):
            return node
        found, value = self.static(node)
        if not found:
            raise self.error(node, f"`{node.id}` is not defined.")
        return self.bind(value, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not _is_load(node):
            raise self.error(node, f"rules must not change anything, and this sets `{node.attr}`.")
        found, value = self.static(node)
        if found:
            return self.bind(value, node)
        return cast(ast.expr, self.generic_visit(node))

    def static(self, node: ast.expr) -> tuple[bool, Any]:
        """The value of a global, of `self.x` or of a chain of attributes of one, if it is one."""
        if isinstance(node, ast.Name):
            if node.id in self.locals:
                return False, None
            if node.id == self.self_name:
                return True, self.parent.game
            cell = self.closure.get(node.id)
            if cell is not None:
                return True, cell.cell_contents
            scope = self.function.__globals__
            if node.id in scope:
                return True, scope[node.id]
            return hasattr(builtins, node.id), getattr(builtins, node.id, None)
        if isinstance(node, ast.Attribute):
            found, value = self.static(node.value)
            if not found:
                return False, None
            try:
                return True, getattr(value, node.attr)
            except AttributeError:
                raise self.error(
                    node, f"`{ast.unparse(node)}` does not exist."
                ) from None
        return False, None

    def bind(self, value: Any, node: ast.AST) -> ast.expr:
        """An expression for a constant, or the name of a function, in the program."""
        new: ast.expr
        value = unwrap(value)
        if isinstance(value, enum.IntEnum):
            value = int(value)
        if isinstance(value, np.integer | np.floating | np.bool_):
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

    def _method(self, value: types.MethodType, node: ast.AST) -> ast.expr:
        if value.__self__ is not self.parent.game or isinstance(value.__self__, type):
            raise self.error(node, f"`{value.__name__}` is a method of another object.")
        function, owner = self.parent.find(value.__name__)
        return ast.Name(self._call_along(function, owner, value.__name__, node), ast.Load())

    def _helper(self, value: types.FunctionType, node: ast.AST) -> str:
        if value in TWINS:
            return TWINS[value]
        module = value.__module__ or ""
        if module.split(".")[0] in ("numpy", "math", "operator"):
            return self.program.constant(f"{module.split('.')[0]}_{value.__name__}", value)
        return self._call_along(value, None, value.__name__, node)

    def _call_along(
        self, function: types.FunctionType, owner: type | None, title: str, node: ast.AST
    ) -> str:
        try:
            return self.parent.function(function, owner, title)
        except Unsupported as error:
            if error.filename:
                raise
            raise self.error(node, error.message) from None

    def _constant(self, value: Any, node: ast.AST) -> str:
        text = _identifier(ast.unparse(cast(ast.expr, node))) if hasattr(node, "lineno") else "it"
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            return self.program.constant(f"class_{value.__name__}", value)
        if isinstance(value, type) and value in (int, float, bool, tuple, list, set):
            return value.__name__
        if isinstance(value, types.BuiltinFunctionType | type) and hasattr(builtins, text):
            return text
        if isinstance(value, types.ModuleType):
            if value.__name__.split(".")[0] in KNOWN_MODULES:
                return self.program.constant(f"module_{_identifier(value.__name__)}", value)
            raise self.error(node, f"native code does not know the module `{value.__name__}`.")
        if isinstance(value, tuple):
            table = table_of(value)
            if table is None and not is_simple_number(value):
                raise self.error(
                    node, f"the constant `{text}` holds more than numbers in tuples."
                )
            return self.program.constant(f"k_{text}", value)
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "iufb":
                raise self.error(node, f"the array `{text}` does not hold numbers.")
            return self.program.constant(f"k_{text}", value)
        module = (getattr(value, "__module__", "") or "").split(".")[0]
        if callable(value) and module in KNOWN_MODULES:
            return self.program.constant(f"{module}_{text}", value)
        if isinstance(value, dict | list | set | frozenset):
            raise self.error(
                node, f"`{text}` is {_kind(value)}; use a tuple or a NumPy array for constants."
            )
        if callable(value):
            raise self.error(
                node, f"native code does not know `{text}` ({_kind(value)} of {module or '?'})."
            )
        raise self.error(node, f"`{text}` is {_kind(value)}, which native code does not know.")

    # --- nested tuples, indexed ------------------------------------------------------------

    def table(self, node: ast.expr) -> Table | None:
        """The lookup table behind a constant nested tuple, if `node` names one."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        found, value = self.static(node)
        if not found or not isinstance(value, tuple):
            return None
        return table_of(value)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        table = self.table(node.value)
        if table is not None and _is_load(node) and not isinstance(node.slice, ast.Slice):
            name = table.accessor(self.program, _identifier(ast.unparse(node.value)))
            return expression(f"{name}(_index)", node, _index=self.visit(node.slice))
        return cast(ast.expr, self.generic_visit(node))

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        iterated, index = node.iter, None
        if isinstance(iterated, ast.Subscript) and not isinstance(iterated.slice, ast.Slice):
            iterated, index = iterated.value, iterated.slice
        table = self.table(iterated)
        if table is None or (index is not None and not table.is_nested):
            return cast(ast.AST, self.generic_visit(node))
        base = _identifier(ast.unparse(iterated))
        start, stop, item = table.loop(self.program, base, index is not None)
        number = f"_i{node.lineno}_{node.col_offset}"
        parts = {} if index is None else {"_row": self.visit(index)}
        (loop,) = statements(
            f"for {number} in range({start}, {stop}):\n    _target = {item}({number})", node, **parts
        )
        assert isinstance(loop, ast.For) and isinstance(loop.body[0], ast.Assign)
        loop.body[0].targets = [node.target]
        loop.body += self.block(node.body)
        loop.orelse = self.block(node.orelse)
        return ast.fix_missing_locations(loop)

    # --- statements ------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        value = node.value
        if isinstance(value, ast.Yield) and self.put:
            if value.value is None:
                raise self.error(node, "a bare `yield` gives nothing; yield an action.")
            item = self.visit(value.value)
            return statements(f"_n = {self.put}(_out, _n, _item)", node, _item=item)
        if isinstance(value, ast.YieldFrom) and self.put:
            return statements(
                f"for _item in _items:\n    _n = {self.put}(_out, _n, _item)",
                node,
                _items=self.visit(value.value),
            )
        return cast(ast.AST, self.generic_visit(node))

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if self.put:
            return statements("return _n", node)[0]
        return cast(ast.AST, self.generic_visit(node))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Global(self, node: ast.Global) -> ast.AST:
        raise self.error(node, "rules must not change anything, and this names a global to set.")

    # --- calls -----------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        special = self._special_call(node)
        if special is not None:
            return ast.fix_missing_locations(ast.copy_location(special, node))
        return cast(ast.AST, self.generic_visit(node))

    def _special_call(self, node: ast.Call) -> ast.expr | None:
        function = node.func
        if isinstance(function, ast.Attribute):
            if _is_super(function.value):
                return self._super_call(node, function.attr)
            if function.attr == "_replace" and node.keywords and not node.args:
                value = self.visit(function.value)
                fields = [(k.arg or "", self.visit(k.value)) for k in node.keywords]
                try:
                    name = replace_fields(self.program, self.parent.classes, [f for f, _ in fields])
                except LookupError as error:
                    raise self.error(node, str(error)) from None
                return ast.Call(ast.Name(name, ast.Load()), [value, *(v for _, v in fields)], [])
            if function.attr in ("bit_count", "bit_length") and not node.args:
                value = self.visit(function.value)
                return ast.Call(ast.Name(f"int_{function.attr}", ast.Load()), [value], [])
        if (
            isinstance(function, ast.Name)
            and len(node.args) == 1
            and isinstance(node.args[0], ast.GeneratorExp)
            and function.id not in self.locals
        ):
            return self._generator_call(function.id, node.args[0])
        return None

    def _generator_call(self, call: str, generator: ast.GeneratorExp) -> ast.expr:
        """`any(… for …)` as the call of a new function."""
        name = self.program.unused(f"{call}_{generator.lineno}")
        self.program.constants[name] = None  # taken, while the functions inside get theirs
        known = self.locals - ({self.self_name} if self.self_name else set())
        try:
            definition, free = loop_of_generator(name, call, generator, known)
        except ValueError as error:
            raise self.error(generator, str(error)) from None
        put, self.put = self.put, ""
        self.locals |= LOOP_NAMES
        definition.body = self.block(definition.body)
        self.put = put
        del self.program.constants[name]
        self.program.functions[name] = Function(
            name, ast.fix_missing_locations(definition), self.filename, f"{call}(… for …)"
        )
        return expression(f"{name}({', '.join(free)})", generator)

    def _super_call(self, node: ast.Call, name: str) -> ast.expr:
        cell = self.closure.get("__class__")
        cls = self.owner if cell is None else cell.cell_contents
        order = type(self.parent.game).__mro__
        for base in order[order.index(cls) + 1 :]:
            if name in vars(base):
                function = unwrap(vars(base)[name])
                assert isinstance(function, types.FunctionType)
                callee = self._call_along(function, base, f"{base.__name__}_{name}", node)
                arguments = [self.visit(a) for a in node.args]
                return ast.Call(ast.Name(callee, ast.Load()), arguments, [])
        raise self.error(node, f"no parent class has `{name}`.")


def _is_load(node: ast.Name | ast.Attribute | ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )


def _identifier(text: str) -> str:
    return "".join(c if c.isalnum() or c == "_" else "_" for c in text)


def _kind(value: object) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"

