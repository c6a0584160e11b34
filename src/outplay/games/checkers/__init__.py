"""Checkers: rules, notation and pictures."""

from outplay.games.checkers.rules import Checkers, State

__all__ = ["Checkers", "State"]
