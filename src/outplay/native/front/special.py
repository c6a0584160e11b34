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
SPECIAL: dict[Any, Special] = {}
"""What to write for a call of a function of Python's."""


def special(*functions: Any) -> Callable[[Special], Special]:
    def register(write: Special) -> Special:
        for function in functions:
            SPECIAL[function] = write
        return write

    return register


def simple(*functions: Any) -> Callable[[Callable[..., V]], Callable[..., V]]:
    """For functions without keywords, whose arguments are values."""

    def register(write: Callable[..., V]) -> Callable[..., V]:
        def call(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
            if keywords:
                return f.unsupported("a keyword here")
            try:
                return write(f, *arguments)
            except TypeError as error:
                if "positional argument" not in str(error):
                    raise
                return f.unsupported("this call")

        for function in functions:
            SPECIAL[function] = call
        return write

    return register


def over_union(write: Callable[..., V]) -> Callable[..., V]:
    """Writes the code for each member of a union."""

    @functools.wraps(write)
    def call(f: FunctionCompiler, v: V | None = None, *more: V) -> V:
        if v is None:
            return write(f)
        if isinstance(v.t, UnionT):
            return f.dispatch(v, lambda arm: call(f, arm, *more))
        return write(f, v, *more)

    return call
