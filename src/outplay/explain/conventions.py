"""What courses disagree about: when alpha-beta cuts, and what it returns then."""

from __future__ import annotations

from dataclasses import dataclass

from outplay.parameters import one_of


@dataclass(frozen=True)
class Convention:
    """When alpha-beta cuts, and what it returns outside its window."""

    strict: bool = False
    """Cut only when a value is beyond the window (>), not when it is at its end (≥)."""
    fail_soft: bool = True
    """Return the best value seen, also outside the window; if not, the window's end."""

    def __str__(self) -> str:
        sign, fail = ">" if self.strict else "≥", "soft" if self.fail_soft else "hard"
        return f"cut on {sign}, fail-{fail}, actions in order"


AIMA = Convention()
"""Russell and Norvig: cut on ≥, fail-soft."""

CS188 = Convention(strict=True)
"""Berkeley's CS 188: cut on > only, so that equal values are exact; fail-soft."""

PRESETS = {"aima": AIMA, "cs188": CS188}


def preset(name: str) -> Convention:
    """The convention of a course by its name; raises UsageError."""
    return PRESETS[one_of("preset", name, PRESETS)]
