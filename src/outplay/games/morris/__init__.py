"""Morris: rules, boards, notation and pictures."""

from outplay.games.morris.rules import Morris, State

__all__ = ["Morris", "State"]
