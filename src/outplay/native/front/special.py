"""Functions and methods that are written where they are called: how they are known."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from outplay.native.front import types as T
from outplay.native.front.lazy import View
from outplay.native.front.values import NOTHING, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


Special = Callable[[Any, list[V], dict[str, V]], V]
Write = Callable[..., V]
One = TypeVar("One", bound=Callable[..., Any])
WRONG_ARGUMENTS = ("positional argument", "keyword argument", "multiple values for argument")
SPECIAL: dict[Any, Special] = {}
"""What to write for a call of a function of Python's."""


class Written:
    """A function of the library, or of one program, that writes its own code."""

    def __init__(self, write: Callable[..., Any]) -> None:
        self.write = write

    def __call__(self, f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
        found = self.write(f, *arguments)
        return found if isinstance(found, V) else f.const(None)


def special(*functions: Any) -> Callable[[Special], Special]:
    def register(write: Special) -> Special:
        for function in functions:
            SPECIAL[function] = write
        return write

    return register


def simple(*functions: Any, keywords: bool = False) -> Callable[[Write], Write]:
    """For functions whose parameters are values; with `keywords`, some can be given by name."""

    def register(write: Write) -> Write:
        for function in functions:
            SPECIAL[function] = checked(write, keywords)
        return write

    return register


def checked(write: Callable[..., Any], by_name: bool) -> Special:
    """A call of `write`, unless there are other arguments than it has parameters."""

    def call(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
        if keywords and not by_name:
            return f.unsupported("a keyword here")
        try:
            found = write(f, *arguments, **keywords)
        except TypeError as error:
            if not any(words in str(error) for words in WRONG_ARGUMENTS):
                raise
            return f.unsupported("this call")
        return found if isinstance(found, V) else f.const(None)

    return call


def over_union(write: Write) -> Write:
    """Writes the code for each member of a union."""

    @functools.wraps(write)
    def call(f: FunctionCompiler, v: V | None = None, /, *more: V, **named: V) -> V:
        if v is None:
            return write(f, **named)
        if isinstance(v.t, T.Union):
            return f.dispatch(v, lambda arm: call(f, arm, *more, **named))
        return write(f, v, *more, **named)

    return call


METHODS: dict[tuple[str, str], Special] = {}


def method(kinds: str, name: str) -> Callable[[One], One]:
    """For methods of these kinds of values; arguments by name or not, as in `special.simple`."""

    def register(write: One) -> One:
        for kind in kinds.split():
            METHODS[kind, name] = checked(write, True)
        return write

    return register


def of_array(*functions: Any, name: str = "") -> Callable[[One], Write]:
    """For functions of an array, and the method of that name; what is none is made one."""

    def register(write: One) -> Write:
        first = list(inspect.signature(write).parameters)[1]

        def call(f: FunctionCompiler, *given: V, **named: V) -> V:
            v, *more = given or (named.pop(first),)
            if isinstance(v.t, T.Union):
                return f.dispatch(v, lambda arm: call(f, arm, *more, **named))
            v = f.as_array(v)
            found: V = NOTHING if f.dead else write(f, v, *more, **named)
            return found

        simple(*functions, keywords=True)(call)
        if name:
            method("array", name)(call)
        return call

    return register


SIMPLE = {
    T.Str: ("str",),
    T.FrozenSet: ("frozenset", "set"),
    T.Seq: ("tuple", "seq"),
    T.Array: ("array",),
}
"""What METHODS and the library call the types of values that are no containers of a kind."""


def families(t: T.Type) -> tuple[str, ...]:
    """What METHODS and the library call a type: the first of these that has a method counts."""
    if isinstance(t, T.Container):
        more = {"deque": ("list",), **dict.fromkeys(T.DICTS[1:], ("dict",))}
        return (t.kind, *more.get(t.kind, ()), *(("seq",) if T.is_list(t) else ()))
    if isinstance(t, T.Tuple):
        return ("tuple", "seq") if t.cls is None else ("record", "tuple", "seq")
    if isinstance(t, T.Obj):
        return (f"record_{t.cls[0]}" if isinstance(t.cls, tuple) else "object",)
    return SIMPLE.get(type(t)) or ("int" if t in (T.BOOL, T.BIG) else str(t),)


def find(t: T.Type, name: str) -> Special | None:
    """What to write for a method of a value; None if the library has it, or nobody."""
    kind = families(t)[0]
    if name in ("items", "keys", "values") and kind in (*T.DICTS, "record_dict"):
        return lambda f, given, named: f.const(View(name, given[0]))
    if kind == "record" and name in ("index", "count"):
        return lambda f, given, named: f.method(
            f.tuple_of(f.items_of(given[0])), name, given[1:], named
        )
    return METHODS.get((kind, name))
