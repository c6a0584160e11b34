"""Numbers in rules: constants as Python computes them, and bits that may be lost."""

from __future__ import annotations

import ast
from typing import Any

from outplay import bits
from outplay.native.names import Names
from outplay.native.rewrite import expression
from outplay.native.unroll import evaluate

_RING = {
    ast.Add: "bits_add(_x, _y)", ast.Sub: "bits_subtract(_x, _y)",
    ast.Mult: "bits_multiply(_x, _y)", ast.LShift: "bits_shift_left(_x, _y)",
    ast.BitAnd: "_x & _y", ast.BitOr: "_x | _y", ast.BitXor: "_x ^ _y",
}  # fmt: skip
"""Operations of which the low bits depend on low bits alone, and how they are done modulo 2**64."""


class Numbers(Names):
    """Rewrites the arithmetic in a rule."""

    def number(self, node: ast.expr) -> Any:
        """The int or flat tuple of ints behind a name, if it is a constant."""
        found, value = self.static(node)
        if not found or isinstance(value, bool):
            return None
        if isinstance(value, int):
            return value
        flat = isinstance(value, tuple) and all(type(item) is int for item in value)
        return value if flat else None

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if type(node.value) is int and not fits(node.value):
            raise self.error(node, f"the number {node.value} does not fit into 64 bits.")
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        return self._constant_of(node) or self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        constant = self._constant_of(node)
        if constant is not None:
            return constant
        if isinstance(node.op, ast.BitAnd):
            masked = self._masked(node.left, node.right) or self._masked(node.right, node.left)
            if masked is not None:
                return ast.fix_missing_locations(ast.copy_location(masked, node))
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if isinstance(node.op, ast.BitAnd) and isinstance(node.target, ast.Name):
            masked = self._masked(node.value, ast.Name(node.target.id, ast.Load()))
            if masked is not None:
                plain = ast.Assign([node.target], masked)
                return ast.fix_missing_locations(ast.copy_location(plain, node))
        return self.generic_visit(node)

    def _masked(self, node: ast.expr, mask: ast.expr) -> ast.expr | None:
        """`node & mask`, if bits that the mask does not have may be lost on the way to it."""
        number = evaluate(mask, self.known, self.number)
        if type(number) is int and 0 <= number < 2**63 and _is_ring(node):
            return ast.BinOp(self.modular(node), ast.BitAnd(), ast.Constant(number))
        inverted = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert)
        shift = node.operand if isinstance(node, ast.UnaryOp) and inverted else node
        if not isinstance(shift, ast.BinOp) or not isinstance(shift.op, ast.LShift):
            return None
        parts = {
            "_mask": self.visit(mask), "_x": self.visit(shift.left), "_n": self.visit(shift.right),
        }  # fmt: skip
        name = "masked_not_shift" if inverted else "masked_shift"
        return expression(f"{name}(_mask, _x, _n)", node, **parts)

    def _constant_of(self, node: ast.expr) -> ast.expr | None:
        """What an expression of constants comes to, as Python computes it."""
        value = evaluate(node, {}, self.number)
        if type(value) is not int:
            return None
        if not fits(value):
            written = ast.unparse(node)
            raise self.error(node, f"the number `{written}` does not fit into 64 bits.")
        return ast.copy_location(ast.Constant(value), node)

    def modular(self, node: ast.expr) -> ast.expr:
        """The low 64 bits of an expression: what is above them is dropped, not noticed."""
        value = evaluate(node, {}, self.number)
        if type(value) is int:
            return ast.copy_location(ast.Constant(bits.wrap(value)), node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return expression("bits_subtract(0, _x)", node, _x=self.modular(node.operand))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            return expression("~_x", node, _x=self.modular(node.operand))
        if not isinstance(node, ast.BinOp) or type(node.op) not in _RING:
            new: ast.expr = self.visit(node)
            return new
        right = self.visit if isinstance(node.op, ast.LShift) else self.modular
        parts = {"_x": self.modular(node.left), "_y": right(node.right)}
        return expression(_RING[type(node.op)], node, **parts)


def _is_ring(node: ast.expr) -> bool:
    """Is it an operation that could overflow, and the low bits of which are right even so?"""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitXor):
        return _is_ring(node.left) or _is_ring(node.right)
    return isinstance(node, ast.BinOp) and isinstance(
        node.op, ast.Add | ast.Sub | ast.Mult | ast.LShift
    )


def fits(value: int) -> bool:
    """Is it an int of 64 bits?"""
    return -(2**63) <= value < 2**63
