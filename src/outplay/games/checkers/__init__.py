"""Checkers: rules, notation and pictures."""

from outplay.games.checkers.board import State
from outplay.games.checkers.rules import Checkers

__all__ = ["Checkers", "State"]
