"""Hex: rules, sets of cells, notation and pictures."""

from outplay.games.hex.rules import Hex, State

__all__ = ["Hex", "State"]
