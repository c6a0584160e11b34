"""Where things lie in the memory that a native search works in.

A native kernel gets one address, of a block of 64-bit words. The first words are the
fields below; the kernel's arguments, the fields of its search state (`native/state.py`) and the
words of the root state follow.
"""

from __future__ import annotations

from outplay.game import MOST_ACTIONS

FIELDS = (
    "check_at",
    "result",
    "move",
    "stack",
    "stack_end",
    "path",
    "lines",
    "keys",
    "arena_top",
    "arena_end",
    "arena_floor",
    "calls",
)
"""Names of the words at the start of the block, in order; those of the search's own follow."""

OFFSET = {name: number for number, name in enumerate(FIELDS)}

ARGUMENTS = 16
"""Where the kernel's arguments start; up to 8 of them."""

OWN = 24
"""Where the fields start that a kernel's search state declares."""

STATE = 96
"""Where the words of the root state start."""

MAX_PLY = 10_000
"""The longest line that a search follows: beyond it, a game counts as endless."""

LINE = 256
"""Actions kept of a principal variation."""

MAX_ITEMS = MOST_ACTIONS
"""Actions, outcomes or symmetries of one state."""

NOTES = 64
"""Outcomes of one chance node that Star2 keeps bounds of."""

INFINITY_INT = (1 << 63) - 1
"""Stands for infinity where values are ints."""

STACK_WORDS = 1 << 24
"""Words for the actions of all states on the line being searched."""

ARENA_WORDS = 1 << 25
"""Words for all that rules make on the line being searched: lists, strings, states."""

THREAD_STACK = 512 << 20
"""Bytes of machine stack that a native search gets; only what is used is ever taken."""


class Stop(Exception):
    """The node limit is reached, or the search was told to stop."""


class NotCompiled(Exception):
    """The rules would have to be compiled, and are not to be."""


class TooDeep(Exception):
    """A line went beyond MAX_PLY."""


class NoActions(Exception):
    """A state is not terminal, and nothing can be done in it."""


class TooMany(Exception):
    """A state has more than MAX_ITEMS actions, or the stack for them is full."""


class NonDecisive(Exception):
    """A utility is neither a draw nor a win or loss of the known size."""


class Overflow(Exception):
    """A number that 64 bits cannot hold, or not as Python does: this code cannot go on."""

    wider = False
    """Might code with wider types go on?"""
    unfit = False
    """Does the state not fit that a search was to start at? Then no rule was asked about it."""


class Beyond(Overflow):
    """Something that native code cannot do, other than a number: what, and where."""

    def __init__(self, message: str, filename: str, line: int) -> None:
        super().__init__(message)
        self.message, self.filename, self.line = message, filename, line


class Unseen(Beyond):
    """Something of another type, or larger, than all that was looked at."""


class NoAnswer(Beyond):
    """A rule answered something that no search can use."""


class Nonsense(Exception):
    """A rule gave an answer that makes no sense: the position, asked again, tells which."""


class OutOfBounds(Exception):
    """A value lies outside the bounds that the search was given."""
