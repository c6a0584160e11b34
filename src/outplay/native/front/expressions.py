"""Expressions: names, displays, comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.conditions import Conditions
from outplay.native.front.emit import Join
from outplay.native.front.lazy import Generator, Lazy, Pack, Part, is_constant, is_slice
from outplay.native.front.operators import Put
from outplay.native.front.scopes import (
    Bound,
    Closure,
    Partial,
    Scope,
    is_literal,
    is_part,
    text_keys,
)
from outplay.native.front.texts import formatted, joined
from outplay.native.front.values import V


class Expressions(Conditions):
    """Walks over expressions and writes their code."""

    def expr(self, node: ast.expr) -> V:
        if self.dead:
            return V(T.NEVER)
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
        if hasattr(v.k, "status") and isinstance(v.t, T.Const):
            return self.unsupported("the exception that was caught")
        return v

    def lookup(self, name: str) -> V:
        for scope in self.scope.chain():
            if scope.prefix + name in self.env:
                v = self.held(scope.prefix + name)
                return self.load(v.t.var.t, v.p[0]) if isinstance(v.t, T.Box) else v
            if name in scope.names and scope.left:
                return self.unsupported("a function that outlives the one around it")
            if name in scope.names and not scope.is_comprehension:
                # Set in a loop that may not have run, or nowhere.
                self._keep_after_loops(scope.prefix + name)
                return self.fail(UnboundLocalError)
        found, value = self.module.global_value(self.scope.source, name)
        return self.const(value) if found else self.fail(NameError)

    def _keep_after_loops(self, name: str) -> None:
        """A variable that a loop sets is used after it: from now on, loops carry it."""
        if name not in self.kept:
            self.kept.add(name)
            self.module.types.changed = True

    def held(self, name: str) -> V:
        """What a variable holds; one that may not be set is, from here on."""
        v = self.env[name]
        union = v.t
        if not isinstance(union, T.Union) or union.members[0] is not T.UNBOUND:
            return v
        self._keep_after_loops(name)
        self.fail_if(self.op(f"icmp eq i64 {v.p[0]}, 0"), UnboundLocalError)
        rest = union.members[1:]
        if len(rest) == 1:
            v = self.arm(v, 1)
        else:
            lower = self.op(f"sub i64 {v.p[0]}, 1")
            smaller = T.Union(rest)
            if smaller.plain is not None and union.plain is None:
                return v
            v = V(smaller, (lower, *v.p[1:]))
        self.env[name] = v
        return v

    def bind(self, name: str, v: V) -> None:
        if self.dead:
            return
        key = (self.scope.holder(name) or self.scope).prefix + name
        old = self.env.get(key)
        if old is not None and isinstance(old.t, T.Box):
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

    # --- displays: `(a, *b)`, `[…]`, `{…}`, `f"…"` ------------------------------------------------

    def display(self, elts: list[ast.expr], start: Callable[[], V], put: Put) -> list[V] | V:
        """The items of a display; what `start` and `put` make if a star has no known length."""
        items: list[V] = []
        whole: V | None = None
        for elt in elts:
            starred = isinstance(elt, ast.Starred)
            v = self.expr(elt.value if isinstance(elt, ast.Starred) else elt)
            more = self.known_items(v) if starred else [v]
            if more is None and whole is None:
                whole = start()
                self._put_each(items, whole, put)
            if whole is None:
                items += more or []
            else:
                self._put_each(v if more is None else more, whole, put)
        return items if whole is None else whole

    def _put_each(self, more: list[V] | V, whole: V, put: Put) -> None:
        if isinstance(more, V):
            self.each(more, lambda item: put(whole, self.value_of(item)))
        else:
            for item in more:
                put(whole, self.value_of(item))

    def on_Tuple(self, node: ast.Tuple) -> V:
        items = self.display(node.elts, self._new_display, self.append)
        if isinstance(items, V):
            return self.seq_from(items)
        if self.dead:
            return V(T.NEVER)
        if all(item.known and is_constant(item) for item in items):
            return self.const(tuple(item.k for item in items))
        kept = Closure | Bound | Partial
        if any(is_slice(i) or getattr(i.k, "once", False) or isinstance(i.k, kept) for i in items):
            return self.pack(items)
        values = [self.value_of(item) for item in items]
        if any(isinstance(v.t, T.Const) for v in values) and not self.dead:
            # Functions, classes and the like, which only exist while compiling.
            if all(item.known and not isinstance(item.k, Lazy | Pack) for item in items):
                return self.const(tuple(item.k for item in items))
            return self.pack(items)
        return self.tuple_of(values)

    def _new_display(self) -> V:
        return self.new_list(self.types.var(("display", self.place_of_node())))

    def on_List(self, node: ast.List) -> V:
        items = self.display(node.elts, self._new_display, self.append)
        if isinstance(items, V):
            return items
        if self.dead:
            return V(T.NEVER)
        if any(getattr(item.k, "once", False) for item in items):
            return self.unsupported("an iterator in a list")
        items = [self.value_of(item) for item in items]
        record = self.record("list", tuple(range(len(items))), items)
        if record is not None:
            return record
        t = self.types.all_of(item.t for item in items)
        var = self.types.var(("list", self.place_of_node(), str(t)), t)
        xs = self.new_list(var, len(items))
        for number, item in enumerate(items):
            self.store(self.convert(item, var.t), self.peek(xs.p[0], 2), number * var.t.words)
        self.poke(xs.p[0], 0, str(len(items)))
        return xs

    def record(self, kind: str, names: tuple[Any, ...], items: list[V]) -> V | None:
        """A list or dict that has the shape of a record that is known."""
        if (kind, names) not in self.module.records:
            return None
        return self.new_object(self.types.obj((kind, names), names), items)

    def on_Set(self, node: ast.Set) -> V:
        before, self.peeking = self.peeking, False
        items = self.display(node.elts, lambda: self.set_from(self.const(())), self.add)
        self.peeking = before
        if isinstance(items, V):
            return items
        constants = all(i.known and is_constant(i) for i in items)
        if self.peeking and constants:
            return self.const(frozenset(i.k for i in items))
        if len(items) > 2 and constants:
            # Python keeps such a display as a frozenset, and copies that.
            for constant in self.scope.source.frozen_sets:
                if constant == frozenset(i.k for i in items):
                    return self.set_from(self.const(constant))
            if all(is_literal(elt) for elt in node.elts):
                return self.set_from(self.const(frozenset(tuple(i.k for i in items))))
        xs = self.set_from(self.const(()))
        self._put_each(items, xs, self.add)
        return xs

    def on_Dict(self, node: ast.Dict) -> V:
        names = text_keys(node)
        if names is not None:
            if ("dict", names) in self.module.records:
                items = [self.value_of(self.expr(v)) for v in node.values]
                return self.new_object(self.types.obj(("dict", names), names), items)
        elif node.keys and node.keys[0] is None:
            first = self.expr(node.values[0])
            if T.is_record(first.t):
                return self._record_with(first, node)
        d = self.new_dict(("dict", self.place_of_node()))
        for number, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if key is None:
                more = first if number == 0 else self.expr(value)
                if not (T.is_dict(more.t) or isinstance(more.t, T.Obj | T.Const | T.Union)):
                    self.fail(TypeError)  # `update` takes pairs too
                    return d
                self.method(d, "update", [more], {})
            else:
                k = self.value_of(self.expr(key))
                self.set_item(d, k, self.expr(value))
        return d

    def _record_with(self, first: V, node: ast.Dict) -> V:
        """`{**record, "field": …}`."""
        t = first.t
        assert isinstance(t, T.Obj)
        fields = dict(zip(t.names, self.fields_of(first), strict=True))
        for key, value in zip(node.keys[1:], node.values[1:], strict=True):
            if not (isinstance(key, ast.Constant) and key.value in fields):
                return self.unsupported("a dict with other keys")
            fields[key.value] = self.expr(value)
        return self.new_object(t, [self.value_of(v) for v in fields.values()])

    def on_JoinedStr(self, node: ast.JoinedStr) -> V:
        parts: list[V] = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(self.const(value.value))
                continue
            assert isinstance(value, ast.FormattedValue)
            spec = getattr(value.format_spec, "values", ())
            texts: list[Any] = [getattr(part, "value", None) for part in spec]
            if not all(isinstance(text, str) for text in texts):
                return self.unsupported("a format in an f-string that is computed")
            said = self.caught_text(value.value) if value.conversion in (-1, 115) else None
            v = self.expr(value.value) if said is None else said
            if value.conversion == 115:
                v = self.text_of(v)
            elif value.conversion != -1:
                v = self.call_constant(repr, [v], {})
            parts.append(formatted(self.whole(), v, "".join(texts)))
        return joined(self.whole(), parts)

    # --- comprehensions -----------------------------------------------------------------------

    def on_GeneratorExp(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> V:
        first = self.iterable(node.generators[0].iter)
        return self.const(Generator(node, self.scope, first)) if not self.dead else V(T.NEVER)

    def on_ListComp(self, node: ast.ListComp) -> V:
        return self.list_from(self.on_GeneratorExp(node))

    def on_SetComp(self, node: ast.SetComp) -> V:
        return self.set_from(self.on_GeneratorExp(node))

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
            return V(T.NEVER)
        if isinstance(v.t, T.Str | T.Seq) and not v.known:
            a, b, _ = self.bounds(index.k.lower, index.k.upper, None, self.length(v))
            return self.const(Part(v, a, b)) if not self.dead else V(T.NEVER)
        return self.subscript(v, index)
