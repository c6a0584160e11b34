"""Kernels: searches that run as they stand, and as machine code.

A kernel is a plain function `f(game, s, …, ply, run)`, meant to be read beside its pseudo-code. It
asks the rules by `game.rule(…)`, goes through `game.actions(s)` or `game.outcomes(s)`, and keeps
what it knows in `run`, its search state (`native/state.py`). The front end compiles it like any
other function; what `game` and `run` are to it is in `native/rules.py` and
`native/front/search_memory.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outplay.native.state import KernelState

Flags = tuple[tuple[str, bool], ...]
"""What a kernel asks as `run.name`, settled before a search starts."""


@dataclass(frozen=True)
class Choices:
    """How a search wants the rules: which actions, in which order, evaluated how."""

    order: str = "given"
    """`given`, `random` or `priority`."""
    candidates: bool = False
    evaluate: Callable[..., Any] | None = None
    """In place of the game's own evaluation."""
    cutoff: Callable[..., Any] | None = None
    """In place of a depth."""
    playouts: bool = False
    """Evaluate by random playouts."""

    @property
    def actions_as_given(self) -> bool:
        """Are a state's actions those of `actions`, in that order?"""
        return self.order == "given" and not self.candidates


@dataclass(frozen=True)
class Kernel:
    """A search as source: its functions (the entry first), and what they work on."""

    functions: tuple[Callable[..., Any], ...]
    state: type[KernelState]
    """The class of `run` in machine code."""
    arguments: tuple[str, ...]
    """Kinds of the arguments between `s` and `run`: `value` or `int`."""
    floats: bool = False
    """Values are floats whatever the utilities are (chance averages them)."""
    inlined: bool = False
    """Are rules and methods written into the kernel, wherever it calls them?"""
    evaluate: Callable[..., Any] | None = None
    """In the place of `game.evaluate`: one of the functions."""

    @property
    def name(self) -> str:
        return self.functions[0].__name__

    @property
    def modules(self) -> set[str]:
        """Where its source is."""
        own = {function.__module__ for function in self.functions}
        return own | {cls.__module__ for cls in self.state.__mro__ if cls is not object}


@dataclass(frozen=True)
class Variant:
    """A kernel as one kind of search runs it."""

    kernel: Kernel
    flags: Flags
    choices: Choices

    def is_on(self, flag: str) -> bool:
        return dict(self.flags).get(flag, False)
