"""How errors come back from machine code: a status, and the exception that it stands for."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from outplay.native import layout


class Entry:
    """`entry(address)`: machine code; raises what it stands for where it fails."""

    def __init__(self, raw: Callable[[int], int], errors: dict[int, tuple[Any, ...]]) -> None:
        self.raw, self.errors = raw, errors

    def __call__(self, address: int) -> None:
        status = self.raw(address)
        if status:
            raise raised(self.errors.get(status, ("unknown",)))


def raised(error: tuple[Any, ...]) -> Exception:
    """The exception for what native code says went wrong."""
    kind = error[0]
    if kind == "raise":
        name = error[1]
        cls = getattr(layout, name, None) or getattr(builtins, name, None)
        if isinstance(cls, type) and issubclass(cls, Exception):
            return cls()
        return RuntimeError(name)
    if kind == "stop":
        return layout.Stop()
    if kind == "overflow" and len(error) > 1:
        return layout.Overflow(error[1])
    if kind == "unsupported":
        return layout.Beyond(f"there is no native code for {error[1]}", error[2], error[3])
    if kind == "sentence":
        return layout.NoAnswer(error[1], error[2], error[3])
    if kind in _UNSEEN:
        return layout.Unseen(_UNSEEN[kind], "", 0)
    if kind in _SENTENCES:
        return layout.Beyond(_SENTENCES[kind], "", 0)
    return layout.Overflow()


_SENTENCES = {
    "memory": "the rules make more lists and the like than there is room for",
    "changed": "a rule changes the state that it was given",
}

_UNSEEN = {
    "other type": "a value is of a type that was not seen before",
    "character": "a character was not seen before",
    "room": "an action takes more room than those that were seen before",
}
