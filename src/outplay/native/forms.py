"""States, actions and keys between native code and Python: their types, and rows of words.

On the stack of actions, in lines and in tables, a value is a row of words that stands for itself
(`front/packing.py`). Where all values of a type take the same number of words and hold no address
the form is `fixed`, and its words are just its numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.packed import LEAST, MOST, DoesNotFit, Packer, is_fixed, packer, unpack
from outplay.native.front.tables import exact_hash, mixed_hash
from outplay.native.layout import Overflow
from outplay.native.library.answers import one_word

NEGATIVE_ZERO = -(1 << 63)
"""The bits of -0.0."""

SEEDS = (0, 0x5851F42D4C957F2D)
"""A key of varying size is known by two hashes."""

SPARE = 16
"""Words beyond those of the largest value seen, for values of varying size."""


@dataclass(frozen=True)
class Form:
    """How values of one kind travel."""

    name: str
    """state, action, key or position."""
    t: T.Type
    most: int = 0
    """The most words that a value seen took."""
    char: int = 1
    ordered: bool = False
    """Are sets and dicts written in an order of their own, so that equal ones have equal words?"""

    @cached_property
    def fixed(self) -> bool:
        """Do all values take the same number of words, and hold no address?"""
        return is_fixed(self.t) and not isinstance(self.t, T.Union)

    @cached_property
    def words(self) -> int:
        """How many words a value takes on the stack, at most."""
        return self.t.words if self.fixed else 2 * self.most + SPARE

    @cached_property
    def key_size(self) -> int:
        """Words that a table knows a value by."""
        return self.t.words if self.fixed else len(SEEDS)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """`int` or `float` for each word of a fixed form."""
        found: list[str] = []

        def look(t: T.Type) -> None:
            if isinstance(t, T.Tuple):
                for item in t.items:
                    look(item)
            else:
                found.extend(["float" if t is T.FLOAT else "int"] * t.words)

        look(self.t)
        return tuple(found)

    @cached_property
    def _packer(self) -> Packer:
        return packer(self.t, self.char, self.ordered)

    def packed(self, value: Any) -> list[int]:
        """The words of `value`, however many; raises Overflow if it is of another type."""
        words: list[int] = []
        try:
            self._packer(value, words)
        except DoesNotFit:
            raise Overflow from None
        return words

    def flatten(self, value: Any) -> list[int]:
        """The words of `value`; raises Overflow if it has none."""
        words = self.packed(value)
        if len(words) > self.words and not self.fixed and self.name != "state":
            raise Overflow
        return words

    def build(self, words: Any, start: int = 0) -> Any:
        """The value whose words begin at `words[start]`."""
        return unpack(words, start, self.t, self.char)[0]

    def key_words(self, value: Any) -> list[int]:
        """The words that a table knows `value` by: -0.0 is 0.0, as it is to Python."""
        if not self.fixed:
            self.packed(value)
            return [exact_hash(value, self.t, seed) for seed in SEEDS]
        words = zip(self.kinds, self.flatten(value), strict=True)
        return [0 if kind == "float" and word == NEGATIVE_ZERO else word for kind, word in words]

    @cached_property
    def bits_each(self) -> int:
        """Bits for each number of a key, if all are to share one word; 0 if they cannot."""
        if not self.fixed or len(self.kinds) < 2 or "float" in self.kinds or has_big(self.t):
            return 0
        return 63 // len(self.kinds) if len(self.kinds) <= 31 else 0

    @cached_property
    def word(self) -> Callable[[Any], int]:
        """What native code gives for a value by `key_word` or `position_word`."""

        def word(value: Any) -> int:
            return one_word(self.key_words(value), self.fixed, self.bits_each)

        if self.t is not T.INT:
            return word
        # An int is its own word; most are asked for again and again.
        return lambda x: x if type(x) is int and LEAST <= x <= MOST else word(x)


def has_big(t: T.Type) -> bool:
    return t is T.BIG or (isinstance(t, T.Tuple) and any(has_big(item) for item in t.items))


stable_hash = mixed_hash
"""A number that depends on the state alone, in every process and at both speeds."""


@dataclass(frozen=True)
class Forms:
    """The forms of everything that native code passes on."""

    state: Form
    action: Form
    key: Form
    position: Form
    own_actions: bool
    """The actions seen are of the very types that native code gives back: no NumPy ints, say."""
    own_numbers: bool
    """So are the utilities and estimates seen."""
