"""The stack of actions, and the lines of a search: what a kernel's loops become.

Names that are not defined here (`into`, `load` and the like) are functions for the shapes of one
game, which the program hands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from outplay.native.front.intrinsics import (
    arena_mark,
    arena_reset,
    peek,
    poke,
    set_stack,
    stack_end,
    stack_top,
)
from outplay.native.layout import TooMany
from outplay.native.state import never_inlined

Into = Callable[..., int]
Load = Callable[[int], Any]


def each_listed(into: Into, load: Load, size: int, s: Any, path: Any, ply: Any) -> Iterator[Any]:
    """What a rule yields for `s`, all of it made before the first is gone on with.

    Where the loop searches, `path` is told what is being tried at `ply`.
    """
    start = stack_top()
    if start >= stack_end():
        raise TooMany
    n = into(s, start)
    set_stack(start + n * size)
    mark = arena_mark()
    for k in range(n):
        arena_reset(mark)
        at = start + k * size
        if path is not None:
            poke(path, ply, at)
            poke(path, ply + 1, 0)
        yield load(at)


def each_lazily(
    some: Into, into: Into, load: Load, size: int, first: int, s: Any, path: Any, ply: Any
) -> Iterator[Any]:
    """The same where the loop may end early: only if it does not are all of them made."""
    start = stack_top()
    if start >= stack_end():
        raise TooMany
    n = some(s, start, first)
    mark = arena_mark()
    k = 0
    more = n == first
    while k < n or more:
        arena_reset(mark)
        if k == n:
            poke(path, ply, 0)
            n = into(s, start)
            more = False
            if k >= n:
                break
        at = start + k * size
        k += 1
        set_stack(start + n * size)
        poke(path, ply, at)
        poke(path, ply + 1, 0)
        yield load(at)


@never_inlined
def keep_line(store: Any, row: int, a: Any, below: int, size: int, most: int) -> None:
    """Writes `a`, and then the line at `below`, into `row`."""
    length = peek(below, 0)
    if length > most - 1:
        length = most - 1
    poke(row, 0, length + 1)
    store(row + 8, a)
    for k in range(1, 1 + length * size):
        poke(row, k + size, peek(below, k))
