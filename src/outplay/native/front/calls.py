"""Calls: of functions, classes, methods and of what is built in."""

from __future__ import annotations

import ast
import functools
import itertools
import types
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.attributes import Method
from outplay.native.front.classes import Classes, Spread, _is_super
from outplay.native.front.lazy import Call, Function, Lazy, Pack
from outplay.native.front.scopes import Bound, Closure, Partial, Source, is_part, name_of, text_keys
from outplay.native.front.values import UNKNOWN, V
from outplay.native.source import Unsupported, unwrap


class Calls(Classes):
    """Who is called, with what."""

    def on_Call(self, node: ast.Call) -> V:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self.unsupported("`super()` here")
        if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            return self._super(node)
        if isinstance(node.func, ast.Attribute):
            counted = self._counted_bits(node)
            if counted is not None:
                return counted
            in_part = node.func.attr == "count" and is_part(node.func.value)
            base = self.iterable(node.func.value) if in_part else self.expr(node.func.value)
            call = functools.partial(self.call_method, base, node.func.attr)
        else:
            function = self.expr(node.func)
            if function.k is str and len(node.args) == 1:
                said = self.caught_text(node.args[0])
                if said is not None:
                    return said
            call = functools.partial(self.call, function)
        arguments, keywords = self.arguments(node)
        if self.dead:
            return V(T.NEVER)
        self.node = node
        return call(arguments, keywords)

    def _counted_bits(self, node: ast.Call) -> V | None:
        """`bin(x).count("1")`, which is how many people count bits."""
        match node:
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Call(func=ast.Name() as made, args=[ast.expr() as x], keywords=[]),
                    attr="count",
                ),
                args=[ast.Constant(value="1")],
                keywords=[],
            ) if not isinstance(x, ast.Starred) and self.expr(made).k is bin:
                v = self.expr(x)
            case _:
                return None
        self.node = node
        if v.t in (T.INT, T.BIG):
            return self.method(v, "bit_count", [], {})
        return self.method(self.call(self.const(bin), [v], {}), "count", [self.const("1")], {})

    def arguments(self, node: ast.Call) -> tuple[list[V], dict[str, V]]:
        arguments: list[V] = []
        for a in node.args:
            if not isinstance(a, ast.Starred):
                arguments.append(self.expr(a))
                continue
            v = self.expr(a.value)
            if isinstance(v.t, T.Union):
                v = self._tuple_arm(v)
            arguments += self.starred(v)
        keywords: dict[str, V] = {}
        for k in node.keywords:
            names = text_keys(k.value) if k.arg is None else None
            if names is not None:
                assert isinstance(k.value, ast.Dict)
                keywords.update(zip(names, map(self.expr, k.value.values), strict=True))
            elif k.arg is None:
                v = self.expr(k.value)
                if T.is_record(v.t) and v.t.cls[0] == "dict":
                    keywords.update(zip(v.t.names, self.fields_of(v), strict=True))
                elif isinstance(v.k, dict):
                    keywords.update({name: self.const(x) for name, x in v.k.items()})
                else:
                    self.unsupported("`**` of this")
            else:
                keywords[k.arg] = self.expr(k.value)
        return arguments, keywords

    def starred(self, v: V) -> list[V]:
        """`*v` as arguments."""
        if T.is_record(v.t):
            is_dict = v.t.cls[0] == "dict"
            return [self.const(n) for n in v.t.names] if is_dict else self.fields_of(v)
        items = self.known_items(v)
        return [self.const(Spread(v))] if items is None else items

    def _tuple_arm(self, v: V) -> V:
        """The one member of a union that can be spread; others raise."""
        assert isinstance(v.t, T.Union)
        fitting = [n for n, m in enumerate(v.t.members) if isinstance(m, T.Tuple)]
        if len(fitting) != 1:
            return v
        self.fail_if(self.op(f"icmp ne i64 {v.p[0]}, {fitting[0]}"), TypeError)
        return self.arm(v, fitting[0])

    def call(self, function: V, arguments: list[V], keywords: dict[str, V]) -> V:
        if self.dead:
            return V(T.NEVER)
        if isinstance(function.t, T.Union):
            return self.dispatch(function, lambda arm: self.call(arm, arguments, keywords))
        if not isinstance(function.t, T.Const):
            if isinstance(function.t, T.Tuple | T.Obj) and isinstance(function.t.cls, type):
                own = self.own_method(function.t.cls, "__call__")
                if own is not None:
                    return self.call_function(own, [function, *arguments], keywords)
            return self.fail(TypeError)
        return self.call_constant(function.k, arguments, keywords)

    def call_constant(self, f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        """Calls what is known while compiling."""
        if isinstance(f, Closure):
            return self.call_closure(f, arguments, keywords)
        if isinstance(f, Bound):
            if isinstance(f.function, Method):
                return self.call_method(f.of, f.function.name, arguments, keywords)
            return self.call_constant(f.function, [f.of, *arguments], keywords)
        if isinstance(f, Partial):
            return self.call(f.function, [*f.arguments, *arguments], {**f.keywords, **keywords})
        if isinstance(f, functools.partial):
            named = {name: self.const(v) for name, v in f.keywords.items()} | keywords
            return self.call_constant(f.func, [*map(self.const, f.args), *arguments], named)
        special = self.module.special(f)
        if special is not None:
            known = f is zip and len(arguments) == 1
            if not known and any(isinstance(a.k, Spread) for a in arguments):
                return self._special_of_spread(f, arguments, keywords)
            found = special(self, arguments, keywords)
            assert isinstance(found, V)
            return found
        if isinstance(f, type):
            return self.instantiate(f, arguments, keywords)
        if isinstance(f, types.MethodType):
            owner = f.__self__
            function = unwrap(f.__func__)
            return self.call_function(function, [self.const(owner), *arguments], keywords)
        plain = unwrap(f)
        if isinstance(plain, types.FunctionType):
            return self.call_function(plain, arguments, keywords)
        if isinstance(f, types.BuiltinMethodType | types.MethodWrapperType) and isinstance(
            getattr(f, "__self__", None), str | tuple | list | dict | set | frozenset
        ):
            return self.call_method(self.const(f.__self__), f.__name__, arguments, keywords)
        if isinstance(f, types.MethodDescriptorType):
            return self.call_method(arguments[0], f.__name__, arguments[1:], keywords)
        return self.unsupported(f"`{name_of(f)}`")

    def _special_of_spread(self, f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        """`max(*values)` is `max(values)`, if there are two; so it is with `chain(*rows)`."""
        alone = len(arguments) == 1
        if f is itertools.chain and alone:
            return self.call_constant(itertools.chain.from_iterable, [arguments[0].k.of], keywords)
        if f not in (min, max) or not alone or isinstance(arguments[0].k.of.t, T.Union):
            return self.unsupported("`*` of a value of unknown length here")
        xs = self.indexable(arguments[0].k.of)
        few = self.op(f"icmp slt i64 {self.length(xs).p[0]}, 2")
        self.unsupported_if(few, "`*` of fewer than two values")
        return self.call_constant(f, [xs], keywords)

    def call_function(self, function: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        function = unwrap(function)
        special = self.module.special(function)
        if special is not None or not isinstance(function, types.FunctionType):
            return self.call_constant(function, arguments, keywords)
        if not self.module.may_compile(function):
            return self.unsupported(f"`{name_of(function)}`")
        try:
            source = self.module.source(function)
        except Unsupported as error:
            return self.unsupported(str(error).rstrip("."))
        if source.generator:
            return self.const(Call(source, arguments, keywords))
        given = self.parameters(source, arguments, keywords)
        if given is None:
            return V(T.NEVER)
        return self.call_compiled(source, given)

    def _parameters_of_spread(
        self, source: Source, arguments: list[V], keywords: dict[str, V]
    ) -> dict[str, V] | None:
        """Parameters by name for `f(a, *values)`, whose number only the search knows."""
        names, vararg = source.parameters, source.node.args.vararg
        if any(name in keywords for name in names):
            self.unsupported("a keyword beside `*` of a value of unknown length")
            return None
        only: V = arguments[0].k.of if len(arguments) == 1 else V(T.NEVER)
        if len(arguments) > 1 or isinstance(only.t, T.Union):
            xs = self.new_list(self.types.var(("spread", self.place_of_node())))
            for a in arguments:
                if isinstance(a.k, Spread):
                    self.each(a.k.of, lambda item: self.append(xs, self.value_of(item)))
                else:
                    self.append(xs, self.value_of(a))
        else:
            xs = self.list_from(only) if only.t is T.RANGE else self.indexable(only)
        if self.dead:
            return None
        length = self.length(xs).p[0]
        needed = len(names) - len(source.defaults)
        self.fail_if(self.op(f"icmp slt i64 {length}, {needed}"), TypeError)
        if len(names) > needed:
            few = self.op(f"icmp slt i64 {length}, {len(names)}")
            self.unsupported_if(few, "`*` of fewer values than there are parameters")
        if vararg is None:
            self.fail_if(self.op(f"icmp sgt i64 {length}, {len(names)}"), TypeError)
        fixed = [self.item_at(xs, self.const(n)) for n in range(len(names))]
        given = self.parameters(source, fixed, keywords)
        if given is not None and vararg is not None:
            rest = self.slice_of(xs, self.const(len(names)), None, None)
            given[vararg.arg] = self.seq_from(rest)
        return given

    def parameters(
        self, source: Source, arguments: list[V], keywords: dict[str, V]
    ) -> dict[str, V] | None:
        """Parameters by name; None where Python would raise a TypeError."""
        if any(isinstance(a.k, Spread) for a in arguments):
            return self._parameters_of_spread(source, arguments, keywords)
        a = source.node.args
        names = source.parameters
        given: dict[str, V] = {}
        if len(arguments) > len(names) and a.vararg is None:
            self.fail(TypeError)
            return None
        given.update(zip(names, arguments, strict=False))
        rest = dict(keywords)
        for name in (*names, *(p.arg for p in a.kwonlyargs)):
            if name in rest and name not in given:
                given[name] = rest.pop(name)
        if a.vararg is not None:
            rest_of = [self.value_of(v) for v in arguments[len(names) :]]
            given[a.vararg.arg] = self.tuple_of(rest_of)
        if a.kwarg is not None:
            d = self.new_dict(("kwargs", self.place_of_node()))
            for name, v in rest.items():
                self.set_item(d, self.const(name), v)
            given[a.kwarg.arg] = d
        elif rest:
            self.fail(TypeError)
            return None
        first = len(names) - len(source.defaults)
        for number, default in enumerate(source.defaults):
            given.setdefault(names[first + number], self.const(default))
        for name, default in source.keyword_defaults.items():
            given.setdefault(name, self.const(default))
        if any(name not in given for name in (*names, *(p.arg for p in a.kwonlyargs))):
            self.fail(TypeError)
            return None
        return given

    def call_compiled(self, source: Source, given: dict[str, V]) -> V:
        """A call of a function that is compiled on its own."""
        given = {name: self.as_argument(v) for name, v in given.items()}
        is_ours = self.scope.source.kernel or self.scope.source.filename == "<outplay>"
        is_inline = source.key in self.module.inline and not is_ours
        if any(
            isinstance(v.k, Closure | Pack | Bound | Partial | Lazy) for v in given.values()
        ) or (is_inline and source.node not in self.inlining):
            return self.write_in(source, given, None)
        for name, t in (source.declared or {}).items():
            given[name] = self.declared(given[name], t)
        if not source.scoped:
            return self.call_version(source, given)
        mark = self.op("call i64 @arena_mark(i64 %run)")
        found = self.call_version(source, given)
        self.do(f"call void @arena_reset(i64 %run, i64 {mark})")
        return found

    def as_argument(self, v: V) -> V:
        """A value that is passed on: of most constants, there is a version for each."""
        plain = (tuple, list, dict, set, frozenset, range)
        return self.materialise(v) if isinstance(v.t, T.Const) and isinstance(v.k, plain) else v

    def declared(self, v: V, t: Any) -> V:
        """An argument as the type that was declared; numbers become each other."""
        if t is T.FLOAT and v.t in (T.INT, T.BOOL):
            return V(T.FLOAT, self.to_float(v).p)
        if t is T.INT and v.t is T.BOOL:
            return V(T.INT, self.to_int(v).p)
        return V(t, self.convert(v, t).p)

    def call_version(self, source: Source, given: dict[str, V], collect: bool = False) -> V:
        """A call of a function as it is compiled for arguments of these types.

        `collect`: of all that a generator yields, as a list.
        """
        spec = self.module.spec(source, given, collect)
        parts = ["i64 %run", f"i64 {self.env['#top'].p[0]}"]
        for v, t in zip(given.values(), spec.types, strict=True):
            if isinstance(t, T.Const):
                continue
            v = self.convert(v, t)
            parts += [f"{kind} {part}" for kind, part in zip(t.kinds, v.p, strict=True)]
        if self.dead:
            return V(T.NEVER)
        self.callees.add(spec)
        t = spec.result
        shape = spec.shape
        found = self.op(f"call {shape} {spec.name}({', '.join(parts)})")
        status = found if not t.kinds else self.op(f"extractvalue {shape} {found}, 0")
        self.check_status(status)
        if t is T.NEVER:
            self.do("unreachable")
            self.dead = True
            return V(T.NEVER)
        values_out = tuple(
            self.op(f"extractvalue {shape} {found}, {1 + n}") for n in range(len(t.kinds))
        )
        if spec.constant is not UNKNOWN:
            return self.const(spec.constant)
        found_value = V(t, values_out, None if t is T.NONE else UNKNOWN)
        if spec.once:  # a list of what the iterator that it returned would have given
            return self.const(Function(lambda f, body: f.each(found_value, body)))
        return found_value
