"""Small pieces of new syntax: snippets, generator expressions, `_replace`."""

from __future__ import annotations

import ast
from typing import Any

from outplay.native.program import Program

_EXTREME = (
    "_some, _best = False, 0",
    "_x = {e}\n{i}if not _some or _x SIGN _best:\n{i}    _best = _x\n{i}_some = True",
    "if not _some:\n        raise ValueError('NAME() of nothing')\n    return _best",
)

LOOPS = {
    "any": ("", "if {e}:\n{i}    return True", "return False"),
    "all": ("", "if not {e}:\n{i}    return False", "return True"),
    "sum": ("_total = 0", "_total += {e}", "return _total"),
    "max": tuple(part.replace("SIGN", ">").replace("NAME", "max") for part in _EXTREME),
    "min": tuple(part.replace("SIGN", "<").replace("NAME", "min") for part in _EXTREME),
}
"""What a call of a generator expression means as a loop: before, each time, after."""

LOOP_NAMES = {"_total", "_some", "_x", "_best"}
"""The local names that those loops use."""


def statements(text: str, where: ast.AST, **parts: ast.expr) -> list[ast.stmt]:
    """Parsed `text`, located at `where`, with names replaced by expressions."""
    module = ast.parse(text)
    for node in ast.walk(module):
        if "lineno" in node._attributes:
            ast.copy_location(node, where)
    filled = _Fill(parts).visit(module)
    body: list[ast.stmt] = filled.body
    return body


def expression(text: str, where: ast.AST, **parts: ast.expr) -> ast.expr:
    """Like `statements`, for one expression."""
    statement = statements(text, where, **parts)[0]
    assert isinstance(statement, ast.Expr)
    return statement.value


class _Fill(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.parts.get(node.id, node)


def loop_of_generator(
    name: str, call: str, generator: ast.GeneratorExp, local_names: set[str]
) -> tuple[ast.FunctionDef, list[str]]:
    """`any(x in row for row in rows)` as a function `name` with a loop, and its arguments.

    Local names inside become the arguments; nothing is translated yet.
    """
    if call not in LOOPS:
        advice = " or use outplay.tuples.replace_at." if call == "tuple" else "."
        raise ValueError(f"`{call}(… for …)` does not compile; write a loop{advice}")
    targets = {
        node.id
        for clause in generator.generators
        for node in ast.walk(clause.target)
        if isinstance(node, ast.Name)
    }
    free: list[str] = []
    for node in ast.walk(generator):
        if isinstance(node, ast.Name) and node.id in local_names - targets and node.id not in free:
            free.append(node.id)
    before, each, after = LOOPS[call]
    lines = [f"def {name}({', '.join(free)}):"]
    if before:
        lines.append(f"    {before}")
    indent = "    "
    parts: dict[str, ast.expr] = {"_element": generator.elt}
    for number, clause in enumerate(generator.generators):
        lines.append(f"{indent}for _target{number} in _iter{number}:")
        parts[f"_target{number}"] = clause.target
        parts[f"_iter{number}"] = clause.iter
        indent += "    "
        for position, condition in enumerate(clause.ifs):
            lines.append(f"{indent}if not _if{number}_{position}:")
            lines.append(f"{indent}    continue")
            parts[f"_if{number}_{position}"] = condition
    lines.append(indent + each.format(e="_element", i=indent))
    lines.append(f"    {after}")
    (definition,) = statements("\n".join(lines), generator, **parts)
    assert isinstance(definition, ast.FunctionDef)
    return definition, free


def replace_fields(program: Program, classes: dict[str, type], fields: list[str]) -> str:
    """The name of a function `(old, *values) -> new` that stands for `old._replace(…)`."""
    fitting = [(name, cls) for name, cls in classes.items() if set(fields) <= set(_fields_of(cls))]
    if len(fitting) != 1:
        raise LookupError(
            f"`_replace({', '.join(f'{f}=…' for f in fields)})` does not tell which NamedTuple"
            " it changes; build the new one by name."
        )
    alias, cls = fitting[0]
    name = f"replace_{cls.__name__}_{'_'.join(fields)}"
    if name not in program.functions:
        inner = ", ".join(f if f in fields else f"old.{f}" for f in _fields_of(cls))
        program.constants[alias] = cls
        program.add_source(f"def {name}(old, {', '.join(fields)}):\n    return {alias}({inner})\n")
    return name


def _fields_of(cls: Any) -> tuple[str, ...]:
    fields: tuple[str, ...] = cls._fields
    return fields


def is_simple_number(value: object) -> bool:
    """A number, or (nested) tuples of numbers."""
    if isinstance(value, tuple):
        return all(is_simple_number(item) for item in value)
    return isinstance(value, bool | int | float)
