"""Methods of built-in types: how they are known."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from outplay.native.front.lazy import View
from outplay.native.front.special import Special, checked, simple
from outplay.native.front.types import (
    BIG,
    BOOL,
    DICTS,
    ArrayT,
    Container,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    is_list,
)
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


SIMPLE = {StrT: ("str",), FrozenT: ("frozenset", "set"), SeqT: ("tuple", "seq"), ArrayT: ("array",)}
"""What METHODS and the library call the types of values that are no containers of a kind."""


def families(t: Type) -> tuple[str, ...]:
    """What METHODS and the library call a type: the first of these that has a method counts."""
    if isinstance(t, Container):
        more = {"deque": ("list",), **dict.fromkeys(DICTS[1:], ("dict",))}
        return (t.kind, *more.get(t.kind, ()), *(("seq",) if is_list(t) else ()))
    if isinstance(t, TupleT):
        return ("tuple", "seq") if t.cls is None else ("record", "tuple", "seq")
    if isinstance(t, ObjT):
        return (f"record_{t.cls[0]}" if isinstance(t.cls, tuple) else "object",)
    return SIMPLE.get(type(t)) or ("int" if t in (BOOL, BIG) else str(t),)


def find(t: Type, name: str) -> Special | None:
    """What to write for a method of a value; None if the library has it, or nobody."""
    kind = families(t)[0]
    if name in ("items", "keys", "values") and kind in (*DICTS, "record_dict"):
        return lambda f, given, named: f.const(View(name, given[0]))
    if kind == "record" and name in ("index", "count"):
        return lambda f, given, named: f.method(
            f.tuple_of(f.items_of(given[0])), name, given[1:], named
        )
    return METHODS.get((kind, name))
