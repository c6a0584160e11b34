"""Attributes and methods of values."""

from __future__ import annotations

import ast
import functools
import types
from typing import Any

import numpy as np

from outplay.native.front import types as T
from outplay.native.front.lazy import Lazy, Pack, Part
from outplay.native.front.scopes import Bound
from outplay.native.front.search_memory import RulesRef, StateRef
from outplay.native.front.slices import Slices
from outplay.native.front.special import families, find
from outplay.native.front.values import V
from outplay.native.source import unwrap

MISSING = object()
FIXED = (
    *("index", "count", "get", "find", "upper", "lower", "strip", "split", "startswith"),
    *("endswith", "replace", "isdigit", "isalpha", "isupper", "islower", "join", "union"),
    *("intersection", "difference", "bit_length", "bit_count", "partition", "rpartition"),
    *("removeprefix", "removesuffix", "zfill", "ljust", "rjust", "center", "title", "capitalize"),
    *("swapcase", "isalnum", "isspace", "rfind", "lstrip", "rstrip", "rsplit", "splitlines"),
)
"""Methods of constants that give constants."""


class Attributes(Slices):
    """`v.name`, and calls of it."""

    def on_Attribute(self, node: ast.Attribute) -> V:
        base = self.expr(node.value)
        return V(T.NEVER) if self.dead else self.attribute(base, node.attr)

    def attribute(self, v: V, name: str) -> V:
        if isinstance(v.k, np.ndarray):
            v = self.materialise(v)
        t = v.t
        if isinstance(t, T.Union):
            return self.dispatch(v, lambda arm: self.attribute(arm, name))
        if isinstance(t, T.Const):
            return self._attribute_of_constant(v.k, name)
        if isinstance(t, T.Tuple) and name in t.names:
            return self.items_of(v)[t.names.index(name)]
        if isinstance(t, T.Obj) and name in t.names and isinstance(t.cls, type):
            return self.load_field(v, t.names.index(name))
        if isinstance(t, T.Enum):
            if name in ("value", "_value_"):
                return self.enum_value(v)
            if name in ("name", "_name_"):
                if v.known:
                    return self.const(v.k.name)
                return self.choose(v, [m.name for m in t.members])
        if isinstance(t, T.Array):
            return self.array_attribute(v, name)
        if t is T.RANGE and name in ("start", "stop", "step"):
            return V(T.INT, (v.p[("start", "stop", "step").index(name)],))
        if t in (T.INT, T.BOOL) and name in ("real", "numerator"):
            return self.to_int(v)
        cls = self.class_of(t)
        if cls is not None and isinstance(t, T.Tuple | T.Obj | T.Enum):
            return self._class_attribute(v, cls, name)
        return self.const(Bound(Method(name), v))

    def _class_attribute(self, v: V, cls: type, name: str) -> V:
        """A property, a method or a constant of the class of a value."""
        found = next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), MISSING)
        if found is MISSING:
            return self.fail(AttributeError)
        if isinstance(found, property | functools.cached_property):
            get = found.fget if isinstance(found, property) else found.func
            return self.call_function(get, [v], {})
        if isinstance(found, staticmethod):
            return self.const(found.__func__)
        if isinstance(found, classmethod):
            return self.const(Bound(found.__func__, self.const(cls)))
        plain = unwrap(found)
        if isinstance(plain, types.FunctionType) and not plain.__code__.co_filename.startswith("<"):
            return self.const(Bound(plain, v))
        if callable(found):
            return self.const(Bound(Method(name), v))
        return self.const(found)

    def _attribute_of_constant(self, value: Any, name: str) -> V:
        if isinstance(value, StateRef | RulesRef):
            return value.attribute(self.whole(), name)
        if isinstance(value, Pack | Lazy):
            return self.const(Bound(Method(name), V(T.Const(value), (), value)))
        if isinstance(value, tuple | list | dict | set | frozenset | str) and not hasattr(
            value, "_fields"
        ):
            return self.const(Bound(Method(name), self.const(value)))
        found, attribute = self.module.attribute_value(value, name)
        return self.const(attribute) if found else self.fail(AttributeError)

    def set_attribute(self, v: V, name: str, value: V) -> None:
        t = v.t
        if isinstance(t, T.Union):
            self.each_arm(v, lambda arm: self.set_attribute(arm, name, value))
            return
        if isinstance(t, T.Obj) and isinstance(t.cls, type) and name in t.names:
            self.store_field(v, t.names.index(name), value)
        elif isinstance(v.k, StateRef):
            v.k.set_attribute(self.whole(), name, value)
        elif isinstance(t, T.Const):
            self.unsupported(f"setting `{name}`, which others see")
        else:
            self.fail(AttributeError)

    def call_method(self, v: V, name: str, arguments: list[V], keywords: dict[str, V]) -> V:
        """`v.name(…)`."""
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.call_method(arm, name, arguments, keywords))
        if isinstance(v.k, Part):  # `s[a:b].count(x)`: without a copy
            of, start, stop = v.k.of, v.k.start, v.k.stop
            if isinstance(of.t, T.Str) and [type(a.t) for a in arguments] == [T.Str]:
                return self.call_library("str_count_within", of, *arguments, start, stop)
            v = self.slice_of(of, start, stop, None)
        if isinstance(v.k, np.ndarray):
            v = self.materialise(v)
        if isinstance(v.t, T.Const) and not isinstance(v.k, Pack | Lazy):
            kinds = (tuple, list, dict, set, frozenset, str, range)
            if not isinstance(v.k, kinds) or hasattr(type(v.k), "_fields"):
                return self.call(self.attribute(v, name), arguments, keywords)
            if name in FIXED and all(_plain(a) for a in arguments) and not keywords:
                try:
                    return self.const(getattr(v.k, name)(*(a.k for a in arguments)))
                except (ValueError, KeyError, IndexError) as error:
                    return self.fail(type(error))
                except TypeError:
                    pass
        own_class = isinstance(v.t, T.Tuple | T.Obj | T.Enum) and isinstance(v.t.cls, type)
        if own_class and name != "_replace":
            found = self.attribute(v, name)
            if not (isinstance(found.k, Bound) and isinstance(found.k.function, Method)):
                return self.call(found, arguments, keywords)
        return self.method(v, name, arguments, keywords)

    def method(self, v: V, name: str, arguments: list[V], keywords: dict[str, V]) -> V:
        """A method of a type that is built in."""
        if self.dead:
            return V(T.NEVER)
        if any(hasattr(a.k, "of_unknown_length") for a in arguments):
            return self._method_of_spread(v, name, arguments)
        v = self.materialise(v)
        special = find(v.t, name)
        if special is not None:
            return special(self, [v, *arguments], keywords)
        unions = [n for n, a in enumerate(arguments) if isinstance(a.t, T.Union)]
        if isinstance(v.t, T.Str) and unions:
            n = unions[0]
            before, after = arguments[:n], arguments[n + 1 :]
            return self.dispatch(
                arguments[n], lambda arm: self.method(v, name, [*before, arm, *after], keywords)
            )
        for prefix in families(v.t):
            library = self.module.library(f"{prefix}_{name}")
            if library is not None:
                return self.call_library(library.__name__, v, *arguments, **keywords)
        return self.unsupported(f"`.{name}` of a {v.t}")

    def _method_of_spread(self, v: V, name: str, arguments: list[V]) -> V:
        """`s.union(*rows)` and `s.update(*rows)`: one row after the other."""
        if not T.is_set(v.t) or name not in ("union", "update") or len(arguments) != 1:
            return self.unsupported(f"`*` of a value of unknown length in `.{name}`")
        made = v if name == "update" else self.method(v, "copy", [], {})
        if isinstance(made.t, T.FrozenSet):
            return self.unsupported("`frozenset.union` of a value of unknown length")

        def one(row: V) -> None:
            self.method(made, "update", [row], {})

        self.each(arguments[0].k.of, one)
        return made if name == "union" else self.const(None)


class Method:
    """A method of a type that is built in, taken as a value."""

    def __init__(self, name: str) -> None:
        self.name = name


def _plain(v: V) -> bool:
    return v.known and isinstance(v.k, int | str | float | tuple | type(None))
