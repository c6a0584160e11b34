"""Expressions: names, operators, conditions, comprehensions."""

from __future__ import annotations

import ast
import collections
import types
from collections.abc import Callable
from typing import Any

from outplay.native.front.bitmaps import has_bits_type
from outplay.native.front.compare import is_dict, is_set
from outplay.native.front.containers import Containers
from outplay.native.front.emit import Join
from outplay.native.front.iterate import Call, Generator, Lazy, Pack
from outplay.native.front.scopes import Bound, Closure, OneOf, Partial, Scope
from outplay.native.front.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    NUMBERS,
    STR,
    UNBOUND,
    ArrayT,
    BoxT,
    ConstT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    UnionT,
)
from outplay.native.front.values import FALSE, TRUE, V

Put = Callable[[V, V], Any]


class Expressions(Containers):
    """Walks over expressions and writes their code."""

    scope: Scope
    node: Any
    closures: dict[Any, Closure]

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
                    v = self._bound(scope.prefix + name, v)
                return self.load(v.t.var.t, v.p[0]) if isinstance(v.t, BoxT) else v
            if name in scope.names and scope.left:
                return self.unsupported("a function that outlives the one around it")
            if name in scope.names and not scope.is_comprehension:
                # Set in a loop that may not have run, or not set at all.
                if scope.prefix + name not in self.kept:
                    self.kept.add(scope.prefix + name)
                    self.module.types.changed = True
                self.fail(UnboundLocalError)
                return V(NEVER)
            scope = scope.parent
        source = self.scope.source
        found, value = self.module.global_value(source, name)
        if not found:
            self.fail(NameError)
            return V(NEVER)
        return self.const(value)

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

    def display(self, elts: list[ast.expr], start: Callable[[], V], put: Put) -> list[V] | V:
        """The items of a display; what `start` and `put` make if a star has no known length."""
        items: list[V] = []
        whole: V | None = None
        for elt in elts:
            if not isinstance(elt, ast.Starred):
                more: list[V] | None = [self.expr(elt)]
            else:
                v = self.expr(elt.value)
                more = self._star(v)
            if more is None and whole is None:
                whole = start()
                for item in items:
                    put(whole, self.value_of(item))
            if whole is None:
                items += more or []
            elif more is None:
                self.each(v, lambda item: put(whole, self.value_of(item)))
            else:
                for item in more:
                    put(whole, self.value_of(item))
        return items if whole is None else whole

    def _star(self, v: V) -> list[V] | None:
        """What `*v` stands for, if its length is known."""
        if isinstance(v.t, TupleT) and v.t.is_tuple:
            return self.items_of(v)
        if isinstance(v.k, Pack):
            return list(v.k.items)
        if isinstance(v.t, ConstT) and isinstance(v.k, tuple | list | range) and len(v.k) < 100:
            return [self.const(item) for item in v.k]
        return None

    def on_Tuple(self, node: ast.Tuple) -> V:
        items = self.display(node.elts, self._new_display, self.append)
        if isinstance(items, V):
            return self.seq_from(items)
        if self.dead:
            return V(NEVER)
        if all(item.known and _is_constant(item) for item in items):
            return self.const(tuple(item.k for item in items))
        if any(_is_slice(item) or getattr(item.k, "once", False) for item in items):
            return self.pack(items)
        if any(isinstance(item.k, Closure | Bound | Partial) for item in items):
            return self.pack(items)
        values = [self.value_of(item) for item in items]
        if any(isinstance(v.t, ConstT) for v in values) and not self.dead:
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
            return V(NEVER)
        if any(getattr(item.k, "once", False) for item in items):
            return self.unsupported("an iterator in a list")
        items = [self.value_of(item) for item in items]
        record = self.record("list", tuple(range(len(items))), items)
        if record is not None:
            return record
        t = NEVER
        for item in items:
            t = self.types.join(t, item.t)  # type: ignore[assignment]
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
        if self.peeking and all(i.known and _is_constant(i) for i in items):
            return self.const(frozenset(i.k for i in items))
        if items is not None and len(items) > 2 and all(i.known and _is_constant(i) for i in items):
            # Python keeps such a display as a frozenset, and copies that.
            for constant in self.scope.source.frozen_sets:
                if constant == frozenset(i.k for i in items):
                    return self.set_from(self.const(constant))
            if all(is_literal(elt) for elt in node.elts):
                return self.set_from(self.const(frozenset(tuple(i.k for i in items))))
        xs = self.set_from(self.const(()))
        if items is not None:
            for item in items:
                self.add(xs, self.value_of(item))
            return xs
        for elt in node.elts:
            if isinstance(elt, ast.Starred):
                self.method(xs, "update", [self.expr(elt.value)], {})
            else:
                self.add(xs, self.value_of(self.expr(elt)))
        return xs

    def on_Dict(self, node: ast.Dict) -> V:
        if all(isinstance(k, ast.Constant) and isinstance(k.value, str) for k in node.keys):
            names = tuple(k.value for k in node.keys)  # type: ignore[union-attr]
            if ("dict", names) in self.module.records:
                items = [self.value_of(self.expr(v)) for v in node.values]
                return self.record("dict", names, items)  # type: ignore[return-value]
        elif node.keys and node.keys[0] is None:
            first = self.expr(node.values[0])
            if isinstance(first.t, ObjT) and isinstance(first.t.cls, tuple):
                return self._record_with(first, node)
        d = self.new_dict(("dict", self.place_of_node()))
        for number, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if key is None:
                more = first if number == 0 else self.expr(value)
                self.method(d, "update", [more], {})
            else:
                k = self.value_of(self.expr(key))
                self.set_item(d, k, self.expr(value))
        return d

    def _record_with(self, first: V, node: ast.Dict) -> V:
        """`{**record, "field": …}`."""
        t = first.t
        assert isinstance(t, ObjT)
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
            spec = value.format_spec
            if spec is not None and not (
                isinstance(spec, ast.JoinedStr)
                and all(isinstance(part, ast.Constant) for part in spec.values)
            ):
                return self.unsupported("a format in an f-string that is computed")
            v = self.expr(value.value)
            if value.conversion == 115:
                v = self.text_of(v)
            elif value.conversion != -1:
                v = self.call_constant(repr, [v], {})
            text = "".join(part.value for part in spec.values) if spec is not None else ""  # type: ignore[attr-defined]
            parts.append(self.formatted(v, text))
        total = self.const("")
        for part in parts:
            total = self.binary("Add", total, part)
        return total

    # --- operators ----------------------------------------------------------------------------

    def on_BinOp(self, node: ast.BinOp) -> V:
        if isinstance(node.op, ast.Add) and (_is_part(node.left) or _is_part(node.right)):
            return self.concatenation(node)
        a = self.expr(node.left)
        if is_set(a.t) and not self.dead:
            return self._of_sets(node, a)
        b = self.expr(node.right)
        self.node = node
        return self.binary(type(node.op).__name__, a, b)

    def _of_sets(self, node: ast.BinOp, a: V) -> V:
        """An operation of a set: one that nobody else has cannot be changed."""
        elem = a.t.elem  # type: ignore[attr-defined]
        name = {"BitOr": "set_with_one", "Sub": "set_without_one"}.get(type(node.op).__name__)
        given, right = self._nobody_elses(node.left, a), node.right
        if isinstance(right, ast.Set) and len(right.elts) == 1 and name and has_bits_type(elem):
            if not isinstance(right.elts[0], ast.Starred):
                x = self.value_of(self.expr(right.elts[0]))
                self.node = node
                if self.dead:
                    return V(NEVER)
                if str(x.t) == str(elem):
                    return V(a.t, self.call_library(name, given, x).p)
                b = self.set_from(self.const(()))
                self.add(b, x)
                return self.binary(type(node.op).__name__, a, b)
        b = self.expr(right)
        self.node = node
        if self.dead or not is_set(b.t):
            return self.binary(type(node.op).__name__, a, b)
        found = self.binary(type(node.op).__name__, given, self._nobody_elses(right, b))
        if given is a or not isinstance(found.t, FrozenT):
            return found
        return V(a.t, found.p) if str(found.t.elem) == str(elem) else self.thawed(found)

    def _nobody_elses(self, node: ast.expr, v: V) -> V:
        """A set of small ints that was only just made, as a frozenset."""
        made = isinstance(node, ast.BinOp | ast.Set | ast.SetComp) or (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and self.expr(node.func).k is set
        )
        if made and isinstance(v.t, Container) and has_bits_type(v.t.elem):
            return V(FrozenT(v.t.elem), v.p)
        return v

    def binary(self, name: str, a: V, b: V) -> V:
        if self.dead:
            return V(NEVER)
        if (
            a.known
            and b.known
            and isinstance(a.k, tuple | list)
            and isinstance(b.k, tuple | list | int)
        ):
            if isinstance(a.t, ConstT) and name in ("Add", "Mult") and len(a.k) < 10**5:
                folded = self.fold(name, a.k, b.k)
                if folded is not None and isinstance(a.k, tuple):
                    return folded
        if name == "BitOr" and all(
            v.k is None or isinstance(v.k, type | types.UnionType) for v in (a, b)
        ) and not (a.k is b.k is None):  # fmt: skip
            return self.const(a.k | b.k)  # `int | float`, for isinstance
        found = self.arithmetic(name, a, b)
        if found is not None:
            return found
        for one in (a, b):
            if isinstance(one.t, UnionT):
                return self.dispatch(
                    one,
                    lambda arm: (
                        self.binary(name, arm, b) if one is a else self.binary(name, a, arm)
                    ),
                )
        if isinstance(a.t, StrT) and name == "Mod":
            return self.percent(a, b)
        a, b = self.materialise(a), self.materialise(b)
        found = self.operator_of_containers(name, a, b)
        if found is not None:
            return found
        self.fail(TypeError)
        return V(NEVER)

    def operator_of_containers(self, name: str, a: V, b: V) -> V | None:
        s, t = a.t, b.t
        if isinstance(s, ArrayT) or isinstance(t, ArrayT):
            return self.array_operator(name, a, b)
        if isinstance(s, StrT) and isinstance(t, StrT) and name == "Add":
            if a.known and b.known:
                return self.const(a.k + b.k)
            return self.call_library("str_add", a, b)
        if name == "Mult":
            if t in (INT, BOOL) and _is_sequence(s):
                return self.repeated(a, self.to_int(b))
            if s in (INT, BOOL) and _is_sequence(t):
                return self.repeated(b, self.to_int(a))
        if name == "Add" and isinstance(s, TupleT | SeqT) and isinstance(t, TupleT | SeqT):
            if isinstance(s, TupleT) and isinstance(t, TupleT) and len(s.items) + len(t.items) <= 8:
                return self.tuple_of([*self.items_of(a), *self.items_of(b)])
            return self.joined_tuples(a, b)
        if name == "Add" and isinstance(s, Container) and isinstance(t, Container):
            if s.kind == t.kind == "list":
                xs = self.list_from(a)
                self.method(xs, "extend", [b], {})
                return xs
        if isinstance(s, Container) and isinstance(t, Container) and s.kind == t.kind == "Counter":
            ways = {"Add": "add", "Sub": "sub", "BitOr": "or", "BitAnd": "and"}
            if name in ways:
                return self.call_library(f"counter_{ways[name]}", a, b)
        if is_set(s) and is_set(t):
            names = {"BitOr": "union", "BitAnd": "intersection", "Sub": "difference",
                     "BitXor": "symmetric_difference"}  # fmt: skip
            if name in names:
                return self.method(a, names[name], [b], {})
        if is_dict(s) and is_dict(t) and name == "BitOr":
            d = self.method(a, "copy", [], {})
            self.method(d, "update", [b], {})
            return d
        if isinstance(s, StrT) and name == "Mod":
            return self.percent(a, b)
        special = SPECIAL.get(name)
        for one, other, prefix in ((a, b, "__"), (b, a, "__r")):
            if special and isinstance(one.t, TupleT | ObjT) and isinstance(one.t.cls, type):
                own = self.own_method(one.t.cls, f"{prefix}{special}__")
                if own is not None:
                    return self.call_function(own, [one, other], {})
        return None

    def repeated(self, v: V, n: V) -> V:
        """`v * n` of a string, tuple or list."""
        if isinstance(v.t, StrT):
            return self.call_library("str_repeat", v, n)
        if isinstance(v.t, TupleT) and n.known and len(v.t.items) * max(0, n.k) <= 8:
            return self.tuple_of(self.items_of(v) * max(0, n.k))
        xs = self.indexable(v)
        site = ("repeat", self.place_of_node(), str(v.t))
        elem = self.types.element(v.t) if isinstance(v.t, TupleT | SeqT) else v.t.elem  # type: ignore[attr-defined]
        var = self.types.var(site, elem)
        length = self.length(xs)
        positive = self.op(f"icmp sgt i64 {n.p[0]}, 0")
        times = self.op(f"select i1 {positive}, i64 {n.p[0]}, i64 0")
        total = self.new_list(var, self.op(f"mul i64 {times}, {length.p[0]}"))
        self.each(
            V(self.range_type, ("0", times, "1")),
            lambda _: self.each(xs, lambda item: self.append(total, item)),
        )
        return total if isinstance(v.t, Container) else self.seq_from(total)

    def joined_tuples(self, a: V, b: V) -> V:
        """`a + b` of tuples in the arena."""
        elem = self.types.join(self.types.element(a.t), self.types.element(b.t))  # type: ignore[arg-type]
        a, b = self.convert(a, SeqT(elem)), self.convert(b, SeqT(elem))
        if self.dead:
            return V(NEVER)
        m, n = self.length(a).p[0], self.length(b).p[0]
        total = self.op(f"add i64 {m}, {n}")
        words = self.op(f"mul i64 {total}, {elem.words}")
        address = self.allocate(self.op(f"add i64 {words}, 1"))
        self.poke(address, 0, total)
        first = self.op(f"mul i64 {m}, {elem.words}")
        start = self.op(f"add i64 {address}, 8")
        self.copy_words(start, self.op(f"add i64 {a.p[0]}, 8"), first)
        second = self.op(f"add i64 {start}, {self.op(f'shl i64 {first}, 3')}")
        self.copy_words(
            second, self.op(f"add i64 {b.p[0]}, 8"), self.op(f"mul i64 {n}, {elem.words}")
        )
        return V(SeqT(elem), (address,))

    def concatenation(self, node: ast.BinOp) -> V:
        """`a[:i] + (x,) + a[i + 1:]`: slices are copied once, to where they belong."""
        nodes: list[ast.expr] = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
            nodes.insert(0, left.right)
            left = left.left
        nodes.insert(0, left)
        parts: list[tuple[V, V | None, V | None]] = []
        for part in nodes:
            if _is_part(part):
                assert isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice)
                base = self.expr(part.value)
                lower = self.expr(part.slice.lower) if part.slice.lower else None
                upper = self.expr(part.slice.upper) if part.slice.upper else None
                parts.append((base, lower or self.const(0), upper))
            else:
                parts.append((self.expr(part), None, None))
            if self.dead:
                return V(NEVER)
        self.node = node
        values = [self.materialise(v) for v, _, _ in parts]
        if all(isinstance(v.t, StrT) for v in values):
            return self._joined(parts, values, STR)
        if all(
            isinstance(v.t, SeqT) or (isinstance(v.t, TupleT) and v.t.cls is None) for v in values
        ):
            elem = NEVER
            for v in values:
                elem = self.types.join(elem, self.types.element(v.t))  # type: ignore[arg-type,assignment]
            return self._joined(parts, values, SeqT(elem))
        total: V | None = None
        for v, lower, upper in parts:
            one = v if lower is None else self.slice_of(v, lower, upper, None)
            total = one if total is None else self.binary("Add", total, one)
        assert total is not None
        return total

    def _joined(self, parts: list[tuple[V, V | None, V | None]], values: list[V], t: Any) -> V:
        """Parts of tuples or strings, one behind the other."""
        spans: list[tuple[V, str, str]] = []
        total = "0"
        for (_, lower, upper), v in zip(parts, values, strict=True):
            if isinstance(t, SeqT):
                v = self.convert(v, t)
            start = "0"
            length = self.length(v)
            if lower is not None:
                a, b, _ = self.bounds(lower, upper, None, length)
                start = a.p[0]
                n = self.op(f"sub i64 {b.p[0]}, {start}")
                some = self.op(f"icmp sgt i64 {n}, 0")
                length = V(INT, (self.op(f"select i1 {some}, i64 {n}, i64 0"),))
            spans.append((v, start, length.p[0]))
            total = self.op(f"add i64 {total}, {length.p[0]}")
        if self.dead:
            return V(NEVER)
        if isinstance(t, StrT):
            size = self.op(f"mul i64 {total}, {self.module.char}")
            text = self.allocate(self.op(f"add i64 2, {self.op(f'ashr i64 {size}, 3')}"))
            at = "0"
            for v, start, n in spans:
                given = f"i64 {text}, i64 {at}, i64 {v.p[0]}, i64 {start}, i64 {n}"
                self.do(f"call void @str_copy({given})")
                at = self.op(f"add i64 {at}, {n}")
            return V(STR, (self.op(f"call i64 @str_done(i64 {text}, i64 {total})"),))
        words = t.elem.words
        address = self.allocate(self.op(f"add i64 1, {self.op(f'mul i64 {total}, {words}')}"))
        self.poke(address, 0, total)
        at = self.op(f"add i64 {address}, 8")
        for v, start, n in spans:
            source = self.element(v.p[0], start, t.elem, 1)
            size = self.op(f"mul i64 {n}, {words}")
            self.copy_words(at, source, size)
            at = self.op(f"add i64 {at}, {self.op(f'shl i64 {size}, 3')}")
        return V(t, (address,))

    def on_UnaryOp(self, node: ast.UnaryOp) -> V:
        if isinstance(node.op, ast.Not):
            return self.negation(self.truth(self.expr(node.operand)))
        v = self.expr(node.operand)
        return self.unary(type(node.op).__name__, v)

    def unary(self, name: str, v: V) -> V:
        if isinstance(v.t, UnionT):
            return self.dispatch(v, lambda arm: self.unary(name, arm))
        if v.known and isinstance(v.k, int | float) and not (name == "Invert" and v.t is FLOAT):
            value = {"USub": lambda x: -x, "UAdd": lambda x: +x, "Invert": lambda x: ~x}[name](v.k)
            return self.const(value)
        if isinstance(v.t, ArrayT):
            return self.array_unary(name, v)
        if isinstance(v.t, EnumT) and v.t.is_flags and name == "Invert":
            members = v.t.members
            turned = [~m for m in members]
            if all(m in members for m in turned):
                at = self.choose(v, [members.index(m) for m in turned])
                return V(v.t, at.p)
            return self.unsupported("`~` of these flags")
        v = self.number(v)
        found = self.negate(v) if name == "USub" else self.invert(v) if name == "Invert" else (
            self.to_int(v) if v.t is BOOL else v if v.t in NUMBERS else None)  # fmt: skip
        if found is None:
            own = None
            if isinstance(v.t, TupleT | ObjT) and isinstance(v.t.cls, type):
                own = self.own_method(
                    v.t.cls, {"USub": "__neg__", "Invert": "__invert__", "UAdd": "__pos__"}[name]
                )
            if own is not None:
                return self.call_function(own, [v], {})
            self.fail(TypeError)
            return V(NEVER)
        return found

    def on_BoolOp(self, node: ast.BoolOp) -> V:
        """`a or b`: one of the values themselves."""
        join = Join(self)
        stop = isinstance(node.op, ast.Or)
        for value in node.values[:-1]:
            v = self.expr(value)
            if self.dead:
                break
            test = self.truth(v)
            if test.known:
                if test.k == stop:
                    self.jump(join, v)
                    break
                continue
            out, on = self.fresh("out"), self.fresh("on")
            self.cbr(test.p[0], *((out, on) if stop else (on, out)))
            env = dict(self.env)
            self.start(out)
            kept = V(BOOL, ("true" if stop else "false",), stop) if v.t is BOOL else v
            if isinstance(v.t, UnionT) and stop:
                kept = self.without_none(v)
            self.jump(join, kept)
            self.start(on)
            self.env = env
            self.narrow(value, not stop)
        else:
            last = self.expr(node.values[-1])
            self.jump(join, last)
        found = self.land(join)
        return found[0] if found else V(NEVER)

    def without_none(self, v: V) -> V:
        """A value that is known not to be None."""
        t = v.t
        if isinstance(t, UnionT) and len(t.members) == 2 and NONE in t.members:
            return self.arm(v, 1 - t.members.index(NONE))
        return v

    def on_IfExp(self, node: ast.IfExp) -> V:
        yes, no, after = Join(self), Join(self), Join(self)
        self.condition(node.test, yes, no)
        self.land(yes)
        if not self.dead:
            self.jump(after, self.expr(node.body))
        self.land(no)
        if not self.dead:
            self.jump(after, self.expr(node.orelse))
        found = self.land(after)
        return found[0] if found else V(NEVER)

    # --- comparisons --------------------------------------------------------------------------

    def on_Compare(self, node: ast.Compare) -> V:
        left = self.expr(node.left)
        if len(node.ops) == 1:
            return self.compare(type(node.ops[0]).__name__, left, self.operand(node, 0))
        join = Join(self)
        for number, op in enumerate(node.ops):
            right = self.operand(node, number)
            test = self.compare(type(op).__name__, left, right)
            if self.dead:
                break
            if number == len(node.ops) - 1:
                self.jump(join, test)
                break
            test = self.truth(test)
            if test.known and not test.k:
                self.jump(join, FALSE)
                break
            if not test.known:
                on, off = self.fresh("on"), self.fresh("off")
                self.cbr(test.p[0], on, off)
                env = dict(self.env)
                self.start(off)
                self.jump(join, FALSE)
                self.start(on)
                self.env = env
            left = right
        found = self.land(join)
        return found[0] if found else V(NEVER)

    def operand(self, node: ast.Compare, number: int) -> V:
        op, right = node.ops[number], node.comparators[number]
        if isinstance(op, ast.In | ast.NotIn):
            return self.iterable(right)
        return self.expr(right)

    def compare(self, name: str, a: V, b: V) -> V:
        if self.dead:
            return FALSE
        if name in ("In", "NotIn"):
            found = self.contains(b, a)
            return self.negation(found) if name == "NotIn" else found
        if name in ("Is", "IsNot"):
            found = self.identical(a, b)
            return self.negation(found) if name == "IsNot" else found
        if isinstance(a.t, ArrayT) or isinstance(b.t, ArrayT):
            return self.array_compare(name, a, b)
        if name in ("Eq", "NotEq"):
            own = self._own_comparison("__eq__", a, b) or self.same_class(a, b)
            found = own if own is not None else self.equal(a, b)
            return self.negation(self.truth(found)) if name == "NotEq" else found
        own = self._own_comparison(f"__{_ORDERS[name]}__", a, b)
        return own if own is not None else self.order(name, a, b)

    def _own_comparison(self, name: str, a: V, b: V) -> V | None:
        if isinstance(a.t, TupleT | ObjT) and isinstance(a.t.cls, type):
            own = self.own_method(a.t.cls, name)
            if own is not None:
                return self.call_function(own, [a, b], {})
        return None

    def same_class(self, a: V, b: V) -> V | None:
        """`type(x) is cls`, where x is of several types."""
        for one, two in ((a, b), (b, a)):
            if isinstance(one.k, OneOf):
                if not isinstance(two.k, type):
                    return self.unsupported("comparing classes so")
                return self.dispatch(
                    one.k.of, lambda arm: TRUE if self.class_of(arm.t) is two.k else FALSE
                )
        return None

    def identical(self, a: V, b: V) -> V:
        """`a is b`: of None, truth values, members of an Enum and classes."""
        classes = self.same_class(a, b)
        if classes is not None:
            return classes
        if isinstance(a.t, ConstT) and isinstance(b.t, ConstT):
            return TRUE if a.k is b.k else FALSE
        if isinstance(a.t, UnionT):
            return self.dispatch(a, lambda arm: self.identical(arm, b))
        if isinstance(b.t, UnionT):
            return self.dispatch(b, lambda arm: self.identical(a, arm))
        if a.t is NONE or b.t is NONE:
            return TRUE if a.t is b.t else FALSE
        if a.t != b.t and not (isinstance(a.t, StrT) and isinstance(b.t, StrT)):
            return FALSE
        if a.t.reference:
            return V(BOOL, (self.op(f"icmp eq i64 {a.p[0]}, {b.p[0]}"),))
        return self.equal(a, b)

    # --- conditions ---------------------------------------------------------------------------

    def condition(self, node: ast.expr, yes: Join, no: Join) -> None:
        """Goes to `yes` or `no`; what the test says of variables is known there."""
        if self.dead:
            return
        if isinstance(node, ast.BoolOp):
            for value in node.values[:-1]:
                on = Join(self)
                if isinstance(node.op, ast.And):
                    self.condition(value, on, no)
                else:
                    self.condition(value, yes, on)
                self.land(on)
            self.condition(node.values[-1], yes, no)
            return
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.condition(node.operand, no, yes)
            return
        test = self.truth(self.expr(node))
        if self.dead:
            return
        if test.known:
            self.narrow(node, bool(test.k))
            self.jump(yes if test.k else no)
            return
        a, b = self.fresh("yes"), self.fresh("no")
        self.cbr(test.p[0], a, b)
        env = dict(self.env)
        self.start(a)
        self.narrow(node, True)
        self.jump(yes)
        self.start(b)
        self.env = env
        self.narrow(node, False)
        self.jump(no)

    def fork(self, test: V, yes: Join, no: Join) -> None:
        test = self.truth(test)
        if self.dead:
            return
        if test.known:
            self.jump(yes if test.k else no)
            return
        a, b = self.fresh("yes"), self.fresh("no")
        self.cbr(test.p[0], a, b)
        env = dict(self.env)
        self.start(a)
        self.jump(yes)
        self.start(b)
        self.env = env
        self.jump(no)

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
        self, generators: list[ast.comprehension], outer: Scope, body: Callable[[], None],
        first: V | None = None,
    ) -> None:  # fmt: skip
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
            if items and all(item.known and _is_constant(item) for item in items):
                return self.const(tuple(item.k for item in items))
            return self.pack(items)
        if isinstance(node, ast.Set):
            before, self.peeking = self.peeking, True
            found = self.expr(node)
            self.peeking = before
            return found
        return self.expr(node)


_ORDERS = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge"}
SPECIAL = {"Add": "add", "Sub": "sub", "Mult": "mul", "BitAnd": "and", "BitOr": "or", "BitXor": "xor",
            "Mod": "mod", "FloorDiv": "floordiv", "Div": "truediv"}  # fmt: skip


def _is_constant(v: V) -> bool:
    kinds = (bool, int, float, str, type(None), tuple)
    return (
        isinstance(v.k, kinds)
        or isinstance(v.k, type)
        or (hasattr(v.k, "_value_") and not isinstance(v.k, Lazy | Pack))
    )


def is_literal(node: ast.expr) -> bool:
    """Does Python know its value while compiling?"""
    if isinstance(node, ast.UnaryOp):
        return is_literal(node.operand)
    if isinstance(node, ast.BinOp):
        return is_literal(node.left) and is_literal(node.right)
    if isinstance(node, ast.Tuple):
        return all(is_literal(elt) for elt in node.elts)
    return isinstance(node, ast.Constant)


def _is_part(node: ast.expr) -> bool:
    """Is it a slice without a step?"""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Slice)
        and node.slice.step is None
    )


def _is_slice(v: V) -> bool:
    return isinstance(v.t, ConstT) and type(v.k).__name__ == "Slice"


def _is_sequence(t: Any) -> bool:
    return isinstance(t, StrT | TupleT | SeqT) or (isinstance(t, Container) and t.kind == "list")


__all__ = ["STR", "Call", "Expressions", "FrozenT", "collections"]
