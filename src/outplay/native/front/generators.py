"""Generators, which are written where they are gone through."""

from __future__ import annotations

import ast
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.emit import Join
from outplay.native.front.items import Items
from outplay.native.front.scopes import Closure, Scope, Source
from outplay.native.front.values import V


class Generators(Items):
    """Functions that yield, or build a list."""

    def write_in(self, source: Source, given: dict[str, V], parent: Scope | None) -> V:
        """The body of a function, here, with variables of its own."""
        if len(self.inlining) > 40:
            return self.unsupported("functions inside functions as deep as this")
        scope = Scope(self.hidden("f"), source.locals, source, parent)
        self.call_sites.append(self.place_of_node())
        found = self._activated(scope, given)
        self.call_sites.pop()
        if not isinstance(found.t, T.Const):  # a function still needs its variables
            self._forget(scope)
        return found

    def _activated(self, scope: Scope, given: dict[str, V]) -> V:
        """The body of a function in a scope of its own, with its parameters; what it returns."""
        before = self.scope, self.weight, self.node, self.plain
        self.scope, scope.returns = scope, Join(self)
        for name, v in given.items():
            self.env[scope.prefix + name] = self.kept_iterator(v, name)
        self.inlining.append(scope.source.node)
        self.block(scope.source.body)
        if not self.dead:
            self.jump(scope.returns, self.const(None))
        self.inlining.pop()
        self.scope, self.weight, self.node, self.plain = before
        return self.landed(scope.returns)

    def kept_iterator(self, v: V, name: str, node: ast.AST | None = None) -> V:
        """A value for a variable: an iterator that is used in several places knows where it is."""
        from outplay.native.front.iterators import Cursor, cursor_of, is_iterator

        if not is_iterator(v) or isinstance(v.k, Cursor) or self.dead:
            return v
        if used_once(self.scope.function().source.node, name, node):
            return v
        cursor = cursor_of(self.whole(), v)
        return self.const(cursor) if cursor is not None else V(T.NEVER)

    def _forget(self, scope: Scope) -> None:
        scope.left = True
        for name in [n for n in self.env if n.startswith(scope.prefix)]:
            del self.env[name]

    def run_generator(
        self, source: Any, arguments: list[V], keywords: dict[str, V], body: Any
    ) -> None:
        """The body of a generator function, here: `yield` is the body of the loop over it."""
        parent = None
        closure = source if isinstance(source, Closure) else None
        if isinstance(source, Closure):
            source, parent = source.source, source.scope
        given = self.parameters(source, arguments, keywords)
        if given is None:
            return
        if closure is not None and (closure.owner is not self or self.calls_itself(closure)):
            found = self.call_lifted(closure, given, collect=True)
            if not self.dead:
                self.each(found, body)
            return
        if not source.library and (source.node in self.inlining or len(self.inlining) > 12):
            if parent is not None:
                self.unsupported("a generator inside a rule that calls itself")
                return
            values = {name: self.as_argument(v) for name, v in given.items()}
            self.each(self.call_version(source, values, collect=True), body)
            return
        before = self.scope, self.weight, self.node, self.plain
        handlers = list(self.handlers)

        def outside(v: V) -> None:
            """The body belongs to whoever goes through the generator."""
            inside = self.scope, self.weight, self.node, self.plain
            inlining, own = self.inlining, self.handlers
            self.scope, self.weight, self.node, self.plain = before
            self.inlining, self.handlers = inlining[:depth], list(handlers)
            body(v)
            self.scope, self.weight, self.node, self.plain = inside
            self.inlining, self.handlers = inlining, own

        depth = len(self.inlining)
        scope = Scope(self.hidden("g"), source.locals, source, parent, yields=outside)
        scope.used_at = self.place() if source.library else None
        self._activated(scope, given)
        self._forget(scope)


def _comprehensions(function: ast.AST, bound: ast.AST | None) -> list[ast.AST]:
    """Those that bind a name themselves, at `bound`."""
    kinds = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, kinds)
        and any(n is bound for g in node.generators for n in ast.walk(g.target))
    ]


def used_once(function: ast.AST, name: str, bound: ast.AST | None) -> bool:
    """Is a variable read in one place only, which no loop comes to again?"""
    uses: list[tuple[ast.AST, ...]] = []
    home: tuple[ast.AST, ...] = ()

    def look(node: ast.AST, around: tuple[ast.AST, ...]) -> None:
        nonlocal home
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            uses.append(around)
        if node is bound:
            home = around
        if isinstance(node, ast.For):
            look(node.iter, around)
            for child in (node.target, *node.body, *node.orelse):
                look(child, (*around, node))
            return
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            look(node.generators[0].iter, around)
            targets = [n for g in node.generators for n in ast.walk(g.target)]
            names = {n.id for n in targets if isinstance(n, ast.Name)}
            if name in names and not any(n is bound for n in targets):
                return  # a variable of its own
            for child in ast.iter_child_nodes(node):
                if child is node.generators[0]:
                    for part in (child.target, *child.ifs):
                        look(part, (*around, node))
                else:
                    look(child, (*around, node))
            return
        deeper = isinstance(node, ast.While | ast.FunctionDef | ast.Lambda) and node is not function
        for child in ast.iter_child_nodes(node):
            look(child, (*around, node) if deeper else around)

    for around in _comprehensions(function, bound):  # a variable of a comprehension
        function = around
    look(function, ())
    return len(uses) == 1 and uses[0] == home
