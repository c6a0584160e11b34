"""Loops over the actions, outcomes and moves of a position, in a kernel that is compiled."""

from __future__ import annotations

import ast
import copy

from outplay.native.books import (
    NUMBERS,
    room,
)
from outplay.native.rewrite import statements
from outplay.native.rules import ITEMS, Rules
from outplay.native.support import (
    WORD,
    field,
)

FEW = 1
"""Actions that are made first where a search may be done with the first."""


class Loops(ast.NodeTransformer):
    """Rewrites the loops of one function of a kernel."""

    rules: Rules
    names: set[str]
    """The kernel's own functions."""
    top: str
    """The variable that says where the stack of actions is free."""
    loops: int

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements, rewritten."""
        raise NotImplementedError

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        call = node.iter
        if isinstance(call, ast.Call) and is_run(call.func):
            return self._each(node, call)
        if not (is_rule(call) and call.func.attr in ITEMS):  # type: ignore[attr-defined]
            return self.generic_visit(node)
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        rule = call.func.attr
        name, stride = self.rules.need(rule), self.rules.stride(rule)
        self.loops += 1
        number, outer = self.loops, self.top
        here = f"({outer} + _i{number} * {stride})"
        shape = self.rules.forms.state if ITEMS[rule] == "state" else self.rules.forms.action
        item = shape.build_text(here)
        if rule == "outcomes":
            item = f"({item}, peek_float({here}, {shape.words}))"
        # What a playout tries is no line that is searched.
        follow = f"\n    poke({field('path')}, ply, {here})\n    poke({field('path')}, ply + 1, 0)"
        searched = any(isinstance(n, ast.Name) and n.id in self.names for n in ast.walk(node))
        run = "run, " if name == "actions_ordered" else ""
        some = self.rules.first_few(rule) if rule == "actions" else None
        if some and searched and not node.orelse and _can_stop(node):
            return self._few_first(node, call, some, item + follow)
        head = statements(
            f"if {outer} >= {field('stack_end')}:\n"
            f"    raise TooMany\n"
            f"_n{number} = {name}({run}_state, {outer})\n"
            f"_top{number} = {outer} + _n{number} * {stride}\n"
            f"_mark{number} = arena_mark()\n"
            f"for _i{number} in range(_n{number}):\n"
            f"    arena_reset(_mark{number})\n"
            f"    _target = {item}{follow if searched else ''}",
            node,
            _state=self.visit(call.args[0]),
        )
        loop = head[-1]
        assert isinstance(loop, ast.For) and isinstance(loop.body[1], ast.Assign)
        loop.body[1].targets = [node.target]
        self.top = f"_top{number}"
        loop.body += self.block(node.body)
        self.top = outer
        loop.orelse = self.block(node.orelse)
        return head

    def _few_first(self, node: ast.For, call: ast.Call, some: str, item: str) -> list[ast.stmt]:
        """A loop that may stop early: only if it does not are all actions made."""
        number, outer, stride = self.loops, self.top, self.rules.stride("actions")
        head = statements(
            f"if {outer} >= {field('stack_end')}:\n"
            f"    raise TooMany\n"
            f"_n{number} = {some}(_state, {outer}, {FEW})\n"
            f"_top{number} = {outer} + _n{number} * {stride}\n"
            f"_mark{number} = arena_mark()\n"
            f"_next{number} = 0\n"
            f"_more{number} = _n{number} == {FEW}\n"
            f"while _next{number} < _n{number} or _more{number}:\n"
            f"    arena_reset(_mark{number})\n"
            f"    if _next{number} == _n{number}:\n"
            f"        poke({field('path')}, ply, 0)\n"
            f"        _n{number} = {self.rules.need('actions')}(_again, {outer})\n"
            f"        _top{number} = {outer} + _n{number} * {stride}\n"
            f"        _more{number} = False\n"
            f"        if _next{number} >= _n{number}:\n"
            f"            break\n"
            f"    _i{number} = _next{number}\n"
            f"    _next{number} += 1\n"
            f"    _target = {item}",
            node,
            _state=self.visit(call.args[0]),
            _again=self.visit(copy.deepcopy(call.args[0])),
        )
        loop = head[-1]
        assert isinstance(loop, ast.While)
        for statement in loop.body:
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "_target":
                statement.targets = [node.target]
        self.top = f"_top{number}"
        loop.body += self.block(node.body)
        self.top = outer
        return head

    def _each(self, node: ast.For, call: ast.Call) -> list[ast.stmt]:
        """`for index, a in run.each(n)`: the prepared moves, in their order.

        `run.picked(n)`: they are not in order yet; the best of the rest is found each time.
        """
        action = self.rules.forms.action
        stride, outer = action.words * WORD, self.top
        here = f"({outer} + _index * {stride})"
        assert isinstance(node.target, ast.Tuple)
        index, a = (ast.unparse(part) for part in node.target.elts)
        assert isinstance(call.func, ast.Attribute)
        picks = call.func.attr == "picked"
        pick = "    if _i < _n0:\n        pick(_order, _i, _n0)\n" if picks else ""
        head = statements(
            f"_n = _n0 = {ast.unparse(call.args[0])}\n"
            f"_order = {outer} + _n * {stride}\n"
            f"_top1 = {outer} + _n * {room(action)}\n"
            f"if _top1 >= {field('stack_end')}:\n"
            f"    raise TooMany\n"
            f"_i = 0\n"
            f"_mark = arena_mark()\n"
            f"while _i < _n:\n"
            f"    arena_reset(_mark)\n"
            f"{pick}"
            f"    _index = {NUMBERS - 1} - (peek(_order, _i) & {NUMBERS - 1})\n"
            f"    _i += 1\n"
            f"    {index} = _index\n"
            f"    {a} = {action.build_text(here)}\n"
            f"    poke({field('path')}, ply, {here})\n"
            f"    poke({field('path')}, ply + 1, 0)",
            node,
        )
        loop = head[-1]
        assert isinstance(loop, ast.While)
        self.top = "_top1"
        loop.body += self.block(node.body)
        self.top = outer
        return head


def _can_stop(loop: ast.For) -> bool:
    """Is there a way out of a loop before its end?"""
    return any(isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop))


def is_rule(node: ast.AST) -> bool:
    """Is it `game.rule(…)`?"""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "game"
    )


def is_run(node: ast.AST) -> bool:
    """Is it `run.something`?"""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "run"
    )
