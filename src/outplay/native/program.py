"""What is made for one program: functions from a game's shapes, and what of the user's was read."""

from __future__ import annotations

import hashlib
import types
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outplay.game import AnyGame


@dataclass
class Program:
    """One namespace, and what it was made from."""

    game: AnyGame
    """Whose rules they are."""
    own: dict[str, Any] = field(default_factory=dict)
    """Functions and constants by the names that its source calls them by."""
    reads: dict[Any, Read] = field(default_factory=dict)
    """What the functions were translated from, besides their own source."""

    def read(self, where: Any, name: str, get: Callable[[], Any]) -> Any:
        """The value behind a name; `where` is the scope or object that has it."""
        value = get()
        if (id(where), name) not in self.reads:
            own = where is self.game
            self.reads[id(where), name] = _own(where, name) if own else Read.of(get)
        return value


class Same:
    """An object of a kind that we do not know: equal only to itself. It is not kept alive."""

    def __init__(self, value: Any) -> None:
        self._hash = id(value)
        try:
            self._find: Callable[[], Any] = weakref.ref(value)
        except TypeError:  # of a kind that cannot be watched
            self._find = lambda: value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Same):
            return False
        value = self._find()
        return self is other or (value is not None and value is other._find())

    def __hash__(self) -> int:
        return self._hash


_CHANGEABLE = np.ndarray, list, dict
_SHOWN = bool, int, float, str, tuple, list, dict, type(None)


def known_by(value: Any) -> Any:
    """What tells a value, within this process, from any other that rules could read."""
    if isinstance(value, types.MethodType):
        return Same(value.__self__), Same(value.__func__)
    if isinstance(value, np.ndarray):
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array {value.dtype} {value.shape} {content}"
    if isinstance(value, _SHOWN):
        return f"{type(value).__name__} {value!r}"
    return Same(value)


@dataclass(frozen=True)
class Read:
    """A name that the translation looked up, and what it found there."""

    get: Callable[[], Any]
    value: Any
    known_by: Any
    """What it was then: arrays, lists and dicts may have changed since."""

    @classmethod
    def of(cls, get: Callable[[], Any]) -> Read:
        value = get()
        return cls(get, value, known_by(value))

    def is_current(self) -> bool:
        """Would it be found again?"""
        try:
            value = self.get()
            if value is self.value and not isinstance(value, _CHANGEABLE):
                return True
            return bool(known_by(value) == self.known_by)
        except Exception:
            return False


_MISSING = object()


def _own(game: AnyGame, name: str) -> Read:
    """An attribute of the game itself; it does not keep the game alive."""
    found = weakref.ref(game)

    def get() -> Any:
        owner = found()
        value: Any = getattr(owner, name, _MISSING)
        own = isinstance(value, types.MethodType) and value.__self__ is owner
        return value.__func__ if own else value

    return Read.of(get)
