"""Small pieces of new syntax: snippets, generator expressions, `_replace`."""

from __future__ import annotations

import ast
from typing import Any

from outplay.native.program import Program

_EXTREME = (
    "_some, _best, _least = False, 0, 0",
    "_x = {e}\n{i}_k = {k}\n{i}if not _some or _k SIGN _least:\n"
    "{i}    _best, _least = _x, _k\n{i}_some = True",
    "if not _some:\n        {d}\n    return _best",
)

LOOPS = {
    "any": ("", "if {e}:\n{i}    return True", "return False"),
    "all": ("", "if not {e}:\n{i}    return False", "return True"),
    "sum": ("_total = {s}", "_total += {e}", "return _total"),
    "max": tuple(part.replace("SIGN", ">") for part in _EXTREME),
    "min": tuple(part.replace("SIGN", "<") for part in _EXTREME),
}
"""What a call of a generator expression means as a loop: before, each time, after."""

KEYWORDS = {"sum": ("start",), "max": ("key", "default"), "min": ("key", "default")}
"""What such a call may be given besides."""

LOOP_NAMES = {"_total", "_some", "_x", "_best", "_k", "_least"}
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
    name: str, call: ast.Call, local_names: set[str]
) -> tuple[ast.FunctionDef, list[str]]:
    """`any(x in row for row in rows)` as a function `name` with a loop, and its arguments.

    Local names inside become the arguments; nothing is translated yet.
    """
    assert isinstance(call.func, ast.Name)
    function, generator = call.func.id, call.args[0]
    if function not in LOOPS:
        advice = " or use outplay.tuples.replace_at." if function == "tuple" else "."
        raise ValueError(f"`{function}(… for …)` does not compile; write a loop{advice}")
    if not isinstance(generator, ast.GeneratorExp):
        raise ValueError(f"`{function}` of several things does not compile; write a loop.")
    extra = _extra(function, call)
    free = [
        name
        for name in dict.fromkeys(_free_names([generator, *extra.values()]))
        if name in local_names
    ]
    before, each, after = LOOPS[function]
    parts: dict[str, ast.expr] = {"_element": generator.elt}
    key, default, start = "_x", f"raise ValueError('{function}() of nothing')", "0"
    if "start" in extra:
        start, parts["_start"] = "_start", extra["start"]
    if "default" in extra:
        default, parts["_default"] = "return _default", extra["default"]
    if "key" in extra:
        key, parts["_key"] = "_key", _applied(extra["key"])
    lines = [f"def {name}({', '.join(free)}):"]
    if before:
        lines.append(f"    {before.format(s=start)}")
    indent = "    "
    for number, clause in enumerate(generator.generators):
        lines.append(f"{indent}for _target{number} in _iter{number}:")
        parts[f"_target{number}"] = clause.target
        parts[f"_iter{number}"] = clause.iter
        indent += "    "
        for position, condition in enumerate(clause.ifs):
            lines.append(f"{indent}if not _if{number}_{position}:")
            lines.append(f"{indent}    continue")
            parts[f"_if{number}_{position}"] = condition
    lines.append(indent + each.format(e="_element", i=indent, k=key))
    lines.append(f"    {after.format(d=default)}")
    (definition,) = statements("\n".join(lines), generator, **parts)
    assert isinstance(definition, ast.FunctionDef)
    return definition, free


def _extra(function: str, call: ast.Call) -> dict[str, ast.expr]:
    """What the call is given besides the generator, by name; raises ValueError if it cannot be."""
    allowed = KEYWORDS.get(function, ())
    extra = {keyword.arg or "**": keyword.value for keyword in call.keywords}
    if function == "sum" and len(call.args) == 2:
        extra["start"] = call.args[1]
    elif len(call.args) > 1:
        raise ValueError(f"`{function}(… for …)` takes no second argument.")
    for name in extra:
        if name not in allowed:
            raise ValueError(f"`{function}(… for …)` does not take `{name}`.")
    return extra


def _applied(key: ast.expr) -> ast.expr:
    """The key of `_x`: a lambda is written out."""
    if not isinstance(key, ast.Lambda):
        return ast.Call(key, [ast.Name("_x", ast.Load())], [])
    arguments = key.args
    plain = len(arguments.args) == 1 and not (
        arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg
        or arguments.defaults
    )  # fmt: skip
    inside = (ast.Lambda, ast.NamedExpr, ast.comprehension)
    if not plain or any(isinstance(part, inside) for part in ast.walk(key.body)):
        raise ValueError("this `key` does not compile; write a function, or a loop.")
    body: ast.expr = _Fill({arguments.args[0].arg: ast.Name("_x", ast.Load())}).visit(key.body)
    return body


def _free_names(nodes: list[ast.expr]) -> list[str]:
    """The names that expressions take from around them, in their order."""
    found: list[str] = []

    def look(node: ast.AST, bound: frozenset[str]) -> None:
        if isinstance(node, ast.Name):
            if node.id not in bound:
                found.append(node.id)
        elif isinstance(node, ast.Lambda):
            look(node.body, bound | {a.arg for a in node.args.args})
        elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            for clause in node.generators:
                look(clause.iter, bound)
                bound |= {n.id for n in ast.walk(clause.target) if isinstance(n, ast.Name)}
                for condition in clause.ifs:
                    look(condition, bound)
            parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            for part in parts:
                look(part, bound)
        else:
            for child in ast.iter_child_nodes(node):
                look(child, bound)

    for node in nodes:
        look(node, frozenset())
    return found


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
    """A number of 64 bits, or (nested) tuples of such numbers."""
    if isinstance(value, tuple):
        return all(is_simple_number(item) for item in value)
    if type(value) is int:
        return -(2**63) <= value < 2**63
    return type(value) in (bool, float)
