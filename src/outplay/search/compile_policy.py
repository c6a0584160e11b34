"""When rules are compiled."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

from outplay.errors import UsageError

COMPILE = ("background", "now", "never")
"""In the background of a search that has a time limit; now, before the search, whose time does not
count that; or never, so that only code on disk is used."""

_policy: ContextVar[str] = ContextVar("compile", default="background")


@contextlib.contextmanager
def compiling(policy: str) -> Iterator[None]:
    """Within it, searches that say nothing else compile rules by this policy."""
    token = _policy.set(policy)
    try:
        yield
    finally:
        _policy.reset(token)


def set_compiling(policy: str) -> None:
    """The same from here on, on this thread."""
    _policy.set(policy)


def check_compile(policy: str | None) -> None:
    """Raises UsageError unless it is a policy, or none."""
    if policy is not None and policy not in COMPILE:
        raise UsageError(f"compile must be one of {', '.join(COMPILE)}, not {policy!r}.")


def current() -> str:
    """The policy of searches that say nothing else."""
    return _policy.get()
