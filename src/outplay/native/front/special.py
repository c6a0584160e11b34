"""Functions that are written where they are called: how they are known."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outplay.native.front.types import UnionT
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


Special = Callable[[Any, list[V], dict[str, V]], V]
Write = Callable[..., V]
WRONG_ARGUMENTS = ("positional argument", "keyword argument", "multiple values for argument")
SPECIAL: dict[Any, Special] = {}
"""What to write for a call of a function of Python's."""


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


def checked(write: Write, by_name: bool) -> Special:
    """A call of `write`, unless there are other arguments than it has parameters."""

    def call(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
        if keywords and not by_name:
            return f.unsupported("a keyword here")
        try:
            return write(f, *arguments, **keywords)
        except TypeError as error:
            if not any(words in str(error) for words in WRONG_ARGUMENTS):
                raise
            return f.unsupported("this call")

    return call


def over_union(write: Write) -> Write:
    """Writes the code for each member of a union."""

    @functools.wraps(write)
    def call(f: FunctionCompiler, v: V | None = None, *more: V, **named: V) -> V:
        if v is None:
            return write(f, **named)
        if isinstance(v.t, UnionT):
            return f.dispatch(v, lambda arm: call(f, arm, *more, **named))
        return write(f, v, *more, **named)

    return call
