"""Types as JSON describes them, so that a file can say how the words in it are to be read.

The words of each are in `docs/solution-format.md`. A description names classes; where it is read,
these are taken from a type of the same game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.joining import Types

SIMPLE = {
    "int": T.INT,
    "bool": T.BOOL,
    "float": T.FLOAT,
    "None": T.NONE,
    "big int": T.BIG,
    "range": T.RANGE,
    "nothing": T.NEVER,
}

DEEPEST = 40
"""Types within types; one that holds itself has no description."""


class NotDescribed(Exception):
    """A type has no description, or a description names what is not there."""


def described(t: T.Type, depth: int = 0) -> Any:
    """The description of a type of states; raises NotDescribed."""
    if depth > DEEPEST:
        raise NotDescribed(f"{t} holds itself")

    def inner(*parts: T.Type) -> list[Any]:
        return [described(part, depth + 1) for part in parts]

    if isinstance(t, T.Simple) and t.name in SIMPLE:
        return t.name
    if isinstance(t, T.Str):
        return "str"
    if isinstance(t, T.Enum):
        return {"enum": t.cls.__qualname__, "members": [m.name for m in t.members]}
    if isinstance(t, T.Tuple):
        if t.cls is None:
            return {"tuple": inner(*t.items)}
        return {"object": t.cls.__qualname__, "names": list(t.names), "fields": inner(*t.items)}
    if isinstance(t, T.Seq | T.FrozenSet):
        return {t.title: inner(t.elem)[0], "any length": True}
    if isinstance(t, T.Obj):
        kind = t.cls[0] if isinstance(t.cls, tuple) else t.cls.__qualname__
        fields = inner(*(var.t for var in t.vars))
        return {"object": kind, "names": list(t.names), "fields": fields}
    if isinstance(t, T.Container):
        found = inner(*(var.t for var in t.vars))
        return {t.kind: found[0] if len(found) == 1 else found, "any length": True}
    if isinstance(t, T.Array):
        return {"array": t.dtype, "dimensions": t.ndim}
    if isinstance(t, T.Union):
        return {"one of": inner(*t.members)}
    raise NotDescribed(f"{t} is no type of states")


def type_described(description: Any, like: T.Type) -> T.Type:
    """The type with that description; classes are those of `like`. Raises NotDescribed."""
    try:
        return _Reader(like).read(description)
    except (KeyError, TypeError, ValueError, IndexError):
        raise NotDescribed(f"{description!r} is no description of a type of states") from None


class _Reader:
    """Reads descriptions, with the classes of one game."""

    def __init__(self, like: T.Type) -> None:
        self.types = Types()
        self.classes: dict[str, T.Type] = {}
        self.extras: dict[str, Any] = {}
        for t in _all_in(like):
            if isinstance(t, T.Container):
                self.extras.setdefault(t.kind, t.extra)
            elif isinstance(t, T.Tuple | T.Obj | T.Enum) and isinstance(t.cls, type):
                self.classes.setdefault(t.cls.__qualname__, t)

    def read(self, d: Any) -> T.Type:
        if isinstance(d, str):
            return T.STR if d == "str" else SIMPLE[d]
        kind, content = next(iter(d.items()))
        if kind == "one of":
            return T.Union(tuple(map(self.read, content)))
        if kind == "array":
            return T.Array(content, d["dimensions"])
        if kind == "enum":
            return self._known(content, T.Enum)
        if kind == "object":
            return self._object(content, d)
        if kind == "tuple" and "any length" not in d:
            return T.Tuple(tuple(map(self.read, content)))
        if kind in ("tuple", "frozenset"):
            return (T.Seq if kind == "tuple" else T.FrozenSet)(self.read(content))
        parts = content if isinstance(content, list) else [content]
        variables = tuple(T.Var(self.types, self.read(part)) for part in parts)
        return T.Container(kind, variables, self.extras.get(kind))

    def _object(self, name: str, d: Any) -> T.Type:
        fields = [self.read(field) for field in d["fields"]]
        names = tuple(d["names"])
        if name in ("dict", "list"):
            return T.Obj((name, names), names, tuple(T.Var(self.types, t) for t in fields))
        known = self._known(name, T.Tuple, T.Obj)
        if tuple(getattr(known, "names", ())) != names:
            raise NotDescribed(f"{name} has other fields than {', '.join(names)}")
        if isinstance(known, T.Obj):
            return T.Obj(known.cls, names, tuple(T.Var(self.types, t) for t in fields))
        assert isinstance(known, T.Tuple)
        return T.Tuple(tuple(fields), known.cls)

    def _known(self, name: str, *kinds: type[T.Type]) -> T.Type:
        found = self.classes.get(name)
        if found is None or not isinstance(found, kinds):
            raise NotDescribed(f"the states of these rules hold no {name}")
        return found


def _all_in(t: T.Type) -> Iterator[T.Type]:
    """A type, and all that it is made of."""
    seen: set[int] = set()
    todo = [t]
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        todo += one.inner
        todo += [var.t for var in getattr(one, "vars", ())]
