"""Functions that are written where they are called: how they are known."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from outplay.native.front.types import UnionT
from outplay.native.front.values import V

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
        def call(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
            if keywords:
                return f.unsupported("a keyword here")  # type: ignore[no-any-return]
            try:
                return write(f, *arguments)
            except TypeError as error:
                if "positional argument" not in str(error):
                    raise
                return f.unsupported("this call")  # type: ignore[no-any-return]

        for function in functions:
            SPECIAL[function] = call
        return write

    return register


def over_union(write: Callable[..., V]) -> Callable[..., V]:
    """Writes the code for each member of a union."""

    @functools.wraps(write)
    def call(f: Any, v: V | None = None, *more: V) -> V:
        if v is None:
            return write(f)
        if isinstance(v.t, UnionT):
            return f.dispatch(v, lambda arm: call(f, arm, *more))  # type: ignore[no-any-return]
        return write(f, v, *more)

    return call
