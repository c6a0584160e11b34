"""What a search keeps: how its class declares it, and where that lies in native memory.

A search state is a plain class with typed fields. Interpreted, a kernel works on an instance of
it. Natively there is no instance: fields are words of the block that `layout.py` describes, and
methods are compiled with the kernel. The annotation of a field says what it is:

    int, float      a number
    Value           what the kernel computes: ints, or floats if utilities or estimates are
    Utility         what `utility` gives; in decisive games that need not be a Value
    Words, Values   a row of ints or values: a list or dict interpreted, an address natively
    Lines           the principal variations, one row a ply
    bool            settled before the search starts; native code has a constant in its place

Anything else is for interpreted searches alone.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from outplay.native.layout import FIELDS, OFFSET, OWN, STATE

Value = Any
"""What a kernel computes; from MAX's side unless its name says otherwise."""

Utility = Any
Words = Any
Values = Any
Lines = Any

MEMORY = ("Words", "Values", "Lines")
KINDS = ("int", "float", "Value", "Utility", *MEMORY)


def fields_of(cls: type) -> dict[str, tuple[int, str]]:
    """Where each field of a search state is in the block, and of which kind it is."""
    found: dict[str, tuple[int, str]] = {}
    at = OWN
    for c in reversed(cls.__mro__):
        for name, kind in vars(c).get("__annotations__", {}).items():
            if kind not in KINDS or name in found:
                continue
            if name in FIELDS:
                found[name] = OFFSET[name], kind
            else:
                found[name] = at, kind
                at += 1
    assert at <= STATE, "there are more fields than words for them"
    return found


NO_SLOTS: tuple[str, ...] = ()
"""Of classes with methods: `__slots__` are those of the class that there are instances of."""


class KernelState:
    """The base of search states."""

    __slots__ = NO_SLOTS

    rows: ClassVar[dict[str, int]] = {}
    """Words of the rows that a native search is given."""

    counters: ClassVar[tuple[str, ...]] = ("nodes",)
    """Fields that a kernel counts in."""

    native = False
    """Is this machine code?"""


F = TypeVar("F", bound=Callable[..., Any])


def never_inlined(function: F) -> F:
    """Marks a function that is long or seldom called: machine code has it in one place only."""
    function.never_inlined = True  # type: ignore[attr-defined]
    return function


def always_inlined(function: F) -> F:
    """Marks a short function that every node calls."""
    function.always_inlined = True  # type: ignore[attr-defined]
    return function


# --- what native code does in another way: see `library/sorting.py` ------------------------------


def scratch(n: int) -> Words:
    """So many words for as long as a node is searched; natively on the stack of actions."""
    return [0] * n


def insert_sorted(words: Words, k: int, word: int) -> None:
    """Puts a word where it belongs among the first `k`, which are sorted."""
    insort(words, word, 0, k)


def sort_words(words: Words, n: int) -> None:
    """Sorts the first `n`.

    What is behind them is for threads that put moves off, which interpreted searches have not.
    """
    del words[n:]
    words.sort()


def bring_least(words: Words, k: int, n: int) -> None:
    """Exchanges word `k` of `n` for the least of those from there on.

    Interpreted, all are sorted at once: a loop of Python's would take longer.
    """
    if k == 0:
        sort_words(words, n)


def prefetch(words: Words, k: int) -> None:
    """Has the processor load a word before it is needed; of no use to Python."""
