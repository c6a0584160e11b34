"""Calls: of functions, classes, methods and of what is built in."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import types
from typing import Any

from outplay.native.front.emit import Join
from outplay.native.front.items import Items, Method
from outplay.native.front.iterate import Call, Pack
from outplay.native.front.scopes import Bound, Closure, Partial, Scope, Source
from outplay.native.front.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    ArrayT,
    ConstT,
    EnumT,
    ObjT,
    TupleT,
    UnionT,
    field_names,
    is_frozen_dataclass,
)
from outplay.native.front.values import UNKNOWN, V
from outplay.native.source import unwrap

MOST_WRITTEN_IN = 3
"""How deep functions defined in rules may be written into each other."""


class Calls(Items):
    """Who is called, with what."""

    def on_Call(self, node: ast.Call) -> V:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self.unsupported("`super()` here")
        if isinstance(node.func, ast.Attribute) and _is_super(node.func.value):
            return self._super(node)
        if isinstance(node.func, ast.Attribute):
            base = self.expr(node.func.value)
            arguments, keywords = self.arguments(node)
            if self.dead:
                return V(NEVER)
            self.node = node
            return self.call_method(base, node.func.attr, arguments, keywords, node)
        function = self.expr(node.func)
        arguments, keywords = self.arguments(node)
        if self.dead:
            return V(NEVER)
        self.node = node
        return self.call(function, arguments, keywords)

    def arguments(self, node: ast.Call) -> tuple[list[V], dict[str, V]]:
        arguments: list[V] = []
        for a in node.args:
            if not isinstance(a, ast.Starred):
                arguments.append(self.expr(a))
                continue
            v = self.expr(a.value)
            if isinstance(v.t, UnionT):
                v = self._tuple_arm(v)
            if isinstance(v.k, Pack):
                arguments += v.k.items
            elif isinstance(v.t, ConstT) and isinstance(v.k, tuple | list):
                arguments += [self.const(item) for item in v.k]
            elif isinstance(v.t, TupleT) and v.t.is_tuple:
                arguments += self.items_of(v)
            elif isinstance(v.t, ObjT) and isinstance(v.t.cls, tuple):
                arguments += self.fields_of(v)
            else:
                arguments.append(V(ConstT(Spread(v)), (), Spread(v)))
        keywords: dict[str, V] = {}
        for k in node.keywords:
            if k.arg is None:
                v = self.expr(k.value)
                if isinstance(v.k, dict):
                    keywords.update({name: self.const(x) for name, x in v.k.items()})
                else:
                    self.unsupported("`**` of this")
            else:
                keywords[k.arg] = self.expr(k.value)
        return arguments, keywords

    def _tuple_arm(self, v: V) -> V:
        """The one member of a union that can be spread; others raise."""
        assert isinstance(v.t, UnionT)
        fitting = [n for n, m in enumerate(v.t.members) if isinstance(m, TupleT)]
        if len(fitting) != 1:
            return v
        self.fail_if(self.op(f"icmp ne i64 {v.p[0]}, {fitting[0]}"), TypeError)
        return self.arm(v, fitting[0])

    def call(self, function: V, arguments: list[V], keywords: dict[str, V]) -> V:
        if self.dead:
            return V(NEVER)
        if not isinstance(function.t, ConstT):
            if isinstance(function.t, TupleT | ObjT) and isinstance(function.t.cls, type):
                own = self.own_method(function.t.cls, "__call__")
                if own is not None:
                    return self.call_function(own, [function, *arguments], keywords)
            self.fail(TypeError)
            return V(NEVER)
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
            given = [self.const(a) for a in f.args]
            more = {k: self.const(v) for k, v in f.keywords.items()}
            return self.call_constant(f.func, [*given, *arguments], {**more, **keywords})
        special = self.module.special(f)
        if special is not None:
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
        return self.unsupported(f"`{_name(f)}`")

    def call_function(self, function: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        function = unwrap(function)
        special = self.module.special(function)
        if special is not None:
            found = special(self, arguments, keywords)
            assert isinstance(found, V)
            return found
        if not isinstance(function, types.FunctionType):
            return self.call_constant(function, arguments, keywords)
        if not self.module.may_compile(function):
            return self.unsupported(f"`{_name(function)}`")
        source = self.module.source(function)
        if source.generator:
            return self.const(Call(source, arguments, keywords))
        if any(isinstance(a.k, Spread) for a in arguments):
            arguments = self._spread_to(source, arguments)
        given = self.parameters(source, arguments, keywords)
        if given is None:
            return V(NEVER)
        return self.call_compiled(source, given)

    def _spread_to(self, source: Source, arguments: list[V]) -> list[V]:
        """A star of a value whose length only the search knows."""
        spread = [a for a in arguments if isinstance(a.k, Spread)]
        number = len(source.parameters) - (len(arguments) - len(spread))
        if len(spread) > 1 or source.node.args.vararg is not None:
            self.unsupported("`*` of a value of unknown length")
            return [V(NEVER) for _ in source.parameters]
        found: list[V] = []
        for a in arguments:
            found += self._spread(a.k.of, number) if isinstance(a.k, Spread) else [a]
        return found

    def parameters(
        self, source: Source, arguments: list[V], keywords: dict[str, V]
    ) -> dict[str, V] | None:
        """Parameters by name; None where Python would raise a TypeError."""
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
            given[a.vararg.arg] = self.pack_or_constant(arguments[len(names) :])
        if rest or a.kwarg is not None:
            if a.kwarg is not None:
                self.unsupported("`**` in a function")
            else:
                self.fail(TypeError)
            return None
        first = len(names) - len(source.defaults)
        for number, default in enumerate(source.defaults):
            given.setdefault(names[first + number], self.const(default))
        for name, default in source.keyword_defaults.items():
            given.setdefault(name, self.const(default))
        missing = [n for n in (*names, *(p.arg for p in a.kwonlyargs)) if n not in given]
        if missing:
            self.fail(TypeError)
            return None
        return given

    def pack_or_constant(self, items: list[V]) -> V:
        return self.tuple_of([self.value_of(item) for item in items])

    def call_compiled(self, source: Source, given: dict[str, V]) -> V:
        """A call of a function that is compiled on its own."""
        names = list(given)
        values = []
        for name in names:
            v = given[name]
            if isinstance(v.t, ConstT) and not self.module.is_argument(v):
                v = self.materialise(v)
            values.append(v)
        if any(isinstance(v.k, Closure | Pack) for v in values) or any(
            isinstance(v.k, Bound | Partial) or hasattr(v.k, "each")
            for v in values
            if isinstance(v.t, ConstT)
        ):
            return self.write_in(source, dict(zip(names, values, strict=True)), None)
        if source.declared is not None:
            values = [
                self.declared(v, source.declared[n]) for n, v in zip(names, values, strict=True)
            ]
        spec = self.module.spec(source, names, values, self)
        if not source.scoped:
            return self.call_spec(spec, values)
        mark = self.op("call i64 @arena_mark(i64 %run)")
        found = self.call_spec(spec, values)
        self.do(f"call void @arena_reset(i64 %run, i64 {mark})")
        return found

    def declared(self, v: V, t: Any) -> V:
        """An argument as the type that was declared; numbers become each other."""
        if t is FLOAT and v.t in (INT, BOOL):
            return V(FLOAT, self.to_float(v).p)
        if t is INT and v.t is BOOL:
            return V(INT, self.to_int(v).p)
        return V(t, self.convert(v, t).p)

    def call_spec(self, spec: Any, values: list[V]) -> V:
        parts = ["i64 %run"]
        for v, t in zip(values, spec.types, strict=True):
            if isinstance(t, ConstT):
                continue
            v = self.convert(v, t)
            parts += [f"{kind} {part}" for kind, part in zip(t.kinds, v.p, strict=True)]
        if self.dead:
            return V(NEVER)
        self.callees.add(spec)
        t = spec.result
        shape = spec.shape
        found = self.op(f"call {shape} {spec.name}({', '.join(parts)})")
        status = found if not t.kinds else self.op(f"extractvalue {shape} {found}, 0")
        self.check_status(status)
        if t is NEVER:
            self.do("unreachable")
            self.dead = True
            return V(NEVER)
        values_out = tuple(
            self.op(f"extractvalue {shape} {found}, {1 + n}") for n in range(len(t.kinds))
        )
        if spec.constant is not UNKNOWN:
            return self.const(spec.constant)
        return V(t, values_out, None if t is NONE else UNKNOWN)

    def check_status(self, status: str) -> None:
        """Passes an error on."""
        bad, good = self.fresh("bad"), self.fresh("good")
        self.cbr_unlikely(self.op(f"icmp ne i64 {status}, 0"), bad, good)
        env = dict(self.env)
        self.start(bad)
        self.reraise(V(NONE, (status,)))
        self.start(good)
        self.env = env

    # --- functions inside rules ---------------------------------------------------------------

    def call_closure(self, closure: Closure, arguments: list[V], keywords: dict[str, V]) -> V:
        source = closure.source
        names = source.parameters
        if closure.defaults:
            for name, v in zip(names[-len(closure.defaults) :], closure.defaults, strict=True):
                if name not in keywords and names.index(name) >= len(arguments):
                    keywords = {**keywords, name: v}
        if source.generator:
            return self.const(Call(closure, arguments, keywords))
        given = self.parameters(source, arguments, keywords)
        if given is None:
            return V(NEVER)
        if self.inlining.count(source.node) >= 1:
            return self.unsupported("a function inside a rule that calls itself")
        return self.write_in(source, given, closure.scope)

    def write_in(self, source: Source, given: dict[str, V], parent: Scope | None) -> V:
        """The body of a function, here, with variables of its own."""
        if len(self.inlining) > 40:
            return self.unsupported("functions inside functions as deep as this")
        scope = Scope(self.hidden("f"), source.locals, source, parent, returns=Join(self))
        assert scope.returns is not None
        before = self.scope, self.weight, self.node, self.plain
        for name, v in given.items():
            self.env[scope.prefix + name] = v
        self.scope = scope
        self.inlining.append(source.node)
        self.block(source.body)
        if not self.dead:
            self.jump(scope.returns, self.const(None))
        self.inlining.pop()
        self.scope, self.weight, self.node, self.plain = before
        found = self.land(scope.returns)
        self._forget(scope)
        return found[0] if found else V(NEVER)

    def _forget(self, scope: Scope) -> None:
        for name in [n for n in self.env if n.startswith(scope.prefix)]:
            del self.env[name]

    def run_generator(
        self, source: Any, arguments: list[V], keywords: dict[str, V], body: Any
    ) -> None:
        """The body of a generator function, here: `yield` is the body of whoever goes through it."""
        parent = None
        if isinstance(source, Closure):
            source, parent = source.source, source.scope
        given = self.parameters(source, arguments, keywords)
        if given is None:
            return
        if source.node in self.inlining or len(self.inlining) > 12:
            if parent is not None:
                self.unsupported("a generator inside a rule that calls itself")
                return
            values = {
                n: self.value_of(v) if not self.module.is_argument(v) else v
                for n, v in given.items()
            }
            self.each(self.call_collected(source, values), body)
            return
        before = self.scope, self.weight, self.node, self.plain

        def outside(v: V) -> None:
            """The body belongs to whoever goes through the generator."""
            inside = self.scope, self.weight, self.node, self.plain
            inlining = self.inlining
            self.scope, self.weight, self.node, self.plain = before
            self.inlining = inlining[:depth]
            body(v)
            self.scope, self.weight, self.node, self.plain = inside
            self.inlining = inlining

        depth = len(self.inlining)
        scope = Scope(
            self.hidden("g"), source.locals, source, parent, returns=Join(self), yields=outside
        )
        assert scope.returns is not None
        for name, v in given.items():
            self.env[scope.prefix + name] = v
        self.scope = scope
        self.inlining.append(source.node)
        self.block(source.body)
        if not self.dead:
            self.jump(scope.returns, self.const(None))
        self.inlining.pop()
        self.scope, self.weight, self.node, self.plain = before
        self.land(scope.returns)
        self._forget(scope)

    def call_collected(self, source: Source, given: dict[str, V]) -> V:
        """All that a generator yields, as a list."""
        spec = self.module.spec(source, list(given), list(given.values()), self, collect=True)
        return self.call_spec(spec, list(given.values()))

    # --- classes ------------------------------------------------------------------------------

    def instantiate(self, cls: type, arguments: list[V], keywords: dict[str, V]) -> V:
        """An instance of a NamedTuple, a dataclass, an Enum or an exception."""
        if issubclass(cls, BaseException):
            return self.const(cls)
        if issubclass(cls, enum.Enum):
            return self._enum_of(cls, arguments)
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            fields = self._fields(cls, arguments, keywords, getattr(cls, "_field_defaults", {}))
            if fields is None:
                return V(NEVER)
            return self.tuple_of(fields, TupleT(tuple(f.t for f in fields), cls))
        if dataclasses.is_dataclass(cls):
            return self._new_dataclass(cls, arguments, keywords)
        return self.unsupported(f"making a `{cls.__name__}`")

    def _fields(
        self, cls: type, arguments: list[V], keywords: dict[str, V], defaults: dict[str, Any]
    ) -> list[V] | None:
        names = field_names(cls)
        expanded: list[V] = []
        for a in arguments:
            if isinstance(a.k, Spread):
                expanded += self._spread(a.k.of, len(names) - len(arguments) + 1)
            else:
                expanded.append(a)
        given = dict(zip(names, expanded, strict=False))
        given.update(keywords)
        for name, default in defaults.items():
            if name not in given:
                given[name] = self.const(default) if not callable(default) else (
                    self.call_constant(default, [], {}))  # fmt: skip
        if len(expanded) > len(names) or set(given) != set(names):
            self.fail(TypeError)
            return None
        return [self.value_of(given[name]) for name in names]

    def _new_dataclass(self, cls: type, arguments: list[V], keywords: dict[str, V]) -> V:
        defaults: dict[str, Any] = {}
        for f in dataclasses.fields(cls):
            if f.default is not dataclasses.MISSING:
                defaults[f.name] = f.default
            elif f.default_factory is not dataclasses.MISSING:
                defaults[f.name] = f.default_factory
        fields = self._fields(cls, arguments, keywords, defaults)
        if fields is None:
            return V(NEVER)
        if is_frozen_dataclass(cls):
            made = self.tuple_of(fields, TupleT(tuple(f.t for f in fields), cls))
        else:
            made = self.new_object(self.types.obj(cls, field_names(cls)), fields)
        after = self.own_method(cls, "__post_init__")
        if after is not None:
            self.call_function(after, [made], {})
        return made

    def _enum_of(self, cls: type[enum.Enum], arguments: list[V]) -> V:
        """`Color(2)`."""
        (v,) = arguments
        if v.known:
            try:
                return self.const(cls(v.k))
            except ValueError:
                self.fail(ValueError)
                return V(NEVER)
        if isinstance(v.t, EnumT) and v.t.cls is cls:
            return v
        t = EnumT(cls)
        join = Join(self)
        for number, member in enumerate(t.members):
            on, off = Join(self), Join(self)
            self.fork(self.equal(v, self.const(member.value)), on, off)
            self.land(on)
            self.jump(join, V(t, (str(number),), member))
            self.land(off)
        self.fail(ValueError)
        found = self.land(join)
        return found[0] if found else V(NEVER)

    def _super(self, node: ast.Call) -> V:
        assert isinstance(node.func, ast.Attribute)
        source = self.scope.function().source
        owner = source.cells.get("__class__")
        first = source.parameters[0] if source.parameters else ""
        this = self.env.get(self.scope.function().prefix + first)
        if owner is None or this is None:
            return self.unsupported("`super()` here")
        cls = type(this.k) if isinstance(this.t, ConstT) and not isinstance(this.k, type) else (
            this.k if isinstance(this.t, ConstT) else self.class_of(this.t))  # fmt: skip
        mro = cls.__mro__ if isinstance(cls, type) else ()
        for parent in mro[mro.index(owner()) + 1 :] if owner() in mro else ():
            if node.func.attr in vars(parent):
                found = vars(parent)[node.func.attr]
                arguments, keywords = self.arguments(node)
                static = isinstance(found, staticmethod)
                return self.call_function(
                    unwrap(found), [*([] if static else [this]), *arguments], keywords
                )
        return self.unsupported(f"`super().{node.func.attr}`")

    def own_method(self, cls: Any, name: str) -> Any:
        """A method that a class of the user's defines itself."""
        if not isinstance(cls, type):
            return None
        for c in cls.__mro__:
            if c in (object, tuple, int, str, dict, list) or c.__module__ in ("enum", "typing"):
                return None
            found = vars(c).get(name)
            if found is None:
                continue
            plain = unwrap(found)
            if isinstance(plain, types.FunctionType) and inspect.isfunction(plain):
                if plain.__code__.co_filename.startswith("<"):  # written by dataclass
                    return None
                return plain
            return None
        return None


class Spread:
    """`*v` in a call, of a value whose length only the search knows."""

    def __init__(self, of: V) -> None:
        self.of = of


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )


def _name(f: Any) -> str:
    module = getattr(f, "__module__", None)
    name = getattr(f, "__qualname__", None) or getattr(f, "__name__", type(f).__name__)
    return f"{module}.{name}" if module and module != "builtins" else str(name)


__all__ = ["ArrayT", "Calls"]
