"""Exceptions of the rules whose text is known: what `str(error)` gives."""

from __future__ import annotations

import functools
from typing import Any, cast


@functools.cache
def saying(cls: Any, text: str) -> type[BaseException]:
    """The class for exceptions that say this, and are otherwise as all of `cls`."""
    return type(cls.__name__, (cls,), {"text_of_all": text})


def raised_with(cls: type[BaseException], text: str | None) -> type[BaseException]:
    """The class for `cls(text)`; where it is not known what that says, `cls` itself."""
    made = (getattr(cls, name) for name in ("__new__", "__init__", "__str__"))
    if text is None or any(hasattr(method, "__code__") for method in made):
        return cls
    try:
        return saying(cast("Any", cls), str(cls(text)))
    except TypeError:
        return cls


@functools.cache
def division_by_zero(name: str, zero: float) -> type[BaseException]:
    """What dividing by 0 raises; its words differ from one Python to the next."""
    operation = {"FloorDiv": "__floordiv__", "Mod": "__mod__", "Div": "__truediv__"}[name]
    try:
        getattr(type(zero), operation)(type(zero)(1), zero)
    except ZeroDivisionError as error:
        return saying(ZeroDivisionError, str(error))
    raise AssertionError(name)


def text_of(error: object) -> str | None:
    """What an exception of this class says, if that is known."""
    found: str | None = getattr(error, "text_of_all", None)
    return found
