"""Classes that are called, and methods of one's own."""

from __future__ import annotations

import ast
import dataclasses
import enum
import types
from functools import partial
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.emit import Join
from outplay.native.front.generators import Generators
from outplay.native.front.python_classes import field_names, is_frozen_dataclass
from outplay.native.front.values import V
from outplay.native.source import unwrap


class Classes(Generators):
    """New objects."""

    def instantiate(self, cls: type, arguments: list[V], keywords: dict[str, V]) -> V:
        """An instance of a NamedTuple, a dataclass, an Enum or an exception."""
        if issubclass(cls, BaseException):
            return self.const(cls)
        if issubclass(cls, enum.Enum):
            return self._enum_of(cls, arguments)
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            fields = self._fields(cls, arguments, keywords, getattr(cls, "_field_defaults", {}))
            if fields is None:
                return V(T.NEVER)
            return self.tuple_of(fields, T.Tuple(tuple(f.t for f in fields), cls))
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
                expanded += self._just(a.k.of, len(names) - len(arguments) + 1)
            else:
                expanded.append(a)
        given = dict(zip(names, expanded, strict=False))
        given.update(keywords)
        for name, default in defaults.items():
            if name not in given:
                made = callable(default)
                given[name] = self.call_constant(default, [], {}) if made else self.const(default)
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
            return V(T.NEVER)
        if is_frozen_dataclass(cls):
            made = self.tuple_of(fields, T.Tuple(tuple(f.t for f in fields), cls))
        else:
            made = self.new_object(self.types.obj(cls, field_names(cls)), fields)
        after = self.own_method(cls, "__post_init__")
        if after is not None:
            self.call_function(after, [made], {})
        return made

    def _just(self, value: V, number: int) -> list[V]:
        """`*value` for just so many fields."""
        xs = self.indexable(value)
        length = self.length(xs).p[0]
        self.fail_if(self.op(f"icmp sgt i64 {length}, {number}"), TypeError)
        few = self.op(f"icmp slt i64 {length}, {number}")
        self.unsupported_if(few, "`*` of fewer values than there are fields")
        return [self.item_at(xs, self.const(n)) for n in range(number)]

    def _enum_of(self, cls: type[enum.Enum], arguments: list[V]) -> V:
        """`Color(2)`."""
        (v,) = arguments
        if v.known:
            try:
                return self.const(cls(v.k))
            except ValueError:
                return self.fail(ValueError)
        if isinstance(v.t, T.Enum) and v.t.cls is cls:
            return v
        t = T.Enum(cls)
        join = Join(self)
        for number, member in enumerate(t.members):
            found = V(t, (str(number),), member)
            self.when(self.equal(v, self.const(member.value)), partial(self.jump, join, found))
        self.fail(ValueError)
        return self.landed(join)

    def _super(self, node: ast.Call) -> V:
        assert isinstance(node.func, ast.Attribute)
        source = self.scope.function().source
        owner = source.cells.get("__class__")
        first = source.parameters[0] if source.parameters else ""
        this = self.env.get(self.scope.function().prefix + first)
        if owner is None or this is None:
            return self.unsupported("`super()` here")
        cls = self.class_of(this.t)
        if isinstance(this.t, T.Const):
            cls = this.k if isinstance(this.k, type) else type(this.k)
        mro = cls.__mro__ if isinstance(cls, type) else ()
        for parent in mro[mro.index(owner()) + 1 :] if owner() in mro else ():
            if node.func.attr in vars(parent):
                found = vars(parent)[node.func.attr]
                arguments, keywords = self.arguments(node)
                first_one = [] if isinstance(found, staticmethod) else [this]
                return self.call_function(unwrap(found), [*first_one, *arguments], keywords)
        return self.unsupported(f"`super().{node.func.attr}`")

    def call_own(self, v: V, name: str, *arguments: V) -> V | None:
        """What a method gives that the class of a value defines itself; None if it has none."""
        own = self.own_method(v.t.cls, name) if isinstance(v.t, T.Tuple | T.Obj) else None
        return None if own is None else self.call_function(own, [v, *arguments], {})

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
            if not isinstance(plain, types.FunctionType):
                return None
            written_by_dataclass = plain.__code__.co_filename.startswith("<")
            return None if written_by_dataclass else plain
        return None


class Spread:
    """`*v` in a call, of a value whose length only the search knows."""

    of_unknown_length = True

    def __init__(self, of: V) -> None:
        self.of = of


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )
