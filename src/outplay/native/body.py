"""The body of one rule, rewritten statement by statement."""

from __future__ import annotations

import ast
import builtins
import copy
import textwrap
import types

from outplay import bits
from outplay.native.names import identifier, is_load
from outplay.native.numbers import Numbers
from outplay.native.program import Function
from outplay.native.rewrite import (
    LOOP_NAMES,
    expression,
    loop_of_generator,
    replace_fields,
    statements,
)
from outplay.native.source import Unsupported, is_generator, syntax_of, unwrap
from outplay.native.tables import Table, table_of
from outplay.native.unroll import MOST_STATEMENTS as FREE
from outplay.native.unroll import written_out


class Body(Numbers):
    """Rewrites the body of one function."""

    def definition(self, name: str, goes_on: bool = False) -> ast.FunctionDef:
        """The function rewritten, as `name` without `self`.

        If it yields, it stores at `_out` and returns how many; `goes_on` after `_n` others.
        """
        if isinstance(self.node, ast.Lambda):
            value = self.visit(copy.deepcopy(self.node.body))
            body = statements("return _value", self.node, _value=value)
        else:
            body = self.block(copy.deepcopy(self.node).body)
        parameters = list(self.parameters)
        if self.put:
            body = [*body, *statements("return _n", self.node)]
        if self.put and not goes_on:
            parameters.append("_out")
            body = [*statements("_n = 0", self.node), *body]
        if goes_on:
            parameters = ["_out", "_n", *parameters]
        defaults = [self.bind(value, self.node) for value in self.function.__defaults__ or ()]
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(p) for p in parameters],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[] if self.put and not goes_on else defaults,
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

    # --- nested tuples, indexed ------------------------------------------------------------

    def table(self, node: ast.expr) -> Table | None:
        """The lookup table behind a constant nested tuple, if `node` names one."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        found, value = self.static(node)
        if not found or not isinstance(value, tuple):
            return None
        return table_of(value)

    def table_name(self, node: ast.expr, table: Table) -> str:
        """What a table is called in the program: one name for one tuple.

        Constants of two modules may be written alike and differ.
        """
        return self.program.constant(f"t_{identifier(ast.unparse(node))}", table.value)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        table = self.table(node.value)
        if table is not None and is_load(node) and not isinstance(node.slice, ast.Slice):
            name = table.accessor(self.program, self.table_name(node.value, table))
            return expression(f"{name}(_index)", node, _index=self.visit(node.slice))
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        outer = not self.known
        chosen = written_out(
            node, self.known, self.number, self.program.statements_left if outer else FREE
        )
        if chosen is not None:
            values, size = chosen
            self.program.statements_left -= (
                size if outer else 0
            )  # what is inside was counted with it
            return self._written_out(node, values)
        iterated: ast.expr = node.iter
        index: ast.expr | None = None
        if isinstance(node.iter, ast.Subscript) and not isinstance(node.iter.slice, ast.Slice):
            iterated, index = node.iter.value, node.iter.slice
        table = self.table(iterated)
        if table is None or (index is not None and not table.is_nested):
            return self.generic_visit(node)
        base = self.table_name(iterated, table)
        start, stop, item = table.loop(self.program, base, index is not None)
        number = f"_i{node.lineno}_{node.col_offset}"
        parts = {} if index is None else {"_row": self.visit(index)}
        (loop,) = statements(
            f"for {number} in range({start}, {stop}):\n    _target = {item}({number})",
            node,
            **parts,
        )
        assert isinstance(loop, ast.For) and isinstance(loop.body[0], ast.Assign)
        loop.body[0].targets = [node.target]
        loop.body += self.block(node.body)
        loop.orelse = self.block(node.orelse)
        return ast.fix_missing_locations(loop)

    def _written_out(self, node: ast.For, values: tuple[int, ...]) -> list[ast.stmt]:
        assert isinstance(node.target, ast.Name)
        name, new = node.target.id, []
        for value in values:
            self.known[name] = value
            new += statements(f"{name} = {value}", node)
            new += self.block(copy.deepcopy(node.body))
        self.known.pop(name, None)
        return new or [ast.Pass()]

    # --- statements ------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        value = node.value
        if isinstance(value, ast.Yield) and self.put:
            if value.value is None:
                raise self.error(node, "a bare `yield` gives nothing; yield an action.")
            item = self.visit(value.value)
            return statements(f"_item = _value\n{self.put}", node, _value=item)
        if isinstance(value, ast.YieldFrom) and self.put:
            helper = self._yielding_helper(value.value)
            if helper:
                assert isinstance(value.value, ast.Call)
                given = {f"_p{n}": self.visit(a) for n, a in enumerate(value.value.args)}
                return statements(
                    f"_n = {helper}({', '.join(['_out', '_n', *given])})", node, **given
                )
            store = textwrap.indent(self.put, " " * 4)
            return statements(
                f"for _item in _items:\n{store}", node, _items=self.visit(value.value)
            )
        return self.generic_visit(node)

    def _yielding_helper(self, node: ast.expr) -> str:
        """The name of the function that stores what a helper yields; empty if it is none."""
        if not isinstance(node, ast.Call) or node.keywords:
            return ""
        found, value = self.static(node.func)
        owner: type | None = None
        if found and isinstance(value, types.MethodType) and value.__self__ is self.parent.game:
            value, owner = self.parent.find(value.__name__)
        if not found or not self.is_helper(value) or not is_generator(value):
            return ""
        try:
            return self.parent.helper_into(value, owner, value.__name__, self.put)
        except Unsupported as error:
            if error.filename:
                raise
            raise self.error(node, error.message) from None

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if self.put:
            return statements("return _n", node)[0]
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        plain = ast.copy_location(ast.Assign([node.target], node.value), node)
        self.generic_visit(plain)
        return plain

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        raise self.error(node, "a function inside a rule does not compile; move it to the module.")

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        raise self.error(node, "a lambda inside a rule does not compile; write a loop.")

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        raise self.error(node, "`:=` does not compile; assign on a line of its own.")

    def visit_Try(self, node: ast.Try) -> ast.AST:
        raise self.error(node, "`try` does not compile; test for the case beforehand.")

    def visit_With(self, node: ast.With) -> ast.AST:
        raise self.error(node, "`with` does not compile; rules need no files or locks.")

    def visit_Global(self, node: ast.Global) -> ast.AST:
        raise self.error(node, "rules must not change anything, and this names a global to set.")

    # --- calls -----------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        special = self._special_call(node)
        if special is not None:
            return ast.fix_missing_locations(ast.copy_location(special, node))
        return self.generic_visit(node)

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
        found, value = self.static(function)
        if found and value is bits.wrap and len(node.args) == 1 and not node.keywords:
            return self.modular(node.args[0])
        if found and value is round and len(node.args) + len(node.keywords) > 1:
            raise self.error(node, "`round` to digits does not compile; round to an int.")
        generates = any(isinstance(argument, ast.GeneratorExp) for argument in node.args)
        name = function.id if isinstance(function, ast.Name) else ""
        if generates and found and getattr(builtins, name, None) is value:
            return self._generator_call(name, node)
        return self._bound_call(node)

    def _bound_call(self, node: ast.Call) -> ast.expr | None:
        """The call of a helper with constants, as a call of a helper made for them."""
        if not isinstance(node.func, ast.Name) or node.keywords:
            return None
        found, value = self.static(node.func)
        if not found or not self.is_helper(value):
            return None
        names = value.__code__.co_varnames[: value.__code__.co_argcount]
        stored = set(value.__code__.co_cellvars) | _stored_names(value)
        if len(names) != len(node.args):
            return None
        bound = {}
        for name, argument in zip(names, node.args, strict=True):
            if isinstance(argument, ast.Name | ast.Attribute) and name not in stored:
                number = self.number(argument)
                if number is not None:
                    bound[name] = number
        if not any(isinstance(number, tuple) for number in bound.values()):
            return None
        callee = self._call_along(value, None, value.__name__, node, bound)
        rest = [
            self.visit(argument)
            for name, argument in zip(names, node.args, strict=True)
            if name not in bound
        ]
        return ast.Call(ast.Name(callee, ast.Load()), rest, [])

    def _generator_call(self, call: str, node: ast.Call) -> ast.expr:
        """`any(… for …)` as the call of a new function."""
        generator = node.args[0]
        name = self.program.unused(f"{call}_{generator.lineno}")
        self.program.constants[name] = None  # taken, while the functions inside get theirs
        known = self.locals - ({self.self_name} if self.self_name else set())
        try:
            definition, free = loop_of_generator(name, node, known)
        except ValueError as error:
            raise self.error(node, str(error)) from None
        put, self.put = self.put, ""
        self.locals |= LOOP_NAMES
        definition.body = self.block(definition.body)
        self.put = put
        del self.program.constants[name]
        self.program.functions[name] = Function(
            name, ast.fix_missing_locations(definition), self.filename, f"{call}(… for …)",
            checked=self.parent.is_checked(self.function),
        )  # fmt: skip
        return expression(f"{name}({', '.join(free)})", node)

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


def _stored_names(function: types.FunctionType) -> set[str]:
    """The names that a function assigns."""
    return {
        part.id
        for part in ast.walk(syntax_of(function))
        if isinstance(part, ast.Name) and not is_load(part)
    }


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )
