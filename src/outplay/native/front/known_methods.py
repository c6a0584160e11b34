"""Methods of built-in types: how they are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from outplay.native.front.lazy import View
from outplay.native.front.special import checked
from outplay.native.front.types import DICTS, ArrayT, ConstT, Container, FrozenT, ObjT, StrT, TupleT
from outplay.native.front.values import V

Method = Callable[[Any, V, list[V], dict[str, V]], Any]
Write = TypeVar("Write", bound=Callable[..., Any])
METHODS: dict[tuple[str, str], Method] = {}


def method(kinds: str, *names: str) -> Callable[[Method], Method]:
    def register(write: Method) -> Method:
        for kind in kinds.split():
            for name in names:
                METHODS[kind, name] = write
        return write

    return register


def array_method(*names: str) -> Callable[[Write], Write]:
    """For methods of arrays; arguments by name or not, as in `special.simple`."""

    def register(write: Write) -> Write:
        call = checked(write, True)
        method("array", *names)(
            lambda f, v, arguments, keywords: call(f, [v, *arguments], keywords)
        )
        return write

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


def find(v: V, name: str) -> Method | None:
    """What to write for a method of a value; None if the library has it, or nobody."""
    kind = family(v)
    if name in ("items", "keys", "values") and kind in (*DICTS, "record_dict"):
        return lambda f, v, a, k: f.const(View(name, f.materialise(v)))
    if kind == "record" and name in ("index", "count"):
        return lambda f, v, a, k: f.method(f.tuple_of(f.items_of(v)), name, a, k)
    return METHODS.get((kind, name))
