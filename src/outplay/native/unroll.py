"""Loops over a few constants, written out: what LLVM does not do for nested loops.

for step in self.directions:            step = 1
    for number in range(3):             number = 0
        line &= discs >> step * number  line &= discs >> step * number
                                        number = 1
                                        …
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.BitXor: operator.xor, ast.USub: operator.neg, ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}  # fmt: skip
MOST_BITS = 4096
"""Numbers of more bits, and powers and shifts beyond it, are left to run time."""

MOST_ROUNDS = 8
MOST_STATEMENTS = 150
"""Loops that would become longer than that stay loops, with what is inside them."""

Static = Callable[[ast.expr], Any]
"""The int or tuple of ints that an expression is known to be; None if it is not."""

_SIMPLE = (ast.Assign, ast.AugAssign, ast.If, ast.For, ast.Return, ast.Expr)


def evaluate(node: ast.expr, known: Mapping[str, int], static: Static) -> Any:
    """The value of an expression of constants, or None."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name) and node.id in known:
        return known[node.id]
    if isinstance(node, ast.Name | ast.Attribute):
        return static(node)
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        operands = [evaluate(node.operand, known, static)]
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        operands = [evaluate(node.left, known, static)]
        if operands[0] is not None:
            operands.append(evaluate(node.right, known, static))
    else:
        return None
    if any(type(operand) is not int or operand.bit_length() > MOST_BITS for operand in operands):
        return None
    if isinstance(node.op, ast.LShift | ast.Pow) and not 0 <= operands[1] <= MOST_BITS // 8:
        return None
    try:
        value = _OPERATORS[type(node.op)](*operands)
    except (ArithmeticError, ValueError):  # Python raises it too, where it comes there
        return None
    return value if type(value) is int else None


def rounds(node: ast.For, known: dict[str, int], static: Static) -> tuple[int, ...] | None:
    """The values that a loop goes through, if it may be written out; None if it may not."""
    if node.orelse or not isinstance(node.target, ast.Name):
        return None
    values: Any = None
    call = node.iter
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range":
        ends = [evaluate(argument, known, static) for argument in call.args]
        if all(type(end) is int for end in ends) and 1 <= len(ends) <= 2:
            if len(range(*ends)) > MOST_ROUNDS:
                return None
            values = tuple(range(*ends))
    else:
        values = evaluate(call, known, static)
    if not isinstance(values, tuple) or len(values) > MOST_ROUNDS:
        return None
    if not all(type(value) is int for value in values):
        return None
    name = node.target.id
    for part in ast.walk(node):
        if isinstance(part, ast.Break | ast.Continue | ast.Yield | ast.YieldFrom | ast.While):
            return None
        if isinstance(part, ast.stmt) and not isinstance(part, _SIMPLE):
            return None
        names = isinstance(part, ast.Name) and part.id == name and part is not node.target
        if names and not isinstance(part.ctx, ast.Load):  # type: ignore[attr-defined]
            return None
    return values


def written_out(
    node: ast.For, known: dict[str, int], static: Static, room: int
) -> tuple[tuple[int, ...], int] | None:
    """The values that a loop goes through and the statements that it becomes, if it is to be.

    None if it stays a loop, which it does where it would take more than `room` statements.
    """
    values = rounds(node, known, static)
    if values is None:
        return None
    size = _size(node, values, known, static, min(room, MOST_STATEMENTS))
    return None if size is None else (values, size)


def _size(
    node: ast.For, values: tuple[int, ...], known: dict[str, int], static: Static, room: int
) -> int | None:
    """Statements that the loop becomes, loops inside it written out too; None beyond `room`."""
    assert isinstance(node.target, ast.Name)
    total = 0
    for value in values:
        inside = _length(node.body, {**known, node.target.id: value}, static, room - total - 1)
        if inside is None:
            return None
        total += 1 + inside
    return total


def _length(body: list[ast.stmt], known: dict[str, int], static: Static, room: int) -> int | None:
    """Statements that a body becomes; None beyond `room`."""
    total = 0
    for statement in body:
        more: int | None
        values = rounds(statement, known, static) if isinstance(statement, ast.For) else None
        if isinstance(statement, ast.For) and values is not None:
            more = _size(statement, values, known, static, room - total)
        else:
            inner = [*getattr(statement, "body", ()), *getattr(statement, "orelse", ())]
            more = _length(inner, known, static, room - total - 1)
            more = None if more is None else more + 1
        if more is None or total + more > room:
            return None
        total += more
    return total
