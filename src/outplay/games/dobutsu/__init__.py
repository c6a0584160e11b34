"""Dobutsu shogi, or animal chess: rules, boards, notation and pictures."""

from outplay.games.dobutsu.rules import Dobutsu, State

__all__ = ["Dobutsu", "State"]
