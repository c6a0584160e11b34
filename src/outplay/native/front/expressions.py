"""Expressions: names, operators, conditions, comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from outplay.native.front.displays import Displays
from outplay.native.front.emit import Join
from outplay.native.front.lazy import Generator, Part, is_constant
from outplay.native.front.scopes import Scope, is_part
from outplay.native.front.types import NEVER, UNBOUND, BoxT, ConstT, SeqT, StrT, UnionT
from outplay.native.front.values import V


class Expressions(Displays):
    """Walks over expressions and writes their code."""

    def expr(self, node: ast.expr) -> V:
        if self.dead:
            return V(NEVER)
        before, self.node = self.node, node
        found: V = getattr(self, "on_" + type(node).__name__, self.on_other)(node)
        self.node = before
        return found

    def on_other(self, node: ast.expr) -> V:
        return self.unsupported(f"`{type(node).__name__}`")

    def on_Constant(self, node: ast.Constant) -> V:
        return self.const(node.value)

    # --- names --------------------------------------------------------------------------------

    def on_Name(self, node: ast.Name) -> V:
        v = self.lookup(node.id)
        if hasattr(v.k, "status") and isinstance(v.t, ConstT):
            return self.unsupported("the exception that was caught")
        return v

    def lookup(self, name: str) -> V:
        scope: Scope | None = self.scope
        while scope is not None:
            v = self.env.get(scope.prefix + name)
            if v is not None:
                if isinstance(v.t, UnionT) and v.t.members[0] is UNBOUND:
                    self._keep_after_loops(scope.prefix + name)
                    v = self._bound(scope.prefix + name, v)
                return self.load(v.t.var.t, v.p[0]) if isinstance(v.t, BoxT) else v
            if name in scope.names and scope.left:
                return self.unsupported("a function that outlives the one around it")
            if name in scope.names and not scope.is_comprehension:
                self._keep_after_loops(
                    scope.prefix + name
                )  # set in a loop that may not have run, or nowhere
                self.fail(UnboundLocalError)
                return V(NEVER)
            scope = scope.parent
        source = self.scope.source
        found, value = self.module.global_value(source, name)
        if not found:
            self.fail(NameError)
            return V(NEVER)
        return self.const(value)

    def _keep_after_loops(self, name: str) -> None:
        """A variable that a loop sets is used after it: from now on, loops carry it."""
        if name not in self.kept:
            self.kept.add(name)
            self.module.types.changed = True

    def _bound(self, name: str, v: V) -> V:
        """A variable that may not be set: it is, from here on."""
        union = v.t
        assert isinstance(union, UnionT)
        self.fail_if(self.op(f"icmp eq i64 {v.p[0]}, 0"), UnboundLocalError)
        rest = union.members[1:]
        if len(rest) == 1:
            v = self.arm(v, 1)
        else:
            lower = self.op(f"sub i64 {v.p[0]}, 1")
            smaller = UnionT(rest)
            if smaller.plain is not None and union.plain is None:
                return v
            v = V(smaller, (lower, *v.p[1:]))
        self.env[name] = v
        return v

    def bind(self, name: str, v: V) -> None:
        if self.dead:
            return
        scope: Scope | None = self.scope
        while scope is not None and (name not in scope.names):
            scope = scope.parent
        key = (scope or self.scope).prefix + name
        old = self.env.get(key)
        if old is not None and isinstance(old.t, BoxT):
            v = self.value_of(v)
            old.t.var.widen(v.t)
            self.store(self.convert(v, old.t.var.t), old.p[0])
            return
        self.env[key] = v

    def on_NamedExpr(self, node: ast.NamedExpr) -> V:
        v = self.expr(node.value)
        assert isinstance(node.target, ast.Name)
        inner = self.scope
        self.scope = self.scope.function()
        self.bind(node.target.id, v)
        self.scope = inner
        return v

    def on_Lambda(self, node: ast.Lambda) -> V:
        return self.closure(node, "lambda", [self.expr(d) for d in node.args.defaults])

    # --- displays -----------------------------------------------------------------------------

    # --- operators ----------------------------------------------------------------------------

    # --- comparisons --------------------------------------------------------------------------

    # --- conditions ---------------------------------------------------------------------------

    # --- comprehensions -----------------------------------------------------------------------

    def on_GeneratorExp(self, node: ast.GeneratorExp) -> V:
        return self._generator(node)

    def _generator(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> V:
        first = self.iterable(node.generators[0].iter)
        return self.const(Generator(node, self.scope, first)) if not self.dead else V(NEVER)

    def on_ListComp(self, node: ast.ListComp) -> V:
        return self.list_from(self._generator(node))

    def on_SetComp(self, node: ast.SetComp) -> V:
        return self.set_from(self._generator(node))

    def on_DictComp(self, node: ast.DictComp) -> V:
        d = self.new_dict(("dict", self.place_of_node()))

        def put() -> None:
            key = self.value_of(self.expr(node.key))
            self.set_item(d, key, self.expr(node.value))

        self.comprehension(node.generators, self.scope, put)
        return d

    def comprehension(
        self,
        generators: list[ast.comprehension],
        outer: Scope,
        body: Callable[[], None],
        first: V | None = None,
    ) -> None:
        """The loops of a comprehension, with `body` inside."""
        before = self.scope, self.weight, self.plain
        self.plain = False
        names = {n.id for g in generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        scope = Scope(self.hidden("c"), names, outer.source, outer, is_comprehension=True)

        def level(number: int) -> None:
            if number == len(generators):
                body()
                return
            g = generators[number]
            self.scope = outer if number == 0 else scope
            self.weight = 4 ** (len(generators) - number - 1) * 2
            self.plain = isinstance(g.target, ast.Name)
            iterable = first if number == 0 and first is not None else self.iterable(g.iter)

            def one(item: V) -> None:
                inner, self.scope = self.scope, scope
                skip = Join(self)
                self.assign(g.target, item)
                for test in g.ifs:
                    on = Join(self)
                    self.condition(test, on, skip)
                    self.land(on)
                if not self.dead:
                    level(number + 1)
                self.jump(skip)
                self.land(skip)
                self.scope = inner

            self.each(iterable, one)

        level(0)
        for name in names:
            self.env.pop(scope.prefix + name, None)
        self.scope, self.weight, self.plain = before

    def iterable(self, node: ast.expr) -> V:
        """Something to go through or look into: a display need not become a list for that."""
        if isinstance(node, ast.List | ast.Tuple) and not any(
            isinstance(e, ast.Starred) for e in node.elts
        ):
            items = [self.expr(e) for e in node.elts]
            if items and all(item.known and is_constant(item) for item in items):
                return self.const(tuple(item.k for item in items))
            return self.pack(items)
        if isinstance(node, ast.Set):
            before, self.peeking = self.peeking, True
            found = self.expr(node)
            self.peeking = before
            return found
        return self._uncopied(node) if is_part(node) else self.expr(node)

    def _uncopied(self, node: ast.expr) -> V:
        """A slice, without a copy where that makes no difference."""
        assert isinstance(node, ast.Subscript)
        v, index = self.expr(node.value), self.expr(node.slice)
        self.node = node
        if self.dead:
            return V(NEVER)
        if isinstance(v.t, StrT | SeqT) and not v.known:
            a, b, _ = self.bounds(index.k.lower, index.k.upper, None, self.length(v))
            return self.const(Part(v, a, b)) if not self.dead else V(NEVER)
        return self.subscript(v, index)
