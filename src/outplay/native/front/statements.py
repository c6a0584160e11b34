"""Statements."""

from __future__ import annotations

import ast
import functools
import importlib
from operator import attrgetter
from typing import Any

from outplay.native.front.assignments import Assignments
from outplay.native.front.emit import Join
from outplay.native.front.handling import OWN_MISTAKES
from outplay.native.front.scopes import Source, own_nodes
from outplay.native.front.values import V
from outplay.native.layout import OFFSET

LISTS = ("handlers", "inlining", "caught")
PLAIN = ("weight", "any_order", "peeking", "node", "plain")
"""What a statement that cannot be compiled may leave otherwise than it was."""

_lists, _plain = attrgetter(*LISTS), attrgetter(*PLAIN)


class Statements(Assignments):
    """Walks over statements and writes their code."""

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.dead:
                return
            before, self.node = self.node, statement
            mark, kept = self.mark(), self._kept_state()
            try:
                getattr(self, "do_" + type(statement).__name__, self.do_other)(statement)
            except OWN_MISTAKES as error:
                if self.module.strict:
                    raise
                self.back(mark)
                self._restore(kept)
                self.unsupported(f"this line ({type(error).__name__}: {error})")
            self.node = before

    def _kept_state(self) -> tuple[Any, ...]:
        scope = self.scope
        return scope, list(scope.loops), [*map(list, _lists(self)), *_plain(self)], dict(self.env)

    def _restore(self, kept: tuple[Any, ...]) -> None:
        """All as it was before a statement that could not be compiled."""
        self.scope, self.scope.loops, rest, self.env = kept
        for name, value in zip((*LISTS, *PLAIN), rest, strict=True):
            setattr(self, name, value)

    def do_other(self, node: ast.stmt) -> None:
        self.unsupported(f"`{type(node).__name__.lower()}`")

    def do_Pass(self, node: ast.Pass) -> None:
        pass

    def do_Global(self, node: ast.Global) -> None:
        self.unsupported("setting a global variable")

    def do_Nonlocal(self, node: ast.Nonlocal) -> None:
        pass

    def do_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            module = __import__(alias.name)
            if alias.asname:
                for part in alias.name.split(".")[1:]:
                    module = getattr(module, part)
            self.bind((alias.asname or alias.name).split(".")[0], self.const(module))

    def do_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = importlib.import_module(node.module or "")
        for alias in node.names:
            self.bind(alias.asname or alias.name, self.const(getattr(module, alias.name)))

    def do_Expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):
            return
        if isinstance(value, ast.Yield):
            self._yield(self.expr(value.value) if value.value else self.const(None))
        elif isinstance(value, ast.YieldFrom):
            self.each(self.expr(value.value), self._yield)
        else:
            self.expr(value)

    def _yield(self, v: V) -> None:
        yields = self.scope.function().yields
        if yields is None:
            self.unsupported("`yield` here")
            return
        scope = self.scope
        yields(v)
        self.scope = scope

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            self.unsupported("a decorated function inside a rule")
            return
        defaults = [self.expr(d) for d in node.args.defaults]
        self.bind(node.name, self.closure(node, node.name, defaults))

    def inner_source(self, node: Any, title: str) -> Source:
        outer = self.scope.source
        generator = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in own_nodes(node))
        made = Source(node, outer.filename, title, outer.scope, outer.cells, generator=generator)
        made.checked, made.library = outer.checked, outer.library
        return made

    def do_Return(self, node: ast.Return) -> None:
        value = self.expr(node.value) if node.value is not None else self.const(None)
        scope = self.scope.function()
        if scope.yields is not None:
            value = self.const(None)
        elif scope.source.result is not None and not self.dead:
            value = self.declared(value, scope.source.result)
        assert scope.returns is not None
        self.jump(scope.returns, value)

    def do_If(self, node: ast.If) -> None:
        yes, no, after = Join(self), Join(self), Join(self)
        self.condition(node.test, yes, no)
        self.land(yes)
        self.block(node.body)
        self.jump(after)
        self.land(no)
        self.block(node.orelse)
        self.jump(after)
        self.land(after)

    def do_While(self, node: ast.While) -> None:
        out, ended = Join(self), Join(self)
        known = set(self.env)

        def once(again: Join) -> None:
            yes = Join(self)
            self.hear()
            self.condition(node.test, yes, ended)
            self.land(yes)
            self.scope.loops.append((out, again))
            self.block(node.body)
            self.scope.loops.pop()
            self.jump(again)

        self.repeat(self.place_of_node(), self.assigned(node), once)
        self.land(ended)
        self.block(node.orelse)
        self.jump(out)
        self.land(out)
        self.forget(known)

    def hear(self) -> None:
        """Ends a loop of the rules' that may never end, if the search is told to stop.

        Those of the built-in games do end.
        """
        if self.dead or self.scope.source.ours:
            return
        word = self.op(f"load volatile i64, ptr {self.at('%run', OFFSET['check_at'])}, align 8")
        self.fail_if(self.op(f"icmp eq i64 {word}, 0"), "stop")

    def do_For(self, node: ast.For) -> None:
        out, known = Join(self), set(self.env)
        top, looping, self.loop = self.env["#top"], self.loop, node
        before, scope = (self.weight, self.plain), self.scope
        is_lent = scope.source.library and scope.yields is not None
        self.weight = self.weight if is_lent else weigh(node.body)
        iterable = self.iterable(node.iter)
        self.loop = looping
        # What a loop in a generator of the library does is done by the loop that goes through it.
        weight, plain = self.weight, self.plain if is_lent else is_plain(node)
        self.plain = plain

        def body(item: V) -> None:
            inner, self.scope = self.scope, scope
            node_before, self.node = self.node, node
            used = self.env["#top"]
            again = Join(self)
            scope.loops.append((out, again))
            self.assign(node.target, item)
            self.block(node.body)
            scope.loops.pop()
            self.jump(again)
            self.land(again)
            self.env["#top"] = used
            self.scope = inner
            self.node = node_before
            self.weight, self.plain = weight, plain

        self.each(iterable, body)
        self.weight, self.plain = before
        self.block(node.orelse)
        self.jump(out)
        self.land(out)
        if scope.yields is None or not scope.prefix:  # else they belong to who goes through it
            self.forget(known)
        self.env["#top"] = top

    def assigned(self, node: ast.AST) -> set[str]:
        """Variables that a loop sets: what they are there is not known before."""
        held = ((self.scope.holder(name), name) for name in stored_names(node))
        return {scope.prefix + name for scope, name in held if scope is not None}

    def do_Break(self, node: ast.Break) -> None:
        self.jump(self.scope.loops[-1][0])

    def do_Continue(self, node: ast.Continue) -> None:
        self.jump(self.scope.loops[-1][1])


@functools.lru_cache(maxsize=4096)
def stored_names(node: ast.AST) -> frozenset[str]:
    """Names that are bound there."""
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    return frozenset(n.id for n in names)


@functools.lru_cache(maxsize=4096)
def is_plain(node: ast.For) -> bool:
    """Is a loop simple enough to be written out?"""
    if node.orelse or not isinstance(node.target, ast.Name):
        return False
    hard = ast.Break | ast.Continue | ast.Yield | ast.YieldFrom | ast.While | ast.Try
    return not any(isinstance(part, hard) for part in ast.walk(node))


def weigh(body: list[ast.stmt]) -> int:
    """About how many statements a body becomes, loops inside it written out too."""
    total = 0
    for statement in body:
        inner = [*getattr(statement, "body", ()), *getattr(statement, "orelse", ())]
        rounds = 1
        if isinstance(statement, ast.For) and is_plain(statement):
            rounds = _rounds(statement.iter)
        total += 1 + rounds * weigh(inner)
    return total


def _rounds(node: ast.expr) -> int:
    """How often a loop goes round, as far as the eye can see."""
    if isinstance(node, ast.Tuple | ast.List):
        return len(node.elts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        ends: list[Any] = [getattr(a, "value", None) for a in node.args]
        if all(isinstance(end, int) for end in ends):
            return len(range(*ends))
    return 4
