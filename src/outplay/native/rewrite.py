"""Small pieces of new syntax."""

from __future__ import annotations

import ast

from outplay.native.parsing import parsed


def statements(text: str, where: ast.AST, **parts: ast.expr) -> list[ast.stmt]:
    """Parsed `text`, located at `where`, with names replaced by expressions."""
    module = parsed(text)
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
