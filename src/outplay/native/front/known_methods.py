"""Methods of built-in types: how they are known."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from outplay.native.front.lazy import View
from outplay.native.front.special import Special, checked, simple
from outplay.native.front.types import DICTS, ArrayT, ConstT, Container, FrozenT, ObjT, StrT, TupleT
from outplay.native.front.values import NOTHING, V

Write = TypeVar("Write", bound=Callable[..., Any])
METHODS: dict[tuple[str, str], Special] = {}


def method(kinds: str, name: str) -> Callable[[Write], Write]:
    """For methods of these kinds of values; arguments by name or not, as in `special.simple`."""

    def register(write: Write) -> Write:
        for kind in kinds.split():
            METHODS[kind, name] = checked(write, True)
        return write

    return register


def of_array(*functions: Any, name: str = "") -> Callable[[Write], Callable[..., V]]:
    """For functions of an array, and the method of that name; what is none is made one."""

    def register(write: Write) -> Callable[..., V]:
        first = list(inspect.signature(write).parameters)[1]

        def call(f: Any, *given: V, **named: V) -> V:
            v, *more = given or (named.pop(first),)
            v = f.as_array(v)
            found = NOTHING if f.dead else write(f, v, *more, **named)
            return found if isinstance(found, V) else f.const(None)

        simple(*functions, keywords=True)(call)
        if name:
            method("array", name)(call)
        return call

    return register


def family(v: V) -> str:
    """What METHODS calls the type of a value."""
    t = v.t
    if isinstance(t, ConstT):
        kinds: dict[type, str] = {
            str: "str",
            tuple: "tuple",
            list: "list",
            dict: "dict",
            set: "set",
        }
        return kinds.get(type(v.k), "frozenset" if isinstance(v.k, frozenset) else "")
    if isinstance(t, StrT):
        return "str"
    if isinstance(t, Container):
        return t.kind
    if isinstance(t, FrozenT):
        return "frozenset"
    if isinstance(t, ArrayT):
        return "array"
    if isinstance(t, TupleT):
        return "record" if t.cls is not None else "tuple"
    if isinstance(t, ObjT):
        return "object" if isinstance(t.cls, type) else f"record {t.cls[0]}".replace(" ", "_")
    return str(t)


def find(v: V, name: str) -> Special | None:
    """What to write for a method of a value; None if the library has it, or nobody."""
    kind = family(v)
    if name in ("items", "keys", "values") and kind in (*DICTS, "record_dict"):
        return lambda f, given, named: f.const(View(name, given[0]))
    if kind == "record" and name in ("index", "count"):
        return lambda f, given, named: f.method(
            f.tuple_of(f.items_of(given[0])), name, given[1:], named
        )
    return METHODS.get((kind, name))
