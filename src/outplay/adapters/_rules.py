"""What the adapters share: checking the rules that they are given by name."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from outplay.errors import UsageError

SETTINGS = (
    "name", "title", "player_names", "weights", "may_cycle", "repetition", "win", "reducible",
    "margin", "settles",
)  # fmt: skip
"""What a game may say about itself besides its rules: values, not functions."""


def check_names(
    maker: str, given: dict[str, Any], required: Iterable[str], optional: Iterable[str]
) -> None:
    """Raises UsageError if a required rule is missing, or one is unknown."""
    known = [*required, *optional]
    for rule in given:
        if rule not in known:
            near = get_close_matches(rule, known, n=1)
            advice = f"did you mean {near[0]!r}?" if near else f"it knows {', '.join(known)}."
            raise UsageError(f"{maker} knows no rule {rule!r}; {advice}")
    missing = [rule for rule in required if given.get(rule) is None]
    if missing:
        raise UsageError(f"{maker} needs {', '.join(required)}; missing: {', '.join(missing)}.")
